//! Moves carried out on a board, one after another. [`Board::slide`] looks for the blank at each move; the
//! walker remembers where it is, so a move costs the same on every size.

use std::cmp::Ordering;
use std::fmt;

use super::board::Board;
use crate::step::Direction;

/// A board under way: cells edited in place, the blank's cell remembered.
#[derive(Clone, Debug)]
pub struct Walker {
    rows: usize,
    cols: usize,
    row: usize,
    col: usize,
    cells: Vec<u16>,
}

impl Walker {
    /// A walker that stands at `start`.
    pub fn new(start: &Board) -> Self {
        let (blank, cols) = (start.blank(), start.cols());
        Self { rows: start.rows(), cols, row: blank / cols, col: blank % cols, cells: start.cells().to_vec() }
    }

    /// Whether a tile beside the blank can go in direction `d`.
    pub(crate) fn can_slide(&self, d: Direction) -> bool {
        self.source(d).is_some()
    }

    /// Slides the tile beside the blank that goes in direction `d` and returns its number; `None`, and nothing
    /// happens, if there is no such tile.
    pub fn slide(&mut self, d: Direction) -> Option<u16> {
        let (row, col) = self.source(d)?;
        let (from, to) = (row * self.cols + col, self.row * self.cols + self.col);
        self.cells.swap(from, to);
        (self.row, self.col) = (row, col);
        Some(self.cells[to])
    }

    /// The direction in which the tile with this number can go, if it is beside the blank.
    pub(crate) fn direction_of(&self, tile: u16) -> Option<Direction> {
        let is_it = |d: &Direction| {
            self.source(*d).is_some_and(|(row, col)| self.cells[row * self.cols + col] == tile)
        };
        Direction::ALL.into_iter().find(is_it)
    }

    /// The ways in which tiles go, one after another, so that the blank comes straight to a cell; `None` if it lies in
    /// another row and another column, or is no cell of the board.
    pub(crate) fn way_to(&self, row: usize, col: usize) -> Option<Vec<Direction>> {
        let inside = row < self.rows && col < self.cols;
        let (direction, count) = match (row.cmp(&self.row), col.cmp(&self.col)) {
            (Ordering::Equal, Ordering::Less) => (Direction::Right, self.col - col),
            (Ordering::Equal, Ordering::Greater) => (Direction::Left, col - self.col),
            (Ordering::Less, Ordering::Equal) => (Direction::Down, self.row - row),
            (Ordering::Greater, Ordering::Equal) => (Direction::Up, row - self.row),
            _ => return None,
        };
        inside.then(|| vec![direction; count])
    }

    /// Whether it stands at `board` now.
    pub(crate) fn is_at(&self, board: &Board) -> bool {
        (self.rows, self.cols) == (board.rows(), board.cols()) && self.cells == board.cells()
    }

    /// The board where it stands now.
    pub fn board(self) -> Board {
        Board::new(self.rows, self.cols, self.cells).expect("moves keep a board a board")
    }

    /// Row and column of the tile that would go in direction `d`: on the blank's other side.
    fn source(&self, d: Direction) -> Option<(usize, usize)> {
        let (row, col) = (self.row, self.col);
        match d {
            Direction::Up => (row + 1 < self.rows).then_some((row + 1, col)),
            Direction::Down => row.checked_sub(1).map(|row| (row, col)),
            Direction::Left => (col + 1 < self.cols).then_some((row, col + 1)),
            Direction::Right => col.checked_sub(1).map(|col| (row, col)),
        }
    }
}

/// A move that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// Which move of the sequence, from 0.
    pub index: usize,
    /// Where the tile should have gone.
    pub direction: Direction,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.direction {
            Direction::Up => "below",
            Direction::Down => "above",
            Direction::Left => "right of",
            Direction::Right => "left of",
        };
        write!(f, "move {} ({}): there is no tile {side} the blank", self.index + 1, self.direction.letter())
    }
}

impl std::error::Error for IllegalMove {}

/// The board that `moves`, directions of tiles, lead to from `start`.
pub fn replay(start: &Board, moves: &[Direction]) -> Result<Board, IllegalMove> {
    let mut walker = Walker::new(start);
    for (index, &direction) in moves.iter().enumerate() {
        walker.slide(direction).ok_or(IllegalMove { index, direction })?;
    }
    Ok(walker.board())
}

/// The length of `moves` in the multi-tile metric: pushing several tiles of a line at once towards the blank is
/// one move, so each longest run of one direction counts once.
pub fn multi_length(moves: &[Direction]) -> usize {
    moves.chunk_by(|a, b| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::super::goal::Goal;
    use super::*;
    use crate::random::Rng;
    use Direction::{Down, Left, Right, Up};

    #[test]
    fn the_walker_does_what_the_plain_board_does() {
        let mut rng = Rng::from_seed(11);
        for (rows, cols) in [(1, 2), (1, 4), (4, 1), (2, 3), (3, 2), (4, 5)] {
            let mut board = Goal::Snail.board(rows, cols).unwrap();
            let mut walker = Walker::new(&board);
            for _ in 0..500 {
                let d = Direction::ALL[rng.below(4)];
                assert_eq!(walker.can_slide(d), board.clone().slide(d).is_some());
                let moved = walker.slide(d);
                assert_eq!(moved, board.slide(d));
                assert!(walker.is_at(&board));
                if let Some(tile) = moved {
                    assert_eq!(walker.direction_of(tile), Some(d.opposite()), "it can go back");
                }
            }
            assert_eq!(walker.board(), board);
        }
    }

    #[test]
    fn an_illegal_move_is_named() {
        let start = Goal::BlankLast.board(2, 2).unwrap();
        let error = replay(&start, &[Right, Left, Left]).unwrap_err();
        assert_eq!(error, IllegalMove { index: 2, direction: Left });
        assert_eq!(error.to_string(), "move 3 (L): there is no tile right of the blank");
    }

    #[test]
    fn a_million_moves_on_the_largest_board() {
        let start = Goal::BlankLast.board(100, 100).unwrap();
        let moves = [Right, Down, Left, Up].repeat(300_000);
        assert_eq!(replay(&start, &moves).unwrap(), start, "twelve moves take three tiles once round");
    }

    #[test]
    fn runs_of_one_direction_count_once_in_the_multi_tile_metric() {
        assert_eq!(multi_length(&[]), 0);
        assert_eq!(multi_length(&[Right, Right, Down, Left, Left, Right]), 4);
    }
}
