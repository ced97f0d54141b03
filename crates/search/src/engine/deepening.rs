//! Depth-first search to a growing bound: IDA* (Korf 1985), and iterative deepening when the heuristic is blind.
//!
//! Optimal if the heuristic is admissible. The memory is the current path, nothing else. The next bound is the
//! least f that was above the current one, so no bound is tried in vain.

use std::ops::ControlFlow;

use super::{Engine, View};
use crate::heuristic::Heuristic;
use crate::meter::{Event, Meter, Stop};
use crate::space::{Cost, StateSpace};
use crate::verdict::{Solution, Verdict};

/// IDA*, or iterative deepening with [`Blind`](crate::Blind).
pub struct Deepening<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    heuristic: &'s H,
    admissible: bool,
    depth_limit: Option<Cost>,
    state: P::State,
    /// The root's partial, computed once.
    root: H::Partial,
    /// The current path; empty between two iterations.
    stack: Vec<Frame<P, H>>,
    bound: Cost,
    /// The least f above the bound seen in this iteration.
    next_bound: Cost,
}

/// A position on the current path that has moves left to try.
struct Frame<P: StateSpace, H: Heuristic<P>> {
    moves: P::Moves,
    partial: H::Partial,
    g: Cost,
    /// The move that led here; `None` at the root.
    via: Option<P::Move>,
}

impl<'s, P: StateSpace, H: Heuristic<P>> Deepening<'s, P, H> {
    /// A search that has not begun. Nothing dearer than `depth_limit` is looked at.
    pub fn new(space: &'s P, heuristic: &'s H, depth_limit: Option<Cost>) -> Self {
        let state = space.start();
        let root = heuristic.init(space, &state);
        Self {
            space,
            heuristic,
            admissible: heuristic.quality(space).admissible,
            depth_limit,
            state,
            root,
            stack: Vec::new(),
            bound: 0,
            next_bound: heuristic.value(root),
        }
    }

    /// Starts an iteration to the next bound, at the root.
    fn deepen(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        if self.next_bound == Cost::MAX {
            return ControlFlow::Break(Verdict::Unsolvable);
        }
        if self.depth_limit.is_some_and(|limit| self.next_bound > limit) {
            self.bound = self.next_bound;
            return self.stopped(Stop::Depth);
        }
        self.bound = self.next_bound;
        self.next_bound = Cost::MAX;
        if self.admissible {
            meter.tell(Event::Bound(self.bound));
        }
        if self.space.is_goal(&self.state) {
            return ControlFlow::Break(Verdict::Solved(self.solution(None)));
        }
        self.push(meter, self.root, 0, None)
    }

    /// Expands the position on the board.
    #[inline]
    fn push(
        &mut self,
        meter: &mut Meter<'_>,
        partial: H::Partial,
        g: Cost,
        via: Option<P::Move>,
    ) -> ControlFlow<Verdict<P::Move>> {
        if let Err(stop) = meter.expand() {
            return self.stopped(stop);
        }
        self.stack.push(Frame { moves: self.space.moves(&self.state, via), partial, g, via });
        ControlFlow::Continue(())
    }

    fn stopped(&self, why: Stop) -> ControlFlow<Verdict<P::Move>> {
        let lower_bound = if self.admissible { self.bound } else { 0 };
        ControlFlow::Break(Verdict::Stopped { why, best: None, lower_bound })
    }

    /// The current path, with `last` behind it.
    fn solution(&self, last: Option<P::Move>) -> Solution<P::Move> {
        let moves: Vec<_> = self.stack.iter().filter_map(|frame| frame.via).chain(last).collect();
        let cost = moves.iter().map(|&m| self.space.cost(m)).sum();
        Solution::bounded(moves, cost, if self.admissible { cost } else { 0 })
    }
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for Deepening<'_, P, H> {
    #[inline]
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        loop {
            let Some(frame) = self.stack.last_mut() else { return self.deepen(meter) };
            let Some(m) = frame.moves.next() else {
                if let Some(via) = frame.via {
                    self.space.undo(&mut self.state, via);
                }
                self.stack.pop();
                continue;
            };
            meter.stats.generated += 1;
            self.space.apply(&mut self.state, m);
            let partial = self.heuristic.update(self.space, frame.partial, m, &self.state);
            let g = frame.g + self.space.cost(m);
            let f = g + self.heuristic.value(partial);
            if f > self.bound {
                self.next_bound = self.next_bound.min(f);
                self.space.undo(&mut self.state, m);
            } else if self.space.is_goal(&self.state) {
                return ControlFlow::Break(Verdict::Solved(self.solution(Some(m))));
            } else {
                return self.push(meter, partial, g, Some(m));
            }
        }
    }

    fn view(&self) -> View<P::Key> {
        let (g, partial) = self.stack.last().map_or((0, self.root), |frame| (frame.g, frame.partial));
        View {
            position: self.space.pack(&self.state),
            g,
            h: Some(self.heuristic.value(partial)),
            bound: Some(self.bound),
            frontier: self.stack.len(),
            stored: self.stack.len(),
        }
    }
}
