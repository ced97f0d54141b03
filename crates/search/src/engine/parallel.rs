//! IDA* on several threads.
//!
//! On one thread it is [`Deepening`], and small iterations run as there. In a large one the threads take the
//! subtrees into which the top of the tree is cut one after the other. The solution is the one in the first
//! subtree that has any: cost and moves are those of the sequential search, whatever the number of threads.
//! Memory: the subtrees' roots and one path a thread.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use super::Engine;
use super::ahead::add;
use super::deepening::{Deepening, Firsts};
use super::dive::{ByLeft, Dive, Reach, Setting, Step};
use super::saved::Part;
use super::top::Job;
use crate::heuristic::{Ahead, Heuristic};
use crate::meter::{Cancel, Limits, Meter, Stats, Stop};
use crate::pruning::Pruner;
use crate::space::StateSpace;
use crate::verdict::Verdict;

/// An iteration follows on one thread if the one before expanded fewer positions than this.
const SMALL: u64 = 20_000;
/// Expansions after which a thread reports and looks whether it should stop.
const GRANT: u64 = 1 << 14;

/// The threads that share large iterations.
pub(super) struct Crew<'s, P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A> {
    threads: usize,
    /// Only searches that are to run on several threads are compiled for that.
    pub(super) run: Run<'s, P, H, R, A>,
}

/// Goes on with an iteration, until so many expansions are on the meter or a little longer.
type Run<'s, P, H, R, A> =
    fn(&mut Deepening<'s, P, H, R, A>, u64, &mut Meter<'_>) -> ControlFlow<Verdict<<P as StateSpace>::Move>>;

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>> Crew<'_, P, H, R, A> {
    /// Whether an iteration is shared that follows one of so many expansions.
    pub(super) fn shares(&self, last: u64) -> bool {
        self.threads > 1 && last >= SMALL
    }
}

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>> Deepening<'_, P, H, R, A>
where
    R::Past: Sync,
{
    /// The same on so many threads. On one it expands what it does alone, and so it does when it is stepped.
    #[must_use]
    pub fn on_threads(mut self, threads: usize) -> Self {
        self.crew = Some(Crew { threads, run: shared_iteration });
        self
    }
}

/// Runs a search that has not begun on so many threads. On one it is what [`Engine::run`] does.
pub fn parallel_deepening<P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>>(
    search: Deepening<'_, P, H, R, A>,
    threads: usize,
    meter: &mut Meter<'_>,
) -> Verdict<P::Move>
where
    R::Past: Sync,
{
    search.on_threads(threads).run(meter)
}

/// Goes on with an iteration that is shared, until its end or until so many expansions are on the meter.
// Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
#[inline(never)]
fn shared_iteration<P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>>(
    search: &mut Deepening<'_, P, H, R, A>,
    expansions: u64,
    meter: &mut Meter<'_>,
) -> ControlFlow<Verdict<P::Move>>
where
    R::Past: Sync,
{
    let threads = search.crew.as_ref().map_or(1, |crew| crew.threads);
    let before = meter.stats.expanded;
    let ended = together(search, threads, expansions, meter);
    search.spent += meter.stats.expanded - before;
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

/// What the threads of an iteration share.
struct Shared<M> {
    reach: Reach,
    next_job: AtomicUsize,
    /// Solutions within the bound, and beyond it.
    within: First<M>,
    beyond: First<M>,
    /// For each subtree the least f above the bound and the least h that were seen in it, and how often something was
    /// expanded there.
    seen: Vec<[AtomicU64; 3]>,
    /// Subtrees that were broken off, and how far they are.
    parts: Mutex<Vec<(usize, Part)>>,
    /// Whether it is enough for now.
    enough: AtomicBool,
    by_left: Mutex<Box<ByLeft>>,
    /// Expansions that may still be made.
    nodes_left: AtomicU64,
    stop: Cancel,
}

impl<M> Shared<M> {
    /// Takes some of the expansions that are left: fewer and fewer towards the end, so that none is held back while
    /// others are in want of it.
    fn draw(&self, threads: usize) -> u64 {
        let share = |left: u64| left.div_ceil(2 * threads as u64).min(GRANT);
        let take = |left: u64| Some(left - share(left));
        self.nodes_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).map_or(0, share)
    }

    /// How far the search of a subtree goes: not beyond the bound if an earlier one has found what is there.
    fn reach(&self, job: usize) -> Reach {
        if self.beyond.is_before(job) { Reach::to(self.reach.bound) } else { self.reach }
    }
}

