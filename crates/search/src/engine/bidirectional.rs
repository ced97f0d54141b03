//! Bidirectional heuristic search in one loop: the algorithms differ in the node that they choose and in when they know
//! that no better meeting is left.
//!
//! The loop stores positions from both ends, takes cheaper ways to them, and notices every position that both ends
//! know: the cheapest such meeting is the best solution. What chooses knows numbers only and is compiled once, not for
//! each space.
//!
//! Why the ends of the rules are proofs: take a solution that is cheaper than the best meeting. Going along it from the
//! start, let u be the first position that waits in front, and going back from the goal v the first that waits behind;
//! both are reached at their true cost, for all before them are expanded. They exist, and u comes before v: otherwise
//! some position of the way is known to both ends at its true cost, and the meeting there is that solution. So the
//! solution costs at least `g(u) + g(v)` and the least cost of a move, and at least `g + h` of either. A rule ends
//! where no such pair of waiting positions is below the best meeting.

mod bae;
mod dvcbs;
mod mm;
mod nbs;
mod pairs;

use std::fmt;
use std::ops::ControlFlow;

use super::lists::Ask;
use super::nodes::Nodes;
use super::path::{move_between, moves_to};
use super::{End, Engine, View, Waiting};
use crate::heuristic::{Heuristic, Quality};
use crate::meter::{Event, Meter, Stop};
use crate::space::{Cost, Reversible, StateSpace, UNCOUNTED, after, through};
use crate::store::{Entry, NodeId};
use crate::verdict::{Solution, Verdict};

/// Which node a [`Bidirectional`] search expands next, and when it ends. `C` is the cost of the cheapest meeting so
/// far, `ε` the least cost of a move; indices are the two ends, `F` for the start and `B` for the goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Meeting {
    /// MM (Holte, Felner, Sharon, Sturtevant & Chen, *MM: a bidirectional search algorithm that is guaranteed to meet
    /// in the middle*, Artificial Intelligence 252, 2017): the node with the least `max(g + h, 2 g)`, so that neither
    /// end goes beyond half of the optimum. *End*: `C ≤ max(least priority, least f_F, least f_B, least g_F + least g_B
    /// + ε)`. *Memory*: three open lists an end.
    Mm,
    /// NBS, near-optimal bidirectional search (Chen, Holte, Zilles & Sturtevant, *Front-to-end bidirectional heuristic
    /// search with near-optimal node expansions*, IJCAI 2017): both nodes of a pair with the least
    /// `max(f_F(u), f_B(v), g_F(u) + g_B(v) + ε)`. Expands at most twice as many nodes as any search of its kind must
    /// that uses the same estimates, if they are consistent. *End*: `C` is at most that least value. *Memory*: two open
    /// lists an end.
    Nbs,
    /// BAE* (Sadhukhan, *Bidirectional heuristic search based on error estimate*, CSI Journal of Computing 2, 2013):
    /// the node with the least `2 g + h - h'`, where `h'` is the estimate towards the end that the node comes from:
    /// what the estimate has been wrong by so far is added to the sum. It needs consistent heuristics. *End*: `C` is at
    /// most half the sum of the least value of either end. *Memory*: an open list an end, and both estimates with each
    /// node.
    Bae,
    /// DVCBS, dynamic vertex cover (Shperberg, Felner, Sturtevant, Shimony & Hayoun, *Enriching non-parametric
    /// bidirectional search algorithms*, AAAI 2019): as NBS, but of all pairs that must be broken up at the current
    /// bound, a smallest set of nodes is worked out that has one of each pair. Nodes of equal g are taken together; the
    /// smaller of the nearest groups of the two ends that are in the set is expanded, and the set worked out anew.
    /// *End*: as NBS. *Memory*: as NBS, and a count for each g.
    Dvcbs,
}

impl Meeting {
    fn begin(self, least_cost: Cost) -> Box<dyn Rule> {
        match self {
            Self::Mm => Box::new(mm::Mm::new(least_cost)),
            Self::Nbs => Box::new(nbs::Nbs::new(least_cost)),
            Self::Bae => Box::new(bae::Bae::new()),
            Self::Dvcbs => Box::new(dvcbs::Dvcbs::new(least_cost)),
        }
    }
}

/// Why a space or its heuristics cannot be searched from both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unsuited {
    /// The space cannot list its goals.
    Goals,
    /// BAE* needs heuristics that are consistent.
    Inconsistent,
    /// HDA* needs a heuristic that is admissible.
    Inadmissible,
}

impl fmt::Display for Unsuited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Goals => "the goals cannot be listed, so there is nowhere to search back from",
            Self::Inconsistent => {
                "the estimates may fall by more than a move costs, and the rule is no proof then"
            }
            Self::Inadmissible => {
                "the estimates may be too high, and what is found would differ from run to run"
            }
        })
    }
}

