//! Bounded suboptimal search in one loop: the algorithms differ in the node that they choose.
//!
//! The loop stores positions, takes cheaper ways to them and keeps the least `g + h` among those that wait, which is
//! the lower bound. It ends when the best solution is within the weight of that, whoever chose the nodes: so what is
//! claimed does not depend on the choice. What chooses knows numbers only and is compiled once, not for each space.

mod dps;
mod ees;
mod focal;
mod optimistic;

use std::ops::ControlFlow;

use super::lists::{Ask, Lists, Live};
use super::nodes::Nodes;
use super::path::moves_to;
use super::{End, Engine, View, Waiting};
use crate::heuristic::Heuristic;
use crate::meter::{Event, Meter, Stop};
use crate::space::{Cost, StateSpace, UNCOUNTED, after, through};
use crate::store::{Entry, NodeId};
use crate::verdict::{Proof, Solution, Verdict, Weight};

/// Which node a [`Bounded`] search expands next. `w` is the weight, `fmin` the least `g + h` of all nodes that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Choice {
    /// Focal search, or A*ε (Pearl & Kim, *Studies in semi-admissible heuristics*, 1982): of the nodes with
    /// `g + h ≤ w · fmin`, the *focal list*, the one with the least estimate, which is taken for the nearest to a goal.
    /// Among equals the highest g first, then the newest. *Memory*: three open lists.
    Focal,
    /// Explicit estimation search (Thayer & Ruml, *Bounded suboptimal search: a direct approach using inadmissible
    /// estimates*, IJCAI 2011). The estimate is corrected by what it was found to be wrong in earlier expansions (the
    /// mean error of a step, Thayer, Dionne & Ruml 2011). Of the nodes whose corrected sum is within `w` of the least
    /// such sum, the one that seems nearest to a goal; if that is not known to be within the bound, the one with the
    /// least corrected sum; if that is not either, the one with `fmin`, which raises the bound. *Memory*: four open
    /// lists, and eight bytes a node.
    Ees,
    /// Optimistic search (Thayer & Ruml, *Faster than weighted A\*: an optimistic approach to bounded suboptimal
    /// search*, ICAPS 2008): weighted A* with the weight `2 w - 1`, which mostly finds solutions that are better than
    /// it promises, and then the nodes with `fmin`, until what was found is proven to be within the bound; nodes that
    /// may still lead to something better by the larger weight come first. *Memory*: two open lists.
    Optimistic,
    /// Dynamic potential search (Gilon, Felner & Stern, *Dynamic potential search: a new bounded suboptimal search*,
    /// SoCS 2016): the node with the greatest `(w · fmin - g) / h`, the one that may grow most before it leaves the
    /// bound. As `fmin` grows the order changes; the list is sorted anew as soon as that takes no longer than the
    /// expansions since it last was. *Memory*: two open lists.
    DynamicPotential,
}

impl Choice {
    fn begin(self, weight: Weight) -> Box<dyn Chooser> {
        match self {
            Self::Focal => Box::new(focal::Focal::new(weight)),
            Self::Ees => Box::new(ees::Ees::new(weight)),
            Self::Optimistic => Box::new(optimistic::Optimistic::new(weight)),
            Self::DynamicPotential => Box::new(dps::Dps::new(weight)),
        }
    }
}

/// A node that waits.
#[derive(Clone, Copy)]
struct Seen {
    node: NodeId,
    g: Cost,
    h: Cost,
}

impl Seen {
    fn f(&self) -> Cost {
        through(self.g, self.h)
    }
}

/// What is known of solutions.
#[derive(Clone, Copy)]
struct Known {
    /// None is cheaper, if the heuristic is admissible. It never falls.
    bound: Cost,
    /// The cost of the best one.
    best: Option<Cost>,
}

/// What is known when a node is chosen.
struct Around<'a> {
    known: Known,
    live: Live<'a>,
    /// The estimate of a node.
    h: &'a dyn Fn(NodeId) -> Cost,
}

