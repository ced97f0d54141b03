//! Sixteen bits a cell on the heap: any board, up to 100×100.

use super::super::shape::Shape;
use super::Repr;

/// Labels in a boxed slice. Each stored key is an allocation.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    blank_label: u16,
    cells: usize,
}

/// Labels by cell, and where the blank is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordState {
    labels: Box<[u16]>,
    blank: usize,
}

impl Repr for Words {
    type State = WordState;
    type Key = Box<[u16]>;
    type Sum = u32;

    fn new(shape: &Shape) -> Option<Self> {
        Some(Self { blank_label: shape.blank_home() as u16, cells: shape.cells() })
    }

    fn encode(&self, labels: &[u16]) -> WordState {
        let blank = labels.iter().position(|&label| label == self.blank_label).unwrap_or(0);
        WordState { labels: labels.into(), blank }
    }

    #[inline]
    fn blank(&self, s: &WordState) -> usize {
        s.blank
    }

    #[inline]
    fn label(&self, s: &WordState, cell: usize) -> usize {
        s.labels[cell].into()
    }

    #[inline]
    fn step_blank(&self, s: &mut WordState, from: usize, to: usize) {
        s.labels.swap(from, to);
        s.blank = to;
    }

    fn pack(&self, s: &WordState) -> Box<[u16]> {
        s.labels.clone()
    }

    fn unpack(&self, k: &Box<[u16]>, into: &mut WordState) {
        into.labels.copy_from_slice(k);
        into.blank = k.iter().position(|&label| label == self.blank_label).unwrap_or(0);
    }

    fn key_heap_bytes(&self) -> usize {
        self.cells * size_of::<u16>()
    }
}
