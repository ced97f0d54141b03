//! What the program's other commands do: generate, check, verify, explore, audit, trace, list. Results are dicts here;
//! `python/slidewise` makes values with names of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use pythonize::pythonize;
use serde_json::{Value, json};
use slidewise_lab::audit::{Audit, AuditError, Dominance, Scope, audit, by_dominance, is_too_large};
use slidewise_lab::experiment::suites;
use slidewise_lab::svg;
use slidewise_lab::trace::trace as follow;
use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::search::Cancel;
use slidewise_solve::{
    Algorithm, AnyPuzzle, Difficulty, Entry, Exploring, Generating, HeuristicChoice, Kind, Metric, Outcome,
    Position, Reading, Spec, Wanted, Watch, Writing, kinds, machine, spec, stop_name,
};

use crate::answer::Answer;
use crate::background;
use crate::error::{bad_setting, refused, ungenerated, unsolved, unsurveyed};
use crate::input;
use crate::puzzle::{Puzzle, as_array};
use crate::settings::{Settings, named, range, size};
use crate::shared;
use crate::solve::{forget, metric_of, within};
use crate::told::Told;

/// Makes random puzzles that can be solved.
#[pyfunction]
#[pyo3(signature = (count, seed, *, kind, size, goal, from_puzzle, scramble, blanks, length, metric, one_way, no_idle))]
#[expect(clippy::too_many_arguments, reason = "keywords of one call")]
pub fn generate(
    py: Python<'_>,
    count: usize,
    seed: u64,
    kind: Option<&str>,
    size: Option<&Bound<'_, PyAny>>,
    goal: Option<&Bound<'_, PyAny>>,
    from_puzzle: Option<&Bound<'_, PyAny>>,
    scramble: Option<usize>,
    blanks: Option<usize>,
    length: Option<&Bound<'_, PyAny>>,
    metric: Option<&Bound<'_, PyAny>>,
    one_way: bool,
    no_idle: bool,
) -> PyResult<Vec<Puzzle>> {
    let difficulty = difficulty(py, length, metric, one_way, no_idle)?;
    let from = from_puzzle.map(|value| input::puzzle(value, &Reading::default())).transpose()?;
    let from = from.map(|puzzle| puzzle.any().clone());
    let kind: &'static dyn Kind = match (kind, &from) {
        (Some(name), _) => kinds::find(name).map_err(|error| bad_setting(py, "kind", error))?,
        (None, Some(puzzle)) => puzzle.kind(),
        (None, None) => kinds::first(),
    };
    let size = size.map(|value| self::size("size", value)).transpose()?;
    let goal = goal.map(input::text_of).transpose()?;
    let wish = Generating { size, goal, from, scramble, blanks, difficulty };
    shared::check_room(count, BYTES_EACH)?;
    let cancel = Cancel::default();
    let flag = cancel.clone();
    let work = move || {
        let mut rng = Rng::from_seed(seed);
        let numbers = (0..count).take_while(|_| !flag.is_cancelled());
        numbers.map(|_| kind.generate(&wish, &mut rng).map(Puzzle::made)).collect::<Result<Vec<_>, _>>()
    };
    background::run(py, &cancel, work)?.map_err(|error| ungenerated(py, &error))
}

/// What a puzzle takes at least, with all that is kept beside its board.
const BYTES_EACH: usize = 512;

/// How hard puzzles are to be; what else is said of that needs a length.
fn difficulty(
    py: Python<'_>,
    length: Option<&Bound<'_, PyAny>>,
    metric: Option<&Bound<'_, PyAny>>,
    one_way: bool,
    no_idle: bool,
) -> PyResult<Option<Difficulty>> {
    let Some(length) = length else {
        let said = [("metric", metric.is_some()), ("one_way", one_way), ("no_idle", no_idle)];
        return match said.iter().find(|(_, is_said)| *is_said) {
            Some((setting, _)) => Err(bad_setting(py, setting, "only together with a length")),
            None => Ok(None),
        };
    };
    let (least, most) = range("length", length)?;
    let metric = metric.map(|value| named("metric", value, spec::metric)).transpose()?;
    Ok(Some(Difficulty { moves: (least as u64, most as u64), metric, one_way, no_idle }))
}

