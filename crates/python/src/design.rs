//! Sets of pieces on a board, and the hardest starts with each: the designs of `lab`.

use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pythonize::pythonize;
use slidewise_lab::design::{Ended, Failed, Means, Place, metrics, run};
use slidewise_solve::Designing;
use slidewise_solve::search::Cancel;

use crate::background;
use crate::error::{bad_setting, refused};
use crate::input;
use crate::settings::{Settings, range, size};

/// Designs on the board of a puzzle: what came of each job, how many jobs are left, and what Ctrl-C raised.
#[pyfunction]
#[pyo3(signature = (puzzle, *, add, pieces, empty, samples, seed, any_goal, out, resume, progress, options))]
#[expect(clippy::too_many_arguments, reason = "keywords of one call")]
pub fn design<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    add: Vec<Bound<'py, PyAny>>,
    pieces: Option<&Bound<'py, PyAny>>,
    empty: Option<&Bound<'py, PyAny>>,
    samples: Option<u64>,
    seed: u64,
    any_goal: bool,
    out: Option<PathBuf>,
    resume: bool,
    progress: Option<Py<PyAny>>,
    options: &Bound<'py, PyDict>,
) -> PyResult<(Bound<'py, PyAny>, u64, Option<PyErr>)> {
    for (key, value) in [("pieces", pieces), ("empty", empty)] {
        if add.is_empty() && value.is_some() {
            return Err(bad_setting(py, key, "only for pieces that are added"));
        }
    }
    if resume && out.is_none() {
        return Err(bad_setting(py, "resume", "there is no file to go on from: out is missing"));
    }
    let Settings { spec, limits, own_memory, .. } = Settings::read(options)?;
    let any = input::puzzle(puzzle, &slidewise_solve::Reading::default())?.any().clone();
    let bounds = |key, value: Option<&Bound<'_, PyAny>>, least| {
        value.map_or(Ok((least, usize::MAX)), |value| range(key, value))
    };
    let what = Designing {
        shapes: add.iter().map(|shape| size("add", shape)).collect::<PyResult<_>>()?,
        pieces: bounds("pieces", pieces, 0)?,
        empty: bounds("empty", empty, 1)?,
        samples,
        seed,
        any_goal,
        metrics: metrics(&*any, spec.metric).map_err(|refusal| refused(py, &refusal))?,
    };
    let place = out.map(|path| Place { path, resume });
    let cancel = Cancel::default();
    let means =
        Means { cancel: cancel.clone(), threads: spec.threads, time: limits.time, memory: own_memory };
    let work = move || {
        run(&*any, &what, place.as_ref(), &means, |done, total| {
            let Some(progress) = &progress else { return };
            // What a progress bar raises is no reason to lose results.
            Python::attach(|py| progress.bind(py).call1((done, total)).map(drop).unwrap_or(()));
        })
    };
    let (ended, interrupt) = background::run_to_end(py, &cancel, work)?;
    let Ended { done, left } = ended.map_err(|failed| match failed {
        Failed::Refused(refusal) => refused(py, &refusal),
        Failed::OtherDesign(text) => PyValueError::new_err(text),
        Failed::Io(error) => error.into(),
    })?;
    let found: Vec<_> = done.into_values().collect();
    Ok((pythonize(py, &found)?, left, interrupt))
}
