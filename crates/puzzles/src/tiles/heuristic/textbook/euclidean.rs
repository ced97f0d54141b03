//! Straight lines between tiles and their places. None is longer than the way along rows and columns, and no step makes
//! one shorter by more than 1; the sum is rounded down, in fixed-point numbers so that it is the same everywhere.

use super::Labels;

/// Binary digits behind the point.
const DIGITS: u32 = 20;

pub(super) fn value(board: &Labels<'_>) -> u32 {
    let shape = board.shape;
    let line = |(cell, label)| {
        let rows = shape.row(cell).abs_diff(shape.row(label)) as u64;
        let cols = shape.col(cell).abs_diff(shape.col(label)) as u64;
        ((rows * rows + cols * cols) << (2 * DIGITS)).isqrt()
    };
    (board.tiles().map(line).sum::<u64>() >> DIGITS) as u32
}
