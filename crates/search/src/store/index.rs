//! Finds the number of a stored key: open addressing with one u32 a slot, eight slots at a time.
//!
//! In tables that are at hand in a processor's caches a number lies in a slot of its own wherever that is free, and
//! that slot is looked at first: it takes the fewest instructions. In larger ones the time goes into waiting for memory
//! and into branches that are foretold wrongly, so that all slots of a group are looked at in any case.
//!
//! A slot holds the node's number in its low bits and, in the bits that the numbers do not need yet, a tag from
//! the hash. A tag that differs spares the look at the key, which would be a cache miss. The eight slots of a group are
//! compared at once, so that hardly any search goes beyond the first group, and hardly any branch is foretold wrongly,
//! though the table is well filled. The number of groups is not a power of two, so a large table grows by a third, and
//! its load stays between 0.56 and 0.75.

/// Maps hashes to candidate numbers; the keys themselves are kept by the caller.
pub(super) struct Index {
    groups: Vec<Group>,
    len: usize,
    /// How many numbers there may be before a larger table is needed.
    most: usize,
    /// The bits of a slot that hold the tag; those below hold the number.
    tag_bits: u32,
    /// Whether numbers have slots of their own.
    is_small: bool,
    /// By how much a hash is shifted to give such a slot: small tables have a power of two of them.
    shift: u32,
}

/// Slots that are compared at once: half a cache line.
#[derive(Clone)]
#[repr(align(32))]
struct Group([u32; GROUP]);

const GROUP: usize = 8;
const EMPTY: u32 = u32::MAX;
/// Up to this many groups, two megabytes of them, a table is at hand, and growing seldom is worth more than saving
/// memory.
const SMALL: usize = 1 << 16;
/// Above this many, such a table is filled by half at most.
const HALF_FILLED: usize = 1 << 10;

/// Where a number was found, or where it would go.
pub(super) enum Found {
    At(u32),
    Vacant(u32),
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

impl Group {
    /// Which slots have this content in the bits of a mask: a bit for each slot.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn with(&self, mask: u32, content: u32) -> u32 {
        use std::arch::x86_64::{
            _mm_and_si128, _mm_cmpeq_epi32, _mm_loadu_si128, _mm_movemask_epi8, _mm_packs_epi16,
            _mm_packs_epi32, _mm_set1_epi32, _mm_setzero_si128,
        };
        // SAFETY: these instructions are part of every x86-64 processor, and both loads are within the slots.
        unsafe {
            let (low, high) = (self.0.as_ptr().cast(), self.0.as_ptr().add(GROUP / 2).cast());
            let (mask, content) = (_mm_set1_epi32(mask as i32), _mm_set1_epi32(content as i32));
            let same = |four| _mm_cmpeq_epi32(_mm_and_si128(_mm_loadu_si128(four), mask), content);
            let same = _mm_packs_epi32(same(low), same(high));
            _mm_movemask_epi8(_mm_packs_epi16(same, _mm_setzero_si128())) as u32
        }
    }

    /// The same without such instructions.
    #[cfg(not(target_arch = "x86_64"))]
    #[inline(always)]
    fn with(&self, mask: u32, content: u32) -> u32 {
        let bits = self.0.iter().enumerate().map(|(i, slot)| u32::from(slot & mask == content) << i);
        bits.fold(0, |all, bit| all | bit)
    }

    /// The first empty slot.
    #[inline(always)]
    fn vacancy(&self) -> Option<usize> {
        let empty = self.with(u32::MAX, EMPTY);
        (empty != 0).then_some(empty.trailing_zeros() as usize % GROUP)
    }
}

impl Index {
    pub(super) fn new() -> Self {
        Self::with_groups(32)
    }

    fn with_groups(groups: usize) -> Self {
        let slots = groups * GROUP;
        let id_bits = (usize::BITS - slots.leading_zeros()).min(31);
        let is_small = groups <= SMALL;
        let most = if is_small && groups >= HALF_FILLED { slots / 2 } else { slots - slots / 4 };
        let groups = vec![Group([EMPTY; GROUP]); groups];
        // Of 64 bits, as hashes have, also where a `usize` has 32.
        let shift = (slots as u64).leading_zeros() + 1;
        Self { groups, len: 0, most, tag_bits: u32::MAX << id_bits, is_small, shift }
    }

