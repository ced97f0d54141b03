//! Pattern databases in the multi-tile metric as a heuristic: the largest of what a table says of the board and of its
//! mirror image, and of other heuristics beside them if there are any.
//!
//! A position is as far from the goal as the nearer of its two junctions (see `pdb::multi`). A depth-first search
//! knows more: behind a push along a column the next one goes along the row, for two pushes along one line are one.
//! So there the junction of the row counts alone.

use std::sync::Arc;

use slidewise_search::{Ahead, Cost, Heuristic, Quality};

use super::super::metric::Metric;
use super::super::repr::Repr;
use super::super::shape::Shape;
use super::super::space::{Slide, TileSpace};
use super::Composed;
use super::composed;
use crate::pdb::multi::{Axis, Placement};
use crate::pdb::{MultiTable, Symmetry};

/// Views of the board through mirrors that keep the blank's goal in place.
const VIEWS: usize = 2;

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

/// The largest of a table's views and of other heuristics.
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
    /// The views of a table on a board, and other heuristics; without a table, these alone. `None` if the table is for
    /// no board of this shape and goal.
    pub fn new(shape: &Shape, table: Option<&Arc<MultiTable>>, others: Composed) -> Option<Self> {
        let has_others = !others.is_empty();
        let Some(table) = table else { return Some(Self { views: Vec::new(), others, has_others }) };
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
            if is_new && views.len() < VIEWS {
                views.push(View { table: Arc::clone(table), cells, labels, turned });
            }
        }
        (!views.is_empty()).then_some(Self { views, others, has_others })
    }

    /// Pushes the tiles of all views; the entries that have to be read are asked for.
    #[inline(always)]
    fn push<R: Repr, M: Metric>(&self, p: &TileSpace<R, M>, at: &mut Partial, m: Slide) -> [usize; VIEWS] {
        let axis = axis_of(p.shape(), m);
        let mut entries = [0; VIEWS];
        for ((view, at), entry) in self.views.iter().zip(&mut at.views).zip(&mut entries) {
            let along = view.axis(axis);
            for (now, was) in p.moved(m) {
                at.step(&view.table, along, view.cell(was), view.cell(now));
            }
            *entry = at.entry(&view.table, along.other(), view.cell(m.to.into()));
            view.table.prefetch(*entry);
        }
        entries
    }

    /// Reads the entries behind a push.
    #[inline(always)]
    fn read(&self, at: &mut Partial, axis: Axis, entries: [usize; VIEWS]) {
        for ((view, at), entry) in self.views.iter().zip(&mut at.views).zip(entries) {
            at.read(&view.table, view.axis(axis), entry);
        }
    }

    /// Pushes to the goal, if the next goes along an axis.
    #[inline(always)]
    fn pushes_along(&self, at: &Partial, axis: Axis) -> Cost {
        let each = self.views.iter().zip(&at.views);
        each.map(|(view, at)| at.pushes_along(view.axis(axis)).into()).max().unwrap_or(0)
    }
}

#[inline(always)]
fn axis_of(shape: &Shape, m: Slide) -> Axis {
    if shape.col(m.from.into()) == shape.col(m.to.into()) { Axis::Column } else { Axis::Row }
}

impl<R: Repr, M: Metric> Heuristic<TileSpace<R, M>> for MultiDb {
    type Partial = Partial;
    type Ahead = Push;

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
        let entries = self.push(p, &mut new, m);
        self.read(&mut new, axis_of(p.shape(), m), entries);
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

/// What is behind a push; when it has been made, what was before it.
#[derive(Clone, Copy, Debug)]
pub struct Push {
    other: Partial,
    entries: [usize; VIEWS],
}

impl<R: Repr, M: Metric> Ahead<TileSpace<R, M>, MultiDb> for Push {
    fn new(partial: &Partial) -> Self {
        Self { other: *partial, entries: [0; VIEWS] }
    }

    #[inline(always)]
    fn announce(&mut self, h: &MultiDb, p: &TileSpace<R, M>, _: &R::State, partial: &Partial, m: Slide) {
        self.other = *partial;
        self.entries = h.push(p, &mut self.other, m);
    }

    #[inline(always)]
    fn glance(
        &mut self,
        _: &MultiDb,
        _: &TileSpace<R, M>,
        _: &R::State,
        _: &Partial,
        _: Slide,
        _: Cost,
    ) -> Result<(), Cost> {
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
        h.read(&mut self.other, axis, self.entries);
        let mut value = match p.metric().is_multi() {
            true => h.pushes_along(&self.other, axis.other()),
            false => h.pushes_along(&self.other, axis).min(h.pushes_along(&self.other, axis.other())),
        };
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
