//! Optimistic search: a weight beyond the bound first, and the proof afterwards.

use super::{Around, Chooser, Known, Seen};
use crate::engine::lists::{Ask, Lists};
use crate::meter::Stop;
use crate::space::Cost;
use crate::store::NodeId;
use crate::verdict::Weight;

pub(super) struct Optimistic {
    /// `w` is `num / den`, and the larger weight `(2 num - den) / den`.
    num: Cost,
    den: Cost,
    /// By the sum with the larger weight.
    lists: Lists<1>,
}

impl Optimistic {
    pub(super) fn new(weight: Weight) -> Self {
        let (num, den) = (Cost::from(weight.num()), Cost::from(weight.den()));
        Self { num: 2 * num - den, den, lists: Lists::new() }
    }

    /// The sum by the larger weight, times the denominator; sums that are cut off are in no order.
    fn sum(&self, seen: Seen) -> Cost {
        self.den.saturating_mul(seen.g).saturating_add(self.num.saturating_mul(seen.h))
    }
}

impl Chooser for Optimistic {
    fn push(&mut self, seen: Seen, _: Known, ask: Ask<'_>) -> Result<(), Stop> {
        self.lists.push(0, (self.sum(seen), seen.g, seen.node), ask)
    }

    fn next(&mut self, around: &Around<'_>, _: Ask<'_>) -> Result<Option<NodeId>, Stop> {
        let best = around.known.best;
        let is_promising = |sum: Cost| best.is_none_or(|best| sum < self.den.saturating_mul(best));
        Ok(self.lists.first(0, around.live).filter(|&(sum, _, _)| is_promising(sum)).map(|(_, _, node)| node))
    }

    fn bytes(&self) -> u64 {
        self.lists.bytes()
    }

    fn rank(&self, seen: Seen, known: Known) -> (Cost, Cost) {
        let sum = self.sum(seen);
        match known.best {
            Some(best) if sum >= self.den.saturating_mul(best) => (Cost::MAX, seen.f()),
            _ => (sum, 0),
        }
    }
}
