//! Sliding puzzles of every kind, solved by name: the one place where names meet types.
//!
//! A puzzle read and solved in three lines:
//!
//! ```
//! use slidewise_solve::{Reading, Solver, Spec, read_one};
//!
//! let puzzle = read_one("8 6 7/2 5 4/3 0 1", &Reading::default())?.puzzle;
//! let answer = Solver::new().solve(&*puzzle, &Spec::default())?;
//! assert_eq!(answer.cost(), Some(31));
//! assert!(answer.is_optimal());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`read()`] makes puzzles of any text: tiles, bricks, whatever [`kinds`] there are. [`Spec`] says how to solve one:
//! any [algorithm](Algorithm) with any heuristic, representation and metric that the puzzle has. What it leaves open is
//! chosen to suit the puzzle, and what does not fit is [refused](Refusal) with the reason. [`Puzzle`] does the rest: it
//! solves within limits, opens a search to be [stepped](stepping), shortens solutions, lists all of the shortest, says
//! what its heuristics are worth. [`Answer`] and [`Record`] are the same for all kinds, [`Picture`] is what is drawn of
//! them, and [`game`] plays them.

pub mod advice;
mod algorithm;
mod alike;
mod all_optimal;
mod answer;
mod anytime;
mod checkpoint;
mod crewed;
pub mod daily;
pub mod data;
pub mod design;
pub mod draw;
mod engines;
mod erased;
mod explore;
pub mod game;
pub mod history;
mod kind;
pub mod kinds;
pub mod machine;
mod metric;
pub mod names;
mod order;
mod picture;
mod plain;
mod plan;
mod position;
pub mod pseudocode;
mod puzzle;
mod read;
pub mod record;
mod refusal;

mod solver;
mod solving;
pub mod spec;
pub mod stepping;
pub mod survey;
pub mod units;
mod untyped;
mod weight;

/// Boards, texts and tables: front ends need no other crate than this one.
pub use slidewise_puzzles as puzzles;
/// Costs, limits and proofs, likewise.
pub use slidewise_search as search;

pub use slidewise_puzzles::step::{Direction, Step};

pub use algorithm::{Algorithm, AlgorithmEntry, Gives};
pub use alike::alike;
pub use all_optimal::{AllOptimal, Wanted as WantedOptima};
pub use answer::{Answer, Outcome, Watch, Way, proof_name, stop_name};
pub use checkpoint::{Checkpoint, time_left};
pub use design::{Designed, Designer, Designing, HardestIn, JobLimits, design};
pub use explore::{Explored, Exploring, ToGoal};
pub use kind::{Difficulty, GenerateError, Generating, Kind, KindEntry, LibraryEntry, MOST_RANDOM_MOVES};
pub use metric::{Metric, MetricEntry};
pub use names::{Entry, UnknownName};
pub use order::{BadOrder, MoveOrder};
pub use picture::{Picture, Piece, Scene, Wanted};
pub use plain::{
    Counted, Edit, Known, MovesError, Plain, ReadMoves, Refused, Solvability, Unwritable, Writing,
};
pub use plan::Plan;
pub use position::Position;
pub use puzzle::{AnyPuzzle, Estimated, Estimator, Puzzle};
pub use read::{Item, Read, Reading, Unreadable, form, read, read_bytes, read_one};
pub use record::Record;
pub use refusal::{Refusal, Setting, SolveError};
pub use solver::{PATIENCE, Solver};
pub use solving::solves;
pub use spec::{BadHeuristic, HeuristicChoice, HeuristicPart, Spec};
pub use weight::{BadWeight, WeightChoice};
