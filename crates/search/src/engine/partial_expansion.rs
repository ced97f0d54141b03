use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::path::moves_to;
use super::{End, Engine, View, Waiting, step_by_step};
use crate::heuristic::Heuristic;
use crate::meter::{Event, Meter, Stop};
use crate::space::{Cost, DEAD_END, StateSpace, UNCOUNTED, after, through};
use crate::store::{Entry, Graph, NodeId, Open};
use crate::verdict::{Solution, Verdict};

/// A* with partial expansion (PEA*): of the successors of a position only those are stored whose f is no more than what
/// the position stands for; it then waits again, for the least f among the others.
///
/// - *Guarantee*: optimal with an admissible heuristic, and by the same rule as A*: the goal that is taken from the
///   open list has the least f of all that is left. Cheaper ways to known positions are followed, so that the heuristic
///   need not be consistent.
/// - *Ties*: among equal f the highest g first, then the newest.
/// - *Reopening*: a cheaper way to a stored position replaces the dearer one, and the position waits again.
/// - *Counting*: each look at the moves of a position is an expansion, also if it was looked at for a lower f before.
/// - *Memory*: positions that were expanded or wait within the least f: where most successors are dearer than that, far
///   fewer than A* stores. A position takes eight bytes more each for its cost and for what it stands for.
/// - *Enhanced* (EPEA*): the estimate behind a move is [foreseen](Heuristic::foresee) from the position before it, and
///   only moves whose f is what the position stands for are made: none is generated twice, and none in vain. That is
///   the operator selection function of its authors, and it pays where an estimate is foreseen at less cost than a move
///   is made, as Manhattan distance is. A position that is known already may be waited for once more.
/// - *Reference*: Yoshizumi, Miura & Ishida 2000, A* with partial expansion for large branching factor problems;
///   Goldenberg, Felner, Stern, Sharon, Sturtevant, Holte & Schaeffer 2014, Enhanced partial expansion A*.
#[must_use = "a search does nothing until it is run"]
pub struct PartialExpansion<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    heuristic: &'s H,
    admissible: bool,
    graph: Graph<P::Key, H::Partial>,
    /// Cost of each position, and the f that it waits for.
    costs: Vec<(Cost, Cost)>,
    open: Open,
    state: P::State,
    current: NodeId,
    told: Option<Cost>,
    uncounted: bool,
    /// Whether only moves of the f in question are made.
    selects: bool,
    end: End<P::Move>,
}

impl<'s, P: StateSpace, H: Heuristic<P>> PartialExpansion<'s, P, H> {
    /// A search that has not begun.
    pub fn new(space: &'s P, heuristic: &'s H) -> Self {
        Self {
            space,
            heuristic,
            admissible: heuristic.quality(space).admissible,
            graph: Graph::new(space.key_heap_bytes()),
            costs: Vec::new(),
            open: Open::new(),
            state: space.start(),
            current: 0,
            told: None,
            uncounted: false,
            selects: false,
            end: End::default(),
        }
    }

    /// The enhanced form, EPEA*.
    pub fn enhanced(space: &'s P, heuristic: &'s H) -> Self {
        Self { selects: true, ..Self::new(space, heuristic) }
    }

    fn cost(&self, node: NodeId) -> Cost {
        self.costs[node as usize].0
    }

