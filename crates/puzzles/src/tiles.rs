//! Sliding tiles on an n×m board with one blank.

pub mod board;
pub mod draw;
pub mod generate;
pub mod goal;
pub mod notation;
pub mod parse;
pub mod replay;
pub mod solvable;

pub use board::{Board, BoardError, Direction, MAX_SIDE};
pub use goal::Goal;
