//! Positions of either kind of puzzle as text.

use slidewise_lab::stepping::Position;
use slidewise_puzzles::bricks::Puzzle;

use crate::{brick_text, render};

/// In box characters, each row with a line end. Positions of bricks need their puzzle; without it there is nothing.
pub fn drawn(position: &Position, puzzle: Option<&Puzzle>) -> String {
    match (position, puzzle) {
        (Position::Tiles(board), _) => render::board(board),
        (Position::Bricks(position), Some(puzzle)) => brick_text::drawing(puzzle, position),
        (Position::Bricks(_), None) => String::new(),
    }
}

/// In one line, rows by slash: numbers of tiles, or labels of pieces with `.` for empty cells and `#` for walls.
pub fn line(position: &Position, puzzle: Option<&Puzzle>) -> String {
    match (position, puzzle) {
        (Position::Tiles(board), _) => board.to_string(),
        (Position::Bricks(position), Some(puzzle)) => {
            let label = |cell: usize| match position.grid()[cell] {
                Some(piece) => puzzle.pieces()[piece].label.as_str(),
                None if puzzle.walls()[cell] => "#",
                None => ".",
            };
            let long = puzzle.pieces().iter().any(|piece| piece.label.chars().count() > 1);
            let row = |row: usize| {
                let cells: Vec<&str> = (0..puzzle.width()).map(|c| label(row * puzzle.width() + c)).collect();
                cells.join(if long { " " } else { "" })
            };
            (0..puzzle.height()).map(row).collect::<Vec<_>>().join("/")
        }
        (Position::Bricks(_), None) => String::new(),
    }
}
