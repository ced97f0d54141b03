//! Pattern databases in the multi-tile metric as a heuristic: the largest of what tables say of the board and of its
//! mirror image, and of other heuristics beside them if there are any.
//!
//! A position is as far from the goal as the nearer of its two junctions (see `pdb::multi`). A depth-first search
//! knows more: behind a push along a column the next one goes along the row, for two pushes along one line are one.
//! So there the junction of the row counts alone. It looks first through the view that said most before the push: most
//! moves lead beyond the bound, and that one knows.

use std::sync::Arc;

use slidewise_search::{Ahead, Cost, Heuristic, LooksAhead, Quality};

use super::super::metric::Metric;
use super::super::repr::Repr;
use super::super::shape::Shape;
use super::super::space::{Slide, TileSpace};
use super::Composed;
use super::composed;
use crate::pdb::multi::{Axis, Placement};
use crate::pdb::{MultiTable, Symmetry};

/// Views of the board, through mirrors that keep the blank's goal in place.
const VIEWS: usize = 4;

/// A table as it is used: on the board as it is, or turned or mirrored.
#[derive(Clone, Debug)]
struct View {
    table: Arc<MultiTable>,
    /// The table's cell of each cell.
    cells: Vec<u8>,
    /// The labels of its tiles, in the order of the pattern's cells.
    labels: Vec<usize>,
    /// Whether the board's columns are the table's rows.
    turned: bool,
}

impl View {
    #[inline(always)]
    fn axis(&self, axis: Axis) -> Axis {
        if self.turned { axis.other() } else { axis }
    }

    #[inline(always)]
    fn cell(&self, cell: usize) -> usize {
        self.cells[cell].into()
    }
}

/// The largest of the views of some tables and of other heuristics.
#[derive(Clone, Default)]
pub struct MultiDb {
    views: Vec<View>,
    others: Composed,
    has_others: bool,
}

/// A placement for each view, and what the others carry.
#[derive(Clone, Copy, Debug)]
pub struct Partial {
    views: [Placement; VIEWS],
    others: composed::Partial,
}

impl MultiDb {
    /// The views of tables on a board, and other heuristics; without a table, these alone. `None` if a table is for no
    /// board of this shape and goal. No more than four views are looked through, of all tables alike.
    pub fn new(shape: &Shape, tables: &[Arc<MultiTable>], others: Composed) -> Option<Self> {
        let each: Vec<Vec<View>> = tables.iter().map(|table| Self::views_of(shape, table)).collect();
        if each.iter().any(Vec::is_empty) {
            return None;
        }
        let first = |views: Vec<View>| views.into_iter().take((VIEWS / tables.len()).max(1));
        let mut views: Vec<View> = each.into_iter().flat_map(first).collect();
        views.truncate(VIEWS);
        let has_others = !others.is_empty();
        Some(Self { views, others, has_others })
    }

    fn views_of(shape: &Shape, table: &Arc<MultiTable>) -> Vec<View> {
        let pattern = table.pattern();
        let mut views: Vec<View> = Vec::new();
        for symmetry in Symmetry::all(shape.rows(), shape.cols()) {
            let fits = (symmetry.rows(), symmetry.cols()) == (pattern.rows(), pattern.cols());
            if !fits || symmetry.cell(shape.blank_home()) != pattern.blank_home() {
                continue;
            }
            let label =
                |&cell: &u8| (0..shape.cells()).find(|&label| symmetry.cell(label) == usize::from(cell));
            let labels: Vec<usize> = pattern.cells().iter().filter_map(label).collect();
            let cells = (0..shape.cells()).map(|cell| symmetry.cell(cell) as u8).collect();
            let below = symmetry.cell(0).abs_diff(symmetry.cell(shape.cells() - shape.cols()))
                / (shape.rows() - 1).max(1);
            let turned = below < pattern.cols();
            let mut sorted = labels.clone();
            sorted.sort_unstable();
            let is_new = views.iter().all(|view: &View| {
                let mut known = view.labels.clone();
                known.sort_unstable();
                known != sorted
            });
            if is_new {
                views.push(View { table: Arc::clone(table), cells, labels, turned });
            }
        }
        views
    }

    /// Pushes the tiles of a view; the entry that has to be read is asked for.
    #[inline(always)]
    fn push<R: Repr, M: Metric>(
        &self,
        p: &TileSpace<R, M>,
        at: &mut Partial,
        m: Slide,
        number: usize,
    ) -> usize {
        let (view, at) = (&self.views[number], &mut at.views[number]);
        let along = view.axis(axis_of(p.shape(), m));
        for (now, was) in p.moved(m) {
            at.step(&view.table, along, view.cell(was), view.cell(now));
        }
        let entry = at.entry(&view.table, along.other(), view.cell(m.to.into()));
        view.table.prefetch(entry);
        entry
    }

    /// Reads the entry of a view behind a push: pushes to the goal, if the next goes along the other axis.
    #[inline(always)]
    fn read(&self, at: &mut Partial, axis: Axis, entry: usize, number: usize) -> Cost {
        let (view, at) = (&self.views[number], &mut at.views[number]);
        let along = view.axis(axis);
        at.read(&view.table, along, entry);
        at.pushes_along(along.other()).into()
    }

    /// Pushes to the goal, if the next goes along an axis.
    #[inline(always)]
    fn pushes_along(&self, at: &Partial, axis: Axis) -> Cost {
        let each = self.views.iter().zip(&at.views);
        each.map(|(view, at)| at.pushes_along(view.axis(axis)).into()).max().unwrap_or(0)
    }

