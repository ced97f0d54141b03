//! Why a puzzle cannot be solved in the way asked for, in the same words for every front end.

use std::fmt;

use slidewise_search::{Refuted, Stop};

use crate::names::listed;

/// Something that a user may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    /// The search.
    Algorithm,
    /// The estimate.
    Heuristic,
    /// The weight of the estimate.
    Weight,
    /// How near to the optimum is near enough.
    Bound,
    /// The depth limit.
    DepthLimit,
    /// The order in which moves are tried.
    Order,
    /// How positions are kept.
    Repr,
    /// What counts as a move.
    Metric,
    /// Positions kept in each layer of a beam.
    BeamWidth,
    /// Positions held, or looked at before a move.
    Capacity,
    /// Threads.
    Threads,
    /// What decides between equals.
    Seed,
    /// One layer in how many is kept.
    KeepEvery,
    /// The file in which a search is kept.
    Checkpoint,
    /// What is to be reached.
    Goal,
    /// Rows and columns.
    Size,
    /// The form of a text.
    Form,
    /// What a written move names.
    Moves,
    /// How many random moves are made.
    Scramble,
    /// How hard a puzzle is to be.
    Difficulty,
    /// The pieces that are put on a board.
    Pieces,
}

impl Setting {
    /// Its name in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Algorithm => "algorithm",
            Self::Heuristic => "heuristic",
            Self::Weight => "weight",
            Self::Bound => "bound",
            Self::DepthLimit => "depth limit",
            Self::Order => "order of moves",
            Self::Repr => "representation",
            Self::Metric => "metric",
            Self::BeamWidth => "beam width",
            Self::Capacity => "capacity",
            Self::Threads => "number of threads",
            Self::Seed => "seed",
            Self::KeepEvery => "number of layers of which one is kept",
            Self::Checkpoint => "checkpoint",
            Self::Goal => "goal",
            Self::Size => "size",
            Self::Form => "form",
            Self::Moves => "notation of moves",
            Self::Scramble => "number of random moves",
            Self::Difficulty => "difficulty",
            Self::Pieces => "pieces",
        }
    }
}

/// A setting that has no effect, or cannot be had: which, why, and what would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which.
    pub setting: Setting,
    /// Why, in words that name no option of any front end.
    pub reason: String,
    /// Values of the setting, or algorithms, that would do; none if it is best left out.
    pub instead: Vec<String>,
}

impl Refusal {
    /// A refusal.
    pub fn new(setting: Setting, reason: impl Into<String>) -> Self {
        Self { setting, reason: reason.into(), instead: Vec::new() }
    }

    /// With what would do.
    #[must_use]
    pub fn instead(mut self, values: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.instead = values.into_iter().map(Into::into).collect();
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)?;
        match self.instead.is_empty() {
            true => Ok(()),
            false => write!(f, "; use {}", listed(&self.instead, "or")),
        }
    }
}

impl std::error::Error for Refusal {}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// The spec does not fit the puzzle.
    Refused(Refusal),
    /// The puzzle has no goal: there is nothing to solve.
    NoGoal,
    /// A limit or the cancel flag ended the building of tables; solving turns it into an answer.
    Interrupted(Stop),
    /// A file in which work is to be kept cannot be written: its name, and why.
    NotKept(String),
    /// This process of several has not what the others have, in the middle of what they share.
    Unlike(String),
    /// Moves that were to be a solution are none.
    NotASolution(Refuted),
    /// The solution found did not pass the check: a bug of ours.
    Refuted(Refuted),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::NoGoal => write!(f, "the puzzle has no goal, so there is nothing to solve"),
            Self::Interrupted(_) => write!(f, "stopped while tables were built"),
            Self::NotKept(why) | Self::Unlike(why) => f.write_str(why),
            Self::NotASolution(reason) => write!(f, "these moves do not solve the puzzle: {reason}"),
            Self::Refuted(reason) => {
                write!(f, "the solution found failed its check ({reason}): please report this as a bug")
            }
        }
    }
}

impl std::error::Error for SolveError {}

impl From<Refusal> for SolveError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