impl std::error::Error for Unsuited {}

/// A node that waits at one of the ends.
#[derive(Clone, Copy)]
struct Seen {
    side: usize,
    node: NodeId,
    g: Cost,
    /// The estimate towards the other end.
    h: Cost,
    /// The estimate towards the end that it comes from, for rules that want it.
    back: Cost,
}

impl Seen {
    fn f(&self) -> Cost {
        through(self.g, self.h)
    }
}

/// Whether a node waits at this cost, by side.
type Alive<'a> = &'a dyn Fn(usize, NodeId, Cost) -> bool;

/// Chooses nodes, and says what is proven.
trait Rule: Send {
    /// Whether both estimates are wanted of each node.
    fn wants_both(&self) -> bool {
        false
    }
    /// Takes in a node that waits.
    fn push(&mut self, seen: Seen, ask: Ask<'_>) -> Result<(), Stop>;
    /// A node that waited is reached more cheaply and will be pushed again; this is what it was.
    fn withdraw(&mut self, seen: Seen) {
        let _ = seen;
    }
    /// The node to be expanded, or `None` if nothing waits at one of the ends.
    fn next(&mut self, alive: Alive<'_>, ask: Ask<'_>) -> Result<Option<(usize, NodeId)>, Stop>;
    /// No solution that was not found before the last choice is cheaper, if the heuristics are admissible. It never
    /// falls.
    fn bound(&self) -> Cost;
    fn bytes(&self) -> u64;
    /// What nodes are shown in the order of.
    fn rank(&self, seen: Seen) -> (Cost, Cost);
}

/// What a node carries of the heuristics towards the goals and towards the start: that towards the other end, and where
/// the rule wants it, both.
#[derive(Clone, Copy)]
struct Rides<F, B>(Option<F>, Option<B>);

/// The positions that one end knows.
type Side<K, F, B> = Nodes<K, Rides<F, B>>;

/// Bidirectional heuristic search, front to end: from the start and from all goals at once, by one of four
/// [rules](Meeting), with an estimate towards each end.
///
/// - *Guarantee*: optimal, if both heuristics are admissible; BAE* needs them consistent. With others nothing is
///   proven, unless one end has been searched to exhaustion.
/// - *End*: by the rule, or when nothing waits at one of the ends.
/// - *Ties*: in each open list among equal keys the highest g first, then the newest.
/// - *Reopening*: a cheaper way to a stored position replaces the dearer one, and the position waits again.
/// - *Memory*: every position seen from either end, in open lists as the rule says.
#[must_use = "a search does nothing until it is run"]
pub struct Bidirectional<'s, P: StateSpace, F: Heuristic<P>, B: Heuristic<P>> {
    space: &'s P,
    forward: &'s F,
    backward: &'s B,
    goals: Vec<P::State>,
    quality: Quality,
    sides: [Side<P::Key, F::Partial, B::Partial>; 2],
    rule: Box<dyn Rule>,
    /// The cheapest meeting: its cost, and its node on each side.
    best: Option<(Cost, [NodeId; 2])>,
    state: P::State,
    /// The node expanded last.
    current: (usize, NodeId),
    /// The bound that was told last.
    told: Option<Cost>,
    /// Whether ways were left out because their cost cannot be counted.
    uncounted: bool,
    end: End<P::Move>,
}

