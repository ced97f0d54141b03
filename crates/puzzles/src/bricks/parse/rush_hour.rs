//! Rush Hour in 36 characters, row by row: `o` or `.` empty, `x` wall, letters cars; `A` leaves to the right.

use super::error::{ParseError, Problem};
use super::grid::{Grid, Pieces, build, error};
use super::letters::own_axis;
use crate::bricks::puzzle::{Axis, Condition, Goal, Puzzle};

const SIDE: usize = 6;

/// The board in a text of one line: the one word of 36 cells. Numbers may stand beside it, as in databases of
/// such boards.
pub(super) fn board_in(text: &str) -> Option<&str> {
    if text.trim().lines().count() != 1 {
        return None;
    }
    let is_board = |word: &&str| {
        word.chars().count() == SIDE * SIDE && word.chars().all(|c| c.is_ascii_alphabetic() || c == '.')
    };
    let mut boards = text.split_whitespace().filter(is_board);
    let others_are_numbers =
        text.split_whitespace().all(|word| is_board(&word) || word.parse::<u64>().is_ok());
    let board = boards.next()?;
    (others_are_numbers && boards.next().is_none()).then_some(board)
}

pub(super) fn parse(text: &str) -> Result<Puzzle, ParseError> {
    let board = board_in(text).ok_or_else(|| error(1, 1, Problem::UnknownForm))?;
    let line = text.lines().position(|line| line.contains(board)).map_or(1, |i| i + 1);
    let column = text.lines().find_map(|line| line.find(board)).unwrap_or(0) + 1;
    let mut pieces = Pieces::default();
    let mut walls = Vec::new();
    for (cell, c) in board.chars().enumerate() {
        walls.push(c == 'x');
        if !"ox.".contains(c) {
            pieces.add(c.encode_utf8(&mut [0; 4]), cell);
        }
    }
    let at = |cell: usize, problem| error(line, column + cell, problem);
    for piece in &mut pieces.list {
        piece.axis = Some(own_axis(piece, SIDE).map_err(|problem| at(piece.cells[0], problem))?);
    }
    let red = pieces.find('A').ok_or_else(|| at(0, Problem::UnknownPiece('A')))?;
    let car = &pieces.list[red];
    let first = car.cells[0];
    if car.axis != Some(Axis::Horizontal) || car.extent(SIDE).0 != 1 {
        return Err(at(first, Problem::RedCar));
    }
    let cells = vec![first / SIDE * SIDE + SIDE - 1];
    let goal = Goal { alternatives: vec![vec![Condition::Covers { piece: red, cells }]] };
    let mut grid = Grid::default();
    for r in 0..SIDE {
        grid.rows.push((line, board.chars().skip(r * SIDE).take(SIDE).collect()));
    }
    // The board is one line of text, and all that can be wrong with it now is that the car cannot leave.
    build(&grid, walls, pieces, goal, Vec::new()).map_err(|e| at(first, e.problem))
}
