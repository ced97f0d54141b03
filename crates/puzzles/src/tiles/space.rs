//! The state space of a tile puzzle, over any representation and metric.

use std::ops::ControlFlow;

use slidewise_search::any::{AnyMove, ToAnyMove};
use slidewise_search::{ANYWHERE, Cost, Follow, Reversible, StateSpace};

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

    /// The same space, whose steps of the blank are tried in this order (see [`Shape::in_order`]). Segments are pushed
    /// in their own.
    #[must_use]
    pub fn in_order(self, order: [u8; 4]) -> Self {
        Self { shape: self.shape.in_order(order), ..self }
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

    /// The labels of a 4×4 board in four bits a cell, cell 0 lowest, if that is how they are kept.
    #[inline]
    pub(super) fn four_by_four(&self, s: &R::State) -> Option<u64> {
        self.repr.nibbles(s).filter(|_| self.shape.is_four_by_four())
    }

    /// Steps from one cell to another, as [`Shape::distance`].
    #[inline]
    pub fn distance(&self, a: usize, b: usize) -> u32 {
        if R::SMALL { self.shape.near_distance(a, b) } else { self.shape.distance(a, b) }
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
        for (now, next) in self.moved(m) {
            self.repr.step_blank(s, now, next);
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
            return self.repr.step_blank(s, m.from.into(), m.to.into());
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

    /// On 4×4 boards in single steps: the cell of the blank, and the way that it came.
    const PLACES: usize = if R::SMALL && M::STEPS { 64 } else { 0 };

    fn place(&self, via: Slide) -> usize {
        if Self::PLACES == 0 || !self.shape.is_four_by_four() {
            return ANYWHERE;
        }
        let (from, to) = (usize::from(via.from), usize::from(via.to));
        match (from / 4 == to / 4, to < from) {
            (false, true) => 4 * to + UP,
            (false, false) => 4 * to + DOWN,
            (true, true) => 4 * to + LEFT,
            (true, false) => 4 * to + RIGHT,
        }
    }

    #[inline(always)]
    fn each_move<const PLACE: usize>(
        &self,
        s: &R::State,
        last: Slide,
        follow: &mut impl Follow<Self>,
    ) -> ControlFlow<()> {
        if PLACE == ANYWHERE {
            return self.moves(s, Some(last)).try_for_each(|m| follow.follow(m, ANYWHERE));
        }
        let (cell, came) = (PLACE / 4, PLACE % 4);
        // Not straight back.
        if cell / 4 > 0 && came != DOWN {
            follow.follow(slide(cell, cell - 4), 4 * (cell - 4) + UP)?;
        }
        if cell / 4 < 3 && came != UP {
            follow.follow(slide(cell, cell + 4), 4 * (cell + 4) + DOWN)?;
        }
        if cell % 4 > 0 && came != RIGHT {
            follow.follow(slide(cell, cell - 1), 4 * (cell - 1) + LEFT)?;
        }
        if cell % 4 < 3 && came != LEFT {
            follow.follow(slide(cell, cell + 1), 4 * (cell + 1) + RIGHT)?;
        }
        ControlFlow::Continue(())
    }
}

#[inline(always)]
const fn slide(from: usize, to: usize) -> Slide {
    Slide { from: from as u16, to: to as u16 }
}

/// Ways of the blank, in the numbers of places.
const UP: usize = 0;
const DOWN: usize = 1;
const LEFT: usize = 2;
const RIGHT: usize = 3;

impl<R: Repr, M: Metric> Reversible for TileSpace<R, M> {
    fn goals(&self) -> Option<Vec<R::State>> {
        Some(vec![self.goal.clone()])
    }

    #[inline]
    fn inverse(&self, m: Slide) -> Slide {
        Slide { from: m.to, to: m.from }
    }
}

#[cfg(test)]
mod tests {
    use super::super::repr::Nibbles;
    use super::super::{Board, Goal};
    use super::*;

    type Space = TileSpace<Nibbles, Single>;

    struct Collect(Vec<(Slide, usize)>);

    impl Follow<Space> for Collect {
        fn follow(&mut self, m: Slide, place: usize) -> ControlFlow<()> {
            self.0.push((m, place));
            ControlFlow::Continue(())
        }
    }

    fn space(rows: usize, cols: usize, blank: usize) -> Space {
        let goal = Goal::BlankFirst.board(rows, cols).unwrap();
        let mut cells = goal.cells().to_vec();
        cells[..=blank].rotate_left(1);
        let other = Board::new(rows, cols, cells.clone()).unwrap();
        Space::new(&TilePuzzle::new(other, goal.clone()).unwrap()).unwrap()
    }

    /// The moves that are written out for a place are those of the space.
    fn check<const PLACE: usize>() {
        let blank = PLACE / 4;
        let space = space(4, 4, blank);
        let state = space.start();
        assert_eq!(space.repr.blank(&state), blank);
        let came = space.moves(&state, None).map(|m| space.inverse(m)).find(|&m| space.place(m) == PLACE);
        let Some(came) = came else { return };
        let mut written = Collect(Vec::new());
        assert!(space.each_move::<PLACE>(&state, came, &mut written).is_continue());
        let moves: Vec<(Slide, usize)> =
            space.moves(&state, Some(came)).map(|m| (m, space.place(m))).collect();
        assert_eq!(written.0, moves, "place {PLACE}");
        let mut anywhere = Collect(Vec::new());
        assert!(space.each_move::<ANYWHERE>(&state, came, &mut anywhere).is_continue());
        assert!(anywhere.0.iter().map(|found| found.0).eq(moves.iter().map(|found| found.0)));
    }

    #[test]
    fn places_have_the_moves_of_their_positions() {
        macro_rules! all {
            ($($place:literal)*) => { $(check::<$place>();)* };
        }
        all! {
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
            32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
        }
        let mut places: Vec<usize> = Vec::new();
        for blank in 0..16 {
            let space = space(4, 4, blank);
            places.extend(space.moves(&space.start(), None).map(|m| space.place(m)));
        }
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 48, "each step of the blank leads to a place of its own");
        let wide = space(2, 8, 3);
        assert!(wide.moves(&wide.start(), None).all(|m| wide.place(m) == ANYWHERE));
    }
}
