//! True distances of the boards of one size, by a breadth-first search written for this purpose only.

use std::collections::HashMap;

use slidewise_solve::AnyPuzzle;

use crate::judge::{cells, start};

/// The distance of every board from which the goal can be reached.
pub struct Truth(HashMap<Vec<u16>, u64>);

impl Truth {
    /// About the goal of a puzzle.
    pub fn about(puzzle: &AnyPuzzle, metric: &str) -> Self {
        let cols = puzzle.size().1;
        let goal = cells(&puzzle.goal_text().expect("the goal of a board is one"));
        let mut known = HashMap::from([(goal.clone(), 0)]);
        let mut layer = vec![goal];
        for distance in 1.. {
            let mut next = Vec::new();
            for cells in &layer {
                neighbours(cells, cols, metric, |cells| {
                    if !known.contains_key(cells) {
                        known.insert(cells.to_vec(), distance);
                        next.push(cells.to_vec());
                    }
                });
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        Self(known)
    }

    pub fn of(&self, puzzle: &AnyPuzzle) -> Option<u64> {
        self.0.get(&cells(&start(puzzle))).copied()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// Calls with every board one move away: the blank goes to a cell of its row or column, next to it or (pushing all
/// the tiles between) any.
fn neighbours(cells: &[u16], cols: usize, metric: &str, mut found: impl FnMut(&[u16])) {
    let rows = cells.len() / cols;
    let blank = cells.iter().position(|&tile| tile == 0).expect("there is a blank");
    for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
        let (mut row, mut col) = (blank / cols, blank % cols);
        let mut cells = cells.to_vec();
        while let (Some(r), Some(c)) = (row.checked_add_signed(down), col.checked_add_signed(right)) {
            if r >= rows || c >= cols {
                break;
            }
            cells.swap(row * cols + col, r * cols + c);
            (row, col) = (r, c);
            found(&cells);
            if metric == "single" {
                break;
            }
        }
    }
}
