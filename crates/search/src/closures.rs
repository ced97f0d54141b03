//! Spaces and heuristics from closures: a domain in a few lines.
//!
//! ```
//! use slidewise_search::*;
//!
//! // From 1 to 50 by adding 3 or doubling.
//! let numbers = space(1, |&n: &u32| [(n + 3, 1), (n * 2, 1)].into_iter().filter(|&(n, _)| n <= 50), |&n| n == 50);
//! let guess = consistent(|&n: &u32| Cost::from(n < 50));
//! let verdict = astar(&numbers, &guess).solve();
//! let solution = verdict.solution().unwrap();
//! assert!(verdict.is_optimal());
//! assert_eq!(solution.states(&numbers), [1, 4, 8, 11, 22, 25, 50]);
//! ```
//!
//! A position is any small value that can be copied, hashed and compared: a number, a tuple, an array. It is its own
//! key, and a move is the pair of positions that it leads from and to. Positions that can only be cloned, such as
//! strings and vectors, make a [`cloned_space`]. Where positions are large, or moves are cheaper to make and to take
//! back than to copy, [`StateSpace`] is worth writing: on a 15-puzzle A* then takes little more than half of the
//! instructions (`examples/versus`).

mod cloned;

use std::fmt::{self, Debug};
use std::hash::Hash;

use crate::engine::{BestFirst, BreadthFirst, Deepening, DeepeningOptions, Order};
use crate::heuristic::{Blind, Heuristic, Quality};
use crate::space::{Cost, Reversible, StateSpace};

pub use cloned::{Cloned, ClonedSpace, Nth, Numbered, cloned_space};

/// A space whose positions are `N`, from closures: see [`space()`].
#[derive(Clone)]
pub struct FnSpace<N, S, G> {
    start: N,
    successors: S,
    is_goal: G,
    least_cost: Cost,
    goals: Option<Vec<N>>,
}

/// A space from its start, the successors of a position with what it costs to go there, and whether a position is a
/// goal. Moves may cost nothing.
pub fn space<N, S, I, G>(start: N, successors: S, is_goal: G) -> FnSpace<N, S, G>
where
    N: Copy + Eq + Hash + Debug + Send + Sync + 'static,
    S: Fn(&N) -> I + Send + Sync,
    I: IntoIterator<Item = (N, Cost), IntoIter: Send>,
    G: Fn(&N) -> bool + Send + Sync,
{
    FnSpace { start, successors, is_goal, least_cost: 0, goals: None }
}

impl<N, S, G> FnSpace<N, S, G> {
    /// Says that no move costs less: searches that count moves prove more then. Breadth-first search of a space in
    /// which each move costs 1 is optimal, but can only say so if it knows that none costs less.
    #[must_use]
    pub fn least_cost(self, least_cost: Cost) -> Self {
        Self { least_cost, ..self }
    }

    /// Says that every move leads back at the same cost, and which positions are the goals, all of them: what searches
    /// from both ends need to know.
    #[must_use]
    pub fn undirected(self, goals: impl IntoIterator<Item = N>) -> Self {
        Self { goals: Some(goals.into_iter().collect()), ..self }
    }
}

impl<N: Debug, S, G> Debug for FnSpace<N, S, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FnSpace").field("start", &self.start).finish_non_exhaustive()
    }
}

/// A move of an [`FnSpace`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hop<N> {
    /// Where it leads from.
    pub from: N,
    /// Where it leads to.
    pub to: N,
    /// What it costs.
    pub cost: Cost,
}

/// The moves of a position of an [`FnSpace`].
#[derive(Clone, Debug)]
pub struct Hops<N, I> {
    from: N,
    successors: I,
}

impl<N: Copy, I: Iterator<Item = (N, Cost)>> Iterator for Hops<N, I> {
    type Item = Hop<N>;

    #[inline]
    fn next(&mut self) -> Option<Hop<N>> {
        self.successors.next().map(|(to, cost)| Hop { from: self.from, to, cost })
    }
}

