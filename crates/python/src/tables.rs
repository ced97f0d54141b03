//! Tables on disk: pattern databases, and what was learned.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use pythonize::pythonize;
use serde_json::json;
use slidewise_solve::puzzles::pdb::{
    BuildError, BuildOptions, Cache, FileError, Flaw, Partition, Pattern, Progress, RECIPES, Recipe, Warning,
    file,
};
use slidewise_solve::puzzles::tiles::Goal;
use slidewise_solve::puzzles::tiles::heuristic::Learned as Table;
use slidewise_solve::puzzles::tiles::heuristic::learned::{Budget, TrainOptions, Trainer};
use slidewise_solve::search::Cancel;
use slidewise_solve::{machine, units};

use crate::background;
use crate::error::bad_setting;
use crate::settings::{count as counted, duration, size};
use crate::shared;

/// More than any machine has.
const MOST_THREADS: usize = 1024;

fn cache() -> PyResult<Cache> {
    let none = || PyOSError::new_err("no directory for tables is known: set SLIDEWISE_CACHE to one");
    Cache::default_place().ok_or_else(none)
}

/// Tables by name.
fn recipe(py: Python<'_>, name: &str) -> PyResult<&'static Recipe> {
    Recipe::find(name).ok_or_else(|| {
        let names: Vec<&str> = RECIPES.iter().map(|recipe| recipe.name).collect();
        bad_setting(py, "name", format!("there are no tables \"{name}\"; there are {}", names.join(", ")))
    })
}

/// The files of the tables of a recipe, for a blank that belongs in either corner.
fn files_of(recipe: &Recipe, cache: &Cache) -> Vec<PathBuf> {
    let corners = [0, recipe.rows * recipe.cols - 1];
    let tables = corners.iter().filter_map(|&home| recipe.tables(home).ok()).flatten();
    let path = |p: Pattern| if recipe.is_multi() { cache.multi_path(&p) } else { cache.path(&p) };
    let files: BTreeSet<PathBuf> = tables.map(path).collect();
    files.into_iter().collect()
}

/// What tables can be built by name, and which files there are.
#[pyfunction]
pub fn pdb_list(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let cache = cache()?;
    let recipe = |recipe: &Recipe| {
        let files = files_of(recipe, &cache);
        json!({
            "name": recipe.name, "summary": recipe.summary, "rows": recipe.rows, "cols": recipe.cols,
            "metric": if recipe.is_multi() { "multi" } else { "single" },
            "built": files.iter().filter(|file| file.is_file()).count(),
        })
    };
    let recipes: Vec<_> = RECIPES.iter().map(recipe).collect();
    let found = cache.list()?.into_iter().map(|(path, info)| match info {
        Ok(info) => json!({"path": path, "pattern": info.pattern.to_string(), "bytes": info.data_bytes, "error": null}),
        Err(error) => json!({"path": path, "pattern": null, "bytes": null, "error": error.to_string()}),
    });
    Ok(pythonize(
        py,
        &json!({"recipes": recipes, "files": found.collect::<Vec<_>>(), "directory": cache.dir()}),
    )?)
}

/// Builds tables by name, or for a partition of a board, and keeps them. Gives the files.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "keywords of one call")]
pub fn pdb_build(
    py: Python<'_>,
    name: Option<&str>,
    partition: Option<&str>,
    board: Option<&Bound<'_, PyAny>>,
    goal: &str,
    threads: Option<usize>,
    memory_limit: Option<&Bound<'_, PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<PathBuf>> {
    let bad = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let goal = match Goal::from_name(goal) {
        Some(goal) => goal,
        None => Goal::Custom(goal.parse().map_err(|error| bad_setting(py, "goal", error))?),
    };
    let blank_home = |rows: usize, cols: usize| -> PyResult<usize> {
        let goal = goal.board(rows, cols).map_err(|error| bad_setting(py, "goal", error))?;
        match (goal.rows(), goal.cols()) == (rows, cols) {
            true => Ok(goal.blank()),
            false => Err(bad_setting(py, "goal", format!("it is not a board of {rows}×{cols}"))),
        }
    };
    let (patterns, multi) = match (name, partition) {
        (Some(name), None) => {
            let recipe = recipe(py, name)?;
            let tables = recipe.tables(blank_home(recipe.rows, recipe.cols)?).map_err(|error| bad(&error))?;
            (tables, recipe.is_multi())
        }
        (None, Some(partition)) => {
            let (rows, cols) = board.map_or(Ok((4, 4)), |value| size("size", value))?;
            let partition = Partition::parse(partition, rows, cols, blank_home(rows, cols)?);
            (partition.map_err(|error| bad(&error))?.tables(), false)
        }
        _ => return Err(PyValueError::new_err("name tables, or give a partition")),
    };
    let cache = cache()?;
    cache.check_writable()?;
    let cancel = Cancel::default();
    let flag = cancel.clone();
    let memory_limit = memory_limit.map(|value| counted("memory_limit", value, units::bytes)).transpose()?;
    let memory_limit = memory_limit.or_else(|| shared::memory().share);
    let work = move || {
        let mut files = Vec::new();
        let all = patterns.len();
        for (index, pattern) in patterns.iter().enumerate() {
            let mut show = |at: Progress| {
                let Some(progress) = &progress else { return };
                let part = (index as f64 + at.done as f64 / at.total.max(1) as f64) / all as f64;
                // What a progress bar raises is no reason to lose a table.
                Python::attach(|py| progress.bind(py).call1((part,)).map(drop).unwrap_or(()));
            };
            let mut options = BuildOptions {
                threads: threads.unwrap_or_else(machine::threads).clamp(1, MOST_THREADS),
                memory_limit,
                cancel: flag.clone(),
                progress: Some(&mut show),
            };
            let mut kept = Ok(());
            let mut warn = |warning| {
                if let Warning::NotKept(path, error) = warning {
                    kept = Err(format!("{}: {error}", path.display()));
                }
            };
            match multi {
                false => drop(cache.get(pattern, &mut options, &mut warn)?),
                true => drop(cache.get_multi(pattern, true, &mut options, &mut warn)?),
            }
            if let Err(text) = kept {
                return Ok(Err(text));
            }
            files.push(if multi { cache.multi_path(pattern) } else { cache.path(pattern) });
        }
        Ok(Ok(files))
    };
    match background::run(py, &cancel, work)? {
        Ok(Ok(files)) => Ok(files),
        Ok(Err(text)) => Err(PyOSError::new_err(text)),
        Err(error @ BuildError::Memory { .. }) => Err(PyMemoryError::new_err(error.to_string())),
        Err(error) => Err(PyRuntimeError::new_err(error.to_string())),
    }
}

/// Proves every entry of a table, by code that did not build it. Raises if one is wrong.
#[pyfunction]
pub fn pdb_verify(py: Python<'_>, path: PathBuf) -> PyResult<()> {
    let cancel = Cancel::default();
    let flag = cancel.clone();
    let memory = shared::memory().share;
    let work = move || -> Result<Result<(), Flaw>, FileError> {
        let mut options =
            BuildOptions { cancel: flag, memory_limit: memory, ..BuildOptions::quiet(machine::threads()) };
        Ok(match file::info(&path)?.multi {
            false => file::open(&path, memory)?.verify(&mut options),
            true => file::open_multi(&path, memory)?.verify(&mut options),
        })
    };
    match background::run(py, &cancel, work)? {
        Ok(Ok(())) => Ok(()),
        Ok(Err(flaw)) => Err(PyValueError::new_err(flaw.to_string())),
        Err(error) => Err(PyValueError::new_err(error.to_string())),
    }
}

/// Removes the tables of a name from the disk, and tells how many files.
#[pyfunction]
pub fn pdb_remove(py: Python<'_>, name: &str) -> PyResult<usize> {
    let (cache, recipe) = (cache()?, recipe(py, name)?);
    let mut removed = 0;
    for path in files_of(recipe, &cache).iter().filter(|path| path.is_file()) {
        fs::remove_file(path)?;
        removed += 1;
    }
    Ok(removed)
}

/// A learned heuristic for boards of a size: what `slidewise.tables.train` gives.
///
/// >>> table = slidewise.tables.train("3x3", rounds=1, boards=5, width=20, progress=False)
/// >>> table.shape
/// (3, 3)
#[pyclass(frozen, module = "slidewise", name = "Learned", skip_from_py_object)]
pub struct Learned(Table);

fn read_table(path: &Path) -> PyResult<Table> {
    let bytes = fs::read(path)?;
    let bad = |error: &dyn std::fmt::Display| PyValueError::new_err(format!("{}: {error}", path.display()));
    Table::from_bytes(&bytes).map_err(|error| bad(&error))
}

#[pymethods]
impl Learned {
    /// Reads a table from a file.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Self> {
        read_table(&path).map(Self)
    }

    /// Rows and columns of the boards that it is for.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        self.0.size()
    }

    /// Writes the table to a file: `heuristic="learned:FILE"` uses it.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let mut name = path.as_os_str().to_owned();
        name.push(".part");
        let part = PathBuf::from(name);
        // An interruption leaves the old file whole.
        fs::write(&part, self.0.to_bytes()).and_then(|()| fs::rename(&part, &path))?;
        Ok(())
    }

    /// Uses the table from now on, in this process, for boards of its size.
    fn install(&self) {
        shared::solver().add_learned(self.0.clone());
    }

    fn __repr__(&self) -> String {
        format!("Learned({}x{})", self.0.size().0, self.0.size().1)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        let make = py.get_type::<Self>().getattr("_from_bytes")?;
        (make, (PyBytes::new(py, &self.0.to_bytes()),)).into_pyobject(py)
    }

    #[staticmethod]
    fn _from_bytes(bytes: &[u8]) -> PyResult<Self> {
        let table = Table::from_bytes(bytes);
        table.map(Self).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

/// Trains a table. Ctrl-C ends training, and what was learned is given back.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "keywords of one call")]
pub fn train(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    time: Option<&Bound<'_, PyAny>>,
    rounds: Option<u32>,
    seed: u64,
    width: usize,
    boards: usize,
    threads: Option<usize>,
    smooth: f64,
    start: Vec<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Learned, Option<PyErr>)> {
    let (rows, cols) = size("size", board)?;
    let time = time.map(|value| duration("time", value)).transpose()?;
    if time.is_none() && rounds.is_none() {
        return Err(PyValueError::new_err("training ends after a time or a number of rounds: give one"));
    }
    if !(0.0..=1.0).contains(&smooth) || width == 0 || boards == 0 {
        return Err(PyValueError::new_err("smooth is from 0 to 1, width and boards are from 1 on"));
    }
    let threads = threads.unwrap_or_else(machine::threads).clamp(1, MOST_THREADS);
    // Boards with their solutions, and the positions of a layer.
    shared::check_room(boards, 1024)?;
    shared::check_room(width, 256)?;
    let options = TrainOptions { rows, cols, seed, width, boards, threads, average: None };
    let tables: Vec<Table> = start.iter().map(|file| read_table(file)).collect::<PyResult<_>>()?;
    let trainer = Trainer::from_tables(options, &tables);
    let mut trainer = trainer.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let cancel = Cancel::default();
    let flag = cancel.clone();
    let work = move || {
        trainer.run(Budget { rounds, time }, &flag, &mut |_, done| {
            let Some(progress) = &progress else { return };
            let told = (done.round, done.solved, done.tried, done.mean_length, done.error);
            // What a progress bar raises is no reason to lose a table.
            Python::attach(|py| progress.bind(py).call1(told).map(drop).unwrap_or(()));
        });
        trainer.table().smoothed(smooth)
    };
    let (table, interrupt) = background::run_to_end(py, &cancel, work)?;
    Ok((Learned(table), interrupt))
}
