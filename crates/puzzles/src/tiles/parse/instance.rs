//! A line of a table: an id, perhaps the optimal length, and the board in any form that fits on a line. One
//! number alone before the board is taken as its id, since a wrong optimum would be a false claim.

use super::assemble::{Grid, Layout, assemble, square_side};
use super::detect::{detect, grid, plain};
use super::error::{ErrorKind, ParseError, Reading};
use super::form::Form;
use super::numbers;
use super::source::{Source, Span};
use super::{ParseOptions, Parsed};

/// A line that may be a plain board or a line of a table. A board with something before it is only recognised
/// if what follows is a complete board and the line as a whole is not.
pub(super) fn or_plain(
    source: Source<'_>,
    line: &Span,
    options: &ParseOptions,
) -> Result<Parsed, ParseError> {
    let lines = std::slice::from_ref(line);
    let cells = grid(source, lines, detect(source, lines));
    let error = match cells.as_ref().map_err(Clone::clone).and_then(|cells| assemble(source, cells, options))
    {
        Ok(parsed) => return Ok(parsed),
        Err(error) => error,
    };
    let found = led(source, line, 1, options).or_else(|_| led(source, line, 2, options));
    let complete = cells.as_ref().is_ok_and(Grid::is_permutation);
    match found {
        Ok(parsed) if !complete || matches!(error.kind, ErrorKind::Count { .. }) => Ok(parsed),
        Ok(parsed) => Err(with_reading(error, &parsed)),
        Err(_) => Err(more_likely(source, line, options, &cells, error)),
    }
}

/// A text that must be a line of a table.
pub(super) fn only(source: Source<'_>, lines: &[Span], options: &ParseOptions) -> Result<Parsed, ParseError> {
    match lines {
        [line] => {
            led(source, line, 2, options).or_else(|error| led(source, line, 1, options).map_err(|_| error))
        }
        _ => Err(ParseError { form: Some(Form::Instance), ..source.error(ErrorKind::NotInForm, &lines[1]) }),
    }
}

/// The board of a line after `count` (1 or 2) leading fields.
fn led(source: Source<'_>, line: &Span, count: usize, options: &ParseOptions) -> Result<Parsed, ParseError> {
    let not_in_form =
        || ParseError { form: Some(Form::Instance), ..source.error(ErrorKind::NotInForm, line) };
    let (id, mut rest) = field(source, line).ok_or_else(not_in_form)?;
    // A mark for the blank or a negative number is a cell, right or wrong, and not an id.
    if !source.str(&id).starts_with(char::is_alphanumeric) || source.str(&id).eq_ignore_ascii_case("x") {
        return Err(not_in_form());
    }
    let mut known_optimum = None;
    if count == 2 {
        let (optimum, after) = field(source, &rest).ok_or_else(not_in_form)?;
        known_optimum = Some(source.str(&optimum).parse().map_err(|_| not_in_form())?);
        rest = after;
    }
    let body = std::slice::from_ref(&rest);
    let options = ParseOptions { form: None, ..*options };
    let parsed = plain(source, body, detect(source, body), &options)?;
    let id = Some(source.str(&id).trim_end_matches(':').to_owned());
    Ok(Parsed { detected: Form::Instance, known_optimum, id, ..parsed })
}

/// The first field of a span and what comes after it; `None` if nothing does.
fn field(source: Source<'_>, span: &Span) -> Option<(Span, Span)> {
    let text = source.str(span);
    let end = text.find(|c: char| c.is_whitespace() || c == ',')?;
    let after = text[end..].trim_start().trim_start_matches(',').trim_start();
    (end > 0 && !after.is_empty()).then(|| (span.start..span.start + end, span.end - after.len()..span.end))
}

/// The line is a complete list of numbers, and also a table's line: one reading more.
fn with_reading(mut error: ParseError, parsed: &Parsed) -> ParseError {
    if let ErrorKind::Ambiguous { readings } = &mut error.kind {
        let size = (parsed.board.rows(), parsed.board.cols());
        readings.push(Reading::by_size(Form::Instance, size));
    }
    error
}

/// Of the things that are wrong with a line, the one in the reading that its number of cells suggests.
fn more_likely(
    source: Source<'_>,
    line: &Span,
    options: &ParseOptions,
    cells: &Result<Grid, ParseError>,
    plain_error: ParseError,
) -> ParseError {
    let Ok(Grid { layout: Layout::Flat, form: Form::Numbers, cells, .. }) = cells else { return plain_error };
    let fits = |n: usize| match options.size {
        Some((rows, cols)) => rows.checked_mul(cols) == Some(n),
        None => square_side(n).is_some_and(|side| side > 2),
    };
    let n = cells.len();
    let lead = [2, 1].into_iter().find(|&lead| !fits(n) && n > lead && fits(n - lead));
    lead.and_then(|lead| led(source, line, lead, options).err()).unwrap_or(plain_error)
}

/// Whether a line has the marks of a whole board: slashes, brackets, a game-id, or a blank among as many cells
/// as a board has.
pub(super) fn looks_whole(source: Source<'_>, line: &Span, options: &ParseOptions) -> bool {
    let text = source.str(line);
    if has_marks(text) {
        return true;
    }
    let Ok(Grid { cells, .. }) =
        grid(source, std::slice::from_ref(line), detect(source, std::slice::from_ref(line)))
    else {
        return false;
    };
    let fits = |n: usize| match options.size {
        Some((rows, cols)) => rows.checked_mul(cols) == Some(n),
        None => square_side(n).is_some(),
    };
    let n = cells.len();
    cells.iter().any(|cell| cell.value == 0) && (0..=2.min(n)).any(|lead| fits(n - lead))
}

/// Whether a line has what no row of a larger board has.
pub(super) fn has_marks(text: &str) -> bool {
    text.contains(['/', '[']) || numbers::game_header(text).is_some()
}
