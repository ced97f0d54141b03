//! Depth-first search below one position to a bound on f: the inner loop of IDA*, sequential and parallel.
//!
//! All children of a position are looked at when it is expanded, and those within the bound are followed nearest
//! first. Their reads of large tables are then independent of each other, and the last iteration finds the goal
//! sooner.

use super::Waiting;
use super::saved::{Fork, NotOfThisSearch, Part};
use super::trail::Trail;
use crate::heuristic::{Ahead, Heuristic};
use crate::meter::{Cancel, Limits, Meter, Stop};
use crate::pruning::Pruner;
use crate::space::{Cost, StateSpace, after, through};

/// What does not change during a search.
pub(super) struct Setting<'s, P, H, R> {
    pub(super) space: &'s P,
    pub(super) heuristic: &'s H,
    pub(super) pruner: &'s R,
}

impl<P, H, R> Clone for Setting<'_, P, H, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, H, R> Copy for Setting<'_, P, H, R> {}

/// A position as the start of a dive.
pub(super) struct Node<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> {
    pub(super) state: P::State,
    pub(super) partial: H::Partial,
    pub(super) past: R::Past,
    pub(super) g: Cost,
    /// The move that led here; `None` at the root.
    pub(super) via: Option<P::Move>,
}

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> Clone for Node<P, H, R> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), ..*self }
    }
}

/// How far the search of a subtree goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Reach {
    /// All that costs no more is searched.
    pub bound: Cost,
    /// Positions that may be no farther than `near` from the goal are followed up to this cost.
    pub beyond: Cost,
    /// See `beyond`.
    pub near: Cost,
}

impl Reach {
    /// To a bound and no farther.
    pub(super) fn to(bound: Cost) -> Self {
        Self { bound, beyond: bound, near: 0 }
    }

    /// How far from the goal a position at `g` may be; `None` if it must not be followed at all.
    #[inline(always)]
    fn left(self, g: Cost) -> Option<Cost> {
        let beyond = self.beyond.checked_sub(g)?;
        Some(beyond.min(self.near).max(self.bound.saturating_sub(g)))
    }
}

/// Expansions by what was left of the bound; those with more are counted with the last.
pub(super) type ByLeft = [u64; 256];

/// A depth-first search below one position. It stores its path and the positions beside it.
pub(super) struct Dive<'s, P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A> {
    setting: Setting<'s, P, H, R>,
    /// The position on the board, and its partial.
    state: P::State,
    partial: H::Partial,
    path: Vec<Frame>,
    /// The positions from the start of the search to the one on the board.
    trail: Trail<P>,
    /// The move that led to the first position of the path; `None` at the root.
    via: Option<P::Move>,
    /// The moves of the positions on the path, and after them what was left there: to use it again costs less than to
    /// take it away and to make it anew.
    choices: Vec<Choice<P, R, A>>,
    reach: Reach,
    /// How far it went when it was started.
    began: Reach,
    /// Where the expansions since the last look were made.
    by_left: Box<ByLeft>,
    /// The least f above the bound that was not followed so far.
    next_bound: Cost,
    /// The least h of the positions expanded since the start.
    nearest: Cost,
    /// Whether moves are tried that the last one makes useless.
    every_move: bool,
}

/// A position on the path. Its numbers are those of moves in [`Dive::choices`].
#[derive(Clone, Copy)]
struct Frame {
    /// Which of the moves of the position before led here.
    chosen: u32,
    g: Cost,
    h: Cost,
    /// Where its moves begin and end.
    first: u32,
    end: u32,
    /// How many of them are left to follow.
    left: u32,
    /// The one to follow next, if any is left.
    next: u32,
}

impl Frame {
    /// Which moves are those of the position.
    #[inline(always)]
    fn moves(&self) -> std::ops::Range<usize> {
        self.first as usize..self.end as usize
    }
}

/// A move that the pruner accepts. It stays where it is until its position is left, for what it carries may be large.
struct Choice<P: StateSpace, R: Pruner<P>, A> {
    m: P::Move,
    past: R::Past,
    ahead: A,
    /// The h behind it; [`DONE`] if it is not or no longer to be followed.
    h: Cost,
}

/// No h is so large.
const DONE: Cost = Cost::MAX;
/// Any other h, until it is known.
const PROMISING: Cost = 0;

/// What one step of a dive did.
pub(super) enum Step {
    /// A position was expanded.
    Expanded,
    /// A goal is on the board.
    Found,
    /// There is nothing left within the bound.
    Exhausted,
}

