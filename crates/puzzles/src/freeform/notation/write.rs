//! Writing moves.

use std::fmt;

use crate::freeform::Step;
use crate::freeform::board::{Blocked, Position};
use crate::freeform::puzzle::Puzzle;

/// How steps of one tile in one direction are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// One by one: `5L 5L`.
    #[default]
    Plain,
    /// With a count: `5L2`.
    RunLength,
}

/// A step that cannot be made, so that there is no telling how to write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalStep {
    /// Which step, from 0.
    pub index: usize,
    /// What is in the way.
    pub why: Blocked,
}

impl fmt::Display for IllegalStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} cannot be made: {}", self.index + 1, self.why)
    }
}

impl std::error::Error for IllegalStep {}

/// Steps from the start of a puzzle as text.
pub fn write(puzzle: &Puzzle, steps: &[Step], style: Style) -> Result<String, IllegalStep> {
    write_from(puzzle, Position::start(puzzle), steps, style)
}

/// As [`write`](fn@write), from another position.
pub fn write_from(
    puzzle: &Puzzle,
    mut position: Position,
    steps: &[Step],
    style: Style,
) -> Result<String, IllegalStep> {
    let mut words = Vec::new();
    let mut index = 0;
    for run in steps.chunk_by(|a, b| style == Style::RunLength && a == b) {
        let mut word = named(puzzle, &position, run[0]);
        for step in run {
            let made = position.step(puzzle, step.piece, step.direction);
            made.map_err(|why| IllegalStep { index, why })?;
            index += 1;
        }
        if run.len() > 1 {
            word += &run.len().to_string();
        }
        words.push(word);
    }
    Ok(words.join(" "))
}

/// The tile and its way; with its cell if an equal tile could go that way too.
fn named(puzzle: &Puzzle, position: &Position, step: Step) -> String {
    let label = |tile: usize| puzzle.tiles().get(tile).map_or("", |tile| tile.label.as_str());
    let name = label(step.piece);
    let rival = |&tile: &usize| {
        tile != step.piece
            && label(tile) == name
            && position.clone().step(puzzle, tile, step.direction).is_ok()
    };
    let letter = step.direction.letter();
    match position.cell_of(step.piece) {
        Some(cell) if (0..puzzle.tiles().len()).any(|tile| rival(&tile)) => {
            let (row, column) = puzzle.grid().place(cell);
            format!("{name}@{row},{column}{letter}")
        }
        _ => format!("{name}{letter}"),
    }
}
