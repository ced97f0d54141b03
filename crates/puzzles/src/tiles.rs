//! Sliding tiles on an n×m board with one blank.

pub mod beams;
pub mod board;
pub mod construct;
pub mod draw;
pub mod gather;
pub mod generate;
pub mod goal;
pub mod heuristic;
pub mod lists;
pub mod metric;
pub mod notation;
pub mod parse;
pub mod pruning;
pub mod puzzle;
pub mod replay;
pub mod repr;
pub mod shape;
pub mod shorten;
pub mod solvable;
pub mod space;
pub mod whole;

pub use crate::step::Direction;
pub use board::{Board, BoardError, MAX_SIDE};
pub use goal::Goal;
pub use metric::{ByChoice, Metric, Multi, Single};
pub use puzzle::{SizeMismatch, TilePuzzle};
pub use shape::Shape;
pub use space::{Slide, TileSpace};
