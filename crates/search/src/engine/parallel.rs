//! IDA* on several threads.
//!
//! On one thread it is [`Deepening`], and small iterations run as there. In a large one the threads take the subtrees
//! into which the top of the tree is cut one after the other. Threads need nothing of a space or heuristic beyond what
//! IDA* needs.
//!
//! - *Guarantee*: optimal if the heuristic is admissible. The solution is the one in the first subtree that has any:
//!   cost and moves are those of the sequential search, whatever the number of threads.
//! - *Ties*, *duplicates*: as of [`Deepening`].
//! - *Memory*: the subtrees' roots and one path a thread.
//! - *Reference*: Rao, Kumar & Ramesh 1987, A parallel implementation of iterative-deepening-A*.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use super::Engine;
use super::ahead::add;
use super::deepening::{Deepening, Firsts};
use super::dive::{ByLeft, Dive, Reach, Setting, Step};
use super::saved::{Numbers, Part, moves, numbers};
use super::sweep::{Swept, pays, sweep};
use super::team::{self, work_as_a_team};
use super::top::Job;
use crate::heuristic::{Ahead, Heuristic};
use crate::meter::{Cancel, Limits, Meter, Stats, Stop};
use crate::pruning::Pruner;
use crate::space::{Cost, StateSpace};
use crate::verdict::Verdict;

/// An iteration follows on one thread if the one before expanded fewer positions than this.
const SMALL: u64 = 20_000;
/// Expansions after which a thread reports and looks whether it should stop.
const GRANT: u64 = 1 << 14;

/// Whether an iteration is shared that follows one of so many expansions.
pub(super) fn shares(threads: usize, in_team: bool, last: u64) -> bool {
    if in_team { last >= team::SMALL } else { threads > 1 && last >= SMALL }
}

/// Runs a search that has not begun on so many threads. On one it is what [`Engine::run`] does.
pub fn parallel_deepening<P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>>(
    search: Deepening<'_, P, H, R, A>,
    threads: usize,
    meter: &mut Meter<'_>,
) -> Verdict<P::Move> {
    search.on_threads(threads).run(meter)
}

/// Goes on with an iteration that is shared, until its end or until so many expansions are on the meter.
pub(super) fn shared_iteration<P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>>(
    search: &mut Deepening<'_, P, H, R, A>,
    expansions: u64,
    meter: &mut Meter<'_>,
) -> ControlFlow<Verdict<P::Move>> {
    let before = meter.stats.expanded;
    let ended = together(search, expansions, meter);
    search.spent += meter.stats.expanded - before;
    if matches!(ended, Ok(Pause::Ended)) {
        search.publish();
    }
    match ended {
        Err(why) => search.stopped(why),
        Ok(Pause::Ended) => search.end_iteration(meter),
        Ok(Pause::Enough) => ControlFlow::Continue(()),
    }
}

/// Why the threads came together again.
enum Pause {
    /// There is nothing left to search.
    Ended,
    /// It is enough for now.
    Enough,
}

/// The solution in the first subtree that has one, as far as is known.
struct First<M> {
    /// The number of the subtree.
    job: AtomicUsize,
    moves: Mutex<Option<(usize, Vec<M>)>>,
}

impl<M> First<M> {
    fn new(known: Option<(usize, Vec<M>)>) -> Self {
        let job = known.as_ref().map_or(usize::MAX, |(job, _)| *job);
        Self { job: AtomicUsize::new(job), moves: Mutex::new(known) }
    }

    fn report(&self, job: usize, moves: Vec<M>) {
        let mut found = self.moves.lock().unwrap_or_else(|e| e.into_inner());
        if found.as_ref().is_none_or(|(other, _)| job < *other) {
            *found = Some((job, moves));
            self.job.fetch_min(job, Ordering::Relaxed);
        }
    }

    /// Whether an earlier subtree has one.
    fn is_before(&self, job: usize) -> bool {
        self.job.load(Ordering::Relaxed) < job
    }

    fn take(self) -> Option<(usize, Vec<M>)> {
        self.moves.into_inner().unwrap_or_else(|e| e.into_inner())
    }
}

