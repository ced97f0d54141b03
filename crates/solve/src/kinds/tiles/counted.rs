//! What a heuristic counts on a board, so that it can be shown there. Slow and plain; the tests hold it against the
//! heuristics themselves.

mod groups;

use slidewise_puzzles::tiles::Board;

use super::entry::{LINEAR_CONFLICT, MANHATTAN, MISPLACED, PDB};
use crate::plain::Counted;

/// What a heuristic counts, if that can be shown tile by tile.
pub(super) fn counted(board: &Board, goal: &Board, heuristic: &str) -> Option<Vec<Counted>> {
    match heuristic {
        MISPLACED => {
            Some(displaced(board, goal).map(|(cell, _)| Counted::Piece { cell, amount: 1 }).collect())
        }
        MANHATTAN => Some(ways(board, goal).collect()),
        LINEAR_CONFLICT => Some(ways(board, goal).chain(conflicts(board, goal)).collect()),
        PDB => groups::groups(board, goal),
        _ => None,
    }
}

/// Tiles out of place: where they are, and where they belong.
fn displaced<'b>(board: &'b Board, goal: &'b Board) -> impl Iterator<Item = (usize, usize)> + 'b {
    let cells = board.cells().iter().enumerate().filter(|(_, tile)| **tile != 0);
    let home = |tile: u16| goal.cells().iter().position(|&other| other == tile);
    cells.filter_map(move |(cell, &tile)| Some((cell, home(tile)?))).filter(|(cell, home)| cell != home)
}

fn ways<'b>(board: &'b Board, goal: &'b Board) -> impl Iterator<Item = Counted> + 'b {
    let cols = board.cols();
    displaced(board, goal).map(move |(from, to)| {
        let (down, across) = ((from / cols).abs_diff(to / cols), (from % cols).abs_diff(to % cols));
        Counted::Way { from, to, amount: (down + across) as u64 }
    })
}

/// For each line, the tiles that belong into it but stand in each other's way: as few as can be must step aside.
fn conflicts(board: &Board, goal: &Board) -> Vec<Counted> {
    let (rows, cols) = (board.rows(), board.cols());
    let across = (0..rows).map(|row| (0..cols).map(|col| row * cols + col).collect());
    let down = (0..cols).map(|col| (0..rows).map(|row| row * cols + col).collect());
    let lines: Vec<Vec<usize>> = across.chain(down).collect();
    lines.iter().flat_map(|line| aside(board, goal, line)).collect()
}

/// Tiles that keep their order form an ascending run of goal places; the longest run stays, the others step aside.
fn aside(board: &Board, goal: &Board, line: &[usize]) -> Vec<Counted> {
    let place = |cell: usize| {
        let tile = board.cells()[cell];
        let home = goal.cells().iter().position(|&other| other == tile)?;
        (tile != 0).then(|| line.iter().position(|&other| other == home))?
    };
    let own: Vec<(usize, usize)> = line.iter().filter_map(|&cell| Some((cell, place(cell)?))).collect();
    let mut runs: Vec<Vec<usize>> = Vec::new();
    for (i, &(_, at)) in own.iter().enumerate() {
        let fits = |run: &&Vec<usize>| run.last().is_some_and(|&last| own[last].1 < at);
        let mut run = runs.iter().filter(fits).max_by_key(|run| run.len()).cloned().unwrap_or_default();
        run.push(i);
        runs.push(run);
    }
    let Some(stay) = runs.into_iter().max_by_key(Vec::len) else { return Vec::new() };
    let leaves = (0..own.len()).filter(|i| !stay.contains(i));
    let with = |i: usize| {
        let crossed = |&&other: &&usize| (other < i) != (own[other].1 < own[i].1);
        stay.iter().find(crossed).map_or(own[i].0, |&other| own[other].0)
    };
    leaves.map(|i| Counted::Pair { a: own[i].0, b: with(i), amount: 2 }).collect()
}
