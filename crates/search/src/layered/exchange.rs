//! Layers that processes share: each position belongs to one of them, by the high bits of its key, and goes there when
//! it is found.
//!
//! A process expands the part of a layer that is its own. Of what it finds, sorted and without duplicates, it sends to
//! each of the others what is theirs, as differences of keys, whenever its buffer is full: so no more than a buffer
//! goes from one to another at once, and what comes in is taken in between two blocks. Then each merges what is its
//! own.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use super::key::LayerKey;
use super::list::KeyList;
use super::merge::Run;
use super::spill::SpillFile;
use crate::meter::{Meter, Stop};
use crate::peers::{Crew, Parcels};

/// The other processes, and what came from them for the layer that is being made.
pub(super) struct Exchange<K> {
    pub(super) parcels: Parcels,
    /// Keys that differ in so many low bits only belong together: most moves stay with one process then, where
    /// duplicates are dropped before they are sorted and nothing need be sent.
    near_bits: u32,
    runs: Mutex<Vec<Received<K>>>,
    /// In a browser there are no others: so the compiler leaves out all that is done with them.
    #[cfg(target_family = "wasm")]
    #[expect(dead_code)]
    nowhere: std::convert::Infallible,
}

/// Keys that came from another process, sorted: plain, which is faster to merge, or packed if there are many.
pub(super) enum Received<K> {
    Plain(Vec<K>),
    Packed(KeyList<K>),
}

impl<K: LayerKey> Received<K> {
    fn memory(&self) -> u64 {
        match self {
            Self::Plain(keys) => size_of_val(&keys[..]) as u64,
            Self::Packed(list) => list.memory(),
        }
    }

    pub(super) fn run(&self) -> Run<'_, K> {
        match self {
            Self::Plain(keys) => Run::Slice(keys),
            Self::Packed(list) => Run::List(list),
        }
    }
}

/// So many of the high bits of keys, and more among many processes, say whose they are: enough groups of positions for
/// equal parts, and as large as they can be.
#[cfg(not(target_family = "wasm"))]
const HIGH_BITS: u32 = 16;

/// How many bytes of runs memory can hold, and where others go.
pub(super) type Room<'a> = (u64, Option<&'a Arc<SpillFile>>);

impl<K: LayerKey> Exchange<K> {
    /// For keys of so many bits; 0 if near keys are not to be kept together.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn among(crew: Option<Arc<Crew>>, key_bits: u32) -> Option<Self> {
        let crew = crew?;
        let told_apart = HIGH_BITS + crew.size().next_power_of_two().ilog2();
        let near_bits = key_bits.saturating_sub(told_apart);
        Some(Self { parcels: Parcels::new(crew), near_bits, runs: Mutex::default() })
    }

    #[cfg(target_family = "wasm")]
    pub(super) fn among(_: Option<Arc<Crew>>, _: u32) -> Option<Self> {
        None
    }

    #[inline]
    pub(super) fn owner(&self, key: K, size: usize) -> usize {
        key.without_low_bits(self.near_bits).owner(size)
    }

    /// Whether a key belongs to this process.
    pub(super) fn owns(&self, key: K) -> bool {
        let crew = self.parcels.crew();
        self.owner(key, crew.size()) == crew.rank()
    }

    /// Sends away what belongs to others of keys that are sorted and distinct; what is left is this process's own.
    pub(super) fn send_away(&self, keys: &mut Vec<K>) {
        let (size, rank) = (self.parcels.crew().size(), self.parcels.crew().rank());
        let mut parcels: Vec<(Vec<u8>, K, u64)> = vec![(Vec::new(), K::default(), 0); size];
        keys.retain(|&key| {
            let owner = self.owner(key, size);
            if owner != rank {
                let (bytes, last, count) = &mut parcels[owner];
                key.write_after(*last, bytes);
                (*last, *count) = (key, *count + 1);
            }
            owner == rank
        });
        for (to, (bytes, _, count)) in parcels.into_iter().enumerate().filter(|(_, parcel)| parcel.2 > 0) {
            self.parcels.send(to, count, &bytes);
        }
    }

    /// Takes in what has come, now and then; why it cannot go on, if it cannot.
    pub(super) fn take_in(&self, room: Room<'_>) -> Option<Stop> {
        let taken = self.parcels.glance(&mut |bytes| self.add(bytes, room));
        taken.err().map(|_| self.parcels.why())
    }

    fn add(&self, mut bytes: &[u8], (most, spill): Room<'_>) -> io::Result<()> {
        let mut last = K::default();
        let keys = std::iter::from_fn(|| {
            (!bytes.is_empty()).then(|| {
                last = K::read_after(last, &mut bytes);
                last
            })
        });
        let plain: Vec<K> = keys.collect();
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        let held: u64 = runs.iter().map(Received::memory).sum();
        if held + size_of_val(&plain[..]) as u64 <= most / 2 {
            runs.push(Received::Plain(plain));
            return Ok(());
        }
        let mut packed: KeyList<K> = plain.into_iter().collect();
        if held + packed.memory() > most {
            packed.spill(spill.ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?)?;
        }
        runs.push(Received::Packed(packed));
        Ok(())
    }

    /// Waits until nothing more comes for this layer; what came.
    pub(super) fn wait_for_all(&self, room: Room<'_>, meter: &Meter<'_>) -> Result<Vec<Received<K>>, Stop> {
        self.parcels.wait_for_all(&mut |bytes| self.add(bytes, room), &mut || meter.check_clock())?;
        Ok(std::mem::take(&mut *self.runs.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}
