//! What can be wrong with moves as text.

use std::fmt;

use super::Convention;
use super::letters::MAX_GROUPED;
use super::read::MAX_MOVES;
use crate::text::{Place, caret};
use crate::tiles::board::MAX_SIDE;

/// Why a text could not be read as moves from a given board, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// What is wrong.
    pub kind: NotationErrorKind,
    /// Where in the text.
    pub place: Place,
    /// What stands there; the beginning of it if it is long.
    pub token: String,
}

/// The ways in which moves can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationErrorKind {
    /// Something that is not a move.
    UnknownMove,
    /// A count of 0, or one longer than the longest side allows.
    BadCount,
    /// More moves than [`MAX_MOVES`], or than a group may have.
    TooMany,
    /// The tile with this number is not beside the blank, or not on the board.
    NotBesideBlank,
    /// The move cannot be made, whichever convention was allowed; this one came furthest.
    Illegal {
        /// The convention in which the move was understood.
        convention: Convention,
        /// Which move, from 1.
        number: usize,
    },
    /// Letters can be read as moves of tiles and as moves of the blank.
    Ambiguous,
    /// Letters were given where tile numbers were asked for, or the other way round.
    OtherConvention {
        /// What was asked for.
        asked: Convention,
    },
}

impl NotationError {
    /// The line of the text with carets under the place.
    pub fn render_caret(&self, text: &str) -> String {
        caret(text, self.place)
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.place.line, self.place.column)?;
        let token = &self.token;
        match &self.kind {
            NotationErrorKind::UnknownMove => write!(
                f,
                "'{token}' is not a move: write U D L R or arrows, with a count if you like (R3, 3R, (RU)3), words \
                 (UP, left), or tile numbers (8 5 2)"
            ),
            NotationErrorKind::BadCount => {
                write!(f, "the count in '{token}' must be from 1 to {}: no board allows more", MAX_SIDE - 1)
            }
            NotationErrorKind::TooMany => {
                write!(
                    f,
                    "too many moves: at most {MAX_MOVES}, and {MAX_GROUPED} in a group that is repeated"
                )
            }
            NotationErrorKind::NotBesideBlank => {
                write!(f, "tile {token} is not beside the blank at this point, so it cannot move")
            }
            NotationErrorKind::Illegal { convention, number } => write!(
                f,
                "move {number}, '{token}', cannot be made ({}): the edge of the board is in the way",
                convention.description()
            ),
            NotationErrorKind::Ambiguous => write!(
                f,
                "these moves can be made as moves of the tiles and as moves of the blank: say which"
            ),
            NotationErrorKind::OtherConvention { asked } => write!(
                f,
                "'{token}' does not fit the notation {} ({}), which was asked for",
                asked.name(),
                asked.description()
            ),
        }
    }
}

impl std::error::Error for NotationError {}
