//! The contract between a puzzle and the engines, on one page.
//!
//! A space says where the search starts, which moves there are and what they cost. States are edited in
//! place (`apply`/`undo`), and packed into a canonical key where they have to be stored.
//!
//! Laws, checked for any space by the `testing` module (feature `testing`):
//!
//! 1. `undo(apply(s, m), m)` is `s`.
//! 2. `unpack(pack(s))` packs to the same key, and `pack` is canonical: equal positions have equal keys.
//! 3. `moves(s, Some(last))` is a subset of `moves(s, None)`. A move may only be dropped when what it leads to
//!    is also reached at no greater cost from the state before `last`, without it and without what else is dropped.
//! 4. `cost(m)` is at least [`StateSpace::least_cost`] and below [`UNCOUNTED`].
//!
//! Costs are whole numbers. Costs with fractions are scaled: √2 is 1414 where 1 is 1000, or 1414213562 where 1 is
//! 10⁹, and what is proven is then proven of the scaled costs. There is room for that: a way may cost 4.6 · 10¹⁸, and a
//! stored position takes more memory for its cost only if the cost needs it.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What a path costs: the sum of the costs of its moves.
pub type Cost = u64;

/// What a heuristic says of a position from which no goal can be reached. Every engine leaves such positions out, and
/// if nothing else is left, the verdict is [`Unsolvable`](crate::Verdict::Unsolvable).
pub const DEAD_END: Cost = Cost::MAX;

/// Moves and estimates are below this, or an estimate says [`DEAD_END`] (any that is not below says so). Ways that cost
/// as much are not searched, and where only those are left, a search says that it has [stopped](crate::Stop::Cost)
/// rather than that there is no solution. Far from the largest number, so that sums of two never wrap.
pub const UNCOUNTED: Cost = 1 << 62;

/// The cost of a way of cost `g`, which is below [`UNCOUNTED`], and a move behind it.
#[inline(always)]
pub(crate) fn after(g: Cost, cost: Cost) -> Cost {
    // No instruction at all where all moves cost the same, for then this is decided by the compiler.
    if cost < UNCOUNTED { g + cost } else { UNCOUNTED }
}

/// What a way of cost `g` costs with the estimate behind it; [`DEAD_END`] if there is no way on.
#[inline(always)]
pub(crate) fn through(g: Cost, h: Cost) -> Cost {
    // Nor here where estimates are kept in small numbers.
    if h < UNCOUNTED { g + h } else { DEAD_END }
}

/// A puzzle instance as the engines see it: start, goal test and moves. The module head has the laws.
///
/// A space that is borrowed, shared or boxed is one, so that a search can be begun on whatever holds it:
///
/// ```
/// use slidewise_search::*;
/// use std::sync::Arc;
///
/// let numbers = Arc::new(space(1, |&n: &u32| [(n + 3, 1), (n * 2, 1)].into_iter().filter(|&(n, _)| n <= 50), |&n| n == 50));
/// let searches = [5, 6].map(|bound| {
///     let numbers = Arc::clone(&numbers);
///     std::thread::spawn(move || astar(&numbers, &Blind).solve().solution().is_some_and(|found| found.cost <= bound))
/// });
/// assert_eq!(searches.map(|search| search.join().unwrap()), [false, true]);
/// ```
///
/// It is searched as a space without [places](StateSpace::place): what it holds may be searched faster.
pub trait StateSpace: Send + Sync {
    /// A position, unpacked, to be edited in place.
    type State: Clone + Send + Sync;
    /// A position as it is stored: packed and canonical.
    type Key: Clone + Eq + Hash + Send;
    /// A move that carries enough to undo itself.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// The moves of one position, by value, so that a depth-first search can keep it in its stack frame.
    type Moves: Iterator<Item = Self::Move> + Send;

    /// Whether IDA*, which stores nothing but its path, is to leave positions that are on the path already. It costs
    /// the packing of each position expanded and a look at one number for each on the path, and without it a search of
    /// a space with ways back grows beyond all bounds. `false` is for spaces whose `moves` leave out what leads
    /// straight back, if longer circles are too rare to be worth the look.
    const LOOKS_BACK: bool = true;

    /// The position from which the search starts.
    fn start(&self) -> Self::State;
    /// Whether the puzzle is solved in `s`.
    fn is_goal(&self, s: &Self::State) -> bool;
    /// The moves of `s`. Those that `last`, the move that led here, makes useless may be left out.
    fn moves(&self, s: &Self::State, last: Option<Self::Move>) -> Self::Moves;
    /// What one move costs; at least [`StateSpace::least_cost`].
    fn cost(&self, m: Self::Move) -> Cost;
    /// Makes the move `m`, which must be one of `moves(s, None)`.
    fn apply(&self, s: &mut Self::State, m: Self::Move);
    /// Takes back `m`, the move made last.
    fn undo(&self, s: &mut Self::State, m: Self::Move);
    /// The key under which `s` is stored.
    fn pack(&self, s: &Self::State) -> Self::Key;
    /// Makes `into` the position (or one of the equivalent positions) whose key is `k`.
    fn unpack(&self, k: &Self::Key, into: &mut Self::State);

