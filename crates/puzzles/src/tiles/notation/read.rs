//! Reading moves. Letters are followed in both conventions at once, one walker for each; a walker that meets an
//! illegal move is out, and reading ends when none is left. Costs one pass over the text, and memory for at most
//! [`MAX_MOVES`] moves, however large a count is written.

use std::ops::Range;

use super::{Convention, NotationError, NotationErrorKind};
use crate::step::Direction;
use crate::text::{Place, clipped};
use crate::tiles::board::{Board, MAX_SIDE};
use crate::tiles::replay::Walker;

/// The most moves that are read: a text of counts may mean far more than it has characters.
pub const MAX_MOVES: usize = 1 << 24;

/// Moves that were read, all of them legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The directions of the tiles, one cell each.
    pub moves: Vec<Direction>,
    /// The convention in which they were written.
    pub convention: Convention,
    /// Why that convention.
    pub decided: Decided,
    /// Whether they lead to the goal, if one was given.
    pub reaches_goal: Option<bool>,
}

/// How the convention was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// The caller asked for it.
    Asked,
    /// Numbers can mean only one thing; or there are no moves.
    Plain,
    /// In the other convention a move is illegal.
    OnlyLegal,
    /// In the other convention the moves do not lead to the goal.
    OnlyReachesGoal,
}

/// Reads moves made from `start`. Letters are tried in both conventions unless `asked` names one; if both are
/// legal, the one that leads to `goal` is taken, and if that does not decide, the text is ambiguous.
pub fn read(
    text: &str,
    start: &Board,
    goal: Option<&Board>,
    asked: Option<Convention>,
) -> Result<Read, NotationError> {
    let reader = Reader { text };
    let Some(first) = reader.skip_separators(0) else {
        let reaches_goal = goal.map(|goal| Walker::new(start).is_at(goal));
        let convention = asked.unwrap_or(Convention::Tile);
        return Ok(Read { moves: Vec::new(), convention, decided: Decided::Plain, reaches_goal });
    };
    let numbers = text.as_bytes()[first].is_ascii_digit();
    match asked {
        Some(asked) if numbers != (asked == Convention::Numbers) => {
            Err(reader.error(NotationErrorKind::OtherConvention { asked }, reader.word(first)))
        }
        _ if numbers => reader.read_numbers(first, start, goal, asked),
        _ => reader.read_letters(first, start, goal, asked),
    }
}

/// One letter convention being followed.
struct Trail {
    convention: Convention,
    walker: Walker,
}

/// What one step of the text says: a direction and how often.
struct Step {
    direction: Direction,
    count: usize,
    span: Range<usize>,
}

struct Reader<'t> {
    text: &'t str,
}

