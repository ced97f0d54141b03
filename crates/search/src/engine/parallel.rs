//! IDA* on several threads.
//!
//! On one thread it is [`Deepening`], and small iterations run as there. In a large one the threads take the
//! subtrees into which the top of the tree is cut one after the other. The solution is the one in the first
//! subtree that has any: cost and moves are those of the sequential search, whatever the number of threads.
//! Memory: the subtrees' roots and one path a thread.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use super::Engine;
use super::ahead::add;
use super::deepening::{Deepening, DeepeningOptions};
use super::dive::{ByLeft, Dive, Reach, Setting, Step};
use super::top::Job;
use crate::heuristic::Heuristic;
use crate::meter::{Cancel, Limits, Meter, Stats, Stop};
use crate::pruning::Pruner;
use crate::space::StateSpace;
use crate::verdict::Verdict;

/// An iteration follows on one thread if the one before expanded fewer positions than this.
const SMALL: u64 = 20_000;
/// Expansions after which a thread reports and looks whether it should stop.
const GRANT: u64 = 1 << 14;

/// IDA* on `threads` threads. On one it expands exactly what [`Deepening`] with the same options does.
// Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
#[inline(never)]
pub fn parallel_deepening<P: StateSpace, H: Heuristic<P>, R: Pruner<P>>(
    space: &P,
    heuristic: &H,
    pruner: &R,
    options: DeepeningOptions,
    threads: usize,
    meter: &mut Meter<'_>,
) -> Verdict<P::Move>
where
    R::Past: Sync,
{
    let mut search = Deepening::pruned(space, heuristic, pruner, options);
    if threads <= 1 {
        return search.run(meter);
    }
    loop {
        if let ControlFlow::Break(verdict) = iterate(&mut search, threads, meter) {
            return verdict;
        }
    }
}

/// One iteration.
fn iterate<P: StateSpace, H: Heuristic<P>, R: Pruner<P>>(
    search: &mut Deepening<'_, P, H, R>,
    threads: usize,
    meter: &mut Meter<'_>,
) -> ControlFlow<Verdict<P::Move>>
where
    R::Past: Sync,
{
    let before = meter.stats.expanded;
    search.begin(meter)?;
    if search.last < SMALL {
        return search.finish(meter);
    }
    match together(search, threads, meter) {
        Err(why) => search.stopped(why),
        Ok(Some(moves)) => ControlFlow::Break(search.solved(moves)),
        Ok(None) => {
            search.last = meter.stats.expanded - before;
            ControlFlow::Continue(())
        }
    }
}

/// The solution in the first subtree that has one, as far as is known.
struct First<M> {
    /// The number of the subtree.
    job: AtomicUsize,
    moves: Mutex<Option<(usize, Vec<M>)>>,
}

