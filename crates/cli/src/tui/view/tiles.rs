//! A board of tiles. Each tile has the colour of its goal row; those in their place are filled, so that one sees the
//! board being solved.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use slidewise_lab::puzzles::tiles::{Board, Direction};

use super::board::{Marks, middle};
use super::hits::Grid;
use super::theme::Theme;

/// Draws the board in the middle of the area, with the largest tiles for which there is room; else the width and
/// height that it needs.
pub fn draw(
    buffer: &mut Buffer,
    area: Rect,
    board: &Board,
    goal: &Board,
    marks: Marks,
    theme: Theme,
) -> Result<Grid, (u16, u16)> {
    let digits = (board.cells().len() - 1).to_string().len() as u16;
    let sizes = [(digits + 8, 5), (digits + 5, 3), (digits + 4, 3), (digits + 2, 1), (digits + 1, 1)];
    let whole = |(width, height): (u16, u16)| (width * board.cols() as u16, height * board.rows() as u16);
    let fitting = sizes.into_iter().find_map(|size| {
        let (width, height) = whole(size);
        middle(area, width, height).map(|place| (size, place))
    });
    let Some(((width, height), place)) = fitting else { return Err(whole(sizes[sizes.len() - 1])) };
    let mut home = vec![0; board.cells().len()];
    goal.cells().iter().enumerate().for_each(|(cell, &tile)| home[usize::from(tile)] = cell);
    for (cell, &tile) in board.cells().iter().enumerate() {
        let (row, col) = ((cell / board.cols()) as u16, (cell % board.cols()) as u16);
        let at = Rect::new(place.x + col * width, place.y + row * height, width, height);
        let goal_row = home[usize::from(tile)] / board.cols();
        let hint = marks.hint.filter(|step| step.piece == usize::from(tile) && tile != 0);
        let is_marked = marks.cursor == Some(cell) || marks.held == Some(cell) || hint.is_some();
        let style = match home[usize::from(tile)] == cell {
            _ if is_marked => theme.pointed(),
            true => theme.filled(goal_row),
            false => theme.piece(goal_row),
        };
        match tile {
            0 if is_marked => fill(buffer, at, style),
            0 => {}
            _ => one(buffer, at, tile, style, hint.map(|step| step.direction)),
        }
    }
    Ok(Grid { area: place, cell_width: width, cell_height: height, cols: board.cols() })
}

/// One tile; a hint is an arrow on the side to which it should go.
fn one(buffer: &mut Buffer, at: Rect, tile: u16, style: Style, hint: Option<Direction>) {
    let number = tile.to_string();
    let inside = usize::from(at.width).saturating_sub(1);
    if at.height < 3 {
        let arrow = hint.map_or(' ', arrow);
        let text = format!("{number:>width$}", width = inside.saturating_sub(usize::from(at.width > 2)));
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
    let x = at.x + (at.width - 1 - number.len() as u16) / 2;
    buffer.set_string(x, middle, &number, style);
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

/// All of a tile but the gap to its right.
fn fill(buffer: &mut Buffer, at: Rect, style: Style) {
    buffer.set_style(Rect { width: at.width - 1, ..at }, style);
}

/// An arrow that goes this way.
pub fn arrow(direction: Direction) -> char {
    match direction {
        Direction::Up => '▲',
        Direction::Down => '▼',
        Direction::Left => '◀',
        Direction::Right => '▶',
    }
}
