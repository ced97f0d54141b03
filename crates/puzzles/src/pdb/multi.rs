//! Pattern databases in the multi-tile metric: distances of some of the tiles and the blank, all others alike.
//!
//! A push moves the blank along a line, its row or its column, and two pushes along one line are one. So pushes of a
//! shortest solution go along columns and rows in turn. What a push along a line leaves as it is, the other lines and
//! the tiles of its own in their order, is a *junction*: the board without the blank, whose place in the line is open.
//! A position is where two junctions meet, that of its column and that of its row, and a solution is a path from
//! junction to junction. Tables have the distance of each junction: pushes to the goal if the first goes along its
//! line. There are fewer junctions than positions, and they tell more: behind a push along a column the next one goes
//! along the row, and its junction says what that costs at least.
//!
//! With a pattern, tiles that do not belong to it are alike. Every push counts 1, so values of several patterns must
//! not be added: the largest is taken. It is admissible and consistent: the pushes of a solution are pushes of the
//! pattern too.
//!
//! Distances of junctions that meet differ by 1 at most, so their last two bits tell them apart, and no more is kept.

mod build;
mod proof;
mod walk;

use std::sync::Arc;

use super::memory::Bytes;
use super::pattern::Pattern;
use super::rank::{PermRank, SetRank, pack, rotate_above};
use super::symmetry::Symmetry;

pub use build::build as build_multi;
pub(crate) use walk::Placement;
pub(super) use walk::passes;

/// A line along which tiles are pushed: columns first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    /// A column.
    Column,
    /// A row.
    Row,
}

impl Axis {
    /// Both.
    pub(super) const BOTH: [Self; 2] = [Self::Column, Self::Row];

    /// The other one.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Column => Self::Row,
            Self::Row => Self::Column,
        }
    }
}

/// Numbers of the junctions of a board for so many tiles: by line, by set of places in it and the others, and by
/// permutation. Places are counted line by line, without the blank.
#[derive(Clone, Debug)]
pub(super) struct Junctions {
    rows: usize,
    cols: usize,
    sets: SetRank,
    perms: PermRank,
    /// The first entry of the rows.
    first_row: usize,
}

/// Where the permutation begins in a key; the set of cells is below.
const PERM: u32 = 40;

impl Junctions {
    fn new(pattern: &Pattern) -> Self {
        let (rows, cols, tiles) = (pattern.rows(), pattern.cols(), pattern.tiles());
        let (sets, perms) = (SetRank::new(rows * cols - 1, tiles), PermRank::new(tiles));
        let first_row = (cols * sets.count() * perms.count()).next_multiple_of(PER_BYTE);
        Self { rows, cols, sets, perms, first_row }
    }

    /// Lines of an axis, and cells of each.
    fn lines(&self, axis: Axis) -> (usize, usize) {
        match axis {
            Axis::Column => (self.cols, self.rows),
            Axis::Row => (self.rows, self.cols),
        }
    }

    /// The number of a cell, line by line.
    fn position(&self, axis: Axis, cell: usize) -> usize {
        match axis {
            Axis::Column => cell % self.cols * self.rows + cell / self.cols,
            Axis::Row => cell,
        }
    }

    /// Junctions of an axis with the same line and set of places: those of all permutations.
    fn blocks(&self, axis: Axis) -> usize {
        self.lines(axis).0 * self.sets.count()
    }

    /// Junctions of an axis.
    fn count(&self, axis: Axis) -> usize {
        self.blocks(axis) * self.perms.count()
    }

    /// The first entry of an axis, at the beginning of a byte.
    fn first(&self, axis: Axis) -> usize {
        match axis {
            Axis::Column => 0,
            Axis::Row => self.first_row,
        }
    }

    /// Bytes of a table.
    fn bytes(&self) -> usize {
        (self.first(Axis::Row) + self.count(Axis::Row)).div_ceil(PER_BYTE)
    }

    /// The entry of a key, with the blank at a position of the axis.
    #[inline(always)]
    fn entry(&self, axis: Axis, key: u64, blank: usize) -> usize {
        let (_, length) = self.lines(axis);
        let cells = key & ((1 << PERM) - 1);
        let below = cells & ((1 << blank) - 1);
        let places = below | cells >> (blank + 1) << blank;
        let block = blank / length * self.sets.count() + self.sets.rank(places);
        self.first(axis) + block * self.perms.count() + self.perms.rank((key >> PERM) as u32)
    }
}

/// Entries of a byte.
const PER_BYTE: usize = 4;

/// The key behind a tile's way from one position of an axis to another, which is free.
#[inline(always)]
fn carried(key: u64, from: usize, to: usize) -> u64 {
    let passed = |key: u64, at: usize| (key & ((1 << at) - 1)).count_ones();
    let after = key ^ 1 << from ^ 1 << to;
    rotate_above(after, PERM, passed(key, from), passed(after, to))
}

/// The key of tiles at these positions, slot by slot.
fn key(positions: &[usize]) -> u64 {
    let mut order: Vec<u8> = (0..positions.len() as u8).collect();
    order.sort_unstable_by_key(|&slot| positions[usize::from(slot)]);
    positions.iter().fold(u64::from(pack(&order)) << PERM, |key, &at| key | 1 << at)
}

