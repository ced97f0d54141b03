//! Many puzzles on all cores, answered in their order.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyStopIteration;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use slidewise_solve::search::{Cancel, Limits, Stop};
use slidewise_solve::{Answer as Solved, AnyPuzzle, SolveError, Solver, Spec, Watch, machine};

use crate::answer::Answer;
use crate::background::told;
use crate::error::{InternalError, unsolved};
use crate::input;
use crate::puzzle::Puzzle;
use crate::settings::Settings;
use crate::shared;

/// How often signals are looked for.
const LOOK_EVERY: Duration = Duration::from_millis(30);

/// What became of a puzzle; `Err` is what a panic said.
type Outcome = Result<Result<Solved, SolveError>, String>;

/// What the threads share.
struct Work {
    puzzles: Vec<AnyPuzzle>,
    next: AtomicUsize,
    solver: Arc<Solver>,
    spec: Spec,
    limits: Limits,
    cancel: Cancel,
}

impl Work {
    /// Solves one puzzle after another until there is none left.
    fn go(&self, results: &Sender<(usize, Outcome)>) {
        while !self.cancel.is_cancelled() {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(puzzle) = self.puzzles.get(index) else { return };
            let watch = Watch { limits: self.limits, cancel: self.cancel.clone(), observer: &mut () };
            let solve = || puzzle.solve(&self.solver, &self.spec, watch);
            let outcome = catch_unwind(AssertUnwindSafe(solve)).map_err(|panic| told(&*panic));
            if results.send((index, outcome)).is_err() {
                return;
            }
        }
    }
}

/// What has arrived.
struct Arrived {
    results: Receiver<(usize, Outcome)>,
    waiting: Vec<Option<Outcome>>,
    answers: Vec<Option<Py<Answer>>>,
    next: usize,
}

/// The answers to many puzzles, in their order, as they come.
#[pyclass(frozen, module = "slidewise", name = "Answers")]
pub struct Answers {
    puzzles: Vec<Puzzle>,
    cancel: Cancel,
    arrived: Mutex<Arrived>,
    progress: Option<Py<PyAny>>,
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Solves many puzzles; `workers` of them at a time.
#[pyfunction]
pub fn solve_many(
    puzzles: &Bound<'_, PyAny>,
    workers: Option<usize>,
    progress: Option<Py<PyAny>>,
    options: &Bound<'_, PyDict>,
) -> PyResult<Answers> {
    let Settings { spec, limits, reading } = Settings::read(options)?;
    let puzzles = input::puzzles(puzzles, &reading)?;
    // Puzzles side by side use the cores better than threads within a search.
    let spec = Spec { threads: spec.threads.or(Some(1)), ..spec };
    let (sender, results) = channel();
    let cancel = Cancel::default();
    let work = Arc::new(Work {
        puzzles: puzzles.iter().map(|puzzle| puzzle.any().clone()).collect(),
        next: AtomicUsize::new(0),
        solver: shared::solver(),
        spec,
        limits,
        cancel: cancel.clone(),
    });
    let workers = workers.unwrap_or_else(machine::threads).clamp(1, puzzles.len().clamp(1, 1024));
    for _ in 0..workers {
        let (work, sender) = (Arc::clone(&work), sender.clone());
        thread::Builder::new().name("slidewise".into()).spawn(move || work.go(&sender))?;
    }
    let count = puzzles.len();
    let nothing = |_| None;
    let arrived = Arrived {
        results,
        waiting: (0..count).map(nothing).collect(),
        answers: (0..count).map(|_| None).collect(),
        next: 0,
    };
    Ok(Answers { puzzles, cancel, arrived: Mutex::new(arrived), progress })
}

impl Answers {
    fn arrived(&self) -> MutexGuard<'_, Arrived> {
        self.arrived.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next result, and looks for Ctrl-C meanwhile.
    fn receive(&self, py: Python<'_>) -> PyResult<()> {
        loop {
            let received = py.detach(|| self.arrived().results.recv_timeout(LOOK_EVERY));
            match received {
                Ok((index, outcome)) => return self.note(py, index, outcome),
                Err(RecvTimeoutError::Disconnected) if self.cancel.is_cancelled() => {
                    return Err(PyStopIteration::new_err(()));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(InternalError::new_err("the threads ended before their work"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            py.check_signals().inspect_err(|_| self.cancel.cancel())?;
        }
    }

    fn note(&self, py: Python<'_>, index: usize, outcome: Outcome) -> PyResult<()> {
        // A search that was cut off is none that is done.
        if matches!(&outcome, Ok(Ok(Solved { stopped_by: Some(Stop::Cancelled), .. }))) {
            return Ok(());
        }
        if let Some(slot) = self.arrived().waiting.get_mut(index) {
            *slot = Some(outcome);
        }
        match &self.progress {
            Some(progress) => progress.bind(py).call_method1("update", (1,)).map(drop),
            None => Ok(()),
        }
    }

    /// The answer to a puzzle whose result has arrived.
    fn answer(&self, py: Python<'_>, index: usize) -> PyResult<Option<Py<Answer>>> {
        let mut arrived = self.arrived();
        if let Some(answer) = &arrived.answers[index] {
            return Ok(Some(answer.clone_ref(py)));
        }
        let Some(outcome) = arrived.waiting[index].clone() else { return Ok(None) };
        let solved = outcome.map_err(InternalError::new_err)?.map_err(|error| unsolved(py, &error))?;
        let answer = Py::new(py, Answer::new(self.puzzles[index].clone(), solved))?;
        arrived.answers[index] = Some(answer.clone_ref(py));
        arrived.waiting[index] = None;
        Ok(Some(answer))
    }
}

#[pymethods]
impl Answers {
    fn __len__(&self) -> usize {
        self.puzzles.len()
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<Answer>>> {
        let index = self.arrived().next;
        if index >= self.puzzles.len() {
            if let Some(progress) = &self.progress {
                progress.bind(py).call_method0("close")?;
            }
            return Ok(None);
        }
        loop {
            // A puzzle that cannot be solved in the way asked for raises, and the next one follows.
            let answer = self.answer(py, index).inspect_err(|_| self.arrived().next = index + 1)?;
            if answer.is_some() {
                self.arrived().next = index + 1;
                return Ok(answer);
            }
            match self.receive(py) {
                Err(error) if error.is_instance_of::<PyStopIteration>(py) => return Ok(None),
                result => result?,
            }
        }
    }

    /// Ends the work. What is done stays in `done`.
    fn cancel(&self) {
        self.cancel.cancel();
    }

    /// The answers so far, by the index of their puzzles: also after Ctrl-C. Puzzles whose
    /// search was cut off are not among them.
    #[getter]
    fn done<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        while let Ok((index, outcome)) = { self.arrived().results.try_recv() } {
            self.note(py, index, outcome)?;
        }
        let done = PyDict::new(py);
        for index in 0..self.puzzles.len() {
            let failed = matches!(&self.arrived().waiting[index], Some(Ok(Err(_)) | Err(_)));
            if !failed && let Some(answer) = self.answer(py, index)? {
                done.set_item(index, answer)?;
            }
        }
        Ok(done)
    }
}
