//! Estimates of the cost to the goal, updated move by move, and what they promise.

use std::sync::Arc;

use crate::space::{Cost, StateSpace};

/// What a heuristic promises in one space and metric. A claim of optimality is computed from this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Quality {
    /// Never more than the true cost to the goal.
    pub admissible: bool,
    /// Never falls by more than the cost of a move, in either direction; implies admissible when 0 at goals.
    pub consistent: bool,
}

impl Quality {
    /// Admissible and consistent: the best there is.
    pub const CONSISTENT: Self = Self { admissible: true, consistent: true };
    /// Promises nothing.
    pub const NONE: Self = Self { admissible: false, consistent: false };

    /// What the maximum of two heuristics promises.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            admissible: self.admissible && other.admissible,
            consistent: self.consistent && other.consistent,
        }
    }
}

/// An estimate of the cost from a position to the goal. Laws: 0 at every goal (but see [`Heuristic::ZERO_AT_GOALS`]),
/// and [`DEAD_END`](crate::space::DEAD_END) only where no goal can be reached, whatever the quality.
///
/// The engines carry a small `Partial` with each node; a child's is made from its parent's, so that nothing is
/// recomputed from scratch in a search.
pub trait Heuristic<P: StateSpace>: Send + Sync {
    /// What a node carries: enough to give the value and to be updated by a move.
    type Partial: Copy + Send + Sync;

    /// Whether it is 0 at every goal, so that only positions at 0 need be asked whether they are one. A heuristic that
    /// promises nothing may be above 0 there if it says so.
    const ZERO_AT_GOALS: bool = true;

    /// The partial of a position, from scratch.
    fn init(&self, p: &P, s: &P::State) -> Self::Partial;
    /// The partial after `m`, from the one before it; `after` is the position after the move.
    /// Law: equals `init(p, after)` in value.
    fn update(&self, p: &P, old: Self::Partial, m: P::Move, after: &P::State) -> Self::Partial;
    /// The same, seen from the position before the move: for searches that make only the moves that they follow.
    /// Law: equals `update` in value.
    #[inline(always)]
    fn foresee(&self, p: &P, old: Self::Partial, m: P::Move, before: &P::State) -> Self::Partial {
        let mut after = before.clone();
        p.apply(&mut after, m);
        self.update(p, old, m, &after)
    }

    /// The estimate.
    fn value(&self, v: Self::Partial) -> Cost;
    /// What is promised in this space and metric.
    fn quality(&self, p: &P) -> Quality;

    /// What positions are compared by in searches that keep the best of many. Finer than [`Heuristic::value`]
    /// where the estimate is more exact than a whole number; in units of its own.
    #[inline]
    fn rank(&self, v: Self::Partial) -> u32 {
        coarse(self.value(v))
    }

    /// The estimate for a position, from scratch.
    fn estimate(&self, p: &P, s: &P::State) -> Cost {
        self.value(self.init(p, s))
    }
}

/// A number in 32 bits, in order: the same up to 2³¹, and above to 26 binary digits.
#[inline]
fn coarse(value: Cost) -> u32 {
    const EXACT: u32 = 31;
    const DIGITS: u32 = 26;
    let exponent = value.checked_ilog2().unwrap_or(0);
    if exponent < EXACT {
        return value as u32;
    }
    let digits = (value >> (exponent - DIGITS)) as u32 & ((1 << DIGITS) - 1);
    (1 << EXACT) + (((exponent - EXACT) << DIGITS) | digits).min((1 << EXACT) - 1)
}

/// A heuristic with which a depth-first search does better than to keep whole partials: one that reads large tables,
/// and can say beforehand which entries, or whose partials are large.
pub trait LooksAhead<P: StateSpace>: Heuristic<P> {
    /// What the search keeps for a move that it may follow.
    type Ahead: Ahead<P, Self>;
}

/// A move that a depth-first search may follow, and what it does to the partial of the position. [`Whole`] does for
/// every heuristic; those that have a better one say so by [`LooksAhead`].
///
/// The search announces all moves of a position, then looks at them, and then follows some: it has one
/// partial, which it changes and changes back.
pub trait Ahead<P: StateSpace, H: Heuristic<P> + ?Sized>: Copy + Send {
    /// Whether there is nothing to be announced, so that a search may as well keep partials itself.
    const WHOLE: bool = false;

    /// For any move of a position.
    fn new(partial: &H::Partial) -> Self;

    /// Prepares for a move that will be looked at soon, together with others: time to ask memory for what
    /// that takes, so that it need not be waited for one by one.
    fn announce(&mut self, h: &H, p: &P, s: &P::State, partial: &H::Partial, m: P::Move);

    /// A first look: an error if what is told at once is above `limit`. Otherwise time to ask memory for the
    /// rest, again together with that of other moves.
    fn glance(
        &mut self,
        h: &H,
        p: &P,
        s: &P::State,
        partial: &H::Partial,
        m: P::Move,
        limit: Cost,
    ) -> Result<(), Cost>;

    /// After a glance: the value behind the move, if it is at most `limit`. Otherwise a lower bound on it
    /// that is above `limit`: a heuristic may stop at the first of its parts that is too large. The position
    /// is the same afterwards, and a heuristic need not make the move to see what it leads to.
    fn look(
        &mut self,
        h: &H,
        p: &P,
        s: &mut P::State,
        partial: &H::Partial,
        m: P::Move,
        limit: Cost,
    ) -> Result<Cost, Cost>;

