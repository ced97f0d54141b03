//! The commands, one a file.

pub mod bricks;
pub mod check;
pub mod course;
pub mod explore;
pub mod generate;
pub mod list;
pub mod man;
pub mod pdb;
pub mod shorten;
pub mod show;
pub mod solve;
pub mod train;
pub mod verify;
