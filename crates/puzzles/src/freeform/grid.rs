//! The cells of a board and which of them lie side by side: a rectangle with walls whose opposite edges may
//! be joined.

use super::puzzle::{MAX_CELLS, PuzzleError};
use crate::tiles::Direction;

/// A rectangle of cells, numbered row by row from 0, some of them walls.
///
/// Where edges are joined on a side of one cell, a cell would be its own neighbour: it has none that way. On
/// a side of two cells both ways lead to the same neighbour: both can be taken, and lead to the same
/// position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    rows: usize,
    cols: usize,
    walls: Vec<bool>,
    wraps_rows: bool,
    wraps_cols: bool,
}

impl Grid {
    /// A board without joined edges; `walls` has one entry a cell.
    pub fn new(rows: usize, cols: usize, walls: Vec<bool>) -> Result<Self, PuzzleError> {
        let cells = rows.saturating_mul(cols);
        if cells == 0 || cells > MAX_CELLS {
            return Err(PuzzleError::Size { rows, cols });
        }
        if walls.len() != cells {
            return Err(PuzzleError::CellCount { expected: cells, found: walls.len() });
        }
        Ok(Self { rows, cols, walls, wraps_rows: false, wraps_cols: false })
    }

    /// The same cells with edges joined: `rows` the left to the right edge, `cols` the upper to the lower
    /// one.
    #[must_use]
    pub fn wrapped(self, rows: bool, cols: bool) -> Self {
        Self { wraps_rows: rows, wraps_cols: cols, ..self }
    }

    /// Rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Cells, walls included.
    pub fn cells(&self) -> usize {
        self.walls.len()
    }

    /// Which cells are walls, row by row.
    pub fn walls(&self) -> &[bool] {
        &self.walls
    }

    /// Whether rows go round: the left edge is joined to the right one.
    pub fn wraps_rows(&self) -> bool {
        self.wraps_rows
    }

    /// Whether columns go round: the upper edge is joined to the lower one.
    pub fn wraps_cols(&self) -> bool {
        self.wraps_cols
    }

    /// The cells that are no walls, ascending.
    pub fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells()).filter(|&cell| !self.walls[cell])
    }

    /// The cell one step from `cell` in direction `d`; `None` at an edge that is not joined, before a wall,
    /// for walls, and where the step would lead back to `cell` itself.
    pub fn neighbour(&self, cell: usize, d: Direction) -> Option<usize> {
        if self.walls.get(cell).copied().unwrap_or(true) {
            return None;
        }
        let back =
            |i: usize, n: usize, joined: bool| if i > 0 { Some(i - 1) } else { joined.then_some(n - 1) };
        let on = |i: usize, n: usize, joined: bool| if i + 1 < n { Some(i + 1) } else { joined.then_some(0) };
        let (row, col) = (cell / self.cols, cell % self.cols);
        let (row, col) = match d {
            Direction::Up => (back(row, self.rows, self.wraps_cols)?, col),
            Direction::Down => (on(row, self.rows, self.wraps_cols)?, col),
            Direction::Left => (row, back(col, self.cols, self.wraps_rows)?),
            Direction::Right => (row, on(col, self.cols, self.wraps_rows)?),
        };
        let next = row * self.cols + col;
        (next != cell && !self.walls[next]).then_some(next)
    }

    /// The cells beside a cell, each once.
    pub fn neighbours(&self, cell: usize) -> Vec<usize> {
        let mut near: Vec<usize> = Vec::with_capacity(4);
        for next in Direction::ALL.into_iter().filter_map(|d| self.neighbour(cell, d)) {
            if !near.contains(&next) {
                near.push(next);
            }
        }
        near
    }

    /// Row and column of a cell, both from 1, as people count.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.cols + 1, cell % self.cols + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Left, Right, Up};

    fn grid(rows: usize, cols: usize) -> Grid {
        Grid::new(rows, cols, vec![false; rows * cols]).unwrap()
    }

    #[test]
    fn edges_and_walls_end_the_board() {
        let mut walls = vec![false; 9];
        walls[4] = true;
        let g = Grid::new(3, 3, walls).unwrap();
        assert_eq!(Direction::ALL.map(|d| g.neighbour(0, d)), [None, Some(3), None, Some(1)]);
        assert_eq!(Direction::ALL.map(|d| g.neighbour(1, d)), [None, None, Some(0), Some(2)]);
        assert_eq!(Direction::ALL.map(|d| g.neighbour(4, d)), [None; 4], "a wall has no neighbours");
        assert_eq!(g.neighbour(9, Up), None, "no such cell");
    }

    #[test]
    fn joined_edges_lead_to_the_other_side() {
        let g = grid(3, 4).wrapped(true, false);
        assert_eq!(
            (g.neighbour(0, Left), g.neighbour(3, Right), g.neighbour(0, Up)),
            (Some(3), Some(0), None)
        );
        let g = grid(3, 4).wrapped(false, true);
        assert_eq!(
            (g.neighbour(0, Left), g.neighbour(0, Up), g.neighbour(8, Down)),
            (None, Some(8), Some(0))
        );
        assert_eq!(g.neighbours(0), [8, 4, 1]);
    }

    #[test]
    fn on_a_joined_side_of_one_or_two_cells_no_cell_is_its_own_neighbour() {
        let g = grid(3, 1).wrapped(true, true);
        assert_eq!(Direction::ALL.map(|d| g.neighbour(1, d)), [Some(0), Some(2), None, None]);
        let g = grid(2, 2).wrapped(true, true);
        assert_eq!(Direction::ALL.map(|d| g.neighbour(0, d)), [Some(2), Some(2), Some(1), Some(1)]);
        assert_eq!(g.neighbours(0), [2, 1]);
        assert_eq!(grid(1, 1).wrapped(true, true).neighbours(0), [] as [usize; 0]);
    }

    #[test]
    fn every_step_can_be_taken_back() {
        for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 5), (2, 3), (3, 3), (4, 2)] {
            for (a, b) in [(false, false), (true, false), (false, true), (true, true)] {
                let g = grid(rows, cols).wrapped(a, b);
                for cell in 0..g.cells() {
                    for d in [Up, Down, Left, Right] {
                        if let Some(next) = g.neighbour(cell, d) {
                            assert_eq!(g.neighbour(next, d.opposite()), Some(cell));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sizes_are_checked() {
        assert_eq!(Grid::new(0, 3, vec![]), Err(PuzzleError::Size { rows: 0, cols: 3 }));
        assert_eq!(Grid::new(usize::MAX, 3, vec![]), Err(PuzzleError::Size { rows: usize::MAX, cols: 3 }));
        assert_eq!(Grid::new(17, 16, vec![]), Err(PuzzleError::Size { rows: 17, cols: 16 }));
        assert_eq!(Grid::new(2, 2, vec![false]), Err(PuzzleError::CellCount { expected: 4, found: 1 }));
    }
}
