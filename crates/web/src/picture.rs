//! A position as a picture in SVG, for export. It stands alone: colours and sizes are in it.

use std::fmt::Write;

use slidewise_solve::{Picture, Piece};

use crate::session::Session;
use crate::view::{goal_cells, is_grid, marks_goal};

/// Side of a cell.
const CELL: usize = 64;
/// Margin around the board, and gap between pieces.
const EDGE: usize = 12;
const GAP: usize = 2;
/// Size of letters, and how many of them fit on a cell.
const FONT: usize = 26;
const LETTERS: usize = 3;

/// What of a move's time a piece rests before it goes.
const REST: f64 = 0.4;
/// Seconds for which the last position stands before it begins again.
const PAUSE: f64 = 2.0;

/// The picture in SVG.
pub fn svg(picture: &Picture) -> String {
    let mut text = ground(picture);
    let grid = is_grid(picture);
    for (number, one) in picture.pieces() {
        piece(&mut text, picture, one, number, grid);
    }
    text.push_str("</svg>\n");
    text
}

/// All moves of a game as a picture that moves in any viewer, each move taking so many seconds.
pub fn animated(session: &Session, seconds: f64) -> String {
    let seconds = if seconds.is_finite() { seconds.clamp(0.05, 5.0) } else { 0.5 };
    let (_, moves) = session.progress();
    let mut played = session.clone();
    let mut pictures = Vec::with_capacity(moves + 1);
    for at in 0..=moves {
        played.go_to(at);
        pictures.push(played.picture());
    }
    let first = &pictures[0];
    let mut text = ground(first);
    let whole = moves as f64 * seconds + PAUSE;
    for (number, one) in first.pieces() {
        text.push_str("<g>");
        piece(&mut text, first, one, number, is_grid(first));
        text.push_str(&ways(&pictures, number, seconds, whole));
        text.push_str("</g>");
    }
    text.push_str("</svg>\n");
    text
}

/// The animation of a piece; nothing if it never moves.
fn ways(pictures: &[Picture], number: usize, seconds: f64, whole: f64) -> String {
    let place = |picture: &Picture| {
        let cols = picture.scene.cols;
        let cells = picture.position.cells_of(number);
        let row = cells.iter().map(|cell| cell / cols).min().unwrap_or(0);
        let col = cells.iter().map(|cell| cell % cols).min().unwrap_or(0);
        ((col * CELL) as i64, (row * CELL) as i64)
    };
    let home = place(&pictures[0]);
    let mut stops: Vec<(f64, (i64, i64))> = vec![(0.0, (0, 0))];
    for (made, picture) in pictures.iter().enumerate().skip(1) {
        let (x, y) = place(picture);
        let (to, last) = ((x - home.0, y - home.1), stops[stops.len() - 1].1);
        if to != last {
            stops.push(((made as f64 - 1.0 + REST) * seconds / whole, last));
            stops.push((made as f64 * seconds / whole, to));
        }
    }
    if stops.len() == 1 {
        return String::new();
    }
    stops.push((1.0, stops[stops.len() - 1].1));
    let values = stops.iter().map(|(_, (x, y))| format!("{x} {y}")).collect::<Vec<_>>().join(";");
    let times = stops.iter().map(|(time, _)| format!("{time:.5}")).collect::<Vec<_>>().join(";");
    format!(
        "<animateTransform attributeName='transform' type='translate' dur='{whole:.2}s' \
         repeatCount='indefinite' values='{values}' keyTimes='{times}'/>"
    )
}

/// The board without its pieces.
fn ground(picture: &Picture) -> String {
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
    fn a_solution_moves_the_pieces_that_move() {
        let mut session = Session::open("1 2 3/4 5 6/0 7 8", "").unwrap().session;
        assert!(!animated(&session, 0.5).contains("<animate"), "nothing has moved");
        crate::link::load(&mut session, "7L8L").unwrap();
        let drawn = animated(&session, 0.5);
        assert_eq!(drawn.matches("<animateTransform").count(), 2);
        assert!(drawn.contains("values='0 0;0 0;-64 0;-64 0'"), "{drawn}");
        assert!(drawn.contains("dur='3.00s'"));
        for times in drawn.split("keyTimes='").skip(1) {
            let times: Vec<f64> =
                times.split('\'').next().unwrap().split(';').map(|time| time.parse().unwrap()).collect();
            assert!(times.is_sorted() && times[0] == 0.0 && *times.last().unwrap() == 1.0, "{times:?}");
        }
    }

    #[test]
    fn the_goal_is_marked_where_it_is_about_some_cells_only() {
        let marks = |text: &str| svg(&picture(text)).matches("stroke-dasharray").count();
        assert_eq!((marks("8 6 7/2 5 4/3 0 1"), marks("klotski")), (0, 4));
        assert_eq!(marks("board:\nA.\n..\ngoal:\n..\n.A\n"), 1);
    }
}
