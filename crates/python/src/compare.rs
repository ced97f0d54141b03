//! Combinations of algorithms, heuristics and the rest on the same puzzles: the experiments of `lab`.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;

use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use pythonize::{depythonize, pythonize};
use slidewise_lab::experiment::{
    Axes, Ended, Experiment, Failed, Instance, Invalid, Job, Listener, Loader, Row, Solving, contradictions,
    run, suites,
};
use slidewise_lab::report::folder::Folder;
use slidewise_lab::report::{csv, markdown, pictures};
use slidewise_solve::search::Cancel;
use slidewise_solve::{Algorithm, HeuristicChoice, Kind, Reading, Setting, kinds, spec};

use crate::background;
use crate::error::{InternalError, bad_setting, refused};
use crate::input;
use crate::puzzle::Puzzle;
use crate::settings::{Settings, duration, named, parsed, whole};
use crate::shared;

/// Rows are written down as they come, and progress is told.
struct Told {
    folder: Option<Folder>,
    progress: Option<Py<PyAny>>,
}

impl Listener for Told {
    fn begins(&mut self, job: Job<'_>) {
        let Some(progress) = &self.progress else { return };
        // What a progress bar raises is no reason to lose results.
        Python::attach(|py| {
            let label = format!("{} on {}", job.spec, job.instance.name);
            let _ = progress.bind(py).call1((job.done, job.total, label));
        });
    }

    fn done(&mut self, row: &Row) -> io::Result<()> {
        self.folder.as_mut().map_or(Ok(()), |folder| folder.add(row))
    }
}

/// Runs an experiment. Gives a dict with its rows, its pictures and its tables as text.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "keywords of one call")]
pub fn compare<'py>(
    py: Python<'py>,
    puzzles: Option<&Bound<'py, PyAny>>,
    suite: Option<&str>,
    axes: &Bound<'py, PyDict>,
    runs: u32,
    seed: Option<u64>,
    out: Option<PathBuf>,
    resume: bool,
    shard: Option<&Bound<'py, PyAny>>,
    progress: Option<Py<PyAny>>,
    options: &Bound<'py, PyDict>,
) -> PyResult<(Bound<'py, PyDict>, Option<PyErr>)> {
    let invalid = |Invalid(text): Invalid| PyValueError::new_err(text);
    let Settings { limits, reading, own_memory, .. } = Settings::read(options)?;
    let mut experiment = match suite {
        Some(name) => suites::find(name).and_then(|suite| suite.read()).map_err(invalid)?,
        None => Experiment::named("compare"),
    };
    if let Some(puzzles) = puzzles {
        experiment.instances.extend(instances(puzzles, &reading)?);
    }
    if axes.len() > 0 || experiment.specs.is_empty() {
        let axes = read_axes(axes, &experiment)?;
        experiment.specs = axes.product().map_err(|refusal| refused(py, &refusal))?;
    }
    experiment.runs = runs;
    experiment.seed = seed.unwrap_or(experiment.seed);
    let given = experiment.limits;
    experiment.limits.time = limits.time.or(given.time);
    experiment.limits.nodes = limits.nodes.or(given.nodes);
    experiment.limits.memory = match own_memory {
        None => given.memory.or(limits.memory),
        Some(_) => limits.memory,
    };
    experiment.shard = shard.map(|value| parsed("shard", value)).transpose()?;
    experiment.check().map_err(invalid)?;
    let (folder, mut kept) = match out {
        Some(path) => {
            let opened = Folder::open(&path, &experiment, resume);
            let (folder, kept) = opened.map_err(|error| PyOSError::new_err(error.to_string()))?;
            (Some(folder), kept)
        }
        None => (None, Vec::new()),
    };
    let cancel = Cancel::default();
    let flag = cancel.clone();
    let solver = shared::solver();
    let work = move || {
        let mut told = Told { folder, progress };
        let ended = run(&experiment, &mut Solving::with(solver, ()), &flag, &mut kept, &mut told);
        let written =
            told.folder.as_ref().map_or(Ok(()), |folder| folder.summarise(&experiment, &kept, None));
        (ended, written, kept, experiment)
    };
    let ((ended, written, rows, experiment), interrupt) = background::run_to_end(py, &cancel, work)?;
    let complete = match ended {
        Ok(ended) => matches!(ended, Ended::Complete),
        Err(Failed::Invalid(Invalid(text))) => return Err(PyValueError::new_err(text)),
        Err(Failed::Broken(Invalid(text))) => return Err(InternalError::new_err(text)),
        Err(Failed::Io(error)) => return Err(error.into()),
    };
    written?;
    let result = reported(py, &experiment, &rows)?;
    result.set_item("complete", complete)?;
    result.set_item("places", places(&experiment, &rows))?;
    Ok((result, interrupt))
}

/// The places of rows among all runs of an experiment, of which they may be a shard.
fn places(experiment: &Experiment, rows: &[Row]) -> Vec<usize> {
    let whole = Experiment { shard: None, ..experiment.clone() };
    let pairs = whole.runs_of_pairs().into_iter();
    let keys = pairs.flat_map(|(pair, runs)| {
        let (name, spec) = (whole.instances[pair.instance].name.clone(), pair.spec.to_string());
        runs.into_iter().map(move |run| (name.clone(), spec.clone(), run))
    });
    let known: HashMap<(String, String, u32), usize> = keys.zip(0..).collect();
    rows.iter().map(|row| known.get(&row.key()).copied().unwrap_or(usize::MAX)).collect()
}

