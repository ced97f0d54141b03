//! Many puzzles in one text, each with its own result: one bad puzzle does not spoil the others.
//!
//! - **letters**: a second `board:` begins a puzzle, together with the header lines before it, and so does a
//!   second `name:`. Header lines that follow a grid without a blank line belong to that grid's puzzle, but
//!   for `name:`.
//! - **course**: each puzzle begins with its line `width,height,`.
//! - **rush-hour**: one puzzle a line, alone or as `moves board states`; a line that begins with `#` is a comment.
//! - **gnome**, or texts of several forms: blocks between blank lines. A blank line may also be a row of a
//!   GNOME board, so this is done only where more than one block has a main piece.

use super::error::{ParseError, Problem};
use super::split::{self, Start};
use super::{Format, Parsed, parse};

/// One of the puzzles of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The puzzle, or what is wrong; places count from the beginning of the whole text.
    pub result: Result<Parsed, ParseError>,
}

/// The puzzles of a text; at least one item, which for a text with one puzzle is what [`parse`] says of it.
///
/// ```
/// use slidewise_puzzles::bricks::parse::parse_many;
/// let text = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\nooooooooooooAAoooooooooooooooooooooo\noooo\n";
/// let items = parse_many(text);
/// assert_eq!(items[0].result.as_ref().unwrap().known_optimum, Some(60));
/// assert!(items[1].result.is_ok());
/// assert_eq!(items[2].result.as_ref().unwrap_err().line, 3);
/// ```
pub fn parse_many(text: &str) -> Vec<Item> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (form, starts) = split::starts(text);
    if starts.len() < 2 {
        let line = text.lines().position(|line| !line.trim().is_empty()).map_or(1, |at| at + 1);
        return vec![Item { line, result: parse(text) }];
    }
    let ends = starts[1..].iter().map(|next| next.byte).chain([text.len()]);
    let parts = starts.iter().zip(ends);
    parts.map(|(start, end)| item(form, *start, &text[start.byte..end])).collect()
}

fn item(form: Option<Format>, start: Start, part: &str) -> Item {
    // Among GNOME's boards, one that has lost its main piece is no bare grid of letters.
    let result = match form {
        Some(Format::Gnome) if !part.contains('*') => {
            Err(ParseError { line: 1, column: 1, problem: Problem::UnknownForm })
        }
        _ => parse(part),
    };
    Item { line: start.line, result: moved(result, start.line - 1) }
}

/// The same, so many lines further down.
fn moved(result: Result<Parsed, ParseError>, lines: usize) -> Result<Parsed, ParseError> {
    match result {
        Ok(mut parsed) => {
            parsed.warnings.iter_mut().for_each(|warning| warning.line += lines);
            Ok(parsed)
        }
        Err(error) => Err(ParseError { line: error.line + lines, ..error }),
    }
}

#[cfg(test)]
mod tests;
