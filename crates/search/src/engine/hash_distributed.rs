//! A* on several threads, each with the positions that are its own by their hash (HDA*).
//!
//! - *Guarantee*: optimal, with an admissible heuristic only; there is no other use of it, for what it found first
//!   would differ from run to run. All that may lead to a cheaper solution than the best known is expanded before it
//!   ends, so that the cost is the same on every run and any number of threads. Moves and counts may differ.
//! - *How*: a thread takes its position of the lowest f, keeps the successors that are its own and sends the others to
//!   their owners, in batches. It is idle when nothing that it has is below the best solution; how all notice that the
//!   search has ended stands in the module `mail`. Small searches, and searches that are stepped, are done on one
//!   thread, the owners taking turns.
//! - *Reopening*: a cheaper way to a stored position replaces the dearer one, and the position is expanded again. That
//!   happens more often than with A*, because threads are not in step: consistency does not prevent it.
//! - *Ties*: in each thread among equal f the highest g first, then the newest.
//! - *Memory*: every position seen, once, and batches under way (a message for each 32 positions stored, and a few
//!   hundred KiB a thread). Each thread has its share of a memory limit.
//! - *Reference*: Kishimoto, Fukunaga & Botea 2009, Scalable, parallel best-first search for optimal sequential
//!   planning.

mod crewed;
mod mail;
mod part;

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::path::moves_along;
use super::{End, Engine, Unsuited, View, Waiting};
use crate::heuristic::Heuristic;
use crate::meter::{Cancel, Event, Limits, Meter, Stats, Stop};
use crate::space::{Cost, StateSpace, UNCOUNTED};
use crate::store::NodeId;
use crate::threads::beside;
use crate::verdict::{Solution, Verdict};
pub use crewed::HashDistributedByCrew;
use mail::Mail;
use part::{Batch, Message, Part, Setting};

/// So many expansions are made on one thread before others help, and at the end of a limit on expansions.
const SMALL: u64 = 10_000;
/// Positions after which a batch is sent.
const FULL: usize = 64;
/// Expansions after which a thread sends what it has.
const ROUND: u64 = 1024;
/// Expansions after which it reports: seldom, for whoever hears it takes a processor away from those at work.
const REPORT: u64 = 16 * ROUND;
/// How often the threads come together for the lower bound to be told.
const TOGETHER: Duration = Duration::from_secs(2);

/// HDA*: see the [module](self).
#[must_use = "a search does nothing until it is run"]
pub struct HashDistributed<'s, P: StateSpace, H: Heuristic<P>> {
    setting: Setting<'s, P, H>,
    parts: Vec<Part<P, H>>,
    /// The cost of the best solution.
    best: AtomicU64,
    /// Whose turn it is, when it is stepped, and whose it was.
    turn: usize,
    last: usize,
    begun: bool,
    told: Option<Cost>,
    end: End<P::Move>,
}

