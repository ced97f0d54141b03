//! How a search is watched: a line on standard error that shows that a long one is alive, only in a terminal and only
//! after a second; and on request a report of every better solution and bound.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde::Serialize;
use slidewise_solve::search::{Cancel, Cost, Event, Observer, Stats};
use slidewise_solve::time_left;

use crate::units::{grouped, number, shown_bytes, shown_duration};

/// What the search said last.
#[derive(Clone, Default)]
struct Seen {
    /// What stands before it all: which of many searches this is.
    head: String,
    stats: Stats,
    bound: Option<Cost>,
    best: Option<Cost>,
    searching: Option<Duration>,
    /// Of the current iteration, how much is done and of how much, and when it began and the search was so far.
    share: Option<(u64, u64)>,
    iteration_began: Duration,
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
            Event::Bound(bound) => {
                (seen.bound, seen.share, seen.iteration_began) = (Some(bound), None, elapsed);
            }
            Event::Improved(cost) => seen.best = Some(cost),
            Event::Share { done, of } => seen.share = Some((done, of)),
            _ => {}
        }
    }
}

/// Whether and how improvements are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reports {
    /// Not at all.
    None,
    /// A line of text each, on standard error.
    Text,
    /// A line of JSON each, on standard output.
    Json,
}

impl Reports {
    /// What the options ask for.
    pub fn wanted(progress: bool, json: bool) -> Self {
        match (progress, json) {
            (false, _) => Self::None,
            (true, false) => Self::Text,
            (true, true) => Self::Json,
        }
    }
}

/// What is told of an event with `--json --progress`.
#[derive(Serialize)]
struct Report {
    /// `improved` or `bound`.
    event: &'static str,
    /// The place of the puzzle among all, from 1.
    index: usize,
    /// The cost of the best solution so far; null before the first.
    cost: Option<Cost>,
    /// No solution costs less; null if nothing is proven yet.
    lower_bound: Option<Cost>,
    expanded: u64,
    seconds: f64,
}

/// Feeds a spinner, and reports what is found.
pub struct Reporter<'o, W: Write> {
    progress: Progress,
    reports: Reports,
    index: usize,
    out: &'o mut W,
    cancel: &'o Cancel,
    cost: Option<Cost>,
    bound: Option<Cost>,
    failed: Option<io::Error>,
}

impl<'o, W: Write> Reporter<'o, W> {
    /// Reports on the search of the puzzle with this number; raises `cancel` when nobody reads the reports any more.
    pub fn new(
        progress: Progress,
        reports: Reports,
        index: usize,
        out: &'o mut W,
        cancel: &'o Cancel,
    ) -> Self {
        Self { progress, reports, index, out, cancel, cost: None, bound: None, failed: None }
    }

    /// What went wrong with the reports.
    pub fn end(self) -> io::Result<()> {
        self.failed.map_or(Ok(()), Err)
    }

    fn report(&mut self, event: &'static str, stats: &Stats, elapsed: Duration) -> io::Result<()> {
        let (cost, lower_bound) = (self.cost, self.bound);
        if self.reports == Reports::Json {
            let (expanded, seconds) = (stats.expanded, elapsed.as_secs_f64());
            let report = Report { event, index: self.index, cost, lower_bound, expanded, seconds };
            writeln!(self.out, "{}", serde_json::to_string(&report)?)?;
            return self.out.flush();
        }
        let best = cost.map(|cost| format!("best {cost}"));
        let bound = lower_bound.map(|bound| format!("at least {bound}"));
        let parts: Vec<String> = best.into_iter().chain(bound).collect();
        let nodes = number(stats.expanded as usize, "node");
        writeln!(io::stderr(), "{:>9}  {}  ({nodes})", shown_duration(elapsed), parts.join(", "))
    }
}

impl<W: Write + Send> Observer for Reporter<'_, W> {
    fn event(&mut self, event: Event, stats: &Stats, elapsed: Duration) {
        self.progress.event(event, stats, elapsed);
        let name = match event {
            Event::Bound(bound) if self.bound.is_some_and(|before| before >= bound) => return,
            Event::Bound(bound) => {
                self.bound = Some(bound);
                "bound"
            }
            Event::Improved(cost) => {
                self.cost = Some(cost);
                "improved"
            }
            _ => return,
        };
        if self.reports != Reports::None
            && let Err(error) = self.report(name, stats, elapsed)
        {
            self.failed = Some(error);
            self.cancel.cancel();
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
    if let Some((done, of)) = seen.share {
        let left = time_left(done, of, searching.saturating_sub(seen.iteration_began));
        parts.extend(left.map(|left| format!("{} % of it done, {left} left", done * 100 / of.max(1))));
    }
    let rate = seen.stats.expanded as f64 / searching.as_secs_f64().max(1e-3);
    parts.push(number(seen.stats.expanded as usize, "node"));
    parts.push(format!("{}/s", grouped(rate as u64)));
    if seen.stats.peak_bytes > 0 {
        parts.push(shown_bytes(seen.stats.peak_bytes));
    }
    format!("{frame} {}  {}  (Ctrl-C stops)", parts.join("  "), shown_duration(elapsed))
}
