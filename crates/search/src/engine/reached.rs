//! The positions of a best-first search, each with the cheapest cost and the estimate: one row of a graph, so that a
//! look at a position takes one look at memory beside that at its key.

use std::hash::Hash;

use crate::meter::{Meter, Stop};
use crate::space::Cost;
use crate::store::{Costs, Graph, NodeId, Vacant};

/// Positions with keys `K` and partials `T` of their estimates.
pub(super) struct Reached<K, T> {
    pub(super) graph: Graph<K, Kept<T>>,
    /// The costs of all, once some do not fit into rows.
    wide: Option<Costs>,
    /// Whether a way was left out because its cost cannot be counted.
    pub(super) uncounted: bool,
}

/// What is kept of a position in its row.
#[derive(Clone, Copy)]
pub(super) struct Kept<T> {
    partial: T,
    /// The cost, while all are below [`WIDE`].
    g: u16,
}

/// Costs from here on are kept beside the rows.
const WIDE: Cost = u16::MAX as Cost;

impl<K: Eq + Hash, T: Copy> Reached<K, T> {
    pub(super) fn new(key_heap_bytes: usize) -> Self {
        Self { graph: Graph::new(key_heap_bytes), wide: None, uncounted: false }
    }

    pub(super) fn len(&self) -> usize {
        self.graph.len()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.graph.bytes() + self.wide.as_ref().map_or(0, Costs::bytes)
    }

    /// The cost of the cheapest way known.
    #[inline(always)]
    pub(super) fn cost(&self, node: NodeId) -> Cost {
        match &self.wide {
            None => self.graph.value(node).g.into(),
            Some(costs) => costs.get(node),
        }
    }

    #[inline]
    pub(super) fn partial(&self, node: NodeId) -> T {
        self.graph.value(node).partial
    }

    /// Whether a node waits at this cost: an entry with another cost is out of date.
    #[inline]
    pub(super) fn is_live(&self, node: NodeId, g: Cost) -> bool {
        self.cost(node) == g && !self.graph.is_expanded(node)
    }

    /// Adds a position, also one whose cost cannot be counted, which is not to be searched. `others` is what the search
    /// uses beside these.
    #[inline]
    pub(super) fn add(
        &mut self,
        (vacant, key): (Vacant, K),
        parent: Option<NodeId>,
        partial: T,
        g: Cost,
        meter: &mut Meter<'_>,
        others: impl Fn() -> u64,
    ) -> Result<NodeId, Stop> {
        let kept = Kept { partial, g: g.min(WIDE) as u16 };
        let wide = self.wide.as_ref().map_or(0, Costs::bytes);
        let node = self.graph.insert(vacant, key, parent, kept, meter, || wide + others())?;
        let has_room = match &mut self.wide {
            None => g < WIDE,
            Some(costs) => costs.push(g).is_ok(),
        };
        if !has_room {
            self.add_wider(g, meter, others())?;
        }
        Ok(node)
    }

    /// Takes in the cost of the node added last, for which there is no room yet.
    #[cold]
    #[inline(never)]
    fn add_wider(&mut self, g: Cost, meter: &mut Meter<'_>, others: u64) -> Result<(), Stop> {
        self.widen(g, meter, others)?;
        if let Some(costs) = &mut self.wide
            && costs.push(g).is_err()
        {
            costs.push_uncounted();
            self.uncounted = true;
        }
        Ok(())
    }

    /// Makes room for a cost beside the rows: for all nodes but the last.
    #[cold]
    fn widen(&mut self, g: Cost, meter: &mut Meter<'_>, others: u64) -> Result<(), Stop> {
        let known = self.wide.take().unwrap_or_else(|| {
            let mut costs = Costs::new();
            for node in 0..self.graph.len() as NodeId - 1 {
                _ = costs.push(self.graph.value(node).g.into());
            }
            costs
        });
        let asked = meter.reserve(self.graph.bytes() + others + known.bytes_to_widen(g));
        let costs = self.wide.insert(known);
        asked.map(|()| costs.widen(g))
    }

    /// Gives a position a cheaper way; it waits again.
    #[inline]
    pub(super) fn lower(&mut self, node: NodeId, parent: NodeId, g: Cost) {
        self.graph.set_parent(node, parent);
        match &mut self.wide {
            // Below a cost that fits, so it fits.
            None => self.graph.value_mut(node).g = g as u16,
            Some(costs) => _ = costs.set(node, g),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::{Cancel, Limits};
    use crate::space::UNCOUNTED;
    use crate::store::Entry;

    fn add(reached: &mut Reached<u64, u8>, key: u64, g: Cost, meter: &mut Meter<'_>) -> NodeId {
        let Entry::Vacant(vacant) = reached.graph.entry(&key) else { panic!("{key} is there") };
        reached.add((vacant, key), None, key as u8, g, meter, || 0).unwrap()
    }

    /// Costs are kept through all widths, and can be lowered in each.
    #[test]
    fn costs_of_any_size_are_kept() {
        let mut meter_observer = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut meter_observer);
        let mut reached = Reached::<u64, u8>::new(0);
        let costs = [3, 65_534, 65_535, 70_000, u64::from(u32::MAX) + 5, 1 << 61, 9];
        for (i, &g) in costs.iter().enumerate() {
            assert_eq!(add(&mut reached, i as u64, g, &mut meter), i as NodeId);
            for (earlier, &g) in costs[..=i].iter().enumerate() {
                assert_eq!(reached.cost(earlier as NodeId), g);
            }
        }
        assert!(!reached.uncounted);
        add(&mut reached, 99, UNCOUNTED, &mut meter);
        assert!(reached.uncounted);
        reached.lower(5, 0, 1 << 60);
        reached.lower(1, 0, 2);
        assert_eq!((reached.cost(5), reached.cost(1), reached.cost(6)), (1 << 60, 2, 9));
        assert_eq!(reached.partial(4), 4);
    }
}
