//! From an algorithm's name to its engine: the one match over algorithms, for tiles and bricks, for whole runs and
//! for steps. An engine is called through a table of functions once for a run, or once for a step.

use slidewise_search::engine::{
    BestFirst, BreadthFirst, Deepening, DeepeningOptions, DepthFirst, Engine, Order,
};
use slidewise_search::{Cost, Heuristic, Pruner, Reversible, Weight};

use crate::registry::Algorithm;

/// What an engine is to know beside the space and the heuristic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) algorithm: Algorithm,
    pub(crate) weight: Option<Weight>,
    pub(crate) depth_limit: Option<Cost>,
    /// Whether IDA* looks beyond its bounds near the goal.
    pub(crate) look_ahead: bool,
    /// How near to the optimum is near enough, for searches that improve.
    pub(crate) bound: Weight,
    /// For beams only.
    pub(crate) beam: BeamPlan,
}

impl Plan {
    /// How IDA* is to be made, by steps or in one go.
    pub(crate) fn deepening(&self) -> DeepeningOptions {
        DeepeningOptions { depth_limit: self.depth_limit, look_ahead: self.look_ahead }
    }
}

/// What a beam is to know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeamPlan {
    pub(crate) width: usize,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
}

impl Default for BeamPlan {
    fn default() -> Self {
        Self { width: 1, threads: 1, seed: 0 }
    }
}

/// An engine whose type is known no more.
pub(crate) type AnyEngine<'s, P> = Box<dyn Engine<P> + Send + 's>;

/// The engine of a plan. Searches without a heuristic do not look at the one given; those that are no engines
/// (layered, anytime) or are for tiles only (beam) must have been told apart before. From both ends means from
/// one where the goals cannot be listed.
pub(crate) fn engine<'s, P: Reversible, H: Heuristic<P>, N: Pruner<P>>(
    plan: &Plan,
    space: &'s P,
    heuristic: &'s H,
    pruner: &'s N,
) -> AnyEngine<'s, P> {
    let order = match plan.algorithm {
        Algorithm::Bfs => return Box::new(BreadthFirst::new(space)),
        Algorithm::Bidirectional => {
            let from_both_ends = BreadthFirst::from_both_ends(space);
            return Box::new(from_both_ends.unwrap_or_else(|| BreadthFirst::new(space)));
        }
        Algorithm::Dfs => return Box::new(DepthFirst::new(space, plan.depth_limit)),
        Algorithm::IterativeDeepening | Algorithm::Ida => {
            return Box::new(Deepening::pruned(space, heuristic, pruner, plan.deepening()));
        }
        Algorithm::Arastar => {
            let first = plan.weight.unwrap_or(Weight::ONE);
            return Box::new(BestFirst::repairing(space, heuristic, first, plan.bound));
        }
        Algorithm::Greedy => Order::Greedy,
        Algorithm::Dijkstra
        | Algorithm::Astar
        | Algorithm::Wastar
        | Algorithm::Beam
        | Algorithm::Anytime
        | Algorithm::Layered => Order::Weighted(plan.weight.unwrap_or(Weight::ONE)),
    };
    Box::new(BestFirst::new(space, heuristic, order))
}
