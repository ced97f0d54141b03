//! The positions of a breadth-first search in the order of their arrival: the store is the queue.

use super::Waiting;
use crate::meter::{Meter, Stop};
use crate::space::{Cost, StateSpace};
use crate::store::{Entry, Graph, NodeId};

/// Positions in layers of equal depth, numbered in order of arrival.
pub(super) struct Layers<P: StateSpace> {
    pub(super) graph: Graph<P::Key, ()>,
    /// The next node to expand.
    pub(super) cursor: NodeId,
    /// The first node beyond the layer of the cursor.
    pub(super) layer_end: NodeId,
    /// The depth of that layer.
    pub(super) depth: Cost,
}

impl<P: StateSpace> Layers<P> {
    pub(super) fn new(space: &P) -> Self {
        Self { graph: Graph::new(space.key_heap_bytes()), cursor: 0, layer_end: 0, depth: 0 }
    }

    /// Adds a position without a parent, at depth 0.
    pub(super) fn add_root(&mut self, key: P::Key, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if let Entry::Vacant(vacant) = self.graph.entry(&key) {
            self.graph.insert(vacant, key, None, (), meter, || 0)?;
            self.layer_end += 1;
        }
        Ok(())
    }

    /// Moves on to the next layer if this one is done. `false` if there is none.
    pub(super) fn enter_layer(&mut self) -> bool {
        if self.cursor == self.layer_end {
            if self.graph.len() as NodeId == self.layer_end {
                return false;
            }
            self.layer_end = self.graph.len() as NodeId;
            self.depth += 1;
        }
        true
    }

    /// The position before the one expanded last.
    pub(super) fn parent(&self) -> Option<P::Key> {
        let parent = self.graph.parent(self.cursor.checked_sub(1)?)?;
        Some(self.graph.key(parent).clone())
    }

    /// Adds the next positions to be expanded, until there are `most`.
    pub(super) fn waiting(&self, most: usize, waiting: &mut Vec<Waiting<P::Key>>) {
        for node in self.cursor..self.graph.len() as NodeId {
            if waiting.len() >= most {
                return;
            }
            let g = self.depth + Cost::from(node >= self.layer_end);
            let parent = self.graph.parent(node).map(|parent| self.graph.key(parent).clone());
            waiting.push(Waiting { position: self.graph.key(node).clone(), parent, g, h: None });
        }
    }

    /// Nodes of the current layer that are not expanded, and all of the next.
    pub(super) fn frontier(&self) -> usize {
        self.graph.len() - self.cursor as usize
    }
}
