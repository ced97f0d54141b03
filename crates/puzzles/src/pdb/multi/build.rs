//! Building a table: breadth-first from the two junctions of the goal.
//!
//! From a junction of a column, the blank may stand in each of its rows, and the junction of that row is one step away;
//! and the other way round. For all permutations of a line and a set of places, a *block*, these are the same steps,
//! but that the permutation, read along the other axis, is another. So all permutations of a block are bits of a row of
//! words, and a step is one pass over such a row ([`Orders::reading`]). Each block is written by one worker, which
//! pulls from the blocks beside it what the layer before has reached; the result does not depend on the number of
//! threads.
//!
//! Memory: five words for the 24 junctions that share the places of all but four tiles, and the table.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use slidewise_search::Cancel;

use super::super::build::keep::Keep;
use super::super::build::layers::keep_new;
use super::super::build::orders::{Orders, Reading, Shuffles};
use super::super::build::{BuildError, BuildOptions, Progress, share_out};
use super::super::layout::ones;
use super::super::memory::{Bytes, Words};
use super::super::pattern::Pattern;
use super::{Axis, Junctions, MultiTable, PER_BYTE, key};

/// Layers that can be told apart: no pattern is farther from its goal.
const MOST_LAYERS: u8 = u8::MAX;
/// Blocks that a thread looks at in a row; their entries fill whole bytes.
const BLOCKS: usize = 4 * PER_BYTE;

/// Where the junctions of a block lead with the blank in one of the line's cells.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The block of the other axis.
    pub(super) to: u32,
    /// The number of the order in which places are read there.
    pub(super) order: u32,
}

/// All steps.
pub(super) struct Steps {
    /// By axis, block and cell of the line.
    steps: [Vec<Step>; 2],
    /// The orders in which a permutation along one axis is read along the other, each once.
    pub(super) orders: Vec<Vec<u8>>,
}

/// Builds the table of `pattern` in the multi-tile metric.
pub fn build(pattern: &Pattern, options: &mut BuildOptions<'_>) -> Result<MultiTable, BuildError> {
    let junctions = Arc::new(Junctions::new(pattern));
    let orders = Orders::new(pattern.tiles());
    let table = MultiTable::length(pattern);
    within(options, Search::<Ends>::memory(&junctions, &orders).saturating_add(table))?;
    let steps = Steps::new(&junctions, &options.cancel)?;
    let mut search = Search::new(&junctions, &orders, &steps, Ends, options.threads.max(1));
    search.run(pattern, options)?;
    let data = Bytes::filled(junctions.bytes(), |data| search.pack(data));
    Ok(MultiTable::new(pattern.clone(), Arc::clone(&junctions), data))
}

/// Whether so many bytes may be taken.
pub(super) fn within(options: &BuildOptions<'_>, needed: u64) -> Result<(), BuildError> {
    match options.memory_limit.filter(|&limit| needed > limit) {
        Some(limit) => Err(BuildError::Memory { needed, limit }),
        None => Ok(()),
    }
}

impl Steps {
    /// All steps, unless it is cancelled: they take as long as some layers of the search.
    pub(super) fn new(junctions: &Junctions, cancel: &Cancel) -> Result<Self, BuildError> {
        let mut readings = Readings { junctions, numbers: HashMap::new(), orders: Vec::new() };
        let mut steps = [Vec::new(), Vec::new()];
        for axis in Axis::BOTH {
            let (lines, length) = junctions.lines(axis);
            let steps = &mut steps[axis as usize];
            steps.reserve_exact(junctions.blocks(axis) * length);
            for line in 0..lines {
                for places in junctions.sets.masks() {
                    if cancel.is_cancelled() {
                        return Err(BuildError::Cancelled);
                    }
                    steps.extend((0..length).map(|cell| readings.step(axis, line, cell, places)));
                }
            }
        }
        Ok(Self { steps, orders: readings.orders })
    }

    pub(super) fn of(&self, axis: Axis, block: usize, length: usize) -> &[Step] {
        &self.steps[axis as usize][block * length..][..length]
    }
}

