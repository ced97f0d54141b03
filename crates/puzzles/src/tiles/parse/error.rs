//! What can be wrong with the text of a board.

use std::fmt;

use super::form::Form;
use crate::text::{self, Place, number};
use crate::tiles::board::{BoardError, MAX_SIDE};

/// Why a text is not a board, and where it goes wrong. `Display` begins with `line:column:`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// How many characters are meant.
    pub length: usize,
    /// What stands there; the beginning of it if it is long.
    pub token: String,
    /// The form in which the text was being read, once that was clear.
    pub form: Option<Form>,
}

/// The ways in which a text can fail to be a board. Sizes are rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// There is nothing but white space and comments.
    Empty,
    /// The bytes are not UTF-8.
    NotUtf8,
    /// Something that is neither a number nor a mark for the blank.
    UnknownToken,
    /// A number below 0.
    Negative,
    /// Nothing between two commas.
    EmptyCell,
    /// Nothing between two slashes.
    EmptyRow,
    /// A number too large for the board.
    TooLarge {
        /// The largest tile of this board.
        max: u32,
        /// The smallest number that is not there.
        missing: Option<u32>,
    },
    /// A tile stands twice.
    Duplicate {
        /// The tile.
        tile: u32,
        /// The smallest number that is not there; 0 for the blank.
        missing: Option<u32>,
    },
    /// A second blank.
    TwoBlanks {
        /// The smallest number that is not there.
        missing: Option<u32>,
    },
    /// No blank at all.
    NoBlank,
    /// The numbers are those of a larger board, but some are not there.
    Missing {
        /// The smallest of them.
        tile: u32,
        /// How many.
        count: usize,
    },
    /// A row is not as long as the first.
    NotRectangular {
        /// The row, from 1.
        row: usize,
        /// Cells of the first row.
        expected: usize,
        /// Cells of this row.
        found: usize,
    },
    /// The number of cells does not fit the size that was given.
    Count {
        /// The size.
        size: (usize, usize),
        /// Cells found.
        found: usize,
        /// The smallest number that is not there, if cells are missing.
        missing: Option<u32>,
    },
    /// The size that was given is not the one of the rows, or two sizes were given.
    SizeDisagrees {
        /// The size that was stated.
        stated: (usize, usize),
        /// The other.
        found: (usize, usize),
    },
    /// More cells than any board has.
    TooManyCells,
    /// More cells run together than there are digits for them.
    TooManyDigits {
        /// The most that can be written this way.
        most: usize,
    },
    /// The size is not supported.
    Board(BoardError),
    /// There is more than one way to read it.
    Ambiguous {
        /// The ways.
        readings: Vec<Reading>,
    },
    /// JSON that is not an array of numbers or of rows.
    Json {
        /// What was expected instead.
        expected: &'static str,
    },
    /// The text is not in the form that was asked for.
    NotInForm,
}

/// One way to read an ambiguous text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// In this form.
    pub form: Form,
    /// As a board of so many rows and columns.
    pub size: (usize, usize),
    /// What says that this one is meant.
    pub decided_by: DecidedBy,
}

/// What decides between several ways to read a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidedBy {
    /// The size.
    Size,
    /// The form.
    Form,
}

impl Reading {
    /// The reading that a size decides.
    pub(super) fn by_size(form: Form, size: (usize, usize)) -> Self {
        Self { form, size, decided_by: DecidedBy::Size }
    }
}

impl ParseError {
    /// The line of the text with carets under the place, two lines in all.
    pub fn render_caret(&self, text: &str) -> String {
        text::caret(text, Place { line: self.line, column: self.column, length: self.length })
    }
}

