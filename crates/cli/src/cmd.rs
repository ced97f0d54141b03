//! The commands, one a file.

pub mod all_optimal;
pub mod bricks;
pub mod check;
pub mod course;
pub mod explore;
pub mod generate;
pub mod list;
pub mod man;
pub mod pdb;
pub mod show;
pub mod solve;