/// The subtrees of an iteration, by their numbers, whatever is searched: so all that is about threads is compiled once,
/// and every search has it.
pub(super) trait Subtrees: Sync {
    fn count(&self) -> usize;
    /// No solution in it is cheaper.
    fn f(&self, number: usize) -> Cost;
    /// Whether its root is a goal; if so, that is reported.
    fn is_solved(&self, number: usize) -> bool;
    /// Whether an earlier one has a solution within the bound.
    fn is_needless(&self, number: usize) -> bool;
    /// How far its search goes: not beyond the bound if an earlier one has found what is there.
    fn reach(&self, number: usize) -> Reach;
    /// What a thread searches them with; `None` if there are none.
    fn diver(&self) -> Option<Box<dyn Diver + '_>>;
    /// The first subtrees that have solutions within the bound and beyond it; `usize::MAX` for none.
    fn firsts(&self) -> [usize; 2];
    /// Other processes have such subtrees.
    fn note_firsts(&self, firsts: [usize; 2]);
    /// Another process has found a solution in a subtree, within the bound (0) or beyond it (1).
    fn found_elsewhere(&self, which: usize, number: usize, way: &Numbers);
    /// The solutions within the bound and beyond it that are in this subtree.
    fn ways_in(&self, number: usize) -> [Option<Numbers>; 2];
}

