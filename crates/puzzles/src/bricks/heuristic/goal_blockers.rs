//! Distance, and one move for each other piece that certainly has to move.

use slidewise_search::{Cost, Heuristic, Quality};

use super::super::bits::Bits;
use super::super::codec::{BrickKey, State};
use super::super::moves::Move;
use super::super::space::BrickSpace;
use super::cuts::Cuts;
use super::distance::{Distance, told};

/// A piece must move if, with it alone on the board where it lies, a piece that the goal names cannot reach its
/// places: it lies on the goal, or closes the only way. Each such piece takes a move of its own, whatever the
/// metric. In Rush Hour these are all cars between the red one and the exit.
///
/// Consistent where distance is: no move of a named piece can change what cuts it off, for it did not get past.
#[derive(Clone, Debug)]
pub struct GoalBlockers {
    distance: Distance,
    cuts: Cuts,
}

impl GoalBlockers {
    /// The tables for a space.
    pub fn new<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>) -> Self {
        Self { distance: Distance::new(space), cuts: Cuts::new(space) }
    }

    fn of<B: Bits, K: BrickKey>(&self, space: &BrickSpace<B, K>, s: &State<B>) -> u32 {
        let each = (0..self.cuts.ways()).map(|way| {
            let mut blockers = 0;
            self.cuts.each(space, s, way, |_| blockers += 1);
            self.distance.of_way(way, s).saturating_add(blockers)
        });
        each.min().unwrap_or(0)
    }
}

from_scratch!(GoalBlockers, own => Quality { admissible: true, consistent: own.distance.is_consistent() });
