//! Where the entry of a placement stands in a table.
//!
//! A table is a row of blocks of k! entries, one for each set of cells and each region of free cells that the blank may
//! be in: values are exact distances of the abstract puzzle, and therefore consistent.
//!
//! The region of the blank changes only when a tile of the pattern moves, so telling regions apart costs no extra
//! reads of the table.

use super::pattern::Pattern;
use super::rank::{PermRank, SetRank};

/// How much of each value a table keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Half the surplus over the Manhattan distance, in four bits.
    Values,
    /// Whether half the surplus is odd. A move changes that by one at most, so from a position whose value is known
    /// all others follow: a quarter of the size, with nothing lost.
    Parities,
}

impl Encoding {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Values, Self::Parities];

    /// How many entries a byte holds.
    #[inline(always)]
    pub fn entries_a_byte(self) -> usize {
        if self == Self::Parities { 8 } else { 2 }
    }

    /// The name in file names and listings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Values => "values",
            Self::Parities => "parities",
        }
    }
}

/// In [`Layout::region`], a cell that is not free.
const OCCUPIED: u8 = u8::MAX;

/// Where the blocks of a set are: together, because a search reads both.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Its first block.
    first: u32,
    /// The free cells outside the first region; all cells on boards that have more than there are bits.
    aside: u32,
}

/// Numbers of blocks and entries for one pattern.
#[derive(Clone, Debug)]
pub struct Layout {
    cells: usize,
    encoding: Encoding,
    stride: usize,
    /// Numbers of the sets of cells.
    pub sets: SetRank,
    /// Numbers of the permutations.
    pub perms: PermRank,
    /// The blocks of each set; one more at the end.
    places: Vec<Place>,
    /// The region of each free cell, by set and cell.
    region: Vec<u8>,
}

impl Layout {
    /// The layout of the table for `pattern`.
    pub fn new(pattern: &Pattern, encoding: Encoding) -> Self {
        let (n, k) = (pattern.board_cells(), pattern.tiles());
        let sets = SetRank::new(n, k);
        let neighbours = pattern.neighbours();
        let mut places = Vec::with_capacity(sets.count() + 1);
        let mut region = Vec::with_capacity(sets.count() * n);
        let mut blocks = 0;
        for mask in sets.masks() {
            let start = region.len();
            region.resize(start + n, OCCUPIED);
            let first = blocks;
            blocks += mark_regions(mask, &neighbours, &mut region[start..]);
            places.push(Place { first, aside: aside(&region[start..]) });
        }
        places.push(Place { first: blocks, aside: 0 });
        let perms = PermRank::new(k);
        let stride = perms.count().next_multiple_of(encoding.entries_a_byte());
        Self { cells: n, encoding, stride, sets, perms, places, region }
    }

    /// How much of each value is kept.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Entries from one block to the next: k!, or a few more, so that a block begins with a byte.
    #[inline(always)]
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Blocks of the table.
    pub fn blocks(&self) -> usize {
        self.places.last().expect("there is one more than there are sets").first as usize
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> u64 {
        self.entries() / self.encoding.entries_a_byte() as u64
    }

    /// Entries of the table.
    pub fn entries(&self) -> u64 {
        self.blocks() as u64 * self.stride() as u64
    }

    /// The blocks of a set.
    pub fn range(&self, set: usize) -> std::ops::Range<usize> {
        self.places[set].first as usize..self.places[set + 1].first as usize
    }

    /// The number of the region of a free cell.
    #[inline(always)]
    pub fn region(&self, set: usize, cell: usize) -> u8 {
        self.region[set * self.cells + cell]
    }

    /// The block that holds the entries of a set with the blank in `cell`, which must be free.
    #[inline(always)]
    pub fn block(&self, set: usize, cell: usize) -> usize {
        let Place { first, aside } = self.places[set];
        let is_aside = aside >> (cell as u32 % u32::BITS) & 1 == 1;
        first as usize + if is_aside { usize::from(self.region(set, cell)) } else { 0 }
    }

    /// The entry of a placement: the set of cells, the packed permutation of the tiles on them, and the blank.
    #[inline(always)]
    pub fn entry(&self, mask: u64, perm: u32, blank: usize) -> usize {
        self.block(self.sets.rank(mask), blank) * self.stride() + self.perms.rank(perm)
    }
}

/// The free cells that are not in the first region.
fn aside(region: &[u8]) -> u32 {
    if region.len() > u32::BITS as usize {
        return u32::MAX;
    }
    let off = region.iter().enumerate().filter(|&(_, &region)| !matches!(region, 0 | OCCUPIED));
    off.fold(0, |aside, (cell, _)| aside | 1 << cell)
}

/// Numbers the connected parts of the cells not in `mask` from 0; returns how many there are. A board without a free cell has one region, without cells.
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
