//! Explicit estimation search: what seems near by corrected estimates, as long as the bound allows it.
//!
//! The correction is one number for the whole search: how much cost was spent for each unit by which the estimate fell,
//! over the best child of every expansion, and as if the first estimate had been right once. A node's corrected
//! estimate is fixed when the node is pushed. Distance to a goal is measured in the same unit: spaces give no second
//! estimate of the number of moves.

use super::{Around, Chooser, Known, Seen, limit};
use crate::engine::lists::{Ask, Lists};
use crate::meter::Stop;
use crate::space::{Cost, through};
use crate::store::NodeId;
use crate::verdict::Weight;

/// By corrected sum: all nodes.
const ALL: usize = 0;
/// By corrected sum: nodes that are not in the focal list.
const BEYOND: usize = 1;
/// By corrected estimate: nodes whose corrected sum is within the weight of the least.
const FOCAL: usize = 2;

/// Estimates are corrected by this factor at most: a search that has learnt nothing yet is not to run away.
const MOST: u128 = 8;

pub(super) struct Ees {
    weight: Weight,
    lists: Lists<3>,
    /// The corrected estimates of nodes, by number.
    corrected: Vec<Cost>,
    /// Nodes with a corrected sum up to this are on the focal list.
    limit: Cost,
    /// What was spent by the best moves of expanded nodes, and by how much the estimate fell.
    spent: u128,
    fell: i128,
}

impl Ees {
    pub(super) fn new(weight: Weight) -> Self {
        Self { weight, lists: Lists::new(), corrected: Vec::new(), limit: 0, spent: 0, fell: 0 }
    }

    fn correct(&self, h: Cost) -> Cost {
        let (spent, fell) = (self.spent, u128::try_from(self.fell).unwrap_or(0));
        let most = u128::from(h) * MOST;
        let corrected = match u128::from(h).checked_mul(spent) {
            Some(product) if fell > 0 => (product / fell).clamp(h.into(), most),
            _ => {
                if spent > 0 {
                    most
                } else {
                    h.into()
                }
            }
        };
        Cost::try_from(corrected).unwrap_or(Cost::MAX)
    }

    fn column_bytes(&self) -> u64 {
        (self.corrected.capacity() * size_of::<Cost>()) as u64
    }

    fn put(&mut self, list: usize, item: (Cost, Cost, NodeId), ask: Ask<'_>) -> Result<(), Stop> {
        let column = self.column_bytes();
        self.lists.push(list, item, &mut |bytes| ask(column + bytes))
    }

    fn note(&mut self, node: usize, corrected: Cost, ask: Ask<'_>) -> Result<(), Stop> {
        if node >= self.corrected.capacity() {
            let more = node + 1 - self.corrected.len() + node / 8 + 64;
            ask(self.bytes() + (more * size_of::<Cost>()) as u64)?;
            self.corrected.reserve_exact(more);
        }
        if node >= self.corrected.len() {
            self.corrected.resize(node + 1, 0);
        }
        self.corrected[node] = corrected;
        Ok(())
    }

    /// The corrected sum of a node that waits at cost `g`.
    fn sum(&self, g: Cost, node: NodeId) -> Cost {
        through(g, self.corrected[node as usize])
    }

    /// Brings the focal list up to the least corrected sum, which may also have fallen.
    fn refocus(&mut self, least: Cost, around: &Around<'_>, ask: Ask<'_>) -> Result<(), Stop> {
        self.limit = limit(self.weight, least);
        while let Some((sum, g, node)) = self.lists.first(BEYOND, around.live)
            && sum <= self.limit
        {
            self.lists.pop(BEYOND);
            self.put(FOCAL, (sum - g, g, node), ask)?;
        }
        while let Some((_, g, node)) = self.lists.first(FOCAL, around.live)
            && self.sum(g, node) > self.limit
        {
            self.lists.pop(FOCAL);
            self.put(BEYOND, (self.sum(g, node), g, node), ask)?;
        }
        Ok(())
    }
}

impl Chooser for Ees {
    fn push(&mut self, seen: Seen, _: Known, ask: Ask<'_>) -> Result<(), Stop> {
        if self.spent == 0 {
            // The start: its estimate counts as right once.
            (self.spent, self.fell) = (u128::from(seen.h), i128::from(seen.h));
        }
        let corrected = self.correct(seen.h);
        self.note(seen.node as usize, corrected, ask)?;
        let sum = through(seen.g, corrected);
        self.put(ALL, (sum, seen.g, seen.node), ask)?;
        if sum <= self.limit {
            self.put(FOCAL, (corrected, seen.g, seen.node), ask)
        } else {
            self.put(BEYOND, (sum, seen.g, seen.node), ask)
        }
    }

    fn next(&mut self, around: &Around<'_>, ask: Ask<'_>) -> Result<Option<NodeId>, Stop> {
        let Some((least, _, likely)) = self.lists.first(ALL, around.live) else { return Ok(None) };
        self.refocus(least, around, ask)?;
        let within = limit(self.weight, around.known.bound);
        if let Some((_, g, near)) = self.lists.first(FOCAL, around.live)
            && self.sum(g, near) <= within
        {
            return Ok(Some(near));
        }
        Ok((least <= within).then_some(likely))
    }

    fn expanded(&mut self, h: Cost, cost: Cost, best: Cost) {
        self.spent += u128::from(cost);
        self.fell += i128::from(h) - i128::from(best);
    }

    fn bytes(&self) -> u64 {
        self.lists.bytes() + self.column_bytes()
    }

    fn rank(&self, seen: Seen, known: Known) -> (Cost, Cost) {
        // A limit may have come between a node and its note.
        if seen.node as usize >= self.corrected.len() {
            return (seen.f(), seen.h);
        }
        let sum = self.sum(seen.g, seen.node);
        if sum <= self.limit.min(limit(self.weight, known.bound)) {
            (0, self.corrected[seen.node as usize])
        } else {
            (sum, 0)
        }
    }
}