impl<'s, P: StateSpace, F: Heuristic<P>, B: Heuristic<P>> Bidirectional<'s, P, F, B> {
    /// A search that has not begun. `forward` estimates the cost to the nearest goal, `backward` that to the start.
    pub fn new(space: &'s P, forward: &'s F, backward: &'s B, rule: Meeting) -> Result<Self, Unsuited>
    where
        P: Reversible,
    {
        let goals = space.goals().ok_or(Unsuited::Goals)?;
        let quality = forward.quality(space).and(backward.quality(space));
        if rule == Meeting::Bae && !quality.consistent {
            return Err(Unsuited::Inconsistent);
        }
        Ok(Self {
            space,
            forward,
            backward,
            goals,
            quality,
            sides: std::array::from_fn(|_| Nodes::new(space.key_heap_bytes())),
            rule: rule.begin(space.least_cost()),
            best: None,
            state: space.start(),
            current: (0, 0),
            told: None,
            uncounted: false,
            end: End::default(),
        })
    }

    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.sides[0].graph.len() == 0 {
            self.begin(meter)?;
        }
        let (sides, stores) = (&self.sides, self.sides.iter().map(Nodes::bytes).sum::<u64>());
        let alive = |side: usize, node, g| sides[side].is_live(node, g);
        let next = self.rule.next(&alive, &mut |bytes| meter.reserve(stores + bytes))?;
        let Some((side, node)) = next else { return self.exhausted() };
        self.tell_bound(meter);
        if self.best.is_some_and(|(cost, _)| cost <= self.rule.bound()) {
            let lower_bound = if self.quality.admissible { UNCOUNTED } else { 0 };
            return Ok(self.solution(lower_bound).map(Verdict::Solved));
        }
        meter.expand()?;
        self.current = (side, node);
        self.space.unpack(self.sides[side].graph.key(node), &mut self.state);
        self.expand(side, node, meter)?;
        Ok(None)
    }

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.add_root(0, meter)?;
        for goal in std::mem::take(&mut self.goals) {
            self.state = goal;
            self.add_root(1, meter)?;
        }
        Ok(())
    }

    /// Adds the position on the board as one where a side begins.
    fn add_root(&mut self, side: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let key = self.space.pack(&self.state);
        let both = self.rule.wants_both();
        let rides = Rides(
            (both || side == 0).then(|| self.forward.init(self.space, &self.state)),
            (both || side == 1).then(|| self.backward.init(self.space, &self.state)),
        );
        if let Entry::Vacant(vacant) = self.sides[side].graph.entry(&key) {
            let others = self.sides[1 - side].bytes() + self.rule.bytes();
            let node = self.sides[side].add((vacant, key), None, rides, 0, meter, others)?;
            self.take_in(side, node, meter)?;
        }
        Ok(())
    }

    /// Nothing waits at one of the ends, so every meeting was seen, whatever the heuristics promise.
    fn exhausted(&self) -> Result<Option<Verdict<P::Move>>, Stop> {
        match self.solution(UNCOUNTED) {
            Some(solution) => Ok(Some(Verdict::Solved(solution))),
            None if self.uncounted => Err(Stop::Cost),
            None => Ok(Some(Verdict::Unsolvable)),
        }
    }

    fn seen(&self, side: usize, node: NodeId) -> Seen {
        let Rides(forward, backward) = self.sides[side].graph.value(node);
        let to_goal = forward.map_or(0, |partial| self.forward.value(partial));
        let to_start = backward.map_or(0, |partial| self.backward.value(partial));
        let (h, back) = if side == 0 { (to_goal, to_start) } else { (to_start, to_goal) };
        Seen { side, node, g: self.sides[side].cost(node), h, back }
    }

    fn expand(&mut self, side: usize, node: NodeId, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let nodes = &self.sides[side];
        let (g, rides) = (nodes.cost(node), nodes.graph.value(node));
        let parent_key = nodes.graph.parent(node).map(|parent| nodes.graph.key(parent).clone());
        // Moves lead back at the same cost: that is the law of spaces that are reversible.
        for m in self.space.moves(&self.state, None) {
            self.space.apply(&mut self.state, m);
            meter.stats.generated += 1;
            let key = self.space.pack(&self.state);
            // Going straight back is the commonest duplicate.
            let result = if parent_key.as_ref() == Some(&key) {
                Ok(())
            } else {
                self.reach((side, node), key, after(g, self.space.cost(m)), rides, m, meter)
            };
            self.space.undo(&mut self.state, m);
            result?;
        }
        self.sides[side].close(node);
        Ok(())
    }

    /// Takes in the position on the board, reached from `parent` at cost `g`.
    fn reach(
        &mut self,
        (side, parent): (usize, NodeId),
        key: P::Key,
        g: Cost,
        rides: Rides<F::Partial, B::Partial>,
        m: P::Move,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let others = self.sides[1 - side].bytes() + self.rule.bytes();
        let node = match self.sides[side].graph.entry(&key) {
            Entry::Known(node) => {
                let known = self.seen(side, node);
                if g >= known.g || known.h >= UNCOUNTED {
                    return Ok(());
                }
                if self.sides[side].graph.is_expanded(node) {
                    meter.stats.reopened += 1;
                } else {
                    self.rule.withdraw(known);
                }
                self.sides[side].lower(node, parent, g, meter, others)?;
                node
            }
            Entry::Vacant(vacant) => {
                let Rides(forward, backward) = rides;
                let rides = Rides(
                    forward.map(|partial| self.forward.update(self.space, partial, m, &self.state)),
                    backward.map(|partial| self.backward.update(self.space, partial, m, &self.state)),
                );
                self.sides[side].add((vacant, key), Some(parent), rides, g, meter, others)?
            }
        };
        self.take_in(side, node, meter)
    }

    /// Lets a node wait, and notices if the other end knows its position.
    fn take_in(&mut self, side: usize, node: NodeId, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let seen = self.seen(side, node);
        if seen.h >= UNCOUNTED || seen.g >= UNCOUNTED {
            self.uncounted |= seen.h < UNCOUNTED;
            self.sides[side].close(node);
            return Ok(());
        }
        if let Entry::Known(theirs) = self.sides[1 - side].graph.entry(self.sides[side].graph.key(node)) {
            self.meet(seen, theirs, meter);
        }
        let stores = self.sides.iter().map(Nodes::bytes).sum::<u64>();
        self.rule.push(seen, &mut |bytes| meter.reserve(stores + bytes))
    }

    fn meet(&mut self, seen: Seen, theirs: NodeId, meter: &mut Meter<'_>) {
        let cost = after(seen.g, self.sides[1 - seen.side].cost(theirs));
        if cost >= UNCOUNTED {
            self.uncounted = true;
        } else if self.best.is_none_or(|(best, _)| cost < best) {
            let ends = if seen.side == 0 { [seen.node, theirs] } else { [theirs, seen.node] };
            self.best = Some((cost, ends));
            if let Some(solution) = self.solution(0) {
                meter.tell_solution(&solution);
            }
        }
    }

    fn tell_bound(&mut self, meter: &mut Meter<'_>) {
        let bound = self.lower_bound();
        if self.quality.admissible && self.told.is_none_or(|told| bound > told) {
            self.told = Some(bound);
            meter.tell(Event::Bound(bound));
        }
    }

    /// No solution is cheaper, as far as the heuristics allow to say.
    fn lower_bound(&self) -> Cost {
        let best = self.best.map_or(UNCOUNTED, |(cost, _)| cost);
        if self.quality.admissible { self.rule.bound().min(best) } else { 0 }
    }

    /// The best meeting as a solution.
    fn solution(&self, lower_bound: Cost) -> Option<Solution<P::Move>> {
        let (_, [front, back]) = self.best?;
        let (mut moves, mut cost) = moves_to(self.space, &self.sides[0].graph, front);
        let mut state = self.space.start();
        for &m in &moves {
            self.space.apply(&mut state, m);
        }
        // The way on is the way in which the other side came, backwards.
        let behind = &self.sides[1].graph;
        for &next in behind.path(back).iter().rev().skip(1) {
            let step = move_between(self.space, &mut state, behind.key(next));
            cost = cost.saturating_add(self.space.cost(step));
            self.space.apply(&mut state, step);
            moves.push(step);
        }
        Some(Solution::bounded(moves, cost, lower_bound.min(cost)))
    }
}

