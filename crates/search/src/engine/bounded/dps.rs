//! Dynamic potential search: the node that may grow most, relative to its estimate, before it leaves the bound.

use super::{Around, Chooser, Known, Seen};
use crate::engine::lists::{Ask, Lists};
use crate::meter::Stop;
use crate::space::Cost;
use crate::store::NodeId;
use crate::verdict::Weight;

/// Binary digits behind the point of what nodes are ordered by.
const DIGITS: u32 = 20;

pub(super) struct Dps {
    weight: Weight,
    /// By the inverse of the potential at `sorted_for`.
    lists: Lists<1>,
    sorted_for: Cost,
    /// Nodes chosen since then.
    chosen: usize,
}

impl Dps {
    pub(super) fn new(weight: Weight) -> Self {
        Self { weight, lists: Lists::new(), sorted_for: 0, chosen: 0 }
    }

    /// `h / (w · fmin - g)`: the inverse of the potential, so that the least comes first; the largest number if
    /// nothing is left to grow.
    fn key(&self, g: Cost, h: Cost, fmin: Cost) -> Cost {
        let (num, den) = (u128::from(self.weight.num()), u128::from(self.weight.den()));
        let room = (num * u128::from(fmin)).saturating_sub(den * u128::from(g));
        let inverse = ((den * u128::from(h)) << DIGITS).checked_div(room);
        inverse.and_then(|inverse| Cost::try_from(inverse).ok()).unwrap_or(Cost::MAX)
    }

    fn sort(&mut self, fmin: Cost, around: &Around<'_>, ask: Ask<'_>) -> Result<(), Stop> {
        let mut all = Vec::new();
        ask(self.bytes() + (self.lists.len(0) * size_of::<(Cost, NodeId)>()) as u64)?;
        all.reserve_exact(self.lists.len(0));
        while let Some((_, g, node)) = self.lists.pop(0) {
            if (around.live)(node, g) {
                all.push((g, node));
            }
        }
        self.lists.clear(0);
        for (g, node) in all {
            let key = self.key(g, (around.h)(node), fmin);
            self.lists.push(0, (key, g, node), ask)?;
        }
        (self.sorted_for, self.chosen) = (fmin, 0);
        Ok(())
    }
}

impl Chooser for Dps {
    fn push(&mut self, seen: Seen, _: Known, ask: Ask<'_>) -> Result<(), Stop> {
        let key = self.key(seen.g, seen.h, self.sorted_for);
        self.lists.push(0, (key, seen.g, seen.node), ask)
    }

    fn next(&mut self, around: &Around<'_>, ask: Ask<'_>) -> Result<Option<NodeId>, Stop> {
        let bound = around.known.bound;
        if bound > self.sorted_for && (self.sorted_for == 0 || self.chosen >= self.lists.len(0) / 8) {
            self.sort(bound, around, ask)?;
        }
        self.chosen += 1;
        let first = self.lists.first(0, around.live);
        Ok(first.filter(|&(key, _, _)| key < Cost::MAX).map(|(_, _, node)| node))
    }

    fn bytes(&self) -> u64 {
        self.lists.bytes()
    }

    fn rank(&self, seen: Seen, _: Known) -> (Cost, Cost) {
        (self.key(seen.g, seen.h, self.sorted_for), seen.f())
    }
}
