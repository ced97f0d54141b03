//! The first half of a layer: the neighbours of its positions, sorted in runs, with most duplicates gone.

use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::exchange::Exchange;
use super::key::LayerKey;
use super::list::{KeyList, Reader};
use super::spill::SpillFile;
use super::{Counts, Undirected};
use crate::meter::{Alarm, Pulse};

/// Keys that were just generated, in a table of fixed size: it drops many duplicates before they are sorted.
/// A key in the table was put into a run of this or an earlier layer, so it is safe to leave it out now.
struct Recent<K> {
    slots: Vec<K>,
    bits: u32,
}

/// As large as the first-level cache. A larger table drops more duplicates, but looking into it takes longer
/// than sorting those does, the more so when other cores use the outer caches.
const RECENT_BYTES: u64 = 1 << 15;

impl<K: LayerKey> Recent<K> {
    fn new(max_bytes: u64) -> Self {
        let slots = max_bytes.min(RECENT_BYTES) / size_of::<K>() as u64;
        let bits = slots.max(2).ilog2();
        Self { slots: vec![K::default(); 1 << bits], bits }
    }

    /// Whether the key was seen lately; if not, it is from now on. The default key marks free slots and is
    /// therefore never called seen.
    #[inline]
    fn seen(&mut self, key: K) -> bool {
        let slot = &mut self.slots[key.slot(self.bits)];
        let seen = (*slot == key) & (key != K::default());
        *slot = key;
        seen
    }
}

/// Keys collected before they are sorted, unless the memory limit asks for fewer.
const BUFFER: usize = 1 << 20;

/// Keys for which there is room at first.
const FIRST_ROOM: usize = 1 << 10;

/// What the threads that expand one layer share.
pub(super) struct Task<'a, P: Undirected> {
    pub space: &'a P,
    pub layer: &'a KeyList<P::Key>,
    /// Positions that may be expanded; the rest is over the limit.
    pub allowed: usize,
    pub stop_at_goal: bool,
    /// Where runs go that memory cannot hold.
    pub spill: Option<&'a Arc<SpillFile>>,
    /// Bytes of runs that a worker may keep in memory.
    pub run_budget: u64,
    pub next_block: AtomicUsize,
    pub threads: usize,
    /// The first block known to hold the parent of a goal. Later blocks need not be looked at.
    pub goal_block: AtomicUsize,
    pub halt: AtomicBool,
    pub alarm: Alarm,
    /// Positions expanded since the meter was last told.
    pub unreported: AtomicUsize,
    /// Who else has a part of the layer.
    pub exchange: Option<&'a Exchange<P::Key>>,
}

impl<P: Undirected> Task<'_, P> {
    /// The blocks that a thread does next: many while many are left, because near positions have neighbours in common
    /// that one thread drops early; single ones at the end, so that the threads finish together.
    fn take(&self) -> Range<usize> {
        let end = self.layer.blocks();
        let share = |next: usize| ((end - next) / (2 * self.threads)).max(1);
        let taken = self.next_block.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| {
            (next < end).then(|| next + share(next))
        });
        taken.map_or(end..end, |next| next..next + share(next))
    }
}

/// A goal found on the way, and where: the first in the order of the layer counts, whatever thread finds it.
#[derive(Clone, Copy)]
pub(super) struct Found<K> {
    pub block: usize,
    /// Positions of the block expanded, the parent of the goal included.
    pub expanded: usize,
    pub key: K,
}

/// What one thread keeps from layer to layer.
pub(super) struct Worker<P: Undirected> {
    state: P::State,
    recent: Recent<P::Key>,
    reader: Reader<P::Key>,
    scratch: Vec<P::Key>,
    capacity: usize,
    /// Keys that were generated, and behind them room for more.
    buffer: Vec<P::Key>,
    /// How many keys the buffer holds.
    held: usize,
    /// Earlier buffers of the same layer.
    pub runs: Vec<KeyList<P::Key>>,
    /// Neighbours generated, by block.
    pub generated: Vec<(usize, u64)>,
    pub found: Option<Found<P::Key>>,
    /// What is counted, if anything is.
    pub counts: Option<Counts<P::Key>>,
    pulse: Pulse,
}

impl<P: Undirected> Worker<P> {
    /// `budget` is the number of bytes that the worker may use for itself, runs not included.
    pub(super) fn new(space: &P, budget: u64, counts: Option<Counts<P::Key>>) -> Self {
        // The buffer, its scratch space, and as much again because vectors grow by doubling.
        let capacity = (budget / 8 / size_of::<P::Key>() as u64) as usize;
        let capacity = capacity.clamp(1 << 10, BUFFER);
        Self {
            state: space.start(),
            recent: Recent::new(budget / 4),
            reader: Reader::default(),
            scratch: Vec::new(),
            capacity,
            buffer: Vec::new(),
            held: 0,
            runs: Vec::new(),
            generated: Vec::new(),
            found: None,
            counts,
            pulse: Pulse::new(),
        }
    }

