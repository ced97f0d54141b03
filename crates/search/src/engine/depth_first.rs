//! Depth-first search with a table of the positions visited and the least depth at which each was.
//!
//! - *Guarantee*: some solution if there is one, quickly where there are many, with no claim on its cost. With a depth
//!   limit, which counts costs, it is complete within it: a position met again nearer to the start is searched again,
//!   because more fits below it then.
//! - *Deepening*: it goes to depth 1, 2, 3, … with a table for each of these depths. The next depth is the least that
//!   was cut off, so that nothing lies between: the first solution is optimal.
//! - *Order*: the moves of a position as the space gives them, all of them; the first that leads on is followed. What a
//!   move makes useless may be needed where another leads to the same position, and the table knows nothing of moves.
//! - *Reopening*: with a depth limit a position is expanded again where it is met nearer to the start, otherwise never.
//! - *Memory*: every position visited, with its depth if there is a limit, and the current path.
//! - *Reference*: Tarjan 1972, Depth-first search and linear graph algorithms; for deepening Korf 1985, Depth-first
//!   iterative-deepening.

use std::ops::ControlFlow;

use super::untried::{before, untried};
use super::{End, Engine, View, Waiting};
use crate::meter::{Event, Meter, Stop};
use crate::space::{Cost, StateSpace, UNCOUNTED, after};
use crate::store::{Costs, Entry, Graph};
use crate::verdict::{Solution, Verdict};

/// Depth-first search to a fixed depth, to any, or to one after another.
///
/// What it guarantees and stores stands at the head of its [module](self).
#[must_use = "a search does nothing until it is run"]
pub struct DepthFirst<'s, P: StateSpace> {
    space: &'s P,
    /// Below what can be counted.
    depth_limit: Cost,
    /// Why something was left unvisited: [`Stop::Depth`] or [`Stop::Cost`].
    limited_by: Stop,
    /// For a search to one depth after another: the last of them.
    deepest: Option<Cost>,
    /// The least depth at which something was left unvisited because of the limit.
    cut: Option<Cost>,
    /// The least depth at which each position was visited.
    visited: Graph<P::Key, ()>,
    depths: Costs,
    state: P::State,
    stack: Vec<Frame<P>>,
    /// What the lists of moves on the stack have beside the stack itself.
    list_bytes: u64,
    end: End<P::Move>,
}

struct Frame<P: StateSpace> {
    moves: P::Moves,
    via: Option<P::Move>,
    depth: Cost,
    list_bytes: u32,
}

/// At most so much memory of its own has a list of moves that does not fit into its value: growing, it doubles.
fn list_bytes<P: StateSpace>(moves: &P::Moves) -> u32 {
    let bytes = moves.size_hint().0 * size_of::<P::Move>();
    if bytes > size_of::<P::Moves>() { 2 * bytes as u32 } else { 0 }
}

impl<'s, P: StateSpace> DepthFirst<'s, P> {
    /// A search that has not begun. `None` is no limit.
    pub fn new(space: &'s P, depth_limit: Option<Cost>) -> Self {
        Self {
            space,
            depth_limit: depth_limit.unwrap_or(Cost::MAX).min(UNCOUNTED - 1),
            limited_by: if depth_limit.is_some() { Stop::Depth } else { Stop::Cost },
            deepest: None,
            cut: None,
            visited: Graph::new(space.key_heap_bytes()),
            depths: Costs::new(),
            state: space.start(),
            stack: Vec::new(),
            list_bytes: 0,
            end: End::default(),
        }
    }

