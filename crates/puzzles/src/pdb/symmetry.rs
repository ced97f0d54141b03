//! The symmetries of a rectangle: one table serves every pattern that is its mirror image or rotation.

use super::layout::ones;
use super::pattern::Pattern;

/// A mirror image or rotation of a board, as a map of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    rows: usize,
    cols: usize,
    /// Longer than any board, to a power of two.
    map: [u8; 64],
}

impl Symmetry {
    /// All eight maps of a board of `rows` × `cols`; four of them exchange rows and columns. The first is the
    /// identity.
    pub fn all(rows: usize, cols: usize) -> [Self; 8] {
        std::array::from_fn(|kind| {
            let (transposed, flip_rows, flip_cols) = (kind & 1 == 1, kind & 2 == 2, kind & 4 == 4);
            let mut map = [0; 64];
            for (cell, to) in map.iter_mut().enumerate().take(rows * cols) {
                let (r, c) = (cell / cols, cell % cols);
                let r = if flip_rows { rows - 1 - r } else { r };
                let c = if flip_cols { cols - 1 - c } else { c };
                *to = if transposed { c * rows + r } else { r * cols + c } as u8;
            }
            let (rows, cols) = if transposed { (cols, rows) } else { (rows, cols) };
            Self { rows, cols, map }
        })
    }

    /// Rows of the image.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Columns of the image.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Where a cell goes.
    pub fn cell(&self, cell: usize) -> usize {
        self.map[cell].into()
    }

    /// The maps that keep the board's sides and the cell `fixed` where they are: views of the same puzzle.
    pub(crate) fn fixing(rows: usize, cols: usize, fixed: usize) -> Vec<Self> {
        let keeps = |s: &Self| s.rows == rows && s.cols == cols && s.cell(fixed) == fixed;
        let mut views: Vec<Self> = Vec::new();
        for symmetry in Self::all(rows, cols).into_iter().filter(keeps) {
            // On a board of one row, some of the eight maps are the same.
            if !views.contains(&symmetry) {
                views.push(symmetry);
            }
        }
        views
    }
}

impl Pattern {
    /// The image of the pattern.
    pub fn image(&self, symmetry: &Symmetry) -> Self {
        let cells = self.cells().iter().map(|&c| symmetry.cell(c.into()));
        let blank = symmetry.cell(self.blank_home());
        Self::new(symmetry.rows(), symmetry.cols(), blank, cells).expect("an image of a pattern is one")
    }

    /// The pattern whose table serves this one, and the map into its board: the first of all images. The blank
    /// counts only by its region, so it is moved to the first cell of it.
    pub fn canonical(&self) -> (Self, Symmetry) {
        let images = Symmetry::all(self.rows(), self.cols()).map(|s| (self.image(&s).with_first_blank(), s));
        let key = |p: &Self| (p.rows(), p.blank_home(), p.cells().to_vec());
        images.into_iter().min_by_key(|(p, _)| key(p)).expect("there are eight")
    }

    fn with_first_blank(self) -> Self {
        let (neighbours, mask) = (self.neighbours(), self.home());
        let mut region = 1u64 << self.blank_end();
        loop {
            let beside = |(cell, near): (usize, &u64)| if region >> cell & 1 == 1 { *near } else { 0 };
            let grown = region | neighbours.iter().enumerate().map(beside).fold(0, |a, b| a | b) & !mask;
            if grown == region {
                break;
            }
            region = grown;
        }
        let cells: Vec<usize> = self.cells().iter().map(|&c| c.into()).collect();
        let first = ones(region).map(|number| self.snake(number)).min().expect("the blank itself is there");
        Self::new(self.rows(), self.cols(), first, cells).expect("the blank stays outside the pattern")
    }
}
