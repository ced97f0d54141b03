//! What a kind of puzzle is: one static value with its names and forms, and the way from text to puzzles.

use std::sync::Arc;

use slidewise_puzzles::random::Rng;

use crate::algorithm::Algorithm;
use crate::game::scrambled;
use crate::metric::MetricEntry;
use crate::names::Entry;
use crate::puzzle::{AnyPuzzle, Puzzle};
use crate::read::{Item, Reading, Unreadable};
use crate::refusal::{Refusal, Setting};

/// Everything about a kind that can be listed.
#[derive(Debug)]
pub struct KindEntry {
    /// Its name: `tiles`.
    pub name: &'static str,
    /// Puzzles of it, in a sentence: `tile puzzles`.
    pub plural: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// What can be counted.
    pub metrics: &'static [MetricEntry],
    /// Its heuristics.
    pub heuristics: &'static [Entry],
    /// Those that are compared where none are named.
    pub compared: &'static [&'static str],
    /// How positions can be kept, if there is a choice.
    pub reprs: &'static [Entry],
    /// Searches that it brings along beside those that every kind has.
    pub algorithms: &'static [Algorithm],
    /// Forms of text; the summary says what they are, the guarantee has an example.
    pub forms: &'static [Entry],
    /// What written moves can name; the first is the default.
    pub conventions: &'static [Entry],
    /// Goals that can be asked for by name; none where a puzzle's text has its goal.
    pub goals: &'static [Entry],
    /// Whether random puzzles are drawn from all alike, rather than by random moves.
    pub draws: bool,
    /// Whether puzzles of one size are alike enough for their lengths and counts to be compared.
    pub groups_by_size: bool,
}

/// A kind of puzzle. `Kind`s are registered in [`crate::kinds`], which is the only place that knows them all.
pub trait Kind: Send + Sync + 'static {
    /// What can be listed of it.
    fn entry(&self) -> &'static KindEntry;

    /// The puzzles in a text, if it is one of this kind's; `None` if it is not.
    fn read(&self, text: &str, reading: &Reading) -> Option<Vec<Item>>;

    /// The puzzles of this kind that come with the program.
    fn library(&self) -> Vec<LibraryEntry> {
        Vec::new()
    }

    /// The one of them with this name. Asked for every argument, so it should not make the whole list.
    fn in_library(&self, slug: &str) -> Option<LibraryEntry> {
        self.library().into_iter().find(|entry| entry.slug == slug)
    }

    /// Makes a random puzzle that can be solved.
    fn generate(&self, wish: &Generating, rng: &mut Rng) -> Result<Arc<dyn Puzzle>, GenerateError>;
}

/// A puzzle that comes with the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryEntry {
    /// The name by which it is asked for.
    pub slug: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Its name in English, if its own is not.
    pub english: Option<&'static str>,
    /// The puzzles that it belongs to.
    pub group: &'static str,
    /// Who made it.
    pub designer: Option<&'static str>,
    /// Its text.
    pub text: &'static str,
    /// What else is said about it: where it comes from, and notes.
    pub about: Vec<(&'static str, &'static str)>,
}

/// What random puzzles are to be like.
#[derive(Clone, Debug, Default)]
pub struct Generating {
    /// Rows and columns.
    pub size: Option<(usize, usize)>,
    /// The goal by name or text.
    pub goal: Option<String>,
    /// A puzzle to begin with; some kinds have no other way.
    pub from: Option<Arc<dyn Puzzle>>,
    /// So many random moves from the goal, or from the puzzle to begin with.
    pub scramble: Option<usize>,
    /// How many cells are empty, for kinds that let one choose.
    pub blanks: Option<usize>,
    /// How hard it is to be, for kinds that let one choose.
    pub difficulty: Option<Difficulty>,
}

/// How hard a puzzle is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// The length of the shortest solution: at least and at most.
    pub moves: (u64, u64),
    /// What is counted, by name; the puzzle's own metric if `None`.
    pub metric: Option<&'static str>,
    /// Whether there is to be one shortest solution only.
    pub one_way: bool,
    /// Whether every piece is to have a part in the solution.
    pub no_idle: bool,
}

/// The most random moves that a puzzle is scrambled by: more take long and change nothing.
pub const MOST_RANDOM_MOVES: usize = 1_000_000;

impl Generating {
    /// For kinds whose starts cannot be chosen by how hard they are.
    pub(crate) fn refuse_difficulty(&self, kind: &KindEntry) -> Result<(), Refusal> {
        match self.difficulty {
            Some(_) => {
                let reason = format!("{} cannot be made of a given length", kind.plural);
                Err(Refusal::new(Setting::Difficulty, reason))
            }
            None => Ok(()),
        }
    }

    /// The puzzle that is given, with its board and its goal, after random moves.
    pub(crate) fn made_from(&self, from: &AnyPuzzle, rng: &mut Rng) -> Result<AnyPuzzle, GenerateError> {
        let refused = |setting, reason: &str| Err(Refusal::new(setting, reason).into());
        match (&self.goal, self.size, self.blanks) {
            (Some(_), ..) => refused(Setting::Goal, "the puzzle that is given has its goal"),
            (_, None, None) => Ok(scrambled(from, self.scramble, rng)),
            _ => refused(Setting::Size, "the board and its blanks are those of the puzzle that is given"),
        }
    }

    /// Refuses what no kind of puzzle can do.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        if self.scramble.is_some() && self.difficulty.is_some() {
            let reason =
                "a start of a given difficulty is drawn from all there are, not made by random moves";
            return Err(Refusal::new(Setting::Scramble, reason));
        }
        match self.scramble {
            Some(moves) if moves > MOST_RANDOM_MOVES => {
                let reason = format!("{moves} random moves are too many: {MOST_RANDOM_MOVES} are the most");
                Err(Refusal::new(Setting::Scramble, reason))
            }
            _ => Ok(()),
        }
    }
}

/// Why a random puzzle cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// A setting does not fit.
    Refused(Refusal),
    /// The goal cannot be read.
    Goal(Unreadable),
}

impl std::fmt::Display for GenerateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Goal(unreadable) => unreadable.fmt(f),
        }
    }
}

impl std::error::Error for GenerateError {}

impl From<Refusal> for GenerateError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Unreadable> for GenerateError {
    fn from(unreadable: Unreadable) -> Self {
        Self::Goal(unreadable)
    }
}
