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
/// - *Memory*: every position in the tree.
/// - *Counting*: an expansion is that of a position of the tree; moves of random walks count as generated.
/// - *Reference*: Kocsis & Szepesvári 2006, Bandit based Monte-Carlo planning; Schadd et al. 2008, Single-player
///   Monte-Carlo tree search.
#[must_use = "a search does nothing until it is run"]
pub struct MonteCarlo<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    heuristic: &'s H,
    chance: Chance,
    graph: Graph<P::Key, Seen<H::Partial>>,
    state: P::State,
    current: NodeId,
    waiting: usize,
    uncounted: bool,
    end: End<P::Move>,
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
            current: 0,
            waiting: 0,
            uncounted: false,
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
        if self.graph.value(0).done {
            return if self.uncounted { Err(Stop::Cost) } else { Ok(Some(Verdict::Unsolvable)) };
        }
        let leaf = self.select();
        meter.expand()?;
        self.current = leaf;
        if let Some(goal) = self.expand(leaf, meter)? {
            return Ok(Some(self.solution(goal, &[])));
        }
        let (reward, walk) = self.walk(leaf, meter);
        if let Some(walk) = walk {
            return Ok(Some(self.solution(leaf, &walk)));
        }
        self.credit(leaf, reward);
        Ok(None)
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

    /// A random walk from the position on the board: its reward, and the positions on it if it comes to a goal.
    fn walk(&mut self, from: NodeId, meter: &mut Meter<'_>) -> (f64, Option<Vec<P::Key>>) {
        let Seen { mut partial, mut g, .. } = self.graph.value(from);
        let unit = self.space.least_cost().max(1);
        let mut least = self.heuristic.value(partial);
        let steps = (2 * (least / unit)).min(LONGEST);
        let (mut walked, mut moves) = (vec![self.space.pack(&self.state)], Vec::new());
        for _ in 0..steps {
            moves.clear();
            moves.extend(self.space.moves(&self.state, None));
            if moves.is_empty() {
                break;
            }
            let m = moves[self.chance.below(moves.len())];
            self.space.apply(&mut self.state, m);
            let there = self.space.pack(&self.state);
            // Straight back is no step.
            if walked.len() > 1 && walked[walked.len() - 2] == there {
                self.space.undo(&mut self.state, m);
                continue;
            }
            meter.stats.generated += 1;
            partial = self.heuristic.update(self.space, partial, m, &self.state);
            g = after(g, self.space.cost(m));
            walked.push(there);
            let h = self.heuristic.value(partial);
            if h >= UNCOUNTED || g >= UNCOUNTED {
                break;
            }
            if self.space.is_goal(&self.state) {
                return (1.0, Some(walked));
            }
            least = least.min(h);
        }
        (1.0 / (1.0 + least as f64 / unit as f64), None)
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
        if self.graph.len() == 0 {
            return View::of_start(self.space, self.heuristic);
        }
        View {
            position: self.graph.key(self.current).clone(),
            parent: self.came_from(self.current),
            g: self.graph.value(self.current).g,
            h: Some(self.h(self.current)),
            bound: None,
            frontier: self.waiting,
            stored: self.graph.len(),
        }
    }

    /// What is next first, then the others, the newest first.
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
        nodes.iter().take(most).map(shown).collect()
    }
}
