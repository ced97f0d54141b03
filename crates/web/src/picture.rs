//! The position as a picture in SVG, for export. It stands alone: colours and sizes are in it.

use std::fmt::Write;

use crate::session::Session;
use crate::view::{Item, View};

/// Side of a cell.
const CELL: usize = 64;
/// Margin around the board, and gap between pieces.
const EDGE: usize = 12;
const GAP: usize = 2;

/// The picture of where a session stands.
pub fn svg(session: &Session) -> String {
    let view = session.view();
    let (width, height) = (view.cols * CELL + 2 * EDGE, view.rows * CELL + 2 * EDGE);
    let mut text = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}' \
         font-family='system-ui, sans-serif' font-weight='600' text-anchor='middle'>\
         <rect width='{width}' height='{height}' rx='14' fill='#26323f'/>"
    );
    for &cell in &view.walls {
        square(&mut text, &view, cell, "#55616d");
    }
    for goal in &view.goal_cells {
        let (x, y) = corner(&view, goal.cell);
        let (x, y, side) = (x + 6, y + 6, CELL - 12);
        let _ = write!(
            text,
            "<rect x='{x}' y='{y}' width='{side}' height='{side}' rx='6' fill='none' stroke='#e69f00' \
             stroke-width='2' stroke-dasharray='5 5'/>"
        );
    }
    for item in &view.items {
        piece(&mut text, &view, item);
    }
    text.push_str("</svg>\n");
    text
}

fn piece(text: &mut String, view: &View, item: &Item) {
    let (fill, ink) = match (view.kind, item.special) {
        ("tiles", true) => ("#0b6aa8", "#ffffff"),
        ("tiles", false) => ("#f4ead5", "#26323f"),
        (_, true) => ("#d55e00", "#ffffff"),
        (_, false) => ("#8fc1de", "#16222e"),
    };
    for &cell in &item.cells {
        square(text, view, cell, fill);
        bridge(text, view, item, cell, fill);
    }
    let Some(&first) = item.cells.first() else { return };
    let (x, y) = corner(view, first);
    let (x, y) = (x + CELL / 2, y + CELL / 2 + 9);
    let label = item.label.replace('&', "&amp;").replace('<', "&lt;");
    let _ = write!(text, "<text x='{x}' y='{y}' font-size='26' fill='{ink}'>{label}</text>");
}

/// Closes the gaps between the cells of one piece.
fn bridge(text: &mut String, view: &View, item: &Item, cell: usize, fill: &str) {
    let (x, y) = corner(view, cell);
    let mut rect = |x: usize, y: usize, width: usize, height: usize| {
        let _ = write!(text, "<rect x='{x}' y='{y}' width='{width}' height='{height}' fill='{fill}'/>");
    };
    let right = cell % view.cols + 1 < view.cols && item.cells.contains(&(cell + 1));
    let below = item.cells.contains(&(cell + view.cols));
    if right {
        rect(x + CELL / 2, y + GAP, CELL, CELL - 2 * GAP);
    }
    if below {
        rect(x + GAP, y + CELL / 2, CELL - 2 * GAP, CELL);
    }
    if right && below && item.cells.contains(&(cell + view.cols + 1)) {
        rect(x + CELL / 2, y + CELL / 2, CELL, CELL);
    }
}

fn square(text: &mut String, view: &View, cell: usize, fill: &str) {
    let (x, y) = corner(view, cell);
    let (x, y, side) = (x + GAP, y + GAP, CELL - 2 * GAP);
    let _ = write!(text, "<rect x='{x}' y='{y}' width='{side}' height='{side}' rx='8' fill='{fill}'/>");
}

fn corner(view: &View, cell: usize) -> (usize, usize) {
    (EDGE + cell % view.cols * CELL, EDGE + cell / view.cols * CELL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_drawn_with_its_label() {
        for text in ["8 6 7/2 5 4/3 0 1", "klotski", "rush-hour-1"] {
            let session = Session::open(text, "blank-last").unwrap().session;
            let drawn = svg(&session);
            for item in session.view().items {
                assert!(drawn.contains(&format!(">{}</text>", item.label)), "{text}: {}", item.label);
            }
            assert_eq!(drawn.matches("<svg").count(), 1);
        }
    }
}
