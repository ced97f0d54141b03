use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::hill_climbing::start_bound;
use super::path::moves_along;
use super::{End, Engine, View, Waiting, step_by_step};
use crate::heuristic::Heuristic;
use crate::meter::{Event, Meter, Stop};
use crate::space::{Cost, DEAD_END, StateSpace, UNCOUNTED, after, through};
use crate::verdict::{Solution, Verdict};

/// Simplified memory-bounded A*: A* on a tree of at most a given number of positions. When there is no room, the worst
/// leaf is forgotten, and the position before it remembers what it was worth.
///
/// - *Guarantee*: the cheapest of the solutions whose positions fit, with an admissible heuristic; optimal if no way
///   was cut off that could have been cheaper, and only then it says so. If none fits, it [stops](Stop::Memory).
/// - *Order*: the least f first, the deepest among equals; forgotten is the highest f, the shallowest among equals. f
///   never falls along a way.
/// - *Duplicates*: positions on the way to a position are left out behind it; others are not known.
/// - *Memory*: as many positions as are given, at least two, and for each of them the moves to what was forgotten
///   behind it.
/// - *References*: Russell 1992, Efficient memory-bounded search methods; all successors of a position are made at
///   once, as by Lovinger & Zhang 2017, Enhanced simplified memory-bounded A*.
#[must_use = "a search does nothing until it is run"]
pub struct Sma<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    heuristic: &'s H,
    admissible: bool,
    capacity: usize,
    nodes: Vec<Option<Node<P, H>>>,
    free: Vec<usize>,
    /// Positions with something left to expand, the best first.
    open: BTreeSet<Rank>,
    /// Positions without successors in memory, the one to be forgotten last.
    leaves: BTreeSet<Rank>,
    /// What the lists of forgotten successors have room for, all together.
    room_to_forget: usize,
    /// The least f of what was cut off because its way does not fit.
    cut: Cost,
    /// The position that is being expanded: it has no rank for the time.
    busy: Option<usize>,
    uncounted: bool,
    told: Cost,
    state: P::State,
    begun: bool,
    seen: View<P::Key>,
    end: End<P::Move>,
}

/// By how many positions room grows at most.
const MOST: usize = 1 << 12;

/// Least f first, then the deepest.
type Rank = (Cost, Reverse<u32>, usize);

struct Node<P: StateSpace, H: Heuristic<P>> {
    key: P::Key,
    partial: H::Partial,
    parent: Option<(usize, P::Move)>,
    depth: u32,
    g: Cost,
    /// The least f of what is left to be expanded here.
    f: Cost,
    expanded: bool,
    /// Successors in memory.
    children: u32,
    /// Successors that are not, with the least f behind them.
    forgotten: Vec<(P::Move, Cost)>,
}

impl<P: StateSpace, H: Heuristic<P>> Node<P, H> {
    fn rank(&self, id: usize) -> Rank {
        (self.f, Reverse(self.depth), id)
    }

    fn is_open(&self) -> bool {
        !self.expanded || !self.forgotten.is_empty()
    }
}

impl<'s, P: StateSpace, H: Heuristic<P>> Sma<'s, P, H> {
    /// A search that has not begun and keeps at most so many positions, at least two.
    pub fn new(space: &'s P, heuristic: &'s H, capacity: usize) -> Self {
        let state = space.start();
        let seen = View::of_start(space, heuristic);
        Self {
            space,
            heuristic,
            admissible: heuristic.quality(space).admissible,
            capacity: capacity.max(2),
            nodes: Vec::new(),
            free: Vec::new(),
            open: BTreeSet::new(),
            leaves: BTreeSet::new(),
            room_to_forget: 0,
            cut: Cost::MAX,
            busy: None,
            uncounted: false,
            told: 0,
            state,
            begun: false,
            seen,
            end: End::default(),
        }
    }

    fn node(&self, id: usize) -> &Node<P, H> {
        self.nodes[id].as_ref().expect("only what is in memory is named")
    }

    fn node_mut(&mut self, id: usize) -> &mut Node<P, H> {
        self.nodes[id].as_mut().expect("only what is in memory is named")
    }

    fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if !self.begun {
            self.begun = true;
            let partial = self.heuristic.init(self.space, &self.state);
            let f = self.heuristic.value(partial);
            if f < UNCOUNTED {
                self.add(Node {
                    key: self.space.pack(&self.state),
                    partial,
                    parent: None,
                    depth: 0,
                    g: 0,
                    f,
                    expanded: false,
                    children: 0,
                    forgotten: Vec::new(),
                });
            }
        }
        let Some(&(f, _, id)) = self.open.first() else {
            return match (self.cut, self.uncounted) {
                (Cost::MAX, false) => Ok(Some(Verdict::Unsolvable)),
                (Cost::MAX, true) => Err(Stop::Cost),
                _ => Err(Stop::Memory),
            };
        };
        if let Some(node) = &self.nodes[id] {
            self.space.unpack(&node.key, &mut self.state);
        }
        if self.space.is_goal(&self.state) {
            return Ok(Some(Verdict::Solved(self.solution(id))));
        }
        self.tell(f, meter);
        meter.expand()?;
        self.look(id);
        self.expand(id, meter)?;
        // With what was forgotten meanwhile.
        meter.reserve(self.bytes())?;
        Ok(None)
    }

    fn add(&mut self, node: Node<P, H>) {
        let id = self.free.pop().unwrap_or_else(|| {
            self.nodes.push(None);
            self.nodes.len() - 1
        });
        self.open.insert(node.rank(id));
        self.leaves.insert(node.rank(id));
        self.nodes[id] = Some(node);
    }

    /// Makes the successors of the position on the board: all, or those that were forgotten. Without room for them, it
    /// is left as it was.
    fn expand(&mut self, id: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let mut made = Vec::new();
        for m in self.space.moves(&self.state, None) {
            if let Some(least) = self.worth(id, m) {
                self.space.apply(&mut self.state, m);
                meter.stats.generated += 1;
                made.extend(self.successor(id, m, least));
                self.space.undo(&mut self.state, m);
            }
        }
        self.make_room(&made, meter)?;
        let rank = self.node(id).rank(id);
        self.open.remove(&rank);
        self.leaves.remove(&rank);
        self.busy = Some(id);
        self.node_mut(id).expanded = true;
        self.room_to_forget -= std::mem::take(&mut self.node_mut(id).forgotten).capacity();
        // The best last, so that it is not forgotten for the sake of the others.
        made.sort_by_key(|node| Reverse(node.f));
        for node in made {
            self.keep(id, node);
        }
        self.busy = None;
        self.settle(id);
        Ok(())
    }

    /// The least f that is known to be behind a move that is to be made; `None` if what it leads to is in memory, or
    /// led nowhere.
    fn worth(&self, id: usize, m: P::Move) -> Option<Cost> {
        let node = self.node(id);
        if !node.expanded {
            return Some(node.f);
        }
        node.forgotten.iter().find(|&&(known, _)| known == m).map(|&(_, f)| f)
    }

    /// Makes room for successors, as far as they may be kept.
    fn make_room(&mut self, made: &Vec<Node<P, H>>, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let heap = self.space.key_heap_bytes();
        let beside = made.capacity() * size_of::<Node<P, H>>() + made.len() * heap;
        let slots = made.len().saturating_sub(self.free.len()).min(self.capacity - self.nodes.len());
        let mut more = 0;
        if self.nodes.len() + slots > self.nodes.capacity() {
            more = self.nodes.len().clamp(slots, slots.max(MOST)).min(self.capacity - self.nodes.len());
        }
        meter.reserve(self.bytes() + (more * self.slot_bytes() + beside) as u64)?;
        if more > 0 {
            self.nodes.reserve_exact(more);
        }
        Ok(())
    }

    /// Notes a successor that is not in memory.
    fn remember(&mut self, id: usize, m: P::Move, f: Cost) {
        let forgotten = &mut self.node_mut(id).forgotten;
        let before = forgotten.capacity();
        forgotten.push((m, f));
        let more = forgotten.capacity() - before;
        self.room_to_forget += more;
    }

    /// Takes a position out of memory.
    fn take(&mut self, id: usize) -> Option<Node<P, H>> {
        let node = self.nodes[id].take()?;
        self.room_to_forget -= node.forgotten.capacity();
        self.free.push(id);
        Some(node)
    }

    /// The position on the board as a successor, unless it leads nowhere or does not fit.
    fn successor(&mut self, id: usize, m: P::Move, least: Cost) -> Option<Node<P, H>> {
        let parent = self.node(id);
        let (depth, g) = (parent.depth + 1, after(parent.g, self.space.cost(m)));
        let partial = self.heuristic.update(self.space, parent.partial, m, &self.state);
        let own = through(g, self.heuristic.value(partial));
        if own >= UNCOUNTED {
            self.uncounted |= own != DEAD_END;
            return None;
        }
        let (key, f) = (self.space.pack(&self.state), own.max(least));
        let mut before = Some(id);
        while let Some(at) = before {
            if self.node(at).key == key {
                return None;
            }
            before = self.node(at).parent.map(|(parent, _)| parent);
        }
        if depth as usize + 1 > self.capacity
            || depth as usize + 1 == self.capacity && !self.space.is_goal(&self.state)
        {
            self.cut = self.cut.min(f);
            return None;
        }
        let parent = Some((id, m));
        let forgotten = Vec::new();
        Some(Node { key, partial, parent, depth, g, f, expanded: false, children: 0, forgotten })
    }

    /// Takes a successor in, or forgets it or something worse if there is no room.
    fn keep(&mut self, id: usize, node: Node<P, H>) {
        if self.len() == self.capacity {
            match self.leaves.last() {
                Some(&worst) if (node.f, Reverse(node.depth)) <= (worst.0, worst.1) => self.forget(worst),
                _ => {
                    if let Some((_, m)) = node.parent {
                        self.remember(id, m, node.f);
                    }
                    return;
                }
            }
        }
        self.node_mut(id).children += 1;
        self.add(node);
    }

    /// Takes a leaf out of memory; the position before it remembers what is behind it.
    fn forget(&mut self, rank: Rank) {
        let (f, _, id) = rank;
        self.open.remove(&rank);
        self.leaves.remove(&rank);
        let Some((parent, m)) = self.take(id).and_then(|node| node.parent) else { return };
        self.node_mut(parent).children -= 1;
        self.remember(parent, m, f);
        if self.busy != Some(parent) {
            self.settle(parent);
        }
    }

    /// Gives a position its rank after its successors have changed; what leads nowhere is taken out.
    fn settle(&mut self, id: usize) {
        let old = self.node(id).rank(id);
        self.open.remove(&old);
        self.leaves.remove(&old);
        let node = self.node_mut(id);
        if let Some(least) = node.forgotten.iter().map(|&(_, f)| f).min() {
            node.f = least;
        } else if node.children == 0 {
            return self.drop_dead(id);
        }
        let rank = self.node(id).rank(id);
        if self.node(id).is_open() {
            self.open.insert(rank);
        }
        if self.node(id).children == 0 {
            self.leaves.insert(rank);
        }
    }

    /// Takes a position out from which nothing leads on, and those before it of which the same is then true.
    fn drop_dead(&mut self, id: usize) {
        let Some(node) = self.take(id) else { return };
        if let Some((parent, _)) = node.parent {
            self.node_mut(parent).children -= 1;
            self.settle(parent);
        }
    }

    fn tell(&mut self, f: Cost, meter: &mut Meter<'_>) {
        let bound = f.min(self.cut);
        if self.admissible && bound > self.told {
            self.told = bound;
            meter.tell(Event::Bound(bound));
        }
    }

    fn look(&mut self, id: usize) {
        let node = self.node(id);
        self.seen = View {
            position: node.key.clone(),
            parent: node.parent.map(|(parent, _)| self.node(parent).key.clone()),
            g: node.g,
            h: Some(self.heuristic.value(node.partial)),
            bound: Some(node.f),
            frontier: self.open.len(),
            stored: self.len(),
        };
    }

    fn solution(&self, id: usize) -> Solution<P::Move> {
        let (mut keys, mut at) = (Vec::new(), id);
        while let Some((parent, _)) = self.node(at).parent {
            keys.push(&self.node(at).key);
            at = parent;
        }
        let (moves, cost) = moves_along(self.space, keys.into_iter().rev());
        let start = start_bound(self.space, self.heuristic);
        let proven = if self.admissible { cost.min(self.cut).max(start) } else { start };
        Solution::bounded(moves, cost, proven.min(cost))
    }

    fn lower_bound(&self) -> Cost {
        let start = start_bound(self.space, self.heuristic);
        let left = self.open.first().map_or(UNCOUNTED, |&(f, ..)| f);
        if self.admissible && self.begun { left.min(self.cut).max(start) } else { start }
    }

    fn bytes(&self) -> u64 {
        let lists =
            self.free.capacity() * size_of::<usize>() + self.room_to_forget * size_of::<(P::Move, Cost)>();
        (self.nodes.capacity() * self.slot_bytes() + lists) as u64
    }

    /// What a position takes, its two ranks included: the trees that they are in may be half empty.
    fn slot_bytes(&self) -> usize {
        let ranks = 2 * 2 * size_of::<Rank>();
        size_of::<Option<Node<P, H>>>() + self.space.key_heap_bytes() + ranks
    }
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for Sma<'_, P, H> {
    step_by_step!();

    fn view(&self) -> View<P::Key> {
        self.seen.clone()
    }

    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        let mut waiting = Vec::new();
        for &(.., id) in self.open.iter().take(most) {
            let node = self.node(id);
            let (position, h) = (node.key.clone(), Some(self.heuristic.value(node.partial)));
            let parent = node.parent.map(|(parent, _)| self.node(parent).key.clone());
            waiting.push(Waiting { position, parent, g: node.g, h });
        }
        waiting
    }
}
