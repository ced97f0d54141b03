//! A board with the board that it is to become, and the relabelling that makes every goal the same.

use std::fmt;

use super::board::Board;
use super::goal::Goal;
use super::space::Slide;
use crate::step::Direction;

/// A start and a goal of the same size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilePuzzle {
    start: Board,
    goal: Board,
}

/// Start and goal differ in size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeMismatch {
    /// Rows and columns of the start.
    pub start: (usize, usize),
    /// Rows and columns of the goal.
    pub goal: (usize, usize),
}

impl fmt::Display for SizeMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((rows, cols), (goal_rows, goal_cols)) = (self.start, self.goal);
        write!(f, "the board is {rows}×{cols}, but the goal is {goal_rows}×{goal_cols}")
    }
}

impl std::error::Error for SizeMismatch {}

impl TilePuzzle {
    /// Pairs a start with a goal.
    pub fn new(start: Board, goal: Board) -> Result<Self, SizeMismatch> {
        let size = |board: &Board| (board.rows(), board.cols());
        if size(&start) == size(&goal) {
            Ok(Self { start, goal })
        } else {
            Err(SizeMismatch { start: size(&start), goal: size(&goal) })
        }
    }

    /// A board to be turned into a named goal, or into a board of its own size.
    pub fn towards(start: Board, goal: &Goal) -> Result<Self, SizeMismatch> {
        let size = (start.rows(), start.cols());
        let goal = goal.board(size.0, size.1).expect("a goal has the size of a board that exists");
        Self::new(start, goal)
    }

    /// The board to solve.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The board to reach.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The start with each tile, and the blank, replaced by its goal cell. In these labels the goal is always
    /// 0, 1, 2, …, so that spaces, heuristics and tables need to know only where the blank belongs.
    pub fn labels(&self) -> Vec<u16> {
        let mut home = vec![0; self.goal.cells().len()];
        for (cell, &tile) in self.goal.cells().iter().enumerate() {
            home[usize::from(tile)] = cell as u16;
        }
        self.start.cells().iter().map(|&tile| home[usize::from(tile)]).collect()
    }

    /// The single steps of the blank when tiles go these ways from the start; the inverse of
    /// [`TilePuzzle::directions`]. The caller has checked that they can.
    pub fn slides(&self, directions: &[Direction]) -> Vec<Slide> {
        let cols = self.start.cols() as i32;
        let mut blank = self.start.blank() as i32;
        let step = |direction: &Direction| {
            let from = blank;
            blank += match direction {
                Direction::Up => cols,
                Direction::Down => -cols,
                Direction::Left => 1,
                Direction::Right => -1,
            };
            Slide { from: from as u16, to: blank as u16 }
        };
        directions.iter().map(step).collect()
    }

    /// The ways in which tiles go when the blank makes these slides, one a cell.
    pub fn directions(&self, slides: &[Slide]) -> Vec<Direction> {
        let cols = self.start.cols() as i32;
        let mut directions = Vec::with_capacity(slides.len());
        for slide in slides {
            let by = i32::from(slide.to) - i32::from(slide.from);
            // On one column, a step of 1 is a step down. Tiles go the other way than the blank.
            let (tile_goes, steps) = match (by > 0, by % cols == 0) {
                (true, true) => (Direction::Up, by / cols),
                (false, true) => (Direction::Down, -by / cols),
                (true, false) => (Direction::Left, by),
                (false, false) => (Direction::Right, -by),
            };
            directions.extend((0..steps).map(|_| tile_goes));
        }
        directions
    }
}
