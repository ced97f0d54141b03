//! What a caller is told while a search goes on: how many positions were looked at, for a bar.

use std::time::Duration;

use pyo3::prelude::*;
use slidewise_solve::search::{Event, Observer, Stats};

/// How often it is told at most: oftener than anybody looks would only hold up the search.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// Calls a function with the number of positions.
pub struct Told {
    progress: Option<Py<PyAny>>,
    next: Duration,
}

impl Told {
    /// Nothing is told without a function.
    pub fn by(progress: Option<Py<PyAny>>) -> Self {
        Self { progress, next: Duration::ZERO }
    }
}

impl Observer for Told {
    fn event(&mut self, _: Event, stats: &Stats, elapsed: Duration) {
        let Some(progress) = self.progress.as_ref().filter(|_| elapsed >= self.next) else { return };
        self.next = elapsed + TELL_EVERY;
        // What a progress bar raises is no reason to lose a search.
        Python::attach(|py| progress.bind(py).call1((stats.expanded,)).map(drop).unwrap_or(()));
    }

    fn listens(&self) -> bool {
        self.progress.is_some()
    }
}
