//! Reading a table in a search: what a node carries for it, and how a move changes that.

use std::sync::Arc;

use super::layout::Blank;
use super::memory::Bytes;
use super::rank::{for_each_permutation, pack, rotate};
use super::table::Table;

/// A way to read one table. A key stands for a placement of the pattern's tiles.
pub trait Access: Send + Sync {
    /// The key of tiles that stand on these cells, slot by slot.
    fn key(&self, cells: &[u8]) -> u64;
    /// The key after the tile of `slot` has gone from one cell to another.
    fn moved(&self, key: u64, slot: u32, from: u32, to: u32) -> u64;
    /// Half the surplus over the Manhattan distance, with the blank in a free cell.
    fn surplus(&self, key: u64, blank: usize) -> u8;
}

/// Reads the table as it is: a key is the set of cells and the permutation of the tiles on them, which are ranked for
/// each look.
#[derive(Clone, Debug)]
pub struct Ranked(pub Arc<Table>);

/// Bits of a key that hold the set of cells; the permutation is above them.
const MASK_BITS: u32 = 36;
const MASK: u64 = (1 << MASK_BITS) - 1;

impl Access for Ranked {
    fn key(&self, cells: &[u8]) -> u64 {
        let mut order: Vec<u8> = (0..cells.len() as u8).collect();
        order.sort_unstable_by_key(|&slot| cells[usize::from(slot)]);
        let mask = cells.iter().fold(0, |m, &c| m | 1u64 << c);
        mask | u64::from(pack(&order)) << MASK_BITS
    }

    #[inline]
    fn moved(&self, key: u64, _: u32, from: u32, to: u32) -> u64 {
        let before = key & MASK;
        let after = before ^ 1 << from ^ 1 << to;
        let left = (before & ((1 << from) - 1)).count_ones();
        let entered = (after & ((1 << to) - 1)).count_ones();
        let perm = (key >> MASK_BITS) as u32;
        let perm = if left == entered { perm } else { rotate(perm, left, entered) };
        after | u64::from(perm) << MASK_BITS
    }

    #[inline]
    fn surplus(&self, key: u64, blank: usize) -> u8 {
        self.0.surplus(self.0.layout().entry(key & MASK, (key >> MASK_BITS) as u32, blank))
    }
}

/// Most tiles of a table that is spread out.
pub const DIRECT_TILES: usize = 6;
/// Most cells of a board whose tables are spread out.
pub const DIRECT_CELLS: usize = 16;

/// A table spread out so that the cells of its tiles, four bits each, are the index: three times the size, and no
/// ranking. Of tables that tell the main region of the blank from the others, so that there are two values.
#[derive(Clone, Debug)]
pub struct Direct(Arc<Spread>);

#[derive(Debug)]
struct Spread {
    /// Two values a byte, by the tiles' cells: first for the main region, then for the others.
    values: Bytes,
    /// Where the values for the other regions begin.
    others: usize,
    /// By set of occupied cells: the free cells outside the main region.
    aside: Vec<u16>,
}

/// Bits of a key that hold the tiles' cells; the set of cells is above them.
const INDEX_BITS: u32 = 32;

impl Direct {
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
        Some(Self(Arc::new(Spread { values, others, aside })))
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.0.values.len() + 2 * self.0.aside.len()
    }
}

impl Access for Direct {
    fn key(&self, cells: &[u8]) -> u64 {
        let index = cells.iter().rev().fold(0, |index, &c| index << 4 | u64::from(c));
        index | cells.iter().fold(0, |m, &c| m | 1u64 << c) << INDEX_BITS
    }

    #[inline]
    fn moved(&self, key: u64, slot: u32, from: u32, to: u32) -> u64 {
        key ^ u64::from((from ^ to) << (4 * slot)) ^ (1 << from | 1 << to) << INDEX_BITS
    }

    #[inline]
    fn surplus(&self, key: u64, blank: usize) -> u8 {
        let spread = &*self.0;
        let is_aside = spread.aside[(key >> INDEX_BITS) as usize] >> blank & 1 != 0;
        let index = key as u32 as usize + if is_aside { spread.others } else { 0 };
        spread.values[index / 2] >> (index % 2 * 4) & 15
    }
}
