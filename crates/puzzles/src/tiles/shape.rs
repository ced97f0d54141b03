//! The rectangle: where cells lie and which are neighbours. Small tables, read in the inner loops.

/// Rows, columns and the cell where the blank belongs.
#[derive(Clone, Debug)]
pub struct Shape {
    rows: usize,
    cols: usize,
    four_by_four: bool,
    blank_home: usize,
    row_of: Box<[u8]>,
    col_of: Box<[u8]>,
    /// One bit for each neighbour that exists: up, down, left, right.
    exits: Box<[u8]>,
    /// See [`Shape::rises`].
    rises: u64,
    /// The same as `exits`, each bit the highest of its 16; in the order of `rises`.
    ways: Box<[u64]>,
    /// Distances between cells, for boards of up to [`TABLED`] cells; empty beyond.
    distances: Box<[u8]>,
    /// The same between the first 16 cells, found without a look at the size.
    near: Box<[[u8; NEAR]; NEAR]>,
}

/// Boards with at most this many cells look distances up.
const TABLED: usize = 64;
/// Cells of small boards.
const NEAR: usize = 16;

impl Shape {
    /// A rectangle whose sides are at most [`super::MAX_SIDE`].
    pub fn new(rows: usize, cols: usize, blank_home: usize) -> Self {
        let cells = 0..rows * cols;
        let exits = cells.clone().map(|cell| {
            let (row, col) = (cell / cols, cell % cols);
            u8::from(row > 0)
                | u8::from(row + 1 < rows) << 1
                | u8::from(col > 0) << 2
                | u8::from(col + 1 < cols) << 3
        });
        let exits: Box<[u8]> = exits.collect();
        let spread = |exits: &u8| (0..4).map(|way| u64::from(exits >> way & 1) << (16 * way + 15)).sum();
        let apart = |a: usize, b: usize| (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols);
        let pairs = cells.clone().flat_map(|a| (0..TABLED).map(move |b| (a, b)));
        let tabled = rows * cols <= TABLED;
        let rises = [(cols as u16).wrapping_neg(), cols as u16, 1u16.wrapping_neg(), 1];
        Self {
            rows,
            cols,
            four_by_four: (rows, cols) == (4, 4),
            blank_home,
            rises: rises.iter().rev().fold(0, |all, &rise| all << 16 | u64::from(rise)),
            near: Box::new(std::array::from_fn(|a| std::array::from_fn(|b| apart(a, b).min(255) as u8))),
            distances: pairs.filter(|_| tabled).map(|(a, b)| apart(a, b) as u8).collect(),
            ways: exits.iter().map(spread).collect(),
            exits,
            row_of: cells.clone().map(|cell| (cell / cols) as u8).collect(),
            col_of: cells.map(|cell| (cell % cols) as u8).collect(),
        }
    }

    /// The same rectangle, whose [`ways`](Self::ways) are in this order. Numbers stand for up, down, left and right,
    /// and each stands once.
    #[must_use]
    pub fn in_order(mut self, order: [u8; 4]) -> Self {
        let lane = |word: u64, way: u8| word >> (16 * way) & 0xffff;
        let ordered = |word: u64| order.iter().rev().fold(0, |all, &way| all << 16 | lane(word, way));
        self.rises = ordered(self.rises);
        self.ways.iter_mut().for_each(|ways| *ways = ordered(*ways));
        self
    }

    /// Number of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    #[inline]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Number of cells.
    #[inline]
    pub fn cells(&self) -> usize {
        self.row_of.len()
    }

    /// Whether it is the board of the 15-puzzle, for which there are shorter ways to do some things.
    #[inline]
    pub(crate) fn is_four_by_four(&self) -> bool {
        self.four_by_four
    }

    /// The goal cell of the blank, which is also its label.
    #[inline]
    pub fn blank_home(&self) -> usize {
        self.blank_home
    }

    /// The row of a cell.
    #[inline]
    pub fn row(&self, cell: usize) -> usize {
        self.row_of[cell].into()
    }

    /// The column of a cell.
    #[inline]
    pub fn col(&self, cell: usize) -> usize {
        self.col_of[cell].into()
    }

    /// Steps from one cell to another: rows and columns apart, added.
    #[inline]
    pub fn distance(&self, a: usize, b: usize) -> u32 {
        match self.distances.get(a * TABLED + b) {
            Some(&distance) => distance.into(),
            None => (self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))) as u32,
        }
    }

    /// The same on boards of up to 16 cells.
    #[inline]
    pub(crate) fn near_distance(&self, a: usize, b: usize) -> u32 {
        self.near[a % NEAR][b % NEAR].into()
    }

    /// One bit for each neighbour of the cell: up, down, left, right from the lowest.
    #[inline]
    pub(crate) fn exits(&self, cell: usize) -> u8 {
        self.exits[cell]
    }

    /// The ways out of a cell, in the order of this shape, but for that to the neighbour `last`: each is the
    /// highest of 16 bits. Without branches: which it is cannot be foreseen.
    #[inline]
    pub fn ways(&self, cell: usize, last: Option<usize>) -> u64 {
        const ONES: u64 = 0x0001_0001_0001_0001;
        const BELOW: u64 = 0x7fff * ONES;
        let ways = self.ways[cell];
        let Some(last) = last else { return ways };
        // Zero where the step is that to `last`. Adding to the 15 bits below sets the highest of 16 unless all of
        // them are 0, and never carries into the next 16.
        let others = self.rises ^ (last.wrapping_sub(cell) as u16 as u64).wrapping_mul(ONES);
        ways & (((others & BELOW) + BELOW) | others)
    }

    /// By how much the number of a cell grows one step each way, in the order of this shape: 16 bits each, modulo 2^16.
    #[inline]
    pub(crate) fn rises(&self) -> u64 {
        self.rises
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On boards of one and two columns as well, where steps are nearly the same number.
    #[test]
    fn the_way_back_is_left_out_in_every_order() {
        let orders = [[0, 1, 2, 3], [0, 3, 1, 2], [2, 0, 1, 3], [0, 2, 3, 1], [3, 2, 1, 0]];
        let sizes = [(4, 4), (5, 1), (1, 5), (2, 2), (3, 2), (2, 3), (3, 255), (255, 2)];
        for ((rows, cols), order) in sizes.iter().flat_map(|&size| orders.map(|order| (size, order))) {
            let shape = Shape::new(rows, cols, 0).in_order(order);
            for cell in 0..shape.cells() {
                let steps = [cell.wrapping_sub(cols), cell + cols, cell.wrapping_sub(1), cell + 1];
                let there = |way: usize| shape.exits(cell) >> way & 1 == 1;
                let place = |way: usize| order.iter().position(|&one| usize::from(one) == way).unwrap();
                let bit = |way: usize| 1u64 << (16 * place(way) + 15);
                let all: u64 = (0..4).filter(|&way| there(way)).map(bit).sum();
                assert_eq!(shape.ways(cell, None), all);
                for back in (0..4).filter(|&way| there(way)) {
                    let rest = shape.ways(cell, Some(steps[back]));
                    assert_eq!(rest, all & !bit(back), "{rows}×{cols} {cell} {back} {order:?}");
                }
            }
        }
    }
}
