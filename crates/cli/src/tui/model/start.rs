//! What a game begins with, and where that came from.

use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::{AnyPuzzle, Generating, LibraryEntry, Reading, daily, game, kinds, read_one};

use super::Shared;
use crate::error::Failure;
use crate::input::{self, Source};

/// What the name of a scrambled puzzle begins with.
const SCRAMBLED: &str = "scrambled ";

/// A puzzle to be played.
#[derive(Clone, Debug)]
pub struct Start {
    /// What it is called.
    pub title: String,
    /// The puzzle.
    pub puzzle: AnyPuzzle,
    /// Where it came from.
    pub origin: Origin,
    /// Whether the same board can be had again: it has a name, or a seed that was asked for.
    pub is_repeatable: bool,
}

/// Where a puzzle came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Drawn at random.
    Random,
    /// Another puzzle, after many random moves.
    Scrambled,
    /// The library.
    Library,
    /// The puzzle of a day.
    Daily,
    /// Pasted, typed or edited: results in it compare with nothing.
    Own,
}

impl Start {
    /// A random board of the size and goal that are set.
    pub fn random(shared: &mut Shared) -> Self {
        let wish = Generating { size: Some(shared.size), goal: shared.goal.clone(), ..Generating::default() };
        let puzzle = kinds::first().generate(&wish, &mut shared.rng);
        let puzzle = puzzle.expect("sizes and goals are checked when they are set");
        shared.drawn += 1;
        let title = match shared.seed {
            Some(seed) => format!("{}, seed {seed}, board {}", title(&puzzle), shared.drawn),
            None => title(&puzzle),
        };
        Self { title, puzzle, origin: Origin::Random, is_repeatable: shared.seed.is_some() }
    }

    /// The puzzle of a day, the same for everyone; a text for people if there is none.
    pub fn daily(day: i64) -> Result<Self, String> {
        let puzzle = daily::puzzle(day).map_err(|error| error.to_string())?;
        let title = format!("puzzle of {}", daily::date(day));
        Ok(Self { title, puzzle, origin: Origin::Daily, is_repeatable: true })
    }

    /// A puzzle of the library; a text for people if it cannot be read, which a test rules out.
    pub fn from_library(entry: &LibraryEntry) -> Result<Self, String> {
        let read = read_one(entry.text, &Reading::default()).map_err(|error| error.to_string())?;
        Ok(Self {
            title: entry.title.to_string(),
            puzzle: read.puzzle,
            origin: Origin::Library,
            is_repeatable: true,
        })
    }

    /// The same puzzle from a random position.
    pub fn scrambled(&self, shared: &mut Shared) -> Self {
        let name = self.title.trim_start_matches(SCRAMBLED);
        let puzzle = game::scrambled(&self.puzzle, None, &mut shared.rng);
        Self { title: format!("{SCRAMBLED}{name}"), puzzle, origin: Origin::Scrambled, is_repeatable: false }
    }

    /// A puzzle of one's own.
    pub fn own(puzzle: AnyPuzzle) -> Self {
        let (rows, cols) = puzzle.size();
        let title = puzzle.name().map_or_else(|| format!("{rows}×{cols}, own board"), ToString::to_string);
        Self { title, puzzle, origin: Origin::Own, is_repeatable: false }
    }

    /// The puzzle that a text is, on its way to the goal if goals can be asked for; else what is wrong with it.
    pub fn read(source: &Source, reading: &Reading, goal: Option<&str>) -> Result<Self, Failure> {
        let puzzle = input::one(source, reading)?.puzzle;
        if let Some(entry) = puzzle.slug().and_then(kinds::in_library) {
            let title = entry.title.to_string();
            return Ok(Self { title, puzzle, origin: Origin::Library, is_repeatable: true });
        }
        let puzzle = match goal {
            Some(goal) if !puzzle.kind().entry().goals.is_empty() => {
                puzzle.with_goal(&puzzle.start(), goal).map_err(|error| input::bad(source, &error))?
            }
            _ => puzzle,
        };
        Ok(Self::own(puzzle))
    }

    /// The name under which results are kept; `None` where they compare with nothing.
    pub fn kind(&self) -> Option<String> {
        (self.origin != Origin::Own).then(|| self.title.clone())
    }
}

/// A puzzle of a kind and size that is solved already, for editors to begin with.
pub fn solved(
    kind: &dyn slidewise_solve::Kind,
    size: (usize, usize),
    goal: Option<String>,
) -> Option<AnyPuzzle> {
    let wish = Generating { size: Some(size), goal, scramble: Some(0), ..Generating::default() };
    kind.generate(&wish, &mut Rng::from_seed(0)).ok()
}

/// The size, and the goal if it is not the usual one.
fn title(puzzle: &AnyPuzzle) -> String {
    let (rows, cols) = puzzle.size();
    let usual = puzzle.kind().entry().goals.first().map(|goal| goal.name);
    match puzzle.goal_name() {
        Some(goal) if Some(goal) != usual => format!("{rows}×{cols} {goal}"),
        _ => format!("{rows}×{cols}"),
    }
}
