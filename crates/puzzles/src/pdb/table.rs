//! A finished table, and the walk that proves it.

use std::fmt;

use slidewise_search::Cancel;

use super::build::{self, BuildError, BuildOptions, UNREACHED, manhattan_of_set};
use super::layout::Layout;
use super::memory::Bytes;
use super::pattern::Pattern;
use super::rank::{for_each_permutation, pack, rotate};

/// Distances of a pattern's tiles to their goal cells, counting their own moves only, so that the values of
/// patterns without a common tile may be added.
///
/// An entry is the last bit of half the surplus over the Manhattan distance.
#[derive(Debug)]
pub struct Table {
    pattern: Pattern,
    layout: Layout,
    data: Bytes,
}

/// Why a table is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The goal has a value other than 0.
    Goal,
    /// One move changes the value by more than 1; the entry's number.
    Inconsistent(u64),
    /// No move leads nearer to the goal; the entry's number.
    NotReached(u64),
    /// The bit of an entry is not that of the value; the entry's number.
    OtherParity(u64),
    /// The proof could not be finished.
    Unfinished(BuildError),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Goal => write!(f, "the goal has a value other than 0"),
            Self::Inconsistent(e) => write!(f, "entry {e} differs by more than 1 from a neighbour"),
            Self::NotReached(e) => write!(f, "entry {e} has no neighbour that is nearer to the goal"),
            Self::OtherParity(e) => {
                write!(f, "entry {e} is odd where it should be even, or the other way round")
            }
            Self::Unfinished(why) => write!(f, "not verified: {why}"),
        }
    }
}

impl std::error::Error for Flaw {}

impl Table {
    /// A table from its parts; `data` must be of the length that the layout asks for.
    pub(super) fn new(pattern: Pattern, layout: Layout, data: Bytes) -> Self {
        assert_eq!(data.len() as u64, layout.bytes(), "the data does not fit the layout");
        Self { pattern, layout, data }
    }

    /// The tiles.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Where entries stand.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The entries, eight a byte, the first in the lowest bit.
    pub fn bytes(&self) -> &[u8] {
        &self.data
    }

    /// Asks memory for an entry, which will be read soon.
    #[inline(always)]
    pub fn prefetch(&self, entry: usize) {
        self.data.prefetch(entry / 8);
    }

    /// The last bit of half the surplus over the Manhattan distance.
    #[inline(always)]
    pub fn parity(&self, entry: usize) -> u8 {
        self.data[entry / 8] >> (entry % 8) & 1
    }

    /// Proves every entry. The bits alone do not show whether they are right, so the distances that they stand for are
    /// found again and proven by walking through all of them; then the bits are compared with them.
    pub fn verify(&self, options: &mut BuildOptions<'_>) -> Result<(), Flaw> {
        let distances = build::distances(&self.pattern, &self.layout, options).map_err(Flaw::Unfinished)?;
        self.prove(&distances, &options.cancel)?;
        self.compare(&distances)
    }

    /// The goal is 0, every step changes the distance by 1 (so they are consistent and admissible), and from
    /// every other state that the goal can reach a step leads nearer (so no distance is less than it could be).
    fn prove(&self, distances: &[u8], cancel: &Cancel) -> Result<(), Flaw> {
        let (layout, pattern) = (&self.layout, &self.pattern);
        let row = |block: usize| layout.built_row(distances, block);
        let home = layout.block(layout.sets.rank(pattern.mask()), pattern.blank_home());
        if row(home)[0] != 0 {
            return Err(Flaw::Goal);
        }
        let turns = Turns::new(layout, pattern);
        let neighbours = pattern.neighbours();
        let mut nearer = vec![false; layout.perms.count()];
        for (set, mask) in layout.sets.masks().enumerate() {
            if cancel.is_cancelled() {
                return Err(Flaw::Unfinished(BuildError::Cancelled));
            }
            for block in layout.range(set) {
                let here = row(block);
                nearer.fill(false);
                for (cell, target) in steps(layout, &neighbours, set, mask, block) {
                    let after = mask ^ 1 << cell ^ 1 << target;
                    let there = row(layout.block(layout.sets.rank(after), cell));
                    let from = (mask & ((1 << cell) - 1)).count_ones();
                    let to = (after & ((1 << target) - 1)).count_ones();
                    for (rank, nearer) in nearer.iter_mut().enumerate() {
                        let (d, e) = (here[rank], there[turns.get(from, to, rank)]);
                        if d.abs_diff(e) != 1 && (d, e) != (UNREACHED, UNREACHED) {
                            return Err(Flaw::Inconsistent(layout.entry_in(block, rank) as u64));
                        }
                        *nearer |= e < d;
                    }
                }
                let lost = (0..nearer.len()).find(|&r| !nearer[r] && !matches!(here[r], 0 | UNREACHED));
                if let Some(rank) = lost {
                    return Err(Flaw::NotReached(layout.entry_in(block, rank) as u64));
                }
            }
        }
        Ok(())
    }

