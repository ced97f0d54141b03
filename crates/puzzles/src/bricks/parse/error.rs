//! What can be wrong with a brick text, and where.

use std::fmt;

use crate::bricks::puzzle::{MAX_CELLS, PuzzleError};
use crate::text::number;

/// What is wrong, and where: lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// There is nothing.
    NoText,
    /// None of the four forms.
    UnknownForm,
    /// Another puzzle begins where there should be only one.
    SecondPuzzle,
    /// A character that no cell can be.
    BadCharacter(char),
    /// A header line with an unknown key.
    UnknownKey(String),
    /// A header line that may stand only once.
    TwiceGiven(&'static str),
    /// A value that the key does not take.
    BadValue {
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
    },
    /// A line that belongs to no grid.
    StrayLine,
    /// There is no board.
    NoBoard,
    /// A row has the wrong number of cells.
    RowLength {
        /// Cells in a row of this board.
        expected: usize,
        /// Cells in this row.
        found: usize,
    },
    /// There are too many or too few rows.
    RowCount {
        /// Rows of this board.
        expected: usize,
        /// Rows found.
        found: usize,
    },
    /// More cells than a board may have.
    TooLarge,
    /// Not a whole number, or one with no meaning here.
    BadNumber(String),
    /// There is no brick 2.
    NoMaster,
    /// A letter that is no piece of the board.
    UnknownPiece(char),
    /// A wall where the board has none.
    WallDiffers,
    /// The piece is as wide as it is high, so that its own axis is not known.
    NoAxis(String),
    /// The target is not as large as the main piece, or has another shape.
    BadTarget,
    /// The red car cannot leave to the right.
    RedCar,
    /// The parts are well written, but do not make a puzzle.
    Puzzle(PuzzleError),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoText => write!(f, "there is no text"),
            Self::UnknownForm => write!(
                f,
                "not a brick puzzle: expected a `board:` grid, `width,height,` and rows of numbers, 36 characters of \
                 Rush Hour, or a grid with `*`"
            ),
            Self::SecondPuzzle => {
                write!(f, "a second puzzle begins here: read the text as a list of puzzles, or keep one line")
            }
            Self::BadCharacter(c) => write!(f, "{c:?} cannot stand here"),
            Self::UnknownKey(key) => write!(
                f,
                "unknown key {key:?}: use name, note, designer, source, board, goal, gate, empty, rush, axis, fixed \
                 or shapegoal"
            ),
            Self::TwiceGiven(key) => write!(f, "`{key}:` is given twice"),
            Self::BadValue { key, value } => write!(f, "{value:?} is not a value for `{key}:`"),
            Self::StrayLine => {
                write!(f, "this line belongs to no grid; grids follow a line such as `board:`")
            }
            Self::NoBoard => write!(f, "there is no `board:` grid"),
            Self::RowLength { expected, found } => {
                let cells = number(*found, "cell");
                write!(f, "this row has {cells}, the board is {expected} wide (write . or 0 for empty cells)")
            }
            Self::RowCount { expected, found } => {
                write!(f, "expected {}, found {found}", number(*expected, "row"))
            }
            Self::TooLarge => write!(f, "the board is too large: at most {MAX_CELLS} cells, such as 16×16"),
            Self::BadNumber(text) => {
                write!(f, "{text:?} is no cell: -1 goal, 0 empty, 1 wall, 2 master, 3 and up bricks")
            }
            Self::NoMaster => write!(f, "there is no master brick: a brick with number 2"),
            Self::UnknownPiece(c) => write!(f, "there is no piece {c:?} on the board"),
            Self::WallDiffers => write!(f, "there is no wall here on the board"),
            Self::NoAxis(label) => {
                write!(
                    f,
                    "piece {label} is as wide as high, so it has no axis of its own; give one: `axis: {label}=h`"
                )
            }
            Self::BadTarget => write!(f, "the target cells (.) have no room for the main piece (*)"),
            Self::RedCar => write!(f, "the red car A must lie in a row, so that it can leave to the right"),
            Self::Puzzle(error) => write!(f, "{error}"),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.problem)
    }
}

impl std::error::Error for ParseError {}

/// Something that is allowed but probably not meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What it is.
    pub text: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.text)
    }
}
