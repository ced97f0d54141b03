//! All optimal solutions of a puzzle.

use std::fmt;

use slidewise_puzzles::step::Step;
use slidewise_search::{Cost, Meter, Stats, Stop};

use crate::answer::Watch;
use crate::metric::Metric;
use crate::puzzle::Spaces;
use crate::refusal::SolveError;
use crate::solver::Solver;

/// Which solutions are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// What counts as a move.
    pub metric: Metric,
    /// Their cost, which must be the optimum.
    pub cost: Cost,
    /// So many are counted at most.
    pub max: u64,
    /// So many are kept at most.
    pub keep: usize,
}

/// The shortest solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllOptimal {
    /// How many were found.
    pub count: u64,
    /// Those that were to be kept, each replayed on the plain board, in the order of the search.
    pub solutions: Vec<Vec<Step>>,
    /// Whether there are no others.
    pub complete: bool,
    /// What stopped the search, if it was stopped.
    pub stopped: Option<Stop>,
    /// Counters of the search.
    pub stats: Stats,
}

/// Finds them.
pub(crate) fn find<T: Spaces + fmt::Debug + Send + Sync>(
    puzzle: &T,
    solver: &Solver,
    wanted: Wanted,
    watch: Watch<'_>,
) -> Result<AllOptimal, SolveError> {
    let mut meter = Meter::new(watch.limits, watch.cancel, watch.observer);
    let plan = puzzle.plan_for_all(solver, wanted.metric);
    let search = puzzle.search(solver, &plan, &meter, &mut Vec::new())?;
    let found = search.all_shortest(wanted.cost, wanted.max, wanted.keep, &mut meter);
    for steps in &found.solutions {
        crate::solving::solves(puzzle, steps).map_err(SolveError::Refuted)?;
    }
    Ok(AllOptimal {
        count: found.count,
        solutions: found.solutions,
        complete: found.complete,
        stopped: found.stopped,
        stats: meter.stats,
    })
}
