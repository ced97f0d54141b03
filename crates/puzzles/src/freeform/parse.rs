//! Puzzles from text.
//!
//! ```text
//! // A line that begins so says nothing.
//! name: Around the corner
//! tiles:
//!   1 2 3
//!   4 # 5
//!   6 7 .
//! goal:
//!   7 6 5
//!   4 # 3
//!   2 1 .
//! wrap: both
//! ```
//!
//! Cells are separated by white space: `#` wall or hole, `.`, `_` or `0` blank, in goals `?` or `*` for
//! anything, all else the label of a tile. Rows are lines, or separated by `/`; sections begin on a line of
//! their own, or after `;`, so that a puzzle fits on one line. `wrap:` is `rows`, `columns`, `both` or
//! `none`. Without `goal:` the tiles must come in order ([`in_order`](super::goal::in_order)). `note:` lines
//! are kept.

mod assemble;
mod error;
mod pieces;
#[cfg(test)]
mod tests;

pub use error::{ParseError, ParseErrorKind};

use super::puzzle::Puzzle;
use pieces::{Key, Piece, pieces};

/// What a text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Whether the text gives the goal; if not, it is the tiles in order.
    pub goal_given: bool,
}

/// One of the puzzles of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The puzzle, or what is wrong; places count from the beginning of the whole text.
    pub result: Result<Parsed, ParseError>,
}

/// Whether a text is meant for this reader, right or wrong: a section `tiles:` begins in it.
pub fn looks_like_freeform(text: &str) -> bool {
    pieces(text).iter().any(|piece| piece.key == Some(Key::Tiles))
}

/// Reads one puzzle.
pub fn parse(text: &str) -> Result<Parsed, ParseError> {
    assemble::assemble(&pieces(text))
}

/// Reads the puzzles of a text: `tiles:` or `name:` begins the next one when the one before has its tiles, or
/// has had the same section. At least one item, which for an empty text is an error.
pub fn parse_many(text: &str) -> Vec<Item> {
    let all = pieces(text);
    let mut items = Vec::new();
    let mut rest = all.as_slice();
    loop {
        let (one, others) = rest.split_at(length_of_first(rest));
        let line = one.first().map_or(1, |piece| piece.line);
        items.push(Item { line, result: assemble::assemble(one) });
        rest = others;
        if rest.is_empty() {
            return items;
        }
    }
}

/// How many pieces belong to the first puzzle.
fn length_of_first(all: &[Piece<'_>]) -> usize {
    let mut seen: Vec<Key> = Vec::new();
    for (i, piece) in all.iter().enumerate() {
        let Some(key) = piece.key else { continue };
        let begins = matches!(key, Key::Tiles | Key::Name);
        if begins && (seen.contains(&key) || seen.contains(&Key::Tiles)) {
            return i;
        }
        seen.push(key);
    }
    all.len()
}
