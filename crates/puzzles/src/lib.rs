//! Sliding puzzles: their boards, text forms, state spaces and heuristics.

pub mod bricks;
pub mod freeform;
pub mod pdb;
pub mod random;
pub mod step;
pub mod text;
pub mod tiles;
