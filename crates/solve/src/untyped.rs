//! The searches that are compiled once and run for every kind of puzzle and every heuristic, through a space whose
//! types are forgotten ([`AnySpace`]). They are there to be looked at and compared; for speed there are the others.

use slidewise_search::any::{AnyHeuristic, AnyKey, AnyMove, AnySpace, AnyState};
use slidewise_search::engine::{
    Annealing, Bidirectional, Bounded, Budgeted, Choice, ClimbingOptions, Cooling, Frontier, HashDistributed,
    HillClimbing, Hybrid, Learning, Meeting, PartialExpansion, Rbfs, RealTime, Sma, TranspositionIda,
    Unsuited,
};
use slidewise_search::{Cost, Engine, Heuristic, Quality, StateSpace, Weight};

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
    PartialExpansion { selects: bool },
    Hybrid { capacity: usize },
    HashDistributed { threads: usize },
    RealTime { learning: Learning, lookahead: usize },
    Bounded(Choice, Weight),
    Bidirectional(Meeting),
}

/// Its engine. `back` is for searches from both ends.
pub(crate) fn engine<'s>(
    search: Untyped,
    space: &'s AnySpace,
    back: &'s TowardsStart,
) -> Result<Box<dyn Engine<AnySpace> + Send + 's>, Unsuited> {
    let h = &AnyHeuristic;
    Ok(match search {
        Untyped::HillClimbing(options) => Box::new(HillClimbing::new(space, h, options)),
        Untyped::Annealing(cooling) => Box::new(Annealing::new(space, h, cooling)),
        Untyped::Rbfs => Box::new(Rbfs::new(space, h)),
        Untyped::Sma { capacity } => Box::new(Sma::new(space, h, capacity)),
        Untyped::TranspositionIda { capacity } => Box::new(TranspositionIda::new(space, h, capacity)),
        Untyped::Budgeted => Box::new(Budgeted::new(space, h)),
        Untyped::Frontier { deepens: false } => Box::new(Frontier::new(space, h)),
        Untyped::Frontier { deepens: true } => Box::new(Frontier::deepening(space, h)),
        Untyped::PartialExpansion { selects: false } => Box::new(PartialExpansion::new(space, h)),
        Untyped::PartialExpansion { selects: true } => Box::new(PartialExpansion::enhanced(space, h)),
        Untyped::Hybrid { capacity } => Box::new(Hybrid::new(space, h, capacity)),
        Untyped::HashDistributed { threads } => Box::new(HashDistributed::new(space, h, threads)?),
        Untyped::RealTime { learning, lookahead } => Box::new(RealTime::new(space, h, learning, lookahead)),
        Untyped::Bounded(choice, weight) => Box::new(Bounded::new(space, h, choice, weight)),
        Untyped::Bidirectional(rule) => Box::new(Bidirectional::new(space, h, back, rule)?),
    })
}

/// The estimate of a position by its key.
type OfKey = Box<dyn Fn(&AnyKey) -> Cost + Send + Sync>;

/// An estimate of the cost to the start, worked out from scratch for each position: what a search from both ends has to
/// go by when it comes from the goals.
pub(crate) struct TowardsStart {
    estimate: Option<OfKey>,
    quality: Quality,
}

impl TowardsStart {
    /// Always 0.
    pub(crate) const ZERO: Self = Self { estimate: None, quality: Quality::CONSISTENT };

    pub(crate) fn new(estimate: OfKey, quality: Quality) -> Self {
        Self { estimate: Some(estimate), quality }
    }
}

impl Heuristic<AnySpace> for TowardsStart {
    type Partial = Cost;

    fn init(&self, p: &AnySpace, s: &AnyState) -> Cost {
        self.estimate.as_ref().map_or(0, |estimate| estimate(&p.pack(s)))
    }

    fn update(&self, p: &AnySpace, _: Cost, _: AnyMove, after: &AnyState) -> Cost {
        self.init(p, after)
    }

    fn value(&self, v: Cost) -> Cost {
        v
    }

    fn quality(&self, _: &AnySpace) -> Quality {
        self.quality
    }
}