/// Searches one subtree after another.
pub(super) trait Diver {
    /// Whether subtrees can be [swept](Diver::sweep) at all.
    fn sweeps(&self) -> bool;
    /// Searches a subtree without a goal at one go, if that takes no more than so many expansions.
    fn sweep(&mut self, number: usize, most: u64, meter: &mut Meter<'_>) -> Result<Option<Swept>, Stop>;
    /// Goes on with a subtree that was broken off, if this one was.
    fn resume(&mut self, number: usize) -> bool;
    /// Begins with a subtree, by an expansion.
    fn start(&mut self, number: usize, meter: &mut Meter<'_>) -> Result<(), Stop>;
    /// Up to so many steps, until one does something else than to expand a position.
    fn run(&mut self, steps: u64, meter: &mut Meter<'_>) -> (u64, Result<Step, Stop>);
    /// Reports the goal that is on the board; whether it is within the bound. If not, the search stays within it.
    fn found(&mut self, number: usize) -> bool;
    /// The least f above the bound and the least h of a subtree that was searched.
    fn seen(&mut self) -> [Cost; 2];
    /// How far the search of a subtree is.
    fn save(&self) -> Option<Part>;
    fn take_by_left(&mut self) -> Box<ByLeft>;
}

/// An iteration with its types.
struct Iteration<'a, 's, P: StateSpace, H: Heuristic<P>, R: Pruner<P>> {
    setting: Setting<'s, P, H, R>,
    jobs: &'a [Job<P, H, R>],
    reach: Reach,
    /// Solutions within the bound, and beyond it.
    within: First<P::Move>,
    beyond: First<P::Move>,
}

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> Iteration<'_, '_, P, H, R> {
    fn firsts(&self) -> [&First<P::Move>; 2] {
        [&self.within, &self.beyond]
    }
}

/// The same for what is kept of moves.
struct Typed<'i, 'a, 's, P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A> {
    iteration: &'i Iteration<'a, 's, P, H, R>,
    ahead: std::marker::PhantomData<fn() -> A>,
}

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>> Subtrees
    for Typed<'_, '_, '_, P, H, R, A>
{
    fn count(&self) -> usize {
        self.iteration.jobs.len()
    }

    fn f(&self, number: usize) -> Cost {
        self.iteration.jobs[number].f
    }

    fn is_solved(&self, number: usize) -> bool {
        let Iteration { setting, jobs, within, .. } = self.iteration;
        let is_goal = setting.space.is_goal(&jobs[number].node.state);
        if is_goal {
            within.report(number, jobs[number].path.clone());
        }
        is_goal
    }

    fn is_needless(&self, number: usize) -> bool {
        self.iteration.within.is_before(number)
    }

    fn reach(&self, number: usize) -> Reach {
        let Iteration { beyond, reach, .. } = self.iteration;
        if beyond.is_before(number) { Reach::to(reach.bound) } else { *reach }
    }

    fn diver(&self) -> Option<Box<dyn Diver + '_>> {
        let first = self.iteration.jobs.first()?;
        let dive = Dive::<P, H, R, A>::new(self.iteration.setting, &first.node);
        Some(Box::new(OfThread { subtrees: self, dive }))
    }

    fn firsts(&self) -> [usize; 2] {
        self.iteration.firsts().map(|first| first.job.load(Ordering::Relaxed))
    }

    fn note_firsts(&self, firsts: [usize; 2]) {
        for (first, number) in self.iteration.firsts().into_iter().zip(firsts) {
            first.job.fetch_min(number, Ordering::Relaxed);
        }
    }

    fn found_elsewhere(&self, which: usize, number: usize, way: &Numbers) {
        if let Some(moves) = moves(self.iteration.setting.space, way) {
            self.iteration.firsts()[which].report(number, moves);
        }
    }

    fn ways_in(&self, number: usize) -> [Option<Numbers>; 2] {
        self.iteration.firsts().map(|first| {
            let found = first.moves.lock().unwrap_or_else(|e| e.into_inner());
            let here = found.as_ref().filter(|(other, _)| *other == number);
            here.and_then(|(_, moves)| numbers(self.iteration.setting.space, moves))
        })
    }
}

/// A dive of one thread.
struct OfThread<'i, 'a, 's, P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A> {
    subtrees: &'i Typed<'i, 'a, 's, P, H, R, A>,
    dive: Dive<'s, P, H, R, A>,
}

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>> Diver
    for OfThread<'_, '_, '_, P, H, R, A>
{
    fn sweeps(&self) -> bool {
        pays::<P, H, A>()
    }

    fn sweep(&mut self, number: usize, most: u64, meter: &mut Meter<'_>) -> Result<Option<Swept>, Stop> {
        let (iteration, reach) = (self.subtrees.iteration, self.subtrees.reach(number));
        sweep::<P, H, R, A>(iteration.setting, &iteration.jobs[number].node, reach, most, meter)
    }

    fn resume(&mut self, number: usize) -> bool {
        let job = &self.subtrees.iteration.jobs[number];
        // It was tried when it was restored, or is of this very search.
        job.part.as_ref().is_some_and(|part| self.dive.resume(job.node.clone(), &job.path, part).is_ok())
    }

    fn start(&mut self, number: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let job = &self.subtrees.iteration.jobs[number];
        self.dive.start(job.node.clone(), &job.path, self.subtrees.reach(number), meter)
    }

    fn run(&mut self, steps: u64, meter: &mut Meter<'_>) -> (u64, Result<Step, Stop>) {
        self.dive.run(steps, meter)
    }

    fn found(&mut self, number: usize) -> bool {
        let iteration = self.subtrees.iteration;
        let moves = self.dive.path(iteration.jobs[number].path.clone());
        if self.dive.is_within_bound() {
            iteration.within.report(number, moves);
            return true;
        }
        iteration.beyond.report(number, moves);
        self.dive.leave_goal();
        false
    }

    fn seen(&mut self) -> [Cost; 2] {
        [self.dive.take_next_bound(), self.dive.nearest()]
    }

    fn save(&self) -> Option<Part> {
        self.dive.save()
    }

    fn take_by_left(&mut self) -> Box<ByLeft> {
        self.dive.take_by_left()
    }
}

