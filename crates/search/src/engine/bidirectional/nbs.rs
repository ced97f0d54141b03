//! NBS: both nodes of a pair that must be broken up.

use super::pairs::Pairs;
use super::{Alive, Rule, Seen};
use crate::engine::lists::Ask;
use crate::meter::Stop;
use crate::space::Cost;
use crate::store::NodeId;

pub(super) struct Nbs {
    pairs: Pairs,
    /// The second node of a pair whose first one was chosen last, and its cost.
    second: Option<(NodeId, Cost)>,
}

impl Nbs {
    pub(super) fn new(least_cost: Cost) -> Self {
        Self { pairs: Pairs::new(least_cost, false), second: None }
    }
}

impl Rule for Nbs {
    fn push(&mut self, seen: Seen, ask: Ask<'_>) -> Result<(), Stop> {
        self.pairs.push(seen, ask)
    }

    fn next(&mut self, alive: Alive<'_>, ask: Ask<'_>) -> Result<Option<(usize, NodeId)>, Stop> {
        // The bound counts the second node until it is expanded: it is still on its list.
        if let Some((node, g)) = self.second.take()
            && alive(1, node, g)
        {
            return Ok(Some((1, node)));
        }
        if !self.pairs.settle(alive, ask)? {
            return Ok(None);
        }
        let (front, back) = (self.pairs.first(0, alive), self.pairs.first(1, alive));
        self.second = back.map(|(_, g, node)| (node, g));
        Ok(front.map(|(_, _, node)| (0, node)))
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
