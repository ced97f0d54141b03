//! Breadth-first search, from the start or from both ends (Pohl 1971).
//!
//! - *Guarantee*: a solution of the fewest moves. It is proven to be the cheapest if every move that was seen costs
//!   [`least_cost`](crate::StateSpace::least_cost); otherwise the least cost times the moves is a lower bound.
//! - *Ties*: positions of a layer in the order in which they were met, moves as the space gives them.
//! - *Duplicates*: each position is stored once, at the depth at which it was met first, and never expanded again.
//! - *Memory*: every position seen; from both ends about the square root of that.
//!
//! *From both ends*, for spaces whose goal positions can be listed, whole layers are expanded in turn, the
//! smaller frontier first. When no position is known to both sides, every solution is longer than the two
//! depths together; so the first meeting, found while one side grows by a layer, is at the least possible
//! depth.

use std::ops::ControlFlow;

use super::behind::behind;
use super::layers::Layers;
use super::path::{move_between, moves_to};
use super::{End as Ended, Engine, View, Waiting, solved};
use crate::meter::{Event, Meter, Stop};
use crate::space::{Cost, Reversible, StateSpace, UNCOUNTED};
use crate::store::{Entry, NodeId};
use crate::verdict::{Solution, Verdict};

/// Breadth-first search, from one end or from both.
///
/// What it guarantees and stores stands at the head of its [module](self).
#[must_use = "a search does nothing until it is run"]
pub struct BreadthFirst<'s, P: StateSpace> {
    space: &'s P,
    /// From the start, and from the goals.
    sides: [Layers<P>; 2],
    /// Where the second side begins; without it the search goes on until a goal is on the board.
    goals: Option<Vec<P::State>>,
    /// The side whose layer is being expanded.
    active: usize,
    state: P::State,
    /// Whether every move made so far cost as little as a move can, so that no way with as many moves is cheaper.
    equal_costs: bool,
    ended: Ended<P::Move>,
}

/// The end of a solution: a goal, or a position that is known to both sides, as the number that it has on each.
struct End {
    front: NodeId,
    back: Option<NodeId>,
}

impl<'s, P: StateSpace> BreadthFirst<'s, P> {
    /// A search from the start that has not begun.
    pub fn new(space: &'s P) -> Self {
        let sides = [Layers::new(space), Layers::new(space)];
        Self {
            space,
            sides,
            goals: None,
            active: 0,
            state: space.start(),
            equal_costs: true,
            ended: Ended::default(),
        }
    }

