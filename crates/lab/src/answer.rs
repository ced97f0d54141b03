//! What a solve gives back: the verdict, checked, with the figures that reproduce it.

use std::time::Duration;

use slidewise_puzzles::tiles::{Direction, TilePuzzle};
use slidewise_search::{Cost, Proof, Stats, Stop, Weight};

use crate::registry::{Algorithm, TileMetric, TileRepr};
use crate::spec::HeuristicChoice;

/// How a tile puzzle came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileAnswer {
    /// What was to be solved.
    pub puzzle: TilePuzzle,
    /// How it was done.
    pub chosen: Chosen,
    /// How it ended.
    pub outcome: Outcome,
    /// The solution, if there is one; replayed on the plain board.
    pub solution: Option<TileSolution>,
    /// No solution costs less. `None` if there is none at all.
    pub lower_bound: Option<Cost>,
    /// Counters of the search.
    pub stats: Stats,
    /// Wall-clock time of the search, without the building of tables.
    pub elapsed: Duration,
    /// Wall-clock time that went into tables before the search.
    pub setup: Duration,
    /// What went wrong on the way without changing the answer, such as a table that could not be read.
    pub warnings: Vec<String>,
}

/// The choices that were made where the user left them open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The search.
    pub algorithm: Algorithm,
    /// The estimate; `None` for a search that has none.
    pub heuristic: Option<HeuristicChoice>,
    /// The weight, for weighted A*.
    pub weight: Option<Weight>,
    /// Positions kept in each layer, for beam search.
    pub beam_width: Option<usize>,
    /// How positions were kept.
    pub repr: TileRepr,
    /// What counted as a move.
    pub metric: TileMetric,
}

/// How a solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With a solution.
    Solved,
    /// With the proof that there is none.
    Unsolvable,
    /// By a limit or on request; there may be a solution all the same.
    Stopped(Stop),
}

/// Moves that solve the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileSolution {
    /// The ways in which tiles go, one cell each.
    pub directions: Vec<Direction>,
    /// The cost in the metric asked for.
    pub cost: Cost,
    /// What is proven about the cost.
    pub proof: Proof,
}
