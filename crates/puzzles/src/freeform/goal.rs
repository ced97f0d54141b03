//! Goals: the one that is meant when none is given, and the positions that meet a goal with open cells.

use super::grid::Grid;
use super::puzzle::{GoalCell, Tile};

/// The goal that is meant when none is given: numbers by value, then words, row by row around the walls,
/// blanks last.
pub fn in_order(grid: &Grid, tiles: &[Tile]) -> Vec<GoalCell> {
    let mut labels: Vec<&str> = tiles.iter().map(|tile| tile.label.as_str()).collect();
    labels.sort_by_key(|label| (number(label), *label));
    let mut goal = vec![GoalCell::Any; grid.cells()];
    let mut labels = labels.into_iter();
    for cell in grid.open() {
        goal[cell] = labels.next().map_or(GoalCell::Blank, |label| GoalCell::Label(label.into()));
    }
    goal
}

/// Sorts numbers before words: digits without leading zeros, the shorter number first, or the word's place
/// behind all.
fn number(label: &str) -> (bool, usize, &str) {
    let digits = label.trim_start_matches('0');
    match label.bytes().all(|b| b.is_ascii_digit()) {
        true => (false, digits.len(), digits),
        false => (true, 0, ""),
    }
}

/// Every way to fill the open cells of a goal with what it does not name, or `None` if there are more than
/// `limit`.
///
/// `goal` has the class wanted on each cell, `None` where it does not matter (walls are not among these
/// cells); `left` is how many of each class the goal does not name.
pub(super) fn fillings(goal: &[(usize, Option<u8>)], left: &[usize], limit: usize) -> Option<Vec<Vec<u8>>> {
    let mut left = left.to_vec();
    let mut found = Vec::new();
    let complete = fill(goal, &mut left, limit, &mut Vec::with_capacity(goal.len()), &mut found);
    complete.then_some(found)
}

/// Fills one cell after the other; false once there are too many.
fn fill(
    goal: &[(usize, Option<u8>)],
    left: &mut [usize],
    limit: usize,
    filled: &mut Vec<u8>,
    found: &mut Vec<Vec<u8>>,
) -> bool {
    let Some(&(_, wanted)) = goal.get(filled.len()) else {
        found.push(filled.clone());
        return found.len() <= limit;
    };
    if let Some(class) = wanted {
        filled.push(class);
        let complete = fill(goal, left, limit, filled, found);
        filled.pop();
        return complete;
    }
    for class in 0..left.len() {
        if left[class] == 0 {
            continue;
        }
        left[class] -= 1;
        filled.push(class as u8);
        let complete = fill(goal, left, limit, filled, found);
        filled.pop();
        left[class] += 1;
        if !complete {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_first_and_by_value() {
        let grid = Grid::new(2, 4, [0, 0, 1, 0, 0, 0, 0, 0].map(|w| w == 1).to_vec()).unwrap();
        let tiles: Vec<Tile> =
            ["b", "10", "9", "A", "010"].map(|label| Tile { label: label.into() }).into_iter().collect();
        let label = |text: &str| GoalCell::Label(text.into());
        let expected = [
            label("9"),
            label("010"),
            GoalCell::Any,
            label("10"),
            label("A"),
            label("b"),
            GoalCell::Blank,
            GoalCell::Blank,
        ];
        assert_eq!(in_order(&grid, &tiles), expected);
    }

    #[test]
    fn open_cells_are_filled_in_every_way_once() {
        let goal = [(0, Some(1)), (1, None), (2, None), (3, None)];
        let all = fillings(&goal, &[1, 0, 2], 3).unwrap();
        assert_eq!(all, [vec![1, 0, 2, 2], vec![1, 2, 0, 2], vec![1, 2, 2, 0]]);
        assert_eq!(fillings(&goal, &[1, 0, 2], 2), None);
    }
}