/// All puzzles of a text, a file or a list.
#[pyfunction]
pub fn read(puzzles: &Bound<'_, PyAny>, options: &Bound<'_, PyDict>) -> PyResult<Vec<Puzzle>> {
    input::puzzles(puzzles, &Settings::read(options)?.reading)
}

/// Whether a puzzle can be solved, for which goals, and how far it is at least.
#[pyfunction]
pub fn check<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    time_limit: f64,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let Settings { spec, limits, reading, .. } = Settings::read(options)?;
    let limits = within(limits, time_limit, py)?;
    let puzzle = input::puzzle(puzzle, &reading)?;
    let metric = metric_of(py, &puzzle, &spec)?;
    let (cancel, solver, any) = (Cancel::default(), shared::solver(), puzzle.any().clone());
    let flag = cancel.clone();
    let work = move || {
        let solvability = any.solvability(&any.start());
        let searched = match solvability.is_solvable {
            // Only a search can tell.
            None if any.has_goal() => {
                let watch = Watch { limits, cancel: flag, observer: &mut () };
                Some(any.solve(&solver, &spec, watch)?)
            }
            _ => None,
        };
        let estimates = if any.has_goal() { any.estimates(&solver, metric) } else { Vec::new() };
        Ok((solvability, searched, estimates))
    };
    let (solvability, searched, estimates) =
        background::run(py, &cancel, work)?.map_err(|error| unsolved(py, &error))?;
    let by_search = searched.as_ref().and_then(|answer| match answer.outcome {
        Outcome::Solved => Some(true),
        Outcome::Unsolvable => Some(false),
        Outcome::Stopped => None,
    });
    let value = |estimated: &slidewise_solve::Estimated| {
        let (value, quality) = estimated.value?;
        let said =
            json!({"value": value, "admissible": quality.admissible, "consistent": quality.consistent});
        Some((estimated.heuristic, said))
    };
    let estimates: BTreeMap<&str, Value> = estimates.iter().filter_map(value).collect();
    let checked = PyDict::new(py);
    checked.set_item("solvable", solvability.is_solvable.or(by_search))?;
    checked.set_item("reason", solvability.why)?;
    checked.set_item("reachable_goals", solvability.goals)?;
    checked.set_item("metric", metric.name())?;
    checked.set_item("estimates", pythonize(py, &estimates)?)?;
    checked.set_item("searched", searched.map(|answer| Answer::new(puzzle.clone(), answer)))?;
    checked.set_item("puzzle", puzzle)?;
    Ok(checked.into_any())
}

/// Whether moves solve a puzzle, and how many they are.
#[pyfunction]
pub fn verify<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    moves: &str,
    notation: Option<&str>,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let puzzle = input::puzzle(puzzle, &Settings::read(options)?.reading)?;
    let any = puzzle.any();
    let found = match any.read_moves(moves, notation) {
        Err(error) => json!({
            "solution": false, "lengths": null, "notation": null, "misplaced": null, "error": error.message,
            "line": error.place.map(|place| place.line), "column": error.place.map(|place| place.column),
        }),
        Ok(read) => {
            let end = any.replay(&read.steps).map_err(|(_, why)| PyValueError::new_err(why.to_string()))?;
            let picture = any.picture(&end);
            let wants =
                |cell: &usize| matches!(picture.scene.goal[*cell], Wanted::Piece(_) | Wanted::Like(_));
            let wrong =
                (0..picture.scene.goal.len()).filter(wants).filter(|&cell| !picture.is_right(cell)).count();
            let metrics = any.kind().entry().metrics.iter().map(Metric);
            let lengths: BTreeMap<&str, usize> =
                metrics.map(|metric| (metric.name(), any.length(metric, &read.steps))).collect();
            json!({
                "solution": any.has_goal() && any.is_solved(&end), "lengths": lengths, "notation": read.convention,
                "misplaced": wrong, "error": null, "line": null, "column": null,
            })
        }
    };
    Ok(pythonize(py, &found)?)
}

