//! Adds up what is seen of a heuristic, position by position.

use std::collections::BTreeMap;

use slidewise_solve::search::{Cost, Quality};

use super::{Audit, Jump, Overestimate};
use crate::svg::Cell;

#[derive(Default)]
pub(super) struct Tally {
    pairs: BTreeMap<(Cost, Cost), u64>,
    overestimates: u64,
    pub(super) overestimate: Option<Overestimate>,
    pub(super) jumps: u64,
    pub(super) jump: Option<Jump>,
    estimates: Vec<Cost>,
}

impl Tally {
    /// Takes in a position.
    pub(super) fn see(&mut self, distance: Cost, estimate: Cost) {
        *self.pairs.entry((distance, estimate)).or_default() += 1;
        self.estimates.push(estimate);
        self.overestimates += u64::from(estimate > distance);
    }

    /// All that was seen, as a whole.
    pub(super) fn finish(self, heuristic: String, promised: Quality, whole: bool) -> Audit {
        let positions: u64 = self.pairs.values().sum();
        let mean = |of: fn(&(Cost, Cost)) -> Cost| {
            let sum: f64 = self.pairs.iter().map(|(pair, &count)| of(pair) as f64 * count as f64).sum();
            sum / positions.max(1) as f64
        };
        let most = |of: fn(&(Cost, Cost)) -> Cost| self.pairs.keys().map(of).max().unwrap_or(0);
        let cell = |(&(distance, estimate), &count): (&(Cost, Cost), &u64)| Cell {
            x: distance as usize,
            y: estimate as usize,
            count,
        };
        Audit {
            heuristic,
            promised,
            positions,
            whole,
            overestimates: self.overestimates,
            jumps: self.jumps,
            exact: self.pairs.iter().filter(|((d, h), _)| d == h).map(|(_, count)| count).sum(),
            mean: mean(|pair| pair.1),
            most: most(|pair| pair.1),
            mean_distance: mean(|pair| pair.0),
            most_distance: most(|pair| pair.0),
            histogram: self.pairs.iter().map(cell).collect(),
            overestimate: self.overestimate,
            jump: self.jump,
            estimates: self.estimates,
        }
    }
}
