use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::chance::Chance;
use super::hill_climbing::start_bound;
use super::path::moves_along;
use super::{End, Engine, View, Waiting, solved, step_by_step};
use crate::heuristic::Heuristic;
use crate::meter::{Meter, Stop};
use crate::space::{Cost, StateSpace, UNCOUNTED, after};
use crate::store::{Entry, Graph, NodeId};
use crate::verdict::Verdict;

/// How much is tried out, beside what has done well: the constant of UCB1 for rewards from 0 to 1.
const CURIOSITY: f64 = std::f64::consts::SQRT_2;
/// No random walk is longer.
const LONGEST: Cost = 200;

/// Monte-Carlo tree search (UCT) for one player.
///
/// From the root the search goes to the child with the highest mean reward plus `√2 · √(ln N / n)`, where n of the N
/// visits of the parent went to it (UCB1), until it comes to a position that was not expanded. That one is expanded,
/// and a random walk goes on from there, twice as long as its estimate and never straight back; the reward is 1 / (1 +
/// h) for the least estimate on the walk. A goal on the way ends the search; circles of the way are left out.
///
/// - *Guarantee*: none on the cost. Its lower bound is what an admissible heuristic says of the start. Each position is
///   in the tree once, under the first that led to it, and a subtree of which all is expanded is not entered again: so
///   it ends in every finite space, and if there is no solution, it says so.
/// - *Chance*: the same seed makes the same search, but for the last digit of logarithms on machines that compute them
///   differently.
/// - *Ties*: of children that are worth the same the first as the space gives them.
/// - *Duplicates*: a position that is in the tree is not added again, also where a cheaper way leads to it.
/// - *Memory*: every position in the tree, and those of a random walk.
/// - *Counting*: each step of a random walk but the first is an expansion, as that of a position of the tree is: the
///   moves are looked at. Limits and whoever looks on come between any two of them.
/// - *Reference*: Kocsis & Szepesvári 2006, Bandit based Monte-Carlo planning; Schadd et al. 2008, Single-player
///   Monte-Carlo tree search.
#[must_use = "a search does nothing until it is run"]
pub struct MonteCarlo<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    heuristic: &'s H,
    chance: Chance,
    graph: Graph<P::Key, Seen<H::Partial>>,
    state: P::State,
    /// The random walk under way.
    walk: Option<RandomWalk<P::Key, H::Partial>>,
    waiting: usize,
    uncounted: bool,
    /// The position expanded last, for those who look on.
    seen: View<P::Key>,
    end: End<P::Move>,
}

/// A random walk from a position of the tree.
struct RandomWalk<K, T> {
    from: NodeId,
    /// How many steps are left.
    left: Cost,
    /// The positions so far, the one in the tree first.
    keys: Vec<K>,
    partial: T,
    g: Cost,
    /// The least estimate so far.
    least: Cost,
}

/// What is known of a position in the tree.
#[derive(Clone, Copy)]
struct Seen<T> {
    partial: T,
    g: Cost,
    /// Its children have consecutive numbers.
    children: (NodeId, u32),
    visits: u32,
    reward: f64,
    /// Whether all below it is expanded.
    done: bool,
}

impl<'s, P: StateSpace, H: Heuristic<P>> MonteCarlo<'s, P, H> {
    /// A search that has not begun.
    pub fn new(space: &'s P, heuristic: &'s H, seed: u64) -> Self {
        Self {
            space,
            heuristic,
            chance: Chance::new(seed),
            graph: Graph::new(space.key_heap_bytes()),
            state: space.start(),
            walk: None,
            waiting: 0,
            uncounted: false,
            seen: View::of_start(space, heuristic),
            end: End::default(),
        }
    }

