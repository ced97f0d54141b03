use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::hill_climbing::start_bound;
use super::nodes::Nodes;
use super::path::moves_along;
use super::tree::{Probe, Tree};
use super::{End, Engine, View, Waiting, step_by_step};
use crate::heuristic::Heuristic;
use crate::meter::{Event, Meter, Stop};
use crate::space::{Cost, DEAD_END, StateSpace, UNCOUNTED, after, through};
use crate::store::{Entry, NodeId, Open};
use crate::verdict::{Solution, Verdict};

/// A*+IDA*: A* as long as there is room for what it stores, then IDA* below each position at which it left off.
///
/// - *Guarantee*: optimal with an admissible heuristic. A* stores all that leads to the positions at its edge, and IDA*
///   searches below these, to bounds that rise to the least f which is left; the heuristic need not be consistent.
/// - *Reopening*: A* expands a position again to which it finds a cheaper way.
/// - *Duplicates*: IDA* does not enter what A* has stored at no greater cost, for that is searched from there; nor
///   positions on its own path.
/// - *Ties*: A* takes the highest g first among equal f; IDA* begins below the positions of the highest g.
/// - *Memory*: up to a given number of positions, or as many as the memory limit allows, and the current path.
/// - *Reference*: Bu & Korf 2019, A*+IDA*: a simple hybrid search algorithm.
#[must_use = "a search does nothing until it is run"]
pub struct Hybrid<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    heuristic: &'s H,
    admissible: bool,
    start_bound: Cost,
    capacity: usize,
    nodes: Nodes<P::Key, H::Partial>,
    open: Open,
    state: P::State,
    /// The position that A* expanded last, or below which IDA* is.
    current: NodeId,
    /// All that is cheaper was searched.
    bound: Option<Cost>,
    /// Where A* left off, with the least f that is left below; `None` while it goes on.
    edge: Option<Vec<Below>>,
    /// Which of these is searched.
    at: usize,
    tree: Tree<'s, P, H>,
    uncounted: bool,
    end: End<P::Move>,
}

/// A position below which IDA* searches.
struct Below {
    f: Cost,
    node: NodeId,
}

