//! Training: the program solves boards by beam search with what it has learned so far, and learns from the length
//! of its own solutions.
//!
//! A round solves some boards, takes positions on the ways to their goals with the moves still to go, and moves the
//! weights towards those lengths by stochastic gradient steps over all recent positions. Half of the boards are random:
//! walks from the goal that are longer in each round, because lengths learned near the goal make the beams good
//! farther off, and at last drawn uniformly. The others are positions that earlier beams held: a beam seeks out what
//! is estimated too low, so that is where the estimate has to be corrected. Goals have the blank anywhere.
//!
//! Each round draws from the seed and its own number, so the same seed gives the same tables on one machine. A
//! checkpoint holds the weights and the number of the round, but not the recent positions: training resumed from
//! it goes on well, but not exactly as it would have gone on.

mod sample;
mod solve;

use std::fmt;
use std::time::Duration;

use slidewise_search::Cancel;

use super::super::super::board::check_size;
use super::super::super::shape::Shape;
use super::classes::{Classes, NONE};
use super::file::checksum;
use super::{Learned, MAX_CELLS};
use crate::random::Rng;
use sample::{Samples, random_start, walked_start};
use solve::{Position, solve_all};

/// What is to be trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainOptions {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// Decides everything that is random.
    pub seed: u64,
    /// Width of the beams that solve.
    pub width: usize,
    /// Boards solved in a round.
    pub boards: usize,
    /// Threads that solve boards.
    pub threads: usize,
}

impl TrainOptions {
    /// Sensible values for a size.
    pub fn new(rows: usize, cols: usize) -> Self {
        Self { rows, cols, seed: 1, width: 600, boards: 64, threads: 1 }
    }
}

/// Why training cannot begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrainError {
    /// There are no tables for boards of this size.
    Size {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// The checkpoint is damaged, or of another size.
    Checkpoint,
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { rows, cols } => write!(
                f,
                "no table can be trained for {rows}×{cols} boards: both sides must be 2 or more, with at most \
                 {MAX_CELLS} cells in all"
            ),
            Self::Checkpoint => write!(f, "the checkpoint is damaged or belongs to another size of board"),
        }
    }
}

impl std::error::Error for TrainError {}

/// How training stands after a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Rounds done.
    pub round: u32,
    /// Boards solved in this round, of those tried.
    pub solved: usize,
    /// Boards tried in this round.
    pub tried: usize,
    /// Mean length of the solutions of this round.
    pub mean_length: f64,
    /// Typical error on this round's positions, in moves, before anything was learned from them.
    pub error: f64,
    /// Time since training began or was resumed.
    pub elapsed: Duration,
}

/// When training ends: whichever comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Rounds in all, also those before a checkpoint. Only with these can a table be made again exactly.
    pub rounds: Option<u32>,
    /// Time; looked at after each round.
    pub time: Option<Duration>,
}

/// Training in progress.
pub struct Trainer {
    options: TrainOptions,
    round: u32,
    classes: Vec<u32>,
    weights: Vec<f32>,
    /// The weights averaged over recent rounds: steadier than the last ones, and what tables are made of.
    average: Vec<f32>,
    samples: Samples,
    /// Positions that beams held, to be solved for themselves.
    held: Vec<Position>,
    started: web_time::Instant,
}

/// What is assumed before anything is learned: solutions take this much of Manhattan distance on top of it. Without
/// it, pairs never seen would look better than those seen, and beams would run after them.
const DETOUR: f32 = 0.3;

/// The weights before training: the detour, shared among the pairs, and 2 for tiles in conflict in their line.
fn prior(classes: &Classes, rows: usize, cols: usize) -> Vec<f32> {
    let n = rows * cols;
    let shape = Shape::new(rows, cols, 0);
    let mut weights = Vec::new();
    classes.for_each(|members| {
        let pair = members[0] as usize;
        let (goal, place, other_place, other_goal) =
            (pair / n.pow(3), pair / n.pow(2) % n, pair / n % n, pair % n);
        let steps = shape.distance(goal, place) + shape.distance(other_goal, other_place);
        let conflict = in_conflict(
            [goal, place, other_goal, other_place].map(|cell| (shape.row(cell), shape.col(cell))),
        ) || in_conflict(
            [goal, place, other_goal, other_place].map(|cell| (shape.col(cell), shape.row(cell))),
        );
        let share = DETOUR * steps as f32 / (n.max(3) - 2) as f32;
        weights.push(share + if conflict { 2.0 } else { 0.0 });
    });
    weights
}