/// Tiles that a pattern may have on a board: of the others there are two at least, so that every placement of the
/// pattern's tiles can be reached.
pub fn most_tiles(rows: usize, cols: usize) -> usize {
    (rows * cols).saturating_sub(3).min(super::pattern::MAX_TILES)
}

/// The distances of a pattern's junctions, two bits each.
#[derive(Debug)]
pub struct MultiTable {
    pattern: Pattern,
    junctions: Arc<Junctions>,
    data: Bytes,
}

impl MultiTable {
    fn new(pattern: Pattern, junctions: Arc<Junctions>, data: Bytes) -> Self {
        assert_eq!(data.len(), junctions.bytes(), "the data does not fit the pattern");
        Self { pattern, junctions, data }
    }

    /// From bytes that were read; `None` if there cannot be such a table, or not of this length.
    pub(super) fn from_bytes(pattern: Pattern, data: Bytes) -> Option<Self> {
        let fits = pattern.tiles() <= most_tiles(pattern.rows(), pattern.cols());
        (fits && Self::length(&pattern) == data.len() as u64).then(|| {
            let junctions = Arc::new(Junctions::new(&pattern));
            Self::new(pattern, junctions, data)
        })
    }

    /// Bytes of the table of a pattern.
    pub(super) fn length(pattern: &Pattern) -> u64 {
        let (n, tiles) = (pattern.board_cells() as u64, pattern.tiles() as u64);
        let placements: u64 = (n - tiles..n).product();
        let [columns, rows] = [pattern.cols(), pattern.rows()].map(|lines| lines as u64 * placements);
        (columns.next_multiple_of(PER_BYTE as u64) + rows).div_ceil(PER_BYTE as u64)
    }

    /// The tiles and the goal of the blank.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The entries, four a byte, the first in the lowest bits.
    pub fn bytes(&self) -> &[u8] {
        &self.data
    }

    /// The last two bits of a distance.
    #[inline(always)]
    pub(crate) fn ends(&self, entry: usize) -> u8 {
        self.data[entry / PER_BYTE] >> (entry % PER_BYTE * 2) & 3
    }

    /// Asks memory for an entry.
    #[inline(always)]
    pub(crate) fn prefetch(&self, entry: usize) {
        self.data.prefetch(entry / PER_BYTE);
    }
}

/// The distance that ends in these bits and differs from another by 1 at most.
#[inline(always)]
pub(crate) fn beside(distance: u8, ends: u8) -> u8 {
    // One more, as much, or one less.
    let more = ends.wrapping_sub(distance).wrapping_add(1) & 3;
    distance.wrapping_add(more).wrapping_sub(1)
}

/// Tiles of a board from the nearest to the farthest, row by row, as their places are to that of the blank.
fn by_distance(rows: usize, cols: usize, blank_home: usize) -> Vec<usize> {
    let mut cells: Vec<usize> = (0..rows.saturating_mul(cols)).filter(|&cell| cell != blank_home).collect();
    let apart = |cell: usize, of: fn(usize, usize) -> usize| of(cell, cols).abs_diff(of(blank_home, cols));
    cells.sort_by_key(|&cell| (apart(cell, |c, n| c / n), apart(cell, |c, n| c % n), cell));
    cells
}

/// The pattern of so many tiles whose places are nearest to that of the blank.
pub fn nearest(rows: usize, cols: usize, blank_home: usize, tiles: usize) -> Option<Pattern> {
    let mut cells = by_distance(rows, cols, blank_home);
    cells.truncate(tiles.min(most_tiles(rows, cols)));
    Pattern::new(rows, cols, blank_home, cells).ok()
}

/// The pattern of so many tiles whose places are farthest from that of the blank.
pub fn farthest(rows: usize, cols: usize, blank_home: usize, tiles: usize) -> Option<Pattern> {
    let cells = by_distance(rows, cols, blank_home);
    let first = cells.len().saturating_sub(tiles.min(most_tiles(rows, cols)));
    Pattern::new(rows, cols, blank_home, cells[first..].iter().copied()).ok()
}

/// The patterns whose tables serve boards of a size with so many tiles each: the first of all images of the [`nearest`]
/// and of the [`farthest`]. What one does not see the other does. None for a single line, on which not every placement
/// can be reached.
pub fn serving(rows: usize, cols: usize, blank_home: usize, tiles: usize) -> Vec<Pattern> {
    if rows.min(cols) < 2 {
        return Vec::new();
    }
    let both = [nearest, farthest].into_iter().filter_map(|of| of(rows, cols, blank_home, tiles));
    let mut serving: Vec<Pattern> = both.filter_map(|pattern| first_image(&pattern)).collect();
    serving.dedup();
    serving
}

/// Of a pattern and its mirror images the one whose table is built for all of them.
fn first_image(pattern: &Pattern) -> Option<Pattern> {
    let images = Symmetry::all(pattern.rows(), pattern.cols()).map(|symmetry| pattern.image(&symmetry));
    images.into_iter().min_by_key(|p| (p.rows(), p.blank_home(), p.cells().to_vec()))
}
