//! Representations of a position: how the labels of the cells are kept. All give the same solutions; they differ in
//! speed and size.
//!
//! | name | state | boards |
//! |---|---|---|
//! | [`Nibbles`] | four bits a cell in a u64 | up to 16 cells |
//! | [`FiveBits`] | five bits a cell in a u128 | up to 25 cells |
//! | [`Decimal`] | one decimal digit a cell in a u32 | up to 9 cells |
//! | [`Bytes`] | an array of bytes | up to its length |
//! | [`Words`] | 16 bits a cell, on the heap | any |
//! | [`Text`] | a string: the slow baseline | up to 36 cells |

mod bytes;
mod decimal;
mod packed;
mod text;
mod words;

use std::fmt::Debug;
use std::hash::Hash;

use slidewise_search::any::ToAnyKey;

use super::shape::Shape;

pub use bytes::Bytes;
pub use decimal::Decimal;
pub use packed::{FiveBits, Nibbles};
pub use text::Text;
pub use words::Words;

/// A way to keep the labels 0, 1, 2, … of the cells, one of which is the blank's.
pub trait Repr: Clone + Debug + Send + Sync + 'static {
    /// A position that is edited in place.
    type State: Clone + Debug + PartialEq + Send + Sync;
    /// A position as it is stored.
    type Key: Clone + Debug + Eq + Hash + ToAnyKey + Send + Sync;
    /// An integer in which sums over all tiles fit.
    type Sum: Sum;

    /// The representation for boards of this shape, or `None` if they do not fit.
    fn new(shape: &Shape) -> Option<Self>;
    /// The position with these labels, cell by cell.
    fn encode(&self, labels: &[u16]) -> Self::State;
    /// The cell of the blank.
    fn blank(&self, s: &Self::State) -> usize;
    /// The label at a cell.
    fn label(&self, s: &Self::State, cell: usize) -> usize;
    /// Exchanges the blank with the tile at `to`.
    fn step_blank(&self, s: &mut Self::State, to: usize);
    /// The position for the store.
    fn pack(&self, s: &Self::State) -> Self::Key;
    /// The position from the store.
    fn unpack(&self, k: &Self::Key, into: &mut Self::State);
    /// Bytes of a key on the heap.
    fn key_heap_bytes(&self) -> usize {
        0
    }
}

/// A small unsigned integer for sums of distances.
pub trait Sum: Copy + Debug + Send + Sync {
    /// From a value known to fit.
    fn of(value: u32) -> Self;
    /// The value.
    fn get(self) -> u32;
}

impl Sum for u16 {
    #[inline]
    fn of(value: u32) -> Self {
        debug_assert!(value <= Self::MAX.into());
        value as Self
    }
    #[inline]
    fn get(self) -> u32 {
        self.into()
    }
}

impl Sum for u32 {
    #[inline]
    fn of(value: u32) -> Self {
        value
    }
    #[inline]
    fn get(self) -> u32 {
        self
    }
}
