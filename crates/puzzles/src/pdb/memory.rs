//! The bytes of a table, in memory of our own.
//!
//! A table's file is read and not mapped: what has been checked is then what is used, whatever becomes of the file. A
//! mapped file that is cut off while it is used ends the program, and one that is written to gives wrong distances.
//!
//! Large tables are read at random, where most of the time goes into address translation; memory is therefore asked
//! for in huge pages where the system has them.

use std::convert::Infallible;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// From this size on, memory is mapped and asked for in huge pages.
const LARGE: usize = 4 << 20;

/// Bytes that never change.
#[derive(Debug)]
pub(super) struct Bytes {
    /// Where the bytes are. Kept apart from the owner, so that a read in a search need not ask who that is.
    start: *const u8,
    len: usize,
    _owner: Owner,
}

/// Who keeps the bytes.
#[derive(Debug)]
enum Owner {
    /// Small tables.
    Heap { _bytes: Vec<u8> },
    /// Large tables.
    Own { _map: MmapMut },
}

// SAFETY: the bytes are never written to after they were made, and whoever owns them can be sent and shared.
unsafe impl Send for Bytes {}
// SAFETY: as above.
unsafe impl Sync for Bytes {}

impl Bytes {
    /// Written by `fill`, which finds zeros.
    pub(super) fn filled(len: usize, fill: impl FnOnce(&mut [u8])) -> Self {
        let filled = Self::try_filled(len, |bytes| {
            fill(bytes);
            Ok::<(), Infallible>(())
        });
        let Ok(filled) = filled;
        filled
    }

    /// The same, if all goes well.
    pub(super) fn try_filled<E>(
        len: usize,
        fill: impl FnOnce(&mut [u8]) -> Result<(), E>,
    ) -> Result<Self, E> {
        if let Some(mut map) = zeros(len) {
            fill(&mut map)?;
            return Ok(Self { start: map.as_ptr(), len, _owner: Owner::Own { _map: map } });
        }
        let mut heap = vec![0; len];
        fill(&mut heap)?;
        Ok(Self { start: heap.as_ptr(), len, _owner: Owner::Heap { _bytes: heap } })
    }

    /// Asks the processor to fetch a byte that will be read soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, index: usize) {
        fetch(self.start.wrapping_add(index));
    }
}

/// Large memory of our own.
fn zeros(len: usize) -> Option<MmapMut> {
    let map = (len >= LARGE).then(|| MmapMut::map_anon(len).ok())??;
    // Advice only: without huge pages all is well, only slower.
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    Some(map)
}

/// Words to work with.
#[derive(Debug)]
pub(super) enum Words {
    /// Few of them.
    Heap(Vec<u32>),
    /// Many.
    Own(MmapMut),
}

impl Words {
    /// All zero.
    pub(super) fn zeroed(len: usize) -> Self {
        zeros(len * size_of::<u32>()).map_or_else(|| Self::Heap(vec![0; len]), Self::Own)
    }
}

impl Default for Words {
    fn default() -> Self {
        Self::Heap(Vec::new())
    }
}

impl Deref for Words {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        match self {
            Self::Heap(words) => words,
            // SAFETY: any four bytes are a word.
            Self::Own(map) => unsafe { map.align_to().1 },
        }
    }
}

impl DerefMut for Words {
    fn deref_mut(&mut self) -> &mut [u32] {
        match self {
            Self::Heap(words) => words,
            // SAFETY: any four bytes are a word, and any word is four bytes.
            Self::Own(map) => unsafe { map.align_to_mut().1 },
        }
    }
}

/// Words in a line of the cache.
const LINE: usize = 16;

/// Asks the processor to fetch words that will be read soon.
#[inline(always)]
pub(super) fn prefetch(words: &[u32]) {
    words.chunks(LINE).for_each(|line| fetch(line.as_ptr().cast()));
}

#[inline(always)]
fn fetch(address: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch has no effect but on caches, whatever the address.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        // SAFETY: the owner keeps these bytes where they are, unchanged, as long as it lives; moving it moves only
        // its pointer to them.
        unsafe { std::slice::from_raw_parts(self.start, self.len) }
    }
}
