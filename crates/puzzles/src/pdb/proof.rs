//! The walk that proves a table.
//!
//! The bits alone do not show whether they are right. So the distances that they stand for are found again,
//! plainly and by other code than that which builds tables, and proven by walking through all of them; then
//! the bits are compared with them.

use std::fmt;

use slidewise_search::Cancel;

use super::build::{BuildError, BuildOptions, Progress};
use super::layout::Layout;
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
        walk.prove(&distances, &options.cancel)?;
        self.compare(&distances)
    }

    /// Compares the bits with proven distances.
    fn compare(&self, distances: &[u8]) -> Result<(), Flaw> {
        let layout = self.layout();
        for (block, row) in distances.chunks_exact(layout.perms.count()).enumerate() {
            for (rank, &d) in row.iter().enumerate() {
                let entry = layout.entry_in(block, rank);
                if d != UNREACHED && self.bit(entry) != d >> 1 & 1 {
                    return Err(Flaw::OtherBit(entry as u64));
                }
            }
        }
        Ok(())
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

    /// The distance of every state, layer by layer from the goal.
    fn distances(&self, options: &mut BuildOptions<'_>) -> Result<Vec<u8>, BuildError> {
        let count = self.layout.perms.count();
        let total = self.layout.blocks() as u64 * count as u64;
        if let Some(limit) = options.memory_limit.filter(|&limit| total > limit) {
            return Err(BuildError::Memory { needed: total, limit });
        }
        let mut distances = vec![UNREACHED; total as usize];
        distances[self.home() * count] = 0;
        let mut active = vec![false; self.layout.blocks()];
        active[self.home()] = true;
        let mut done = 1;
        for depth in 1..UNREACHED {
            let last = std::mem::replace(&mut active, vec![false; self.layout.blocks()]);
            for (set, mask) in self.layout.sets.masks().enumerate() {
                for block in self.layout.range(set).filter(|&block| last[block]) {
                    if options.cancel.is_cancelled() {
                        return Err(BuildError::Cancelled);
                    }
                    let row = &distances[block * count..][..count];
                    let from: Vec<usize> = (0..count).filter(|&rank| row[rank] == depth - 1).collect();
                    for Step { to, turn } in self.steps(set, mask, block) {
                        let row = &mut distances[to * count..][..count];
                        for &rank in &from {
                            let d = &mut row[usize::from(turn[rank])];
                            if *d == UNREACHED {
                                *d = depth;
                                active[to] = true;
                                done += 1;
                            }
                        }
                    }
                }
            }
            if !active.contains(&true) {
                break;
            }
            if let Some(progress) = &mut options.progress {
                progress(Progress { done, total });
            }
        }
        Ok(distances)
    }

    /// The goal is 0, every step changes the distance by 1 (so they are consistent and admissible), and from
    /// every other state that the goal can reach a step leads nearer (so no distance is less than it could be).
    fn prove(&self, distances: &[u8], cancel: &Cancel) -> Result<(), Flaw> {
        let layout = self.layout;
        let count = layout.perms.count();
        let row = |block: usize| &distances[block * count..][..count];
        if row(self.home())[0] != 0 {
            return Err(Flaw::Goal);
        }
        let mut nearer = vec![false; count];
        for (set, mask) in layout.sets.masks().enumerate() {
            if cancel.is_cancelled() {
                return Err(Flaw::Unfinished(BuildError::Cancelled));
            }
            for block in layout.range(set) {
                let here = row(block);
                nearer.fill(false);
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
                if let Some(rank) = lost {
                    return Err(Flaw::NotReached(layout.entry_in(block, rank) as u64));
                }
            }
        }
        Ok(())
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
        let prove = |distances: &[u8]| walk.prove(distances, &Cancel::default());
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
