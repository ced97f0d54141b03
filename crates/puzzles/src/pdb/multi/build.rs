//! Building a table: breadth-first from the two junctions of the goal.
//!
//! From a junction of a column, the blank may stand in each of its rows, and the junction of that row is one step away;
//! and the other way round. For all permutations of a line and a set of places, these are the same steps, but that
//! the permutation, read along the other axis, is another: there is a list of ranks for each way to read it.
//!
//! As long as few junctions are new, they are listed and their neighbours looked at; then they are found block by
//! block, for the junctions beside those of a block lie in few others; and when most are reached, those that are not
//! look for a neighbour that is new. Each thread writes to entries of its own. Memory: a byte a junction.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use slidewise_search::Cancel;

use super::super::build::{BuildError, BuildOptions, Progress, share_out};
use super::super::layout::{ones, places_of};
use super::super::memory::Bytes;
use super::super::pattern::Pattern;
use super::super::proof::{FirstFlaw, Flaw};
use super::super::rank::{for_each_permutation, pack};
use super::{Axis, Junctions, MultiTable, PER_BYTE, key};

/// The distance of a junction that has not been reached.
const UNREACHED: u8 = u8::MAX;
/// New junctions are listed if no more than one in so many is.
const LISTED: u64 = 2000;
/// Those not yet reached look for new ones if these are more than one for so many of them.
const MANY: u64 = 3;
/// Blocks that a thread looks at in a row.
const BLOCKS: usize = 64;

/// Where the junctions of a block lead with the blank in one of the line's cells.
#[derive(Clone, Copy)]
struct Step {
    /// The block of the other axis.
    to: u32,
    /// The list of ranks there.
    ranks: u32,
}

/// All steps.
struct Steps {
    /// By axis, block and cell of the line.
    steps: [Vec<Step>; 2],
    ranks: Vec<Vec<u16>>,
}

/// Builds the table of `pattern` in the multi-tile metric.
pub fn build(pattern: &Pattern, options: &mut BuildOptions<'_>) -> Result<MultiTable, BuildError> {
    let needed = 5 * MultiTable::length(pattern);
    if let Some(limit) = options.memory_limit.filter(|&limit| needed > limit) {
        return Err(BuildError::Memory { needed, limit });
    }
    let junctions = Arc::new(Junctions::new(pattern));
    let mut search = Search::new(&junctions, options)?;
    search.run(pattern, options)?;
    let distances = search.distances;
    let data = Bytes::filled(junctions.bytes(), |data| {
        for (axis, distances) in Axis::BOTH.into_iter().zip(&distances) {
            let room = &mut data[junctions.first(axis) / PER_BYTE..];
            for (byte, distances) in room.iter_mut().zip(distances.chunks(PER_BYTE)) {
                *byte = distances.iter().rev().fold(0, |byte, d| byte << 2 | d & 3);
            }
        }
    });
    Ok(MultiTable::new(pattern.clone(), junctions, data))
}

impl MultiTable {
    /// Proves every entry: the distances are found again, proven by a walk over all junctions, and compared.
    pub fn verify(&self, options: &mut BuildOptions<'_>) -> Result<(), Flaw> {
        let needed = 4 * MultiTable::length(self.pattern());
        if let Some(limit) = options.memory_limit.filter(|&limit| needed > limit) {
            return Err(Flaw::Unfinished(BuildError::Memory { needed, limit }));
        }
        let mut search = Search::new(&self.junctions, options).map_err(Flaw::Unfinished)?;
        search.run(self.pattern(), options).map_err(Flaw::Unfinished)?;
        Axis::BOTH.into_iter().try_for_each(|axis| search.prove(axis, self))
    }
}

impl Steps {
    /// All steps, unless it is cancelled: they take as long as some layers of the search.
    fn new(junctions: &Junctions, cancel: &Cancel) -> Result<Self, BuildError> {
        let mut readings = Readings { junctions, numbers: HashMap::new(), ranks: Vec::new() };
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
        Ok(Self { steps, ranks: readings.ranks })
    }

    fn of(&self, axis: Axis, block: usize, length: usize) -> &[Step] {
        &self.steps[axis as usize][block * length..][..length]
    }

