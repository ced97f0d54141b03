//! Codes of Klotski catalogues: a layout of the 4×5 board in nine hexadecimal digits (dnomd343's Klotski engine). The
//! first digit is the cell of the upper left corner of the 2×2 piece, counted row by row from 0. Then, for each cell
//! from the first on that is not covered yet, two bits say what begins there: 0 nothing, 1 a piece two cells wide, 2 a
//! piece two cells high, 3 a piece of one cell. Zeros at the end may be left out. The large piece is to reach the
//! middle of the lowest rows.

use super::error::{ParseError, Problem};
use super::grid::{Grid, Pieces, build, error};
use crate::bricks::puzzle::{Condition, Goal, Puzzle};

const WIDTH: usize = 4;
const HEIGHT: usize = 5;
const DIGITS: usize = 9;
/// Shorter words are words: a code has at least as many as the usual pieces need.
const FEWEST: usize = 6;
/// Where the large piece is to come.
const HOME: [usize; 4] = [13, 14, 17, 18];

/// The labels of the pieces beside the large one, in the order in which they are met.
const LABELS: &str = "BCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Whether a line says anything: it is neither blank nor a comment.
fn is_said(line: &str) -> bool {
    !line.trim().is_empty() && !line.starts_with('#')
}

/// A line that is a code: digits alone are a tile board.
pub(super) fn is_code(line: &str) -> bool {
    let word = line.trim();
    (FEWEST..=DIGITS).contains(&word.len())
        && word.bytes().all(|b| b.is_ascii_hexdigit())
        && word.bytes().any(|b| b.is_ascii_alphabetic())
        && layout(word).is_some()
}

/// A text of nothing but codes.
pub(super) fn looks_like_it(text: &str) -> bool {
    let mut said = text.lines().filter(|line| is_said(line)).peekable();
    said.peek().is_some() && said.all(is_code)
}

/// The pieces of a code: their cells, the large one first; `None` if they do not fit.
fn layout(word: &str) -> Option<Vec<Vec<usize>>> {
    let digits: Option<Vec<u32>> = word.chars().map(|c| c.to_digit(16)).collect();
    let (&corner, rest) = digits.as_ref()?.split_first()?;
    let mut covered = [false; WIDTH * HEIGHT];
    let mut place = |cells: Vec<usize>, wide: usize| -> Option<Vec<usize>> {
        let first = *cells.first()?;
        let fits =
            first % WIDTH + wide <= WIDTH && cells.iter().all(|&cell| covered.get(cell) == Some(&false));
        cells.iter().filter(|_| fits).for_each(|&cell| covered[cell] = true);
        fits.then_some(cells)
    };
    let corner = corner as usize;
    let mut pieces = vec![place(vec![corner, corner + 1, corner + WIDTH, corner + WIDTH + 1], 2)?];
    let codes = rest.iter().flat_map(|digit| [digit >> 2, digit & 3]).chain(std::iter::repeat(0));
    let mut taken: Vec<usize> = pieces[0].clone();
    let mut codes = codes.take(2 * DIGITS);
    for cell in 0..WIDTH * HEIGHT {
        if taken.contains(&cell) {
            continue;
        }
        let cells = match codes.next()? {
            0 => continue,
            1 => place(vec![cell, cell + 1], 2)?,
            2 => place(vec![cell, cell + WIDTH], 1)?,
            _ => place(vec![cell], 1)?,
        };
        taken.extend(&cells);
        pieces.push(cells);
    }
    // What is left over must say nothing.
    codes.all(|code| code == 0).then_some(pieces)
}

pub(super) fn parse(text: &str) -> Result<Puzzle, ParseError> {
    let mut said = text.lines().enumerate().filter(|(_, line)| is_said(line));
    let (number, line) = said.next().ok_or_else(|| error(1, 1, Problem::NoText))?;
    if let Some((second, _)) = said.next() {
        return Err(error(second + 1, 1, Problem::SecondPuzzle));
    }
    let at = |problem| error(number + 1, 1, problem);
    let layout = layout(line.trim()).ok_or_else(|| at(Problem::UnknownForm))?;
    let mut pieces = Pieces::default();
    let labels = std::iter::once('A').chain(LABELS.chars());
    for (cells, label) in layout.iter().zip(labels) {
        cells.iter().for_each(|&cell| pieces.add(label.encode_utf8(&mut [0; 4]), cell));
    }
    let goal = Goal { alternatives: vec![vec![Condition::Covers { piece: 0, cells: HOME.to_vec() }]] };
    let mut grid = Grid::default();
    for _ in 0..HEIGHT {
        grid.rows.push((number + 1, vec!['.'; WIDTH]));
    }
    build(&grid, vec![false; WIDTH * HEIGHT], pieces, goal, Vec::new()).map_err(|e| at(e.problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classic_is_the_classic() {
        let puzzle = parse("1A9BF0C").unwrap();
        let board = |puzzle: &Puzzle| {
            let mut cells = ['.'; 20];
            for piece in puzzle.pieces() {
                piece.cells.iter().for_each(|&cell| cells[cell] = piece.label.chars().next().unwrap());
            }
            cells.chunks(4).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
        };
        assert_eq!(board(&puzzle), "BAAC/BAAC/DEEF/DGHF/I..J");
        assert_eq!(board(&parse("1a9bf0c00").unwrap()), board(&puzzle));
    }

    #[test]
    fn what_is_no_code_is_left_to_others() {
        for text in ["812043765", "1230", "FE169B4C0A73D852", "facade", "FA9BF0C00", "1A9BF0CFF", "", "# x"] {
            assert!(!looks_like_it(text), "{text}");
        }
        assert!(looks_like_it("1A9BF0C00\n# a list\n4FEA13400\n"));
    }
}
