//! Solving tile puzzles by name.

mod all;
mod anytime;
mod choose;
mod estimates;
mod patterns;
mod select;
mod tables;

use std::fmt;

use slidewise_puzzles::tiles::heuristic::Unbuilt;
use slidewise_puzzles::tiles::replay::replay;
use slidewise_puzzles::tiles::{Shape, Slide, TilePuzzle, solvable};
use slidewise_search::{
    Cancel, Cost, Limits, Meter, Observer, Proof, Refuted, Solution, Stats, Stop, Verdict,
};

use crate::answer::{Outcome, TileAnswer, TileSolution};
use crate::registry::{Algorithm, Named, TileRepr};
use crate::spec::TileSpec;
pub(crate) use choose::choose;
use select::Selection;
pub(crate) use tables::Tables;

pub use all::AllOptimal;
pub(crate) use all::all_optimal;
pub use choose::auto_weight;
pub use estimates::Estimated;
pub(crate) use estimates::estimates;

/// Why a puzzle cannot be solved in the way asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// The representation does not hold boards of this size.
    Repr {
        /// The representation.
        repr: TileRepr,
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
    /// The walking-distance table cannot be had.
    WalkingDistance(Unbuilt),
    /// A limit or the cancel flag ended the building of tables; [`crate::Lab`] turns it into an answer.
    Interrupted(Stop),
    /// There is no learned table for boards of this size.
    Learned {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
    /// The algorithm is for brick puzzles.
    ForBricks(Algorithm),
    /// There are no such pattern databases, or they cannot be had; why.
    Patterns(String),
    /// The solution found did not pass the check: a bug of ours.
    Refuted(Refuted),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repr { repr, rows, cols } => write!(
                f,
                "the representation \"{}\" holds boards of {}, not {rows}×{cols}; leave --repr out or use bytes",
                repr.name(),
                repr.entry().guarantee
            ),
            Self::WalkingDistance(reason) => write!(f, "{reason}; use linear-conflict or combined"),
            Self::Learned { rows, cols } => {
                write!(f, "nothing was learned for {rows}×{cols} boards: train a table, or use combined")
            }
            Self::ForBricks(algorithm) => {
                write!(f, "{} is for brick puzzles; use bfs or bidirectional", algorithm.name())
            }
            Self::Interrupted(_) => write!(f, "stopped while tables were built"),
            Self::Patterns(reason) => write!(f, "{reason}"),
            Self::Refuted(reason) => {
                write!(f, "the solution found failed its check ({reason}): please report this as a bug")
            }
        }
    }
}

impl std::error::Error for SolveError {}

/// A search with its limits, its watcher and the flag that stops it.
pub struct Watch<'a> {
    /// What it may use.
    pub limits: Limits,
    /// Stops it.
    pub cancel: Cancel,
    /// Is told how it goes.
    pub observer: &'a mut dyn Observer,
}

/// Solves a puzzle and checks the solution twice: through the state space, and on the plain board.
pub(crate) fn solve(
    tables: &Tables,
    puzzle: &TilePuzzle,
    spec: &TileSpec,
    watch: Watch<'_>,
) -> Result<TileAnswer, SolveError> {
    let chosen = choose(tables, puzzle, spec);
    let mut answer = TileAnswer {
        puzzle: puzzle.clone(),
        chosen: chosen.clone(),
        outcome: Outcome::Unsolvable,
        solution: None,
        lower_bound: None,
        stats: Stats::default(),
        elapsed: Default::default(),
        setup: Default::default(),
        warnings: Vec::new(),
    };
    if !solvable::check(puzzle.start(), puzzle.goal()).is_solvable() {
        return Ok(answer);
    }
    let mut meter = Meter::new(watch.limits, watch.cancel, watch.observer);
    let selection = match Selection::new(tables, puzzle, &chosen, spec, &meter, &mut answer.warnings) {
        Ok(selection) => selection,
        Err(SolveError::Interrupted(stop)) => {
            answer.outcome = Outcome::Stopped(stop);
            answer.lower_bound = Some(estimates::lower_bound(tables, puzzle, chosen.metric));
            answer.setup = meter.elapsed();
            return Ok(answer);
        }
        Err(error) => return Err(error),
    };
    answer.setup = meter.elapsed();
    let (verdict, check) = selection.run(puzzle, &mut meter)?;
    answer.elapsed = meter.elapsed() - answer.setup;
    answer.stats = meter.stats;
    check.map_err(SolveError::Refuted)?;
    let floor = estimates::lower_bound(tables, puzzle, chosen.metric);
    take_in(&mut answer, verdict, floor)?;
    Ok(answer)
}

/// Enters a verdict. `floor` is a lower bound from the start position alone.
fn take_in(answer: &mut TileAnswer, verdict: Verdict<Slide>, floor: Cost) -> Result<(), SolveError> {
    let solution = match verdict {
        Verdict::Unsolvable => return Ok(()),
        Verdict::Solved(solution) => {
            answer.outcome = Outcome::Solved;
            Some(solution)
        }
        Verdict::Stopped { why, best, lower_bound } => {
            answer.outcome = Outcome::Stopped(why);
            answer.lower_bound = Some(lower_bound.max(floor));
            best
        }
    };
    if let Some(solution) = solution {
        let bound = solution.lower_bound.max(floor).min(solution.cost);
        answer.lower_bound = Some(bound.max(answer.lower_bound.unwrap_or(0)));
        answer.solution = Some(checked(&answer.puzzle, solution, bound)?);
    }
    Ok(())
}

/// The solution in directions of tiles, once the plain board has confirmed it.
fn checked(puzzle: &TilePuzzle, solution: Solution<Slide>, bound: Cost) -> Result<TileSolution, SolveError> {
    let directions = puzzle.directions(&solution.moves);
    match replay(puzzle.start(), &directions) {
        Ok(end) if end == *puzzle.goal() => {}
        Ok(_) => return Err(SolveError::Refuted(Refuted::NotAGoal)),
        Err(illegal) => return Err(SolveError::Refuted(Refuted::IllegalMove(illegal.index))),
    }
    let proof = if bound >= solution.cost { Proof::Optimal } else { solution.proof };
    Ok(TileSolution { directions, cost: solution.cost, proof })
}

/// The shape of a puzzle's board, with the goal cell of its blank.
pub(crate) fn shape_of(puzzle: &TilePuzzle) -> Shape {
    Shape::new(puzzle.start().rows(), puzzle.start().cols(), puzzle.goal().blank())
}
