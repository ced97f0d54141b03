//! The only way a search is watched or stopped: counters, limits, events.
//!
//! An engine calls [`Meter::expand`] once per expansion: one decrement and one branch. When the fuel is spent, a
//! cold checkpoint looks at the cancel flag and the limits and reports progress. Node limits are exact; time is
//! looked at about every twenty milliseconds; memory is what the stores report when they grow.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_time::Instant;

use crate::space::Cost;
use crate::verdict::Solution;

/// Bounds on what a search may use. `None` means no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// Expansions.
    pub nodes: Option<u64>,
    /// Wall-clock time from the creation of the meter.
    pub time: Option<Duration>,
    /// Bytes in the search's own stores. Who counts more than that as the search's, such as tables, lowers it
    /// ([`Meter::allow_memory`]).
    pub memory: Option<u64>,
}

/// What ended a search before its natural end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Stop {
    /// The limit on expansions.
    Nodes,
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The depth limit of a depth-first search: nothing was found within it.
    Depth,
    /// The width of a beam: what was kept led nowhere.
    Width,
    /// The cancel flag was raised.
    Cancelled,
    /// A local search is where no move leads on: what it has not looked at is not known.
    Stuck,
    /// Only ways are left that cost more than can be counted: see [`UNCOUNTED`](crate::space::UNCOUNTED).
    Cost,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "the limit on expansions",
            Self::Time => "the time limit",
            Self::Memory => "the memory limit",
            Self::Depth => "the depth limit",
            Self::Width => "the width of the beam",
            Self::Cancelled => "request",
            Self::Stuck => "a position from which it does not go on",
            Self::Cost => "costs that cannot be counted",
        })
    }
}

impl std::error::Error for Stop {}

/// Counters, with one meaning for every algorithm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stats {
    /// Positions whose moves were looked at, counted each time (so again in each iteration of IDA*).
    pub expanded: u64,
    /// Moves made by the search to look at the position behind them, counted each time.
    pub generated: u64,
    /// Expansions of positions that had been expanded before, because a cheaper way to them was found.
    pub reopened: u64,
    /// Bytes in the search's stores at their fullest.
    pub peak_bytes: u64,
}

impl Stats {
    /// The counters of two searches together; their stores are not in use at the same time.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            expanded: self.expanded + other.expanded,
            generated: self.generated + other.generated,
            reopened: self.reopened + other.reopened,
            peak_bytes: self.peak_bytes.max(other.peak_bytes),
        }
    }
}

/// What an observer is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Event {
    /// A checkpoint was passed, about fifty times a second.
    Tick,
    /// No solution is cheaper than this (a new bound of iterative deepening, a new layer, a new least f).
    Bound(Cost),
    /// A solution of this cost is in hand.
    Improved(Cost),
    /// How much of the current iteration of a search to growing bounds is done, by what the iteration before took: an
    /// estimate.
    Share {
        /// The work that is done.
        done: u64,
        /// All of it.
        of: u64,
    },
}

/// Watches a search. `()` watches nothing, and a closure with the arguments of [`Observer::event`] is an observer too.
pub trait Observer: Send {
    /// Called from the search's thread; must not block.
    fn event(&mut self, event: Event, stats: &Stats, elapsed: Duration);

    /// Whether it wants to be told of events. For one that does the clock is read each time, and where costs are wide,
    /// the bound may rise with every expansion.
    fn listens(&self) -> bool {
        true
    }

    /// A better solution is in hand: a [`Solution`] of the space's moves. Called just before the event
    /// [`Event::Improved`]; see [`on_solution`].
    fn solution(&mut self, solution: &dyn Any, stats: &Stats, elapsed: Duration) {
        let _ = (solution, stats, elapsed);
    }
}

/// Watches nothing.
impl Observer for () {
    fn event(&mut self, _: Event, _: &Stats, _: Duration) {}

    fn listens(&self) -> bool {
        false
    }
}

impl<F: FnMut(Event, &Stats, Duration) + Send> Observer for F {
    fn event(&mut self, event: Event, stats: &Stats, elapsed: Duration) {
        self(event, stats, elapsed);
    }
}

/// An observer that is handed each solution that is better than the last, with its moves: what a search that goes on
/// improving has so far.
pub fn on_solution<M: 'static, F: FnMut(&Solution<M>) + Send>(told: F) -> impl Observer {
    OnSolution(told, PhantomData)
}

struct OnSolution<M, F>(F, PhantomData<fn(M)>);

impl<M: 'static, F: FnMut(&Solution<M>) + Send> Observer for OnSolution<M, F> {
    fn event(&mut self, _: Event, _: &Stats, _: Duration) {}

    fn listens(&self) -> bool {
        false
    }

    fn solution(&mut self, solution: &dyn Any, _: &Stats, _: Duration) {
        if let Some(solution) = solution.downcast_ref() {
            (self.0)(solution);
        }
    }
}