impl<'s, P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>> Dive<'s, P, H, R, A> {
    /// A dive that is exhausted until it is started. Any node of the search shows what they are like: to look
    /// at the start anew may take long.
    pub(super) fn new(setting: Setting<'s, P, H, R>, node: &Node<P, H, R>) -> Self {
        Self {
            setting,
            partial: node.partial,
            state: node.state.clone(),
            path: Vec::new(),
            trail: Trail::new(),
            via: None,
            choices: Vec::new(),
            reach: Reach::to(0),
            began: Reach::to(0),
            by_left: Box::new([0; 256]),
            next_bound: Cost::MAX,
            nearest: Cost::MAX,
            every_move: false,
        }
    }

    /// The same, but it tries all moves of a position, also those that the last one makes useless.
    pub(super) fn with_every_move(setting: Setting<'s, P, H, R>, node: &Node<P, H, R>) -> Self {
        Self { every_move: true, ..Self::new(setting, node) }
    }

    /// Expands `node`, which must be no goal and lies at the end of `way`, with `reach` in force from now on.
    pub(super) fn start(
        &mut self,
        node: Node<P, H, R>,
        way: &[P::Move],
        reach: Reach,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let Node { state, partial, past, g, via } = node;
        let h = self.setting.heuristic.value(partial);
        (self.state, self.partial, self.via) = (state, partial, via);
        self.path.clear();
        self.trail.begin(self.setting.space, way);
        (self.reach, self.began) = (reach, reach);
        self.nearest = Cost::MAX;
        self.expand(past, via, Frame { chosen: 0, g, h, first: 0, end: 0, left: 0, next: 0 }, meter)
    }

    /// Puts the position on the board on the path, with its moves; those that lead beyond the bound are done with.
    #[inline(always)]
    fn expand(
        &mut self,
        past: R::Past,
        via: Option<P::Move>,
        mut frame: Frame,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        meter.expand()?;
        let Setting { space, heuristic, pruner } = self.setting;
        self.nearest = self.nearest.min(frame.h);
        self.by_left[usize::min(self.reach.bound.saturating_sub(frame.g) as usize, 255)] += 1;
        for m in space.moves(&self.state, via.filter(|_| !self.every_move)) {
            let Some(past) = pruner.after(space, past, m) else { continue };
            let choice = match self.choices.get_mut(frame.end as usize) {
                Some(choice) => choice,
                None => room(&mut self.choices, Choice { m, past, ahead: A::new(&self.partial), h: DONE }),
            };
            // Filled in where it stays: what is written in small pieces cannot be copied in large ones without a wait.
            (choice.m, choice.past, choice.h) = (m, past, DONE);
            choice.ahead.announce(heuristic, space, &self.state, &self.partial, m);
            frame.end += 1;
        }
        let choices = &mut self.choices[frame.moves()];
        meter.stats.generated += choices.len() as u64;
        let (reach, mut next_bound) = (self.reach, self.next_bound);
        for Choice { m, ahead, h, .. } in choices.iter_mut() {
            let g = after(frame.g, space.cost(*m));
            let seen = match reach.left(g) {
                Some(left) => ahead.glance(heuristic, space, &self.state, &self.partial, *m, left),
                None => Err(0),
            };
            match seen {
                Ok(()) => *h = PROMISING,
                Err(value) => next_bound = next_bound.min(through(g, value)),
            }
        }
        let mut least = DONE;
        for (i, Choice { m, ahead, h, .. }) in choices.iter_mut().enumerate().filter(|(_, c)| c.h != DONE) {
            let g = after(frame.g, space.cost(*m));
            let left = reach.left(g).unwrap_or(0);
            match ahead.look(heuristic, space, &mut self.state, &self.partial, *m, left) {
                Ok(value) => {
                    *h = value;
                    frame.left += 1;
                    if value < least {
                        (least, frame.next) = (value, frame.first + i as u32);
                    }
                }
                Err(value) => {
                    *h = DONE;
                    next_bound = next_bound.min(through(g, value));
                }
            }
        }
        self.next_bound = next_bound;
        self.path.push(frame);
        Ok(())
    }

    /// Goes on to the next expansion. After a stop it is as if the step had not been made.
    #[inline(always)]
    pub(super) fn step(&mut self, meter: &mut Meter<'_>) -> Result<Step, Stop> {
        let Setting { space, heuristic, .. } = self.setting;
        loop {
            let Some(frame) = self.path.last_mut() else { return Ok(Step::Exhausted) };
            if frame.left == 0 {
                self.leave();
                continue;
            }
            frame.left -= 1;
            let (g, chosen, end) = (frame.g, frame.next, frame.end);
            let h = std::mem::replace(&mut self.choices[chosen as usize].h, DONE);
            if frame.left > 0 {
                frame.next = frame.first + nearest(&self.choices[frame.moves()]);
            }
            let Choice { m, past, ref mut ahead, .. } = self.choices[chosen as usize];
            space.apply(&mut self.state, m);
            ahead.exchange(heuristic, &mut self.partial);
            let frame = Frame { chosen, g: g + space.cost(m), h, first: end, end, left: 0, next: 0 };
            // Every goal is at 0.
            if (h == 0 || !H::ZERO_AT_GOALS) && space.is_goal(&self.state) {
                self.path.push(frame);
                self.trail.push(space, &self.state);
                return Ok(Step::Found);
            }
            if self.trail.contains(space, &self.state) {
                space.undo(&mut self.state, m);
                ahead.exchange(heuristic, &mut self.partial);
                continue;
            }
            self.trail.push(space, &self.state);
            if let Err(stop) = self.expand(past, Some(m), frame, meter) {
                self.take_back(chosen, h);
                return Err(stop);
            }
            return Ok(Step::Expanded);
        }
    }

