//! Sliding tiles on an n×m board with one blank.

pub mod board;
pub mod goal;

pub use board::{Board, BoardError, Direction, MAX_SIDE};
pub use goal::Goal;
