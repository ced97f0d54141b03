//! What was learned, and the guide line by line, together: better than either alone where both can be had.
//!
//! A learned table knows what positions cost on average, but its errors grow when it is stretched to larger
//! boards, and a beam runs after errors. The guide keeps it on a way that leads somewhere. Where a table was
//! trained for boards of the same size, or hardly smaller ones, it is better without (measurements:
//! docs/notebook/anytime.md, data/learned).

use slidewise_search::{Cost, Heuristic, Quality};

use super::super::metric::Metric;
use super::super::repr::Repr;
use super::super::shape::Shape;
use super::super::space::{Slide, TileSpace};
use super::learned::{self, Learned};
use super::line_by_line::{self, LineByLine};

/// A learned table for the shape's size, with the guide for the shape.
#[derive(Clone, Debug)]
pub struct Guided {
    learned: Learned,
    lines: LineByLine,
    /// So much of the guide counts as a move.
    per_move: u32,
}

impl Guided {
    /// Both sides of the shape must be 2 or more, and the table of the same size.
    pub fn new(learned: Learned, shape: &Shape) -> Self {
        // The smaller the board, the better what was learned, and the less it needs guidance.
        let per_move = match shape.cells() {
            ..=36 => 15,
            37..=49 => 7,
            _ => 5,
        };
        Self { learned, lines: LineByLine::new(shape), per_move }
    }
}

impl<R: Repr, M: Metric> Heuristic<TileSpace<R, M>> for Guided {
    type Partial = (learned::Partial, line_by_line::Partial);

    fn init(&self, p: &TileSpace<R, M>, s: &R::State) -> Self::Partial {
        (self.learned.init(p, s), self.lines.init(p, s))
    }

    #[inline]
    fn update(&self, p: &TileSpace<R, M>, old: Self::Partial, m: Slide, after: &R::State) -> Self::Partial {
        (self.learned.update(p, old.0, m, after), self.lines.update(p, old.1, m, after))
    }

    #[inline]
    fn value(&self, v: Self::Partial) -> Cost {
        Heuristic::<TileSpace<R, M>>::value(&self.learned, v.0)
    }

    fn quality(&self, _: &TileSpace<R, M>) -> Quality {
        Quality::NONE
    }

    #[inline]
    fn rank(&self, v: Self::Partial) -> u32 {
        let estimate = Heuristic::<TileSpace<R, M>>::rank(&self.learned, v.0);
        let guide = Heuristic::<TileSpace<R, M>>::rank(&self.lines, v.1);
        estimate * self.per_move + guide * self.learned.unit()
    }
}
