//! BAE*: the error that the estimates have shown so far is added to the sum.
//!
//! Let u wait in front and v behind, on a solution that is not found yet. Between them it costs at least
//! `h_F(u) - h_F(v)` and at least `h_B(v) - h_B(u)`, for the heuristics are consistent. Twice the whole cost is
//! therefore at least `2 g_F(u) + 2 g_B(v)` and both: the sum of what u and v are ordered by.

use super::{Alive, Rule, Seen};
use crate::engine::lists::{Ask, Lists};
use crate::meter::Stop;
use crate::space::Cost;
use crate::store::NodeId;

pub(super) struct Bae {
    sides: [Lists<1>; 2],
    bound: Cost,
}

impl Bae {
    pub(super) fn new() -> Self {
        Self { sides: [Lists::new(), Lists::new()], bound: 0 }
    }

    /// `2 g + h - h'`; the estimate back is at most g, for it is consistent.
    fn key(seen: Seen) -> Cost {
        seen.f() + seen.g.saturating_sub(seen.back)
    }
}

impl Rule for Bae {
    fn wants_both(&self) -> bool {
        true
    }

    fn push(&mut self, seen: Seen, ask: Ask<'_>) -> Result<(), Stop> {
        let others = self.sides[1 - seen.side].bytes();
        let item = (Self::key(seen), seen.g, seen.node);
        self.sides[seen.side].push(0, item, &mut |bytes| ask(others + bytes))
    }

    fn next(&mut self, alive: Alive<'_>, _: Ask<'_>) -> Result<Option<(usize, NodeId)>, Stop> {
        let mut first = |side: usize| self.sides[side].first(0, &|node, g| alive(side, node, g));
        let (Some((front, _, u)), Some((back, _, v))) = (first(0), first(1)) else { return Ok(None) };
        // Costs are whole numbers; the sum may be above what 64 bits hold.
        let half = (u128::from(front) + u128::from(back)).div_ceil(2) as Cost;
        self.bound = self.bound.max(half);
        let behind = self.sides[1].len(0) < self.sides[0].len(0);
        Ok(Some(if behind { (1, v) } else { (0, u) }))
    }

    fn bound(&self) -> Cost {
        self.bound
    }

    fn bytes(&self) -> u64 {
        self.sides.iter().map(Lists::bytes).sum()
    }

    fn rank(&self, seen: Seen) -> (Cost, Cost) {
        (Self::key(seen), 0)
    }
}
