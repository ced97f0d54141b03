//! Several open lists over the same nodes, for searches that look at them in more than one order.
//!
//! Nothing is ever taken out of the middle: an entry whose node was expanded meanwhile, or has a lower cost now, is
//! dropped when it comes up.

use crate::meter::Stop;
use crate::space::Cost;
use crate::store::{NodeId, Open};

/// Asks whether all lists together may take so many bytes.
pub(super) type Ask<'a> = &'a mut dyn FnMut(u64) -> Result<(), Stop>;

/// Whether a node waits at this cost.
pub(super) type Live<'a> = &'a dyn Fn(NodeId, Cost) -> bool;

/// An entry: what the list is ordered by, the node's cost, the node.
pub(super) type Item = (Cost, Cost, NodeId);

/// `N` lists, each with the lowest key first, among equals the highest cost, among equals the newest.
pub(super) struct Lists<const N: usize>([Open; N]);

impl<const N: usize> Lists<N> {
    pub(super) fn new() -> Self {
        Self(std::array::from_fn(|_| Open::new()))
    }

    pub(super) fn bytes(&self) -> u64 {
        self.0.iter().map(Open::bytes).sum()
    }

    /// Entries of a list, those included that are out of date.
    pub(super) fn len(&self, list: usize) -> usize {
        self.0[list].len()
    }

    pub(super) fn push(&mut self, list: usize, (key, g, node): Item, ask: Ask<'_>) -> Result<(), Stop> {
        while self.0[list].push(key, g, node).is_err() {
            let others = self.bytes() - self.0[list].bytes();
            self.0[list].grow(key, g, &mut |bytes| ask(others + bytes))?;
        }
        Ok(())
    }

    /// The next entry that counts; it stays.
    pub(super) fn first(&mut self, list: usize, live: Live<'_>) -> Option<Item> {
        loop {
            let item = self.0[list].first()?;
            if live(item.2, item.1) {
                return Some(item);
            }
            self.0[list].pop();
        }
    }

    /// Takes the next entry, whatever it is.
    pub(super) fn pop(&mut self, list: usize) -> Option<Item> {
        self.0[list].pop()
    }

    /// Empties a list.
    pub(super) fn clear(&mut self, list: usize) {
        self.0[list] = Open::new();
    }
}
