//! Depth-first search to a growing bound: IDA* (Korf 1985), and iterative deepening when the heuristic is blind.
//!
//! - *Guarantee*: optimal if the heuristic is admissible. In a finite space without a solution it ends, if it
//!   [looks back](crate::StateSpace::LOOKS_BACK).
//! - *Bounds*: the next one is the least f that was above the current one, so no bound is tried in vain. Iterations may
//!   look beyond their bounds near the goal ([`DeepeningOptions::look_ahead`]). Where costs differ much, few positions
//!   are new in an iteration, and A* is the better choice.
//! - *Ties*: of the moves of a position the one with the least estimate first, then as the space gives them; subtrees
//!   that came nearest to the goal in the last iteration first.
//! - *Duplicates*: positions on the current path are left out, all others are searched as often as they are met.
//! - *Memory*: the current path and, in large searches, a few thousand positions at the top of the tree.

use std::ops::ControlFlow;

use super::ahead::Beyond;
use super::dive::{Dive, Reach, Setting, Step};
use super::sweep::sweep;
use super::top::{Top, root};
use super::untried::before;
use super::{End, Engine, View, Waiting};
use crate::heuristic::Heuristic;
use crate::meter::{Event, Meter, Stop};
use crate::pruning::{NoPruning, Pruner};
use crate::space::{Cost, StateSpace, UNCOUNTED};
use crate::verdict::{Solution, Verdict};

/// How a search to growing bounds is to be made. Two searches with the same options expand the same
/// positions, whether they are stepped, run to the end, or run by
/// [`parallel_deepening`](super::parallel_deepening) on one thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DeepeningOptions {
    /// Nothing dearer is looked at.
    pub depth_limit: Option<Cost>,
    /// Whether iterations look beyond their bounds near the goal: fewer positions for the same solution cost.
    pub look_ahead: bool,
}

impl DeepeningOptions {
    /// Looks ahead, to any depth.
    pub const LOOKING_AHEAD: Self = Self { depth_limit: None, look_ahead: true };
}

/// IDA*, or iterative deepening with [`Blind`](crate::Blind).
pub struct Deepening<'s, P: StateSpace, H: Heuristic<P>, R: Pruner<P> = NoPruning> {
    pub(super) setting: Setting<'s, P, H, R>,
    admissible: bool,
    depth_limit: Option<Cost>,
    pub(super) top: Top<'s, P, H, R>,
    /// The subtree that is searched; none before the first iteration.
    current: Option<usize>,
    dive: Dive<'s, P, H, R>,
    pub(super) bound: Cost,
    /// Expansions of the current iteration.
    spent: u64,
    /// Expansions of the last iteration.
    pub(super) last: u64,
    pub(super) beyond: Beyond<P>,
    end: End<P::Move>,
    /// Whether nobody looks on, so that a subtree may be searched at one go.
    unwatched: bool,
}

impl<'s, P: StateSpace, H: Heuristic<P>> Deepening<'s, P, H> {
    /// A search that has not begun.
    pub fn new(space: &'s P, heuristic: &'s H, options: DeepeningOptions) -> Self {
        Self::pruned(space, heuristic, &NoPruning, options)
    }
}

impl<'s, P: StateSpace, H: Heuristic<P>, R: Pruner<P>> Deepening<'s, P, H, R> {
    /// A search that has not begun and leaves out what `pruner` does not accept.
    pub fn pruned(space: &'s P, heuristic: &'s H, pruner: &'s R, options: DeepeningOptions) -> Self {
        let setting = Setting { space, heuristic, pruner };
        let start = root(setting);
        Self {
            setting,
            admissible: heuristic.quality(space).admissible,
            depth_limit: options.depth_limit,
            bound: 0,
            dive: Dive::new(setting, &start),
            top: Top::new(setting, start),
            current: None,
            spent: 0,
            last: 0,
            beyond: Beyond::new(options.look_ahead),
            end: End::default(),
            unwatched: false,
        }
    }

    fn react(&mut self, step: Result<Step, Stop>, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        match step {
            Ok(Step::Expanded) => ControlFlow::Continue(()),
            Ok(Step::Found) => self.found(meter),
            Ok(Step::Exhausted) => {
                let next = match self.current {
                    Some(current) => {
                        let job = &mut self.top.jobs[current];
                        (job.f, job.nearest) = (self.dive.take_next_bound(), self.dive.nearest());
                        current + 1
                    }
                    None => {
                        self.begin(meter)?;
                        0
                    }
                };
                self.go_on(next, meter)
            }
            Err(stop) => self.stopped(stop),
        }
    }

    /// Starts the search of the next subtree within the bound, from number `next` on, or ends the iteration.
    fn go_on(&mut self, next: usize, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        let reach = self.reach();
        for number in next..self.top.jobs.len() {
            let job = &mut self.top.jobs[number];
            if job.f > self.bound {
                continue;
            }
            self.current = Some(number);
            if self.setting.space.is_goal(&job.node.state) {
                let moves = job.path.clone();
                return ControlFlow::Break(self.solved(moves));
            }
            let swept = if self.unwatched { sweep(self.setting, &job.node, reach, meter) } else { Ok(None) };
            match swept {
                Ok(Some(seen)) => {
                    (job.f, job.nearest) = (seen.next_bound, seen.nearest);
                    self.spent += seen.expanded;
                }
                Ok(None) => {
                    let started = self.dive.start(job.node.clone(), &job.path, reach, meter);
                    self.spent += u64::from(started.is_ok());
                    return started.map_or_else(|stop| self.stopped(stop), ControlFlow::Continue);
                }
                Err(stop) => return self.stopped(stop),
            }
        }
        self.current = None;
        self.last = self.spent;
        ControlFlow::Continue(())
    }