/// An iteration on several threads.
fn together<P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>>(
    search: &mut Deepening<'_, P, H, R, A>,
    expansions: u64,
    meter: &mut Meter<'_>,
) -> Result<Pause, Stop> {
    let reach = search.reach();
    let jobs = &search.top.jobs;
    let shared = Shared::new(reach.bound, jobs.iter().map(|job| [job.f, job.nearest]), search.threads, meter);
    let iteration = Iteration {
        setting: search.setting,
        jobs,
        reach,
        within: First::new(search.firsts.within.take()),
        beyond: First::new(search.firsts.beyond.take()),
    };
    let subtrees = Typed::<P, H, R, A> { iteration: &iteration, ahead: std::marker::PhantomData };
    let stopped = match &mut search.team {
        Some(team) => work_as_a_team(team, &subtrees, &shared, expansions, meter),
        None => work_together(&subtrees, &shared, expansions, meter),
    };
    let Iteration { within, beyond, .. } = iteration;
    let Shared { seen, parts, by_left, .. } = shared;
    search.beyond.count(&by_left.into_inner().unwrap_or_else(|e| e.into_inner()));
    for (job, seen) in search.top.jobs.iter_mut().zip(seen) {
        let [f, nearest, spent] = seen.map(AtomicU64::into_inner);
        job.spent += spent;
        if f > reach.bound {
            job.done(f, nearest);
        }
    }
    for (number, part) in parts.into_inner().unwrap_or_else(|e| e.into_inner()) {
        search.top.jobs[number].part = Some(Box::new(part));
    }
    search.firsts = Firsts { within: within.take(), beyond: beyond.take() };
    // What lies behind a solution within the bound need not be searched.
    search.adopt();
    let first = search.firsts.within.as_ref().map_or(usize::MAX, |(number, _)| *number);
    let is_over = search.top.jobs.iter().take(first).all(|job| job.f > reach.bound);
    match stopped {
        Some(why) => Err(why),
        None if is_over => Ok(Pause::Ended),
        None => Ok(Pause::Enough),
    }
}

/// What the threads of an iteration share.
pub(super) struct Shared {
    bound: Cost,
    threads: usize,
    next_job: AtomicUsize,
    /// For each subtree the least f above the bound and the least h that were seen in it, and how often something was
    /// expanded there.
    seen: Vec<[AtomicU64; 3]>,
    /// Subtrees that were broken off, and how far they are.
    parts: Mutex<Vec<(usize, Part)>>,
    /// Whether it is enough for now.
    pub(super) enough: AtomicBool,
    by_left: Mutex<Box<ByLeft>>,
    /// Expansions that may still be made.
    nodes_left: AtomicU64,
    pub(super) stop: Cancel,
}

impl Shared {
    fn new(bound: Cost, seen: impl Iterator<Item = [Cost; 2]>, threads: usize, meter: &Meter<'_>) -> Self {
        Self {
            bound,
            threads,
            next_job: AtomicUsize::new(0),
            seen: seen.map(|[f, nearest]| [f, nearest, 0].map(AtomicU64::new)).collect(),
            parts: Mutex::new(Vec::new()),
            enough: AtomicBool::new(false),
            by_left: Mutex::new(Box::new([0; 256])),
            nodes_left: AtomicU64::new(meter.remaining().nodes.unwrap_or(u64::MAX)),
            stop: Cancel::default(),
        }
    }

    /// Whether a subtree was searched whole.
    pub(super) fn is_done(&self, number: usize) -> bool {
        self.seen[number][0].load(Ordering::Relaxed) > self.bound
    }

    /// What was seen in a subtree: the least f above the bound, the least h, and how many expansions.
    pub(super) fn seen(&self, number: usize) -> [u64; 3] {
        std::array::from_fn(|which| self.seen[number][which].load(Ordering::Relaxed))
    }

    /// Enters what another process has seen in a subtree.
    pub(super) fn take_in(&self, number: usize, seen: [u64; 3]) {
        for (place, seen) in self.seen[number].iter().zip(seen) {
            place.store(seen, Ordering::Relaxed);
        }
    }

    pub(super) fn count_by_left(&self, by_left: &ByLeft) {
        add(&mut self.by_left.lock().unwrap_or_else(|e| e.into_inner()), by_left);
    }

    /// Takes some of the expansions that are left, no more than `most`: fewer and fewer towards the end, so that none
    /// is held back while others are in want of it.
    fn draw(&self, most: u64) -> u64 {
        let share = |left: u64| left.div_ceil(2 * self.threads as u64).min(most);
        let take = |left: u64| Some(left - share(left));
        self.nodes_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).map_or(0, share)
    }
}

