//! The walk that proves a table.
//!
//! The bits alone do not show whether they are right. So the distances that they stand for are found again,
//! plainly and by other code than that which builds tables, and proven by walking through all of them; then
//! the bits are compared with them.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use slidewise_search::Cancel;

use super::build::{BuildError, BuildOptions, Progress, share_out};
use super::layout::{Layout, places_of};
use super::pattern::Pattern;
use super::rank::{for_each_permutation, pack, rotate};
use super::table::Table;

/// The distance of a state that the goal cannot reach.
const UNREACHED: u8 = u8::MAX;

/// Why a table is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The goal has a value other than 0.
    Goal,
    /// One move changes the value by more than 1; the entry's number.
    Inconsistent(u64),
    /// No move leads nearer to the goal; the entry's number.
    NotReached(u64),
    /// The bit of an entry is not that of its distance; the entry's number.
    OtherBit(u64),
    /// The proof could not be finished.
    Unfinished(BuildError),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Goal => write!(f, "the goal has a value other than 0"),
            Self::Inconsistent(e) => write!(f, "entry {e} differs by more than 1 from a neighbour"),
            Self::NotReached(e) => write!(f, "entry {e} has no neighbour that is nearer to the goal"),
            Self::OtherBit(e) => write!(f, "entry {e} is not that of its distance"),
            Self::Unfinished(why) => write!(f, "not verified: {why}"),
        }
    }
}

impl std::error::Error for Flaw {}

impl Table {
    /// Proves every entry.
    pub fn verify(&self, options: &mut BuildOptions<'_>) -> Result<(), Flaw> {
        let walk = Walk::new(self.pattern(), self.layout());
        let distances = walk.distances(options).map_err(Flaw::Unfinished)?;
        walk.prove(&distances, options.threads, &options.cancel)?;
        self.compare(&distances, options.threads)
    }

    /// Compares the bits with proven distances: a byte of a row of the table, that is eight blocks, after the other,
    /// for as many of them as a line of the cache has.
    fn compare(&self, distances: &[u8], threads: usize) -> Result<(), Flaw> {
        let layout = self.layout();
        let count = layout.perms.count();
        let flaw = FirstFlaw::default();
        let groups = distances.chunks(count * LINE).enumerate().collect();
        share_out(groups, threads.max(1), |(group, rows): (usize, &[u8])| {
            for rank in 0..count {
                let differs = |&(block, row): &(usize, &[u8])| {
                    let d = row[rank];
                    d != UNREACHED && self.bit(layout.entry_in(block, rank)) != d >> 1 & 1
                };
                let mut blocks = (group * LINE..).zip(rows.chunks_exact(count));
                if let Some((block, _)) = blocks.find(differs) {
                    return flaw.note(Flaw::OtherBit(layout.entry_in(block, rank) as u64));
                }
            }
        });
        flaw.found()
    }
}

/// Blocks whose entries for one permutation fill a line of the cache.
const LINE: usize = 512;

/// Sets of cells that a thread looks at in a row.
const SETS: usize = 64;

/// The flaw with the lowest entry of those that several threads have found.
#[derive(Default)]
pub(super) struct FirstFlaw(Mutex<Option<Flaw>>);

impl FirstFlaw {
    pub(super) fn note(&self, flaw: Flaw) {
        let entry = |flaw: &Flaw| match flaw {
            Flaw::Inconsistent(entry) | Flaw::NotReached(entry) | Flaw::OtherBit(entry) => *entry,
            Flaw::Goal | Flaw::Unfinished(_) => 0,
        };
        let mut first = self.0.lock().unwrap_or_else(|e| e.into_inner());
        if first.as_ref().is_none_or(|first| entry(&flaw) < entry(first)) {
            *first = Some(flaw);
        }
    }

    pub(super) fn found(self) -> Result<(), Flaw> {
        self.0.into_inner().unwrap_or_else(|e| e.into_inner()).map_or(Ok(()), Err)
    }
}

/// All states and steps of a pattern. Distances are kept block by block, one byte a state.
struct Walk<'a> {
    pattern: &'a Pattern,
    layout: &'a Layout,
    neighbours: Vec<u64>,
    turns: Turns,
}

/// A step from all states of a block.
struct Step<'t> {
    /// The block that it leads to.
    to: usize,
    /// The permutation that each becomes.
    turn: &'t [u16],
}

impl<'a> Walk<'a> {
    fn new(pattern: &'a Pattern, layout: &'a Layout) -> Self {
        Self { pattern, layout, neighbours: pattern.neighbours(), turns: Turns::new(layout, pattern) }
    }

    /// The block of the goal, of which it is the first state.
    fn home(&self) -> usize {
        self.layout.block(self.layout.sets.rank(self.pattern.home()), self.pattern.blank_end())
    }