    fn ranks(&self, step: Step) -> &[u16] {
        &self.ranks[step.ranks as usize]
    }
}

/// The ways in which a permutation along one axis is read along the other, each once.
struct Readings<'j> {
    junctions: &'j Junctions,
    numbers: HashMap<Vec<u8>, u32>,
    ranks: Vec<Vec<u16>>,
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
        Step { to: block as u32, ranks: self.number(order) }
    }

    fn number(&mut self, order: Vec<u8>) -> u32 {
        if let Some(&number) = self.numbers.get(&order) {
            return number;
        }
        let mut ranks = Vec::with_capacity(self.junctions.perms.count());
        for_each_permutation(order.len(), |_, perm| {
            let read: Vec<u8> = order.iter().map(|&place| perm[usize::from(place)]).collect();
            ranks.push(self.junctions.perms.rank(pack(&read)) as u16);
        });
        let number = self.ranks.len() as u32;
        self.ranks.push(ranks);
        self.numbers.insert(order, number);
        number
    }
}

struct Search<'j> {
    junctions: &'j Junctions,
    steps: Steps,
    threads: usize,
    /// By axis and junction.
    distances: [Vec<u8>; 2],
    /// Junctions of each block that are not yet reached.
    left: [Vec<u32>; 2],
}

impl<'j> Search<'j> {
    fn new(junctions: &'j Junctions, options: &BuildOptions<'_>) -> Result<Self, BuildError> {
        let permutations = junctions.perms.count() as u32;
        Ok(Self {
            junctions,
            steps: Steps::new(junctions, &options.cancel)?,
            threads: options.threads.max(1),
            distances: Axis::BOTH.map(|axis| vec![UNREACHED; junctions.count(axis)]),
            left: Axis::BOTH.map(|axis| vec![permutations; junctions.blocks(axis)]),
        })
    }

    /// Finds the distances of all junctions.
    fn run(&mut self, pattern: &Pattern, options: &mut BuildOptions<'_>) -> Result<(), BuildError> {
        let total: usize = Axis::BOTH.map(|axis| self.junctions.count(axis)).into_iter().sum();
        let mut new = Axis::BOTH.map(|axis| {
            let position = |&cell: &u8| self.junctions.position(axis, cell.into());
            let positions: Vec<usize> = pattern.cells().iter().map(position).collect();
            let blank = self.junctions.position(axis, pattern.blank_home());
            let goal = self.junctions.entry(axis, key(&positions), blank) - self.junctions.first(axis);
            self.distances[axis as usize][goal] = 1;
            vec![goal as u32]
        });
        let (mut done, mut last) = (2, 2);
        for depth in 2..UNREACHED {
            if options.cancel.is_cancelled() {
                return Err(BuildError::Cancelled);
            }
            let is_listed = new.iter().map(|new| new.len() as u64).sum::<u64>() == last;
            let reached = if is_listed && last <= total as u64 / LISTED {
                new = [self.push(Axis::Column, &new[1], depth), self.push(Axis::Row, &new[0], depth)];
                new.iter().map(|new| new.len() as u64).sum()
            } else {
                new = [Vec::new(), Vec::new()];
                let are_many = last > (total as u64 - done) / MANY;
                let reach = if are_many { Self::pull } else { Self::spread };
                Axis::BOTH.map(|axis| reach(self, axis, depth)).into_iter().sum::<u64>()
            };
            if reached == 0 {
                break;
            }
            (done, last) = (done + reached, reached);
            if let Some(progress) = &mut options.progress {
                progress(Progress { done, total: total as u64 });
            }
        }
        Ok(())
    }

