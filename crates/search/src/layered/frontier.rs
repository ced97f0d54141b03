//! Layers around a set of sources, one more at each call: what the solver and the explorer are made of.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::exchange::{Exchange, Received};
use super::expand::{Found, Task, Worker};
use super::key::LayerKey;
use super::list::{KeyList, Reader};
use super::merge::{Range, Run, merge};
use super::spill::SpillFile;
use super::{Counts, Keep, Options, Purpose, Undirected};
use crate::meter::{Alarm, Event, Meter, Stop};
use crate::peers::Parcels;
use crate::space::Cost;
use crate::threads::beside;

/// Layers below this size are expanded by one thread: starting others would cost more than they save.
const PARALLEL_FROM: usize = 8192;
/// Shares per thread when runs are merged, so that uneven shares even out.
const SHARES_PER_THREAD: usize = 16;

/// What one call of [`Frontier::advance`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advance<K> {
    /// There is one more layer.
    Layer,
    /// A neighbour of the last layer is a goal; this is its key.
    Goal(K),
    /// The last layer has no neighbours that are new.
    Exhausted,
}

/// Breadth-first layers around the sources.
pub struct Frontier<'a, P: Undirected> {
    space: &'a P,
    options: &'a Options,
    purpose: Purpose,
    /// By depth; `None` where a layer was given up.
    layers: Vec<Option<KeyList<P::Key>>>,
    sizes: Vec<usize>,
    workers: Vec<Worker<P>>,
    spill: Option<Arc<SpillFile>>,
    /// What was counted before it went on from a file.
    before: Counts<P::Key>,
    /// Neighbours, dead ends and the most neighbours that this process has counted before the last layer.
    settled: [u64; 3],
    /// The processes that have the other parts of the layers.
    exchange: Option<Exchange<P::Key>>,
}

impl<P: Undirected> fmt::Debug for Frontier<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Frontier");
        shown.field("purpose", &self.purpose).field("sizes", &self.sizes).finish_non_exhaustive()
    }
}

impl<'a, P: Undirected> Frontier<'a, P> {
    /// With the sources as layer 0. They are sorted here.
    pub fn new(space: &'a P, mut sources: Vec<P::Key>, purpose: Purpose, options: &'a Options) -> Self {
        let exchange = Exchange::among(options.crew.clone(), space.key_bits());
        sources.retain(|&key| exchange.as_ref().is_none_or(|exchange| exchange.owns(key)));
        sources.sort_unstable();
        sources.dedup();
        let sizes = vec![sources.len()];
        let layers = vec![Some(sources.into_iter().collect())];
        Self {
            space,
            options,
            purpose,
            layers,
            sizes,
            workers: Vec::new(),
            spill: None,
            before: Counts::default(),
            settled: [0; 3],
            exchange,
        }
    }

    /// Counts the sources of all processes, of which each has its own, before the first layer is made.
    pub fn count_sources(&mut self, meter: &Meter<'_>) -> Result<(), Stop> {
        if let Some(exchange) = &self.exchange {
            let all = exchange.parcels.crew().sums(&[self.sizes[0] as u64], &mut || meter.check_clock())?;
            self.sizes[0] = all[0] as usize;
        }
        Ok(())
    }

    /// Keys that this process has sent to others, and the bytes that they took.
    pub fn sent(&self) -> [u64; 2] {
        self.exchange.as_ref().map_or([0; 2], |exchange| exchange.parcels.sent())
    }

    /// Depth of the last layer.
    pub fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    /// Positions in each layer, by depth.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The last layer.
    pub fn last(&self) -> &KeyList<P::Key> {
        match self.layers.last() {
            Some(Some(layer)) => layer,
            _ => unreachable!("the last layer is always kept"),
        }
    }

    /// A layer by depth, if it was kept.
    pub fn layer(&self, depth: usize) -> Option<&KeyList<P::Key>> {
        self.layers.get(depth)?.as_ref()
    }

    /// What was counted, if that was the purpose.
    pub fn into_counts(self) -> Counts<P::Key> {
        let mut all = self.before;
        for worker in self.workers {
            all.absorb(worker.counts.unwrap_or_default());
        }
        all
    }

