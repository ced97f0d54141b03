//! Moves of bricks as text: `A R2D, B U`, the label of a piece and its way, with how often where that is more
//! than once; or the steps of the course, `(2,left)`.
//!
//! ```
//! use slidewise_puzzles::bricks::{Metric, notation, parse};
//! let puzzle = parse("board:\nA..\nB..\n")?.puzzle;
//! let steps = notation::read(&puzzle, "A rrd (B,right)")?;
//! assert_eq!(notation::write(&puzzle, &steps, Metric::Moves), "A R2D, B R");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod read;
#[cfg(test)]
mod tests;

pub use error::{NotationError, NotationErrorKind};
pub use read::{MAX_STEPS, read};

use super::metric::Metric;
use super::puzzle::Puzzle;
use crate::step::{Direction, Step};

/// Steps as text, those together that a metric counts as one: `A R2D, B U` in moves, `A R2, A D, B U` in lines.
///
/// Panics if a step is of a piece that the puzzle does not have.
pub fn write(puzzle: &Puzzle, steps: &[Step], metric: Metric) -> String {
    let moves: Vec<String> = metric
        .split(steps)
        .map(|of_one| way(puzzle, of_one[0].piece, of_one.iter().map(|step| step.direction)))
        .collect();
    moves.join(", ")
}

/// `A R2D`: a piece and its way.
pub fn way(puzzle: &Puzzle, piece: usize, path: impl IntoIterator<Item = Direction>) -> String {
    let path: Vec<Direction> = path.into_iter().collect();
    let runs = path.chunk_by(|a, b| a == b).map(|run| match run.len() {
        1 => run[0].letter().to_string(),
        n => format!("{}{n}", run[0].letter()),
    });
    format!("{} {}", puzzle.pieces()[piece].label, runs.collect::<String>())
}
