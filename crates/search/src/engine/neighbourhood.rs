//! Shorter ways near one that is known: plan neighbourhood graph search (Nakhost and Müller, *Action Elimination and
//! Plan Neighborhood Graph Search*, ICAPS 2010).
//!
//! All positions of the known way are roots of one breadth-first search, which ends when it holds so many positions;
//! then the cheapest way from the start to a goal *within what it holds* is found. What comes out is never longer than
//! what went in, and whatever detours the way has that are small against the neighbourhood are gone. It works for any
//! space and needs no heuristic.
//!
//! - *Guarantee*: none beyond the neighbourhood.
//! - *Memory*: a key and some words for each position of the neighbourhood.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::meter::{Meter, Stop};
use crate::space::{Cost, StateSpace};
use crate::store::{Entry, Graph, NodeId};

/// What a position has cost so far, and the position and move before it.
type Reached<M> = (Cost, Option<(NodeId, M)>);

/// A way that is known: its moves and what they cost.
pub type Known<M> = (Vec<M>, Cost);

/// The cheapest way to a goal within a neighbourhood of about `most` positions around a solution, if it costs less.
pub fn shorten_nearby<P: StateSpace>(
    space: &P,
    known: &[P::Move],
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Known<P::Move>>, Stop> {
    let mut near = Neighbourhood { space, graph: Graph::new(space.key_heap_bytes()) };
    let cost = near.take_way(known, meter)?;
    near.grow(most, meter)?;
    near.cheapest(cost, meter)
}

struct Neighbourhood<'s, P: StateSpace> {
    space: &'s P,
    graph: Graph<P::Key, ()>,
}

impl<P: StateSpace> Neighbourhood<'_, P> {
    /// Adds the positions of a way from the start; what it costs.
    fn take_way(&mut self, moves: &[P::Move], meter: &mut Meter<'_>) -> Result<Cost, Stop> {
        let mut state = self.space.start();
        let mut cost: Cost = 0;
        self.add(self.space.pack(&state), meter)?;
        for &m in moves {
            self.space.apply(&mut state, m);
            cost = cost.saturating_add(self.space.cost(m));
            self.add(self.space.pack(&state), meter)?;
        }
        Ok(cost)
    }

    fn add(&mut self, key: P::Key, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if let Entry::Vacant(vacant) = self.graph.entry(&key) {
            self.graph.insert(vacant, key, None, (), meter, || 0)?;
        }
        Ok(())
    }

    /// Adds what lies around, nearest first, until there are `most` positions.
    fn grow(&mut self, most: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let mut state = self.space.start();
        let mut next = 0;
        while next < self.graph.len() && self.graph.len() < most {
            meter.expand()?;
            self.space.unpack(self.graph.key(next as NodeId), &mut state);
            for m in self.space.moves(&state, None) {
                self.space.apply(&mut state, m);
                let key = self.space.pack(&state);
                self.space.undo(&mut state, m);
                meter.stats.generated += 1;
                self.add(key, meter)?;
            }
            next += 1;
        }
        Ok(())
    }

    /// The cheapest way from the start to a goal over positions that are there, if it is below `limit`: Dijkstra.
    fn cheapest(&self, limit: Cost, meter: &mut Meter<'_>) -> Result<Option<Known<P::Move>>, Stop> {
        // Nothing costs less than nothing.
        if limit == 0 {
            return Ok(None);
        }
        let row = size_of::<Reached<P::Move>>() as u64;
        meter.reserve(self.graph.bytes() + self.graph.len() as u64 * row)?;
        let mut reached: Vec<Reached<P::Move>> = vec![(limit, None); self.graph.len()];
        let mut open = BinaryHeap::from([Reverse((0, 0))]);
        reached[0].0 = 0;
        let mut state = self.space.start();
        while let Some(Reverse((cost, node))) = open.pop() {
            if cost > reached[node as usize].0 {
                continue;
            }
            meter.expand()?;
            self.space.unpack(self.graph.key(node), &mut state);
            if self.space.is_goal(&state) {
                return Ok(Some((way_to(&reached, node), cost)));
            }
            for m in self.space.moves(&state, None) {
                self.space.apply(&mut state, m);
                let near = self.graph.entry(&self.space.pack(&state));
                self.space.undo(&mut state, m);
                let further = cost.saturating_add(self.space.cost(m));
                if let Entry::Known(near) = near
                    && further < reached[near as usize].0
                {
                    reached[near as usize] = (further, Some((node, m)));
                    open.push(Reverse((further, near)));
                }
            }
        }
        Ok(None)
    }
}

