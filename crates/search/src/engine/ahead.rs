//! Looking ahead in IDA*: an iteration goes a step beyond its bound where that is cheap, near the goal.
//!
//! Most positions of an iteration are in the middle of the way; few are near its end, where the heuristic is
//! almost exact. To follow those few as far as the next iteration would costs little, and often finds the
//! solution that the next iteration is made for. When all within the bound has been searched, such a solution
//! is optimal, and the next iteration need not be made.

use super::dive::{ByLeft, Reach};
use crate::space::{Cost, StateSpace};

/// Of this many expansions of an iteration one is near the goal.
const ONE_IN: u64 = 24;

/// What an iteration knows of the next one.
pub(super) struct Beyond<P: StateSpace> {
    /// Whether iterations go beyond their bounds at all.
    wanted: bool,
    /// From the last bound to this one.
    step: Cost,
    /// Positions as far from the goal as this are near.
    near: Cost,
    /// A solution beyond the bound.
    found: Option<(Cost, Vec<P::Move>)>,
    counts: Box<ByLeft>,
}

impl<P: StateSpace> Beyond<P> {
    pub(super) fn new(wanted: bool) -> Self {
        Self { wanted, step: 0, near: 0, found: None, counts: Box::new([0; 256]) }
    }

    /// Begins an iteration to `bound`, after one to `last`.
    pub(super) fn begin(&mut self, last: Cost, bound: Cost) {
        if !self.wanted {
            return;
        }
        self.near = near(&self.counts);
        self.counts.fill(0);
        self.step = bound - last;
    }

    /// How far an iteration to `bound` goes; nothing dearer than `limit` is looked at.
    pub(super) fn reach(&self, bound: Cost, limit: Option<Cost>) -> Reach {
        if self.found.is_some() || self.near == 0 {
            return Reach::to(bound);
        }
        let beyond = bound.saturating_add(self.step).min(limit.unwrap_or(Cost::MAX));
        Reach { bound, beyond, near: self.near }
    }

    /// Notes where expansions were made.
    pub(super) fn count(&mut self, by_left: &ByLeft) {
        add(&mut self.counts, by_left);
    }

    /// Notes a solution, if it is better than what was known; whether it is.
    pub(super) fn note(&mut self, cost: Cost, moves: Vec<P::Move>) -> bool {
        let better = self.found.as_ref().is_none_or(|(known, _)| cost < *known);
        if better {
            self.found = Some((cost, moves));
        }
        better
    }

    /// What is to be kept of it: from the last bound to this one, what is near, and where expansions were made.
    pub(super) fn save(&self) -> (Cost, Cost, &ByLeft) {
        (self.step, self.near, &self.counts)
    }

    /// Takes what was kept, without a solution.
    pub(super) fn restore(&mut self, step: Cost, near: Cost, counts: &ByLeft) {
        (self.step, self.near, *self.counts, self.found) = (step, near, *counts, None);
    }

    /// The best solution known.
    pub(super) fn found(&self) -> Option<&(Cost, Vec<P::Move>)> {
        self.found.as_ref()
    }
}

/// How far from the goal positions are of which there are few.
fn near(counts: &ByLeft) -> Cost {
    let all: u64 = counts.iter().sum();
    let mut sum = 0;
    let few = |count: &&u64| {
        sum += **count;
        sum * ONE_IN <= all
    };
    // Before the first iteration nothing is known.
    if all == 0 { 0 } else { counts.iter().take_while(few).count() as Cost }
}

/// Adds some counts to others.
pub(super) fn add(sums: &mut ByLeft, counts: &ByLeft) {
    sums.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
}
