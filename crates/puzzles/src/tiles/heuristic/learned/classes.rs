//! Pairs of tiles that must have the same correction: mirror images of each other, with the two tiles exchanged, or
//! with goals and places exchanged.

/// The classes of pairs on a rectangle. A pair is numbered by goal and place of one tile, then place and goal of
/// the other, each below the number of cells.
pub(super) struct Classes {
    cells: usize,
    /// Where each symmetry of the rectangle takes each cell.
    images: Vec<Vec<usize>>,
}

impl Classes {
    pub(super) fn new(rows: usize, cols: usize) -> Self {
        let cells = rows * cols;
        let mut images = Vec::new();
        let square = rows == cols;
        for turn in 0..if square { 8 } else { 4 } {
            let image = |cell: usize| {
                let (mut row, mut col) = (cell / cols, cell % cols);
                if turn & 1 != 0 {
                    row = rows - 1 - row;
                }
                if turn & 2 != 0 {
                    col = cols - 1 - col;
                }
                if turn & 4 != 0 {
                    (row, col) = (col, row);
                }
                row * cols + col
            };
            images.push((0..cells).map(image).collect());
        }
        Self { cells, images }
    }

    pub(super) fn index(&self, goal: usize, place: usize, other_place: usize, other_goal: usize) -> usize {
        ((goal * self.cells + place) * self.cells + other_place) * self.cells + other_goal
    }

    /// Calls `f` with the members of each class, in the order of their least members. Pairs that cannot be (one
    /// tile twice, or two at one place) and those already solved belong to no class: nothing is to be corrected.
    pub(super) fn for_each(&self, mut f: impl FnMut(&[u32])) {
        let n = self.cells;
        let mut done = vec![false; n.pow(4)];
        let mut members = Vec::with_capacity(4 * self.images.len());
        let mut first = 0;
        for (goal, place) in (0..n * n).map(|i| (i / n, i % n)) {
            for other_place in 0..n {
                for other_goal in 0..n {
                    let solved = goal == place && other_goal == other_place;
                    let possible = goal != other_goal && place != other_place && !solved;
                    if possible && !done[first] {
                        members.clear();
                        self.collect([goal, place, other_place, other_goal], &mut done, &mut members);
                        f(&members);
                    }
                    first += 1;
                }
            }
        }
    }

    /// The members of a pair's class that are not done yet.
    fn collect(
        &self,
        [goal, place, other_place, other_goal]: [usize; 4],
        done: &mut [bool],
        members: &mut Vec<u32>,
    ) {
        for image in &self.images {
            let (a, p, q, b) = (image[goal], image[place], image[other_place], image[other_goal]);
            for index in [
                self.index(a, p, q, b),
                self.index(b, q, p, a),
                self.index(p, a, b, q),
                self.index(q, b, a, p),
            ] {
                if !done[index] {
                    done[index] = true;
                    members.push(index as u32);
                }
            }
        }
    }

    /// The class of each pair; `NONE` for those that belong to none.
    pub(super) fn numbered(&self) -> Vec<u32> {
        let mut classes = vec![NONE; self.cells.pow(4)];
        let mut class = 0;
        self.for_each(|members| {
            members.iter().for_each(|&index| classes[index as usize] = class);
            class += 1;
        });
        classes
    }
}

/// The class of a pair that belongs to none.
pub(super) const NONE: u32 = u32::MAX;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_that_can_be_has_one_class() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 3), (4, 3)] {
            let classes = Classes::new(rows, cols);
            let numbered = classes.numbered();
            let n = rows * cols;
            let possible = numbered.iter().filter(|&&class| class != NONE).count();
            assert_eq!(possible, n * (n - 1) * n * (n - 1) - n * (n - 1));
            let mut count = 0;
            classes.for_each(|_| count += 1);
            let largest = numbered.iter().filter(|&&class| class != NONE).max();
            assert_eq!(largest, Some(&(count - 1)));
        }
    }

    #[test]
    fn exchanged_pairs_share_a_class() {
        let classes = Classes::new(3, 3);
        let numbered = classes.numbered();
        let class = |a, p, q, b| numbered[classes.index(a, p, q, b)];
        assert_eq!(class(0, 1, 5, 7), class(7, 5, 1, 0), "the tiles exchanged");
        assert_eq!(class(0, 1, 5, 7), class(1, 0, 7, 5), "goals and places exchanged");
        assert_eq!(class(0, 1, 5, 7), class(2, 1, 3, 7), "mirrored");
        assert_ne!(class(0, 1, 5, 7), class(0, 1, 4, 7));
    }
}
