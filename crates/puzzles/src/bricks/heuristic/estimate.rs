//! Any of the estimates, or none, as it is told when it is made: one type for searches that take what is asked for.
//!
//! Each of them carries one number, and looks at the whole position where that changes, so to ask which one
//! it is costs nothing that could be measured. Another estimate is another line in [`Estimate`] and in its
//! match.

use slidewise_search::{Cost, Heuristic, Quality, Whole};

use super::super::bits::Bits;
use super::super::codec::{BrickKey, State};
use super::super::moves::Move;
use super::super::space::BrickSpace;
use super::distance::told;
use super::{Blockers, Distance, GoalBlockers};

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
}

/// Does something with the heuristic that an estimate is, or with its absence.
macro_rules! with {
    ($estimate:expr, $heuristic:ident => $done:expr, $zero:expr) => {
        match $estimate {
            Estimate::Zero => $zero,
            Estimate::Distance($heuristic) => $done,
            Estimate::Blockers($heuristic) => $done,
            Estimate::GoalBlockers($heuristic) => $done,
        }
    };
}

impl<B: Bits, K: BrickKey> Heuristic<BrickSpace<B, K>> for Estimate {
    type Partial = u32;
    type Ahead = Whole<Self::Partial>;

    fn init(&self, space: &BrickSpace<B, K>, s: &State<B>) -> u32 {
        with!(self, h => h.init(space, s), 0)
    }

    #[inline]
    fn update(&self, space: &BrickSpace<B, K>, old: u32, m: Move, after: &State<B>) -> u32 {
        with!(self, h => h.update(space, old, m, after), 0)
    }

    #[inline]
    fn value(&self, v: u32) -> Cost {
        told(v)
    }

    fn quality(&self, space: &BrickSpace<B, K>) -> Quality {
        with!(self, h => h.quality(space), Quality::CONSISTENT)
    }
}