    /// Begins an iteration to the next bound, with no subtree searched yet.
    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    pub(super) fn begin(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        let least = self.top.least_f();
        if let Some((cost, moves)) = self.beyond.found()
            && least.is_none_or(|f| f >= *cost)
        {
            return ControlFlow::Break(self.solved(moves.clone()));
        }
        let Some(bound) = least else { return ControlFlow::Break(Verdict::Unsolvable) };
        self.beyond.count(&self.dive.take_by_left());
        self.beyond.begin(self.bound, bound);
        self.bound = bound;
        if self.depth_limit.is_some_and(|limit| self.bound > limit) {
            return self.stopped(Stop::Depth);
        }
        if self.bound >= UNCOUNTED {
            return self.stopped(Stop::Cost);
        }
        if self.admissible {
            meter.tell(Event::Bound(self.bound));
        }
        let before = meter.stats.expanded;
        if let Err(stop) = self.top.prepare(self.bound, self.last, meter) {
            return self.stopped(stop);
        }
        self.spent = meter.stats.expanded - before;
        ControlFlow::Continue(())
    }

    /// Searches all subtrees of an iteration that has begun.
    pub(super) fn finish(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        self.unwatched = true;
        self.go_on(0, meter)?;
        while self.current.is_some() {
            let (expanded, step) = self.dive.run(u64::MAX, meter);
            self.spent += expanded;
            self.react(step, meter)?;
        }
        ControlFlow::Continue(())
    }

    /// How far the iteration goes.
    pub(super) fn reach(&self) -> Reach {
        self.beyond.reach(self.bound, self.depth_limit)
    }

    /// A goal is on the board: the end if it is within the bound, for there is nothing better.
    fn found(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        let moves = self.path();
        if self.dive.is_within_bound() {
            return ControlFlow::Break(self.solved(moves));
        }
        self.dive.leave();
        self.dive.stay_within_bound();
        self.note_beyond(moves, meter);
        ControlFlow::Continue(())
    }

    /// Notes a solution from beyond the bound, which is optimal if there is none within it.
    pub(super) fn note_beyond(&mut self, moves: Vec<P::Move>, meter: &mut Meter<'_>) {
        let cost = self.cost(&moves);
        if self.beyond.note(cost, moves.clone()) {
            let lower_bound = if self.admissible { self.bound } else { 0 };
            meter.tell_solution(&Solution::bounded(moves, cost, lower_bound));
        }
    }

    fn cost(&self, moves: &[P::Move]) -> Cost {
        moves.iter().map(|&m| self.setting.space.cost(m)).sum()
    }

    pub(super) fn stopped(&self, why: Stop) -> ControlFlow<Verdict<P::Move>> {
        let lower_bound = if self.admissible { self.bound } else { 0 };
        let best =
            self.beyond.found().map(|(cost, moves)| Solution::bounded(moves.clone(), *cost, lower_bound));
        ControlFlow::Break(Verdict::Stopped { why, best, lower_bound })
    }

    /// Moves found within the least possible bound are optimal if the heuristic is admissible.
    pub(super) fn solved(&self, moves: Vec<P::Move>) -> Verdict<P::Move> {
        let cost = self.cost(&moves);
        let lower_bound = if self.admissible { cost } else { 0 };
        Verdict::Solved(Solution::bounded(moves, cost, lower_bound))
    }

    /// The current path.
    fn path(&self) -> Vec<P::Move> {
        let way = self.current.map_or(Vec::new(), |number| self.top.jobs[number].path.clone());
        self.dive.path(way)
    }
}

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> Engine<P> for Deepening<'_, P, H, R> {
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        self.end.again()?;
        self.unwatched = false;
        let (expanded, step) = self.dive.run(1, meter);
        self.spent += expanded;
        match self.react(step, meter) {
            ControlFlow::Break(verdict) => self.end.note(verdict),
            going => going,
        }
    }

    fn run(&mut self, meter: &mut Meter<'_>) -> Verdict<P::Move> {
        if let ControlFlow::Break(verdict) = self.end.again() {
            return verdict;
        }
        self.unwatched = true;
        loop {
            let (expanded, step) = self.dive.run(u64::MAX, meter);
            self.spent += expanded;
            if let ControlFlow::Break(verdict) = self.react(step, meter) {
                _ = self.end.note(verdict.clone());
                return verdict;
            }
        }
    }

    fn view(&self) -> View<P::Key> {
        let Setting { space, heuristic, .. } = self.setting;
        let at_root = || {
            let node = root(self.setting);
            (space.pack(&node.state), None, 0, heuristic.value(node.partial))
        };
        let in_hand = |(state, g, h)| {
            let parent = self.dive.last_move().and_then(|via| before(space, state, via));
            (space.pack(state), parent, g, h)
        };
        let (position, parent, g, h) = self.dive.top().map_or_else(at_root, in_hand);
        View {
            position,
            parent,
            g,
            h: Some(h),
            bound: Some(self.bound),
            frontier: self.dive.depth(),
            stored: self.dive.depth() + self.top.jobs.len(),
        }
    }

    /// Those of the subtree in hand.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        self.dive.waiting(most)
    }
}