/// The whole space of a puzzle. `progress` is told how many positions were looked at.
#[pyfunction]
pub fn explore<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    hardest: usize,
    options: &Bound<'py, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let settings = Settings::read(options)?;
    let puzzle = input::puzzle(puzzle, &settings.reading)?;
    let (cancel, solver, any) = (Cancel::default(), settings.solver(), puzzle.any().clone());
    let Settings { spec, limits, .. } = settings;
    let metric = metric_of(py, &puzzle, &spec)?;
    let threads = spec.threads.unwrap_or_else(machine::threads);
    let what = Exploring { metric, hardest, arrangements: 0, threads };
    let (flag, keeper) = (cancel.clone(), Arc::clone(&solver));
    let work = move || {
        any.explore(&solver, &what, Watch { limits, cancel: flag, observer: &mut Told::by(progress) })
    };
    let explored = background::run(py, &cancel, work)?.map_err(|error| unsurveyed(py, &error))?;
    if explored.stopped.is_none() {
        forget(&keeper)?;
    }
    let data = PyDict::new(py);
    data.set_item("metric", metric.name())?;
    data.set_item("states", explored.states)?;
    data.set_item("up_to_mirror", explored.up_to_mirror)?;
    data.set_item("goals", explored.goals)?;
    data.set_item("by_depth", &explored.by_depth)?;
    data.set_item("edges", explored.edges)?;
    data.set_item("dead_ends", explored.dead_ends)?;
    data.set_item("most_neighbours", explored.most_neighbours)?;
    data.set_item("stopped_by", explored.stopped.map(stop_name))?;
    let to_goal = explored.to_goal.unwrap_or_default();
    data.set_item("by_length", &to_goal.by_length)?;
    data.set_item("hardest_length", to_goal.hardest_length)?;
    data.set_item("hardest_count", to_goal.hardest_count)?;
    let starts = to_goal.hardest.iter().map(|position| Puzzle::made(puzzle.any().rest(position)));
    data.set_item(
        "hardest",
        PyList::new(py, starts.map(|puzzle| Py::new(py, puzzle)).collect::<PyResult<Vec<_>>>()?)?,
    )?;
    let title = format!("{}: positions by distance from the start", shown_name(puzzle.any()));
    let depth = format!("depth in {}", metric.0.unit.1);
    data.set_item("svg", svg::bars(&title, &depth, "positions", &explored.by_depth))?;
    Ok(data.into_any())
}

fn shown_name(puzzle: &AnyPuzzle) -> String {
    puzzle.name().map_or_else(|| puzzle.line(&puzzle.start()), ToString::to_string)
}

/// Boards looked at where there are too many for all of them.
const SAMPLES: u64 = 200;

