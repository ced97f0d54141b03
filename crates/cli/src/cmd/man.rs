//! `slidewise man`: the manual, a page for the program and one for each command.

use std::io::Write;

use crate::args;
use crate::error::Failure;
use crate::exit::Exit;

/// Writes the page of a command, or of the program. Commands of commands are named by all their words.
pub fn run(command: &[String], out: &mut impl Write) -> Result<Exit, Failure> {
    let mut program = args::command();
    // Gives the commands the names of their pages, such as slidewise-solve.
    program.build();
    let mut page = program;
    for name in command.iter().flat_map(|words| words.split_whitespace()) {
        let found = page.find_subcommand(name).cloned();
        page = found.ok_or_else(|| {
            let asked = command.join(" ");
            Failure::Usage(format!("there is no command \"{asked}\": see slidewise --help"))
        })?;
    }
    clap_mangen::Man::new(page).render(out)?;
    Ok(Exit::Solved)
}
