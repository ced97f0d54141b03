//! The text, the part of it that is being read, and its lines without comments.

use std::ops::Range;

use super::error::{ErrorKind, ParseError};
use crate::text::{Origin, Place, clipped};
use crate::tiles::board::MAX_SIDE;

/// Bytes of the text.
pub(super) type Span = Range<usize>;

/// The most cells that a board can have.
pub(super) const MAX_CELLS: usize = MAX_SIDE * MAX_SIDE;

/// The most lines with something on them that one board can take: one cell a line, or every row drawn with a
/// rule under it, and a size line.
const MAX_LINES: usize = MAX_CELLS + 2;

/// The longest line that one board can take, in bytes: all cells of the largest one with a hundred characters for
/// each. What is longer is refused before anything looks at it closely.
const MAX_LINE: usize = MAX_CELLS * 100;

/// A text, and from where on its lines are counted.
#[derive(Clone, Copy)]
pub(super) struct Source<'t> {
    pub(super) text: &'t str,
    pub(super) origin: Origin,
}

impl<'t> Source<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, origin: Origin::START }
    }

    /// Everything but a byte-order mark.
    pub(super) fn all(&self) -> Span {
        let mark = '\u{feff}';
        (if self.text.starts_with(mark) { mark.len_utf8() } else { 0 })..self.text.len()
    }

    pub(super) fn str(&self, span: &Span) -> &'t str {
        &self.text[span.clone()]
    }

    pub(super) fn error(&self, kind: ErrorKind, span: &Span) -> ParseError {
        let Place { line, column, length } = Place::after(self.text, self.origin, span.clone());
        ParseError { kind, line, column, length, token: clipped(self.str(span)), form: None }
    }

    /// `span` without white space at its ends.
    pub(super) fn trim(&self, span: &Span) -> Span {
        let text = self.str(span);
        let start = span.start + (text.len() - text.trim_start().len());
        start..start + text.trim().len()
    }

    /// The lines of a span on which something stands, without comments and white space around it.
    pub(super) fn lines(self, span: Span) -> impl Iterator<Item = Span> + use<'t> {
        raw_lines(self.text, span).map(move |line| self.content(line)).filter(|line| !line.is_empty())
    }

    /// All the lines of one board.
    pub(super) fn board_lines(self, span: Span) -> Result<Vec<Span>, ParseError> {
        let lines: Vec<Span> = self.lines(span).take(MAX_LINES + 1).collect();
        let too_long = lines.iter().find(|line| line.len() > MAX_LINE);
        match too_long.or(lines.get(MAX_LINES)) {
            Some(beyond) => Err(self.error(ErrorKind::TooManyCells, beyond)),
            None => Ok(lines),
        }
    }

    /// A line without its comment and the white space around it.
    fn content(&self, line: Span) -> Span {
        let end = self.str(&line).bytes().position(|b| b == b'#').map_or(line.end, |i| line.start + i);
        // Most of a hostile text can be empty lines, and trimming is the dear part.
        if end == line.start { line.start..end } else { self.trim(&(line.start..end)) }
    }
}

/// The lines of a span, without their line feeds; a carriage return before one is white space.
pub(super) fn raw_lines(text: &str, span: Span) -> impl Iterator<Item = Span> {
    let mut at = span.start;
    text[span].split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        start..at - usize::from(line.ends_with('\n'))
    })
}
