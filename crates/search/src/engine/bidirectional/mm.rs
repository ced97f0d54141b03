//! MM: neither end goes beyond the middle.

use super::{Alive, Rule, Seen};
use crate::engine::lists::{Ask, Lists};
use crate::meter::Stop;
use crate::space::Cost;
use crate::store::NodeId;

/// By `max(f, 2 g)`, by f and by g: all that wait at one end.
const PRIORITY: usize = 0;
const F: usize = 1;
const G: usize = 2;

pub(super) struct Mm {
    sides: [Lists<3>; 2],
    least_cost: Cost,
    bound: Cost,
}

impl Mm {
    pub(super) fn new(least_cost: Cost) -> Self {
        Self { sides: [Lists::new(), Lists::new()], least_cost, bound: 0 }
    }

    fn priority(seen: Seen) -> Cost {
        // Costs are below 2⁶², so that twice as much is one too.
        seen.f().max(2 * seen.g)
    }
}

impl Rule for Mm {
    fn push(&mut self, seen: Seen, ask: Ask<'_>) -> Result<(), Stop> {
        let others = self.sides[1 - seen.side].bytes();
        let lists = &mut self.sides[seen.side];
        for (list, key) in [(PRIORITY, Self::priority(seen)), (F, seen.f()), (G, seen.g)] {
            lists.push(list, (key, seen.g, seen.node), &mut |bytes| ask(others + bytes))?;
        }
        Ok(())
    }

    fn next(&mut self, alive: Alive<'_>, _: Ask<'_>) -> Result<Option<(usize, NodeId)>, Stop> {
        let mut first = |side: usize, list| {
            self.sides[side].first(list, &|node, g| alive(side, node, g)).map(|(key, _, node)| (key, node))
        };
        let (Some((front, u)), Some((back, v))) = (first(0, PRIORITY), first(1, PRIORITY)) else {
            return Ok(None);
        };
        let mut least = |list| [0, 1].map(|side| first(side, list).map_or(0, |(key, _)| key));
        let ([f, other_f], [g, other_g]) = (least(F), least(G));
        let bound = front.min(back).max(f).max(other_f).max(g + other_g + self.least_cost);
        self.bound = self.bound.max(bound);
        // Among equals the end where less waits.
        let behind = self.sides[1].len(PRIORITY) < self.sides[0].len(PRIORITY);
        Ok(Some(if front < back || (front == back && !behind) { (0, u) } else { (1, v) }))
    }

    fn bound(&self) -> Cost {
        self.bound
    }

    fn bytes(&self) -> u64 {
        self.sides.iter().map(Lists::bytes).sum()
    }

    fn rank(&self, seen: Seen) -> (Cost, Cost) {
        (Self::priority(seen), 0)
    }
}
