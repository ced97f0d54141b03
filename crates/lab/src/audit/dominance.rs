//! Which heuristics are at least as high as others everywhere.

use serde_json::{Value, json};
use slidewise_solve::{Position, Puzzle};

use super::Audit;

/// A heuristic among others over the same positions.
#[derive(Clone, Debug)]
pub struct Dominance {
    /// What was found out about it.
    pub audit: Audit,
    /// Names of those that are nowhere higher and somewhere lower.
    pub dominates: Vec<String>,
    /// Names of those that are the same everywhere.
    pub equals: Vec<String>,
}

impl Dominance {
    /// What was found out, as a JSON object; positions are those of this puzzle, written on one line each.
    pub fn to_json(&self, puzzle: &dyn Puzzle) -> Value {
        let Self { audit, dominates, equals } = self;
        let line = |position: &Position| puzzle.line(position);
        let counterexample = audit.overestimate.as_ref().map(|over| {
            json!({ "position": line(&over.position), "estimate": over.estimate, "distance": over.distance })
        });
        let jump = audit.jump.as_ref().map(|jump| {
            json!({ "from": line(&jump.from), "high": jump.high, "to": line(&jump.to), "low": jump.low })
        });
        let histogram: Vec<[u64; 3]> =
            audit.histogram.iter().map(|cell| [cell.x as u64, cell.y as u64, cell.count]).collect();
        json!({
            "heuristic": audit.heuristic,
            "whole": audit.whole,
            "positions": audit.positions,
            "overestimates": audit.overestimates,
            "counterexample": counterexample,
            "inconsistent_moves": audit.jumps,
            "inconsistent_example": jump,
            "exact": audit.exact,
            "mean": audit.mean,
            "max": audit.most,
            "mean_distance": audit.mean_distance,
            "max_distance": audit.most_distance,
            "dominates": dominates,
            "equals": equals,
            "histogram": histogram,
        })
    }
}

/// Sorts audits over the same positions so that whoever dominates another comes after it.
pub fn by_dominance(mut audits: Vec<Audit>) -> Vec<Dominance> {
    // One that is nowhere lower and somewhere higher has the higher mean.
    audits.sort_by(|a, b| a.mean.total_cmp(&b.mean));
    let names = |one: &Audit, is_meant: fn(&[u64], &[u64]) -> bool| -> Vec<String> {
        let others = audits.iter().filter(|other| other.heuristic != one.heuristic);
        let meant = others.filter(|other| is_meant(&one.estimates, &other.estimates));
        meant.map(|other| other.heuristic.clone()).collect()
    };
    debug_assert!(audits.windows(2).all(|pair| pair[0].estimates.len() == pair[1].estimates.len()));
    let dominates: Vec<_> = audits.iter().map(|one| names(one, |a, b| a != b && covers(a, b))).collect();
    let equals: Vec<_> = audits.iter().map(|one| names(one, |a, b| a == b)).collect();
    let parts = audits.into_iter().zip(dominates).zip(equals);
    parts.map(|((audit, dominates), equals)| Dominance { audit, dominates, equals }).collect()
}

/// Whether the first is nowhere lower.
fn covers(a: &[u64], b: &[u64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a >= b)
}
