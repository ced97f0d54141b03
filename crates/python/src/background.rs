//! Long work on a thread of its own, so that the calling thread can look for Ctrl-C in the meantime. The interpreter is
//! free for other threads while it waits.
//!
//! A thread is kept for the next call, because to start one takes longer than to solve an 8-puzzle. A forked process
//! has none of its parent's threads: threads know the process that they belong to. The list of idle threads is never
//! waited for, since a fork may have copied it while another thread held it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use slidewise_solve::search::{Cancel, Event, Observer, Stats};

use crate::error::InternalError;

/// How often signals are looked for.
const LOOK_EVERY: Duration = Duration::from_millis(30);
/// How long work that was told to stop is waited for. It is left alone then, and ends when it notices.
const GRACE: Duration = Duration::from_secs(2);
/// Threads that are kept at most.
const KEPT: usize = 8;

type Job = Box<dyn FnOnce() + Send>;

struct Worker {
    process: u32,
    jobs: Sender<Job>,
}

static IDLE: Mutex<Vec<Worker>> = Mutex::new(Vec::new());

impl Worker {
    fn idle() -> Option<Self> {
        let mut idle = IDLE.try_lock().ok()?;
        if idle.last().is_some_and(|worker| worker.process != process::id()) {
            // They are gone, and were copied in an unknown state: to drop them could wait for them for ever.
            std::mem::forget(std::mem::take(&mut *idle));
        }
        idle.pop()
    }

    fn new() -> std::io::Result<Self> {
        let (jobs, next) = channel::<Job>();
        let work = move || next.into_iter().for_each(|job| job());
        thread::Builder::new().name("slidewise".into()).spawn(work)?;
        Ok(Self { process: process::id(), jobs })
    }

    fn keep(self) {
        if let Ok(mut idle) = IDLE.try_lock()
            && idle.len() < KEPT
        {
            idle.push(self);
        }
    }
}

/// Does work that tells how it goes on this thread, and looks for signals when it tells. Only for work that tells
/// often: it saves the way to another thread and back, which takes longer than a small puzzle.
pub fn run_here<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce(&mut dyn Observer) -> T + Send,
) -> PyResult<T> {
    let (mut interrupt, mut next_look) = (None, LOOK_EVERY);
    let mut observer = |_: Event, _: &Stats, elapsed: Duration| {
        if elapsed >= next_look {
            next_look = elapsed + LOOK_EVERY;
            if let Err(error) = Python::attach(|py| py.check_signals()) {
                cancel.cancel();
                interrupt.get_or_insert(error);
            }
        }
    };
    let value = py.detach(|| caught(|| work(&mut observer)));
    interrupt.map_or(value, Err)
}

/// Does work, and raises what a signal handler raises (`KeyboardInterrupt`) as soon as the work has been told to stop.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    match run_to_end(py, cancel, work)? {
        (_, Some(interrupt)) => Err(interrupt),
        (value, None) => Ok(value),
    }
}

/// The same for work that has something to show when it is told to stop: what it has, and what was raised.
pub fn run_to_end<T: Send + 'static>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<(T, Option<PyErr>)> {
    let worker = match Worker::idle() {
        Some(worker) => worker,
        None => Worker::new()?,
    };
    let (done, result) = channel();
    let job = move || {
        // Nobody may be there any more to be told.
        let _ = done.send(catch_unwind(AssertUnwindSafe(work)));
    };
    if worker.jobs.send(Box::new(job)).is_err() {
        return Err(InternalError::new_err("a thread ended by itself"));
    }
    let (outcome, interrupt) = wait(py, cancel, &Mutex::new(result))?;
    worker.keep();
    let value = outcome.map_err(|panic| InternalError::new_err(told(&*panic)))?;
    Ok((value, interrupt))
}

/// Waits for a result while it looks for signals; one that raises ends the work first.
fn wait<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    result: &Mutex<Receiver<T>>,
) -> PyResult<(T, Option<PyErr>)> {
    let within = |time: Duration| result.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(time);
    loop {
        match py.detach(|| within(LOOK_EVERY)) {
            Ok(value) => return Ok((value, None)),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(InternalError::new_err("a thread ended without a result"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(interrupt) = py.check_signals() {
            cancel.cancel();
            return match py.detach(|| within(GRACE)) {
                Ok(value) => Ok((value, Some(interrupt))),
                Err(_) => Err(interrupt),
            };
        }
    }
}

/// Does a short piece of work here. A panic of ours is an exception like others, not one that `except Exception` lets
/// pass.
pub fn caught<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| InternalError::new_err(told(&*panic)))
}

/// What a panic says.
pub fn told(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    format!("{text}: a mistake of slidewise itself, please report it")
}
