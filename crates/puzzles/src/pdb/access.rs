//! Reading a table in a search: what a node carries for it, and how a move changes that.

use std::sync::Arc;

use super::downhill;
use super::rank::{pack, rotate_above};
use super::symmetry::Symmetry;
use super::table::Table;

/// A table, read from a board that is a mirror image of the table's, or the same. A key stands for a
/// placement of the pattern's tiles, the set of cells and the permutation of the tiles on them, and tells
/// what is needed of its distance to work out that after a move. Cells are the board's.
///
/// The size is a power of two: a search finds one of several without multiplying.
#[derive(Clone, Debug)]
#[repr(align(128))]
pub struct Access {
    table: Arc<Table>,
    /// The table's number of each cell; longer than any board, to a power of two.
    numbers: [u8; 64],
}

/// The lowest bits of a key are the set of cells, so that tiles before a cell are counted without further
/// ado. Above are the last bit of the distance and the one before it, and in the highest bits the
/// permutation.
const LAST_BIT: u32 = 38;
const BIT_BEFORE: u32 = 39;
const PERM: u32 = 40;

impl Access {
    /// Reads `table` from a board that `symmetry` maps to the table's.
    pub fn new(table: Arc<Table>, symmetry: &Symmetry) -> Self {
        // Of a symmetry of other boards, anything might come.
        let numbers = std::array::from_fn(|cell| (table.pattern().snake(symmetry.cell(cell)) % 64) as u8);
        Self { table, numbers }
    }

    /// The table's number of a cell.
    #[inline(always)]
    pub(crate) fn number(&self, cell: usize) -> usize {
        let number = self.numbers[cell % 64].into();
        // SAFETY: `new` writes no others, and nothing changes them afterwards.
        unsafe { std::hint::assert_unchecked(number < 64) };
        number
    }

    /// Bytes of the table.
    pub(crate) fn bytes(&self) -> usize {
        self.table.bytes().len()
    }

    /// The key of tiles that stand on these cells, slot by slot, with the blank in a free cell; and their distance.
    pub fn key(&self, cells: &[u8], blank: usize) -> (u64, u8) {
        let cells: Vec<usize> = cells.iter().map(|&c| self.number(c.into())).collect();
        let mut order: Vec<u8> = (0..cells.len() as u8).collect();
        order.sort_unstable_by_key(|&slot| cells[usize::from(slot)]);
        let mask = cells.iter().fold(0, |m, &c| m | 1u64 << c);
        let perm = pack(&order);
        let distance = downhill::distance(&self.table, mask, perm, self.number(blank));
        (u64::from(perm) << PERM | u64::from(distance & 3) << LAST_BIT | mask, distance)
    }

    /// A tile goes from one cell to another, where the blank was: the key after that, but for what only the
    /// entry can tell, and where the entry is.
    #[inline(always)]
    pub(crate) fn moved(&self, key: u64, from: usize, to: usize) -> (u64, usize) {
        let (from, to) = (self.number(from), self.number(to));
        let passed = |key: u64, cell: usize| (key & ((1 << cell) - 1)).count_ones();
        // A move changes the last bit of the distance.
        let after = key ^ 1 << from ^ 1 << to ^ 1 << LAST_BIT;
        let after = rotate_above(after, PERM, passed(key, from), passed(after, to));
        (after, self.table.layout().entry(after, (after >> PERM) as u32, from))
    }

    /// Asks memory for an entry.
    #[inline(always)]
    pub(crate) fn prefetch(&self, spot: usize) {
        self.table.prefetch(spot);
    }

    /// Completes a key that [`Access::moved`] made, and says by how much the distance has grown: 1 or -1.
    #[inline(always)]
    pub(crate) fn read(&self, moved: u64, spot: usize) -> (u64, i16) {
        let changed = (moved >> BIT_BEFORE ^ u64::from(self.table.bit(spot))) & 1;
        // From 1 to 2 and from 3 to 4 both bits change, from 0 to 1 and from 2 to 3 only the last.
        let grew = (changed ^ moved >> LAST_BIT) & 1;
        (moved ^ changed << BIT_BEFORE, grew as i16 * 2 - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::build::{BuildOptions, build};
    use super::super::pattern::Pattern;
    use super::*;

    /// All placements of `tiles` tiles and a blank on `cells` cells.
    fn placements(cells: u8, tiles: usize) -> Vec<Vec<u8>> {
        let mut all = vec![Vec::new()];
        for _ in 0..=tiles {
            let longer = |p: Vec<u8>| {
                (0..cells).filter(|c| !p.contains(c)).map(|c| [&p[..], &[c]].concat()).collect::<Vec<_>>()
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all
    }

    #[test]
    fn a_key_that_is_carried_along_is_the_key_of_the_placement() {
        let pattern = Pattern::new(3, 3, 0, [1, 2, 4, 5]).unwrap();
        let table = Arc::new(build(&pattern, &mut BuildOptions::quiet(1)).unwrap());
        for symmetry in Symmetry::all(3, 3) {
            let access = Access::new(Arc::clone(&table), &symmetry);
            for mut placement in placements(9, 4) {
                let blank = placement.pop().unwrap();
                let (key, distance) = access.key(&placement, blank.into());
                for slot in 0..placement.len() {
                    let from = placement[slot];
                    let (row, col) = ((from / 3).abs_diff(blank / 3), (from % 3).abs_diff(blank % 3));
                    if row + col != 1 {
                        continue;
                    }
                    let (moved, spot) = access.moved(key, from.into(), blank.into());
                    let (moved, grown) = access.read(moved, spot);
                    let mut after = placement.clone();
                    after[slot] = blank;
                    let (anew, far) = access.key(&after, from.into());
                    assert_eq!(
                        (moved, i16::from(distance) + grown),
                        (anew, far.into()),
                        "{placement:?} {slot}"
                    );
                }
            }
        }
    }
}
