//! What can be wrong with moves as text.

use std::fmt;

use super::read::MAX_STEPS;
use crate::freeform::board::Blocked;
use crate::text::{Place, caret};

/// Why a text could not be read as moves, and where.
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
    /// A count of 0, or one that makes more than [`MAX_STEPS`] steps.
    BadCount,
    /// No tile has this label.
    NoSuchTile(String),
    /// The cell that is named has no tile with this label on it.
    NotThere {
        /// The label.
        label: String,
        /// Row, from 1.
        row: usize,
        /// Column, from 1.
        column: usize,
    },
    /// Several tiles with the label can go that way, and the move does not say which.
    WhichTile {
        /// The label.
        label: String,
        /// A way to write one of the moves that may be meant.
        example: String,
    },
    /// The tile cannot go that way.
    Blocked {
        /// Which step, from 1.
        number: usize,
        /// What is in the way.
        why: Blocked,
    },
    /// There are several tiles with the label, and none can go that way.
    NoneCan {
        /// Which step, from 1.
        number: usize,
        /// The label.
        label: String,
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
                "'{token}' is not a move: write the tile and its way, U D L or R (5L), with a count (5L2) \
                 or the tile's row and column (5@2,3L) if you like"
            ),
            NotationErrorKind::BadCount => {
                write!(
                    f,
                    "the count in '{token}' must be 1 or more, and all steps together at most {MAX_STEPS}"
                )
            }
            NotationErrorKind::NoSuchTile(label) => write!(f, "'{token}': there is no tile {label}"),
            NotationErrorKind::NotThere { label, row, column } => {
                write!(f, "'{token}': there is no tile {label} in row {row}, column {column} at this point")
            }
            NotationErrorKind::WhichTile { label, example } => {
                write!(f, "'{token}': several tiles {label} can go that way: say which, such as {example}")
            }
            NotationErrorKind::Blocked { number, why } => {
                write!(f, "step {number}, '{token}', cannot be made: {why}")
            }
            NotationErrorKind::NoneCan { number, label } => {
                write!(
                    f,
                    "step {number}, '{token}', cannot be made: none of the tiles {label} can go that way"
                )
            }
        }
    }
}

impl std::error::Error for NotationError {}
