//! Rush Hour in 36 characters, row by row: `o` or `.` empty, `x` wall, letters cars; `A` leaves to the right.

use super::error::{ParseError, Problem};
use super::grid::{Grid, Pieces, build, error};
use super::letters::own_axis;
use crate::bricks::puzzle::{Axis, Condition, Goal, Puzzle};

const SIDE: usize = 6;

/// How many lines are looked at to see whether a text is a list.
const SAMPLE: usize = 64;

/// Whether a line says anything: it is neither blank nor a comment.
pub(super) fn is_said(line: &str) -> bool {
    !line.trim().is_empty() && !line.starts_with('#')
}

/// A board, or a list in which every other line is one.
pub(super) fn looks_like_it(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().filter(|line| is_said(line)).take(SAMPLE).collect();
    let boards = lines.iter().filter(|line| board_in_line(line).is_some()).count();
    boards > 0 && boards * 2 >= lines.len()
}

/// The board in a text that says one line.
fn board_in(text: &str) -> Result<&str, ParseError> {
    let mut said = text.lines().enumerate().filter(|(_, line)| is_said(line));
    let first = said.next().and_then(|(_, line)| board_in_line(line));
    match said.next() {
        Some((second, _)) => Err(error(second + 1, 1, Problem::SecondPuzzle)),
        None => first.ok_or_else(|| error(1, 1, Problem::UnknownForm)),
    }
}

/// The one word of 36 cells in a line. Numbers may stand beside it, as in databases of such boards.
fn board_in_line(line: &str) -> Option<&str> {
    let mut boards = line.split_whitespace().filter(|word| is_board(word));
    let others_are_numbers =
        line.split_whitespace().all(|word| is_board(word) || word.parse::<u64>().is_ok());
    let board = boards.next()?;
    (others_are_numbers && boards.next().is_none()).then_some(board)
}

fn is_board(word: &str) -> bool {
    word.len() == SIDE * SIDE && word.bytes().all(|c| c.is_ascii_alphabetic() || c == b'.')
}

/// The first number of `moves board states`.
pub(super) fn known_optimum(text: &str) -> Option<u32> {
    let line = text.lines().find(|line| is_said(line))?;
    let words: Vec<&str> = line.split_whitespace().collect();
    let &[moves, board, states] = words.as_slice() else { return None };
    (is_board(board) && states.parse::<u64>().is_ok()).then(|| moves.parse().ok()).flatten()
}

pub(super) fn parse(text: &str) -> Result<Puzzle, ParseError> {
    let board = board_in(text)?;
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
