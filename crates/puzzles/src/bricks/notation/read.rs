//! From text to steps.

use std::ops::Range;

use super::error::{NotationError, NotationErrorKind};
use crate::bricks::puzzle::{MAX_CELLS, Puzzle};
use crate::step::{Direction, Step};
use crate::text::{Place, clipped};

/// The most steps that a text may have: no solution that anybody has published comes near, and memory stays small.
pub const MAX_STEPS: usize = 1 << 20;

/// Reads moves: labels with ways, `A R2D, B U`, and steps of the course, `(2,left)`, one after another.
/// Capitals in directions, the commas between moves and the ends of lines do not matter. Whether the moves
/// can be made is not looked at.
pub fn read(puzzle: &Puzzle, text: &str) -> Result<Vec<Step>, NotationError> {
    let mut reader = Reader { puzzle, text, at: 0, steps: Vec::new() };
    while let Some(next) = reader.skip(|c| is_gap(c) || is_comma(c)) {
        if next == '(' { reader.read_course_step()? } else { reader.read_move()? }
    }
    Ok(reader.steps)
}

fn is_gap(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

fn is_comma(c: char) -> bool {
    c == ',' || c == ';'
}

struct Reader<'a> {
    puzzle: &'a Puzzle,
    text: &'a str,
    /// The next byte.
    at: usize,
    steps: Vec<Step>,
}

impl Reader<'_> {
    /// Goes beyond such characters; returns the next other one.
    fn skip(&mut self, skipped: impl Fn(char) -> bool) -> Option<char> {
        self.at = self.text.len() - self.text[self.at..].trim_start_matches(skipped).len();
        self.text[self.at..].chars().next()
    }

    /// Takes what stands before the next gap, comma or parenthesis.
    fn word(&mut self) -> Range<usize> {
        let end = |c: char| is_gap(c) || is_comma(c) || "()".contains(c);
        let start = self.at;
        self.at += self.text[start..].find(end).unwrap_or(self.text.len() - start);
        start..self.at
    }

    fn error(&self, kind: NotationErrorKind, span: Range<usize>) -> NotationError {
        let token = clipped(&self.text[span.clone()]);
        NotationError { kind, place: Place::of(self.text, span), token }
    }

    fn piece(&self, span: Range<usize>) -> Result<usize, NotationError> {
        let label = &self.text[span.clone()];
        let piece = self.puzzle.pieces().iter().position(|piece| piece.label == label);
        piece.ok_or_else(|| self.error(NotationErrorKind::NoSuchPiece, span))
    }

    fn push(&mut self, steps: usize, step: Step, span: Range<usize>) -> Result<(), NotationError> {
        if self.steps.len() + steps > MAX_STEPS {
            return Err(self.error(NotationErrorKind::TooMany, span));
        }
        self.steps.extend(std::iter::repeat_n(step, steps));
        Ok(())
    }

    /// `(2,left)`.
    fn read_course_step(&mut self) -> Result<(), NotationError> {
        let start = self.at;
        let Some(length) = self.text[start..].find(')') else {
            let line = self.text[start..].lines().next().map_or(0, str::len);
            return Err(self.error(NotationErrorKind::NoStep, start..start + line));
        };
        self.at = start + length + 1;
        let inner = start + 1..start + length;
        let Some(comma) = self.text[inner.clone()].find(',') else {
            return Err(self.error(NotationErrorKind::NoStep, start..self.at));
        };
        let piece = self.piece(self.trimmed(inner.start..inner.start + comma))?;
        let way = self.trimmed(inner.start + comma + 1..inner.end);
        let word = &self.text[way.clone()];
        let direction = Direction::ALL.into_iter().find(|d| word.eq_ignore_ascii_case(d.word()));
        let direction = direction.ok_or_else(|| self.error(NotationErrorKind::NoDirection, way.clone()))?;
        self.push(1, Step { piece, direction }, way)
    }

    fn trimmed(&self, span: Range<usize>) -> Range<usize> {
        let part = &self.text[span.clone()];
        let start = span.start + (part.len() - part.trim_start().len());
        start..start + part.trim().len()
    }

    /// `A R2D`.
    fn read_move(&mut self) -> Result<(), NotationError> {
        let label = self.word();
        if label.is_empty() {
            // A parenthesis that closes nothing.
            return Err(self.error(NotationErrorKind::NoStep, self.at..self.at + 1));
        }
        let piece = self.piece(label.clone())?;
        self.skip(is_gap);
        let way = self.word();
        if way.is_empty() {
            return Err(self.error(NotationErrorKind::NoWay, label));
        }
        self.read_way(piece, way)
    }

    /// `R2D`.
    fn read_way(&mut self, piece: usize, way: Range<usize>) -> Result<(), NotationError> {
        let mut at = way.start;
        while let Some(letter) = self.text[at..way.end].chars().next() {
            let digits = at + letter.len_utf8();
            let rest = &self.text[digits..way.end];
            let end = digits + rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let capital = letter.to_ascii_uppercase();
            let direction = Direction::ALL.into_iter().find(|d| d.letter() == capital);
            let direction =
                direction.ok_or_else(|| self.error(NotationErrorKind::NoDirection, at..digits))?;
            let count = match &self.text[digits..end] {
                "" => Some(1),
                number => number.parse().ok().filter(|n| (1..=MAX_CELLS).contains(n)),
            };
            let count = count.ok_or_else(|| self.error(NotationErrorKind::BadCount, digits..end))?;
            self.push(count, Step { piece, direction }, at..end)?;
            at = end;
        }
        Ok(())
    }
}
