//! What is kept of the layers of a search over rows of bits.

use std::ops::DerefMut;

use super::super::layout::ones;
use super::super::memory::Words;
use super::orders::Orders;

/// What is kept of the distances while they are found, for each block apart.
pub(in super::super) trait Keep: Sync {
    /// What it is kept in.
    type Unit: Send + Sync;
    /// All of it.
    type Store: DerefMut<Target = [Self::Unit]> + Default + Send + Sync;
    /// Units for a block.
    fn units(orders: &Orders) -> usize;
    /// So many of them, as long as nothing has been reached.
    fn room(units: usize) -> Self::Store;
    /// Notes that a layer has reached these states of a block. The goal is layer 1.
    fn note(&self, kept: &mut [Self::Unit], reached: &[u32], layer: u8);
}

/// The states whose distance has the bit that a table in the single-tile metric keeps, a bit each.
pub(super) struct Marks;

impl Keep for Marks {
    type Unit = u32;
    type Store = Words;

    fn units(orders: &Orders) -> usize {
        orders.words
    }

    fn room(units: usize) -> Words {
        Words::zeroed(units)
    }

    #[inline(always)]
    fn note(&self, kept: &mut [u32], reached: &[u32], layer: u8) {
        if layer.wrapping_sub(1) & 2 != 0 {
            kept.iter_mut().zip(reached).for_each(|(marked, new)| *marked |= new);
        }
    }
}

/// The layer of each state of a block, by rank of its permutation; 0 for what has not been reached.
pub(in super::super) struct LayerOfEach<'o> {
    orders: &'o Orders,
}

impl<'o> LayerOfEach<'o> {
    pub(in super::super) fn new(orders: &'o Orders) -> Self {
        Self { orders }
    }
}

impl Keep for LayerOfEach<'_> {
    type Unit = u8;
    type Store = Vec<u8>;

    fn units(orders: &Orders) -> usize {
        orders.ranks.len()
    }

    fn room(units: usize) -> Vec<u8> {
        vec![0; units]
    }

    #[inline(always)]
    fn note(&self, kept: &mut [u8], reached: &[u32], layer: u8) {
        for (&word, ranks) in reached.iter().zip(self.orders.ranks.chunks_exact(self.orders.bits)) {
            ones(word.into()).for_each(|bit| kept[usize::from(ranks[bit])] = layer);
        }
    }
}
