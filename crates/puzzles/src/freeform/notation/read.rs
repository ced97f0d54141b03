//! Reading moves. A move is read from its end: a count, the letter of a direction, a cell, and what is left
//! is the label; so labels may be any words. Each move is made on a plain board as it is read.

use std::ops::Range;

use super::error::{NotationError, NotationErrorKind};
use crate::freeform::Step;
use crate::freeform::board::Position;
use crate::freeform::puzzle::Puzzle;
use crate::text::{Place, clipped};
use crate::tiles::Direction;

/// The most steps that are read: a text of counts may mean far more than it has characters.
pub const MAX_STEPS: usize = 1 << 20;

/// Reads moves from the start of a puzzle, all of which can be made. Spaces and commas separate them; small
/// letters are accepted for directions, and for labels that are not otherwise mistaken.
pub fn read(puzzle: &Puzzle, text: &str) -> Result<Vec<Step>, NotationError> {
    read_from(puzzle, Position::start(puzzle), text)
}

/// As [`read`], from another position.
pub fn read_from(puzzle: &Puzzle, position: Position, text: &str) -> Result<Vec<Step>, NotationError> {
    let mut reader = Reader { puzzle, position, steps: Vec::new() };
    for span in words(text) {
        reader.word(&text[span.clone()]).map_err(|kind| NotationError {
            kind,
            token: clipped(&text[span.clone()]),
            place: Place::of(text, span),
        })?;
    }
    Ok(reader.steps)
}

/// The words between separators. A comma between the numbers of a cell is none: `5@2,3L`.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    for (i, c) in text.char_indices() {
        let inside = start.is_some_and(|from: usize| {
            let cell = text[from..i].rsplit_once('@').map(|(_, row)| row);
            c == ',' && cell.is_some_and(|row| !row.is_empty() && row.bytes().all(|b| b.is_ascii_digit()))
        });
        let separates = (c.is_whitespace() || c == ',' || c == '\u{feff}') && !inside;
        match start {
            None if !separates => start = Some(i),
            Some(from) if separates => {
                found.push(from..i);
                start = None;
            }
            _ => {}
        }
    }
    found.extend(start.map(|from| from..text.len()));
    found
}

/// A move as it is written.
struct Written<'t> {
    label: &'t str,
    cell: Option<(usize, usize)>,
    direction: Direction,
    count: Option<usize>,
}

fn take_apart(word: &str) -> Option<Written<'_>> {
    let before_count = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let count = match &word[before_count.len()..] {
        "" => Some(1),
        digits => digits.parse().ok().filter(|&count| count > 0),
    };
    let letter = before_count.chars().next_back()?;
    let direction = Direction::ALL.into_iter().find(|d| d.letter() == letter.to_ascii_uppercase())?;
    let tile = &before_count[..before_count.len() - letter.len_utf8()];
    let (label, cell) = match tile.split_once('@') {
        None => (tile, None),
        Some((label, cell)) => {
            let (row, column) = cell.split_once(',')?;
            (label, Some((row.parse().ok()?, column.parse().ok()?)))
        }
    };
    (!label.is_empty()).then_some(Written { label, cell, direction, count })
}

struct Reader<'p> {
    puzzle: &'p Puzzle,
    position: Position,
    steps: Vec<Step>,
}

impl Reader<'_> {
    fn word(&mut self, word: &str) -> Result<(), NotationErrorKind> {
        let written = take_apart(word).ok_or(NotationErrorKind::UnknownMove)?;
        let fits = |count: &usize| *count <= MAX_STEPS - self.steps.len();
        let count = written.count.filter(fits).ok_or(NotationErrorKind::BadCount)?;
        let piece = self.tile(&written)?;
        let direction = written.direction;
        for _ in 0..count {
            let number = self.steps.len() + 1;
            self.position
                .step(self.puzzle, piece, direction)
                .map_err(|why| NotationErrorKind::Blocked { number, why })?;
            self.steps.push(Step { piece, direction });
        }
        Ok(())
    }

    /// The tile that is meant.
    fn tile(&self, written: &Written<'_>) -> Result<usize, NotationErrorKind> {
        let label = self.label(written.label)?;
        let alike = |tile: &usize| self.puzzle.tiles()[*tile].label == label;
        if let Some((row, column)) = written.cell {
            let (rows, cols) = (self.puzzle.rows(), self.puzzle.cols());
            let inside = (1..=rows).contains(&row) && (1..=cols).contains(&column);
            let on = |cell: usize| self.position.cells()[cell].filter(alike);
            let tile = if inside { on((row - 1) * cols + column - 1) } else { None };
            return tile.ok_or(NotationErrorKind::NotThere { label: label.into(), row, column });
        }
        let all: Vec<usize> = (0..self.puzzle.tiles().len()).filter(alike).collect();
        let can = |tile: &usize| self.position.clone().step(self.puzzle, *tile, written.direction).is_ok();
        match (&all[..], &all.iter().copied().filter(can).collect::<Vec<_>>()[..]) {
            ([only], _) | (_, [only]) => Ok(*only),
            (_, []) => {
                let number = self.steps.len() + 1;
                Err(NotationErrorKind::NoneCan { number, label: label.into() })
            }
            (_, [first, ..]) => {
                let (row, column) = self.puzzle.grid().place(self.position.cell_of(*first).unwrap_or(0));
                let example = format!("{label}@{row},{column}{}", written.direction.letter());
                Err(NotationErrorKind::WhichTile { label: label.into(), example })
            }
        }
    }

    /// The label as the puzzle writes it: the same, or the only one that differs in capitals alone.
    fn label(&self, written: &str) -> Result<&str, NotationErrorKind> {
        let labels = || self.puzzle.tiles().iter().map(|tile| tile.label.as_str());
        if let Some(label) = labels().find(|&label| label == written) {
            return Ok(label);
        }
        let lower = written.to_lowercase();
        let mut similar = labels().filter(|label| label.to_lowercase() == lower);
        match similar.next() {
            Some(label) if similar.all(|other| other == label) => Ok(label),
            _ => Err(NotationErrorKind::NoSuchTile(clipped(written))),
        }
    }
}
