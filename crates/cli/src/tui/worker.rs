//! Searches in the background. Each runs on a thread of its own, so that the interface never waits; what comes out is
//! fetched between two frames. A search that nobody waits for any more is cancelled.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use slidewise_solve::advice::{Advised, advise, is_endless};
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

/// An answer, which may be followed by a better one.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The question that it answers.
    pub job: Job,
    /// What was found.
    pub advised: Advised,
    /// Whether no other follows.
    pub is_last: bool,
}

/// How long a first answer may take where a search could go on without end.
const AT_ONCE: Duration = Duration::from_millis(100);

/// Whether no search could say more.
fn is_settled(advised: &Advised) -> bool {
    match advised {
        Advised::Way(advice) => advice.is_optimal(),
        Advised::Unsolvable | Advised::Impossible(_) => true,
        Advised::Stopped(_) => false,
    }
}

/// Asks a solver.
pub struct Worker {
    solver: Arc<Solver>,
    running: HashMap<Job, Cancel>,
    sender: Sender<Reply>,
    answers: Receiver<Reply>,
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
            let Question { job, puzzle, patience } = question;
            let memory = machine::free_memory().map(|free| free / 4 * 3);
            let limits = Limits { memory, ..Limits::default() };
            let find = |patience| {
                let watch = Watch { limits, cancel: cancel.clone(), observer: &mut () };
                let work = || advise(&solver, &*puzzle, patience, watch);
                catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
                    Advised::Impossible("the search failed: please report this as a bug".to_string())
                })
            };
            let is_quick = patience > AT_ONCE && is_endless(&solver, &*puzzle);
            let first = is_quick.then(|| find(AT_ONCE));
            // Nobody listens any more when the program ends.
            match first {
                Some(advised) if is_settled(&advised) => {
                    let _ = sender.send(Reply { job, advised, is_last: true });
                    return;
                }
                Some(advised) => {
                    let _ = sender.send(Reply { job, advised, is_last: false });
                }
                None => {}
            }
            let _ = sender.send(Reply { job, advised: find(patience), is_last: true });
        });
    }

    /// Stops a search; its answer is dropped.
    pub fn cancel(&mut self, job: Job) {
        if let Some(cancel) = self.running.remove(&job) {
            cancel.cancel();
        }
    }

    /// The next answer that has come and that somebody waits for.
    pub fn answer(&mut self) -> Option<Reply> {
        let reply = self.answers.try_iter().find(|reply| self.running.contains_key(&reply.job))?;
        if reply.is_last {
            self.running.remove(&reply.job);
        }
        Some(reply)
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
        assert!(
            matches!(&seen[..], [Reply { job: 2, advised: Advised::Way(advice), is_last: true }] if advice.cost == 2),
            "{seen:?}"
        );
    }

    /// A large board: a way at once, a better one later, under the same number.
    #[test]
    fn a_first_answer_does_not_wait_for_the_best() {
        let mut worker = Worker::new();
        let hard = puzzle("24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 0");
        worker.ask(Question { job: 1, puzzle: hard, patience: Duration::from_millis(400) });
        let mut seen: Vec<Reply> = Vec::new();
        while seen.last().is_none_or(|reply| !reply.is_last) {
            seen.extend(worker.answer());
            thread::sleep(Duration::from_millis(5));
        }
        let [first, last] = &seen[..] else { panic!("{seen:?}") };
        let (Advised::Way(a), Advised::Way(b)) = (&first.advised, &last.advised) else { panic!("{seen:?}") };
        assert!(!first.is_last && b.cost <= a.cost, "{} and {}", a.cost, b.cost);
        assert_eq!(worker.answer(), None);
    }
}
