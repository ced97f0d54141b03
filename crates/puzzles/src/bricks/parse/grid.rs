//! Grids of characters, and pieces collected from them.

use super::error::{ParseError, Problem};
use crate::bricks::puzzle::{Gate, Goal, MAX_CELLS, Piece, Puzzle, PuzzleError};

/// Rows of characters with the line each stands on.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    pub rows: Vec<(usize, Vec<char>)>,
}

/// An error at a line and column, both from 1.
pub(super) fn error(line: usize, column: usize, problem: Problem) -> ParseError {
    ParseError { line, column, problem }
}

/// The lines of a text, numbered from 1, without their ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(i, line)| (i + 1, line.trim_end_matches('\r')))
}

impl Grid {
    /// Adds a row; refuses one that makes the grid larger than any board.
    pub(super) fn push(&mut self, line: usize, row: &str) -> Result<(), ParseError> {
        let cells: Vec<char> = row.chars().take(MAX_CELLS + 1).collect();
        if cells.len().saturating_mul(self.rows.len() + 1) > MAX_CELLS {
            return Err(error(line, 1, Problem::TooLarge));
        }
        self.rows.push((line, cells));
        Ok(())
    }

    /// Makes all rows as wide as the widest by adding spaces.
    pub(super) fn pad(&mut self) {
        let width = self.rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
        for (_, row) in &mut self.rows {
            row.resize(width, ' ');
        }
    }

    pub(super) fn width(&self) -> usize {
        self.rows.first().map_or(0, |(_, row)| row.len())
    }

    /// Checks that every row has this many cells and that there are this many rows.
    pub(super) fn check_size(&self, width: usize, height: usize) -> Result<(), ParseError> {
        for (line, row) in &self.rows {
            if row.len() != width {
                let problem = Problem::RowLength { expected: width, found: row.len() };
                return Err(error(*line, row.len().min(width) + 1, problem));
            }
        }
        if self.rows.len() != height {
            let line = self.rows.last().map_or(1, |(line, _)| *line);
            return Err(error(line, 1, Problem::RowCount { expected: height, found: self.rows.len() }));
        }
        Ok(())
    }

    /// The characters with their cell numbers, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, char)> {
        self.rows.iter().flat_map(|(_, row)| row).copied().enumerate()
    }

    /// An error at a cell.
    pub(super) fn error_at(&self, cell: usize, problem: Problem) -> ParseError {
        let width = self.width().max(1);
        let line = self.rows.get(cell / width).map_or(1, |(line, _)| *line);
        error(line, cell % width + 1, problem)
    }
}

/// Pieces under construction: labels in order of appearance, with their cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    pub list: Vec<Piece>,
}

impl Pieces {
    /// Adds a cell to the piece with this label.
    pub(super) fn add(&mut self, label: &str, cell: usize) {
        match self.list.iter_mut().find(|p| p.label == label) {
            Some(piece) => piece.cells.push(cell),
            None => {
                self.list.push(Piece { label: label.into(), cells: vec![cell], axis: None, fixed: false })
            }
        }
    }

    /// The index of a label.
    pub(super) fn find(&self, label: char) -> Option<usize> {
        self.list.iter().position(|p| p.label.chars().eq([label]))
    }
}

/// Builds the puzzle on a grid; what does not fit is pointed at.
pub(super) fn build(
    board: &Grid,
    walls: Vec<bool>,
    pieces: Pieces,
    goal: Goal,
    gates: Vec<Gate>,
) -> Result<Puzzle, ParseError> {
    let firsts: Vec<usize> = pieces.list.iter().map(|p| p.cells[0]).collect();
    Puzzle::new(board.width(), board.rows.len(), walls, pieces.list, goal, gates).map_err(|e| {
        let cell = match &e {
            PuzzleError::Size { .. } | PuzzleError::NoPieces => 0,
            PuzzleError::EmptyPiece { piece } | PuzzleError::GoalDoesNotFit { piece, .. } => firsts[*piece],
            PuzzleError::Overlap { cell, .. } | PuzzleError::OnGate { cell, .. } => *cell,
        };
        board.error_at(cell, Problem::Puzzle(e))
    })
}
