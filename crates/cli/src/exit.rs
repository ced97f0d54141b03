//! The exit codes, in one table.

use std::process::ExitCode;

/// How the program ends. In a batch the highest one that occurred wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Everything asked for was done.
    Solved = 0,
    /// Anything that has no code of its own: an output that cannot be written, a bug of ours.
    Other = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// A puzzle's text makes no sense.
    BadText = 3,
    /// A puzzle has no solution.
    Unsolvable = 4,
    /// A limit or Ctrl-C came before a solution, or before all that was asked for: shortest solutions, puzzles, runs.
    Stopped = 5,
}

/// Code and meaning, for the help text and the manual.
pub const TABLE: &str = "\
Exit codes:
  0  solved
  1  anything else, such as an output that cannot be written
  2  the command line makes no sense
  3  a puzzle's text makes no sense
  4  a puzzle has no solution
  5  stopped by a limit or Ctrl-C before a solution, or before all that was asked for
In a batch, the highest code that occurred.";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
