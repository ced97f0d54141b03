//! Steps by number: what an agent chooses from. On boards on which a direction alone means a step there are four, in
//! the order up, down, left, right of the tile that goes; on others four for each piece.

use std::collections::HashMap;

use slidewise_solve::search::Cancel;
use slidewise_solve::survey::Distances;
use slidewise_solve::{AnyPuzzle, Direction, Metric, Position, Step};

/// The actions of a puzzle.
#[derive(Clone)]
pub struct Actions {
    puzzle: AnyPuzzle,
    by_direction: bool,
    pieces: usize,
}

impl Actions {
    /// Those of a puzzle.
    pub fn of(puzzle: &AnyPuzzle) -> Self {
        let start = puzzle.start();
        let by_direction =
            Direction::ALL.iter().any(|&direction| puzzle.towards(&start, direction).is_some());
        Self { puzzle: puzzle.clone(), by_direction, pieces: puzzle.scene().pieces.len() }
    }

    /// Whether a direction alone means a step.
    pub fn by_direction(&self) -> bool {
        self.by_direction
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        if self.by_direction { 4 } else { 4 * self.pieces }
    }

    /// The step that an action means; `None` if it cannot be made.
    pub fn step(&self, at: &Position, action: usize) -> Option<Step> {
        let direction = Direction::ALL[action % 4];
        match self.by_direction {
            true if action < 4 => self.puzzle.towards(at, direction),
            true => None,
            false => {
                let step = Step { piece: action / 4, direction };
                self.puzzle.apply(&mut at.clone(), step).ok().map(|()| step)
            }
        }
    }

    /// Which actions can be made.
    pub fn mask(&self, at: &Position) -> Vec<bool> {
        if self.by_direction {
            return (0..4).map(|action| self.step(at, action).is_some()).collect();
        }
        let mut mask = vec![false; self.count()];
        for step in self.puzzle.steps(at) {
            if let Some(slot) = mask.get_mut(4 * step.piece + number(step.direction)) {
                *slot = true;
            }
        }
        mask
    }

    /// The metric in which each of them costs 1.
    pub fn metric(&self) -> Option<&'static str> {
        let metrics = self.puzzle.kind().entry().metrics.iter().map(|entry| Metric(entry).name());
        metrics.into_iter().find(|name| self.counts_every_step(name))
    }

    /// Whether in a metric each of them costs 1.
    pub fn counts_every_step(&self, name: &str) -> bool {
        let metric =
            self.puzzle.kind().entry().metrics.iter().map(Metric).find(|metric| metric.name() == name);
        let steps = Direction::ALL.map(|direction| Step { piece: 1, direction });
        metric.is_some_and(|metric| steps.iter().all(|step| !self.puzzle.is_one_move(metric, step, step)))
    }

    /// For each position which actions lead nearer to the goal, one after another.
    pub fn nearer(&self, all: &Distances, cancel: &Cancel) -> Vec<bool> {
        let numbers: HashMap<&Position, usize> = all.positions.iter().zip(0..).collect();
        let mut masks = Vec::with_capacity(all.positions.len() * self.count());
        for (position, &distance) in all.positions.iter().zip(&all.to_goal) {
            if cancel.is_cancelled() {
                return Vec::new();
            }
            for action in 0..self.count() {
                let next = self.step(position, action).and_then(|step| {
                    let mut at = position.clone();
                    self.puzzle.apply(&mut at, step).ok()?;
                    numbers.get(&at).map(|&number| all.to_goal[number])
                });
                masks.push(next.is_some_and(|next| next < distance));
            }
        }
        masks
    }
}

/// The place of a direction among all.
pub fn number(direction: Direction) -> usize {
    Direction::ALL.iter().position(|&one| one == direction).unwrap_or(0)
}
