//! Distance, what certainly has to move, and what has to make room for that.

use slidewise_search::{Cost, Heuristic, Quality};

use super::super::bits::{Bits, Wide};
use super::super::codec::{BrickKey, State};
use super::super::moves::Move;
use super::super::space::BrickSpace;
use super::cuts::{Blocker, Cuts};
use super::distance::{Distance, NEVER, steps, told};

/// Beyond [`GoalBlockers`](super::GoalBlockers): a piece that has to move may be shut in. Then one of the pieces around
/// it must move as well, none of which is named or has to move for its own sake. Blockers whose sets of such pieces
/// have none in common ask for a move each. A blocker that only walls hold where it is can never leave: a dead end.
///
/// Not consistent: where a blocker goes changes what shuts in the others.
#[derive(Clone, Debug)]
pub struct ChainedBlockers {
    distance: Distance,
    cuts: Cuts,
}

impl ChainedBlockers {
    /// The tables for a space.
    pub fn new<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>) -> Self {
        Self { distance: Distance::new(space), cuts: Cuts::new(space) }
    }

    fn of<B: Bits, K: BrickKey>(&self, space: &BrickSpace<B, K>, s: &State<B>) -> u32 {
        let each = (0..self.cuts.ways()).map(|way| {
            let mut blockers = Vec::new();
            self.cuts.each(space, s, way, |blocker| blockers.push(blocker));
            let others = self.shut_in(space, s, way, &blockers);
            self.distance.of_way(way, s).saturating_add(blockers.len() as u32).saturating_add(others)
        });
        each.min().unwrap_or(0)
    }

    /// Moves of pieces that shut blockers in.
    fn shut_in<B: Bits, K: BrickKey>(
        &self,
        space: &BrickSpace<B, K>,
        s: &State<B>,
        way: usize,
        blockers: &[Blocker],
    ) -> u32 {
        if blockers.is_empty() {
            return 0;
        }
        let classes = &space.geometry().classes;
        let is_blocker = |class: usize, anchor: usize| {
            blockers.iter().any(|blocker| (blocker.class, blocker.anchor) == (class, anchor))
        };
        let mut others = Vec::new();
        for (class, anchors) in s.anchors.iter().enumerate() {
            if !self.cuts.is_named(way, class) {
                others.extend(
                    anchors.iter().filter(|&a| !is_blocker(class, a)).map(|a| classes[class].masks[a]),
                );
            }
        }
        let mut helpers = Vec::new();
        for &blocker in blockers {
            match self.helpers(space, way, blocker, &others) {
                Some(Wide::EMPTY) => return NEVER,
                Some(set) => helpers.push(set),
                None => {}
            }
        }
        // Small sets first: more of them have nothing in common.
        helpers.sort_unstable_by_key(|set| set.count());
        let mut used = Wide::EMPTY;
        let mut apart = 0;
        for set in helpers {
            if (set & used).is_empty() {
                used |= set;
                apart += 1;
            }
        }
        apart
    }

    /// If a blocker cannot get out of the way among the others as they lie: those around it, by their numbers.
    fn helpers<B: Bits, K: BrickKey>(
        &self,
        space: &BrickSpace<B, K>,
        way: usize,
        blocker: Blocker,
        others: &[B],
    ) -> Option<Wide> {
        let geometry = space.geometry();
        let class = &geometry.classes[blocker.class];
        let rest = others.iter().fold(geometry.board, |rest, &mask| rest & !mask);
        let fit = geometry.fitting(&class.offsets, class.valid, rest);
        let room = geometry.flood(B::cell(blocker.anchor), fit, class.axis);
        if !room.iter().all(|anchor| self.cuts.cuts_alike(space, way, blocker, anchor)) {
            return None;
        }
        let edge = class.covered(steps(class, room) & !room);
        Some(Wide::of((0..others.len()).filter(|&number| !(others[number] & edge).is_empty())))
    }
}

from_scratch!(ChainedBlockers, _own => Quality { admissible: true, consistent: false });
