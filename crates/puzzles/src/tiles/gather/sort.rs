//! What a beam follows to put a gathered board in order, cell after cell.
//!
//! As in [`super::super::heuristic::LineByLine`], tiles count by their squared distances and by those in each
//! other's way, and those in work count double, with the steps of the blank to where it can help one of them. In work
//! are the next few cells of a line, and not all of it, because they must lie within what the beam can see. Where
//! it sees no way on, it is driven around: each visit makes a cell less attractive until the next one is finished.

use super::super::construct::{Grid, bring, solve_end};
use super::super::heuristic::{Axis, conflicts, steps_to_help};
use super::super::shape::Shape;
use super::super::space::Slide;
use super::order::order;
use super::rolling::Guide;

/// Cells in work, at most.
const IN_WORK: usize = 5;
/// What two tiles in each other's way in a line count, in squares of distances.
const CONFLICT: i32 = 8;
/// Tiles farther apart than this are not in each other's way when all are near their goals.
const REACH: usize = 8;
/// What a step of the blank to where it is needed counts.
const STEP: i32 = 4;
/// The most that the work on the next cells counts, but for a long way to them.
const MOST_WORK: i32 = 25;
/// What a finished cell counts.
const CELL: i32 = 9;
/// Steps of the blank beyond this count for themselves, each so much.
const FAR: i32 = 8;
const FAR_STEP: i32 = 2;
/// What a visit makes a cell lose.
const REPULSION: i64 = 2;

/// The guide for boards of one shape, with its memory of where the blank has been.
pub(super) struct Sort {
    /// The cells in the order in which they are finished, and where the line of each ends.
    order: Vec<(usize, usize)>,
    /// The place of each label in the order; that of the core is behind all.
    turns: Vec<u16>,
    visits: Vec<i64>,
}

/// What a position is ranked by.
#[derive(Clone, Copy)]
pub(super) struct Partial {
    /// Squared distances and conflicts, from where the beam began.
    disorder: i32,
    /// Cells finished, in their order.
    finished: u16,
    /// What the cells in work need.
    work: i32,
}

impl Sort {
    pub(super) fn new(shape: &Shape) -> Self {
        let mut cells = Vec::new();
        for line in order(shape) {
            let end = cells.len() + line.len();
            cells.extend(line.into_iter().map(|cell| (cell, end)));
        }
        let mut turns = vec![cells.len() as u16; shape.cells()];
        for (turn, &(cell, _)) in cells.iter().enumerate() {
            turns[cell] = turn as u16;
        }
        Self { order: cells, turns, visits: vec![0; shape.cells()] }
    }

    /// The number of finished cells, if the first `known` are known to be.
    pub(super) fn finished(&self, grid: &Grid, known: u16) -> u16 {
        let done = |&&(cell, _): &&(usize, usize)| grid.label(cell) == cell;
        known + self.order[known.into()..].iter().take_while(done).count() as u16
    }

    /// Whether so many finished cells are all.
    pub(super) fn is_all(&self, finished: u16) -> bool {
        usize::from(finished) == self.order.len()
    }

    /// The cells at so many places in the order.
    pub(super) fn cells(&self, turns: std::ops::Range<u16>) -> impl Iterator<Item = usize> {
        self.order[turns.start.into()..turns.end.into()].iter().map(|&(cell, _)| cell)
    }

    /// The cells in work: those of the line that come next.
    pub(super) fn in_work(&self, finished: u16) -> impl Iterator<Item = usize> {
        let finished = usize::from(finished);
        let end = self.order.get(finished).map_or(finished, |&(_, end)| end.min(finished + IN_WORK));
        self.order[finished..end].iter().map(|&(cell, _)| cell)
    }

    /// The squares of all distances, added.
    pub(super) fn squares(&self, grid: &Grid) -> i32 {
        let shape = &grid.shape;
        let tiles = (0..shape.cells()).filter(|&cell| grid.label(cell) != shape.blank_home());
        tiles.map(|cell| square(shape, cell, grid.label(cell))).sum()
    }

    /// Forgets where the blank has been.
    pub(super) fn forget(&mut self) {
        self.visits.fill(0);
    }

    /// Finishes the next cell, or the last two of a line, as the constructive solver does.
    pub(super) fn place_next(&self, grid: &mut Grid, finished: u16) {
        let turn = usize::from(finished);
        let (cell, end) = self.order[turn];
        if turn + 2 < end {
            bring(grid, cell, cell, |place| place == cell);
        } else {
            let [before, corner] = [self.order[end - 2].0, self.order[end - 1].0];
            grid.set_locked(before, false);
            solve_end(grid, before, corner);
        }
    }

    fn work(&self, grid: &Grid, finished: u16) -> i32 {
        let (mut squares, mut least) = (0, i32::MAX);
        for home in self.in_work(finished) {
            let place = grid.place(home);
            if place != home {
                squares += square(&grid.shape, place, home);
                if (grid.shape.distance(grid.blank(), place) as i32) <= least {
                    least = least.min(steps_to_help(&grid.shape, grid.blank(), place, home).into());
                }
            }
        }
        if least == i32::MAX {
            return 0;
        }
        (squares + STEP * least).min(MOST_WORK) + FAR_STEP * (least - FAR).max(0)
    }
}

#[inline]
fn square(shape: &Shape, cell: usize, label: usize) -> i32 {
    shape.distance(cell, label).pow(2) as i32
}

impl Guide for Sort {
    type Partial = Partial;

    fn begin(&self, grid: &Grid) -> Partial {
        let finished = self.finished(grid, 0);
        Partial { disorder: 0, finished, work: self.work(grid, finished) }
    }

    #[inline]
    fn after(&self, grid: &Grid, before: Partial, step: Slide) -> Partial {
        let shape = &grid.shape;
        let (now, was) = (usize::from(step.from), usize::from(step.to));
        let label = grid.label(now);
        // A step changes the order only in the lines that it leaves and enters.
        let axis = if shape.col(now) == shape.col(was) { Axis::Rows } else { Axis::Columns };
        let disorder = |cell| {
            square(shape, cell, label)
                + CONFLICT * i32::from(conflicts(shape, |cell| grid.label(cell), axis, REACH, cell, label))
        };
        let turn = self.turns[label];
        let finished = if was == label {
            before.finished.min(turn)
        } else if now == label && turn == before.finished {
            self.finished(grid, turn)
        } else {
            before.finished
        };
        Partial {
            disorder: before.disorder + disorder(now) - disorder(was),
            finished,
            work: self.work(grid, finished),
        }
    }

    #[inline]
    fn rank(&self, partial: Partial, blank: usize) -> i64 {
        let finished = CELL * i32::from(partial.finished);
        self.visits[blank] + i64::from(partial.disorder + partial.work - finished)
    }

    fn visited(&mut self, cell: usize) {
        self.visits[cell] += REPULSION;
    }

    fn is_end(&self, partial: Partial) -> bool {
        self.is_all(partial.finished)
    }
}
