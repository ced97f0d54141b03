//! Tables that are dear to build, kept for the next puzzle of the same shape.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use slidewise_puzzles::tiles::Shape;
use slidewise_puzzles::tiles::heuristic::learned::{self, SHIPPED};
use slidewise_puzzles::tiles::heuristic::{Learned, Unbuilt, WalkingDistance};
use slidewise_puzzles::tiles::pruning::Automaton;
use slidewise_search::{Cancel, Meter};

use super::learned_table;
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
    /// Whether those are small, which does not depend on the metric.
    small: Mutex<HashMap<WalkingKey, bool>>,
    /// Those of the shipped and the user's tables that were asked for, and those that were added.
    learned: Mutex<HashMap<(usize, usize), Learned>>,
    /// The sizes for which the user has tables.
    kept_sizes: OnceLock<Vec<(usize, usize)>>,
    /// What is wrong with them.
    notes: Mutex<Vec<String>>,
    /// Tables for sizes for which nothing was learned, made of those for smaller ones.
    stretched: Mutex<HashMap<(usize, usize), Learned>>,
    pub(crate) patterns: PatternTables,
    /// By rows and columns.
    automata: Mutex<HashMap<(usize, usize), Arc<Automaton>>>,
}

/// Sequences of up to this many moves that lead where others lead are left out; longer ones gain little.
const FORBIDDEN: usize = 12;
/// To find those takes a tenth of this; with less time left only shorter ones are looked for, which takes a moment.
const TO_FORBID: Duration = Duration::from_secs(1);
const FORBIDDEN_IN_A_HURRY: usize = 8;

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

    /// What tells IDA* which sequences of moves it need not follow. In a hurry only short ones are looked for.
    pub(super) fn automaton(&self, shape: &Shape, meter: &Meter<'_>) -> Arc<Automaton> {
        let size = (shape.rows(), shape.cols());
        let mut automata = self.automata.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(known) = automata.get(&size) {
            return Arc::clone(known);
        }
        let hurried = meter.remaining().time.is_some_and(|left| left < TO_FORBID);
        if hurried && !Automaton::is_shipped(size.0, size.1) {
            return Arc::new(Automaton::new(size.0, size.1, FORBIDDEN_IN_A_HURRY));
        }
        let new = Arc::new(Automaton::new(size.0, size.1, FORBIDDEN));
        automata.insert(size, Arc::clone(&new));
        new
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
        let fits = |&(rows, cols): &(usize, usize)| {
            rows <= shape.rows() && cols <= shape.cols() && rows * cols <= most
        };
        let kept = self.kept_sizes.get_or_init(learned_table::kept_sizes).iter().copied();
        let sizes = SHIPPED.iter().map(|&(size, _)| size).chain(kept);
        let largest = sizes.filter(fits).max_by_key(|(rows, cols)| rows * cols);
        let exact = self.learned_up_to(shape, most);
        exact.or_else(|| largest.and_then(|size| self.learned_for(size))).into_iter().collect()
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

    /// Bytes that learned tables take.
    pub(super) fn learned_bytes(&self) -> u64 {
        let held = [&self.learned, &self.stretched].map(|tables| {
            let tables = tables.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            tables.values().map(Learned::bytes).sum::<u64>()
        });
        held.into_iter().sum()
    }

    /// What went wrong with tables since this was last asked for.
    pub(crate) fn take_notes(&self) -> Vec<String> {
        std::mem::take(&mut self.notes.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
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
        // A test of theirs reads all that are shipped, so there is no error to report here.
        let shipped = || Learned::from_bytes(SHIPPED.iter().find(|(shipped, _)| *shipped == size)?.1).ok();
        let table = match learned_table::kept(size) {
            Some(Ok(kept)) => kept,
            Some(Err(reason)) => {
                let mut notes = self.notes.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                if !notes.contains(&reason) {
                    notes.push(reason);
                }
                shipped()?
            }
            None => shipped()?,
        };
        tables.insert(size, table.clone());
        Some(table)
    }

    fn has_walking(&self, shape: &Shape, multi: bool) -> bool {
        let tables = self.walking.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        tables.contains_key(&walking_key(shape, multi))
    }

    /// Whether the walking distance of a shape is a small table. To count the entries takes as long as to solve a
    /// puzzle, so it is done once.
    fn is_small(&self, shape: &Shape) -> bool {
        let mut counted = self.small.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let count = || WalkingDistance::count(shape).is_ok_and(|(rows, columns)| rows.max(columns) <= CHEAP);
        *counted.entry(walking_key(shape, false)).or_insert_with(count)
    }

    /// The walking distance, if its table is small and at hand before the alarm is raised.
    pub(super) fn cheap_walking(
        &self,
        shape: &Shape,
        multi: bool,
        alarm: &Cancel,
    ) -> Option<WalkingDistance> {
        if shape.cells() > COUNTED {
            return None;
        }
        if !self.has_walking(shape, multi) && (alarm.is_cancelled() || !self.is_small(shape)) {
            return None;
        }
        self.walking_distance(shape, multi, &mut || !alarm.is_cancelled()).ok()
    }
}
