//! What is going to be done: a spec in which everything is decided, and checked to fit the puzzle.

use std::fmt;
use std::time::Duration;

use slidewise_search::engine::DeepeningOptions;
use slidewise_search::{Cost, Limits, Weight};

use crate::algorithm::Algorithm;
use crate::checkpoint::Kept;
use crate::crewed::Crewed;
use crate::metric::Metric;
use crate::order::MoveOrder;
use crate::puzzle::needs_limit;
use crate::solver::PATIENCE;
use crate::spec::HeuristicChoice;

/// A search in all its parts. Only [`crate::Spec::plan`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The search.
    pub algorithm: Algorithm,
    /// The estimate; `None` for a search that has none.
    pub heuristic: Option<HeuristicChoice>,
    /// The weight of the estimate, for searches that weight it.
    pub weight: Option<Weight>,
    /// Nothing dearer is looked at.
    pub depth_limit: Option<Cost>,
    /// The order in which the moves of a position are tried; the kind's own if `None`.
    pub order: Option<MoveOrder>,
    /// How near to the optimum is near enough, for searches that improve.
    pub bound: Weight,
    /// How positions are kept, where there is a choice.
    pub repr: Option<&'static str>,
    /// What counts as a move.
    pub metric: Metric,
    /// Positions kept in each layer of a beam.
    pub beam_width: Option<usize>,
    /// Positions held, or looked at before a move.
    pub capacity: Option<usize>,
    /// Threads at work.
    pub threads: usize,
    /// What decides between equals.
    pub seed: u64,
    /// The layered search keeps only one layer in so many.
    pub keep_every: Option<u32>,
    /// Whether IDA* looks beyond its bound near the goal, which changes what it counts.
    pub look_ahead: bool,
    /// Whether the user left search and estimate open, so that tables may be exchanged for better ones under way.
    pub(crate) open: bool,
    /// What a checkpoint of it says of itself, if it is to be kept.
    pub(crate) kept: Option<Kept>,
    /// The processes that share it.
    pub(crate) crew: Option<Crewed>,
}

/// `astar with manhattan, weight 2`, `dfs, order URDL`.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.algorithm.name())?;
        if let Some(heuristic) = &self.heuristic {
            write!(f, " with {heuristic}")?;
        }
        if let Some(weight) = self.weight {
            let from = if self.algorithm == Algorithm::Arastar { "from " } else { "" };
            write!(f, ", {from}weight {weight}")?;
        }
        if let Some(capacity) = self.capacity {
            write!(f, ", capacity {capacity}")?;
        }
        if let Some(order) = self.order {
            write!(f, ", order {order}")?;
        }
        Ok(())
    }
}

impl Plan {
    /// A plan with nothing in it but the search and what it counts.
    pub(crate) fn bare(algorithm: Algorithm, metric: Metric) -> Self {
        Self {
            algorithm,
            heuristic: None,
            weight: None,
            depth_limit: None,
            order: None,
            bound: Weight::ONE,
            repr: None,
            metric,
            beam_width: None,
            capacity: None,
            threads: 1,
            seed: 0,
            keep_every: None,
            look_ahead: false,
            open: false,
            kept: None,
            crew: None,
        }
    }

    /// What IDA* is to know.
    pub(crate) fn deepening(&self) -> DeepeningOptions {
        DeepeningOptions { depth_limit: self.depth_limit, look_ahead: self.look_ahead }
    }

    /// The time limit that is given, or one of its own for a search that would go on without end.
    pub fn time_limit(&self, limits: &Limits) -> Option<Duration> {
        if needs_limit(self, limits) { Some(PATIENCE) } else { limits.time }
    }

    /// The weight as a number.
    pub fn weight_value(&self) -> Option<f64> {
        self.weight.map(|weight| f64::from(weight.num()) / f64::from(weight.den()))
    }
}