impl<'s, P: StateSpace, H: Heuristic<P>> HashDistributed<'s, P, H> {
    /// A search that has not begun, for so many threads.
    pub fn new(space: &'s P, heuristic: &'s H, threads: usize) -> Result<Self, Unsuited> {
        if !heuristic.quality(space).admissible {
            return Err(Unsuited::Inadmissible);
        }
        let parts = threads.max(1);
        let setting = Setting { space, heuristic, parts, places: parts };
        Ok(Self {
            setting,
            parts: (0..parts).map(|number| Part::new(setting, number, number)).collect(),
            best: AtomicU64::new(Cost::MAX),
            turn: 0,
            last: 0,
            begun: false,
            told: None,
            end: End::default(),
        })
    }

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let start = self.setting.space.pack(&self.setting.space.start());
        self.turn = self.setting.owner(crate::store::hash(&start));
        self.last = self.turn;
        self.parts[self.turn].begin(self.setting, meter)?;
        self.begun = true;
        Ok(())
    }

    fn bytes_beside(&self, number: usize) -> u64 {
        let others = self.parts.iter().enumerate().filter(|&(other, _)| other != number);
        others.map(|(_, part)| part.bytes()).sum()
    }

    /// One expansion by the owner whose turn it is, or the next that has something to do.
    fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if !self.begun {
            self.begin(meter)?;
        }
        self.tell_bound(meter);
        for _ in 0..self.parts.len() {
            let number = self.turn;
            self.turn = (number + 1) % self.parts.len();
            let others = self.bytes_beside(number);
            let known = self.best.load(Ordering::Relaxed);
            let expanded = self.parts[number].advance(self.setting, &self.best, others, meter)?;
            self.tell_solution(known, meter);
            if expanded {
                self.last = number;
                self.deliver_from(number, meter)?;
                return Ok(None);
            }
        }
        self.ended()
    }

    /// Hands what a part has for others to them.
    fn deliver_from(&mut self, number: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let mut done = Ok(());
        for to in 0..self.parts.len() {
            let mut batch = std::mem::take(&mut self.parts[number].outbox[to]);
            if !batch.is_empty() {
                done = done.and(self.deliver(to, &mut batch, meter));
            }
            self.parts[number].outbox[to] = batch;
        }
        done
    }

    fn deliver(&mut self, to: usize, batch: &mut Batch<P, H>, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let others = self.bytes_beside(to);
        self.parts[to].take_in(self.setting, batch, &self.best, others, meter)
    }

    /// Nothing is left that could lead to a better solution.
    fn ended(&mut self) -> Result<Option<Verdict<P::Move>>, Stop> {
        let proven = self.best.load(Ordering::Relaxed);
        if let Some(solution) = self.solution(proven) {
            return Ok(Some(Verdict::Solved(solution)));
        }
        if self.parts.iter().any(|part| part.reached.uncounted) {
            return Err(Stop::Cost);
        }
        Ok(Some(Verdict::Unsolvable))
    }

    /// The least f that is left.
    fn lower_bound(&mut self) -> Cost {
        if !self.begun {
            return 0;
        }
        let setting = self.setting;
        let waiting = self.parts.iter_mut().map(|part| part.least_f(setting)).min();
        waiting.unwrap_or(Cost::MAX).min(self.best.load(Ordering::Relaxed)).min(UNCOUNTED)
    }

    fn tell_bound(&mut self, meter: &mut Meter<'_>) {
        let bound = self.lower_bound();
        if bound < UNCOUNTED && self.told.is_none_or(|told| bound > told) {
            self.told = Some(bound);
            meter.tell(Event::Bound(bound));
        }
    }

    /// Tells of a solution that is better than what was known.
    fn tell_solution(&mut self, known: Cost, meter: &mut Meter<'_>) {
        if self.best.load(Ordering::Relaxed) < known {
            let lower_bound = self.lower_bound();
            if let Some(solution) = self.solution(lower_bound) {
                meter.tell_solution(&solution);
            }
        }
    }

    /// The best solution, if there is one.
    fn solution(&self, lower_bound: Cost) -> Option<Solution<P::Move>> {
        let goal = |(number, part): (usize, &Part<P, H>)| part.goal.map(|(cost, node)| (cost, number, node));
        let (_, number, node) = self.parts.iter().enumerate().filter_map(goal).min()?;
        let mut way = Vec::new();
        let mut at = Some((number, node));
        while let Some((number, node)) = at {
            way.push(self.key(number, node));
            at = self.before(number, node);
        }
        way.reverse();
        let (moves, cost) = moves_along(self.setting.space, way.into_iter().skip(1));
        Some(Solution::bounded(moves, cost, lower_bound.min(cost)))
    }

    fn key(&self, number: usize, node: NodeId) -> &P::Key {
        self.parts[number].reached.graph.key(node)
    }

    /// The position before another.
    fn before(&self, number: usize, node: NodeId) -> Option<(usize, NodeId)> {
        self.parts[number].reached.graph.parent(node).map(|origin| self.setting.place(origin))
    }

    fn came_from(&self, number: usize, node: NodeId) -> Option<P::Key> {
        self.before(number, node).map(|(number, node)| self.key(number, node).clone())
    }

    fn stopped(&mut self, why: Stop) -> Verdict<P::Move> {
        let lower_bound = self.lower_bound();
        Verdict::Stopped { why, best: self.solution(lower_bound), lower_bound }
    }

    fn note(&mut self, went: Result<Option<Verdict<P::Move>>, Stop>) -> ControlFlow<Verdict<P::Move>> {
        match went {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(verdict)) => self.end.note(verdict),
            Err(why) => {
                let verdict = self.stopped(why);
                self.end.note(verdict)
            }
        }
    }

    /// How many expansions each thread may make before all come together; `None` if the rest is for one thread.
    fn share(&self, expansions: u64, meter: &Meter<'_>) -> Option<u64> {
        let stats = &meter.stats;
        let limit = meter.limits().nodes.unwrap_or(u64::MAX).min(expansions);
        let stored: usize = self.parts.iter().map(|part| part.reached.len()).sum();
        let left = limit.saturating_sub(stats.expanded).saturating_sub(SMALL);
        let share = left / self.parts.len() as u64 / ROUND * ROUND;
        (self.parts.len() > 1 && stored as u64 > SMALL && share > 0).then_some(share)
    }

    /// Goes on with all threads until the end, a limit, or a while.
    fn together(&mut self, share: u64, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        let known = self.best.load(Ordering::Relaxed);
        let mail = Mail::new(self.parts.len());
        let stopped = self.on_threads(share, &mail, meter);
        let (ended, boxes) = mail.close();
        let mut taken = Ok(());
        for (to, batches) in boxes.into_iter().enumerate() {
            for mut batch in batches {
                taken = taken.and(self.deliver(to, &mut batch, meter));
            }
        }
        for number in 0..self.parts.len() {
            taken = taken.and(self.deliver_from(number, meter));
        }
        self.tell_solution(known, meter);
        if ended {
            return self.ended();
        }
        self.tell_bound(meter);
        stopped.map_or(taken, Err).map(|()| None)
    }

    /// Lets each part be worked on by a thread of its own; why they are to stop, if they are.
    fn on_threads(&mut self, share: u64, mail: &Mail<Batch<P, H>>, meter: &mut Meter<'_>) -> Option<Stop> {
        let (setting, best) = (self.setting, &self.best);
        let memory = meter.limits().memory.map(|max| max / setting.parts as u64);
        let (sender, reports) = mpsc::channel();
        let mut peaks: Vec<u64> = self.parts.iter().map(Part::bytes).collect();
        let mut desks = Vec::new();
        for part in &mut self.parts {
            desks.push(Mutex::new(Some((part, sender.clone()))));
        }
        drop(sender);
        let work = |number: usize| {
            let desk = desks[number].lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some((part, reports)) = desk else { return };
            let worker = Worker { setting, number, part, mail, best, reports, spare: Vec::new() };
            worker.work(share, Limits { memory, ..Limits::default() });
        };
        let (started, mut stopped) = (meter.elapsed(), None);
        beside(setting.parts, &work, &mut || {
            loop {
                let done = match reports.recv_timeout(Duration::from_millis(10)) {
                    Ok(Report { number, stats, stop }) => {
                        stopped = stopped.or(stop);
                        peaks[number] = peaks[number].max(stats.peak_bytes);
                        Stats { peak_bytes: 0, ..stats }
                    }
                    Err(RecvTimeoutError::Timeout) => Stats::default(),
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                let gone_on = meter.absorb(done).and_then(|()| meter.reserve(peaks.iter().sum()));
                stopped = stopped.or(gone_on.err());
                if stopped.is_some() || meter.elapsed() - started > TOGETHER {
                    mail.call_together();
                }
            }
        });
        stopped
    }
}

