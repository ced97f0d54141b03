//! An iteration of IDA* shared by processes that have nothing in common but the search: what is [saved](super::saved)
//! of it is cut into parts, each of which anyone can go on with, and put together again.
//!
//! Nothing here knows a space: whoever leads calls [`Engine::iterate_to`](super::Engine::iterate_to) to begin an
//! iteration, [saves](super::Engine::save) it, [divides](Saved::divide) it, [unites](Saved::unite) what comes back and
//! [restores](super::Engine::restore) that. Whoever helps restores a part, calls `iterate_to` until it is no longer in
//! hand, and saves it. A solution that a helper ends with is as good as if the leader had found it: all smaller bounds
//! have been tried.

use std::collections::HashMap;

use super::saved::{NotOfThisSearch, Numbers, Saved, SavedUnit};
use crate::meter::Stats;

impl Saved {
    /// Whether the iteration in hand is worth to be shared: the one before had so many expansions.
    pub fn is_large(&self, expansions: u64) -> bool {
        self.in_hand && self.last >= expansions
    }

    /// Whether anything of the iteration in hand is still to be searched.
    pub fn is_open(&self) -> bool {
        self.units.iter().any(|unit| unit.f <= self.bound)
    }

    /// The subtrees of the iteration in hand that are still to be searched, in their order, in about so many parts of
    /// equal work; by what the iteration before did in each subtree.
    pub fn divide(&self, parts: usize) -> Vec<Saved> {
        let open = |unit: &&SavedUnit| unit.f <= self.bound;
        let work: u64 = self.units.iter().filter(open).map(|unit| unit.before).sum();
        let enough = work.div_ceil(parts.max(1) as u64).max(1);
        let (mut divided, mut units, mut sum) = (Vec::new(), Vec::new(), 0);
        for unit in self.units.iter().filter(open) {
            units.push(unit.clone());
            sum += unit.before;
            if sum >= enough {
                divided.push(self.part(std::mem::take(&mut units)));
                sum = 0;
            }
        }
        if !units.is_empty() {
            divided.push(self.part(units));
        }
        divided
    }

    /// Some of the subtrees, with nothing counted yet.
    fn part(&self, units: Vec<SavedUnit>) -> Saved {
        Saved {
            stats: Stats::default(),
            spent: 0,
            by_left: vec![0; self.by_left.len()],
            firsts: [None, None],
            found: self.found.clone(),
            units,
            ..*self
        }
    }

    /// Enters what became of parts, in their order.
    pub fn unite(&mut self, parts: &[Saved]) -> Result<(), NotOfThisSearch> {
        let numbered = self.units.iter().enumerate();
        let numbers: HashMap<Numbers, usize> = numbered.map(|(n, unit)| (unit.way.clone(), n)).collect();
        for part in parts {
            if part.bound != self.bound || part.by_left.len() != self.by_left.len() {
                return Err(NotOfThisSearch);
            }
            let mut first = None;
            for unit in &part.units {
                let number = *numbers.get(&unit.way).ok_or(NotOfThisSearch)?;
                self.units[number] = unit.clone();
                first = first.or(Some(number));
            }
            self.stats = self.stats.plus(&part.stats);
            self.spent += part.spent;
            self.by_left.iter_mut().zip(&part.by_left).for_each(|(sum, n)| *sum += n);
            // Beyond the bound the first of them counts, as it does among threads.
            let beyond = part.found.clone().filter(|_| self.found.is_none());
            if let (Some(first), Some(way)) = (first, beyond)
                && self.firsts[1].as_ref().is_none_or(|(other, _)| first < *other)
            {
                self.firsts[1] = Some((first, way));
            }
        }
        Ok(())
    }
}