    /// Makes the partial that behind the move, which was within the limit, and the next time again what it was.
    fn exchange(&mut self, h: &H, partial: &mut H::Partial);
}

/// Keeps the whole partial behind a move, and that before it once the move has been made.
#[derive(Clone, Copy, Debug)]
pub struct Whole<T>(T);

impl<P: StateSpace, H: Heuristic<P, Partial = T> + ?Sized, T: Copy + Send> Ahead<P, H> for Whole<T> {
    const WHOLE: bool = true;

    #[inline(always)]
    fn new(partial: &T) -> Self {
        Self(*partial)
    }

    #[inline(always)]
    fn announce(&mut self, _: &H, _: &P, _: &P::State, _: &T, _: P::Move) {}

    #[inline(always)]
    fn glance(&mut self, _: &H, _: &P, _: &P::State, _: &T, _: P::Move, _: Cost) -> Result<(), Cost> {
        Ok(())
    }

    #[inline(always)]
    fn look(
        &mut self,
        h: &H,
        p: &P,
        s: &mut P::State,
        partial: &T,
        m: P::Move,
        limit: Cost,
    ) -> Result<Cost, Cost> {
        p.apply(s, m);
        self.0 = h.update(p, *partial, m, s);
        p.undo(s, m);
        match h.value(self.0) {
            value if value > limit => Err(value),
            value => Ok(value),
        }
    }

    #[inline(always)]
    fn exchange(&mut self, _: &H, partial: &mut T) {
        std::mem::swap(&mut self.0, partial);
    }
}

/// A heuristic that is borrowed, or shared, is one.
macro_rules! held {
    ($($held:ty),*) => {$(
        impl<P: StateSpace, H: Heuristic<P> + ?Sized> Heuristic<P> for $held {
            type Partial = H::Partial;
            const ZERO_AT_GOALS: bool = H::ZERO_AT_GOALS;
            #[inline(always)]
            fn init(&self, p: &P, s: &P::State) -> H::Partial {
                (**self).init(p, s)
            }
            #[inline(always)]
            fn update(&self, p: &P, old: H::Partial, m: P::Move, after: &P::State) -> H::Partial {
                (**self).update(p, old, m, after)
            }
            #[inline(always)]
            fn foresee(&self, p: &P, old: H::Partial, m: P::Move, before: &P::State) -> H::Partial {
                (**self).foresee(p, old, m, before)
            }
            #[inline(always)]
            fn value(&self, v: H::Partial) -> Cost {
                (**self).value(v)
            }
            fn quality(&self, p: &P) -> Quality {
                (**self).quality(p)
            }
            #[inline(always)]
            fn rank(&self, v: H::Partial) -> u32 {
                (**self).rank(v)
            }
            fn estimate(&self, p: &P, s: &P::State) -> Cost {
                (**self).estimate(p, s)
            }
        }
    )*};
}

held!(&H, Arc<H>, Box<H>);

/// Knows nothing: always 0. Turns A* into Dijkstra's algorithm and IDA* into iterative deepening.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<P: StateSpace> Heuristic<P> for Blind {
    type Partial = ();
    fn init(&self, _: &P, _: &P::State) {}
    fn update(&self, _: &P, _: (), _: P::Move, _: &P::State) {}
    fn value(&self, _: ()) -> Cost {
        0
    }
    fn quality(&self, _: &P) -> Quality {
        Quality::CONSISTENT
    }
}

/// The larger of two heuristics: admissible (consistent) if both are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Max<A, B>(pub A, pub B);

impl<P: StateSpace, A: Heuristic<P>, B: Heuristic<P>> Heuristic<P> for Max<A, B> {
    type Partial = (A::Partial, B::Partial);
    const ZERO_AT_GOALS: bool = A::ZERO_AT_GOALS && B::ZERO_AT_GOALS;
    fn init(&self, p: &P, s: &P::State) -> Self::Partial {
        (self.0.init(p, s), self.1.init(p, s))
    }
    fn update(&self, p: &P, (a, b): Self::Partial, m: P::Move, after: &P::State) -> Self::Partial {
        (self.0.update(p, a, m, after), self.1.update(p, b, m, after))
    }
    fn foresee(&self, p: &P, (a, b): Self::Partial, m: P::Move, before: &P::State) -> Self::Partial {
        (self.0.foresee(p, a, m, before), self.1.foresee(p, b, m, before))
    }
    fn value(&self, (a, b): Self::Partial) -> Cost {
        self.0.value(a).max(self.1.value(b))
    }
    fn estimate(&self, p: &P, s: &P::State) -> Cost {
        self.0.estimate(p, s).max(self.1.estimate(p, s))
    }
    fn quality(&self, p: &P) -> Quality {
        self.0.quality(p).and(self.1.quality(p))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coarse_numbers_are_in_order() {
        let mut last = 0;
        for exponent in 0..62 {
            for near in [0, 1, 2] {
                let rank = coarse((1 << exponent) + (near << exponent) / 3);
                assert!(rank >= last, "at 2^{exponent}");
                last = rank;
            }
        }
        assert_eq!([0, 1, 77, (1 << 31) - 1].map(coarse), [0, 1, 77, (1 << 31) - 1]);
        assert!(coarse(1 << 61) > coarse((1 << 61) - (1 << 40)), "also far up");
    }
}
