//! Tiles with equal labels are interchangeable: they share a class. Class 0 is the blank.

use super::puzzle::{GoalCell, Puzzle};

/// The classes of a puzzle's tiles, numbered from 1 in the order of the tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    of_tile: Vec<u8>,
    tiles: Vec<Vec<usize>>,
    goal: Vec<Option<u8>>,
}

impl Classes {
    /// The classes of a puzzle. A board has at most 255 tiles beside its blank, so a byte holds any class.
    pub fn new(puzzle: &Puzzle) -> Self {
        let mut labels: Vec<&str> = vec![""];
        let mut tiles: Vec<Vec<usize>> = vec![Vec::new()];
        let mut of_tile = Vec::new();
        for (i, tile) in puzzle.tiles().iter().enumerate() {
            let known = labels.iter().position(|&label| label == tile.label);
            let class = known.unwrap_or_else(|| {
                labels.push(&tile.label);
                tiles.push(Vec::new());
                labels.len() - 1
            });
            tiles[class].push(i);
            of_tile.push(class as u8);
        }
        let wanted = |wanted: &GoalCell| match wanted {
            GoalCell::Any => None,
            GoalCell::Blank => Some(0),
            GoalCell::Label(label) => labels.iter().position(|&l| l == label).map(|class| class as u8),
        };
        let goal = puzzle.goal().iter().map(wanted).collect();
        Self { of_tile, tiles, goal }
    }

    /// How many classes there are, the blank's included.
    pub fn count(&self) -> usize {
        self.tiles.len()
    }

    /// The class of each tile.
    pub fn of_tile(&self) -> &[u8] {
        &self.of_tile
    }

    /// The tiles of a class, ascending; none for the blank.
    pub fn tiles(&self, class: usize) -> &[usize] {
        &self.tiles[class]
    }

    /// The class that the goal wants on each cell; `None` where it does not matter.
    pub fn goal(&self) -> &[Option<u8>] {
        &self.goal
    }

    /// The class on each cell at the start; 0 for blanks, and for walls too.
    pub fn start(&self, puzzle: &Puzzle) -> Vec<u8> {
        let mut cells = vec![0; puzzle.walls().len()];
        for (&cell, &class) in puzzle.start().iter().zip(&self.of_tile) {
            cells[cell] = class;
        }
        cells
    }

    /// How many of each class the goal does not name.
    pub(super) fn left_over(&self, puzzle: &Puzzle) -> Vec<usize> {
        let mut left: Vec<usize> = self.tiles.iter().map(Vec::len).collect();
        left[0] = puzzle.blanks();
        for class in self.goal.iter().flatten() {
            // The puzzle has checked that there are as many as its goal names.
            left[usize::from(*class)] = left[usize::from(*class)].saturating_sub(1);
        }
        left
    }
}

/// In how many ways the tiles can lie, equal ones not told apart.
pub fn arrangements(puzzle: &Puzzle) -> f64 {
    let classes = Classes::new(puzzle);
    let (mut free, mut ways) = (puzzle.tiles().len() + puzzle.blanks(), 1.0);
    for alike in (1..classes.count()).map(|class| classes.tiles(class).len()) {
        // A choice of `alike` of the cells that are free.
        for chosen in 0..alike {
            ways *= (free - chosen) as f64 / (chosen + 1) as f64;
        }
        free -= alike;
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn equal_labels_share_a_class() {
        let puzzle = parse("tiles: b a b/# . .; goal: a ? b/# . ?").unwrap().puzzle;
        let classes = Classes::new(&puzzle);
        assert_eq!((classes.of_tile(), classes.count(), classes.tiles(1)), (&[1, 2, 1][..], 3, &[0, 2][..]));
        assert_eq!(classes.goal(), [Some(2), None, Some(1), None, Some(0), None]);
        assert_eq!(classes.start(&puzzle), [1, 2, 1, 0, 0, 0]);
        assert_eq!(classes.left_over(&puzzle), [1, 1, 0]);
    }

    #[test]
    fn arrangements_are_counted_with_equal_tiles_and_blanks_alike() {
        let count = |text: &str| arrangements(&parse(text).unwrap().puzzle).round();
        assert_eq!(count("tiles: 1 2/3 ."), 24.0);
        assert_eq!(count("tiles: 1 2 3 4/5 6 7 8/9 10 11 ."), 479_001_600.0);
        assert_eq!(count("tiles: A A # B/. . . ."), 105.0);
    }
}