    /// What goes between the processes, if there are several.
    pub(super) fn parcels(&self) -> Option<&Parcels> {
        self.exchange.as_ref().map(|exchange| &exchange.parcels)
    }

    /// Whose a key is.
    pub(super) fn owner(&self, key: P::Key) -> usize {
        self.exchange.as_ref().map_or(0, |exchange| exchange.owner(key, exchange.parcels.crew().size()))
    }

    /// What comes from now on belongs to the next thing that all do.
    pub(super) fn come_together(&self) {
        if let Some(parcels) = self.parcels() {
            parcels.next_layer();
        }
    }

    /// Numbers that the leader has, told to all.
    pub(super) fn told(&self, own: &[u64]) -> io::Result<Vec<u64>> {
        let Some(parcels) = self.parcels() else { return Ok(own.to_vec()) };
        let all = parcels.crew().numbers(own, &mut || Ok(())).map_err(interrupted)?;
        Ok(all.into_iter().next().unwrap_or_default())
    }

    /// Neighbours, dead ends and the most neighbours that this process has counted.
    fn counted(&self) -> [u64; 3] {
        let counts = self.workers.iter().filter_map(|worker| worker.counts.as_ref()).chain([&self.before]);
        counts.fold([0; 3], |sum, one| {
            let [neighbours, dead_ends, most] = sum;
            [neighbours + one.neighbours, dead_ends + one.dead_ends, most.max(one.most_neighbours)]
        })
    }

    /// What all processes have counted before the last layer.
    pub(super) fn all_counts(&self) -> io::Result<[u64; 3]> {
        let own = self.settled;
        let Some(parcels) = self.parcels() else { return Ok(own) };
        let all = parcels.crew().numbers(&own, &mut || Ok(())).map_err(interrupted)?;
        let most = all.iter().filter_map(|one| one.get(2)).max().copied().unwrap_or(0);
        let sum = |which: usize| all.iter().filter_map(|one| one.get(which)).sum();
        Ok([sum(0), sum(1), most])
    }

    /// Goes on with layers from a file, of which all but the last were expanded.
    pub(super) fn replace(
        &mut self,
        layers: Vec<KeyList<P::Key>>,
        sizes: Vec<usize>,
        before: Counts<P::Key>,
    ) -> io::Result<bool> {
        self.before = before;
        self.settled = self.counted();
        if self.purpose == Purpose::Counts {
            let (mut reader, mut state) = (Reader::default(), self.space.start());
            for layer in &layers[..layers.len() - 1] {
                for block in 0..layer.blocks() {
                    layer.read(block, &mut reader)?;
                    for &key in &reader.keys {
                        self.space.unpack(&key, &mut state);
                        if self.space.is_goal(&state) {
                            self.before.goals.push(key);
                        }
                    }
                }
            }
        }
        self.layers = layers.into_iter().map(Some).collect();
        self.sizes = sizes;
        Ok(true)
    }

    /// Bytes in memory.
    pub fn memory(&self) -> u64 {
        self.layers.iter().flatten().map(KeyList::memory).sum::<u64>()
            + self.workers.iter().map(Worker::memory).sum::<u64>()
    }

    /// Builds the next layer. After an error the layers up to [`Frontier::depth`] are still complete.
    /// `elsewhere` is what the caller holds in memory beside this frontier.
    pub fn advance(&mut self, elsewhere: u64, meter: &mut Meter<'_>) -> Result<Advance<P::Key>, Stop> {
        let made = self.advance_together(elsewhere, meter);
        if matches!(made, Ok(Advance::Layer)) {
            self.settled = self.counted();
        }
        made
    }

    fn advance_together(&mut self, elsewhere: u64, meter: &mut Meter<'_>) -> Result<Advance<P::Key>, Stop> {
        let before = self.layers.len();
        let made = self.make(elsewhere, meter);
        if self.exchange.is_none() {
            return made;
        }
        let all = self.agree(made, before, meter);
        if !matches!(all, Ok(Advance::Layer)) {
            self.layers.truncate(before);
            self.sizes.truncate(before);
        }
        all
    }

