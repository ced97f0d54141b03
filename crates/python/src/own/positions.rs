//! The positions of a puzzle of any kind, as its plain board knows them, for estimates that are Python functions.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use slidewise_solve::search::{Cancel, Cost};
use slidewise_solve::{AnyPuzzle, Direction, Metric, Position, Scene, Step};

use super::domain::{Domain, Guess, Hopping};
use super::objects::{guess, guesses};
use crate::error::bad_setting;
use crate::puzzle::as_array;

/// A puzzle with an estimate.
pub struct Positions {
    puzzle: AnyPuzzle,
    scene: Scene,
    heuristic: Py<PyAny>,
    batch: bool,
    cancel: Cancel,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    numbers: HashMap<Position, u32>,
    positions: Vec<Position>,
    raised: Option<PyErr>,
}

impl Seen {
    fn number(&mut self, position: &Position) -> u32 {
        if let Some(&number) = self.numbers.get(position) {
            return number;
        }
        let number = self.positions.len() as u32;
        self.numbers.insert(position.clone(), number);
        self.positions.push(position.clone());
        number
    }
}

impl Positions {
    /// A puzzle, whose start has number 0.
    pub fn new(puzzle: AnyPuzzle, heuristic: Bound<'_, PyAny>, batch: bool, cancel: Cancel) -> Self {
        let (scene, start) = (puzzle.scene(), puzzle.start());
        let positions =
            Self { puzzle, scene, heuristic: heuristic.unbind(), batch, cancel, seen: Mutex::default() };
        positions.seen().number(&start);
        positions
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The metric in which every step counts: the one that is searched in.
    pub fn metric(&self, py: Python<'_>, asked: Option<&'static str>) -> PyResult<Metric> {
        let steps = Direction::ALL.map(|direction| Step { piece: 1, direction });
        let counts_all =
            |metric: &Metric| steps.iter().all(|step| !self.puzzle.is_one_move(*metric, step, step));
        let metrics = self.puzzle.kind().entry().metrics;
        let found = metrics.iter().map(Metric).find(counts_all).unwrap_or(self.puzzle.metric());
        match asked {
            Some(name) if name != found.name() => {
                let message =
                    format!("with an estimate of one's own every step counts: use \"{}\"", found.name());
                Err(bad_setting(py, "metric", message))
            }
            _ => Ok(found),
        }
    }

    /// What the estimate has raised.
    pub fn raised(&self) -> Option<PyErr> {
        self.seen().raised.take()
    }

    /// The steps of a way.
    pub fn steps(&self, way: &[Hopping]) -> Vec<Step> {
        let between = |hop: &Hopping| {
            let (from, to) = {
                let seen = self.seen();
                (seen.positions[hop.from as usize].clone(), seen.positions[hop.to as usize].clone())
            };
            let leads_there = |step: &Step| {
                let mut at = from.clone();
                self.puzzle.apply(&mut at, *step).is_ok() && at == to
            };
            self.puzzle.steps(&from).into_iter().find(leads_there)
        };
        way.iter().filter_map(between).collect()
    }
}

impl Domain for Positions {
    fn successors(&self, number: u32) -> Vec<(u32, Cost)> {
        let from = self.seen().positions[number as usize].clone();
        let mut found = Vec::new();
        for step in self.puzzle.steps(&from) {
            let mut to = from.clone();
            if self.puzzle.apply(&mut to, step).is_ok() {
                found.push((self.seen().number(&to), 1));
            }
        }
        found
    }

    fn is_goal(&self, number: u32) -> bool {
        let seen = self.seen();
        self.puzzle.is_solved(&seen.positions[number as usize])
    }

    fn estimates(&self, numbers: &[u32]) -> Option<Vec<Guess>> {
        if self.seen().raised.is_some() {
            return None;
        }
        let positions: Vec<Position> = {
            let seen = self.seen();
            numbers.iter().map(|&number| seen.positions[number as usize].clone()).collect()
        };
        let ask = |py: Python<'_>| -> PyResult<Vec<Guess>> {
            let boards = as_array(py, &self.scene, &positions)?;
            let heuristic = self.heuristic.bind(py);
            match self.batch {
                true => guesses(&heuristic.call1((boards,))?, numbers.len()),
                false => boards.try_iter()?.map(|board| guess(&heuristic.call1((board?,))?)).collect(),
            }
        };
        Python::attach(|py| match ask(py) {
            Ok(guesses) => Some(guesses),
            Err(error) => {
                self.cancel.cancel();
                self.seen().raised = Some(error);
                None
            }
        })
    }
}
