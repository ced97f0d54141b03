//! A position drawn in box characters: lines between pieces, walls hatched, each piece labelled in its first cell.

use std::collections::HashSet;

use super::puzzle::{Condition, Puzzle};
use super::replay::Position;

/// The inside of a cell in characters, lines not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSize {
    /// Characters across; three or more, so that labels fit.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl CellSize {
    /// The smallest that shows everything; what texts use.
    pub const SMALLEST: Self = Self { width: 3, height: 1 };
}

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

/// A drawing of the smallest size, row by row.
pub fn glyphs(puzzle: &Puzzle, position: &Position) -> Vec<Vec<Glyph>> {
    glyphs_sized(puzzle, position, CellSize::SMALLEST)
}

/// A drawing with cells of this size, row by row.
pub fn glyphs_sized(puzzle: &Puzzle, position: &Position, size: CellSize) -> Vec<Vec<Glyph>> {
    let goal = goal_cells(puzzle);
    let (across, down) = (size.width + 1, size.height + 1);
    // Labels and marks stand in the middle row, around the middle column.
    let (middle, shift) = (size.height.div_ceil(2), size.width.saturating_sub(3) / 2);
    let glyph = |row: usize, col: usize| match (row % down, col % across) {
        (y, x) if y > 0 && x > 0 => {
            let cell = row / down * puzzle.width() + col / across;
            let within = if y == middle { x.saturating_sub(shift) } else { 0 };
            inside(puzzle, position, &goal, cell, within)
        }
        (y, x) => {
            let (row, col) = (row / down * 2 + usize::from(y > 0), col / across * 2 + usize::from(x > 0));
            line(puzzle, position, row, col)
        }
    };
    let width = puzzle.width() * across;
    (0..=puzzle.height() * down).map(|row| (0..=width).map(|col| glyph(row, col)).collect()).collect()
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

/// A character of a line: which of its four arms separate two different things. Rows and columns count lines (even)
/// and what is between them (odd). Where nothing is separated, it belongs to what lies on all sides.
fn line(puzzle: &Puzzle, position: &Position, row: usize, col: usize) -> Glyph {
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
    let (r, c) = (row / 2, col / 2);
    let glyph = |character: char| {
        let owner = match (character, content(r + 1, c + 1)) {
            (' ', Content::Piece(piece)) => Owner::Piece(piece),
            _ => Owner::Line,
        };
        Glyph { character, owner }
    };
    if row % 2 == 1 {
        return glyph(if content(r + 1, c) == content(r + 1, c + 1) { ' ' } else { '│' });
    }
    if !col.is_multiple_of(2) {
        return glyph(if content(r, c + 1) == content(r + 1, c + 1) { ' ' } else { '─' });
    }
    let (above_left, above_right) = (content(r, c), content(r, c + 1));
    let (below_left, below_right) = (content(r + 1, c), content(r + 1, c + 1));
    let up = above_left != above_right;
    let down = below_left != below_right;
    let left = above_left != below_left;
    let right = above_right != below_right;
    glyph(match (up, down, left, right) {
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
    })
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
    fn larger_cells_show_the_same() {
        let puzzle = parse("board:\nAAB\nA.#\ngoal:\n...\n.B#\n").unwrap().puzzle;
        let glyphs = glyphs_sized(&puzzle, &Position::start(&puzzle), CellSize { width: 5, height: 2 });
        let rows: Vec<String> =
            glyphs.iter().map(|row| row.iter().map(|glyph| glyph.character).collect()).collect();
        let expected = "\
┌───────────┬─────┐
│  A        │  B  │
│           │     │
│     ┌─────┼─────┤
│     │  ·  │▒▒▒▒▒│
│     │     │▒▒▒▒▒│
└─────┴─────┴─────┘";
        assert_eq!(rows.join("\n"), expected);
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
