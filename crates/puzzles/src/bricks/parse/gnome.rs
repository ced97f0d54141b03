//! GNOME Klotski: `*` main piece, `#` wall, `-` gate that only it may pass, `.` target, letters pieces, space empty.

use super::error::{ParseError, Problem};
use super::grid::{Grid, Pieces, build, error, lines};
use crate::bricks::puzzle::{Condition, Gate, Goal, Puzzle};

/// A grid of these characters with a main piece in it.
pub(super) fn looks_like_it(text: &str) -> bool {
    text.contains('*')
        && text.trim().lines().count() > 1
        && text.lines().flat_map(str::chars).all(|c| c.is_alphanumeric() || "*#-. \r".contains(c))
}

pub(super) fn parse(text: &str) -> Result<Puzzle, ParseError> {
    // A blank line within the grid is a row of empty cells.
    let blank = |(_, row): &(usize, &str)| row.trim().is_empty();
    let last = lines(text).filter(|row| !blank(row)).last().map_or(0, |(line, _)| line);
    let mut board = Grid::default();
    for (line, row) in lines(text).skip_while(blank).take_while(|(line, _)| *line <= last) {
        board.push(line, row)?;
    }
    board.pad();
    board.check_size(board.width(), board.rows.len())?;
    if board.width() * board.rows.len() > crate::bricks::MAX_CELLS {
        return Err(error(board.rows[0].0, 1, Problem::TooLarge));
    }
    let mut pieces = Pieces::default();
    for (cell, _) in board.cells().filter(|(_, c)| *c == '*') {
        pieces.add("*", cell);
    }
    let mut targets = Vec::new();
    let mut gates = Vec::new();
    for (cell, c) in board.cells() {
        match c {
            '.' => targets.push(cell),
            '-' => gates.push(Gate { cell, pieces: vec![0] }),
            '*' | '#' | ' ' => {}
            c => pieces.add(c.encode_utf8(&mut [0; 4]), cell),
        }
    }
    let walls: Vec<bool> = board.cells().map(|(_, c)| c == '#').collect();
    let goal = goal_within(&board, &walls, &pieces, &targets)?;
    build(&board, walls, pieces, goal, gates)
}

/// The main piece lies within the targets; if they leave it more than one place, each is an alternative.
fn goal_within(board: &Grid, walls: &[bool], pieces: &Pieces, targets: &[usize]) -> Result<Goal, ParseError> {
    let bad = || board.error_at(targets.first().copied().unwrap_or(0), Problem::BadTarget);
    let main = vec![pieces.list[0].clone()];
    let size = (board.width(), board.rows.len());
    let alone = Puzzle::new(size.0, size.1, walls.to_vec(), main, Goal::default(), Vec::new());
    let alone = alone.map_err(|e| board.error_at(0, Problem::Puzzle(e)))?;
    let mut places: Vec<Vec<usize>> = targets
        .iter()
        .flat_map(|&target| alone.places_covering(0, &[target]))
        .filter(|place| place.iter().all(|cell| targets.contains(cell)))
        .collect();
    places.sort_unstable();
    places.dedup();
    if places.is_empty() {
        return Err(bad());
    }
    let alternatives = places.into_iter().map(|cells| vec![Condition::Covers { piece: 0, cells }]).collect();
    Ok(Goal { alternatives })
}
