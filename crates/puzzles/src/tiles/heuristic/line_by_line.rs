//! A guide for beams on large boards: not an estimate of moves, but an order in which positions are good.
//!
//! - *Squared distances.* Tiles far from home weigh more than many that are nearly there, so a beam carries everything
//!   towards its goal first, with hardly a step that is lost, and sorts afterwards. With plain distances it would
//!   finish one region after another and then have to carry tiles through what is finished.
//! - *Conflicts* between tiles of one line, which have to be undone while it is still cheap.
//! - *Lines.* A nearly sorted board is a trap: the last misplaced tiles are far apart, and each step through sorted
//!   tiles looks like a loss. So lines are finished in the order in which the constructive solver peels them off:
//!   tiles of the first unfinished one weigh double, and the blank is drawn to where it can help one of them. All that
//!   counts up to a limit only: while tiles are carried across the board, it is silent.
//!
//! It needs no table and no training. A move costs a look at one line for conflicts and at all cells for tiles of the
//! line in work. The weights were found by trial on 10×10 boards; docs/notebook/anytime.md has the figures.

use slidewise_search::{Cost, Heuristic, Quality};

use super::super::construct::lines;
use super::super::metric::Metric;
use super::super::repr::Repr;
use super::super::shape::Shape;
use super::super::space::{Slide, TileSpace};
use super::linear_conflict::Axis;
use super::words::InWords;

/// What two tiles in each other's way in a line count, in squares of distances.
const CONFLICT: u32 = 8;
/// What a step of the blank to where it is needed counts.
const STEP: u32 = 4;
/// The most that the work on a line counts.
const MOST_WORK: u32 = 40;
/// What an unfinished line counts: more than the work on the next, so that to finish one is never a loss.
const LINE: u32 = 45;

/// The guide for boards of one shape.
#[derive(Clone, Debug)]
pub struct LineByLine {
    lines: Vec<Vec<usize>>,
    /// The number of each label's line; that of the core is the number of lines.
    line_of: Vec<u16>,
}

/// What a position is ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partial {
    /// Squares of the tiles' distances, added.
    squares: u32,
    /// Pairs of tiles in conflict.
    conflicts: u16,
    /// Lines finished, in their order.
    finished: u16,
    /// Squares of the distances of the first unfinished line's tiles, added.
    far: u32,
    /// What that line needs, up to [`MOST_WORK`].
    work: u32,
}

impl InWords for Partial {
    const WORDS: usize = 4;

    #[inline]
    fn read(words: &[u32]) -> Self {
        let (conflicts, finished) = (words[1] as u16, (words[1] >> 16) as u16);
        Self { squares: words[0], conflicts, finished, far: words[2], work: words[3] }
    }

    #[inline]
    fn write(self, words: &mut [u32]) {
        let both = u32::from(self.conflicts) | u32::from(self.finished) << 16;
        (words[0], words[1], words[2], words[3]) = (self.squares, both, self.far, self.work);
    }
}

impl LineByLine {
    /// The guide for a shape; both sides must be 2 or more.
    pub fn new(shape: &Shape) -> Self {
        let lines = lines(shape);
        let mut line_of = vec![lines.len() as u16; shape.cells()];
        for (number, line) in lines.iter().enumerate() {
            line.iter().for_each(|&cell| line_of[cell] = number as u16);
        }
        Self { lines, line_of }
    }

    /// The number of finished lines, if the first `finished` are known to be.
    fn finished<R: Repr, M: Metric>(&self, p: &TileSpace<R, M>, s: &R::State, finished: u16) -> u16 {
        let done = |line: &&Vec<usize>| line.iter().all(|&cell| p.label(s, cell) == cell);
        finished + self.lines[finished.into()..].iter().take_while(done).count() as u16
    }

    /// The tiles of a line that are not at home: their cells and labels.
    fn astray<R: Repr, M: Metric>(
        &self,
        p: &TileSpace<R, M>,
        s: &R::State,
        line: u16,
    ) -> impl Iterator<Item = (usize, usize)> {
        let labelled = (0..p.shape().cells()).map(move |cell| (cell, p.label(s, cell)));
        labelled.filter(move |&(cell, label)| self.line_of[label] == line && label != cell)
    }

