//! The engines: a dozen algorithms in a few loops. An algorithm is a value for one of them.
//!
//! | loop | algorithms |
//! |---|---|
//! | [`BestFirst`] | Dijkstra, greedy best-first, A*, weighted A*, anytime repairing A* |
//! | [`Deepening`] | iterative deepening, IDA* |
//! | [`parallel_deepening`] | IDA* on several threads |
//! | [`DepthFirst`] | depth-first with a visited table, to one depth or to one after another |
//! | [`BreadthFirst`] | breadth-first, from the start or from both ends |
//! | [`Beam`] | beam search |
//! | [`Bounded`] | focal search, explicit estimation, optimistic and dynamic potential search |
//! | [`Bidirectional`] | MM, NBS, BAE*, DVCBS |
//! | [`HillClimbing`] | simple, steepest, stochastic and restarting hill climbing |
//! | [`Annealing`] | simulated annealing |
//! | [`Rbfs`] | recursive best-first search |
//! | [`Sma`] | SMA*: A* in a given number of positions |
//! | [`TranspositionIda`] | IDA* with a transposition table of a given size |
//! | [`Budgeted`] | budgeted tree search (IBEX) |
//! | [`Frontier`] | breadth-first frontier search, breadth-first iterative-deepening A* |
//! | [`PartialExpansion`] | partial expansion A*, and enhanced (EPEA*) |
//! | [`HashDistributed`], [`HashDistributedByCrew`] | HDA*: A* on several threads, by several processes |
//! | [`Hybrid`] | A*+IDA* |
//! | [`Levin`] | Levin tree search, with a policy made of estimates |
//! | [`MonteCarlo`] | Monte-Carlo tree search (UCT) |
//! | [`RealTime`] | LRTA*, RTA*, LSS-LRTA* |
//!
//! What each guarantees, how it breaks ties, whether it expands positions again, what it stores and where it comes from
//! stands with its type, or at the head of its module: [`best_first`], [`arastar`], [`deepening`], [`parallel`],
//! [`depth_first`], [`breadth_first`], [`beam`], [`hash_distributed`].
//! IDA* can also be saved and gone on with in another process ([`saved`]), and done in units by many ([`units`]).

mod ahead;
mod all_shortest;
mod annealing;
pub mod arastar;
pub mod beam;
mod behind;
pub mod best_first;
pub mod bidirectional;
pub mod bounded;
pub mod breadth_first;
mod budgeted;
mod chance;
pub mod deepening;
pub mod depth_first;
mod dive;
mod frontier;
pub mod hash_distributed;
mod hill_climbing;
mod hybrid;
mod layers;
mod levin;
mod lists;
mod monte_carlo;
pub mod neighbourhood;
mod nodes;
mod owned;
pub mod parallel;
mod partial_expansion;
mod path;
mod rbfs;
mod reached;
mod real_time;
pub mod saved;
mod shares;
mod sma;
mod sweep;
mod team;
#[cfg(test)]
mod tests;
mod top;
mod trail;
mod transposition;
mod tree;
pub mod units;
mod untried;
mod walk;

use std::fmt;
use std::ops::ControlFlow;

use crate::heuristic::{Ahead, Heuristic};
use crate::meter::{Cancel, Limits, Meter, Stats, Stop};
use crate::pruning::Pruner;
use crate::space::{Cost, StateSpace, UNCOUNTED};
use crate::verdict::{Solution, Verdict};

pub use all_shortest::{AllShortest, all_shortest, kept_bytes};
pub use annealing::{Annealing, Cooling};
pub use beam::{Beam, BeamOptions};
pub use best_first::{BestFirst, Order};
pub use bidirectional::{Bidirectional, Meeting, Unsuited};
pub use bounded::{Bounded, Choice};
pub use breadth_first::BreadthFirst;
pub use budgeted::Budgeted;
pub use deepening::{Deepening, DeepeningOptions};
pub use depth_first::DepthFirst;
pub use dive::Reach;
pub use frontier::Frontier;
pub use hash_distributed::{HashDistributed, HashDistributedByCrew};
pub use hill_climbing::{Climb, ClimbingOptions, HillClimbing};
pub use hybrid::Hybrid;
pub use levin::Levin;
pub use monte_carlo::MonteCarlo;
pub use neighbourhood::shorten_nearby;
pub use owned::Owned;
pub use parallel::parallel_deepening;
pub use partial_expansion::PartialExpansion;
pub use rbfs::Rbfs;
pub use real_time::{Learning, RealTime};
pub use saved::{NotOfThisSearch, Saved};
pub use sma::Sma;
pub use transposition::TranspositionIda;
pub use units::{Errand, Report};

