//! Building a table: breadth-first from the goal, layer by layer, over all placements at once.
//!
//! A state is a placement and the region of the blank; a step moves one tile of the pattern into the region. For a
//! set of cells, all k! permutations make the same steps, so a layer is a row of bits for each (set, region), and a
//! step is one pass over such a row: a horizontal step keeps the permutation and is a bitwise *or*, a vertical one
//! follows a table of k! numbers. Each row is written by one worker, which pulls from the rows of the layer
//! before; the result does not depend on the number of threads.
//!
//! Memory: three bits and one byte a state. Time: one or two nanoseconds a step.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use slidewise_search::Cancel;

use super::layout::Layout;
use super::memory::Bytes;
use super::pattern::Pattern;
use super::rank::{PermRank, for_each_permutation, pack, rotate};
use super::table::Table;

/// How a table is to be built.
pub struct BuildOptions<'a> {
    /// Threads that work on it.
    pub threads: usize,
    /// Bytes that building may take.
    pub memory_limit: Option<u64>,
    /// Ends the build early.
    pub cancel: Cancel,
    /// Told how far it is, after each layer.
    pub progress: Option<&'a mut dyn FnMut(Progress)>,
}

impl BuildOptions<'_> {
    /// On so many threads, without a limit and telling nobody.
    pub fn quiet(threads: usize) -> Self {
        Self { threads, memory_limit: None, cancel: Cancel::default(), progress: None }
    }
}

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// States reached.
    pub done: u64,
    /// States that there are (some of them may turn out to be out of reach).
    pub total: u64,
}

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// The cancel flag was raised.
    Cancelled,
    /// It would take more memory than allowed.
    Memory {
        /// Bytes that it takes.
        needed: u64,
        /// Bytes allowed.
        limit: u64,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => write!(f, "the build was cancelled"),
            Self::Memory { needed, limit } => {
                write!(f, "building takes {} MB, the limit is {} MB", needed / 1_000_000, limit / 1_000_000)
            }
        }
    }
}

impl std::error::Error for BuildError {}

/// Entry of a placement that no layer has reached.
pub(super) const UNREACHED: u8 = u8::MAX;

/// Bytes that building the table takes at its fullest.
fn memory_needed(layout: &Layout) -> u64 {
    let rows = layout.blocks() as u64 * words(layout) as u64 * 8 * 3;
    states(layout) as u64 + rows.max(layout.bytes())
}

/// Bytes for distances: one a state, and those between blocks.
fn states(layout: &Layout) -> usize {
    layout.blocks() * layout.stride()
}

/// Builds the table of `pattern`.
pub fn build(pattern: &Pattern, options: &mut BuildOptions<'_>) -> Result<Table, BuildError> {
    let layout = Layout::new(pattern);
    let mut distances = distances(pattern, &layout, options)?;
    let threads = options.threads.max(1);
    halve(pattern, &layout, &mut distances, threads);
    let pack = |out: &mut [u8]| pack_parities(&layout, &distances, out, threads);
    let data = Bytes::filled(layout.bytes() as usize, pack);
    Ok(Table::new(pattern.clone(), layout, data))
}

/// The distance of every state from the goal, block by block; [`UNREACHED`] where there is none.
pub(super) fn distances(
    pattern: &Pattern,
    layout: &Layout,
    options: &mut BuildOptions<'_>,
) -> Result<Vec<u8>, BuildError> {
    let needed = memory_needed(layout);
    if let Some(limit) = options.memory_limit.filter(|&limit| needed > limit) {
        return Err(BuildError::Memory { needed, limit });
    }
    Layers::new(pattern, layout, options.threads.max(1)).run(options)
}

/// Words of one row of bits.
fn words(layout: &Layout) -> usize {
    layout.perms.count().div_ceil(64)
}

