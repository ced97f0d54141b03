//! Searches over what users bring along: Python objects, or puzzles with an estimate that is a Python function.
//!
//! Positions are numbers to the engines; a [`Domain`] knows what they stand for. Callbacks run on the calling thread,
//! and what they raise ends the search and comes back as it is. Estimates are kept, so that each position is asked for
//! once; a beam asks for a whole layer at once.

mod domain;
mod engines;
mod objects;
mod positions;

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use slidewise_solve::search::{Cancel, Event, Meter, Observer, Quality, Stats, Stop, Verdict, verify};
use slidewise_solve::{Answer as Solved, Outcome, Spec, Step, Way, machine, proof_name, solves, stop_name};

use crate::answer::Answer;
use crate::error::{InternalError, bad_setting, refused};
use crate::input;
use crate::settings::Settings;
use crate::shared;
use crate::told::Told;
use domain::{Domain, Estimates, Hopping};
use engines::{Wish, run};
use objects::Objects;
use positions::Positions;

/// What the user says of an estimate.
fn promised(py: Python<'_>, promise: Option<&str>) -> PyResult<Quality> {
    match promise {
        None => Ok(Quality::NONE),
        Some("admissible") => Ok(Quality { admissible: true, consistent: false }),
        Some("consistent") => Ok(Quality::CONSISTENT),
        Some(other) => {
            let message = format!("\"admissible\", \"consistent\" or None is expected, not \"{other}\"");
            Err(bad_setting(py, "promise", message))
        }
    }
}

/// What ends a search by Ctrl-C where callbacks do not notice it, and by an exception of theirs.
fn watched(
    domain: &dyn Domain,
    cancel: &Cancel,
    wish: &Wish,
    estimates: &Estimates,
    mut told: Told,
) -> Watched {
    let flag = cancel.clone();
    let (mut interrupt, mut is_full) = (None, false);
    let mut observer = |event: Event, stats: &Stats, elapsed: std::time::Duration| {
        told.event(event, stats, elapsed);
        // What the engines store is little beside the objects that stand for it.
        if wish.limits.memory.zip(machine::resident()).is_some_and(|(most, now)| now > most) {
            is_full = true;
            flag.cancel();
        }
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            flag.cancel();
            interrupt.get_or_insert(error);
        }
    };
    let mut meter = Meter::new(wish.limits, cancel.clone(), &mut observer);
    let space = domain::space(domain, wish.goals.clone(), estimates);
    // Engines rely on what they are told of a space: on the way back, say, where it was promised that there is one.
    let ran = catch_unwind(AssertUnwindSafe(|| run(&space, domain, estimates, wish, &mut meter)));
    let mut broken = ran.is_err().then_some("the search could not go on");
    let mut verdict = ran.unwrap_or(Ok(Verdict::Unsolvable));
    let (stats, elapsed) = (meter.stats, meter.elapsed());
    if let (true, Ok(Verdict::Stopped { why, .. })) = (is_full, &mut verdict) {
        *why = Stop::Memory;
    }
    let way = verdict.as_ref().ok().and_then(|verdict| verdict.solution());
    if way.is_some_and(|way| verify(&space, way).is_err()) {
        broken = Some("the path found does not hold");
    }
    Watched { verdict, stats, elapsed, interrupt, broken }
}

struct Watched {
    verdict: Result<Verdict<Hopping>, engines::Unsuited>,
    stats: Stats,
    elapsed: std::time::Duration,
    interrupt: Option<PyErr>,
    /// What came of callbacks that do not keep to what they have to.
    broken: Option<&'static str>,
}

impl Watched {
    /// The verdict, unless something was raised on the way.
    fn checked(&mut self, py: Python<'_>, raised: Option<PyErr>) -> PyResult<&Verdict<Hopping>> {
        if let Some(error) = raised.or_else(|| self.interrupt.take()) {
            return Err(error);
        }
        if let Some(broken) = self.broken {
            let message = format!(
                "{broken}: callbacks have to give the same result each time, and where goals are given every move has \
                 to \
                 lead back at the same cost"
            );
            return Err(PyValueError::new_err(message));
        }
        self.verdict.as_ref().map_err(|unsuited| bad_setting(py, "algorithm", &unsuited.0))
    }
}

