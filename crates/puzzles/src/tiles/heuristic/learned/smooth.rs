//! A steadier table: what a pair learned, and what pairs that look like it learned.
//!
//! A table has more numbers than training can make certain, so a good part of each is chance. Pairs that are
//! one and the same on a board with one line less each way (`stretch`) cost much the same, and their mean has
//! less of it.

use super::classes::cells_of;
use super::stretch::{Axis, PART_BITS};
use super::{Classes, Learned};

/// Boards with no more lines stay as they are: with less, too little of what matters is left (figures: data/learned).
const FEWEST: usize = 5;

impl Learned {
    /// The table with `part` of each correction, from 0 to 1, replaced by the mean of the corrections of
    /// pairs alike. The detour that comes with each step is not smoothed away.
    pub fn smoothed(&self, part: f64) -> Self {
        let alike = Alike::new(self);
        let classes = Classes::new(self.rows, self.cols);
        let mut sums = vec![(0_i64, 0_i64); alike.groups];
        classes.for_each(|members| {
            let own = i64::from(self.table[members[0] as usize]) << PART_BITS;
            for (group, detour) in members.iter().map(|&pair| alike.group(pair)) {
                sums[group].0 += own - detour;
                sums[group].1 += 1;
            }
        });
        let means: Vec<f64> = sums.iter().map(|&(sum, count)| sum as f64 / count.max(1) as f64).collect();
        let mut weights = Vec::new();
        classes.for_each(|members| {
            let own = f64::from(self.table[members[0] as usize]);
            let groups = members.iter().map(|&pair| alike.group(pair));
            let sum: f64 = groups.map(|(group, detour)| means[group] + detour as f64).sum();
            let common = sum / members.len() as f64 / f64::from(1 << PART_BITS);
            weights.push((own + part * (common - own)).round().clamp(-127.0, 127.0) as i8);
        });
        Self::from_weights(self.rows, self.cols, self.unit, &weights).expect("a weight for each class")
    }
}

/// Which pairs of tiles look the same on a board with one line less each way.
struct Alike {
    cols: usize,
    cells: usize,
    by_row: Axis,
    by_col: Axis,
    /// The number of pairs on that board.
    groups: usize,
}

impl Alike {
    fn new(table: &Learned) -> Self {
        let (rows, cols) = table.size();
        let [small_rows, small_cols] = [rows, cols].map(|side| side.min((side - 1).max(FEWEST)));
        let small = small_rows * small_cols;
        let share = table.detour_per_step() * f64::from(1 << PART_BITS) / ((rows * cols).max(3) - 2) as f64;
        Self {
            cols,
            cells: rows * cols,
            by_row: Axis::new(rows, small_rows, small_cols, small, [0.0, share]),
            by_col: Axis::new(cols, small_cols, 1, small, [0.0, share]),
            groups: small.pow(4),
        }
    }

    /// The pair that is left of one, and the detour that comes with the steps of its tiles.
    fn group(&self, pair: u32) -> (usize, i64) {
        let cells = cells_of(pair as usize, self.cells);
        let (row, row_detour) = self.by_row.of(cells.map(|cell| cell / self.cols));
        let (col, col_detour) = self.by_col.of(cells.map(|cell| cell % self.cols));
        ((row + col) as usize, i64::from(row_detour + col_detour))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{TrainOptions, Trainer};
    use super::*;

    /// A table before training: what it knows depends on nothing but steps and conflicts, which pairs alike
    /// have in common.
    fn table(rows: usize, cols: usize) -> Learned {
        Trainer::new(TrainOptions::new(rows, cols)).unwrap().table()
    }

    #[test]
    fn chance_gets_less_and_what_is_in_common_stays() {
        let halved = |weight: i8| weight / 2;
        let weights: Vec<i8> = table(6, 6).weights().into_iter().map(halved).collect();
        let chance = |(i, weight): (usize, &i8)| weight + if i * 7919 % 13 < 6 { 20 } else { -20 };
        let noisy: Vec<i8> = weights.iter().enumerate().map(chance).collect();
        let [plain, noisy] =
            [weights, noisy].map(|weights| Learned::from_weights(6, 6, 64, &weights).unwrap());
        let apart = |other: &Learned| -> f64 {
            let pairs = plain.weights().into_iter().zip(other.weights());
            pairs.map(|(a, b)| (f64::from(a) - f64::from(b)).powi(2)).sum()
        };
        assert_eq!(apart(&noisy.smoothed(0.0)), apart(&noisy));
        assert!(apart(&noisy.smoothed(0.5)) < 0.5 * apart(&noisy));
        assert_eq!(apart(&plain.smoothed(0.5)), 0.0);
    }

    #[test]
    fn boards_with_few_lines_stay_as_they_are() {
        for (rows, cols) in [(2, 3), (4, 4), (5, 5)] {
            assert_eq!(table(rows, cols).smoothed(0.5).table, table(rows, cols).table);
        }
    }
}
