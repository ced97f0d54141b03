use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};
use std::ops::ControlFlow;

use super::hill_climbing::start_bound;
use super::path::{move_between, moves_along};
use super::walk::Walk;
use super::{End, Engine, View, Waiting, step_by_step};
use crate::heuristic::Heuristic;
use crate::meter::{Meter, Stop};
use crate::space::{Cost, StateSpace, UNCOUNTED, after, through};
use crate::store::{Entry, Graph, NodeId};
use crate::verdict::{Solution, Verdict};

/// What an agent learns about the positions that it looked at before it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Learning {
    /// The cost to the edge of what it looked at, and the estimate there: LRTA*, LSS-LRTA*. What is learned stays
    /// admissible, so that it is also a proof.
    Best,
    /// Of the position that it leaves, the second best way on: RTA*. It says what it would cost to come back.
    Second,
}

/// An agent that acts while it searches: it looks around from where it is, moves to the best position that it saw,
/// learns, and looks around again.
///
/// With a look at one position before each move it is LRTA*, or RTA* by what it [learns](Learning); with more, it is
/// LSS-LRTA*: an A* of that many expansions from where it is, whose positions all learn from those at its edge, and the
/// agent goes to the best of these.
///
/// - *Guarantee*: it comes to a goal where every position has a way to one and costs are positive; the time to look
///   before each move is bounded. The solution is the way walked, with the circles in it, since that is what an agent
///   pays; it may be far from the best. The best way that it knows then is [told](Self::best_known) beside it. Where
///   the agent comes to a position without a way on, it is [stuck](Stop::Stuck). When all positions that were ever seen
///   have been looked at and none was a goal, there is no solution. What is known of the optimum from below is the
///   lower bound: what was learned of the start, where that is admissible.
/// - *Ties*: the least cost with what is thought of a position first, among equals the farthest, then the one known
///   longest.
/// - *Duplicates*: each position is stored once, with what was learned of it; an agent comes back to positions.
/// - *Memory*: every position seen, the moves walked, and what was looked at before the next move.
/// - *References*: Korf 1990, Real-time heuristic search; Koenig & Sun 2009, Comparing real-time and incremental
///   heuristic search for real-time situated agents.
#[must_use = "a search does nothing until it is run"]
pub struct RealTime<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    heuristic: &'s H,
    learning: Learning,
    lookahead: usize,
    walk: Walk<'s, P>,
    /// Every position seen; it counts as expanded once its moves were looked at.
    known: Graph<P::Key, ()>,
    /// What is thought of each.
    learned: Vec<Cost>,
    /// How many were never looked at.
    unseen: usize,
    around: Around,
    /// The position that is looked at.
    state: P::State,
    seen: View<P::Key>,
    end: End<P::Move>,
}

/// What the agent looked at since its last move.
#[derive(Default)]
struct Around {
    root: NodeId,
    /// Cost from where the agent is, and the position before.
    reached: HashMap<NodeId, (Cost, NodeId)>,
    open: BinaryHeap<Reverse<(Cost, Reverse<Cost>, NodeId)>>,
    /// Those looked at.
    closed: BTreeSet<NodeId>,
    /// Moves between them and from them: from, to, cost.
    edges: Vec<(NodeId, NodeId, Cost)>,
}

impl Around {
    /// The best position at the edge, if there is one.
    fn pop(&mut self, learned: &[Cost]) -> Option<NodeId> {
        loop {
            let Reverse((f, Reverse(g), node)) = self.open.pop()?;
            if self.reached[&node].0 == g
                && !self.closed.contains(&node)
                && f == through(g, learned[node as usize])
            {
                return Some(node);
            }
        }
    }

    fn bytes(&self) -> u64 {
        let (reached, open) = (size_of::<(NodeId, Cost, NodeId)>(), size_of::<(Cost, Cost, NodeId)>());
        let (closed, edges) = (size_of::<NodeId>(), size_of::<(NodeId, NodeId, Cost)>());
        (self.reached.capacity() * reached
            + self.open.capacity() * open
            + self.closed.len() * 2 * closed
            + self.edges.capacity() * edges) as u64
    }
}

