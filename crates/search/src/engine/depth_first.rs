//! Depth-first search with a table of the positions visited and the least depth at which each was.
//!
//! Quick to find some solution where there are many, with no claim on its length. With a depth limit it is complete
//! within it: a position met again nearer to the start is searched again, because more fits below it then. Memory:
//! every position visited, and the current path.

use std::ops::ControlFlow;

use super::untried::{before, untried};
use super::{End, Engine, View, Waiting, stepped};
use crate::meter::{Meter, Stop};
use crate::space::{Cost, StateSpace, UNCOUNTED, after};
use crate::store::{Costs, Entry, Graph};
use crate::verdict::{Solution, Verdict};

/// Depth-first search to a fixed depth, or to any.
pub struct DepthFirst<'s, P: StateSpace> {
    space: &'s P,
    /// Below what can be counted.
    depth_limit: Cost,
    /// Why something was left unvisited: [`Stop::Depth`] or [`Stop::Cost`].
    limited_by: Stop,
    /// Whether something was.
    cut: bool,
    /// The least depth at which each position was visited.
    visited: Graph<P::Key, ()>,
    depths: Costs,
    state: P::State,
    stack: Vec<Frame<P>>,
    end: End<P::Move>,
}

struct Frame<P: StateSpace> {
    moves: P::Moves,
    via: Option<P::Move>,
    depth: Cost,
}

impl<'s, P: StateSpace> DepthFirst<'s, P> {
    /// A search that has not begun. `None` is no limit.
    pub fn new(space: &'s P, depth_limit: Option<Cost>) -> Self {
        Self {
            space,
            depth_limit: depth_limit.unwrap_or(Cost::MAX).min(UNCOUNTED - 1),
            limited_by: if depth_limit.is_some() { Stop::Depth } else { Stop::Cost },
            cut: false,
            visited: Graph::new(space.key_heap_bytes()),
            depths: Costs::new(),
            state: space.start(),
            stack: Vec::new(),
            end: End::default(),
        }
    }

    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.visited.len() == 0 {
            if self.space.is_goal(&self.state) {
                return Ok(Some(Verdict::Solved(Solution::bounded(Vec::new(), 0, 0))));
            }
            self.visit(0, meter)?;
            return self.push(0, None, meter);
        }
        loop {
            let Some(frame) = self.stack.last_mut() else {
                return if self.cut { Err(self.limited_by) } else { Ok(Some(Verdict::Unsolvable)) };
            };
            let Some(m) = frame.moves.next() else {
                if let Some(via) = frame.via {
                    self.space.undo(&mut self.state, via);
                }
                self.stack.pop();
                continue;
            };
            let depth = after(frame.depth, self.space.cost(m));
            if depth > self.depth_limit {
                self.cut = true;
                continue;
            }
            self.space.apply(&mut self.state, m);
            meter.stats.generated += 1;
            if self.space.is_goal(&self.state) {
                return Ok(Some(Verdict::Solved(self.solution(m))));
            }
            if self.visit(depth, meter)? {
                return self.push(depth, Some(m), meter);
            }
            self.space.undo(&mut self.state, m);
        }
    }

    /// Notes the position on the board; `false` if it was visited at this depth or above.
    fn visit(&mut self, depth: Cost, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let key = self.space.pack(&self.state);
        match self.visited.entry(&key) {
            Entry::Known(id) => {
                let nearer = depth < self.depths.get(id);
                if nearer && self.limited_by == Stop::Depth {
                    // It is less than what has its place there.
                    _ = self.depths.set(id, depth);
                    meter.stats.reopened += 1;
                    return Ok(true);
                }
                Ok(false)
            }
            Entry::Vacant(vacant) => {
                let stack_bytes = (self.stack.capacity() * size_of::<Frame<P>>()) as u64;
                let others = stack_bytes + self.depths.bytes();
                self.visited.insert(vacant, key, None, (), meter, || others)?;
                if self.depths.push(depth).is_err() {
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
        self.stack.push(Frame { moves: self.space.moves(&self.state, via), via, depth });
        Ok(None)
    }

    fn solution(&self, last: P::Move) -> Solution<P::Move> {
        let (mut moves, mut cost) = (Vec::with_capacity(self.stack.len()), 0);
        for m in self.stack.iter().filter_map(|frame| frame.via).chain([last]) {
            moves.push(m);
            cost = after(cost, self.space.cost(m));
        }
        Solution::bounded(moves, cost, self.space.least_cost().min(cost))
    }
}

impl<P: StateSpace> Engine<P> for DepthFirst<'_, P> {
    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        self.end.again()?;
        let advanced = self.advance(meter);
        let (depth_limit, least_cost) = (self.depth_limit, self.space.least_cost());
        let step = stepped(advanced, |why| if why == Stop::Depth { depth_limit + 1 } else { least_cost });
        self.end.note(step)
    }

    fn view(&self) -> View<P::Key> {
        View {
            position: self.space.pack(&self.state),
            parent: self.stack.last().and_then(|frame| before(self.space, &self.state, frame.via?)),
            g: self.stack.last().map_or(0, |frame| frame.depth),
            h: None,
            bound: None,
            frontier: self.stack.len(),
            stored: self.visited.len(),
        }
    }

    /// Some of them may turn out to have been visited.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        let path = self.stack.iter().map(|frame| (frame.via, frame.depth));
        untried(self.space, &self.state, path, most)
    }
}