/// The state of the breadth-first search.
struct Layers<'a> {
    pattern: &'a Pattern,
    layout: &'a Layout,
    threads: usize,
    masks: Vec<u64>,
    neighbours: Vec<u64>,
    /// Where a permutation goes when the tile in place `i` passes to place `j`, at `i * k + j`.
    turns: Vec<Vec<u16>>,
    words: usize,
    /// States of the last layer.
    frontier: Vec<u64>,
    /// Whether the frontier has any bit in a block.
    active: Vec<bool>,
    /// States of the layer being made.
    next: Vec<u64>,
    visited: Vec<u64>,
    next_active: Vec<bool>,
    distances: Vec<u8>,
}

/// A run of sets with everything that is written for them, for one worker.
struct Share<'s> {
    first_set: usize,
    sets: usize,
    first_block: usize,
    next: &'s mut [u64],
    visited: &'s mut [u64],
    active: &'s mut [bool],
    distances: &'s mut [u8],
}

impl<'a> Layers<'a> {
    fn new(pattern: &'a Pattern, layout: &'a Layout, threads: usize) -> Self {
        let words = words(layout);
        let blocks = layout.blocks();
        let mut layers = Self {
            pattern,
            layout,
            threads,
            masks: layout.sets.masks().collect(),
            neighbours: pattern.neighbours(),
            turns: turns(pattern, layout),
            words,
            frontier: vec![0; blocks * words],
            active: vec![false; blocks],
            next: vec![0; blocks * words],
            visited: vec![0; blocks * words],
            next_active: vec![false; blocks],
            distances: vec![UNREACHED; states(layout)],
        };
        let home = layout.sets.rank(pattern.mask());
        let block = layout.block(home, pattern.blank_home());
        // The goal is the identity, permutation number 0.
        layers.frontier[block * words] = 1;
        layers.visited[block * words] = 1;
        layers.active[block] = true;
        layers.distances[block * layout.stride()] = 0;
        layers
    }

    fn run(mut self, options: &mut BuildOptions<'_>) -> Result<Vec<u8>, BuildError> {
        let total = (self.layout.blocks() * self.layout.perms.count()) as u64;
        let mut done = 1;
        for depth in 1..UNREACHED {
            let reached = self.layer(depth, &options.cancel)?;
            if reached == 0 {
                break;
            }
            done += reached;
            if let Some(progress) = &mut options.progress {
                progress(Progress { done, total });
            }
        }
        Ok(self.distances)
    }

    /// Makes the next layer; returns how many states are new.
    fn layer(&mut self, depth: u8, cancel: &Cancel) -> Result<u64, BuildError> {
        let mut next = std::mem::take(&mut self.next);
        let mut visited = std::mem::take(&mut self.visited);
        let mut active = std::mem::take(&mut self.next_active);
        let mut distances = std::mem::take(&mut self.distances);
        let reached = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let shares = self.shares(&mut next, &mut visited, &mut active, &mut distances);
        share_out(shares, self.threads, |share| {
            if cancel.is_cancelled() {
                return stop.store(true, Ordering::Relaxed);
            }
            reached.fetch_add(self.pull(share, depth), Ordering::Relaxed);
        });
        if stop.into_inner() {
            return Err(BuildError::Cancelled);
        }
        (self.visited, self.distances) = (visited, distances);
        self.next = std::mem::replace(&mut self.frontier, next);
        self.next_active = std::mem::replace(&mut self.active, active);
        Ok(reached.into_inner())
    }