/// Heuristics against true distances, ordered by dominance. `progress` is told how many of them are done.
#[pyfunction]
pub fn audit_heuristics<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    heuristics: Option<Vec<String>>,
    samples: Option<u64>,
    seed: u64,
    options: &Bound<'py, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let Settings { spec, reading, .. } = Settings::read(options)?;
    let puzzle = input::puzzle(puzzle, &reading)?;
    metric_of(py, &puzzle, &spec)?;
    let all = heuristics.is_none();
    let entries = puzzle.any().kind().entry().heuristics;
    let choices: Vec<HeuristicChoice> = match heuristics {
        None => entries.iter().map(|entry| HeuristicChoice::named(entry.name)).collect(),
        Some(names) => {
            let read = |name: String| name.parse().map_err(|error| bad_setting(py, "heuristic", error));
            names.into_iter().map(read).collect::<PyResult<_>>()?
        }
    };
    let too_large = is_too_large(&**puzzle.any());
    let scope = match samples.or(too_large.then_some(SAMPLES)) {
        Some(boards) => Scope::Sample { boards, seed },
        None => Scope::Whole,
    };
    let (cancel, solver, any) = (Cancel::default(), shared::solver(), puzzle.any().clone());
    let (flag, count) = (cancel.clone(), choices.len());
    let work = move || {
        let one = |(done, choice): (usize, HeuristicChoice)| {
            let spec = Spec { heuristic: Some(choice), ..spec.clone() };
            let audited = audit(&solver, &*any, &spec, scope, &flag);
            if let Some(progress) = &progress {
                // What a progress bar raises is no reason to lose an audit.
                Python::attach(|py| progress.bind(py).call1((done + 1, count)).map(drop).unwrap_or(()));
            }
            audited
        };
        choices.into_iter().enumerate().map(one).collect::<Vec<Result<Audit, AuditError>>>()
    };
    let mut done = Vec::new();
    for result in background::run(py, &cancel, work)? {
        match result {
            Ok(audit) => done.push(audit),
            // One that cannot be had for this puzzle is left out where all were asked for.
            Err(AuditError::Heuristic(_)) if all => {}
            Err(AuditError::Heuristic(error)) => return Err(unsolved(py, &error)),
            Err(AuditError::Unsampled(error)) => return Err(ungenerated(py, &error)),
            Err(error @ AuditError::Stopped(_)) => return Err(PyRuntimeError::new_err(error.to_string())),
            Err(error) => return Err(PyValueError::new_err(error.to_string())),
        }
    }
    let ranked: Vec<Value> = by_dominance(done).iter().map(|one| audited(one, puzzle.any())).collect();
    Ok(pythonize(py, &ranked)?)
}

fn audited(one: &Dominance, puzzle: &AnyPuzzle) -> Value {
    let audit = &one.audit;
    let mut found = one.to_json(&**puzzle);
    found["admissible"] = json!(audit.overestimates == 0);
    found["consistent"] = json!(audit.jumps == 0);
    found["promised_admissible"] = json!(audit.promised.admissible);
    found["promised_consistent"] = json!(audit.promised.consistent);
    found["svg"] = json!(svg::heat(&audit.heuristic, "true distance", "estimate", &audit.histogram));
    found
}

/// A search written down expansion by expansion: a dict for each, and the answer if the search ended.
#[pyfunction]
pub fn trace<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    steps: usize,
    frontier: usize,
    options: &Bound<'py, PyDict>,
) -> PyResult<(Bound<'py, PyList>, bool, Option<Answer>)> {
    let Settings { spec, limits, reading, .. } = Settings::read(options)?;
    let puzzle = input::puzzle(puzzle, &reading)?;
    let (cancel, solver, any) = (Cancel::default(), shared::solver(), puzzle.any().clone());
    let flag = cancel.clone();
    let work = move || {
        let mut search = any.open(&solver, &spec, limits, flag)?;
        let traced = follow(&mut search, steps, frontier)?;
        Ok((traced, search.answer().cloned()))
    };
    let (traced, answer) = background::run(py, &cancel, work)?.map_err(|error| unsolved(py, &error))?;
    let scene = puzzle.any().scene();
    let rows = PyList::empty(py);
    let board = |position: &Position| -> PyResult<Bound<'py, PyAny>> {
        as_array(py, &scene, std::slice::from_ref(position))?.get_item(0)
    };
    for (number, step) in traced.steps.iter().enumerate() {
        let row = PyDict::new(py);
        row.set_item("step", number)?;
        row.set_item("parent", step.parent)?;
        row.set_item("board", board(&step.view.position)?)?;
        row.set_item("g", step.view.g)?;
        row.set_item("h", step.view.h)?;
        row.set_item("f", step.view.f)?;
        row.set_item("bound", step.view.bound)?;
        row.set_item("frontier", step.view.frontier)?;
        row.set_item("expanded", step.expanded)?;
        row.set_item("generated", step.generated)?;
        let waiting = PyList::empty(py);
        for one in &step.waiting {
            waiting.append((board(&one.position)?, one.g, one.h, one.f))?;
        }
        row.set_item("waiting", waiting)?;
        rows.append(row)?;
    }
    Ok((rows, traced.cut, answer.map(|answer| Answer::new(puzzle, answer))))
}