    /// Takes a move back that was made and not followed: it is the next to be followed.
    #[cold]
    fn take_back(&mut self, chosen: u32, h: Cost) {
        let Setting { space, heuristic, .. } = self.setting;
        let choice = &mut self.choices[chosen as usize];
        self.trail.pop();
        space.undo(&mut self.state, choice.m);
        choice.ahead.exchange(heuristic, &mut self.partial);
        choice.h = h;
        if let Some(frame) = self.path.last_mut() {
            frame.left += 1;
            frame.next = chosen;
        }
    }

    /// What is needed to go on from here in another process; `None` if nothing is under way.
    pub(super) fn save(&self) -> Option<Part> {
        if self.path.is_empty() {
            return None;
        }
        let mut forks = Vec::with_capacity(self.path.len());
        for (number, frame) in self.path.iter().enumerate() {
            let mut left = Vec::new();
            for (i, choice) in (0..).zip(&self.choices[frame.moves()]) {
                if choice.h != DONE {
                    left.push(i);
                }
            }
            let taken = self.path.get(number + 1).map(|next| (next.chosen - frame.first) as u16);
            forks.push(Fork { left, taken });
        }
        Some(Part {
            began: self.began,
            now: self.reach,
            forks,
            next_bound: self.next_bound,
            nearest: self.nearest,
        })
    }

    /// Ends here: nothing is under way any more.
    pub(super) fn abandon(&mut self) {
        self.path.clear();
        self.next_bound = Cost::MAX;
    }

    /// Goes on where a dive below `node`, at the end of `way`, was saved. Nothing is counted.
    pub(super) fn resume(
        &mut self,
        node: Node<P, H, R>,
        way: &[P::Move],
        part: &Part,
    ) -> Result<(), NotOfThisSearch> {
        let mut unseen = ();
        let mut uncounted = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
        let by_left = self.by_left.clone();
        let resumed = self.walk_to(node, way, part, &mut uncounted);
        self.by_left = by_left;
        if resumed.is_none() {
            self.path.clear();
            return Err(NotOfThisSearch);
        }
        (self.reach, self.next_bound, self.nearest) = (part.now, part.next_bound, part.nearest);
        Ok(())
    }

    /// Expands the positions of a saved path again, and leaves out what had been followed at each.
    fn walk_to(
        &mut self,
        node: Node<P, H, R>,
        way: &[P::Move],
        part: &Part,
        meter: &mut Meter<'_>,
    ) -> Option<()> {
        let Setting { space, heuristic, .. } = self.setting;
        self.start(node, way, part.began, meter).ok()?;
        for fork in &part.forks {
            let frame = self.path.last_mut()?;
            let choices = &mut self.choices[frame.moves()];
            let taken = match fork.taken {
                Some(taken) => Some(choices.get(usize::from(taken)).filter(|choice| choice.h != DONE)?.h),
                None => None,
            };
            for (i, choice) in (0..).zip(choices.iter_mut()) {
                if !fork.left.contains(&i) {
                    choice.h = DONE;
                }
            }
            let left = choices.iter().filter(|choice| choice.h != DONE).count();
            if left != fork.left.len() {
                return None;
            }
            (frame.left, frame.next) = (left as u32, frame.first + nearest(choices));
            let (Some(taken), Some(h)) = (fork.taken, taken) else { break };
            let (g, end, chosen) = (frame.g, frame.end, frame.first + u32::from(taken));
            let Choice { m, past, ref mut ahead, .. } = self.choices[chosen as usize];
            space.apply(&mut self.state, m);
            ahead.exchange(heuristic, &mut self.partial);
            self.trail.push(space, &self.state);
            let frame = Frame { chosen, g: g + space.cost(m), h, first: end, end, left: 0, next: 0 };
            self.expand(past, Some(m), frame, meter).ok()?;
        }
        (self.path.len() == part.forks.len()).then_some(())
    }

