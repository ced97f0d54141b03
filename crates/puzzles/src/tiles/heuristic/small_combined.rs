//! [`Combined`] and [`WalkingDistance`] for boards whose tables are small: the same values, in eight bytes a node and
//! with one read a step.
//!
//! A position carries the numbers of its two matrices, a step leads from number to number ([`Steps`]). For
//! single steps on boards of up to 16 cells, which is where the classical heuristics are compared.

use std::sync::Arc;

use slidewise_search::{Cost, Heuristic, Quality, StateSpace};

use super::super::repr::{Repr, Sum};
use super::super::space::{Slide, TileSpace};
use super::linear_conflict::{BothAxes, four};
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

    /// After a step of the tile `label`, with the rows and columns that `line` tells of cells.
    #[inline(always)]
    fn walked(
        &self,
        mut v: Partial,
        m: Slide,
        label: usize,
        line: impl Fn(usize) -> (usize, usize),
    ) -> Partial {
        let (home, now, was) = (line(label), line(m.from.into()), line(m.to.into()));
        let BothAxes { vertical, horizontal } = &mut v.walking;
        if now.1 == was.1 {
            (v.rows, *vertical) = self.rows.stepped((v.rows, *vertical), home.0, was.0, now.0);
        } else {
            (v.columns, *horizontal) = self.columns.stepped((v.columns, *horizontal), home.1, was.1, now.1);
        }
        v
    }

    /// After a step on a 4×4 board; `word` is the board before or after.
    #[inline(always)]
    fn on_four_by_four(&self, mut v: Partial, word: u64, m: Slide, label: usize) -> Partial {
        if self.conflicts {
            v.conflict = four::stepped(v.conflict, word, label, m);
        }
        self.walked(v, m, label, |cell| (cell / 4, cell % 4))
    }

    /// After a step on any board. Out of the way of the code for 4×4, which is written out for each cell.
    #[inline(never)]
    fn on_any<R: Repr>(&self, p: &TileSpace<R>, mut v: Partial, m: Slide, after: &R::State) -> Partial {
        if self.conflicts {
            v.conflict = narrow::<R::Sum>(LinearConflict.update(p, widened(v.conflict), m, after));
        }
        let shape = p.shape();
        let label = p.label(after, m.from.into());
        self.walked(v, m, label, |cell| (shape.row(cell), shape.col(cell)))
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

    fn init(&self, p: &TileSpace<R>, s: &R::State) -> Partial {
        let ([rows, columns], walking) = self.walking.ranks(p, s);
        let (rows, columns) = (self.rows.number(rows), self.columns.number(columns));
        let conflict = if self.conflicts {
            narrow(LinearConflict.init(p, s))
        } else {
            BothAxes { vertical: 0, horizontal: 0 }
        };
        let [vertical, horizontal] = walking;
        Partial { conflict, walking: BothAxes { vertical, horizontal }, rows, columns }
    }

    #[inline]
    fn update(&self, p: &TileSpace<R>, v: Partial, m: Slide, after: &R::State) -> Partial {
        match p.four_by_four(after) {
            Some(word) => self.on_four_by_four(v, word, m, p.label(after, m.from.into())),
            None => self.on_any(p, v, m, after),
        }
    }

    #[inline]
    fn foresee(&self, p: &TileSpace<R>, v: Partial, m: Slide, before: &R::State) -> Partial {
        if let Some(word) = p.four_by_four(before) {
            return self.on_four_by_four(v, word, m, p.label(before, m.to.into()));
        }
        let mut after = before.clone();
        p.apply(&mut after, m);
        self.on_any(p, v, m, &after)
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
