//! DVCBS: a smallest set of nodes that has one of each pair that must be broken up.
//!
//! Nodes of equal g are alike: a node u in front makes a pair with all nodes behind up to a certain g, and the lower
//! g(u), the further that reaches. A set that breaks up all pairs therefore has all nodes in front below some g, and
//! behind all those that make a pair with the first node that is not in it: one look at each g finds the smallest.

use std::collections::BTreeMap;

use super::pairs::Pairs;
use super::{Alive, Rule, Seen};
use crate::engine::lists::Ask;
use crate::meter::Stop;
use crate::space::Cost;
use crate::store::NodeId;

pub(super) struct Dvcbs {
    pairs: Pairs,
    /// The group that is being expanded: its end and g.
    group: Option<(usize, Cost)>,
}

impl Dvcbs {
    pub(super) fn new(least_cost: Cost) -> Self {
        Self { pairs: Pairs::new(least_cost, true), group: None }
    }

    /// The end at which the next group is to be expanded: the only one of which the smallest set has nodes, or the one
    /// whose nearest group is smaller.
    fn end(&self) -> usize {
        let Some([front, back]) = self.pairs.counts() else { return 0 };
        let (in_front, behind) = smallest_cover(front, back, self.pairs.bound, self.pairs.least_cost);
        let nearest = |counts: &BTreeMap<Cost, usize>| counts.values().next().copied().unwrap_or(usize::MAX);
        match (in_front > 0, behind > 0) {
            (true, true) => usize::from(nearest(back) < nearest(front)),
            (false, true) => 1,
            _ => 0,
        }
    }
}

/// How many nodes in front and behind are in a smallest set that has one of each pair with
/// `g_F + g_B + ε ≤ bound`.
fn smallest_cover(
    front: &BTreeMap<Cost, usize>,
    back: &BTreeMap<Cost, usize>,
    bound: Cost,
    least_cost: Cost,
) -> (usize, usize) {
    // Nodes behind that make a pair with a node of this g.
    let reach = |g: Cost| bound.checked_sub(g.saturating_add(least_cost));
    let mut partners: usize = back.values().sum();
    let mut farthest = back.iter().rev().peekable();
    let (mut in_front, mut best) = (0, (usize::MAX, 0));
    for (&g, &count) in front {
        while let Some(&(&far, &group)) = farthest.peek()
            && reach(g).is_none_or(|reach| far > reach)
        {
            partners -= group;
            farthest.next();
        }
        best = least(best, (in_front, partners));
        if partners == 0 {
            return best;
        }
        in_front += count;
    }
    least(best, (in_front, 0))
}

/// The smaller of two sets, the later one among equals: that has more of the front, where the search begins.
fn least(a: (usize, usize), b: (usize, usize)) -> (usize, usize) {
    if b.0.saturating_add(b.1) <= a.0.saturating_add(a.1) { b } else { a }
}

impl Rule for Dvcbs {
    fn push(&mut self, seen: Seen, ask: Ask<'_>) -> Result<(), Stop> {
        self.pairs.push(seen, ask)
    }

    fn withdraw(&mut self, seen: Seen) {
        self.pairs.withdraw(seen);
    }

    fn next(&mut self, alive: Alive<'_>, ask: Ask<'_>) -> Result<Option<(usize, NodeId)>, Stop> {
        if !self.pairs.settle(alive, ask)? {
            return Ok(None);
        }
        if let Some((side, g)) = self.group
            && let Some((least, _, node)) = self.pairs.first(side, alive)
            && least == g
        {
            self.pairs.take(side);
            return Ok(Some((side, node)));
        }
        let side = self.end();
        let Some((g, _, node)) = self.pairs.first(side, alive) else { return Ok(None) };
        self.pairs.take(side);
        self.group = Some((side, g));
        Ok(Some((side, node)))
    }

    fn bound(&self) -> Cost {
        self.pairs.bound
    }

    fn bytes(&self) -> u64 {
        self.pairs.bytes()
    }

    fn rank(&self, seen: Seen) -> (Cost, Cost) {
        if seen.f() <= self.pairs.bound { (0, seen.g) } else { (seen.f(), seen.g) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against all sets of groups.
    #[test]
    fn no_set_is_smaller() {
        let mut state = 7u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % n
        };
        for _ in 0..300 {
            let mut side = || (0..5).map(|_| (below(8), 1 + below(6) as usize)).collect::<BTreeMap<_, _>>();
            let (front, back) = (side(), side());
            let (bound, least_cost) = (below(14), below(2));
            let (a, b): (Vec<_>, Vec<_>) = (front.iter().collect(), back.iter().collect());
            let mut smallest = usize::MAX;
            for set in 0u32..1 << (a.len() + b.len()) {
                let has = |i: usize| set >> i & 1 == 1;
                let covers = (0..a.len()).all(|i| {
                    (0..b.len()).all(|j| a[i].0 + b[j].0 + least_cost > bound || has(i) || has(a.len() + j))
                });
                if covers {
                    let all = a.iter().chain(&b).enumerate();
                    smallest = smallest.min(all.filter(|&(i, _)| has(i)).map(|(_, g)| *g.1).sum());
                }
            }
            let (in_front, behind) = smallest_cover(&front, &back, bound, least_cost);
            assert_eq!(in_front + behind, smallest, "{front:?} {back:?} at {bound}");
        }
    }
}
