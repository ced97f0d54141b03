//! A learned estimate: Manhattan distance plus a correction for each pair of tiles, by where the two are and where
//! they belong.
//!
//! Pairs catch what Manhattan misses most: tiles in each other's way (linear conflicts are the simplest case), and
//! the detours that crowding costs on average. The corrections are trained from the program's own solutions
//! ([`Trainer`]). They are not bounds, so nothing found with them is ever claimed to be optimal.
//!
//! A correction does not depend on where the blank belongs, so one table serves every goal, and also the way back
//! from any position to any other. It is the same for all mirror images of the board, and when goal and place of
//! both tiles are exchanged (the way back is as long): only one number is kept for each class of such pairs, in a
//! file of 12 kB for 5×5 and 0.5 MB for 8×8. In memory all n⁴ stand as bytes, 0.4 MB and 17 MB, so that a move is
//! priced by two look-ups for each tile.

mod classes;
mod file;
mod shipped;
mod smooth;
mod stretch;
mod train;

use std::sync::Arc;

use slidewise_search::{Cost, Heuristic, Quality};

use super::super::metric::Metric;
use super::super::repr::Repr;
use super::super::repr::Sum;
use super::super::space::{Slide, TileSpace};
use super::Manhattan;
use super::words::InWords;
use classes::Classes;

pub use file::FileError;
pub use shipped::SHIPPED;
pub use train::{Budget, Progress, TrainError, TrainOptions, Trainer};

/// The largest number of cells for which there can be a table.
pub const MAX_CELLS: usize = 100;

/// The corrections for one size of board. Clones share the table.
#[derive(Clone, Debug)]
pub struct Learned {
    rows: usize,
    cols: usize,
    /// What a correction of one move counts in the table.
    unit: i32,
    /// By goal and place of one tile, then place and goal of the other.
    table: Arc<[i8]>,
}

/// Manhattan distance, and the sum of the corrections in the table's units.
#[derive(Clone, Copy, Debug)]
pub struct Partial {
    distance: u32,
    correction: i32,
}

impl InWords for Partial {
    const WORDS: usize = 2;

    #[inline]
    fn read(words: &[u32]) -> Self {
        Self { distance: words[0], correction: words[1] as i32 }
    }

    #[inline]
    fn write(self, words: &mut [u32]) {
        (words[0], words[1]) = (self.distance, self.correction as u32);
    }
}

/// So many numbers, written by `fill`, which finds zeros. They are never in memory twice, as they would be if a vector
/// became shared.
fn filled(len: usize, fill: impl FnOnce(&mut [i8])) -> Arc<[i8]> {
    let mut table: Arc<[i8]> = std::iter::repeat_n(0, len).collect();
    fill(Arc::get_mut(&mut table).expect("nobody else has it yet"));
    table
}

/// Ranks are shifted by this much, so that they stay positive.
const RANK_ZERO: i32 = 1 << 20;

impl Learned {
    /// Spreads one weight per class over the whole table. If there are not as many weights as classes, the number of
    /// classes.
    fn from_weights(rows: usize, cols: usize, unit: i32, weights: &[i8]) -> Result<Self, usize> {
        let mut classes = 0;
        let table = filled((rows * cols).pow(4), |table| {
            Classes::new(rows, cols).for_each(|members| {
                let weight = weights.get(classes).copied().unwrap_or(0);
                members.iter().for_each(|&index| table[index as usize] = weight);
                classes += 1;
            });
        });
        if classes == weights.len() { Ok(Self { rows, cols, unit, table }) } else { Err(classes) }
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        self.table.len() as u64
    }

    /// The weights of the classes, in their order.
    fn weights(&self) -> Vec<i8> {
        let mut weights = Vec::new();
        Classes::new(self.rows, self.cols).for_each(|members| weights.push(self.table[members[0] as usize]));
        weights
    }

    /// Rows and columns of the boards that the table is for.
    pub fn size(&self) -> (usize, usize) {
        (self.rows, self.cols)
    }

    fn cells(&self) -> usize {
        self.rows * self.cols
    }

    /// The corrections of a tile at a place, by place and goal of the other tile.
    #[inline]
    fn row(&self, label: usize, cell: usize) -> &[i8] {
        let square = self.cells() * self.cells();
        let first = (label * self.cells() + cell) * square;
        &self.table[first..first + square]
    }

    /// What a move counts in ranks.
    pub(super) fn unit(&self) -> u32 {
        self.unit as u32
    }

    /// Moves, rounded, and never below Manhattan: corrections can be negative in places seldom seen.
    pub(super) fn estimate_of(&self, v: Partial) -> Cost {
        let correction = (v.correction + self.unit / 2).max(0) / self.unit;
        Cost::from(v.distance + correction as u32)
    }
}

impl<R: Repr, M: Metric> Heuristic<TileSpace<R, M>> for Learned {
    type Partial = Partial;

    /// Twice the sum over pairs is taken and halved, so that each tile can be looked at in turn.
    fn init(&self, p: &TileSpace<R, M>, s: &R::State) -> Partial {
        let blank = p.shape().blank_home();
        let mut twice = 0;
        for cell in 0..self.cells() {
            let label = p.label(s, cell);
            if label == blank {
                continue;
            }
            let row = self.row(label, cell);
            for other in 0..self.cells() {
                let there = p.label(s, other);
                if there != blank {
                    twice += i32::from(row[other * self.cells() + there]);
                }
            }
        }
        Partial { distance: Manhattan.init(p, s).get(), correction: twice / 2 }
    }

    #[inline]
    fn update(&self, p: &TileSpace<R, M>, old: Partial, m: Slide, after: &R::State) -> Partial {
        if p.metric().is_multi() {
            return self.init(p, after);
        }
        let (now, was) = (usize::from(m.from), usize::from(m.to));
        let cells = self.cells();
        let label = p.label(after, now);
        let (gained, lost) = (self.row(label, now), self.row(label, was));
        let mut change = 0;
        for (cell, (gained, lost)) in gained.chunks_exact(cells).zip(lost.chunks_exact(cells)).enumerate() {
            let label = p.label(after, cell);
            change += i32::from(gained[label]) - i32::from(lost[label]);
        }
        // The blank lies where the tile was, and does not count.
        let blank = was * cells + p.shape().blank_home();
        change -= i32::from(gained[blank]) - i32::from(lost[blank]);
        let shape = p.shape();
        let distance = old.distance + shape.distance(now, label) - shape.distance(was, label);
        Partial { distance, correction: old.correction + change }
    }

    #[inline]
    fn value(&self, v: Partial) -> Cost {
        self.estimate_of(v)
    }

    fn quality(&self, _: &TileSpace<R, M>) -> Quality {
        Quality::NONE
    }

    #[inline]
    fn rank(&self, v: Partial) -> u32 {
        (RANK_ZERO + v.distance as i32 * self.unit + v.correction) as u32
    }
}
