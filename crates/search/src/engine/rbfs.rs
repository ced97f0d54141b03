use std::ops::ControlFlow;

use super::hill_climbing::start_bound;
use super::trail::Trail;
use super::untried::before;
use super::{End, Engine, View, Waiting, step_by_step};
use crate::heuristic::Heuristic;
use crate::meter::{Event, Meter, Stop};
use crate::space::{Cost, DEAD_END, StateSpace, UNCOUNTED, after, through};
use crate::verdict::{Solution, Verdict};

/// Recursive best-first search: the order of A* in linear memory.
///
/// Of each position on the current path it keeps all moves with the least f that was ever seen behind each of them. It
/// follows the best one as long as nothing else on the path is better, and remembers what it leaves.
///
/// - *Guarantee*: optimal with an admissible heuristic, consistent or not: the first goal that it would expand has no
///   more than the least f of all that is left.
/// - *Ties*: of moves with the same f the first as the space gives them.
/// - *Duplicates*: positions on the path are left out; others are not known, so that they are searched again.
/// - *Memory*: the moves of the positions on one path.
/// - *Reference*: Korf 1993, Linear-space best-first search.
#[must_use = "a search does nothing until it is run"]
pub struct Rbfs<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    heuristic: &'s H,
    admissible: bool,
    state: P::State,
    trail: Trail<P>,
    path: Vec<Frame<P, H>>,
    /// The moves of all positions on the path, one position after another.
    choices: Vec<Choice<P, H>>,
    uncounted: bool,
    told: Cost,
    end: End<P::Move>,
}

/// A position on the path.
struct Frame<P: StateSpace, H: Heuristic<P>> {
    via: Option<P::Move>,
    partial: H::Partial,
    g: Cost,
    /// The least f that is known to be behind the position.
    value: Cost,
    /// What is above this is left for something better.
    bound: Cost,
    /// Where its moves begin.
    first: usize,
    /// The one that is followed.
    chosen: usize,
}

struct Choice<P: StateSpace, H: Heuristic<P>> {
    m: P::Move,
    partial: H::Partial,
    value: Cost,
}

