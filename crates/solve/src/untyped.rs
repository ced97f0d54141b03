//! The searches that are compiled once and run for every kind of puzzle and every heuristic, through a space whose
//! types are forgotten ([`AnySpace`]). They are there to be looked at and compared; for speed there are the others.

use slidewise_search::Engine;
use slidewise_search::any::{AnyHeuristic, AnySpace};
use slidewise_search::engine::{
    Annealing, Budgeted, ClimbingOptions, Cooling, Frontier, HillClimbing, Learning, PartialExpansion, Rbfs,
    RealTime, Sma, TranspositionIda,
};

/// One of these searches, with what it is to know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Untyped {
    HillClimbing(ClimbingOptions),
    Annealing(Cooling),
    Rbfs,
    Sma { capacity: usize },
    TranspositionIda { capacity: usize },
    Budgeted,
    Frontier { deepens: bool },
    PartialExpansion,
    RealTime { learning: Learning, lookahead: usize },
}

/// Its engine.
pub(crate) fn engine(search: Untyped, space: &AnySpace) -> Box<dyn Engine<AnySpace> + Send + '_> {
    let h = &AnyHeuristic;
    match search {
        Untyped::HillClimbing(options) => Box::new(HillClimbing::new(space, h, options)),
        Untyped::Annealing(cooling) => Box::new(Annealing::new(space, h, cooling)),
        Untyped::Rbfs => Box::new(Rbfs::new(space, h)),
        Untyped::Sma { capacity } => Box::new(Sma::new(space, h, capacity)),
        Untyped::TranspositionIda { capacity } => Box::new(TranspositionIda::new(space, h, capacity)),
        Untyped::Budgeted => Box::new(Budgeted::new(space, h)),
        Untyped::Frontier { deepens: false } => Box::new(Frontier::new(space, h)),
        Untyped::Frontier { deepens: true } => Box::new(Frontier::deepening(space, h)),
        Untyped::PartialExpansion => Box::new(PartialExpansion::new(space, h)),
        Untyped::RealTime { learning, lookahead } => Box::new(RealTime::new(space, h, learning, lookahead)),
    }
}