    /// A search from the start and from the goals that has not begun, or `None` if the space cannot list its goals.
    pub fn from_both_ends(space: &'s P) -> Option<Self>
    where
        P: Reversible,
    {
        let goals = space.goals()?;
        Some(Self { goals: Some(goals), ..Self::new(space) })
    }

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.sides[0].add_root(self.space.pack(&self.state), meter)?;
        for goal in self.goals.iter().flatten() {
            self.sides[1].add_root(self.space.pack(goal), meter)?;
        }
        Ok(())
    }

    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.sides[0].graph.len() == 0 {
            if self.space.is_goal(&self.state) {
                return Ok(Some(Verdict::Solved(Solution::bounded(Vec::new(), 0, 0))));
            }
            self.begin(meter)?;
        }
        let side = &self.sides[self.active];
        if side.cursor == side.layer_end && !self.enter_layer(meter) {
            return Ok(Some(Verdict::Unsolvable));
        }
        meter.expand()?;
        let side = &mut self.sides[self.active];
        let node = side.cursor;
        side.cursor += 1;
        self.space.unpack(side.graph.key(node), &mut self.state);
        let end = match self.goals {
            None => self.expand(node, meter)?,
            Some(_) => self.expand_to_meet(node, meter)?,
        };
        Ok(end.map(|end| self.verdict(&end)))
    }

    /// Goes on to the next layer, of the side that has fewer positions to expand. `false` if there is none.
    #[cold]
    fn enter_layer(&mut self, meter: &mut Meter<'_>) -> bool {
        if self.goals.is_some() {
            meter.tell(Event::Bound(self.lower_bound()));
            self.active = usize::from(self.sides[1].frontier() < self.sides[0].frontier());
            return self.sides[self.active].enter_layer();
        }
        let entered = self.sides[0].enter_layer();
        if entered {
            meter.tell(Event::Bound(self.lower_bound()));
        }
        entered
    }

    /// Stores the neighbours of the position on the board; returns the first that is a goal.
    fn expand(&mut self, node: NodeId, meter: &mut Meter<'_>) -> Result<Option<End>, Stop> {
        let side = &mut self.sides[0];
        let least_cost = self.space.least_cost();
        let (mut generated, mut equal_costs, mut found) = (0, true, Ok(None));
        for m in self.space.moves(&self.state, None) {
            equal_costs &= self.space.cost(m) == least_cost;
            generated += 1;
            found = behind(self.space, &mut self.state, m, |next| {
                let key = self.space.pack(next);
                let Entry::Vacant(vacant) = side.graph.entry(&key) else { return Ok(None) };
                let id = side.graph.insert(vacant, key, Some(node), (), meter, || 0)?;
                Ok(self.space.is_goal(next).then_some(End { front: id, back: None }))
            });
            if !matches!(found, Ok(None)) {
                break;
            }
        }
        meter.stats.generated += generated;
        self.equal_costs &= equal_costs;
        found
    }

    /// The same from both ends; returns the first position that is known to both sides.
    fn expand_to_meet(&mut self, node: NodeId, meter: &mut Meter<'_>) -> Result<Option<End>, Stop> {
        let [front, back] = &mut self.sides;
        let (mine, other) = if self.active == 0 { (front, back) } else { (back, front) };
        for m in self.space.moves(&self.state, None) {
            self.equal_costs &= self.space.cost(m) == self.space.least_cost();
            meter.stats.generated += 1;
            let key = behind(self.space, &mut self.state, m, |next| self.space.pack(next));
            if let Entry::Vacant(vacant) = mine.graph.entry(&key) {
                let met = other.graph.entry(&key);
                let id = mine.graph.insert(vacant, key, Some(node), (), meter, || other.graph.bytes())?;
                if let Entry::Known(theirs) = met {
                    let (front, back) = if self.active == 0 { (id, theirs) } else { (theirs, id) };
                    return Ok(Some(End { front, back: Some(back) }));
                }
            }
        }
        Ok(None)
    }

    fn verdict(&self, end: &End) -> Verdict<P::Move> {
        let (mut moves, mut cost) = moves_to(self.space, &self.sides[0].graph, end.front);
        if let Some(back) = end.back {
            let mut state = self.space.start();
            for &m in &moves {
                self.space.apply(&mut state, m);
            }
            // The way on is the way in which the other side came, backwards.
            for &next in self.sides[1].graph.path(back).iter().rev().skip(1) {
                let step = move_between(self.space, &mut state, self.sides[1].graph.key(next));
                cost = cost.saturating_add(self.space.cost(step));
                self.space.apply(&mut state, step);
                moves.push(step);
            }
        }
        let lower_bound = if self.equal_costs { cost } else { self.lower_bound() };
        solved(moves, cost, lower_bound)
    }

    /// All positions down to both depths are known, and none of them ends a solution.
    fn lower_bound(&self) -> Cost {
        (self.sides[0].depth + self.sides[1].depth + 1).saturating_mul(self.space.least_cost()).min(UNCOUNTED)
    }
}

impl<P: StateSpace> Engine<P> for BreadthFirst<'_, P> {
    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        if self.ended.is_there() {
            return self.ended.again();
        }
        match self.advance(meter) {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(verdict)) => self.ended.note(verdict),
            Err(why) => {
                let lower_bound = self.lower_bound();
                self.ended.note(Verdict::Stopped { why, best: None, lower_bound })
            }
        }
    }

    fn view(&self) -> View<P::Key> {
        let side = &self.sides[self.active];
        let last = side.cursor.checked_sub(1);
        View {
            position: last.map_or_else(|| self.space.pack(&self.state), |node| side.graph.key(node).clone()),
            parent: side.parent(),
            g: side.depth,
            h: None,
            bound: self.goals.as_ref().map(|_| self.lower_bound()),
            frontier: self.sides.iter().map(Layers::frontier).sum(),
            stored: self.sides.iter().map(|side| side.graph.len()).sum(),
        }
    }

    /// Those of the side at work first.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        let (mine, other) = (&self.sides[self.active], &self.sides[1 - self.active]);
        let mut waiting = Vec::new();
        mine.waiting(most, &mut waiting);
        other.waiting(most, &mut waiting);
        waiting
    }
}
