//! An iteration of IDA* that processes share: the leader gives subtrees out by their numbers, takes in what was seen in
//! them, and searches some itself in between.
//!
//! All processes have the same subtrees in the same order, because all have the same results of the iteration before:
//! the leader sends them round at its end. So a subtree is a number, and of the search only numbers are exchanged: what
//! was seen in a subtree, and a solution as the numbers of its moves. Subtrees go out many at first and one by one at
//! the end, so that nobody is waited for longer than one of them takes.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use web_time::Instant;

use super::ahead::add;
use super::dive::ByLeft;
use super::parallel::{Shared, Subtrees, Worker};
use super::saved::Numbers;
use crate::meter::{Limits, Meter, Stats, Stop};
use crate::peers::{Crew, FIRST_OF_A_SEARCH, Reading, Words};
use crate::space::Cost;

/// An iteration is not shared if the one before expanded fewer positions than this: every process does it by itself.
pub(super) const SMALL: u64 = if cfg!(test) { 500 } else { 100_000 };
/// Subtrees that are given out at once at most. More would be searched in vain beyond a solution in the last iteration.
const MOST: usize = 8;
/// How long a helper collects what it has to report.
const REPORT: Duration = Duration::from_millis(20);
/// How long a process waits for a message before it looks at its clock.
const WAIT: Duration = Duration::from_millis(10);

/// From the leader: subtrees to be searched.
const GIVE: u64 = FIRST_OF_A_SEARCH;
/// From the leader: the first subtrees that have solutions within the bound and beyond it.
const FIRST: u64 = FIRST_OF_A_SEARCH + 1;
/// From the leader: the iteration has come to its end, and what all have seen in it.
const RESULT: u64 = FIRST_OF_A_SEARCH + 2;
/// From a helper: what it has done, and that it has room for more.
const REPORTED: u64 = FIRST_OF_A_SEARCH + 3;

/// What the processes came to in an iteration.
pub(super) struct Outcome {
    /// Expansions of the iteration.
    pub(super) spent: u64,
    /// For each subtree its f, the least h seen in it and the expansions made in it.
    pub(super) jobs: Vec<[u64; 3]>,
    /// The first solutions within the bound and beyond it, with their subtrees.
    pub(super) firsts: [Option<(usize, Numbers)>; 2],
    pub(super) by_left: Box<ByLeft>,
}

/// A search that processes share.
pub(super) struct Team {
    crew: Arc<Crew>,
    /// How many iterations were shared, this one included.
    iteration: u64,
    /// For the leader: how many subtrees each process has.
    out: Vec<usize>,
    /// Which subtrees were given out, or need not be.
    given: Vec<bool>,
    /// The subtree that the leader has broken off.
    own: Option<usize>,
    /// No subtree before this one is left.
    done: usize,
    by_left: Box<ByLeft>,
    /// For helpers: what became of the iteration.
    outcome: Option<Outcome>,
    /// Whether an iteration is in hand.
    in_hand: bool,
}

impl Team {
    pub(super) fn new(crew: Arc<Crew>) -> Self {
        Self {
            out: vec![0; crew.size()],
            crew,
            iteration: 0,
            given: Vec::new(),
            own: None,
            done: 0,
            by_left: Box::new([0; 256]),
            outcome: None,
            in_hand: false,
        }
    }

    pub(super) fn leads(&self) -> bool {
        self.crew.leads()
    }

    /// What messages of this iteration are about.
    fn about(&self) -> u64 {
        self.crew.part_of_run(self.iteration)
    }

    fn begin(&mut self, subtrees: usize) {
        if std::mem::replace(&mut self.in_hand, true) {
            return;
        }
        self.iteration += 1;
        self.out.fill(0);
        (self.given, self.own, self.done) = (vec![false; subtrees], None, 0);
        self.by_left.fill(0);
    }