    /// Takes blocks until none is left, the goal is found, or `pause` says stop.
    pub(super) fn work(&mut self, task: &Task<'_, P>, pause: &mut dyn FnMut() -> bool) -> io::Result<()> {
        loop {
            let blocks = task.take();
            if blocks.is_empty() {
                return Ok(());
            }
            for block in blocks {
                let last = task.goal_block.load(Ordering::Relaxed);
                if block > last || task.halt.load(Ordering::Relaxed) {
                    return Ok(());
                }
                self.expand_block(task, block)?;
                if self.held >= self.capacity {
                    self.flush(task)?;
                }
                if pause() {
                    task.halt.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    fn expand_block(&mut self, task: &Task<'_, P>, block: usize) -> io::Result<()> {
        let allowed = task.allowed.saturating_sub(task.layer.before(block));
        task.layer.read(block, &mut self.reader)?;
        let mut generated = 0;
        let mut expanded = 0;
        for &key in self.reader.keys.iter().take(allowed) {
            if self.pulse.beat(&task.alarm).is_err() {
                task.halt.store(true, Ordering::Relaxed);
                break;
            }
            task.space.unpack(&key, &mut self.state);
            let (recent, buffer, held) = (&mut self.recent, &mut self.buffer, &mut self.held);
            let before = generated;
            let mut goal = None;
            task.space.neighbours(key, &mut self.state, &mut |next, is_goal| {
                generated += 1;
                if is_goal {
                    goal.get_or_insert(next);
                }
                // Whether a key was seen cannot be foreseen: without a branch the processor need not wait for it.
                if *held == buffer.len() {
                    buffer.resize(2 * buffer.len() + FIRST_ROOM, P::Key::default());
                }
                buffer[*held] = next;
                *held += usize::from(!recent.seen(next));
            });
            expanded += 1;
            if let Some(counts) = &mut self.counts {
                counts.add(key, task.space.is_goal(&self.state), generated - before);
            }
            if let (Some(key), true) = (goal, task.stop_at_goal) {
                task.goal_block.fetch_min(block, Ordering::Relaxed);
                if self.found.is_none_or(|f| block < f.block) {
                    self.found = Some(Found { block, expanded, key });
                }
                break;
            }
        }
        self.generated.push((block, generated));
        task.unreported.fetch_add(expanded, Ordering::Relaxed);
        Ok(())
    }

    /// Sorts the buffer, and turns it into a run unless it was mostly duplicates.
    fn flush(&mut self, task: &Task<'_, P>) -> io::Result<()> {
        self.close();
        if self.held < self.capacity / 2 {
            return Ok(());
        }
        self.send_away(task);
        if self.held < self.capacity / 2 {
            return Ok(());
        }
        let mut run: KeyList<P::Key> = self.keys().iter().copied().collect();
        self.held = 0;
        let held: u64 = self.runs.iter().map(KeyList::memory).sum();
        if held + run.memory() > task.run_budget {
            let file = task.spill.ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
            run.spill(file)?;
        }
        self.runs.push(run);
        Ok(())
    }

    /// Sends what belongs to other processes to them, if there are any, once the buffer is sorted.
    pub(super) fn send_away(&mut self, task: &Task<'_, P>) {
        if let Some(exchange) = task.exchange {
            self.buffer.truncate(self.held);
            exchange.send_away(&mut self.buffer);
            self.held = self.buffer.len();
        }
    }

    /// Forgets what belongs to the layer before.
    pub(super) fn begin(&mut self) {
        self.held = 0;
        self.runs.clear();
        self.generated.clear();
        self.found = None;
    }

    /// Sorts the buffer and drops duplicates.
    pub(super) fn close(&mut self) {
        self.buffer.truncate(self.held);
        P::Key::sort(&mut self.buffer, &mut self.scratch);
        self.buffer.dedup();
        self.held = self.buffer.len();
    }

    /// The keys in the buffer, sorted and distinct once [`Worker::close`] was called.
    pub(super) fn keys(&self) -> &[P::Key] {
        &self.buffer[..self.held]
    }

    /// Bytes in use beside the layers.
    pub(super) fn memory(&self) -> u64 {
        let keys = self.buffer.capacity() + self.scratch.capacity() + self.recent.slots.len();
        (keys * size_of::<P::Key>()) as u64 + self.runs.iter().map(KeyList::memory).sum::<u64>()
    }
}
