//! `slidewise relabel`: tiles made alike, so that any order within a row, a fringe or a colour will do.

use std::io::Write;

use clap::{Args, ValueEnum};
use slidewise_solve::puzzles::tiles::scheme::Scheme;
use slidewise_solve::{Read, Unreadable, alike};

use crate::args::InputArgs;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input::{self, Source};

pub const EXAMPLES: &str = "\
Examples:
  slidewise relabel \"8 6 7/2 5 4/3 0 1\" --by rows
  slidewise relabel 867254301 --by fringe | slidewise
  slidewise scramble --size 3 --count 5 | slidewise relabel --by checkerboard | slidewise --quiet";

#[derive(Debug, Args)]
pub struct RelabelArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Which tiles become alike
    #[arg(long, value_enum)]
    pub by: Groups,
}

/// Which cells belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Groups {
    /// Tiles of a row
    Rows,
    /// Tiles of a column
    Columns,
    /// The first row with the first column, then the same of what is left
    Fringe,
    /// Dark and light cells
    Checkerboard,
}

impl Groups {
    pub const fn scheme(self) -> Scheme {
        match self {
            Self::Rows => Scheme::Rows,
            Self::Columns => Scheme::Columns,
            Self::Fringe => Scheme::Fringe,
            Self::Checkerboard => Scheme::Checkerboard,
        }
    }
}

/// Writes the puzzles, one a line. What cannot be relabelled is told, and leaves an empty line, so that answers stay in
/// step with puzzles.
pub fn run(args: &RelabelArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let reading = args.input.reading();
    let mut exit = Exit::Solved;
    for source in input::sources(&args.input.puzzle)? {
        for item in source.items(&reading) {
            match relabelled(&source, item.result, args.by) {
                Ok(text) => writeln!(out, "{text}")?,
                Err(failure) => {
                    writeln!(out)?;
                    out.flush()?;
                    tell!("{}: {failure}", source.place(item.line));
                    exit = exit.max(failure.exit());
                }
            }
        }
    }
    Ok(exit)
}

fn relabelled(source: &Source, read: Result<Read, Unreadable>, by: Groups) -> Result<String, Failure> {
    let puzzle = read.map_err(|error| input::bad(source, &error))?.puzzle;
    let refused = || Failure::Usage("only tiles that all have a place of their own can be made alike".into());
    alike(&puzzle.picture(&puzzle.start()), by.scheme()).ok_or_else(refused)
}