    /// What helpers came to: as the leader told.
    pub(super) fn outcome(&mut self) -> Option<Outcome> {
        self.outcome.take()
    }

    /// Sends round what the iteration came to.
    pub(super) fn publish(&mut self, spent: u64, jobs: &[[u64; 3]], firsts: &[Option<(usize, Numbers)>; 2]) {
        self.in_hand = false;
        let mut message = Words::new(RESULT, self.about());
        message.push(spent);
        message.push(jobs.len() as u64);
        jobs.iter().flatten().for_each(|&number| message.push(number));
        for first in firsts {
            message.push(first.as_ref().map_or(0, |(number, _)| *number as u64 + 1));
            message.list(way_of(first.as_ref().map(|(_, way)| way)));
        }
        message.list(self.by_left.iter().copied());
        self.crew.send_to_all_others(&message);
    }

    fn read_result(&mut self, message: &mut Reading<'_>) {
        self.in_hand = false;
        let spent = message.next();
        let jobs = (0..message.next()).map(|_| std::array::from_fn(|_| message.next())).collect();
        let firsts = std::array::from_fn(|_| {
            let number = message.next();
            let way = numbers(message);
            (number > 0).then(|| (number as usize - 1, way))
        });
        let by_left = read_by_left(message);
        self.outcome = Some(Outcome { spent, jobs, firsts, by_left });
    }
}

fn way_of(way: Option<&Numbers>) -> impl ExactSizeIterator<Item = u64> {
    way.map_or(&[][..], |way| &way[..]).iter().map(|&number| number.into())
}

fn numbers(message: &mut Reading<'_>) -> Numbers {
    message.list().into_iter().map(|number| number as u16).collect()
}

fn read_by_left(message: &mut Reading<'_>) -> Box<ByLeft> {
    let mut by_left = Box::new([0; 256]);
    by_left.iter_mut().zip(message.list()).for_each(|(place, count)| *place = count);
    by_left
}

/// Goes on with an iteration; why it had to stop, if it had.
pub(super) fn work_as_a_team(
    team: &mut Team,
    subtrees: &dyn Subtrees,
    shared: &Shared,
    expansions: u64,
    meter: &mut Meter<'_>,
) -> Option<Stop> {
    team.begin(subtrees.count());
    let mut unseen = ();
    let own = Meter::new(Limits::default(), shared.stop.clone(), &mut unseen);
    let mut worker = Worker::new(subtrees, shared, own)?;
    if team.leads() {
        let mut desk =
            Desk { team, subtrees, shared, expansions, meter, stopped: None, told: [usize::MAX; 2] };
        lead(&mut desk, &mut worker);
        desk.stopped
    } else {
        help(&mut Bench::new(team, subtrees, shared), &mut worker);
        // Without a result the leader has ended the search, and what it says counts.
        team.outcome.is_none().then_some(Stop::Cancelled)
    }
}

/// The leader's work: it attends to the others between subtrees, and between any two grants of one.
fn lead(desk: &mut Desk<'_, '_>, worker: &mut Worker<'_, '_>) {
    loop {
        desk.attend(Duration::ZERO);
        if desk.is_over() || desk.is_enough() {
            break;
        }
        let Some(number) = desk.next() else {
            desk.attend(WAIT);
            desk.count(Stats::default());
            continue;
        };
        desk.team.own = Some(number);
        if worker.search(number, &mut |stats| desk.told(stats)).is_continue() {
            desk.team.own = None;
        }
        desk.told(worker.take_stats());
    }
    desk.count_by_left(&worker.take_by_left());
}

/// What the leader has before it.
struct Desk<'a, 'm> {
    team: &'a mut Team,
    subtrees: &'a dyn Subtrees,
    shared: &'a Shared,
    expansions: u64,
    meter: &'a mut Meter<'m>,
    stopped: Option<Stop>,
    /// The first subtrees with solutions that the others were told of.
    told: [usize; 2],
}