/// Whether two tiles are in the line where both belong, in the wrong order. Cells are given by line and place in
/// it: goal and place of the one, goal and place of the other.
fn in_conflict([goal, place, other_goal, other_place]: [(usize, usize); 4]) -> bool {
    let one_line = goal.0 == place.0 && goal.0 == other_goal.0 && goal.0 == other_place.0;
    one_line && (goal.1 < other_goal.1) != (place.1 < other_place.1)
}

/// How much of the average stays in a round.
const STAYS: f32 = 0.8;
/// How often each new position is learned from, on average.
const REPEATS: usize = 8;
/// How much longer the random walks of the next round are.
const GROWTH: f64 = 1.1;

impl Trainer {
    /// Training from nothing.
    pub fn new(options: TrainOptions) -> Result<Self, TrainError> {
        let TrainOptions { rows, cols, .. } = options;
        let cells = rows * cols;
        if check_size(rows, cols).is_err() || rows < 2 || cols < 2 || cells > MAX_CELLS {
            return Err(TrainError::Size { rows, cols });
        }
        let classes = Classes::new(rows, cols);
        let weights = prior(&classes, rows, cols);
        Ok(Self {
            options,
            round: 0,
            classes: classes.numbered(),
            average: weights.clone(),
            weights,
            samples: Samples::new(cells),
            held: Vec::new(),
            started: web_time::Instant::now(),
        })
    }

    /// Training from a checkpoint on.
    pub fn resume(options: TrainOptions, checkpoint: &[u8]) -> Result<Self, TrainError> {
        let mut trainer = Self::new(options)?;
        let count = trainer.weights.len();
        let size = [options.rows as u8, options.cols as u8];
        if checkpoint.len() != 14 + 4 * count {
            return Err(TrainError::Checkpoint);
        }
        let (content, sum) = checkpoint.split_at(checkpoint.len() - 8);
        if checksum(content).to_le_bytes() != sum || content[..2] != size {
            return Err(TrainError::Checkpoint);
        }
        trainer.round = u32::from_le_bytes([content[2], content[3], content[4], content[5]]);
        let floats = content[6..].chunks_exact(4).map(|c| f32::from_le_bytes([c[0], c[1], c[2], c[3]]));
        trainer.weights = floats.collect();
        trainer.average = trainer.weights.clone();
        Ok(trainer)
    }

    /// What [`Trainer::resume`] needs.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut bytes = vec![self.options.rows as u8, self.options.cols as u8];
        bytes.extend_from_slice(&self.round.to_le_bytes());
        bytes.extend(self.average.iter().flat_map(|weight| weight.to_le_bytes()));
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The table as it is now.
    pub fn table(&self) -> Learned {
        let largest = self.average.iter().fold(0.25_f32, |max, weight| max.max(weight.abs()));
        let unit = (127.0 / largest).floor().clamp(16.0, 128.0);
        let weights: Vec<i8> =
            self.average.iter().map(|w| (w * unit).round().clamp(-127.0, 127.0) as i8).collect();
        Learned::from_weights(self.options.rows, self.options.cols, unit as i32, &weights)
    }

    /// Trains until the budget is used up or `cancel` is raised. After each round `progress` is told how it stands,
    /// and may save a table or a checkpoint.
    pub fn run(&mut self, budget: Budget, cancel: &Cancel, progress: &mut dyn FnMut(&Self, &Progress)) {
        let more_rounds = |round: u32| budget.rounds.is_none_or(|rounds| round < rounds);
        let more_time = |elapsed: Duration| budget.time.is_none_or(|time| elapsed < time);
        while more_rounds(self.round) && more_time(self.started.elapsed()) && !cancel.is_cancelled() {
            let done = self.round(cancel);
            progress(self, &done);
        }
    }

