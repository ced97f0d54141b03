//! A table for larger boards, made of a table for smaller ones.
//!
//! A pair of tiles on the larger board has four cells, and so at most four rows and four columns that matter. Lines
//! between them are left out until the cells fit the smaller board; which lines are the same, which are next to each
//! other and which lie at the rim stays as it is as far as possible. What two tiles cost each other is then the same
//! as there. But a part of every correction is not about the two: it is the detour that any step takes in a crowd,
//! shared among all pairs. That part is the same for each step on any board, so each of the more pairs gets less.

use super::Learned;
use super::classes::cells_of;

/// Fractions of the table's unit are counted with this many bits.
pub(super) const PART_BITS: u32 = 8;

impl Learned {
    /// A table for boards of this size from a table for smaller ones. It takes a nanosecond or two for each of the
    /// (rows × columns)⁴ numbers: a tenth of a second for 8×8.
    pub fn stretched(&self, rows: usize, cols: usize) -> Self {
        let small = self.cells();
        let detour = self.detour_per_step() * f64::from(1 << PART_BITS);
        let shares = [detour / (small.max(3) - 2) as f64, detour / ((rows * cols).max(3) - 2) as f64];
        let by_row = Axis::new(rows, self.rows, self.cols, small, shares);
        let by_col = Axis::new(cols, self.cols, 1, small, shares);
        let n = rows * cols;
        let fill = |table: &mut [i8]| {
            for (first, numbers) in table.chunks_exact_mut(n * n).enumerate() {
                let (goal, place) = (first / n, first % n);
                for (other_place, numbers) in numbers.chunks_exact_mut(n).enumerate() {
                    if other_place == place {
                        continue;
                    }
                    let cells = [goal, place, other_place];
                    let by_row = by_row.starting_with(cells.map(|cell| cell / cols));
                    let by_col = by_col.starting_with(cells.map(|cell| cell % cols));
                    for (numbers, (row_index, row_change)) in numbers.chunks_exact_mut(cols).zip(by_row) {
                        for (number, (col_index, col_change)) in numbers.iter_mut().zip(by_col) {
                            let weight = i32::from(self.table[(row_index + col_index) as usize]) << PART_BITS;
                            let changed =
                                (weight + row_change + col_change + (1 << PART_BITS) / 2) >> PART_BITS;
                            *number = changed.clamp(-127, 127) as i8;
                        }
                    }
                    // Two tiles cannot have one goal, and what is solved needs no correction.
                    numbers[goal] = 0;
                    if goal == place {
                        numbers[other_place] = 0;
                    }
                }
            }
        };
        Self { rows, cols, unit: self.unit, table: super::filled(n.pow(4), fill) }
    }

    /// How much of a correction comes with each step of the two tiles, times the pairs that a tile has, in the
    /// table's units: the slope of the straight line through all corrections.
    pub(super) fn detour_per_step(&self) -> f64 {
        let n = self.cells();
        let (mut product, mut square) = (0.0_f64, 0.0_f64);
        for (index, &weight) in self.table.iter().enumerate() {
            let [goal, place, other_place, other_goal] = cells_of(index, n);
            if goal == other_goal || place == other_place {
                continue;
            }
            let steps = |a: usize, b: usize| {
                (a / self.cols).abs_diff(b / self.cols) + (a % self.cols).abs_diff(b % self.cols)
            };
            let steps = (steps(goal, place) + steps(other_place, other_goal)) as f64;
            product += steps * f64::from(weight);
            square += steps * steps;
        }
        (n - 2) as f64 * product / square
    }
}

/// What the rows alone, or the columns alone, of a pair's four cells say: the part of the index into the smaller
/// table, and how much the shared detour changes.
pub(super) struct Axis {
    side: usize,
    entries: Vec<(u32, i32)>,
}