    /// Cuts the arrays into runs of sets.
    fn shares<'s>(
        &self,
        mut next: &'s mut [u64],
        mut visited: &'s mut [u64],
        mut active: &'s mut [bool],
        mut distances: &'s mut [u8],
    ) -> Vec<Share<'s>> {
        let all = self.masks.len();
        let run = all.div_ceil(self.threads * SHARES);
        (0..all)
            .step_by(run)
            .map(|first_set| {
                let sets = run.min(all - first_set);
                let last_set = first_set + sets - 1;
                let first_block = self.layout.range(first_set).start;
                let blocks = self.layout.range(last_set).end - first_block;
                Share {
                    first_set,
                    sets,
                    first_block,
                    next: next.split_off_mut(..blocks * self.words).expect("cut to measure"),
                    visited: visited.split_off_mut(..blocks * self.words).expect("cut to measure"),
                    active: active.split_off_mut(..blocks).expect("cut to measure"),
                    distances: distances
                        .split_off_mut(..blocks * self.layout.stride())
                        .expect("cut to measure"),
                }
            })
            .collect()
    }

    /// Makes the next layer of one share.
    fn pull(&self, share: Share<'_>, depth: u8) -> u64 {
        let stride = self.layout.stride();
        let mut reached = 0;
        for set in share.first_set..share.first_set + share.sets {
            for block in self.layout.range(set) {
                let local = block - share.first_block;
                let row = local * self.words..(local + 1) * self.words;
                let next = &mut share.next[row.clone()];
                next.fill(0);
                share.active[local] = false;
                // Late layers find most blocks complete.
                let visited = &mut share.visited[row];
                if is_full(visited, self.layout.perms.count()) || !self.pull_block(set, block, next) {
                    continue;
                }
                let distances = &mut share.distances[local * stride..(local + 1) * stride];
                let new = keep_new(next, visited, distances, depth);
                share.active[local] = new > 0;
                reached += new;
            }
        }
        reached
    }

    /// Gathers in `next` what one step of any tile leads to in one block; whether there was anything to gather.
    fn pull_block(&self, set: usize, block: usize, next: &mut [u64]) -> bool {
        let mask = self.masks[set];
        let k = self.pattern.tiles();
        let part = block - self.layout.range(set).start;
        let mut any = false;
        for vacated in 0..self.pattern.board_cells() {
            if mask >> vacated & 1 == 1 || usize::from(self.layout.region(set, vacated)) != part {
                continue;
            }
            let mut entered = self.neighbours[vacated] & mask;
            while entered != 0 {
                let cell = entered.trailing_zeros() as usize;
                entered &= entered - 1;
                let before = mask ^ (1 << cell) ^ (1 << vacated);
                let source = self.layout.block(self.layout.sets.rank(before), cell);
                if !self.active[source] {
                    continue;
                }
                any = true;
                let from = (before & ((1 << vacated) - 1)).count_ones() as usize;
                let to = (mask & ((1 << cell) - 1)).count_ones() as usize;
                let row = &self.frontier[source * self.words..(source + 1) * self.words];
                if from == to {
                    next.iter_mut().zip(row).for_each(|(n, &r)| *n |= r);
                } else {
                    turn_row(row, &self.turns[from * k + to], next);
                }
            }
        }
        any
    }
}

/// Whether a row has all its `count` bits set.
fn is_full(row: &[u64], count: usize) -> bool {
    let end = u64::MAX >> (count.wrapping_neg() % 64);
    row.split_last().is_none_or(|(last, rest)| *last == end && rest.iter().all(|&word| word == u64::MAX))
}

/// Sets in `next` the bits to which `turn` sends those of `row`.
fn turn_row(row: &[u64], turn: &[u16], next: &mut [u64]) {
    for (word, turns) in row.iter().zip(turn.chunks(64)) {
        let mut bits = *word;
        while bits != 0 {
            let to = usize::from(turns[bits.trailing_zeros() as usize]);
            next[to / 64] |= 1 << (to % 64);
            bits &= bits - 1;
        }
    }
}

/// Drops from `next` what was visited before, and notes the distance of the rest; returns how many are left.
fn keep_new(next: &mut [u64], visited: &mut [u64], distances: &mut [u8], depth: u8) -> u64 {
    let mut count = 0;
    for ((next, visited), distances) in next.iter_mut().zip(visited).zip(distances.chunks_mut(64)) {
        *next &= !*visited;
        *visited |= *next;
        count += u64::from(next.count_ones());
        let mut bits = *next;
        while bits != 0 {
            distances[bits.trailing_zeros() as usize] = depth;
            bits &= bits - 1;
        }
    }
    count
}

