//! Reading a table in a search: what a node carries for it, and how a move changes that.

use std::sync::Arc;

use super::downhill;
use super::rank::{pack, rotate};
use super::symmetry::Symmetry;
use super::table::Table;

/// A table, read from a board that is a mirror image of the table's, or the same. A key stands for a placement of the
/// pattern's tiles, the set of cells and the permutation of the tiles on them, and tells what is needed of its distance to
/// work out that after a move. Cells are the board's.
#[derive(Clone, Debug)]
pub struct Access {
    table: Arc<Table>,
    symmetry: Symmetry,
}

/// Bits of a key that hold the permutation; the set of cells is above them.
const PERM_BITS: u32 = 24;
/// The highest bits of a key are the last two of the distance.
const ENDS_SHIFT: u32 = 62;

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
    ((key & ((1 << ENDS_SHIFT) - 1)) >> PERM_BITS, key as u32 & ((1 << PERM_BITS) - 1))
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

    /// The key of tiles that stand on these cells, slot by slot, with the blank in a free cell; and their distance.
    pub fn key(&self, cells: &[u8], blank: usize) -> (u64, u8) {
        let cells: Vec<usize> = cells.iter().map(|&c| self.symmetry.cell(c.into())).collect();
        let mut order: Vec<u8> = (0..cells.len() as u8).collect();
        order.sort_unstable_by_key(|&slot| cells[usize::from(slot)]);
        let mask = cells.iter().fold(0, |m, &c| m | 1u64 << c);
        let perm = pack(&order);
        let distance = downhill::distance(&self.table, mask, perm, self.symmetry.cell(blank));
        (u64::from(distance) << ENDS_SHIFT | mask << PERM_BITS | u64::from(perm), distance)
    }

    /// A tile goes from one cell to another, where the blank was: the key after that, but for what only the entry can tell, and
    /// where the entry is.
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

    /// Asks memory for an entry.
    #[inline(always)]
    pub fn prefetch(&self, spot: usize) {
        self.table.prefetch(spot);
    }

    /// Completes a key that [`Access::moved`] made of the key `before`, and says whether the distance has grown by 1; otherwise
    /// it has become less by 1.
    #[inline(always)]
    pub fn read(&self, before: u64, moved: u64, spot: usize) -> (u64, bool) {
        let before = before >> ENDS_SHIFT;
        let after = downhill::after(before, self.table.bit(spot));
        (moved | after << ENDS_SHIFT, downhill::grew(before, after))
    }
}
