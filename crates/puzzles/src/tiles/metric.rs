//! What counts as one move: a tile by one cell, or a whole segment of a line pushed towards the blank.

use std::fmt::Debug;

use super::shape::Shape;
use super::space::Slide;

/// A way to count moves. It decides which slides there are; each costs 1.
///
/// [`Single`] and [`Multi`] are known when a search is compiled, which is for the searches whose speed counts;
/// [`ByChoice`] is told when it is made, so that one compiled search serves both.
pub trait Metric: Copy + Debug + Send + Sync + 'static {
    /// Whether it is told only at run time.
    const BY_CHOICE: bool = false;
    /// Whether it is known when a search is compiled that each move is a single step.
    const STEPS: bool = false;
    /// The slides of a position.
    type Moves: Iterator<Item = Slide> + Send;
    /// Whether one move may push several tiles.
    fn is_multi(self) -> bool;
    /// The slides with the blank at `blank`, without those that `last` makes useless.
    fn moves(self, shape: &Shape, blank: usize, last: Option<Slide>) -> Self::Moves;
}

/// One tile, one cell: the single-tile metric.
#[derive(Clone, Copy, Debug, Default)]
pub struct Single;

/// A segment of a row or column: the multi-tile metric.
#[derive(Clone, Copy, Debug, Default)]
pub struct Multi;

/// Either of the two, as the value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByChoice {
    /// As [`Single`].
    Single,
    /// As [`Multi`].
    Multi,
}

impl Metric for Single {
    const STEPS: bool = true;
    type Moves = Steps;

    #[inline]
    fn is_multi(self) -> bool {
        false
    }

    /// Leaves out the step straight back.
    #[inline]
    fn moves(self, shape: &Shape, blank: usize, last: Option<Slide>) -> Steps {
        let ways = shape.ways(blank, last.map(|last| last.from.into()));
        Steps { blank: blank as u16, rises: shape.rises(), ways }
    }
}

/// The steps of the blank, in the order of its shape: up, down, left, right unless another is asked for.
pub struct Steps {
    blank: u16,
    /// See [`Shape::rises`].
    rises: u64,
    /// The ways not yet taken, see [`Shape::ways`].
    ways: u64,
}

impl Iterator for Steps {
    type Item = Slide;

    #[inline]
    fn next(&mut self) -> Option<Slide> {
        if self.ways == 0 {
            return None;
        }
        // To the lowest of its 16 bits.
        let way = self.ways.trailing_zeros() & 48;
        self.ways &= self.ways - 1;
        let to = self.blank.wrapping_add((self.rises >> way) as u16);
        Some(Slide { from: self.blank, to })
    }
}

impl Metric for Multi {
    type Moves = Segments;

    #[inline]
    fn is_multi(self) -> bool {
        true
    }

    /// Leaves out the line of the last slide: two slides along one line make one, or none.
    #[inline]
    fn moves(self, shape: &Shape, blank: usize, last: Option<Slide>) -> Segments {
        let (row, col) = (shape.row(blank), shape.col(blank));
        let mut reach = [row, shape.rows() - 1 - row, col, shape.cols() - 1 - col].map(|n| n as u8);
        if let Some(last) = last {
            let vertical = shape.col(last.from.into()) == col;
            let line = if vertical { 0..2 } else { 2..4 };
            reach[line].fill(0);
        }
        Segments { blank: blank as u16, cols: shape.cols() as u16, reach, way: 0, done: 0 }
    }
}

/// The slides of the blank in its row and column: up, down, left, right, nearest first.
pub struct Segments {
    blank: u16,
    cols: u16,
    /// How far the blank can go each way.
    reach: [u8; 4],
    way: u8,
    /// How far it went in the current way.
    done: u8,
}

impl Iterator for Segments {
    type Item = Slide;

    #[inline]
    fn next(&mut self) -> Option<Slide> {
        while self.done == *self.reach.get(usize::from(self.way))? {
            self.way += 1;
            self.done = 0;
        }
        self.done += 1;
        let distance = u16::from(self.done);
        let to = match self.way {
            0 => self.blank - distance * self.cols,
            1 => self.blank + distance * self.cols,
            2 => self.blank - distance,
            _ => self.blank + distance,
        };
        Some(Slide { from: self.blank, to })
    }
}

impl Metric for ByChoice {
    const BY_CHOICE: bool = true;
    type Moves = Slides;

    #[inline]
    fn is_multi(self) -> bool {
        self == Self::Multi
    }

    #[inline]
    fn moves(self, shape: &Shape, blank: usize, last: Option<Slide>) -> Slides {
        match self {
            Self::Single => Slides { steps: Single.moves(shape, blank, last), segments: None },
            Self::Multi => Slides {
                steps: Steps { blank: 0, rises: 0, ways: 0 },
                segments: Some(Multi.moves(shape, blank, last)),
            },
        }
    }
}

/// The slides in either metric: the steps, of which there are none where segments are pushed, and then the segments.
pub struct Slides {
    steps: Steps,
    segments: Option<Segments>,
}

impl Iterator for Slides {
    type Item = Slide;

    #[inline]
    fn next(&mut self) -> Option<Slide> {
        match self.steps.next() {
            None => self.segments.as_mut().and_then(next_segment),
            step => step,
        }
    }
}

/// Out of the way of searches that take single steps.
#[cold]
fn next_segment(segments: &mut Segments) -> Option<Slide> {
    segments.next()
}
