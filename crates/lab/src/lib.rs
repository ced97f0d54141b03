//! Puzzles solved by name: the one place where names meet types, and all that a front end needs.
//!
//! A board parsed and solved in three lines:
//!
//! ```
//! use slidewise_lab::{Lab, TileSpec};
//! use slidewise_puzzles::tiles::{Board, Goal, TilePuzzle};
//!
//! let board: Board = "8 6 7/2 5 4/3 0 1".parse()?;
//! let puzzle = TilePuzzle::towards(board, &Goal::BlankLast)?;
//! let answer = Lab::new().solve(&puzzle, &TileSpec::default())?;
//!
//! let solution = answer.solution.expect("this board can be solved");
//! assert_eq!(solution.cost, 31);
//! assert_eq!(solution.proof, slidewise_search::Proof::Optimal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`TileSpec`] says how: any [algorithm](registry::Algorithm) with any heuristic, representation and metric. What it
//! leaves open is chosen by the size of the board. [`Lab::solve_watched`] adds limits, progress and a way to stop.

pub mod advice;
mod answer;
pub mod audit;
pub mod baseline;
mod bricks;
mod either;
mod engines;
pub mod experiment;
pub mod game;
pub mod history;
pub mod machine;
pub mod record;
pub mod registry;
pub mod report;
pub mod spec;
pub mod stats;
pub mod stepping;
pub mod summary;
pub mod svg;
mod tiles;
pub mod trace;
pub mod units;

use slidewise_puzzles::bricks::{Metric as BrickMetric, Puzzle as BrickPuzzle};
use slidewise_puzzles::tiles::heuristic::Learned;
use slidewise_puzzles::tiles::{Board, Direction, TilePuzzle};
use slidewise_search::{Cancel, Limits};

use audit::{Audit, AuditError, Scope};

/// Boards, texts and moves: front ends need no other crate than this one.
pub use slidewise_puzzles as puzzles;
/// Costs, limits and proofs, likewise.
pub use slidewise_search as search;

pub use answer::{Chosen, Outcome, TileAnswer, TileSolution};
pub use bricks::{BrickAnswer, BrickChosen, BrickError, BrickSolution, BrickSpec};
pub use either::{AnyHeuristic, AnyMetric};
pub use record::{BrickRecord, Record};
pub use spec::{HeuristicChoice, TileSpec, WeightChoice};
pub use stepping::{StepError, Stepping};
pub use tiles::{AllOptimal, Estimated, SolveError, Watch, auto_weight};

/// Solves puzzles, and keeps the tables that it built for the next one.
#[derive(Default)]
pub struct Lab {
    tables: tiles::Tables,
}

impl Lab {
    /// A lab without any tables yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Solves a tile puzzle without limits. Unsolvable is an answer, not an error.
    pub fn solve(&self, puzzle: &TilePuzzle, spec: &TileSpec) -> Result<TileAnswer, SolveError> {
        let watch = Watch { limits: Limits::default(), cancel: Cancel::default(), observer: &mut () };
        self.solve_watched(puzzle, spec, watch)
    }

    /// Solves a tile puzzle within limits. Out-of-budget is an answer, too.
    pub fn solve_watched(
        &self,
        puzzle: &TilePuzzle,
        spec: &TileSpec,
        watch: Watch<'_>,
    ) -> Result<TileAnswer, SolveError> {
        tiles::solve(&self.tables, puzzle, spec, watch)
    }

    /// Looks for a shorter solution of a tile puzzle than this one, the ways in which tiles go, within limits. The answer
    /// has the best that is known, by anytime search. Moves that do not solve the puzzle are refuted.
    pub fn shorten(
        &self,
        puzzle: &TilePuzzle,
        solution: &[Direction],
        spec: &TileSpec,
        watch: Watch<'_>,
    ) -> Result<TileAnswer, SolveError> {
        tiles::shorten(&self.tables, puzzle, solution, spec, watch)
    }

    /// Finds all solutions of a tile puzzle whose cost is `cost`, which must be the optimum: at most `max`, of which
    /// the first `keep` are kept.
    pub fn all_optimal(
        &self,
        puzzle: &TilePuzzle,
        metric: registry::TileMetric,
        (cost, max, keep): (slidewise_search::Cost, u64, usize),
        watch: Watch<'_>,
    ) -> Result<AllOptimal, SolveError> {
        tiles::all_optimal(&self.tables, puzzle, metric, (cost, max, keep), watch)
    }

    /// Solves a brick puzzle within limits.
    pub fn solve_bricks(
        &self,
        puzzle: &BrickPuzzle,
        spec: &BrickSpec,
        watch: Watch<'_>,
    ) -> Result<BrickAnswer, BrickError> {
        bricks::solve_bricks(puzzle, spec, watch)
    }

    /// Opens a search of a tile puzzle that is to be stepped. The tables that it needs are built now.
    pub fn open(
        &self,
        puzzle: &TilePuzzle,
        spec: &TileSpec,
        limits: Limits,
        cancel: Cancel,
    ) -> Result<Stepping, StepError> {
        stepping::open_tiles(&self.tables, puzzle, spec, limits, cancel)
    }

    /// Opens a search of a brick puzzle that is to be stepped.
    pub fn open_bricks(
        &self,
        puzzle: &BrickPuzzle,
        spec: &BrickSpec,
        limits: Limits,
        cancel: Cancel,
    ) -> Result<Stepping, StepError> {
        stepping::open_bricks(puzzle, spec, limits, cancel)
    }

    /// Compares the estimates of a heuristic with true distances to a goal.
    pub fn audit(
        &self,
        goal: &Board,
        metric: registry::TileMetric,
        heuristic: &HeuristicChoice,
        scope: Scope,
        cancel: &Cancel,
    ) -> Result<Audit, AuditError> {
        match scope {
            Scope::Whole => audit::audit_tiles(&self.tables, goal, metric, heuristic, cancel),
            Scope::Sample { boards, seed } => {
                audit::audit_sample(&self.tables, goal, metric, heuristic, (boards, seed), cancel)
            }
        }
    }

    /// Compares the estimates of a heuristic with true distances in a brick puzzle.
    pub fn audit_bricks(
        &self,
        puzzle: &BrickPuzzle,
        metric: BrickMetric,
        heuristic: registry::BrickHeuristic,
        cancel: &Cancel,
    ) -> Result<Audit, AuditError> {
        audit::audit_bricks(puzzle, metric, heuristic, cancel)
    }

    /// Uses a learned table from now on for boards of its size, instead of the one that comes with the program.
    pub fn add_learned(&self, table: Learned) {
        self.tables.add_learned(table);
    }

    /// What would be chosen for a puzzle where the spec leaves it open.
    pub fn choose(&self, puzzle: &TilePuzzle, spec: &TileSpec) -> Chosen {
        tiles::choose(&self.tables, puzzle, spec)
    }

    /// What would be chosen for a brick puzzle where the spec leaves it open.
    pub fn choose_bricks(&self, spec: &BrickSpec) -> BrickChosen {
        bricks::choose(spec)
    }

    /// Whether the search that is meant goes on improving its solution until a limit comes.
    pub fn is_endless(&self, puzzle: &TilePuzzle, spec: &TileSpec) -> bool {
        self.choose(puzzle, spec).algorithm == registry::Algorithm::Anytime
    }

    /// What every heuristic says of a board.
    pub fn estimates(&self, puzzle: &TilePuzzle, metric: registry::TileMetric) -> Vec<Estimated> {
        tiles::estimates(&self.tables, puzzle, metric)
    }
}
