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
use slidewise_puzzles::tiles::repr::Repr;
use slidewise_puzzles::tiles::{Board, Direction, Metric, Shape, Slide, TilePuzzle, TileSpace, solvable};
use slidewise_search::{
    Cancel, Cost, Limits, Meter, Observer, Proof, Refuted, Solution, Stats, Stop, Verdict,
};

use crate::answer::{Outcome, TileAnswer, TileSolution};
use crate::registry::{Algorithm, Named, TileRepr};
use crate::spec::TileSpec;
pub(crate) use choose::choose;
pub(crate) use select::{Selection, WithSearch, checked as checked_by_space, tile_engine};
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
    /// The representation was left out when the library was built (feature `every-representation`).
    LeftOut(TileRepr),
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
            Self::LeftOut(repr) => write!(f, "the representation \"{}\" was left out here", repr.name()),
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
    solve_from(tables, puzzle, None, spec, watch)
}

/// Improves a solution by anytime search.
pub(crate) fn shorten(
    tables: &Tables,
    puzzle: &TilePuzzle,
    solution: &[Direction],
    spec: &TileSpec,
    watch: Watch<'_>,
) -> Result<TileAnswer, SolveError> {
    check_moves(puzzle, solution)?;
    let spec = TileSpec { algorithm: Some(Algorithm::Anytime), ..spec.clone() };
    solve_from(tables, puzzle, Some(puzzle.slides(solution)), &spec, watch)
}

/// Solves; anytime search begins with the solution `first`, if there is one.
fn solve_from(
    tables: &Tables,
    puzzle: &TilePuzzle,
    first: Option<Vec<Slide>>,
    spec: &TileSpec,
    watch: Watch<'_>,
) -> Result<TileAnswer, SolveError> {
    let mut meter = Meter::new(watch.limits, watch.cancel, watch.observer);
    let Prepared { mut answer, selection, floor } = prepare(tables, puzzle, spec, &meter)?;
    let Some(mut selection) = selection else { return Ok(answer) };
    if let Some(first) = first {
        selection.begin_with(first);
    }
    let (verdict, check) = run(tables, &mut selection, &mut answer, &mut meter)?;
    answer.elapsed = meter.elapsed() - answer.setup;
    answer.stats = meter.stats;
    check.map_err(SolveError::Refuted)?;
    take_in(&mut answer, verdict, floor)?;
    Ok(answer)
}

/// Expansions with the tables that a search begins with: they take as long as to build better ones.
const BEGINNING: u64 = 2_000_000;

/// Runs a search, and if that takes long goes on with better tables.
fn run(
    tables: &Tables,
    selection: &mut Selection<'_>,
    answer: &mut TileAnswer,
    meter: &mut Meter<'_>,
) -> Result<select::Checked, SolveError> {
    if !selection.beginning {
        return selection.run(&answer.puzzle, meter);
    }
    let limits = Limits { nodes: Some(BEGINNING), ..Limits::default() };
    let (verdict, check) = meter.part(limits, |part| selection.run(&answer.puzzle, part))?;
    let Verdict::Stopped { why: Stop::Nodes, best, lower_bound } = verdict else {
        return Ok((verdict, check));
    };
    let before = meter.elapsed();
    let built = meter.check_limits().map_err(SolveError::Interrupted);
    match built.and_then(|()| selection.take_better_tables(tables, meter, &mut answer.warnings)) {
        Ok(()) => {
            answer.setup += meter.elapsed() - before;
            // What was proven in the beginning stays proven if this is stopped early.
            Ok(match selection.run(&answer.puzzle, meter)? {
                (Verdict::Stopped { why, best: better, lower_bound: later }, check) => {
                    let (best, lower_bound) = (better.or(best), lower_bound.max(later));
                    (Verdict::Stopped { why, best, lower_bound }, check)
                }
                ended => ended,
            })
        }
        Err(SolveError::Interrupted(why)) => Ok((Verdict::Stopped { why, best, lower_bound }, check)),
        Err(error) => Err(error),
    }
}

/// All that a search needs before its first step.
pub(crate) struct Prepared<'a> {
    /// What is known before: the choices made, and the verdict if there is nothing to search.
    pub(crate) answer: TileAnswer,
    /// The search, if there is one to be made.
    pub(crate) selection: Option<Selection<'a>>,
    /// A lower bound from the start position alone.
    pub(crate) floor: Cost,
}

/// Chooses what the spec leaves open and gets the tables.
pub(crate) fn prepare<'a>(
    tables: &'a Tables,
    puzzle: &TilePuzzle,
    spec: &TileSpec,
    meter: &Meter<'_>,
) -> Result<Prepared<'a>, SolveError> {
    let chosen = choose(tables, puzzle, spec);
    let mut answer = TileAnswer {
        puzzle: puzzle.clone(),
        chosen,
        outcome: Outcome::Unsolvable,
        solution: None,
        lower_bound: None,
        stats: Stats::default(),
        elapsed: Default::default(),
        setup: Default::default(),
        warnings: Vec::new(),
    };
    if !solvable::check(puzzle.start(), puzzle.goal()).is_solvable() {
        return Ok(Prepared { answer, selection: None, floor: 0 });
    }
    let selected = Selection::new(tables, puzzle, &answer.chosen, spec, meter, &mut answer.warnings);
    let floor = estimates::lower_bound(tables, puzzle, answer.chosen.metric);
    answer.setup = meter.elapsed();
    match selected {
        Ok(selection) => Ok(Prepared { answer, selection: Some(selection), floor }),
        Err(SolveError::Interrupted(stop)) => {
            answer.outcome = Outcome::Stopped(stop);
            answer.lower_bound = Some(floor);
            Ok(Prepared { answer, selection: None, floor })
        }
        Err(error) => Err(error),
    }
}

/// Enters a verdict. `floor` is a lower bound from the start position alone.
pub(crate) fn take_in(
    answer: &mut TileAnswer,
    verdict: Verdict<Slide>,
    floor: Cost,
) -> Result<(), SolveError> {
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
    check_moves(puzzle, &directions)?;
    let proof = if bound >= solution.cost { Proof::Optimal } else { solution.proof };
    Ok(TileSolution { directions, cost: solution.cost, proof })
}

/// A state as a plain board, with the goal's names for its labels.
pub(crate) fn board_of<R: Repr, M: Metric>(space: &TileSpace<R, M>, state: &R::State, goal: &Board) -> Board {
    let tile = |cell| goal.cells()[space.label(state, cell)];
    let cells = (0..goal.cells().len()).map(tile).collect();
    Board::new(goal.rows(), goal.cols(), cells).expect("a state holds each label once")
}

/// Whether moves lead from the start to the goal, on the plain board.
fn check_moves(puzzle: &TilePuzzle, directions: &[Direction]) -> Result<(), SolveError> {
    match replay(puzzle.start(), directions) {
        Ok(end) if end == *puzzle.goal() => Ok(()),
        Ok(_) => Err(SolveError::Refuted(Refuted::NotAGoal)),
        Err(illegal) => Err(SolveError::Refuted(Refuted::IllegalMove(illegal.index))),
    }
}

/// The shape of a puzzle's board, with the goal cell of its blank.
pub(crate) fn shape_of(puzzle: &TilePuzzle) -> Shape {
    Shape::new(puzzle.start().rows(), puzzle.start().cols(), puzzle.goal().blank())
}
