//! `slidewise man`: the manual, a page for the program and one for each command.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap_mangen::Man;

use crate::args;
use crate::error::Failure;
use crate::exit::Exit;

pub const EXAMPLES: &str = "\
Examples:
  slidewise man
  slidewise man pdb build
  slidewise man --out man                       all pages, as files";

/// Which pages.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The command, as in `solve` or `pdb build`
    command: Vec<String>,
    /// Write every page into this directory, as slidewise.1, slidewise-solve.1 and so on
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
}

pub fn run(asked: &ManArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let mut program = args::command();
    match &asked.out {
        Some(dir) => write_all(program, dir)?,
        None => {
            // Gives the commands the names of their pages, such as slidewise-solve.
            program.build();
            Man::new(find(program, &asked.command)?).render(out)?;
        }
    }
    Ok(Exit::Solved)
}

/// A command by all its words; the program without any.
fn find(program: clap::Command, words: &[String]) -> Result<clap::Command, Failure> {
    let mut page = program;
    for name in words.iter().flat_map(|words| words.split_whitespace()) {
        let found = page.find_subcommand(name).cloned();
        page = found.ok_or_else(|| {
            let asked = words.join(" ");
            Failure::Usage(format!("there is no command \"{asked}\": see slidewise --help"))
        })?;
    }
    Ok(page)
}

fn write_all(program: clap::Command, dir: &Path) -> Result<(), Failure> {
    let cannot = |error: io::Error| {
        io::Error::new(error.kind(), format!("{}: {error}; no pages are written there", dir.display()))
    };
    fs::create_dir_all(dir).map_err(cannot)?;
    Ok(clap_mangen::generate_to(program, dir).map_err(cannot)?)
}
