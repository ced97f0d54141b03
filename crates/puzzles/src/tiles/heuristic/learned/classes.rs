//! Pairs of tiles that must have the same correction: mirror images of each other, with the two tiles exchanged, or
//! with goals and places exchanged.

/// The classes of pairs on a rectangle. A pair is numbered by goal and place of one tile, then place and goal of
/// the other, each below the number of cells.
pub(super) struct Classes {
    cells: usize,
    images: Vec<Image>,
}

/// Where a symmetry of the rectangle takes each cell: as the last number of a pair's index, as the last but one, and so
/// on, each as it counts there.
type Image = [Vec<u32>; 4];

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
            let counted =
                |place: u32| (0..cells).map(|cell| (image(cell) * cells.pow(place)) as u32).collect();
            images.push([0, 1, 2, 3].map(counted));
        }
        Self { cells, images }
    }

    /// Calls `f` with the members of each class, some of them more than once, in the order of their least
    /// members, which come first. Pairs that cannot be (one tile twice, or two at one place) and those
    /// already solved belong to no class: nothing is to be corrected.
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
                        let images = |image| images([goal, place, other_place, other_goal], image);
                        members.extend(self.images.iter().flat_map(images));
                        // Not asked whether they are done already: the answer would have to be waited for.
                        members.iter().for_each(|&index| done[index as usize] = true);
                        f(&members);
                    }
                    first += 1;
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

/// Goal and place of one tile, place and goal of the other, from the number of a pair on a board of `n` cells.
#[inline]
pub(super) fn cells_of(pair: usize, n: usize) -> [usize; 4] {
    [pair / n.pow(3), pair / n.pow(2) % n, pair / n % n, pair % n]
}

/// A pair's mirror image, with the tiles exchanged, with goals and places exchanged, and both.
fn images([goal, place, other_place, other_goal]: [usize; 4], image: &Image) -> [u32; 4] {
    let [fourth, third, second, first] = image;
    [
        first[goal] + second[place] + third[other_place] + fourth[other_goal],
        first[other_goal] + second[other_place] + third[place] + fourth[goal],
        first[place] + second[goal] + third[other_goal] + fourth[other_place],
        first[other_place] + second[other_goal] + third[goal] + fourth[place],
    ]
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
        let class = |a: usize, p: usize, q: usize, b: usize| numbered[((a * 9 + p) * 9 + q) * 9 + b];
        assert_eq!(class(0, 1, 5, 7), class(7, 5, 1, 0), "the tiles exchanged");
        assert_eq!(class(0, 1, 5, 7), class(1, 0, 7, 5), "goals and places exchanged");
        assert_eq!(class(0, 1, 5, 7), class(2, 1, 3, 7), "mirrored");
        assert_ne!(class(0, 1, 5, 7), class(0, 1, 4, 7));
    }
}
