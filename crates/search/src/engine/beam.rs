//! Beam search: layer by layer, only the most promising positions of each layer are kept (Lowerre 1976).
//!
//! - *Guarantee*: none. A wide beam finds short solutions, a narrow one finds some, and either may find nothing.
//! - *Order*: by [`Heuristic::rank`] alone, for all positions of a layer have made the same number of moves. Ties
//!   are broken by a hash of the position and the seed: the same seed gives the same result on any number of threads.
//! - *Duplicates*: by 64-bit hashes within the layer and against the last two layers. Should two positions ever
//!   share a hash, one is lost; a wrong solution cannot come of it.
//! - *Memory*: per layer six bytes a position for the way back, and the positions of the newest layer twice.
//! - *Threads*: a layer is split evenly by hash. Each thread expands its share, finds the duplicates of its share
//!   and builds its share of the next layer; between these phases there is only counting.

mod counts;
mod layer;
mod pace;
mod seen;

use std::ops::ControlFlow;
use std::time::Duration;

use super::{End, Engine, View, Waiting, solved};
use crate::heuristic::Heuristic;
use crate::meter::{Alarm, Meter, Stop};
use crate::space::{Cost, StateSpace, UNCOUNTED};
use crate::threads;
use crate::verdict::{Solution, Verdict};
use counts::Counts;
use layer::{Candidate, Lists, Node, Shard, best, counted, cut, spread};
use pace::Pace;

/// How a beam search is to be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BeamOptions {
    /// Positions kept in each layer, or with [`BeamOptions::time`] the most that are; at least 1.
    pub width: usize,
    /// Threads for wide layers; narrow ones are not worth the start of a thread.
    pub threads: usize,
    /// Decides between positions of equal rank.
    pub seed: u64,
    /// Layers after which it gives up.
    pub depth_limit: Option<Cost>,
    /// Layers without a better rank after which it gives up.
    pub patience: u32,
    /// The time in which to make all layers up to [`BeamOptions::depth_limit`]: each layer is made as wide as
    /// what is left of it allows.
    pub time: Option<Duration>,
}

impl BeamOptions {
    /// A beam of this width on one thread.
    pub fn width(width: usize) -> Self {
        Self { width: width.max(1), threads: 1, seed: 0, depth_limit: None, patience: 500, time: None }
    }
}

/// Layers with fewer positions per thread are expanded by one thread.
const WORTH_A_THREAD: usize = 1000;

/// Duplicates are at most one in so many of what is kept, in most layers.
const DUPLICATES: usize = 2;

/// Candidates that a position has, at most on average: what room is made for before a layer is expanded.
const MOVES: u64 = 3;

/// The way back from one layer to the one before.
#[derive(Default)]
struct Layer {
    parents: Vec<u32>,
    moves: Vec<u16>,
}

impl Layer {
    /// Adds parents and choices.
    fn append(&mut self, ways: &[(u32, u16)]) {
        self.parents.extend(ways.iter().map(|&(parent, _)| parent));
        self.moves.extend(ways.iter().map(|&(_, nth)| nth));
    }
}

/// Beam search. A step is a whole layer.
///
/// What it guarantees and stores stands at the head of its [module](self).
#[must_use = "a search does nothing until it is run"]
pub struct Beam<'s, P: StateSpace, H: Heuristic<P>> {
    space: &'s P,
    heuristic: &'s H,
    options: BeamOptions,
    shards: Vec<Shard<P, H>>,
    history: Vec<Layer>,
    best_rank: u32,
    /// How far ranks of a layer were apart at most.
    spread: u32,
    /// The layer in which the best rank was found.
    best_at: usize,
    pace: Pace,
    begun: bool,
    end: End<P::Move>,
}

impl<'s, P: StateSpace, H: Heuristic<P>> Beam<'s, P, H> {
    /// A search that has not begun.
    pub fn new(space: &'s P, heuristic: &'s H, options: BeamOptions) -> Self {
        let shares = options.threads.max(1);
        let shards = (0..shares).map(|_| Shard::new(shares)).collect();
        Self {
            space,
            heuristic,
            options,
            shards,
            history: Vec::new(),
            best_rank: u32::MAX,
            spread: 0,
            best_at: 0,
            pace: Pace::new(),
            begun: false,
            end: End::default(),
        }
    }

    /// Layers made so far: the number of moves to the positions in hand.
    pub fn depth(&self) -> usize {
        self.history.len()
    }