    /// What the parts of all processes come to: one more layer if any has something in it.
    fn agree(
        &mut self,
        made: Result<Advance<P::Key>, Stop>,
        before: usize,
        meter: &Meter<'_>,
    ) -> Result<Advance<P::Key>, Stop> {
        let Some(exchange) = &self.exchange else { return made };
        let own = if self.layers.len() > before { self.last().len() } else { 0 };
        let made = match made {
            Ok(_) => Ok((own as u64).to_le_bytes().to_vec()),
            Err(why @ Stop::Memory) => Err(self.options.trouble.told().unwrap_or_else(|| why.to_string())),
            // A limit of the leader ends all at once, and the others were told of it.
            Err(why) => return Err(why),
        };
        let all = exchange.parcels.crew().gather_all(made, &mut || meter.check_clock())?;
        exchange.parcels.next_layer();
        let sizes = all.map_err(|reason| {
            self.options.trouble.replace(reason);
            Stop::Memory
        })?;
        let all: u64 =
            sizes.iter().filter_map(|size| Some(u64::from_le_bytes(size[..].try_into().ok()?))).sum();
        if all == 0 {
            return Ok(Advance::Exhausted);
        }
        if self.layers.len() == before {
            self.layers.push(Some(KeyList::from_iter([])));
        }
        self.sizes.truncate(before);
        self.sizes.push(all as usize);
        Ok(Advance::Layer)
    }

    /// Builds the next layer, or this process's part of it.
    fn make(&mut self, elsewhere: u64, meter: &mut Meter<'_>) -> Result<Advance<P::Key>, Stop> {
        let memory_limit = meter.limits().memory;
        let threads = match self.exchange {
            None if self.last().len() >= PARALLEL_FROM => self.options.threads.max(1),
            _ => 1,
        };
        let budget = memory_limit.map_or(u64::MAX, |max| max / 2 / self.options.threads.max(1) as u64);
        while self.workers.len() < threads {
            let counts = (self.purpose == Purpose::Counts).then(Counts::default);
            self.workers.push(Worker::new(self.space, budget, counts));
        }
        let spent = meter.stats.expanded;
        let left = meter.limits().nodes.map_or(u64::MAX, |max| max.saturating_sub(spent));
        let size = self.last().len();
        let allowed = usize::try_from(left).unwrap_or(usize::MAX).min(size);
        self.prepare_spill(memory_limit);
        let found = self.expand(threads, allowed, memory_limit, meter)?;
        if let Some(found) = found {
            self.count_up_to(found, spent, meter);
            return Ok(Advance::Goal(found.key));
        }
        meter.stats.generated +=
            self.workers.iter_mut().flat_map(|w| w.generated.drain(..)).map(|(_, n)| n).sum::<u64>();
        if allowed < size {
            return Err(Stop::Nodes);
        }
        let next = self.merge(threads, meter)?;
        if next.is_empty() {
            return Ok(Advance::Exhausted);
        }
        self.sizes.push(next.len());
        self.layers.push(Some(next));
        self.fit(elsewhere, meter)?;
        meter.tell(Event::Bound(self.depth() as Cost + 1));
        Ok(Advance::Layer)
    }

    /// A scratch file, if a memory limit may ask for one and the options allow it.
    fn prepare_spill(&mut self, memory_limit: Option<u64>) {
        if let (Some(_), Some(dir), None) = (memory_limit, &self.options.spill, &self.spill) {
            self.spill = SpillFile::create(dir, &self.options.trouble).ok().map(Arc::new);
        }
    }