    /// Reaches the junctions of an axis that are beside some of the other; which these are.
    fn push(&mut self, axis: Axis, from: &[u32], depth: u8) -> Vec<u32> {
        let permutations = self.junctions.perms.count();
        let of_line = self.junctions.sets.count() * permutations;
        // Along the other axis, the cell of the blank is the number of its line along this one.
        let (_, length) = self.junctions.lines(axis.other());
        let all = Mutex::new(Vec::new());
        let (steps, lines) = (&self.steps, self.distances[axis as usize].chunks_mut(of_line));
        share_out(lines.enumerate().collect(), self.threads, |(line, distances): (usize, &mut [u8])| {
            let mut new = Vec::new();
            for &junction in from {
                let (block, rank) = (junction as usize / permutations, junction as usize % permutations);
                let step = steps.of(axis.other(), block, length)[line];
                let to = step.to as usize * permutations + usize::from(steps.ranks(step)[rank]);
                let distance = &mut distances[to - line * of_line];
                if *distance == UNREACHED {
                    *distance = depth;
                    new.push(to as u32);
                }
            }
            all.lock().unwrap_or_else(|e| e.into_inner()).append(&mut new);
        });
        let new = all.into_inner().unwrap_or_else(|e| e.into_inner());
        for &junction in &new {
            self.left[axis as usize][junction as usize / permutations] -= 1;
        }
        new
    }

    /// Reaches the junctions of an axis that are beside those of the other that the last layer reached; how many these
    /// are.
    fn spread(&mut self, axis: Axis, depth: u8) -> u64 {
        let (permutations, sets) = (self.junctions.perms.count(), self.junctions.sets.count());
        let (_, length) = self.junctions.lines(axis.other());
        let (to, from) = along(axis, &mut self.distances);
        let lines = to.chunks_mut(sets * permutations).zip(self.left[axis as usize].chunks_mut(sets));
        let (steps, reached) = (&self.steps, AtomicU64::new(0));
        share_out(
            lines.enumerate().collect(),
            self.threads,
            |(line, (distances, left)): (usize, (&mut [u8], &mut [u32]))| {
                let mut room = vec![0; permutations];
                for (block, here) in from.chunks_exact(permutations).enumerate() {
                    let ranks = places_of(depth - 1, here, &mut room);
                    if ranks.is_empty() {
                        continue;
                    }
                    let step = steps.of(axis.other(), block, length)[line];
                    let (to, turned) = (step.to as usize - line * sets, steps.ranks(step));
                    let there = &mut distances[to * permutations..][..permutations];
                    let mut new = 0;
                    for &rank in ranks {
                        let distance = &mut there[usize::from(turned[usize::from(rank)])];
                        new += u32::from(*distance == UNREACHED);
                        *distance = depth.min(*distance);
                    }
                    left[to] -= new;
                    reached.fetch_add(new.into(), Ordering::Relaxed);
                }
            },
        );
        reached.into_inner()
    }

    /// Reaches the junctions of an axis that have one beside them that the last layer reached; how many these are.
    fn pull(&mut self, axis: Axis, depth: u8) -> u64 {
        let permutations = self.junctions.perms.count();
        let (_, length) = self.junctions.lines(axis);
        let (to, from) = along(axis, &mut self.distances);
        let shares = to.chunks_mut(permutations * BLOCKS).zip(self.left[axis as usize].chunks_mut(BLOCKS));
        let reached = AtomicU64::new(0);
        let steps = &self.steps;
        share_out(shares.enumerate().collect(), self.threads, |(share, (distances, left))| {
            let mut ranks = vec![0; permutations];
            let blocks = distances.chunks_exact_mut(permutations).zip(left).enumerate();
            for (block, (distances, left)) in blocks.filter(|(_, (_, left))| **left > 0) {
                let beside = steps.of(axis, share * BLOCKS + block, length).iter();
                let beside: Vec<Beside<'_>> = beside
                    .map(|&step| {
                        (steps.ranks(step), &from[step.to as usize * permutations..][..permutations])
                    })
                    .collect();
                let waiting = places_of(UNREACHED, distances, &mut ranks);
                let new = reach(distances, waiting, &beside, depth);
                *left -= new;
                reached.fetch_add(new.into(), Ordering::Relaxed);
            }
        });
        reached.into_inner()
    }
}

/// The distances along an axis, to be changed, and those along the other.
fn along(axis: Axis, [columns, rows]: &mut [Vec<u8>; 2]) -> (&mut [u8], &[u8]) {
    match axis {
        Axis::Column => (columns, rows),
        Axis::Row => (rows, columns),
    }
}

