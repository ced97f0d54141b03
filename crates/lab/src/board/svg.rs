//! Boards as SVG.

use std::fmt::Write;

use slidewise_solve::{Picture, Position, Scene};

use super::{GROUND, INK, Look, Undrawn, WALL, check, colour, joined, label_cell};

/// A board that does not move.
pub fn still(picture: &Picture, look: &Look) -> Result<String, Undrawn> {
    animated(&picture.scene, std::slice::from_ref(&picture.position), look, 1.0)
}

/// A solution, position by position, over and over: each step takes so many seconds, and the last position stays for
/// two seconds.
pub fn animated(scene: &Scene, positions: &[Position], look: &Look, seconds: f64) -> Result<String, Undrawn> {
    check(look)?;
    let (width, height) = (scene.cols * look.cell, scene.rows * look.cell);
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}' \
         font-family='sans-serif' font-size='{}'>\n<rect width='100%' height='100%' fill='{}'/>\n",
        look.cell * 2 / 5,
        hex(GROUND)
    );
    for cell in (0..scene.walls.len()).filter(|&cell| scene.walls[cell]) {
        let (x, y) = corner(scene, cell, look);
        let side = look.cell;
        // Writing to a string does not fail; here and below.
        let _ = writeln!(svg, "<rect x='{x}' y='{y}' width='{side}' height='{side}' fill='{}'/>", hex(WALL));
    }
    let Some(first) = positions.first() else { return Ok(svg + "</svg>\n") };
    for piece in 0..scene.pieces.len() {
        let cells = first.cells_of(piece);
        if !cells.is_empty() {
            svg += &group(scene, positions, piece, &cells, look, seconds);
        }
    }
    Ok(svg + "</svg>\n")
}

/// A piece with its label, and how it moves.
fn group(
    scene: &Scene,
    positions: &[Position],
    piece: usize,
    cells: &[usize],
    look: &Look,
    seconds: f64,
) -> String {
    let mut svg = String::from("<g>\n");
    let fill = hex(colour(scene, &positions[0], piece, look));
    for &cell in cells {
        let (x, y) = corner(scene, cell, look);
        let gap = look.cell / 16;
        // Cells of one piece are drawn up to each other.
        let side = |towards| if joined(scene, &positions[0], cell, towards) { 0 } else { gap };
        let (left, right, top, bottom) = (side((0, -1)), side((0, 1)), side((-1, 0)), side((1, 0)));
        let (w, h) = (look.cell - left - right, look.cell - top - bottom);
        let _ =
            writeln!(svg, "<rect x='{}' y='{}' width='{w}' height='{h}' fill='{fill}'/>", x + left, y + top);
    }
    if let Some(cell) = label_cell(scene, cells) {
        let (x, y) = corner(scene, cell, look);
        let (x, y) = (x + look.cell / 2, y + look.cell / 2);
        let style = format!("text-anchor='middle' dominant-baseline='central' fill='{}'", hex(INK));
        let label = escaped(scene.label(piece));
        let _ = writeln!(svg, "<text x='{x}' y='{y}' {style}>{label}</text>");
    }
    svg + &movement(scene, positions, piece, look, seconds) + "</g>\n"
}

/// Where the piece is at the end of each step in which it moves, relative to its start.
fn movement(scene: &Scene, positions: &[Position], piece: usize, look: &Look, seconds: f64) -> String {
    let places: Vec<Option<usize>> =
        positions.iter().map(|position| position.cells_of(piece).first().copied()).collect();
    if places.iter().all(|place| *place == places[0]) {
        return String::new();
    }
    const STAY: f64 = 2.0;
    let all = seconds * (positions.len() - 1) as f64 + STAY;
    let offset = |place: Option<usize>| {
        let (x, y) = corner(scene, place.unwrap_or(0), look);
        let (from_x, from_y) = corner(scene, places[0].unwrap_or(0), look);
        format!("{} {}", x as i64 - from_x as i64, y as i64 - from_y as i64)
    };
    let (mut times, mut values) = (vec!["0".to_string()], vec![offset(places[0])]);
    for step in 1..places.len() {
        if places[step] != places[step - 1] {
            for (at, place) in [(step - 1, places[step - 1]), (step, places[step])] {
                times.push(format!("{:.5}", seconds * at as f64 / all));
                values.push(offset(place));
            }
        }
    }
    times.push("1".to_string());
    values.push(offset(places[places.len() - 1]));
    format!(
        "<animateTransform attributeName='transform' type='translate' dur='{all:.2}s' repeatCount='indefinite' \
         keyTimes='{}' values='{}'/>\n",
        times.join(";"),
        values.join(";")
    )
}

fn corner(scene: &Scene, cell: usize, look: &Look) -> (usize, usize) {
    (cell % scene.cols * look.cell, cell / scene.cols * look.cell)
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
