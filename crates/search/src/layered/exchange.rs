//! Layers that processes share: each position belongs to one of them, by its key, and goes there when it is found.
//!
//! A process expands the part of a layer that is its own. Of what it finds, sorted and without duplicates, it sends to
//! each of the others what is theirs, as differences of keys, whenever its buffer is full: so no more than a buffer goes
//! from one to another at once, and what comes in is taken in between two blocks. Then each merges what is its own.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::key::LayerKey;
use super::list::KeyList;
use super::spill::SpillFile;
use crate::meter::{Meter, Stop};
use crate::peers::{Crew, Parcels};

/// The other processes, and what came from them for the layer that is being made.
pub(super) struct Exchange<K> {
    pub(super) parcels: Parcels,
    runs: Mutex<Vec<KeyList<K>>>,
}

/// How many bytes of runs memory can hold, and where others go.
pub(super) type Room<'a> = (u64, Option<&'a Arc<SpillFile>>);

impl<K: LayerKey> Exchange<K> {
    pub(super) fn new(crew: Arc<Crew>) -> Self {
        Self { parcels: Parcels::new(crew), runs: Mutex::default() }
    }

    /// Whether a key belongs to this process.
    pub(super) fn owns(&self, key: K) -> bool {
        let crew = self.parcels.crew();
        key.owner(crew.size()) == crew.rank()
    }

    /// Sends away what belongs to others of keys that are sorted and distinct; what is left is this process's own.
    pub(super) fn send_away(&self, keys: &mut Vec<K>) {
        let (size, rank) = (self.parcels.crew().size(), self.parcels.crew().rank());
        let mut parcels: Vec<(Vec<u8>, K, u64)> = vec![(Vec::new(), K::default(), 0); size];
        keys.retain(|&key| {
            let owner = key.owner(size);
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

    /// Takes in what has come; why it cannot go on, if it cannot.
    pub(super) fn take_in(&self, room: Room<'_>) -> Option<Stop> {
        let taken = self.parcels.take_in(Duration::ZERO, &mut |bytes| self.add(bytes, room));
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
        let mut run: KeyList<K> = keys.collect();
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        let held: u64 = runs.iter().map(KeyList::memory).sum();
        if held + run.memory() > most {
            run.spill(spill.ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?)?;
        }
        runs.push(run);
        Ok(())
    }

    /// Waits until nothing more comes for this layer; what came.
    pub(super) fn wait_for_all(&self, room: Room<'_>, meter: &Meter<'_>) -> Result<Vec<KeyList<K>>, Stop> {
        self.parcels.wait_for_all(&mut |bytes| self.add(bytes, room), meter)?;
        Ok(std::mem::take(&mut *self.runs.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}
