//! Sliding tiles on any board: walls and holes, several blanks, equal tiles, edges that are joined, and goals
//! in which some cells do not matter. One move is one tile by one cell.
//!
//! ```
//! use slidewise_puzzles::freeform::{self, Position};
//! let text = "tiles: 1 2 3/4 # 5/6 7 .; goal: . 1 2/4 # 3/6 7 5; wrap: both";
//! let puzzle = freeform::parse(text)?.puzzle;
//! let mut position = Position::start(&puzzle);
//! for step in freeform::notation::read(&puzzle, "5D 3D 2R 1R")? {
//!     position.step(&puzzle, step.piece, step.direction)?;
//! }
//! assert!(position.is_solved(&puzzle));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod assignment;
pub mod board;
pub mod classes;
mod construct;
pub mod generate;
pub mod goal;
pub mod grid;
pub mod heuristic;
pub mod key;
pub mod moves;
pub mod notation;
pub mod parse;
pub mod puzzle;
pub mod solvable;
pub mod space;
#[cfg(test)]
mod testing;
pub mod write;

pub use crate::bricks::course::Step;
pub use board::{Blocked, Position, steps};
pub use construct::Constructor;
pub use grid::Grid;
pub use heuristic::{Estimate, Part};
pub use key::FreeKey;
pub use moves::{Move, MoveList};
pub use parse::{Item, ParseError, Parsed, looks_like_freeform, parse, parse_many};
pub use puzzle::{About, GoalCell, MAX_CELLS, MAX_LABEL, Puzzle, PuzzleError, Tile};
pub use solvable::{Solvability, check};
pub use space::{FreeSpace, State, WithSpace, with_space};
pub use write::{line, text};