    /// Takes in a position, if it is new and may lead on.
    fn add(
        &mut self,
        parent: Option<NodeId>,
        partial: H::Partial,
        g: Cost,
        meter: &mut Meter<'_>,
    ) -> Result<Option<NodeId>, Stop> {
        self.uncounted |= g >= UNCOUNTED;
        if g >= UNCOUNTED || self.heuristic.value(partial) >= UNCOUNTED {
            return Ok(None);
        }
        let key = self.space.pack(&self.state);
        let Entry::Vacant(vacant) = self.graph.entry(&key) else { return Ok(None) };
        let seen = Seen { partial, g, children: (0, 0), visits: 0, reward: 0.0, done: false };
        let node = self.graph.insert(vacant, key, parent, seen, meter, || 0)?;
        self.waiting += 1;
        Ok(Some(node))
    }

    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.graph.len() == 0 {
            let partial = self.heuristic.init(self.space, &self.state);
            if self.add(None, partial, 0, meter)?.is_none() {
                return Ok(Some(Verdict::Unsolvable));
            }
            if self.space.is_goal(&self.state) {
                return Ok(Some(self.solution(0, &[])));
            }
        }
        if self.walk.is_some() {
            return self.walk_on(meter);
        }
        if self.graph.value(0).done {
            return if self.uncounted { Err(Stop::Cost) } else { Ok(Some(Verdict::Unsolvable)) };
        }
        let leaf = self.select();
        meter.expand()?;
        self.look(leaf);
        if let Some(goal) = self.expand(leaf, meter)? {
            return Ok(Some(self.solution(goal, &[])));
        }
        self.begin_walk(leaf, meter)
    }

    /// Shows a position of the tree.
    fn look(&mut self, node: NodeId) {
        self.seen.position = self.graph.key(node).clone();
        self.seen.parent = self.came_from(node);
        (self.seen.g, self.seen.h) = (self.graph.value(node).g, Some(self.h(node)));
    }

    /// The way down from the root to a position that was not expanded.
    fn select(&self) -> NodeId {
        let mut at = 0;
        while self.graph.is_expanded(at) {
            let Seen { children: (first, count), visits, .. } = self.graph.value(at);
            let all = f64::from(visits.max(1)).ln();
            let mut best = None;
            for child in (first..first + count).filter(|&child| !self.graph.value(child).done) {
                let Seen { visits, reward, .. } = self.graph.value(child);
                // What was not visited comes first.
                let worth = match visits {
                    0 => f64::INFINITY,
                    n => reward / f64::from(n) + CURIOSITY * (all / f64::from(n)).sqrt(),
                };
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, child));
                }
            }
            let Some((_, child)) = best else { break };
            at = child;
        }
        at
    }

    /// Adds what is new behind a position; a goal among it, if there is one.
    fn expand(&mut self, node: NodeId, meter: &mut Meter<'_>) -> Result<Option<NodeId>, Stop> {
        self.space.unpack(self.graph.key(node), &mut self.state);
        let Seen { partial, g, .. } = self.graph.value(node);
        let first = self.graph.len() as NodeId;
        for m in self.space.moves(&self.state, None) {
            self.space.apply(&mut self.state, m);
            meter.stats.generated += 1;
            let partial = self.heuristic.update(self.space, partial, m, &self.state);
            let added = self.add(Some(node), partial, after(g, self.space.cost(m)), meter)?;
            if added.is_some() && self.space.is_goal(&self.state) {
                return Ok(added);
            }
            self.space.undo(&mut self.state, m);
        }
        let count = self.graph.len() as u32 - first;
        self.graph.value_mut(node).children = (first, count);
        self.graph.set_expanded(node);
        self.waiting -= 1;
        self.close(node);
        Ok(None)
    }

    /// Notes that all below a position is expanded, if it is, and of those above it.
    fn close(&mut self, node: NodeId) {
        let mut at = Some(node);
        while let Some(node) = at {
            let (first, count) = self.graph.value(node).children;
            let all_done = (first..first + count).all(|child| self.graph.value(child).done);
            if !self.graph.is_expanded(node) || !all_done {
                return;
            }
            self.graph.value_mut(node).done = true;
            at = self.graph.parent(node);
        }
    }

    /// Begins a random walk at the position on the board, which was just expanded, if the estimate says that it has
    /// somewhere to go.
    fn begin_walk(&mut self, from: NodeId, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        let Seen { partial, g, .. } = self.graph.value(from);
        let least = self.heuristic.value(partial);
        let left = (2 * (least / self.unit())).min(LONGEST);
        if left == 0 {
            self.credit(from, self.reward(least));
            return Ok(None);
        }
        let most = left as usize + 1;
        let bytes = most * (size_of::<P::Key>() + self.space.key_heap_bytes());
        meter.reserve(self.graph.bytes() + bytes as u64)?;
        let mut keys = Vec::with_capacity(most);
        keys.push(self.space.pack(&self.state));
        Ok(self.stride(RandomWalk { from, left, keys, partial, g, least }, meter))
    }

    /// Goes on with the random walk under way.
    fn walk_on(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        meter.expand()?;
        let Some(walk) = self.walk.take() else { return Ok(None) };
        self.look_at_walk(&walk);
        Ok(self.stride(walk, meter))
    }

    /// A step of a random walk; at its end it is rewarded.
    fn stride(
        &mut self,
        mut walk: RandomWalk<P::Key, H::Partial>,
        meter: &mut Meter<'_>,
    ) -> Option<Verdict<P::Move>> {
        walk.left -= 1;
        let goes_on = self.step_at_random(&mut walk, meter);
        if goes_on && self.space.is_goal(&self.state) {
            return Some(self.solution(walk.from, &walk.keys));
        }
        if goes_on && walk.left > 0 {
            self.walk = Some(walk);
        } else {
            self.credit(walk.from, self.reward(walk.least));
        }
        None
    }

    /// Shows the end of a random walk.
    fn look_at_walk(&mut self, walk: &RandomWalk<P::Key, H::Partial>) {
        self.seen.position = self.space.pack(&self.state);
        self.seen.parent = match walk.keys.len().checked_sub(2) {
            Some(before) => Some(walk.keys[before].clone()),
            None => self.came_from(walk.from),
        };
        (self.seen.g, self.seen.h) = (walk.g, Some(self.heuristic.value(walk.partial)));
    }

    /// Makes one of the moves of the position on the board, but not straight back; `false` if none leads on.
    fn step_at_random(&mut self, walk: &mut RandomWalk<P::Key, H::Partial>, meter: &mut Meter<'_>) -> bool {
        let count = self.space.moves(&self.state, None).count();
        if count == 0 {
            return false;
        }
        let chosen = self.chance.below(count);
        let Some(m) = self.space.moves(&self.state, None).nth(chosen) else { return false };
        self.space.apply(&mut self.state, m);
        meter.stats.generated += 1;
        let there = self.space.pack(&self.state);
        if walk.keys.iter().rev().nth(1) == Some(&there) {
            self.space.undo(&mut self.state, m);
            return true;
        }
        walk.partial = self.heuristic.update(self.space, walk.partial, m, &self.state);
        walk.g = after(walk.g, self.space.cost(m));
        walk.keys.push(there);
        let h = self.heuristic.value(walk.partial);
        walk.least = walk.least.min(h);
        h < UNCOUNTED && walk.g < UNCOUNTED
    }

    /// What estimates are measured in.
    fn unit(&self) -> Cost {
        self.space.least_cost().max(1)
    }

    /// What a walk is worth whose least estimate is this.
    fn reward(&self, least: Cost) -> f64 {
        1.0 / (1.0 + least as f64 / self.unit() as f64)
    }

    /// Counts a visit and its reward for a position and all above it.
    fn credit(&mut self, node: NodeId, reward: f64) {
        let mut at = Some(node);
        while let Some(node) = at {
            let seen = self.graph.value_mut(node);
            seen.visits = seen.visits.saturating_add(1);
            seen.reward += reward;
            at = self.graph.parent(node);
        }
    }

    /// The way to a position of the tree and on through the positions of a walk from there.
    fn solution(&self, node: NodeId, walk: &[P::Key]) -> Verdict<P::Move> {
        let path = self.graph.path(node);
        let in_tree = path.iter().map(|&node| self.graph.key(node));
        let mut keys: Vec<&P::Key> = Vec::new();
        for key in in_tree.chain(walk.iter().skip(1)) {
            // Without circles: a walk may lead back along the way.
            if let Some(earlier) = keys.iter().position(|&other| other == key) {
                keys.truncate(earlier);
            }
            keys.push(key);
        }
        let (moves, cost) = moves_along(self.space, keys.into_iter().skip(1));
        solved(moves, cost, start_bound(self.space, self.heuristic))
    }

    fn h(&self, node: NodeId) -> Cost {
        self.heuristic.value(self.graph.value(node).partial)
    }

    fn came_from(&self, node: NodeId) -> Option<P::Key> {
        self.graph.parent(node).map(|parent| self.graph.key(parent).clone())
    }

    fn lower_bound(&self) -> Cost {
        start_bound(self.space, self.heuristic)
    }
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for MonteCarlo<'_, P, H> {
    step_by_step!();

    fn view(&self) -> View<P::Key> {
        // Before the first step, the start waits.
        let frontier = self.waiting + usize::from(self.graph.len() == 0 || self.walk.is_some());
        View { frontier, stored: self.graph.len(), ..self.seen.clone() }
    }

    /// What is next first, then the others, the newest first. The end of a random walk comes before them all.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        if self.graph.len() == 0 {
            return self.view().waiting(most);
        }
        let next = self.select();
        let mut nodes: Vec<NodeId> =
            (0..self.graph.len() as NodeId).filter(|&node| !self.graph.is_expanded(node)).collect();
        nodes.sort_unstable_by_key(|&node| (node != next, Reverse(node)));
        let shown = |&node: &NodeId| Waiting {
            position: self.graph.key(node).clone(),
            parent: self.came_from(node),
            g: self.graph.value(node).g,
            h: Some(self.h(node)),
        };
        let walked = self.walk.as_ref().map(|walk| Waiting {
            position: self.space.pack(&self.state),
            parent: walk.keys.iter().rev().nth(1).cloned().or_else(|| self.came_from(walk.from)),
            g: walk.g,
            h: Some(self.heuristic.value(walk.partial)),
        });
        walked.into_iter().chain(nodes.iter().map(shown)).take(most).collect()
    }
}
