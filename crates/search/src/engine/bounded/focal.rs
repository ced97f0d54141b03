//! Focal search: the least estimate among the nodes whose sum is within the weight.

use super::{Around, Chooser, Known, Seen, limit};
use crate::engine::lists::{Ask, Lists};
use crate::meter::Stop;
use crate::space::Cost;
use crate::store::NodeId;
use crate::verdict::Weight;

/// By `g + h`: nodes that are beyond the limit.
const BEYOND: usize = 0;
/// By h: nodes that are within it. The limit never falls, so none goes back.
const FOCAL: usize = 1;

pub(super) struct Focal {
    weight: Weight,
    lists: Lists<2>,
    /// Nodes with a sum up to this are on the focal list.
    limit: Cost,
}

impl Focal {
    pub(super) fn new(weight: Weight) -> Self {
        Self { weight, lists: Lists::new(), limit: 0 }
    }
}

impl Chooser for Focal {
    fn push(&mut self, seen: Seen, _: Known, ask: Ask<'_>) -> Result<(), Stop> {
        if seen.f() <= self.limit {
            self.lists.push(FOCAL, (seen.h, seen.g, seen.node), ask)
        } else {
            self.lists.push(BEYOND, (seen.f(), seen.g, seen.node), ask)
        }
    }

    fn next(&mut self, around: &Around<'_>, ask: Ask<'_>) -> Result<Option<NodeId>, Stop> {
        self.limit = self.limit.max(limit(self.weight, around.known.bound));
        while let Some((f, g, node)) = self.lists.first(BEYOND, around.live)
            && f <= self.limit
        {
            self.lists.pop(BEYOND);
            self.lists.push(FOCAL, (f - g, g, node), ask)?;
        }
        Ok(self.lists.first(FOCAL, around.live).map(|(_, _, node)| node))
    }

    fn bytes(&self) -> u64 {
        self.lists.bytes()
    }

    fn rank(&self, seen: Seen, _: Known) -> (Cost, Cost) {
        if seen.f() <= self.limit { (0, seen.h) } else { (seen.f(), seen.h) }
    }
}
