//! Tiles out of their row plus tiles out of their column: a move takes one tile into another row or another column.

use super::Labels;

pub(super) fn value(board: &Labels<'_>) -> u32 {
    let shape = board.shape;
    let out = |(cell, label)| {
        u32::from(shape.row(cell) != shape.row(label)) + u32::from(shape.col(cell) != shape.col(label))
    };
    board.tiles().map(out).sum()
}