impl<N, S, I, G> StateSpace for FnSpace<N, S, G>
where
    N: Copy + Eq + Hash + Debug + Send + Sync + 'static,
    S: Fn(&N) -> I + Send + Sync,
    I: IntoIterator<Item = (N, Cost), IntoIter: Send>,
    G: Fn(&N) -> bool + Send + Sync,
{
    type State = N;
    type Key = N;
    type Move = Hop<N>;
    type Moves = Hops<N, I::IntoIter>;

    fn start(&self) -> N {
        self.start
    }

    #[inline]
    fn is_goal(&self, s: &N) -> bool {
        (self.is_goal)(s)
    }

    #[inline]
    fn moves(&self, s: &N, _: Option<Hop<N>>) -> Self::Moves {
        Hops { from: *s, successors: (self.successors)(s).into_iter() }
    }

    #[inline]
    fn cost(&self, m: Hop<N>) -> Cost {
        m.cost
    }

    #[inline]
    fn apply(&self, s: &mut N, m: Hop<N>) {
        *s = m.to;
    }

    #[inline]
    fn undo(&self, s: &mut N, m: Hop<N>) {
        *s = m.from;
    }

    #[inline]
    fn pack(&self, s: &N) -> N {
        *s
    }

    #[inline]
    fn unpack(&self, k: &N, into: &mut N) {
        *into = *k;
    }

    fn least_cost(&self) -> Cost {
        self.least_cost
    }
}

/// Goals are listed by spaces that are said to be [undirected](FnSpace::undirected), and by no others.
impl<N, S, I, G> Reversible for FnSpace<N, S, G>
where
    N: Copy + Eq + Hash + Debug + Send + Sync + 'static,
    S: Fn(&N) -> I + Send + Sync,
    I: IntoIterator<Item = (N, Cost), IntoIter: Send>,
    G: Fn(&N) -> bool + Send + Sync,
{
    fn goals(&self) -> Option<Vec<N>> {
        self.goals.clone()
    }

    fn inverse(&self, m: Hop<N>) -> Hop<N> {
        Hop { from: m.to, to: m.from, cost: m.cost }
    }
}

/// An estimate from a closure, worked out anew for each position, with what is said of it: see [`consistent`],
/// [`admissible`] and [`guess`].
#[derive(Clone, Copy, Debug)]
pub struct FnHeuristic<F> {
    estimate: F,
    quality: Quality,
}

/// An estimate that is never more than the true cost, and never falls by more than the cost of a move.
pub fn consistent<F>(estimate: F) -> FnHeuristic<F> {
    FnHeuristic { estimate, quality: Quality::CONSISTENT }
}

/// An estimate that is never more than the true cost.
pub fn admissible<F>(estimate: F) -> FnHeuristic<F> {
    FnHeuristic { estimate, quality: Quality { admissible: true, consistent: false } }
}

/// An estimate of which nothing is said.
pub fn guess<F>(estimate: F) -> FnHeuristic<F> {
    FnHeuristic { estimate, quality: Quality::NONE }
}

#[cfg(test)]
impl<F> FnHeuristic<F> {
    pub(crate) fn new(estimate: F, quality: Quality) -> Self {
        Self { estimate, quality }
    }
}

/// An estimate as it is kept with a position: it need not lie at a multiple of eight bytes, which saves a third of what
/// is kept.
#[derive(Clone, Copy, Debug)]
#[repr(Rust, packed(4))]
pub struct Told(Cost);

impl<P: StateSpace, F: Fn(&P::State) -> Cost + Send + Sync> Heuristic<P> for FnHeuristic<F> {
    type Partial = Told;

    /// Nobody has checked the closure.
    const ZERO_AT_GOALS: bool = false;

    #[inline]
    fn init(&self, _: &P, s: &P::State) -> Told {
        Told((self.estimate)(s))
    }

    #[inline]
    fn update(&self, _: &P, _: Told, _: P::Move, after: &P::State) -> Told {
        Told((self.estimate)(after))
    }

    #[inline]
    fn value(&self, Told(h): Told) -> Cost {
        h
    }

    fn quality(&self, _: &P) -> Quality {
        self.quality
    }
}

/// A*: see [`BestFirst`].
pub fn astar<'s, P: StateSpace, H: Heuristic<P>>(space: &'s P, heuristic: &'s H) -> BestFirst<'s, P, H> {
    BestFirst::new(space, heuristic, Order::ASTAR)
}

/// Dijkstra's algorithm: see [`BestFirst`].
pub fn dijkstra<P: StateSpace>(space: &P) -> BestFirst<'_, P, Blind> {
    BestFirst::new(space, &Blind, Order::ASTAR)
}

/// IDA*: see [`Deepening`].
pub fn idastar<'s, P: StateSpace, H: Heuristic<P>>(space: &'s P, heuristic: &'s H) -> Deepening<'s, P, H> {
    Deepening::new(space, heuristic, DeepeningOptions::LOOKING_AHEAD)
}

/// Breadth-first search: see [`BreadthFirst`].
pub fn bfs<P: StateSpace>(space: &P) -> BreadthFirst<'_, P> {
    BreadthFirst::new(space)
}
