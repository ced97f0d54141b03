//! A heuristic that is put together when the program runs: the largest of any parts, in one type for all choices.
//!
//! Searches are compiled for each heuristic type, so types of their own are for heuristics whose speed
//! counts. All others are parts of this one. A heuristic becomes a part by a line in [`Part`] below and by
//! saying, in its own file, how what it carries is written in words ([`InWords`]). The words of all parts lie
//! in one small array, at places that are known when the program is compiled.
//!
//! Parts that are never above another one are left out: the largest is the same without them.

use slidewise_search::{Cost, Heuristic, Quality};

use super::super::metric::Metric;
use super::super::repr::{Repr, Words};
use super::super::space::{Slide, TileSpace};
use super::one_of::one_of;
use super::words::InWords;
use super::{Combined, Learned, LinearConflict, Manhattan, Misplaced, Textbook, WalkingDistance};

/// Room for the words of all parts that can come together. Those that have the same words never do: one of
/// them covers the other, see [`Part::covers`].
const WORDS: usize = 10;

/// What the parts carry, side by side.
#[derive(Clone, Copy, Debug)]
pub struct Partial([u32; WORDS]);

/// The largest of some parts; of none, 0.
#[derive(Clone, Default)]
pub struct Composed {
    /// None has a word of another.
    parts: Vec<Part>,
}

one_of! {
    /// One of the heuristics of which the largest is taken.
    Part {
        /// Misplaced tiles.
        Misplaced at 0,
        /// Manhattan distance.
        Manhattan at 0,
        /// Manhattan distance with linear conflicts.
        LinearConflict at 0,
        /// Walking distance.
        WalkingDistance at 2,
        /// The last two, axis by axis.
        Combined at 0,
        /// What was learned.
        Learned at 7,
        /// Those that are there to be compared.
        Textbook at 9,
    }
}

impl Part {
    /// Whether it is never below `other`, so that the largest of both is this one. What either promises is
    /// then promised by this one, and no more.
    fn covers(&self, other: &Self) -> bool {
        match (other, self) {
            // A misplaced tile is a step away at least, and corrections never take away from the distance.
            (Self::Misplaced(_), Self::Manhattan(_) | Self::LinearConflict(_) | Self::Learned(_)) => true,
            (Self::Manhattan(_), Self::LinearConflict(_) | Self::Learned(_)) => true,
            (Self::Misplaced(_) | Self::Manhattan(_) | Self::LinearConflict(_), Self::Combined(h)) => {
                h.has_conflicts()
            }
            (Self::WalkingDistance(walking), Self::Combined(h)) => {
                h.walking().is_some_and(|part| part.is_multi() == walking.is_multi())
            }
            (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
        }
    }
}

impl Composed {
    /// The largest of some parts, of each kind one.
    ///
    /// # Panics
    ///
    /// If their walking distances are for different metrics: there is no room for both.
    pub fn new(parts: impl IntoIterator<Item = Part>) -> Self {
        let mut kept: Vec<Part> = Vec::new();
        for part in parts {
            let part = match part {
                // Several of them are one part.
                Part::Textbook(h) => {
                    let known = kept.iter().position(|other| matches!(other, Part::Textbook(_)));
                    match known.map(|at| kept.swap_remove(at)) {
                        Some(Part::Textbook(known)) => Part::Textbook(known.and(&h)),
                        _ => Part::Textbook(h),
                    }
                }
                // Only walking distance counts there, and has less to carry.
                Part::Combined(h) if !h.has_conflicts() => match h.walking() {
                    Some(walking) => Part::WalkingDistance(walking.clone()),
                    None => continue,
                },
                part => part,
            };
            if !kept.iter().any(|other| other.covers(&part)) {
                kept.retain(|other| !part.covers(other));
                kept.push(part);
            }
        }
        let both = |one: &Part| matches!(one, Part::Combined(_) | Part::WalkingDistance(_));
        assert!(
            kept.iter().filter(|one| both(one)).count() <= 1,
            "walking distances for two metrics in one heuristic"
        );
        Self { parts: kept }
    }

    /// Those of its parts that decide.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }
}

impl Composed {
    /// Whether there are no parts, so that it is always 0.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}

impl<R: Repr, M: Metric> Heuristic<TileSpace<R, M>> for Composed {
    type Partial = Partial;

    fn init(&self, p: &TileSpace<R, M>, s: &R::State) -> Partial {
        let mut v = Partial([0; WORDS]);
        self.parts.iter().for_each(|part| part.init(p, s, &mut v.0));
        v
    }

    #[inline]
    fn update(&self, p: &TileSpace<R, M>, mut v: Partial, m: Slide, after: &R::State) -> Partial {
        self.parts.iter().for_each(|part| part.update(p, &mut v.0, m, after));
        v
    }

    #[inline]
    fn value(&self, v: Partial) -> Cost {
        self.parts.iter().fold(0, |h, part| h.max(part.value::<R, M>(&v.0)))
    }

    /// What was learned is finer than whole moves, and where it takes part it is nearly always the largest.
    #[inline]
    fn rank(&self, v: Partial) -> u32 {
        match self.parts.iter().find(|part| matches!(part, Part::Learned(_))) {
            Some(part) => part.rank::<R, M>(&v.0),
            None => Heuristic::<TileSpace<R, M>>::value(self, v) as u32,
        }
    }

    fn quality(&self, p: &TileSpace<R, M>) -> Quality {
        self.parts.iter().fold(Quality::CONSISTENT, |quality, part| quality.and(part.quality(p)))
    }
}
