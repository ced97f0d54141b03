//! Stored positions with the cheapest cost known: a graph and a column of costs, for searches that reopen.

use std::hash::Hash;

use crate::meter::{Meter, Stop};
use crate::space::Cost;
use crate::store::{Costs, Graph, NodeId, Vacant};

/// The positions of one search, or of one side of it.
pub(super) struct Nodes<K, V> {
    pub(super) graph: Graph<K, V>,
    costs: Costs,
    /// Nodes that are expanded, or need not be.
    closed: usize,
}

impl<K: Eq + Hash, V: Copy> Nodes<K, V> {
    pub(super) fn new(key_heap_bytes: usize) -> Self {
        Self { graph: Graph::new(key_heap_bytes), costs: Costs::new(), closed: 0 }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.graph.bytes() + self.costs.bytes()
    }

    /// The cost of the cheapest way known.
    pub(super) fn cost(&self, node: NodeId) -> Cost {
        self.costs.get(node)
    }

    /// Whether a node waits at this cost: an entry with another cost is out of date.
    pub(super) fn is_live(&self, node: NodeId, g: Cost) -> bool {
        self.costs.get(node) == g && !self.graph.is_expanded(node)
    }

    /// How many wait.
    pub(super) fn waiting(&self) -> usize {
        self.graph.len() - self.closed
    }

    /// All that wait.
    pub(super) fn all_waiting(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.graph.len() as NodeId).filter(|&node| !self.graph.is_expanded(node))
    }

    /// Adds a position; `others` is what the search uses beside these.
    pub(super) fn add(
        &mut self,
        (vacant, key): (Vacant, K),
        parent: Option<NodeId>,
        value: V,
        g: Cost,
        meter: &mut Meter<'_>,
        others: u64,
    ) -> Result<NodeId, Stop> {
        // The cost first: whoever looks at a search that has stopped finds one with each node.
        if self.costs.push(g).is_err() {
            self.widen(g, meter, others)?;
            if self.costs.push(g).is_err() {
                self.costs.push_uncounted();
            }
        }
        let costs = self.costs.bytes();
        self.graph.insert(vacant, key, parent, value, meter, || costs + others)
    }

    /// Gives a position a cheaper way; it waits again.
    pub(super) fn lower(
        &mut self,
        node: NodeId,
        parent: NodeId,
        g: Cost,
        meter: &mut Meter<'_>,
        others: u64,
    ) -> Result<(), Stop> {
        if self.costs.set(node, g).is_err() {
            self.widen(g, meter, others)?;
            _ = self.costs.set(node, g);
        }
        self.closed -= usize::from(self.graph.is_expanded(node));
        self.graph.set_parent(node, parent);
        Ok(())
    }

    /// A position that need not be expanded, or not again.
    pub(super) fn close(&mut self, node: NodeId) {
        self.closed += usize::from(!self.graph.is_expanded(node));
        self.graph.set_expanded(node);
    }

    #[cold]
    fn widen(&mut self, cost: Cost, meter: &mut Meter<'_>, others: u64) -> Result<(), Stop> {
        meter.reserve(self.graph.bytes() + others + self.costs.bytes_to_widen(cost))?;
        self.costs.widen(cost);
        Ok(())
    }
}
