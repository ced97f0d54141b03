//! Searches in the background. Each runs on a thread of its own, so that the interface never waits; what comes out is
//! fetched between two frames. A search that nobody waits for any more is cancelled.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use slidewise_solve::advice::{Advised, advise};
use slidewise_solve::search::{Cancel, Limits};
use slidewise_solve::{AnyPuzzle, Solver, Watch, machine};

/// The number of a question, so that a late answer is not taken for another's.
pub type Job = u64;

/// A question: how is this puzzle solved?
#[derive(Clone, Debug)]
pub struct Question {
    /// Its number.
    pub job: Job,
    /// The puzzle.
    pub puzzle: AnyPuzzle,
    /// How long to look for something better, where that could go on without end.
    pub patience: Duration,
}

/// No two questions have the same number.
impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        self.job == other.job
    }
}

/// Asks a solver.
pub struct Worker {
    solver: Arc<Solver>,
    running: HashMap<Job, Cancel>,
    sender: Sender<(Job, Advised)>,
    answers: Receiver<(Job, Advised)>,
}

impl Worker {
    /// A worker with nothing to do.
    pub fn new() -> Self {
        let (sender, answers) = channel();
        let solver = Arc::new(Solver::new().keeping_small_tables().spilling_to(std::env::temp_dir()));
        Self { solver, running: HashMap::new(), sender, answers }
    }

    /// Starts to look for an answer.
    pub fn ask(&mut self, question: Question) {
        let cancel = Cancel::default();
        self.running.insert(question.job, cancel.clone());
        let (solver, sender) = (Arc::clone(&self.solver), self.sender.clone());
        thread::spawn(move || {
            let memory = machine::free_memory().map(|free| free / 4 * 3);
            let limits = Limits { memory, ..Limits::default() };
            let watch = Watch { limits, cancel, observer: &mut () };
            let work = || advise(&solver, &*question.puzzle, question.patience, watch);
            let advised = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
                Advised::Impossible("the search failed: please report this as a bug".to_string())
            });
            // Nobody listens any more when the program ends.
            let _ = sender.send((question.job, advised));
        });
    }

    /// Stops a search; its answer is dropped.
    pub fn cancel(&mut self, job: Job) {
        if let Some(cancel) = self.running.remove(&job) {
            cancel.cancel();
        }
    }

    /// The next answer that has come and that somebody waits for.
    pub fn answer(&mut self) -> Option<(Job, Advised)> {
        self.answers.try_iter().find(|(job, _)| self.running.remove(job).is_some())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.running.values().for_each(Cancel::cancel);
    }
}

#[cfg(test)]
mod tests {
    use slidewise_solve::{Reading, read_one};

    use super::*;

    fn puzzle(text: &str) -> AnyPuzzle {
        read_one(text, &Reading::default()).unwrap().puzzle
    }

    #[test]
    fn answers_come_and_cancelled_ones_do_not() {
        let mut worker = Worker::new();
        // Nothing this hard ends within the time of a test.
        let hard = puzzle("24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 1 2 0");
        worker.ask(Question { job: 1, puzzle: hard, patience: Duration::from_secs(3600) });
        worker.ask(Question { job: 2, puzzle: puzzle("1 2 3/4 5 6/0 7 8"), patience: Duration::ZERO });
        worker.cancel(1);
        let mut seen = Vec::new();
        for _ in 0..6000 {
            seen.extend(worker.answer());
            if !seen.is_empty() {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        assert!(matches!(&seen[..], [(2, Advised::Way(advice))] if advice.cost == 2), "{seen:?}");
    }
}
