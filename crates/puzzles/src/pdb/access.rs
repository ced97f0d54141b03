//! Reading a table in a search: what a node carries for it, and how a move changes that.

use std::sync::Arc;

use super::downhill;
use super::layout::Blank;
use super::memory::Bytes;
use super::rank::{for_each_permutation, pack, rotate};
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
    /// The same after a move, which brought a tile `nearer` to its goal cell or not; it was `before` then.
    #[inline(always)]
    fn surplus_after(&self, key: u64, blank: usize, _before: u8, _nearer: bool) -> u8 {
        self.surplus(key, blank)
    }
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
        match self.table.layout().blank() {
            Blank::Parity => downhill::surplus(&self.table, mask, perm, blank),
            _ => self.table.surplus(self.table.layout().entry(mask, perm, blank)),
        }
    }

    #[inline(always)]
    fn surplus_after(&self, key: u64, blank: usize, before: u8, nearer: bool) -> u8 {
        let blank = self.symmetry.cell(blank);
        let entry = self.table.layout().entry(key & MASK, (key >> MASK_BITS) as u32, blank);
        match self.table.layout().blank() {
            Blank::Parity => downhill::after(before, nearer, self.table.parity(entry)),
            _ => self.table.surplus(entry),
        }
    }
}

/// Most tiles of a table that is spread out.
pub const DIRECT_TILES: usize = 6;
/// Most cells of a board whose tables are spread out.
pub const DIRECT_CELLS: usize = 16;

/// A table spread out so that the cells of its tiles, four bits each, are the index: three times the size, and no
/// ranking. Of tables that tell the main region of the blank from the others, so that there are two values.
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
    /// Two values a byte, by the tiles' cells: first for the main region, then for the others.
    values: Bytes,
    /// Where the values for the other regions begin.
    others: usize,
    /// By set of occupied cells: the free cells outside the main region.
    aside: Vec<u16>,
}

/// Bits of a key that hold the tiles' cells; the set of cells is above them.
const INDEX_BITS: u32 = 32;

impl Spread {
    /// Spreads a table out, if it is small enough and tells the main region of the blank from the others.
    pub fn new(table: &Table) -> Option<Self> {
        let (pattern, layout) = (table.pattern(), table.layout());
        let (n, k) = (pattern.board_cells(), pattern.tiles());
        if n > DIRECT_CELLS || k > DIRECT_TILES || layout.blank() != Blank::Main {
            return None;
        }
        // For each permutation, where the tile in each place puts its cell.
        let mut slots: Vec<u8> = Vec::new();
        for_each_permutation(k, |_, perm| slots.extend(perm.iter().map(|slot| 4 * slot)));
        let others = 1 << (4 * k);
        let mut aside = vec![0u16; 1 << n];
        let values = Bytes::filled(others, |values| {
            let mut put = |index: usize, value: u8| values[index / 2] |= value << (index % 2 * 4);
            for (set, mask) in layout.sets.masks().enumerate() {
                let blocks = layout.range(set);
                let off_main = |c: &usize| mask >> c & 1 == 0 && layout.region(set, *c) != 0;
                aside[mask as usize] = (0..n).filter(off_main).fold(0, |m, c| m | 1 << c);
                let cells: Vec<usize> = (0..n).filter(|c| mask >> c & 1 == 1).collect();
                for (rank, slots) in slots.chunks_exact(k).enumerate() {
                    let index: usize = cells.iter().zip(slots).map(|(cell, slot)| cell << slot).sum();
                    for (plane, block) in blocks.clone().enumerate() {
                        put(plane * others + index, table.surplus(block * layout.stride() + rank));
                    }
                }
            }
        });
        Some(Self { values, others, aside })
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.values.len() + 2 * self.aside.len()
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

    #[inline(always)]
    fn surplus(&self, key: u64, blank: usize) -> u8 {
        let spread = &*self.spread;
        let is_aside = spread.aside[(key >> INDEX_BITS) as usize] >> self.symmetry.cell(blank) & 1 != 0;
        let index = key as u32 as usize + if is_aside { spread.others } else { 0 };
        spread.values[index / 2] >> (index % 2 * 4) & 15
    }
}
