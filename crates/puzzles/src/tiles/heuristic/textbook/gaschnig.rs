//! Relaxed adjacency: any tile may jump to the blank (Gaschnig, *Performance measurement and analysis of certain search
//! algorithms*, 1979). Courses call it N-MaxSwap, after the sorting that attains it.
//!
//! The exact number of jumps: a cycle of the permutation that the blank is not in takes one more than it is long, for
//! the blank has to enter it; the blank's own takes one less.

use super::super::super::space::Slide;
use super::Labels;

pub(super) fn value(board: &Labels<'_>) -> u32 {
    let jumps = |(length, has_blank)| match (length, has_blank) {
        (length, true) => length - 1,
        (1, false) => 0,
        (length, false) => length + 1,
    };
    board.cycles().map(jumps).sum()
}

/// The value after one tile has moved, from the one before it: one more or one less. The move joins the tile's cycle to
/// the blank's or parts it from it, so that only the blank's cycle has to be walked.
pub(super) fn moved(before: u32, m: Slide, blank: usize, label: impl Fn(usize) -> usize) -> u32 {
    let (tile_now, tile_before) = (usize::from(m.from), usize::from(m.to));
    let tile = label(tile_now);
    let mut cell = blank;
    while cell != tile_before && cell != tile_now {
        cell = label(cell);
    }
    let joined = cell == tile_now;
    let nearer = if joined { tile != tile_before } else { tile == tile_now };
    if nearer { before - 1 } else { before + 1 }
}