/// The ways in which a permutation along one axis is read along the other, each once.
struct Readings<'j> {
    junctions: &'j Junctions,
    numbers: HashMap<Vec<u8>, u32>,
    orders: Vec<Vec<u8>>,
}

impl Readings<'_> {
    fn step(&mut self, axis: Axis, line: usize, cell: usize, places: u64) -> Step {
        let (lines, length) = self.junctions.lines(axis);
        let blank = line * length + cell;
        let below = places & ((1 << blank) - 1);
        let positions: Vec<usize> = ones(below | (places ^ below) << 1).collect();
        let across = |position: usize| position % length * lines + position / length;
        let mut order: Vec<u8> = (0..positions.len() as u8).collect();
        order.sort_unstable_by_key(|&place| across(positions[usize::from(place)]));
        let there = across(blank);
        let without_blank = |at: usize| at - usize::from(at > there);
        let set = positions.iter().fold(0u64, |set, &at| set | 1 << without_blank(across(at)));
        let block = cell * self.junctions.sets.count() + self.junctions.sets.rank(set);
        Step { to: block as u32, order: self.number(order) }
    }

    fn number(&mut self, order: Vec<u8>) -> u32 {
        if let Some(&number) = self.numbers.get(&order) {
            return number;
        }
        let number = self.orders.len() as u32;
        self.orders.push(order.clone());
        self.numbers.insert(order, number);
        number
    }
}

/// The last two bits of the distances: a row of words for each.
struct Ends;

impl Keep for Ends {
    type Unit = u32;
    type Store = Words;

    fn units(orders: &Orders) -> usize {
        2 * orders.words
    }

    fn room(units: usize) -> Words {
        Words::zeroed(units)
    }

    #[inline(always)]
    fn note(&self, kept: &mut [u32], reached: &[u32], layer: u8) {
        let (low, high) = kept.split_at_mut(reached.len());
        for (bit, row) in [low, high].into_iter().enumerate() {
            if layer >> bit & 1 == 1 {
                row.iter_mut().zip(reached).for_each(|(kept, new)| *kept |= new);
            }
        }
    }
}

/// The junctions of one axis.
pub(super) struct Side<S> {
    /// What the last layer reached, and what the next one does, in blocks that it reaches.
    frontier: Words,
    next: Words,
    visited: Words,
    progress: Vec<BlockProgress>,
    pub(super) kept: S,
}

#[derive(Clone, Copy)]
struct BlockProgress {
    /// Junctions not yet reached.
    left: u32,
    /// Whether the last layer reached any, and whether the next one does.
    active: bool,
    next: bool,
}

pub(super) struct Search<'j, K: Keep> {
    junctions: &'j Junctions,
    orders: &'j Orders,
    steps: &'j Steps,
    readings: Vec<Reading>,
    shuffles: Shuffles,
    keep: K,
    threads: usize,
    pub(super) sides: [Side<K::Store>; 2],
}

impl<'j, K: Keep> Search<'j, K> {
    /// Bytes that the search takes.
    pub(super) fn memory(junctions: &Junctions, orders: &Orders) -> u64 {
        let blocks: u64 = Axis::BOTH.map(|axis| junctions.blocks(axis) as u64).into_iter().sum();
        let kept = K::units(orders) * size_of::<K::Unit>();
        blocks * (3 * size_of::<u32>() * orders.words + kept + size_of::<BlockProgress>()) as u64
    }

    pub(super) fn new(
        junctions: &'j Junctions,
        orders: &'j Orders,
        steps: &'j Steps,
        keep: K,
        threads: usize,
    ) -> Self {
        let untouched = BlockProgress { left: junctions.perms.count() as u32, active: false, next: false };
        let sides = Axis::BOTH.map(|axis| {
            let blocks = junctions.blocks(axis);
            let [frontier, next, visited] = [(); 3].map(|()| Words::zeroed(blocks * orders.words));
            let kept = K::room(blocks * K::units(orders));
            Side { frontier, next, visited, progress: vec![untouched; blocks], kept }
        });
        // Pulled from, so read the other way round.
        let readings = steps.orders.iter().map(|order| orders.reading(&inverse(order))).collect();
        Self { junctions, orders, steps, readings, shuffles: orders.shuffles(), keep, threads, sides }
    }