    /// Whether another number needs a larger table.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.len >= self.most
    }

    /// Becomes the larger table that follows, empty. The old one goes first, so that there are never two.
    pub(super) fn start_larger(&mut self) {
        let groups = self.larger_groups();
        self.groups = Vec::new();
        *self = Self::with_groups(groups);
    }

    fn larger_groups(&self) -> usize {
        match self.groups.len() {
            groups if groups < HALF_FILLED => groups * 4,
            groups if groups < SMALL => groups * 2,
            groups => groups + groups / 3,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.groups.capacity() * size_of::<Group>()) as u64
    }

    /// Bytes of the table that follows.
    pub(super) fn larger_bytes(&self) -> u64 {
        (self.larger_groups() * size_of::<Group>()) as u64
    }

    /// The slot at which the search for a hash begins: its high bits, scaled to the number of slots.
    #[inline(always)]
    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * (self.groups.len() * GROUP) as u128) >> 64) as usize
    }

    /// Asks memory for the group at which the search for a hash begins.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(self.groups.as_ptr().wrapping_add(self.home(hash) / GROUP));
    }

    /// A number that may be that of the hash, from the group at which the search for it begins.
    #[inline]
    pub(super) fn likely(&self, hash: u64) -> Option<u32> {
        let group = &self.groups[self.home(hash) / GROUP];
        let same = group.with(self.tag_bits, hash as u32 & self.tag_bits);
        (same != 0).then(|| group.0[same.trailing_zeros() as usize % GROUP] & !self.tag_bits)
    }

    /// Looks for a number whose key `is_it` accepts; it may be asked about a number that is too large to be one.
    /// `is_at_hand`: to compare keys costs no more than to compare tags.
    #[inline(always)]
    pub(super) fn find(&self, hash: u64, is_at_hand: bool, is_it: impl Fn(u32) -> bool) -> Found {
        if !self.is_small {
            return self.find_in_groups(self.home(hash) / GROUP, hash, is_it);
        }
        // The same as the home of the hash, for there is a power of two of slots.
        let home = (hash >> self.shift) as usize;
        // SAFETY: there are at least 2^(64 - shift) slots, see `with_groups`, and groups are nothing but slots, one
        // after the other. Saves five instructions of thirty.
        let slot = unsafe { *self.groups.as_ptr().cast::<u32>().add(home) };
        // While its own slot is empty a number is nowhere else, for no slot gets empty.
        if slot == EMPTY {
            return Found::Vacant(home as u32);
        }
        let id = slot & !self.tag_bits;
        if (is_at_hand || (slot ^ hash as u32) & self.tag_bits == 0) && is_it(id) {
            return Found::At(id);
        }
        self.find_in_groups(home / GROUP, hash, is_it)
    }

    /// Looks into one group after the other.
    #[inline(never)]
    fn find_in_groups(&self, mut at: usize, hash: u64, is_it: impl Fn(u32) -> bool) -> Found {
        let tag = hash as u32 & self.tag_bits;
        loop {
            let group = &self.groups[at];
            let mut same = group.with(self.tag_bits, tag);
            while same != 0 {
                let id = group.0[same.trailing_zeros() as usize % GROUP] & !self.tag_bits;
                if is_it(id) {
                    return Found::At(id);
                }
                same &= same - 1;
            }
            if let Some(vacant) = group.vacancy() {
                return Found::Vacant((at * GROUP + vacant) as u32);
            }
            at = if at + 1 == self.groups.len() { 0 } else { at + 1 };
        }
    }

    /// Fills the vacant slot that `find` returned for this hash.
    #[inline]
    pub(super) fn fill(&mut self, slot: u32, hash: u64, id: u32) {
        debug_assert!(id < !self.tag_bits);
        let place = &mut self.groups[slot as usize / GROUP].0[slot as usize % GROUP];
        debug_assert!(*place == EMPTY);
        *place = hash as u32 & self.tag_bits | id;
        self.len += 1;
    }

    /// Adds a number that is known not to be there.
    #[inline]
    pub(super) fn add(&mut self, hash: u64, id: u32) {
        if let Found::Vacant(slot) = self.find(hash, false, |_| false) {
            self.fill(slot, hash, id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Groups are compared as one would compare their slots one by one.
    #[test]
    fn groups_are_compared_slot_by_slot() {
        let group = Group([EMPTY, 0x7F00_0001, 0x7E00_0001, 5, EMPTY, 0x7F00_0009, 0, 0x7FFF_FFFF]);
        let mask = 0xFF00_0000;
        for tag in [0x7F00_0000, 0x7E00_0000, 0, mask, 0x1100_0000] {
            let same = group.with(mask, tag);
            for (i, &slot) in group.0.iter().enumerate() {
                assert_eq!(same >> i & 1 == 1, slot & mask == tag, "slot {i}, tag {tag:x}");
            }
            assert_eq!(same >> GROUP, 0);
        }
        assert_eq!(group.vacancy(), Some(0));
        assert_eq!(Group([3, 4, EMPTY, EMPTY, 5, 6, 7, 8]).vacancy(), Some(2));
        assert_eq!(Group([1; GROUP]).vacancy(), None);
    }

    /// Hashes that all begin at the last group go on at the first.
    #[test]
    fn a_full_group_leads_on_to_the_next() {
        let mut index = Index::new();
        for id in 0..20 {
            index.add(u64::MAX - u64::from(id), id);
        }
        for id in 0..20 {
            let found = index.find(u64::MAX - u64::from(id), false, |other| other == id);
            assert!(matches!(found, Found::At(other) if other == id));
        }
        assert!(matches!(index.find(u64::MAX, false, |_| false), Found::Vacant(slot) if slot == 12));
    }
}
