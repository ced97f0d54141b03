//! The state space of a tile puzzle, over any representation and metric.

use slidewise_search::any::{AnyMove, ToAnyMove};
use slidewise_search::{Cost, Reversible, StateSpace};

use super::metric::{Metric, Single};
use super::puzzle::TilePuzzle;
use super::repr::Repr;
use super::shape::Shape;

/// The blank goes in a straight line from one cell to another; the tiles between follow by one cell each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The blank's cell before.
    pub from: u16,
    /// The blank's cell after.
    pub to: u16,
}

impl ToAnyMove for Slide {
    fn to_any(self) -> AnyMove {
        AnyMove(u32::from(self.from) << 16 | u32::from(self.to))
    }

    fn from_any(AnyMove(m): AnyMove) -> Self {
        Self { from: (m >> 16) as u16, to: m as u16 }
    }
}

/// A tile puzzle for the engines. Inside, each tile is called by its goal cell (see [`TilePuzzle::labels`]).
#[derive(Clone, Debug)]
pub struct TileSpace<R: Repr, M: Metric = Single> {
    shape: Shape,
    repr: R,
    start: R::State,
    goal: R::State,
    metric: M,
}

impl<R: Repr, M: Metric + Default> TileSpace<R, M> {
    /// The space of a puzzle, or `None` if the representation cannot hold boards of this size.
    pub fn new(puzzle: &TilePuzzle) -> Option<Self> {
        Self::counted(puzzle, M::default())
    }

    /// The space of a position given by its labels, each from 0 up once (see [`TilePuzzle::labels`]); `None` if the
    /// representation cannot hold boards of this size.
    pub fn from_labels(shape: Shape, labels: &[u16]) -> Option<Self> {
        Self::counted_from_labels(shape, labels, M::default())
    }
}

impl<R: Repr, M: Metric> TileSpace<R, M> {
    /// The space of a puzzle whose moves are counted by `metric`, or `None` if the representation cannot hold boards of
    /// this size.
    pub fn counted(puzzle: &TilePuzzle, metric: M) -> Option<Self> {
        let (rows, cols) = (puzzle.start().rows(), puzzle.start().cols());
        let shape = Shape::new(rows, cols, puzzle.goal().blank());
        Self::counted_from_labels(shape, &puzzle.labels(), metric)
    }

    /// The same for a position given by its labels.
    pub fn counted_from_labels(shape: Shape, labels: &[u16], metric: M) -> Option<Self> {
        let repr = R::new(&shape)?;
        let goal: Vec<u16> = (0..shape.cells() as u16).collect();
        Some(Self { start: repr.encode(labels), goal: repr.encode(&goal), repr, shape, metric })
    }

    /// The position with these labels.
    pub fn at(&self, labels: &[u16]) -> R::State {
        self.repr.encode(labels)
    }

    /// What counts as a move.
    #[inline]
    pub fn metric(&self) -> M {
        self.metric
    }

    /// The rectangle.
    #[inline]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The label of what lies at a cell.
    #[inline]
    pub fn label(&self, s: &R::State, cell: usize) -> usize {
        self.repr.label(s, cell)
    }

    /// The tiles that a slide moved, in the order in which the blank met them: (cell now, cell before).
    #[inline]
    pub fn moved(&self, m: Slide) -> Moved {
        let (from, to) = (i32::from(m.from), i32::from(m.to));
        if !self.metric.is_multi() {
            return Moved { now: from, step: to - from, to };
        }
        let apart = to - from;
        let same_row = self.shape.row(m.from.into()) == self.shape.row(m.to.into());
        let step = if same_row { apart.signum() } else { apart.signum() * self.shape.cols() as i32 };
        Moved { now: from, step, to }
    }
}

impl<R: Repr, M: Metric> TileSpace<R, M> {
    /// Brings the blank to the end of a slide, tile by tile.
    #[inline]
    fn push(&self, s: &mut R::State, m: Slide) {
        for (_, next) in self.moved(m) {
            self.repr.step_blank(s, next);
        }
    }

    /// The same, out of the way of searches that hardly ever do it.
    #[cold]
    fn push_aside(&self, s: &mut R::State, m: Slide) {
        self.push(s, m);
    }
}

/// Iterator of [`TileSpace::moved`].
pub struct Moved {
    now: i32,
    step: i32,
    to: i32,
}

impl Iterator for Moved {
    type Item = (usize, usize);

    #[inline]
    fn next(&mut self) -> Option<(usize, usize)> {
        if self.now == self.to {
            return None;
        }
        let now = self.now;
        self.now += self.step;
        Some((now as usize, self.now as usize))
    }
}

impl<R: Repr, M: Metric> StateSpace for TileSpace<R, M> {
    type State = R::State;
    type Key = R::Key;
    type Move = Slide;
    type Moves = M::Moves;
    // `moves` leaves out the way back, and longer circles are rare.
    const LOOKS_BACK: bool = false;

    fn start(&self) -> R::State {
        self.start.clone()
    }

    #[inline]
    fn is_goal(&self, s: &R::State) -> bool {
        *s == self.goal
    }

    #[inline]
    fn moves(&self, s: &R::State, last: Option<Slide>) -> M::Moves {
        self.metric.moves(&self.shape, self.repr.blank(s), last)
    }

    #[inline]
    fn cost(&self, _: Slide) -> Cost {
        1
    }

    #[inline]
    fn apply(&self, s: &mut R::State, m: Slide) {
        if !self.metric.is_multi() {
            return self.repr.step_blank(s, m.to.into());
        }
        match M::BY_CHOICE {
            true => self.push_aside(s, m),
            false => self.push(s, m),
        }
    }

    #[inline]
    fn undo(&self, s: &mut R::State, m: Slide) {
        self.apply(s, self.inverse(m));
    }

    #[inline]
    fn pack(&self, s: &R::State) -> R::Key {
        self.repr.pack(s)
    }

    #[inline]
    fn unpack(&self, k: &R::Key, into: &mut R::State) {
        self.repr.unpack(k, into);
    }

    fn key_heap_bytes(&self) -> usize {
        self.repr.key_heap_bytes()
    }
}

impl<R: Repr, M: Metric> Reversible for TileSpace<R, M> {
    fn goals(&self) -> Option<Vec<R::State>> {
        Some(vec![self.goal.clone()])
    }

    #[inline]
    fn inverse(&self, m: Slide) -> Slide {
        Slide { from: m.to, to: m.from }
    }
}
