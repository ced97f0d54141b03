//! Nilsson's sequence score (Nilsson, *Problem-solving methods in artificial intelligence*, 1971): `P + 3 S`, where P
//! is the Manhattan distance. Round the board, S has 2 for each tile that is not followed by the one that follows it in
//! the goal, and 1 for each wrong tile in the middle. It says far too much and finds solutions soon.
//!
//! Nilsson's board is 3×3 with the blank in the middle of the goal. Here the blank is passed over wherever it is, and
//! larger boards have a larger middle.

use super::Labels;

pub(super) fn value(board: &Labels<'_>) -> u32 {
    board.manhattan() + 3 * score(board)
}

fn score(board: &Labels<'_>) -> u32 {
    let (ring, blank) = (ring(board), board.shape.blank_home());
    let tiles: Vec<usize> =
        ring.iter().map(|&cell| board.label(cell)).filter(|&label| label != blank).collect();
    let goal: Vec<usize> = ring.iter().copied().filter(|&cell| cell != blank).collect();
    // Of each cell of the ring, whose tile follows in the goal.
    let mut next_in_goal = vec![None; board.labels.len()];
    goal.iter().zip(goal.iter().cycle().skip(1)).for_each(|(&cell, &next)| next_in_goal[cell] = Some(next));
    let mut in_ring = vec![false; board.labels.len()];
    ring.iter().for_each(|&cell| in_ring[cell] = true);
    let is_followed =
        |(i, &label): (usize, &usize)| next_in_goal[label] == Some(tiles[(i + 1) % tiles.len()]);
    let broken = tiles.iter().enumerate().filter(|&tile| !is_followed(tile)).count() as u32;
    let in_the_middle = |&(cell, label): &(usize, usize)| !in_ring[cell] && label != cell;
    2 * broken + board.tiles().filter(in_the_middle).count() as u32
}

/// The cells at the edge of the board, clockwise.
fn ring(board: &Labels<'_>) -> Vec<usize> {
    let (rows, cols) = (board.shape.rows(), board.shape.cols());
    let top = (0..cols).map(|col| (0, col));
    let right = (1..rows).map(|row| (row, cols - 1));
    let bottom = (0..cols - 1).rev().map(|col| (rows - 1, col)).filter(|_| rows > 1);
    let left = (1..rows.saturating_sub(1)).rev().map(|row| (row, 0)).filter(|_| cols > 1);
    top.chain(right).chain(bottom).chain(left).map(|(row, col)| row * cols + col).collect()
}
