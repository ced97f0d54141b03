//! Beam search in the single-tile metric for boards of any size and any guide: compiled once, for a few
//! lengths of arrays of bytes, and not again wherever a beam is wanted.

use std::ops::ControlFlow;

use slidewise_search::engine::{Beam, BeamOptions, Engine};
use slidewise_search::{Meter, Verdict};

use super::heuristic::Guide;
use super::metric::Single;
use super::repr::Bytes;
use super::shape::Shape;
use super::space::{Slide, TileSpace};

/// Boards with more cells are too large for beams: the blank gets lost in a corner.
pub const MAX_CELLS: usize = 144;

/// Is told of each layer its number, and how to get the labels of one of its positions.
pub(super) type Look<'a> = &'a mut dyn FnMut(usize, &dyn Fn() -> Vec<u8>);

/// Follows a guide from a position given by its labels. `None` if the board has more than [`MAX_CELLS`] cells.
pub fn beam(
    shape: &Shape,
    labels: &[u16],
    guide: &Guide,
    options: BeamOptions,
    meter: &mut Meter<'_>,
) -> Option<Verdict<Slide>> {
    watched(shape, labels, guide, options, meter, &mut |_, _| {})
}

/// The same, with a look at each layer.
pub(super) fn watched(
    shape: &Shape,
    labels: &[u16],
    guide: &Guide,
    options: BeamOptions,
    meter: &mut Meter<'_>,
    look: Look<'_>,
) -> Option<Verdict<Slide>> {
    let search = match shape.cells() {
        ..=25 => within::<25>,
        26..=36 => within::<36>,
        37..=49 => within::<49>,
        50..=64 => within::<64>,
        65..=100 => within::<100>,
        _ => within::<MAX_CELLS>,
    };
    search(shape, labels, guide, options, meter, look)
}

/// In an array of so many bytes.
fn within<const N: usize>(
    shape: &Shape,
    labels: &[u16],
    guide: &Guide,
    options: BeamOptions,
    meter: &mut Meter<'_>,
    look: Look<'_>,
) -> Option<Verdict<Slide>> {
    let space = TileSpace::<Bytes<N>, Single>::from_labels(shape.clone(), labels)?;
    let mut beam = Beam::new(&space, guide, options);
    loop {
        match beam.step(meter) {
            ControlFlow::Break(verdict) => return Some(verdict),
            ControlFlow::Continue(()) => {
                look(beam.depth(), &|| beam.view().position[..labels.len()].to_vec());
            }
        }
    }
}