impl<P: StateSpace, F: Heuristic<P>, B: Heuristic<P>> Engine<P> for Bidirectional<'_, P, F, B> {
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        if self.end.is_there() {
            return self.end.again();
        }
        let verdict = match self.advance(meter) {
            Ok(None) => return ControlFlow::Continue(()),
            Ok(Some(verdict)) => verdict,
            Err(why) => {
                let lower_bound = self.lower_bound();
                Verdict::Stopped { why, best: self.solution(lower_bound), lower_bound }
            }
        };
        self.end.note(verdict)
    }

    fn view(&self) -> View<P::Key> {
        let (side, node) = self.current;
        let graph = &self.sides[side].graph;
        if graph.len() == 0 {
            return View::of_start(self.space, self.forward);
        }
        let Seen { g, h, .. } = self.seen(side, node);
        View {
            position: graph.key(node).clone(),
            parent: graph.parent(node).map(|parent| graph.key(parent).clone()),
            g,
            h: Some(h),
            bound: self.quality.admissible.then(|| self.lower_bound()),
            frontier: self.sides.iter().map(Nodes::waiting).sum(),
            stored: self.sides.iter().map(|side| side.graph.len()).sum(),
        }
    }

    /// Those of both ends, with the estimate towards the other.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        if self.sides[0].graph.len() == 0 {
            return self.view().waiting(most);
        }
        let mut waiting: Vec<Seen> = Vec::new();
        for side in [0, 1] {
            waiting.extend(self.sides[side].all_waiting().map(|node| self.seen(side, node)));
        }
        waiting.sort_by_cached_key(|&seen| {
            (self.rule.rank(seen), std::cmp::Reverse((seen.g, seen.node)), seen.side)
        });
        waiting.truncate(most);
        let shown = |seen: Seen| {
            let graph = &self.sides[seen.side].graph;
            let parent = graph.parent(seen.node).map(|parent| graph.key(parent).clone());
            Waiting { position: graph.key(seen.node).clone(), parent, g: seen.g, h: Some(seen.h) }
        };
        waiting.into_iter().map(shown).collect()
    }
}
