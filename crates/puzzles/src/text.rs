//! Places in a text that a user gave, and how to point at them. Shared by every reader, so that all errors look
//! alike. Costs nothing until something is wrong: readers carry byte ranges, and only an error counts lines.

use std::ops::Range;

/// So many of something: `1 tile`, `2 tiles`.
pub fn number(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// A place in a text, as an editor counts: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// How many characters are meant; at least 1, and none beyond the end of the line.
    pub length: usize,
}

/// A byte that a reader has come to, and the number of its line: from here lines are counted.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// A byte offset at the beginning of a line.
    pub offset: usize,
    /// That line's number, from 1.
    pub line: usize,
}

impl Origin {
    /// The beginning of a text.
    pub(crate) const START: Self = Self { offset: 0, line: 1 };
}

impl Place {
    /// The place of a byte range of `text`. A byte-order mark at the beginning of the text takes no column.
    pub fn of(text: &str, span: Range<usize>) -> Self {
        Self::after(text, Origin::START, span)
    }

    /// The same, counting lines from `origin` on: in a list of many lines each error then costs only its own
    /// lines.
    pub fn after(text: &str, origin: Origin, span: Range<usize>) -> Self {
        let before = &text[origin.offset..span.start];
        let newlines = before.bytes().filter(|&b| b == b'\n').count();
        let line_start = before.rfind('\n').map_or(origin.offset, |i| origin.offset + i + 1);
        let start_of_line = &text[line_start..span.start];
        let column = start_of_line.trim_start_matches('\u{feff}').chars().count() + 1;
        let on_this_line = text[span].lines().next().unwrap_or_default();
        Self { line: origin.line + newlines, column, length: on_this_line.chars().count().max(1) }
    }
}

/// How much of a line is shown; a longer one is cut on both sides of the place.
const SHOWN: usize = 76;

/// Two lines that point at a place: the line of the text, and carets under what is meant.
pub fn caret(text: &str, place: Place) -> String {
    let text = text.trim_start_matches('\u{feff}');
    let line = text.lines().nth(place.line - 1).unwrap_or_default();
    let first = if place.column <= SHOWN * 3 / 4 { 0 } else { place.column - 1 - SHOWN / 2 };
    let mut rest = line.chars().skip(first);
    let shown: String = rest.by_ref().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let (before, after) = (if first > 0 { "…" } else { "" }, if rest.next().is_some() { "…" } else { "" });
    let indent = place.column - 1 - first + before.chars().count();
    let carets = place.length.min(SHOWN.saturating_sub(place.column - 1 - first)).max(1);
    format!("{before}{shown}{after}\n{}{}", " ".repeat(indent), "^".repeat(carets))
}

/// A token for an error message: the beginning of it if it is long.
pub fn clipped(token: &str) -> String {
    const LONGEST: usize = 24;
    let mut chars = token.chars();
    let kept: String = chars.by_ref().take(LONGEST).collect();
    if chars.next().is_some() { kept + "…" } else { kept }
}

/// The text that some bytes hold, or the place of the first byte that is not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<&str, Place> {
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        Place::of(valid, valid.len()..valid.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_and_lines() {
        let text = "│1│\r\n│2│ x";
        let x = text.find('x').unwrap();
        assert_eq!(Place::of(text, x..x + 1), Place { line: 2, column: 5, length: 1 });
        assert_eq!(Place::of("\u{feff}12", 3..5), Place { line: 1, column: 1, length: 2 });
        assert_eq!(Place::of("", 0..0), Place { line: 1, column: 1, length: 1 });
        let origin = Origin { offset: 2, line: 2 };
        assert_eq!(Place::after("a\nb\ncd", origin, 5..6), Place { line: 3, column: 2, length: 1 });
    }

    #[test]
    fn the_caret_stands_under_the_place() {
        let text = "1 2 3\n4 55 6";
        assert_eq!(caret(text, Place { line: 2, column: 3, length: 2 }), "4 55 6\n  ^^");
        assert_eq!(caret("", Place { line: 1, column: 1, length: 1 }), "\n^");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = "1 ".repeat(100_000) + "?" + &" 2".repeat(100);
        let place = Place { line: 1, column: 200_001, length: 1 };
        let drawing = caret(&text, place);
        let (line, carets) = drawing.split_once('\n').unwrap();
        assert!(line.starts_with('…') && line.ends_with('…') && line.chars().count() <= SHOWN + 2);
        assert_eq!(line.chars().nth(carets.len() - 1), Some('?'));
        assert_eq!(carets.trim_start(), "^");
    }

    #[test]
    fn bytes_that_are_not_text_are_placed() {
        assert_eq!(decode(b"1 2\n3 \xff"), Err(Place { line: 2, column: 3, length: 1 }));
        assert_eq!(decode("1 │".as_bytes()), Ok("1 │"));
    }
}
