//! A board whose pieces have shapes: the drawing of `slidewise show` in the size for which there is room, or a grid of
//! letters.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use slidewise_solve::Picture;
use slidewise_solve::draw::{CellSize, Glyph, Owner, glyphs_sized};

use super::{Marks, arrow, is_wanted, middle};
use crate::tui::view::hits::Grid;
use crate::tui::view::theme::Theme;

/// From large to small.
const SIZES: [CellSize; 6] = [
    CellSize { width: 19, height: 9 },
    CellSize { width: 15, height: 7 },
    CellSize { width: 11, height: 5 },
    CellSize { width: 7, height: 3 },
    CellSize { width: 5, height: 2 },
    CellSize::SMALLEST,
];
/// Width of a cell in a grid of letters.
const LETTER: u16 = 2;

/// Draws the position in the middle of the area, as large as there is room for; else the width and height that it
/// needs.
pub fn draw(
    buffer: &mut Buffer,
    area: Rect,
    picture: &Picture,
    marks: Marks,
    theme: Theme,
) -> Result<Grid, (u16, u16)> {
    let (cols, rows) = (picture.scene.cols as u16, picture.scene.rows as u16);
    let fitting = SIZES.into_iter().find_map(|size| {
        let (across, down) = (size.width as u16 + 1, size.height as u16 + 1);
        middle(area, cols * across + 1, rows * down + 1).map(|place| (size, place))
    });
    let grid = |area: Rect, cell_width: u16, cell_height: u16| Grid {
        area,
        cell_width,
        cell_height,
        cols: picture.scene.cols,
    };
    if let Some((size, place)) = fitting {
        let grid = grid(place, size.width as u16 + 1, size.height as u16 + 1);
        drawn(buffer, place, picture, size, marks, theme);
        let offset = (size.width as u16 / 2 + 2, size.height.div_ceil(2) as u16);
        point(buffer, &grid, picture, marks, theme, offset);
        return Ok(grid);
    }
    let place = middle(area, cols * LETTER, rows).ok_or((cols * LETTER, rows))?;
    letters(buffer, place, picture, marks, theme);
    let grid = grid(place, LETTER, 1);
    point(buffer, &grid, picture, marks, theme, (1, 0));
    Ok(grid)
}

fn drawn(buffer: &mut Buffer, place: Rect, picture: &Picture, size: CellSize, marks: Marks, theme: Theme) {
    let (across, down) = (size.width + 1, size.height + 1);
    let glyphs = glyphs_sized(picture, size);
    for (y, row) in glyphs.iter().enumerate() {
        for (x, glyph) in row.iter().enumerate() {
            let is_inside = x % across > 0 && y % down > 0;
            let cell = y / down * picture.scene.cols + x / across;
            let style = match glyph.owner {
                _ if is_inside && marks.has_cell(cell) => theme.pointed(),
                Owner::Piece(piece) if marks.chosen == Some(piece) => theme.chosen(&picture.scene, piece),
                Owner::Piece(piece) => theme.brick(&picture.scene, piece),
                Owner::Line if marks.chosen.is_some_and(|piece| is_beside(&glyphs, x, y, piece)) => {
                    theme.pointed()
                }
                Owner::Wall | Owner::Line | Owner::Empty => theme.dim(),
            };
            let at = (place.x + x as u16, place.y + y as u16);
            buffer[at].set_char(glyph.character).set_style(style);
        }
    }
    goal_under_pieces(buffer, place, picture, size);
}

/// Whether a character touches a piece, at a corner too.
fn is_beside(glyphs: &[Vec<Glyph>], x: usize, y: usize, piece: usize) -> bool {
    let rows = glyphs.iter().take(y + 2).skip(y.saturating_sub(1));
    rows.flat_map(|row| row.iter().take(x + 2).skip(x.saturating_sub(1)))
        .any(|glyph| glyph.owner == Owner::Piece(piece))
}

/// Dots in the corners of goal cells that a piece covers: empty ones have theirs in the middle.
fn goal_under_pieces(buffer: &mut Buffer, place: Rect, picture: &Picture, size: CellSize) {
    let (across, down) = (size.width as u16 + 1, size.height as u16 + 1);
    let covered = |&cell: &usize| picture.position.piece(cell).is_some() && is_wanted(&picture.scene, cell);
    for cell in (0..picture.scene.walls.len()).filter(covered) {
        let (row, col) = ((cell / picture.scene.cols) as u16, (cell % picture.scene.cols) as u16);
        let at = (place.x + (col + 1) * across - 1, place.y + (row + 1) * down - 1);
        buffer[at].set_char('·');
    }
}

/// One letter a cell, for small terminals.
fn letters(buffer: &mut Buffer, place: Rect, picture: &Picture, marks: Marks, theme: Theme) {
    let cols = picture.scene.cols;
    for (cell, piece) in picture.position.pieces().enumerate() {
        let (row, col) = ((cell / cols) as u16, (cell % cols) as u16);
        let (text, style) = match piece {
            Some(piece) => (format!("{:<2}", picture.label(piece)), theme.brick(&picture.scene, piece)),
            None if picture.scene.walls[cell] => ("▒▒".to_string(), theme.dim()),
            None => ("· ".to_string(), theme.dim()),
        };
        let style = match piece {
            _ if marks.has_cell(cell) => theme.pointed(),
            Some(piece) if marks.chosen == Some(piece) => theme.hollow(&picture.scene, piece),
            _ => style,
        };
        let x = place.x + col * LETTER;
        buffer.set_stringn(x, place.y + row, text, LETTER.into(), style);
    }
}

/// An arrow on the first cell of the piece that a hint is about.
fn point(
    buffer: &mut Buffer,
    grid: &Grid,
    picture: &Picture,
    marks: Marks,
    theme: Theme,
    offset: (u16, u16),
) {
    let Some(step) = marks.hint else { return };
    let Some(cell) = picture.position.cells_of(step.piece).first().copied() else { return };
    let (row, col) = ((cell / grid.cols) as u16, (cell % grid.cols) as u16);
    let (x, y) =
        (grid.area.x + col * grid.cell_width + offset.0, grid.area.y + row * grid.cell_height + offset.1);
    buffer[(x, y)].set_char(arrow(step.direction)).set_style(theme.pointed());
}
