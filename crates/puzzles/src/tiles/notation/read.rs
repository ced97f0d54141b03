//! Reading moves. Letters are followed in both conventions at once, one walker for each; a walker that meets an
//! illegal move is out, and reading ends when none is left. Costs memory for at most [`MAX_MOVES`] moves, however large
//! a count is written.

use std::ops::Range;

use super::letters::{error, runs, separates, word};
use super::saved::{self, Target};
use super::{Convention, NotationError, NotationErrorKind};
use crate::step::Direction;
use crate::tiles::board::Board;
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
    if saved::is_saved(text) {
        return reader.read_saved(start, goal, asked);
    }
    let Some(first) = text.find(|c| !separates(c)) else {
        let reaches_goal = goal.map(|goal| Walker::new(start).is_at(goal));
        let convention = asked.unwrap_or(Convention::Tile);
        return Ok(Read { moves: Vec::new(), convention, decided: Decided::Plain, reaches_goal });
    };
    // A number with a letter behind it is a count.
    let numbers = text[word(text, first)].bytes().all(|b| b.is_ascii_digit())
        && !text[word(text, first).end..].starts_with('(');
    match asked {
        Some(asked) if numbers != (asked == Convention::Numbers) => {
            Err(error(text, NotationErrorKind::OtherConvention { asked }, word(text, first)))
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

struct Reader<'t> {
    text: &'t str,
}

impl Reader<'_> {
    /// Where the gap goes is all that a saved game says, so it means one thing only.
    fn read_saved(
        &self,
        start: &Board,
        goal: Option<&Board>,
        asked: Option<Convention>,
    ) -> Result<Read, NotationError> {
        let mut walker = Walker::new(start);
        let mut moves = Vec::new();
        for Target { row, col, span } in saved::targets(self.text)? {
            let illegal =
                NotationErrorKind::Illegal { convention: Convention::Blank, number: moves.len() + 1 };
            let Some(way) = walker.way_to(row, col) else { return Err(error(self.text, illegal, span)) };
            for direction in way {
                walker.slide(direction);
                moves.push(direction);
            }
            if moves.len() > MAX_MOVES {
                return Err(error(self.text, NotationErrorKind::TooMany, span));
            }
        }
        let reaches_goal = goal.map(|goal| walker.is_at(goal));
        let convention = asked.unwrap_or(Convention::Tile);
        Ok(Read { moves, convention, decided: Decided::Plain, reaches_goal })
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
            let span = word(self.text, at);
            let token = &self.text[span.clone()];
            if !token.bytes().all(|b| b.is_ascii_digit()) {
                return Err(error(self.text, NotationErrorKind::UnknownMove, span));
            }
            let direction = token.parse().ok().filter(|&t: &u16| t != 0).and_then(|t| walker.direction_of(t));
            let Some(direction) = direction else {
                return Err(error(self.text, NotationErrorKind::NotBesideBlank, span));
            };
            if moves.len() == MAX_MOVES {
                return Err(error(self.text, NotationErrorKind::TooMany, span));
            }
            walker.slide(direction);
            moves.push(direction);
            next = self.text[span.end..].find(|c| !separates(c)).map(|skipped| span.end + skipped);
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
        for run in runs(self.text)? {
            for _ in 0..run.count {
                self.follow(&mut trails, run.direction, letters.len(), &run.span)?;
                letters.push(run.direction);
            }
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
            return Err(error(self.text, kind, span.clone()));
        }
        Ok(())
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
            _ => {
                return Err(error(
                    self.text,
                    NotationErrorKind::Ambiguous,
                    first..self.text.trim_end().len(),
                ));
            }
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
