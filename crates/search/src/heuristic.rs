//! Estimates of the cost to the goal, updated move by move, and what they promise.

use crate::space::{Cost, StateSpace};

/// What a heuristic promises in one space and metric. A claim of optimality is computed from this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub const fn and(self, other: Self) -> Self {
        Self {
            admissible: self.admissible && other.admissible,
            consistent: self.consistent && other.consistent,
        }
    }
}

/// An estimate of the cost from a position to the goal. Law: 0 at every goal.
///
/// The engines carry a small `Partial` with each node; a child's is made from its parent's, so that nothing is
/// recomputed from scratch in a search.
pub trait Heuristic<P: StateSpace>: Send + Sync {
    /// What a node carries: enough to give the value and to be updated by a move.
    type Partial: Copy + Send + Sync;
    /// What [`Heuristic::announce`] finds out for [`Heuristic::peek`]; `()` if nothing.
    type Ahead: Copy + Default + Send;

    /// The partial of a position, from scratch.
    fn init(&self, p: &P, s: &P::State) -> Self::Partial;
    /// The partial after `m`, from the one before it; `after` is the position after the move.
    /// Law: equals `init(p, after)` in value.
    fn update(&self, p: &P, old: Self::Partial, m: P::Move, after: &P::State) -> Self::Partial;
    /// The estimate.
    fn value(&self, v: Self::Partial) -> Cost;
    /// What is promised in this space and metric.
    fn quality(&self, p: &P) -> Quality;

    /// What positions are compared by in searches that keep the best of many. Finer than [`Heuristic::value`]
    /// where the estimate is more exact than a whole number; in units of its own.
    #[inline]
    fn rank(&self, v: Self::Partial) -> u32 {
        self.value(v)
    }

    /// Told that the position behind `m` will be looked at soon, together with others: time to ask memory for what
    /// that takes, so that it need not be waited for one by one.
    #[inline(always)]
    fn announce(&self, _p: &P, _s: &P::State, _old: &Self::Partial, _m: P::Move) -> Self::Ahead {
        Self::Ahead::default()
    }

    /// The partial behind the move `m` if the value there is at most `limit`. Otherwise a lower bound on the value,
    /// which is above `limit`: a heuristic may stop at the first of its parts that is too large. The position is the
    /// same afterwards, and a heuristic need not make the move to see what it leads to. `ahead` is what announcing
    /// the move returned.
    #[inline]
    fn peek(
        &self,
        p: &P,
        s: &mut P::State,
        old: Self::Partial,
        m: P::Move,
        _ahead: &Self::Ahead,
        limit: Cost,
    ) -> Result<Self::Partial, Cost> {
        p.apply(s, m);
        let new = self.update(p, old, m, s);
        p.undo(s, m);
        match self.value(new) {
            value if value > limit => Err(value),
            _ => Ok(new),
        }
    }

    /// The estimate for a position, from scratch.
    fn estimate(&self, p: &P, s: &P::State) -> Cost {
        self.value(self.init(p, s))
    }
}

/// Knows nothing: always 0. Turns A* into Dijkstra's algorithm and IDA* into iterative deepening.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<P: StateSpace> Heuristic<P> for Blind {
    type Partial = ();
    type Ahead = ();
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
    type Ahead = ();
    fn init(&self, p: &P, s: &P::State) -> Self::Partial {
        (self.0.init(p, s), self.1.init(p, s))
    }
    fn update(&self, p: &P, (a, b): Self::Partial, m: P::Move, after: &P::State) -> Self::Partial {
        (self.0.update(p, a, m, after), self.1.update(p, b, m, after))
    }
    fn value(&self, (a, b): Self::Partial) -> Cost {
        self.0.value(a).max(self.1.value(b))
    }
    fn quality(&self, p: &P) -> Quality {
        self.0.quality(p).and(self.1.quality(p))
    }
}

/// A shared heuristic is a heuristic: large tables are built once and used by many searches.
impl<P: StateSpace, H: Heuristic<P> + ?Sized> Heuristic<P> for std::sync::Arc<H> {
    type Partial = H::Partial;
    type Ahead = H::Ahead;
    fn init(&self, p: &P, s: &P::State) -> Self::Partial {
        (**self).init(p, s)
    }
    fn update(&self, p: &P, old: Self::Partial, m: P::Move, after: &P::State) -> Self::Partial {
        (**self).update(p, old, m, after)
    }
    #[inline(always)]
    fn peek(
        &self,
        p: &P,
        s: &mut P::State,
        old: Self::Partial,
        m: P::Move,
        ahead: &Self::Ahead,
        limit: Cost,
    ) -> Result<Self::Partial, Cost> {
        (**self).peek(p, s, old, m, ahead, limit)
    }
    #[inline(always)]
    fn announce(&self, p: &P, s: &P::State, old: &Self::Partial, m: P::Move) -> H::Ahead {
        (**self).announce(p, s, old, m)
    }
    fn value(&self, v: Self::Partial) -> Cost {
        (**self).value(v)
    }
    fn quality(&self, p: &P) -> Quality {
        (**self).quality(p)
    }
    fn rank(&self, v: Self::Partial) -> u32 {
        (**self).rank(v)
    }
}