impl<'s, P: StateSpace, H: Heuristic<P>> Rbfs<'s, P, H> {
    /// A search that has not begun.
    pub fn new(space: &'s P, heuristic: &'s H) -> Self {
        Self {
            space,
            heuristic,
            admissible: heuristic.quality(space).admissible,
            state: space.start(),
            trail: Trail::new(),
            path: Vec::new(),
            choices: Vec::new(),
            uncounted: false,
            told: 0,
            end: End::default(),
        }
    }

    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.path.is_empty() {
            return self.begin(meter);
        }
        loop {
            let frame = self.path.last().expect("the start stays on the path");
            let (best, value, second) = best_two(&self.choices[frame.first..]);
            if value <= frame.bound && value < UNCOUNTED {
                let bound = frame.bound.min(second);
                return self.follow(best, value, bound, meter);
            }
            if self.path.len() == 1 {
                return if self.uncounted { Err(Stop::Cost) } else { Ok(Some(Verdict::Unsolvable)) };
            }
            self.leave(value);
            self.tell(meter);
        }
    }

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.space.is_goal(&self.state) {
            return Ok(Some(Verdict::Solved(Solution::bounded(Vec::new(), 0, 0))));
        }
        let partial = self.heuristic.init(self.space, &self.state);
        let value = self.heuristic.value(partial);
        if value >= UNCOUNTED {
            return Ok(Some(Verdict::Unsolvable));
        }
        let root = Frame { via: None, partial, g: 0, value, bound: UNCOUNTED, first: 0, chosen: 0 };
        self.expand(root, meter)?;
        Ok(None)
    }

    /// Makes the move of a choice, and expands what it leads to unless that is a goal.
    fn follow(
        &mut self,
        best: usize,
        value: Cost,
        bound: Cost,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Verdict<P::Move>>, Stop> {
        let frame = self.path.last_mut().expect("the start stays on the path");
        frame.chosen = frame.first + best;
        let Choice { m, partial, .. } = self.choices[frame.chosen];
        let g = after(frame.g, self.space.cost(m));
        self.space.apply(&mut self.state, m);
        if self.space.is_goal(&self.state) {
            // What is on the board is what the path leads to, for whoever looks at the search after its end.
            self.space.undo(&mut self.state, m);
            return Ok(Some(Verdict::Solved(self.solution(m, g))));
        }
        let first = self.choices.len();
        self.expand(Frame { via: Some(m), partial, g, value, bound, first, chosen: 0 }, meter)?;
        Ok(None)
    }

    /// Puts the position on the board on the path, with its moves.
    fn expand(&mut self, frame: Frame<P, H>, meter: &mut Meter<'_>) -> Result<(), Stop> {
        meter.expand()?;
        meter.reserve(self.bytes())?;
        let Frame { via, partial, g, value, .. } = frame;
        let own = through(g, self.heuristic.value(partial));
        self.trail.push(self.space, &self.state);
        self.path.push(frame);
        for m in self.space.moves(&self.state, via) {
            self.space.apply(&mut self.state, m);
            meter.stats.generated += 1;
            let g = after(g, self.space.cost(m));
            let partial = self.heuristic.update(self.space, partial, m, &self.state);
            let f = through(g, self.heuristic.value(partial));
            self.uncounted |= f >= UNCOUNTED && f != DEAD_END;
            if f < UNCOUNTED && !self.trail.contains(self.space, &self.state) {
                // What was learned of the position on an earlier visit holds for what is behind it.
                let value = if own < value { f.max(value) } else { f };
                self.choices.push(Choice { m, partial, value });
            }
            self.space.undo(&mut self.state, m);
        }
        Ok(())
    }

    /// Takes the last position off the path and remembers what is behind it.
    fn leave(&mut self, value: Cost) {
        let Some(frame) = self.path.pop() else { return };
        self.choices.truncate(frame.first);
        self.trail.pop();
        if let (Some(via), Some(before)) = (frame.via, self.path.last()) {
            self.space.undo(&mut self.state, via);
            self.choices[before.chosen].value = value;
        }
    }

    fn tell(&mut self, meter: &mut Meter<'_>) {
        if self.admissible && self.path.len() == 1 {
            let bound = self.lower_bound();
            if bound > self.told && bound < UNCOUNTED {
                self.told = bound;
                meter.tell(Event::Bound(bound));
            }
        }
    }

    fn solution(&self, last: P::Move, cost: Cost) -> Solution<P::Move> {
        let moves = self.path.iter().filter_map(|frame| frame.via).chain([last]).collect();
        let lower_bound = if self.admissible { cost } else { start_bound(self.space, self.heuristic) };
        Solution::bounded(moves, cost, lower_bound.min(cost))
    }

    /// The least that is known to be behind any move that is not followed, or behind the position in hand.
    fn lower_bound(&self) -> Cost {
        let start = start_bound(self.space, self.heuristic);
        let (Some(last), true) = (self.path.last(), self.admissible) else { return start };
        let is_followed =
            |place: usize| self.path.iter().any(|frame| frame.chosen == place) && place < last.first;
        let mut least = if self.uncounted { UNCOUNTED } else { Cost::MAX };
        for (place, choice) in self.choices.iter().enumerate() {
            if !is_followed(place) {
                least = least.min(choice.value);
            }
        }
        least.min(UNCOUNTED).max(start)
    }

    fn bytes(&self) -> u64 {
        let path = self.path.capacity() * (size_of::<Frame<P, H>>() + size_of::<P::Key>() + size_of::<u64>());
        (path + self.choices.capacity() * size_of::<Choice<P, H>>()) as u64
            + (self.path.len() * self.space.key_heap_bytes()) as u64
    }
}

/// The place of the least value, that value, and the least of the others.
fn best_two<P: StateSpace, H: Heuristic<P>>(choices: &[Choice<P, H>]) -> (usize, Cost, Cost) {
    let (mut best, mut least, mut second) = (0, Cost::MAX, Cost::MAX);
    for (place, choice) in choices.iter().enumerate() {
        if choice.value < least {
            (best, least, second) = (place, choice.value, least);
        } else {
            second = second.min(choice.value);
        }
    }
    (best, least, second)
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for Rbfs<'_, P, H> {
    step_by_step!();

    fn view(&self) -> View<P::Key> {
        let last = self.path.last();
        let h = last.map_or_else(
            || self.heuristic.estimate(self.space, &self.state),
            |frame| self.heuristic.value(frame.partial),
        );
        View {
            position: self.space.pack(&self.state),
            parent: last.and_then(|frame| before(self.space, &self.state, frame.via?)),
            g: last.map_or(0, |frame| frame.g),
            h: Some(h),
            bound: last.map(|frame| frame.bound).filter(|&bound| bound < UNCOUNTED),
            frontier: self.path.len().max(1),
            stored: self.path.len().max(1),
        }
    }

    /// The moves of the position in hand, the best first.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        let Some(frame) = self.path.last() else { return Vec::new() };
        let mut choices: Vec<&Choice<P, H>> = self.choices[frame.first..].iter().collect();
        choices.sort_by_key(|choice| choice.value);
        let mut state = self.state.clone();
        let mut waiting = Vec::new();
        for choice in choices.into_iter().take(most) {
            self.space.apply(&mut state, choice.m);
            let (position, g) = (self.space.pack(&state), after(frame.g, self.space.cost(choice.m)));
            let parent = Some(self.space.pack(&self.state));
            waiting.push(Waiting { position, parent, g, h: Some(self.heuristic.value(choice.partial)) });
            self.space.undo(&mut state, choice.m);
        }
        waiting
    }
}
