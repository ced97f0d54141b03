//! Tile boards as people paste them: the form is detected and reported, and an ambiguous text is never guessed
//! at. See [`Form`] for the forms, [`ErrorKind`] for what can be wrong.
//!
//! ```
//! use slidewise_puzzles::tiles::parse::{Form, ParseOptions, parse};
//! let parsed = parse("8 6 7/2 5 4/3 0 1", &ParseOptions::default())?;
//! assert_eq!((parsed.board.rows(), parsed.detected), (3, Form::Slash));
//! let error = parse("8 6 7/2 5 4/3 0 8", &ParseOptions::default()).unwrap_err();
//! assert_eq!(error.to_string(), "1:17: tile 8 stands twice, and tile 1 is missing");
//! # Ok::<(), slidewise_puzzles::tiles::parse::ParseError>(())
//! ```
//!
//! The blank is `0`, `_`, `__`, `.`, `x`, `-`, `None`, `null` or `NaN`, an empty cell of a drawn board or at the end
//! of a row, or the largest number where 1 to rows × columns stand there; `#` starts a comment. A size
//! is always rows × columns, with one exception: a game-id writes **width x height**, as Simon Tatham's Portable
//! Puzzle Collection does, so `3x2:1,2,3,4,5,0` has two rows of three.
//!
//! Reading takes one pass for the detection and one for the board; more than the largest board's cells are never
//! stored, however long the text is.

mod assemble;
mod brackets;
mod detect;
mod drawn;
mod error;
mod form;
mod instance;
mod json;
mod many;
mod numbers;
mod packed;
mod source;

pub use error::{DecidedBy, ErrorKind, ParseError, Reading, decode};
pub use form::Form;
pub use many::{Item, parse_many};

use super::board::Board;
use source::Source;

/// What decides where the text alone does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParseOptions {
    /// Rows and columns.
    pub size: Option<(usize, usize)>,
    /// The form to read the text in, instead of detecting it.
    pub form: Option<Form>,
}

/// A board that was read, and what was found out on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The board.
    pub board: Board,
    /// The form in which it was written.
    pub detected: Form,
    /// The optimal length that its line claims, in a list of instances.
    pub known_optimum: Option<u32>,
    /// The name or number that its line begins with, in a list of instances.
    pub id: Option<String>,
    /// The number that was taken for the blank, where no other mark stands for it.
    pub blank_number: Option<u16>,
}

/// Reads a text that holds exactly one board.
pub fn parse(text: &str, options: &ParseOptions) -> Result<Parsed, ParseError> {
    let source = Source::new(text);
    detect::board(source, source.all(), options)
}

/// Any form, detected: `"8 6 7/2 5 4/3 0 1".parse::<Board>()`.
impl std::str::FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse(text, &ParseOptions::default()).map(|parsed| parsed.board)
    }
}

#[cfg(test)]
mod tests;
