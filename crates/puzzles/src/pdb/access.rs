//! Reading a table in a search: what a node carries for it, and how a move changes that.

use std::sync::Arc;

use super::downhill;
use super::rank::{pack, rotate};
use super::symmetry::Symmetry;
use super::table::Table;

/// A table, read from a board that is a mirror image of the table's, or the same. A key stands for a placement of the
/// pattern's tiles: the set of cells and the permutation of the tiles on them. Cells are the board's.
#[derive(Clone, Debug)]
pub struct Access {
    table: Arc<Table>,
    symmetry: Symmetry,
}

/// Bits of a key that hold the set of cells; the permutation is above them.
const MASK_BITS: u32 = 36;
const MASK: u64 = (1 << MASK_BITS) - 1;

impl Access {
    /// Reads `table` from a board that `symmetry` maps to the table's.
    pub fn new(table: Arc<Table>, symmetry: &Symmetry) -> Self {
        Self { table, symmetry: *symmetry }
    }

    /// The key of tiles that stand on these cells, slot by slot.
    pub fn key(&self, cells: &[u8]) -> u64 {
        let cells: Vec<usize> = cells.iter().map(|&c| self.symmetry.cell(c.into())).collect();
        let mut order: Vec<u8> = (0..cells.len() as u8).collect();
        order.sort_unstable_by_key(|&slot| cells[usize::from(slot)]);
        let mask = cells.iter().fold(0, |m, &c| m | 1u64 << c);
        mask | u64::from(pack(&order)) << MASK_BITS
    }

    /// The key after a tile has gone from one cell to another.
    #[inline(always)]
    pub fn moved(&self, key: u64, from: usize, to: usize) -> u64 {
        let (from, to) = (self.symmetry.cell(from), self.symmetry.cell(to));
        let before = key & MASK;
        let after = before ^ 1 << from ^ 1 << to;
        let left = (before & ((1 << from) - 1)).count_ones();
        let entered = (after & ((1 << to) - 1)).count_ones();
        let perm = (key >> MASK_BITS) as u32;
        let perm = if left == entered { perm } else { rotate(perm, left, entered) };
        after | u64::from(perm) << MASK_BITS
    }

    /// Half the surplus over the Manhattan distance, with the blank in a free cell.
    pub fn surplus(&self, key: u64, blank: usize) -> u8 {
        let (mask, perm) = (key & MASK, (key >> MASK_BITS) as u32);
        downhill::surplus(&self.table, mask, perm, self.symmetry.cell(blank))
    }

    /// Where the entry is that [`Access::surplus_at`] reads, with the blank in a free cell.
    #[inline(always)]
    pub fn spot(&self, key: u64, blank: usize) -> usize {
        self.table.layout().entry(key & MASK, (key >> MASK_BITS) as u32, self.symmetry.cell(blank))
    }

    /// Asks memory for an entry.
    #[inline(always)]
    pub fn prefetch(&self, spot: usize) {
        self.table.prefetch(spot);
    }

    /// Half the surplus after a move, which brought a tile `nearer` to its goal cell or not; it was `before` then.
    #[inline(always)]
    pub fn surplus_at(&self, spot: usize, before: u8, nearer: bool) -> u8 {
        downhill::after(before, nearer, self.table.parity(spot))
    }
}
