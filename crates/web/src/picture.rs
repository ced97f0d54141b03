//! A position as a picture in SVG, for export. It stands alone: colours and sizes are in it.

use std::fmt::Write;

use slidewise_solve::{Picture, Piece};

use crate::view::{goal_cells, is_grid, marks_goal};

/// Side of a cell.
const CELL: usize = 64;
/// Margin around the board, and gap between pieces.
const EDGE: usize = 12;
const GAP: usize = 2;
/// Size of letters, and how many of them fit on a cell.
const FONT: usize = 26;
const LETTERS: usize = 3;

/// The picture in SVG.
pub fn svg(picture: &Picture) -> String {
    let scene = &picture.scene;
    let (width, height) = (scene.cols * CELL + 2 * EDGE, scene.rows * CELL + 2 * EDGE);
    let mut text = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}' \
         font-family='system-ui, sans-serif' font-weight='600' text-anchor='middle'>\
         <rect width='{width}' height='{height}' rx='14' fill='#26323f'/>"
    );
    for cell in (0..scene.walls.len()).filter(|&cell| scene.walls[cell]) {
        square(&mut text, picture, cell, "#55616d");
    }
    for goal in goal_cells(picture).iter().filter(|_| marks_goal(picture)) {
        let (x, y) = corner(picture, goal.cell);
        let (x, y, side) = (x + 6, y + 6, CELL - 12);
        let _ = write!(
            text,
            "<rect x='{x}' y='{y}' width='{side}' height='{side}' rx='6' fill='none' stroke='#e69f00' \
             stroke-width='2' stroke-dasharray='5 5'/>"
        );
    }
    let grid = is_grid(picture);
    for (number, one) in picture.pieces() {
        piece(&mut text, picture, one, number, grid);
    }
    text.push_str("</svg>\n");
    text
}

fn piece(text: &mut String, picture: &Picture, piece: &Piece, number: usize, grid: bool) {
    let (fill, ink) = match (piece.main, grid) {
        (_, true) if picture.is_home(number) => ("#0b6aa8", "#ffffff"),
        (true, _) => ("#d55e00", "#ffffff"),
        (false, true) => ("#f4ead5", "#26323f"),
        (false, false) => ("#8fc1de", "#16222e"),
    };
    let cells = picture.position.cells_of(number);
    for &cell in &cells {
        square(text, picture, cell, fill);
        bridge(text, picture, &cells, cell, fill);
    }
    let Some(&first) = cells.first() else { return };
    let (x, y) = corner(picture, first);
    let (x, y) = (x + CELL / 2, y + CELL / 2 + 9);
    let size = FONT * LETTERS / piece.label.chars().count().max(LETTERS);
    let label = piece.label.replace('&', "&amp;").replace('<', "&lt;");
    let _ = write!(text, "<text x='{x}' y='{y}' font-size='{size}' fill='{ink}'>{label}</text>");
}

/// Closes the gaps between the cells of one piece.
fn bridge(text: &mut String, picture: &Picture, cells: &[usize], cell: usize, fill: &str) {
    let ((x, y), cols) = (corner(picture, cell), picture.scene.cols);
    let mut rect = |x: usize, y: usize, width: usize, height: usize| {
        let _ = write!(text, "<rect x='{x}' y='{y}' width='{width}' height='{height}' fill='{fill}'/>");
    };
    let right = cell % cols + 1 < cols && cells.contains(&(cell + 1));
    let below = cells.contains(&(cell + cols));
    if right {
        rect(x + CELL / 2, y + GAP, CELL, CELL - 2 * GAP);
    }
    if below {
        rect(x + GAP, y + CELL / 2, CELL - 2 * GAP, CELL);
    }
    if right && below && cells.contains(&(cell + cols + 1)) {
        rect(x + CELL / 2, y + CELL / 2, CELL, CELL);
    }
}

fn square(text: &mut String, picture: &Picture, cell: usize, fill: &str) {
    let (x, y) = corner(picture, cell);
    let (x, y, side) = (x + GAP, y + GAP, CELL - 2 * GAP);
    let _ = write!(text, "<rect x='{x}' y='{y}' width='{side}' height='{side}' rx='8' fill='{fill}'/>");
}

fn corner(picture: &Picture, cell: usize) -> (usize, usize) {
    let cols = picture.scene.cols;
    (EDGE + cell % cols * CELL, EDGE + cell / cols * CELL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    fn picture(text: &str) -> Picture {
        Session::open(text, "").unwrap().session.picture()
    }

    #[test]
    fn every_piece_is_drawn_with_its_label() {
        for text in ["8 6 7/2 5 4/3 0 1", "klotski", "rush-hour-1"] {
            let picture = picture(text);
            let drawn = svg(&picture);
            for (_, piece) in picture.pieces() {
                assert!(drawn.contains(&format!(">{}</text>", piece.label)), "{text}: {}", piece.label);
            }
            assert_eq!(drawn.matches("<svg").count(), 1);
        }
    }

    #[test]
    fn the_goal_is_marked_where_it_is_about_some_cells_only() {
        let marks = |text: &str| svg(&picture(text)).matches("stroke-dasharray").count();
        assert_eq!((marks("8 6 7/2 5 4/3 0 1"), marks("klotski")), (0, 4));
        assert_eq!(marks("board:\nA.\n..\ngoal:\n..\n.A\n"), 1);
    }
}
