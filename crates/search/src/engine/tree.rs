//! Depth-first search of the tree of moves within a bound on f, again and again: what iterative searches that differ in
//! their bounds have in common.

use super::trail::Trail;
use super::untried::before;
use super::{View, Waiting};
use crate::heuristic::Heuristic;
use crate::meter::{Meter, Stop};
use crate::space::{Cost, DEAD_END, StateSpace, UNCOUNTED, after, through};

/// A depth-first search within a bound.
pub(super) struct Tree<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    heuristic: &'s H,
    pub(super) state: P::State,
    trail: Trail<P>,
    path: Vec<Frame<P, H>>,
    /// Nothing of a greater f is entered.
    pub(super) bound: Cost,
    /// The least f that was not entered because of the bound.
    pub(super) next: Cost,
    /// Whether ways were left out because their cost cannot be counted.
    pub(super) uncounted: bool,
    /// Whether moves that the last one makes useless are tried too: where positions are known by their cost alone,
    /// the way on must not depend on the move that led there.
    every_move: bool,
    root: H::Partial,
    /// Bytes that the search uses beside the path.
    pub(super) others: u64,
}

struct Frame<P: StateSpace, H: Heuristic<P>> {
    moves: P::Moves,
    via: Option<P::Move>,
    partial: H::Partial,
    g: Cost,
}

/// What a step of a tree search came to.
pub(super) enum Probe<M> {
    /// A position was expanded.
    Expanded,
    /// These moves lead to a goal, at this cost.
    Goal(Vec<M>, Cost),
    /// Nothing is left within the bound.
    Done,
}

impl<'s, P: StateSpace, H: Heuristic<P>> Tree<'s, P, H> {
    pub(super) fn new(space: &'s P, heuristic: &'s H, every_move: bool) -> Self {
        let state = space.start();
        let root = heuristic.init(space, &state);
        Self {
            space,
            heuristic,
            state,
            trail: Trail::new(),
            path: Vec::new(),
            bound: 0,
            next: Cost::MAX,
            uncounted: false,
            every_move,
            root,
            others: 0,
        }
    }

    /// The estimate of the start.
    pub(super) fn start_h(&self) -> Cost {
        self.heuristic.value(self.root)
    }

    /// Begins again at the start, which is no goal, with another bound.
    pub(super) fn begin(&mut self, bound: Cost, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.begin_at(self.space.start(), self.root, 0, bound, meter)
    }

    /// The same at another position, to which a way of cost `g` leads.
    pub(super) fn begin_at(
        &mut self,
        state: P::State,
        partial: H::Partial,
        g: Cost,
        bound: Cost,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        (self.bound, self.next) = (bound, Cost::MAX);
        self.path.clear();
        self.state = state;
        self.trail = Trail::new();
        self.push(None, partial, g, meter)
    }

    /// Goes on to the next position; `enter` may refuse those that are not worth it.
    pub(super) fn step(
        &mut self,
        meter: &mut Meter<'_>,
        mut enter: impl FnMut(&P::State, Cost, &mut Meter<'_>) -> Result<bool, Stop>,
    ) -> Result<Probe<P::Move>, Stop> {
        loop {
            let Some(frame) = self.path.last_mut() else { return Ok(Probe::Done) };
            let Some(m) = frame.moves.next() else {
                if let Some(via) = frame.via {
                    self.space.undo(&mut self.state, via);
                }
                self.path.pop();
                self.trail.pop();
                continue;
            };
            let (g, partial) = (after(frame.g, self.space.cost(m)), frame.partial);
            self.space.apply(&mut self.state, m);
            meter.stats.generated += 1;
            let partial = self.heuristic.update(self.space, partial, m, &self.state);
            let f = through(g, self.heuristic.value(partial));
            self.uncounted |= f >= UNCOUNTED && f != DEAD_END;
            if f > self.bound {
                if f < UNCOUNTED {
                    self.next = self.next.min(f);
                }
            } else if self.space.is_goal(&self.state) {
                let moves = self.path.iter().filter_map(|frame| frame.via).chain([m]).collect();
                self.space.undo(&mut self.state, m);
                return Ok(Probe::Goal(moves, g));
            } else if !self.trail.contains(self.space, &self.state) && enter(&self.state, g, meter)? {
                self.push(Some(m), partial, g, meter)?;
                return Ok(Probe::Expanded);
            }
            self.space.undo(&mut self.state, m);
        }
    }

    fn push(
        &mut self,
        via: Option<P::Move>,
        partial: H::Partial,
        g: Cost,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        meter.expand()?;
        meter.reserve(self.others + self.bytes())?;
        let moves = self.space.moves(&self.state, via.filter(|_| !self.every_move));
        self.path.push(Frame { moves, via, partial, g });
        self.trail.push(self.space, &self.state);
        Ok(())
    }

    /// Whether nothing but the position at which it began is on the path.
    pub(super) fn is_at_root(&self) -> bool {
        self.path.len() < 2
    }

    /// Bytes of the path.
    fn bytes(&self) -> u64 {
        let each = size_of::<Frame<P, H>>() + size_of::<P::Key>() + size_of::<u64>();
        (self.path.len() * (each + self.space.key_heap_bytes())) as u64
    }

    pub(super) fn view(&self) -> View<P::Key> {
        let last = self.path.last();
        View {
            position: self.space.pack(&self.state),
            parent: last.and_then(|frame| before(self.space, &self.state, frame.via?)),
            g: last.map_or(0, |frame| frame.g),
            h: Some(self.heuristic.value(last.map_or(self.root, |frame| frame.partial))),
            bound: last.map(|_| self.bound),
            frontier: self.path.len().max(1),
            stored: self.path.len().max(1),
        }
    }

    /// The moves of the position in hand.
    pub(super) fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        let Some(frame) = self.path.last() else { return Vec::new() };
        let mut state = self.state.clone();
        let mut waiting = Vec::new();
        for m in self.space.moves(&self.state, frame.via.filter(|_| !self.every_move)).take(most) {
            self.space.apply(&mut state, m);
            let h = self.heuristic.value(self.heuristic.update(self.space, frame.partial, m, &state));
            let (position, g) = (self.space.pack(&state), after(frame.g, self.space.cost(m)));
            let parent = Some(self.space.pack(&self.state));
            waiting.push(Waiting { position, parent, g, h: Some(h) });
            self.space.undo(&mut state, m);
        }
        waiting
    }
}
