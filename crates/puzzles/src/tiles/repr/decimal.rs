//! One decimal digit a cell in a u32, as many a course writes the 8-puzzle. Reading a digit costs a division.

use super::super::shape::Shape;
use super::Repr;
use super::packed::{Packed, position};

/// A decimal number of up to nine digits, cell 0 the lowest.
#[derive(Clone, Copy, Debug)]
pub struct Decimal {
    blank_label: u32,
    cells: usize,
}

const POWERS: [u32; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

impl Repr for Decimal {
    type State = Packed<u32>;
    type Key = u32;
    type Sum = u16;

    fn new(shape: &Shape) -> Option<Self> {
        let (cells, blank_label) = (shape.cells(), shape.blank_home() as u32);
        (cells <= POWERS.len()).then_some(Self { blank_label, cells })
    }

    fn encode(&self, labels: &[u16]) -> Packed<u32> {
        let word = labels.iter().rev().fold(0, |word, &label| word * 10 + u32::from(label));
        Packed { word, blank: position(labels, self.blank_label as u16) }
    }

    #[inline]
    fn blank(&self, s: &Packed<u32>) -> usize {
        s.blank.into()
    }

    #[inline]
    fn label(&self, s: &Packed<u32>, cell: usize) -> usize {
        (s.word / POWERS[cell] % 10) as usize
    }

    #[inline]
    fn step_blank(&self, s: &mut Packed<u32>, from: usize, to: usize) {
        let tile = self.label(s, to) as u32;
        s.word = s.word - self.blank_label * POWERS[from] - tile * POWERS[to]
            + tile * POWERS[from]
            + self.blank_label * POWERS[to];
        s.blank = to as u8;
    }

    #[inline]
    fn pack(&self, s: &Packed<u32>) -> u32 {
        s.word
    }

    #[inline]
    fn unpack(&self, k: &u32, into: &mut Packed<u32>) {
        into.word = *k;
        let is_blank = |&cell: &usize| k / POWERS[cell] % 10 == self.blank_label;
        into.blank = (0..self.cells).find(is_blank).unwrap_or(0) as u8;
    }
}