    /// Compares the bits with proven distances.
    fn compare(&self, distances: &[u8]) -> Result<(), Flaw> {
        let layout = &self.layout;
        let mut manhattan = Vec::new();
        for (set, mask) in layout.sets.masks().enumerate() {
            manhattan_of_set(&self.pattern, &layout.perms, mask, &mut manhattan);
            for block in layout.range(set) {
                let row = layout.built_row(distances, block);
                for (rank, (&d, &m)) in row.iter().zip(&manhattan).enumerate() {
                    let entry = layout.entry_in(block, rank);
                    if d != UNREACHED && self.parity(entry) != ((d - m) / 2) & 1 {
                        return Err(Flaw::OtherParity(entry as u64));
                    }
                }
            }
        }
        Ok(())
    }
}

/// The steps from one block: the cell that a tile leaves and the cell that it enters, in the blank's region.
fn steps(layout: &Layout, neighbours: &[u64], set: usize, mask: u64, block: usize) -> Vec<(usize, usize)> {
    let region = block - layout.range(set).start;
    let cells = 0..neighbours.len();
    let tiles = cells.clone().filter(|c| mask >> c & 1 == 1);
    tiles
        .flat_map(|tile| {
            let free = cells.clone().filter(move |&c| neighbours[tile] & !mask & 1 << c != 0);
            free.filter(|&c| usize::from(layout.region(set, c)) == region).map(move |c| (tile, c))
        })
        .collect()
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

    fn get(&self, from: u32, to: u32, rank: usize) -> usize {
        self.to[(from * self.k + to) as usize][rank].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> BuildOptions<'static> {
        BuildOptions::quiet(2)
    }

    /// Every entry that a search may read; others are between blocks.
    #[test]
    fn good_tables_are_proven_and_every_damage_is_seen() {
        let pattern = Pattern::new(3, 3, 4, [0, 1, 5, 8]).unwrap();
        let good = build::build(&pattern, &mut options()).unwrap();
        assert_eq!(good.verify(&mut options()), Ok(()));
        let layout = good.layout();
        let used = |entry: &usize| entry % layout.row() < layout.blocks();
        for entry in (0..layout.entries() as usize).step_by(97).filter(used) {
            let change = |data: &mut [u8]| {
                data.copy_from_slice(good.bytes());
                data[entry / 8] ^= 1 << (entry % 8);
            };
            let data = Bytes::filled(good.bytes().len(), change);
            let bad = Table::new(pattern.clone(), layout.clone(), data);
            assert_eq!(bad.verify(&mut options()), Err(Flaw::OtherParity(entry as u64)));
        }
    }

    /// The distances are proven, not believed.
    #[test]
    fn wrong_distances_are_seen() {
        let pattern = Pattern::new(3, 3, 4, [0, 1, 5, 8]).unwrap();
        let table = build::build(&pattern, &mut options()).unwrap();
        let good = build::distances(&pattern, table.layout(), &mut options()).unwrap();
        let prove = |distances: &[u8]| table.prove(distances, &Cancel::default());
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
        let tables = [1, 2, 3].map(|n| build::build(&pattern, &mut BuildOptions::quiet(n)).unwrap());
        assert!(tables.iter().all(|t| t.bytes() == tables[0].bytes()));
    }

    #[test]
    fn builds_can_be_cancelled_and_limited() {
        let pattern = Pattern::new(4, 4, 0, [1, 2, 3, 4, 5, 6]).unwrap();
        let cancelled = BuildOptions { cancel: Cancel::default(), ..options() };
        cancelled.cancel.cancel();
        let limited = BuildOptions { memory_limit: Some(1000), ..options() };
        for (mut options, cancelled) in [(cancelled, true), (limited, false)] {
            let why = build::build(&pattern, &mut options).unwrap_err();
            assert_eq!(matches!(why, BuildError::Cancelled), cancelled, "{why}");
        }
    }
}
