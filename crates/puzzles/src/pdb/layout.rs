//! Where the entry of a placement stands in a table.
//!
//! There is a block of k! entries for each set of cells and each region of free cells that the blank may be
//! in: values are exact distances of the abstract puzzle, and therefore consistent. The region of the blank
//! changes only when a tile of the pattern moves, so telling regions apart costs no extra reads of the table.
//!
//! An entry is one bit of the distance, the last but one. A move changes the distance by one, up or down, and
//! the bit tells which; so from a position whose distance is known all others follow (`downhill`), with
//! nothing lost.
//!
//! Tables are built block by block, but kept by permutation: the entries of all blocks for the first, then
//! for the second, and so on. Moves of tiles along the snake ([`Pattern::snake`]) change the set but not the
//! permutation, so a search finds many entries near those that it has just read.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::pattern::Pattern;
use super::rank::{PermRank, SetRank};

/// In [`Layout::region`], a cell that is not free.
const OCCUPIED: u8 = u8::MAX;

/// Where the blocks of a set are: together, because a search reads both, and small, for it reads them everywhere.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Its first block.
    first: u32,
    /// The region of each cell in as many bits as there are ([`Layout::cell_bits`]); all ones if that is not enough.
    regions: u32,
}

/// Numbers of blocks and entries for one pattern.
///
/// [`Layout::entry`] trusts that `sets` and `places` were made together, so nobody outside the tables can reach either:
///
/// ```compile_fail
/// use slidewise_puzzles::pdb::layout::Layout;
/// ```
/// ```compile_fail
/// use slidewise_puzzles::pdb::rank::SetRank;
/// ```
#[derive(Clone, Debug)]
pub(super) struct Layout {
    cells: usize,
    row: usize,
    /// Numbers of the sets of cells.
    pub(super) sets: SetRank,
    /// Numbers of the permutations.
    pub(super) perms: PermRank,
    /// The blocks of each set, and some empty ones at the end.
    places: Vec<Place>,
    /// Bits of a cell in [`Place::regions`].
    cell_bits: u32,
    /// All ones in so many bits.
    unknown: u32,
    /// The region of each free cell, by set and cell.
    region: Vec<u8>,
}

/// Rows and columns of the board, and tiles of the pattern.
type Size = (usize, usize, usize);

/// The layouts in use.
static IN_USE: Mutex<Vec<(Size, Weak<Layout>)>> = Mutex::new(Vec::new());

impl Layout {
    /// The layout of the table for `pattern`. All patterns of as many tiles on the same board have the same,
    /// and share it: a search that reads several tables finds more of it in its caches.
    pub(super) fn of(pattern: &Pattern) -> Arc<Self> {
        let size = (pattern.rows(), pattern.cols(), pattern.tiles());
        let mut in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
        in_use.retain(|(_, layout)| layout.strong_count() > 0);
        let known = in_use.iter().find(|(of, _)| *of == size).and_then(|(_, layout)| layout.upgrade());
        known.unwrap_or_else(|| {
            let layout = Arc::new(Self::new(pattern));
            in_use.push((size, Arc::downgrade(&layout)));
            layout
        })
    }

    fn new(pattern: &Pattern) -> Self {
        let (n, k) = (pattern.board_cells(), pattern.tiles());
        let sets = SetRank::new(n, k);
        let neighbours = pattern.neighbours();
        let cell_bits = (u32::BITS / n as u32).min(2);
        let mut places = Vec::with_capacity(sets.count() + 1);
        let mut region = Vec::with_capacity(sets.count() * n);
        let mut blocks = 0;
        for mask in sets.masks() {
            let start = region.len();
            region.resize(start + n, OCCUPIED);
            let first = blocks;
            blocks += mark_regions(mask, &neighbours, &mut region[start..]);
            places.push(Place { first, regions: pack_regions(&region[start..], cell_bits) });
        }
        // Whatever is numbered as a set, there is a place.
        places.resize(sets.limit() + 1, Place { first: blocks, regions: 0 });
        let perms = PermRank::new(k);
        let row = (blocks as usize).next_multiple_of(8);
        Self { cells: n, row, sets, perms, places, cell_bits, unknown: (1 << cell_bits) - 1, region }
    }

    /// Entries from one permutation to the next, in whole bytes.
    pub(super) fn row(&self) -> usize {
        self.row
    }

    /// Blocks of the table.
    pub(super) fn blocks(&self) -> usize {
        self.places.last().expect("there is one more than there are sets").first as usize
    }