impl<'s, P: StateSpace, H: Heuristic<P>> Hybrid<'s, P, H> {
    /// A search that has not begun; A* stores this many positions, and those that the last one of them leads to.
    pub fn new(space: &'s P, heuristic: &'s H, capacity: usize) -> Self {
        Self {
            space,
            heuristic,
            admissible: heuristic.quality(space).admissible,
            start_bound: start_bound(space, heuristic),
            capacity: capacity.max(1),
            nodes: Nodes::new(space.key_heap_bytes()),
            open: Open::new(),
            state: space.start(),
            current: 0,
            bound: None,
            edge: None,
            at: 0,
            tree: Tree::new(space, heuristic, false),
            uncounted: false,
            end: End::default(),
        }
    }

    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.edge.is_some() {
            return self.dive(meter);
        }
        if self.nodes.graph.len() == 0 {
            let (key, partial) = (self.space.pack(&self.state), self.heuristic.init(self.space, &self.state));
            self.reach(key, None, 0, partial, meter)?;
        }
        if self.nodes.graph.len() >= self.capacity {
            return self.turn(meter);
        }
        match self.best_first(meter) {
            // What was not expanded whole still waits, so that IDA* begins there.
            Err(Stop::Memory) => self.turn(meter),
            other => other,
        }
    }

    fn f(&self, node: NodeId) -> Cost {
        through(self.nodes.cost(node), self.heuristic.value(self.nodes.graph.value(node)))
    }

    fn best_first(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        let (f, g, node) = loop {
            match self.open.pop() {
                Some((f, g, node)) if self.nodes.is_live(node, g) => break (f, g, node),
                Some(_) => {}
                None => return self.exhausted(),
            }
        };
        self.current = node;
        self.space.unpack(self.nodes.graph.key(node), &mut self.state);
        if self.space.is_goal(&self.state) {
            return Ok(Some(self.solved(&[])));
        }
        self.raise(f, meter);
        meter.expand()?;
        let partial = self.nodes.graph.value(node);
        for m in self.space.moves(&self.state, None) {
            self.space.apply(&mut self.state, m);
            meter.stats.generated += 1;
            let key = self.space.pack(&self.state);
            let partial = self.heuristic.update(self.space, partial, m, &self.state);
            self.reach(key, Some(node), after(g, self.space.cost(m)), partial, meter)?;
            self.space.undo(&mut self.state, m);
        }
        self.nodes.close(node);
        Ok(None)
    }

    /// Takes in the position on the board, reached at cost `g`.
    fn reach(
        &mut self,
        key: P::Key,
        parent: Option<NodeId>,
        g: Cost,
        partial: H::Partial,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let f = through(g, self.heuristic.value(partial));
        if f >= UNCOUNTED {
            self.uncounted |= f != DEAD_END;
            return Ok(());
        }
        // With room for the edge, which is needed once there is no other left.
        let others = self.open.bytes() + self.edge_bytes();
        let node = match (self.nodes.graph.entry(&key), parent) {
            (Entry::Known(node), _) if g >= self.nodes.cost(node) => return Ok(()),
            (Entry::Known(node), Some(parent)) => {
                meter.stats.reopened += u64::from(self.nodes.graph.is_expanded(node));
                self.nodes.lower(node, parent, g, meter, others)?;
                node
            }
            (Entry::Vacant(vacant), _) => self.nodes.add((vacant, key), parent, partial, g, meter, others)?,
            (Entry::Known(_), None) => return Ok(()),
        };
        let stored = self.nodes.bytes() + self.edge_bytes();
        while self.open.push(f, g, node).is_err() {
            self.open.grow(f, g, &mut |bytes| meter.reserve(stored + bytes))?;
        }
        Ok(())
    }

    fn edge_bytes(&self) -> u64 {
        (self.nodes.waiting() * size_of::<Below>()) as u64
    }

    /// From A* to IDA*.
    fn turn(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        self.open = Open::new();
        self.tree.others = self.nodes.bytes() + self.edge_bytes();
        meter.reserve(self.tree.others)?;
        let mut edge: Vec<Below> = Vec::with_capacity(self.nodes.waiting());
        edge.extend(self.nodes.all_waiting().map(|node| Below { f: self.f(node), node }));
        edge.sort_unstable_by_key(|below| Reverse((self.nodes.cost(below.node), below.node)));
        self.edge = Some(edge);
        self.at = usize::MAX;
        self.next_below(meter)
    }

    /// Goes on below the position in hand.
    fn dive(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        let (space, nodes) = (self.space, &self.nodes);
        let probe = self.tree.step(meter, |state, g, _| {
            let entry = nodes.graph.entry(&space.pack(state));
            Ok(!matches!(entry, Entry::Known(node) if nodes.cost(node) <= g))
        })?;
        match probe {
            Probe::Expanded => Ok(None),
            Probe::Goal(moves, _) => Ok(Some(self.solved(&moves))),
            Probe::Done => {
                let (left, at) = (self.tree.next, self.at);
                if let Some(below) = self.edge.as_mut().and_then(|edge| edge.get_mut(at)) {
                    below.f = left;
                }
                self.next_below(meter)
            }
        }
    }

    /// Begins below the next position of the edge that is within the bound; with none left, to the next bound.
    fn next_below(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        let edge = self.edge.as_deref().unwrap_or_default();
        let within = |bound: Cost, from: usize| {
            (from..edge.len()).find(|&at| edge[at].f <= bound).map(|at| (at, edge[at].node, bound))
        };
        let next = self.bound.filter(|_| self.at != usize::MAX).and_then(|bound| within(bound, self.at + 1));
        let least = || edge.iter().map(|below| below.f).min().filter(|&f| f < UNCOUNTED);
        let Some((at, node, bound)) = next.or_else(|| within(least()?, 0)) else {
            self.uncounted |= self.tree.uncounted;
            return self.exhausted();
        };
        self.raise(bound, meter);
        (self.at, self.current) = (at, node);
        self.space.unpack(self.nodes.graph.key(node), &mut self.state);
        if self.space.is_goal(&self.state) {
            return Ok(Some(self.solved(&[])));
        }
        let (partial, g) = (self.nodes.graph.value(node), self.nodes.cost(node));
        self.tree.begin_at(self.state.clone(), partial, g, bound, meter)?;
        Ok(None)
    }

    fn exhausted(&self) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.uncounted { Err(Stop::Cost) } else { Ok(Some(Verdict::Unsolvable)) }
    }

    fn raise(&mut self, bound: Cost, meter: &mut Meter<'_>) {
        if self.bound.is_none_or(|known| bound > known) {
            self.bound = Some(bound);
            if self.admissible {
                meter.tell(Event::Bound(bound));
            }
        }
    }

    /// A solution: the way to the current node and these moves.
    fn solved(&self, below: &[P::Move]) -> Verdict<P::Move> {
        let graph = &self.nodes.graph;
        let path = graph.path(self.current);
        let mut keys: Vec<P::Key> = path.iter().skip(1).map(|&node| graph.key(node).clone()).collect();
        let mut state = self.state.clone();
        self.space.unpack(graph.key(self.current), &mut state);
        for &m in below {
            self.space.apply(&mut state, m);
            keys.push(self.space.pack(&state));
        }
        let (moves, cost) = moves_along(self.space, keys.iter());
        let proven = if self.admissible { cost } else { self.start_bound };
        Verdict::Solved(Solution::bounded(moves, cost, proven.min(cost)))
    }

    fn lower_bound(&self) -> Cost {
        if !self.admissible {
            return self.start_bound;
        }
        let most = if self.uncounted { UNCOUNTED } else { Cost::MAX };
        let least = match self.edge {
            Some(_) => self.bound,
            None => self.nodes.all_waiting().map(|node| self.f(node)).min(),
        };
        least.unwrap_or(self.start_bound).min(most).max(self.start_bound)
    }

    fn node_view(&self, node: NodeId) -> Waiting<P::Key> {
        let graph = &self.nodes.graph;
        Waiting {
            position: graph.key(node).clone(),
            parent: graph.parent(node).map(|parent| graph.key(parent).clone()),
            g: self.nodes.cost(node),
            h: Some(self.heuristic.value(graph.value(node))),
        }
    }
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for Hybrid<'_, P, H> {
    step_by_step!();

    fn view(&self) -> View<P::Key> {
        let stored = self.nodes.graph.len();
        if stored == 0 {
            return self.tree.view();
        }
        let Waiting { position, parent, g, h } = self.node_view(self.current);
        if self.edge.is_none() {
            let frontier = self.nodes.waiting();
            return View { position, parent, g, h, bound: self.bound, frontier, stored };
        }
        let view = self.tree.view();
        let parent = if self.tree.is_at_root() { parent } else { view.parent };
        View { parent, frontier: view.frontier + self.nodes.waiting(), stored: stored + view.stored, ..view }
    }

    /// Of IDA* the moves of the position in hand, then where it begins again.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        let Some(edge) = &self.edge else {
            let mut nodes: Vec<NodeId> = self.nodes.all_waiting().collect();
            nodes.sort_by_cached_key(|&node| (self.f(node), Reverse((self.nodes.cost(node), node))));
            nodes.truncate(most);
            return nodes.into_iter().map(|node| self.node_view(node)).collect();
        };
        let mut waiting = self.tree.waiting(most);
        let bound = self.bound.unwrap_or(0);
        let next = edge.iter().skip(self.at.saturating_add(1)).filter(|below| below.f <= bound);
        waiting.extend(next.take(most - waiting.len()).map(|below| self.node_view(below.node)));
        waiting
    }
}
