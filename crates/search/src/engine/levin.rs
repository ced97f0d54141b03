use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use super::hill_climbing::start_bound;
use super::path::moves_along;
use super::{End, Engine, View, Waiting, solved, step_by_step};
use crate::heuristic::Heuristic;
use crate::meter::{Meter, Stop};
use crate::space::{Cost, StateSpace, UNCOUNTED, after};
use crate::store::{Entry, Graph, NodeId};
use crate::verdict::Verdict;

/// Levin tree search: what is likely and near first, by a policy that is made of the estimates.
///
/// The moves of a position are likely by what lies behind them: a move of cost c to an estimate of h is taken with a
/// probability in proportion to 2^-(c + h), in units of the least cost of a move. A way is as likely as its moves
/// together. Ways of n positions with probability p are expanded in the order of n / p.
///
/// - *Guarantee*: a solution of n positions that the policy follows with probability p is found within n / p
///   expansions, so the better the policy, the sooner; its cost may be anything. Its lower bound is what an admissible
///   heuristic says of the start. It ends in every finite space.
/// - *Duplicates*: a position is expanded again only on a way that is likelier than all on which it was before, without
///   which the guarantee would be lost.
/// - *Ties*: the older way first. Probabilities are kept as logarithms; ways that differ by less than a rounding error
///   may be taken in either order.
/// - *Memory*: every position seen once, and 40 bytes for each way that waits or was followed.
/// - *Reference*: Orseau, Lelis, Lattimore & Weber 2018, Single-agent policy tree search with guarantees.
#[must_use = "a search does nothing until it is run"]
pub struct Levin<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    heuristic: &'s H,
    /// Positions, each with the likelihood of the likeliest way on which it was expanded.
    graph: Graph<P::Key, f64>,
    ways: Vec<Way<H::Partial>>,
    open: BinaryHeap<Next>,
    state: P::State,
    /// What lies behind the moves of the position in hand.
    children: Vec<(P::Key, H::Partial, Cost, f64)>,
    current: usize,
    /// Whether a way was left out because its cost cannot be counted.
    uncounted: bool,
    end: End<P::Move>,
}

/// A way to a position.
struct Way<T> {
    position: NodeId,
    /// The way before its last move.
    before: Option<u32>,
    positions: u32,
    /// The logarithm to base 2 of its probability.
    likelihood: f64,
    g: Cost,
    partial: T,
}

/// A way that waits: the least of n / p first, as its logarithm, which is no less than 0, so that its bits are in
/// order.
type Next = (Reverse<u64>, Reverse<u32>);

impl<'s, P: StateSpace, H: Heuristic<P>> Levin<'s, P, H> {
    /// A search that has not begun.
    pub fn new(space: &'s P, heuristic: &'s H) -> Self {
        Self {
            space,
            heuristic,
            graph: Graph::new(space.key_heap_bytes()),
            ways: Vec::new(),
            open: BinaryHeap::new(),
            state: space.start(),
            children: Vec::new(),
            current: 0,
            uncounted: false,
            end: End::default(),
        }
    }

    fn h(&self, way: usize) -> Cost {
        self.heuristic.value(self.ways[way].partial)
    }

    fn bytes_of_ways(&self) -> u64 {
        (self.ways.capacity() * size_of::<Way<H::Partial>>() + self.open.capacity() * size_of::<Next>())
            as u64
    }

