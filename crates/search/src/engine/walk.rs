//! A way that grows move by move at its end: what local searches and agents that act while they search have in hand.

use std::collections::HashMap;

use super::path::moves_along;
use super::untried::before;
use super::{View, Waiting, solved};
use crate::heuristic::Heuristic;
use crate::meter::{Meter, Stop};
use crate::space::{Cost, StateSpace, UNCOUNTED, after};
use crate::store::growth;
use crate::verdict::Verdict;

/// A position, and the moves that were made from the start to get there.
pub(super) struct Walk<'s, P: StateSpace> {
    space: &'s P,
    pub(super) state: P::State,
    moves: Vec<P::Move>,
    pub(super) cost: Cost,
}

impl<'s, P: StateSpace> Walk<'s, P> {
    pub(super) fn new(space: &'s P) -> Self {
        Self { space, state: space.start(), moves: Vec::new(), cost: 0 }
    }

    /// The move made last.
    pub(super) fn last(&self) -> Option<P::Move> {
        self.moves.last().copied()
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.moves.capacity() * size_of::<P::Move>()) as u64
    }

    /// Makes a move; `others` are the bytes that the search uses beside this way.
    pub(super) fn go(&mut self, m: P::Move, others: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if self.moves.len() == self.moves.capacity() {
            let more = growth(self.moves.len());
            meter.reserve(others + self.bytes() + (more * size_of::<P::Move>()) as u64)?;
            self.moves.reserve_exact(more);
        }
        self.space.apply(&mut self.state, m);
        self.moves.push(m);
        self.cost = after(self.cost, self.space.cost(m));
        Ok(())
    }

    /// Whether this is the start and every move leads to a dead end, so that there is no solution.
    pub(super) fn leads_nowhere<H: Heuristic<P>>(
        &mut self,
        heuristic: &H,
        partial: H::Partial,
        meter: &mut Meter<'_>,
    ) -> bool {
        self.moves.is_empty()
            && self.space.moves(&self.state, None).all(|m| {
                self.space.apply(&mut self.state, m);
                meter.stats.generated += 1;
                let there = heuristic.value(heuristic.update(self.space, partial, m, &self.state));
                self.space.undo(&mut self.state, m);
                there >= UNCOUNTED
            })
    }

    /// Back to the start; the moves are forgotten.
    pub(super) fn again(&mut self) {
        *self = Self::new(self.space);
    }

    /// The position before the one in hand.
    pub(super) fn before(&self) -> Option<P::Key> {
        before(self.space, &self.state, self.last()?)
    }

    /// What is shown of the position in hand.
    pub(super) fn view(&self, h: Option<Cost>) -> View<P::Key> {
        let walked = self.moves.len() + 1;
        View {
            position: self.space.pack(&self.state),
            parent: self.before(),
            g: self.cost,
            h,
            bound: None,
            frontier: walked,
            stored: walked,
        }
    }

    /// The position in hand as one that waits.
    pub(super) fn waiting(&self, most: usize, h: Option<Cost>) -> Vec<Waiting<P::Key>> {
        let position = self.space.pack(&self.state);
        Vec::from_iter((most > 0).then_some(Waiting { position, parent: self.before(), g: self.cost, h }))
    }

    /// The way is a solution.
    pub(super) fn solved(&self, lower_bound: Cost) -> Verdict<P::Move> {
        solved(self.moves.clone(), self.cost, lower_bound)
    }

    /// The way without the circles in it is a solution: where a position was met again, what lies between is left out.
    pub(super) fn solved_without_circles(&self, lower_bound: Cost) -> Verdict<P::Move> {
        let (moves, cost) = without_circles(self.space, &self.moves);
        solved(moves, cost, lower_bound)
    }
}

fn without_circles<P: StateSpace>(space: &P, moves: &[P::Move]) -> (Vec<P::Move>, Cost) {
    let mut state = space.start();
    let mut keys = vec![space.pack(&state)];
    let mut places = HashMap::from([(space.pack(&state), 0)]);
    for &m in moves {
        space.apply(&mut state, m);
        let key = space.pack(&state);
        if let Some(&place) = places.get(&key) {
            for forgotten in keys.drain(place + 1..) {
                places.remove(&forgotten);
            }
        } else {
            places.insert(key.clone(), keys.len());
            keys.push(key);
        }
    }
    // Equivalent positions have one key, so the moves made may not be those between the positions that are kept.
    moves_along(space, keys.iter().skip(1))
}
