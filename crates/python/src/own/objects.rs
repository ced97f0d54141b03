//! Python objects as positions: anything that can be hashed and compared.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList};
use slidewise_solve::search::{Cancel, Cost, UNCOUNTED};

use super::domain::{Domain, Guess};
use crate::error::shown;

/// More than any state that makes sense has.
const MOST_SUCCESSORS: usize = 1_000_000;

/// A space of Python objects.
pub struct Objects {
    successors: Py<PyAny>,
    is_goal: Py<PyAny>,
    heuristic: Option<Py<PyAny>>,
    cost: Option<Py<PyAny>>,
    batch: bool,
    cancel: Cancel,
    /// The number of each object.
    numbers: Py<PyDict>,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    objects: Vec<Py<PyAny>>,
    successors: HashMap<u32, Vec<(u32, Cost)>>,
    raised: Option<PyErr>,
}

impl Objects {
    /// A space with its start, which has number 0.
    pub fn new(
        start: Bound<'_, PyAny>,
        successors: Bound<'_, PyAny>,
        is_goal: Bound<'_, PyAny>,
        heuristic: Option<Bound<'_, PyAny>>,
        cost: Option<Bound<'_, PyAny>>,
        batch: bool,
        cancel: Cancel,
    ) -> PyResult<Self> {
        let py = start.py();
        let objects = Self {
            successors: successors.unbind(),
            is_goal: is_goal.unbind(),
            heuristic: heuristic.map(Bound::unbind),
            cost: cost.map(Bound::unbind),
            batch,
            cancel,
            numbers: PyDict::new(py).unbind(),
            seen: Mutex::default(),
        };
        objects.number(py, start)?;
        Ok(objects)
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of an object.
    pub fn number(&self, py: Python<'_>, object: Bound<'_, PyAny>) -> PyResult<u32> {
        let numbers = self.numbers.bind(py);
        if let Some(number) = numbers.get_item(&object)? {
            return number.extract();
        }
        let next = self.seen().objects.len();
        let number = u32::try_from(next).map_err(|_| PyValueError::new_err("there are too many states"))?;
        numbers.set_item(&object, number)?;
        self.seen().objects.push(object.unbind());
        Ok(number)
    }

    /// The object with a number.
    pub fn object(&self, py: Python<'_>, number: u32) -> Py<PyAny> {
        self.seen().objects[number as usize].clone_ref(py)
    }

    /// What a callback has raised.
    pub fn raised(&self) -> Option<PyErr> {
        self.seen().raised.take()
    }

    /// Calls back, unless something was raised before.
    fn ask<T>(&self, call: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        if self.seen().raised.is_some() {
            return None;
        }
        Python::attach(|py| match call(py) {
            Ok(value) => Some(value),
            Err(error) => {
                self.cancel.cancel();
                self.seen().raised = Some(error);
                None
            }
        })
    }

    fn step_cost(&self, py: Python<'_>, from: &Py<PyAny>, to: &Bound<'_, PyAny>) -> PyResult<Cost> {
        let Some(cost) = &self.cost else { return Ok(1) };
        let cost = cost.bind(py).call1((from.bind(py), to))?;
        let number = if cost.is_instance_of::<PyBool>() { None } else { cost.extract::<u64>().ok() };
        number.filter(|&number| number < UNCOUNTED).ok_or_else(|| {
            PyValueError::new_err(format!(
                "costs are whole numbers from 0 on, not {}; scale them if need be",
                shown(&cost)
            ))
        })
    }
}

impl Domain for Objects {
    fn successors(&self, number: u32) -> Vec<(u32, Cost)> {
        if let Some(known) = self.seen().successors.get(&number) {
            return known.clone();
        }
        let found = self.ask(|py| {
            let object = self.object(py, number);
            let mut found = Vec::new();
            for next in self.successors.bind(py).call1((object.bind(py),))?.try_iter()? {
                let next = next?;
                // Iterators that never end are easily made.
                py.check_signals()?;
                if found.len() >= MOST_SUCCESSORS {
                    return Err(PyValueError::new_err(format!(
                        "a state has more than {MOST_SUCCESSORS} successors"
                    )));
                }
                let cost = self.step_cost(py, &object, &next)?;
                found.push((self.number(py, next)?, cost));
            }
            Ok(found)
        });
        let found = found.unwrap_or_default();
        self.seen().successors.insert(number, found.clone());
        found
    }

    fn is_goal(&self, number: u32) -> bool {
        let asked = self.ask(|py| self.is_goal.bind(py).call1((self.object(py, number),))?.is_truthy());
        asked.unwrap_or(false)
    }

    fn estimates(&self, numbers: &[u32]) -> Option<Vec<Guess>> {
        let Some(heuristic) = &self.heuristic else { return Some(vec![Guess::default(); numbers.len()]) };
        self.ask(|py| {
            let heuristic = heuristic.bind(py);
            let objects = numbers.iter().map(|&number| self.object(py, number));
            match self.batch {
                true => guesses(&heuristic.call1((PyList::new(py, objects)?,))?, numbers.len()),
                false => objects.map(|object| guess(&heuristic.call1((object,))?)).collect(),
            }
        })
    }
}

/// One estimate.
pub fn guess(value: &Bound<'_, PyAny>) -> PyResult<Guess> {
    let number = value
        .extract::<f64>()
        .map_err(|_| PyTypeError::new_err(format!("a heuristic gives a number, not {}", shown(value))))?;
    Guess::from_number(number)
}

/// As many estimates as were asked for, in an array or a list.
pub fn guesses(values: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<Guess>> {
    let values = match values.hasattr("tolist")? {
        true => values.call_method0("tolist")?,
        false => values.clone(),
    };
    let numbers: Vec<f64> = values.extract().map_err(|_| {
        PyTypeError::new_err("a heuristic with batch=True gives as many numbers as it is given positions")
    })?;
    if numbers.len() != count {
        let message = format!("the heuristic was given {count} positions and gave {} numbers", numbers.len());
        return Err(PyValueError::new_err(message));
    }
    numbers.into_iter().map(Guess::from_number).collect()
}