    /// No move costs less, whatever the position. 0 for spaces with free moves: all engines search them, but those
    /// that count moves have little to prove then.
    fn least_cost(&self) -> Cost {
        1
    }

    /// Bytes that a key owns on the heap, so that memory limits hold for boxed keys too.
    fn key_heap_bytes(&self) -> usize {
        0
    }

    /// Bytes that a state owns on the heap, for searches that keep states rather than keys.
    fn state_heap_bytes(&self) -> usize {
        0
    }

    /// How many places there are, 64 at most: see [`StateSpace::place`].
    const PLACES: usize = 0;

    /// The place of positions to which `via` led: their moves depend on nothing else. [`ANYWHERE`] if they do, or if
    /// it does not pay to compile a loop for each place.
    fn place(&self, _via: Self::Move) -> usize {
        ANYWHERE
    }

    /// Hands the moves of `s` to `follow`, those of `moves(s, Some(last))` in any order, each with the place to which
    /// it leads, until it breaks off. `PLACE` is the place of `s`.
    #[inline(always)]
    fn each_move<const PLACE: usize>(
        &self,
        s: &Self::State,
        last: Self::Move,
        follow: &mut impl Follow<Self>,
    ) -> ControlFlow<()>
    where
        Self: Sized,
    {
        self.moves(s, Some(last)).try_for_each(|m| follow.follow(m, ANYWHERE))
    }
}

/// No place of its own.
pub const ANYWHERE: usize = usize::MAX;

/// Follows moves one after the other.
pub trait Follow<P: StateSpace> {
    /// Follows a move to a place.
    fn follow(&mut self, m: P::Move, place: usize) -> ControlFlow<()>;
}

/// A space whose moves can be made backwards, for searches that start at the goal as well.
///
/// Law: if `m` leads from `a` to `b`, then `inverse(m)` is a move of `b`, leads to `a` and costs the same.
pub trait Reversible: StateSpace {
    /// Every goal position, or `None` if they cannot be listed.
    fn goals(&self) -> Option<Vec<Self::State>>;
    /// The move that leads back.
    fn inverse(&self, m: Self::Move) -> Self::Move;
}

/// A space that is borrowed, shared or boxed is one.
macro_rules! held {
    ($($held:ty),*) => {$(
        impl<P: StateSpace + ?Sized> StateSpace for $held {
            type State = P::State;
            type Key = P::Key;
            type Move = P::Move;
            type Moves = P::Moves;
            const LOOKS_BACK: bool = P::LOOKS_BACK;
            #[inline(always)]
            fn start(&self) -> P::State {
                (**self).start()
            }
            #[inline(always)]
            fn is_goal(&self, s: &P::State) -> bool {
                (**self).is_goal(s)
            }
            #[inline(always)]
            fn moves(&self, s: &P::State, last: Option<P::Move>) -> P::Moves {
                (**self).moves(s, last)
            }
            #[inline(always)]
            fn cost(&self, m: P::Move) -> Cost {
                (**self).cost(m)
            }
            #[inline(always)]
            fn apply(&self, s: &mut P::State, m: P::Move) {
                (**self).apply(s, m)
            }
            #[inline(always)]
            fn undo(&self, s: &mut P::State, m: P::Move) {
                (**self).undo(s, m)
            }
            #[inline(always)]
            fn pack(&self, s: &P::State) -> P::Key {
                (**self).pack(s)
            }
            #[inline(always)]
            fn unpack(&self, k: &P::Key, into: &mut P::State) {
                (**self).unpack(k, into)
            }
            fn least_cost(&self) -> Cost {
                (**self).least_cost()
            }
            fn key_heap_bytes(&self) -> usize {
                (**self).key_heap_bytes()
            }
            fn state_heap_bytes(&self) -> usize {
                (**self).state_heap_bytes()
            }
        }

        impl<P: Reversible + ?Sized> Reversible for $held {
            fn goals(&self) -> Option<Vec<P::State>> {
                (**self).goals()
            }
            #[inline(always)]
            fn inverse(&self, m: P::Move) -> P::Move {
                (**self).inverse(m)
            }
        }
    )*};
}

held!(&P, Arc<P>, Box<P>);
