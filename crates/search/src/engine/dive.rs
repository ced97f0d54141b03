//! Depth-first search below one position to a bound on f: the inner loop of IDA*, sequential and parallel.

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

/// A depth-first search below one position. Its path is all that it stores.
pub(super) struct Dive<'s, P: StateSpace, H: Heuristic<P>, R: Pruner<P>> {
    setting: Setting<'s, P, H, R>,
    state: P::State,
    stack: Vec<Frame<P, H, R>>,
    bound: Cost,
    /// The least f above the bound seen so far.
    next_bound: Cost,
    /// Whether moves are tried that the last one makes useless.
    every_move: bool,
}

/// A position on the current path that has moves left to try.
struct Frame<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> {
    moves: P::Moves,
    partial: H::Partial,
    past: R::Past,
    g: Cost,
    via: Option<P::Move>,
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
            bound: 0,
            next_bound: Cost::MAX,
            every_move: false,
        }
    }

    /// The same, but it tries all moves of a position, also those that the last one makes useless.
    pub fn with_every_move(setting: Setting<'s, P, H, R>) -> Self {
        Self { every_move: true, ..Self::new(setting) }
    }

    /// Expands `node`, which must be no goal, with `bound` in force from now on.
    pub fn start(&mut self, node: Node<P, H, R>, bound: Cost, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.state = node.state;
        self.stack.clear();
        self.bound = bound;
        self.push(node.partial, node.past, node.g, node.via, meter)
    }

    #[inline(always)]
    fn push(
        &mut self,
        partial: H::Partial,
        past: R::Past,
        g: Cost,
        via: Option<P::Move>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        meter.expand()?;
        self.stack.push(Frame {
            moves: self.setting.space.moves(&self.state, via.filter(|_| !self.every_move)),
            partial,
            past,
            g,
            via,
        });
        Ok(())
    }

    /// Goes on to the next expansion. After a stop the dive must be started anew.
    #[inline(always)]
    pub fn step(&mut self, meter: &mut Meter<'_>) -> Result<Step, Stop> {
        let Setting { space, heuristic, pruner } = self.setting;
        loop {
            let Some(frame) = self.stack.last_mut() else { return Ok(Step::Exhausted) };
            let Some(m) = frame.moves.next() else {
                self.leave();
                continue;
            };
            let Some(past) = pruner.after(space, frame.past, m) else { continue };
            meter.stats.generated += 1;
            let g = frame.g + space.cost(m);
            let Some(left) = self.bound.checked_sub(g) else {
                self.next_bound = self.next_bound.min(g);
                continue;
            };
            match heuristic.advance(space, &mut self.state, frame.partial, m, left) {
                Err(h) => self.next_bound = self.next_bound.min(g + h),
                Ok(partial) => {
                    let found = space.is_goal(&self.state);
                    if found {
                        let moves = space.moves(&self.state, Some(m));
                        self.stack.push(Frame { moves, partial, past, g, via: Some(m) });
                        return Ok(Step::Found);
                    }
                    self.push(partial, past, g, Some(m), meter)?;
                    return Ok(Step::Expanded);
                }
            }
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

    /// The moves from the start of the dive to the position on the board.
    pub fn path(&self) -> impl Iterator<Item = P::Move> {
        self.stack.iter().skip(1).filter_map(|frame| frame.via)
    }

    /// The position on the board, its cost and its partial, while the dive is under way.
    pub fn top(&self) -> Option<(&P::State, Cost, H::Partial)> {
        self.stack.last().map(|frame| (&self.state, frame.g, frame.partial))
    }

    /// The move that led to the position on the board; `None` at the root.
    pub fn last_move(&self) -> Option<P::Move> {
        self.stack.last().and_then(|frame| frame.via)
    }

    /// The positions of the current path, each by the move that led there and its cost.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = (Option<P::Move>, Cost)> {
        self.stack.iter().map(|frame| (frame.via, frame.g))
    }

    /// How long the current path is.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }
}
