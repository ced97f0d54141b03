use std::ops::ControlFlow;

use super::hill_climbing::start_bound;
use super::path::moves_along;
use super::{End, Engine, View, Waiting, step_by_step};
use crate::heuristic::Heuristic;
use crate::meter::{Event, Meter, Stop};
use crate::space::{Cost, DEAD_END, StateSpace, UNCOUNTED, after, through};
use crate::store::{Entry, Graph, NodeId};
use crate::verdict::{Solution, Verdict};

/// Breadth-first search that forgets: three layers are kept, and the way is found again by searching its halves.
///
/// Without a bound it is breadth-first frontier search. [With bounds](Frontier::deepening) that rise as those of IDA*
/// it is breadth-first iterative-deepening A*, whose iterations are breadth-first heuristic searches: positions whose f
/// is above the bound are left out.
///
/// - *Guarantee*: optimal where all moves cost the same, with an admissible heuristic if there is a bound; elsewhere a
///   solution is a solution and nothing more. It is for spaces whose moves can be taken back: a position then lies at
///   most one layer from its neighbours, so that three layers are enough to know what was met. With moves that cannot,
///   it expands positions again, and does not end where there is no solution.
/// - *Ties*: positions of a layer in the order in which they were met, moves as the space gives them.
/// - *Duplicates*: a position that is in one of the three layers is not added again.
/// - *The way*: the positions of one layer halfway are kept, and each position behind it knows which of them it came
///   through. Both halves are then searched in the same manner, down to single moves.
/// - *Memory*: three layers, and one halfway.
/// - *References*: Korf, Zhang, Thayer & Hohwald 2005, Frontier search; Zhou & Hansen 2006, Breadth-first heuristic
///   search.
#[must_use = "a search does nothing until it is run"]
pub struct Frontier<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    heuristic: &'s H,
    /// Whether there are bounds that rise.
    deepens: bool,
    admissible: bool,
    /// Whether all moves so far cost the same: the least.
    equal_costs: bool,
    bound: Cost,
    sweep: Option<Sweep<P, H>>,
    /// What is left to be worked out of the way, the first part last.
    parts: Vec<Part<P::Key>>,
    /// The positions of the way so far.
    way: Vec<P::Key>,
    /// What is proven of the solution whose way is being worked out.
    proven: Option<Cost>,
    state: P::State,
    seen: View<P::Key>,
    end: End<P::Move>,
}

/// A part of the way: from a position to another, which is so many moves away.
#[derive(Clone)]
struct Part<K> {
    from: K,
    g: Cost,
    to: K,
    depth: usize,
}

/// A breadth-first search from one position, layer by layer.
struct Sweep<P: StateSpace, H: Heuristic<P>> {
    before: Layer<P, H>,
    now: Layer<P, H>,
    next: Layer<P, H>,
    cursor: NodeId,
    depth: usize,
    /// The depth of the layer that is kept.
    halfway: usize,
    kept: Vec<P::Key>,
    /// What is looked for, if it is not any goal.
    target: Option<Part<P::Key>>,
    bound: Cost,
    /// The least f that was left out.
    pruned: Cost,
    uncounted: bool,
}

type Layer<P, H> = Graph<<P as StateSpace>::Key, Stored<P, H>>;

/// What is known of a position in a layer.
struct Stored<P: StateSpace, H: Heuristic<P>> {
    partial: H::Partial,
    g: Cost,
    /// Which position of the layer that is kept lies on its way.
    through: NodeId,
}

impl<P: StateSpace, H: Heuristic<P>> Clone for Stored<P, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: StateSpace, H: Heuristic<P>> Copy for Stored<P, H> {}

/// What was looked for is reached.
struct Reached<K> {
    key: K,
    g: Cost,
    depth: usize,
    /// The position halfway.
    through: Option<K>,
}

impl<P: StateSpace, H: Heuristic<P>> Sweep<P, H> {
    fn bytes(&self) -> u64 {
        let kept = self.kept.capacity() * size_of::<P::Key>();
        self.before.bytes() + self.now.bytes() + self.next.bytes() + kept as u64
    }

    fn len(&self) -> usize {
        self.before.len() + self.now.len() + self.next.len() + self.kept.len()
    }

    fn knows(&self, key: &P::Key) -> bool {
        let known = |layer: &Layer<P, H>| matches!(layer.entry(key), Entry::Known(_));
        known(&self.now) || known(&self.before)
    }

    /// Goes on to the next layer if this one is done; `false` if there is none.
    fn turn(&mut self, space: &P, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        while self.cursor as usize == self.now.len() {
            if self.next.len() == 0 {
                return Ok(false);
            }
            let empty = Graph::new(space.key_heap_bytes());
            let done = std::mem::replace(&mut self.now, std::mem::replace(&mut self.next, empty));
            (self.before, self.cursor) = (done, 0);
            self.depth += 1;
            if self.depth == self.halfway {
                let each = (size_of::<P::Key>() + space.key_heap_bytes()) as u64;
                meter.reserve(self.bytes() + self.now.len() as u64 * each)?;
                self.kept = (0..self.now.len() as NodeId).map(|node| self.now.key(node).clone()).collect();
            }
        }
        Ok(true)
    }
}

