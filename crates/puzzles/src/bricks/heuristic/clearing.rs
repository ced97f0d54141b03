//! What it takes to clear a way: a guide for searches that look for any solution, no bound on the shortest.
//!
//! The other estimates see a piece only if it cuts the way off all alone, and in the metric `moves` they tell no more
//! than that a piece is not at its place. On large boards that guides nobody. Here each named piece takes its cheapest
//! way over the whole board, on which every step costs a little and every piece that it runs into costs more, and most
//! if that piece cannot move just now.

use slidewise_search::{Cost, Heuristic, Quality};

use super::super::bits::Bits;
use super::super::codec::{BrickKey, State};
use super::super::geometry::{Class, Geometry, delta};
use super::super::moves::Move;
use super::super::puzzle::MAX_CELLS;
use super::super::space::BrickSpace;
use super::distance::{NEVER, told};
use crate::step::Direction;

/// What a step of the named piece costs.
const STEP: u32 = 1;
/// What a piece in the way costs if it can move.
const LOOSE: u32 = 4;
/// And if it cannot.
const STUCK: u32 = 9;
/// No step costs as much: the cells of a piece are few where boards are large.
const BUCKETS: usize = 64;

/// The cheapest ways of the named pieces, with what lies on them.
#[derive(Clone, Debug)]
pub struct Clearing {
    ways: Vec<Vec<Need>>,
}

/// A piece that has to get somewhere.
#[derive(Clone, Debug)]
struct Need {
    /// The classes that can meet the need; all have one shape.
    classes: Vec<usize>,
    /// In the order of [`Direction::ALL`]: the cells, relative to the anchor before the step, that a step newly covers.
    edges: [Vec<i32>; 4],
}

/// Which piece lies on each cell, from 1; 0 for none.
type Owners = [u8; MAX_CELLS];

/// The pieces of a position.
struct Lying {
    owners: Owners,
    /// What each piece costs that lies in the way.
    toll: [u8; MAX_CELLS + 1],
}

impl Lying {
    fn new<B: Bits>(geometry: &Geometry<B>, s: &State<B>) -> Self {
        let mut lying = Self { owners: [0; MAX_CELLS], toll: [0; MAX_CELLS + 1] };
        let mut piece = 0;
        for (class, &anchors) in geometry.classes.iter().zip(&s.anchors) {
            let steps = class.steps.iter();
            let loose = steps.fold(B::EMPTY, |all, step| all | step.movers(anchors, s.free));
            for anchor in anchors.iter() {
                // Pieces beyond the 255th share a number; then some are counted once too seldom.
                piece = (piece + 1).min(usize::from(u8::MAX));
                lying.toll[piece] = if loose.has(anchor) { LOOSE } else { STUCK } as u8;
                for &offset in &class.offsets {
                    lying.owners[anchor + usize::from(offset)] = piece as u8;
                }
            }
        }
        lying
    }

    /// What a step of this length costs the piece `own` from an anchor, where it newly covers these cells. A piece that
    /// is on the cell before too was paid for there.
    fn step(&self, own: u8, anchor: usize, edge: &[i32], delta: i32) -> u32 {
        let mut cost = STEP;
        let mut last = own;
        for offset in edge {
            let cell = (anchor as i32 + offset) as usize;
            let owner = self.owners[cell];
            if owner != 0
                && owner != own
                && owner != last
                && self.owners[(cell as i32 - delta) as usize] != owner
            {
                cost += u32::from(self.toll[usize::from(owner)]);
                last = owner;
            }
        }
        cost.min(BUCKETS as u32 - 1)
    }
}

impl Clearing {
    /// The tables for a space.
    pub fn new<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>) -> Self {
        let geometry = space.geometry();
        let need = |need: &Vec<(usize, B)>| {
            let classes: Vec<usize> = need.iter().map(|&(class, _)| class).collect();
            let edges = Direction::ALL.map(|d| match classes.first() {
                Some(&class) => edge(&geometry.classes[class], delta(d, geometry.width)),
                None => Vec::new(),
            });
            Need { classes, edges }
        };
        let ways = geometry.goal.iter().map(|way| way.needs.iter().map(need).collect()).collect();
        Self { ways }
    }

    fn of<B: Bits, K: BrickKey>(&self, space: &BrickSpace<B, K>, s: &State<B>) -> u32 {
        let geometry = space.geometry();
        let lying = Lying::new(geometry, s);
        let each = self.ways.iter().zip(&geometry.goal).map(|(needs, goal)| {
            let covered = (goal.empty & !s.free).count();
            let ways =
                needs.iter().zip(&goal.needs).map(|(need, places)| need.way(geometry, s, &lying, places));
            ways.fold(covered * LOOSE, u32::saturating_add)
        });
        each.min().unwrap_or(0).min(NEVER)
    }
}

/// The cells that a shape newly covers by a step, relative to its anchor before.
fn edge<B: Bits>(class: &Class<B>, delta: i32) -> Vec<i32> {
    let after = class.offsets.iter().map(|&offset| i32::from(offset) + delta);
    after.filter(|cell| !class.offsets.iter().any(|&own| i32::from(own) == *cell)).collect()
}

impl Need {
    /// The cheapest way of a piece that can meet the need to one of its places: Dijkstra's search with a set of anchors
    /// for each cost, in a ring.
    fn way<B: Bits>(
        &self,
        geometry: &Geometry<B>,
        s: &State<B>,
        lying: &Lying,
        places: &[(usize, B)],
    ) -> u32 {
        let mut ring = [B::EMPTY; BUCKETS];
        let (mut goal, mut left) = (B::EMPTY, B::EMPTY);
        for &(class, anchors) in places {
            goal |= anchors;
            ring[0] |= s.anchors[class];
            left |= geometry.classes[class].valid;
        }
        if ring[0].is_empty() {
            return NEVER;
        }
        let own = lying.owners[ring[0].first()];
        let mut idle = 0;
        for cost in 0u32.. {
            let now = cost as usize % BUCKETS;
            let mut bucket = std::mem::replace(&mut ring[now], B::EMPTY) & left;
            idle = if bucket.is_empty() { idle + 1 } else { 0 };
            if !(bucket & goal).is_empty() {
                return cost;
            }
            if idle > BUCKETS {
                return NEVER;
            }
            left &= !bucket;
            while !bucket.is_empty() {
                let anchor = bucket.first();
                bucket &= !B::cell(anchor);
                self.each_step(
                    geometry,
                    |edge, delta| lying.step(own, anchor, edge, delta),
                    anchor,
                    |to, step| {
                        ring[(now + step as usize) % BUCKETS] |= B::cell(to);
                    },
                );
            }
        }
        NEVER
    }

    fn each_step<B: Bits>(
        &self,
        geometry: &Geometry<B>,
        cost: impl Fn(&[i32], i32) -> u32,
        anchor: usize,
        mut found: impl FnMut(usize, u32),
    ) {
        for (d, edge) in self.edges.iter().enumerate() {
            let may = |&&class: &&usize| geometry.classes[class].steps[d].from.has(anchor);
            if let Some(&class) = self.classes.iter().find(may) {
                let step = &geometry.classes[class].steps[d];
                found(step.after(anchor), cost(edge, step.delta));
            }
        }
    }
}

from_scratch!(Clearing, _own => Quality::NONE);
