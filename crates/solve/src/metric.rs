//! What counts as one move.

use crate::names::Entry;

/// A metric of one kind of puzzle.
#[derive(Clone, Copy, Debug)]
pub struct MetricEntry {
    /// Its names and what is said about it.
    pub entry: Entry,
    /// What is counted, one and many of it: `("move", "moves")`.
    pub unit: (&'static str, &'static str),
}

/// A metric by its entry. Two are the same if they have the same name: kinds may share one.
#[derive(Clone, Copy, Debug)]
pub struct Metric(pub &'static MetricEntry);

impl PartialEq for Metric {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Metric {}

impl Metric {
    /// Its name.
    pub const fn name(self) -> &'static str {
        self.0.entry.name
    }

    /// A number with what is counted: `1 move`, `2 moves`.
    pub fn count(self, n: u64) -> String {
        format!("{n} {}", if n == 1 { self.0.unit.0 } else { self.0.unit.1 })
    }
}
