//! Moves as text. Inside the program a move is the direction in which a **tile** goes, one cell at a time.
//! People also write the way of the **blank** (most papers and courses), or the **numbers** of the tiles.
//!
//! ```
//! use slidewise_puzzles::tiles::{Board, notation::{self, Convention, Style}};
//! let start = Board::new(2, 2, vec![1, 2, 3, 0])?;
//! let read = notation::read("r d l2", &start, None, Some(Convention::Tile));
//! assert!(read.is_err(), "after one step to the left there is no tile to move left");
//! let read = notation::read("RDL", &start, None, Some(Convention::Tile))?;
//! assert_eq!(notation::write(&start, &read.moves, Convention::Numbers, Style::Plain)?, "3 1 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
pub(super) mod letters;
mod read;
mod saved;
mod write;

pub use error::{NotationError, NotationErrorKind};
pub use read::{Decided, MAX_MOVES, Read, read};
pub use write::{Style, write};

/// What a written move names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Convention {
    /// The direction in which the tile goes (slidysim, Simon Tatham, most players).
    Tile,
    /// The direction in which the blank goes (most papers and courses).
    Blank,
    /// The number of the tile that moves.
    Numbers,
}

impl Convention {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Tile, Self::Blank, Self::Numbers];

    /// The name under which users ask for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tile => "tile",
            Self::Blank => "blank",
            Self::Numbers => "numbers",
        }
    }

    /// What a move names, in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Tile => "letters name the way the tile goes",
            Self::Blank => "letters name the way the blank goes",
            Self::Numbers => "the number of each tile that moves",
        }
    }
}

#[cfg(test)]
mod tests;
