//! What a beam follows to bring all tiles near their goals, without finishing any.
//!
//! A position is as good as its tiles are near, the distances taken to the power of 1.7 so that far ones go first.
//! That alone would lead the blank into a corner: tiles at the rim want to go to the middle, each step of theirs
//! is one of the blank to the rim, and from there every step out is a loss. So each visit makes a cell and its
//! neighbours a little less attractive, for good: the blank is driven on to wherever it has been too seldom. (In the
//! simulation of molecules this is known as metadynamics: Laio and Parrinello, PNAS 99, 2002.) How often is
//! often enough is known beforehand: as many tiles have to pass a cell as have it on their way.

use super::super::construct::Grid;
use super::super::shape::Shape;
use super::super::space::Slide;
use super::rolling::Guide;

/// Ranks are in hundredths of a step of a tile next to its goal.
const UNIT: f64 = 100.0;
/// How distances count.
const POWER: f64 = 1.7;
/// What a visit to a cell of mean traffic makes it lose, in mean gains of a step.
const REPULSION: f64 = 0.2;
/// Cells of little traffic lose at most so many times as much.
const RAREST: f32 = 10.0;

/// The guide for boards of one shape, with its memory of where the blank has been.
pub(super) struct Carry {
    shape: Shape,
    /// What a tile counts at each distance.
    distances: Vec<i64>,
    /// What the blank's being at a cell counts.
    visits: Vec<i64>,
    /// What a visit adds to that.
    repulsion: Vec<i64>,
}

impl Carry {
    pub(super) fn new(shape: &Shape) -> Self {
        let farthest = shape.rows() + shape.cols();
        Self {
            shape: shape.clone(),
            distances: (0..farthest).map(|d| (UNIT * (d as f64).powf(POWER)) as i64).collect(),
            visits: vec![0; shape.cells()],
            repulsion: vec![0; shape.cells()],
        }
    }

    /// Looks at the whole board anew: how many tiles have to pass each cell, and what a step gains at present.
    /// Returns the Manhattan distance.
    pub(super) fn survey(&mut self, grid: &Grid) -> u32 {
        let mut traffic = vec![0.0; self.shape.cells()];
        let (mut distance, mut gains, mut away) = (0, 0, 0);
        for cell in 0..self.shape.cells() {
            let label = grid.label(cell);
            let steps = self.shape.distance(cell, label);
            if label == self.shape.blank_home() || steps == 0 {
                continue;
            }
            distance += steps;
            gains += self.distances[steps as usize] - self.distances[steps as usize - 1];
            away += 1;
            self.pass(&mut traffic, cell, label);
        }
        let mean = traffic.iter().sum::<f32>() / traffic.len() as f32;
        let visit = REPULSION * gains as f64 / f64::from(away.max(1));
        for (repulsion, &traffic) in self.repulsion.iter_mut().zip(&traffic) {
            let rarity = if mean > 0.0 { (mean / traffic.max(f32::MIN_POSITIVE)).min(RAREST) } else { 1.0 };
            *repulsion = (visit * f64::from(rarity)) as i64;
        }
        distance
    }

    /// Adds a tile's way home to the traffic, half by each of the two ways with one turn.
    fn pass(&self, traffic: &mut [f32], cell: usize, label: usize) {
        let shape = &self.shape;
        let (row, col, home_row, home_col) =
            (shape.row(cell), shape.col(cell), shape.row(label), shape.col(label));
        for r in row.min(home_row)..=row.max(home_row) {
            traffic[r * shape.cols() + col] += 0.5;
            traffic[r * shape.cols() + home_col] += 0.5;
        }
        for c in col.min(home_col)..=col.max(home_col) {
            traffic[row * shape.cols() + c] += 0.5;
            traffic[home_row * shape.cols() + c] += 0.5;
        }
    }
}

impl Guide for Carry {
    /// What all tiles count together, from where the beam began.
    type Partial = i64;

    fn begin(&self, _: &Grid) -> i64 {
        0
    }

    #[inline]
    fn after(&self, grid: &Grid, before: i64, step: Slide) -> i64 {
        let (now, was) = (usize::from(step.from), usize::from(step.to));
        let label = grid.label(now);
        let counts = |cell| self.distances[self.shape.distance(cell, label) as usize];
        before + counts(now) - counts(was)
    }

    #[inline]
    fn rank(&self, partial: i64, blank: usize) -> i64 {
        partial + self.visits[blank]
    }

    /// The cell loses most, those beside it two thirds, those across its corners one third of that.
    fn visited(&mut self, cell: usize) {
        let (row, col) = (self.shape.row(cell), self.shape.col(cell));
        let third = self.repulsion[cell] / 3;
        for r in row.saturating_sub(1)..=(row + 1).min(self.shape.rows() - 1) {
            for c in col.saturating_sub(1)..=(col + 1).min(self.shape.cols() - 1) {
                let apart = r.abs_diff(row) + c.abs_diff(col);
                self.visits[r * self.shape.cols() + c] += third * (3 - apart as i64);
            }
        }
    }

    fn is_end(&self, _: i64) -> bool {
        false
    }
}
