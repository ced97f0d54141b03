//! Best-first search in one loop: A*, Dijkstra's algorithm, weighted A* and greedy best-first differ in how f is
//! made of g and h (Hart, Nilsson & Raphael 1968; Pohl 1970; Doran & Michie 1966).
//!
//! - *Guarantee*: A* and Dijkstra's algorithm are optimal with an admissible heuristic, weighted A* is within its
//!   weight; greedy search finds some solution. All of them end in a finite space and know then that there is none.
//! - *Duplicates*: each position is stored once, under its packed key.
//! - *Ties*: among equal f the highest g first, then the newest.
//! - *Reopening*: a cheaper way to a stored position replaces the dearer one, and the position is expanded again,
//!   also if it had been expanded. So some open node always lies on an optimal path with its true cost, and the
//!   least `g + h` among the open nodes is a lower bound whatever the order of expansion, as long as h is
//!   admissible. Only greedy search expands each position once, and bounds nothing.
//! - *Going on*: with weights that fall after each solution it is ARA*; see `arastar`.
//! - *Memory*: every position seen; see `store::Graph` for the bytes.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::arastar::{Next, Repair};
use super::behind::{behind, estimated};
use super::path::moves_to;
use super::reached::Reached;
use super::{End, Engine, View, Waiting};
use crate::heuristic::Heuristic;
use crate::meter::{Event, Meter, Stop};
use crate::space::{Cost, StateSpace, UNCOUNTED, after, through};
use crate::store::{Entry, NodeId, Open, hash};
use crate::verdict::{Proof, Solution, Verdict, Weight};

/// How f is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Order {
    /// `g + weight × h`, scaled to integers. With weight 1 this is A*; with a blind heuristic, Dijkstra. Costs times
    /// the weight's denominator should stay below 2⁶⁴: what is above is searched in no order, and proves nothing.
    Weighted(Weight),
    /// `h` alone: greedy best-first. Quick, and no bound on the cost of what it finds.
    Greedy,
}

impl Order {
    /// A*: `g + h`.
    pub const ASTAR: Self = Self::Weighted(Weight::ONE);

    /// Whether a cheaper way to an expanded position is worth another expansion. To a greedy search, which has no
    /// use for costs, it is not; and since it goes deep first, it would find cheaper ways without end.
    #[inline]
    fn reopens(self) -> bool {
        self != Self::Greedy
    }

    #[inline]
    fn f(self, g: Cost, h: Cost) -> Cost {
        match self {
            Self::Weighted(w) => {
                Cost::from(w.den()).saturating_mul(g).saturating_add(Cost::from(w.num()).saturating_mul(h))
            }
            Self::Greedy => h,
        }
    }
}

/// A position behind a move, before it is looked up.
struct Child<P: StateSpace> {
    via: P::Move,
    key: P::Key,
    hash: u64,
}

/// Best-first search, in the [`Order`] that makes it A* or another.
///
/// What it guarantees and stores stands at the head of its [module](self).
#[must_use = "a search does nothing until it is run"]
pub struct BestFirst<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    heuristic: &'s H,
    order: Order,
    /// Whether f is g + h.
    is_plain: bool,
    admissible: bool,
    reached: Reached<P::Key, H::Partial>,
    open: Open,
    state: P::State,
    /// What the moves of the position in hand lead to.
    children: Vec<Child<P>>,
    current: NodeId,
    /// The highest f popped so far, for progress.
    last_f: Option<Cost>,
    /// Only solutions below this cost are looked for.
    ceiling: Cost,
    /// What decides whether the search goes on after a solution; without it, it does not.
    repair: Option<Repair<P::Move>>,
    end: End<P::Move>,
}

impl<'s, P: StateSpace, H: Heuristic<P>> BestFirst<'s, P, H> {
    /// A search that has not begun.
    pub fn new(space: &'s P, heuristic: &'s H, order: Order) -> Self {
        Self {
            space,
            heuristic,
            order,
            is_plain: order == Order::ASTAR,
            admissible: heuristic.quality(space).admissible,
            reached: Reached::new(space.key_heap_bytes()),
            open: Open::new(),
            state: space.start(),
            children: Vec::new(),
            current: 0,
            last_f: None,
            ceiling: Cost::MAX,
            repair: None,
            end: End::default(),
        }
    }

    /// ARA*: a search that starts with the weight `first`, goes on after each solution with a lower one, and
    /// ends when a solution is proven to be within `bound` of the optimum.
    pub fn repairing(space: &'s P, heuristic: &'s H, first: Weight, bound: Weight) -> Self {
        let repair = Some(Repair::new(first, bound));
        Self { repair, ..Self::new(space, heuristic, Order::Weighted(first)) }
    }

    fn stopped(&self, why: Stop) -> Verdict<P::Move> {
        Verdict::Stopped { why, best: None, lower_bound: self.lower_bound() }
    }

