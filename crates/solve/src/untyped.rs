//! The searches that are compiled once and run for every kind of puzzle and every heuristic, through a space whose
//! types are forgotten ([`AnySpace`]). They are there to be looked at and compared; for speed there are the others.

use slidewise_search::Engine;
use slidewise_search::any::{AnyHeuristic, AnySpace};
use slidewise_search::engine::{ClimbingOptions, HillClimbing};

/// One of these searches, with what it is to know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Untyped {
    HillClimbing(ClimbingOptions),
}

/// Its engine.
pub(crate) fn engine(search: Untyped, space: &AnySpace) -> Box<dyn Engine<AnySpace> + Send + '_> {
    let h = &AnyHeuristic;
    match search {
        Untyped::HillClimbing(options) => Box::new(HillClimbing::new(space, h, options)),
    }
}