    /// Finds the distances of all junctions.
    pub(super) fn run(
        &mut self,
        pattern: &Pattern,
        options: &mut BuildOptions<'_>,
    ) -> Result<(), BuildError> {
        let total = Axis::BOTH.map(|axis| self.junctions.count(axis) as u64).into_iter().sum();
        Axis::BOTH.into_iter().for_each(|axis| self.begin(pattern, axis));
        let mut done = 2;
        for depth in 2..MOST_LAYERS {
            let mut reached = 0;
            for axis in Axis::BOTH {
                if options.cancel.is_cancelled() {
                    return Err(BuildError::Cancelled);
                }
                reached += self.layer(axis, depth);
            }
            if reached == 0 {
                break;
            }
            self.sides.iter_mut().for_each(Side::turn_over);
            done += reached;
            if let Some(progress) = &mut options.progress {
                progress(Progress { done, total });
            }
        }
        Ok(())
    }

    /// Reaches the goal's junction of an axis.
    fn begin(&mut self, pattern: &Pattern, axis: Axis) {
        let position = |&cell: &u8| self.junctions.position(axis, cell.into());
        let positions: Vec<usize> = pattern.cells().iter().map(position).collect();
        let blank = self.junctions.position(axis, pattern.blank_home());
        let goal = self.junctions.entry(axis, key(&positions), blank) - self.junctions.first(axis);
        let (block, rank) = (goal / self.junctions.perms.count(), goal % self.junctions.perms.count());
        let (word, bit) = self.orders.place(rank);
        let (words, units) = (self.orders.words, K::units(self.orders));
        let Side { frontier, visited, progress, kept, .. } = &mut self.sides[axis as usize];
        let row = &mut frontier[block * words..][..words];
        row[word] = 1 << bit;
        visited[block * words + word] = 1 << bit;
        progress[block].left -= 1;
        progress[block].active = true;
        self.keep.note(&mut kept[block * units..][..units], row, 1);
    }

    /// Makes the next layer of an axis; how many junctions are new.
    fn layer(&mut self, axis: Axis, depth: u8) -> u64 {
        let (words, units) = (self.orders.words, K::units(self.orders));
        let (written, read) = along(axis, &mut self.sides);
        let layer = Layer {
            axis,
            depth,
            read,
            steps: self.steps,
            readings: &self.readings,
            shuffles: &self.shuffles,
            keep: &self.keep,
            words,
            length: self.junctions.lines(axis).1,
        };
        let rows = written.next.chunks_mut(BLOCKS * words).zip(written.visited.chunks_mut(BLOCKS * words));
        let notes = written.progress.chunks_mut(BLOCKS).zip(written.kept.chunks_mut(BLOCKS * units));
        let shares = (0..).step_by(BLOCKS).zip(rows.zip(notes));
        let shares = shares.map(|(first, ((next, visited), (progress, kept)))| Share {
            first,
            next,
            visited,
            progress,
            kept,
        });
        let reached = AtomicU64::new(0);
        share_out(shares.collect(), self.threads, |share| {
            reached.fetch_add(layer.reach(share), Ordering::Relaxed);
        });
        reached.into_inner()
    }
}

