//! The number of tiles that are not where they belong.

use slidewise_search::{Cost, Heuristic, Quality};

use super::super::metric::Metric;
use super::super::repr::{Repr, Sum};
use super::super::space::{Slide, TileSpace};
use super::step_counting_quality;

/// Misplaced tiles: each needs a step at least.
#[derive(Clone, Copy, Debug, Default)]
pub struct Misplaced;

impl<R: Repr, M: Metric> Heuristic<TileSpace<R, M>> for Misplaced {
    type Partial = R::Sum;

    fn init(&self, p: &TileSpace<R, M>, s: &R::State) -> R::Sum {
        let shape = p.shape();
        let misplaced = |&cell: &usize| {
            let label = p.label(s, cell);
            label != cell && label != shape.blank_home()
        };
        R::Sum::of((0..shape.cells()).filter(misplaced).count() as u32)
    }

    #[inline]
    fn update(&self, p: &TileSpace<R, M>, old: R::Sum, m: Slide, after: &R::State) -> R::Sum {
        let mut misplaced = old.get();
        for (now, was) in p.moved(m) {
            let label = p.label(after, now);
            misplaced = misplaced + u32::from(label == was) - u32::from(label == now);
        }
        R::Sum::of(misplaced)
    }

    #[inline]
    fn value(&self, v: R::Sum) -> Cost {
        v.get().into()
    }

    fn quality(&self, p: &TileSpace<R, M>) -> Quality {
        step_counting_quality(p.metric())
    }
}
