//! Which form a text has, and the board in it.

use super::assemble::{Grid, assemble};
use super::error::{ErrorKind, ParseError};
use super::form::Form;
use super::source::{Source, Span};
use super::{ParseOptions, Parsed, brackets, drawn, instance, json, numbers, packed};

/// The one board of a span.
pub(super) fn board(source: Source<'_>, span: Span, options: &ParseOptions) -> Result<Parsed, ParseError> {
    let lines = source.board_lines(source.trim(&span))?;
    match (&lines[..], options.form) {
        ([], _) => Err(source.error(ErrorKind::Empty, &(span.start..span.start))),
        (_, Some(Form::Instance)) => instance::only(source, &lines, options),
        ([line], None) => instance::or_plain(source, line, options),
        (_, form) => plain(source, &lines, form.unwrap_or_else(|| detect(source, &lines)), options),
    }
}

/// The board of some lines in a form other than [`Form::Instance`].
pub(super) fn plain(
    source: Source<'_>,
    lines: &[Span],
    form: Form,
    options: &ParseOptions,
) -> Result<Parsed, ParseError> {
    assemble(source, &grid(source, lines, form)?, options)
}

/// The cells of some lines in a form other than [`Form::Instance`].
pub(super) fn grid(source: Source<'_>, lines: &[Span], form: Form) -> Result<Grid, ParseError> {
    let read = match form {
        Form::Slash => numbers::slash(source, lines),
        Form::Numbers | Form::Instance => numbers::list(source, lines),
        Form::Rows => numbers::rows(source, lines),
        Form::SizeLine => numbers::size_line(source, lines),
        Form::Digits | Form::Base36 | Form::Letters => packed::read(source, lines, form),
        Form::Json => json::read(source, lines),
        Form::Brackets => brackets::read(source, lines),
        Form::GameId => numbers::game_id(source, lines),
        Form::Drawn => drawn::read(source, lines),
    };
    read.map_err(|error| ParseError { form: Some(form), ..error })
}

/// The form of some lines, at least one. Looks only at how things are put together, so that what is wrong with
/// the tiles is reported for the form that is meant.
pub(super) fn detect(source: Source<'_>, lines: &[Span]) -> Form {
    let first = source.str(&lines[0]);
    let any = |test: fn(char) -> bool| lines.iter().any(|line| source.str(line).contains(test));
    if brackets::begins(first) {
        Form::Brackets
    } else if first.starts_with(['[', '{']) {
        if is_in_brackets(source, lines) { Form::Brackets } else { Form::Json }
    } else if numbers::game_header(first).is_some() {
        Form::GameId
    } else if any(drawn::is_bar) {
        Form::Drawn
    } else if any(|c| matches!(c, '/' | ';')) {
        Form::Slash
    } else if let [only] = lines {
        if numbers::only_token(source, only).is_some() { packed::form(source, lines) } else { Form::Numbers }
    } else if has_size_line(source, lines) {
        Form::SizeLine
    } else if packed::are_rows(source, lines) {
        packed::form(source, lines)
    } else {
        Form::Rows
    }
}

/// Whether lines that begin with a bracket are no JSON, nor meant to be: what stands in them is not separated by
/// commas, or has what JSON does not have.
fn is_in_brackets(source: Source<'_>, lines: &[Span]) -> bool {
    let any = |test: fn(char) -> bool| lines.iter().any(|line| source.str(line).contains(test));
    let foreign = !any(|c| c == ',') && any(char::is_whitespace)
        || any(|c| matches!(c, ';' | '\'') || c.is_ascii_alphabetic());
    foreign && json::read(source, lines).is_err() && brackets::read(source, lines).is_ok()
}

/// Whether the first line is the side of the board: a number alone, and the others are longer, or just as many
/// as it asks for. A column of cells is not mistaken for that: a board of side n has a tile n, which a column
/// that begins with n does not have again.
fn has_size_line(source: Source<'_>, lines: &[Span]) -> bool {
    let number = |line: &Span| source.str(line).parse::<usize>().ok();
    let Some(side) = number(&lines[0]) else { return false };
    let rest = &lines[1..];
    let cell_a_line =
        || side.checked_mul(side) == Some(rest.len()) && rest.iter().any(|line| number(line) == Some(side));
    rest.iter().any(|line| numbers::only_token(source, line).is_none()) || cell_a_line()
}
