//! A board of either kind, as large as there is room for.

use ratatui::Frame;
use ratatui::layout::Rect;
use slidewise_lab::game::{Position, Puzzle, Step};

use super::hits::Grid;
use super::theme::Theme;
use super::{bricks, tiles, too_small};

/// What is pointed at on a board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    /// The piece that keys move.
    pub chosen: Option<usize>,
    /// A step to be pointed at.
    pub hint: Option<Step>,
    /// The cell under a cursor.
    pub cursor: Option<usize>,
    /// A cell that was picked up.
    pub held: Option<usize>,
}

/// Draws a position of a puzzle in the middle of the area; says so where that does not fit.
pub fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    puzzle: &Puzzle,
    position: &Position,
    marks: Marks,
    theme: Theme,
) -> Option<Grid> {
    let drawn = match (puzzle, position) {
        (Puzzle::Tiles(puzzle), Position::Tiles(board)) => {
            tiles::draw(frame.buffer_mut(), area, board, puzzle.goal(), marks, theme)
        }
        (Puzzle::Bricks { puzzle, .. }, Position::Bricks(position)) => {
            bricks::draw(frame.buffer_mut(), area, puzzle, position, marks, theme)
        }
        _ => return None,
    };
    drawn
        .map_err(|(width, height)| {
            let (beside, above) = (frame.area().width - area.width, frame.area().height - area.height);
            too_small(frame, area, (width + beside, height + above));
        })
        .ok()
}

/// A rectangle of this size in the middle of the area; `None` if it does not fit.
pub fn middle(area: Rect, width: u16, height: u16) -> Option<Rect> {
    if width > area.width || height > area.height {
        return None;
    }
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    Some(Rect::new(x, y, width, height))
}