/// What a thread has done since it last reported, and why it cannot go on.
struct Report {
    number: usize,
    stats: Stats,
    stop: Option<Stop>,
}

/// A thread at work on its part.
struct Worker<'a, 's, P: StateSpace, H: Heuristic<P>> {
    setting: Setting<'s, P, H>,
    number: usize,
    part: &'a mut Part<P, H>,
    mail: &'a Mail<Batch<P, H>>,
    best: &'a AtomicU64,
    reports: Sender<Report>,
    /// Batches that were taken in, to be filled again: this processor has them at hand.
    spare: Vec<Batch<P, H>>,
}

impl<P: StateSpace, H: Heuristic<P>> Worker<'_, '_, P, H> {
    /// Works until the search has ended, the threads are called together or a limit comes.
    fn work(mut self, share: u64, limits: Limits) {
        let mut unseen = ();
        let mut meter = Meter::new(limits, Cancel::default(), &mut unseen);
        let stop = self.until_called(share, &mut meter).err();
        if stop.is_some() {
            self.mail.call_together();
        }
        self.report(stop, &mut meter);
    }

    fn report(&self, stop: Option<Stop>, meter: &mut Meter<'_>) {
        let stats = std::mem::take(&mut meter.stats);
        // Nobody listens any more only when the search has ended.
        _ = self.reports.send(Report { number: self.number, stats, stop });
    }