    /// A round of the search has ended: the end of it all, unless it is to go on after solutions.
    #[cold]
    fn ended(&mut self, verdict: Verdict<P::Move>, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        let Some(repair) = &mut self.repair else { return ControlFlow::Break(verdict) };
        match repair.after(verdict, meter) {
            Next::Round(order, ceiling) => match self.go_on(order, ceiling, meter) {
                Ok(()) => ControlFlow::Continue(()),
                Err(stop) => self.ended(self.stopped(stop), meter),
            },
            Next::End(verdict) => ControlFlow::Break(verdict),
        }
    }

    /// Goes on in another order, after solutions below `ceiling` only. All that was found so far stays: what is
    /// waiting is sorted anew, and what cannot lead below the ceiling is left out.
    fn go_on(&mut self, order: Order, ceiling: Cost, meter: &mut Meter<'_>) -> Result<(), Stop> {
        (self.order, self.ceiling, self.last_f) = (order, ceiling, None);
        self.is_plain = order == Order::ASTAR;
        let open = std::mem::replace(&mut self.open, Open::new());
        for (g, node) in open.iter() {
            if self.reached.is_live(node, g) {
                self.wait(g, self.heuristic.value(self.reached.partial(node)), node, meter)?;
            }
        }
        Ok(())
    }

    /// Puts a node with this estimate on the open list, unless it cannot lead to a solution below the ceiling.
    #[inline]
    fn wait(&mut self, g: Cost, h: Cost, node: NodeId, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let at_least = if self.admissible { through(g, h) } else { g };
        if at_least >= self.ceiling || g >= UNCOUNTED || h >= UNCOUNTED {
            return Ok(());
        }
        let f = if self.is_plain { g + h } else { self.order.f(g, h) };
        if self.open.push(f, g, node).is_err() {
            self.grow_open(f, g, node, meter)?;
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow_open(&mut self, f: Cost, g: Cost, node: NodeId, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let others = self.reached.bytes();
        while self.open.push(f, g, node).is_err() {
            self.open.grow(f, g, &mut |bytes| meter.reserve(others + bytes))?;
        }
        Ok(())
    }

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let key = self.space.pack(&self.state);
        let partial = self.heuristic.init(self.space, &self.state);
        if let Entry::Vacant(vacant) = self.reached.graph.entry(&key) {
            let id = self.reached.add((vacant, key), None, partial, 0, meter, || 0)?;
            self.wait(0, self.heuristic.value(partial), id, meter)?;
        }
        Ok(())
    }

    /// The next node to expand that is not out of date.
    fn pop(&mut self) -> Option<(Cost, NodeId)> {
        loop {
            let (f, g, node) = self.open.pop()?;
            if self.reached.is_live(node, g) {
                // Memory has the time of an expansion to bring what is next, if no child comes first.
                if self.reached.graph.is_large()
                    && let Some(next) = self.open.upcoming()
                {
                    self.reached.graph.prefetch(next);
                }
                return Some((f, node));
            }
        }
    }

    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.reached.len() == 0 {
            self.begin(meter)?;
        }
        let Some((f, node)) = self.pop() else {
            return if self.reached.uncounted { Err(Stop::Cost) } else { Ok(Some(Verdict::Unsolvable)) };
        };
        self.space.unpack(self.reached.graph.key(node), &mut self.state);
        if self.space.is_goal(&self.state) {
            return Ok(Some(Verdict::Solved(self.solution(node))));
        }
        self.current = node;
        self.tell_bound(f, meter);
        meter.expand()?;
        self.expand(node, meter)?;
        // Not before it is: where the search stops, the lower bound counts what it has in hand.
        self.reached.graph.set_expanded(node);
        Ok(None)
    }

    fn tell_bound(&mut self, f: Cost, meter: &mut Meter<'_>) {
        if self.is_plain && self.admissible && self.last_f.is_none_or(|last| f > last) {
            self.last_f = Some(f);
            meter.tell(Event::Bound(f));
        }
    }

    #[inline]
    fn expand(&mut self, node: NodeId, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let (g, partial) = (self.reached.cost(node), self.reached.partial(node));
        let graph = &self.reached.graph;
        let parent_key = graph.parent(node).map(|parent| graph.key(parent).clone());
        let ask_ahead = graph.is_large();
        let mut children = std::mem::take(&mut self.children);
        // All are made before any is looked up, so that memory is waited for once and not for each.
        for via in self.space.moves(&self.state, None) {
            let key = behind(self.space, &mut self.state, via, |next| self.space.pack(next));
            let hash = hash(&key);
            if ask_ahead {
                graph.announce(hash);
            }
            children.push(Child { via, key, hash });
        }
        meter.stats.generated += children.len() as u64;
        let mut done = Ok(());
        for child in children.drain(..) {
            // Going straight back is the commonest duplicate, and this test spares its look-up.
            if parent_key.as_ref() != Some(&child.key) {
                let g = after(g, self.space.cost(child.via));
                done = self.reach(child, node, g, partial, meter);
                if done.is_err() {
                    break;
                }
            }
        }
        self.children = children;
        done
    }