    /// The steps from one block of a set: a tile leaves its cell for one in the blank's region.
    fn steps(&self, set: usize, mask: u64, block: usize) -> Vec<Step<'_>> {
        let region = block - self.layout.range(set).start;
        let cells = 0..self.neighbours.len();
        let mut steps = Vec::new();
        for tile in cells.clone().filter(|c| mask >> c & 1 == 1) {
            let free = cells.clone().filter(|&c| self.neighbours[tile] & !mask & 1 << c != 0);
            for target in free.filter(|&c| usize::from(self.layout.region(set, c)) == region) {
                let after = mask ^ 1 << tile ^ 1 << target;
                let from = (mask & ((1 << tile) - 1)).count_ones();
                let to = (after & ((1 << target) - 1)).count_ones();
                let turn = self.turns.get(from, to);
                steps.push(Step { to: self.layout.block(self.layout.sets.rank(after), tile), turn });
            }
        }
        steps
    }

    /// All sets with their numbers, in shares for threads.
    fn shares(&self) -> Vec<Vec<(usize, u64)>> {
        let sets: Vec<(usize, u64)> = self.layout.sets.masks().enumerate().collect();
        sets.chunks(SETS).map(<[_]>::to_vec).collect()
    }

    /// The distance of every state, layer by layer from the goal.
    fn distances(&self, options: &mut BuildOptions<'_>) -> Result<Vec<u8>, BuildError> {
        let count = self.layout.perms.count();
        let total = self.layout.blocks() as u64 * count as u64;
        if let Some(limit) = options.memory_limit.filter(|&limit| total > limit) {
            return Err(BuildError::Memory { needed: total, limit });
        }
        let distances: Vec<AtomicU8> = (0..total).map(|_| AtomicU8::new(UNREACHED)).collect();
        distances[self.home() * count].store(0, Relaxed);
        let inactive = || (0..self.layout.blocks()).map(|_| AtomicBool::new(false)).collect::<Vec<_>>();
        let mut last = inactive();
        last[self.home()].store(true, Relaxed);
        let done = AtomicU64::new(0);
        for depth in 1..UNREACHED {
            let active = inactive();
            share_out(self.shares(), options.threads.max(1), |sets| {
                for (set, mask) in sets {
                    for block in self.layout.range(set).filter(|&block| last[block].load(Relaxed)) {
                        if options.cancel.is_cancelled() {
                            return;
                        }
                        let reached = self.expand(set, mask, block, depth, &distances, &active);
                        done.fetch_add(reached, Relaxed);
                    }
                }
            });
            if options.cancel.is_cancelled() {
                return Err(BuildError::Cancelled);
            }
            if !active.iter().any(|block| block.load(Relaxed)) {
                break;
            }
            last = active;
            if let Some(progress) = &mut options.progress {
                progress(Progress { done: done.load(Relaxed), total });
            }
        }
        Ok(distances.into_iter().map(AtomicU8::into_inner).collect())
    }

    /// Makes the steps from those states of a block that the last layer reached; how many these were. Several threads
    /// may write the same depth to a state.
    fn expand(
        &self,
        set: usize,
        mask: u64,
        block: usize,
        depth: u8,
        distances: &[AtomicU8],
        active: &[AtomicBool],
    ) -> u64 {
        let count = self.layout.perms.count();
        let row = |block: usize| &distances[block * count..][..count];
        let mut room = vec![0; count];
        let here: Vec<u8> = row(block).iter().map(|d| d.load(Relaxed)).collect();
        let from = places_of(depth - 1, &here, &mut room);
        for Step { to, turn } in self.steps(set, mask, block) {
            let there = row(to);
            let mut is_new = false;
            // What was reached before stays what it is: written again, nothing branches on it.
            for &rank in from {
                let d = &there[usize::from(turn[usize::from(rank)])];
                let before = d.load(Relaxed);
                d.store(before.min(depth), Relaxed);
                is_new |= before == UNREACHED;
            }
            if is_new {
                active[to].store(true, Relaxed);
            }
        }
        from.len() as u64
    }

    /// The goal is 0, every step changes the distance by 1 (so they are consistent and admissible), and from
    /// every other state that the goal can reach a step leads nearer (so no distance is less than it could be).
    fn prove(&self, distances: &[u8], threads: usize, cancel: &Cancel) -> Result<(), Flaw> {
        if distances[self.home() * self.layout.perms.count()] != 0 {
            return Err(Flaw::Goal);
        }
        let flaw = FirstFlaw::default();
        share_out(self.shares(), threads.max(1), |sets| {
            for (set, mask) in sets {
                if cancel.is_cancelled() {
                    return flaw.note(Flaw::Unfinished(BuildError::Cancelled));
                }
                for block in self.layout.range(set) {
                    if let Err(found) = self.prove_block(set, mask, block, distances) {
                        return flaw.note(found);
                    }
                }
            }
        });
        flaw.found()
    }

    fn prove_block(&self, set: usize, mask: u64, block: usize, distances: &[u8]) -> Result<(), Flaw> {
        let layout = self.layout;
        let count = layout.perms.count();
        let row = |block: usize| &distances[block * count..][..count];
        let here = row(block);
        let mut nearer = vec![false; count];
        for Step { to, turn } in self.steps(set, mask, block) {
            let there = row(to);
            for (rank, nearer) in nearer.iter_mut().enumerate() {
                let (d, e) = (here[rank], there[usize::from(turn[rank])]);
                if d.abs_diff(e) != 1 && (d, e) != (UNREACHED, UNREACHED) {
                    return Err(Flaw::Inconsistent(layout.entry_in(block, rank) as u64));
                }
                *nearer |= e < d;
            }
        }
        let lost = (0..count).find(|&r| !nearer[r] && !matches!(here[r], 0 | UNREACHED));
        lost.map_or(Ok(()), |rank| Err(Flaw::NotReached(layout.entry_in(block, rank) as u64)))
    }
}

