//! What a game begins with, and where that came from.

use slidewise_lab::game::Puzzle;
use slidewise_lab::puzzles::bricks::library::{self, Entry};
use slidewise_lab::puzzles::bricks::parse as parse_bricks;
use slidewise_lab::puzzles::tiles::parse::ParseOptions;
use slidewise_lab::puzzles::tiles::{Goal, TilePuzzle, generate};

use super::Shared;
use crate::brick_text;
use crate::input::Source;

/// What the name of a scrambled puzzle begins with.
const SCRAMBLED: &str = "scrambled ";

/// A puzzle to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// What it is called.
    pub title: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Where it came from.
    pub origin: Origin,
}

/// Where a puzzle came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Drawn at random.
    Random,
    /// The library.
    Library,
    /// Pasted, typed or edited: results in it compare with nothing.
    Own,
}

impl Start {
    /// A random board of the size and goal that are set.
    pub fn random(shared: &mut Shared) -> Self {
        let (rows, cols) = match &shared.goal {
            Goal::Custom(board) => (board.rows(), board.cols()),
            _ => shared.size,
        };
        let goal = shared.goal.board(rows, cols).expect("sizes are checked when they are set");
        let board = generate::uniform(&goal, &mut shared.rng);
        let puzzle = TilePuzzle::new(board, goal).expect("a board that is drawn has the size of its goal");
        Self { title: title(rows, cols, &shared.goal), puzzle: Puzzle::Tiles(puzzle), origin: Origin::Random }
    }

    /// A puzzle of the library; a text for people if it cannot be read, which a test rules out.
    pub fn from_library(entry: &Entry) -> Result<Self, String> {
        let parsed = entry.parse().map_err(|error| error.to_string())?;
        let title = entry.header("name").unwrap_or(entry.slug).to_string();
        let metric = parsed.default_metric();
        let puzzle = Puzzle::Bricks { puzzle: Box::new(parsed.puzzle), metric };
        Ok(Self { title, puzzle, origin: Origin::Library })
    }

    /// The same bricks from a random position.
    pub fn scrambled(&self, shared: &mut Shared) -> Self {
        let name = self.title.trim_start_matches(SCRAMBLED);
        let puzzle = self.puzzle.scrambled(&mut shared.rng);
        Self { title: format!("{SCRAMBLED}{name}"), puzzle, origin: Origin::Random }
    }

    /// A board of one's own.
    pub fn own(puzzle: TilePuzzle) -> Self {
        let title = format!("{}×{}, own board", puzzle.start().rows(), puzzle.start().cols());
        Self { title, puzzle: Puzzle::Tiles(puzzle), origin: Origin::Own }
    }

    /// The puzzle that a text is, tiles or bricks; else what is wrong with it.
    pub fn read(source: &Source, options: &ParseOptions, goal: &Goal) -> Result<Self, String> {
        let text = source.text().map_err(|error| source.explain(&error))?;
        let entry = source.name.as_deref().and_then(library::get).filter(|entry| entry.text == text);
        if let Some(entry) = entry {
            return Self::from_library(&entry);
        }
        if source.is_bricks() {
            let parsed = parse_bricks(text)
                .map_err(|error| brick_text::explain(source.name.as_deref(), text, &error))?;
            let name = &parsed.puzzle.about.name;
            let title = if name.is_empty() { "own bricks".to_string() } else { name.clone() };
            let metric = parsed.default_metric();
            let puzzle = Puzzle::Bricks { puzzle: Box::new(parsed.puzzle), metric };
            return Ok(Self { title, puzzle, origin: Origin::Own });
        }
        let items = source.boards(options);
        match &items[..] {
            [item] => {
                source.puzzle(item, goal).map(|(_, puzzle)| Self::own(puzzle)).map_err(|(_, text)| text)
            }
            items => Err(format!("{} boards; one can be played at a time", items.len())),
        }
    }

    /// The name under which results are kept; `None` where they compare with nothing.
    pub fn kind(&self) -> Option<String> {
        (self.origin != Origin::Own).then(|| self.title.clone())
    }
}

fn title(rows: usize, cols: usize, goal: &Goal) -> String {
    match goal {
        Goal::BlankLast => format!("{rows}×{cols}"),
        goal => format!("{rows}×{cols} {}", goal.name()),
    }
}
