//! Positions as they are stored: the class on each open cell, in as few bits as the classes need.

use std::fmt::Debug;

use slidewise_search::layered::{Bytes, LayerKey};

use super::puzzle::MAX_CELLS;

/// A packed position: one class after the other.
pub trait FreeKey: LayerKey + Debug {
    /// Whether so many classes of so many bits fit.
    fn fits(cells: usize, bits: u32) -> bool;
    /// Packs classes.
    fn pack(classes: impl Iterator<Item = u8>, bits: u32) -> Self;
    /// The class at a place.
    fn class(&self, place: usize, bits: u32) -> u8;
}

impl FreeKey for u128 {
    fn fits(cells: usize, bits: u32) -> bool {
        cells.saturating_mul(bits as usize) <= 128
    }

    #[inline]
    fn pack(classes: impl Iterator<Item = u8>, bits: u32) -> Self {
        let mut shift = 0;
        classes.fold(0, |key, class| {
            let here = u128::from(class) << shift;
            shift += bits;
            key | here
        })
    }

    #[inline]
    fn class(&self, place: usize, bits: u32) -> u8 {
        (self >> (place as u32 * bits)) as u8 & (u8::MAX >> (8 - bits))
    }
}

/// A byte for each cell.
impl FreeKey for Bytes<MAX_CELLS> {
    fn fits(cells: usize, bits: u32) -> bool {
        cells <= MAX_CELLS && bits <= 8
    }

    fn pack(classes: impl Iterator<Item = u8>, _: u32) -> Self {
        let mut key = Self::default();
        key.0.iter_mut().zip(classes).for_each(|(byte, class)| *byte = class);
        key
    }

    fn class(&self, place: usize, _: u32) -> u8 {
        self.0[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<K: FreeKey>(classes: &[u8], bits: u32) {
        assert!(K::fits(classes.len(), bits));
        let key = K::pack(classes.iter().copied(), bits);
        let back: Vec<u8> = (0..classes.len()).map(|place| key.class(place, bits)).collect();
        assert_eq!(back, classes);
    }

    #[test]
    fn classes_come_back() {
        let full: Vec<u8> = (0..25).collect();
        round_trip::<u128>(&full, 5);
        round_trip::<u128>(&[1; 128], 1);
        round_trip::<u128>(&[255; 16], 8);
        round_trip::<Bytes<MAX_CELLS>>(&full, 5);
        round_trip::<Bytes<MAX_CELLS>>(&(0..=255).collect::<Vec<u8>>(), 8);
        assert!(!u128::fits(26, 5) && !u128::fits(usize::MAX, 8));
    }
}
