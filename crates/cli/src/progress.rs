//! A line on standard error that shows that a long search is alive. Only in a terminal, and only after a second.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use slidewise_search::{Cost, Event, Observer, Stats};

use crate::units::{grouped, shown_bytes, shown_duration};

/// What the search said last.
#[derive(Clone, Default)]
struct Seen {
    /// What stands before it all: which of many searches this is.
    head: String,
    stats: Stats,
    bound: Option<Cost>,
    best: Option<Cost>,
    searching: Option<Duration>,
}

/// Tells a spinner how the search goes.
#[derive(Clone, Default)]
pub struct Progress(Arc<Mutex<Seen>>);

impl Progress {
    /// Another search begins, with this text before what is said about it.
    pub fn begin(&self, head: String) {
        *self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Seen { head, ..Seen::default() };
    }
}

impl Observer for Progress {
    fn event(&mut self, event: Event, stats: &Stats, elapsed: Duration) {
        let mut seen = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        seen.stats = *stats;
        seen.searching = Some(elapsed);
        match event {
            Event::Tick => {}
            Event::Bound(bound) => seen.bound = Some(bound),
            Event::Improved(cost) => seen.best = Some(cost),
        }
    }
}

/// Draws until it is dropped, and leaves no trace.
pub struct Spinner {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Spinner {
    /// Starts one, with the observer that feeds it. It draws nothing unless `wanted` and in a terminal.
    pub fn start(wanted: bool) -> (Self, Progress) {
        let progress = Progress::default();
        (Self::watch(&progress, wanted, Duration::from_secs(1)), progress)
    }

    /// Starts one that shows what is told to an observer, after a moment in which most searches end.
    pub fn watch(progress: &Progress, wanted: bool, moment: Duration) -> Self {
        if !wanted || !io::stderr().is_terminal() {
            return Self { stop: None, thread: None };
        }
        let seen = Arc::clone(&progress.0);
        let (stop, stopped) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let started = Instant::now();
            let mut wait = moment;
            let mut turn = 0;
            while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                let now = seen.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone();
                draw(&line(&now, started.elapsed(), turn));
                wait = Duration::from_millis(100);
                turn += 1;
            }
            if turn > 0 {
                draw("");
            }
        });
        Self { stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            // A spinner that panicked has nothing left to tidy up.
            let _ = thread.join();
        }
    }
}

/// Replaces the line. An error means that nobody looks.
fn draw(text: &str) {
    let mut stderr = io::stderr().lock();
    let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
    // A terminal writes ^C behind the line; it must not wrap.
    let text: String = text.chars().take(width.saturating_sub(3)).collect();
    let _ = write!(stderr, "\r\x1b[K{text}");
    let _ = stderr.flush();
}

const FRAMES: [char; 4] = ['|', '/', '-', '\\'];

fn line(seen: &Seen, elapsed: Duration, turn: usize) -> String {
    let frame = FRAMES[turn / 2 % FRAMES.len()];
    let mut parts = Vec::new();
    if !seen.head.is_empty() {
        parts.push(seen.head.clone());
    }
    let Some(searching) = seen.searching else {
        parts.push("preparing tables".to_string());
        return format!("{frame} {}  {}", parts.join("  "), shown_duration(elapsed));
    };
    if let Some(best) = seen.best {
        parts.push(format!("best {best}"));
    }
    if let Some(bound) = seen.bound {
        parts.push(format!("at least {bound}"));
    }
    let rate = seen.stats.expanded as f64 / searching.as_secs_f64().max(1e-3);
    parts.push(format!("{} nodes", grouped(seen.stats.expanded)));
    parts.push(format!("{}/s", grouped(rate as u64)));
    if seen.stats.peak_bytes > 0 {
        parts.push(shown_bytes(seen.stats.peak_bytes));
    }
    format!("{frame} {}  {}  (Ctrl-C stops)", parts.join("  "), shown_duration(elapsed))
}
