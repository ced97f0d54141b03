//! Tiles made alike: a board on which any order within a row, a fringe or a colour will do.

use slidewise_puzzles::tiles::scheme::Scheme;

use crate::picture::{Picture, Wanted};

/// The puzzle in which tiles that belong into one group of cells are alike, in the form of tiles on any board; `None`
/// if a piece is larger than a cell, or belongs nowhere in particular.
pub fn alike(picture: &Picture, scheme: Scheme) -> Option<String> {
    let scene = &picture.scene;
    let group = |cell: usize| (scheme.group(cell / scene.cols, cell % scene.cols) + 1).to_string();
    let alone = |piece: usize| picture.position.cells_of(piece).len() == 1;
    let start = |cell: usize| match picture.position.piece(cell) {
        Some(piece) => scene.home(piece).filter(|_| alone(piece)).map(group),
        None if scene.walls[cell] => Some("#".into()),
        None => Some(".".into()),
    };
    let goal = |cell: usize| match &scene.goal[cell] {
        _ if scene.walls[cell] => Some("#".into()),
        Wanted::Piece(_) | Wanted::Like(_) => Some(group(cell)),
        Wanted::Empty => Some(".".into()),
        Wanted::Any => Some("?".into()),
    };
    let rows = |label: &dyn Fn(usize) -> Option<String>| -> Option<String> {
        let row = |row: usize| {
            let cells: Option<Vec<String>> =
                (0..scene.cols).map(|col| label(row * scene.cols + col)).collect();
            cells.map(|cells| cells.join(" "))
        };
        (0..scene.rows).map(row).collect::<Option<Vec<_>>>().map(|rows| rows.join("/"))
    };
    let wraps = match (scene.wraps_across, scene.wraps_down) {
        (false, false) => "",
        (true, false) => "; wrap: rows",
        (false, true) => "; wrap: columns",
        (true, true) => "; wrap: both",
    };
    Some(format!("tiles: {}; goal: {}{wraps}", rows(&start)?, rows(&goal)?))
}