impl<M> First<M> {
    fn new() -> Self {
        Self { job: AtomicUsize::new(usize::MAX), moves: Mutex::new(None) }
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

    fn take(self) -> Option<Vec<M>> {
        self.moves.into_inner().unwrap_or_else(|e| e.into_inner()).map(|(_, moves)| moves)
    }
}

/// What the threads of an iteration share.
struct Shared<M> {
    reach: Reach,
    next_job: AtomicUsize,
    /// Solutions within the bound, and beyond it.
    within: First<M>,
    beyond: First<M>,
    /// For each subtree the least f above the bound and the least h that were seen in it.
    seen: Vec<[AtomicU64; 2]>,
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
fn together<P: StateSpace, H: Heuristic<P>, R: Pruner<P>>(
    search: &mut Deepening<'_, P, H, R>,
    threads: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<P::Move>>, Stop>
where
    R::Past: Sync,
{
    let (setting, jobs) = (search.setting, &search.top.jobs);
    let left = meter.limits().nodes.map_or(u64::MAX, |max| max.saturating_sub(meter.stats.expanded));
    let shared = Shared {
        reach: search.reach(),
        next_job: AtomicUsize::new(0),
        within: First::new(),
        beyond: First::new(),
        seen: jobs.iter().map(|job| [job.f, job.nearest].map(AtomicU64::new)).collect(),
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
            scope.spawn(move || work(setting, jobs, threads, shared, &reports));
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
        }
    });
    let Shared { within, beyond, seen, by_left, .. } = shared;
    if let Some(moves) = beyond.take() {
        search.note_beyond(moves, meter);
    }
    // A solution that was found is one, even if a limit was reached at the same moment; but only if no earlier
    // subtree was left unfinished is it the one that the sequential search finds.
    if let Some(why) = stopped {
        return Err(why);
    }
    search.beyond.count(&by_left.into_inner().unwrap_or_else(|e| e.into_inner()));
    for (job, [f, nearest]) in search.top.jobs.iter_mut().zip(seen) {
        (job.f, job.nearest) = (f.into_inner(), nearest.into_inner());
    }
    Ok(within.take())
}

/// One thread: takes subtrees until there is none left before the first with a solution.
fn work<P: StateSpace, H: Heuristic<P>, R: Pruner<P>>(
    setting: Setting<'_, P, H, R>,
    jobs: &[Job<P, H, R>],
    threads: usize,
    shared: &Shared<P::Move>,
    reports: &Sender<Stats>,
) {
    let mut unseen = ();
    let mut meter = Meter::new(Limits::default(), shared.stop.clone(), &mut unseen);
    let Some(first) = jobs.first() else { return };
    let mut dive = Dive::new(setting, &first.node);
    let mut fuel = 0;
    // Nobody listens any more only when the search has ended.
    let tell = |meter: &mut Meter<'_>| _ = reports.send(std::mem::take(&mut meter.stats));
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
        let mut started = false;
        let ended = loop {
            if fuel == 0 {
                tell(&mut meter);
                fuel = shared.draw(threads);
                if fuel == 0 {
                    break Err(Stop::Nodes);
                }
                if shared.within.is_before(number) {
                    break Ok(());
                }
            }
            if !started {
                started = true;
                fuel -= 1;
                if let Err(why) = dive.start(job.node.clone(), &job.path, shared.reach(number), &mut meter) {
                    break Err(why);
                }
                continue;
            }
            let (done, step) = dive.run(fuel, &mut meter);
            fuel -= done;
            match step {
                Ok(Step::Expanded) => {}
                Ok(Step::Found) => {
                    let moves = dive.path(job.path.clone());
                    if dive.is_within_bound() {
                        shared.within.report(number, moves);
                        break Ok(());
                    }
                    shared.beyond.report(number, moves);
                    dive.leave();
                    dive.stay_within_bound();
                }
                Ok(Step::Exhausted) => {
                    let [f, nearest] = &shared.seen[number];
                    f.store(dive.take_next_bound(), Ordering::Relaxed);
                    nearest.store(dive.nearest(), Ordering::Relaxed);
                    break Ok(());
                }
                Err(why) => break Err(why),
            }
        };
        if ended.is_err() {
            break;
        }
    }
    let mut sums = shared.by_left.lock().unwrap_or_else(|e| e.into_inner());
    add(&mut sums, &dive.take_by_left());
    drop(sums);
    shared.nodes_left.fetch_add(fuel, Ordering::Relaxed);
    tell(&mut meter);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::{Blind, Quality, Whole};
    use crate::pruning::NoPruning;
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
                parallel_deepening(&grid, &Blind, &NoPruning, DeepeningOptions::LOOKING_AHEAD, threads, meter)
            });
            assert_eq!(verdict, alone, "{threads} threads");
            assert!(stats.expanded > 300_000, "the iterations must be large enough to be shared");
        }
    }

    /// Half of the way, so that several iterations are needed, with few positions near the goal.
    struct Half;

    impl Heuristic<Grid> for Half {
        type Partial = Cost;
        type Ahead = Whole<Cost>;
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
            let alone = run(&mut |meter| parallel_deepening(&grid, &Half, &NoPruning, options, 1, meter));
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
                parallel_deepening(&grid, &Blind, &NoPruning, DeepeningOptions::LOOKING_AHEAD, threads, meter)
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
            parallel_deepening(&grid, &Blind, &NoPruning, DeepeningOptions::LOOKING_AHEAD, 3, meter)
        });
        assert!(matches!(verdict, Verdict::Stopped { why: Stop::Cancelled, .. }), "{verdict:?}");
        canceller.join().unwrap();
    }

    #[test]
    fn the_depth_limit_holds() {
        let grid = Grid { far: 6 };
        let (verdict, _) = with_meter(Limits::default(), Cancel::default(), |meter| {
            let options = DeepeningOptions { depth_limit: Some(9), look_ahead: true };
            parallel_deepening(&grid, &Blind, &NoPruning, options, 2, meter)
        });
        assert_eq!(verdict, Verdict::Stopped { why: Stop::Depth, best: None, lower_bound: 10 });
    }
}
