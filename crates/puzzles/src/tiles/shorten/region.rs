//! A long piece of a solution, solved by beam search as a board of its own.

use slidewise_search::engine::BeamOptions;
use slidewise_search::{Cost, Limits, Meter, Stop, Verdict};

use super::super::beams::beam;
use super::super::heuristic::Learned;
use super::super::shape::Shape;
use super::super::space::Slide;
use super::tape::Tape;

/// Settings of a pass over long pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionOptions {
    /// Moves in a piece, at most.
    pub length: usize,
    /// Moves from one piece to the next, at most; half a piece if that is less.
    pub stride: usize,
    /// Width of the beams.
    pub width: usize,
    /// Threads for wide beams.
    pub threads: usize,
    /// Decides between positions of equal rank.
    pub seed: u64,
}

/// A piece of the solution, and the rectangle that the blank does not leave in it.
pub(super) struct Piece {
    pub(super) length: usize,
    top: usize,
    left: usize,
}

/// The largest table whose board fits into the shape.
pub(super) fn suited<'t>(tables: &'t [Learned], shape: &Shape) -> Option<&'t Learned> {
    let fits = |table: &&Learned| table.size().0 <= shape.rows() && table.size().1 <= shape.cols();
    tables.iter().filter(fits).max_by_key(|table| table.size().0 * table.size().1)
}

/// The longest piece after the head, up to `length`, in which the blank stays within a rectangle of the table's
/// size.
pub(super) fn next_piece(tape: &Tape, table: &Learned, length: usize) -> Piece {
    let shape = tape.shape();
    let (rows, cols) = table.size();
    let (row, col) = (shape.row(tape.blank()), shape.col(tape.blank()));
    let (mut top, mut bottom, mut left, mut right) = (row, row, col, col);
    let mut count = 0;
    for slide in tape.upcoming().take(length) {
        let (row, col) = (shape.row(slide.to.into()), shape.col(slide.to.into()));
        let grown = (top.min(row), bottom.max(row), left.min(col), right.max(col));
        if grown.1 - grown.0 >= rows || grown.3 - grown.2 >= cols {
            break;
        }
        (top, bottom, left, right) = grown;
        count += 1;
    }
    // Anywhere that holds the piece will do; in the middle, there is room on all sides.
    let place = |low: usize, high: usize, size: usize, side: usize| {
        let spare = size - (high + 1 - low);
        low.saturating_sub(spare / 2).min(side - size)
    };
    Piece {
        length: count,
        top: place(top, bottom, rows, shape.rows()),
        left: place(left, right, cols, shape.cols()),
    }
}

/// A shorter way for a piece, if the beam finds one.
pub(super) fn solve(
    tape: &Tape,
    table: &Learned,
    piece: &Piece,
    options: RegionOptions,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Slide>>, Stop> {
    let (rows, cols) = table.size();
    let board_cols = tape.shape().cols();
    let global = |cell: usize| (piece.top + cell / cols) * board_cols + piece.left + cell % cols;
    let local = |cell: usize| (cell / board_cols - piece.top) * cols + cell % board_cols - piece.left;
    let before: Vec<u16> = (0..rows * cols).map(|cell| tape.label(global(cell)) as u16).collect();
    // Each tile's goal is where the piece takes it.
    let mut after: Vec<u16> = (0..rows * cols).map(|cell| cell as u16).collect();
    let mut blank = local(tape.blank());
    let start = blank;
    for slide in tape.upcoming().take(piece.length) {
        let to = local(slide.to.into());
        after.swap(blank, to);
        blank = to;
    }
    let mut labels = vec![0; before.len()];
    for (cell, &origin) in after.iter().enumerate() {
        labels[usize::from(origin)] = cell as u16;
    }
    debug_assert_eq!(usize::from(labels[start]), blank);
    let shape = Shape::new(rows, cols, blank);
    let options = BeamOptions {
        threads: options.threads,
        seed: options.seed,
        depth_limit: Some(piece.length.saturating_sub(2) as Cost),
        ..BeamOptions::width(options.width)
    };
    let guide = table.clone().into();
    match meter.part(Limits::default(), |meter| beam(&shape, &labels, &guide, options, meter)) {
        None => Ok(None),
        Some(Verdict::Solved(solution)) => {
            let slide = |slide: &Slide| Slide {
                from: global(slide.from.into()) as u16,
                to: global(slide.to.into()) as u16,
            };
            Ok(Some(solution.moves.iter().map(slide).collect()))
        }
        Some(Verdict::Stopped { why: Stop::Width | Stop::Depth, .. } | Verdict::Unsolvable) => Ok(None),
        Some(Verdict::Stopped { why, .. }) => Err(why),
    }
}