fn way_to<M: Copy>(reached: &[Reached<M>], goal: NodeId) -> Vec<M> {
    let mut moves = Vec::new();
    let mut at = goal;
    while let Some((before, m)) = reached[at as usize].1 {
        moves.push(m);
        at = before;
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::closures::{Hop, space};
    use crate::meter::{Cancel, Limits};
    use crate::verdict::{Solution, verify};

    /// A square of so many cells a side, with a cost that depends on where one goes.
    fn square(side: i32) -> impl StateSpace<Move = Hop<(i32, i32)>, Key = (i32, i32)> {
        let near = move |&(x, y): &(i32, i32)| {
            let all = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
            let on = move |(x, y): &(i32, i32)| (0..side).contains(x) && (0..side).contains(y);
            let cost = |(x, y): (i32, i32)| ((x, y), 1 + Cost::from((x * 7 + y * 3) as u32 % 4));
            all.into_iter().filter(on).map(cost)
        };
        space((0, 0), near, move |&at| at == (side - 1, side - 1))
    }

    /// Every row to its end, all the way down.
    fn detour<P: StateSpace<Move = Hop<(i32, i32)>, Key = (i32, i32)>>(space: &P, side: i32) -> Vec<P::Move> {
        let mut state = space.start();
        let mut moves = Vec::new();
        while !space.is_goal(&state) {
            let (x, y) = space.pack(&state);
            let ahead = if y % 2 == 0 { x + 1 } else { x - 1 };
            let to = if (0..side).contains(&ahead) { (ahead, y) } else { (x, y + 1) };
            let m = space.moves(&state, None).find(|m| {
                let mut there = state.clone();
                space.apply(&mut there, *m);
                space.pack(&there) == to
            });
            moves.push(m.unwrap());
            space.apply(&mut state, m.unwrap());
        }
        moves
    }

    fn shortened(side: i32, most: usize, limits: Limits) -> Result<Option<Cost>, Stop> {
        let space = square(side);
        let known = detour(&space, side);
        let mut unseen = ();
        let mut meter = Meter::new(limits, Cancel::default(), &mut unseen);
        let found = shorten_nearby(&space, &known, most, &mut meter)?;
        Ok(found.map(|(moves, cost)| {
            assert_eq!(verify(&space, &Solution::bounded(moves, cost, 0)), Ok(()));
            cost
        }))
    }

    /// The way goes everywhere, so the cheapest of all is in its neighbourhood; on one row there is nothing to gain.
    #[test]
    fn detours_are_cut_off_up_to_the_optimum() {
        for side in [3, 5, 9] {
            let best = crate::engine::tests::toys::reference(&square(side))[&(side - 1, side - 1)];
            assert_eq!(shortened(side, 1000, Limits::default()), Ok(Some(best)));
            assert_eq!(shortened(side, 0, Limits::default()), Ok(Some(best)), "the way itself is enough");
        }
        assert_eq!(shortened(1, 100, Limits::default()), Ok(None));
    }

    #[test]
    fn limits_end_it() {
        let nodes = Limits { nodes: Some(10), ..Limits::default() };
        assert_eq!(shortened(9, 1000, nodes), Err(Stop::Nodes));
        let memory = Limits { memory: Some(100), ..Limits::default() };
        assert_eq!(shortened(9, 1000, memory), Err(Stop::Memory));
    }
}