/// What there is to choose from: names, what they are and what they promise.
#[pyfunction]
pub fn listed<'py>(py: Python<'py>, topic: &str, kind: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    let meant = kind.map(kinds::find).transpose().map_err(|error| bad_setting(py, "kind", error))?;
    let meant = meant.map(|kind| kind.entry().name);
    let kinds = || kinds::all().filter(|kind| meant.is_none_or(|name| kind.entry().name == name));
    let of_kinds = |entries: fn(&dyn Kind) -> Vec<Entry>| -> Vec<Value> {
        kinds().flat_map(|kind| entries(kind).into_iter().map(|entry| item(&entry, Some(kind)))).collect()
    };
    let items: Vec<Value> = match topic {
        "kinds" => {
            let kind = |kind: &dyn Kind| json!({"name": kind.entry().name, "summary": kind.entry().summary});
            kinds().map(kind).collect()
        }
        "algorithms" => {
            let has = |algorithm: &Algorithm| {
                algorithm.entry().for_every_kind
                    || kinds().any(|kind| kind.entry().algorithms.contains(algorithm))
            };
            Algorithm::ALL.iter().copied().filter(has).map(|one| item(&one.entry().entry, None)).collect()
        }
        "heuristics" => of_kinds(|kind| kind.entry().heuristics.to_vec()),
        "metrics" => of_kinds(|kind| kind.entry().metrics.iter().map(|metric| metric.entry).collect()),
        "representations" => of_kinds(|kind| kind.entry().reprs.to_vec()),
        "goals" => of_kinds(|kind| kind.entry().goals.to_vec()),
        "forms" => of_kinds(|kind| kind.entry().forms.to_vec()),
        "notations" => of_kinds(|kind| kind.entry().conventions.to_vec()),
        "puzzles" => {
            let one = |kind: &'static dyn Kind| {
                kind.library().into_iter().map(|entry| {
                    json!({
                        "name": entry.slug, "title": entry.title, "english": entry.english, "group": entry.group,
                        "designer": entry.designer, "kind": kind.entry().name,
                    })
                })
            };
            kinds().flat_map(one).collect()
        }
        "suites" => suites::all().map(|suite| json!({"name": suite.name})).collect(),
        _ => return Err(bad_setting(py, "topic", format!("there is no list of \"{topic}\""))),
    };
    Ok(pythonize(py, &items)?)
}

fn item(entry: &Entry, kind: Option<&dyn Kind>) -> Value {
    let mut item = json!({
        "name": entry.name, "aliases": entry.aliases, "summary": entry.summary, "guarantee": entry.guarantee,
    });
    if let Some(kind) = kind {
        item["kind"] = kind.entry().name.into();
    }
    item
}

/// Moves of a puzzle written in another way: from one notation to another.
#[pyfunction]
pub fn rewritten(
    py: Python<'_>,
    puzzle: &Bound<'_, PyAny>,
    moves: &str,
    from: Option<&str>,
    to: Option<&str>,
    runs: bool,
) -> PyResult<String> {
    let puzzle = input::puzzle(puzzle, &Reading::default())?;
    let steps = puzzle.steps(py, moves, from)?;
    let writing = Writing { convention: to, runs, metric: None };
    puzzle.any().write_moves(&steps, &writing).map_err(|refusal| refused(py, &refusal))
}