/// The text that some bytes hold; an error with the place of the first byte that is not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<&str, ParseError> {
    text::decode(bytes).map_err(|Place { line, column, length }| ParseError {
        kind: ErrorKind::NotUtf8,
        line,
        column,
        length,
        token: String::new(),
        form: None,
    })
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        let token = &self.token;
        match &self.kind {
            ErrorKind::Empty => write!(f, "there is no board: give one, such as 1 2 3/4 5 6/7 8 0"),
            ErrorKind::NotUtf8 => write!(f, "this byte is not UTF-8 text: save the file as UTF-8"),
            ErrorKind::UnknownToken => {
                write!(f, "'{token}' is not a tile: write a number, or 0 _ . x - for the blank")
            }
            ErrorKind::Negative => write!(f, "{token} is negative: tiles count from 1, and 0 is the blank"),
            ErrorKind::EmptyCell => write!(f, "there is nothing before this comma: write 0 for the blank"),
            ErrorKind::EmptyRow => write!(f, "there is no row before this slash: take one slash away"),
            ErrorKind::TooLarge { max, missing } => {
                write!(f, "tile {token} does not belong on this board: its tiles are 1 to {max}")?;
                also_missing(f, *missing)
            }
            ErrorKind::Duplicate { tile, missing } => {
                write!(f, "tile {tile}")?;
                if *token != tile.to_string() {
                    write!(f, " (written {token})")?;
                }
                write!(f, " stands twice")?;
                also_missing(f, *missing)
            }
            ErrorKind::TwoBlanks { missing } => {
                write!(f, "this is a second blank")?;
                also_missing(f, *missing)
            }
            ErrorKind::NoBlank => write!(f, "there is no blank: write 0 _ . x or - where it is"),
            ErrorKind::Missing { tile, count: 1 } => write!(f, "tile {tile} is missing"),
            ErrorKind::Missing { tile, count } => write!(f, "{count} tiles are missing, the first is {tile}"),
            other => fmt_shape(other, self.form, f),
        }
    }
}

/// What is wrong with a board as a whole, not with one of its cells.
fn fmt_shape(kind: &ErrorKind, form: Option<Form>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match kind {
        ErrorKind::NotRectangular { row, expected, found } => {
            write!(
                f,
                "the board is not a rectangle: row {row} has {}, row 1 has {expected}",
                number(*found, "cell")
            )?;
            let lines = form == Some(Form::Rows);
            write!(
                f,
                "{}",
                if lines { "; if line ends mean nothing, read it in the form numbers" } else { "" }
            )
        }
        ErrorKind::Count { size: (rows, cols), found, missing } => {
            let cells = number(rows * cols, "cell");
            write!(f, "a board of {rows}×{cols} has {cells}, but the text has {found}")?;
            also_missing(f, *missing)
        }
        ErrorKind::SizeDisagrees { stated, found } => {
            let ((rows, cols), (r, c)) = (stated, found);
            write!(
                f,
                "the size says {rows}×{cols}, but the text has {} of {}",
                number(*r, "row"),
                number(*c, "cell")
            )
        }
        ErrorKind::TooManyCells => {
            write!(f, "too much for one board: the largest has {MAX_SIDE}×{MAX_SIDE} cells")
        }
        ErrorKind::TooManyDigits { most } => {
            write!(f, "more than {most} cells run together: separate the numbers by spaces")
        }
        ErrorKind::Board(error) => write!(f, "{error}"),
        ErrorKind::Ambiguous { readings } => {
            write!(f, "this can be read in more than one way:")?;
            for (i, Reading { form, size: (rows, cols), decided_by }) in readings.iter().enumerate() {
                let comma = if i == 0 { "" } else { "," };
                let by = if *decided_by == DecidedBy::Size { "size" } else { "form" };
                write!(f, "{comma} {rows}×{cols} ({}) by its {by}", form.name())?;
            }
            Ok(())
        }
        ErrorKind::Json { expected } => write!(f, "this is not a board as JSON: expected {expected}"),
        _ => {
            let form = form.unwrap_or(Form::Numbers);
            write!(f, "this is not in the form {} ({})", form.name(), form.description())
        }
    }
}

fn also_missing(f: &mut fmt::Formatter<'_>, missing: Option<u32>) -> fmt::Result {
    match missing {
        None => Ok(()),
        Some(0) => write!(f, ", and there is no blank"),
        Some(tile) => write!(f, ", and tile {tile} is missing"),
    }
}

impl std::error::Error for ParseError {}
