//! Boards with one character a cell and nothing between: digits, base-36 digits, or letters.

use super::assemble::{Cell, Grid, Layout};
use super::error::{ErrorKind, ParseError};
use super::form::Form;
use super::numbers::only_token;
use super::source::{Source, Span};

/// How many cells there are characters for: 0 … 9 and A … Z.
const MOST: usize = 36;

/// Whether rows look like cells run together: one token each, equally long, and longer than one character.
pub(super) fn are_rows(source: Source<'_>, rows: &[Span]) -> bool {
    let length = |row: &Span| source.str(row).chars().count();
    let first = rows.first().map_or(0, length);
    rows.len() > 1
        && (2..=MOST).contains(&first)
        && rows.iter().all(|row| only_token(source, row).is_some() && length(row) == first)
}

/// Which of the three forms some rows have. Letters that stand without any digit from 1 to 9 count from
/// `a` = 1; a board of base-36 digits has always a tile `1`, so the two cannot be confused.
pub(super) fn form(source: Source<'_>, rows: &[Span]) -> Form {
    let any = |test: fn(char) -> bool| rows.iter().any(|row| source.str(row).contains(test));
    match count(source, rows) {
        _ if any(|c| c.is_ascii_alphabetic()) && !any(|c| matches!(c, '1'..='9')) => Form::Letters,
        0..=9 => Form::Digits,
        _ => Form::Base36,
    }
}

/// The number of cells, not counted far beyond [`MOST`].
fn count(source: Source<'_>, rows: &[Span]) -> usize {
    rows.iter().map(|row| source.str(row).chars().take(MOST + 1).count()).sum()
}

/// Reads rows of cells run together; one row alone is a list.
pub(super) fn read(source: Source<'_>, rows: &[Span], form: Form) -> Result<Grid, ParseError> {
    let n = count(source, rows);
    if n > MOST {
        return Err(source.error(ErrorKind::TooManyDigits { most: MOST }, &rows[0]));
    }
    if form == Form::Letters && is_prose(source, rows) {
        return Err(source.error(ErrorKind::UnknownToken, &rows[0]));
    }
    let mut grid = Grid::new(form, if rows.len() == 1 { Layout::Flat } else { Layout::Rows });
    for row in rows {
        grid.start_row(source, row)?;
        for (i, c) in source.str(row).char_indices() {
            let span = row.start + i..row.start + i + c.len_utf8();
            let value = value(c, form, n).ok_or_else(|| source.error(ErrorKind::UnknownToken, &span))?;
            grid.push(source, Cell { value, span })?;
        }
    }
    Ok(grid)
}

/// Whether letters are rather a word that strayed in: none marks the blank, and one stands twice.
fn is_prose(source: Source<'_>, rows: &[Span]) -> bool {
    let mut letters: Vec<char> = rows.iter().flat_map(|row| source.str(row).chars()).collect();
    letters.sort_unstable();
    letters.iter().all(char::is_ascii_alphabetic) && letters.windows(2).any(|pair| pair[0] == pair[1])
}

/// The number of a character; `x` is the blank on boards that have no such tile.
fn value(c: char, form: Form, n: usize) -> Option<u32> {
    let number = match c {
        '_' | '.' | '-' => return Some(0),
        _ if form == Form::Letters && c.is_ascii_alphabetic() => c.to_digit(36)? - 9,
        _ => c.to_digit(36)?,
    };
    let blank = matches!(c, 'x' | 'X') && number as usize >= n;
    Some(if blank { 0 } else { number })
}