impl<'s, P: StateSpace, H: Heuristic<P>> RealTime<'s, P, H> {
    /// An agent at the start that looks at so many positions, at least one, before each move.
    pub fn new(space: &'s P, heuristic: &'s H, learning: Learning, lookahead: usize) -> Self {
        let walk = Walk::new(space);
        let h = heuristic.estimate(space, &walk.state);
        Self {
            space,
            heuristic,
            learning,
            lookahead: lookahead.max(1),
            seen: walk.view(Some(h)),
            state: space.start(),
            walk,
            known: Graph::new(space.key_heap_bytes()),
            learned: Vec::new(),
            unseen: 0,
            around: Around::default(),
            end: End::default(),
        }
    }

    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.known.len() == 0 {
            let start = self.space.start();
            self.meet(&start, meter)?;
            self.look_from(0);
        }
        if self.space.is_goal(&self.walk.state) {
            return Ok(Some(self.walk.solved(self.lower_bound())));
        }
        if self.walk.cost >= UNCOUNTED {
            return Err(Stop::Cost);
        }
        if self.unseen == 0 {
            return Ok(Some(Verdict::Unsolvable));
        }
        let next = self.around.pop(&self.learned);
        let Some(node) = next.filter(|&node| self.learned[node as usize] < UNCOUNTED) else {
            return Err(Stop::Stuck);
        };
        self.space.unpack(self.known.key(node), &mut self.state);
        let at_goal = self.space.is_goal(&self.state);
        if at_goal || self.around.closed.len() >= self.lookahead {
            self.around.open.push(Reverse(self.rank(node)));
            self.learn();
            self.go_to(node, meter)?;
            self.look_from(node);
            return Ok(None);
        }
        meter.expand()?;
        self.look_at(node, meter)?;
        Ok(None)
    }

    fn rank(&self, node: NodeId) -> (Cost, Reverse<Cost>, NodeId) {
        let g = self.around.reached[&node].0;
        (through(g, self.learned[node as usize]), Reverse(g), node)
    }

    /// Begins to look around from a position.
    fn look_from(&mut self, node: NodeId) {
        self.around = Around { root: node, ..Around::default() };
        self.around.reached.insert(node, (0, node));
        self.around.open.push(Reverse(self.rank(node)));
    }

    /// The number of a position, which is met for the first time or known.
    fn meet(&mut self, state: &P::State, meter: &mut Meter<'_>) -> Result<NodeId, Stop> {
        let key = self.space.pack(state);
        match self.known.entry(&key) {
            Entry::Known(node) => Ok(node),
            Entry::Vacant(vacant) => {
                let h = self.heuristic.estimate(self.space, state).min(UNCOUNTED);
                let others = (self.learned.capacity() * size_of::<Cost>()) as u64 * 2
                    + self.walk.bytes()
                    + self.around.bytes();
                let node = self.known.insert(vacant, key, None, (), meter, || others)?;
                self.learned.push(h);
                match h < UNCOUNTED {
                    true => self.unseen += 1,
                    // A dead end need not be looked at.
                    false => self.known.set_expanded(node),
                }
                Ok(node)
            }
        }
    }

    /// Looks at the moves of the position on the board.
    fn look_at(&mut self, node: NodeId, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let (g, from) = self.around.reached[&node];
        self.seen = View {
            position: self.known.key(node).clone(),
            parent: (from != node).then(|| self.known.key(from).clone()).or_else(|| self.walk.before()),
            g: self.walk.cost + g,
            h: Some(self.learned[node as usize]),
            bound: None,
            frontier: self.around.open.len().max(1),
            stored: self.known.len(),
        };
        if !self.known.is_expanded(node) {
            self.known.set_expanded(node);
            self.unseen -= 1;
        }
        self.around.closed.insert(node);
        let mut state = self.state.clone();
        for m in self.space.moves(&self.state, None) {
            self.space.apply(&mut state, m);
            meter.stats.generated += 1;
            let (there, cost) = (self.meet(&state, meter)?, self.space.cost(m).min(UNCOUNTED));
            self.space.undo(&mut state, m);
            self.around.edges.push((node, there, cost));
            let way = (g + cost).min(UNCOUNTED);
            if self.around.reached.get(&there).is_none_or(|&(known, _)| way < known) {
                self.around.reached.insert(there, (way, node));
                self.around.closed.remove(&there);
                self.around.open.push(Reverse(self.rank(there)));
            }
        }
        Ok(())
    }

    /// What was looked at learns from what lies at its edge.
    fn learn(&mut self) {
        match self.learning {
            Learning::Best => self.learn_best(),
            Learning::Second => self.learn_second(),
        }
    }

    /// Dijkstra's algorithm from the edge inwards.
    fn learn_best(&mut self) {
        let Around { closed, edges, .. } = &self.around;
        let mut into: HashMap<NodeId, Vec<(NodeId, Cost)>> = HashMap::new();
        let mut waiting = BinaryHeap::new();
        let old: HashMap<NodeId, Cost> =
            closed.iter().map(|&node| (node, self.learned[node as usize])).collect();
        for &node in closed {
            self.learned[node as usize] = UNCOUNTED;
        }
        for &(from, to, cost) in edges {
            if old.contains_key(&from) {
                into.entry(to).or_default().push((from, cost));
                if !old.contains_key(&to) {
                    waiting.push(Reverse((self.learned[to as usize], to)));
                }
            }
        }
        while let Some(Reverse((value, node))) = waiting.pop() {
            if value > self.learned[node as usize] {
                continue;
            }
            for &(from, cost) in into.get(&node).map_or(&[][..], Vec::as_slice) {
                let by = through(cost, value).min(UNCOUNTED);
                if by < self.learned[from as usize] {
                    self.learned[from as usize] = by;
                    waiting.push(Reverse((by, from)));
                }
            }
        }
        // What is known already is not forgotten.
        for (node, value) in old {
            self.learned[node as usize] = self.learned[node as usize].max(value);
        }
    }

    /// The position that is left is worth the second best way on from it.
    fn learn_second(&mut self) {
        let (mut least, mut second) = (UNCOUNTED, UNCOUNTED);
        for &(from, to, cost) in &self.around.edges {
            if from == self.around.root {
                let f = through(cost, self.learned[to as usize]).min(UNCOUNTED);
                (least, second) = if f < least { (f, least) } else { (least, second.min(f)) };
            }
        }
        self.learned[self.around.root as usize] = second;
    }

    /// The cheapest way from the start to a goal through positions that the agent has looked at; `None` while it has
    /// seen no goal behind them. The agent walked another where it went astray or in circles. It is worked out at each
    /// call, in the time and memory of Dijkstra's algorithm over what is known, and nothing is counted.
    #[must_use]
    pub fn best_known(&self) -> Option<Solution<P::Move>> {
        let (mut ways, mut state) = (vec![(UNCOUNTED, 0); self.known.len()], self.space.start());
        let mut waiting = BinaryHeap::new();
        if let Some(start) = ways.first_mut() {
            start.0 = 0;
            waiting.push(Reverse((0, 0)));
        }
        while let Some(Reverse((g, node))) = waiting.pop() {
            self.space.unpack(self.known.key(node), &mut state);
            if self.space.is_goal(&state) {
                return Some(self.solution_to(node, &ways));
            }
            if g > ways[node as usize].0 || !self.known.is_expanded(node) {
                continue;
            }
            for m in self.space.moves(&state, None) {
                self.space.apply(&mut state, m);
                let (there, way) = (self.known.entry(&self.space.pack(&state)), after(g, self.space.cost(m)));
                self.space.undo(&mut state, m);
                if let Entry::Known(there) = there
                    && way < ways[there as usize].0
                {
                    ways[there as usize] = (way, node);
                    waiting.push(Reverse((way, there)));
                }
            }
        }
        None
    }

    /// The way to a position through the positions before it.
    fn solution_to(&self, end: NodeId, ways: &[(Cost, NodeId)]) -> Solution<P::Move> {
        let (mut keys, mut at) = (Vec::new(), end);
        while at != 0 {
            keys.push(self.known.key(at));
            at = ways[at as usize].1;
        }
        let (moves, cost) = moves_along(self.space, keys.into_iter().rev());
        Solution::bounded(moves, cost, self.lower_bound().min(cost))
    }

    /// Moves from where the agent is to a position that it saw.
    fn go_to(&mut self, node: NodeId, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let mut way = Vec::new();
        let mut at = node;
        while at != self.around.root {
            way.push(at);
            at = self.around.reached[&at].1;
        }
        for &next in way.iter().rev() {
            let m = move_between(self.space, &mut self.walk.state, self.known.key(next));
            let others = self.known.bytes() + (self.learned.capacity() * size_of::<Cost>()) as u64;
            self.walk.go(m, others + self.around.bytes(), meter)?;
        }
        Ok(())
    }

    fn lower_bound(&self) -> Cost {
        let start = start_bound(self.space, self.heuristic);
        let admissible = self.heuristic.quality(self.space).admissible && self.learning == Learning::Best;
        match self.learned.first() {
            Some(&learned) if admissible => learned.min(UNCOUNTED).max(start),
            _ => start,
        }
    }
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for RealTime<'_, P, H> {
    step_by_step!();

    fn view(&self) -> View<P::Key> {
        self.seen.clone()
    }

    /// What the agent sees from where it is, the best first.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        let mut ranks: Vec<_> = self.around.open.iter().map(|Reverse(rank)| *rank).collect();
        ranks.sort_unstable();
        let mut waiting = Vec::new();
        for (_, Reverse(g), node) in ranks.into_iter().take(most) {
            let (position, h) = (self.known.key(node).clone(), Some(self.learned[node as usize]));
            let from = self.around.reached[&node].1;
            let parent = (from != node).then(|| self.known.key(from).clone()).or_else(|| self.walk.before());
            waiting.push(Waiting { position, parent, g: self.walk.cost + g, h });
        }
        waiting
    }
}
