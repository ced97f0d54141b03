//! Manhattan distance plus linear conflicts (Hansson, Mayer & Yung 1992).
//!
//! Tiles in the row where they belong, but in the wrong order, cannot all stay in it: some must leave the row and
//! come back, two steps up and down that Manhattan does not count. The least number that must leave is the number
//! of such tiles less the longest run of them already in order; counting conflicting pairs instead would be too much.
//! The same holds for columns.

pub(super) mod four;

use std::sync::LazyLock;

use slidewise_search::{Cost, Heuristic, Quality, StateSpace};

use super::super::metric::Metric;
use super::super::repr::{Repr, Sum};
use super::super::shape::Shape;
use super::super::space::{Slide, TileSpace};
use super::step_counting_quality;
use super::words::InWords;

/// Manhattan distance plus twice the tiles that must leave their line.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinearConflict;

/// Steps that are certainly needed, up and down, and left and right: they add up. A conflict in a row costs
/// vertical steps, one in a column horizontal ones.
#[derive(Clone, Copy, Debug)]
pub struct BothAxes<S> {
    /// Up and down.
    pub vertical: S,
    /// Left and right.
    pub horizontal: S,
}

impl<S: Sum> InWords for BothAxes<S> {
    const WORDS: usize = 2;

    #[inline]
    fn read(words: &[u32]) -> Self {
        Self { vertical: S::of(words[0]), horizontal: S::of(words[1]) }
    }

    #[inline]
    fn write(self, words: &mut [u32]) {
        (words[0], words[1]) = (self.vertical.get(), self.horizontal.get());
    }
}

impl LinearConflict {
    /// After a slide on any board. Out of the way of the code for 4×4, which is written out for each cell.
    #[inline(never)]
    fn on_any<R: Repr, M: Metric>(
        p: &TileSpace<R, M>,
        old: BothAxes<R::Sum>,
        m: Slide,
        after: &R::State,
    ) -> BothAxes<R::Sum> {
        let axis = |axis, old: R::Sum| R::Sum::of(crossed(p, old.get(), m, after, axis));
        match p.shape().col(m.from.into()) == p.shape().col(m.to.into()) {
            true => BothAxes { vertical: axis(Axis::Rows, old.vertical), ..old },
            false => BothAxes { horizontal: axis(Axis::Columns, old.horizontal), ..old },
        }
    }
}

impl<R: Repr, M: Metric> Heuristic<TileSpace<R, M>> for LinearConflict {
    type Partial = BothAxes<R::Sum>;

    fn init(&self, p: &TileSpace<R, M>, s: &R::State) -> Self::Partial {
        let on = |axis: Axis| {
            let conflicts: u32 =
                (0..axis.lines(p.shape())).map(|line| 2 * lifts(p, s, axis, line, None)).sum();
            R::Sum::of(conflicts + steps_across(p, s, axis))
        };
        BothAxes { vertical: on(Axis::Rows), horizontal: on(Axis::Columns) }
    }

    #[inline]
    fn update(&self, p: &TileSpace<R, M>, old: Self::Partial, m: Slide, after: &R::State) -> Self::Partial {
        match p.four_by_four(after) {
            Some(word) if M::STEPS => four::stepped(old, word, p.label(after, m.from.into()), m),
            _ => Self::on_any(p, old, m, after),
        }
    }

    #[inline]
    fn foresee(&self, p: &TileSpace<R, M>, old: Self::Partial, m: Slide, before: &R::State) -> Self::Partial {
        match p.four_by_four(before) {
            Some(word) if M::STEPS => four::stepped(old, word, p.label(before, m.to.into()), m),
            _ => {
                let mut after = before.clone();
                p.apply(&mut after, m);
                Self::on_any(p, old, m, &after)
            }
        }
    }

    #[inline]
    fn value(&self, v: Self::Partial) -> Cost {
        Cost::from(v.vertical.get() + v.horizontal.get())
    }

    fn quality(&self, p: &TileSpace<R, M>) -> Quality {
        step_counting_quality(p.metric())
    }
}

/// Which lines are looked at: rows (crossed by vertical steps) or columns (crossed by horizontal ones).
#[derive(Clone, Copy)]
pub(in super::super) enum Axis {
    Rows,
    Columns,
}

impl Axis {
    fn lines(self, shape: &Shape) -> usize {
        match self {
            Self::Rows => shape.rows(),
            Self::Columns => shape.cols(),
        }
    }

    /// The line of a cell, or of the goal cell that a label is.
    #[inline]
    pub(in super::super) fn line(self, shape: &Shape, cell: usize) -> usize {
        match self {
            Self::Rows => shape.row(cell),
            Self::Columns => shape.col(cell),
        }
    }

    /// The place of a cell within its line.
    #[inline]
    pub(in super::super) fn place(self, shape: &Shape, cell: usize) -> usize {
        match self {
            Self::Rows => shape.col(cell),
            Self::Columns => shape.row(cell),
        }
    }

