//! Results on their way from the threads that find them to the one that wants them.
//!
//! To wake a thread takes about as long as to solve an 8-puzzle. So the one that waits is woken when results come
//! seldom, and now and then when they come thick and fast; it takes all that are there.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Results within so short a time of each other are handed over together.
const GATHERED: Duration = Duration::from_millis(1);

/// What is on its way.
pub struct Handover<T> {
    queue: Mutex<Queue<T>>,
    is_worth_a_look: Condvar,
}

struct Queue<T> {
    results: Vec<T>,
    givers: usize,
    last_woken: Option<Instant>,
}

/// What was there to take.
pub enum Taken<T> {
    /// These.
    Some(Vec<T>),
    /// Nothing yet.
    Nothing,
    /// Nothing, and nothing more will come.
    End,
}

impl<T> Handover<T> {
    /// From so many threads, each of which has to [end](Self::end).
    pub fn new(givers: usize) -> Self {
        let queue = Queue { results: Vec::new(), givers, last_woken: None };
        Self { queue: Mutex::new(queue), is_worth_a_look: Condvar::new() }
    }

    fn queue(&self) -> MutexGuard<'_, Queue<T>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a result.
    pub fn give(&self, result: T) {
        let mut queue = self.queue();
        queue.results.push(result);
        let now = Instant::now();
        if queue.last_woken.is_none_or(|last| now - last >= GATHERED) {
            queue.last_woken = Some(now);
            drop(queue);
            self.is_worth_a_look.notify_one();
        }
    }

    /// A thread gives no more.
    pub fn end(&self) {
        self.queue().givers -= 1;
        self.is_worth_a_look.notify_one();
    }

    /// All results that are there. If there are none, it waits for one, but no longer than it is told.
    pub fn take(&self, within: Duration) -> Taken<T> {
        let is_empty = |queue: &mut Queue<T>| queue.results.is_empty() && queue.givers > 0;
        let waited = self.is_worth_a_look.wait_timeout_while(self.queue(), within, is_empty);
        let (mut queue, _) = waited.unwrap_or_else(PoisonError::into_inner);
        match (queue.results.is_empty(), queue.givers) {
            (false, _) => Taken::Some(std::mem::take(&mut queue.results)),
            (true, 0) => Taken::End,
            (true, _) => Taken::Nothing,
        }
    }
}