impl<'s, P: StateSpace, H: Heuristic<P>> Frontier<'s, P, H> {
    /// Breadth-first frontier search; it asks the heuristic for nothing but dead ends.
    pub fn new(space: &'s P, heuristic: &'s H) -> Self {
        Self::of(space, heuristic, false)
    }

    /// Breadth-first iterative-deepening A*.
    pub fn deepening(space: &'s P, heuristic: &'s H) -> Self {
        Self::of(space, heuristic, true)
    }

    fn of(space: &'s P, heuristic: &'s H, deepens: bool) -> Self {
        let state = space.start();
        let h = heuristic.estimate(space, &state);
        let seen = View {
            position: space.pack(&state),
            parent: None,
            g: 0,
            h: deepens.then_some(h),
            bound: None,
            frontier: 1,
            stored: 0,
        };
        Self {
            space,
            heuristic,
            deepens,
            admissible: heuristic.quality(space).admissible,
            equal_costs: true,
            bound: if deepens || h >= UNCOUNTED { h } else { UNCOUNTED - 1 },
            sweep: None,
            parts: Vec::new(),
            way: vec![space.pack(&state)],
            proven: None,
            state,
            seen,
            end: End::default(),
        }
    }

    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if self.sweep.is_none() {
            if self.proven.is_some() {
                return self.next_part(meter);
            }
            let start = self.space.start();
            if self.space.is_goal(&start) {
                return Ok(Some(Verdict::Solved(Solution::bounded(Vec::new(), 0, 0))));
            }
            if self.bound >= UNCOUNTED {
                return Ok(Some(Verdict::Unsolvable));
            }
            let halfway = (self.bound / self.space.least_cost().max(1) / 2) as usize;
            if self.deepens && self.admissible {
                meter.tell(Event::Bound(self.bound));
            }
            let key = self.space.pack(&start);
            self.sweep_from(key, 0, None, halfway.max(1), self.bound, meter)?;
        }
        let Some(sweep) = &mut self.sweep else { return Ok(None) };
        if !sweep.turn(self.space, meter)? {
            return self.exhausted();
        }
        meter.expand()?;
        if let Some(reached) = self.expand(meter)? {
            self.split(reached);
            return if self.parts.is_empty() { Ok(Some(self.solved())) } else { Ok(None) };
        }
        Ok(None)
    }

    fn sweep_from(
        &mut self,
        from: P::Key,
        g: Cost,
        target: Option<Part<P::Key>>,
        halfway: usize,
        bound: Cost,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        self.space.unpack(&from, &mut self.state);
        let partial = self.heuristic.init(self.space, &self.state);
        let layer = || Graph::new(self.space.key_heap_bytes());
        let mut now: Layer<P, H> = layer();
        if let Entry::Vacant(vacant) = now.entry(&from) {
            now.insert(vacant, from, None, Stored { partial, g, through: 0 }, meter, || 0)?;
        }
        self.sweep = Some(Sweep {
            before: layer(),
            now,
            next: layer(),
            cursor: 0,
            depth: 0,
            halfway,
            kept: Vec::new(),
            target,
            bound,
            pruned: Cost::MAX,
            uncounted: false,
        });
        Ok(())
    }

    /// Puts the neighbours of the next position into the next layer, unless what is looked for is among them.
    fn expand(&mut self, meter: &mut Meter<'_>) -> Result<Option<Reached<P::Key>>, Stop> {
        let Some(sweep) = &mut self.sweep else { return Ok(None) };
        let node = sweep.cursor;
        sweep.cursor += 1;
        let Stored { partial, g, through: by } = sweep.now.value(node);
        let by = if sweep.depth == sweep.halfway { node } else { by };
        self.space.unpack(sweep.now.key(node), &mut self.state);
        self.seen = View {
            position: sweep.now.key(node).clone(),
            parent: sweep.now.parent(node).map(|parent| sweep.before.key(parent).clone()),
            g,
            h: self.deepens.then(|| self.heuristic.value(partial)),
            bound: self.deepens.then_some(sweep.bound),
            frontier: sweep.now.len() - node as usize + sweep.next.len(),
            stored: sweep.len(),
        };
        for m in self.space.moves(&self.state, None) {
            self.equal_costs &= self.space.cost(m) == self.space.least_cost();
            self.space.apply(&mut self.state, m);
            meter.stats.generated += 1;
            let (key, g) = (self.space.pack(&self.state), after(g, self.space.cost(m)));
            let partial = self.heuristic.update(self.space, partial, m, &self.state);
            let h = self.heuristic.value(partial);
            let f = through(g, if self.deepens || h >= UNCOUNTED { h } else { 0 });
            let is_target = match &sweep.target {
                Some(part) => part.to == key,
                None => self.space.is_goal(&self.state),
            };
            self.space.undo(&mut self.state, m);
            sweep.uncounted |= f >= UNCOUNTED && f != DEAD_END;
            if f > sweep.bound {
                if f < UNCOUNTED {
                    sweep.pruned = sweep.pruned.min(f);
                }
                continue;
            }
            if is_target {
                let depth = sweep.depth + 1;
                let through = (depth > sweep.halfway).then(|| sweep.kept[by as usize].clone());
                return Ok(Some(Reached { key, g, depth, through }));
            }
            if sweep.knows(&key) {
                continue;
            }
            if let Entry::Vacant(vacant) = sweep.next.entry(&key) {
                let kept = (sweep.kept.capacity() * size_of::<P::Key>()) as u64;
                let others = sweep.before.bytes() + sweep.now.bytes() + kept;
                let stored = Stored { partial, g, through: by };
                sweep.next.insert(vacant, key, Some(node), stored, meter, || others)?;
            }
        }
        Ok(None)
    }

    /// Nothing is left within the bound.
    fn exhausted(&mut self) -> Result<Option<Verdict<P::Move>>, Stop> {
        let Some(sweep) = self.sweep.take() else { return Ok(None) };
        if let Some(mut part) = sweep.target {
            if self.bound == UNCOUNTED - 1 {
                return Err(Stop::Cost);
            }
            // Where costs differ, the way may have been found at another cost than it is looked for.
            part.g = 0;
            self.bound = UNCOUNTED - 1;
            self.parts.push(part);
            return Ok(None);
        }
        if sweep.pruned < UNCOUNTED {
            self.bound = sweep.pruned;
            return Ok(None);
        }
        if sweep.uncounted { Err(Stop::Cost) } else { Ok(Some(Verdict::Unsolvable)) }
    }

    /// What was reached makes two parts of the way of one.
    fn split(&mut self, reached: Reached<P::Key>) {
        let Some(sweep) = self.sweep.take() else { return };
        let Reached { key: to, g: end, depth, through } = reached;
        let (from, g) = match sweep.target {
            Some(part) => (part.from, part.g),
            None => (self.way[0].clone(), 0),
        };
        if self.proven.is_none() {
            self.proven = Some(self.proof(end, depth));
            self.bound = end;
        }
        let mut parts = Vec::new();
        match through {
            Some(half) => {
                let g_half = g + sweep.halfway as Cost * self.space.least_cost();
                parts.push(Part { from: half.clone(), g: g_half, to, depth: depth - sweep.halfway });
                parts.push(Part { from, g, to: half, depth: sweep.halfway });
            }
            None => parts.push(Part { from, g, to, depth }),
        }
        self.parts.append(&mut parts);
        self.settle();
    }

    /// Parts of one move are part of the way.
    fn settle(&mut self) {
        while let Some(part) = self.parts.pop_if(|part| part.depth <= 1) {
            if part.depth == 1 {
                self.way.push(part.to);
            }
        }
    }

    fn next_part(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        let Some(part) = self.parts.pop() else { return Ok(Some(self.solved())) };
        let (from, g, halfway) = (part.from.clone(), part.g, part.depth / 2);
        self.sweep_from(from, g, Some(part), halfway.max(1), self.bound, meter)?;
        Ok(None)
    }

    /// What is proven of a solution that ends at this cost and depth.
    fn proof(&self, cost: Cost, depth: usize) -> Cost {
        let start = start_bound(self.space, self.heuristic);
        let proven = match (self.equal_costs, self.deepens) {
            (false, _) => start,
            (true, true) if self.admissible => self.bound,
            (true, true) => start,
            (true, false) => (depth as Cost).saturating_mul(self.space.least_cost()),
        };
        proven.max(start).min(cost)
    }

    fn solved(&self) -> Verdict<P::Move> {
        let (moves, cost) = moves_along(self.space, self.way.iter().skip(1));
        super::solved(moves, cost, self.proven.unwrap_or(0))
    }

    fn lower_bound(&self) -> Cost {
        let start = start_bound(self.space, self.heuristic);
        if let Some(proven) = self.proven {
            return proven;
        }
        let depth = self.sweep.as_ref().map_or(0, |sweep| sweep.depth) as Cost;
        match (self.deepens, self.admissible && self.equal_costs) {
            (true, true) => self.bound.min(UNCOUNTED).max(start),
            (true, false) => start,
            (false, _) => (depth + 1).saturating_mul(self.space.least_cost()).min(UNCOUNTED).max(start),
        }
    }
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for Frontier<'_, P, H> {
    step_by_step!();

    fn view(&self) -> View<P::Key> {
        self.seen.clone()
    }

    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        let Some(sweep) = &self.sweep else { return Vec::new() };
        let mut waiting = Vec::new();
        for (layer, above, from) in [(&sweep.now, &sweep.before, sweep.cursor), (&sweep.next, &sweep.now, 0)]
        {
            for node in (from..layer.len() as NodeId).take(most - waiting.len()) {
                let Stored { partial, g, .. } = layer.value(node);
                let h = self.deepens.then(|| self.heuristic.value(partial));
                let parent = layer.parent(node).map(|parent| above.key(parent).clone());
                waiting.push(Waiting { position: layer.key(node).clone(), parent, g, h });
            }
        }
        waiting
    }
}