    /// The cells of a line: the first, how far apart, how many.
    #[inline]
    pub(in super::super) fn cells(self, shape: &Shape, line: usize) -> (usize, usize, usize) {
        match self {
            Self::Rows => (line * shape.cols(), 1, shape.cols()),
            Self::Columns => (line, shape.cols(), shape.rows()),
        }
    }
}

/// Manhattan's part on one axis: lines between each tile and its own.
fn steps_across<R: Repr, M: Metric>(p: &TileSpace<R, M>, s: &R::State, axis: Axis) -> u32 {
    let shape = p.shape();
    let steps = |cell| match p.label(s, cell) {
        label if label == shape.blank_home() => 0,
        label => axis.line(shape, cell).abs_diff(axis.line(shape, label)) as u32,
    };
    (0..shape.cells()).map(steps).sum()
}

/// The value on one axis after a slide across its lines, from the one before.
#[inline]
fn crossed<R: Repr, M: Metric>(p: &TileSpace<R, M>, old: u32, m: Slide, after: &R::State, axis: Axis) -> u32 {
    let shape = p.shape();
    let blank = shape.blank_home();
    let (mut gained, mut lost) = (0, 0);
    // What lay before at the cell that is looked at: first the blank's old cell, then the tiles that moved.
    let mut before = blank;
    let mut look = |cell: usize, before: usize, now: usize| {
        let line = axis.line(shape, cell);
        let counts = |label: usize| label != blank && axis.line(shape, label) == line;
        if counts(before) || counts(now) {
            lost += 2 * lifts(p, after, axis, line, Some((cell, before)));
            gained += 2 * lifts(p, after, axis, line, Some((cell, now)));
        }
    };
    let mut sum = old;
    for (now, was) in p.moved(m) {
        let label = p.label(after, now);
        let home = axis.line(shape, label);
        sum = sum + axis.line(shape, now).abs_diff(home) as u32 - axis.line(shape, was).abs_diff(home) as u32;
        look(now, before, label);
        before = label;
    }
    look(m.to.into(), before, blank);
    sum + gained - lost
}

/// How many tiles must leave a line. `instead` puts another label at one cell of it.
#[inline]
fn lifts<R: Repr, M: Metric>(
    p: &TileSpace<R, M>,
    s: &R::State,
    axis: Axis,
    line: usize,
    instead: Option<(usize, usize)>,
) -> u32 {
    let shape = p.shape();
    let (first, apart, count) = axis.cells(shape, line);
    let place_at = |i: usize| {
        let cell = first + i * apart;
        let label = match instead {
            Some((other, label)) if other == cell => label,
            _ => p.label(s, cell),
        };
        let belongs = label != shape.blank_home() && axis.line(shape, label) == line;
        belongs.then(|| axis.place(shape, label))
    };
    if count <= SHORT {
        let index = (0..count).fold(0, |index, i| index << 3 | place_at(i).map_or(0, |place| place + 1));
        SHORT_LINES[index].into()
    } else {
        out_of_order((0..count).filter_map(place_at))
    }
}

/// Lines up to this length are looked up: three bits a cell, 0 for a cell that does not count.
const SHORT: usize = 5;

static SHORT_LINES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let places = |index: usize| (0..SHORT).rev().filter_map(move |i| (index >> (3 * i) & 7).checked_sub(1));
    (0..1 << (3 * SHORT)).map(|index| out_of_order(places(index)) as u8).collect()
});

/// The least number of items to take out so that the rest rise: all but a longest rising subsequence.
fn out_of_order(places: impl Iterator<Item = usize>) -> u32 {
    let mut count = 0;
    // ends[k]: the least last item of a rising subsequence of k + 1 items.
    let mut ends: Vec<usize> = Vec::new();
    for place in places {
        count += 1;
        let longer = ends.partition_point(|&end| end < place);
        match ends.get_mut(longer) {
            Some(end) => *end = place,
            None => ends.push(place),
        }
    }
    count - ends.len() as u32
}

#[cfg(test)]
mod tests {
    use super::out_of_order;

    #[test]
    fn the_least_number_leaves_the_line() {
        let lifts = |places: &[usize]| out_of_order(places.iter().copied());
        assert_eq!(lifts(&[0, 1, 2]), 0);
        assert_eq!(lifts(&[1, 0, 2]), 1);
        assert_eq!(lifts(&[2, 0, 1]), 1); // two conflicting pairs, but one tile to lift
        assert_eq!(lifts(&[2, 1, 0]), 2);
        assert_eq!(lifts(&[3, 2, 1, 0]), 3);
        assert_eq!(lifts(&[1, 0, 3, 2]), 2);
        assert_eq!(lifts(&[]), 0);
    }
}
