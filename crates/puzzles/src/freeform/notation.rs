//! Moves as text: the label of the tile and the way it goes, `5L 3U`. A count stands for as many steps of the
//! same tile (`5L2`). Where several tiles with the label could go that way, the cell of the one that is meant
//! is named too, row and column from 1: `5@2,3L`.

mod error;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use error::{NotationError, NotationErrorKind};
pub use read::{MAX_STEPS, read, read_from};
pub use write::{IllegalStep, Style, write, write_from};
