//! Processes that search together: how they reach each other, whatever carries their messages.
//!
//! All of them run the same program on the same puzzle and come to the same searches one after the other. The one with
//! rank 0 leads: it alone has limits, can be stopped and has an answer to give. The others help, and what they come to
//! by themselves is of no account. A search begins when the leader [says so](Crew::begin), and what is said belongs to
//! one search: messages of another one are late, and nobody listens to them.

mod parcels;

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use web_time::Instant;

use crate::meter::{Stats, Stop};

pub use parcels::{Parcels, TakeIn};

/// The processes of one program, numbered from 0 on.
pub trait Peers: Send + Sync {
    /// The number of this process.
    fn rank(&self) -> usize;
    /// How many there are.
    fn size(&self) -> usize;
    /// The processes on the computer of this one, which is one of them, from the lowest number on.
    fn host(&self) -> &[usize];
    /// What this process is called where it has something to complain about.
    fn name(&self) -> String {
        format!("rank {}", self.rank())
    }
    /// Sends a message. It does not wait until somebody has taken it; what goes from one to another keeps its order.
    fn send(&self, to: usize, message: Vec<u8>);
    /// The next message for this process and who sent it; `None` if none came in this time.
    fn receive(&self, wait: Duration) -> Option<(usize, Vec<u8>)>;
}

/// The leader begins a search: what it is, and where it goes on from.
const BEGIN: u64 = 0;
/// The leader has come to the end of a search.
const END: u64 = 1;
/// A helper has: what it did since its last report.
const LEFT: u64 = 2;
/// The first process of a computer has built what tables it needs.
const TABLES: u64 = 3;
/// From a helper: what it has of something that is brought together; and from the leader: what all have. From here on
/// messages are about a part of a search, whose number stands above that of the part.
const OWN: u64 = 4;
const ALL: u64 = 5;
/// Where it stands.
const RUN: u32 = 32;
/// Kinds of messages from here on are those of a search.
pub(crate) const FIRST_OF_A_SEARCH: u64 = 8;

/// How long the leader waits for what helpers still have to say at the end of a search.
const FAREWELL: Duration = Duration::from_millis(500);
/// How long a helper waits before it looks again.
const WHILE: Duration = Duration::from_millis(50);

/// All processes, and the search that they are at.
pub struct Crew {
    peers: Box<dyn Peers>,
    /// The number of the search.
    run: AtomicU64,
    /// Messages that were received too soon.
    kept: Mutex<VecDeque<(usize, Vec<u8>)>>,
    /// How often what all have was brought together in this search.
    gathered: AtomicU64,
    /// What a helper did and has not told yet.
    left: Mutex<Stats>,
    /// Whether others wait for the tables of this process.
    awaited: AtomicBool,
    /// How often the first process of this computer has told of tables that this one has not waited for yet. What it
    /// says of them may come at any moment, so it is never among what else is said.
    tables: AtomicU64,
    /// Why this process does not take part in a search, if it does not.
    excuse: Mutex<Option<String>>,
}

impl fmt::Debug for Crew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Crew").field("rank", &self.rank()).field("size", &self.size()).finish_non_exhaustive()
    }
}

/// The leader is at another search: the one at hand is not to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skipped;

impl Crew {
    /// Processes that have not begun with anything.
    pub fn new(peers: Box<dyn Peers>) -> Self {
        let [run, gathered, tables] = [0; 3].map(AtomicU64::new);
        let (awaited, excuse) = (AtomicBool::new(false), Mutex::default());
        Self { peers, run, kept: Mutex::default(), gathered, left: Mutex::default(), awaited, tables, excuse }
    }

    /// Notes why this process cannot take part in a search: what to say if the leader begins it nevertheless.
    pub fn excuse(&self, reason: String) {
        self.excuse.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(reason);
    }

    /// Whether the leader has begun a search that this process, which has come to its end, left out; if so, why.
    /// Otherwise it waits so long for that.
    pub fn missed(&self, wait: Duration) -> Option<String> {
        let is_missed = self.has_unheard()
            || self.receive(wait).is_some_and(|(_, bytes)| Reading::new(&bytes).next() == BEGIN);
        let excuse = || self.excuse.lock().unwrap_or_else(PoisonError::into_inner).take();
        let unknown = || "it came to an end before rank 0: both must be given the same".to_string();
        is_missed.then(|| excuse().unwrap_or_else(unknown))
    }

