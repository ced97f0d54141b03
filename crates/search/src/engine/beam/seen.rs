//! The hashes of recent positions: a set that forgets by being filled anew.

/// Hashes in open addressing; 0 marks a free slot.
pub(super) struct Seen {
    slots: Vec<u64>,
    len: usize,
}

impl Seen {
    pub(super) fn new() -> Self {
        Self { slots: vec![0; 1024], len: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>()
    }

    /// Makes room for `more` hashes. If there is not enough, all is forgotten but `recent`.
    pub(super) fn make_room(&mut self, more: usize, recent: impl Iterator<Item = u64>) {
        if self.has_room(more) {
            return;
        }
        let slots = (more * 6).next_power_of_two().max(1024);
        self.slots.clear();
        self.slots.resize(slots, 0);
        self.len = 0;
        for hash in recent {
            self.insert(hash);
        }
    }

    /// Makes room for `more` hashes without forgetting any.
    pub(super) fn grow(&mut self, more: usize) {
        if self.has_room(more) {
            return;
        }
        let slots = ((self.len + more) * 3).next_power_of_two();
        let old = std::mem::replace(&mut self.slots, vec![0; slots]);
        self.len = 0;
        for hash in old.into_iter().filter(|&hash| hash != 0) {
            self.insert(hash);
        }
    }

    /// Half of the slots stay free, so that chains are short.
    fn has_room(&self, more: usize) -> bool {
        (self.len + more) * 2 <= self.slots.len()
    }

    /// Whether each of several hashes is there, if that can be told at first sight. Not to wait for one
    /// before the next is asked for is what counts: most of the slots are in no cache.
    #[inline]
    pub(super) fn look<const N: usize>(&self, hashes: &[u64; N]) -> [bool; N] {
        hashes.map(|hash| self.slots[self.slot(hash)] == hash.max(1))
    }

    /// Where a hash is looked for first: the low bits choose the shard, so the high ones choose the slot.
    #[inline]
    fn slot(&self, hash: u64) -> usize {
        (hash >> 20) as usize & (self.slots.len() - 1)
    }

    /// Adds a hash; false if it was there.
    #[inline]
    pub(super) fn insert(&mut self, hash: u64) -> bool {
        let hash = hash.max(1);
        let mask = self.slots.len() - 1;
        let mut slot = self.slot(hash);
        while self.slots[slot] != 0 {
            if self.slots[slot] == hash {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = hash;
        self.len += 1;
        true
    }
}
