//! All optimal solutions of a puzzle.

use std::fmt;

use slidewise_puzzles::step::Step;
use slidewise_search::engine::AllShortest;
use slidewise_search::{Cost, Meter, Stats, Stop};

use crate::answer::Watch;
use crate::erased::Search;
use crate::machine;
use crate::metric::Metric;
use crate::puzzle::Spaces;
use crate::refusal::{Refusal, Setting, SolveError};
use crate::solver::Solver;
use crate::survey::{self, BYTES_A_POSITION, MOST_POSITIONS, Unsurveyed};

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

/// By true distances, where the whole space is small enough to have them: however many solutions there are and however
/// little the heuristic knows, it takes one look at each position. `None` if that is too much.
fn by_survey<T: Spaces>(
    puzzle: &T,
    search: &dyn Search,
    wanted: Wanted,
    meter: &Meter<'_>,
) -> Option<AllShortest<Step>> {
    if puzzle.positions().is_some_and(|positions| positions > MOST_POSITIONS as u128) {
        return None;
    }
    let most = meter.remaining().nodes;
    let go_on = |positions: u64| {
        if most.is_some_and(|most| positions > most) {
            return Err(Stop::Nodes);
        }
        if !meter.has_room(positions * BYTES_A_POSITION) {
            return Err(Stop::Memory);
        }
        meter.check_clock()
    };
    let may_keep = |bytes: u64| match meter.has_room(bytes) {
        true => meter.check_clock(),
        false => Err(Stop::Memory),
    };
    match survey::all_shortest(search, (wanted.max, wanted.keep), &go_on, &may_keep) {
        Ok(found) => Some(found),
        // A search looks at fewer positions, and keeps none.
        Err(Unsurveyed::Stopped(Stop::Nodes | Stop::Memory)) => None,
        Err(Unsurveyed::Stopped(stop)) => {
            let stopped = Some(stop);
            Some(AllShortest { count: 0, solutions: Vec::new(), complete: false, stopped })
        }
        Err(Unsurveyed::TooLarge | Unsurveyed::NoGoal | Unsurveyed::LeftOut) => None,
    }
}

/// Finds them.
pub(crate) fn find<T: Spaces + fmt::Debug + Send + Sync>(
    puzzle: &T,
    solver: &Solver,
    wanted: Wanted,
    watch: Watch<'_>,
) -> Result<AllOptimal, SolveError> {
    if cfg!(not(feature = "surveys")) {
        return Err(Refusal::new(Setting::Algorithm, "all shortest solutions are not looked for here").into());
    }
    let mut meter = Meter::new(watch.limits, watch.cancel, watch.observer);
    let plan = puzzle.plan_for_all(solver, wanted.metric);
    let search = puzzle.search(solver, &plan, &meter, &mut Vec::new())?;
    meter.allow_memory(watch.limits.memory.map(machine::left_of));
    let mut found = match by_survey(puzzle, &*search, wanted, &meter) {
        Some(found) => found,
        None => search.all_shortest(wanted.cost, wanted.max, wanted.keep, &mut meter),
    };
    for number in 0..found.solutions.len() {
        // A time limit that has passed is for the search: what it found is shown, and shown only if it was replayed.
        if meter.cancel().is_cancelled() {
            found.solutions.truncate(number);
            (found.complete, found.stopped) = (false, Some(Stop::Cancelled));
            break;
        }
        crate::solving::solves(puzzle, &found.solutions[number]).map_err(SolveError::Refuted)?;
    }
    Ok(AllOptimal {
        count: found.count,
        solutions: found.solutions,
        complete: found.complete,
        stopped: found.stopped,
        stats: meter.stats,
    })
}
