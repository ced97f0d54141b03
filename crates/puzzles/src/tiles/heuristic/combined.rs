//! The best of Manhattan with linear conflicts and walking distance, axis by axis.
//!
//! Both bound the vertical steps and the horizontal steps separately, so the larger of the two on each axis may be
//! added up: never less than the larger of the sums, often more. In the multi-tile metric only walking distance is
//! admissible and used. Without a table of walking distances, linear conflict is left alone.

use slidewise_search::{Cost, Heuristic, Quality, Whole};

use super::super::metric::Metric;
use super::super::repr::{Repr, Sum};
use super::super::space::{Slide, TileSpace};
use super::linear_conflict::BothAxes;
use super::walking_distance::Partial as Walking;
use super::{LinearConflict, WalkingDistance};

/// Linear conflict and walking distance, the larger on each axis.
#[derive(Clone)]
pub struct Combined {
    walking: Option<WalkingDistance>,
    multi: bool,
}

impl Combined {
    /// With a walking-distance table, which must be of the same metric, or without.
    pub fn new(walking: Option<WalkingDistance>, multi: bool) -> Self {
        Self { walking, multi }
    }

    /// The larger on each axis, added up.
    #[inline]
    pub(super) fn estimate_of<S: Sum>(&self, v: Partial<S>) -> Cost {
        let (vertical, horizontal) = match self.multi {
            true => (0, 0),
            false => (v.conflict.vertical.get(), v.conflict.horizontal.get()),
        };
        match v.walking {
            Some(w) => vertical.max(w.vertical.into()) + horizontal.max(w.horizontal.into()),
            None => vertical + horizontal,
        }
    }
}

/// What each of the two carries.
#[derive(Clone, Copy, Debug)]
pub struct Partial<S> {
    conflict: BothAxes<S>,
    walking: Option<Walking>,
}

impl<R: Repr, M: Metric> Heuristic<TileSpace<R, M>> for Combined {
    type Partial = Partial<R::Sum>;
    type Ahead = Whole<Self::Partial>;

    fn init(&self, p: &TileSpace<R, M>, s: &R::State) -> Self::Partial {
        Partial {
            conflict: LinearConflict.init(p, s),
            walking: self.walking.as_ref().map(|walking| walking.init(p, s)),
        }
    }

    #[inline]
    fn update(&self, p: &TileSpace<R, M>, old: Self::Partial, m: Slide, after: &R::State) -> Self::Partial {
        let conflict = if M::MULTI { old.conflict } else { LinearConflict.update(p, old.conflict, m, after) };
        let walking = match (&self.walking, old.walking) {
            (Some(walking), Some(old)) => Some(walking.update(p, old, m, after)),
            _ => None,
        };
        Partial { conflict, walking }
    }

    #[inline]
    fn value(&self, v: Self::Partial) -> Cost {
        self.estimate_of(v)
    }

    fn quality(&self, _: &TileSpace<R, M>) -> Quality {
        if self.multi == M::MULTI { Quality::CONSISTENT } else { Quality::NONE }
    }
}