    /// Squares of the distances of a line's tiles, added; 0 for the core, which comes after the last line.
    fn far<R: Repr, M: Metric>(&self, p: &TileSpace<R, M>, s: &R::State, line: u16) -> u32 {
        if usize::from(line) == self.lines.len() {
            return 0;
        }
        self.astray(p, s, line).map(|(cell, label)| square(p.shape(), cell, label)).sum()
    }

    /// What keeps a line from being finished: how far its tiles are, and the steps of the blank to the
    /// nearest cell from which it can move one of them towards home.
    fn work<R: Repr, M: Metric>(
        &self,
        p: &TileSpace<R, M>,
        s: &R::State,
        line: u16,
        far: u32,
        blank: usize,
    ) -> u32 {
        // Most positions are on the way to a line: nothing needs to be looked for.
        if far == 0 || far >= MOST_WORK {
            return far.min(MOST_WORK);
        }
        let steps = |(cell, label)| steps_to_help(p.shape(), blank, cell, label);
        let least = self.astray(p, s, line).map(steps).min().unwrap_or(0);
        (far + STEP * u32::from(least)).min(MOST_WORK)
    }
}

/// Steps of the blank to a cell beside a tile that is nearer to the tile's home, around the tile.
pub(in super::super) fn steps_to_help(shape: &Shape, blank: usize, tile: usize, home: usize) -> u16 {
    let place = |cell: usize| [shape.row(cell) as i16, shape.col(cell) as i16];
    let (blank, tile, home) = (place(blank), place(tile), place(home));
    let mut least = u16::MAX;
    for axis in [0, 1] {
        let way = (home[axis] - tile[axis]).signum();
        if way == 0 {
            continue;
        }
        let mut beside = tile;
        beside[axis] += way;
        let behind = blank[1 - axis] == tile[1 - axis] && (blank[axis] - tile[axis]).signum() == -way;
        let apart = blank[0].abs_diff(beside[0]) + blank[1].abs_diff(beside[1]);
        least = least.min(apart + if behind { 2 } else { 0 });
    }
    least
}

/// Tiles in the line of a cell, at most `reach` away, that are in conflict with the tile `label` there.
#[inline]
pub(in super::super) fn conflicts(
    shape: &Shape,
    label_at: impl Fn(usize) -> usize,
    axis: Axis,
    reach: usize,
    cell: usize,
    label: usize,
) -> u16 {
    let line = axis.line(shape, cell);
    if axis.line(shape, label) != line {
        return 0;
    }
    let (first, apart, count) = axis.cells(shape, line);
    let (place, goal) = (axis.place(shape, cell), axis.place(shape, label));
    let mut found = 0;
    for other_place in place.saturating_sub(reach)..count.min(place.saturating_add(reach + 1)) {
        let other = label_at(first + other_place * apart);
        let belongs = other != shape.blank_home() && axis.line(shape, other) == line;
        let wrong = (other_place < place) != (axis.place(shape, other) < goal);
        found += u16::from(belongs && wrong && other_place != place);
    }
    found
}

#[inline]
fn square(shape: &Shape, cell: usize, label: usize) -> u32 {
    shape.distance(cell, label).pow(2)
}

impl<R: Repr, M: Metric> Heuristic<TileSpace<R, M>> for LineByLine {
    type Partial = Partial;

    /// Twice the conflicts are counted and halved, so that each tile can be looked at in turn.
    fn init(&self, p: &TileSpace<R, M>, s: &R::State) -> Partial {
        let shape = p.shape();
        let (mut squares, mut twice, mut blank) = (0, 0, 0);
        for cell in 0..shape.cells() {
            let label = p.label(s, cell);
            if label == shape.blank_home() {
                blank = cell;
                continue;
            }
            squares += square(shape, cell, label);
            for axis in [Axis::Rows, Axis::Columns] {
                twice += conflicts(shape, |cell| p.label(s, cell), axis, shape.cells(), cell, label);
            }
        }
        let finished = self.finished(p, s, 0);
        let far = self.far(p, s, finished);
        Partial { squares, conflicts: twice / 2, finished, far, work: self.work(p, s, finished, far, blank) }
    }