    /// The number of this process.
    pub fn rank(&self) -> usize {
        self.peers.rank()
    }

    /// How many there are.
    pub fn size(&self) -> usize {
        self.peers.size()
    }

    /// Whether this process leads.
    pub fn leads(&self) -> bool {
        self.rank() == 0
    }

    /// The number of the search that all are at.
    pub(crate) fn run(&self) -> u64 {
        self.run.load(Ordering::Relaxed)
    }

    pub(crate) fn send(&self, to: usize, message: Words) {
        self.peers.send(to, message.0);
    }

    pub(crate) fn send_to_all_others(&self, message: &Words) {
        for to in (0..self.size()).filter(|&to| to != self.rank()) {
            self.peers.send(to, message.0.clone());
        }
    }

    pub(crate) fn receive(&self, wait: Duration) -> Option<(usize, Vec<u8>)> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let message = kept.or_else(|| self.peers.receive(wait));
        message.filter(|(_, bytes)| {
            let is_of_tables = Reading::new(bytes).next() == TABLES;
            self.tables.fetch_add(is_of_tables.into(), Ordering::Relaxed);
            !is_of_tables
        })
    }

    /// Keeps a message for whoever asks next.
    pub(crate) fn keep(&self, message: (usize, Vec<u8>)) {
        self.keep_all(vec![message]);
    }

    /// Keeps messages, the first of which is to be the next.
    pub(crate) fn keep_all(&self, messages: Vec<(usize, Vec<u8>)>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        messages.into_iter().rev().for_each(|message| kept.push_front(message));
    }

    /// Whether there is a message that nobody had a use for: the leader did something else than this process.
    pub fn has_unheard(&self) -> bool {
        !self.kept.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Begins a search that `what` identifies, puzzle and tables included. The leader says what all go on from, the
    /// others are told it.
    pub fn begin(&self, what: u64, from: Option<Vec<u8>>) -> Result<Option<Vec<u8>>, Skipped> {
        if self.leads() {
            let run = self.run.fetch_add(1, Ordering::Relaxed) + 1;
            self.gathered.store(0, Ordering::Relaxed);
            let mut message = Words::new(BEGIN, run);
            message.push(what);
            message.push(from.is_some().into());
            message.bytes(from.as_deref().unwrap_or_default());
            self.send_to_all_others(&message);
            return Ok(from);
        }
        let mut early = Vec::new();
        let begun = loop {
            let Some((sender, bytes)) = self.receive(WHILE) else { continue };
            let mut message = Reading::new(&bytes);
            let [kind, about] = [message.next(), message.next()];
            if kind != BEGIN {
                if self.is_early(kind, about) {
                    early.push((sender, bytes));
                }
                continue;
            }
            if message.next() != what {
                early.insert(0, (sender, bytes));
                break Err(Skipped);
            }
            self.run.store(about, Ordering::Relaxed);
            self.gathered.store(0, Ordering::Relaxed);
            let has_from = message.next() == 1;
            break Ok(has_from.then(|| message.bytes().to_vec()));
        };
        self.keep_all(early);
        begun
    }

    /// What messages are about that belong to a part of the search.
    pub(crate) fn part_of_run(&self, number: u64) -> u64 {
        (self.run() << RUN) + number
    }

    /// Counts what a helper did and has not told.
    pub(crate) fn leave(&self, done: &Stats) {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        *left = left.plus(done);
    }

    pub(crate) fn take_left(&self) -> Stats {
        std::mem::take(&mut self.left.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Ends the search. The leader is given what others did of which it was not told.
    pub fn end(&self) -> Stats {
        if !self.leads() {
            self.wait_for_the_end();
            let mut left = Words::new(LEFT, self.run());
            left.stats(&self.take_left());
            self.send(0, left);
            return Stats::default();
        }
        self.send_to_all_others(&Words::new(END, self.run()));
        let (mut all, mut missing) = (Stats::default(), self.size() - 1);
        let deadline = Instant::now() + FAREWELL;
        while missing > 0 && Instant::now() < deadline {
            let Some((_, bytes)) = self.receive(Duration::from_millis(5)) else { continue };
            let mut message = Reading::new(&bytes);
            if [message.next(), message.next()] == [LEFT, self.run()] {
                missing -= 1;
                let Stats { expanded, generated, reopened, .. } = message.stats();
                all = all.plus(&Stats { expanded, generated, reopened, peak_bytes: 0 });
            }
        }
        all
    }

    fn wait_for_the_end(&self) {
        let mut early = Vec::new();
        loop {
            let Some((sender, bytes)) = self.receive(WHILE) else { continue };
            let mut message = Reading::new(&bytes);
            match [message.next(), message.next()] {
                [END, run] if run == self.run() => break,
                // It has come to the end and gone on, and this process did not hear of it.
                [BEGIN, _] => {
                    early.push((sender, bytes));
                    break;
                }
                [kind, about] if self.is_early(kind, about) => early.push((sender, bytes)),
                _ => {}
            }
        }
        self.keep_all(early);
    }

    /// Whether a message is about a search that has not begun here: others may have heard sooner that it has, for there
    /// is no order among what different processes send.
    fn is_early(&self, kind: u64, about: u64) -> bool {
        kind >= OWN && about >> RUN > self.run()
    }

    /// Whether the search that all are at is over; then [`Crew::end`] is what is left to be done. A message that is
    /// the search's own business comes back.
    pub(crate) fn is_over(&self, from: usize, bytes: Vec<u8>) -> Result<Vec<u8>, Over> {
        match Reading::new(&bytes).next() {
            END | BEGIN => {
                self.keep((from, bytes));
                Err(Over)
            }
            _ => Ok(bytes),
        }
    }

    /// Waits until the first process of this computer has the tables of its next search, so that they are built once a
    /// computer and read by the others.
    pub fn wait_for_tables(&self) {
        if self.peers.host()[0] == self.rank() {
            return self.awaited.store(true, Ordering::Relaxed);
        }
        let mut others = Vec::new();
        while self.tables.load(Ordering::Relaxed) == 0 {
            // What the leader says of the search may come before what a neighbour says of tables.
            others.extend(self.receive(WHILE));
        }
        self.tables.fetch_sub(1, Ordering::Relaxed);
        self.keep_all(others);
    }

    /// Brings together what all processes have, in the order of their numbers: all have all of it then. To be called by
    /// all of them at the same point of a search. `go_on` may say that there is to be an end.
    pub fn gather(
        &self,
        own: Vec<u8>,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<Vec<u8>>, Stop> {
        let about = self.part_of_run(self.gathered.fetch_add(1, Ordering::Relaxed));
        let mut late = Vec::new();
        let all = match self.leads() {
            true => self.collect(own, about, &mut late, go_on),
            false => self.contribute(own, about, &mut late),
        };
        self.keep_all(late);
        all
    }

    fn collect(
        &self,
        own: Vec<u8>,
        about: u64,
        late: &mut Vec<(usize, Vec<u8>)>,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<Vec<u8>>, Stop> {
        let mut all = vec![None; self.size()];
        all[0] = Some(own);
        let mut missing = self.size() - 1;
        while missing > 0 {
            go_on()?;
            let Some((sender, bytes)) = self.receive(WHILE) else { continue };
            let mut message = Reading::new(&bytes);
            if [message.next(), message.next()] == [OWN, about] {
                all[sender] = Some(message.bytes().to_vec());
                missing -= 1;
            } else {
                late.push((sender, bytes));
            }
        }
        let all: Vec<Vec<u8>> = all.into_iter().flatten().collect();
        let mut message = Words::new(ALL, about);
        all.iter().for_each(|bytes| message.bytes(bytes));
        self.send_to_all_others(&message);
        Ok(all)
    }

    fn contribute(
        &self,
        own: Vec<u8>,
        about: u64,
        late: &mut Vec<(usize, Vec<u8>)>,
    ) -> Result<Vec<Vec<u8>>, Stop> {
        let mut message = Words::new(OWN, about);
        message.bytes(&own);
        self.send(0, message);
        loop {
            let Some((sender, bytes)) = self.receive(WHILE) else { continue };
            let Ok(bytes) = self.is_over(sender, bytes) else { return Err(Stop::Cancelled) };
            let mut message = Reading::new(&bytes);
            match [message.next(), message.next()] {
                [ALL, told] if told == about => {
                    return Ok((0..self.size()).map(|_| message.bytes().to_vec()).collect());
                }
                // What a process says that has gone on already.
                _ => late.push((sender, bytes)),
            }
        }
    }

    /// The same of what each process had to read or to write for it. Where that went wrong, all are told why, and none
    /// goes on: nobody waits for one that has given up.
    pub fn gather_all(
        &self,
        own: Result<Vec<u8>, String>,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Result<Vec<Vec<u8>>, String>, Stop> {
        let own = match own {
            Ok(own) => [&[0][..], &own].concat(),
            Err(reason) => [&[1][..], format!("{}: {reason}", self.peers.name()).as_bytes()].concat(),
        };
        let mut all = self.gather(own, go_on)?;
        if let Some(bytes) = all.iter().find(|bytes| bytes.first() == Some(&1)) {
            return Ok(Err(String::from_utf8_lossy(&bytes[1..]).into_owned()));
        }
        all.iter_mut().for_each(|bytes| _ = bytes.drain(..bytes.len().min(1)));
        Ok(Ok(all))
    }

    /// The same of numbers, as many as each has.
    pub fn numbers(
        &self,
        own: &[u64],
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<Vec<u64>>, Stop> {
        let mut words = Words::default();
        words.list(own.iter().copied());
        let all = self.gather(words.into_bytes(), go_on)?;
        Ok(all.iter().map(|bytes| Reading::new(bytes).list()).collect())
    }

    /// The sums of numbers of all processes, place by place. See [`Crew::gather`].
    pub fn sums(&self, own: &[u64], go_on: &mut dyn FnMut() -> Result<(), Stop>) -> Result<Vec<u64>, Stop> {
        let mut sums = vec![0; own.len()];
        for bytes in self.gather(own.iter().flat_map(|number| number.to_le_bytes()).collect(), go_on)? {
            for (sum, number) in sums.iter_mut().zip(bytes.chunks_exact(8)) {
                *sum += u64::from_le_bytes(number.try_into().unwrap_or_default());
            }
        }
        Ok(sums)
    }

    /// How many processes are on the computer of this one.
    pub fn on_host(&self) -> usize {
        self.peers.host().len()
    }

    /// Tells the other processes of this computer, if they wait for this one, that they need not wait any more.
    pub fn tables_are_there(&self) {
        if self.awaited.swap(false, Ordering::Relaxed) {
            let others = &self.peers.host()[1..];
            others.iter().for_each(|&to| self.send(to, Words::new(TABLES, 0)));
        }
    }
}

/// The leader says that it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Over;

/// A message as it is written: numbers, small ones in few bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words(Vec<u8>);

impl Words {
    /// A message of a kind, about the search or the part of it that has this number.
    pub(crate) fn new(kind: u64, about: u64) -> Self {
        let mut words = Self::default();
        words.push(kind);
        words.push(about);
        words
    }

    /// Nothing yet, with room for about so many bytes.
    pub(crate) fn with_room(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    pub(crate) fn push(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.push(bytes.len() as u64);
        self.raw(bytes);
    }

    /// Bytes whose number the reader knows.
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    pub(crate) fn list(&mut self, numbers: impl ExactSizeIterator<Item = u64>) {
        self.push(numbers.len() as u64);
        numbers.for_each(|number| self.push(number));
    }

    pub(crate) fn stats(&mut self, stats: &Stats) {
        let Stats { expanded, generated, reopened, peak_bytes } = *stats;
        [expanded, generated, reopened, peak_bytes].into_iter().for_each(|number| self.push(number));
    }
}

/// A message as it is read. It was written by the same version of the same program: what is missing is 0.
pub(crate) struct Reading<'b>(&'b [u8]);

impl<'b> Reading<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn next(&mut self) -> u64 {
        let (mut number, mut shift) = (0, 0);
        while let Some((&byte, rest)) = self.0.split_first() {
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 || shift > 63 {
                break;
            }
        }
        number
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn bytes(&mut self) -> &'b [u8] {
        let length = self.next() as usize;
        self.raw(length)
    }

    pub(crate) fn raw(&mut self, length: usize) -> &'b [u8] {
        let (bytes, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        bytes
    }

    pub(crate) fn list(&mut self) -> Vec<u64> {
        (0..self.next()).map_while(|_| (!self.0.is_empty()).then(|| self.next())).collect()
    }

    pub(crate) fn stats(&mut self) -> Stats {
        let [expanded, generated, reopened, peak_bytes] = std::array::from_fn(|_| self.next());
        Stats { expanded, generated, reopened, peak_bytes }
    }
}

/// Processes that are threads of this one: what is shared among computers can be tried without any.
pub fn threads_as_peers(size: usize) -> Vec<Arc<Crew>> {
    let (senders, receivers): (Vec<_>, Vec<_>) = (0..size).map(|_| mpsc::channel()).unzip();
    let crew = |(rank, receiver)| {
        let peers = OneThread {
            rank,
            host: (0..size).collect(),
            senders: Mutex::new(senders.clone()),
            receiver: Mutex::new(receiver),
        };
        Arc::new(Crew::new(Box::new(peers)))
    };
    receivers.into_iter().enumerate().map(crew).collect()
}

type Sent = (usize, Vec<u8>);

struct OneThread {
    rank: usize,
    host: Vec<usize>,
    senders: Mutex<Vec<Sender<Sent>>>,
    receiver: Mutex<Receiver<Sent>>,
}

impl Peers for OneThread {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.host.len()
    }

    fn host(&self) -> &[usize] {
        &self.host
    }

    fn send(&self, to: usize, message: Vec<u8>) {
        let senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
        // Who has ended does not listen.
        _ = senders[to].send((self.rank, message));
    }

    fn receive(&self, wait: Duration) -> Option<(usize, Vec<u8>)> {
        self.receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(wait).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX - 1, u64::MAX];
        let mut words = Words::new(7, 9);
        words.list(numbers.into_iter());
        words.bytes(b"abc");
        let stats = Stats { expanded: 1, generated: 2, reopened: 3, peak_bytes: 4 };
        words.stats(&stats);
        let mut reading = Reading::new(&words.0);
        assert_eq!([reading.next(), reading.next()], [7, 9]);
        assert_eq!((reading.list(), reading.bytes()), (numbers.to_vec(), &b"abc"[..]));
        assert_eq!((reading.stats(), reading.next()), (stats, 0));
        assert_eq!(Reading::new(&[0xff; 3]).list(), Vec::<u64>::new());
    }

    /// What all have is the same everywhere, and what is said in between is not lost.
    #[test]
    fn what_all_have_is_brought_together() {
        let crews = threads_as_peers(3);
        let about = |crew: &Arc<Crew>| crew.rank() as u64;
        std::thread::scope(|scope| {
            for crew in &crews {
                scope.spawn(move || {
                    crew.begin(1, None).unwrap();
                    for round in 0..20 {
                        let own = [about(crew) + round, 1];
                        assert_eq!(crew.sums(&own, &mut || Ok(())), Ok(vec![3 + 3 * round, 3]));
                        crew.send((crew.rank() + 1) % 3, Words::new(FIRST_OF_A_SEARCH, round));
                        // What others have for the next round may come first, and is kept for it.
                        let mut late = Vec::new();
                        loop {
                            let Some((from, bytes)) = crew.receive(WHILE) else { continue };
                            let mut said = Reading::new(&bytes);
                            if [said.next(), said.next()] == [FIRST_OF_A_SEARCH, round] {
                                break;
                            }
                            late.push((from, bytes));
                        }
                        crew.keep_all(late);
                    }
                    crew.end();
                });
            }
        });
    }

    #[test]
    fn a_leader_that_stops_ends_the_wait_of_all() {
        let crews = threads_as_peers(2);
        std::thread::scope(|scope| {
            let helper = scope.spawn(|| {
                crews[1].begin(1, None).unwrap();
                let gathered = crews[1].gather(vec![1], &mut || Ok(()));
                crews[1].end();
                gathered
            });
            crews[0].begin(1, None).unwrap();
            assert_eq!(crews[0].gather(vec![], &mut || Err(Stop::Time)), Err(Stop::Time));
            crews[0].end();
            assert_eq!(helper.join().unwrap(), Err(Stop::Cancelled));
        });
    }

    /// What a helper says that has begun is not lost on one that has not heard of it: neither before its first search
    /// nor before its next one.
    #[test]
    fn what_comes_early_is_kept() {
        let crews = threads_as_peers(3);
        let [leader, first, second] = &crews[..] else { panic!("there are three") };
        let parcels = [leader, first, second].map(|crew| Parcels::new(Arc::clone(crew)));
        for run in 1..=2 {
            leader.begin(run, None).unwrap();
            first.begin(run, None).unwrap();
            parcels[1].send(2, 1, &[run as u8]);
            if run == 2 {
                // It hears of the end of the first search after what belongs to the second.
                let (early, rest): (Vec<_>, Vec<_>) = std::iter::from_fn(|| second.receive(Duration::ZERO))
                    .partition(|(sender, _)| *sender == 1);
                second.keep_all(early.into_iter().chain(rest).collect());
                second.end();
            }
            second.begin(run, None).unwrap();
            let mut taken = Vec::new();
            let take = &mut |bytes: &[u8]| {
                taken.extend_from_slice(bytes);
                Ok(())
            };
            parcels[2].take_in(Duration::ZERO, take).unwrap();
            assert_eq!(taken, [run as u8]);
            // The end, of which the leader need not be told.
            leader.send_to_all_others(&Words::new(END, leader.run()));
            first.end();
        }
    }

    /// A helper whose search the leader left out goes on to the next, and one that comes late hears that it is over.
    #[test]
    fn helpers_keep_step_with_the_leader() {
        let crews = threads_as_peers(2);
        let [leader, helper] = &crews[..] else { panic!("there are two") };
        std::thread::scope(|scope| {
            let helping = scope.spawn(|| {
                assert_eq!(helper.begin(1, None), Ok(None));
                helper.leave(&Stats { expanded: 5, ..Stats::default() });
                helper.end();
                assert_eq!(helper.begin(2, None), Err(Skipped));
                assert_eq!(helper.begin(3, None), Ok(Some(vec![1, 2])));
                helper.end();
                assert!(!helper.has_unheard());
                assert_eq!(helper.begin(4, None), Err(Skipped));
                assert!(helper.has_unheard());
            });
            assert_eq!(leader.begin(1, None), Ok(None));
            assert_eq!(leader.end().expanded, 5);
            assert_eq!(leader.begin(3, Some(vec![1, 2])), Ok(Some(vec![1, 2])));
            leader.end();
            assert_eq!(leader.begin(5, None), Ok(None));
            helping.join().unwrap();
        });
    }

    /// What went wrong with one is told to all, and they can go on together with something else.
    #[test]
    fn what_went_wrong_with_one_is_told_to_all() {
        let crews = threads_as_peers(3);
        let member = |crew: &Crew| {
            crew.begin(1, None).unwrap();
            let own = if crew.rank() == 1 { Err("the disk is full".to_string()) } else { Ok(vec![1]) };
            let first = crew.gather_all(own, &mut || Ok(())).unwrap();
            assert_eq!(first, Err("rank 1: the disk is full".to_string()));
            let all = crew.gather_all(Ok(vec![crew.rank() as u8; crew.rank()]), &mut || Ok(())).unwrap();
            assert_eq!(all, Ok(vec![vec![], vec![1], vec![2, 2]]));
            crew.end();
        };
        std::thread::scope(|scope| {
            for crew in &crews {
                scope.spawn(|| member(crew));
            }
        });
    }

    /// A process that left a search out, and has come to its end before the leader begins it, says why it did.
    #[test]
    fn what_was_left_out_has_its_reason() {
        let crews = threads_as_peers(2);
        let [leader, helper] = &crews[..] else { panic!("there are two") };
        helper.excuse("a table is missing".into());
        helper.excuse("so is another".into());
        assert_eq!(helper.missed(Duration::ZERO), None, "nothing has begun");
        leader.begin(1, None).unwrap();
        assert_eq!(helper.missed(Duration::from_secs(60)), Some("a table is missing".into()));
    }

    /// What is said of tables is heard by whoever waits for them, whatever a process is at when it comes: here the
    /// leader has left out the first search and is done with the tables of the second before the helper looks.
    #[test]
    fn tables_are_heard_of_in_any_order() {
        let crews = threads_as_peers(2);
        let [leader, helper] = &crews[..] else { panic!("there are two") };
        for _ in 0..2 {
            leader.wait_for_tables();
            leader.tables_are_there();
        }
        assert_eq!(leader.begin(2, None), Ok(None));
        let helper = Arc::clone(helper);
        let (done, is_done) = mpsc::channel();
        std::thread::spawn(move || {
            helper.wait_for_tables();
            let skipped = helper.begin(1, None);
            helper.wait_for_tables();
            // Nobody listens any more if it came too late.
            _ = done.send((skipped, helper.begin(2, None)));
        });
        let came = is_done.recv_timeout(Duration::from_secs(60));
        assert_eq!(came, Ok((Err(Skipped), Ok(None))), "a helper waits for ever");
    }
}
