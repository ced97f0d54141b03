//! The forms made of separated numbers: lists, rows by line or by slash, a size line, game-ids.

use super::assemble::{Cell, Grid, Layout};
use super::error::{ErrorKind, ParseError};
use super::form::Form;
use super::packed;
use super::source::{MAX_CELLS, Source, Span};

/// The number that a token stands for, the blank being 0.
pub(super) fn cell(source: Source<'_>, span: Span) -> Result<Cell, ParseError> {
    let token = source.str(&span);
    let digits = |s: &str| !s.is_empty() && s.chars().all(|c| digit(c).is_some());
    let value = if is_blank(token) {
        0
    } else if digits(token) {
        let number = |n: Option<u32>, c: char| n?.checked_mul(10)?.checked_add(digit(c)?);
        token.chars().fold(Some(0), number).unwrap_or(u32::MAX)
    } else {
        let negative = token.strip_prefix('-').is_some_and(digits);
        let kind = if negative { ErrorKind::Negative } else { ErrorKind::UnknownToken };
        return Err(source.error(kind, &span));
    };
    Ok(Cell { value, span })
}

/// The value of a digit, of the usual ones or of the wide ones that East Asian keyboards have.
fn digit(c: char) -> Option<u32> {
    let wide = u32::from(c).checked_sub(u32::from('０')).filter(|value| *value < 10);
    c.to_digit(10).or(wide)
}

/// Whether a token that is no number marks the blank.
fn is_blank(token: &str) -> bool {
    let none = ["none", "null", "nan", "nil"];
    matches!(token, "_" | "__" | "." | "x" | "X" | "-")
        || none.iter().any(|word| token.eq_ignore_ascii_case(word))
}

/// The tokens of a span, separated by white space and commas. A comma needs something before it; one at the
/// end is fine, as spreadsheets and some courses write it.
pub(super) fn tokens(
    source: Source<'_>,
    span: &Span,
    mut found: impl FnMut(Span) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    let mut token_start = None;
    let mut after_token = false;
    for (i, c) in source.str(span).char_indices() {
        let at = span.start + i;
        if !c.is_whitespace() && c != ',' {
            token_start = token_start.or(Some(at));
            continue;
        }
        if let Some(start) = token_start.take() {
            found(start..at)?;
            after_token = true;
        }
        if c == ',' && !std::mem::replace(&mut after_token, false) {
            return Err(source.error(ErrorKind::EmptyCell, &(at..at + 1)));
        }
    }
    token_start.map_or(Ok(()), |start| found(start..span.end))
}

/// The only token of a span, if there is just one.
pub(super) fn only_token(source: Source<'_>, span: &Span) -> Option<Span> {
    let one = !source.str(span).contains(|c: char| c.is_whitespace() || c == ',');
    (one && !span.is_empty()).then(|| span.clone())
}

fn push_row(source: Source<'_>, grid: &mut Grid, row: &Span) -> Result<(), ParseError> {
    grid.start_row(source, row)?;
    tokens(source, row, |token| grid.push(source, cell(source, token)?))
}

/// A list in which line ends mean nothing.
pub(super) fn list(source: Source<'_>, lines: &[Span]) -> Result<Grid, ParseError> {
    let mut grid = Grid::new(Form::Numbers, Layout::Flat);
    lines.iter().try_for_each(|line| push_row(source, &mut grid, line))?;
    Ok(grid)
}

/// One line a row.
pub(super) fn rows(source: Source<'_>, lines: &[Span]) -> Result<Grid, ParseError> {
    let mut grid = Grid::new(Form::Rows, Layout::Lines);
    lines.iter().try_for_each(|line| push_row(source, &mut grid, line))?;
    Ok(grid)
}

/// Rows by slash; a row may also be digits run together.
pub(super) fn slash(source: Source<'_>, lines: &[Span]) -> Result<Grid, ParseError> {
    let segments = slash_segments(source, lines)?;
    if packed::are_rows(source, &segments) {
        return packed::read(source, &segments, packed::form(source, &segments));
    }
    let mut grid = Grid::new(Form::Slash, Layout::Rows);
    segments.iter().try_for_each(|row| push_row(source, &mut grid, row))?;
    Ok(grid)
}

/// The rows between slashes, or semicolons, and line ends. One at the end is fine.
fn slash_segments(source: Source<'_>, lines: &[Span]) -> Result<Vec<Span>, ParseError> {
    let mut segments = Vec::new();
    for line in lines {
        let mut start = line.start;
        for (i, _) in source.str(line).match_indices(['/', ';']) {
            let segment = source.trim(&(start..line.start + i));
            if segment.is_empty() {
                return Err(source.error(ErrorKind::EmptyRow, &(line.start + i..line.start + i + 1)));
            }
            if segments.len() == MAX_CELLS {
                return Err(source.error(ErrorKind::TooManyCells, &segment));
            }
            segments.push(segment);
            start = line.start + i + 1;
        }
        let last = source.trim(&(start..line.end));
        segments.extend((!last.is_empty()).then_some(last));
    }
    Ok(segments)
}

/// The side on the first line, the rows on the others.
pub(super) fn size_line(source: Source<'_>, lines: &[Span]) -> Result<Grid, ParseError> {
    let not_in_form = || source.error(ErrorKind::NotInForm, &lines[0]);
    let side = source.str(&lines[0]).parse().map_err(|_| not_in_form())?;
    let mut grid = Grid { form: Form::SizeLine, ..rows(source, &lines[1..])? };
    grid.stated = Some(((side, side), lines[0].clone()));
    Ok(grid)
}

/// Where the header of a game-id ends (after the colon), and its width and height.
pub(super) fn game_header(text: &str) -> Option<(usize, usize, usize)> {
    // Two numbers of a machine word fit; a longer text before the colon is no header.
    let colon = text.bytes().take(42).position(|b| b == b':')?;
    let (width, height) = text[..colon].split_once(['x', 'X'])?;
    let number = |s: &str| s.bytes().all(|b| b.is_ascii_digit()).then(|| s.parse().ok()).flatten();
    Some((colon + 1, number(width)?, number(height)?))
}

/// Width x height, a colon, and then a list, rows by slash, or digits run together.
pub(super) fn game_id(source: Source<'_>, lines: &[Span]) -> Result<Grid, ParseError> {
    let first = &lines[0];
    let Some((end, width, height)) = game_header(source.str(first)) else {
        return Err(source.error(ErrorKind::NotInForm, first));
    };
    let header = first.start..first.start + end;
    let mut body = vec![source.trim(&(header.end..first.end))];
    body.extend_from_slice(&lines[1..]);
    let read = match &body[..] {
        body if body.iter().any(|line| source.str(line).contains('/')) => slash(source, body)?,
        [only] if only_token(source, only).is_some() => {
            packed::read(source, &body, packed::form(source, &body))?
        }
        body => list(source, body)?,
    };
    Ok(Grid { form: Form::GameId, stated: Some(((height, width), header)), ..read })
}