    /// The view that says most of a position from which tiles are pushed along an axis, the first of equals.
    #[inline(always)]
    fn foremost(&self, at: &Partial, axis: Axis) -> usize {
        let (mut foremost, mut most) = (0, 0);
        for (number, (view, at)) in self.views.iter().zip(&at.views).enumerate() {
            let far = at.far[view.axis(axis) as usize];
            if far > most {
                (foremost, most) = (number, far);
            }
        }
        foremost
    }
}

#[inline(always)]
fn axis_of(shape: &Shape, m: Slide) -> Axis {
    if shape.col(m.from.into()) == shape.col(m.to.into()) { Axis::Column } else { Axis::Row }
}

impl<R: Repr, M: Metric> Heuristic<TileSpace<R, M>> for MultiDb {
    type Partial = Partial;

    fn init(&self, p: &TileSpace<R, M>, s: &R::State) -> Partial {
        let shape = p.shape();
        let mut stands = vec![0; shape.cells()];
        for cell in 0..shape.cells() {
            stands[p.label(s, cell)] = cell;
        }
        let mut views = [Placement::default(); VIEWS];
        for (view, at) in self.views.iter().zip(&mut views) {
            let cells: Vec<usize> = view.labels.iter().map(|&label| view.cell(stands[label])).collect();
            *at = Placement::new(&view.table, &cells, view.cell(stands[shape.blank_home()]));
        }
        Partial { views, others: self.others.init(p, s) }
    }

    #[inline]
    fn update(&self, p: &TileSpace<R, M>, old: Partial, m: Slide, after: &R::State) -> Partial {
        let mut new = old;
        for number in 0..self.views.len() {
            let entry = self.push(p, &mut new, m, number);
            self.read(&mut new, axis_of(p.shape(), m), entry, number);
        }
        if self.has_others {
            new.others = self.others.update(p, old.others, m, after);
        }
        new
    }

    #[inline]
    fn value(&self, v: Partial) -> Cost {
        let views = v.views[..self.views.len().min(VIEWS)].iter().map(|at| at.pushes().into()).max();
        let others = Heuristic::<TileSpace<R, M>>::value(&self.others, v.others);
        others.max(views.unwrap_or(0))
    }

    #[inline]
    fn rank(&self, v: Partial) -> u32 {
        let others = Heuristic::<TileSpace<R, M>>::rank(&self.others, v.others);
        if self.views.is_empty() { others } else { Heuristic::<TileSpace<R, M>>::value(self, v) as u32 }
    }

    /// A step is a push of one tile, so what is said of pushes holds of steps as well.
    fn quality(&self, p: &TileSpace<R, M>) -> Quality {
        Quality::CONSISTENT.and(self.others.quality(p))
    }
}

impl<R: Repr, M: Metric> LooksAhead<TileSpace<R, M>> for MultiDb {
    type Ahead = Push;
}

/// What is behind a push; when it has been made, what was before it.
#[derive(Clone, Copy, Debug)]
pub struct Push {
    other: Partial,
    entries: [usize; VIEWS],
    /// The view that is looked through first, and what it says.
    first: usize,
    value: Cost,
}

impl<R: Repr, M: Metric> Ahead<TileSpace<R, M>, MultiDb> for Push {
    fn new(partial: &Partial) -> Self {
        Self { other: *partial, entries: [0; VIEWS], first: 0, value: 0 }
    }

    #[inline(always)]
    fn announce(&mut self, h: &MultiDb, p: &TileSpace<R, M>, _: &R::State, partial: &Partial, m: Slide) {
        self.other = *partial;
        if !h.views.is_empty() {
            self.first = h.foremost(partial, axis_of(p.shape(), m));
            self.entries[self.first] = h.push(p, &mut self.other, m, self.first);
        }
    }

    #[inline(always)]
    fn glance(
        &mut self,
        h: &MultiDb,
        p: &TileSpace<R, M>,
        _: &R::State,
        _: &Partial,
        m: Slide,
        limit: Cost,
    ) -> Result<(), Cost> {
        self.value = 0;
        if h.views.is_empty() {
            return Ok(());
        }
        let value = h.read(&mut self.other, axis_of(p.shape(), m), self.entries[self.first], self.first);
        // Where the next push may go along the same line, both junctions count.
        if p.metric().is_multi() {
            if value > limit {
                return Err(value);
            }
            self.value = value;
        }
        for number in (0..h.views.len()).filter(|&number| number != self.first) {
            self.entries[number] = h.push(p, &mut self.other, m, number);
        }
        Ok(())
    }

    #[inline(always)]
    fn look(
        &mut self,
        h: &MultiDb,
        p: &TileSpace<R, M>,
        s: &mut R::State,
        partial: &Partial,
        m: Slide,
        limit: Cost,
    ) -> Result<Cost, Cost> {
        let axis = axis_of(p.shape(), m);
        let mut value = self.value;
        for number in (0..h.views.len()).filter(|&number| number != self.first) {
            value = value.max(h.read(&mut self.other, axis, self.entries[number], number));
        }
        if !p.metric().is_multi() {
            value = h.pushes_along(&self.other, axis).min(h.pushes_along(&self.other, axis.other()));
        }
        if h.has_others && value <= limit {
            slidewise_search::StateSpace::apply(p, s, m);
            self.other.others = h.others.update(p, partial.others, m, s);
            slidewise_search::StateSpace::undo(p, s, m);
            value = value.max(Heuristic::<TileSpace<R, M>>::value(&h.others, self.other.others));
        }
        if value > limit { Err(value) } else { Ok(value) }
    }

    #[inline(always)]
    fn exchange(&mut self, _: &MultiDb, partial: &mut Partial) {
        std::mem::swap(partial, &mut self.other);
    }
}