    fn begin(&mut self) {
        let state = self.space.start();
        let partial = self.heuristic.init(self.space, &state);
        self.shards[0].nodes.push(Node::new(self.space, state, partial));
        self.begun = true;
    }

    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if !self.begun {
            self.begin();
            let start = self.space.start();
            if self.space.is_goal(&start) {
                return Ok(Some(Verdict::Solved(Solution::bounded(Vec::new(), 0, 0))));
            }
            if self.start_estimate() >= UNCOUNTED {
                return Ok(Some(Verdict::Unsolvable));
            }
        }
        let depth = self.history.len();
        if self.options.depth_limit.is_some_and(|limit| depth >= limit as usize) {
            return Err(Stop::Depth);
        }
        let count: usize = self.shards.iter().map(|shard| shard.nodes.len()).sum();
        if count == 0 || depth - self.best_at > self.options.patience as usize {
            return Err(Stop::Width);
        }
        for _ in 0..count {
            meter.expand()?;
        }
        self.expand(count, meter)?;
        if let Some((parent, nth)) = self.shards.iter().find_map(|shard| shard.goal) {
            let verdict = self.verdict(parent, nth);
            if let Some(solution) = verdict.solution() {
                meter.tell_solution(solution);
            }
            return Ok(Some(verdict));
        }
        self.keep_the_best(count, meter)
    }

    /// Fills the shards' candidates with what the layer leads to.
    fn expand(&mut self, count: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        // Before the lists of candidates grow, and with what the ones of the layer before have room for.
        let expected = count as u64 * MOVES * size_of::<Candidate<H::Partial>>() as u64;
        let lists: u64 = self.shards.iter().map(|shard| shard.list_bytes() as u64).sum();
        meter.reserve(self.bytes() - lists + lists.max(expected))?;
        let alarm = Alarm::of(meter);
        let (space, heuristic) = (self.space, self.heuristic);
        let first = offsets(&self.shards);
        each(count, &mut self.shards, &|i, shard| shard.expand(space, heuristic, first[i] as u32, &alarm));
        alarm.check()?;
        let mut candidates = 0;
        for list in self.shards.iter().flat_map(|shard| &shard.candidates) {
            candidates += list.len();
        }
        meter.stats.generated += candidates as u64;
        self.spread = self.spread.max(spread(&self.shards));
        meter.reserve(self.bytes())
    }

    /// Makes the next layer of the best candidates that are new.
    fn keep_the_best(
        &mut self,
        count: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Verdict<P::Move>>, Stop> {
        let mut lists: Vec<Lists<H::Partial>> = Vec::with_capacity(self.shards.len());
        for shard in &mut self.shards {
            lists.push(std::mem::take(&mut shard.candidates));
        }
        let best = best(&self.shards);
        let width = self.width(count);
        self.find_fresh(&lists, best, count, width, meter)?;
        let cut = cut(&self.shards, best, width, self.options.seed);
        let offsets = offsets(&self.shards);
        let mut old: Vec<Vec<Node<P, H>>> = Vec::with_capacity(self.shards.len());
        for shard in &mut self.shards {
            let room = std::mem::take(&mut shard.room);
            old.push(std::mem::replace(&mut shard.nodes, room));
        }
        let (space, seed) = (self.space, self.options.seed);
        let at = |parent: u32| {
            let shard = offsets.partition_point(|&offset| offset <= parent as usize) - 1;
            // Empty shards share an offset; the last of them is the one that holds it.
            &old[shard][parent as usize - offsets[shard]]
        };
        each(count, &mut self.shards, &|i, shard| shard.build(space, &lists, i, &cut, seed, &at));
        // An emptied list keeps its memory for the next layer.
        for ((shard, list), mut old) in self.shards.iter_mut().zip(lists).zip(old) {
            shard.candidates = list;
            old.clear();
            shard.room = old;
        }
        self.remember();
        if cut.best < self.best_rank {
            self.best_rank = cut.best;
            self.best_at = self.history.len();
        }
        Ok(None)
    }

    /// The width of the layer that is made from one of `count` positions.
    fn width(&mut self, count: usize) -> usize {
        let BeamOptions { width, depth_limit: Some(limit), time: Some(time), .. } = self.options else {
            return self.options.width;
        };
        let layers = (limit as usize).saturating_sub(self.history.len());
        self.pace.width(count, layers, time).clamp(1, width)
    }

    /// Finds candidates that are new, the best ones first: duplicates among those far behind need not be found.
    fn find_fresh(
        &mut self,
        lists: &[Lists<H::Partial>],
        best: u32,
        count: usize,
        width: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        each(count, &mut self.shards, &|i, shard| shard.count(&lists[i], best));
        let all = counted(&self.shards);
        let mut wanted = width + width / DUPLICATES;
        let expected = wanted.min(all.total()) / self.shards.len() * 5 / 4;
        let mut from = 0;
        loop {
            let end = all.full_at(wanted).map(|(above, _)| above.max(from) + 1);
            let ranks = from..end.unwrap_or(u32::MAX);
            each(count, &mut self.shards, &|i, shard| {
                if ranks.start == 0 {
                    shard.begin_layer(expected);
                }
                shard.drop_duplicates(lists, i, &ranks, best);
            });
            meter.check_clock()?;
            if end.is_none() || counted(&self.shards).total() >= width {
                return Ok(());
            }
            (from, wanted) = (ranks.end, wanted + width);
        }
    }

    /// Notes the way back from the new layer.
    fn remember(&mut self) {
        let mut layer = Layer::default();
        for shard in &self.shards {
            layer.append(&shard.ways);
        }
        self.history.push(layer);
    }

    /// Bytes in use, room that is kept for the next layer included.
    fn bytes(&self) -> u64 {
        let history: usize = self.history.iter().map(|layer| layer.parents.len() * 6).sum();
        let shards: usize = self.shards.iter().map(|shard| shard.bytes(self.space)).sum();
        // Those of each shard, and their sum.
        let counts = (self.shards.len() + 1) * Counts::bytes_to(self.spread);
        (history + shards + counts) as u64
    }

    /// The moves to the goal: the `nth` move of the position `parent` of the newest layer leads there.
    fn verdict(&self, parent: u32, nth: u16) -> Verdict<P::Move> {
        let mut choices = vec![nth];
        let mut at = parent as usize;
        for layer in self.history.iter().rev() {
            choices.push(layer.moves[at]);
            at = layer.parents[at] as usize;
        }
        let mut state = self.space.start();
        let mut moves = Vec::with_capacity(choices.len());
        let mut cost: Cost = 0;
        for &nth in choices.iter().rev() {
            let m = self.space.moves(&state, moves.last().copied()).nth(nth.into());
            let m = m.expect("the same position has the same moves");
            cost = cost.saturating_add(self.space.cost(m));
            self.space.apply(&mut state, m);
            moves.push(m);
        }
        solved(moves, cost, self.lower_bound())
    }

    fn start_estimate(&self) -> Cost {
        self.heuristic.estimate(self.space, &self.space.start())
    }

    /// All that is known is what the heuristic says of the start.
    fn lower_bound(&self) -> Cost {
        let admissible = self.heuristic.quality(self.space).admissible;
        if admissible { self.start_estimate().min(UNCOUNTED) } else { 0 }
    }
}

