//! Breadth-first search. Finds a solution of the fewest moves, which is the cheapest when all moves cost the same;
//! it looks whether they do. Memory: every position seen. The queue is the store itself, in order of arrival.

use std::ops::ControlFlow;

use super::path::moves_to;
use super::{Engine, View, Waiting, stepped};
use crate::meter::{Event, Meter, Stop};
use crate::space::{Cost, StateSpace};
use crate::store::{Entry, Graph, NodeId};
use crate::verdict::{Solution, Verdict};

/// Breadth-first search.
pub struct BreadthFirst<'s, P: StateSpace> {
    space: &'s P,
    layers: Layers<P>,
    state: P::State,
    /// Whether every move made so far cost 1, so that depth is cost.
    unit_costs: bool,
}

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

    /// The next positions to be expanded.
    pub(super) fn waiting(&self) -> impl Iterator<Item = Waiting<P::Key>> {
        let g = |node| self.depth + Cost::from(node >= self.layer_end);
        let waiting = self.cursor..self.graph.len() as NodeId;
        waiting.map(move |node| Waiting { position: self.graph.key(node).clone(), g: g(node), h: None })
    }

    /// Nodes of the current layer that are not expanded, and all of the next.
    pub(super) fn frontier(&self) -> usize {
        self.graph.len() - self.cursor as usize
    }
}

impl<'s, P: StateSpace> BreadthFirst<'s, P> {
    /// A search that has not begun.
    pub fn new(space: &'s P) -> Self {
        Self { space, layers: Layers::new(space), state: space.start(), unit_costs: true }
    }

    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.layers.graph.len() == 0 {
            if self.space.is_goal(&self.state) {
                return Ok(Some(Verdict::Solved(Solution::bounded(Vec::new(), 0, 0))));
            }
            self.layers.add_root(self.space.pack(&self.state), meter)?;
        }
        let depth_before = self.layers.depth;
        if !self.layers.enter_layer() {
            return Ok(Some(Verdict::Unsolvable));
        }
        if self.layers.depth > depth_before {
            meter.tell(Event::Bound(self.layers.depth + 1));
        }
        meter.expand()?;
        let node = self.layers.cursor;
        self.layers.cursor += 1;
        self.space.unpack(self.layers.graph.key(node), &mut self.state);
        Ok(self.expand(node, meter)?.map(|goal| Verdict::Solved(self.solution(goal))))
    }

    /// Stores the neighbours of the position on the board; returns the first that is a goal.
    fn expand(&mut self, node: NodeId, meter: &mut Meter<'_>) -> Result<Option<NodeId>, Stop> {
        for m in self.space.moves(&self.state, None) {
            self.unit_costs &= self.space.cost(m) == 1;
            self.space.apply(&mut self.state, m);
            meter.stats.generated += 1;
            let key = self.space.pack(&self.state);
            if let Entry::Vacant(vacant) = self.layers.graph.entry(&key) {
                let id = self.layers.graph.insert(vacant, key, Some(node), (), meter, || 0)?;
                if self.space.is_goal(&self.state) {
                    return Ok(Some(id));
                }
            }
            self.space.undo(&mut self.state, m);
        }
        Ok(None)
    }

    fn solution(&self, goal: NodeId) -> Solution<P::Move> {
        let (moves, cost) = moves_to(self.space, &self.layers.graph, goal);
        let lower_bound = if self.unit_costs { cost } else { self.lower_bound().min(cost) };
        Solution::bounded(moves, cost, lower_bound)
    }

    /// No goal lies at the depth being expanded or above it, and a move costs at least 1.
    fn lower_bound(&self) -> Cost {
        self.layers.depth + 1
    }
}

impl<P: StateSpace> Engine<P> for BreadthFirst<'_, P> {
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        let advanced = self.advance(meter);
        stepped(advanced, |_| self.lower_bound())
    }

    fn view(&self) -> View<P::Key> {
        let last = self.layers.cursor.checked_sub(1);
        View {
            position: last
                .map_or_else(|| self.space.pack(&self.state), |node| self.layers.graph.key(node).clone()),
            parent: self.layers.parent(),
            g: self.layers.depth,
            h: None,
            bound: None,
            frontier: self.layers.frontier(),
            stored: self.layers.graph.len(),
        }
    }

    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        self.layers.waiting().take(most).collect()
    }
}
