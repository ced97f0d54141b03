//! What can be wrong with a text, and where.

use std::fmt;

use crate::freeform::puzzle::{MAX_CELLS, PuzzleError};
use crate::text::{Place, caret, number};

/// What is wrong, and where: lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
    /// How many characters are meant; at least 1.
    pub length: usize,
    /// What is wrong there.
    pub kind: ParseErrorKind,
}

/// The ways in which a text can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// There is nothing.
    NoText,
    /// There is no section `tiles:`.
    NoTiles,
    /// A section with an unknown name.
    UnknownKey(String),
    /// A section that may stand only once.
    TwiceGiven(&'static str),
    /// A section without rows.
    NoRows(&'static str),
    /// A text that belongs to no section with rows.
    Stray(String),
    /// A value that `wrap:` does not take.
    BadWrap(String),
    /// A row between two `/` has no cells.
    EmptyRow,
    /// A row has the wrong number of cells.
    RowLength {
        /// Cells in a row of this board.
        expected: usize,
        /// Cells in this row.
        found: usize,
    },
    /// The goal has too many or too few rows.
    RowCount {
        /// Rows of this board.
        expected: usize,
        /// Rows found.
        found: usize,
    },
    /// More cells than a board may have.
    TooLarge,
    /// A cell of the board that is only allowed in goals.
    OnlyInGoals(String),
    /// A cell that cannot be the label of a tile.
    BadLabel(String),
    /// The goal has a wall where the board has none, or the other way round.
    WallDiffers,
    /// The parts are well written, but do not make a puzzle.
    Puzzle(PuzzleError),
}

impl ParseError {
    /// The place, such as [`caret`] needs it.
    pub fn place(&self) -> Place {
        Place { line: self.line, column: self.column, length: self.length }
    }

    /// The line of the text with carets under the place.
    pub fn render_caret(&self, text: &str) -> String {
        caret(text, self.place())
    }
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoText => write!(f, "there is no text"),
            Self::NoTiles => write!(f, "there is no section `tiles:` with the board"),
            Self::UnknownKey(key) => {
                write!(f, "unknown section {key:?}: use name, note, tiles, goal or wrap")
            }
            Self::TwiceGiven(key) => write!(f, "`{key}:` is given twice"),
            Self::NoRows(key) => write!(f, "`{key}:` has no rows: write them below it, or separated by /"),
            Self::Stray(text) => {
                write!(f, "{text:?} belongs to no section; rows follow `tiles:` or `goal:`")
            }
            Self::BadWrap(value) => {
                write!(f, "{value:?} is not a value for `wrap:`: use rows, columns, both or none")
            }
            Self::EmptyRow => write!(f, "this row has no cells: write . for a blank, # for a wall"),
            Self::RowLength { expected, found } => write!(
                f,
                "this row has {}, the first one has {expected}: write . for a blank, # for a wall",
                number(*found, "cell")
            ),
            Self::RowCount { expected, found } => {
                write!(f, "the goal must have as many rows as the board: expected {expected}, found {found}")
            }
            Self::TooLarge => write!(f, "the board is too large: at most {MAX_CELLS} cells, such as 16×16"),
            Self::OnlyInGoals(cell) => {
                write!(f, "{cell:?} stands for anything, which only a goal can say: write . for a blank")
            }
            Self::BadLabel(label) => {
                write!(f, "{label:?}: {}", PuzzleError::Label { tile: 0 })
            }
            Self::WallDiffers => write!(f, "the goal must have walls (#) exactly where the board has them"),
            Self::Puzzle(error) => write!(f, "{error}"),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.kind)
    }
}

impl std::error::Error for ParseError {}
