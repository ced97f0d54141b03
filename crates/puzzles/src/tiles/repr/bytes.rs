//! A byte a cell in an array of fixed length: no bit twiddling, no heap.

use super::super::shape::Shape;
use super::Repr;
use super::packed::position;

/// Boards of up to `N` cells; cells beyond the board stay 0.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<const N: usize> {
    blank_label: u8,
    cells: usize,
}

/// Labels by cell, and where the blank is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteState<const N: usize> {
    labels: [u8; N],
    blank: u8,
}

impl<const N: usize> Repr for Bytes<N> {
    type State = ByteState<N>;
    type Key = [u8; N];
    type Sum = u16;

    fn new(shape: &Shape) -> Option<Self> {
        let cells = shape.cells();
        (cells <= N.min(256)).then_some(Self { blank_label: shape.blank_home() as u8, cells })
    }

    fn encode(&self, labels: &[u16]) -> ByteState<N> {
        let mut bytes = [0; N];
        for (byte, &label) in bytes.iter_mut().zip(labels) {
            *byte = label as u8;
        }
        ByteState { labels: bytes, blank: position(labels, self.blank_label.into()) }
    }

    #[inline]
    fn blank(&self, s: &ByteState<N>) -> usize {
        s.blank.into()
    }

    #[inline]
    fn label(&self, s: &ByteState<N>, cell: usize) -> usize {
        s.labels[cell].into()
    }

    #[inline]
    fn step_blank(&self, s: &mut ByteState<N>, from: usize, to: usize) {
        s.labels.swap(from, to);
        s.blank = to as u8;
    }

    #[inline]
    fn pack(&self, s: &ByteState<N>) -> [u8; N] {
        s.labels
    }

    #[inline]
    fn unpack(&self, k: &[u8; N], into: &mut ByteState<N>) {
        let blank = k[..self.cells].iter().position(|&label| label == self.blank_label);
        *into = ByteState { labels: *k, blank: blank.unwrap_or(0) as u8 };
    }
}
