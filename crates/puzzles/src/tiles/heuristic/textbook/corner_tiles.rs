//! Corner tiles (Korf & Taylor, *Finding optimal solutions to the twenty-four puzzle*, AAAI 1996).
//!
//! Let a wrong tile lie in a corner, and the tile beside it in its own place. If that tile never moved, the blank could
//! come into the corner and leave it on the other side only, and would bring back what it took out. So it has to step
//! aside and come back: two moves that its Manhattan distance, 0, does not count. Where the blank lies in the corner,
//! or belongs there, this does not hold. A tile between two such corners counts once.

use super::Labels;

pub(super) fn value(board: &Labels<'_>) -> u32 {
    board.manhattan() + 2 * steps_aside(board)
}

fn steps_aside(board: &Labels<'_>) -> u32 {
    let shape = board.shape;
    let (rows, cols, blank) = (shape.rows(), shape.cols(), shape.blank_home());
    if rows < 2 || cols < 2 {
        return 0;
    }
    let corner =
        |bottom: bool, right: bool| usize::from(bottom) * (rows - 1) * cols + usize::from(right) * (cols - 1);
    let mut aside: Vec<usize> = Vec::new();
    for (bottom, right) in [(false, false), (false, true), (true, false), (true, true)] {
        let at = corner(bottom, right);
        if at == blank || [at, blank].contains(&board.label(at)) {
            continue;
        }
        let beside = if right { at - 1 } else { at + 1 };
        let above = if bottom { at - cols } else { at + cols };
        let in_place = |&cell: &usize| cell != blank && board.label(cell) == cell;
        aside.extend([beside, above].into_iter().filter(in_place));
    }
    aside.sort_unstable();
    aside.dedup();
    aside.len() as u32
}
