//! A binary heap of entries, for costs that lie far apart, and beside it the next entry: a search that follows one way
//! for a while takes what it has just put there, and that need not go through the heap.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::Full;
use crate::meter::Stop;
use crate::space::Cost;
use crate::store::NodeId;

/// Entries in heap order.
pub(crate) struct Heap {
    /// The greatest of all, if it is known.
    next: Option<Entry>,
    /// All others.
    entries: BinaryHeap<Entry>,
    pushed: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Entry {
    f: Cost,
    g: Cost,
    /// The newest has the largest. Counts round after four billion, at the price of some ties.
    time: u32,
    node: NodeId,
}

/// The greatest is the next.
impl Ord for Entry {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        other.f.cmp(&self.f).then_with(|| (self.g, self.time).cmp(&(other.g, other.time)))
    }
}

impl PartialOrd for Entry {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Heap {
    pub(super) fn with_room(entries: usize) -> Self {
        Self { next: None, entries: BinaryHeap::with_capacity(entries), pushed: 0 }
    }

    pub(super) fn bytes_for(entries: usize) -> u64 {
        (entries * size_of::<Entry>()) as u64
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len() + usize::from(self.next.is_some())
    }

    pub(super) fn bytes(&self) -> u64 {
        Self::bytes_for(self.entries.capacity())
    }

    #[inline(never)]
    pub(super) fn push(&mut self, f: Cost, g: Cost, node: NodeId) -> Result<(), Full> {
        if self.entries.len() == self.entries.capacity() {
            return Err(Full);
        }
        let entry = Entry { f, g, time: self.pushed, node };
        self.pushed = self.pushed.wrapping_add(1);
        match &mut self.next {
            Some(next) if entry > *next => self.entries.push(std::mem::replace(next, entry)),
            None if self.entries.peek().is_none_or(|first| entry > *first) => self.next = Some(entry),
            _ => self.entries.push(entry),
        }
        Ok(())
    }

    pub(super) fn grow(&mut self, ask: &mut dyn FnMut(u64) -> Result<(), Stop>) -> Result<(), Stop> {
        let more = (self.entries.len() / 4).max(1024);
        ask(Self::bytes_for(self.entries.len() + more))?;
        self.entries.reserve_exact(more);
        Ok(())
    }

    #[inline(never)]
    pub(super) fn pop(&mut self) -> Option<(Cost, Cost, NodeId)> {
        let next = self.next.take().or_else(|| self.entries.pop());
        next.map(|entry| (entry.f, entry.g, entry.node))
    }

    /// The next entry, which stays.
    pub(super) fn first(&self) -> Option<(Cost, Cost, NodeId)> {
        let next = self.next.as_ref().or_else(|| self.entries.peek());
        next.map(|entry| (entry.f, entry.g, entry.node))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Cost, NodeId)> + '_ {
        self.next.iter().chain(&self.entries).map(|entry| (entry.g, entry.node))
    }
}
