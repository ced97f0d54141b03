//! Which heuristics are at least as high as others everywhere.

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
