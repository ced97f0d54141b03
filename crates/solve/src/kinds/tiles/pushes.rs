//! Anytime search in the multi metric: solutions with few steps first, for what is short in steps is seldom long in
//! pushes, and it is found soon; then ways that are shorter in pushes, with a bound in pushes. Where there is a learned
//! table for boards of the size, beams that count pushes find far shorter ones with it; elsewhere they find hardly any.

use slidewise_puzzles::step::Step;
use slidewise_search::{Limits, Meter, Solution, Stop, Verdict};

use super::{Tiles, choose, is_multi, steps_first};
use crate::anytime::{self, Means};
use crate::erased::Search;
use crate::plan::Plan;
use crate::puzzle::{Ended, Moment, Run, Spaces};
use crate::refusal::SolveError;
use crate::solver::Solver;

use super::anytime::loadable;
use super::entry::{COMBINED, LEARNED};

/// The eighths of the limits for solutions with few steps: of boards for which pushes have a guide, and of others.
const GUIDED: u32 = 1;
const UNGUIDED: u32 = 6;
/// Boards of more cells have learned tables that cost more time than they gain.
const GUIDABLE: usize = 36;
/// Expansions of the first round: beams that are narrower find nothing.
const FIRST: u64 = 5_000;
/// Boards of so many cells have pattern databases in pushes.
const SMALL: usize = 16;

/// Solves.
pub(super) fn solve(
    tiles: &Tiles,
    solver: &Solver,
    plan: &Plan,
    run: &mut Run<'_, '_>,
) -> Result<Ended, SolveError> {
    debug_assert!(is_multi(plan.metric));
    let guide = guide(tiles, solver, run.meter);
    let eighths = if guide == LEARNED { GUIDED } else { UNGUIDED };
    let verdict = in_steps(tiles, solver, plan, eighths, run)?;
    let (Verdict::Solved(first) | Verdict::Stopped { best: Some(first), .. }) = &verdict else {
        return Ok(Ended { verdict, explored: None });
    };
    let is_near_enough = plan.bound.lower_bound(first.cost) <= first.lower_bound;
    let ended = Ended { verdict: verdict.clone(), explored: None };
    // The page leaves out the spaces that the rest needs.
    if is_near_enough || cfg!(not(feature = "textbook")) {
        return Ok(ended);
    }
    if let Err(why) = run.meter.check_limits() {
        return Ok(stopped(why, first));
    }
    match in_pushes(tiles, solver, plan, guide, &first.moves, run) {
        // There was no time or memory left for the estimates.
        Err(SolveError::Interrupted(why)) => Ok(stopped(why, first)),
        other => other,
    }
}

/// What beams follow: what was learned, if there is a table for the size and time to load it.
fn guide(tiles: &Tiles, solver: &Solver, meter: &Meter<'_>) -> &'static str {
    let shape = tiles.shape();
    let fits = shape.cells() <= GUIDABLE;
    match fits.then(|| solver.tables.learned_up_to(&shape, loadable(meter))).flatten() {
        Some(_) => LEARNED,
        None => COMBINED,
    }
}

fn stopped(why: Stop, best: &Solution<Step>) -> Ended {
    let (best, lower_bound) = (best.clone(), best.lower_bound);
    Ended { verdict: Verdict::Stopped { why, best: Some(best), lower_bound }, explored: None }
}

/// A part of the limits for what is short in steps; what it keeps is the best in pushes.
fn in_steps(
    tiles: &Tiles,
    solver: &Solver,
    plan: &Plan,
    eighths: u32,
    run: &mut Run<'_, '_>,
) -> Result<Verdict<Step>, SolveError> {
    let left = run.meter.remaining();
    let limits = Limits {
        nodes: left.nodes.map(|nodes| nodes / 8 * u64::from(eighths)),
        time: left.time.map(|time| time / 8 * eighths),
        memory: None,
    };
    steps_first(tiles, &solver.tables, plan, limits, run)
}

/// The rest of them for what is short in pushes.
fn in_pushes(
    tiles: &Tiles,
    solver: &Solver,
    plan: &Plan,
    guide: &'static str,
    first: &[Step],
    run: &mut Run<'_, '_>,
) -> Result<Ended, SolveError> {
    let mut tables: Option<Box<dyn Search>> = None;
    let mut warnings = Vec::new();
    let mut by_tables = |_: u64, meter: &mut Meter<'_>| {
        if tiles.shape().cells() > SMALL {
            return anytime::nothing_else(0, meter);
        }
        let ida = choose::plan_for_all(tiles, plan.metric);
        let built = match tables.take() {
            Some(built) => built,
            None => tiles.search(solver, &ida, meter, &mut warnings)?,
        };
        tables.insert(built).run(&ida, meter)
    };
    let by = Means {
        guide,
        proof: COMBINED,
        make: &mut |_| None,
        prove: &mut by_tables,
        first: FIRST,
        // Solutions with few steps have none in reach.
        nearby: false,
    };
    let began = Moment::now(run.meter);
    let mut rest = Run {
        meter: &mut *run.meter,
        warnings: &mut *run.warnings,
        first: Some(first),
        began,
        setup: run.setup,
        memory: run.memory,
    };
    let ended = anytime::solve(tiles, solver, plan, by, &mut rest);
    run.setup = rest.setup;
    run.warnings.append(&mut warnings);
    ended
}
