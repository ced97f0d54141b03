//! The last move (Korf & Taylor, *Finding optimal solutions to the twenty-four puzzle*, AAAI 1996).
//!
//! The last move takes a tile from the blank's place to its own, beside it. So one of the tiles that belong there comes
//! through the blank's place, and if that is not on the way of any of them, it makes two moves more than its Manhattan
//! distance. The value is the least, over these tiles, of a sum of distances in which one goes by the blank's place: as
//! the least of sums that change by one at most it is consistent, and a move before the end it is 1.

use super::Labels;

pub(super) fn value(board: &Labels<'_>) -> u32 {
    let (shape, blank) = (board.shape, board.shape.blank_home());
    let manhattan = board.manhattan();
    if manhattan == 0 {
        return 0;
    }
    let mut beside = board.tiles().filter(|&(_, label)| shape.distance(blank, label) == 1);
    let on_the_way = |(cell, label)| shape.distance(cell, blank) + 1 == shape.distance(cell, label);
    manhattan + if beside.any(on_the_way) { 0 } else { 2 }
}
