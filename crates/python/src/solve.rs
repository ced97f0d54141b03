//! Solving one puzzle, shortening solutions, all shortest solutions.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use slidewise_solve::search::{Cancel, Limits, Observer, Proof};
use slidewise_solve::{Metric, Outcome, Solver, Spec, WantedOptima, Watch};

use crate::answer::Answer;
use crate::background;
use crate::error::{bad_setting, unsolved};
use crate::input;
use crate::puzzle::Puzzle;
use crate::settings::Settings;
use crate::shared;
use crate::told::Told;

/// Boards of so many cells have tables that are made in a moment, so that all that takes long is a search, which tells
/// how it goes.
const SMALL: usize = 9;

/// Solves a puzzle. `progress` is told how many positions were looked at.
#[pyfunction]
pub fn solve(
    py: Python<'_>,
    puzzle: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let settings = Settings::read(options)?;
    let puzzle = input::puzzle(puzzle, &settings.reading)?;
    let (cancel, solver, any) = (Cancel::default(), settings.solver(), puzzle.any().clone());
    let Settings { spec, limits, .. } = settings;
    let (flag, keeper) = (cancel.clone(), Arc::clone(&solver));
    let (rows, cols) = any.size();
    let solve = move |observer: &mut dyn Observer| {
        any.solve(&solver, &spec, Watch { limits, cancel: flag, observer })
    };
    let solved = match rows * cols <= SMALL && progress.is_none() {
        true => background::run_here(py, &cancel, solve)?,
        false => background::run(py, &cancel, move || solve(&mut Told::by(progress)))?,
    };
    let solved = solved.map_err(|error| unsolved(py, &error))?;
    if solved.outcome != Outcome::Stopped {
        forget(&keeper)?;
    }
    Ok(Answer::new(puzzle, solved))
}

/// What was kept has come to its end.
pub fn forget(solver: &Solver) -> PyResult<()> {
    solver.checkpoint().map_or(Ok(()), |file| file.remove().map_err(Into::into))
}

/// Makes a solution shorter.
#[pyfunction]
pub fn shorten(
    py: Python<'_>,
    puzzle: &Bound<'_, PyAny>,
    moves: &str,
    notation: Option<&str>,
    options: &Bound<'_, PyDict>,
) -> PyResult<Answer> {
    let Settings { spec, limits, reading, .. } = Settings::read(options)?;
    let puzzle = input::puzzle(puzzle, &reading)?;
    let steps = puzzle.steps(py, moves, notation)?;
    let (cancel, solver, any) = (Cancel::default(), shared::solver(), puzzle.any().clone());
    let (flag, given) = (cancel.clone(), steps.clone());
    let work = move || {
        let watch = Watch { limits, cancel: flag, observer: &mut () };
        any.shorten(&solver, &given, &spec, watch)
    };
    let solved = background::run(py, &cancel, work)?.map_err(|error| unsolved(py, &error))?;
    let before = puzzle.any().length(solved.plan.metric, &steps) as u64;
    Answer::new(puzzle, solved).shortened_from(py, before)
}

/// The shortest solutions of a puzzle: how many, whether these are all, and some of them as text. What the first search
/// took counts towards the limits of both.
#[pyfunction]
pub fn all_optimal(
    py: Python<'_>,
    puzzle: &Bound<'_, PyAny>,
    most: u64,
    options: &Bound<'_, PyDict>,
) -> PyResult<(Answer, u64, bool, Vec<String>)> {
    let Settings { spec, limits, reading, .. } = Settings::read(options)?;
    let puzzle = input::puzzle(puzzle, &reading)?;
    let (cancel, solver, any) = (Cancel::default(), shared::solver(), puzzle.any().clone());
    let flag = cancel.clone();
    let work = move || {
        let (mut unseen, mut unseen_too) = ((), ());
        let watch = Watch { limits, cancel: flag.clone(), observer: &mut unseen };
        let solved = any.solve(&solver, &spec, watch)?;
        let Some(way) = solved.solution.as_ref().filter(|way| way.proof == Proof::Optimal) else {
            return Ok((solved, 0, false, Ok(Vec::new())));
        };
        let (metric, keep) = (solved.plan.metric, usize::try_from(most).unwrap_or(usize::MAX));
        let wanted = WantedOptima { metric, cost: way.cost, max: most, keep };
        let left = solved.left_of(limits);
        let watch = Watch { limits: left, cancel: flag.clone(), observer: &mut unseen_too };
        let all = any.all_optimal(&solver, wanted, watch)?;
        let writing = slidewise_solve::Writing { metric: Some(metric), ..Default::default() };
        let until = all.solutions.iter().take_while(|_| !flag.is_cancelled());
        let texts: Result<Vec<String>, _> = until.map(|steps| any.write_moves(steps, &writing)).collect();
        Ok((solved, all.count, all.complete, texts))
    };
    let found = background::run(py, &cancel, work)?.map_err(|error| unsolved(py, &error))?;
    let (solved, count, complete, texts) = found;
    let texts = texts.map_err(|refusal| crate::error::refused(py, &refusal))?;
    Ok((Answer::new(puzzle, solved), count, complete, texts))
}

/// What is meant by a metric, for this puzzle.
pub fn metric_of(py: Python<'_>, puzzle: &Puzzle, spec: &Spec) -> PyResult<Metric> {
    spec.metric_of(&**puzzle.any()).map_err(|refusal| crate::error::refused(py, &refusal))
}

/// Limits with a time that is not left open.
pub fn within(limits: Limits, seconds: f64, py: Python<'_>) -> PyResult<Limits> {
    let time = std::time::Duration::try_from_secs_f64(seconds);
    let time = time.map_err(|error| bad_setting(py, "time_limit", error))?;
    Ok(Limits { time: limits.time.or(Some(time)), ..limits })
}
