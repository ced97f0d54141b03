//! A board whose pieces are cells. Each has the colour of its goal row; those in their place are filled, so that one
//! sees the board being solved.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use slidewise_solve::{Direction, Picture, Scene, Wanted};

use super::{Marks, arrow, is_wanted, middle};
use crate::tui::view::hits::Grid;
use crate::tui::view::theme::Theme;

/// Draws the board in the middle of the area, with the largest cells for which there is room; else the width and
/// height that it needs.
pub fn draw(
    buffer: &mut Buffer,
    area: Rect,
    picture: &Picture,
    marks: Marks,
    theme: Theme,
) -> Result<Grid, (u16, u16)> {
    let (rows, cols) = (picture.scene.rows, picture.scene.cols);
    let longest = picture.pieces().map(|(_, piece)| piece.label.chars().count()).max().unwrap_or(1) as u16;
    let sizes = [
        (longest + 22, 11),
        (longest + 18, 9),
        (longest + 13, 7),
        (longest + 8, 5),
        (longest + 5, 3),
        (longest + 4, 3),
        (longest + 2, 1),
        (longest + 1, 1),
    ];
    let whole = |(width, height): (u16, u16)| (width * cols as u16, height * rows as u16);
    let fitting = sizes.into_iter().find_map(|size| {
        let (width, height) = whole(size);
        middle(area, width, height).map(|place| (size, place))
    });
    let Some(((width, height), place)) = fitting else { return Err(whole(sizes[sizes.len() - 1])) };
    let look = Look::new(picture, marks, theme);
    for cell in 0..rows * cols {
        let (row, col) = ((cell / cols) as u16, (cell % cols) as u16);
        let at = Rect::new(place.x + col * width, place.y + row * height, width, height);
        look.draw(buffer, at, cell);
    }
    Ok(Grid { area: place, cell_width: width, cell_height: height, cols })
}

/// A board with what is looked up for every cell.
struct Look<'p> {
    picture: &'p Picture,
    marks: Marks,
    theme: Theme,
    /// The cell where the goal wants each piece.
    home: Vec<Option<usize>>,
    /// Whether the goal leaves cells open, so that one has to see where the others are.
    has_open_goal: bool,
}

impl<'p> Look<'p> {
    fn new(picture: &'p Picture, marks: Marks, theme: Theme) -> Self {
        let scene = &picture.scene;
        let has_open_goal = scene.goal.contains(&Wanted::Any);
        Self { picture, marks, theme, home: homes(scene), has_open_goal }
    }

    fn draw(&self, buffer: &mut Buffer, at: Rect, cell: usize) {
        let piece = self.picture.position.piece(cell);
        let hint = self.marks.hint.filter(|step| piece == Some(step.piece));
        let is_chosen = piece.is_some() && piece == self.marks.chosen;
        let is_marked = self.marks.has_cell(cell) || is_chosen || hint.is_some();
        match piece {
            Some(piece) => {
                let style = if is_marked { self.theme.pointed() } else { self.style(cell, piece) };
                one(buffer, at, self.picture.label(piece), style, hint.map(|step| step.direction));
            }
            None => {
                if is_marked {
                    fill(buffer, at, self.theme.pointed());
                }
                if self.has_open_goal && is_wanted(&self.picture.scene, cell) {
                    let (x, y) = (at.x + (at.width - 1) / 2, at.y + at.height / 2);
                    buffer[(x, y)].set_char('·').set_style(self.theme.dim());
                }
            }
        }
    }

    /// The colour of the goal row; a piece without one has its own.
    fn style(&self, cell: usize, piece: usize) -> Style {
        let number = self.home[piece].map_or(piece, |home| home / self.picture.scene.cols);
        let is_home = self.picture.scene.goal[cell] != Wanted::Any && self.picture.is_right(cell);
        if is_home { self.theme.filled(number) } else { self.theme.piece(number) }
    }
}

/// The cell where the goal wants each piece. Most goals name pieces by their numbers, so that one pass will do.
fn homes(scene: &Scene) -> Vec<Option<usize>> {
    let mut homes = vec![None; scene.pieces.len()];
    for (cell, wanted) in scene.goal.iter().enumerate() {
        match wanted {
            Wanted::Piece(piece) => homes[*piece] = homes[*piece].or(Some(cell)),
            Wanted::Like(_) => return (0..homes.len()).map(|piece| scene.home(piece)).collect(),
            Wanted::Any | Wanted::Empty => {}
        }
    }
    homes
}

/// One piece; a hint is an arrow on the side to which it should go.
fn one(buffer: &mut Buffer, at: Rect, label: &str, style: Style, hint: Option<Direction>) {
    let inside = usize::from(at.width).saturating_sub(1);
    if at.height < 3 {
        let arrow = hint.map_or(' ', arrow);
        let text = format!("{label:>width$}", width = inside.saturating_sub(usize::from(at.width > 2)));
        buffer.set_stringn(at.x, at.y, format!("{text}{arrow}"), inside, style);
        return;
    }
    fill(buffer, at, style);
    let line = "─".repeat(inside.saturating_sub(2));
    buffer.set_string(at.x, at.y, format!("╭{line}╮"), style);
    for y in at.y + 1..at.y + at.height - 1 {
        buffer.set_string(at.x, y, "│", style);
        buffer.set_string(at.x + at.width - 2, y, "│", style);
    }
    buffer.set_string(at.x, at.y + at.height - 1, format!("╰{line}╯"), style);
    let middle = at.y + at.height / 2;
    let x = at.x + (at.width - 1 - label.chars().count() as u16) / 2;
    buffer.set_string(x, middle, label, style);
    if let Some(direction) = hint {
        let (x, y) = match direction {
            Direction::Left => (at.x, middle),
            Direction::Right => (at.x + at.width - 2, middle),
            Direction::Up => (x, at.y),
            Direction::Down => (x, at.y + at.height - 1),
        };
        buffer.set_string(x, y, arrow(direction).to_string(), style);
    }
}

/// All of a cell but the gap to its right.
fn fill(buffer: &mut Buffer, at: Rect, style: Style) {
    buffer.set_style(Rect { width: at.width - 1, ..at }, style);
}
