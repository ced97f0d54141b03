//! Boards drawn with lines, as [`draw`](crate::tiles::draw::draw) and many other programs print them: cells
//! stand between vertical lines, and an empty one is the blank. Rules between the rows are optional.

use super::assemble::{Cell, Grid, Layout};
use super::error::{ErrorKind, ParseError};
use super::form::Form;
use super::numbers;
use super::source::{Source, Span};

/// Whether a character is a vertical line of a drawing.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║')
}

/// Whether a line is a rule between rows: made of lines and crossings only, `-` and `=` at least twice together
/// (one alone is a blank).
fn is_rule(line: &str) -> bool {
    let horizontal = |c: char| c == '+' || (('\u{2500}'..='\u{257f}').contains(&c) && !is_bar(c));
    let part = |c: char| horizontal(c) || is_bar(c) || matches!(c, '-' | '=' | ':') || c.is_whitespace();
    line.chars().all(part) && (line.contains(horizontal) || line.contains("--") || line.contains("=="))
}

/// Reads the lines of one drawing.
pub(super) fn read(source: Source<'_>, lines: &[Span]) -> Result<Grid, ParseError> {
    let rows: Vec<&Span> = lines.iter().filter(|line| !is_rule(source.str(line))).collect();
    if let Some(stray) = rows.iter().find(|row| !source.str(row).contains(is_bar)) {
        return Err(source.error(ErrorKind::NotInForm, stray));
    }
    // A bar at the end of a row is its frame if all rows have one; otherwise the blank is empty there.
    let framed_left = rows.iter().all(|row| source.str(row).starts_with(is_bar));
    let framed_right = rows.iter().all(|row| source.str(row).ends_with(is_bar));
    let mut grid = Grid::new(Form::Drawn, Layout::Rows);
    for row in rows {
        grid.start_row(source, row)?;
        let mut start = row.start;
        for (i, (at, bar)) in source.str(row).match_indices(is_bar).enumerate() {
            let end = row.start + at;
            if !(i == 0 && framed_left) {
                push(source, &mut grid, start..end)?;
            }
            start = end + bar.len();
        }
        if !framed_right {
            push(source, &mut grid, start..row.end)?;
        }
    }
    Ok(grid)
}

fn push(source: Source<'_>, grid: &mut Grid, between: Span) -> Result<(), ParseError> {
    let token = source.trim(&between);
    let cell = match token.is_empty() {
        true => Cell { value: 0, span: between },
        false => numbers::cell(source, token)?,
    };
    grid.push(source, cell)
}
