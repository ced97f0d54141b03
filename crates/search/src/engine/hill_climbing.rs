use std::ops::ControlFlow;

use super::chance::Chance;
use super::walk::Walk;
use super::{End, Engine, View, Waiting, step_by_step};
use crate::heuristic::Heuristic;
use crate::meter::{Meter, Stop};
use crate::space::{Cost, StateSpace, UNCOUNTED, after};
use crate::verdict::Verdict;

/// Which of the moves that lead to a lower estimate is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Climb {
    /// The first that is found: simple hill climbing.
    First,
    /// The one that leads to the lowest; of several, the first: steepest ascent.
    Steepest,
    /// Any of them, each as likely as the others: stochastic hill climbing.
    Random,
}

/// How a hill is climbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClimbingOptions {
    /// Which move is made.
    pub climb: Climb,
    /// How often it is tried again once it is stuck.
    pub restarts: u32,
    /// Decides what is left to chance.
    pub seed: u64,
}

/// Hill climbing: always on to a neighbour with a lower estimate, until there is none.
///
/// - *Guarantee*: none. It ends at a goal or at a position from which no move at all leads to a lower estimate, and
///   says so: [`Stop::Stuck`], which proves nothing about the space. Only where every move of the start leads to a dead
///   end there is no solution. A plateau is an end as well: a move that leaves the estimate as it is is not made. A
///   solution may cost anything; its lower bound is what an admissible heuristic says of the start.
/// - *Ties*: steepest ascent takes the first of the moves to the lowest estimate.
/// - *Restarts*: the n-th new try begins with n random moves from the start, fewer in a blind alley, because a search
///   from one start has no other hill to be put on; these moves are part of the solution. They leave out what the last
///   move makes useless; the climb does not.
/// - *Duplicates*: nothing but the way is kept; a climb meets no position twice, for it always goes down.
/// - *Memory*: the moves made.
/// - *Counting*: an expansion is a look at the moves of a position, those of the random walks included.
/// - *Reference*: Russell & Norvig, Artificial Intelligence: A Modern Approach, 4th ed. 2020, section 4.1.
#[must_use = "a search does nothing until it is run"]
pub struct HillClimbing<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    heuristic: &'s H,
    options: ClimbingOptions,
    chance: Chance,
    walk: Walk<'s, P>,
    partial: H::Partial,
    /// Tries that got stuck.
    tries: u32,
    /// Random moves left before the climb begins.
    astray: u32,
    /// Whether a way down was left out because its cost cannot be counted.
    uncounted: bool,
    /// The position expanded last, for those who look on.
    seen: View<P::Key>,
    end: End<P::Move>,
}

impl<'s, P: StateSpace, H: Heuristic<P>> HillClimbing<'s, P, H> {
    /// A search that has not begun.
    pub fn new(space: &'s P, heuristic: &'s H, options: ClimbingOptions) -> Self {
        let walk = Walk::new(space);
        let partial = heuristic.init(space, &walk.state);
        let seen = walk.view(Some(heuristic.value(partial)));
        let chance = Chance::new(options.seed);
        Self {
            space,
            heuristic,
            options,
            chance,
            walk,
            partial,
            tries: 0,
            astray: 0,
            uncounted: false,
            seen,
            end: End::default(),
        }
    }

    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.space.is_goal(&self.walk.state) {
            return Ok(Some(self.walk.solved(self.lower_bound())));
        }
        let here = self.heuristic.value(self.partial);
        if here >= UNCOUNTED {
            return Ok(Some(Verdict::Unsolvable));
        }
        meter.expand()?;
        self.seen = self.walk.view(Some(here));
        let below = if self.astray > 0 { UNCOUNTED } else { here };
        match self.choose(below, meter) {
            Some((m, partial)) => {
                self.walk.go(m, 0, meter)?;
                self.partial = partial;
                self.astray = self.astray.saturating_sub(1);
            }
            None if self.astray > 0 => self.astray = 0,
            None if self.walk.leads_nowhere(self.heuristic, self.partial, meter) => {
                return Ok(Some(Verdict::Unsolvable));
            }
            None if self.tries < self.options.restarts => self.again(),
            None => return Err(if self.uncounted { Stop::Cost } else { Stop::Stuck }),
        }
        Ok(None)
    }

    /// A move to an estimate below this one, with the partial behind it.
    fn choose(&mut self, below: Cost, meter: &mut Meter<'_>) -> Option<(P::Move, H::Partial)> {
        let climb = if self.astray > 0 { Climb::Random } else { self.options.climb };
        let mut best: Option<(Cost, P::Move, H::Partial)> = None;
        let mut lower = 0;
        let last = self.walk.last().filter(|_| self.astray > 0);
        for m in self.space.moves(&self.walk.state, last) {
            self.space.apply(&mut self.walk.state, m);
            meter.stats.generated += 1;
            let partial = self.heuristic.update(self.space, self.partial, m, &self.walk.state);
            self.space.undo(&mut self.walk.state, m);
            let h = self.heuristic.value(partial);
            if h >= below {
                continue;
            }
            if after(self.walk.cost, self.space.cost(m)) >= UNCOUNTED {
                self.uncounted = true;
                continue;
            }
            lower += 1;
            let takes = match (climb, &best) {
                (_, None) => true,
                (Climb::First, _) => false,
                (Climb::Steepest, Some((least, ..))) => h < *least,
                // One of n with a chance of 1 in n replaces what was chosen: all are equally likely in the end.
                (Climb::Random, _) => self.chance.below(lower) == 0,
            };
            if takes {
                best = Some((h, m, partial));
            }
            if climb == Climb::First {
                break;
            }
        }
        best.map(|(_, m, partial)| (m, partial))
    }

    fn again(&mut self) {
        self.tries += 1;
        self.astray = self.tries;
        self.walk.again();
        self.partial = self.heuristic.init(self.space, &self.walk.state);
    }

    fn lower_bound(&self) -> Cost {
        start_bound(self.space, self.heuristic)
    }
}

/// What is proven by the start alone.
pub(super) fn start_bound<P: StateSpace, H: Heuristic<P>>(space: &P, heuristic: &H) -> Cost {
    let start = space.start();
    if space.is_goal(&start) {
        return 0;
    }
    let h = if heuristic.quality(space).admissible { heuristic.estimate(space, &start) } else { 0 };
    h.max(space.least_cost()).min(UNCOUNTED)
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for HillClimbing<'_, P, H> {
    step_by_step!();

    fn view(&self) -> View<P::Key> {
        self.seen.clone()
    }

    /// The position in hand.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        self.walk.waiting(most, Some(self.heuristic.value(self.partial)))
    }
}
