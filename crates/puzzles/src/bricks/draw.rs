//! A position drawn in box characters: lines between pieces, walls hatched, each piece labelled in its first cell.

use std::collections::HashSet;

use super::puzzle::{Condition, Puzzle};
use super::replay::Position;

/// Characters across a cell, its left line not counted.
const CELL: usize = 3;

/// One character of a drawing, and whose it is, for those who colour it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character.
    pub character: char,
    /// What it belongs to.
    pub owner: Owner,
}

/// What a character of a drawing belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The inside of this piece.
    Piece(usize),
    /// A wall.
    Wall,
    /// An empty cell.
    Empty,
    /// A line.
    Line,
}

/// A drawing, row by row.
pub fn glyphs(puzzle: &Puzzle, position: &Position) -> Vec<Vec<Glyph>> {
    let goal = goal_cells(puzzle);
    (0..=2 * puzzle.height())
        .map(|row| {
            (0..=puzzle.width() * (CELL + 1))
                .map(|col| match (row % 2, col % (CELL + 1)) {
                    (1, within) if within > 0 => {
                        let cell = row / 2 * puzzle.width() + col / (CELL + 1);
                        inside(puzzle, position, &goal, cell, within)
                    }
                    _ => Glyph { character: line(puzzle, position, row, col), owner: Owner::Line },
                })
                .collect()
        })
        .collect()
}

/// A drawing without colours, each row with a line end.
pub fn draw(puzzle: &Puzzle, position: &Position) -> String {
    let mut text = String::new();
    for row in glyphs(puzzle, position) {
        let line: String = row.iter().map(|glyph| glyph.character).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The cells that some alternative of the goal asks a piece to cover.
fn goal_cells(puzzle: &Puzzle) -> HashSet<usize> {
    let conditions = puzzle.goal().alternatives.iter().flatten();
    conditions
        .flat_map(|condition| match condition {
            Condition::Covers { cells, .. } | Condition::ShapeAt { cells, .. } => cells.as_slice(),
            Condition::Empty { .. } => &[],
        })
        .copied()
        .collect()
}

/// A character inside a cell: the label in the first cell of a piece, a dot on an empty goal cell.
fn inside(puzzle: &Puzzle, position: &Position, goal: &HashSet<usize>, cell: usize, within: usize) -> Glyph {
    if puzzle.walls()[cell] {
        return Glyph { character: '▒', owner: Owner::Wall };
    }
    match position.grid()[cell] {
        Some(piece) => {
            let first = position.grid().iter().position(|&p| p == Some(piece)) == Some(cell);
            let label = &puzzle.pieces()[piece].label;
            // Long labels start one character earlier; what does not fit is cut.
            let start = if label.chars().count() > 2 { 1 } else { 2 };
            let shown = within.checked_sub(start).and_then(|i| label.chars().nth(i)).filter(|_| first);
            Glyph { character: shown.unwrap_or(' '), owner: Owner::Piece(piece) }
        }
        None => {
            let mark = within == 2 && goal.contains(&cell);
            Glyph { character: if mark { '·' } else { ' ' }, owner: Owner::Empty }
        }
    }
}

/// What lies on a cell, as far as lines are concerned: they separate different things.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Outside,
    Wall,
    Empty,
    Piece(usize),
}

/// The character on a line: which of its four arms separate two different things.
fn line(puzzle: &Puzzle, position: &Position, row: usize, col: usize) -> char {
    let content = |r: usize, c: usize| {
        // Row and column 0 lie above and left of the board.
        let (Some(r), Some(c)) = (r.checked_sub(1), c.checked_sub(1)) else { return Content::Outside };
        if r >= puzzle.height() || c >= puzzle.width() {
            return Content::Outside;
        }
        let cell = r * puzzle.width() + c;
        match position.grid()[cell] {
            Some(piece) => Content::Piece(piece),
            None if puzzle.walls()[cell] => Content::Wall,
            None => Content::Empty,
        }
    };
    let (r, c) = (row / 2, col / (CELL + 1));
    if row % 2 == 1 {
        return if content(r + 1, c) == content(r + 1, c + 1) { ' ' } else { '│' };
    }
    if !col.is_multiple_of(CELL + 1) {
        return if content(r, c + 1) == content(r + 1, c + 1) { ' ' } else { '─' };
    }
    let (above_left, above_right) = (content(r, c), content(r, c + 1));
    let (below_left, below_right) = (content(r + 1, c), content(r + 1, c + 1));
    let up = above_left != above_right;
    let down = below_left != below_right;
    let left = above_left != below_left;
    let right = above_right != below_right;
    match (up, down, left, right) {
        (false, false, false, false) => ' ',
        (true, true, false, false) => '│',
        (false, false, true, true) => '─',
        (false, true, false, true) => '┌',
        (false, true, true, false) => '┐',
        (true, false, false, true) => '└',
        (true, false, true, false) => '┘',
        (true, true, false, true) => '├',
        (true, true, true, false) => '┤',
        (false, true, true, true) => '┬',
        (true, false, true, true) => '┴',
        (true, true, true, true) => '┼',
        // One arm alone cannot be: walking around a corner, things change an even number of times or never.
        (true, ..) | (_, true, ..) => '│',
        _ => '─',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bricks::parse;

    #[test]
    fn pieces_walls_and_goals_are_seen() {
        let puzzle = parse("board:\nAAB\nA.#\ngoal:\n...\nAA#\n");
        assert!(puzzle.is_err(), "an L cannot cover this goal");
        let puzzle = parse("board:\nAAB\nA.#\ngoal:\n...\n.B#\n").unwrap().puzzle;
        let expected = "\
┌───────┬───┐
│ A     │ B │
│   ┌───┼───┤
│   │ · │▒▒▒│
└───┴───┴───┘
";
        assert_eq!(draw(&puzzle, &Position::start(&puzzle)), expected);
    }

    #[test]
    fn numbers_of_the_course_fit() {
        let puzzle = parse("3,2,\n2,0,100,\n-1,12,12,\n").unwrap().puzzle;
        let expected = "\
┌───┬───┬───┐
│ 2 │   │100│
├───┼───┴───┤
│ · │ 12    │
└───┴───────┘
";
        assert_eq!(draw(&puzzle, &Position::start(&puzzle)), expected);
    }
}