/// Searches a space of Python objects. Gives a dict: the states of the solution, its cost and what is known of it.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "keywords of one call")]
pub fn search_objects<'py>(
    py: Python<'py>,
    start: Bound<'py, PyAny>,
    successors: Bound<'py, PyAny>,
    is_goal: Bound<'py, PyAny>,
    heuristic: Option<Bound<'py, PyAny>>,
    cost: Option<Bound<'py, PyAny>>,
    goals: Option<Bound<'py, PyAny>>,
    batch: bool,
    promise: Option<&str>,
    options: &Bound<'py, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let Settings { spec, limits, .. } = Settings::read(options)?;
    let is_guided = heuristic.is_some();
    if !is_guided && (batch || promise.is_some()) {
        return Err(PyTypeError::new_err("batch and promise are about a heuristic"));
    }
    let quality = if is_guided { promised(py, promise)? } else { Quality::CONSISTENT };
    let unit_cost = cost.is_none();
    let cancel = Cancel::default();
    let objects = Objects::new(start, successors, is_goal, heuristic, cost, batch, cancel.clone())?;
    let goals =
        goals.map(|goals| goals.try_iter()?.map(|goal| objects.number(py, goal?)).collect()).transpose()?;
    let wish = Wish::read(py, &spec, limits, goals)?;
    if is_guided {
        wish.check_heuristic(py)?;
    }
    let estimates = Estimates::new(quality, batch, unit_cost);
    let mut watched = watched(&objects, &cancel, &wish, &estimates, Told::by(progress));
    let verdict = watched.checked(py, objects.raised())?;
    let result = PyDict::new(py);
    let (name, why) = match verdict {
        Verdict::Solved(_) => ("solved", None),
        Verdict::Unsolvable => ("unsolvable", None),
        Verdict::Stopped { why, best: Some(_), .. } => ("solved", Some(stop_name(*why))),
        Verdict::Stopped { why, .. } => ("stopped", Some(stop_name(*why))),
    };
    let way = verdict.solution();
    result.set_item("verdict", name)?;
    result.set_item("stopped_by", why)?;
    result.set_item("cost", way.map(|way| way.cost))?;
    result.set_item("proof", way.map(|way| proof_name(way.proof)))?;
    result.set_item("lower_bound", verdict.lower_bound())?;
    let states = match way {
        Some(way) => {
            let numbers = [0].into_iter().chain(way.moves.iter().map(|hop| hop.to));
            Some(PyList::new(py, numbers.map(|number| objects.object(py, number)))?)
        }
        None => None,
    };
    result.set_item("states", states)?;
    result.set_item("algorithm", wish.algorithm.name())?;
    result.set_item("expanded", watched.stats.expanded)?;
    result.set_item("generated", watched.stats.generated)?;
    result.set_item("reopened", watched.stats.reopened)?;
    result.set_item("seconds", watched.elapsed.as_secs_f64())?;
    Ok(result)
}

/// Solves a puzzle by an estimate that is a Python function of boards.
#[pyfunction]
pub fn solve_by(
    py: Python<'_>,
    puzzle: &Bound<'_, PyAny>,
    heuristic: Bound<'_, PyAny>,
    batch: bool,
    promise: Option<&str>,
    options: &Bound<'_, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let Settings { spec, limits, reading, .. } = Settings::read(options)?;
    let puzzle = input::puzzle(puzzle, &reading)?;
    let any = puzzle.any().clone();
    let cancel = Cancel::default();
    let name = heuristic.getattr("__name__").and_then(|name| name.extract::<String>());
    let name = name.unwrap_or_else(|_| "own".to_string());
    let positions = Positions::new(any.clone(), heuristic, batch, cancel.clone());
    let metric = positions.metric(py, spec.metric)?;
    let mut wish = Wish::read(py, &spec, limits, None)?;
    // The plan as it is without an estimate, which is not one of those with a name.
    let spec = Spec { metric: Some(metric.name()), algorithm: Some(wish.algorithm), ..spec };
    wish.check_heuristic(py)?;
    let mut plan = spec.plan(&shared::solver(), &*any).map_err(|refusal| refused(py, &refusal))?;
    (plan.heuristic, plan.threads, plan.repr) = (None, 1, None);
    // What suits the puzzle where it was left open, so that the answer tells what was used.
    wish.weight = plan.weight.unwrap_or(wish.weight);
    let estimates = Estimates::new(promised(py, promise)?, batch, true);
    let solvable = any.solvability(&any.start()).is_solvable != Some(false);
    let mut solved = Solved {
        plan,
        outcome: Outcome::Unsolvable,
        stopped_by: None,
        solution: None,
        lower_bound: None,
        explored: 0,
        stats: Default::default(),
        elapsed: Default::default(),
        cpu: None,
        setup: Default::default(),
        warnings: Vec::new(),
    };
    if solvable {
        let mut watched = watched(&positions, &cancel, &wish, &estimates, Told::by(progress));
        let verdict = watched.checked(py, positions.raised())?.clone();
        (solved.stats, solved.elapsed) = (watched.stats, watched.elapsed);
        solved.explored = watched.stats.expanded;
        solved.lower_bound = verdict.lower_bound();
        if let Verdict::Stopped { why, .. } = &verdict {
            (solved.stopped_by, solved.outcome) = (Some(*why), Outcome::Stopped);
        }
        if let Some(way) = verdict.into_solution() {
            let steps: Vec<Step> = positions.steps(&way.moves);
            solves(&*any, &steps).map_err(|refuted| InternalError::new_err(refuted.to_string()))?;
            solved.outcome = Outcome::Solved;
            solved.solution = Some(Way { steps, cost: way.cost, proof: way.proof });
        }
    }
    Answer::new(puzzle, solved).by(py, Some(name))
}
