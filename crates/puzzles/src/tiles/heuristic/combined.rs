//! The best of Manhattan with linear conflicts and walking distance, axis by axis.
//!
//! Both bound the vertical steps and the horizontal steps separately, so the larger of the two on each axis may be
//! added up: never less than the larger of the sums, often more. In the multi-tile metric only walking distance is
//! admissible and used. Without a table of walking distances, linear conflict is left alone.

use slidewise_search::{Cost, Heuristic, Quality};

use super::super::metric::Metric;
use super::super::repr::{Repr, Sum};
use super::super::space::{Slide, TileSpace};
use super::linear_conflict::BothAxes;
use super::walking_distance::Partial as Walking;
use super::words::InWords;
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

    /// Whether linear conflicts count, as they do in the single-tile metric.
    pub(super) fn has_conflicts(&self) -> bool {
        !self.multi
    }

    /// Whether it is linear conflict and nothing else, for want of a table.
    pub fn is_linear_conflict(&self) -> bool {
        self.has_conflicts() && self.walking.is_none()
    }

    /// The walking distance that counts, if there is a table.
    pub(super) fn walking(&self) -> Option<&WalkingDistance> {
        self.walking.as_ref()
    }
}

/// What each of the two carries; without a table, walking distance stays 0.
#[derive(Clone, Copy, Debug)]
pub struct Partial<S> {
    conflict: BothAxes<S>,
    walking: Walking,
}

impl<S: Sum> InWords for Partial<S> {
    const WORDS: usize = BothAxes::<S>::WORDS + Walking::WORDS;

    #[inline]
    fn read(words: &[u32]) -> Self {
        Self { conflict: InWords::read(words), walking: InWords::read(&words[BothAxes::<S>::WORDS..]) }
    }

    #[inline]
    fn write(self, words: &mut [u32]) {
        self.conflict.write(words);
        self.walking.write(&mut words[BothAxes::<S>::WORDS..]);
    }
}

impl<R: Repr, M: Metric> Heuristic<TileSpace<R, M>> for Combined {
    type Partial = Partial<R::Sum>;

    fn init(&self, p: &TileSpace<R, M>, s: &R::State) -> Self::Partial {
        let walking = self.walking.as_ref().map(|walking| walking.init(p, s));
        Partial { conflict: LinearConflict.init(p, s), walking: walking.unwrap_or_default() }
    }

    #[inline]
    fn update(&self, p: &TileSpace<R, M>, old: Self::Partial, m: Slide, after: &R::State) -> Self::Partial {
        let conflict =
            if self.multi { old.conflict } else { LinearConflict.update(p, old.conflict, m, after) };
        let walking = match &self.walking {
            Some(walking) => walking.update(p, old.walking, m, after),
            None => old.walking,
        };
        Partial { conflict, walking }
    }

    /// The larger on each axis, added up.
    #[inline]
    fn value(&self, v: Self::Partial) -> Cost {
        let (vertical, horizontal) = match self.multi {
            true => (0, 0),
            false => (v.conflict.vertical.get(), v.conflict.horizontal.get()),
        };
        Cost::from(vertical.max(v.walking.vertical.into()) + horizontal.max(v.walking.horizontal.into()))
    }

    fn quality(&self, p: &TileSpace<R, M>) -> Quality {
        if self.multi == p.metric().is_multi() { Quality::CONSISTENT } else { Quality::NONE }
    }
}