/// A flag that ends a search from another thread or a signal handler.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    raised: Arc<AtomicBool>,
    /// From then on it counts as raised.
    at: Option<Instant>,
}

impl Cancel {
    /// Asks every search that holds a clone of this flag to stop.
    pub fn cancel(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked, or its time is up.
    pub fn is_cancelled(&self) -> bool {
        self.raised.load(Ordering::Relaxed) || self.at.is_some_and(|at| Instant::now() >= at)
    }
}

impl fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stats, limits, .. } = self;
        f.debug_struct("Meter").field("stats", stats).field("limits", limits).finish_non_exhaustive()
    }
}

/// Counts, limits and reports one search.
pub struct Meter<'a> {
    /// The counters so far. Engines add to `generated` and `reopened`; `expanded` is kept by [`Meter::expand`].
    pub stats: Stats,
    limits: Limits,
    cancel: Cancel,
    observer: &'a mut dyn Observer,
    /// Whether the observer wants to be told of events.
    is_heard: bool,
    started: Instant,
    last_check: Instant,
    /// Expansions left until the next checkpoint.
    fuel: u64,
    /// Fuel handed out at the last checkpoint; adapted so that checkpoints are about 20 ms apart.
    grant: u64,
    /// Expansions since the last checkpoint for which there was no fuel.
    overdrawn: u64,
}

