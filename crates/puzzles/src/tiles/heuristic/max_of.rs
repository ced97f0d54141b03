//! The largest of any of the heuristics, as asked for by name.

use slidewise_search::{Cost, Heuristic, Quality, Whole};

use super::super::metric::Metric;
use super::super::repr::{Repr, Sum};
use super::super::space::{Slide, TileSpace};
use super::combined::Partial as CombinedPartial;
use super::learned::Partial as LearnedPartial;
use super::linear_conflict::BothAxes;
use super::walking_distance::Partial as Walking;
use super::{Combined, Learned, LinearConflict, Manhattan, Misplaced, WalkingDistance};

/// The maximum of a choice of heuristics; of none, 0.
#[derive(Clone, Default)]
pub struct MaxOf {
    /// Take in the misplaced tiles.
    pub misplaced: bool,
    /// Take in Manhattan distance.
    pub manhattan: bool,
    /// Take in Manhattan distance with linear conflicts.
    pub linear_conflict: bool,
    /// Take in walking distance.
    pub walking_distance: Option<WalkingDistance>,
    /// Take in the combination of the last two.
    pub combined: Option<Combined>,
    /// Take in what was learned.
    pub learned: Option<Learned>,
}

/// What the chosen ones carry.
#[derive(Clone, Copy, Debug)]
pub struct Partial<S> {
    misplaced: S,
    manhattan: S,
    linear_conflict: BothAxes<S>,
    walking: Option<Walking>,
    combined: Option<CombinedPartial<S>>,
    learned: Option<LearnedPartial>,
}

impl<R: Repr, M: Metric> Heuristic<TileSpace<R, M>> for MaxOf {
    type Partial = Partial<R::Sum>;
    type Ahead = Whole<Self::Partial>;

    fn init(&self, p: &TileSpace<R, M>, s: &R::State) -> Self::Partial {
        Partial {
            misplaced: Misplaced.init(p, s),
            manhattan: Manhattan.init(p, s),
            linear_conflict: LinearConflict.init(p, s),
            walking: self.walking_distance.as_ref().map(|walking| walking.init(p, s)),
            combined: self.combined.as_ref().map(|combined| combined.init(p, s)),
            learned: self.learned.as_ref().map(|learned| learned.init(p, s)),
        }
    }

    #[inline]
    fn update(&self, p: &TileSpace<R, M>, mut v: Self::Partial, m: Slide, after: &R::State) -> Self::Partial {
        if self.misplaced {
            v.misplaced = Misplaced.update(p, v.misplaced, m, after);
        }
        if self.manhattan {
            v.manhattan = Manhattan.update(p, v.manhattan, m, after);
        }
        if self.linear_conflict {
            v.linear_conflict = LinearConflict.update(p, v.linear_conflict, m, after);
        }
        if let (Some(walking), Some(old)) = (&self.walking_distance, v.walking) {
            v.walking = Some(walking.update(p, old, m, after));
        }
        if let (Some(combined), Some(old)) = (&self.combined, v.combined) {
            v.combined = Some(combined.update(p, old, m, after));
        }
        if let (Some(learned), Some(old)) = (&self.learned, v.learned) {
            v.learned = Some(learned.update(p, old, m, after));
        }
        v
    }

    #[inline]
    fn value(&self, v: Self::Partial) -> Cost {
        let mut h = 0;
        if self.misplaced {
            h = v.misplaced.get();
        }
        if self.manhattan {
            h = h.max(v.manhattan.get());
        }
        if self.linear_conflict {
            h = h.max(v.linear_conflict.vertical.get() + v.linear_conflict.horizontal.get());
        }
        if let Some(w) = v.walking {
            h = h.max(Cost::from(w.vertical) + Cost::from(w.horizontal));
        }
        if let (Some(combined), Some(c)) = (&self.combined, v.combined) {
            h = h.max(combined.estimate_of(c));
        }
        if let (Some(learned), Some(l)) = (&self.learned, v.learned) {
            h = h.max(learned.estimate_of(l));
        }
        h
    }

    /// What was learned is finer than whole moves, and where it takes part it is nearly always the largest.
    #[inline]
    fn rank(&self, v: Self::Partial) -> u32 {
        match (&self.learned, v.learned) {
            (Some(learned), Some(l)) => Heuristic::<TileSpace<R, M>>::rank(learned, l),
            _ => Heuristic::<TileSpace<R, M>>::value(self, v),
        }
    }

    fn quality(&self, p: &TileSpace<R, M>) -> Quality {
        let step_counting = self.misplaced || self.manhattan || self.linear_conflict;
        let mut quality = Quality::CONSISTENT;
        if step_counting {
            quality = quality.and(super::step_counting_quality::<M>());
        }
        if let Some(walking) = &self.walking_distance {
            quality = quality.and(walking.quality(p));
        }
        if let Some(combined) = &self.combined {
            quality = quality.and(combined.quality(p));
        }
        if self.learned.is_some() {
            quality = Quality::NONE;
        }
        quality
    }
}
