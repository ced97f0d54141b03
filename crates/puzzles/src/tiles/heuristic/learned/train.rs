//! Training: the program solves boards by beam search with what it has learned so far, and learns from the length
//! of its own solutions.
//!
//! A round solves some boards, takes positions on the ways to their goals with the moves still to go, and moves the
//! weights (`weights`) towards those lengths by stochastic gradient steps over all recent positions. Half of the boards
//! are random: walks from the goal that grow longer, because lengths learned near the goal make the beams good
//! farther off, and at last drawn uniformly. The others are positions that earlier beams held: a beam seeks out what
//! is estimated too low, so that is where the estimate has to be corrected. Goals have the blank anywhere.
//!
//! A table serves every goal, so every part of a solution teaches as well: how long it takes from one position of it to
//! another. Short parts are nearer to the shortest way than whole solutions are.
//!
//! What makes a table good is the number of boards, each learned from once or twice: a table has so many
//! weights that it would soon know the boards by heart. Beams must not be too narrow: width 100 teaches how
//! badly it solves (figures: data/learned).
//!
//! Each round draws from the seed and its own number, so the same seed gives the same tables on one machine. A
//! checkpoint holds the corrections and the number of the round, but not the recent positions: training resumed from
//! it goes on well, but not exactly as it would have gone on.

mod options;
mod sample;
mod solve;
mod weights;

use slidewise_search::Cancel;

use super::super::super::board::check_size;
use super::file::checksum;
use super::{Learned, MAX_CELLS};
use crate::random::Rng;
use sample::{Samples, random_start, walked_start};
use solve::{Position, solve_all};
use weights::Weights;

pub use options::{Budget, Progress, TrainError, TrainOptions};

/// Training in progress.
pub struct Trainer {
    options: TrainOptions,
    round: u32,
    /// Boards that the table to begin with counts for.
    earlier: u32,
    weights: Weights,
    /// The corrections averaged over rounds: steadier than the last ones, and what tables are made of.
    average: Vec<f32>,
    samples: Samples,
    /// Positions that beams held, to be solved for themselves.
    held: Vec<Position>,
    started: web_time::Instant,
}

/// Rounds that the average is taken over unless said otherwise; and what a table to begin with counts for in it.
const AVERAGED: f32 = 5.0;
/// How often each new position is learned from, on average.
const REPEATS: usize = 2;
/// How much longer random walks become with so many boards.
const GROWTH: f64 = 1.2;
const GROWS_EVERY: usize = 200;
/// How much of an error is taken away at first, and the number of boards after which it is 1/√2 of that, and so on.
const RATE: f32 = 0.05;
const RATE_BOARDS: f32 = 5000.0;
/// A table to begin with counts for so many boards: it knows boards drawn uniformly, and is to be changed
/// little by each.
const EARLIER: u32 = 30_000;
/// Of so many random boards, one is a walk even when all could be drawn uniformly: what is near the goal is not to be
/// forgotten.
const WALK_EVERY: usize = 4;

impl Trainer {
    /// Training from nothing.
    pub fn new(options: TrainOptions) -> Result<Self, TrainError> {
        let TrainOptions { rows, cols, .. } = options;
        let cells = rows * cols;
        if check_size(rows, cols).is_err() || rows < 2 || cols < 2 || cells > MAX_CELLS {
            return Err(TrainError::Size { rows, cols });
        }
        let weights = Weights::new(rows, cols);
        Ok(Self {
            options,
            round: 0,
            earlier: 0,
            average: weights.corrections(),
            weights,
            samples: Samples::new(cells),
            held: Vec::new(),
            started: web_time::Instant::now(),
        })
    }

    /// Training from tables on that are for the same boards or smaller ones: from their mean. They err in
    /// different ways, so that is often better than each of them; without any, it is training from nothing.
    pub fn from_tables(options: TrainOptions, tables: &[Learned]) -> Result<Self, TrainError> {
        let mut trainer = Self::new(options)?;
        let mut mean = vec![0.0; trainer.average.len()];
        for table in tables {
            let (rows, cols) = table.size();
            if rows > options.rows || cols > options.cols {
                return Err(TrainError::Larger { rows, cols });
            }
            let table = table.stretched(options.rows, options.cols);
            let correction = |w: i8| f32::from(w) / table.unit as f32;
            mean.iter_mut().zip(table.weights()).for_each(|(mean, w)| *mean += correction(w));
        }
        if !tables.is_empty() {
            mean.iter_mut().for_each(|sum| *sum /= tables.len() as f32);
            trainer.earlier = EARLIER;
            trainer.begin_with(mean);
        }
        Ok(trainer)
    }

    /// Training from a checkpoint on.
    pub fn resume(options: TrainOptions, checkpoint: &[u8]) -> Result<Self, TrainError> {
        let mut trainer = Self::new(options)?;
        let count = trainer.average.len();
        let size = [options.rows as u8, options.cols as u8];
        if checkpoint.len() != 18 + 4 * count {
            return Err(TrainError::Checkpoint);
        }
        let (content, sum) = checkpoint.split_at(checkpoint.len() - 8);
        if checksum(content).to_le_bytes() != sum || content[..2] != size {
            return Err(TrainError::Checkpoint);
        }
        let word = |c: &[u8]| [c[0], c[1], c[2], c[3]];
        trainer.round = u32::from_le_bytes(word(&content[2..]));
        trainer.earlier = u32::from_le_bytes(word(&content[6..]));
        trainer.begin_with(content[10..].chunks_exact(4).map(|c| f32::from_le_bytes(word(c))).collect());
        Ok(trainer)
    }

