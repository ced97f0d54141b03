//! Random puzzles for tests.

use super::goal::in_order;
use super::grid::Grid;
use super::puzzle::{GoalCell, Puzzle, Tile};
use crate::random::Rng;

/// A puzzle of at most `cells` cells with random walls, joined edges, labels (often repeated), blanks and
/// goal.
pub(super) fn random_puzzle(rng: &mut Rng, cells: usize) -> Puzzle {
    loop {
        let rows = 1 + rng.below(5);
        let cols = 1 + rng.below((cells / rows).clamp(1, 6));
        let walls = (0..rows * cols).map(|_| rng.below(6) == 0).collect();
        let grid = Grid::new(rows, cols, walls).unwrap().wrapped(rng.below(3) == 0, rng.below(3) == 0);
        let open: Vec<usize> = grid.open().collect();
        let blanks = 1 + rng.below(3);
        let labels = 1 + rng.below(12);
        let words = ["1", "2", "10", "a", "A", "b", "L", "UL", "5L2", "ä", "x1", "00"];
        let tiles: Vec<Tile> = (0..open.len().saturating_sub(blanks))
            .map(|_| Tile { label: words[rng.below(labels)].into() })
            .collect();
        let (mut start, mut ends) = (open.clone(), open);
        rng.shuffle(&mut start);
        rng.shuffle(&mut ends);
        start.truncate(tiles.len());
        let mut goal = in_order(&grid, &tiles);
        if rng.below(4) > 0 {
            let keep = rng.below(4);
            goal = vec![GoalCell::Any; grid.cells()];
            for (i, &cell) in ends.iter().enumerate().filter(|_| keep == 0 || rng.below(keep + 1) > 0) {
                goal[cell] = tiles.get(i).map_or(GoalCell::Blank, |tile| GoalCell::Label(tile.label.clone()));
            }
        }
        if let Ok(puzzle) = Puzzle::new(grid, tiles, start, goal) {
            return puzzle;
        }
    }
}
