//! The options of the program as keywords: `algorithm="astar"`, `time_limit=10`, `metric="multi"`.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use slidewise_solve::search::{Limits, Weight};
use slidewise_solve::{Algorithm, Checkpoint, Reading, Solver, Spec, WeightChoice, form, spec, units};

use crate::error::{bad_setting, shown};
use crate::input;
use crate::shared;

/// What keywords say.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// How to search.
    pub spec: Spec,
    /// What it may use.
    pub limits: Limits,
    /// How texts are read.
    pub reading: Reading,
    /// What memory a search may take beyond what the process has, if that was said. `limits` has it as the library
    /// counts: all that the process may occupy.
    pub own_memory: Option<u64>,
    /// A file in which the search is kept while it runs, and gone on from.
    pub checkpoint: Option<PathBuf>,
    /// How often it is written.
    pub checkpoint_every: Option<Duration>,
}

impl Settings {
    /// Reads keywords; what is `None` is left open. A keyword that there is not is a `TypeError`.
    pub fn read(options: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut settings = Self::default();
        for (key, value) in options.iter() {
            if !value.is_none() {
                settings.set(key.extract::<&str>()?, &value)?;
            }
        }
        if settings.checkpoint.is_none() && settings.checkpoint_every.is_some() {
            return Err(bad_setting(options.py(), "checkpoint_every", "only together with a checkpoint"));
        }
        settings.limits.memory = match settings.own_memory {
            Some(bytes) => Some(shared::beyond(bytes)),
            None => shared::memory().most,
        };
        Ok(settings)
    }

    /// The solver that keeps the search where it was asked to, or else the one of this process.
    pub fn solver(&self) -> Arc<Solver> {
        let Some(file) = &self.checkpoint else { return shared::solver() };
        let checkpoint = Checkpoint::new(file);
        let checkpoint = match self.checkpoint_every {
            Some(every) => checkpoint.every(every),
            None => checkpoint,
        };
        Arc::new(shared::new_solver().keeping_in(checkpoint))
    }

    fn set(&mut self, key: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let Self { spec, limits, reading, own_memory, .. } = self;
        match key {
            "algorithm" => spec.algorithm = Some(named(key, value, Algorithm::find)?),
            "heuristic" => spec.heuristic = Some(parsed(key, value)?),
            "weight" => spec.weight = Some(weight(key, value)?),
            "depth_limit" => spec.depth_limit = Some(whole(key, value, 0)?),
            "order" => spec.order = Some(parsed(key, value)?),
            "repr" => spec.repr = Some(named(key, value, spec::repr)?),
            "metric" => spec.metric = Some(named(key, value, spec::metric)?),
            "beam_width" => spec.beam_width = Some(whole(key, value, 1)? as usize),
            "capacity" => spec.capacity = Some(whole(key, value, 1)? as usize),
            "threads" => spec.threads = Some(whole(key, value, 1)?.min(1024) as usize),
            "seed" => spec.seed = Some(whole(key, value, 0)?),
            "bound" => spec.bound = Some(factor(key, value)?),
            "keep_every" => spec.keep_every = Some(whole(key, value, 1)?.min(u32::MAX.into()) as u32),
            "time_limit" => limits.time = Some(duration(key, value)?),
            "node_limit" => limits.nodes = Some(count(key, value, units::count)?),
            "memory_limit" => *own_memory = Some(count(key, value, units::bytes)?),
            "checkpoint" => self.checkpoint = Some(value.extract()?),
            "checkpoint_every" => self.checkpoint_every = Some(duration(key, value)?),
            "goal" => reading.goal = Some(input::text_of(value)?),
            "size" => reading.size = Some(size(key, value)?),
            "form" => reading.form = Some(named(key, value, form)?),
            _ => {
                return Err(PyTypeError::new_err(format!("there is no keyword argument '{key}'")));
            }
        }
        Ok(())
    }
}

/// A value that is read from text.
pub fn parsed<T: FromStr<Err: Display>>(key: &str, value: &Bound<'_, PyAny>) -> PyResult<T> {
    let text = text(key, value)?;
    text.parse().map_err(|error| bad_setting(value.py(), key, error))
}