    fn expand(
        &mut self,
        threads: usize,
        allowed: usize,
        memory_limit: Option<u64>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Found<P::Key>>, Stop> {
        let layer = self.layers.last().and_then(Option::as_ref).expect("the last layer is always kept");
        let task = Task {
            space: self.space,
            layer,
            allowed,
            stop_at_goal: self.purpose == Purpose::Goal,
            spill: self.spill.as_ref(),
            run_budget: memory_limit.map_or(u64::MAX, |max| max / (4 * threads as u64)),
            next_block: AtomicUsize::new(0),
            threads,
            goal_block: AtomicUsize::new(usize::MAX),
            halt: AtomicBool::new(false),
            alarm: Alarm::of(meter),
            unreported: AtomicUsize::new(0),
            exchange: self.exchange.as_ref(),
        };
        let room = (task.run_budget, task.spill);
        self.workers.iter_mut().for_each(Worker::begin);
        let mut stop = None;
        let (first, others) = self.workers.split_first_mut().expect("there is at least one worker");
        let others: Vec<Mutex<&mut Worker<P>>> = others[..threads - 1].iter_mut().map(Mutex::new).collect();
        let failed = Mutex::new(Ok(()));
        let note = |result: io::Result<()>| {
            if result.is_err() {
                *failed.lock().unwrap_or_else(PoisonError::into_inner) = result;
            }
        };
        let other = |number: usize| {
            let worker = &mut *others[number].lock().unwrap_or_else(PoisonError::into_inner);
            note(worker.work(&task, &mut || false));
            worker.close();
        };
        beside(others.len(), &other, &mut || {
            note(first.work(&task, &mut || {
                stop = meter.expand_many(task.unreported.swap(0, Ordering::Relaxed) as u64).err();
                let trouble = task.exchange.and_then(|exchange| exchange.take_in(room));
                stop = stop.or(trouble);
                stop.is_some()
            }));
            first.close();
            first.send_away(&task);
        });
        if let Some(exchange) = task.exchange {
            exchange.parcels.say_done();
        }
        let done = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        let late = meter.expand_many(task.unreported.swap(0, Ordering::Relaxed) as u64).err();
        let found = self.workers.iter().filter_map(|w| w.found).min_by_key(|f| f.block);
        match (found, stop.or(late), done) {
            (Some(found), None, Ok(())) => Ok(Some(found)),
            (_, Some(stop), _) => Err(stop),
            (_, _, Err(_)) => Err(Stop::Memory),
            (None, None, Ok(())) => Ok(None),
        }
    }

    /// Makes the counters say what one thread would have done up to the goal, so that they can be reproduced.
    fn count_up_to(&self, found: Found<P::Key>, spent: u64, meter: &mut Meter<'_>) {
        meter.stats.expanded = spent + (self.last().before(found.block) + found.expanded) as u64;
        meter.stats.generated += self
            .workers
            .iter()
            .flat_map(|w| &w.generated)
            .filter(|(block, _)| *block <= found.block)
            .map(|(_, n)| n)
            .sum::<u64>();
    }

    fn merge(&mut self, threads: usize, meter: &mut Meter<'_>) -> Result<KeyList<P::Key>, Stop> {
        meter.check_clock()?;
        let room = (meter.limits().memory.map_or(u64::MAX, |max| max / 4), self.spill.as_ref());
        let from_others = match &self.exchange {
            Some(exchange) => exchange.wait_for_all(room, meter)?,
            None => Vec::new(),
        };
        let used = &self.workers[..threads];
        let runs: Vec<Run<'_, P::Key>> = used
            .iter()
            .flat_map(|w| w.runs.iter().map(Run::List).chain([Run::Slice(w.keys())]))
            .chain(from_others.iter().map(Received::run))
            .collect();
        let known: Vec<&KeyList<P::Key>> = self.layers.iter().rev().take(2).flatten().collect();
        let ranges = split(self.last(), threads);
        let next_range = AtomicUsize::new(0);
        let parts = Mutex::new(Ok(Vec::with_capacity(ranges.len())));
        let work = || {
            loop {
                let i = next_range.fetch_add(1, Ordering::Relaxed);
                let Some(&range) = ranges.get(i) else { return };
                let part = merge(&runs, &known, range);
                let mut parts = parts.lock().unwrap_or_else(PoisonError::into_inner);
                match (&mut *parts, part) {
                    (Ok(parts), Ok(part)) => parts.push((i, part)),
                    (parts, Err(error)) => *parts = Err(error),
                    (Err(_), Ok(_)) => return,
                }
            }
        };
        beside(threads - 1, &|_| work(), &mut || work());
        let parts = parts.into_inner().unwrap_or_else(PoisonError::into_inner);
        // A scratch file that cannot be read back is memory that is not there.
        let mut parts = parts.map_err(|_| Stop::Memory)?;
        if parts.len() != ranges.len() {
            return Err(Stop::Memory);
        }
        parts.sort_unstable_by_key(|(i, _)| *i);
        let mut parts = parts.into_iter().map(|(_, list)| list);
        let mut layer = parts.next().unwrap_or_else(|| KeyList::from_iter([]));
        parts.for_each(|part| layer.append(part));
        Ok(layer)
    }

    /// Gives up or moves to disk what has to go.
    fn fit(&mut self, elsewhere: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if let Keep::Every(interval) = self.options.keep {
            let depth = self.depth();
            if depth >= 2 && !(depth - 2).is_multiple_of(interval.max(1) as usize) {
                self.layers[depth - 2] = None;
            }
        }
        let max = meter.limits().memory.unwrap_or(u64::MAX);
        if let Some(file) = &self.spill {
            let mut held = elsewhere + self.memory();
            for layer in self.layers.iter_mut().flatten() {
                if held <= max {
                    break;
                }
                let before = layer.memory();
                layer.spill(file).map_err(|_| Stop::Memory)?;
                held = held - before + layer.memory();
            }
        }
        meter.reserve(elsewhere + self.memory())
    }

    /// A shortest way from `key`, which lies at `depth`, to a source: keys, `key` first.
    pub fn path_to_source(&self, key: P::Key, depth: usize) -> io::Result<Vec<P::Key>> {
        let mut path = vec![key];
        let mut depth = depth;
        let mut from = key;
        while depth > 0 {
            let kept = (0..depth).rev().find(|&d| self.layer(d).is_some()).unwrap_or(0);
            let steps = self.descend(from, depth - kept, kept)?;
            path.extend(steps);
            from = path[path.len() - 1];
            depth = kept;
        }
        Ok(path)
    }

    /// The keys behind `from` on a way of `radius` moves to the kept layer `depth`. With all layers kept the
    /// radius is 1; with check layers it is a small search around `from`.
    fn descend(&self, from: P::Key, radius: usize, depth: usize) -> io::Result<Vec<P::Key>> {
        let lost = || io::Error::other("a layer does not connect to the one before it");
        let layer = self.layer(depth).ok_or_else(lost)?;
        let mut reader = Reader::default();
        let mut state = self.space.start();
        let mut parents = HashMap::from([(from, from)]);
        let mut ring = vec![from];
        for _ in 0..radius {
            let mut next = Vec::new();
            for &key in &ring {
                self.space.unpack(&key, &mut state);
                self.space.neighbours(key, &mut state, &mut |near, _| {
                    parents.entry(near).or_insert_with(|| {
                        next.push(near);
                        key
                    });
                });
            }
            ring = next;
        }
        let looked = ring.iter().map(|&key| layer.contains(key, &mut reader).map(u8::from));
        let mut there = vec![looked.collect::<io::Result<Vec<u8>>>()];
        if let Some(exchange) = &self.exchange {
            let own = there.remove(0).map_err(|error| error.to_string());
            let all = exchange.parcels.crew().gather_all(own, &mut || Ok(()));
            let all = all.map_err(|_| io::Error::from(io::ErrorKind::Interrupted))?.map_err(|reason| {
                self.options.trouble.replace(reason.clone());
                io::Error::other(reason)
            })?;
            there = all.into_iter().map(Ok).collect();
        }
        let there = there.into_iter().collect::<io::Result<Vec<_>>>()?;
        for (at, &key) in ring.iter().enumerate() {
            if there.iter().any(|there| there.get(at) == Some(&1)) {
                let chain = std::iter::successors(Some(key), |k| Some(parents[k]));
                let mut back: Vec<P::Key> = chain.take(radius).collect();
                back.reverse();
                return Ok(back);
            }
        }
        Err(lost())
    }
}

fn interrupted(_: Stop) -> io::Error {
    io::Error::from(io::ErrorKind::Interrupted)
}

/// Ranges that cut a layer into equal parts; the keys of the next one lie much alike.
fn split<K: LayerKey>(layer: &KeyList<K>, threads: usize) -> Vec<Range<K>> {
    let parts = if threads > 1 { threads * SHARES_PER_THREAD } else { 1 };
    let mut cuts: Vec<K> = (1..parts).filter_map(|i| layer.first_of(layer.blocks() * i / parts)).collect();
    cuts.dedup();
    let from = std::iter::once(None).chain(cuts.iter().copied().map(Some));
    let below = cuts.iter().copied().map(Some).chain([None]);
    from.zip(below).map(|(from, below)| Range { from, below }).collect()
}