/// Fuel of the first grant: one expansion, after which it is known how slow the space is.
const FIRST_GRANT: u64 = 1;
const CHECK_EVERY: Duration = Duration::from_millis(20);

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub fn new(limits: Limits, cancel: Cancel, observer: &'a mut dyn Observer) -> Self {
        let now = Instant::now();
        let grant = limits.nodes.map_or(FIRST_GRANT, |n| n.min(FIRST_GRANT));
        Self {
            stats: Stats::default(),
            limits,
            cancel,
            is_heard: observer.listens(),
            observer,
            started: now,
            last_check: now,
            fuel: grant,
            grant,
            overdrawn: 0,
        }
    }

    /// Counts one expansion, or says why there must not be another. An engine calls it before it expands.
    #[inline]
    pub fn expand(&mut self) -> Result<(), Stop> {
        if self.fuel == 0 {
            self.checkpoint()?;
        }
        self.fuel -= 1;
        self.stats.expanded += 1;
        Ok(())
    }

    /// How many expansions may be made at one go, to be counted together afterwards; or why there must be none. They
    /// may last a few times as long as those between two checkpoints.
    #[inline]
    pub(crate) fn most_at_once(&mut self) -> Result<u64, Stop> {
        if self.fuel == 0 {
            self.checkpoint()?;
        }
        let most = self.fuel + 4 * self.grant;
        Ok(self.limits.nodes.map_or(most, |max| most.min(max - self.stats.expanded)))
    }

    /// Counts `n` expansions, which [`Meter::most_at_once`] has allowed.
    #[inline]
    pub(crate) fn expand_at_once(&mut self, n: u64) {
        self.stats.expanded += n;
        self.overdrawn += n.saturating_sub(self.fuel);
        self.fuel = self.fuel.saturating_sub(n);
    }

    /// Counts `n` expansions that other threads made since the last call, and looks at the clock, or says why
    /// there must not be more. The caller sees to the node limit, which is known before the work is shared out.
    pub fn expand_many(&mut self, n: u64) -> Result<(), Stop> {
        self.stats.expanded += n;
        self.fuel = self.fuel.saturating_sub(n);
        self.check_clock()?;
        let now = Instant::now();
        if now - self.last_check >= CHECK_EVERY {
            self.last_check = now;
            self.observer.event(Event::Tick, &self.stats, now - self.started);
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn checkpoint(&mut self) -> Result<(), Stop> {
        if self.limits.nodes.is_some_and(|max| self.stats.expanded >= max) {
            return Err(Stop::Nodes);
        }
        self.check_clock()?;
        let now = Instant::now();
        // As if there had been no more than were granted.
        let share =
            self.grant.max(1) as f64 / (self.grant.max(1) + std::mem::take(&mut self.overdrawn)) as f64;
        let took = (now - self.last_check).mul_f64(share);
        self.last_check = now;
        self.grant = next_grant(self.grant, took);
        self.fuel = match self.limits.nodes {
            Some(max) => self.grant.min(max - self.stats.expanded),
            None => self.grant,
        };
        self.observer.event(Event::Tick, &self.stats, now - self.started);
        Ok(())
    }

    /// Counts work that other threads did for this search, or says why they must not do more.
    pub fn absorb(&mut self, done: Stats) -> Result<(), Stop> {
        self.stats.expanded += done.expanded;
        self.stats.generated += done.generated;
        self.stats.reopened += done.reopened;
        self.stats.peak_bytes = self.stats.peak_bytes.max(done.peak_bytes);
        self.checkpoint()
    }

    /// Goes on from the counters of a search that was saved: its expansions count towards the limit.
    pub fn go_on_from(&mut self, stats: &Stats) {
        self.stats = self.stats.plus(stats);
        self.refuel();
    }

    /// Looks at the cancel flag and the clock; for work that is not made of expansions.
    pub fn check_clock(&self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.limits.time.is_some_and(|max| self.started.elapsed() >= max) {
            return Err(Stop::Time);
        }
        Ok(())
    }

    /// Looks at the cancel flag, the clock and the count of expansions, between two parts of a search.
    pub fn check_limits(&self) -> Result<(), Stop> {
        if self.limits.nodes.is_some_and(|max| self.stats.expanded >= max) {
            return Err(Stop::Nodes);
        }
        self.check_clock()
    }

    /// Notes that the stores are about to hold `bytes` in all, or says that they must not.
    pub fn reserve(&mut self, bytes: u64) -> Result<(), Stop> {
        if self.limits.memory.is_some_and(|max| bytes > max) {
            return Err(Stop::Memory);
        }
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        Ok(())
    }

    /// Whether stores of so many bytes in all would be within the limit; for what a search can do without.
    pub fn has_room(&self, bytes: u64) -> bool {
        self.limits.memory.is_none_or(|max| bytes <= max)
    }

    /// Sets how many bytes the stores may have from now on: what is left of a limit once other things that count
    /// towards it are there.
    pub fn allow_memory(&mut self, bytes: Option<u64>) {
        self.limits.memory = bytes;
    }

    /// Tells the observer something other than a tick.
    #[inline]
    pub fn tell(&mut self, event: Event) {
        if self.is_heard {
            self.observer.event(event, &self.stats, self.started.elapsed());
        }
    }

    /// Tells the observer of a better solution, and that there is one.
    pub fn tell_solution<M: 'static>(&mut self, solution: &Solution<M>) {
        self.observer.solution(solution, &self.stats, self.started.elapsed());
        self.tell(Event::Improved(solution.cost));
    }

    /// Does a part of a larger search under limits of its own, within what is left of these. Its counters are added
    /// to these; of its events the observer is told the ticks only, for its solutions and bounds are those of a part.
    pub fn part<T>(&mut self, limits: Limits, work: impl FnOnce(&mut Meter<'_>) -> T) -> T {
        self.within(limits, false, work)
    }

    /// The same for a stage whose solutions and bounds are those of the whole: the observer is told all of them.
    pub fn stage<T>(&mut self, limits: Limits, work: impl FnOnce(&mut Meter<'_>) -> T) -> T {
        self.within(limits, true, work)
    }

    fn within<T>(&mut self, limits: Limits, tells: bool, work: impl FnOnce(&mut Meter<'_>) -> T) -> T {
        let left = self.remaining();
        let limits = Limits {
            nodes: least(limits.nodes, left.nodes),
            time: least(limits.time, left.time),
            memory: least(limits.memory, left.memory),
        };
        let before = self.stats;
        let elapsed = self.started.elapsed();
        let mut ticks = Ticks { observer: &mut *self.observer, before, elapsed, tells };
        let mut part = Meter::new(limits, self.cancel.clone(), &mut ticks);
        let result = work(&mut part);
        self.stats = before.plus(&part.stats);
        self.refuel();
        result
    }

    /// Brings the fuel in line with counters that grew without it.
    fn refuel(&mut self) {
        if let Some(max) = self.limits.nodes {
            self.fuel = self.fuel.min(max.saturating_sub(self.stats.expanded));
        }
    }

    /// Time since the meter was made.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The limits in force.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What is left of the limits: those of work that goes on beside this search.
    pub fn remaining(&self) -> Limits {
        Limits {
            nodes: self.limits.nodes.map(|max| max.saturating_sub(self.stats.expanded)),
            time: self.limits.time.map(|max| max.saturating_sub(self.started.elapsed())),
            memory: self.limits.memory,
        }
    }

    /// The flag that ends this search.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// A flag that is raised with that of this search, or when its time is up: for work that knows no meter. What
    /// ended it, [`Meter::check_clock`] tells.
    pub fn timed_cancel(&self) -> Cancel {
        let limit = self.limits.time.and_then(|max| self.started.checked_add(max));
        Cancel { raised: Arc::clone(&self.cancel.raised), at: least(limit, self.cancel.at) }
    }
}

/// Tells the threads of a search that time is up: the meter itself stays with the search's own thread.
#[derive(Clone)]
pub(crate) struct Alarm {
    cancel: Cancel,
    at: Option<Instant>,
}

impl Alarm {
    pub(crate) fn of(meter: &Meter<'_>) -> Self {
        let at = meter.remaining().time.and_then(|left| Instant::now().checked_add(left));
        Self { cancel: meter.cancel.clone(), at }
    }

    pub(crate) fn check(&self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.at.is_some_and(|at| Instant::now() >= at) {
            return Err(Stop::Time);
        }
        Ok(())
    }
}

/// When a thread looks at the [`Alarm`]: as seldom as its pace allows.
pub(crate) struct Pulse {
    fuel: u64,
    grant: u64,
    last: Instant,
}

impl Pulse {
    pub(crate) fn new() -> Self {
        Self { fuel: 0, grant: FIRST_GRANT, last: Instant::now() }
    }

    /// Called before each expansion.
    #[inline]
    pub(crate) fn beat(&mut self, alarm: &Alarm) -> Result<(), Stop> {
        if self.fuel == 0 {
            self.look(alarm)?;
        }
        self.fuel -= 1;
        Ok(())
    }

    #[cold]
    fn look(&mut self, alarm: &Alarm) -> Result<(), Stop> {
        alarm.check()?;
        let now = Instant::now();
        self.grant = next_grant(self.grant, now - self.last);
        (self.fuel, self.last) = (self.grant, now);
        Ok(())
    }
}

fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Passes the ticks of a part on, with the counters of the whole.
struct Ticks<'a> {
    observer: &'a mut dyn Observer,
    before: Stats,
    elapsed: Duration,
    /// Whether solutions and bounds are passed on too.
    tells: bool,
}

impl Observer for Ticks<'_> {
    fn event(&mut self, event: Event, stats: &Stats, elapsed: Duration) {
        if self.tells || event == Event::Tick {
            self.observer.event(event, &self.before.plus(stats), self.elapsed + elapsed);
        }
    }

    fn listens(&self) -> bool {
        self.observer.listens()
    }
}

/// Twice as much while checkpoints come too fast, half as much when they come too late.
fn next_grant(grant: u64, took: Duration) -> u64 {
    if took > CHECK_EVERY * 2 {
        (grant / 2).max(1)
    } else if took < CHECK_EVERY / 2 {
        (grant * 2).min(1 << 24)
    } else {
        grant
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes what it is told, with the expansions at that moment.
    #[derive(Default)]
    struct Notes(Vec<(Event, u64)>);

    impl Observer for Notes {
        fn event(&mut self, event: Event, stats: &Stats, _: Duration) {
            self.0.push((event, stats.expanded));
        }
    }

    /// A search may go on in another thread than the one that began it.
    #[test]
    fn meters_can_be_sent() {
        fn is_send<T: Send>(_: &T) {}
        let mut observer = |_: Event, _: &Stats, _: Duration| {};
        is_send(&Meter::new(Limits::default(), Cancel::default(), &mut observer));
    }

    #[test]
    fn an_alarm_rings_when_the_time_is_up_or_the_flag_is_raised() {
        let with_time = |time| Limits { time, ..Limits::default() };
        let (mut one, mut other) = ((), ());
        let over = Meter::new(with_time(Some(Duration::ZERO)), Cancel::default(), &mut one);
        assert!(over.timed_cancel().is_cancelled() && !over.cancel().is_cancelled());
        let endless = Meter::new(with_time(None), Cancel::default(), &mut other);
        let alarm = endless.timed_cancel();
        assert!(!alarm.is_cancelled());
        endless.cancel().cancel();
        assert!(alarm.is_cancelled());
    }

    #[test]
    fn a_part_counts_for_the_whole_and_keeps_its_own_limits() {
        let mut notes = Notes::default();
        let limits = Limits { nodes: Some(250), ..Limits::default() };
        let mut meter = Meter::new(limits, Cancel::default(), &mut notes);
        for _ in 0..10 {
            meter.expand().unwrap();
        }
        let until_stopped = |meter: &mut Meter<'_>| {
            meter.tell(Event::Improved(1));
            while meter.expand().is_ok() {}
        };
        meter.part(Limits { nodes: Some(100), ..Limits::default() }, until_stopped);
        assert_eq!(meter.stats.expanded, 110, "the part's own limit");
        meter.part(Limits { nodes: Some(1000), ..Limits::default() }, until_stopped);
        assert_eq!(meter.stats.expanded, 250, "the limit of the whole");
        assert_eq!(meter.expand(), Err(Stop::Nodes));
        assert_eq!(meter.check_limits(), Err(Stop::Nodes));
        assert!(notes.0.iter().all(|&(event, _)| event == Event::Tick), "{:?}", notes.0);
        assert!(notes.0.is_sorted_by_key(|&(_, expanded)| expanded));
    }
}
