//! Depth-first search below one position to a bound on f: the inner loop of IDA*, sequential and parallel.
//!
//! All children of a position are looked at when it is expanded, and those within the bound are followed nearest
//! first. Their reads of large tables are then independent of each other, and the last iteration finds the goal
//! sooner.

use super::Waiting;
use crate::heuristic::Heuristic;
use crate::meter::{Meter, Stop};
use crate::pruning::Pruner;
use crate::space::{Cost, StateSpace};

/// What does not change during a search.
pub(super) struct Setting<'s, P, H, R> {
    pub space: &'s P,
    pub heuristic: &'s H,
    pub pruner: &'s R,
}

impl<P, H, R> Clone for Setting<'_, P, H, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, H, R> Copy for Setting<'_, P, H, R> {}

/// A position as the start of a dive.
pub(super) struct Node<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> {
    pub state: P::State,
    pub partial: H::Partial,
    pub past: R::Past,
    pub g: Cost,
    /// The move that led here; `None` at the root.
    pub via: Option<P::Move>,
}

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> Clone for Node<P, H, R> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), ..*self }
    }
}

/// A depth-first search below one position. It stores its path and the positions beside it.
pub(super) struct Dive<'s, P: StateSpace, H: Heuristic<P>, R: Pruner<P>> {
    setting: Setting<'s, P, H, R>,
    state: P::State,
    stack: Vec<Frame<P>>,
    /// What is left to follow, frame by frame; in each the next one last.
    children: Vec<Child<P, H, R>>,
    /// The moves of the position that is expanded, announced and not yet looked at.
    announced: Vec<Announced<P, H, R>>,
    bound: Cost,
    /// The least f above the bound seen so far.
    next_bound: Cost,
    /// The least h of the positions expanded since the start.
    nearest: Cost,
    /// Whether moves are tried that the last one makes useless.
    every_move: bool,
}

/// A position on the current path.
struct Frame<P: StateSpace> {
    /// Where its children begin.
    first: usize,
    g: Cost,
    h: Cost,
    via: Option<P::Move>,
}

/// A position within the bound that has not been expanded yet.
struct Child<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> {
    partial: H::Partial,
    past: R::Past,
    h: Cost,
    m: P::Move,
}

/// A move that the pruner accepts.
struct Announced<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> {
    m: P::Move,
    past: R::Past,
    ahead: H::Ahead,
}

/// What one step of a dive did.
pub(super) enum Step {
    /// A position was expanded.
    Expanded,
    /// A goal is on the board.
    Found,
    /// There is nothing left within the bound.
    Exhausted,
}

impl<'s, P: StateSpace, H: Heuristic<P>, R: Pruner<P>> Dive<'s, P, H, R> {
    /// A dive that is exhausted until it is started.
    pub fn new(setting: Setting<'s, P, H, R>) -> Self {
        Self {
            setting,
            state: setting.space.start(),
            stack: Vec::new(),
            children: Vec::new(),
            announced: Vec::new(),
            bound: 0,
            next_bound: Cost::MAX,
            nearest: Cost::MAX,
            every_move: false,
        }
    }

    /// The same, but it tries all moves of a position, also those that the last one makes useless.
    pub fn with_every_move(setting: Setting<'s, P, H, R>) -> Self {
        Self { every_move: true, ..Self::new(setting) }
    }

    /// Expands `node`, which must be no goal, with `bound` in force from now on.
    pub fn start(&mut self, node: Node<P, H, R>, bound: Cost, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let Node { state, partial, past, g, via } = node;
        self.state = state;
        self.stack.clear();
        self.children.clear();
        self.bound = bound;
        self.nearest = Cost::MAX;
        let h = self.setting.heuristic.value(partial);
        self.expand(partial, past, Frame { first: 0, g, h, via }, meter)
    }

    /// Puts the position on the board on the path, and its children within the bound on the list.
    #[inline(always)]
    fn expand(
        &mut self,
        partial: H::Partial,
        past: R::Past,
        frame: Frame<P>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        meter.expand()?;
        self.nearest = self.nearest.min(frame.h);
        let Setting { space, heuristic, pruner } = self.setting;
        let (first, g) = (frame.first, frame.g);
        let last = frame.via.filter(|_| !self.every_move);
        self.stack.push(frame);
        self.announced.clear();
        for m in space.moves(&self.state, last) {
            let Some(past) = pruner.after(space, past, m) else { continue };
            let ahead = heuristic.announce(space, &self.state, &partial, m);
            self.announced.push(Announced { m, past, ahead });
        }
        meter.stats.generated += self.announced.len() as u64;
        for i in 0..self.announced.len() {
            let Announced { m, past, ref ahead } = self.announced[i];
            let cost = space.cost(m);
            let Some(left) = self.bound.checked_sub(g + cost) else {
                self.next_bound = self.next_bound.min(g + cost);
                continue;
            };
            match heuristic.peek(space, &mut self.state, partial, m, ahead, left) {
                Ok(partial) => self.list(first, Child { h: heuristic.value(partial), partial, past, m }),
                Err(h) => self.next_bound = self.next_bound.min(g + cost + h),
            }
        }
        Ok(())
    }