impl Reader<'_> {
    fn error(&self, kind: NotationErrorKind, span: Range<usize>) -> NotationError {
        NotationError { kind, token: clipped(&self.text[span.clone()]), place: Place::of(self.text, span) }
    }

    /// The first byte from `at` on that is no separator; `None` at the end.
    fn skip_separators(&self, at: usize) -> Option<usize> {
        let separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '\u{feff}');
        self.text[at..].find(|c| !separator(c)).map(|i| at + i)
    }

    /// From `at` to the next separator.
    fn word(&self, at: usize) -> Range<usize> {
        let end = self.text[at..].find(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
        at..end.map_or(self.text.len(), |i| at + i)
    }

    fn read_numbers(
        &self,
        first: usize,
        start: &Board,
        goal: Option<&Board>,
        asked: Option<Convention>,
    ) -> Result<Read, NotationError> {
        let mut walker = Walker::new(start);
        let mut moves = Vec::new();
        let mut next = Some(first);
        while let Some(at) = next {
            let span = self.word(at);
            let token = &self.text[span.clone()];
            if !token.bytes().all(|b| b.is_ascii_digit()) {
                return Err(self.error(NotationErrorKind::UnknownMove, span));
            }
            let direction = token.parse().ok().filter(|&t: &u16| t != 0).and_then(|t| walker.direction_of(t));
            let Some(direction) = direction else {
                return Err(self.error(NotationErrorKind::NotBesideBlank, span));
            };
            if moves.len() == MAX_MOVES {
                return Err(self.error(NotationErrorKind::TooMany, span));
            }
            walker.slide(direction);
            moves.push(direction);
            next = self.skip_separators(span.end);
        }
        let decided = if asked.is_some() { Decided::Asked } else { Decided::Plain };
        let reaches_goal = goal.map(|goal| walker.is_at(goal));
        Ok(Read { moves, convention: Convention::Numbers, decided, reaches_goal })
    }

    fn read_letters(
        &self,
        first: usize,
        start: &Board,
        goal: Option<&Board>,
        asked: Option<Convention>,
    ) -> Result<Read, NotationError> {
        let mut trails: Vec<Trail> = [Convention::Tile, Convention::Blank]
            .into_iter()
            .filter(|&c| asked.is_none_or(|asked| asked == c))
            .map(|convention| Trail { convention, walker: Walker::new(start) })
            .collect();
        let mut letters = Vec::new();
        let mut next = Some(first);
        while let Some(at) = next {
            let step = self.step(at)?;
            for _ in 0..step.count {
                self.follow(&mut trails, step.direction, letters.len(), &step.span)?;
                letters.push(step.direction);
            }
            if letters.len() > MAX_MOVES {
                return Err(self.error(NotationErrorKind::TooMany, step.span));
            }
            next = self.skip_separators(step.span.end);
        }
        self.choose(trails, letters, goal, asked, first)
    }

    /// Makes one move on every trail and drops those where it is illegal; an error when that leaves none.
    fn follow(
        &self,
        trails: &mut Vec<Trail>,
        letter: Direction,
        made: usize,
        span: &Range<usize>,
    ) -> Result<(), NotationError> {
        let furthest = trails[0].convention;
        trails.retain_mut(|trail| trail.walker.slide(tile_direction(letter, trail.convention)).is_some());
        if trails.is_empty() {
            let kind = NotationErrorKind::Illegal { convention: furthest, number: made + 1 };
            return Err(self.error(kind, span.clone()));
        }
        Ok(())
    }

    /// A word or letter at `at`, and the count that may follow it. A word goes first: none of the letters that
    /// follow in `up`, `down`, `left`, `right` is a move itself, so this is never a matter of taste.
    fn step(&self, at: usize) -> Result<Step, NotationError> {
        const WORDS: [(&str, Direction); 4] = [
            ("up", Direction::Up),
            ("down", Direction::Down),
            ("left", Direction::Left),
            ("right", Direction::Right),
        ];
        let rest = &self.text.as_bytes()[at..];
        let starts = |word: &str| {
            rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
        };
        let found = WORDS.iter().find(|(word, _)| starts(word)).map(|&(word, d)| (word.len(), d));
        let found = found.or_else(|| WORDS.iter().find(|(word, _)| starts(&word[..1])).map(|&(_, d)| (1, d)));
        let Some((length, direction)) = found else {
            return Err(self.error(NotationErrorKind::UnknownMove, self.word(at)));
        };
        let digits = rest[length..].iter().take_while(|b| b.is_ascii_digit()).count();
        let span = at..at + length + digits;
        let count = match digits {
            0 => Some(1),
            _ => self.text[at + length..span.end].parse().ok().filter(|count| (1..MAX_SIDE).contains(count)),
        };
        let count = count.ok_or_else(|| self.error(NotationErrorKind::BadCount, span.clone()))?;
        Ok(Step { direction, count, span })
    }

    /// Picks the trail that is meant, among those that were legal to the end.
    fn choose(
        &self,
        trails: Vec<Trail>,
        mut letters: Vec<Direction>,
        goal: Option<&Board>,
        asked: Option<Convention>,
        first: usize,
    ) -> Result<Read, NotationError> {
        let at_goal = |trail: &Trail| goal.is_some_and(|goal| trail.walker.is_at(goal));
        let (decided, chosen) = match (&trails[..], asked) {
            ([only], Some(_)) => (Decided::Asked, only),
            ([only], None) => (Decided::OnlyLegal, only),
            ([a, b], _) if at_goal(a) != at_goal(b) => {
                (Decided::OnlyReachesGoal, if at_goal(a) { a } else { b })
            }
            _ => return Err(self.error(NotationErrorKind::Ambiguous, first..self.text.trim_end().len())),
        };
        for letter in &mut letters {
            *letter = tile_direction(*letter, chosen.convention);
        }
        let reaches_goal = goal.map(|_| at_goal(chosen));
        Ok(Read { moves: letters, convention: chosen.convention, decided, reaches_goal })
    }
}

/// The way the tile goes when `letter` is written in this convention.
fn tile_direction(letter: Direction, convention: Convention) -> Direction {
    if convention == Convention::Blank { letter.opposite() } else { letter }
}