impl Axis {
    /// For lines of a board with `side` of them, of which the smaller has `small_side`, each `stride` cells after the
    /// one before. `shares` are what a step costs there and here.
    pub(super) fn new(side: usize, small_side: usize, stride: usize, small: usize, shares: [f64; 2]) -> Self {
        let four = |i: usize| [i / side.pow(3), i / side.pow(2) % side, i / side % side, i % side];
        let steps = |lines: [usize; 4]| (lines[0].abs_diff(lines[1]) + lines[2].abs_diff(lines[3])) as f64;
        let entry = |i: usize| {
            let pressed = pressed(four(i), side, small_side);
            let index = pressed.iter().fold(0, |index, &line| index * small + line * stride);
            let change = shares[1] * steps(four(i)) - shares[0] * steps(pressed);
            (index as u32, change.round() as i32)
        };
        Self { side, entries: (0..side.pow(4)).map(entry).collect() }
    }

    /// The entry for four lines.
    pub(super) fn of(&self, [a, b, c, d]: [usize; 4]) -> (u32, i32) {
        self.starting_with([a, b, c])[d]
    }

    /// The entries for all last lines after the first three.
    fn starting_with(&self, [a, b, c]: [usize; 3]) -> &[(u32, i32)] {
        let first = ((a * self.side + b) * self.side + c) * self.side;
        &self.entries[first..first + self.side]
    }
}

/// The number, on the smaller board, of the pair that is left of one on the larger: goal and place of one
/// tile, place and goal of the other.
pub(super) fn pressed_pair(pair: [usize; 4], large: (usize, usize), small: (usize, usize)) -> usize {
    let rows = pressed(pair.map(|cell| cell / large.1), large.0, small.0);
    let cols = pressed(pair.map(|cell| cell % large.1), large.1, small.1);
    let cells = small.0 * small.1;
    rows.iter().zip(cols).fold(0, |index, (row, col)| index * cells + row * small.1 + col)
}

/// Takes lines out of the widest gap, again and again, until the rest fits.
fn pressed(lines: [usize; 4], side: usize, small: usize) -> [usize; 4] {
    let mut lines = lines;
    for excess in (1..=side.saturating_sub(small)).rev() {
        let last = small + excess - 1;
        let mut marks = lines.to_vec();
        marks.sort_unstable();
        marks.dedup();
        // Gaps before, between and behind the lines; the first and the last line are at the rim.
        let mut best = (0, 0);
        let mut from = 0;
        for &mark in &marks {
            best = best.max((mark - from, mark));
            from = mark;
        }
        best = best.max((last - from, last + 1));
        lines.iter_mut().filter(|line| **line >= best.1).for_each(|line| *line -= 1);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::TrainOptions;
    use super::super::Trainer;
    use super::*;

    #[test]
    fn lines_keep_their_order_and_what_is_next_to_each_other() {
        for (side, small) in [(8, 7), (10, 7), (9, 5), (6, 6)] {
            for i in 0..side * side * side * side {
                let four: [usize; 4] =
                    [i / (side * side * side), i / (side * side) % side, i / side % side, i % side];
                let pressed = pressed(four, side, small);
                for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
                    assert_eq!(four[a].cmp(&four[b]), pressed[a].cmp(&pressed[b]), "{four:?} → {pressed:?}");
                    let (wide, narrow) = (four[a].abs_diff(four[b]), pressed[a].abs_diff(pressed[b]));
                    assert!(narrow <= wide && (wide != 1 || narrow == 1), "{four:?} → {pressed:?}");
                }
                for (line, pressed) in four.iter().zip(pressed) {
                    assert!(pressed < small && (*line == 0) == (pressed == 0), "{four:?} → {pressed:?}");
                    // Four lines and both rims need six: on a side of five, lines next to each other may reach the rim.
                    let rim = (*line == side - 1, pressed == small - 1);
                    assert!(rim.0 == rim.1 || (small < 6 && rim.1), "{four:?} → {pressed:?}");
                }
            }
        }
    }

    #[test]
    fn a_table_of_the_same_size_stays_as_it_is() {
        let table = Trainer::new(TrainOptions::new(3, 4)).unwrap().table();
        assert_eq!(table.stretched(3, 4).table, table.table);
    }
}
