//! Distance, and one move for each other piece that certainly has to move.

use slidewise_search::{Cost, Heuristic, Quality, Whole};

use super::super::bits::Bits;
use super::super::codec::{BrickKey, State};
use super::super::moves::Move;
use super::super::space::BrickSpace;
use super::distance::Distance;
use super::distance::told;

/// A piece must move if, with it alone on the board where it lies, a piece that the goal names cannot reach its
/// places: it lies on the goal, or closes the only way. Each such piece takes a move of its own, whatever the
/// metric. In Rush Hour these are all cars between the red one and the exit.
///
/// Consistent where distance is: no move of a named piece can change what cuts it off, for it did not get past.
#[derive(Clone, Debug)]
pub struct GoalBlockers {
    distance: Distance,
    /// For each alternative: classes that it names, which are not counted as blockers.
    named: Vec<Vec<bool>>,
}

impl GoalBlockers {
    /// The tables for a space.
    pub fn new<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>) -> Self {
        let geometry = space.geometry();
        let named = geometry.goal.iter().map(|alternative| {
            let mut named = vec![false; geometry.classes.len()];
            alternative.needs.iter().flatten().for_each(|&(class, _)| named[class] = true);
            named
        });
        Self { distance: Distance::new(space), named: named.collect() }
    }

    fn of<B: Bits, K: BrickKey>(&self, space: &BrickSpace<B, K>, s: &State<B>) -> u32 {
        let each = (0..self.named.len())
            .map(|way| self.distance.of_way(way, s).saturating_add(self.blockers(space, s, way)));
        each.min().unwrap_or(0)
    }

    /// Pieces, not named themselves, of which each alone cuts a named piece off.
    fn blockers<B: Bits, K: BrickKey>(&self, space: &BrickSpace<B, K>, s: &State<B>, way: usize) -> u32 {
        let geometry = space.geometry();
        let needs = geometry.goal[way].needs.iter().filter_map(|need| match need.as_slice() {
            // A need that several pieces could meet proves nothing about any of them.
            &[(class, places)] if geometry.classes[class].members.len() == 1 => Some((class, places)),
            _ => None,
        });
        let needs: Vec<(usize, B)> =
            needs.filter(|(class, places)| (s.anchors[*class] & *places).is_empty()).collect();
        let cuts_off = |mask: B| {
            needs.iter().any(|&(c, places)| {
                let class = &geometry.classes[c];
                let fit = geometry.fitting(&class.offsets, class.valid, geometry.board & !mask);
                (geometry.flood(s.anchors[c], fit, class.axis) & places).is_empty()
            })
        };
        let others =
            geometry.classes.iter().zip(&s.anchors).zip(&self.named[way]).filter(|(_, named)| !**named);
        let masks = others.flat_map(|((class, anchors), _)| anchors.iter().map(|a| class.masks[a]));
        masks.filter(|&mask| cuts_off(mask)).count() as u32
    }
}

impl<B: Bits, K: BrickKey> Heuristic<BrickSpace<B, K>> for GoalBlockers {
    type Partial = u32;
    type Ahead = Whole<Self::Partial>;

    fn init(&self, space: &BrickSpace<B, K>, s: &State<B>) -> u32 {
        self.of(space, s)
    }

    fn update(&self, space: &BrickSpace<B, K>, _: u32, _: Move, after: &State<B>) -> u32 {
        self.of(space, after)
    }

    fn value(&self, v: u32) -> Cost {
        told(v)
    }

    fn quality(&self, _: &BrickSpace<B, K>) -> Quality {
        Quality { admissible: true, consistent: self.distance.is_consistent() }
    }
}
