//! How far the pieces that the goal names are from their places, each alone on the board.

use slidewise_search::{Cost, DEAD_END, Heuristic, Quality};

use super::super::bits::Bits;
use super::super::codec::{BrickKey, State};
use super::super::geometry::{Class, Geometry};
use super::super::metric::Metric;
use super::super::moves::Move;
use super::super::space::BrickSpace;

/// Stands for a place that cannot be reached.
pub(super) const NEVER: u32 = u32::MAX / 2;

/// An estimate as searches know it: where a piece can never come to its place, there is no way.
#[inline]
pub(super) fn told(estimate: u32) -> Cost {
    if estimate < NEVER { estimate.into() } else { DEAD_END }
}

/// One way to meet the goal: a distance table for each piece or shape that has to get somewhere.
#[derive(Clone, Debug)]
struct Way {
    needs: Vec<Need>,
    /// Whether different needs are met by different pieces, so that their distances add up.
    add: bool,
}

/// For each class that can meet a need: the distance from each anchor.
type Need = Vec<(usize, Vec<u32>)>;

/// Walls, gates and locked axes are respected; other pieces are not seen. Distances are exact for one piece alone
/// in the metric of the space (in `moves`: 0 or 1). Distances of different pieces add up, as a move moves one.
#[derive(Clone, Debug)]
pub struct Distance {
    ways: Vec<Way>,
    /// Whether a class has a part in any need.
    concerned: Vec<bool>,
    consistent: bool,
}

impl Distance {
    /// The tables for a space.
    pub fn new<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>) -> Self {
        let geometry = space.geometry();
        let table = |&(class, anchors): &(usize, B)| {
            (class, from_places(geometry, &geometry.classes[class], anchors, space.metric()))
        };
        let mut concerned = vec![false; geometry.classes.len()];
        let mut consistent = true;
        let mut ways = Vec::new();
        for alternative in &geometry.goal {
            let needs = &alternative.needs;
            let mut uses = vec![0; geometry.classes.len()];
            for &(class, _) in needs.iter().flatten() {
                concerned[class] = true;
                uses[class] += 1;
            }
            let add = needs.iter().enumerate().all(|(i, a)| needs[..i].iter().all(|b| distinct(a, b)));
            // A piece that is near to two needs changes both distances at once.
            consistent &= !add || uses.iter().all(|&n| n <= 1);
            ways.push(Way {
                needs: needs.iter().map(|need| need.iter().map(table).collect()).collect(),
                add,
            });
        }
        Self { ways, concerned, consistent }
    }

    /// The estimate for a position, from scratch.
    pub(super) fn of<B: Bits>(&self, s: &State<B>) -> u32 {
        (0..self.ways.len()).map(|way| self.of_way(way, s)).min().unwrap_or(0)
    }

    /// The estimate for one alternative.
    pub(super) fn of_way<B: Bits>(&self, way: usize, s: &State<B>) -> u32 {
        let way = &self.ways[way];
        let each = way.needs.iter().map(|need| nearest(need, s));
        if way.add { each.fold(0, u32::saturating_add) } else { each.max().unwrap_or(0) }
    }

    /// Whether the estimate changes by at most 1 with each move.
    pub(super) fn is_consistent(&self) -> bool {
        self.consistent
    }
}

/// The least distance of any piece that can meet the need.
fn nearest<B: Bits>(need: &Need, s: &State<B>) -> u32 {
    let each = need.iter().flat_map(|(class, table)| s.anchors[*class].iter().map(|a| table[a]));
    each.min().unwrap_or(NEVER)
}

/// Whether one piece cannot meet both needs.
fn distinct<B: Bits>(a: &[(usize, B)], b: &[(usize, B)]) -> bool {
    let together = |(class, anchors): &(usize, B)| {
        b.iter().any(|(other, places)| class == other && (anchors.count() > 1 || anchors == places))
    };
    !a.iter().any(together)
}

/// Moves of one piece of the class, alone on the board, from each anchor to the nearest of `places`.
pub(super) fn from_places<B: Bits>(
    geometry: &Geometry<B>,
    class: &Class<B>,
    places: B,
    metric: Metric,
) -> Vec<u32> {
    let mut table = vec![NEVER; class.masks.len()];
    let mut ring = places & class.valid;
    let mut seen = B::EMPTY;
    let mut cost = 0;
    while !ring.is_empty() {
        ring.iter().for_each(|anchor| table[anchor] = cost);
        seen |= ring;
        ring = match metric {
            Metric::Steps => steps(class, ring),
            Metric::Lines => lines(class, ring),
            Metric::Moves => geometry.flood(ring, class.valid, class.axis),
        } & !seen;
        cost += 1;
    }
    table
}

/// One step further in any direction. Steps can be taken back, so this works from the places outwards.
pub(super) fn steps<B: Bits>(class: &Class<B>, ring: B) -> B {
    class.steps.iter().fold(B::EMPTY, |all, step| all | step.advance(ring))
}

/// As far as it goes in any direction.
fn lines<B: Bits>(class: &Class<B>, ring: B) -> B {
    let mut reached = B::EMPTY;
    for step in &class.steps {
        let mut line = ring;
        loop {
            line = step.advance(line);
            if line.is_empty() {
                break;
            }
            reached |= line;
        }
    }
    reached
}

impl<B: Bits, K: BrickKey> Heuristic<BrickSpace<B, K>> for Distance {
    type Partial = u32;

    fn init(&self, _: &BrickSpace<B, K>, s: &State<B>) -> u32 {
        self.of(s)
    }

    fn update(&self, _: &BrickSpace<B, K>, old: u32, m: Move, after: &State<B>) -> u32 {
        if self.concerned[usize::from(m.class)] { self.of(after) } else { old }
    }

    fn value(&self, v: u32) -> Cost {
        told(v)
    }

    fn quality(&self, _: &BrickSpace<B, K>) -> Quality {
        Quality { admissible: true, consistent: self.consistent }
    }
}