/// The number of the first node of each shard.
fn offsets<P: StateSpace, H: Heuristic<P>>(shards: &[Shard<P, H>]) -> Vec<usize> {
    let mut sum = 0;
    let mut offsets = Vec::with_capacity(shards.len());
    for shard in shards {
        offsets.push(sum);
        sum += shard.nodes.len();
    }
    offsets
}

/// Does something with each shard, on threads of their own if there is enough to do.
fn each<P: StateSpace, H: Heuristic<P>>(
    count: usize,
    shards: &mut [Shard<P, H>],
    work: &(dyn Fn(usize, &mut Shard<P, H>) + Sync),
) {
    if shards.len() == 1 || count < WORTH_A_THREAD * shards.len() {
        for (i, shard) in shards.iter_mut().enumerate() {
            work(i, shard);
        }
    } else {
        threads::each(shards, work);
    }
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for Beam<'_, P, H> {
    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        self.end.again()?;
        let went = self.advance(meter).map_err(|why| (why, self.lower_bound()));
        self.end.after(went)
    }

    /// Shows one position of the newest layer: which, depends on the seed and the depth.
    fn view(&self) -> View<P::Key> {
        let frontier = self.shards.iter().map(|shard| shard.nodes.len()).sum();
        let turn = (self.options.seed ^ self.depth() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
        let shard = self.shards.iter().find(|shard| !shard.nodes.is_empty());
        let (position, h) = match shard {
            Some(shard) => {
                let node = &shard.nodes[turn as usize % shard.nodes.len()];
                (self.space.pack(&node.state), self.heuristic.value(node.partial))
            }
            None => (self.space.pack(&self.space.start()), self.start_estimate()),
        };
        let stored = self.history.iter().map(|layer| layer.parents.len()).sum();
        View { position, parent: None, g: self.depth() as Cost, h: Some(h), bound: None, frontier, stored }
    }

    /// The newest layer, in no order.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        let nodes = self.shards.iter().flat_map(|shard| &shard.nodes).take(most);
        let shown = |node: &Node<P, H>| Waiting {
            position: self.space.pack(&node.state),
            parent: None,
            g: self.depth() as Cost,
            h: Some(self.heuristic.value(node.partial)),
        };
        nodes.map(shown).collect()
    }
}
