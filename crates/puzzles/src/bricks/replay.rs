//! Positions as plain grids, and the check that a solution is one. Nothing here knows of bit sets, classes or keys:
//! what the search finds is replayed by code that shares none of its tables.

use std::fmt;

use super::metric::Metric;
use super::puzzle::{Condition, Puzzle, PuzzleError};
use super::solution::Slide;
use crate::step::Direction;

/// The piece on each cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    grid: Vec<Option<usize>>,
}

/// Why a piece cannot take a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// There is no piece with this index.
    NoSuchPiece,
    /// The piece is fixed, or locked to the other axis.
    Locked,
    /// It would leave the board or hit a wall.
    Wall,
    /// It would hit this piece.
    Piece(usize),
    /// It would enter a gate that is closed to it.
    Gate,
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchPiece => write!(f, "there is no such piece"),
            Self::Locked => write!(f, "the piece does not move that way"),
            Self::Wall => write!(f, "a wall is in the way"),
            Self::Piece(_) => write!(f, "another piece is in the way"),
            Self::Gate => write!(f, "a gate is closed to the piece"),
        }
    }
}

impl Position {
    /// The start of a puzzle.
    pub fn start(puzzle: &Puzzle) -> Self {
        Self { grid: puzzle.grid() }
    }

    /// A position from the piece on each cell.
    pub fn from_grid(grid: Vec<Option<usize>>) -> Self {
        Self { grid }
    }

    /// The piece on each cell, row by row.
    pub fn grid(&self) -> &[Option<usize>] {
        &self.grid
    }

    /// The cells of a piece, ascending.
    pub fn cells(&self, piece: usize) -> Vec<usize> {
        (0..self.grid.len()).filter(|&cell| self.grid[cell] == Some(piece)).collect()
    }

    /// The puzzle that is left to be solved from here.
    pub fn as_start(&self, puzzle: &Puzzle) -> Result<Puzzle, PuzzleError> {
        puzzle.started_from((0..puzzle.pieces().len()).map(|piece| self.cells(piece)).collect())
    }

    /// Moves a piece by one cell, or says what is in the way and changes nothing.
    pub fn step(&mut self, puzzle: &Puzzle, piece: usize, d: Direction) -> Result<(), Blocked> {
        let p = puzzle.pieces().get(piece).ok_or(Blocked::NoSuchPiece)?;
        let across = matches!(d, Direction::Left | Direction::Right);
        let locked = p.axis.is_some_and(|axis| across != (axis == super::puzzle::Axis::Horizontal));
        if p.fixed || locked {
            return Err(Blocked::Locked);
        }
        let before = self.cells(piece);
        let mut after = Vec::with_capacity(before.len());
        for &cell in &before {
            let next = neighbour(puzzle, cell, d).filter(|&n| !puzzle.walls()[n]).ok_or(Blocked::Wall)?;
            if puzzle.is_closed_to(next, piece) {
                return Err(Blocked::Gate);
            }
            if let Some(other) = self.grid[next].filter(|&other| other != piece) {
                return Err(Blocked::Piece(other));
            }
            after.push(next);
        }
        before.into_iter().for_each(|cell| self.grid[cell] = None);
        after.into_iter().for_each(|cell| self.grid[cell] = Some(piece));
        Ok(())
    }

    /// Whether the goal is met.
    pub fn is_solved(&self, puzzle: &Puzzle) -> bool {
        puzzle.goal().alternatives.iter().any(|all| all.iter().all(|condition| self.meets(puzzle, condition)))
    }

    fn meets(&self, puzzle: &Puzzle, condition: &Condition) -> bool {
        match condition {
            Condition::Covers { piece, cells } => cells.iter().all(|&cell| self.grid[cell] == Some(*piece)),
            Condition::Empty { cells } => cells.iter().all(|&cell| self.grid[cell].is_none()),
            Condition::ShapeAt { piece, cells } => {
                let Some(other) = self.grid[cells[0]] else { return false };
                let width = puzzle.width();
                self.cells(other) == *cells && shape(&self.cells(*piece), width) == shape(cells, width)
            }
        }
    }
}

/// A shape wherever it lies: cells relative to the first, as rows and columns.
fn shape(cells: &[usize], width: usize) -> Vec<(isize, isize)> {
    let at = |cell: usize| ((cell / width) as isize, (cell % width) as isize);
    let Some((r0, c0)) = cells.first().map(|&cell| at(cell)) else { return Vec::new() };
    cells.iter().map(|&cell| at(cell)).map(|(r, c)| (r - r0, c - c0)).collect()
}

/// The cell one step on, if it is on the board.
fn neighbour(puzzle: &Puzzle, cell: usize, d: Direction) -> Option<usize> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let (row, col) = (cell / width, cell % width);
    match d {
        Direction::Up => (row > 0).then(|| cell - width),
        Direction::Down => (row + 1 < height).then(|| cell + width),
        Direction::Left => (col > 0).then(|| cell - 1),
        Direction::Right => (col + 1 < width).then(|| cell + 1),
    }
}

/// Why a list of moves is not a solution. Moves count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// A step of this move cannot be made.
    Blocked {
        /// The move.
        index: usize,
        /// What is in the way.
        why: Blocked,
    },
    /// The move is empty, or is more than one move in the metric.
    NotOneMove {
        /// The move.
        index: usize,
    },
    /// All moves can be made, but the goal is not met.
    NotSolved,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blocked { index, why } => write!(f, "move {}: {why}", index + 1),
            Self::NotOneMove { index } => write!(f, "move {} is not one move in this metric", index + 1),
            Self::NotSolved => write!(f, "the moves do not reach the goal"),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Plays moves from the start and checks each: legal step by step, and one move in the metric. The last position
/// must be solved; it is returned.
pub fn replay(puzzle: &Puzzle, metric: Metric, slides: &[Slide]) -> Result<Position, ReplayError> {
    replay_from(puzzle, Position::start(puzzle), metric, slides)
}

/// As [`replay`], from another position of the same pieces.
pub fn replay_from(
    puzzle: &Puzzle,
    mut position: Position,
    metric: Metric,
    slides: &[Slide],
) -> Result<Position, ReplayError> {
    for (index, slide) in slides.iter().enumerate() {
        let straight = slide.path.windows(2).all(|pair| pair[0] == pair[1]);
        let is_one = match metric {
            Metric::Steps => slide.path.len() == 1,
            Metric::Lines => straight && !slide.path.is_empty(),
            Metric::Moves => !slide.path.is_empty(),
        };
        if !is_one {
            return Err(ReplayError::NotOneMove { index });
        }
        for &d in &slide.path {
            position.step(puzzle, slide.piece, d).map_err(|why| ReplayError::Blocked { index, why })?;
        }
    }
    if position.is_solved(puzzle) { Ok(position) } else { Err(ReplayError::NotSolved) }
}