    /// Takes in a way to a position, unless one that is no less likely was followed already.
    fn wait(&mut self, key: P::Key, way: Way<H::Partial>, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if self.heuristic.value(way.partial) >= UNCOUNTED {
            return Ok(());
        }
        if way.g >= UNCOUNTED {
            self.uncounted = true;
            return Ok(());
        }
        let others = self.bytes_of_ways();
        let position = match self.graph.entry(&key) {
            Entry::Known(known) if self.graph.value(known) >= way.likelihood => return Ok(()),
            Entry::Known(known) => known,
            Entry::Vacant(vacant) => {
                self.graph.insert(vacant, key, None, f64::NEG_INFINITY, meter, || others)?
            }
        };
        if self.ways.len() == self.ways.capacity() {
            let more = self.ways.len().max(64);
            let each = size_of::<Way<H::Partial>>() + size_of::<Next>();
            meter.reserve(self.graph.bytes() + others + (more * each) as u64)?;
            self.ways.reserve_exact(more);
            self.open.reserve_exact(self.ways.capacity() - self.open.len());
        }
        let number = u32::try_from(self.ways.len()).map_err(|_| Stop::Memory)?;
        let order = f64::from(way.positions).log2() - way.likelihood;
        self.open.push((Reverse(order.to_bits()), Reverse(number)));
        self.ways.push(Way { position, ..way });
        Ok(())
    }

    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.graph.len() == 0 {
            let partial = self.heuristic.init(self.space, &self.state);
            let start = Way { position: 0, before: None, positions: 1, likelihood: 0.0, g: 0, partial };
            self.wait(self.space.pack(&self.state), start, meter)?;
        }
        loop {
            let Some((_, Reverse(number))) = self.open.pop() else {
                return if self.uncounted { Err(Stop::Cost) } else { Ok(Some(Verdict::Unsolvable)) };
            };
            let Way { position, likelihood, .. } = self.ways[number as usize];
            if self.graph.value(position) >= likelihood {
                continue;
            }
            self.current = number as usize;
            self.space.unpack(self.graph.key(position), &mut self.state);
            if self.space.is_goal(&self.state) {
                return Ok(Some(self.solution()));
            }
            meter.expand()?;
            *self.graph.value_mut(position) = likelihood;
            self.expand(number, meter)?;
            return Ok(None);
        }
    }

    fn expand(&mut self, number: u32, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let Way { positions, likelihood, g, partial, .. } = self.ways[number as usize];
        let unit = self.space.least_cost().max(1) as f64;
        let mut children = std::mem::take(&mut self.children);
        for m in self.space.moves(&self.state, None) {
            self.space.apply(&mut self.state, m);
            meter.stats.generated += 1;
            let partial = self.heuristic.update(self.space, partial, m, &self.state);
            let (h, cost) = (self.heuristic.value(partial), self.space.cost(m));
            if h < UNCOUNTED {
                let weight = -((h as f64 + cost as f64) / unit);
                children.push((self.space.pack(&self.state), partial, after(g, cost), weight));
            }
            self.space.undo(&mut self.state, m);
        }
        let all = sum_of_powers(children.iter().map(|child| child.3));
        let mut done = Ok(());
        for (key, partial, g, weight) in children.drain(..) {
            let likelihood = likelihood + (weight - all).min(0.0);
            let (before, positions) = (Some(number), positions.saturating_add(1));
            let way = Way { position: 0, before, positions, likelihood, g, partial };
            done = done.and_then(|()| self.wait(key, way, meter));
        }
        self.children = children;
        done
    }

    fn solution(&self) -> Verdict<P::Move> {
        let mut keys = Vec::new();
        let mut at = &self.ways[self.current];
        while let Some(before) = at.before {
            keys.push(self.graph.key(at.position));
            at = &self.ways[before as usize];
        }
        let (moves, cost) = moves_along(self.space, keys.into_iter().rev());
        solved(moves, cost, start_bound(self.space, self.heuristic))
    }

    fn came_from(&self, way: usize) -> Option<P::Key> {
        let before = self.ways[way].before?;
        Some(self.graph.key(self.ways[before as usize].position).clone())
    }

    fn lower_bound(&self) -> Cost {
        start_bound(self.space, self.heuristic)
    }
}

/// The logarithm to base 2 of the sum of the powers of 2 with these exponents.
fn sum_of_powers(exponents: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = exponents.clone().fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY {
        most
    } else {
        most + exponents.map(|e| (e - most).exp2()).sum::<f64>().log2()
    }
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for Levin<'_, P, H> {
    step_by_step!();

    fn view(&self) -> View<P::Key> {
        if self.ways.is_empty() {
            return View::of_start(self.space, self.heuristic);
        }
        let way = &self.ways[self.current];
        View {
            position: self.graph.key(way.position).clone(),
            parent: self.came_from(self.current),
            g: way.g,
            h: Some(self.h(self.current)),
            bound: None,
            frontier: self.open.len(),
            stored: self.graph.len(),
        }
    }

    /// Of several ways to a position each.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        if self.ways.is_empty() {
            return self.view().waiting(most);
        }
        let is_live = |&&(_, Reverse(number)): &&Next| {
            let way = &self.ways[number as usize];
            self.graph.value(way.position) < way.likelihood
        };
        let mut next: Vec<Next> = self.open.iter().filter(is_live).copied().collect();
        next.sort_unstable_by(|a, b| b.cmp(a));
        let shown = |&(_, Reverse(number)): &Next| {
            let (number, way) = (number as usize, &self.ways[number as usize]);
            let position = self.graph.key(way.position).clone();
            Waiting { position, parent: self.came_from(number), g: way.g, h: Some(self.h(number)) }
        };
        next.iter().take(most).map(shown).collect()
    }
}
