//! Depth-first search to a growing bound: IDA* (Korf 1985), and iterative deepening when the heuristic is blind.
//!
//! Optimal if the heuristic is admissible. The memory is the current path, nothing else. The next bound is the
//! least f that was above the current one, so no bound is tried in vain.

use std::ops::ControlFlow;

use super::dive::{Dive, Node, Setting, Step};
use super::untried::{before, untried};
use super::{Engine, View, Waiting};
use crate::heuristic::Heuristic;
use crate::meter::{Event, Meter, Stop};
use crate::pruning::{NoPruning, Pruner};
use crate::space::{Cost, StateSpace};
use crate::verdict::{Solution, Verdict};

/// IDA*, or iterative deepening with [`Blind`](crate::Blind).
pub struct Deepening<'s, P: StateSpace, H: Heuristic<P>, R: Pruner<P> = NoPruning> {
    setting: Setting<'s, P, H, R>,
    admissible: bool,
    depth_limit: Option<Cost>,
    /// The root, computed once.
    root: Node<P, H, R>,
    dive: Dive<'s, P, H, R>,
    bound: Cost,
    /// The bound of the next iteration, as far as it is known.
    next_bound: Cost,
}

impl<'s, P: StateSpace, H: Heuristic<P>> Deepening<'s, P, H> {
    /// A search that has not begun. Nothing dearer than `depth_limit` is looked at.
    pub fn new(space: &'s P, heuristic: &'s H, depth_limit: Option<Cost>) -> Self {
        Self::pruned(space, heuristic, &NoPruning, depth_limit)
    }
}

impl<'s, P: StateSpace, H: Heuristic<P>, R: Pruner<P>> Deepening<'s, P, H, R> {
    /// A search that has not begun and leaves out what `pruner` does not accept.
    pub fn pruned(space: &'s P, heuristic: &'s H, pruner: &'s R, depth_limit: Option<Cost>) -> Self {
        let setting = Setting { space, heuristic, pruner };
        let root = root(setting);
        Self {
            setting,
            admissible: heuristic.quality(space).admissible,
            depth_limit,
            bound: 0,
            next_bound: heuristic.value(root.partial),
            root,
            dive: Dive::new(setting),
        }
    }

    fn react(&mut self, step: Result<Step, Stop>, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        match step {
            Ok(Step::Expanded) => ControlFlow::Continue(()),
            Ok(Step::Found) => ControlFlow::Break(Verdict::Solved(self.solution())),
            Ok(Step::Exhausted) => {
                self.next_bound = self.next_bound.min(self.dive.take_next_bound());
                self.deepen(meter)
            }
            Err(stop) => self.stopped(stop),
        }
    }

    /// Starts an iteration to the next bound, at the root.
    fn deepen(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        self.bound = self.next_bound;
        if self.bound == Cost::MAX {
            return ControlFlow::Break(Verdict::Unsolvable);
        }
        if self.depth_limit.is_some_and(|limit| self.bound > limit) {
            return self.stopped(Stop::Depth);
        }
        self.next_bound = Cost::MAX;
        if self.admissible {
            meter.tell(Event::Bound(self.bound));
        }
        if self.setting.space.is_goal(&self.root.state) {
            return ControlFlow::Break(Verdict::Solved(self.solution()));
        }
        match self.dive.start(self.root.clone(), self.bound, meter) {
            Ok(()) => ControlFlow::Continue(()),
            Err(stop) => self.stopped(stop),
        }
    }

    fn stopped(&self, why: Stop) -> ControlFlow<Verdict<P::Move>> {
        let lower_bound = if self.admissible { self.bound } else { 0 };
        ControlFlow::Break(Verdict::Stopped { why, best: None, lower_bound })
    }

    /// The current path.
    fn solution(&self) -> Solution<P::Move> {
        solution(self.setting.space, self.dive.path().collect(), self.admissible)
    }
}

/// The node at which every iteration starts.
pub(super) fn root<P: StateSpace, H: Heuristic<P>, R: Pruner<P>>(
    setting: Setting<'_, P, H, R>,
) -> Node<P, H, R> {
    let state = setting.space.start();
    let partial = setting.heuristic.init(setting.space, &state);
    Node { state, partial, past: setting.pruner.start(), g: 0, via: None }
}

/// Moves found within the least possible bound are optimal if the heuristic is admissible.
pub(super) fn solution<P: StateSpace>(space: &P, moves: Vec<P::Move>, admissible: bool) -> Solution<P::Move> {
    let cost = moves.iter().map(|&m| space.cost(m)).sum();
    Solution::bounded(moves, cost, if admissible { cost } else { 0 })
}

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> Engine<P> for Deepening<'_, P, H, R> {
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        let step = self.dive.step(meter);
        self.react(step, meter)
    }

    fn run(&mut self, meter: &mut Meter<'_>) -> Verdict<P::Move> {
        loop {
            let (_, step) = self.dive.run(u64::MAX, meter);
            if let ControlFlow::Break(verdict) = self.react(step, meter) {
                return verdict;
            }
        }
    }

    fn view(&self) -> View<P::Key> {
        let (state, g, partial) = self.dive.top().unwrap_or((&self.root.state, 0, self.root.partial));
        View {
            position: self.setting.space.pack(state),
            parent: self.dive.last_move().and_then(|via| before(self.setting.space, state, via)),
            g,
            h: Some(self.setting.heuristic.value(partial)),
            bound: Some(self.bound),
            frontier: self.dive.depth(),
            stored: self.dive.depth(),
        }
    }

    /// Some of them may lie beyond the bound, or be pruned.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        let Setting { space, heuristic, .. } = self.setting;
        let state = self.dive.top().map_or(&self.root.state, |(state, ..)| state);
        untried(space, state, self.dive.frames(), most, |state| Some(heuristic.estimate(space, state)))
    }
}
