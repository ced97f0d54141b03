//! Reading a table in a search: what a node carries for it, and how a move changes that.

use std::sync::Arc;

use super::downhill;
use super::layout::Encoding;
use super::memory::Bytes;
use super::rank::{pack, rotate};
use super::symmetry::Symmetry;
use super::table::Table;

/// A way to read one table from a board that is a mirror image of the table's, or the same. A key stands for a
/// placement of the pattern's tiles; cells are the board's.
pub trait Access: Send + Sync {
    /// The table as it is.
    type Table: Clone;

    /// Reads `table` from a board that `symmetry` maps to the table's.
    fn new(table: Self::Table, symmetry: &Symmetry) -> Self;
    /// The key of tiles that stand on these cells, slot by slot.
    fn key(&self, cells: &[u8]) -> u64;
    /// The key after the tile of `slot` has gone from one cell to another.
    fn moved(&self, key: u64, slot: usize, from: usize, to: usize) -> u64;
    /// Half the surplus over the Manhattan distance, with the blank in a free cell.
    fn surplus(&self, key: u64, blank: usize) -> u8;
    /// Where the entry is that [`Access::surplus_at`] reads, with the blank in a free cell.
    fn spot(&self, key: u64, blank: usize) -> usize;
    /// Asks memory for an entry.
    fn prefetch(&self, spot: usize);
    /// Half the surplus after a move, which brought a tile `nearer` to its goal cell or not; it was `before` then.
    fn surplus_at(&self, spot: usize, before: u8, nearer: bool) -> u8;
}

/// Reads the table as it is: a key is the set of cells and the permutation of the tiles on them, which are ranked for
/// each look.
#[derive(Clone, Debug)]
pub struct Ranked {
    table: Arc<Table>,
    symmetry: Symmetry,
}

/// Bits of a key that hold the set of cells; the permutation is above them.
const MASK_BITS: u32 = 36;
const MASK: u64 = (1 << MASK_BITS) - 1;

impl Access for Ranked {
    type Table = Arc<Table>;

    fn new(table: Arc<Table>, symmetry: &Symmetry) -> Self {
        Self { table, symmetry: *symmetry }
    }

    fn key(&self, cells: &[u8]) -> u64 {
        let cells: Vec<usize> = cells.iter().map(|&c| self.symmetry.cell(c.into())).collect();
        let mut order: Vec<u8> = (0..cells.len() as u8).collect();
        order.sort_unstable_by_key(|&slot| cells[usize::from(slot)]);
        let mask = cells.iter().fold(0, |m, &c| m | 1u64 << c);
        mask | u64::from(pack(&order)) << MASK_BITS
    }

    #[inline(always)]
    fn moved(&self, key: u64, _: usize, from: usize, to: usize) -> u64 {
        let (from, to) = (self.symmetry.cell(from), self.symmetry.cell(to));
        let before = key & MASK;
        let after = before ^ 1 << from ^ 1 << to;
        let left = (before & ((1 << from) - 1)).count_ones();
        let entered = (after & ((1 << to) - 1)).count_ones();
        let perm = (key >> MASK_BITS) as u32;
        let perm = if left == entered { perm } else { rotate(perm, left, entered) };
        after | u64::from(perm) << MASK_BITS
    }

    fn surplus(&self, key: u64, blank: usize) -> u8 {
        let (mask, perm) = (key & MASK, (key >> MASK_BITS) as u32);
        let blank = self.symmetry.cell(blank);
        match self.table.layout().encoding() {
            Encoding::Parities => downhill::surplus(&self.table, mask, perm, blank),
            _ => self.table.surplus(self.table.layout().entry(mask, perm, blank)),
        }
    }

    #[inline(always)]
    fn spot(&self, key: u64, blank: usize) -> usize {
        self.table.layout().entry(key & MASK, (key >> MASK_BITS) as u32, self.symmetry.cell(blank))
    }

    #[inline(always)]
    fn prefetch(&self, spot: usize) {
        self.table.prefetch(spot);
    }

    #[inline(always)]
    fn surplus_at(&self, spot: usize, before: u8, nearer: bool) -> u8 {
        match self.table.layout().encoding() {
            Encoding::Parities => downhill::after(before, nearer, self.table.parity(spot)),
            _ => self.table.surplus(spot),
        }
    }
}

/// Most tiles of a table that is spread out.
pub const DIRECT_TILES: usize = 6;
/// Most cells of a board whose tables are spread out.
pub const DIRECT_CELLS: usize = 16;

/// A table of parities spread out so that the cells of its tiles, four bits each, are the index: three times the size,
/// and no ranking.
#[derive(Clone, Debug)]
pub struct Direct {
    spread: Arc<Spread>,
    symmetry: Symmetry,
    /// What a tile adds to the key, by slot and cell of the board.
    place: [[u64; DIRECT_CELLS]; DIRECT_TILES],
}

/// The values of [`Direct`].
#[derive(Debug)]
pub struct Spread {
    /// By the tiles' cells, for one region of the blank after the other.
    parities: Bytes,
    /// Entries for one region, as a power of two.
    plane_bits: u32,
    sets: HalfRank,
    /// By set of occupied cells: the region of each cell, in four bits.
    regions: Vec<u64>,
    /// What it was made of: whole values are read there.
    table: Table,
}