/// A name of something.
pub fn named<T, E: Display>(
    key: &str,
    value: &Bound<'_, PyAny>,
    find: impl FnOnce(&str) -> Result<T, E>,
) -> PyResult<T> {
    find(&text(key, value)?).map_err(|error| bad_setting(value.py(), key, error))
}

fn text(key: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    value.extract().map_err(|_| {
        let given = value.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        PyTypeError::new_err(format!("{key}: a str is expected, not {given}"))
    })
}

/// A whole number from `least` on; NumPy's integers too, but no truth values.
pub fn whole(key: &str, value: &Bound<'_, PyAny>, least: u64) -> PyResult<u64> {
    let number = if value.is_instance_of::<PyBool>() { None } else { value.extract::<u64>().ok() };
    number.filter(|&number| number >= least).ok_or_else(|| {
        bad_setting(
            value.py(),
            key,
            format!("a whole number from {least} on is expected, not {}", shown(value)),
        )
    })
}

/// A number, or a text with a unit: `10M`, `2GiB`.
pub fn count<E: Display>(
    key: &str,
    value: &Bound<'_, PyAny>,
    read: impl FnOnce(&str) -> Result<u64, E>,
) -> PyResult<u64> {
    match value.extract::<String>() {
        Ok(text) => read(&text).map_err(|error| bad_setting(value.py(), key, error)),
        // 1e6 is how many write a million.
        Err(_) => match value.extract::<f64>() {
            Ok(number) if number >= 0.0 && number.fract() == 0.0 && number < 1e19 => Ok(number as u64),
            _ => whole(key, value, 0),
        },
    }
}

/// Seconds, a `timedelta`, or a text with a unit: `10s`, `2m`.
pub fn duration(key: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    if let Ok(text) = value.extract::<String>() {
        return units::duration(&text).map_err(|error| bad_setting(value.py(), key, error));
    }
    let seconds = match value.call_method0("total_seconds") {
        Ok(seconds) => seconds.extract::<f64>().ok(),
        Err(_) => value.extract::<f64>().ok(),
    };
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| {
        bad_setting(value.py(), key, format!("seconds are expected, as in 0.5, not {}", shown(value)))
    })
}

/// Rows and columns: `(4, 4)`, or `"4x4"`.
pub fn size(key: &str, value: &Bound<'_, PyAny>) -> PyResult<(usize, usize)> {
    if let Ok(text) = value.extract::<String>() {
        return units::size(&text).map_err(|error| bad_setting(value.py(), key, error));
    }
    let pair = value.extract::<(usize, usize)>().or_else(|_| value.extract::<[usize; 2]>().map(Into::into));
    pair.map_err(|_| {
        bad_setting(
            value.py(),
            key,
            format!("rows and columns are expected, as in (4, 4), not {}", shown(value)),
        )
    })
}

/// At least and at most: `25`, `(20, 30)`, `(20, None)`, or `"20..30"`.
pub fn range(key: &str, value: &Bound<'_, PyAny>) -> PyResult<(usize, usize)> {
    if let Ok(text) = value.extract::<String>() {
        return units::range(&text).map_err(|error| bad_setting(value.py(), key, error));
    }
    let (least, most) = match value.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() {
        Ok((least, most)) if most.is_none() => (whole(key, &least, 0)?, u64::MAX),
        Ok((least, most)) => (whole(key, &least, 0)?, whole(key, &most, 0)?),
        Err(_) => (whole(key, value, 0)?, whole(key, value, 0)?),
    };
    match least <= most {
        true => Ok((least as usize, most as usize)),
        false => Err(bad_setting(value.py(), key, format!("{least} is more than {most}"))),
    }
}

/// A number as text: whoever reads it says what is wrong with it.
fn number(value: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(value.str()?.to_string())
}

fn weight(key: &str, value: &Bound<'_, PyAny>) -> PyResult<WeightChoice> {
    number(value)?.parse().map_err(|error| bad_setting(value.py(), key, error))
}

fn factor(key: &str, value: &Bound<'_, PyAny>) -> PyResult<Weight> {
    match weight(key, value)? {
        WeightChoice::Fixed(weight) => Ok(weight),
        WeightChoice::Auto => Err(bad_setting(value.py(), key, "a number from 1 on is expected, as in 1.05")),
    }
}