impl Search<'_, Ends> {
    /// The entries of the table.
    fn pack(&self, data: &mut [u8]) {
        let permutations = self.junctions.perms.count();
        for (axis, side) in Axis::BOTH.into_iter().zip(&self.sides) {
            let (first, count) = (self.junctions.first(axis), self.junctions.count(axis));
            let room = &mut data[first / PER_BYTE..][..count.div_ceil(PER_BYTE)];
            let rooms = room.chunks_mut(BLOCKS * permutations / PER_BYTE);
            let shares = rooms.zip(side.kept.chunks(BLOCKS * Ends::units(self.orders))).collect();
            share_out(shares, self.threads, |(room, rows): (&mut [u8], &[u32])| {
                let mut ends = vec![0; BLOCKS * permutations];
                let rows = rows.chunks_exact(Ends::units(self.orders));
                for (ends, rows) in ends.chunks_exact_mut(permutations).zip(rows) {
                    self.in_order(rows, ends);
                }
                for (byte, ends) in room.iter_mut().zip(ends.chunks_exact(PER_BYTE)) {
                    *byte = ends.iter().rev().fold(0, |byte, end| byte << 2 | end);
                }
            });
        }
    }

    /// What is kept of a block, by rank of the permutation.
    fn in_order(&self, rows: &[u32], ends: &mut [u8]) {
        let (low, high) = rows.split_at(self.orders.words);
        let ranks = self.orders.ranks.chunks_exact(self.orders.bits);
        for ((&low, &high), ranks) in low.iter().zip(high).zip(ranks) {
            for (bit, &rank) in ranks.iter().enumerate() {
                ends[usize::from(rank)] = (low >> bit & 1 | (high >> bit & 1) << 1) as u8;
            }
        }
    }
}

impl<S> Side<S> {
    /// What was the next layer is the last one.
    fn turn_over(&mut self) {
        std::mem::swap(&mut self.frontier, &mut self.next);
        self.progress.iter_mut().for_each(|progress| progress.active = progress.next);
    }
}

/// The side of an axis, to be changed, and that of the other.
fn along<S>(axis: Axis, [columns, rows]: &mut [Side<S>; 2]) -> (&mut Side<S>, &Side<S>) {
    match axis {
        Axis::Column => (columns, rows),
        Axis::Row => (rows, columns),
    }
}

/// A run of blocks with everything that is written for them, for one worker.
struct Share<'s, U> {
    /// The number of the first.
    first: usize,
    next: &'s mut [u32],
    visited: &'s mut [u32],
    progress: &'s mut [BlockProgress],
    kept: &'s mut [U],
}

/// What a layer is made from.
struct Layer<'a, K: Keep> {
    /// The axis that it is made for.
    axis: Axis,
    depth: u8,
    /// The side of the other one.
    read: &'a Side<K::Store>,
    steps: &'a Steps,
    readings: &'a [Reading],
    shuffles: &'a Shuffles,
    keep: &'a K,
    words: usize,
    /// Cells of a line.
    length: usize,
}

impl<K: Keep> Layer<'_, K> {
    /// Makes the next layer of some blocks; how many junctions are new.
    fn reach(&self, share: Share<'_, K::Unit>) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has just said that it knows these instructions, all that the function is
            // compiled for.
            return unsafe { self.reach_in_wide_registers(share) };
        }
        self.reach_plainly(share)
    }

    /// The same, compiled for processors that do eight words at a time and count bits.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt")]
    fn reach_in_wide_registers(&self, share: Share<'_, K::Unit>) -> u64 {
        self.reach_plainly(share)
    }

    #[inline(always)]
    fn reach_plainly(&self, share: Share<'_, K::Unit>) -> u64 {
        let units = share.kept.len() / share.progress.len();
        let rows = share.next.chunks_exact_mut(self.words).zip(share.visited.chunks_exact_mut(self.words));
        let notes = share.progress.iter_mut().zip(share.kept.chunks_exact_mut(units));
        let mut reached = 0;
        for (block, ((next, visited), (progress, kept))) in (share.first..).zip(rows.zip(notes)) {
            // Late layers find most blocks complete.
            progress.next = progress.left > 0 && self.pull(block, next);
            if !progress.next {
                continue;
            }
            let new = keep_new(next, visited);
            progress.next = new > 0;
            progress.left -= new;
            reached += u64::from(new);
            if new > 0 {
                self.keep.note(kept, next, self.depth);
            }
        }
        reached
    }

    /// Gathers in `next` what the blocks beside one lead to; whether there was anything to gather.
    #[inline(always)]
    fn pull(&self, block: usize, next: &mut [u32]) -> bool {
        let mut is_reached = false;
        for step in self.steps.of(self.axis, block, self.length) {
            let from = step.to as usize;
            if !self.read.progress[from].active {
                continue;
            }
            if !std::mem::replace(&mut is_reached, true) {
                next.fill(0);
            }
            let row = &self.read.frontier[from * self.words..][..self.words];
            self.readings[step.order as usize].add(row, self.shuffles, next);
        }
        is_reached
    }
}

