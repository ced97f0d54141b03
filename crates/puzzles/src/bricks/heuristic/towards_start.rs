//! How far all pieces are from where they lie at the start, each alone on the board: for searches that come from the
//! goal.

use slidewise_search::{Cost, DEAD_END, Heuristic, Quality};

use super::super::bits::Bits;
use super::super::codec::{BrickKey, State};
use super::super::moves::Move;
use super::super::space::BrickSpace;
use super::distance::from_places;
use crate::freeform::assignment::cheapest;

/// Stands for a place that cannot be reached; a sum of as many as there are pieces can be counted.
const FAR: u32 = 1 << 20;

/// For each class the cheapest way to bring its pieces to its places at the start, added over all classes: a move moves
/// one piece. Consistent: it changes the distances of that piece by one at most.
#[derive(Clone, Debug)]
pub struct TowardsStart {
    /// By class, by place at the start, by anchor.
    ways: Vec<Vec<Vec<u32>>>,
}

impl TowardsStart {
    /// The tables for a space.
    pub fn new<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>) -> Self {
        let geometry = space.geometry();
        let start = slidewise_search::StateSpace::start(space);
        let mut ways = Vec::new();
        for (class, anchors) in geometry.classes.iter().zip(&start.anchors) {
            let way = |place| {
                let mut table = from_places(geometry, class, B::cell(place), space.metric());
                table.iter_mut().for_each(|moves| *moves = (*moves).min(FAR));
                table
            };
            ways.push(anchors.iter().map(way).collect());
        }
        Self { ways }
    }

    fn of<B: Bits>(&self, s: &State<B>) -> u32 {
        let each = self.ways.iter().zip(&s.anchors).map(|(ways, &anchors)| match ways.as_slice() {
            [one] => one[anchors.first()],
            many => {
                let anchors: Vec<usize> = anchors.iter().collect();
                cheapest(many.len(), anchors.len(), |place, piece| many[place][anchors[piece]])
            }
        });
        each.sum()
    }
}

impl<B: Bits, K: BrickKey> Heuristic<BrickSpace<B, K>> for TowardsStart {
    type Partial = u32;

    fn init(&self, _: &BrickSpace<B, K>, s: &State<B>) -> u32 {
        self.of(s)
    }

    fn update(&self, _: &BrickSpace<B, K>, _: u32, _: Move, after: &State<B>) -> u32 {
        self.of(after)
    }

    fn value(&self, v: u32) -> Cost {
        if v < FAR { v.into() } else { DEAD_END }
    }

    fn quality(&self, _: &BrickSpace<B, K>) -> Quality {
        Quality::CONSISTENT
    }
}
