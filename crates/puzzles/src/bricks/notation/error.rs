//! What can be wrong with moves of bricks as text.

use std::fmt;

use super::read::MAX_STEPS;
use crate::text::{Place, caret};

/// Why a text could not be read as moves of a puzzle's pieces, and where.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotationErrorKind {
    /// No piece has this label.
    NoSuchPiece,
    /// A piece without a way.
    NoWay,
    /// Not the letter or the word of a direction.
    NoDirection,
    /// A count of 0, or one that no board has room for.
    BadCount,
    /// Something in parentheses that is no step of the course.
    NoStep,
    /// More steps than [`MAX_STEPS`].
    TooMany,
}

impl NotationError {
    /// The line of the text with carets under the place.
    pub fn render_caret(&self, text: &str) -> String {
        caret(text, self.place)
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, place, token } = self;
        write!(f, "{}:{}: ", place.line, place.column)?;
        match kind {
            NotationErrorKind::NoSuchPiece => write!(f, "there is no piece {token:?}"),
            NotationErrorKind::NoWay => {
                write!(f, "piece {token} goes nowhere: write its way behind it, as in {token} R2D")
            }
            NotationErrorKind::NoDirection => {
                write!(
                    f,
                    "{token:?} is no direction: use U, D, L and R, or up, down, left and right in (2,left)"
                )
            }
            NotationErrorKind::BadCount => write!(f, "no piece goes {token} cells in one direction"),
            NotationErrorKind::NoStep => write!(f, "{token:?} is no step: write it as (2,left)"),
            NotationErrorKind::TooMany => write!(f, "more than {MAX_STEPS} steps"),
        }
    }
}

impl std::error::Error for NotationError {}
