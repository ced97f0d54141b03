//! A pattern: the tiles that one table looks at, named by their goal cells.
//!
//! Tiles are known by their goal cells, so that a table depends on nothing but the board's size, the goal cell
//! of the blank and a set of cells; every goal with its blank there is served by relabelling.

use std::fmt;

/// Most tiles in one table: eight slots of three bits make up a packed permutation.
pub const MAX_TILES: usize = 8;
/// Most cells of a board: the mask of a pattern's cells and its permutation share 64 bits.
pub const MAX_CELLS: usize = 36;

/// The tiles of one table on one board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    rows: u8,
    cols: u8,
    blank_home: u8,
    cells: Vec<u8>,
}

/// Why a pattern cannot have a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// The board is too small or too large for tables.
    Board {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// No tile at all, or more than [`MAX_TILES`].
    Tiles(usize),
    /// A cell that the board does not have.
    Cell(usize),
    /// A cell stands twice.
    Twice(usize),
    /// The goal cell of the blank belongs to no tile.
    Blank(usize),
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Board { rows, cols } => {
                write!(
                    f,
                    "no pattern tables for boards of {rows}×{cols}: two to {MAX_CELLS} cells are supported"
                )
            }
            Self::Tiles(n) => write!(f, "a pattern has 1 to {MAX_TILES} tiles, not {n}"),
            Self::Cell(c) => write!(f, "cell {c} is not on the board"),
            Self::Twice(c) => write!(f, "goal cell {c} stands twice in the pattern"),
            Self::Blank(c) => write!(f, "goal cell {c} is the blank's, and no tile's"),
        }
    }
}

impl std::error::Error for PatternError {}

impl Pattern {
    /// The tiles with these goal cells, in any order.
    pub fn new(
        rows: usize,
        cols: usize,
        blank_home: usize,
        cells: impl IntoIterator<Item = usize>,
    ) -> Result<Self, PatternError> {
        let n = rows.saturating_mul(cols);
        if !(2..=MAX_CELLS).contains(&n) {
            return Err(PatternError::Board { rows, cols });
        }
        if blank_home >= n {
            return Err(PatternError::Cell(blank_home));
        }
        let mut sorted: Vec<usize> = cells.into_iter().collect();
        sorted.sort_unstable();
        if !(1..=MAX_TILES).contains(&sorted.len()) {
            return Err(PatternError::Tiles(sorted.len()));
        }
        if let Some(&c) = sorted.iter().find(|&&c| c >= n) {
            return Err(PatternError::Cell(c));
        }
        if let Some(w) = sorted.windows(2).find(|w| w[0] == w[1]) {
            return Err(PatternError::Twice(w[0]));
        }
        if sorted.contains(&blank_home) {
            return Err(PatternError::Blank(blank_home));
        }
        Ok(Self {
            rows: rows as u8,
            cols: cols as u8,
            blank_home: blank_home as u8,
            cells: sorted.into_iter().map(|c| c as u8).collect(),
        })
    }

    /// Rows of the board.
    pub fn rows(&self) -> usize {
        self.rows.into()
    }

    /// Columns of the board.
    pub fn cols(&self) -> usize {
        self.cols.into()
    }

    /// Cells of the board.
    pub fn board_cells(&self) -> usize {
        self.rows() * self.cols()
    }

    /// The goal cell of the blank.
    pub fn blank_home(&self) -> usize {
        self.blank_home.into()
    }

    /// The goal cells of the tiles, ascending.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The name of its table's file without the ending: `4x4-b0-t1.4.5`, with `metric` behind the board.
    pub fn file_stem(&self, metric: &str) -> String {
        let cells: Vec<String> = self.cells.iter().map(u8::to_string).collect();
        let (rows, cols) = (self.rows(), self.cols());
        format!("{rows}x{cols}{metric}-b{}-t{}", self.blank_home(), cells.join("."))
    }

    /// The number of tiles.
    pub fn tiles(&self) -> usize {
        self.cells.len()
    }

    /// The goal cells as a set of bits.
    pub fn mask(&self) -> u64 {
        self.cells.iter().fold(0, |m, &c| m | 1 << c)
    }

    /// Steps between two cells.
    fn distance(&self, a: usize, b: usize) -> usize {
        (a / self.cols()).abs_diff(b / self.cols()) + (a % self.cols()).abs_diff(b % self.cols())
    }
}

/// The number of a cell along a snake, that is with every other row backwards, and also the cell of a number.
pub(super) fn snake(cols: usize, cell: usize) -> usize {
    let (row, col) = (cell / cols, cell % cols);
    if row.is_multiple_of(2) { cell } else { (row + 1) * cols - 1 - col }
}

/// Tables count the cells of a board along a snake. Then fewer moves pass other tiles on the way from one
/// number to another: most leave the tiles in their order (`rank`).
impl Pattern {
    /// The snake's number of a cell, and also the cell of a number.
    pub fn snake(&self, cell: usize) -> usize {
        snake(self.cols(), cell)
    }

    /// The numbers of the tiles' goal cells, ascending. A tile's place in this list is its slot.
    pub fn homes(&self) -> Vec<usize> {
        let mut homes: Vec<usize> = self.cells.iter().map(|&c| self.snake(c.into())).collect();
        homes.sort_unstable();
        homes
    }

    /// The same as a set of bits.
    pub(crate) fn home(&self) -> u64 {
        self.homes().iter().fold(0, |set, home| set | 1 << home)
    }

    /// The number of the blank's goal cell.
    pub(crate) fn blank_end(&self) -> usize {
        self.snake(self.blank_home())
    }

    /// Steps between the cells of two numbers.
    pub(crate) fn steps(&self, a: usize, b: usize) -> usize {
        self.distance(self.snake(a), self.snake(b))
    }

    /// The numbers of the cells beside that of each number, as sets of bits.
    pub(crate) fn neighbours(&self) -> Vec<u64> {
        let (cells, cols) = (self.board_cells(), self.cols());
        let mut sets = vec![0; cells];
        for cell in 0..cells {
            let right = Some(cell + 1).filter(|right| !right.is_multiple_of(cols));
            let below = Some(cell + cols).filter(|&below| below < cells);
            for beside in [right, below].into_iter().flatten() {
                let [a, b] = [cell, beside].map(|cell| self.snake(cell));
                sets[a] |= 1 << b;
                sets[b] |= 1 << a;
            }
        }
        sets
    }
}

/// The board drawn in one line, `x` for a tile of the pattern, `0` for the blank, `.` for the rest: `0xx./xx../…`.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..self.board_cells() {
            if cell > 0 && cell % self.cols() == 0 {
                f.write_str("/")?;
            }
            f.write_str(match cell {
                c if c == self.blank_home() => "0",
                c if self.mask() >> c & 1 == 1 => "x",
                _ => ".",
            })?;
        }
        Ok(())
    }
}
