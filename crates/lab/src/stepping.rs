//! A search by name that goes step by step: what is shown of it in a terminal, on a page or in a trace comes from the
//! engines' own steps, and its end is the same answer that a whole run gives.
//!
//! ```
//! use slidewise_lab::stepping::Progress;
//! use slidewise_lab::{Lab, TileSpec};
//! use slidewise_puzzles::tiles::{Board, Goal, TilePuzzle};
//! use slidewise_search::{Cancel, Limits};
//!
//! let board: Board = "1 2 3/0 4 6/7 5 8".parse()?;
//! let puzzle = TilePuzzle::towards(board, &Goal::BlankLast)?;
//! let mut search = Lab::new().open(&puzzle, &TileSpec::default(), Limits::default(), Cancel::default())?;
//! while search.step(1)? == Progress::Running {
//!     let view = search.view();
//!     println!("g {} of {:?}, {} waiting", view.g, view.position, view.frontier);
//! }
//! assert_eq!(search.answer().and_then(|answer| answer.cost()), Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Between two steps nothing runs: there is no thread, and the clock of a time limit stands still. A step costs one
//! call through a table of functions beyond what the engine does. IDA* with pattern databases goes on one thread here.

mod held;
mod open;

use std::fmt;
use std::time::Duration;

use slidewise_puzzles::bricks;
use slidewise_puzzles::tiles::Board;
use slidewise_search::{Cancel, Cost, Limits, Stats};

use crate::answer::{Outcome, TileAnswer};
use crate::bricks::{BrickAnswer, BrickError};
use crate::registry::{Algorithm, Named};
use crate::tiles::SolveError;
use held::Held;

pub(crate) use open::{open_bricks, open_tiles};

/// A search under way. Get one from [`crate::Lab::open`] or [`crate::Lab::open_bricks`].
pub struct Stepping {
    state: State,
    limits: Limits,
    cancel: Cancel,
    spent: Spent,
    answer: Option<Answer>,
}

/// What there is to step.
enum State {
    /// A search.
    Search(Held),
    /// Nothing: the answer was known before the first step. The position is the start.
    Nothing(Position),
}

/// Whether a search is to be stepped on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is more to do.
    Running,
    /// It has ended; [`Stepping::answer`] says how.
    Finished,
}

/// What a search has used so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    pub(crate) stats: Stats,
    /// Within steps only.
    pub(crate) time: Duration,
}

/// A look into a search between two steps.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The position expanded last.
    pub position: Position,
    /// The position on the way to it just before; `None` at the start, and for beams.
    pub parent: Option<Position>,
    /// The cost of the way to it.
    pub g: Cost,
    /// The estimate from there, for searches that have one.
    pub h: Option<Cost>,
    /// What positions are taken in the order of: g + h, with a weight g + w·h, in greedy search h alone.
    pub f: Option<f64>,
    /// The bound in force, for searches that have one: of the iteration, of the layers, or the least f.
    pub bound: Option<Cost>,
    /// Positions waiting to be expanded; of searches along a path, the length of the path.
    pub frontier: usize,
    /// Positions expanded and not to be expanded again; 0 for searches that remember only their path.
    pub closed: u64,
    /// Positions stored.
    pub stored: usize,
}

/// A position that waits to be expanded.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    /// The position.
    pub position: Position,
    /// The cost of the way to it.
    pub g: Cost,
    /// The estimate from there, for searches that have one.
    pub h: Option<Cost>,
    /// What positions are taken in the order of, as in [`View`].
    pub f: Option<f64>,
}

/// A position as people see it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// Of a tile puzzle.
    Tiles(Board),
    /// Of a brick puzzle.
    Bricks(bricks::Position),
}

/// How a search came out.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Of a tile puzzle.
    Tiles(TileAnswer),
    /// Of a brick puzzle.
    Bricks(BrickAnswer),
}

impl Answer {
    /// How it ended.
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Tiles(answer) => answer.outcome,
            Self::Bricks(answer) => answer.outcome,
        }
    }

    /// The cost of the solution, if there is one.
    pub fn cost(&self) -> Option<Cost> {
        match self {
            Self::Tiles(answer) => answer.solution.as_ref().map(|solution| solution.cost),
            Self::Bricks(answer) => answer.solution.as_ref().map(|solution| solution.cost),
        }
    }
}

/// Why there is no search to step, or no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepError {
    /// The algorithm is not made of steps.
    NoSteps(Algorithm),
    /// A tile puzzle cannot be solved in the way asked for.
    Tiles(SolveError),
    /// A brick puzzle cannot be solved in the way asked for.
    Bricks(BrickError),
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSteps(algorithm) => {
                write!(f, "{} cannot be followed step by step; use astar, ida or bfs", algorithm.name())
            }
            Self::Tiles(error) => error.fmt(f),
            Self::Bricks(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StepError {}

impl From<SolveError> for StepError {
    fn from(error: SolveError) -> Self {
        Self::Tiles(error)
    }
}

impl From<BrickError> for StepError {
    fn from(error: BrickError) -> Self {
        Self::Bricks(error)
    }
}

impl Stepping {
    /// A search that has not begun.
    fn new(held: Held, limits: Limits, cancel: Cancel) -> Self {
        Self { state: State::Search(held), limits, cancel, spent: Spent::default(), answer: None }
    }

    /// A search that is over before it begins.
    fn finished(start: Position, answer: Answer) -> Self {
        Self {
            state: State::Nothing(start),
            limits: Limits::default(),
            cancel: Cancel::default(),
            spent: Spent::default(),
            answer: Some(answer),
        }
    }

    /// Goes on for this many expansions, or until the search ends; a beam goes on for whole layers. Once the search
    /// has ended, nothing happens any more.
    pub fn step(&mut self, expansions: u64) -> Result<Progress, StepError> {
        if let (State::Search(held), None) = (&mut self.state, &self.answer) {
            let (limits, cancel, spent) = (&self.limits, &self.cancel, &mut self.spent);
            self.answer =
                held.with_dependent_mut(|_, going| going.step(expansions, limits, cancel, spent))?;
        }
        Ok(if self.answer.is_some() { Progress::Finished } else { Progress::Running })
    }

    /// What the search has in hand. Works the position out anew each time.
    pub fn view(&self) -> View {
        match &self.state {
            State::Search(held) => held.borrow_dependent().view(&self.spent.stats),
            State::Nothing(start) => View {
                position: start.clone(),
                parent: None,
                g: 0,
                h: None,
                f: None,
                bound: None,
                frontier: 0,
                closed: 0,
                stored: 0,
            },
        }
    }

    /// Positions that wait to be expanded, the next ones first, at most so many.
    pub fn waiting(&self, most: usize) -> Vec<Waiting> {
        match &self.state {
            State::Search(held) => held.borrow_dependent().waiting(most),
            State::Nothing(_) => Vec::new(),
        }
    }

    /// The counters so far.
    pub fn stats(&self) -> Stats {
        self.spent.stats
    }

    /// The time spent in steps so far.
    pub fn elapsed(&self) -> Duration {
        self.spent.time
    }

    /// The answer, checked as that of a whole run is, once the search has ended.
    pub fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }
}
