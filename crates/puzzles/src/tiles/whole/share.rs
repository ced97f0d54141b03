//! Whole spaces that processes share: each has the words of as many blocks as any other, and what a step leads to is
//! sent to the process that has it, five bytes each.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use slidewise_search::peers::Parcels;
use slidewise_search::{Crew, Meter, Stop};

use super::ranks::Ranks;
use super::{Sweep, Target};

/// Bytes of a target.
const BYTES: usize = 5;
/// Bytes that are collected for a process before they are sent.
const PARCEL: usize = 1 << 16;

/// The processes, and the words that each has.
pub(super) struct Share {
    parcels: Parcels,
    /// Words of one process; the last may have fewer.
    each: usize,
    all: usize,
    /// What is to be sent to each.
    outbox: Mutex<Vec<Vec<u8>>>,
}

/// The targets that were sent.
pub(super) fn targets_in(bytes: &[u8]) -> impl Iterator<Item = Target> {
    bytes.chunks_exact(BYTES).map(|target| {
        let word = u32::from_le_bytes([target[0], target[1], target[2], target[3]]);
        (word, 2 * u32::from(target[4]))
    })
}

impl Share {
    pub(super) fn new(crew: &Arc<Crew>, ranks: &Ranks) -> Self {
        let blocks = ranks.pairs() / ranks.block();
        let each = blocks.div_ceil(crew.size()) * ranks.block();
        let outbox = Mutex::new(vec![Vec::new(); crew.size()]);
        Self { parcels: Parcels::new(Arc::clone(crew)), each, all: ranks.pairs(), outbox }
    }

    /// The words that this process has.
    pub(super) fn own(&self) -> Range<usize> {
        let first = self.parcels.crew().rank() * self.each;
        first.min(self.all)..(first + self.each).min(self.all)
    }

    /// A beginning, if all processes have one.
    pub(super) fn all_or_none(&self, own: Result<Sweep, Stop>, meter: &Meter<'_>) -> Result<Sweep, Stop> {
        let failed = self.parcels.crew().sums(&[own.is_err().into()], &mut || meter.check_clock())?;
        if failed[0] > 0 { Err(Stop::Memory) } else { own }
    }

    /// Sends away what is in the words of others.
    pub(super) fn send_away(&self, targets: &mut Vec<Target>) {
        let own = self.own();
        let mut outbox = self.outbox.lock().unwrap_or_else(PoisonError::into_inner);
        targets.retain(|&(word, shift)| {
            let is_own = own.contains(&(word as usize));
            if !is_own {
                let to = word as usize / self.each;
                let parcel = &mut outbox[to];
                parcel.extend_from_slice(&word.to_le_bytes());
                parcel.push((shift / 2) as u8);
                if parcel.len() >= PARCEL {
                    self.send(to, parcel);
                }
            }
            is_own
        });
    }

    fn send(&self, to: usize, parcel: &mut Vec<u8>) {
        self.parcels.send(to, (parcel.len() / BYTES) as u64, parcel);
        parcel.clear();
    }

    /// Takes in what has come, now and then; why it cannot go on, if it cannot.
    pub(super) fn take_in(&self, take: &mut dyn FnMut(&[u8])) -> Option<Stop> {
        let taken = self.parcels.glance(&mut |bytes| {
            take(bytes);
            Ok(())
        });
        taken.err().map(|_| self.parcels.why())
    }

    /// Sends what is left, and takes in what is left of all others.
    pub(super) fn finish(&self, take: &mut dyn FnMut(&[u8]), meter: &Meter<'_>) -> Result<(), Stop> {
        let mut outbox = self.outbox.lock().unwrap_or_else(PoisonError::into_inner);
        for (to, parcel) in outbox.iter_mut().enumerate().filter(|(_, parcel)| !parcel.is_empty()) {
            self.send(to, parcel);
        }
        drop(outbox);
        self.parcels.say_done();
        let taken = &mut |bytes: &[u8]| {
            take(bytes);
            Ok(())
        };
        self.parcels.wait_for_all(taken, meter)
    }

    /// What all processes have counted; they come together for it.
    pub(super) fn total(&self, own: [u64; 2], meter: &Meter<'_>) -> Result<[u64; 2], Stop> {
        let sums = self.parcels.crew().sums(&own, &mut || meter.check_clock())?;
        self.parcels.next_layer();
        Ok([sums[0], sums[1]])
    }

    /// Boards and bytes that all processes have sent.
    pub(super) fn sent(&self, meter: &Meter<'_>) -> [u64; 2] {
        let sums = self.parcels.crew().sums(&self.parcels.sent(), &mut || meter.check_clock());
        sums.map_or([0; 2], |sums| [sums[0], sums[1]])
    }

    /// What all processes have listed. Where the leader ends all instead, nobody has a use for it.
    pub(super) fn bring_together(&self, listed: &mut Vec<(u32, u8)>, meter: &Meter<'_>) {
        let bytes = |&(pair, blank): &(u32, u8)| {
            let [a, b, c, d] = pair.to_le_bytes();
            [a, b, c, d, blank]
        };
        let own = listed.iter().flat_map(bytes).collect();
        let all = self.parcels.crew().gather(own, &mut || meter.check_clock());
        *listed = all
            .iter()
            .flatten()
            .flat_map(|bytes| targets_in(bytes))
            .map(|(pair, cell)| (pair, (cell / 2) as u8))
            .collect();
    }
}