/// Chooses nodes.
trait Chooser: Send {
    /// Takes in a node that waits.
    fn push(&mut self, seen: Seen, known: Known, ask: Ask<'_>) -> Result<(), Stop>;
    /// The node to be expanded, or `None` for the one with the least `g + h`. There is one that waits.
    fn next(&mut self, around: &Around<'_>, ask: Ask<'_>) -> Result<Option<NodeId>, Stop>;
    /// A node of estimate `h` was expanded; the move to the best of its children costs `cost` and leads to `best`.
    fn expanded(&mut self, h: Cost, cost: Cost, best: Cost) {
        let _ = (h, cost, best);
    }
    fn bytes(&self) -> u64;
    /// What nodes are shown in the order of.
    fn rank(&self, seen: Seen, known: Known) -> (Cost, Cost);
}

/// The largest cost that is at most `weight` times this one.
fn limit(weight: Weight, cost: Cost) -> Cost {
    let most = u128::from(cost) * u128::from(weight.num()) / u128::from(weight.den());
    Cost::try_from(most).unwrap_or(Cost::MAX)
}

/// Bounded suboptimal search: a solution that costs at most a given weight times the optimum, by one of four
/// [choices](Choice) of the next node.
///
/// - *Guarantee*: with an admissible heuristic the cost is at most the weight times the optimum, and the
///   [proof](Proof) says so, or that it is optimal, where the bound got as far. With another heuristic nothing is
///   proven, unless the whole space was searched.
/// - *End*: when the best solution costs at most the weight times the least `g + h` among the nodes that wait, or none
///   waits. Goals are noticed as soon as they are generated.
/// - *Ties*: in each open list among equal keys the highest g first, then the newest.
/// - *Reopening*: a cheaper way to a stored position replaces the dearer one, and the position waits again.
/// - *Memory*: every position seen, in open lists as the choice says.
#[must_use = "a search does nothing until it is run"]
pub struct Bounded<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    heuristic: &'s H,
    weight: Weight,
    admissible: bool,
    nodes: Nodes<P::Key, H::Partial>,
    /// All that wait, by `g + h`.
    lowest: Lists<1>,
    chooser: Box<dyn Chooser>,
    best: Option<(Cost, NodeId)>,
    bound: Cost,
    state: P::State,
    current: NodeId,
    /// Whether ways were left out because their cost cannot be counted.
    uncounted: bool,
    end: End<P::Move>,
}

impl<'s, P: StateSpace, H: Heuristic<P>> Bounded<'s, P, H> {
    /// A search that has not begun.
    pub fn new(space: &'s P, heuristic: &'s H, choice: Choice, weight: Weight) -> Self {
        Self {
            space,
            heuristic,
            weight,
            admissible: heuristic.quality(space).admissible,
            nodes: Nodes::new(space.key_heap_bytes()),
            lowest: Lists::new(),
            chooser: choice.begin(weight),
            best: None,
            bound: 0,
            state: space.start(),
            current: 0,
            uncounted: false,
            end: End::default(),
        }
    }

    fn known(&self) -> Known {
        Known { bound: self.bound, best: self.best.map(|(cost, _)| cost) }
    }

