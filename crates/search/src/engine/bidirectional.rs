//! Breadth-first search from both ends (Pohl 1971), for spaces whose goal positions can be listed.
//!
//! Whole layers are expanded in turn, the smaller frontier first. When no position is known to both sides, every
//! solution is longer than the two depths together; so the first meeting, found while one side grows by a layer, is
//! at the least possible depth. Fewest moves, hence optimal when all moves cost 1. Memory: about the square root of
//! what one-sided search stores.

use std::ops::ControlFlow;

use super::breadth_first::Layers;
use super::path::{move_between, moves_to};
use super::{Engine, View, Waiting, stepped};
use crate::meter::{Event, Meter, Stop};
use crate::space::{Cost, Reversible};
use crate::store::{Entry, NodeId};
use crate::verdict::{Solution, Verdict};

/// Breadth-first search from the start and from the goals.
pub struct Bidirectional<'s, P: Reversible> {
    space: &'s P,
    /// From the start, and from the goals.
    sides: [Layers<P>; 2],
    /// The side whose layer is being expanded.
    active: usize,
    goals: Vec<P::State>,
    state: P::State,
    unit_costs: bool,
}

impl<'s, P: Reversible> Bidirectional<'s, P> {
    /// A search that has not begun, or `None` if the space cannot list its goals.
    pub fn new(space: &'s P) -> Option<Self> {
        let goals = space.goals()?;
        Some(Self {
            space,
            sides: [Layers::new(space), Layers::new(space)],
            active: 0,
            goals,
            state: space.start(),
            unit_costs: true,
        })
    }

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        self.sides[0].add_root(self.space.pack(&self.state), meter)?;
        for goal in std::mem::take(&mut self.goals) {
            self.sides[1].add_root(self.space.pack(&goal), meter)?;
        }
        Ok(self.space.is_goal(&self.state))
    }

    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.sides[0].graph.len() == 0 && self.begin(meter)? {
            return Ok(Some(Verdict::Solved(Solution::bounded(Vec::new(), 0, 0))));
        }
        if self.sides[self.active].cursor == self.sides[self.active].layer_end {
            meter.tell(Event::Bound(self.lower_bound()));
            self.active = usize::from(self.sides[1].frontier() < self.sides[0].frontier());
            if !self.sides[self.active].enter_layer() {
                return Ok(Some(Verdict::Unsolvable));
            }
        }
        meter.expand()?;
        let side = &mut self.sides[self.active];
        let node = side.cursor;
        side.cursor += 1;
        self.space.unpack(side.graph.key(node), &mut self.state);
        let meeting = self.expand(node, meter)?;
        Ok(meeting.map(|[front, back]| Verdict::Solved(self.solution(front, back))))
    }

    /// Stores the neighbours of the position on the board; returns a position known to both sides, as the number
    /// that it has on each.
    fn expand(&mut self, node: NodeId, meter: &mut Meter<'_>) -> Result<Option<[NodeId; 2]>, Stop> {
        let [front, back] = &mut self.sides;
        let (mine, other) = if self.active == 0 { (front, back) } else { (back, front) };
        for m in self.space.moves(&self.state, None) {
            self.unit_costs &= self.space.cost(m) == 1;
            self.space.apply(&mut self.state, m);
            meter.stats.generated += 1;
            let key = self.space.pack(&self.state);
            self.space.undo(&mut self.state, m);
            if let Entry::Vacant(vacant) = mine.graph.entry(&key) {
                let met = other.graph.entry(&key);
                let id = mine.graph.insert(vacant, key, Some(node), (), meter, || other.graph.bytes())?;
                if let Entry::Known(theirs) = met {
                    return Ok(Some(if self.active == 0 { [id, theirs] } else { [theirs, id] }));
                }
            }
        }
        Ok(None)
    }

    fn solution(&self, front: NodeId, back: NodeId) -> Solution<P::Move> {
        let (mut moves, mut cost) = moves_to(self.space, &self.sides[0].graph, front);
        let mut state = self.space.start();
        for &m in &moves {
            self.space.apply(&mut state, m);
        }
        // The way on is the way in which the other side came, backwards.
        for &next in self.sides[1].graph.path(back).iter().rev().skip(1) {
            let step = move_between(self.space, &mut state, self.sides[1].graph.key(next));
            cost += self.space.cost(step);
            self.space.apply(&mut state, step);
            moves.push(step);
        }
        let lower_bound = if self.unit_costs { cost } else { self.lower_bound().min(cost) };
        Solution::bounded(moves, cost, lower_bound)
    }

    /// All positions down to both depths are known and none to both sides; a move costs at least 1.
    fn lower_bound(&self) -> Cost {
        self.sides[0].depth + self.sides[1].depth + 1
    }
}

impl<P: Reversible> Engine<P> for Bidirectional<'_, P> {
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        let advanced = self.advance(meter);
        stepped(advanced, |_| self.lower_bound())
    }

    fn view(&self) -> View<P::Key> {
        View {
            position: self.space.pack(&self.state),
            parent: self.sides[self.active].parent(),
            g: self.sides[self.active].depth,
            h: None,
            bound: Some(self.lower_bound()),
            frontier: self.sides.iter().map(Layers::frontier).sum(),
            stored: self.sides.iter().map(|side| side.graph.len()).sum(),
        }
    }

    /// Those of the side at work first.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        let (mine, other) = (&self.sides[self.active], &self.sides[1 - self.active]);
        mine.waiting().chain(other.waiting()).take(most).collect()
    }
}