    #[inline]
    fn update(&self, p: &TileSpace<R, M>, old: Partial, m: Slide, after: &R::State) -> Partial {
        if p.metric().is_multi() {
            return self.init(p, after);
        }
        let shape = p.shape();
        let (now, was) = (usize::from(m.from), usize::from(m.to));
        let label = p.label(after, now);
        // A step changes the order only in the lines that it leaves and enters.
        let axis = if shape.col(now) == shape.col(was) { Axis::Rows } else { Axis::Columns };
        let conflicts =
            |cell| conflicts(shape, |cell| p.label(after, cell), axis, shape.cells(), cell, label);
        let line = self.line_of[label];
        let finished = if was == label {
            old.finished.min(line)
        } else if now == label && line == old.finished {
            self.finished(p, after, line)
        } else {
            old.finished
        };
        let (before, behind) = (square(shape, was, label), square(shape, now, label));
        let far = if finished != old.finished {
            self.far(p, after, finished)
        } else if line == finished && usize::from(line) < self.lines.len() {
            old.far + behind - before
        } else {
            old.far
        };
        Partial {
            squares: old.squares + behind - before,
            conflicts: old.conflicts + conflicts(now) - conflicts(was),
            finished,
            far,
            work: self.work(p, after, finished, far, was),
        }
    }

    #[inline]
    fn value(&self, v: Partial) -> Cost {
        v.squares.into()
    }

    fn quality(&self, _: &TileSpace<R, M>) -> Quality {
        Quality::NONE
    }

    #[inline]
    fn rank(&self, v: Partial) -> u32 {
        let unfinished = self.lines.len() as u32 - u32::from(v.finished);
        v.squares + CONFLICT * u32::from(v.conflicts) + LINE * unfinished + v.work
    }
}

#[cfg(test)]
mod tests {
    use slidewise_search::StateSpace;

    use super::super::super::generate::uniform;
    use super::super::super::repr::Bytes;
    use super::super::super::{Goal, Single, TilePuzzle};
    use super::*;
    use crate::random::Rng;

    type Space = TileSpace<Bytes<64>, Single>;

    #[test]
    fn updates_agree_with_a_fresh_look_along_random_walks() {
        let mut rng = Rng::from_seed(3);
        for (rows, cols, goal) in [(5, 5, Goal::BlankLast), (4, 7, Goal::BlankFirst), (8, 8, Goal::Snail)] {
            let goal = goal.board(rows, cols).unwrap();
            // From the goal, lines get unfinished and finished again; from anywhere, conflicts come and go.
            for start in [goal.clone(), uniform(&goal, &mut rng)] {
                let space = Space::new(&TilePuzzle::new(start, goal.clone()).unwrap()).unwrap();
                let guide = LineByLine::new(space.shape());
                let mut state = space.start();
                let mut partial = guide.init(&space, &state);
                for _ in 0..3000 {
                    let moves: Vec<Slide> = space.moves(&state, None).collect();
                    let m = moves[rng.below(moves.len())];
                    space.apply(&mut state, m);
                    partial = guide.update(&space, partial, m, &state);
                    assert_eq!(partial, guide.init(&space, &state), "after {m:?}");
                }
            }
        }
    }

    #[test]
    fn the_goal_ranks_lowest_and_each_finished_line_counts() {
        let goal = Goal::BlankLast.board(5, 5).unwrap();
        let space = Space::new(&TilePuzzle::new(goal.clone(), goal).unwrap()).unwrap();
        let guide = LineByLine::new(space.shape());
        let rank = |partial| Heuristic::<Space>::rank(&guide, partial);
        let mut state = space.start();
        let solved = guide.init(&space, &state);
        assert_eq!(rank(solved), 0);
        // Up the last column to the first line: all lines but none are unfinished at the end.
        for row in (0..4).rev() {
            space.apply(&mut state, Slide { from: row * 5 + 9, to: row * 5 + 4 });
        }
        let unsolved = guide.init(&space, &state);
        assert_eq!((unsolved.finished, unsolved.work, unsolved.squares), (0, 1, 4));
        assert!(rank(unsolved) > guide.lines.len() as u32 * LINE);
    }
}
