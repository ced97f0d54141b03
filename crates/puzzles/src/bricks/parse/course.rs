//! The course format: `width,height,`, then rows of numbers.

use super::error::{ParseError, Problem, Warning};
use super::grid::{Grid, Pieces, build, error, lines};
use crate::bricks::puzzle::{Condition, Gate, Goal, MAX_CELLS, Puzzle};

/// A number with the column it starts at.
type Token<'a> = (usize, &'a str);

/// The comma-separated parts of a line; a comma at its end adds none.
fn tokens(line: &str) -> Vec<Token<'_>> {
    let mut column = 1;
    let mut parts: Vec<Token<'_>> = line
        .split(',')
        .map(|part| {
            let lead = part.chars().take_while(|c| c.is_whitespace()).count();
            let token = (column + lead, part.trim());
            column += part.chars().count() + 1;
            token
        })
        .collect();
    if parts.last().is_some_and(|(_, text)| text.is_empty()) {
        parts.pop();
    }
    parts
}

/// Numbers in a row.
pub(super) fn width_of(row: &str) -> usize {
    tokens(row).len()
}

/// Width and height, if that is what a row can say.
pub(super) fn size_of(row: &str) -> Option<(usize, usize)> {
    let &[(_, width), (_, height)] = tokens(row).as_slice() else { return None };
    let side = |text: &str| text.parse().ok().filter(|n| (1..=MAX_CELLS).contains(n));
    Some((side(width)?, side(height)?))
}

/// A first line of two numbers, then lines with commas that cannot be rows of a tile board: a number stands
/// twice, one is negative, the rows have the width that the first line says, or it ends with a comma.
pub(super) fn looks_like_it(text: &str) -> bool {
    let mut rows = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let Some(first) = rows.next() else { return false };
    let size = tokens(first);
    let number = |text: &str| text.parse::<i64>().ok();
    let &[(_, width), (_, height)] = size.as_slice() else { return false };
    let (Some(width), Some(_)) = (number(width), number(height)) else { return false };
    let rows: Vec<&str> = rows.take(MAX_CELLS).collect();
    if first.ends_with(',') && !rows.is_empty() {
        return true;
    }
    let cells: Vec<i64> =
        rows.iter().flat_map(|row| tokens(row)).filter_map(|(_, t)| number(t)).take(MAX_CELLS).collect();
    let repeated = cells.iter().enumerate().any(|(i, cell)| cells[..i].contains(cell));
    let as_wide = rows.iter().all(|row| tokens(row).len() as i64 == width);
    rows.iter().any(|row| row.contains(',')) && (repeated || cells.contains(&-1) || as_wide && width != 2)
}

pub(super) fn parse(text: &str, warnings: &mut Vec<Warning>) -> Result<Puzzle, ParseError> {
    let mut rows = lines(text).filter(|(_, row)| !row.trim().is_empty());
    let (first, size) = rows.next().ok_or_else(|| error(1, 1, Problem::NoText))?;
    let (width, height) = read_size(first, size)?;
    let mut board = Grid::default();
    let mut cells = Vec::new();
    for (line, row) in rows {
        if board.rows.len() == height {
            return Err(error(line, 1, Problem::RowCount { expected: height, found: height + 1 }));
        }
        let tokens = tokens(row);
        if tokens.len() != width {
            let column = tokens.get(width).map_or(row.chars().count() + 1, |(column, _)| *column);
            let problem = Problem::RowLength { expected: width, found: tokens.len() };
            return Err(error(line, column, problem));
        }
        for (column, text) in tokens {
            let bad = || error(line, column, Problem::BadNumber(text.chars().take(20).collect()));
            let value: i32 = text.parse().map_err(|_| bad())?;
            if value < -1 {
                return Err(bad());
            }
            cells.push((line, column, value));
        }
        board.rows.push((line, vec!['.'; width]));
    }
    if board.rows.len() != height {
        let line = board.rows.last().map_or(first, |(line, _)| *line);
        return Err(error(line, 1, Problem::RowCount { expected: height, found: board.rows.len() }));
    }
    put_together(&board, &cells, warnings)
}

fn read_size(line: usize, text: &str) -> Result<(usize, usize), ParseError> {
    let tokens = tokens(text);
    let &[width, height] = tokens.as_slice() else {
        return Err(error(line, 1, Problem::RowLength { expected: 2, found: tokens.len() }));
    };
    let side = |(column, text): Token<'_>| match text.parse::<usize>() {
        Ok(n) if (1..=MAX_CELLS).contains(&n) => Ok(n),
        Ok(n) if n > MAX_CELLS => Err(error(line, column, Problem::TooLarge)),
        _ => Err(error(line, column, Problem::BadNumber(text.chars().take(20).collect()))),
    };
    let (width, height) = (side(width)?, side(height)?);
    if width * height > MAX_CELLS {
        return Err(error(line, 1, Problem::TooLarge));
    }
    Ok((width, height))
}

fn put_together(
    board: &Grid,
    cells: &[(usize, usize, i32)],
    warnings: &mut Vec<Warning>,
) -> Result<Puzzle, ParseError> {
    let mut pieces = Pieces::default();
    let mut numbers: Vec<i32> = cells.iter().map(|c| c.2).filter(|&v| v >= 2).collect();
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.first() != Some(&2) {
        return Err(error(board.rows[0].0, 1, Problem::NoMaster));
    }
    for number in numbers {
        for (cell, _) in cells.iter().enumerate().filter(|(_, c)| c.2 == number) {
            pieces.add(&number.to_string(), cell);
        }
    }
    for piece in &pieces.list {
        if let Some(&cell) = loose_part(&piece.cells, board.width()) {
            let (line, column, _) = cells[cell];
            let text = format!("brick {} is in more than one part; its parts move together", piece.label);
            warnings.push(Warning { line, column, text });
        }
    }
    let goals: Vec<usize> = cells.iter().enumerate().filter(|(_, c)| c.2 == -1).map(|(i, _)| i).collect();
    let gates = goals.iter().map(|&cell| Gate { cell, pieces: vec![0] }).collect();
    // Solved means that no -1 is left to be seen; without any, the board is solved as it stands.
    let conditions = match goals.is_empty() {
        true => Vec::new(),
        false => vec![Condition::Covers { piece: 0, cells: goals }],
    };
    let walls = cells.iter().map(|c| c.2 == 1).collect();
    build(board, walls, pieces, Goal { alternatives: vec![conditions] }, gates)
}

/// A cell that is not connected to the first.
fn loose_part(cells: &[usize], width: usize) -> Option<&usize> {
    let mut reached = vec![cells[0]];
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        next += 1;
        for &near in cells {
            let beside = cell.abs_diff(near) == 1 && cell / width == near / width;
            if (beside || cell.abs_diff(near) == width) && !reached.contains(&near) {
                reached.push(near);
            }
        }
    }
    cells.iter().find(|cell| !reached.contains(cell))
}