    /// Enters a child: the nearest of the frame that begins at `first` is to be last, of equals the first listed.
    #[inline(always)]
    fn list(&mut self, first: usize, child: Child<P, H, R>) {
        let (mut at, h) = (self.children.len(), child.h);
        self.children.push(child);
        while at > first && self.children[at - 1].h <= h {
            self.children.swap(at - 1, at);
            at -= 1;
        }
    }

    /// Goes on to the next expansion. After a stop the dive must be started anew.
    #[inline(always)]
    pub fn step(&mut self, meter: &mut Meter<'_>) -> Result<Step, Stop> {
        let space = self.setting.space;
        loop {
            let Some(&Frame { first, g, .. }) = self.stack.last() else { return Ok(Step::Exhausted) };
            if self.children.len() == first {
                self.leave();
                continue;
            }
            let Some(Child { partial, past, h, m }) = self.children.pop() else {
                return Ok(Step::Exhausted);
            };
            space.apply(&mut self.state, m);
            let frame = Frame { first: self.children.len(), g: g + space.cost(m), h, via: Some(m) };
            if space.is_goal(&self.state) {
                self.stack.push(frame);
                return Ok(Step::Found);
            }
            self.expand(partial, past, frame, meter)?;
            return Ok(Step::Expanded);
        }
    }

    /// Up to `steps` steps, until one does something else than to expand a position. Returns how many expanded one.
    pub fn run(&mut self, steps: u64, meter: &mut Meter<'_>) -> (u64, Result<Step, Stop>) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has just said that it knows these instructions.
            return unsafe { self.run_with_bit_instructions(steps, meter) };
        }
        self.run_plainly(steps, meter)
    }

    /// The same loop, compiled for processors with the instructions that packed boards and ranks are made of:
    /// shifts by any register, and counts of bits.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn run_with_bit_instructions(&mut self, steps: u64, meter: &mut Meter<'_>) -> (u64, Result<Step, Stop>) {
        self.run_plainly(steps, meter)
    }

    #[inline(always)]
    fn run_plainly(&mut self, steps: u64, meter: &mut Meter<'_>) -> (u64, Result<Step, Stop>) {
        for done in 0..steps {
            match self.step(meter) {
                Ok(Step::Expanded) => {}
                other => return (done, other),
            }
        }
        (steps, Ok(Step::Expanded))
    }

    /// Goes back from the position on the board, as if it had no moves.
    #[inline(always)]
    pub fn leave(&mut self) {
        // The start of the dive stays on the board.
        if let Some(frame) = self.stack.pop()
            && let (Some(via), 1..) = (frame.via, self.stack.len())
        {
            self.setting.space.undo(&mut self.state, via);
        }
    }

    /// Takes the least f above the bound that was seen since the last call.
    pub fn take_next_bound(&mut self) -> Cost {
        std::mem::replace(&mut self.next_bound, Cost::MAX)
    }

    /// The least h of the positions expanded since the start.
    pub fn nearest(&self) -> Cost {
        self.nearest
    }

    /// The moves from the start of the dive to the position on the board.
    pub fn path(&self) -> impl Iterator<Item = P::Move> {
        self.stack.iter().skip(1).filter_map(|frame| frame.via)
    }

    /// The position on the board, its g and its h, while the dive is under way.
    pub fn top(&self) -> Option<(&P::State, Cost, Cost)> {
        self.stack.last().map(|frame| (&self.state, frame.g, frame.h))
    }

    /// The move that led to the position on the board; `None` at the root.
    pub fn last_move(&self) -> Option<P::Move> {
        self.stack.last().and_then(|frame| frame.via)
    }

    /// What is left to follow within the bound, the next first; no more than `most`.
    pub fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        let space = self.setting.space;
        let mut state = self.state.clone();
        let mut end = self.children.len();
        let mut waiting = Vec::new();
        for frame in self.stack.iter().rev() {
            for child in self.children[frame.first..end].iter().rev().take(most - waiting.len()) {
                space.apply(&mut state, child.m);
                let (position, g) = (space.pack(&state), frame.g + space.cost(child.m));
                waiting.push(Waiting { position, g, h: Some(child.h) });
                space.undo(&mut state, child.m);
            }
            end = frame.first;
            if let Some(via) = frame.via {
                space.undo(&mut state, via);
            }
        }
        waiting
    }

    /// How long the current path is.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }
}