/// Where each permutation goes when the tile in one place passes to another.
struct Turns {
    k: u32,
    to: Vec<Vec<u16>>,
}

impl Turns {
    fn new(layout: &Layout, pattern: &Pattern) -> Self {
        let k = pattern.tiles() as u32;
        let mut to = vec![Vec::new(); (k * k) as usize];
        for (i, turn) in (0u32..).zip(&mut to) {
            for_each_permutation(k as usize, |_, perm| {
                turn.push(layout.perms.rank(rotate(pack(perm), i / k, i % k)) as u16);
            });
        }
        Self { k, to }
    }

    fn get(&self, from: u32, to: u32) -> &[u16] {
        &self.to[(from * self.k + to) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::super::build::build;
    use super::super::memory::Bytes;
    use super::*;

    fn options() -> BuildOptions<'static> {
        BuildOptions::quiet(2)
    }

    /// Every entry that a search may read; others are between blocks.
    #[test]
    fn good_tables_are_proven_and_every_damage_is_seen() {
        let pattern = Pattern::new(3, 3, 4, [0, 1, 2, 5, 6, 8]).unwrap();
        let good = build(&pattern, &mut options()).unwrap();
        assert_eq!(good.verify(&mut options()), Ok(()));
        let layout = good.layout();
        let used = |entry: &usize| entry % layout.row() < layout.blocks();
        for entry in (0..layout.entries() as usize).step_by(1997).filter(used) {
            let change = |data: &mut [u8]| {
                data.copy_from_slice(good.bytes());
                data[entry / 8] ^= 1 << (entry % 8);
            };
            let data = Bytes::filled(good.bytes().len(), change);
            let bad = Table::new(pattern.clone(), Layout::of(&pattern), data);
            assert_eq!(bad.verify(&mut options()), Err(Flaw::OtherBit(entry as u64)));
        }
    }

    /// The distances are proven, not believed.
    #[test]
    fn wrong_distances_are_seen() {
        let pattern = Pattern::new(3, 3, 4, [0, 1, 5, 8]).unwrap();
        let table = build(&pattern, &mut options()).unwrap();
        let walk = Walk::new(&pattern, table.layout());
        let good = walk.distances(&mut options()).unwrap();
        let prove = |distances: &[u8]| walk.prove(distances, 2, &Cancel::default());
        assert_eq!(prove(&good), Ok(()));
        for state in (0..good.len()).step_by(97).filter(|&s| good[s] != UNREACHED) {
            let mut bad = good.clone();
            bad[state] += 2;
            assert!(prove(&bad).is_err(), "state {state}");
        }
        let shifted: Vec<u8> = good.iter().map(|d| d.saturating_add(1)).collect();
        assert_eq!(prove(&shifted), Err(Flaw::Goal));
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let pattern = Pattern::new(3, 4, 0, [1, 2, 5, 6, 11]).unwrap();
        let tables = [1, 2, 3].map(|n| build(&pattern, &mut BuildOptions::quiet(n)).unwrap());
        assert!(tables.iter().all(|t| t.bytes() == tables[0].bytes()));
    }

    #[test]
    fn builds_can_be_cancelled_and_limited() {
        let pattern = Pattern::new(4, 4, 0, [1, 2, 3, 4, 5, 6]).unwrap();
        let cancelled = BuildOptions { cancel: Cancel::default(), ..options() };
        cancelled.cancel.cancel();
        let limited = BuildOptions { memory_limit: Some(1000), ..options() };
        for (mut options, cancelled) in [(cancelled, true), (limited, false)] {
            let why = build(&pattern, &mut options).unwrap_err();
            assert_eq!(matches!(why, BuildError::Cancelled), cancelled, "{why}");
        }
    }
}
