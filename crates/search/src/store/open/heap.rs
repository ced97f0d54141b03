//! Entries by costs that lie far apart: a binary heap of those that come next, and all others in stacks by stretches of f,
//! unsorted. Most of what a search puts aside it never takes up, and what is near is few, so that a heap of it is low.
//!
//! Beside the heap is the next entry: a search that follows one way for a while takes what it has just put there, and that
//! need not go through the heap.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::Full;
use crate::meter::Stop;
use crate::space::Cost;
use crate::store::NodeId;

/// Entries in order.
pub(crate) struct Heap {
    /// The greatest of all, if it is known. Without it the greatest is in the heap.
    next: Option<Entry>,
    /// The greatest of the others: all of the stretches before `at`.
    near: BinaryHeap<Entry>,
    /// The rest, by the stretch of f that they lie in; what lies beyond all is in the last. Empty while all is near.
    far: Vec<Vec<Entry>>,
    /// What f is shifted by to give the number of its stretch, and the number of the first.
    shift: u32,
    first: Cost,
    /// The first stretch that is not in the heap.
    at: usize,
    /// Entries for which stretches have room.
    far_room: usize,
    len: usize,
    pushed: u32,
}

/// Stretches of f.
const STRETCHES: usize = 1 << 10;
/// Entries in a stretch, when they are laid out.
const EACH: usize = 32;
/// Fewer near entries are not worth to be laid out in stretches.
const FEW: usize = 256;
/// Room that a stretch has once it has one.
const ROOM: usize = 8;

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
        Self {
            next: None,
            near: BinaryHeap::with_capacity(entries),
            far: Vec::new(),
            shift: 0,
            first: 0,
            at: 0,
            far_room: 0,
            len: 0,
            pushed: 0,
        }
    }

    pub(super) fn bytes_for(entries: usize) -> u64 {
        (entries * size_of::<Entry>()) as u64
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Entries that are not in the heap yet.
    #[cfg(test)]
    pub(super) fn far(&self) -> usize {
        self.far.iter().map(Vec::len).sum()
    }

    pub(super) fn bytes(&self) -> u64 {
        let stretches = self.far.capacity() * size_of::<Vec<Entry>>();
        Self::bytes_for(self.near.capacity() + self.far_room) + stretches as u64
    }

    /// The place of f among the stretches, or `None` if it is near.
    #[inline]
    fn stretch(&self, f: Cost) -> Option<usize> {
        let number = (f >> self.shift).saturating_sub(self.first).min(STRETCHES as Cost - 1) as usize;
        (number >= self.at && !self.far.is_empty()).then_some(number)
    }

    #[inline(never)]
    pub(super) fn push(&mut self, f: Cost, g: Cost, node: NodeId) -> Result<(), Full> {
        if self.len == 0 {
            (self.first, self.at) = (f >> self.shift, 1);
        }
        let entry = Entry { f, g, time: self.pushed, node };
        match self.next {
            // The entry that was next is put aside.
            Some(next) if entry > next => {
                self.put(next)?;
                self.next = Some(entry);
            }
            None if self.near.peek().is_none_or(|first| entry > *first) => self.next = Some(entry),
            _ => self.put(entry)?,
        }
        self.pushed = self.pushed.wrapping_add(1);
        self.len += 1;
        Ok(())
    }

    /// Puts an entry where it belongs, if there is room for it.
    #[inline]
    fn put(&mut self, entry: Entry) -> Result<(), Full> {
        match self.stretch(entry.f) {
            Some(number) => {
                let stretch = &mut self.far[number];
                if stretch.len() == stretch.capacity() {
                    return Err(Full);
                }
                stretch.push(entry);
            }
            None => {
                if self.near.len() == self.near.capacity() {
                    return Err(Full);
                }
                self.near.push(entry);
            }
        }
        Ok(())
    }

    /// Makes room for an entry of this f, and for the one that it may take the place of.
    pub(super) fn grow(&mut self, f: Cost, ask: &mut dyn FnMut(u64) -> Result<(), Stop>) -> Result<(), Stop> {
        if self.near.len() >= FEW.max(self.len / 4) && self.near.len() == self.near.capacity() {
            self.lay_out(ask)?;
        }
        for f in [Some(f), self.next.map(|next| next.f)].into_iter().flatten() {
            self.make_room(f, ask)?;
        }
        Ok(())
    }

    fn make_room(&mut self, f: Cost, ask: &mut dyn FnMut(u64) -> Result<(), Stop>) -> Result<(), Stop> {
        let bytes = self.bytes();
        let Some(number) = self.stretch(f) else {
            if self.near.len() == self.near.capacity() {
                let more = (self.near.len() / 4).max(FEW);
                ask(bytes + Self::bytes_for(more))?;
                self.near.reserve_exact(more);
            }
            return Ok(());
        };
        let stretch = &mut self.far[number];
        if stretch.len() == stretch.capacity() {
            let more = (stretch.len() / 2).max(ROOM);
            ask(bytes + Self::bytes_for(more))?;
            stretch.reserve_exact(more);
            self.far_room += more;
        }
        Ok(())
    }

    /// Lays all entries out anew, in stretches of which each has a few, the first of them near.
    fn lay_out(&mut self, ask: &mut dyn FnMut(u64) -> Result<(), Stop>) -> Result<(), Stop> {
        let all = || self.near.iter().chain(self.far.iter().flatten()).map(|entry| entry.f);
        let (Some(least), Some(most)) = (all().min(), all().max()) else { return Ok(()) };
        let each = (most - least) / (self.len / EACH) as Cost;
        if each == 0 {
            return Ok(());
        }
        // All entries twice, while they are moved, and what stretches have room for beyond that.
        let stretches = STRETCHES * size_of::<Vec<Entry>>();
        ask(self.bytes() + Self::bytes_for(2 * self.len + STRETCHES * ROOM) + stretches as u64)?;
        let old = std::mem::replace(&mut self.near, BinaryHeap::with_capacity(FEW));
        let old_far = std::mem::take(&mut self.far);
        self.far.resize_with(STRETCHES, Vec::new);
        self.shift = each.ilog2() + 1;
        (self.first, self.at, self.far_room) = (least >> self.shift, 1, 0);
        for entry in old.into_vec().into_iter().chain(old_far.into_iter().flatten()) {
            match self.stretch(entry.f) {
                Some(number) => {
                    let stretch = &mut self.far[number];
                    if stretch.len() == stretch.capacity() {
                        let more = (stretch.len() / 2).max(ROOM);
                        stretch.reserve_exact(more);
                        self.far_room += more;
                    }
                    stretch.push(entry);
                }
                None => self.near.push(entry),
            }
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn pop(&mut self) -> Option<(Cost, Cost, NodeId)> {
        let entry = self.next.take().or_else(|| self.near.pop())?;
        self.len -= 1;
        if self.near.is_empty() && self.len > 0 {
            self.come_nearer();
        }
        Some((entry.f, entry.g, entry.node))
    }

    /// The next stretch that is not empty goes into the heap.
    #[cold]
    fn come_nearer(&mut self) {
        while self.at < self.far.len() && self.near.is_empty() {
            let stretch = std::mem::take(&mut self.far[self.at]);
            self.far_room -= stretch.capacity();
            self.at += 1;
            if stretch.len() <= self.near.capacity() {
                self.near.extend(stretch);
            } else {
                self.near = BinaryHeap::from(stretch);
            }
        }
    }

    /// The next entry, which stays.
    pub(super) fn first(&self) -> Option<(Cost, Cost, NodeId)> {
        let next = self.next.as_ref().or_else(|| self.near.peek());
        next.map(|entry| (entry.f, entry.g, entry.node))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Cost, NodeId)> + '_ {
        let all = self.next.iter().chain(&self.near).chain(self.far.iter().flatten());
        all.map(|entry| (entry.g, entry.node))
    }
}
