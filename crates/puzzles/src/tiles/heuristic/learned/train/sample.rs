//! Positions to learn from, and where boards to solve come from.

use super::super::super::super::board::Board;
use super::super::super::super::generate::{scramble, uniform};
use super::super::super::super::puzzle::TilePuzzle;
use super::solve::Position;
use crate::random::Rng;

/// Positions kept: older ones are replaced.
const CAPACITY: usize = 400_000;

/// Recent positions with the moves that solved them.
pub(super) struct Samples {
    cells: usize,
    /// The labels of each position, one after another.
    labels: Vec<u8>,
    blanks: Vec<u8>,
    /// Moves to go beyond Manhattan distance.
    targets: Vec<f32>,
    next: usize,
}

impl Samples {
    pub(super) fn new(cells: usize) -> Self {
        Self { cells, labels: Vec::new(), blanks: Vec::new(), targets: Vec::new(), next: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.targets.len()
    }

    pub(super) fn target(&self, sample: usize) -> f32 {
        self.targets[sample]
    }

    /// Takes in a position; returns its number.
    pub(super) fn add(&mut self, position: &Position, to_go: u32) -> usize {
        let target = to_go as f32 - position.distance() as f32;
        let sample = self.next;
        self.next = (self.next + 1) % CAPACITY;
        let range = sample * self.cells..(sample + 1) * self.cells;
        if sample == self.len() {
            self.labels.extend_from_slice(&position.labels);
            self.blanks.push(position.blank_home);
            self.targets.push(target);
        } else {
            self.labels[range].copy_from_slice(&position.labels);
            self.blanks[sample] = position.blank_home;
            self.targets[sample] = target;
        }
        sample
    }

    /// Calls `f` with the number of each pair of tiles.
    #[inline]
    pub(super) fn for_each_pair(&self, sample: usize, mut f: impl FnMut(usize)) {
        let n = self.cells;
        let labels = &self.labels[sample * n..(sample + 1) * n];
        let blank = self.blanks[sample];
        for (place, &goal) in labels.iter().enumerate() {
            if goal == blank {
                continue;
            }
            let first = (usize::from(goal) * n + place) * n * n;
            for (other_place, &other_goal) in labels.iter().enumerate().skip(place + 1) {
                if other_goal != blank {
                    f(first + other_place * n + usize::from(other_goal));
                }
            }
        }
    }
}

/// A goal with the blank at a random cell.
fn random_goal(rows: usize, cols: usize, rng: &mut Rng) -> Board {
    let cells = rows * cols;
    let blank = rng.below(cells);
    let tile = |cell: usize| match cell {
        c if c == blank => 0,
        c if c < blank => c as u16 + 1,
        c => c as u16,
    };
    Board::new(rows, cols, (0..cells).map(tile).collect()).expect("each number stands once")
}

fn position(start: Board, goal: Board) -> Position {
    let (rows, cols, blank_home) = (goal.rows(), goal.cols(), goal.blank() as u8);
    let puzzle = TilePuzzle::new(start, goal).expect("made of the same size");
    let labels = puzzle.labels().iter().map(|&label| label as u8).collect();
    Position { rows, cols, labels, blank_home }
}

/// A board drawn uniformly, for a random goal.
pub(super) fn random_start(rows: usize, cols: usize, rng: &mut Rng) -> Position {
    let goal = random_goal(rows, cols, rng);
    position(uniform(&goal, rng), goal)
}

/// A board some random steps away from a random goal.
pub(super) fn walked_start(rows: usize, cols: usize, steps: usize, rng: &mut Rng) -> Position {
    let goal = random_goal(rows, cols, rng);
    position(scramble(&goal, steps, rng), goal)
}
