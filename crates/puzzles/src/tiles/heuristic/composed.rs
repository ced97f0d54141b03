//! A heuristic that is put together when the program runs: the largest of any parts, in one type for all choices.
//!
//! Searches are compiled for each heuristic type, so types of their own are for heuristics whose speed counts. All others are
//! parts of this one. A heuristic becomes a part by a line in `parts!` below and by saying, in its own file, how
//! what it carries is written in words ([`InWords`]). The words of all parts lie side by side in one small array.
//!
//! Parts that are never above another one are left out: the largest is the same without them.

use slidewise_search::{Cost, Heuristic, Quality, Whole};

use super::super::metric::Metric;
use super::super::repr::{Repr, Words};
use super::super::space::{Slide, TileSpace};
use super::words::InWords;
use super::{Combined, Learned, LinearConflict, Manhattan, Misplaced, WalkingDistance};

/// Room for the words of all parts that can come together: combined, which leaves only what was learned beside it.
const WORDS: usize = 9;

/// What the parts carry, side by side.
#[derive(Clone, Copy, Debug)]
pub struct Partial([u32; WORDS]);

/// The largest of some parts; of none, 0.
#[derive(Clone, Default)]
pub struct Composed {
    /// Each with the number of its first word.
    parts: Vec<(Part, usize)>,
}

/// Makes the type of parts, which hands everything on to the heuristic that it is.
macro_rules! parts {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        /// One of the heuristics of which the largest is taken.
        #[derive(Clone)]
        pub enum Part {
            $($(#[$doc])* $name($name),)+
        }

        $(impl From<$name> for Part {
            fn from(heuristic: $name) -> Self {
                Self::$name(heuristic)
            }
        })+

        impl Part {
            /// How many words it carries, the same for every representation.
            fn words(&self) -> usize {
                match self {
                    $(Self::$name(_) => <$name as Heuristic<TileSpace<Words>>>::Partial::WORDS,)+
                }
            }

            /// Writes what it carries at a position, from scratch.
            fn init<R: Repr, M: Metric>(&self, p: &TileSpace<R, M>, s: &R::State, words: &mut [u32]) {
                match self {
                    $(Self::$name(h) => h.init(p, s).write(words),)+
                }
            }

            /// Changes what it carries by a move.
            #[inline]
            fn update<R: Repr, M: Metric>(
                &self,
                p: &TileSpace<R, M>,
                words: &mut [u32],
                m: Slide,
                after: &R::State,
            ) {
                match self {
                    $(Self::$name(h) => h.update(p, InWords::read(words), m, after).write(words),)+
                }
            }

            #[inline]
            fn value<R: Repr, M: Metric>(&self, words: &[u32]) -> Cost {
                match self {
                    $(Self::$name(h) => Heuristic::<TileSpace<R, M>>::value(h, InWords::read(words)),)+
                }
            }

            #[inline]
            fn rank<R: Repr, M: Metric>(&self, words: &[u32]) -> u32 {
                match self {
                    $(Self::$name(h) => Heuristic::<TileSpace<R, M>>::rank(h, InWords::read(words)),)+
                }
            }

            fn quality<R: Repr, M: Metric>(&self, p: &TileSpace<R, M>) -> Quality {
                match self {
                    $(Self::$name(h) => h.quality(p),)+
                }
            }
        }
    };
}

parts! {
    /// Misplaced tiles.
    Misplaced,
    /// Manhattan distance.
    Manhattan,
    /// Manhattan distance with linear conflicts.
    LinearConflict,
    /// Walking distance.
    WalkingDistance,
    /// The last two, axis by axis.
    Combined,
    /// What was learned.
    Learned,
}

impl Part {
    /// Whether it is never below `other`, so that the largest of both is this one. What either promises is then promised by this
    /// one, and no more.
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
            // Only walking distance counts there, and has less to carry.
            let part = match part {
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
        let mut words = 0;
        let placed = kept.into_iter().map(|part| {
            words += part.words();
            let first = words - part.words();
            (part, first)
        });
        let parts = placed.collect();
        assert!(words <= WORDS, "tables of walking distance for different metrics in one heuristic");
        Self { parts }
    }

    /// What was learned, if it takes part, with its words.
    #[inline]
    fn learned(&self) -> Option<&(Part, usize)> {
        self.parts.iter().find(|(part, _)| matches!(part, Part::Learned(_)))
    }
}

impl<R: Repr, M: Metric> Heuristic<TileSpace<R, M>> for Composed {
    type Partial = Partial;
    type Ahead = Whole<Partial>;

    fn init(&self, p: &TileSpace<R, M>, s: &R::State) -> Partial {
        let mut v = Partial([0; WORDS]);
        self.parts.iter().for_each(|(part, first)| part.init(p, s, &mut v.0[*first..]));
        v
    }

    #[inline]
    fn update(&self, p: &TileSpace<R, M>, mut v: Partial, m: Slide, after: &R::State) -> Partial {
        self.parts.iter().for_each(|(part, first)| part.update(p, &mut v.0[*first..], m, after));
        v
    }

    #[inline]
    fn value(&self, v: Partial) -> Cost {
        self.parts.iter().fold(0, |h, (part, first)| h.max(part.value::<R, M>(&v.0[*first..])))
    }

    /// What was learned is finer than whole moves, and where it takes part it is nearly always the largest.
    #[inline]
    fn rank(&self, v: Partial) -> u32 {
        match self.learned() {
            Some((part, first)) => part.rank::<R, M>(&v.0[*first..]),
            None => Heuristic::<TileSpace<R, M>>::value(self, v),
        }
    }

    fn quality(&self, p: &TileSpace<R, M>) -> Quality {
        self.parts.iter().fold(Quality::CONSISTENT, |quality, (part, _)| quality.and(part.quality(p)))
    }
}