    /// Bytes of the table.
    pub(super) fn bytes(&self) -> u64 {
        self.entries() / 8
    }

    /// Entries of the table.
    pub(super) fn entries(&self) -> u64 {
        self.perms.count() as u64 * self.row as u64
    }

    /// The number of the entry for a permutation in a block.
    #[inline(always)]
    pub(super) fn entry_in(&self, block: usize, perm_rank: usize) -> usize {
        perm_rank * self.row + block
    }

    /// The blocks of a set.
    pub(super) fn range(&self, set: usize) -> std::ops::Range<usize> {
        self.places[set].first as usize..self.places[set + 1].first as usize
    }

    /// The number of the region of a free cell.
    #[inline(always)]
    pub(super) fn region(&self, set: usize, cell: usize) -> u8 {
        self.region[set * self.cells + cell]
    }

    /// The block that holds the entries of a set with the blank in `cell`, which must be free.
    #[inline(always)]
    pub(super) fn block(&self, set: usize, cell: usize) -> usize {
        self.block_at(set, self.places[set], cell)
    }

    #[inline(always)]
    fn block_at(&self, set: usize, Place { first, regions }: Place, cell: usize) -> usize {
        let region = regions >> (cell as u32 * self.cell_bits) & self.unknown;
        first as usize + if region == self.unknown { self.region(set, cell).into() } else { region as usize }
    }

    /// The entry of a placement: the set of cells, the packed permutation of the tiles on them, and the
    /// blank. What is in the bits of the mask beyond the cells does not matter.
    #[inline(always)]
    pub(super) fn entry(&self, mask: u64, perm: u32, blank: usize) -> usize {
        let set = self.sets.rank(mask);
        // SAFETY: `new` made the places for these sets, more than the number of any word (`SetRank::limit`),
        // and nothing changes either afterwards.
        let place = unsafe { *self.places.get_unchecked(set) };
        self.entry_in(self.block_at(set, place, blank), self.perms.rank(perm))
    }
}

/// The region of each cell in so many bits.
fn pack_regions(region: &[u8], cell_bits: u32) -> u32 {
    let unknown = (1 << cell_bits) - 1;
    let packed = |(cell, &region): (usize, &u8)| u32::from(region).min(unknown) << (cell as u32 * cell_bits);
    region.iter().enumerate().map(packed).sum()
}

/// Numbers the connected parts of the cells not in `mask` from 0; returns how many there are. A board without
/// a free cell has one region, without cells.
fn mark_regions(mask: u64, neighbours: &[u64], region: &mut [u8]) -> u32 {
    let mut free = !mask & ((1u64 << region.len()) - 1);
    let mut parts = Vec::new();
    while free != 0 {
        let mut part = free & free.wrapping_neg();
        let mut border = part;
        while border != 0 {
            let cell = border.trailing_zeros() as usize;
            border &= border - 1;
            let reached = neighbours[cell] & free & !part;
            part |= reached;
            border |= reached;
        }
        free &= !part;
        parts.push(part);
    }
    // The largest first; of equals the one with the first cell.
    parts.sort_by_key(|part| (64 - part.count_ones(), part.trailing_zeros()));
    for (number, part) in parts.iter().enumerate() {
        for (cell, region) in region.iter_mut().enumerate() {
            if part >> cell & 1 == 1 {
                *region = number as u8;
            }
        }
    }
    parts.len() as u32
}

/// The cells of a set.
#[inline(always)]
pub(super) fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        cell
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_one_size_share_their_layout() {
        let of = |cells: &[usize]| Layout::of(&Pattern::new(3, 4, 0, cells.iter().copied()).unwrap());
        let (a, b, smaller) = (of(&[1, 2, 3]), of(&[4, 8, 9]), of(&[1, 2]));
        assert!(Arc::ptr_eq(&a, &b));
        assert_ne!(a.sets.count(), smaller.sets.count());
    }

    /// What the read without a check in [`Layout::entry`] rests on: sets of too many or too few cells have numbers too.
    #[test]
    fn every_word_has_a_place() {
        for (rows, cols, tiles) in [(1, 2, 1), (2, 2, 3), (3, 3, 1), (3, 3, 4), (3, 4, 6), (4, 4, 3)] {
            let layout = Layout::of(&Pattern::new(rows, cols, 0, 1..=tiles).unwrap());
            let most = (0..1u64 << (rows * cols)).map(|word| layout.sets.rank(word)).max();
            assert!(most < Some(layout.places.len()), "{rows}×{cols}, {tiles} tiles");
        }
    }
}
