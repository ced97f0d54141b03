//! The sum over the tiles of the rows and columns between where they are and where they belong.

use slidewise_search::{Cost, Heuristic, Quality, StateSpace};

use super::super::metric::Metric;
use super::super::repr::{Repr, Sum};
use super::super::space::{Slide, TileSpace};
use super::step_counting_quality;

/// Manhattan distance: each step brings one tile nearer by one at most.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manhattan;

impl<R: Repr, M: Metric> Heuristic<TileSpace<R, M>> for Manhattan {
    type Partial = R::Sum;

    fn init(&self, p: &TileSpace<R, M>, s: &R::State) -> R::Sum {
        let shape = p.shape();
        let distance = |cell| match p.label(s, cell) {
            label if label == shape.blank_home() => 0,
            label => shape.distance(cell, label),
        };
        R::Sum::of((0..shape.cells()).map(distance).sum())
    }

    #[inline]
    fn update(&self, p: &TileSpace<R, M>, old: R::Sum, m: Slide, after: &R::State) -> R::Sum {
        let mut sum = old.get();
        for (now, was) in p.moved(m) {
            let label = p.label(after, now);
            sum = sum + p.distance(now, label) - p.distance(was, label);
        }
        R::Sum::of(sum)
    }

    #[inline]
    fn foresee(&self, p: &TileSpace<R, M>, old: R::Sum, m: Slide, before: &R::State) -> R::Sum {
        if p.metric().is_multi() {
            let mut after = before.clone();
            p.apply(&mut after, m);
            return self.update(p, old, m, &after);
        }
        let (now, was) = (m.from.into(), m.to.into());
        let label = p.label(before, was);
        R::Sum::of(old.get() + p.distance(now, label) - p.distance(was, label))
    }

    #[inline]
    fn value(&self, v: R::Sum) -> Cost {
        v.get().into()
    }

    fn quality(&self, p: &TileSpace<R, M>) -> Quality {
        step_counting_quality(p.metric())
    }
}