    fn begin_with(&mut self, corrections: Vec<f32>) {
        self.weights.begin_with(&corrections);
        self.average = corrections;
    }

    /// What [`Trainer::resume`] needs.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut bytes = vec![self.options.rows as u8, self.options.cols as u8];
        bytes.extend_from_slice(&self.round.to_le_bytes());
        bytes.extend_from_slice(&self.earlier.to_le_bytes());
        bytes.extend(self.average.iter().flat_map(|weight| weight.to_le_bytes()));
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The table as it is now.
    pub fn table(&self) -> Learned {
        let largest = self.average.iter().fold(0.25_f32, |max, weight| max.max(weight.abs()));
        let unit = (127.0 / largest).floor().clamp(32.0, 128.0);
        let weights: Vec<i8> =
            self.average.iter().map(|w| (w * unit).round().clamp(-127.0, 127.0) as i8).collect();
        let TrainOptions { rows, cols, .. } = self.options;
        // The classes are at hand here: to find them anew, as for a file, takes longer.
        let weight = |&class: &u32| weights.get(class as usize).copied().unwrap_or(0);
        Learned { rows, cols, unit: unit as i32, table: self.weights.classes().iter().map(weight).collect() }
    }

    /// Trains until the budget is used up or `cancel` is raised. After each round `progress` is told how it stands,
    /// and may save a table or a checkpoint.
    pub fn run(&mut self, budget: Budget, cancel: &Cancel, progress: &mut dyn FnMut(&Self, &Progress)) {
        let more_rounds = |round: u32| budget.rounds.is_none_or(|rounds| round < rounds);
        while more_rounds(self.round)
            && budget.time.is_none_or(|time| self.started.elapsed() < time)
            && !cancel.is_cancelled()
        {
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
        let (mut solved, mut moves, mut squares, mut count, mut parts) = (0, 0, 0.0, 0, 0);
        for outcome in outcomes.into_iter().flatten() {
            solved += 1;
            moves += outcome.length;
            for (position, to_go) in &outcome.on_the_way {
                let sample = self.samples.add(position, *to_go);
                let error = self.samples.target(sample) - self.weights.predict(&self.samples, sample);
                squares += f64::from(error * error);
                count += 1;
            }
            parts += outcome.parts.len();
            for (position, to_go) in &outcome.parts {
                self.samples.add(position, *to_go);
            }
            self.held.extend(outcome.held);
        }
        self.learn((count + parts) * REPEATS, &mut rng);
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

    /// Mean length of the solutions of boards that training never sees, with a table that came of it; `None`
    /// if one of them was not solved.
    pub fn evaluate(&self, table: &Learned, boards: usize, width: usize, cancel: &Cancel) -> Option<f64> {
        // Seeds of rounds differ from this one in their low bits at most, so the streams are independent.
        let mut rng = Rng::from_seed(!self.options.seed);
        let TrainOptions { rows, cols, .. } = self.options;
        let starts: Vec<Position> = (0..boards).map(|_| random_start(rows, cols, &mut rng)).collect();
        let options = TrainOptions { width, ..self.options };
        let outcomes = solve_all(table, &options, &starts, &mut rng, cancel);
        let total: Option<usize> = outcomes.iter().map(|outcome| outcome.as_ref().map(|o| o.length)).sum();
        total.map(|total| total as f64 / boards.max(1) as f64)
    }

    /// Boards of the rounds so far, and those that the table to begin with counts for.
    fn boards_before(&self) -> usize {
        self.earlier as usize + self.round as usize * self.options.boards
    }

    /// The boards of a round.
    fn starts(&mut self, rng: &mut Rng) -> Vec<Position> {
        let TrainOptions { rows, cols, boards, .. } = self.options;
        let cells = rows * cols;
        // By then, walks are as good as random.
        let random = (3 * cells * cells) as f64;
        let growth = GROWTH.powi((self.boards_before() / GROWS_EVERY).min(1000) as i32);
        let farthest = 2.0 * cells as f64 * growth;
        let mut starts = Vec::with_capacity(boards);
        for i in 0..boards {
            if i % 2 == 1 && !self.held.is_empty() {
                starts.push(self.held.swap_remove(rng.below(self.held.len())));
            } else if farthest < random || i / 2 % WALK_EVERY == 0 {
                let steps = farthest.min((cells * cells) as f64) as usize;
                starts.push(walked_start(rows, cols, 1 + rng.below(steps), rng));
            } else {
                starts.push(random_start(rows, cols, rng));
            }
        }
        // What was not drawn by now comes from ever older tables.
        self.held.clear();
        starts
    }

    /// Steps on samples drawn at random.
    fn learn(&mut self, steps: usize, rng: &mut Rng) {
        let rate = RATE / (1.0 + self.boards_before() as f32 / RATE_BOARDS).sqrt();
        for _ in 0..steps {
            self.weights.learn(&self.samples, rng.below(self.samples.len()), rate);
        }
        self.take_into_average();
    }

    /// Training that begins with a table is near its goal from the start, and what moves it to and fro is
    /// what the boards of a round happen to be: there the average is taken over all rounds.
    fn take_into_average(&mut self) {
        let now = self.weights.corrections();
        let averages = self.average.iter_mut().zip(now);
        match self.options.average.map(|rounds| rounds as f32) {
            None if self.earlier > 0 => {
                let rounds = AVERAGED + self.round as f32;
                averages.for_each(|(average, now)| *average += (now - *average) / rounds);
            }
            recent => {
                let stays = 1.0 - recent.unwrap_or(AVERAGED).max(1.0).recip();
                averages.for_each(|(average, now)| *average = stays * *average + (1.0 - stays) * now);
            }
        }
    }
}
