//! The commands, one a file.

pub mod check;
pub mod generate;
pub mod list;
pub mod solve;