    /// Takes in a position that was reached from that on the board, `parent`, at cost `g`.
    #[inline]
    fn reach(
        &mut self,
        Child { via, key, hash }: Child<P>,
        parent: NodeId,
        g: Cost,
        partial: H::Partial,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        match self.reached.graph.entry_of(hash, &key) {
            Entry::Known(id) => {
                if g < self.reached.cost(id) {
                    let is_expanded = self.reached.graph.is_expanded(id);
                    if self.order.reopens() || !is_expanded {
                        meter.stats.reopened += u64::from(is_expanded);
                        self.reached.lower(id, parent, g);
                        self.wait(g, self.heuristic.value(self.reached.partial(id)), id, meter)?;
                    }
                }
            }
            Entry::Vacant(vacant) => {
                let partial = estimated(self.space, self.heuristic, &mut self.state, partial, via);
                let (open, place) = (&self.open, (vacant, key));
                let id = self.reached.add(place, Some(parent), partial, g, meter, || open.bytes())?;
                self.wait(g, self.heuristic.value(partial), id, meter)?;
            }
        }
        Ok(())
    }

    /// No solution is cheaper: see the module head. With a ceiling, none that is below it.
    fn lower_bound(&self) -> Cost {
        let value = |node| if self.admissible { self.heuristic.value(self.reached.partial(node)) } else { 0 };
        if !self.order.reopens() {
            // All that is known is what the heuristic says of the start.
            return if self.reached.len() == 0 { 0 } else { value(0) };
        }
        if self.reached.len() == 0 {
            return 0;
        }
        let mut least = self.reached.uncounted.then_some(UNCOUNTED);
        let mut see = |g: Cost, node| {
            let bound = through(g, value(node)).min(UNCOUNTED);
            least = Some(least.map_or(bound, |least: Cost| least.min(bound)));
        };
        if !self.reached.graph.is_expanded(self.current) {
            see(self.reached.cost(self.current), self.current);
        }
        for (g, node) in self.open.iter() {
            if g == self.reached.cost(node) {
                see(g, node);
            }
        }
        least.unwrap_or(0)
    }

    fn solution(&self, goal: NodeId) -> Solution<P::Move> {
        let (moves, cost) = moves_to(self.space, &self.reached.graph, goal);
        debug_assert_eq!(cost, self.reached.cost(goal));
        let weight = match self.order {
            // An f that is cut off has not ordered anything.
            Order::Weighted(w) if self.admissible => Cost::from(w.den()).checked_mul(cost).map(|_| w),
            _ => None,
        };
        let by_weight = weight.map_or(0, |w| w.lower_bound(cost));
        // The goal has left the open list, so its own cost is a bound as well.
        let all_seen = self.order.reopens() && self.open.len() == 0;
        // To look at all that is open takes a tenth of the search: not where the weight says it all, as that of A*
        // does.
        let open_bound = if all_seen || by_weight >= cost { cost } else { self.lower_bound().min(cost) };
        let lower_bound = by_weight.max(open_bound);
        let mut solution = Solution::bounded(moves, cost, lower_bound);
        if let (Proof::None, Some(w)) = (solution.proof, weight) {
            solution.proof = Proof::Within(w);
        }
        solution
    }
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for BestFirst<'_, P, H> {
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        if self.end.is_there() {
            return self.end.again();
        }
        let verdict = match self.advance(meter) {
            Ok(None) => return ControlFlow::Continue(()),
            Ok(Some(verdict)) => verdict,
            Err(stop) => self.stopped(stop),
        };
        match self.ended(verdict, meter) {
            ControlFlow::Break(verdict) => self.end.note(verdict),
            going => going,
        }
    }

    fn view(&self) -> View<P::Key> {
        if self.reached.len() == 0 {
            let h = self.heuristic.value(self.heuristic.init(self.space, &self.state));
            let position = self.space.pack(&self.state);
            return View { position, parent: None, g: 0, h: Some(h), bound: None, frontier: 1, stored: 0 };
        }
        View {
            position: self.reached.graph.key(self.current).clone(),
            parent: self
                .reached
                .graph
                .parent(self.current)
                .map(|parent| self.reached.graph.key(parent).clone()),
            g: self.reached.cost(self.current),
            h: Some(self.heuristic.value(self.reached.partial(self.current))),
            bound: self.last_f,
            frontier: self.open.len(),
            stored: self.reached.len(),
        }
    }

    /// Of equal f and g the position met last comes first.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        if self.reached.len() == 0 {
            let View { position, g, h, .. } = self.view();
            return Vec::from_iter((most > 0).then_some(Waiting { position, parent: None, g, h }));
        }
        let h = |node| self.heuristic.value(self.reached.partial(node));
        let mut nodes = Vec::new();
        for (g, node) in self.open.iter() {
            if self.reached.is_live(node, g) {
                nodes.push((self.order.f(g, h(node)), Reverse(g), Reverse(node)));
            }
        }
        nodes.sort_unstable();
        let mut waiting = Vec::new();
        for &(_, Reverse(g), Reverse(node)) in nodes.iter().take(most) {
            let parent = self.reached.graph.parent(node).map(|parent| self.reached.graph.key(parent).clone());
            waiting.push(Waiting {
                position: self.reached.graph.key(node).clone(),
                parent,
                g,
                h: Some(h(node)),
            });
        }
        waiting
    }
}
