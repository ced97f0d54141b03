//! From an algorithm's name to its engine: the one match over algorithms, for tiles and bricks, for whole runs and
//! for steps. An engine is called through a table of functions once for a run, or once for a step.

use slidewise_search::engine::{
    AraStar, BestFirst, Bidirectional, BreadthFirst, Deepening, DepthFirst, Engine, Order,
};
use slidewise_search::{Cost, Heuristic, Pruner, Reversible, Weight};

use crate::registry::Algorithm;

/// What an engine is to know beside the space and the heuristic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) algorithm: Algorithm,
    pub(crate) weight: Option<Weight>,
    pub(crate) depth_limit: Option<Cost>,
    /// How near to the optimum is near enough, for searches that improve.
    pub(crate) bound: Weight,
    /// For beams only.
    pub(crate) beam: BeamPlan,
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
            return match Bidirectional::new(space) {
                Some(engine) => Box::new(engine),
                None => Box::new(BreadthFirst::new(space)),
            };
        }
        Algorithm::Dfs => return Box::new(DepthFirst::new(space, plan.depth_limit)),
        Algorithm::IterativeDeepening | Algorithm::Ida => {
            return Box::new(Deepening::pruned(space, heuristic, pruner, plan.depth_limit));
        }
        Algorithm::Arastar => {
            let first = plan.weight.unwrap_or(Weight::ONE);
            return Box::new(AraStar::new(space, heuristic, first, plan.bound));
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
