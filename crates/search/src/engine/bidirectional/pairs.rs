//! The pairs of waiting nodes at which no solution can be ruled out yet: what NBS and DVCBS choose from.
//!
//! A pair cannot be ruled out below `max(f_F(u), f_B(v), g_F(u) + g_B(v) + ε)`. Nodes whose f is at most the bound are
//! *ready*, by g; the others wait by f. There is a pair at the bound if the least g of both ends that are ready make
//! one; if they do not, the bound rises to the next value at which one can be.

use std::collections::BTreeMap;

use super::{Alive, Seen};
use crate::engine::lists::{Ask, Item, Lists};
use crate::meter::Stop;
use crate::space::Cost;

/// By f: nodes above the bound.
const WAITING: usize = 0;
/// By g: nodes at the bound or below.
const READY: usize = 1;

/// What an entry of a [`BTreeMap`] takes, with its share of the tree.
const BYTES_PER_COUNT: u64 = 32;

pub(super) struct Pairs {
    sides: [Lists<2>; 2],
    /// How many are ready at each g, if that is counted.
    counts: Option<[BTreeMap<Cost, usize>; 2]>,
    pub(super) least_cost: Cost,
    pub(super) bound: Cost,
}

impl Pairs {
    pub(super) fn new(least_cost: Cost, counted: bool) -> Self {
        let counts = counted.then(Default::default);
        Self { sides: [Lists::new(), Lists::new()], counts, least_cost, bound: 0 }
    }

    pub(super) fn bytes(&self) -> u64 {
        let counts = self.counts.iter().flatten().map(|counts| counts.len() as u64 * BYTES_PER_COUNT);
        self.sides.iter().map(Lists::bytes).sum::<u64>() + counts.sum::<u64>()
    }

    /// How many are ready at each g, of each end; nothing if that is not counted.
    pub(super) fn counts(&self) -> Option<&[BTreeMap<Cost, usize>; 2]> {
        self.counts.as_ref()
    }

    pub(super) fn push(&mut self, seen: Seen, ask: Ask<'_>) -> Result<(), Stop> {
        if seen.f() <= self.bound {
            self.make_ready(seen.side, (seen.g, seen.g, seen.node), ask)
        } else {
            self.put(seen.side, WAITING, (seen.f(), seen.g, seen.node), ask)
        }
    }

    pub(super) fn withdraw(&mut self, seen: Seen) {
        if seen.f() <= self.bound {
            self.count_down(seen.side, seen.g);
        }
    }

    /// The node of least g that is ready at an end.
    pub(super) fn first(&mut self, side: usize, alive: Alive<'_>) -> Option<Item> {
        self.sides[side].first(READY, &|node, g| alive(side, node, g))
    }

    /// Takes that node, which is then expanded: counts are of nodes on the list.
    pub(super) fn take(&mut self, side: usize) {
        if let Some((_, g, _)) = self.sides[side].pop(READY) {
            self.count_down(side, g);
        }
    }

    /// Raises the bound until there is a pair at it, and makes ready what is then. `false` if nothing is left at one of
    /// the ends.
    pub(super) fn settle(&mut self, alive: Alive<'_>, ask: Ask<'_>) -> Result<bool, Stop> {
        loop {
            let mut next: Option<Cost> = None;
            let mut least = [None; 2];
            for (side, least) in least.iter_mut().enumerate() {
                let above = self.ready_at_bound(side, alive, ask)?;
                *least = self.first(side, alive).map(|(g, _, _)| g);
                if above.is_none() && least.is_none() {
                    return Ok(false);
                }
                next = [next, above].into_iter().flatten().min();
            }
            if let [Some(front), Some(back)] = least {
                let sum = front + back + self.least_cost;
                if sum <= self.bound {
                    return Ok(true);
                }
                next = Some(next.map_or(sum, |next| next.min(sum)));
            }
            // Some node waits above the bound, or both ends have one that is ready.
            self.bound = next.unwrap_or(self.bound + 1);
        }
    }

    /// Makes ready what is at the bound or below; returns the least f above.
    fn ready_at_bound(&mut self, side: usize, alive: Alive<'_>, ask: Ask<'_>) -> Result<Option<Cost>, Stop> {
        while let Some((f, g, node)) = self.sides[side].first(WAITING, &|node, g| alive(side, node, g)) {
            if f > self.bound {
                return Ok(Some(f));
            }
            self.sides[side].pop(WAITING);
            self.make_ready(side, (g, g, node), ask)?;
        }
        Ok(None)
    }

    fn make_ready(&mut self, side: usize, item: Item, ask: Ask<'_>) -> Result<(), Stop> {
        self.put(side, READY, item, ask)?;
        if let Some(counts) = &mut self.counts {
            *counts[side].entry(item.1).or_default() += 1;
        }
        Ok(())
    }

    fn put(&mut self, side: usize, list: usize, item: Item, ask: Ask<'_>) -> Result<(), Stop> {
        let others = self.bytes() - self.sides[side].bytes();
        self.sides[side].push(list, item, &mut |bytes| ask(others + bytes))
    }

    fn count_down(&mut self, side: usize, g: Cost) {
        if let Some(counts) = &mut self.counts
            && let Some(count) = counts[side].get_mut(&g)
        {
            *count -= 1;
            if *count == 0 {
                counts[side].remove(&g);
            }
        }
    }
}