/// Bits of a key that hold the tiles' cells; the set of cells is above them.
const INDEX_BITS: u32 = 32;

/// Numbers the sets of k out of 16 cells by their halves: two reads of a table that the nearest cache holds.
#[derive(Debug)]
struct HalfRank {
    /// By half: the number of sets whose upper half is smaller, and the number of smaller lower halves with as many
    /// cells.
    halves: Box<[(u16, u16); 256]>,
    count: usize,
}

impl HalfRank {
    fn new(k: usize) -> Self {
        let mut halves = Box::new([(0, 0); 256]);
        let mut alike = [0; 9];
        for half in 0..=255u8 {
            let seen = &mut alike[half.count_ones() as usize];
            halves[usize::from(half)].1 = *seen;
            *seen += 1;
        }
        let mut count = 0;
        for half in 0..=255u8 {
            halves[usize::from(half)].0 = count as u16;
            let lower = k.checked_sub(half.count_ones() as usize).and_then(|ones| alike.get(ones));
            count += lower.map_or(0, |&lower| usize::from(lower));
        }
        Self { halves, count }
    }

    #[inline(always)]
    fn rank(&self, mask: u64) -> usize {
        let (upper, lower) = (self.halves[(mask >> 8 & 255) as usize], self.halves[(mask & 255) as usize]);
        usize::from(upper.0 + lower.1)
    }
}

impl Spread {
    /// Spreads a table of parities out, if it is small enough.
    pub fn new(table: Table) -> Option<Self> {
        let (pattern, layout) = (table.pattern(), table.layout());
        let (n, k) = (pattern.board_cells(), pattern.tiles());
        if n > DIRECT_CELLS || k > DIRECT_TILES || layout.encoding() != Encoding::Parities {
            return None;
        }
        let plane_bits = 4 * k as u32;
        let planes = (0..layout.sets.count()).map(|set| layout.range(set).len()).max()?;
        let sets = HalfRank::new(k);
        let mut regions = vec![0u64; sets.count];
        let mut indices = Vec::new();
        let parities = Bytes::filled((planes << plane_bits).div_ceil(8), |bytes| {
            for (set, mask) in layout.sets.masks().enumerate() {
                let free = (0..n).filter(|c| mask >> c & 1 == 0);
                let region = |c: usize| u64::from(layout.region(set, c)) << (4 * c);
                regions[sets.rank(mask)] = free.map(region).sum();
                let tiles = (0..n).filter(|c| mask >> c & 1 == 1);
                let places: Vec<Vec<usize>> =
                    tiles.map(|c| (0..k).map(|slot| c << (4 * slot)).collect()).collect();
                layout.perms.sums(&places, &mut indices);
                for (region, block) in layout.range(set).enumerate() {
                    let first = block * layout.stride();
                    for (rank, index) in indices.iter().enumerate() {
                        let index = region << plane_bits | index;
                        bytes[index / 8] |= table.parity(first + rank) << (index % 8);
                    }
                }
            }
        });
        Some(Self { parities, plane_bits, sets, regions, table })
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.parities.len() + 8 * self.regions.len() + self.table.bytes().len()
    }

    /// Where the parity for a key is, with the blank in a cell of the table's board.
    #[inline(always)]
    fn index(&self, key: u64, blank: usize) -> usize {
        let region = self.regions[self.sets.rank(key >> INDEX_BITS)] >> (4 * blank) & 15;
        (region as usize) << self.plane_bits | key as u32 as usize
    }
}

impl Access for Direct {
    type Table = Arc<Spread>;

    fn new(spread: Arc<Spread>, symmetry: &Symmetry) -> Self {
        let place = |slot: usize, cell: usize| {
            let cell = symmetry.cell(cell) as u64;
            cell << (4 * slot) | 1 << (INDEX_BITS as u64 + cell)
        };
        let place = std::array::from_fn(|slot| std::array::from_fn(|cell| place(slot, cell)));
        Self { spread, symmetry: *symmetry, place }
    }

    fn key(&self, cells: &[u8]) -> u64 {
        cells.iter().zip(&self.place).map(|(&cell, place)| place[usize::from(cell)]).sum()
    }

    #[inline(always)]
    fn moved(&self, key: u64, slot: usize, from: usize, to: usize) -> u64 {
        let place = &self.place[slot];
        key ^ place[from] ^ place[to]
    }

    fn surplus(&self, key: u64, blank: usize) -> u8 {
        let table = &self.spread.table;
        let cell = |slot: u8| key >> (4 * slot) & 15;
        let mut order: Vec<u8> = (0..table.pattern().tiles() as u8).collect();
        order.sort_unstable_by_key(|&slot| cell(slot));
        downhill::surplus(table, key >> INDEX_BITS, pack(&order), self.symmetry.cell(blank))
    }

    #[inline(always)]
    fn spot(&self, key: u64, blank: usize) -> usize {
        self.spread.index(key, self.symmetry.cell(blank))
    }

    #[inline(always)]
    fn prefetch(&self, spot: usize) {
        self.spread.parities.prefetch(spot / 8);
    }

    #[inline(always)]
    fn surplus_at(&self, spot: usize, before: u8, nearer: bool) -> u8 {
        downhill::after(before, nearer, self.spread.parities[spot / 8] >> (spot % 8) & 1)
    }
}
