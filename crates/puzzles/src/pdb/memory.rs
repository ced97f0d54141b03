//! The bytes of a table, in memory or mapped from a file.
//!
//! Large tables are read at random, where most of the time goes into address translation; memory of our own is
//! therefore asked for in huge pages where the system has them.

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::{Mmap, MmapMut};

/// From this size on, memory is mapped and asked for in huge pages.
const LARGE: usize = 4 << 20;

/// Bytes of our own, or a file's.
#[derive(Debug)]
pub enum Bytes {
    /// Small tables.
    Heap(Vec<u8>),
    /// Large tables in memory.
    Own(MmapMut),
    /// The part of a mapped file from an offset on.
    File(Mmap, usize),
}

impl Bytes {
    /// Memory of our own, written by `fill`, which finds zeros.
    pub fn filled(len: usize, fill: impl FnOnce(&mut [u8])) -> Self {
        if len >= LARGE
            && let Ok(mut map) = MmapMut::map_anon(len)
        {
            // Advice only: without huge pages all is well, only slower.
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            fill(&mut map);
            return Self::Own(map);
        }
        let mut heap = vec![0; len];
        fill(&mut heap);
        Self::Heap(heap)
    }

    /// The bytes of `file` from `offset` on, without reading them.
    pub fn map(file: &File, offset: usize) -> io::Result<Self> {
        // SAFETY: the mapping is read-only, and table files are never changed in place: they are written under a
        // temporary name and renamed. Someone who truncates one while it is used gets a bus error, as with any
        // mapped file.
        let map = unsafe { Mmap::map(file)? };
        Ok(Self::File(map, offset))
    }

    /// The same bytes in memory of our own.
    pub fn resident(&self) -> Self {
        Self::filled(self.len(), |own| own.copy_from_slice(self))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Heap(bytes) => bytes,
            Self::Own(map) => map,
            Self::File(map, offset) => &map[*offset..],
        }
    }
}
