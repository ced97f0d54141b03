//! Moves that name a way, without a board to make them on: letters, words and arrows, with counts behind (`L2`) or in
//! front (`2L`), and groups (`(LU)2`). Counts stand in front in a word that begins with one, and behind elsewhere, so
//! that `2L3U` and `L2U3` mean what they seem to.

use std::ops::Range;

use super::read::MAX_MOVES;
use super::{NotationError, NotationErrorKind};
use crate::step::Direction;
use crate::text::{Place, clipped};
use crate::tiles::board::MAX_SIDE;

/// The most moves that groups may come to: what people write out is far less, and a few characters could mean more
/// than fits into memory.
pub(super) const MAX_GROUPED: usize = 1 << 20;

/// Some moves in one direction, and where they are written.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) direction: Direction,
    pub(crate) count: usize,
    pub(crate) span: Range<usize>,
}

/// Ways as they are written; the first that fits is meant. None of the letters that follow in the words is a move
/// itself, so this is never a matter of taste.
const WAYS: [(&str, Direction); 24] = [
    ("up", Direction::Up),
    ("down", Direction::Down),
    ("left", Direction::Left),
    ("right", Direction::Right),
    ("u", Direction::Up),
    ("d", Direction::Down),
    ("l", Direction::Left),
    ("r", Direction::Right),
    ("↑", Direction::Up),
    ("↓", Direction::Down),
    ("←", Direction::Left),
    ("→", Direction::Right),
    ("⇑", Direction::Up),
    ("⇓", Direction::Down),
    ("⇐", Direction::Left),
    ("⇒", Direction::Right),
    ("⬆", Direction::Up),
    ("⬇", Direction::Down),
    ("⬅", Direction::Left),
    ("➡", Direction::Right),
    ("▲", Direction::Up),
    ("▼", Direction::Down),
    ("◀", Direction::Left),
    ("▶", Direction::Right),
];

/// What separates moves. The last one follows arrows that are drawn as pictures.
pub(super) fn separates(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '\u{feff}' | '\u{fe0f}')
}

/// An error about a part of a text.
pub(super) fn error(text: &str, kind: NotationErrorKind, span: Range<usize>) -> NotationError {
    NotationError { kind, token: clipped(&text[span.clone()]), place: Place::of(text, span) }
}

/// From `at` to the next separator.
pub(super) fn word(text: &str, at: usize) -> Range<usize> {
    let end = text[at..].find(|c: char| separates(c) || matches!(c, '(' | ')'));
    at..end.map_or(text.len(), |i| at + i)
}

/// The moves of a text.
pub(crate) fn runs(text: &str) -> Result<Vec<Run>, NotationError> {
    let mut reader =
        Reader { text, at: 0, counts_in_front: false, open: Vec::new(), runs: Vec::new(), made: 0 };
    while reader.item()? {}
    match reader.open.pop() {
        Some((_, at, _)) => Err(error(text, NotationErrorKind::UnknownMove, at..at + 1)),
        None => Ok(reader.runs),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// Whether the word at hand has its counts in front.
    counts_in_front: bool,
    /// The groups that are open: how many runs there were, where it begins, and the count in front of it.
    open: Vec<(usize, usize, Option<usize>)>,
    runs: Vec<Run>,
    /// Moves in all.
    made: usize,
}

impl Reader<'_> {
    /// Reads the next thing; whether there was one.
    fn item(&mut self) -> Result<bool, NotationError> {
        let from = self.at;
        let Some(skipped) = self.text[from..].find(|c| !separates(c)) else { return Ok(false) };
        self.at = from + skipped;
        let start = self.at;
        if skipped > 0 || from == 0 {
            self.counts_in_front = self.text.as_bytes()[start].is_ascii_digit();
        }
        let in_front = if self.counts_in_front { self.count(start, MAX_MOVES)? } else { None };
        match self.text[self.at..].chars().next() {
            Some('(') => {
                self.open.push((self.runs.len(), self.at, in_front));
                self.at += 1;
                self.counts_in_front = self.text[self.at..].starts_with(|c: char| c.is_ascii_digit());
            }
            Some(')') if in_front.is_none() => self.close(start)?,
            _ => self.run(start, in_front)?,
        }
        Ok(true)
    }

    /// A number at this place, if there is one.
    fn count(&mut self, start: usize, most: usize) -> Result<Option<usize>, NotationError> {
        let digits = self.text.as_bytes()[self.at..].iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 {
            return Ok(None);
        }
        let span = self.at..self.at + digits;
        self.at = span.end;
        let count = self.text[span.clone()].parse().unwrap_or(usize::MAX);
        match (1..=most).contains(&count) {
            true => Ok(Some(count)),
            // A group may be repeated as often as there is room for.
            false if count > 0 && most == MAX_MOVES => {
                Err(error(self.text, NotationErrorKind::TooMany, start..span.end))
            }
            false => Err(error(self.text, NotationErrorKind::BadCount, start..span.end)),
        }
    }

    /// A way, with its count.
    fn run(&mut self, start: usize, in_front: Option<usize>) -> Result<(), NotationError> {
        let rest = &self.text[self.at..];
        let starts = |way: &str| rest.get(..way.len()).is_some_and(|r| r.eq_ignore_ascii_case(way));
        let Some((way, direction)) = WAYS.iter().find(|(way, _)| starts(way)) else {
            let at = if in_front.is_some() { start } else { self.at };
            let end =
                word(self.text, at).end.max(at + self.text[at..].chars().next().map_or(0, char::len_utf8));
            return Err(error(self.text, NotationErrorKind::UnknownMove, at..end));
        };
        self.at += way.len();
        let behind = if self.counts_in_front { None } else { self.count(start, MAX_SIDE - 1)? };
        let count = in_front.or(behind).unwrap_or(1);
        if count >= MAX_SIDE {
            return Err(error(self.text, NotationErrorKind::BadCount, start..self.at));
        }
        self.made += count;
        let span = start..self.at;
        if self.made > MAX_MOVES {
            return Err(error(self.text, NotationErrorKind::TooMany, span));
        }
        self.runs.push(Run { direction: *direction, count, span });
        Ok(())
    }

    /// The end of a group: what it holds is repeated.
    fn close(&mut self, start: usize) -> Result<(), NotationError> {
        let Some((first, _, in_front)) = self.open.pop() else {
            return Err(error(self.text, NotationErrorKind::UnknownMove, start..start + 1));
        };
        self.at += 1;
        // As it was before the group.
        self.counts_in_front = in_front.is_some();
        let behind = if self.counts_in_front { None } else { self.count(start, MAX_MOVES)? };
        let times = in_front.or(behind).unwrap_or(1);
        let held: usize = self.runs[first..].iter().map(|run| run.count).sum();
        if times > 1 && held.saturating_mul(times) > MAX_GROUPED {
            return Err(error(self.text, NotationErrorKind::TooMany, start..self.at));
        }
        let group = self.runs[first..].to_vec();
        for _ in 1..times.min(MAX_GROUPED) {
            self.runs.extend_from_slice(&group);
        }
        self.made += held * (times - 1);
        if self.made > MAX_MOVES {
            return Err(error(self.text, NotationErrorKind::TooMany, start..self.at));
        }
        Ok(())
    }
}