    fn seen(&self, node: NodeId) -> Seen {
        Seen { node, g: self.nodes.cost(node), h: self.heuristic.value(self.nodes.graph.value(node)) }
    }

    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.nodes.graph.len() == 0 {
            self.begin(meter)?;
        }
        let nodes = &self.nodes;
        let Some((f, _, lowest)) = self.lowest.first(0, &|node, g| nodes.is_live(node, g)) else {
            return self.exhausted();
        };
        self.raise(f, meter);
        if let Some((cost, goal)) = self.best
            && self.weight.lower_bound(cost) <= self.bound
        {
            return Ok(Some(Verdict::Solved(self.solution(goal, self.proven_bound()))));
        }
        let node = self.choose(meter)?.unwrap_or(lowest);
        self.space.unpack(self.nodes.graph.key(node), &mut self.state);
        if self.space.is_goal(&self.state) {
            // It is known as a solution, and what lies behind it is dearer.
            self.nodes.close(node);
            return Ok(None);
        }
        self.current = node;
        meter.expand()?;
        self.expand(node, meter)?;
        Ok(None)
    }

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let key = self.space.pack(&self.state);
        let partial = self.heuristic.init(self.space, &self.state);
        if let Entry::Vacant(vacant) = self.nodes.graph.entry(&key) {
            let node = self.nodes.add((vacant, key), None, partial, 0, meter, 0)?;
            self.take_in(node, meter)?;
        }
        Ok(())
    }

    /// Nothing waits, so everything that can lead to a solution was seen, whatever the heuristic promises.
    fn exhausted(&self) -> Result<Option<Verdict<P::Move>>, Stop> {
        match self.best {
            Some((cost, goal)) => Ok(Some(Verdict::Solved(self.solution(goal, cost)))),
            None if self.uncounted => Err(Stop::Cost),
            None => Ok(Some(Verdict::Unsolvable)),
        }
    }

    fn raise(&mut self, f: Cost, meter: &mut Meter<'_>) {
        let least = self.best.map_or(f, |(cost, _)| f.min(cost));
        if least > self.bound || (self.bound == 0 && meter.stats.expanded == 0) {
            self.bound = self.bound.max(least);
            if self.admissible {
                meter.tell(Event::Bound(self.bound));
            }
        }
    }

    fn choose(&mut self, meter: &mut Meter<'_>) -> Result<Option<NodeId>, Stop> {
        let (nodes, others) = (&self.nodes, self.nodes.bytes() + self.lowest.bytes());
        let around = Around {
            known: self.known(),
            live: &|node, g| nodes.is_live(node, g),
            h: &|node| self.heuristic.value(nodes.graph.value(node)),
        };
        self.chooser.next(&around, &mut |bytes| meter.reserve(others + bytes))
    }

    fn expand(&mut self, node: NodeId, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let Seen { g, h, .. } = self.seen(node);
        let partial = self.nodes.graph.value(node);
        let parent_key = self.nodes.graph.parent(node).map(|parent| self.nodes.graph.key(parent).clone());
        let mut best: Option<(Cost, Cost)> = None;
        for m in self.space.moves(&self.state, None) {
            self.space.apply(&mut self.state, m);
            meter.stats.generated += 1;
            let key = self.space.pack(&self.state);
            let cost = self.space.cost(m);
            // Going straight back is the commonest duplicate.
            let result = if parent_key.as_ref() == Some(&key) {
                Ok(None)
            } else {
                self.reach(key, node, after(g, cost), partial, m, meter)
            };
            self.space.undo(&mut self.state, m);
            if let Some(h) = result?
                && best.is_none_or(|(c, b)| through(cost, h) < through(c, b))
            {
                best = Some((cost, h));
            }
        }
        self.nodes.close(node);
        if let Some((cost, best)) = best {
            self.chooser.expanded(h, cost, best);
        }
        Ok(())
    }

    /// Takes in the position on the board, reached from `parent` at cost `g`. Returns the estimate, unless there is no
    /// way on.
    fn reach(
        &mut self,
        key: P::Key,
        parent: NodeId,
        g: Cost,
        partial: H::Partial,
        m: P::Move,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Cost>, Stop> {
        let others = self.lowest.bytes() + self.chooser.bytes();
        let node = match self.nodes.graph.entry(&key) {
            Entry::Known(node) => {
                let h = self.heuristic.value(self.nodes.graph.value(node));
                if h >= UNCOUNTED || g >= self.nodes.cost(node) {
                    return Ok((h < UNCOUNTED).then_some(h));
                }
                meter.stats.reopened += u64::from(self.nodes.graph.is_expanded(node));
                self.nodes.lower(node, parent, g, meter, others)?;
                node
            }
            Entry::Vacant(vacant) => {
                let partial = self.heuristic.update(self.space, partial, m, &self.state);
                self.nodes.add((vacant, key), Some(parent), partial, g, meter, others)?
            }
        };
        self.take_in(node, meter)
    }

    /// Puts a node on the lists, whose position is on the board, and notices a solution.
    fn take_in(&mut self, node: NodeId, meter: &mut Meter<'_>) -> Result<Option<Cost>, Stop> {
        let seen = self.seen(node);
        if seen.h >= UNCOUNTED || seen.g >= UNCOUNTED {
            self.uncounted |= seen.h < UNCOUNTED;
            self.nodes.close(node);
            return Ok(None);
        }
        let cheaper = self.best.is_none_or(|(cost, _)| seen.g < cost);
        if cheaper && self.space.is_goal(&self.state) {
            self.best = Some((seen.g, node));
            meter.tell_solution(&self.solution(node, 0));
        }
        let others = self.nodes.bytes() + self.chooser.bytes();
        self.lowest.push(0, (seen.f(), seen.g, node), &mut |bytes| meter.reserve(others + bytes))?;
        let others = self.nodes.bytes() + self.lowest.bytes();
        self.chooser.push(seen, self.known(), &mut |bytes| meter.reserve(others + bytes))?;
        Ok(Some(seen.h))
    }

    /// No solution is cheaper, as far as the heuristic allows to say.
    fn proven_bound(&self) -> Cost {
        if self.admissible { self.bound.min(self.best.map_or(UNCOUNTED, |(cost, _)| cost)) } else { 0 }
    }

    fn solution(&self, goal: NodeId, lower_bound: Cost) -> Solution<P::Move> {
        let (moves, cost) = moves_to(self.space, &self.nodes.graph, goal);
        let mut solution = Solution::bounded(moves, cost, lower_bound.min(cost));
        let is_within = self.admissible && self.weight.lower_bound(cost) <= lower_bound;
        if solution.proof == Proof::None && is_within {
            solution.proof = Proof::Within(self.weight);
        }
        solution
    }
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for Bounded<'_, P, H> {
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        if self.end.is_there() {
            return self.end.again();
        }
        let verdict = match self.advance(meter) {
            Ok(None) => return ControlFlow::Continue(()),
            Ok(Some(verdict)) => verdict,
            Err(why) => {
                let lower_bound = self.proven_bound();
                let best = self.best.map(|(_, goal)| self.solution(goal, lower_bound));
                Verdict::Stopped { why, best, lower_bound }
            }
        };
        self.end.note(verdict)
    }

    fn view(&self) -> View<P::Key> {
        if self.nodes.graph.len() == 0 {
            return View::of_start(self.space, self.heuristic);
        }
        let Seen { g, h, .. } = self.seen(self.current);
        let graph = &self.nodes.graph;
        View {
            position: graph.key(self.current).clone(),
            parent: graph.parent(self.current).map(|parent| graph.key(parent).clone()),
            g,
            h: Some(h),
            bound: self.admissible.then_some(self.bound),
            frontier: self.nodes.waiting(),
            stored: graph.len(),
        }
    }

    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        if self.nodes.graph.len() == 0 {
            return self.view().waiting(most);
        }
        let known = self.known();
        let mut waiting: Vec<Seen> = self.nodes.all_waiting().map(|node| self.seen(node)).collect();
        waiting.sort_by_cached_key(|&seen| {
            (self.chooser.rank(seen, known), std::cmp::Reverse((seen.g, seen.node)))
        });
        waiting.truncate(most);
        let shown = |seen: Seen| {
            let graph = &self.nodes.graph;
            let parent = graph.parent(seen.node).map(|parent| graph.key(parent).clone());
            Waiting { position: graph.key(seen.node).clone(), parent, g: seen.g, h: Some(seen.h) }
        };
        waiting.into_iter().map(shown).collect()
    }
}