    fn is_current(&self, f: Cost, g: Cost, node: NodeId) -> bool {
        self.costs[node as usize] == (g, f) && !self.graph.is_expanded(node)
    }

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let key = self.space.pack(&self.state);
        let partial = self.heuristic.init(self.space, &self.state);
        if let Entry::Vacant(vacant) = self.graph.entry(&key) {
            let root = self.graph.insert(vacant, key, None, partial, meter, || 0)?;
            let h = self.heuristic.value(partial);
            self.costs.push((0, h));
            if h < UNCOUNTED {
                self.wait(h, 0, root, meter)?;
            }
        }
        Ok(())
    }

    fn wait(&mut self, f: Cost, g: Cost, node: NodeId, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.costs[node as usize] = (g, f);
        let others = self.graph.bytes() + self.cost_bytes();
        while self.open.push(f, g, node).is_err() {
            self.open.grow(f, g, &mut |bytes| meter.reserve(others + bytes))?;
        }
        Ok(())
    }

    fn cost_bytes(&self) -> u64 {
        (self.costs.capacity() * size_of::<(Cost, Cost)>()) as u64
    }

    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.graph.len() == 0 {
            self.begin(meter)?;
        }
        let (f, g, node) = loop {
            match self.open.pop() {
                Some((f, g, node)) if self.is_current(f, g, node) => break (f, g, node),
                Some(_) => {}
                None if self.uncounted => return Err(Stop::Cost),
                None => return Ok(Some(Verdict::Unsolvable)),
            }
        };
        self.current = node;
        self.space.unpack(self.graph.key(node), &mut self.state);
        if self.space.is_goal(&self.state) {
            return Ok(Some(Verdict::Solved(self.solution(node))));
        }
        if self.admissible && self.told.is_none_or(|told| f > told) {
            self.told = Some(f);
            meter.tell(Event::Bound(f));
        }
        meter.expand()?;
        let later = self.expand(node, f, g, meter)?;
        if later < UNCOUNTED {
            self.wait(later, g, node, meter)?;
        } else {
            self.graph.set_expanded(node);
        }
        Ok(None)
    }

    /// Stores the successors within f; returns the least f of the others.
    fn expand(&mut self, node: NodeId, f: Cost, g: Cost, meter: &mut Meter<'_>) -> Result<Cost, Stop> {
        let partial = self.graph.value(node);
        let is_first = through(g, self.heuristic.value(partial)) == f;
        let mut later = Cost::MAX;
        for m in self.space.moves(&self.state, None) {
            if self.selects {
                let foreseen = self.heuristic.foresee(self.space, partial, m, &self.state);
                let there = through(after(g, self.space.cost(m)), self.heuristic.value(foreseen));
                if there > f || (there < f && !is_first) {
                    self.uncounted |= there >= UNCOUNTED && there != DEAD_END;
                    later = later.min(if there > f { there } else { Cost::MAX });
                    continue;
                }
            }
            self.space.apply(&mut self.state, m);
            meter.stats.generated += 1;
            let g = after(g, self.space.cost(m));
            let partial = self.heuristic.update(self.space, partial, m, &self.state);
            let there = through(g, self.heuristic.value(partial));
            self.uncounted |= there >= UNCOUNTED && there != DEAD_END;
            if there < UNCOUNTED {
                let key = self.space.pack(&self.state);
                match self.graph.entry(&key) {
                    Entry::Known(known) if self.cost(known) <= g => {}
                    _ if there > f => later = later.min(there),
                    Entry::Known(known) => {
                        meter.stats.reopened += u64::from(self.graph.is_expanded(known));
                        self.graph.set_parent(known, node);
                        self.wait(there, g, known, meter)?;
                    }
                    Entry::Vacant(vacant) => {
                        let others = self.open.bytes() + 2 * self.cost_bytes();
                        let id = self.graph.insert(vacant, key, Some(node), partial, meter, || others)?;
                        self.costs.push((g, there));
                        self.wait(there, g, id, meter)?;
                    }
                }
            }
            self.space.undo(&mut self.state, m);
        }
        Ok(later)
    }

    fn solution(&self, goal: NodeId) -> Solution<P::Move> {
        let (moves, cost) = moves_to(self.space, &self.graph, goal);
        let lower_bound = if self.admissible { cost } else { self.space.least_cost() };
        Solution::bounded(moves, cost, lower_bound.min(cost))
    }

    fn lower_bound(&self) -> Cost {
        if !self.admissible || self.graph.len() == 0 {
            return 0;
        }
        let mut least = if self.uncounted { UNCOUNTED } else { Cost::MAX };
        if !self.graph.is_expanded(self.current) {
            least = self.costs[self.current as usize].1;
        }
        for (g, node) in self.open.iter() {
            if g == self.cost(node) && !self.graph.is_expanded(node) {
                least = least.min(self.costs[node as usize].1);
            }
        }
        least.min(UNCOUNTED)
    }
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for PartialExpansion<'_, P, H> {
    step_by_step!();

    fn view(&self) -> View<P::Key> {
        if self.graph.len() == 0 {
            return View::of_start(self.space, self.heuristic);
        }
        View {
            position: self.graph.key(self.current).clone(),
            parent: self.graph.parent(self.current).map(|parent| self.graph.key(parent).clone()),
            g: self.cost(self.current),
            h: Some(self.heuristic.value(self.graph.value(self.current))),
            bound: self.told,
            frontier: self.open.len(),
            stored: self.graph.len(),
        }
    }

    /// By what they wait for.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        if self.graph.len() == 0 {
            return self.view().waiting(most);
        }
        let mut nodes = Vec::new();
        for (g, node) in self.open.iter() {
            if g == self.cost(node) && !self.graph.is_expanded(node) {
                nodes.push((self.costs[node as usize].1, Reverse(g), Reverse(node)));
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        let mut waiting = Vec::new();
        for &(_, Reverse(g), Reverse(node)) in nodes.iter().take(most) {
            let h = Some(self.heuristic.value(self.graph.value(node)));
            let parent = self.graph.parent(node).map(|parent| self.graph.key(parent).clone());
            waiting.push(Waiting { position: self.graph.key(node).clone(), parent, g, h });
        }
        waiting
    }
}