    /// A search to depth 1, 2, 3, … (or whatever the moves cost) that has not begun. `None` is no limit.
    pub fn deepening(space: &'s P, depth_limit: Option<Cost>) -> Self {
        let deepest = Some(depth_limit.unwrap_or(Cost::MAX));
        Self { deepest, depth_limit: space.least_cost(), limited_by: Stop::Depth, ..Self::new(space, None) }
    }

    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.visited.len() == 0 {
            if self.space.is_goal(&self.state) {
                return Ok(Some(Verdict::Solved(Solution::bounded(Vec::new(), 0, 0))));
            }
            if let Some(deepest) = self.deepest {
                if self.depth_limit > deepest {
                    return Err(Stop::Depth);
                }
                meter.tell(Event::Bound(self.depth_limit));
            }
            self.visit(0, meter)?;
            return self.push(0, None, meter);
        }
        loop {
            let Some(frame) = self.stack.last_mut() else { return self.exhausted() };
            let Some(m) = frame.moves.next() else {
                if let Some(via) = frame.via {
                    self.space.undo(&mut self.state, via);
                }
                self.list_bytes -= u64::from(frame.list_bytes);
                self.stack.pop();
                continue;
            };
            let depth = after(frame.depth, self.space.cost(m));
            if depth > self.depth_limit {
                self.cut_off(m, depth, meter);
                continue;
            }
            self.space.apply(&mut self.state, m);
            meter.stats.generated += 1;
            if self.space.is_goal(&self.state) {
                let solution = self.solution(m);
                // The board shows the end of the path again, so that what waits can be told.
                self.space.undo(&mut self.state, m);
                return Ok(Some(Verdict::Solved(solution)));
            }
            if self.visit(depth, meter)? {
                return self.push(depth, Some(m), meter);
            }
            self.space.undo(&mut self.state, m);
        }
    }

    /// A move leads beyond the limit: something is left unvisited, unless that is a position which was met within it.
    fn cut_off(&mut self, m: P::Move, depth: Cost, meter: &mut Meter<'_>) {
        if self.cut.is_some_and(|cut| cut <= depth) {
            return;
        }
        self.space.apply(&mut self.state, m);
        meter.stats.generated += 1;
        if let Entry::Vacant(_) = self.visited.entry(&self.space.pack(&self.state)) {
            self.cut = Some(depth);
        }
        self.space.undo(&mut self.state, m);
    }

    /// Everything within the limit was visited. A search that deepens begins anew, with an empty table.
    fn exhausted(&mut self) -> Result<Option<Verdict<P::Move>>, Stop> {
        match (self.cut.take(), self.deepest) {
            (None, _) => Ok(Some(Verdict::Unsolvable)),
            (Some(_), None) => Err(self.limited_by),
            (Some(UNCOUNTED..), Some(_)) => Err(Stop::Cost),
            (Some(next), Some(_)) => {
                self.depth_limit = next;
                (self.visited, self.depths) = (Graph::new(self.space.key_heap_bytes()), Costs::new());
                Ok(None)
            }
        }
    }

    /// Whether it counts how deep a position was met.
    fn is_limited(&self) -> bool {
        self.limited_by == Stop::Depth
    }

    /// Notes the position on the board; `false` if it was visited at this depth or above.
    fn visit(&mut self, depth: Cost, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let key = self.space.pack(&self.state);
        match self.visited.entry(&key) {
            Entry::Known(id) => {
                if self.is_limited() && depth < self.depths.get(id) {
                    // It is less than what has its place there.
                    _ = self.depths.set(id, depth);
                    meter.stats.reopened += 1;
                    return Ok(true);
                }
                Ok(false)
            }
            Entry::Vacant(vacant) => {
                let (stack_bytes, depths) = (self.stack_bytes(), &self.depths);
                self.visited.insert(vacant, key, None, (), meter, || stack_bytes + depths.bytes())?;
                if self.is_limited() && self.depths.push(depth).is_err() {
                    let bytes = self.visited.bytes() + stack_bytes + self.depths.bytes_to_widen(depth);
                    meter.reserve(bytes)?;
                    self.depths.widen(depth);
                    _ = self.depths.push(depth);
                }
                Ok(true)
            }
        }
    }

    fn push(
        &mut self,
        depth: Cost,
        via: Option<P::Move>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Verdict<P::Move>>, Stop> {
        meter.expand()?;
        let moves = self.space.moves(&self.state, None);
        let list_bytes = list_bytes::<P>(&moves);
        self.list_bytes += u64::from(list_bytes);
        if self.stack.len() == self.stack.capacity() {
            let more = self.stack.len().max(64);
            let added = (more * size_of::<Frame<P>>()) as u64;
            meter.reserve(self.visited.bytes() + self.depths.bytes() + self.stack_bytes() + added)?;
            self.stack.reserve_exact(more);
        }
        self.stack.push(Frame { moves, via, depth, list_bytes });
        Ok(None)
    }

    fn stack_bytes(&self) -> u64 {
        (self.stack.capacity() * size_of::<Frame<P>>()) as u64 + self.list_bytes
    }

    fn solution(&self, last: P::Move) -> Solution<P::Move> {
        let (mut moves, mut cost) = (Vec::with_capacity(self.stack.len()), 0);
        for m in self.stack.iter().filter_map(|frame| frame.via).chain([last]) {
            moves.push(m);
            cost = after(cost, self.space.cost(m));
        }
        let proven = if self.deepest.is_some() { self.depth_limit } else { self.space.least_cost() };
        Solution::bounded(moves, cost, proven.min(cost))
    }
}

impl<P: StateSpace> Engine<P> for DepthFirst<'_, P> {
    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        if self.end.is_there() {
            return self.end.again();
        }
        match self.advance(meter) {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(verdict)) => self.end.note(verdict),
            Err(why) => {
                let lower_bound = match why {
                    // Nothing within the depth before this one is a solution.
                    _ if self.deepest.is_some() => self.depth_limit,
                    Stop::Depth => self.depth_limit + 1,
                    _ => self.space.least_cost(),
                };
                self.end.note(Verdict::Stopped { why, best: None, lower_bound })
            }
        }
    }

    fn view(&self) -> View<P::Key> {
        View {
            position: self.space.pack(&self.state),
            parent: self.stack.last().and_then(|frame| before(self.space, &self.state, frame.via?)),
            g: self.stack.last().map_or(0, |frame| frame.depth),
            h: None,
            bound: self.deepest.map(|_| self.depth_limit),
            frontier: self.stack.len(),
            stored: self.visited.len(),
        }
    }

    /// Some of them may be visited from others before it is their turn.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        let path = self.stack.iter().map(|frame| (frame.via, frame.depth));
        untried(self.space, &self.state, path, most, |next| {
            let is_new = match self.visited.entry(&next.position) {
                Entry::Known(id) => self.limited_by == Stop::Depth && next.g < self.depths.get(id),
                Entry::Vacant(_) => true,
            };
            is_new && next.g <= self.depth_limit
        })
    }
}
