//! What all calls have in common: the solver with its tables, and what memory there is.

use std::env;
use std::process;
use std::sync::{Arc, Mutex, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use slidewise_solve::{Solver, machine};

/// The solver, and the process that made it.
static SOLVER: Mutex<Option<(u32, Arc<Solver>)>> = Mutex::new(None);

/// The solver of this process. Tables are opened once and serve all calls and threads. A forked process makes its own:
/// another thread may have been at work on a table when it was copied.
pub fn solver() -> Arc<Solver> {
    let new = || Arc::new(Solver::new().keeping_small_tables().spilling_to(env::temp_dir()));
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
        let solver = new();
        *known = Some((process::id(), Arc::clone(&solver)));
        return solver;
    }
    // It was held by another thread when the process was forked, for which nobody lets go of it.
    new()
}

/// It is held for as long as it takes to copy a pointer.
const MOMENT: Duration = Duration::from_micros(100);
const PATIENCE: u32 = 1000;

/// How long what is free counts as free: to ask the system takes as long as a small puzzle.
const KNOWN_FOR: Duration = Duration::from_secs(1);

static FREE: Mutex<Option<(Instant, Option<u64>)>> = Mutex::new(None);

/// Three quarters of the memory that is free: what a search may use if nothing else is said.
pub fn memory() -> Option<u64> {
    let ask = || machine::free_memory().map(|free| free / 4 * 3);
    let Ok(mut known) = FREE.try_lock() else { return ask() };
    match *known {
        Some((at, memory)) if at.elapsed() < KNOWN_FOR => memory,
        _ => {
            let memory = ask();
            *known = Some((Instant::now(), memory));
            memory
        }
    }
}
