//! What became better or worse since earlier results: per puzzle and combination, on expansions and length.

use std::collections::HashMap;

use crate::experiment::Row;
use crate::summary::{Cell, cells};

/// How a pair compares with what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Fewer expansions for a solution no longer than before, or a shorter solution.
    Better,
    /// The same.
    Same,
    /// More expansions, a longer solution, or none at all.
    Worse,
}

/// A pair before and now.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The puzzle.
    pub instance: String,
    /// The combination.
    pub spec: String,
    /// Expansions before and now.
    pub expanded: (f64, f64),
    /// Lengths before and now.
    pub cost: (Option<u64>, Option<u64>),
    /// What that comes to.
    pub change: Change,
}

impl Compared {
    /// By what share there are more expansions than before: 0.05 is 5 %.
    pub fn growth(&self) -> f64 {
        let (before, now) = self.expanded;
        if before == now { 0.0 } else { now / before.max(1.0) - 1.0 }
    }

    /// Whether it is worse by more than this share: in expansions, in length, or because there is no solution any more.
    pub fn is_worse_than(&self, share: f64) -> bool {
        let longer = match self.cost {
            (Some(before), Some(now)) => now as f64 > before as f64 * (1.0 + share),
            (Some(_), None) => true,
            (None, _) => false,
        };
        // A search that found what it did not find before may have looked at more for it.
        let found = self.cost.0.is_none() && self.cost.1.is_some();
        longer || (!found && self.growth() > share)
    }
}

/// Two sets of results side by side.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The pairs that both have.
    pub pairs: Vec<Compared>,
    /// How many pairs only the earlier results have.
    pub gone: usize,
    /// How many pairs only the new results have.
    pub new: usize,
}

/// Compares results with earlier ones, pair by pair.
pub fn compare(before: &[Row], now: &[Row]) -> Comparison {
    let (before, now) = (cells(before), cells(now));
    let mut earlier: HashMap<(&str, &str), &Cell> =
        before.iter().map(|cell| ((cell.row.instance.as_str(), cell.row.spec.as_str()), cell)).collect();
    let mut comparison = Comparison::default();
    for cell in &now {
        match earlier.remove(&(cell.row.instance.as_str(), cell.row.spec.as_str())) {
            // The same name for another board is another puzzle.
            Some(old) if old.row.start == cell.row.start && old.row.goal == cell.row.goal => {
                comparison.pairs.push(compared(old, cell));
            }
            _ => comparison.new += 1,
        }
    }
    comparison.gone = earlier.len();
    comparison
}

fn compared(old: &Cell, new: &Cell) -> Compared {
    let cost = (old.costs.map(|(best, _)| best), new.costs.map(|(best, _)| best));
    let mut compared = Compared {
        instance: new.row.instance.clone(),
        spec: new.row.spec.clone(),
        expanded: (old.expanded.median, new.expanded.median),
        cost,
        change: Change::Same,
    };
    let shorter = match cost {
        (Some(before), Some(now)) => now < before,
        (None, Some(_)) => true,
        _ => false,
    };
    compared.change = match compared.is_worse_than(0.0) {
        true => Change::Worse,
        false if shorter || compared.growth() < 0.0 => Change::Better,
        false => Change::Same,
    };
    compared
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(instance: &str, cost: Option<u64>, expanded: u64) -> Row {
        Row { instance: instance.into(), spec: "astar".into(), cost, expanded, ..Row::default() }
    }

    fn change(before: (Option<u64>, u64), now: (Option<u64>, u64)) -> (Change, bool) {
        let comparison = compare(&[row("a", before.0, before.1)], &[row("a", now.0, now.1)]);
        (comparison.pairs[0].change, comparison.pairs[0].is_worse_than(0.05))
    }

    #[test]
    fn nodes_and_lengths_decide() {
        assert_eq!(change((Some(20), 100), (Some(20), 100)), (Change::Same, false));
        assert_eq!(change((Some(20), 100), (Some(20), 90)), (Change::Better, false));
        assert_eq!(change((Some(20), 100), (Some(20), 104)), (Change::Worse, false));
        assert_eq!(change((Some(20), 100), (Some(20), 106)), (Change::Worse, true));
        assert_eq!(change((Some(20), 100), (Some(22), 50)), (Change::Worse, true));
        assert_eq!(change((Some(20), 100), (None, 100)), (Change::Worse, true));
        assert_eq!(change((None, 100), (Some(20), 500)), (Change::Better, false));
        assert_eq!(change((Some(0), 0), (Some(0), 0)), (Change::Same, false));
    }

    #[test]
    fn what_only_one_side_has_is_counted() {
        let (before, now) = ([row("a", None, 1), row("b", None, 1)], [row("b", None, 1), row("c", None, 1)]);
        let comparison = compare(&before, &now);
        assert_eq!((comparison.pairs.len(), comparison.gone, comparison.new), (1, 1, 1));
        let moved = Row { start: Some("0 1".into()), ..row("b", None, 1) };
        assert_eq!(compare(&before, &[moved]).new, 1, "the same name for another board");
    }
}
