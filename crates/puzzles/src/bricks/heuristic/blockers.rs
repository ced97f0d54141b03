//! Distance, and one for each piece between master and goal: quick to see, but not always right.

use slidewise_search::{Cost, Heuristic, Quality};

use super::super::bits::Bits;
use super::super::codec::{BrickKey, State};
use super::super::moves::Move;
use super::super::space::BrickSpace;
use super::distance::Distance;
use super::distance::told;

/// Counts the pieces that have a cell in the smallest rectangle around the master and its goal place. The master may
/// go around them, so this can be too much: it is **not** admissible, and no solution found with it is proven
/// optimal by it.
#[derive(Clone, Debug)]
pub struct Blockers {
    distance: Distance,
}

impl Blockers {
    /// The tables for a space.
    pub fn new<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>) -> Self {
        Self { distance: Distance::new(space) }
    }

    fn of<B: Bits, K: BrickKey>(&self, space: &BrickSpace<B, K>, s: &State<B>) -> u32 {
        if slidewise_search::StateSpace::is_goal(space, s) {
            return 0;
        }
        self.distance.of(s).saturating_add(self.between(space, s))
    }

    /// Pieces between the first need's piece and its nearest place, over all alternatives the fewest.
    fn between<B: Bits, K: BrickKey>(&self, space: &BrickSpace<B, K>, s: &State<B>) -> u32 {
        let geometry = space.geometry();
        let masters = geometry.goal.iter().filter_map(|a| a.needs.first()?.first().copied());
        let each = masters.flat_map(|(class, places)| {
            let masks = &geometry.classes[class].masks;
            let master = masks[s.anchors[class].first()];
            places.iter().map(move |place| (master, rectangle(master | masks[place], geometry.width)))
        });
        let count = |(master, area): (B, B)| {
            let pieces = geometry.classes.iter().zip(&s.anchors);
            let masks = pieces.flat_map(|(class, anchors)| anchors.iter().map(|a| class.masks[a]));
            masks.filter(|&mask| mask != master && !(mask & area).is_empty()).count() as u32
        };
        each.map(count).min().unwrap_or(0)
    }
}

/// All cells of the smallest rectangle around a set.
fn rectangle<B: Bits>(set: B, width: usize) -> B {
    let rows = || set.iter().map(|cell| cell / width);
    let cols = || set.iter().map(|cell| cell % width);
    let span = |low: Option<usize>, high: Option<usize>| low.unwrap_or(0)..=high.unwrap_or(0);
    let (rows, cols) = (span(rows().min(), rows().max()), span(cols().min(), cols().max()));
    B::of(rows.flat_map(|r| cols.clone().map(move |c| r * width + c)))
}

from_scratch!(Blockers, _own => Quality::NONE);
