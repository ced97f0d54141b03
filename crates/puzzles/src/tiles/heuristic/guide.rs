//! What beams follow: whichever guide suits the board, in one type, so that beams are compiled once for each size.

use slidewise_search::{Cost, Heuristic, Quality};

use super::super::metric::Metric;
use super::super::repr::{Repr, Words};
use super::super::space::{Slide, TileSpace};
use super::one_of::one_of;
use super::words::InWords;
use super::{Guided, Learned, LineByLine, LinearConflict};

/// Room for the words of each guide.
const WORDS: usize = 6;

one_of! {
    /// A guide for beams.
    Guide {
        /// What was learned.
        Learned at 0,
        /// What was learned, and line by line.
        Guided at 0,
        /// Line by line.
        LineByLine at 0,
        /// Manhattan distance with linear conflicts.
        LinearConflict at 0,
    }
}

/// What the guide carries.
#[derive(Clone, Copy, Debug)]
pub struct Partial([u32; WORDS]);

impl<R: Repr, M: Metric> Heuristic<TileSpace<R, M>> for Guide {
    type Partial = Partial;

    fn init(&self, p: &TileSpace<R, M>, s: &R::State) -> Partial {
        let mut v = Partial([0; WORDS]);
        self.init(p, s, &mut v.0);
        v
    }

    // There are few beams, and this is most of what they do.
    #[inline(always)]
    fn update(&self, p: &TileSpace<R, M>, mut v: Partial, m: Slide, after: &R::State) -> Partial {
        self.update(p, &mut v.0, m, after);
        v
    }

    #[inline]
    fn value(&self, v: Partial) -> Cost {
        self.value::<R, M>(&v.0)
    }

    #[inline]
    fn rank(&self, v: Partial) -> u32 {
        self.rank::<R, M>(&v.0)
    }

    fn quality(&self, p: &TileSpace<R, M>) -> Quality {
        self.quality(p)
    }
}