/// Lets the threads search subtrees; why they had to stop, if they had.
// Never inlined: `crates/cli/tests/engines.rs` sees to it that there is one.
#[inline(never)]
fn work_together(
    subtrees: &dyn Subtrees,
    shared: &Shared,
    expansions: u64,
    meter: &mut Meter<'_>,
) -> Option<Stop> {
    let mut stopped = None;
    std::thread::scope(|scope| {
        let (reports, inbox) = mpsc::channel();
        for _ in 0..shared.threads {
            let reports = reports.clone();
            scope.spawn(move || work(subtrees, shared, &reports));
        }
        drop(reports);
        loop {
            let done = match inbox.recv_timeout(Duration::from_millis(10)) {
                Ok(done) => done,
                Err(RecvTimeoutError::Timeout) => Stats::default(),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if let Err(why) = meter.absorb(done)
                && stopped.is_none()
            {
                stopped = Some(why);
                shared.stop.cancel();
            }
            if meter.stats.expanded >= expansions {
                shared.enough.store(true, Ordering::Relaxed);
            }
        }
    });
    stopped
}

/// One thread: takes subtrees until there is none left before the first with a solution, or it is enough for now.
fn work(subtrees: &dyn Subtrees, shared: &Shared, reports: &Sender<Stats>) {
    let mut unseen = ();
    let meter = Meter::new(Limits::default(), shared.stop.clone(), &mut unseen);
    let Some(mut worker) = Worker::new(subtrees, shared, meter) else { return };
    // Nobody listens any more only when the search has ended.
    let mut tell = |stats| _ = reports.send(stats);
    loop {
        let number = shared.next_job.fetch_add(1, Ordering::Relaxed);
        if number >= subtrees.count() || subtrees.is_needless(number) {
            break;
        }
        if subtrees.f(number) > shared.bound || subtrees.is_solved(number) {
            continue;
        }
        if worker.search(number, &mut tell).is_break() {
            break;
        }
    }
    shared.count_by_left(&worker.take_by_left());
    shared.nodes_left.fetch_add(worker.fuel, Ordering::Relaxed);
    tell(worker.take_stats());
}

/// What a thread, or a process, searches with.
pub(super) struct Worker<'a, 'm> {
    subtrees: &'a dyn Subtrees,
    diver: Box<dyn Diver + 'a>,
    meter: Meter<'m>,
    /// Expansions that it may make before it draws more.
    fuel: u64,
    shared: &'a Shared,
}

impl<'a, 'm> Worker<'a, 'm> {
    /// `None` if there are no subtrees.
    pub(super) fn new(subtrees: &'a dyn Subtrees, shared: &'a Shared, meter: Meter<'m>) -> Option<Self> {
        Some(Self { subtrees, diver: subtrees.diver()?, meter, fuel: 0, shared })
    }

    pub(super) fn take_stats(&mut self) -> Stats {
        std::mem::take(&mut self.meter.stats)
    }

    pub(super) fn take_by_left(&mut self) -> Box<ByLeft> {
        self.diver.take_by_left()
    }

    /// Searches a subtree, and tells now and then what was done; breaks off if there is to be an end.
    pub(super) fn search(&mut self, number: usize, tell: &mut dyn FnMut(Stats)) -> ControlFlow<()> {
        let mut started = self.diver.resume(number);
        let shared = self.shared;
        let spent = &shared.seen[number][2];
        loop {
            if self.fuel == 0 {
                tell(self.take_stats());
                if self.subtrees.is_needless(number) {
                    return ControlFlow::Continue(());
                }
                self.fuel = if shared.enough.load(Ordering::Relaxed) { 0 } else { shared.draw(GRANT) };
                if self.fuel == 0 {
                    return self.break_off(number, started);
                }
            }
            if !started {
                match self.sweep(number) {
                    Ok(false) => {}
                    Ok(true) => return ControlFlow::Continue(()),
                    Err(_) => return ControlFlow::Break(()),
                }
                if self.diver.start(number, &mut self.meter).is_err() {
                    return ControlFlow::Break(());
                }
                started = true;
                self.fuel -= 1;
                spent.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            let (done, step) = self.diver.run(self.fuel, &mut self.meter);
            self.fuel -= done;
            spent.fetch_add(done, Ordering::Relaxed);
            match step {
                Ok(Step::Expanded) => {}
                Ok(Step::Found) => {
                    if self.diver.found(number) {
                        return ControlFlow::Continue(());
                    }
                }
                Ok(Step::Exhausted) => {
                    let seen = self.diver.seen();
                    self.note(number, seen);
                    return ControlFlow::Continue(());
                }
                Err(_) => return self.break_off(number, started),
            }
        }
    }

    /// Searches a subtree at one go; whether that could be done.
    fn sweep(&mut self, number: usize) -> Result<bool, Stop> {
        if !self.diver.sweeps() {
            return Ok(false);
        }
        let most = self.meter.most_at_once()?;
        self.fuel += self.shared.draw(most.saturating_sub(self.fuel));
        let swept = self.diver.sweep(number, self.fuel, &mut self.meter)?;
        if let Some(Swept { expanded, next_bound, nearest }) = swept {
            self.fuel -= expanded;
            self.shared.seen[number][2].fetch_add(expanded, Ordering::Relaxed);
            self.note(number, [next_bound, nearest]);
        }
        // What was drawn for a large subtree is not held back from others.
        let spare = self.fuel.saturating_sub(GRANT);
        self.fuel -= spare;
        self.shared.nodes_left.fetch_add(spare, Ordering::Relaxed);
        Ok(swept.is_some())
    }

    /// Notes what was seen in a subtree that was searched whole.
    fn note(&self, number: usize, seen: [Cost; 2]) {
        for (place, seen) in self.shared.seen[number].iter().zip(seen) {
            place.store(seen, Ordering::Relaxed);
        }
    }

    /// Leaves a subtree as it is, to be gone on with later.
    fn break_off(&mut self, number: usize, started: bool) -> ControlFlow<()> {
        if let Some(part) = self.diver.save().filter(|_| started) {
            self.shared.parts.lock().unwrap_or_else(|e| e.into_inner()).push((number, part));
        }
        ControlFlow::Break(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::DeepeningOptions;
    use crate::heuristic::{Blind, Quality};

    /// A walk on a grid from one corner, four ways a step; the goal is `far` cells off in both directions.
    struct Grid {
        far: i32,
    }

    impl StateSpace for Grid {
        type State = (i32, i32);
        type Key = (i32, i32);
        type Move = (i32, i32);
        type Moves = std::array::IntoIter<(i32, i32), 4>;
        // Trees that are large enough to be shared are what is wanted here.
        const LOOKS_BACK: bool = false;
        fn start(&self) -> (i32, i32) {
            (0, 0)
        }
        fn is_goal(&self, s: &(i32, i32)) -> bool {
            *s == (self.far, self.far)
        }
        fn moves(&self, _: &(i32, i32), _: Option<(i32, i32)>) -> Self::Moves {
            [(-1, 0), (0, 1), (0, -1), (1, 0)].into_iter()
        }
        fn cost(&self, _: (i32, i32)) -> Cost {
            1
        }
        fn apply(&self, s: &mut (i32, i32), m: (i32, i32)) {
            *s = (s.0 + m.0, s.1 + m.1);
        }
        fn undo(&self, s: &mut (i32, i32), m: (i32, i32)) {
            *s = (s.0 - m.0, s.1 - m.1);
        }
        fn pack(&self, s: &(i32, i32)) -> (i32, i32) {
            *s
        }
        fn unpack(&self, k: &(i32, i32), into: &mut (i32, i32)) {
            *into = *k;
        }
    }

    fn with_meter<T>(limits: Limits, cancel: Cancel, f: impl FnOnce(&mut Meter<'_>) -> T) -> (T, Stats) {
        let mut unseen = ();
        let mut meter = Meter::new(limits, cancel, &mut unseen);
        let result = f(&mut meter);
        (result, meter.stats)
    }

    #[test]
    fn any_number_of_threads_finds_the_sequential_solution() {
        let grid = Grid { far: 5 };
        let (alone, _) = with_meter(Limits::default(), Cancel::default(), |meter| {
            Deepening::new(&grid, &Blind, DeepeningOptions::LOOKING_AHEAD).run(meter)
        });
        for threads in [1, 2, 3, 7] {
            let (verdict, stats) = with_meter(Limits::default(), Cancel::default(), |meter| {
                parallel_deepening(
                    Deepening::new(&grid, &Blind, DeepeningOptions::LOOKING_AHEAD),
                    threads,
                    meter,
                )
            });
            assert_eq!(verdict, alone, "{threads} threads");
            assert!(stats.expanded > 300_000, "the iterations must be large enough to be shared");
        }
    }

    /// Half of the way, so that several iterations are needed, with few positions near the goal.
    struct Half;

    impl Heuristic<Grid> for Half {
        type Partial = Cost;
        fn init(&self, p: &Grid, s: &(i32, i32)) -> Cost {
            Cost::from((p.far.abs_diff(s.0) + p.far.abs_diff(s.1)) / 2)
        }
        fn update(&self, p: &Grid, _: Cost, _: (i32, i32), after: &(i32, i32)) -> Cost {
            self.init(p, after)
        }
        fn value(&self, v: Cost) -> Cost {
            v
        }
        fn quality(&self, _: &Grid) -> Quality {
            Quality::CONSISTENT
        }
    }

    /// Whether a search looks ahead is a matter of its options, not of who runs it.
    #[test]
    fn stepped_run_and_on_one_thread_it_is_the_same_search() {
        let grid = Grid { far: 6 };
        let searches = [false, true].map(|look_ahead| {
            let options = DeepeningOptions { look_ahead, ..DeepeningOptions::default() };
            let new = || Deepening::new(&grid, &Half, options);
            let run = |f: &mut dyn FnMut(&mut Meter<'_>) -> Verdict<(i32, i32)>| {
                with_meter(Limits::default(), Cancel::default(), f)
            };
            let whole = run(&mut |meter| new().run(meter));
            let mut stepped = new();
            let stepped = run(&mut |meter| {
                loop {
                    if let ControlFlow::Break(verdict) = stepped.step(meter) {
                        return verdict;
                    }
                }
            });
            let alone = run(&mut |meter| parallel_deepening(Deepening::new(&grid, &Half, options), 1, meter));
            assert_eq!(whole, stepped, "looking ahead: {look_ahead}");
            assert_eq!(whole, alone, "looking ahead: {look_ahead}");
            whole
        });
        let [(plain, without), (ahead, with)] = searches;
        assert_eq!(plain.solution().map(|s| s.cost), ahead.solution().map(|s| s.cost));
        assert_ne!(with.expanded, without.expanded, "here the option must matter, or nothing was tested");
    }

    #[test]
    fn node_limits_are_kept() {
        let grid = Grid { far: 50 };
        let limits = Limits { nodes: Some(200_000), ..Limits::default() };
        for threads in [1, 2, 5] {
            let (verdict, stats) = with_meter(limits, Cancel::default(), |meter| {
                parallel_deepening(
                    Deepening::new(&grid, &Blind, DeepeningOptions::LOOKING_AHEAD),
                    threads,
                    meter,
                )
            });
            assert!(matches!(verdict, Verdict::Stopped { why: Stop::Nodes, .. }), "{verdict:?}");
            assert!((199_990..=200_000).contains(&stats.expanded), "{threads} threads: {}", stats.expanded);
        }
    }

    #[test]
    fn cancelling_stops_all_threads() {
        let grid = Grid { far: 50 };
        let cancel = Cancel::default();
        let flag = cancel.clone();
        let canceller = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            flag.cancel();
        });
        let (verdict, _) = with_meter(Limits::default(), cancel, |meter| {
            parallel_deepening(Deepening::new(&grid, &Blind, DeepeningOptions::LOOKING_AHEAD), 3, meter)
        });
        assert!(matches!(verdict, Verdict::Stopped { why: Stop::Cancelled, .. }), "{verdict:?}");
        canceller.join().unwrap();
    }

    #[test]
    fn the_depth_limit_holds() {
        let grid = Grid { far: 6 };
        let (verdict, _) = with_meter(Limits::default(), Cancel::default(), |meter| {
            let options = DeepeningOptions { depth_limit: Some(9), look_ahead: true };
            parallel_deepening(Deepening::new(&grid, &Blind, options), 2, meter)
        });
        assert_eq!(verdict, Verdict::Stopped { why: Stop::Depth, best: None, lower_bound: 10 });
    }
}
