//! Tables that are dear to build, kept for the next puzzle of the same shape.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use slidewise_puzzles::tiles::Shape;
use slidewise_puzzles::tiles::heuristic::learned::{self, SHIPPED};
use slidewise_puzzles::tiles::heuristic::{Learned, Unbuilt, WalkingDistance};
use slidewise_puzzles::tiles::pruning::Automaton;

use super::patterns::PatternTables;

/// What a walking-distance table depends on: rows, columns, goal cell of the blank, metric.
type WalkingKey = (usize, usize, usize, bool);

fn walking_key(shape: &Shape, multi: bool) -> WalkingKey {
    (shape.rows(), shape.cols(), shape.blank_home(), multi)
}

/// A table with at most this many entries is built without asking: it takes milliseconds.
const CHEAP: usize = 100_000;

/// On boards with more cells the tables are large, and even to count their entries takes a while.
const COUNTED: usize = 20;

/// The tables of one lab.
#[derive(Default)]
pub(crate) struct Tables {
    walking: Mutex<HashMap<WalkingKey, WalkingDistance>>,
    /// Those of the shipped tables that were asked for, and those that were added.
    learned: Mutex<HashMap<(usize, usize), Learned>>,
    /// Tables for sizes for which nothing was learned, made of those for smaller ones.
    stretched: Mutex<HashMap<(usize, usize), Learned>>,
    pub(super) patterns: PatternTables,
    /// By rows and columns.
    automata: Mutex<HashMap<(usize, usize), Arc<Automaton>>>,
}

/// Sequences of up to this many moves that lead where others lead are left out; longer ones gain little.
const FORBIDDEN: usize = 12;

impl Tables {
    /// The walking distance of a shape, built on first use.
    pub(super) fn walking_distance(
        &self,
        shape: &Shape,
        multi: bool,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<WalkingDistance, Unbuilt> {
        let mut tables = self.walking.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(table) = tables.get(&walking_key(shape, multi)) {
            return Ok(table.clone());
        }
        let table = WalkingDistance::new(shape, multi, go_on)?;
        tables.insert(walking_key(shape, multi), table.clone());
        Ok(table)
    }

    /// Keeps small pattern tables that had to be built.
    pub(crate) fn keep_small(&mut self) {
        self.patterns.keeps = true;
    }

    /// What tells IDA* which sequences of moves it need not follow.
    pub(super) fn automaton(&self, shape: &Shape) -> Arc<Automaton> {
        let mut automata = self.automata.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let new = || Arc::new(Automaton::new(shape.rows(), shape.cols(), FORBIDDEN));
        Arc::clone(automata.entry((shape.rows(), shape.cols())).or_insert_with(new))
    }

    /// What was learned for boards of a shape.
    pub(super) fn learned(&self, shape: &Shape) -> Option<Learned> {
        self.learned_for((shape.rows(), shape.cols()))
    }

    /// The same, if it is at hand or for no more than `most` cells.
    pub(super) fn learned_up_to(&self, shape: &Shape, most: usize) -> Option<Learned> {
        let at_hand = || {
            let tables = self.learned.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            tables.contains_key(&(shape.rows(), shape.cols()))
        };
        (shape.cells() <= most || at_hand()).then(|| self.learned(shape)).flatten()
    }

    /// That, or the largest table of at most `most` cells that fits into the board, for pieces of solutions.
    pub(super) fn learned_within(&self, shape: &Shape, most: usize) -> Vec<Learned> {
        let fits = |&&((rows, cols), _): &&((usize, usize), _)| {
            rows <= shape.rows() && cols <= shape.cols() && rows * cols <= most
        };
        let largest = SHIPPED.iter().filter(fits).max_by_key(|((rows, cols), _)| rows * cols);
        let exact = self.learned_up_to(shape, most);
        exact.or_else(|| largest.and_then(|&(size, _)| self.learned_for(size))).into_iter().collect()
    }

    /// The learned table for boards of this size, or else a smaller one stretched to it.
    pub(super) fn learned_or_stretched(&self, shape: &Shape) -> Option<Learned> {
        let size = (shape.rows(), shape.cols());
        if let Some(exact) = self.learned(shape) {
            return Some(exact);
        }
        if shape.cells() > learned::MAX_CELLS {
            return None;
        }
        let smaller = self.learned_within(shape, usize::MAX).pop()?;
        let mut tables = self.stretched.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        Some(tables.entry(size).or_insert_with(|| smaller.stretched(size.0, size.1)).clone())
    }

    /// Uses a table from now on for boards of its size.
    pub(crate) fn add_learned(&self, table: Learned) {
        let mut tables = self.learned.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        tables.insert(table.size(), table);
    }

    fn learned_for(&self, size: (usize, usize)) -> Option<Learned> {
        let mut tables = self.learned.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(table) = tables.get(&size) {
            return Some(table.clone());
        }
        let (_, bytes) = SHIPPED.iter().find(|(shipped, _)| *shipped == size)?;
        // A test of theirs reads all that are shipped, so there is no error to report here.
        let table = Learned::from_bytes(bytes).ok()?;
        tables.insert(size, table.clone());
        Some(table)
    }

    fn has_walking(&self, shape: &Shape, multi: bool) -> bool {
        let tables = self.walking.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        tables.contains_key(&walking_key(shape, multi))
    }

    /// The walking distance, if its table is small.
    pub(super) fn cheap_walking(&self, shape: &Shape, multi: bool) -> Option<WalkingDistance> {
        if shape.cells() > COUNTED {
            return None;
        }
        // To count the entries takes as long as to solve a puzzle, so it is done for the first one only.
        let small = || WalkingDistance::count(shape).is_ok_and(|(rows, columns)| rows.max(columns) <= CHEAP);
        if !self.has_walking(shape, multi) && !small() {
            return None;
        }
        self.walking_distance(shape, multi, &mut || true).ok()
    }
}