    /// Up to `steps` steps, until one does something else than to expand a position. Returns how many expanded one.
    pub(super) fn run(&mut self, steps: u64, meter: &mut Meter<'_>) -> (u64, Result<Step, Stop>) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the processor has just said that it knows these instructions, all that the function is
            // compiled for.
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
    pub(super) fn leave(&mut self) {
        let Setting { space, heuristic, .. } = self.setting;
        let Some(Frame { chosen, .. }) = self.path.pop() else { return };
        // The start of the dive stays on the board.
        if !self.path.is_empty() {
            self.trail.pop();
            let choice = &mut self.choices[chosen as usize];
            space.undo(&mut self.state, choice.m);
            choice.ahead.exchange(heuristic, &mut self.partial);
        }
    }

    /// The move that led to a position on the path, given by its number there; `None` at the root.
    fn via(&self, number: usize, frame: &Frame) -> Option<P::Move> {
        if number == 0 { self.via } else { Some(self.choices[frame.chosen as usize].m) }
    }

    /// Whether the position on the board has cost no more than the bound.
    pub(super) fn is_within_bound(&self) -> bool {
        self.path.last().is_none_or(|frame| frame.g <= self.reach.bound)
    }

    /// Goes back from a goal beyond the bound, and no longer goes beyond it, but for what is on its way already. The
    /// goal counts as not followed: another one may be kept in its stead, and then nobody must believe that it is not
    /// there.
    pub(super) fn leave_goal(&mut self) {
        if let Some(goal) = self.path.last() {
            self.next_bound = self.next_bound.min(goal.g);
        }
        self.leave();
        self.reach = Reach::to(self.reach.bound);
    }

    /// Takes where the expansions since the last call were made.
    pub(super) fn take_by_left(&mut self) -> Box<ByLeft> {
        std::mem::replace(&mut self.by_left, Box::new([0; 256]))
    }

    /// Where the expansions since the last call of [`Dive::take_by_left`] were made.
    pub(super) fn by_left(&self) -> &ByLeft {
        &self.by_left
    }

    /// Takes the least f above the bound that was seen and not followed since the last call.
    pub(super) fn take_next_bound(&mut self) -> Cost {
        std::mem::replace(&mut self.next_bound, Cost::MAX)
    }

    /// The least h of the positions expanded since the start.
    pub(super) fn nearest(&self) -> Cost {
        self.nearest
    }

    /// Adds the moves from the start of the dive to the position on the board.
    pub(super) fn path(&self, mut moves: Vec<P::Move>) -> Vec<P::Move> {
        for frame in self.path.iter().skip(1) {
            moves.push(self.choices[frame.chosen as usize].m);
        }
        moves
    }

    /// The position on the board, its g and its h, while the dive is under way.
    pub(super) fn top(&self) -> Option<(&P::State, Cost, Cost)> {
        self.path.last().map(|frame| (&self.state, frame.g, frame.h))
    }

    /// The move that led to the position on the board; `None` at the root.
    pub(super) fn last_move(&self) -> Option<P::Move> {
        self.path.last().and_then(|frame| self.via(self.path.len() - 1, frame))
    }

    /// What is left to follow within the bound, the next first; no more than `most`.
    pub(super) fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        let space = self.setting.space;
        let mut state = self.state.clone();
        let mut waiting = Vec::new();
        for (number, frame) in self.path.iter().enumerate().rev() {
            let mut left: Vec<(Cost, usize)> = Vec::new();
            for at in frame.moves() {
                if self.choices[at].h != DONE {
                    left.push((self.choices[at].h, at));
                }
            }
            left.sort_unstable();
            let parent = space.pack(&state);
            for &(h, at) in left.iter().take(most - waiting.len()) {
                let m = self.choices[at].m;
                space.apply(&mut state, m);
                let (position, g) = (space.pack(&state), frame.g + space.cost(m));
                waiting.push(Waiting { position, parent: Some(parent.clone()), g, h: Some(h) });
                space.undo(&mut state, m);
            }
            if let Some(via) = self.via(number, frame) {
                space.undo(&mut state, via);
            }
        }
        waiting
    }

    /// How long the current path is.
    pub(super) fn depth(&self) -> usize {
        self.path.len()
    }
}

/// Makes room for one more.
#[cold]
fn room<T>(items: &mut Vec<T>, item: T) -> &mut T {
    items.push(item);
    let last = items.len() - 1;
    &mut items[last]
}

/// Which of some moves leads nearest; of equals the first.
#[inline(always)]
fn nearest<P: StateSpace, R: Pruner<P>, A>(choices: &[Choice<P, R, A>]) -> u32 {
    let (mut best, mut least) = (0, DONE);
    for (i, choice) in (0..).zip(choices) {
        if choice.h < least {
            (best, least) = (i, choice.h);
        }
    }
    best
}