/// An iteration on several threads.
fn together<P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>>(
    search: &mut Deepening<'_, P, H, R, A>,
    threads: usize,
    expansions: u64,
    meter: &mut Meter<'_>,
) -> Result<Pause, Stop>
where
    R::Past: Sync,
{
    let (setting, reach) = (search.setting, search.reach());
    let jobs = &search.top.jobs;
    let left = meter.limits().nodes.map_or(u64::MAX, |max| max.saturating_sub(meter.stats.expanded));
    let shared = Shared {
        reach,
        next_job: AtomicUsize::new(0),
        within: First::new(search.firsts.within.take()),
        beyond: First::new(search.firsts.beyond.take()),
        seen: jobs.iter().map(|job| [job.f, job.nearest, 0].map(AtomicU64::new)).collect(),
        parts: Mutex::new(Vec::new()),
        enough: AtomicBool::new(false),
        by_left: Mutex::new(Box::new([0; 256])),
        nodes_left: AtomicU64::new(left),
        stop: Cancel::default(),
    };
    let mut stopped = None;
    std::thread::scope(|scope| {
        let (reports, inbox) = mpsc::channel();
        for _ in 0..threads {
            let reports = reports.clone();
            let shared = &shared;
            scope.spawn(move || work::<P, H, R, A>(setting, jobs, threads, shared, &reports));
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
    let Shared { within, beyond, seen, parts, by_left, .. } = shared;
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
    let first = search.firsts.within.as_ref().map_or(usize::MAX, |(number, _)| *number);
    let is_over = search.top.jobs.iter().take(first).all(|job| job.f > reach.bound);
    match stopped {
        Some(why) => Err(why),
        None if is_over => Ok(Pause::Ended),
        None => Ok(Pause::Enough),
    }
}

/// One thread: takes subtrees until there is none left before the first with a solution, or it is enough for now.
fn work<P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>>(
    setting: Setting<'_, P, H, R>,
    jobs: &[Job<P, H, R>],
    threads: usize,
    shared: &Shared<P::Move>,
    reports: &Sender<Stats>,
) {
    let mut unseen = ();
    let meter = Meter::new(Limits::default(), shared.stop.clone(), &mut unseen);
    let Some(first) = jobs.first() else { return };
    let mut worker = Worker {
        dive: Dive::<P, H, R, A>::new(setting, &first.node),
        meter,
        fuel: 0,
        threads,
        shared,
        reports,
    };
    loop {
        let number = shared.next_job.fetch_add(1, Ordering::Relaxed);
        let Some(job) = jobs.get(number) else { break };
        if shared.within.is_before(number) {
            break;
        }
        if job.f > shared.reach.bound {
            continue;
        }
        if setting.space.is_goal(&job.node.state) {
            shared.within.report(number, job.path.clone());
            continue;
        }
        if worker.search(number, job).is_break() {
            break;
        }
    }
    let mut sums = shared.by_left.lock().unwrap_or_else(|e| e.into_inner());
    add(&mut sums, &worker.dive.take_by_left());
    drop(sums);
    shared.nodes_left.fetch_add(worker.fuel, Ordering::Relaxed);
    worker.tell();
}

/// What a thread has.
struct Worker<'a, 's, 'm, P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>> {
    dive: Dive<'s, P, H, R, A>,
    meter: Meter<'m>,
    /// Expansions that it may make before it draws more.
    fuel: u64,
    threads: usize,
    shared: &'a Shared<P::Move>,
    reports: &'a Sender<Stats>,
}

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>> Worker<'_, '_, '_, P, H, R, A> {
    /// Nobody listens any more only when the search has ended.
    fn tell(&mut self) {
        _ = self.reports.send(std::mem::take(&mut self.meter.stats));
    }

    /// Searches a subtree; breaks off if the thread is to end.
    fn search(&mut self, number: usize, job: &Job<P, H, R>) -> ControlFlow<()> {
        let mut started = job.part.as_ref().is_some_and(|part| {
            // It was tried when it was restored, or is of this very search.
            self.dive.resume(job.node.clone(), &job.path, part).is_ok()
        });
        let shared = self.shared;
        let [f, nearest, spent] = &shared.seen[number];
        loop {
            if self.fuel == 0 {
                self.tell();
                if shared.within.is_before(number) {
                    return ControlFlow::Continue(());
                }
                self.fuel = if shared.enough.load(Ordering::Relaxed) { 0 } else { shared.draw(self.threads) };
                if self.fuel == 0 {
                    return self.break_off(number, started);
                }
            }
            if !started {
                let reach = shared.reach(number);
                if self.dive.start(job.node.clone(), &job.path, reach, &mut self.meter).is_err() {
                    return ControlFlow::Break(());
                }
                started = true;
                self.fuel -= 1;
                spent.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            let (done, step) = self.dive.run(self.fuel, &mut self.meter);
            self.fuel -= done;
            spent.fetch_add(done, Ordering::Relaxed);
            match step {
                Ok(Step::Expanded) => {}
                Ok(Step::Found) => {
                    let moves = self.dive.path(job.path.clone());
                    if self.dive.is_within_bound() {
                        shared.within.report(number, moves);
                        return ControlFlow::Continue(());
                    }
                    shared.beyond.report(number, moves);
                    self.dive.leave();
                    self.dive.stay_within_bound();
                }
                Ok(Step::Exhausted) => {
                    f.store(self.dive.take_next_bound(), Ordering::Relaxed);
                    nearest.store(self.dive.nearest(), Ordering::Relaxed);
                    return ControlFlow::Continue(());
                }
                Err(_) => return self.break_off(number, started),
            }
        }
    }

    /// Leaves a subtree as it is, to be gone on with later.
    fn break_off(&mut self, number: usize, started: bool) -> ControlFlow<()> {
        if let Some(part) = self.dive.save().filter(|_| started) {
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
    use crate::space::Cost;

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
