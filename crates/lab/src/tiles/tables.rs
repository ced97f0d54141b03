//! Tables that are dear to build, kept for the next puzzle of the same shape.

use std::collections::HashMap;
use std::sync::Mutex;

use slidewise_puzzles::tiles::Shape;
use slidewise_puzzles::tiles::heuristic::{TooManyStates, WalkingDistance};

/// What a walking-distance table depends on: rows, columns, goal cell of the blank, metric.
type WalkingKey = (usize, usize, usize, bool);

/// A table with at most this many entries is built without asking: it takes milliseconds.
const CHEAP: usize = 100_000;

/// The tables of one lab.
#[derive(Default)]
pub(crate) struct Tables {
    walking: Mutex<HashMap<WalkingKey, WalkingDistance>>,
}

impl Tables {
    /// The walking distance of a shape, built on first use.
    pub(super) fn walking_distance(
        &self,
        shape: &Shape,
        multi: bool,
    ) -> Result<WalkingDistance, TooManyStates> {
        let key = (shape.rows(), shape.cols(), shape.blank_home(), multi);
        let mut tables = self.walking.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(table) = tables.get(&key) {
            return Ok(table.clone());
        }
        let table = WalkingDistance::new(shape, multi)?;
        tables.insert(key, table.clone());
        Ok(table)
    }

    /// The walking distance, if its table is small.
    pub(super) fn cheap_walking(&self, shape: &Shape, multi: bool) -> Option<WalkingDistance> {
        let (rows, columns) = WalkingDistance::count(shape).ok()?;
        if rows.max(columns) > CHEAP {
            return None;
        }
        self.walking_distance(shape, multi).ok()
    }
}
