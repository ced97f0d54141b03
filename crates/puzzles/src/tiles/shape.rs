//! The rectangle: where cells lie and which are neighbours. Small tables, read in the inner loops.

/// Rows, columns and the cell where the blank belongs.
#[derive(Clone, Debug)]
pub struct Shape {
    rows: usize,
    cols: usize,
    blank_home: usize,
    row_of: Box<[u8]>,
    col_of: Box<[u8]>,
    /// One bit for each neighbour that exists: up, down, left, right.
    exits: Box<[u8]>,
    rises: u64,
    /// Distances between cells, for boards of up to [`TABLED`] cells; empty beyond.
    distances: Box<[u8]>,
}

/// Boards with at most this many cells look distances up.
const TABLED: usize = 64;

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
        let apart = |a: usize, b: usize| (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols);
        let pairs = cells.clone().flat_map(|a| (0..TABLED).map(move |b| (a, b)));
        let tabled = rows * cols <= TABLED;
        let rises = [(cols as u16).wrapping_neg(), cols as u16, 1u16.wrapping_neg(), 1];
        Self {
            rows,
            cols,
            blank_home,
            rises: rises.iter().rev().fold(0, |all, &rise| all << 16 | u64::from(rise)),
            distances: pairs.filter(|_| tabled).map(|(a, b)| apart(a, b) as u8).collect(),
            exits: exits.collect(),
            row_of: cells.clone().map(|cell| (cell / cols) as u8).collect(),
            col_of: cells.map(|cell| (cell % cols) as u8).collect(),
        }
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

    /// One bit for each neighbour of the cell: up, down, left, right from the lowest.
    #[inline]
    pub fn exits(&self, cell: usize) -> u8 {
        self.exits[cell]
    }

    /// The bit in [`Shape::exits`] of the neighbour `next` of `cell`. In a single column, where it is above or below, that
    /// of the other direction is set as well. Without branches: which it is cannot be foreseen.
    #[inline]
    pub fn exit_towards(&self, cell: usize, next: usize) -> u8 {
        u8::from(next + self.cols == cell)
            | u8::from(next == cell + self.cols) << 1
            | u8::from(next + 1 == cell) << 2
            | u8::from(next == cell + 1) << 3
    }

    /// By how much the number of a cell grows one step up, down, left and right: 16 bits each, modulo 2^16.
    #[inline]
    pub fn rises(&self) -> u64 {
        self.rises
    }
}