/// A search in progress. It can be stepped, so that a front end that shows it needs no second copy of it.
///
/// Once there is a verdict, the search has ended, also if it was [stopped](Verdict::Stopped): whoever steps on is given
/// the same verdict again.
pub trait Engine<P: StateSpace> {
    /// Does a small piece of work: at most one expansion, or a layer of a beam.
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>>;

    /// What the search has in hand after the last step.
    fn view(&self) -> View<P::Key>;

    /// Positions that wait to be expanded, the next ones first, at most so many. They are collected for this call; a
    /// search does not keep them at hand.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>>;

    /// Runs to the end, without limits and unwatched.
    fn solve(&mut self) -> Verdict<P::Move> {
        self.solve_within(Limits::default())
    }

    /// Runs to the end or to a limit, unwatched.
    fn solve_within(&mut self, limits: Limits) -> Verdict<P::Move> {
        self.run(&mut Meter::new(limits, Cancel::default(), &mut ()))
    }

    /// Runs to the end.
    fn run(&mut self, meter: &mut Meter<'_>) -> Verdict<P::Move> {
        loop {
            if let ControlFlow::Break(verdict) = self.run_to(u64::MAX, meter) {
                return verdict;
            }
        }
    }

    /// Runs until so many expansions are on the meter, or a little longer.
    fn run_to(&mut self, expansions: u64, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        while meter.stats.expanded < expansions {
            self.step(meter)?;
        }
        ControlFlow::Continue(())
    }

    /// One iteration of a search that has some, so that others can share it ([`Saved::divide`]): begins the next if
    /// none is in hand; else goes on with it, as [`Engine::run_to`] does, and no further than to its end. Searches
    /// without iterations go on.
    fn iterate_to(&mut self, expansions: u64, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        self.run_to(expansions, meter)
    }

    /// What is needed to go on with this search in another process, after which these counters are on the meter. `None`
    /// for searches that cannot be saved, or cannot at this moment.
    fn save(&self, stats: &Stats) -> Option<Saved> {
        let _ = stats;
        None
    }

    /// Goes on from what was saved, in a search that has not ended and has the same space, heuristic, pruner and
    /// options; what it was at is left. The meter is to be told the counters ([`Meter::go_on_from`]). After an error
    /// the search must not be run.
    fn restore(&mut self, saved: &Saved) -> Result<(), NotOfThisSearch> {
        let _ = saved;
        Err(NotOfThisSearch)
    }
}

/// A verdict on moves that were found without looking at their cost, which may be more than can be counted.
fn solved<M>(moves: Vec<M>, cost: Cost, lower_bound: Cost) -> Verdict<M> {
    if cost >= UNCOUNTED {
        return Verdict::Stopped { why: Stop::Cost, best: None, lower_bound };
    }
    Verdict::Solved(Solution::bounded(moves, cost, lower_bound.min(cost)))
}

/// The verdict of a search that has ended: it is repeated to whoever steps on.
struct End<M>(Option<Verdict<M>>);

impl<M> Default for End<M> {
    fn default() -> Self {
        Self(None)
    }
}

impl<M: Clone> End<M> {
    /// Whether the search has ended.
    #[inline]
    fn is_there(&self) -> bool {
        self.0.is_some()
    }

    /// The verdict again, if the search has ended.
    #[cold]
    fn again(&self) -> ControlFlow<Verdict<M>> {
        self.0.clone().map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    /// What a step comes to: nothing yet, a verdict, or a stop with what is proven by then.
    fn after(&mut self, went: Result<Option<Verdict<M>>, (Stop, Cost)>) -> ControlFlow<Verdict<M>> {
        match went {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(verdict)) => self.note(verdict),
            Err((why, lower_bound)) => self.note(Verdict::Stopped { why, best: None, lower_bound }),
        }
    }

