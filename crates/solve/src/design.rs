//! Designing puzzles: sets of pieces on a board, and for each the hardest start. A kind that can do it makes a
//! [`Designer`]; its jobs are independent of each other, so they run on all cores and can be gone on with later.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use serde::{Deserialize, Serialize};
use slidewise_search::Cancel;

use crate::metric::Metric;

/// What is to be designed on the board of a puzzle.
#[derive(Clone, Debug)]
pub struct Designing {
    /// Shapes of pieces that may be added to those that the goal names, in rows and columns. If there are none, the
    /// pieces are those of the puzzle.
    pub shapes: Vec<(usize, usize)>,
    /// How many pieces may be added: at least and at most.
    pub pieces: (usize, usize),
    /// How many cells may stay empty: at least and at most.
    pub empty: (usize, usize),
    /// So many sets and placements drawn by chance, instead of all.
    pub samples: Option<u64>,
    /// Decides what is drawn.
    pub seed: u64,
    /// Whether every place of the piece that the goal names may be its goal.
    pub any_goal: bool,
    /// What counts as a move; each of them is looked at by itself.
    pub metrics: Vec<Metric>,
}

/// What a job may use.
#[derive(Clone, Debug)]
pub struct JobLimits {
    /// Ends it.
    pub cancel: Cancel,
    /// Bytes that it may occupy.
    pub memory: u64,
}

/// What came of one job: a set of pieces, or some samples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Designed {
    /// The number of the job.
    pub job: u64,
    /// The pieces that were added, or how many samples there were: `2x1*4 1x1*4`.
    pub set: String,
    /// Placements looked at.
    pub placements: u64,
    /// The same up to mirror images.
    pub up_to_mirror: u64,
    /// Parts into which moves divide all placements; null for samples.
    pub parts: Option<u64>,
    /// Why not all were looked at, if so.
    pub unfinished: Option<String>,
    /// The hardest starts in each metric; none where no start can be solved.
    pub hardest: Vec<HardestIn>,
}

/// Why a set, or a sample, was not looked at as a whole where memory ended it.
pub(crate) const OUT_OF_MEMORY: &str = "more placements than the memory holds";

impl Designed {
    /// Whether it would be finished with more memory.
    pub fn needs_memory(&self) -> bool {
        self.unfinished.as_ref().is_some_and(|why| why.contains(OUT_OF_MEMORY))
    }
}

/// The hardest starts in a metric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HardestIn {
    /// The metric.
    pub metric: String,
    /// The length of their shortest solution.
    pub length: u64,
    /// How many there are; of samples, in the part of the space where it was found.
    pub count: u64,
    /// The same up to mirror images.
    pub up_to_mirror: u64,
    /// Placements from which there is a solution.
    pub solvable: u64,
    /// One of the hardest, as a text.
    pub start: String,
}

/// Designs, job by job.
pub trait Designer: Send + Sync {
    /// How many jobs there are.
    fn jobs(&self) -> u64;
    /// Does one; `None` if it was ended.
    fn job(&self, job: u64, limits: &JobLimits) -> Option<Designed>;
}

/// Does jobs on so many threads, and hands over what comes of each as it is done. What was ended is not handed over.
pub fn design(
    designer: &dyn Designer,
    jobs: &[u64],
    threads: usize,
    limits: &JobLimits,
    mut done: impl FnMut(Designed),
) {
    let threads = threads.clamp(1, jobs.len().max(1));
    let limits = JobLimits { cancel: limits.cancel.clone(), memory: limits.memory / threads as u64 };
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (sender, next, limits) = (sender.clone(), &next, &limits);
            scope.spawn(move || {
                while let Some(&job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if limits.cancel.is_cancelled() {
                        return;
                    }
                    let Some(designed) = designer.job(job, limits) else { return };
                    // Nobody listens any more only when this very function is left.
                    let _ = sender.send(designed);
                }
            });
        }
        drop(sender);
        receiver.iter().for_each(&mut done);
    });
}
