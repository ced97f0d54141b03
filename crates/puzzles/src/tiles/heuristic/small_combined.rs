//! [`Combined`] and [`WalkingDistance`] for boards whose tables are small: the same values, in eight bytes a node and
//! with two reads a step.
//!
//! A position carries the numbers of its two matrices, a step leads from number to number ([`Steps`]). For
//! single steps on boards of up to 16 cells, which is where the classical heuristics are compared.

use std::sync::Arc;

use slidewise_search::{Cost, Heuristic, Quality, Whole};

use super::super::repr::{Repr, Sum};
use super::super::space::{Slide, TileSpace};
use super::linear_conflict::BothAxes;
use super::walking_distance::Steps;
use super::{Combined, LinearConflict, WalkingDistance};

/// The larger of linear conflict and walking distance on each axis, or walking distance alone.
#[derive(Clone)]
pub struct SmallCombined {
    walking: WalkingDistance,
    rows: Arc<Steps>,
    columns: Arc<Steps>,
    conflicts: bool,
}

/// Steps that are needed on each axis by either, and the numbers of the matrices.
#[derive(Clone, Copy, Debug)]
pub struct Partial {
    conflict: BothAxes<u8>,
    walking: BothAxes<u8>,
    rows: u16,
    columns: u16,
}

impl SmallCombined {
    /// The same as a combination, if its tables are small and for single steps.
    pub fn combined(of: &Combined) -> Option<Self> {
        Self::new(of.walking()?, of.has_conflicts())
    }

    /// The same as a walking distance, if its tables are small and for single steps.
    pub fn walking(of: &WalkingDistance) -> Option<Self> {
        Self::new(of, false)
    }

    fn new(walking: &WalkingDistance, conflicts: bool) -> Option<Self> {
        let [rows, columns] = walking.steps()?;
        Some(Self { walking: walking.clone(), rows, columns, conflicts })
    }

    #[inline(always)]
    fn walked<R: Repr>(&self, p: &TileSpace<R>, mut v: Partial, m: Slide, label: usize) -> Partial {
        let (now, was) = (usize::from(m.from), usize::from(m.to));
        if p.is_vertical(m) {
            v.rows = self.rows.stepped(v.rows, p.row(label), p.row(was), p.row(now));
            v.walking.vertical = self.rows.distance(v.rows);
        } else {
            v.columns = self.columns.stepped(v.columns, p.col(label), p.col(was), p.col(now));
            v.walking.horizontal = self.columns.distance(v.columns);
        }
        v
    }
}

fn narrow<S: Sum>(v: BothAxes<S>) -> BothAxes<u8> {
    BothAxes { vertical: u8::of(v.vertical.get()), horizontal: u8::of(v.horizontal.get()) }
}

fn widened<S: Sum>(v: BothAxes<u8>) -> BothAxes<S> {
    BothAxes { vertical: S::of(v.vertical.get()), horizontal: S::of(v.horizontal.get()) }
}

impl<R: Repr> Heuristic<TileSpace<R>> for SmallCombined {
    type Partial = Partial;
    type Ahead = Whole<Partial>;

    fn init(&self, p: &TileSpace<R>, s: &R::State) -> Partial {
        let [rows, columns] = self.walking.numbers(p, s);
        let conflict = if self.conflicts {
            narrow(LinearConflict.init(p, s))
        } else {
            BothAxes { vertical: 0, horizontal: 0 }
        };
        let walking =
            BothAxes { vertical: self.rows.distance(rows), horizontal: self.columns.distance(columns) };
        Partial { conflict, walking, rows, columns }
    }

    #[inline]
    fn update(&self, p: &TileSpace<R>, mut v: Partial, m: Slide, after: &R::State) -> Partial {
        if self.conflicts {
            v.conflict = narrow::<R::Sum>(LinearConflict.update(p, widened(v.conflict), m, after));
        }
        self.walked(p, v, m, p.label(after, m.from.into()))
    }

    #[inline]
    fn foresee(&self, p: &TileSpace<R>, mut v: Partial, m: Slide, before: &R::State) -> Partial {
        if self.conflicts {
            v.conflict = match LinearConflict::foreseen(p, v.conflict, m, before) {
                Some(conflict) => conflict,
                None => narrow::<R::Sum>(LinearConflict.foresee(p, widened(v.conflict), m, before)),
            };
        }
        self.walked(p, v, m, p.label(before, m.to.into()))
    }

    #[inline]
    fn value(&self, v: Partial) -> Cost {
        let vertical = v.conflict.vertical.max(v.walking.vertical);
        let horizontal = v.conflict.horizontal.max(v.walking.horizontal);
        Cost::from(vertical) + Cost::from(horizontal)
    }

    fn quality(&self, _: &TileSpace<R>) -> Quality {
        Quality::CONSISTENT
    }
}
