//! Any of the estimates, or none, as it is told when it is made: one type for searches that take what is asked for.
//!
//! Each of them carries one number, and looks at the whole position where that changes, so to ask which one
//! it is costs nothing that could be measured. Another estimate is another line in [`Estimate`] and in its
//! match.

use slidewise_search::{Cost, Heuristic, Quality};

use super::super::bits::Bits;
use super::super::codec::{BrickKey, State};
use super::super::moves::Move;
use super::super::space::BrickSpace;
use super::distance::told;
use super::{Blockers, ChainedBlockers, Clearing, Distance, GoalBlockers, PieceGroups};

/// One of the estimates.
#[derive(Clone, Debug, Default)]
pub enum Estimate {
    /// None: always 0.
    #[default]
    Zero,
    /// How far the named pieces are.
    Distance(Distance),
    /// The same, and what lies between.
    Blockers(Blockers),
    /// The same, and what certainly has to move.
    GoalBlockers(GoalBlockers),
    /// The same, and what shuts that in.
    ChainedBlockers(ChainedBlockers),
    /// The cheapest ways, with what lies on them.
    Clearing(Clearing),
    /// Tables of groups of pieces.
    Groups(PieceGroups),
    /// The largest of several.
    Largest(Vec<Estimate>),
}

impl Estimate {
    /// The largest of some estimates.
    pub fn largest(mut parts: Vec<Self>) -> Self {
        match parts.len() {
            0 | 1 => parts.pop().unwrap_or_default(),
            _ => Self::Largest(parts),
        }
    }
}

/// Does something with the heuristic that an estimate is, or with its absence.
macro_rules! with {
    ($estimate:expr, $heuristic:ident => $done:expr, $several:ident => $all:expr, $zero:expr) => {
        match $estimate {
            Estimate::Zero => $zero,
            Estimate::Distance($heuristic) => $done,
            Estimate::Blockers($heuristic) => $done,
            Estimate::GoalBlockers($heuristic) => $done,
            Estimate::ChainedBlockers($heuristic) => $done,
            Estimate::Clearing($heuristic) => $done,
            Estimate::Groups($heuristic) => $done,
            Estimate::Largest($several) => $all,
        }
    };
}

fn largest<B: Bits, K: BrickKey>(all: &[Estimate], space: &BrickSpace<B, K>, s: &State<B>) -> u32 {
    all.iter().map(|one| one.init(space, s)).max().unwrap_or(0)
}

impl<B: Bits, K: BrickKey> Heuristic<BrickSpace<B, K>> for Estimate {
    type Partial = u32;

    fn init(&self, space: &BrickSpace<B, K>, s: &State<B>) -> u32 {
        with!(self, h => h.init(space, s), all => largest(all, space, s), 0)
    }

    #[inline]
    fn update(&self, space: &BrickSpace<B, K>, old: u32, m: Move, after: &State<B>) -> u32 {
        // One number is carried, which is that of one of them only.
        with!(self, h => h.update(space, old, m, after), all => largest(all, space, after), 0)
    }

    #[inline]
    fn value(&self, v: u32) -> Cost {
        told(v)
    }

    fn quality(&self, space: &BrickSpace<B, K>) -> Quality {
        let all_of =
            |all: &[Self]| all.iter().fold(Quality::CONSISTENT, |all, one| all.and(one.quality(space)));
        with!(self, h => h.quality(space), all => all_of(all), Quality::CONSISTENT)
    }
}
