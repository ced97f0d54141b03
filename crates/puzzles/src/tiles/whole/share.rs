//! Whole spaces that processes share: each has the words of as many blocks as any other, and what a step leads to is
//! sent to the process that has it, five bytes each.

use std::io;
use std::ops::Range;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, PoisonError};

use slidewise_search::peers::Parcels;
use slidewise_search::{Crew, Meter, Stop};

use super::kept::{bytes_of, put_words};
use super::ranks::Ranks;
use super::{Sweep, Target};

/// Bytes of a target.
const BYTES: usize = 5;
/// Bytes that are collected for a process before they are sent.
const PARCEL: usize = 1 << 16;
/// A parcel by which the leader says that what is done is to be kept: all come together in the middle of a layer. It is
/// shorter than any target.
const PAUSE: &[u8] = &[0];

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
    pub(super) fn finish(
        &self,
        take: &mut dyn FnMut(&[u8]),
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<(), Stop> {
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
        self.parcels.wait_for_all(taken, go_on)
    }

    /// Whether this process leads.
    pub(super) fn leads(&self) -> bool {
        self.parcels.crew().leads()
    }

    /// How many words there are.
    pub(super) fn all(&self) -> usize {
        self.all
    }

    /// Says that what is done is to be kept.
    pub(super) fn pause(&self) {
        (1..self.parcels.crew().size()).for_each(|to| self.parcels.send_beside(to, PAUSE));
    }

    /// Whether a parcel says so.
    pub(super) fn is_pause(bytes: &[u8]) -> bool {
        bytes == PAUSE
    }

    /// What all processes have counted; they come together for it, and for what the leader says.
    pub(super) fn total(
        &self,
        own: [u64; 4],
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<[u64; 4], Stop> {
        let sums = self.parcels.crew().sums(&own, go_on)?;
        self.parcels.next_layer();
        Ok([sums[0], sums[1], sums[2], sums[3]])
    }

    /// For the leader, once all have come together: these words, from those who have them.
    pub(super) fn fetch(&self, words: Range<usize>, own: &[AtomicU32]) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(4 * words.len());
        for (owner, part) in self.owners(words) {
            if owner == 0 {
                bytes.extend(bytes_of(&own[part]));
                continue;
            }
            let wish = [part.start as u64, part.end as u64].map(u64::to_le_bytes).concat();
            self.parcels.send_beside(owner, &wish);
            bytes.extend(self.parcels.wait_for_one()?);
        }
        Ok(bytes)
    }

    /// For the leader: nothing more is fetched.
    pub(super) fn end_giving(&self) {
        (1..self.parcels.crew().size()).for_each(|to| self.parcels.send_beside(to, &[]));
        self.go_on();
    }

    /// What comes from now on is of the work, from those too that have gone on sooner.
    pub(super) fn go_on(&self) {
        self.parcels.next_layer();
    }

    /// Whether the leader has ended all.
    pub(super) fn is_over(&self) -> bool {
        self.parcels.is_over()
    }

    /// For the others: gives the leader what it asks for.
    pub(super) fn give(&self, sweep: &Sweep) -> io::Result<()> {
        self.listed_by_all(&sweep.listed)?;
        loop {
            let wish = self.parcels.wait_for_one()?;
            let [first, end] = match &numbers(&wish)[..] {
                [first, end] => [*first, *end].map(|at| at as usize - self.own().start),
                _ => break,
            };
            self.parcels.send_beside(0, &bytes_of(&sweep.words[first..end]));
        }
        self.go_on();
        Ok(())
    }

    /// For the leader: tells all what was kept beside the words; nothing if there is nothing.
    pub(super) fn announce(&self, head: &[u64]) -> io::Result<()> {
        let own = head.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.parcels.crew().gather(own, &mut || Ok(())).map(|_| ()).map_err(interrupted)
    }

    /// For the leader: gives words to those who have them.
    pub(super) fn hand_out(&self, words: Range<usize>, bytes: &[u8], own: &[AtomicU32]) -> io::Result<()> {
        let mut bytes = bytes;
        for (owner, part) in self.owners(words) {
            let (here, rest) = bytes.split_at(4 * part.len());
            bytes = rest;
            if owner == 0 {
                put_words(&own[part], here);
                continue;
            }
            self.parcels.send_beside(owner, here);
            // It says that it has them, so that no more than this is under way.
            self.parcels.wait_for_one()?;
        }
        Ok(())
    }

    /// For the others: takes what was kept; whether there was anything.
    pub(super) fn receive(&self, sweep: &mut Sweep) -> io::Result<bool> {
        let all = self.parcels.crew().gather(Vec::new(), &mut || Ok(())).map_err(interrupted)?;
        let head = numbers(&all[0]);
        let Some((&[layer, done, found, expanded], by_distance)) = head.split_first_chunk::<4>() else {
            return Ok(false);
        };
        (sweep.layer, sweep.done, sweep.found, sweep.expanded) = (layer, done, found, expanded);
        sweep.by_distance = by_distance.to_vec();
        let mut at = 0;
        while at < sweep.words.len() {
            let bytes = self.parcels.wait_for_one()?;
            put_words(&sweep.words[at..], &bytes);
            at += bytes.len() / 4;
            self.parcels.send_beside(0, &[]);
        }
        self.go_on();
        Ok(true)
    }

    /// Who has which of these words.
    fn owners(&self, words: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> {
        let each = self.each;
        let mut at = words.start;
        std::iter::from_fn(move || {
            let part = at..((at / each + 1) * each).min(words.end);
            at = part.end;
            (!part.is_empty()).then(|| (part.start / each, part))
        })
    }

    /// Boards and bytes that all processes have sent.
    pub(super) fn sent(&self, meter: &Meter<'_>) -> [u64; 2] {
        let sums = self.parcels.crew().sums(&self.parcels.sent(), &mut || meter.check_clock());
        sums.map_or([0; 2], |sums| [sums[0], sums[1]])
    }

    /// What all processes have listed. Where the leader ends all instead, nobody has a use for it.
    pub(super) fn bring_together(&self, listed: &mut Vec<(u32, u8)>) {
        *listed = self.listed_by_all(listed).unwrap_or_default();
    }

    /// The same.
    pub(super) fn listed_by_all(&self, own: &[(u32, u8)]) -> io::Result<Vec<(u32, u8)>> {
        let bytes = |&(pair, blank): &(u32, u8)| {
            let [a, b, c, d] = pair.to_le_bytes();
            [a, b, c, d, blank]
        };
        let own = own.iter().flat_map(bytes).collect();
        let all = self.parcels.crew().gather(own, &mut || Ok(())).map_err(interrupted)?;
        let listed = all.iter().flat_map(|bytes| targets_in(bytes));
        Ok(listed.map(|(pair, cell)| (pair, (cell / 2) as u8)).collect())
    }
}

fn interrupted(_: Stop) -> io::Error {
    io::Error::from(io::ErrorKind::Interrupted)
}

fn numbers(bytes: &[u8]) -> Vec<u64> {
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    bytes.chunks_exact(8).map(number).collect()
}
