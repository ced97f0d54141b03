use std::ops::ControlFlow;

use super::chance::Chance;
use super::hill_climbing::start_bound;
use super::walk::Walk;
use super::{End, Engine, View, Waiting, step_by_step};
use crate::heuristic::Heuristic;
use crate::meter::{Meter, Stop};
use crate::space::{Cost, StateSpace, UNCOUNTED, after};
use crate::verdict::Verdict;

/// How a search cools down. Temperatures are in units of the estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cooling {
    /// The temperature at first.
    pub from: f64,
    /// The temperature at last.
    pub to: f64,
    /// Moves that are tried in between; from one to the next the temperature falls by the same factor.
    pub steps: u64,
    /// Decides what is left to chance.
    pub seed: u64,
}

impl Cooling {
    /// A schedule for boards of the size of the 8-puzzle.
    pub fn seeded(seed: u64) -> Self {
        Self { from: 2.0, to: 0.2, steps: 1_000_000, seed }
    }

    fn temperature(&self, step: u64) -> f64 {
        self.from * (self.to / self.from).powf(step as f64 / self.steps.max(1) as f64)
    }
}

/// Simulated annealing: random moves, those that raise the estimate ever less often.
///
/// A move that raises the estimate by d is made with probability exp(-d / T), any other always; T falls step by step.
///
/// - *Guarantee*: none. It ends at a goal, or says [`Stop::Stuck`] when it has cooled down, which proves nothing about
///   the space, unless all moves of the start lead to dead ends: then there is no solution. The solution is the way
///   walked without its circles; its lower bound is what an admissible heuristic says of the start. The same seed walks
///   the same way, but for the last digit of `exp` on machines that compute it differently.
/// - *Ties*: all moves of a position are equally likely to be tried.
/// - *Duplicates*: nothing but the way is kept, so that positions are met again.
/// - *Memory*: the moves made.
/// - *Counting*: each move that is tried is an expansion, for the moves of the position are looked at.
/// - *Reference*: Kirkpatrick, Gelatt & Vecchi 1983, Optimization by simulated annealing.
#[must_use = "a search does nothing until it is run"]
pub struct Annealing<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    heuristic: &'s H,
    cooling: Cooling,
    chance: Chance,
    walk: Walk<'s, P>,
    partial: H::Partial,
    tried: u64,
    seen: View<P::Key>,
    end: End<P::Move>,
}

impl<'s, P: StateSpace, H: Heuristic<P>> Annealing<'s, P, H> {
    /// A search that has not begun.
    pub fn new(space: &'s P, heuristic: &'s H, cooling: Cooling) -> Self {
        let walk = Walk::new(space);
        let partial = heuristic.init(space, &walk.state);
        let seen = walk.view(Some(heuristic.value(partial)));
        let chance = Chance::new(cooling.seed);
        Self { space, heuristic, cooling, chance, walk, partial, tried: 0, seen, end: End::default() }
    }

    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.space.is_goal(&self.walk.state) {
            return Ok(Some(self.walk.solved_without_circles(self.lower_bound())));
        }
        let here = self.heuristic.value(self.partial);
        if here >= UNCOUNTED {
            return Ok(Some(Verdict::Unsolvable));
        }
        if self.tried == self.cooling.steps {
            return Err(Stop::Stuck);
        }
        meter.expand()?;
        self.seen = self.walk.view(Some(here));
        let temperature = self.cooling.temperature(self.tried);
        self.tried += 1;
        let count = self.space.moves(&self.walk.state, None).count();
        if count == 0 {
            return if self.walk.last().is_none() { Ok(Some(Verdict::Unsolvable)) } else { Err(Stop::Stuck) };
        }
        let chosen = self.chance.below(count);
        let Some(m) = self.space.moves(&self.walk.state, None).nth(chosen) else { return Ok(None) };
        self.space.apply(&mut self.walk.state, m);
        meter.stats.generated += 1;
        let partial = self.heuristic.update(self.space, self.partial, m, &self.walk.state);
        self.space.undo(&mut self.walk.state, m);
        let there = self.heuristic.value(partial);
        if there >= UNCOUNTED
            && self.tried == 1
            && self.walk.leads_nowhere(self.heuristic, self.partial, meter)
        {
            return Ok(Some(Verdict::Unsolvable));
        }
        if self.accepts(here, there, temperature) {
            if after(self.walk.cost, self.space.cost(m)) >= UNCOUNTED {
                return Err(Stop::Cost);
            }
            self.walk.go(m, 0, meter)?;
            self.partial = partial;
        }
        Ok(None)
    }

    fn accepts(&mut self, here: Cost, there: Cost, temperature: f64) -> bool {
        there <= here
            || there < UNCOUNTED && self.chance.unit() < (-((there - here) as f64) / temperature).exp()
    }

    fn lower_bound(&self) -> Cost {
        start_bound(self.space, self.heuristic)
    }
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for Annealing<'_, P, H> {
    step_by_step!();

    fn view(&self) -> View<P::Key> {
        self.seen.clone()
    }

    /// The position in hand.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        self.walk.waiting(most, Some(self.heuristic.value(self.partial)))
    }
}
