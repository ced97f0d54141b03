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

/// Bits of a key that hold the permutation; the set of cells is above them.
const PERM_BITS: u32 = 24;

/// For each cell the set of those before it.
static BELOW: [u64; 64] = {
    let mut below = [0; 64];
    let mut cell = 0;
    while cell < 64 {
        below[cell] = (1 << cell) - 1;
        cell += 1;
    }
    below
};

/// The set and the permutation of a key.
#[inline(always)]
fn parts(key: u64) -> (u64, u32) {
    (key >> PERM_BITS, key as u32 & ((1 << PERM_BITS) - 1))
}

impl Access {
    /// Reads `table` from a board that `symmetry` maps to the table's.
    pub fn new(table: Arc<Table>, symmetry: &Symmetry) -> Self {
        Self { table, symmetry: *symmetry }
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> usize {
        self.table.bytes().len()
    }

    /// The key of tiles that stand on these cells, slot by slot.
    pub fn key(&self, cells: &[u8]) -> u64 {
        let cells: Vec<usize> = cells.iter().map(|&c| self.symmetry.cell(c.into())).collect();
        let mut order: Vec<u8> = (0..cells.len() as u8).collect();
        order.sort_unstable_by_key(|&slot| cells[usize::from(slot)]);
        let mask = cells.iter().fold(0, |m, &c| m | 1u64 << c);
        mask << PERM_BITS | u64::from(pack(&order))
    }

    /// The key after a tile has gone from one cell to another, and where the entry is that [`Access::surplus_at`] reads then;
    /// the blank is where the tile was.
    #[inline(always)]
    pub fn moved(&self, key: u64, from: usize, to: usize) -> (u64, usize) {
        let (from, to) = (self.symmetry.cell(from), self.symmetry.cell(to));
        let (before, perm) = parts(key);
        let after = before ^ 1 << from ^ 1 << to;
        let left = (before & BELOW[from % 64]).count_ones();
        let entered = (after & BELOW[to % 64]).count_ones();
        let perm = rotate(perm, left, entered);
        (after << PERM_BITS | u64::from(perm), self.table.layout().entry(after, perm, from))
    }

    /// Half the surplus over the Manhattan distance, with the blank in a free cell.
    pub fn surplus(&self, key: u64, blank: usize) -> u8 {
        let (mask, perm) = parts(key);
        downhill::surplus(&self.table, mask, perm, self.symmetry.cell(blank))
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