    /// Solves some boards and learns from them. Stopped by `cancel`, a round learns from what it has.
    pub fn round(&mut self, cancel: &Cancel) -> Progress {
        let mut rng =
            Rng::from_seed(self.options.seed ^ u64::from(self.round).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let starts = self.starts(&mut rng);
        let table = self.table();
        let outcomes = solve_all(&table, &self.options, &starts, &mut rng, cancel);
        let (mut solved, mut moves, mut squares, mut count) = (0, 0, 0.0, 0);
        for outcome in outcomes.into_iter().flatten() {
            solved += 1;
            moves += outcome.length;
            for (position, to_go) in &outcome.on_the_way {
                let sample = self.samples.add(position, *to_go);
                let error = self.samples.target(sample) - self.predict(sample);
                squares += f64::from(error * error);
                count += 1;
            }
            self.held.extend(outcome.held);
        }
        self.learn(count * REPEATS, &mut rng);
        self.round += 1;
        Progress {
            round: self.round,
            solved,
            tried: starts.len(),
            mean_length: moves as f64 / solved.max(1) as f64,
            error: (squares / count.max(1) as f64).sqrt(),
            elapsed: self.started.elapsed(),
        }
    }

    /// Mean length of the solutions of boards that training never sees, with the table as it is now; `None` if
    /// one of them was not solved.
    pub fn evaluate(&self, boards: usize, width: usize, cancel: &Cancel) -> Option<f64> {
        // Seeds of rounds differ from this one in their low bits at most, so the streams are independent.
        let mut rng = Rng::from_seed(!self.options.seed);
        let TrainOptions { rows, cols, .. } = self.options;
        let starts: Vec<Position> = (0..boards).map(|_| random_start(rows, cols, &mut rng)).collect();
        let options = TrainOptions { width, ..self.options };
        let outcomes = solve_all(&self.table(), &options, &starts, &mut rng, cancel);
        let total: Option<usize> = outcomes.iter().map(|outcome| outcome.as_ref().map(|o| o.length)).sum();
        total.map(|total| total as f64 / boards.max(1) as f64)
    }

    /// The boards of a round.
    fn starts(&mut self, rng: &mut Rng) -> Vec<Position> {
        let TrainOptions { rows, cols, boards, .. } = self.options;
        let cells = rows * cols;
        let farthest = 2.0 * cells as f64 * GROWTH.powi(self.round as i32);
        // By then, walks are as good as random.
        let walked = farthest < (3 * cells * cells) as f64;
        let mut starts = Vec::with_capacity(boards);
        for i in 0..boards {
            if i % 2 == 1 && !self.held.is_empty() {
                starts.push(self.held.swap_remove(rng.below(self.held.len())));
            } else if walked {
                starts.push(walked_start(rows, cols, 1 + rng.below(farthest as usize), rng));
            } else {
                starts.push(random_start(rows, cols, rng));
            }
        }
        // What was not drawn by now comes from ever older tables.
        self.held.clear();
        starts
    }

    /// The correction that the weights give for a sample.
    fn predict(&self, sample: usize) -> f32 {
        let mut sum = 0.0;
        self.samples.for_each_pair(sample, |pair| {
            let class = self.classes[pair];
            if class != NONE {
                sum += self.weights[class as usize];
            }
        });
        sum
    }

    /// Gradient steps on samples drawn at random, normalised by the number of pairs.
    fn learn(&mut self, steps: usize, rng: &mut Rng) {
        let rate = (0.3 / (1.0 + self.round as f32 / 60.0)).max(0.02);
        let pairs = self.samples.pairs() as f32;
        for _ in 0..steps {
            let sample = rng.below(self.samples.len());
            let error = self.samples.target(sample) - self.predict(sample);
            let step = rate * error / pairs;
            let (classes, weights) = (&self.classes, &mut self.weights);
            self.samples.for_each_pair(sample, |pair| {
                if let Some(weight) = weights.get_mut(classes[pair] as usize) {
                    *weight += step;
                }
            });
        }
        for (average, weight) in self.average.iter_mut().zip(&self.weights) {
            *average = STAYS * *average + (1.0 - STAYS) * weight;
        }
    }
}