impl Desk<'_, '_> {
    fn is_enough(&self) -> bool {
        self.shared.enough.load(Ordering::Relaxed)
    }

    /// Whether nothing is left before the first subtree with a solution within the bound.
    fn is_over(&mut self) -> bool {
        let end = self.team.given.len().min(self.subtrees.firsts()[0]);
        while self.team.done < end && self.shared.is_done(self.team.done) {
            self.team.done += 1;
        }
        self.team.done >= end
    }

    /// A subtree to be given out, or to be searched here: the first that nobody has.
    fn next(&mut self) -> Option<usize> {
        if let Some(own) = self.team.own.take() {
            return Some(own);
        }
        let end = self.team.given.len().min(self.subtrees.firsts()[0]);
        let from = self.team.done;
        for number in from..end {
            if std::mem::replace(&mut self.team.given[number], true) || self.shared.is_done(number) {
                continue;
            }
            if !self.subtrees.is_solved(number) {
                return Some(number);
            }
        }
        None
    }

    /// What was done here is counted, and others are attended to.
    fn told(&mut self, stats: Stats) {
        self.count(stats);
        self.attend(Duration::ZERO);
    }

    fn count(&mut self, stats: Stats) {
        if let Err(why) = self.meter.absorb(stats) {
            self.stopped = self.stopped.or(Some(why));
        }
        if self.stopped.is_some() || self.meter.stats.expanded >= self.expansions {
            self.shared.enough.store(true, Ordering::Relaxed);
        }
    }

    /// Takes in all reports that have come, and gives more out.
    fn attend(&mut self, mut wait: Duration) {
        while let Some((from, bytes)) = self.team.crew.receive(wait) {
            wait = Duration::ZERO;
            let mut message = Reading::new(&bytes);
            let [kind, about] = [message.next(), message.next()];
            if kind != REPORTED {
                continue;
            }
            self.count(message.stats());
            if about == self.team.about() {
                self.take_in(from, &mut message);
                self.give(from);
            }
        }
        let firsts = self.subtrees.firsts();
        if firsts != self.told {
            self.told = firsts;
            let mut message = Words::new(FIRST, self.team.about());
            firsts.into_iter().for_each(|first| message.push(first as u64));
            self.team.crew.send_to_all_others(&message);
        }
    }

    fn take_in(&mut self, from: usize, message: &mut Reading<'_>) {
        let reports = message.next();
        for _ in 0..reports {
            let number = message.next() as usize;
            let seen: [Cost; 3] = std::array::from_fn(|_| message.next());
            let ways = [numbers(message), numbers(message)];
            self.team.out[from] = self.team.out[from].saturating_sub(1);
            self.shared.take_in(number, seen);
            for (which, way) in ways.iter().enumerate().filter(|(_, way)| !way.is_empty()) {
                self.subtrees.found_elsewhere(which, number, way);
            }
        }
        self.count_by_left(&read_by_left(message));
    }

    /// Counts where expansions were made, for this process and for the others.
    fn count_by_left(&mut self, by_left: &ByLeft) {
        add(&mut self.team.by_left, by_left);
        self.shared.count_by_left(by_left);
    }

    /// Fills up what a helper has: with fewer the less is left.
    fn give(&mut self, to: usize) {
        let left = self.team.given.len() - self.team.done;
        let fair = (left / (4 * self.team.crew.size())).clamp(1, MOST);
        let mut numbers = Vec::new();
        while self.team.out[to] + numbers.len() < 2 * fair {
            // What the leader has broken off is its own.
            let own = self.team.own.take();
            let next = self.next();
            self.team.own = own;
            let Some(number) = next else { break };
            numbers.push(number as u64);
        }
        if !numbers.is_empty() {
            self.team.out[to] += numbers.len();
            let mut message = Words::new(GIVE, self.team.about());
            message.list(numbers.into_iter());
            self.team.crew.send(to, message);
        }
    }
}