/// The order that leads back.
fn inverse(order: &[u8]) -> Vec<u8> {
    let mut back = vec![0; order.len()];
    (0..).zip(order).for_each(|(at, &place)| back[usize::from(place)] = at);
    back
}

#[cfg(test)]
mod tests {
    use super::super::{Placement, most_tiles, nearest};
    use super::*;

    /// All placements of some tiles and the blank (the last) on `cells` cells.
    fn placements(cells: usize, tiles: usize) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for _ in 0..=tiles {
            let longer = |p: Vec<usize>| {
                (0..cells).filter(|c| !p.contains(c)).map(|c| [&p[..], &[c]].concat()).collect::<Vec<_>>()
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all
    }

    /// Pushes to the goal for every placement, plainly; along the first axis only if one is named.
    fn plainly(pattern: &Pattern) -> HashMap<Vec<usize>, u8> {
        let cols = pattern.cols();
        let mut goal: Vec<usize> = pattern.cells().iter().map(|&c| c.into()).collect();
        goal.push(pattern.blank_home());
        let mut distances = HashMap::from([(goal.clone(), 0)]);
        let mut layer = vec![goal];
        for depth in 1.. {
            let mut next = Vec::new();
            for at in layer {
                let blank = *at.last().unwrap();
                for to in (0..pattern.board_cells()).filter(|&to| to != blank) {
                    let step = match (to / cols == blank / cols, to % cols == blank % cols) {
                        (true, _) => 1,
                        (_, true) => cols as isize,
                        _ => continue,
                    };
                    let step = if to > blank { step } else { -step };
                    let (mut after, mut hole) = (at.clone(), blank);
                    while hole != to {
                        let tile = hole.strict_add_signed(step);
                        if let Some(moved) = after[..at.len() - 1].iter_mut().find(|c| **c == tile) {
                            *moved = hole;
                        }
                        hole = tile;
                    }
                    *after.last_mut().unwrap() = to;
                    if !distances.contains_key(&after) {
                        distances.insert(after.clone(), depth);
                        next.push(after);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        distances
    }

    #[test]
    fn distances_are_those_of_a_plain_search() {
        let boards = [(3, 3, 8, 3), (3, 3, 4, 4), (2, 4, 0, 4), (4, 2, 5, 3), (3, 4, 11, 2), (2, 2, 3, 1)];
        for (rows, cols, home, tiles) in boards {
            let pattern = nearest(rows, cols, home, tiles).unwrap();
            assert_eq!(pattern.tiles(), tiles);
            let table = build(&pattern, &mut BuildOptions::quiet(2)).unwrap();
            let expected = plainly(&pattern);
            let all = placements(rows * cols, tiles);
            assert_eq!(all.len(), expected.len(), "{pattern}: all are reached");
            for placement in all {
                let (blank, cells) = placement.split_last().unwrap();
                let at = Placement::new(&table, cells, *blank);
                assert_eq!(at.pushes(), expected[&placement], "{pattern} {placement:?}");
            }
        }
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let pattern = nearest(3, 4, 11, 5).unwrap();
        let tables = [1, 2, 3].map(|n| build(&pattern, &mut BuildOptions::quiet(n)).unwrap());
        assert!(tables.iter().all(|t| t.bytes() == tables[0].bytes()));
        assert_eq!(tables[0].bytes().len() as u64, MultiTable::length(&pattern));
    }

    #[test]
    fn builds_can_be_cancelled_and_limited() {
        let pattern = nearest(4, 4, 15, 5).unwrap();
        assert!(most_tiles(4, 4) == 8);
        let mut cancelled = BuildOptions::quiet(1);
        cancelled.cancel.cancel();
        assert_eq!(build(&pattern, &mut cancelled).unwrap_err(), BuildError::Cancelled);
        let mut limited = BuildOptions { memory_limit: Some(1000), ..BuildOptions::quiet(1) };
        assert!(matches!(build(&pattern, &mut limited), Err(BuildError::Memory { limit: 1000, .. })));
    }
}