/// Ranks and distances of a block beside another: where each permutation is there, and how far.
type Beside<'a> = (&'a [u16], &'a [u8]);

/// Reaches those of the ranks that have a junction beside them that the last layer reached; how many these are. Which
/// ones cannot be foretold, so nothing branches on it.
fn reach(distances: &mut [u8], ranks: &[u16], beside: &[Beside<'_>], depth: u8) -> u32 {
    // The usual lengths of lines are laid out.
    match beside {
        [a, b] => reach_by([a, b], distances, ranks, depth),
        [a, b, c] => reach_by([a, b, c], distances, ranks, depth),
        [a, b, c, d] => reach_by([a, b, c, d], distances, ranks, depth),
        _ => reach_by(beside, distances, ranks, depth),
    }
}

#[inline(always)]
fn reach_by<'a, 'b: 'a>(
    beside: impl IntoIterator<Item = &'a Beside<'b>> + Clone,
    distances: &mut [u8],
    ranks: &[u16],
    depth: u8,
) -> u32 {
    let mut reached = 0;
    for &rank in ranks {
        let rank = usize::from(rank);
        let mut is_next = false;
        for (there, far) in beside.clone() {
            is_next |= far[usize::from(there[rank])] == depth - 1;
        }
        distances[rank] = if is_next { depth } else { UNREACHED };
        reached += u32::from(is_next);
    }
    reached
}

impl Search<'_> {
    /// No step changes the distance by more than 1, and from every junction but that of the goal one leads nearer; the
    /// table's bits are those of the distances.
    fn prove(&self, axis: Axis, table: &MultiTable) -> Result<(), Flaw> {
        let permutations = self.junctions.perms.count();
        let (_, length) = self.junctions.lines(axis);
        let (here, there) = (&self.distances[axis as usize], &self.distances[axis.other() as usize]);
        let (flaw, first) = (FirstFlaw::default(), self.junctions.first(axis));
        let starts = AtomicU64::new(0);
        share_out(
            here.chunks(permutations).enumerate().collect(),
            self.threads,
            |(block, distances): (usize, &[u8])| {
                let steps = self.steps.of(axis, block, length);
                for (rank, &d) in distances.iter().enumerate() {
                    let far = |step: &Step| {
                        there[step.to as usize * permutations + usize::from(self.steps.ranks(*step)[rank])]
                    };
                    let entry = first + block * permutations + rank;
                    let found =
                        match steps.iter().map(far).fold((u8::MAX, 0), |(a, b), e| (a.min(e), b.max(e))) {
                            _ if table.ends(entry) != d & 3 => Flaw::OtherBit,
                            (least, most) if d.abs_diff(least) > 1 || d.abs_diff(most) > 1 => {
                                Flaw::Inconsistent
                            }
                            (least, _) if least >= d && d > 1 => Flaw::NotReached,
                            _ => {
                                starts.fetch_add(u64::from(d == 1), Ordering::Relaxed);
                                continue;
                            }
                        };
                    return flaw.note(found(entry as u64));
                }
            },
        );
        flaw.found()?;
        if starts.into_inner() == 1 { Ok(()) } else { Err(Flaw::Goal) }
    }
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
    fn good_tables_are_proven_and_every_damage_is_seen() {
        let pattern = nearest(3, 3, 8, 4).unwrap();
        let good = build(&pattern, &mut BuildOptions::quiet(2)).unwrap();
        assert_eq!(good.verify(&mut BuildOptions::quiet(2)), Ok(()));
        let entries = Axis::BOTH.map(|axis| (good.junctions.first(axis), good.junctions.count(axis)));
        let entries = entries.into_iter().flat_map(|(first, count)| first..first + count);
        for entry in entries.step_by(611) {
            let data = Bytes::filled(good.bytes().len(), |data| {
                data.copy_from_slice(good.bytes());
                data[entry / PER_BYTE] ^= 1 << (entry % PER_BYTE * 2 + entry % 2);
            });
            let bad = MultiTable::from_bytes(pattern.clone(), data).unwrap();
            assert_eq!(bad.verify(&mut BuildOptions::quiet(1)), Err(Flaw::OtherBit(entry as u64)));
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
