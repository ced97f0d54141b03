//! Any two things may change places, the blank being one: each exchange makes one cycle more, and a move is one.

use super::Labels;

pub(super) fn value(board: &Labels<'_>) -> u32 {
    board.cycles().map(|(length, _)| length - 1).sum()
}
