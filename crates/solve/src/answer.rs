//! What a solve gives back: the verdict, checked, with the figures that reproduce it. The same for every kind.

use std::time::Duration;

use slidewise_puzzles::step::Step;
use slidewise_search::{Cancel, Cost, Limits, Observer, Proof, Stats, Stop};

use crate::plan::Plan;

/// A search with its limits, its watcher and the flag that stops it.
pub struct Watch<'a> {
    /// What it may use. The memory is that of the whole process where the system tells how much that is, with tables
    /// and all else that it holds; elsewhere that of the search's own stores.
    pub limits: Limits,
    /// Stops it.
    pub cancel: Cancel,
    /// Is told how it goes.
    pub observer: &'a mut dyn Observer,
}

/// How a puzzle came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How it was done.
    pub plan: Plan,
    /// How it ended.
    pub outcome: Outcome,
    /// What ended the search before its natural end; there may be a solution all the same.
    pub stopped_by: Option<Stop>,
    /// The solution, if there is one; replayed on the plain board.
    pub solution: Option<Way>,
    /// No solution costs less. `None` if there is none at all.
    pub lower_bound: Option<Cost>,
    /// Positions looked at.
    pub explored: u64,
    /// Counters of the search.
    pub stats: Stats,
    /// Wall-clock time of the search, without the building of tables.
    pub elapsed: Duration,
    /// Processor time of the search on all threads, without the building of tables; `None` where the system does not
    /// tell, and of a search that was stepped.
    pub cpu: Option<Duration>,
    /// Wall-clock time that went into tables before the search.
    pub setup: Duration,
    /// What went wrong on the way without changing the answer, such as a table that could not be read.
    pub warnings: Vec<String>,
}

/// How a solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With a solution.
    Solved,
    /// With the proof that there is none.
    Unsolvable,
    /// By a limit or on request, without a solution.
    Stopped,
}

impl Outcome {
    /// `solved`, `unsolvable` or `stopped`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Stopped => "stopped",
        }
    }
}

/// Steps that solve a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Pieces by one cell each.
    pub steps: Vec<Step>,
    /// The cost in the metric asked for.
    pub cost: Cost,
    /// What is proven about the cost.
    pub proof: Proof,
}

impl Answer {
    /// What is left of the limits of this search for what follows it.
    pub fn left_of(&self, limits: Limits) -> Limits {
        Limits {
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(self.stats.expanded)),
            time: limits.time.map(|time| time.saturating_sub(self.setup + self.elapsed)),
            memory: limits.memory,
        }
    }

    /// The cost of the solution, if there is one.
    pub fn cost(&self) -> Option<Cost> {
        self.solution.as_ref().map(|way| way.cost)
    }

    /// Whether there is a solution that is proven to be shortest.
    pub fn is_optimal(&self) -> bool {
        self.solution.as_ref().is_some_and(|way| way.proof == Proof::Optimal)
    }
}

/// `optimal`, `within` or `none`.
pub const fn proof_name(proof: Proof) -> &'static str {
    match proof {
        Proof::Optimal => "optimal",
        Proof::Within(_) => "within",
        Proof::None => "none",
    }
}

/// What stopped a search, in a word.
pub const fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "nodes",
        Stop::Time => "time",
        Stop::Memory => "memory",
        Stop::Depth => "depth",
        Stop::Width => "width",
        Stop::Cancelled => "cancel",
        Stop::Cost => "cost",
        Stop::Stuck => "stuck",
        // The library may know more in time, and this names them then.
        _ => "other",
    }
}
