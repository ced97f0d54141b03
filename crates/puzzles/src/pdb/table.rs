//! A finished table, and the walk that proves it.

use std::fmt;

use slidewise_search::Cancel;

use super::build::{self, BuildError, BuildOptions, manhattan_of_set};
use super::layout::{Encoding, Layout};
use super::memory::Bytes;
use super::pattern::Pattern;
use super::rank::{for_each_permutation, pack, rotate};

/// The largest surplus that an entry can hold; a larger one is stored as this, which keeps the value admissible
/// and consistent.
pub const MAX_SURPLUS: u8 = 15;

/// Distances of a pattern's tiles to their goal cells, counting their own moves only, so that the values of
/// patterns without a common tile may be added.
///
/// An entry is half the surplus over the Manhattan distance, in four bits, or its last bit ([`Encoding::Parities`]).
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

    /// The entries, two or eight a byte, the first in the lowest bits.
    pub fn bytes(&self) -> &[u8] {
        &self.data
    }

    /// Half the surplus over the Manhattan distance that entry number `entry` holds; not of a table of parities.
    #[inline(always)]
    pub fn surplus(&self, entry: usize) -> u8 {
        self.data[entry / 2] >> (entry % 2 * 4) & 15
    }

    /// Asks memory for an entry, which will be read soon.
    #[inline(always)]
    pub fn prefetch(&self, entry: usize) {
        self.data.prefetch(entry / self.layout.encoding().entries_a_byte());
    }

    /// The entry of a table of parities: the last bit of half the surplus.
    #[inline(always)]
    pub fn parity(&self, entry: usize) -> u8 {
        self.data[entry / 8] >> (entry % 8) & 1
    }

    /// Proves every entry by walking the table.
    ///
    /// The goal is 0, no move changes the value by more than 1 (so the table is consistent and admissible), and from
    /// every other entry that the goal can reach a move leads nearer (so no value is less than it could be). A table of
    /// parities does not show this by itself: the one of whole values is built, proven, and compared entry by entry.
    pub fn verify(&self, options: &mut BuildOptions<'_>) -> Result<(), Flaw> {
        match self.layout.encoding() {
            Encoding::Values => self.verify_values(&options.cancel),
            Encoding::Parities => {
                let values =
                    build::build(&self.pattern, Encoding::Values, options).map_err(Flaw::Unfinished)?;
                values.verify_values(&options.cancel)?;
                self.compare(&values)
            }
        }
    }

    fn verify_values(&self, cancel: &Cancel) -> Result<(), Flaw> {
        let (layout, pattern) = (&self.layout, &self.pattern);
        let home = layout.block(layout.sets.rank(pattern.mask()), pattern.blank_home());
        if self.surplus(home * layout.stride()) != 0 {
            return Err(Flaw::Goal);
        }
        let turns = Turns::new(layout, pattern);
        let neighbours = pattern.neighbours();
        let (mut here, mut there) = (Decoded::default(), Decoded::default());
        for (set, mask) in layout.sets.masks().enumerate() {
            if cancel.is_cancelled() {
                return Err(Flaw::Unfinished(BuildError::Cancelled));
            }
            for block in layout.range(set) {
                here.read(self, block, mask);
                let mut nearer = vec![false; layout.perms.count()];
                for (cell, target) in steps(layout, &neighbours, set, mask, block) {
                    let after = mask ^ 1 << cell ^ 1 << target;
                    let block_after = layout.block(layout.sets.rank(after), cell);
                    there.read(self, block_after, after);
                    let from = (mask & ((1 << cell) - 1)).count_ones();
                    let to = (after & ((1 << target) - 1)).count_ones();
                    for (rank, nearer) in nearer.iter_mut().enumerate() {
                        let (d, e) = (here.value[rank], there.value[turns.get(from, to, rank)]);
                        if d.abs_diff(e) > 1 {
                            return Err(Flaw::Inconsistent((block * layout.stride() + rank) as u64));
                        }
                        *nearer |= e < d;
                    }
                }
                let lost = (0..nearer.len()).find(|&r| !nearer[r] && here.value[r] != 0 && !here.capped[r]);
                if let Some(rank) = lost {
                    return Err(Flaw::NotReached((block * layout.stride() + rank) as u64));
                }
            }
        }
        Ok(())
    }

    /// Compares parities with the values of the same pattern.
    fn compare(&self, values: &Self) -> Result<(), Flaw> {
        for block in 0..self.layout.blocks() {
            for rank in 0..self.layout.perms.count() {
                let entry = block * self.layout.stride() + rank;
                if self.parity(entry) != values.surplus(block * values.layout.stride() + rank) & 1 {
                    return Err(Flaw::OtherParity(entry as u64));
                }
            }
        }
        Ok(())
    }
}

/// The values of one block.
#[derive(Default)]
struct Decoded {
    value: Vec<u8>,
    capped: Vec<bool>,
    manhattan: Vec<u8>,
}

impl Decoded {
    fn read(&mut self, table: &Table, block: usize, mask: u64) {
        manhattan_of_set(&table.pattern, &table.layout.perms, mask, &mut self.manhattan);
        let first = block * table.layout.stride();
        let surplus = |rank: usize| table.surplus(first + rank);
        let count = table.layout.perms.count();
        self.value.clear();
        self.value.extend((0..count).map(|r| self.manhattan[r] + 2 * surplus(r)));
        self.capped.clear();
        self.capped.extend((0..count).map(|r| surplus(r) == MAX_SURPLUS));
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

    #[test]
    fn good_tables_are_proven_and_every_damage_is_seen() {
        let pattern = Pattern::new(3, 3, 4, [0, 1, 5, 8]).unwrap();
        for encoding in Encoding::ALL {
            let good = build::build(&pattern, encoding, &mut options()).unwrap();
            assert_eq!(good.verify(&mut options()), Ok(()));
            for entry in (0..good.layout().entries() as usize).step_by(97) {
                let change = |data: &mut [u8]| {
                    data.copy_from_slice(good.bytes());
                    let each = encoding.entries_a_byte();
                    data[entry / each] ^= 1 << (entry % each * (8 / each));
                };
                let data = Bytes::filled(good.bytes().len(), change);
                let bad = Table::new(pattern.clone(), good.layout().clone(), data);
                assert!(bad.verify(&mut options()).is_err(), "{encoding:?}: entry {entry} was changed");
            }
        }
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let pattern = Pattern::new(3, 4, 0, [1, 2, 5, 6, 11]).unwrap();
        for encoding in Encoding::ALL {
            let tables: Vec<Table> = [1, 2, 3]
                .map(|n| build::build(&pattern, encoding, &mut BuildOptions::quiet(n)).unwrap())
                .into();
            assert!(tables.iter().all(|t| t.bytes() == tables[0].bytes()));
        }
    }

    #[test]
    fn builds_can_be_cancelled_and_limited() {
        let pattern = Pattern::new(4, 4, 0, [1, 2, 3, 4, 5, 6]).unwrap();
        let cancelled = BuildOptions { cancel: Cancel::default(), ..options() };
        cancelled.cancel.cancel();
        let limited = BuildOptions { memory_limit: Some(1000), ..options() };
        for (mut options, cancelled) in [(cancelled, true), (limited, false)] {
            let why = build::build(&pattern, Encoding::Values, &mut options).unwrap_err();
            assert_eq!(matches!(why, BuildError::Cancelled), cancelled, "{why}");
        }
    }
}