/// The tables of [`Layers::turns`]; a vertical step passes fewer tiles than a row has cells.
fn turns(pattern: &Pattern, layout: &Layout) -> Vec<Vec<u16>> {
    let k = pattern.tiles();
    let mut turns = vec![Vec::new(); k * k];
    for from in 0..k {
        for to in (0..k).filter(|&to| to != from && to.abs_diff(from) < pattern.cols()) {
            let turn = &mut turns[from * k + to];
            for_each_permutation(k, |_, perm| {
                turn.push(layout.perms.rank(rotate(pack(perm), from as u32, to as u32)) as u16);
            });
        }
    }
    turns
}

/// Makes half the surplus over the Manhattan distance of each distance.
fn halve(pattern: &Pattern, layout: &Layout, distances: &mut [u8], threads: usize) {
    let masks: Vec<u64> = layout.sets.masks().collect();
    let run = masks.len().div_ceil(threads * SHARES);
    let mut rest = distances;
    let share = |first: usize| {
        let sets = first..(first + run).min(masks.len());
        let blocks = layout.range(sets.start).start..layout.range(sets.end - 1).end;
        let part = rest.split_off_mut(..blocks.len() * layout.stride()).expect("cut to measure");
        (sets, part)
    };
    let shares = (0..masks.len()).step_by(run).map(share).collect();
    share_out(shares, threads, |(sets, part)| {
        let mut manhattan = Vec::with_capacity(layout.stride());
        let mut blocks = part.chunks_exact_mut(layout.stride());
        for set in sets {
            manhattan_of_set(pattern, &layout.perms, masks[set], &mut manhattan);
            for block in blocks.by_ref().take(layout.range(set).len()) {
                block.iter_mut().zip(&manhattan).for_each(|(d, m)| *d = d.saturating_sub(*m) / 2);
            }
        }
    });
}

/// Permutations that are packed together: as many as there are bytes in a line of the cache.
const LINE: usize = 64;

/// One bit a value, by permutation: eight blocks make a byte.
fn pack_parities(layout: &Layout, surplus: &[u8], out: &mut [u8], threads: usize) {
    let (stride, row) = (layout.stride(), layout.row() / 8);
    let shares = out.chunks_mut(row * LINE).enumerate().collect();
    share_out(shares, threads, |(number, out): (usize, &mut [u8])| {
        let (first, rows) = (number * LINE, out.len() / row);
        let mut bytes = [0u8; LINE];
        for (column, blocks) in surplus.chunks(8 * stride).enumerate() {
            bytes.fill(0);
            for (bit, block) in blocks.chunks_exact(stride).enumerate() {
                let line = &block[first..first + rows];
                bytes.iter_mut().zip(line).for_each(|(byte, surplus)| *byte |= (surplus & 1) << bit);
            }
            (0..rows).for_each(|rank| out[rank * row + column] = bytes[rank]);
        }
    });
}

/// Shares for each thread, so that uneven ones even out.
const SHARES: usize = 16;

/// Does the work for all shares, on several threads.
fn share_out<T: Send>(shares: Vec<T>, threads: usize, work: impl Fn(T) + Sync) {
    let shares = Mutex::new(shares);
    let until_done = || {
        loop {
            let share = shares.lock().unwrap_or_else(|e| e.into_inner()).pop();
            let Some(share) = share else { return };
            work(share);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(until_done);
        }
        until_done();
    });
}

/// The sum of the Manhattan distances of the tiles on the cells of `mask`, for all permutations in order.
pub fn manhattan_of_set(pattern: &Pattern, perms: &PermRank, mask: u64, out: &mut Vec<u8>) {
    let stands = (0..pattern.board_cells()).filter(|c| mask >> c & 1 == 1);
    let far = |stand: usize| {
        pattern.cells().iter().map(|&home| pattern.distance(stand, home.into()) as u8).collect()
    };
    let distances: Vec<Vec<u8>> = stands.map(far).collect();
    perms.sums(&distances, out);
    // Blocks of few entries are padded to whole bytes.
    out.resize(out.len().next_multiple_of(8), 0);
}