    /// Notes the verdict and hands it on.
    #[cold]
    fn note(&mut self, verdict: Verdict<M>) -> ControlFlow<Verdict<M>> {
        self.0 = Some(verdict.clone());
        ControlFlow::Break(verdict)
    }
}

/// [`Engine::step`] of an engine that has an `end`, goes on by `advance` and knows its `lower_bound`.
macro_rules! step_by_step {
    () => {
        fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
            if self.end.is_there() {
                return self.end.again();
            }
            let went = self.advance(meter).map_err(|why| (why, self.lower_bound()));
            self.end.after(went)
        }
    };
}
use step_by_step;

/// What is shown of an engine: how far it is, not what it holds.
fn show<K>(name: &str, view: &View<K>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut shown = f.debug_struct(name);
    shown.field("g", &view.g).field("h", &view.h).field("bound", &view.bound);
    shown.field("frontier", &view.frontier).field("stored", &view.stored).finish_non_exhaustive()
}

macro_rules! shown {
    ($($engine:ident < $($parameter:ident $(: $bound:ident)?),* >;)*) => {$(
        impl<P: StateSpace $(, $parameter $(: $bound<P>)?)*> fmt::Debug for $engine<'_, P $(, $parameter)*> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show(stringify!($engine), &self.view(), f)
            }
        }
    )*};
}

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>> fmt::Debug for Deepening<'_, P, H, R, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show("Deepening", &self.view(), f)
    }
}

impl<P: StateSpace<Key: crate::any::ToAnyKey>, H: Heuristic<P>> fmt::Debug
    for HashDistributedByCrew<'_, P, H>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show("HashDistributedByCrew", &self.view(), f)
    }
}

shown! {
    Beam<H: Heuristic>;
    BestFirst<H: Heuristic>;
    BreadthFirst<>;
    DepthFirst<>;
    Annealing<H: Heuristic>;
    Bidirectional<F: Heuristic, B: Heuristic>;
    Bounded<H: Heuristic>;
    Budgeted<H: Heuristic>;
    Frontier<H: Heuristic>;
    HashDistributed<H: Heuristic>;
    HillClimbing<H: Heuristic>;
    Hybrid<H: Heuristic>;
    Levin<H: Heuristic>;
    MonteCarlo<H: Heuristic>;
    PartialExpansion<H: Heuristic>;
    Rbfs<H: Heuristic>;
    RealTime<H: Heuristic>;
    Sma<H: Heuristic>;
    TranspositionIda<H: Heuristic>;
}

/// A position that waits to be expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Waiting<K> {
    /// The position.
    pub position: K,
    /// The position on the way to it just before; `None` at the start, and for beams, which keep no positions.
    pub parent: Option<K>,
    /// The cost of the way to it.
    pub g: Cost,
    /// The estimate from there, for searches that have one.
    pub h: Option<Cost>,
}

/// A look into a search between two steps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct View<K> {
    /// The position expanded last.
    pub position: K,
    /// The position on the way to it just before; `None` at the start, and for beams, which keep no positions.
    pub parent: Option<K>,
    /// The cost of the way to it.
    pub g: Cost,
    /// The estimate from there, for searches that have one.
    pub h: Option<Cost>,
    /// The bound of the current iteration, for searches that have one.
    pub bound: Option<Cost>,
    /// Positions waiting to be expanded; of searches along a path, the positions on the path.
    pub frontier: usize,
    /// Positions stored.
    pub stored: usize,
}

impl<K> View<K> {
    /// Before the first step: the start waits, and nothing is stored.
    fn of_start<P: StateSpace<Key = K>>(space: &P, heuristic: &impl Heuristic<P>) -> Self {
        let start = space.start();
        let (position, h) = (space.pack(&start), Some(heuristic.estimate(space, &start)));
        Self { position, parent: None, g: 0, h, bound: None, frontier: 1, stored: 0 }
    }

    /// The position in view as the one that waits, if any is asked for.
    fn waiting(self, most: usize) -> Vec<Waiting<K>> {
        let Self { position, parent, g, h, .. } = self;
        Vec::from_iter((most > 0).then_some(Waiting { position, parent, g, h }))
    }
}
