//! A board, as large as there is room for. Where every piece is one cell, cells stand apart; else lines run between
//! pieces.

mod cells;
mod pieces;

use ratatui::Frame;
use ratatui::layout::Rect;
use slidewise_solve::{Direction, Picture, Scene, Step, Wanted};

use super::hits::Grid;
use super::theme::Theme;
use super::too_small;

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

impl Marks {
    /// Whether a cell is pointed at, whatever is on it.
    fn has_cell(&self, cell: usize) -> bool {
        [self.cursor, self.held].contains(&Some(cell))
    }
}

/// Draws a position in the middle of the area; says so where that does not fit.
pub fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    picture: &Picture,
    marks: Marks,
    theme: Theme,
) -> Option<Grid> {
    let draw = if picture.is_grid_of_tiles() { cells::draw } else { pieces::draw };
    draw(frame.buffer_mut(), area, picture, marks, theme)
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

/// Whether some goal wants a piece on a cell.
fn is_wanted(scene: &Scene, cell: usize) -> bool {
    let mut goals = std::iter::once(&scene.goal).chain(&scene.other_goals);
    goals.any(|goal| matches!(goal[cell], Wanted::Piece(_) | Wanted::Like(_)))
}

/// An arrow that goes this way.
fn arrow(direction: Direction) -> char {
    match direction {
        Direction::Up => '▲',
        Direction::Down => '▼',
        Direction::Left => '◀',
        Direction::Right => '▶',
    }
}
