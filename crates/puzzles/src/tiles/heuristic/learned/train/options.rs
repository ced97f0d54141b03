//! What can be said about training, and how it tells how it stands.

use std::fmt;
use std::time::Duration;

use super::super::MAX_CELLS;

/// What is to be trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainOptions {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// Decides everything that is random.
    pub seed: u64,
    /// Width of the beams that solve.
    pub width: usize,
    /// Boards solved in a round.
    pub boards: usize,
    /// Threads that solve boards.
    pub threads: usize,
    /// The table is the average of so many recent rounds, or about so many. Without it, of five, or of all if
    /// training begins with a table.
    pub average: Option<u32>,
}

impl TrainOptions {
    /// Sensible values for a size.
    pub fn new(rows: usize, cols: usize) -> Self {
        Self { rows, cols, seed: 1, width: 500, boards: 200, threads: 1, average: None }
    }
}

/// Why training cannot begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrainError {
    /// There are no tables for boards of this size.
    Size {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// The checkpoint is damaged, or of another size.
    Checkpoint,
    /// The table to begin with is for larger boards.
    Larger {
        /// Rows of its boards.
        rows: usize,
        /// Columns of its boards.
        cols: usize,
    },
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { rows, cols } => write!(
                f,
                "no table can be trained for {rows}×{cols} boards: both sides must be 2 or more, with at most \
                 {MAX_CELLS} cells in all"
            ),
            Self::Checkpoint => write!(f, "the checkpoint is damaged or belongs to another size of board"),
            Self::Larger { rows, cols } => {
                write!(
                    f,
                    "the table to begin with is for {rows}×{cols} boards: give one for boards no larger"
                )
            }
        }
    }
}

impl std::error::Error for TrainError {}

/// How training stands after a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Rounds done.
    pub round: u32,
    /// Boards solved in this round, of those tried.
    pub solved: usize,
    /// Boards tried in this round.
    pub tried: usize,
    /// Mean length of the solutions of this round.
    pub mean_length: f64,
    /// Typical error on this round's positions, in moves, before anything was learned from them.
    pub error: f64,
    /// Time since training began or was resumed.
    pub elapsed: Duration,
}

/// When training ends: whichever comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Rounds in all, also those before a checkpoint. Only with these can a table be made again exactly.
    pub rounds: Option<u32>,
    /// Time; looked at after each round.
    pub time: Option<Duration>,
}
