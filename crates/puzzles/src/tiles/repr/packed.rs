//! All labels in one machine word, a few bits each: the fast representations for boards up to 5×5.

use super::super::shape::Shape;
use super::Repr;

/// Four bits a cell in a u64: boards of up to 16 cells.
#[derive(Clone, Copy, Debug)]
pub struct Nibbles {
    blank_label: u64,
}

/// A packed word and where the blank is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed<W> {
    /// The labels, cell 0 in the lowest bits.
    pub word: W,
    /// The cell of the blank.
    pub blank: u8,
}

/// Each lane's lowest bit.
const NIBBLE_ONES: u64 = 0x1111_1111_1111_1111;

impl Repr for Nibbles {
    const SMALL: bool = true;
    type State = Packed<u64>;
    type Key = u64;
    type Sum = u16;

    fn new(shape: &Shape) -> Option<Self> {
        (shape.cells() <= 16).then_some(Self { blank_label: shape.blank_home() as u64 })
    }

    fn encode(&self, labels: &[u16]) -> Packed<u64> {
        let word = labels.iter().rev().fold(0, |word, &label| word << 4 | u64::from(label));
        Packed { word, blank: position(labels, self.blank_label as u16) }
    }

    #[inline]
    fn blank(&self, s: &Packed<u64>) -> usize {
        s.blank.into()
    }

    #[inline]
    fn label(&self, s: &Packed<u64>, cell: usize) -> usize {
        (s.word >> (4 * cell) & 15) as usize
    }

    #[inline]
    fn step_blank(&self, s: &mut Packed<u64>, from: usize, to: usize) {
        let exchange = (s.word >> (4 * to) & 15) ^ self.blank_label;
        s.word ^= exchange << (4 * from) | exchange << (4 * to);
        s.blank = to as u8;
    }

    #[inline]
    fn nibbles(&self, s: &Packed<u64>) -> Option<u64> {
        Some(s.word)
    }

    #[inline]
    fn pack(&self, s: &Packed<u64>) -> u64 {
        s.word
    }

    #[inline]
    fn unpack(&self, k: &u64, into: &mut Packed<u64>) {
        // The lowest lane that is zero once the blank's label is taken away from every lane.
        let x = k ^ (self.blank_label * NIBBLE_ONES);
        let zero_lanes = x.wrapping_sub(NIBBLE_ONES) & !x & (NIBBLE_ONES << 3);
        *into = Packed { word: *k, blank: (zero_lanes.trailing_zeros() / 4) as u8 };
    }
}

/// Five bits a cell in a u128: boards of up to 25 cells.
#[derive(Clone, Copy, Debug)]
pub struct FiveBits {
    blank_label: u128,
}

const FIVE_BIT_ONES: u128 = {
    let mut ones = 0;
    let mut lane = 0;
    while lane < 25 {
        ones |= 1 << (5 * lane);
        lane += 1;
    }
    ones
};

impl Repr for FiveBits {
    type State = Packed<u128>;
    type Key = u128;
    type Sum = u16;

    fn new(shape: &Shape) -> Option<Self> {
        (shape.cells() <= 25).then_some(Self { blank_label: shape.blank_home() as u128 })
    }

    fn encode(&self, labels: &[u16]) -> Packed<u128> {
        let word = labels.iter().rev().fold(0, |word, &label| word << 5 | u128::from(label));
        Packed { word, blank: position(labels, self.blank_label as u16) }
    }

    #[inline]
    fn blank(&self, s: &Packed<u128>) -> usize {
        s.blank.into()
    }

    #[inline]
    fn label(&self, s: &Packed<u128>, cell: usize) -> usize {
        (s.word >> (5 * cell) & 31) as usize
    }

    #[inline]
    fn step_blank(&self, s: &mut Packed<u128>, from: usize, to: usize) {
        let exchange = (s.word >> (5 * to) & 31) ^ self.blank_label;
        s.word ^= exchange << (5 * from) | exchange << (5 * to);
        s.blank = to as u8;
    }

    #[inline]
    fn pack(&self, s: &Packed<u128>) -> u128 {
        s.word
    }

    #[inline]
    fn unpack(&self, k: &u128, into: &mut Packed<u128>) {
        let x = k ^ (self.blank_label * FIVE_BIT_ONES);
        let zero_lanes = x.wrapping_sub(FIVE_BIT_ONES) & !x & (FIVE_BIT_ONES << 4);
        *into = Packed { word: *k, blank: (zero_lanes.trailing_zeros() / 5) as u8 };
    }
}

/// The cell of the blank among labels.
pub(super) fn position(labels: &[u16], blank_label: u16) -> u8 {
    labels.iter().position(|&label| label == blank_label).unwrap_or(0) as u8
}
