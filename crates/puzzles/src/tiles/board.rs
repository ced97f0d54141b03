//! A board as people write it: rows of numbers, 0 for the blank. Plain and slow on purpose: solutions found by
//! the fast, packed state spaces are replayed on it.

use std::fmt;

use crate::step::Direction;
use crate::text::number;

/// The longest side that a board may have.
pub const MAX_SIDE: usize = 100;

/// Tiles on a rectangle, each of 0 (the blank), 1, 2, … once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: usize,
    cols: usize,
    cells: Vec<u16>,
}

/// Why a list of numbers is not a board. Cells are counted from 0, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// A side is 0 or more than [`MAX_SIDE`], or there is only one cell.
    Size {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// The number of cells is not rows × columns.
    Count {
        /// Rows × columns.
        expected: usize,
        /// Cells given.
        found: usize,
    },
    /// A number is too large for the board.
    TooLarge {
        /// The number.
        tile: u32,
        /// The largest one allowed.
        max: u32,
        /// Where it stands.
        cell: usize,
    },
    /// A number stands twice (0: two blanks).
    Duplicate {
        /// The number.
        tile: u32,
        /// Where it stands first.
        first: usize,
        /// Where it stands again.
        cell: usize,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Size { rows, cols } => {
                write!(
                    f,
                    "a board of {rows}×{cols} is not supported: sides go from 1 to {MAX_SIDE}, two cells or more"
                )
            }
            Self::Count { expected, found } => {
                write!(f, "expected {}, found {found}", number(expected, "cell"))
            }
            Self::TooLarge { tile, max, .. } => {
                write!(f, "tile {tile} does not belong on this board: its tiles are 1 to {max}")
            }
            Self::Duplicate { tile: 0, .. } => write!(f, "the board has two blanks"),
            Self::Duplicate { tile, .. } => write!(f, "tile {tile} stands twice"),
        }
    }
}

impl std::error::Error for BoardError {}

impl Board {
    /// A board from its cells, row by row. Checks size, count, range and that no number stands twice; with all
    /// numbers different and in range, exactly one of them is the blank.
    pub fn new(rows: usize, cols: usize, cells: Vec<u16>) -> Result<Self, BoardError> {
        check_size(rows, cols)?;
        let n = rows * cols;
        if cells.len() != n {
            return Err(BoardError::Count { expected: n, found: cells.len() });
        }
        let mut seen_at = vec![usize::MAX; n];
        for (cell, &tile) in cells.iter().enumerate() {
            let Some(seen) = seen_at.get_mut(usize::from(tile)) else {
                return Err(BoardError::TooLarge { tile: tile.into(), max: n as u32 - 1, cell });
            };
            if *seen != usize::MAX {
                return Err(BoardError::Duplicate { tile: tile.into(), first: *seen, cell });
            }
            *seen = cell;
        }
        Ok(Self { rows, cols, cells })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The numbers, row by row; 0 is the blank.
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// The cell of the blank.
    pub fn blank(&self) -> usize {
        self.cells.iter().position(|&t| t == 0).expect("a board has a blank: Board::new checks it")
    }

    /// The cell one step from `cell` in direction `d`, if it is on the board.
    pub fn neighbour(&self, cell: usize, d: Direction) -> Option<usize> {
        let (row, col) = (cell / self.cols, cell % self.cols);
        match d {
            Direction::Up => (row > 0).then(|| cell - self.cols),
            Direction::Down => (row + 1 < self.rows).then(|| cell + self.cols),
            Direction::Left => (col > 0).then(|| cell - 1),
            Direction::Right => (col + 1 < self.cols).then(|| cell + 1),
        }
    }

    /// Slides the tile beside the blank that goes in direction `d` into the blank, and returns its number.
    /// `None`, and nothing happens, if there is no such tile.
    pub fn slide(&mut self, d: Direction) -> Option<u16> {
        let blank = self.blank();
        let from = self.neighbour(blank, d.opposite())?;
        self.cells.swap(blank, from);
        Some(self.cells[blank])
    }
}

/// Whether a board of this size is supported.
pub fn check_size(rows: usize, cols: usize) -> Result<(), BoardError> {
    let side = 1..=MAX_SIDE;
    if side.contains(&rows) && side.contains(&cols) && rows * cols >= 2 {
        Ok(())
    } else {
        Err(BoardError::Size { rows, cols })
    }
}

/// Rows by slash: `1 2 3/4 5 6/7 8 0`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, tile) in self.cells.iter().enumerate() {
            let separator = match cell {
                0 => "",
                c if c % self.cols == 0 => "/",
                _ => " ",
            };
            write!(f, "{separator}{tile}")?;
        }
        Ok(())
    }
}