/// A helper's work: subtree after subtree, as they are given to it.
fn help(bench: &mut Bench<'_>, worker: &mut Worker<'_, '_>) {
    bench.report(Some(worker));
    while !bench.is_over() {
        bench.listen(if bench.queue.is_empty() { WAIT } else { Duration::ZERO });
        let Some(number) = bench.queue.pop_front() else { continue };
        if !bench.subtrees.is_needless(number) {
            _ = worker.search(number, &mut |stats| bench.told(stats));
            bench.stats = bench.stats.plus(&worker.take_stats());
            bench.searched.push(number);
        }
        if bench.queue.len() <= bench.batch / 2 || bench.reported.elapsed() >= REPORT {
            bench.report(Some(worker));
        }
    }
    bench.team.crew.leave(&bench.stats);
}

/// What a helper has before it.
struct Bench<'a> {
    team: &'a mut Team,
    subtrees: &'a dyn Subtrees,
    shared: &'a Shared,
    queue: VecDeque<usize>,
    /// How many it had when it was last given some.
    batch: usize,
    /// What it has to report: subtrees that were searched, and what was done.
    searched: Vec<usize>,
    stats: Stats,
    reported: Instant,
}

impl<'a> Bench<'a> {
    fn new(team: &'a mut Team, subtrees: &'a dyn Subtrees, shared: &'a Shared) -> Self {
        let (queue, searched) = (VecDeque::new(), Vec::new());
        let (stats, reported) = (team.crew.take_left(), Instant::now());
        Self { team, subtrees, shared, queue, batch: 0, searched, stats, reported }
    }

    /// Whether the iteration has ended, or the whole search.
    fn is_over(&self) -> bool {
        self.shared.enough.load(Ordering::Relaxed)
    }

    /// In the middle of a subtree, now and then.
    fn told(&mut self, stats: Stats) {
        self.stats = self.stats.plus(&stats);
        self.listen(Duration::ZERO);
        if self.reported.elapsed() >= 10 * REPORT && !self.is_over() {
            self.report(None);
        }
    }

    fn listen(&mut self, mut wait: Duration) {
        while !self.is_over() {
            let Some((from, bytes)) = self.team.crew.receive(wait) else { break };
            wait = Duration::ZERO;
            let Ok(bytes) = self.team.crew.is_over(from, bytes) else {
                self.shared.enough.store(true, Ordering::Relaxed);
                break;
            };
            let mut message = Reading::new(&bytes);
            let [kind, about] = [message.next(), message.next()];
            if about != self.team.about() {
                continue;
            }
            match kind {
                GIVE => {
                    self.queue.extend(message.list().into_iter().map(|number| number as usize));
                    self.batch = self.queue.len();
                }
                FIRST => self.subtrees.note_firsts(std::array::from_fn(|_| message.next() as usize)),
                RESULT => {
                    self.team.read_result(&mut message);
                    self.shared.enough.store(true, Ordering::Relaxed);
                }
                _ => {}
            }
        }
    }

    /// Reports what was done; of subtrees, if none is in the middle of being searched.
    fn report(&mut self, between: Option<&mut Worker<'_, '_>>) {
        let mut message = Words::new(REPORTED, self.team.about());
        message.stats(&std::mem::take(&mut self.stats));
        self.reported = Instant::now();
        let Some(worker) = between else {
            message.push(0);
            message.list([].into_iter());
            return self.team.crew.send(0, message);
        };
        message.push(self.searched.len() as u64);
        for number in self.searched.drain(..) {
            message.push(number as u64);
            self.shared.seen(number).into_iter().for_each(|seen| message.push(seen));
            self.subtrees.ways_in(number).iter().for_each(|way| message.list(way_of(way.as_ref())));
        }
        message.list(worker.take_by_left().iter().copied());
        self.team.crew.send(0, message);
    }
}
