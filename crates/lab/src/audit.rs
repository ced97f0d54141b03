//! What a heuristic is worth: its estimates against true distances, over a whole space or a sample of boards.
//!
//! True distances of a whole space come from a breadth-first search from all goals over plain keys; those of a sample from
//! optimal solutions. Estimates are made from scratch at every position. What is said of a sample is said of the
//! sample only. Cost: about a hundred bytes and one estimate a position.

mod dominance;
mod sample;
mod survey;
mod tally;
mod whole;

use std::fmt;

use slidewise_puzzles::tiles::Board;
use slidewise_search::{Cost, Quality, Stop};

use crate::bricks::BrickError;
use crate::stepping::Position;
use crate::svg::Cell;
use crate::tiles::SolveError;

pub use dominance::{Dominance, by_dominance};
pub use sample::SAMPLE_WALK;
pub(crate) use sample::audit_sample;
pub(crate) use whole::{audit_bricks, audit_tiles};

/// A space with more positions than this is not searched whole.
pub const MOST_POSITIONS: usize = 2_500_000;

/// What was found out about a heuristic.
#[derive(Clone, Debug)]
pub struct Audit {
    /// Its name.
    pub heuristic: String,
    /// What it promises.
    pub promised: Quality,
    /// Positions looked at.
    pub positions: u64,
    /// Whether these are all that there are.
    pub whole: bool,
    /// Positions from which it claims more than the true distance.
    pub overestimates: u64,
    /// The one of them that is nearest to the goal.
    pub overestimate: Option<Overestimate>,
    /// Moves over which it changes by more than the move costs, looked at from each side.
    pub jumps: u64,
    /// The first of them that was seen.
    pub jump: Option<Jump>,
    /// Positions for which it is exact.
    pub exact: u64,
    /// The mean estimate.
    pub mean: f64,
    /// The highest estimate.
    pub most: Cost,
    /// The mean true distance.
    pub mean_distance: f64,
    /// The greatest true distance.
    pub most_distance: Cost,
    /// How often each estimate goes with each true distance, by distance and then estimate.
    pub histogram: Vec<Cell>,
    /// The estimate for each position, in an order that is the same for all heuristics.
    pub estimates: Vec<Cost>,
}

impl Audit {
    /// Whether what was seen contradicts what is promised: a bug of ours.
    pub fn breaks_its_promise(&self) -> bool {
        self.promised.admissible && self.overestimates > 0 || self.promised.consistent && self.jumps > 0
    }
}

/// A position from which a heuristic claims too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overestimate {
    /// Where.
    pub position: Position,
    /// What it claims.
    pub estimate: Cost,
    /// How far the goal is.
    pub distance: Cost,
}

/// Two neighbours whose estimates lie further apart than they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jump {
    /// The position with the higher estimate.
    pub from: Position,
    /// Its estimate.
    pub high: Cost,
    /// The position one move away with the lower estimate.
    pub to: Position,
    /// Its estimate.
    pub low: Cost,
}

/// Which boards to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    Whole,
    /// So many random ones.
    Sample {
        /// How many.
        boards: u64,
        /// The same seed gives the same boards.
        seed: u64,
    },
}

/// Why a heuristic was not audited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuditError {
    /// There are more positions than are searched whole.
    TooLarge,
    /// No goal can be reached.
    NoGoal,
    /// It was stopped.
    Stopped(Stop),
    /// A board of the sample could not be solved optimally.
    Unproven(Board),
    /// The heuristic cannot be had for these boards.
    Tiles(SolveError),
    /// The heuristic cannot be had for this puzzle.
    Bricks(BrickError),
}

impl fmt::Display for AuditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => {
                write!(
                    f,
                    "there are more than {MOST_POSITIONS} positions, too many to look at all of them; "
                )?;
                write!(f, "tile boards can be sampled: --samples 1000")
            }
            Self::NoGoal => write!(f, "no goal can be reached, so there are no distances to compare with"),
            Self::Stopped(_) => write!(f, "stopped before all positions were seen; nothing can be said"),
            Self::Unproven(board) => {
                write!(f, "the board {board} was not solved optimally in the limits given")
            }
            Self::Tiles(error) => error.fmt(f),
            Self::Bricks(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AuditError {}

impl From<SolveError> for AuditError {
    fn from(error: SolveError) -> Self {
        Self::Tiles(error)
    }
}

impl From<BrickError> for AuditError {
    fn from(error: BrickError) -> Self {
        Self::Bricks(error)
    }
}

impl From<Stop> for AuditError {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// How many boards of this size can be solved; `None` if there are more than [`MOST_POSITIONS`].
pub fn boards_of(rows: usize, cols: usize) -> Option<usize> {
    let cells = rows * cols;
    if rows == 1 || cols == 1 {
        return Some(cells);
    }
    let all = (3..=cells).try_fold(1_usize, |product, factor| product.checked_mul(factor));
    all.filter(|&count| count <= MOST_POSITIONS)
}
