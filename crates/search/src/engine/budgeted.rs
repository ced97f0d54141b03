use std::ops::ControlFlow;

use super::hill_climbing::start_bound;
use super::tree::{Probe, Tree};
use super::{End, Engine, View, Waiting};
use crate::heuristic::Heuristic;
use crate::meter::{Event, Meter, Stop};
use crate::space::{Cost, StateSpace, UNCOUNTED};
use crate::verdict::{Solution, Verdict};

/// An iteration is large enough if it expands this many times what the last large one did,
const ENOUGH: u64 = 2;
/// and too large if it expands this many times as much.
const TOO_MUCH: u64 = 8;

/// Budgeted tree search, the form of IBEX for trees: IDA* whose iterations grow by a factor even where costs lie so
/// close together that each bound adds but few positions.
///
/// An iteration to the next bound that turns out small is followed by iterations to bounds that rise by 1, 2, 4, …,
/// each with a budget of expansions, and by a bisection where one goes over it, until one is neither too small nor too
/// large (factors of 2 and 8 of the last one, as its authors chose).
///
/// - *Guarantee*: optimal with an admissible heuristic. A solution that is found in an iteration beyond the least bound
///   is kept, and is the answer once all that is cheaper was searched. Where n positions lie below the optimum C, at
///   most about n · log C are expanded, and not n² as by IDA*.
/// - *Ties*: moves as the space gives them.
/// - *Duplicates*: positions on the path are left out, others are searched as often as they are met.
/// - *Memory*: the current path.
/// - *Reference*: Helmert, Lattimore, Lelis, Orseau & Sturtevant 2019, Iterative budgeted exponential search.
#[must_use = "a search does nothing until it is run"]
pub struct Budgeted<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    admissible: bool,
    start_bound: Cost,
    tree: Tree<'s, P, H>,
    /// No solution costs less, if the heuristic is admissible.
    lower: Cost,
    /// The least bound that is known to go over the budget.
    upper: Cost,
    /// What the last iteration that was large enough expanded.
    size: u64,
    phase: Phase,
    /// Expansions in the iteration under way.
    spent: u64,
    best: Option<Solution<P::Move>>,
    begun: bool,
    end: End<P::Move>,
}

/// What the iteration under way is for.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    /// The least bound that is left, whatever it takes.
    Least,
    /// A bound so far beyond it, within the budget.
    Rising(Cost),
    /// One between a bound that was too small and one that was too large.
    Between,
}

impl<'s, P: StateSpace, H: Heuristic<P>> Budgeted<'s, P, H> {
    /// A search that has not begun.
    pub fn new(space: &'s P, heuristic: &'s H) -> Self {
        Self {
            space,
            admissible: heuristic.quality(space).admissible,
            start_bound: start_bound(space, heuristic),
            tree: Tree::new(space, heuristic, false),
            lower: 0,
            upper: UNCOUNTED,
            size: 0,
            phase: Phase::Least,
            spent: 0,
            best: None,
            begun: false,
            end: End::default(),
        }
    }

    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if !self.begun {
            if self.space.is_goal(&self.tree.state) {
                return Ok(Some(Verdict::Solved(Solution::bounded(Vec::new(), 0, 0))));
            }
            self.begun = true;
            self.lower = self.tree.start_h();
            return self.iterate(meter);
        }
        if self.phase != Phase::Least && self.spent > TOO_MUCH * self.size {
            self.upper = self.tree.bound;
            return self.iterate(meter);
        }
        match self.tree.step(meter, |_, _, _| Ok(true))? {
            Probe::Expanded => self.spent += 1,
            Probe::Goal(moves, cost) => self.keep(moves, cost, meter),
            Probe::Done => return self.complete(meter),
        }
        Ok(None)
    }

    /// A solution that is better than the last: only better ones are looked for from now on.
    fn keep(&mut self, moves: Vec<P::Move>, cost: Cost, meter: &mut Meter<'_>) {
        let proven = if self.admissible { self.lower } else { self.start_bound };
        let solution = Solution::bounded(moves, cost, proven.min(cost));
        meter.tell_solution(&solution);
        self.best = Some(solution);
        self.tree.bound = self.tree.bound.min(cost.saturating_sub(1));
    }

    /// The iteration was searched to its end: nothing costs less than what was cut off, or than what was found.
    fn complete(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        let found = self.best.as_ref().map_or(Cost::MAX, |best| best.cost);
        self.lower = self.lower.max(self.tree.next.min(found));
        let enough = self.spent >= ENOUGH.saturating_mul(self.size);
        if enough {
            (self.size, self.phase, self.upper) = (self.spent, Phase::Least, UNCOUNTED);
        } else if self.phase == Phase::Least {
            self.phase = Phase::Rising(1);
        } else if let Phase::Rising(by) = self.phase {
            self.phase = Phase::Rising(by.saturating_mul(2));
        }
        self.iterate(meter)
    }

    /// Begins the next iteration, unless all is known.
    fn iterate(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if let Some(best) = &self.best
            && best.cost <= self.lower
        {
            let proven = if self.admissible { best.cost } else { self.start_bound };
            let best = Solution::bounded(best.moves.clone(), best.cost, proven.min(best.cost));
            return Ok(Some(Verdict::Solved(best)));
        }
        if self.lower >= UNCOUNTED {
            return if self.tree.uncounted { Err(Stop::Cost) } else { Ok(Some(Verdict::Unsolvable)) };
        }
        if self.upper < UNCOUNTED && self.phase != Phase::Least {
            self.phase = Phase::Between;
        }
        if self.lower >= self.upper {
            // Even the least bound is more than the budget: it is large enough for sure.
            (self.phase, self.upper) = (Phase::Least, UNCOUNTED);
        }
        let bound = match self.phase {
            Phase::Least => self.lower,
            Phase::Rising(by) => self.lower.saturating_add(by).min(UNCOUNTED - 1),
            Phase::Between => self.lower + (self.upper - self.lower) / 2,
        };
        if self.admissible {
            meter.tell(Event::Bound(self.lower));
        }
        self.spent = 1;
        self.tree.begin(bound.min(self.ceiling()), meter)?;
        Ok(None)
    }

    /// Only what is better than the best that is known is looked for.
    fn ceiling(&self) -> Cost {
        self.best.as_ref().map_or(UNCOUNTED - 1, |best| best.cost.saturating_sub(1))
    }

    fn lower_bound(&self) -> Cost {
        if self.admissible { self.lower.min(UNCOUNTED).max(self.start_bound) } else { self.start_bound }
    }
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for Budgeted<'_, P, H> {
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        if self.end.is_there() {
            return self.end.again();
        }
        match self.advance(meter) {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(verdict)) => self.end.note(verdict),
            Err(why) => {
                let lower_bound = self.lower_bound();
                self.end.note(Verdict::Stopped { why, best: self.best.clone(), lower_bound })
            }
        }
    }

    fn view(&self) -> View<P::Key> {
        self.tree.view()
    }

    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        self.tree.waiting(most)
    }
}
