//! `slidewise man`: the manual, a page for the program and one for each command.

use std::io::Write;

use crate::args;
use crate::error::Failure;
use crate::exit::Exit;

/// Writes the page of a command, or of the program.
pub fn run(command: Option<&str>, out: &mut impl Write) -> Result<Exit, Failure> {
    let mut program = args::command();
    // Gives the commands the names of their pages, such as slidewise-solve.
    program.build();
    let page = match command {
        None => program,
        Some(name) => program
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Failure::Usage(format!("there is no command \"{name}\": see slidewise --help")))?,
    };
    clap_mangen::Man::new(page).render(out)?;
    Ok(Exit::Solved)
}
