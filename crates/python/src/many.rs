//! Many puzzles on all cores, answered in their order.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use slidewise_solve::search::{Cancel, Limits, Stop};
use slidewise_solve::{Answer as Solved, AnyPuzzle, SolveError, Solver, Spec, Watch, machine};

use crate::answer::Answer;
use crate::background::told;
use crate::error::{InternalError, unsolved};
use crate::handover::{Handover, Taken};
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
    /// What each search may take.
    memory: Option<u64>,
    cancel: Cancel,
    results: Handover<(usize, Outcome)>,
}

impl Work {
    /// Solves one puzzle after another until there is none left.
    fn go(&self) {
        while !self.cancel.is_cancelled() {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(puzzle) = self.puzzles.get(index) else { break };
            let limits = Limits { memory: self.memory.map(shared::beyond), ..self.limits };
            let watch = Watch { limits, cancel: self.cancel.clone(), observer: &mut () };
            let solve = || puzzle.solve(&self.solver, &self.spec, watch);
            let outcome = catch_unwind(AssertUnwindSafe(solve)).map_err(|panic| told(&*panic));
            self.results.give((index, outcome));
        }
        self.results.end();
    }
}

/// What has arrived.
struct Arrived {
    waiting: Vec<Option<Outcome>>,
    answers: Vec<Option<Py<Answer>>>,
    next: usize,
}

impl Arrived {
    /// Keeps a result; False for a search that was cut off, which is none that is done.
    fn note(&mut self, index: usize, outcome: Outcome) -> bool {
        if matches!(&outcome, Ok(Ok(Solved { stopped_by: Some(Stop::Cancelled), .. }))) {
            return false;
        }
        self.waiting[index] = Some(outcome);
        true
    }

    /// Whether the result is there, or was taken already.
    fn has_gone_on(&self, index: usize) -> bool {
        self.next > index || self.waiting[index].is_some() || self.answers[index].is_some()
    }

    /// Goes on to the next one, unless that has happened already.
    fn take(&mut self, index: usize) -> bool {
        let is_next = self.next == index;
        self.next += usize::from(is_next);
        is_next
    }
}

/// The answers to many puzzles, in their order, as they come: an iterator. `done` has those that are there.
///
/// >>> answers = slidewise.solve_many(["1230", "123456708"], progress=False)
/// >>> [answer.cost for answer in answers], sorted(answers.done)
/// ([0, 1], [0, 1])
#[pyclass(frozen, module = "slidewise", name = "Answers")]
pub struct Answers {
    puzzles: Vec<Puzzle>,
    work: Arc<Work>,
    arrived: Mutex<Arrived>,
    progress: Option<Py<PyAny>>,
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.work.cancel.cancel();
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
    let Settings { spec, limits, reading, own_memory, .. } = Settings::read(options)?;
    let puzzles = input::puzzles(puzzles, &reading)?;
    // Puzzles side by side use the cores better than threads within a search.
    let spec = Spec { threads: spec.threads.or(Some(1)), ..spec };
    let workers = workers.unwrap_or_else(machine::threads).clamp(1, puzzles.len().clamp(1, 1024));
    let memory = own_memory.or_else(|| shared::memory().share.map(|share| share / workers as u64));
    let work = Arc::new(Work {
        puzzles: puzzles.iter().map(|puzzle| puzzle.any().clone()).collect(),
        next: AtomicUsize::new(0),
        solver: shared::solver(),
        spec,
        limits,
        memory,
        cancel: Cancel::default(),
        results: Handover::new(workers),
    });
    for _ in 0..workers {
        let share = Arc::clone(&work);
        let thread = thread::Builder::new().name("slidewise".into()).spawn(move || share.go());
        // Those that have begun need not go on for nobody.
        thread.inspect_err(|_| work.cancel.cancel())?;
    }
    let count = puzzles.len();
    let nothing = |_| None;
    let waiting = (0..count).map(nothing).collect();
    let arrived = Arrived { waiting, answers: (0..count).map(|_| None).collect(), next: 0 };
    Ok(Answers { puzzles, work, arrived: Mutex::new(arrived), progress })
}