/// The tables and pictures of rows that were made elsewhere.
#[pyfunction]
pub fn report_of<'py>(py: Python<'py>, rows: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let rows: Vec<Row> = depythonize(rows)?;
    let name = rows.first().map_or("", |row| row.experiment.as_str());
    let known = suites::all().find(|suite| suite.name == name).and_then(|suite| suite.read().ok());
    reported(py, &known.unwrap_or_else(|| Experiment::named(name)), &rows)
}

/// What is told of rows.
fn reported<'py>(py: Python<'py>, experiment: &Experiment, rows: &[Row]) -> PyResult<Bound<'py, PyDict>> {
    let result = PyDict::new(py);
    result.set_item("rows", pythonize(py, &rows)?)?;
    result.set_item("contradictions", contradictions(rows))?;
    let figures = PyDict::new(py);
    for (name, picture) in pictures::all(&experiment.name, rows, None) {
        figures.set_item(name.trim_end_matches(".svg"), picture)?;
    }
    result.set_item("pictures", figures)?;
    result.set_item("summary", markdown::summaries(experiment, rows))?;
    let lines: String = rows.iter().map(csv::line).collect();
    result.set_item("csv", csv::header() + &lines)?;
    Ok(result)
}

/// The puzzles of an experiment that comes with the program.
#[pyfunction]
pub fn suite_puzzles(name: &str) -> PyResult<Vec<Puzzle>> {
    let experiment = suites::find(name).and_then(|suite| suite.read());
    let experiment = experiment.map_err(|Invalid(text)| PyValueError::new_err(text))?;
    let puzzle = |instance: Instance| Puzzle::named(instance.puzzle, instance.name, instance.optimum);
    Ok(experiment.instances.into_iter().map(puzzle).collect())
}

/// The puzzles by name: those of a text have theirs, others are numbered.
fn instances(value: &Bound<'_, PyAny>, reading: &Reading) -> PyResult<Vec<Instance>> {
    let mut loader = Loader::new(reading.clone());
    let puzzles = input::puzzles(value, reading)?;
    for (number, puzzle) in (1..).zip(&puzzles) {
        let slug = puzzle.any().slug().map(ToString::to_string);
        let name = slug.or_else(|| puzzle.read.id.clone()).unwrap_or_else(|| number.to_string());
        let added = loader.add_puzzle(&name, puzzle.any().clone(), puzzle.read.known_length);
        added.map_err(|Invalid(text)| PyValueError::new_err(text))?;
    }
    Ok(loader.instances())
}

/// A list, or one thing that stands for a list of one.
fn each<'py, T>(
    value: &Bound<'py, PyAny>,
    read: impl Fn(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    match value.is_instance_of::<PyString>() || value.try_iter().is_err() {
        true => Ok(vec![read(value)?]),
        false => value.try_iter()?.map(|item| read(&item?)).collect(),
    }
}

/// The lists that were given, and what suits the puzzles where they were not.
fn read_axes(given: &Bound<'_, PyDict>, experiment: &Experiment) -> PyResult<Axes> {
    let mut axes = Axes::default();
    for (key, value) in given.iter() {
        let key: String = key.extract()?;
        if value.len().is_ok_and(|length| length == 0) {
            return Err(bad_setting(value.py(), &key, "an empty list leaves nothing to compare"));
        }
        match key.as_str() {
            "algorithms" => axes.algorithms = each(&value, |item| named(&key, item, Algorithm::find))?,
            "heuristics" => axes.heuristics = each(&value, |item| parsed(&key, item))?,
            "weights" => {
                let weight = |item: &Bound<'_, PyAny>| {
                    let text = item.str()?.to_string();
                    text.parse().map_err(|error| bad_setting(item.py(), &key, error))
                };
                axes.weights = each(&value, weight)?;
            }
            "reprs" => axes.reprs = each(&value, |item| named(&key, item, spec::repr))?,
            "metrics" => axes.metrics = each(&value, |item| named(&key, item, spec::metric))?,
            "beam_widths" => axes.beam_widths = each(&value, |item| Ok(whole(&key, item, 1)? as usize))?,
            "capacities" => axes.capacities = each(&value, |item| Ok(whole(&key, item, 1)? as usize))?,
            "depth_limits" => axes.depth_limits = each(&value, |item| whole(&key, item, 0))?,
            "orders" => axes.orders = each(&value, |item| parsed(&key, item))?,
            "threads" => axes.threads = each(&value, |item| Ok(whole(&key, item, 1)?.min(1024) as usize))?,
            "time_limits" => axes.time_limits = each(&value, |item| duration(&key, item))?,
            _ => return Err(PyTypeError::new_err(format!("there is no list '{key}'"))),
        }
    }
    if axes.algorithms.is_empty() {
        axes.algorithms = vec![Algorithm::Greedy, Algorithm::Astar, Algorithm::Ida];
    }
    if axes.heuristics.is_empty() && axes.algorithms.iter().any(|one| one.takes(Setting::Heuristic)) {
        let there = |kind: &&dyn Kind| experiment.instances.iter().any(|one| one.kind() == kind.entry().name);
        for name in kinds::all().filter(there).flat_map(|kind| kind.entry().compared) {
            let choice = HeuristicChoice::named(name);
            if !axes.heuristics.contains(&choice) {
                axes.heuristics.push(choice);
            }
        }
    }
    Ok(axes)
}