    fn until_called(&mut self, share: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let mut under_way = self.mail_bytes();
        let mut expanded = 0;
        while !self.mail.is_enough() {
            if self.mail.is_waiting(self.number) {
                self.take_in(under_way, meter)?;
            }
            if self.part.has_full_batch && !self.post(FULL) {
                std::thread::yield_now();
                continue;
            }
            if self.part.advance(self.setting, self.best, under_way, meter)? {
                expanded += 1;
                if expanded % ROUND == 0 {
                    self.post(1);
                    under_way = self.mail_bytes();
                    if expanded % REPORT == 0 {
                        self.report(None, meter);
                    }
                    if expanded >= share {
                        self.mail.call_together();
                    }
                }
            } else if !self.post(1) {
                std::thread::yield_now();
            } else if !self.mail.is_waiting(self.number) && !self.mail.wait(self.number) {
                break;
            }
        }
        Ok(())
    }

    /// Posts batches of at least so many positions; whether there was room for all of them.
    fn post(&mut self, least: usize) -> bool {
        let (most, mut room) = (self.most_batches(), true);
        for (to, batch) in self.part.outbox.iter_mut().enumerate() {
            if batch.len() < least {
                continue;
            }
            if self.mail.post(to, batch, most) {
                *batch = self.spare.pop().unwrap_or_else(|| Vec::with_capacity(FULL + 1));
            } else {
                room = false;
            }
        }
        self.part.has_full_batch = !room;
        room
    }

    fn take_in(&mut self, under_way: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let batches = self.mail.collect(self.number);
        let count = batches.len();
        let mut done = Ok(());
        for mut batch in batches {
            done = done.and(self.part.take_in(self.setting, &mut batch, self.best, under_way, meter));
            if self.spare.len() < *mail::MOST.start() {
                self.spare.push(batch);
            }
        }
        self.mail.taken_in(count);
        done
    }

    /// How many batches may lie in a box. A thread whose store grows is away for a time that grows with the store, and
    /// the others are not to wait for it: a message for each so many positions.
    fn most_batches(&self) -> usize {
        const POSITIONS: usize = 32;
        let batches = self.part.reached.len() / (POSITIONS * FULL);
        batches.clamp(*mail::MOST.start(), *mail::MOST.end())
    }

    /// What batches on their way to a thread take at most.
    fn mail_bytes(&self) -> u64 {
        let message = size_of::<Message<P::Key, H::Partial>>() + self.setting.space.key_heap_bytes();
        ((self.most_batches() + 1) * FULL * message) as u64
    }
}

impl<P: StateSpace, H: Heuristic<P>> Engine<P> for HashDistributed<'_, P, H> {
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        if self.end.is_there() {
            return self.end.again();
        }
        let went = self.advance(meter);
        self.note(went)
    }

    fn run_to(&mut self, expansions: u64, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        while meter.stats.expanded < expansions {
            match self.share(expansions, meter).filter(|_| !self.end.is_there()) {
                Some(share) => {
                    let went = self.together(share, meter);
                    self.note(went)?;
                }
                None => self.step(meter)?,
            }
        }
        ControlFlow::Continue(())
    }

    fn view(&self) -> View<P::Key> {
        let part = &self.parts[self.last];
        let frontier = self.parts.iter().map(|part| part.open.len()).sum();
        let stored = self.parts.iter().map(|part| part.reached.len()).sum();
        if part.reached.len() == 0 {
            return View::of_start(self.setting.space, self.setting.heuristic);
        }
        View {
            position: self.key(self.last, part.current).clone(),
            parent: self.came_from(self.last, part.current),
            g: part.reached.cost(part.current),
            h: Some(part.h(self.setting, part.current)),
            bound: self.told,
            frontier,
            stored,
        }
    }

    /// By their f, whoever owns them.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        if !self.begun {
            return self.view().waiting(most);
        }
        let mut nodes = Vec::new();
        for (number, part) in self.parts.iter().enumerate() {
            for (g, node) in part.open.iter() {
                if part.reached.is_live(node, g) {
                    nodes.push((g + part.h(self.setting, node), Reverse(g), number, Reverse(node)));
                }
            }
        }
        nodes.sort_unstable();
        let mut waiting = Vec::new();
        for &(_, Reverse(g), number, Reverse(node)) in nodes.iter().take(most) {
            let (position, parent) = (self.key(number, node).clone(), self.came_from(number, node));
            waiting.push(Waiting { position, parent, g, h: Some(self.parts[number].h(self.setting, node)) });
        }
        waiting
    }
}
