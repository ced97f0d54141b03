//! Finds the number of a stored key: open addressing with one u32 a slot.
//!
//! A slot holds the node's number in its low bits and, in the bits that the numbers do not need yet, a tag from
//! the hash. A tag that differs spares the look at the key, which would be a cache miss. The number of slots is
//! not a power of two, so a large table grows by a factor of 1.4 and its load stays between 0.5 and 0.7.

/// Maps hashes to candidate numbers; the keys themselves are kept by the caller.
pub(super) struct Index {
    slots: Vec<u32>,
    len: usize,
    /// Low bits of a slot that hold the number.
    id_bits: u32,
}

const EMPTY: u32 = u32::MAX;
/// Below this many slots, growing seldom is worth more than saving memory.
const SMALL: usize = 1 << 17;

/// Where a number was found, or where it would go.
pub(super) enum Found {
    At(u32),
    Vacant(usize),
}

/// Asks memory for what is at an address.
#[inline]
pub(super) fn prefetch<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch has no effect but on caches, whatever the address.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

impl Index {
    pub(super) fn new() -> Self {
        Self::with_slots(256)
    }

    fn with_slots(slots: usize) -> Self {
        let id_bits = usize::BITS - slots.leading_zeros();
        Self { slots: vec![EMPTY; slots], len: 0, id_bits: id_bits.min(31) }
    }

    /// Whether another number needs a larger table.
    pub(super) fn is_full(&self) -> bool {
        self.len * 10 >= self.slots.len() * 7
    }

    /// Becomes the larger table that follows, empty. The old one goes first, so that there are never two.
    pub(super) fn start_larger(&mut self) {
        let slots = self.larger_slots();
        self.slots = Vec::new();
        *self = Self::with_slots(slots);
    }

    fn larger_slots(&self) -> usize {
        match self.slots.len() {
            slots if slots < SMALL => slots * 2,
            slots => slots * 7 / 5,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<u32>()) as u64
    }

    /// Bytes of the table that follows.
    pub(super) fn larger_bytes(&self) -> u64 {
        (self.larger_slots() * size_of::<u32>()) as u64
    }

    /// The tag in place: the hash's low bits above the number's.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        (hash as u32) << self.id_bits
    }

    /// The slot at which the search for a hash begins: its high bits, scaled to the number of slots.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize
    }

    /// Asks memory for the slot at which the search for a hash begins.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(self.slots.as_ptr().wrapping_add(self.home(hash)));
    }

    /// Looks for a number whose key `is_it` accepts.
    #[inline]
    pub(super) fn find(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Found {
        let tag = self.tag(hash);
        let id_mask = (1 << self.id_bits) - 1;
        let mut slot = self.home(hash);
        loop {
            let content = self.slots[slot];
            if content == EMPTY {
                return Found::Vacant(slot);
            }
            if content & !id_mask == tag && is_it(content & id_mask) {
                return Found::At(content & id_mask);
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
    }

    /// Fills the vacant slot that `find` returned for this hash.
    #[inline]
    pub(super) fn fill(&mut self, slot: usize, hash: u64, id: u32) {
        debug_assert!(self.slots[slot] == EMPTY && id < (1 << self.id_bits) - 1);
        self.slots[slot] = self.tag(hash) | id;
        self.len += 1;
    }

    /// Adds a number that is known not to be there.
    pub(super) fn add(&mut self, hash: u64, id: u32) {
        if let Found::Vacant(slot) = self.find(hash, |_| false) {
            self.fill(slot, hash, id);
        }
    }
}