impl Answers {
    fn arrived(&self) -> MutexGuard<'_, Arrived> {
        self.arrived.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for results, and looks for Ctrl-C meanwhile; False if none will come.
    fn receive(&self, py: Python<'_>) -> PyResult<bool> {
        loop {
            let received = py.detach(|| self.take(LOOK_EVERY));
            // Also when there is always something to take: Ctrl-C ends that too.
            py.check_signals().inspect_err(|_| self.work.cancel.cancel())?;
            match received {
                Taken::Some(done) => return self.tell(py, done.len()).map(|()| true),
                Taken::End => return Ok(false),
                Taken::Nothing => {}
            }
        }
    }

    /// Takes what has come, and says which puzzles are done by it. It is noted while the lock is held: another thread
    /// that waits must not believe that it was lost.
    fn take(&self, within: Duration) -> Taken<usize> {
        let mut arrived = self.arrived();
        match self.work.results.take(within) {
            Taken::Some(results) => {
                let noted = |(index, outcome)| arrived.note(index, outcome).then_some(index);
                Taken::Some(results.into_iter().filter_map(noted).collect())
            }
            Taken::Nothing => Taken::Nothing,
            Taken::End => Taken::End,
        }
    }

    /// Tells the bar that so many more are done.
    fn tell(&self, py: Python<'_>, done: usize) -> PyResult<()> {
        match &self.progress {
            Some(progress) if done > 0 => progress.bind(py).call_method1("update", (done,)).map(drop),
            _ => Ok(()),
        }
    }

    /// Says to the bar that nothing more will come.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        match &self.progress {
            Some(progress) => progress.bind(py).call_method0("close").map(drop),
            None => Ok(()),
        }
    }

    /// The answer to a puzzle whose result has arrived.
    fn answer(&self, py: Python<'_>, index: usize) -> PyResult<Option<Py<Answer>>> {
        let mut arrived = self.arrived();
        if let Some(answer) = &arrived.answers[index] {
            return Ok(Some(answer.clone_ref(py)));
        }
        // What went wrong stays: another thread may ask before this one has gone on.
        match &arrived.waiting[index] {
            Some(Err(panic)) => return Err(InternalError::new_err(panic.clone())),
            Some(Ok(Err(error))) => return Err(unsolved(py, error)),
            Some(Ok(Ok(_))) | None => {}
        }
        let Some(Ok(Ok(solved))) = arrived.waiting[index].take() else { return Ok(None) };
        let answer = Py::new(py, Answer::new(self.puzzles[index].clone(), solved))?;
        arrived.answers[index] = Some(answer.clone_ref(py));
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
        loop {
            let index = self.arrived().next;
            if index >= self.puzzles.len() {
                self.close(py)?;
                return Ok(None);
            }
            // A puzzle that cannot be solved in the way asked for raises, and the next one follows.
            if let Some(answer) = self.answer(py, index).transpose() {
                // Several threads may share the iterator: each answer is for the first that takes it.
                if self.arrived().take(index) {
                    return answer.map(Some);
                }
                continue;
            }
            if self.receive(py).inspect_err(|_| drop(self.close(py)))? || self.arrived().has_gone_on(index) {
                continue;
            }
            self.close(py)?;
            return match self.work.cancel.is_cancelled() {
                true => Ok(None),
                false => Err(InternalError::new_err("the threads ended before their work")),
            };
        }
    }

    /// Ends the work. What is done stays in `done`.
    fn cancel(&self, py: Python<'_>) -> PyResult<()> {
        self.work.cancel.cancel();
        self.close(py)
    }

    /// The answers so far, by the index of their puzzles: also after Ctrl-C. Puzzles whose
    /// search was cut off are not among them.
    #[getter]
    fn done<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        if let Taken::Some(more) = self.take(Duration::ZERO) {
            self.tell(py, more.len())?;
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
