//! What all calls have in common: the solver with its tables, and what memory there is.

use std::env;
use std::process;
use std::sync::{Arc, Mutex, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::PyResult;
use pyo3::exceptions::PyMemoryError;
use slidewise_solve::{Solver, machine};

/// The solver, and the process that made it.
static SOLVER: Mutex<Option<(u32, Arc<Solver>)>> = Mutex::new(None);

/// The solver of this process. Tables are opened once and serve all calls and threads. A forked process makes its own:
/// another thread may have been at work on a table when it was copied.
pub fn solver() -> Arc<Solver> {
    for _ in 0..PATIENCE {
        let mut known = match SOLVER.try_lock() {
            Ok(known) => known,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                thread::sleep(MOMENT);
                continue;
            }
        };
        if let Some((process, solver)) = &*known
            && *process == process::id()
        {
            return Arc::clone(solver);
        }
        let solver = Arc::new(new_solver());
        *known = Some((process::id(), Arc::clone(&solver)));
        return solver;
    }
    // It was held by another thread when the process was forked, for which nobody lets go of it.
    Arc::new(new_solver())
}

/// A solver without any tables yet.
pub fn new_solver() -> Solver {
    Solver::new().keeping_small_tables().spilling_to(env::temp_dir())
}

/// It is held for as long as it takes to copy a pointer.
const MOMENT: Duration = Duration::from_micros(100);
const PATIENCE: u32 = 1000;

/// Refuses what would not fit into the memory that is free: to ask the system for it could end the process.
pub fn check_room(items: usize, bytes_each: usize) -> PyResult<()> {
    let bytes = items.checked_mul(bytes_each).and_then(|bytes| u64::try_from(bytes).ok());
    match (bytes, memory().share) {
        (None, _) => Err(PyMemoryError::new_err("more than there can be memory for")),
        (Some(bytes), Some(free)) if bytes > free => {
            let message = format!("{} MiB are needed, {} MiB are free", bytes >> 20, free >> 20);
            Err(PyMemoryError::new_err(message))
        }
        _ => Ok(()),
    }
}

/// How long what is free counts as free: to ask the system takes as long as a small puzzle.
const KNOWN_FOR: Duration = Duration::from_secs(1);

/// What memory there is.
#[derive(Clone, Copy, Default)]
pub struct Memory {
    /// Three quarters of what is free: what a search may take if nothing else is said.
    pub share: Option<u64>,
    /// What the process may occupy then in all.
    pub most: Option<u64>,
}

static MEMORY: Mutex<Option<(Instant, Memory)>> = Mutex::new(None);

/// What memory there is, as it was a moment ago.
pub fn memory() -> Memory {
    let ask = || {
        let share = machine::free_memory().map(|free| free / 4 * 3);
        Memory { share, most: share.map(beyond) }
    };
    let Ok(mut known) = MEMORY.try_lock() else { return ask() };
    match *known {
        Some((at, memory)) if at.elapsed() < KNOWN_FOR => memory,
        _ => {
            let memory = ask();
            *known = Some((Instant::now(), memory));
            memory
        }
    }
}

/// What the process occupies, and so many bytes more. The library's limits are on all of a process, but a process of
/// Python has much in its memory that is none of a search's business.
pub fn beyond(bytes: u64) -> u64 {
    machine::resident().unwrap_or(0).saturating_add(bytes)
}
