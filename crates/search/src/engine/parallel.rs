//! IDA* on several threads.
//!
//! Small iterations run as in [`Deepening`](super::Deepening). For a large one the top of the tree is expanded into a
//! few thousand subtrees in the order of the search, and the threads take them one after the other. The solution
//! is the one in the first subtree that has any: cost and moves are those of the sequential search, whatever the
//! number of threads. Memory: the subtrees' roots and one path a thread.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use super::deepening::{root, solution};
use super::dive::{Dive, Node, Setting, Step};
use crate::heuristic::Heuristic;
use crate::meter::{Cancel, Event, Limits, Meter, Stats, Stop};
use crate::pruning::Pruner;
use crate::space::{Cost, StateSpace};
use crate::verdict::Verdict;

/// An iteration follows on one thread if the one before expanded fewer positions than this.
const SMALL: u64 = 20_000;
/// Subtrees for each thread: many, because most are tiny and a few are huge.
const SUBTREES: usize = 1024;
/// Levels after which the top of a tree that does not grow is left as it is.
const MAX_LEVELS: usize = 64;
/// Expansions after which a thread reports and looks whether it should stop.
const GRANT: u64 = 1 << 14;

/// IDA* on `threads` threads. Nothing dearer than `depth_limit` is looked at.
pub fn parallel_deepening<P: StateSpace, H: Heuristic<P>, R: Pruner<P>>(
    space: &P,
    heuristic: &H,
    pruner: &R,
    depth_limit: Option<Cost>,
    threads: usize,
    meter: &mut Meter<'_>,
) -> Verdict<P::Move>
where
    P::State: Sync,
    H::Partial: Sync,
    R::Past: Sync,
    P::Move: Sync,
{
    let setting = Setting { space, heuristic, pruner };
    let root = root(setting);
    let admissible = heuristic.quality(space).admissible;
    let mut bound = heuristic.value(root.partial);
    let mut last = 0;
    loop {
        let stopped =
            |why| Verdict::Stopped { why, best: None, lower_bound: if admissible { bound } else { 0 } };
        if bound == Cost::MAX {
            return Verdict::Unsolvable;
        }
        if depth_limit.is_some_and(|limit| bound > limit) {
            return stopped(Stop::Depth);
        }
        if admissible {
            meter.tell(Event::Bound(bound));
        }
        if space.is_goal(&root.state) {
            return Verdict::Solved(solution(space, Vec::new(), admissible));
        }
        let before = meter.stats.expanded;
        let job = Job { node: root.clone(), path: Vec::new() };
        let outcome = if threads <= 1 || last < SMALL {
            alone(setting, job, bound, meter)
        } else {
            together(setting, job, bound, threads, meter)
        };
        match outcome {
            Err(why) => return stopped(why),
            Ok(Outcome { found: Some(moves), .. }) => {
                return Verdict::Solved(solution(space, moves, admissible));
            }
            Ok(Outcome { next_bound, .. }) => bound = next_bound,
        }
        last = meter.stats.expanded - before;
    }
}

/// A subtree, and the way to it.
struct Job<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> {
    node: Node<P, H, R>,
    path: Vec<P::Move>,
}

/// What an iteration found.
struct Outcome<M> {
    found: Option<Vec<M>>,
    next_bound: Cost,
}

/// An iteration on this thread.
fn alone<P: StateSpace, H: Heuristic<P>, R: Pruner<P>>(
    setting: Setting<'_, P, H, R>,
    job: Job<P, H, R>,
    bound: Cost,
    meter: &mut Meter<'_>,
) -> Result<Outcome<P::Move>, Stop> {
    let mut dive = Dive::new(setting);
    dive.start(job.node, bound, meter)?;
    match dive.run(u64::MAX, meter).1? {
        Step::Found => Ok(Outcome { found: Some(dive.path().collect()), next_bound: bound }),
        _ => Ok(Outcome { found: None, next_bound: dive.take_next_bound() }),
    }
}

/// The subtrees below the top of the tree, and the least f above the bound in the top.
struct Cut<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> {
    jobs: Vec<Job<P, H, R>>,
    next_bound: Cost,
}

/// The top of the tree, cut into at least `wanted` subtrees if it is that large, in the order of the search.
fn cut<P: StateSpace, H: Heuristic<P>, R: Pruner<P>>(
    setting: Setting<'_, P, H, R>,
    top: Job<P, H, R>,
    bound: Cost,
    wanted: usize,
    meter: &mut Meter<'_>,
) -> Result<Cut<P, H, R>, Stop> {
    let Setting { space, heuristic, pruner } = setting;
    let mut next_bound = Cost::MAX;
    let mut jobs = vec![top];
    for _ in 0..MAX_LEVELS {
        if jobs.is_empty() || jobs.len() >= wanted {
            break;
        }
        let mut longer = Vec::with_capacity(2 * jobs.len());
        for job in jobs {
            if space.is_goal(&job.node.state) {
                longer.push(job);
                continue;
            }
            meter.expand()?;
            let Node { partial, past, g, via, .. } = job.node;
            for m in space.moves(&job.node.state, via) {
                let Some(past) = pruner.after(space, past, m) else { continue };
                meter.stats.generated += 1;
                let g = g + space.cost(m);
                let mut state = job.node.state.clone();
                let advanced = match bound.checked_sub(g) {
                    Some(left) => heuristic.advance(space, &mut state, partial, m, left),
                    None => Err(0),
                };
                match advanced {
                    Err(h) => next_bound = next_bound.min(g + h),
                    Ok(partial) => {
                        let path = job.path.iter().copied().chain([m]).collect();
                        longer.push(Job { node: Node { state, partial, past, g, via: Some(m) }, path });
                    }
                }
            }
        }
        jobs = longer;
    }
    Ok(Cut { jobs, next_bound })
}

/// What the threads of an iteration share.
struct Shared<M> {
    next_job: AtomicUsize,
    /// The first subtree known to have a solution.
    first: AtomicUsize,
    found: Mutex<Option<(usize, Vec<M>)>>,
    next_bound: AtomicU32,
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

    fn report(&self, job: usize, moves: Vec<M>) {
        let mut found = self.found.lock().unwrap_or_else(|e| e.into_inner());
        if found.as_ref().is_none_or(|(other, _)| job < *other) {
            *found = Some((job, moves));
            self.first.fetch_min(job, Ordering::Relaxed);
        }
    }
}

/// An iteration on several threads.
fn together<P: StateSpace, H: Heuristic<P>, R: Pruner<P>>(
    setting: Setting<'_, P, H, R>,
    top: Job<P, H, R>,
    bound: Cost,
    threads: usize,
    meter: &mut Meter<'_>,
) -> Result<Outcome<P::Move>, Stop>
where
    P::State: Sync,
    H::Partial: Sync,
    R::Past: Sync,
    P::Move: Sync,
{
    let Cut { jobs, next_bound } = cut(setting, top, bound, threads * SUBTREES, meter)?;
    let left = meter.limits().nodes.map_or(u64::MAX, |max| max.saturating_sub(meter.stats.expanded));
    let shared = Shared {
        next_job: AtomicUsize::new(0),
        first: AtomicUsize::new(usize::MAX),
        found: Mutex::new(None),
        next_bound: AtomicU32::new(next_bound),
        nodes_left: AtomicU64::new(left),
        stop: Cancel::default(),
    };
    let mut stopped = None;
    std::thread::scope(|scope| {
        let (reports, inbox) = mpsc::channel();
        for _ in 0..threads {
            let reports = reports.clone();
            let (jobs, shared) = (&jobs, &shared);
            scope.spawn(move || work(setting, jobs, bound, threads, shared, &reports));
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
    // A solution that was found is one, even if a limit was reached at the same moment; but only if no earlier
    // subtree was left unfinished is it the one that the sequential search finds.
    let found = shared.found.into_inner().unwrap_or_else(|e| e.into_inner());
    match (stopped, found) {
        (Some(why), _) => Err(why),
        (None, found) => {
            Ok(Outcome { found: found.map(|(_, moves)| moves), next_bound: shared.next_bound.into_inner() })
        }
    }
}

/// One thread: takes subtrees until there is none left before the first with a solution.
fn work<P: StateSpace, H: Heuristic<P>, R: Pruner<P>>(
    setting: Setting<'_, P, H, R>,
    jobs: &[Job<P, H, R>],
    bound: Cost,
    threads: usize,
    shared: &Shared<P::Move>,
    reports: &Sender<Stats>,
) {
    let mut unseen = ();
    let mut meter = Meter::new(Limits::default(), shared.stop.clone(), &mut unseen);
    let mut dive = Dive::new(setting);
    let mut fuel = 0;
    // Nobody listens any more only when the search has ended.
    let tell = |meter: &mut Meter<'_>| _ = reports.send(std::mem::take(&mut meter.stats));
    loop {
        let number = shared.next_job.fetch_add(1, Ordering::Relaxed);
        let Some(job) = jobs.get(number) else { break };
        if number > shared.first.load(Ordering::Relaxed) {
            break;
        }
        if setting.space.is_goal(&job.node.state) {
            shared.report(number, job.path.clone());
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
                if number > shared.first.load(Ordering::Relaxed) {
                    break Ok(());
                }
            }
            if !started {
                started = true;
                fuel -= 1;
                if let Err(why) = dive.start(job.node.clone(), bound, &mut meter) {
                    break Err(why);
                }
                continue;
            }
            let (done, step) = dive.run(fuel, &mut meter);
            fuel -= done;
            match step {
                Ok(Step::Expanded) => {}
                Ok(Step::Found) => {
                    shared.report(number, job.path.iter().copied().chain(dive.path()).collect());
                    break Ok(());
                }
                Ok(Step::Exhausted) => break Ok(()),
                Err(why) => break Err(why),
            }
        };
        if ended.is_err() {
            break;
        }
    }
    shared.next_bound.fetch_min(dive.take_next_bound(), Ordering::Relaxed);
    shared.nodes_left.fetch_add(fuel, Ordering::Relaxed);
    tell(&mut meter);
}

#[cfg(test)]
mod tests {
    use super::super::{Deepening, Engine};
    use super::*;
    use crate::heuristic::Blind;
    use crate::pruning::NoPruning;

    /// A walk on a grid from one corner, four ways a step; the goal is `far` cells off in both directions.
    struct Grid {
        far: i32,
    }

    impl StateSpace for Grid {
        type State = (i32, i32);
        type Key = (i32, i32);
        type Move = (i32, i32);
        type Moves = std::array::IntoIter<(i32, i32), 4>;
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
            Deepening::new(&grid, &Blind, None).run(meter)
        });
        for threads in [1, 2, 3, 7] {
            let (verdict, stats) = with_meter(Limits::default(), Cancel::default(), |meter| {
                parallel_deepening(&grid, &Blind, &NoPruning, None, threads, meter)
            });
            assert_eq!(verdict, alone, "{threads} threads");
            assert!(stats.expanded > 300_000, "the iterations must be large enough to be shared");
        }
    }

    #[test]
    fn node_limits_are_kept() {
        let grid = Grid { far: 50 };
        let limits = Limits { nodes: Some(200_000), ..Limits::default() };
        for threads in [1, 2, 5] {
            let (verdict, stats) = with_meter(limits, Cancel::default(), |meter| {
                parallel_deepening(&grid, &Blind, &NoPruning, None, threads, meter)
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
            parallel_deepening(&grid, &Blind, &NoPruning, None, 3, meter)
        });
        assert!(matches!(verdict, Verdict::Stopped { why: Stop::Cancelled, .. }), "{verdict:?}");
        canceller.join().unwrap();
    }

    #[test]
    fn the_depth_limit_holds() {
        let grid = Grid { far: 6 };
        let (verdict, _) = with_meter(Limits::default(), Cancel::default(), |meter| {
            parallel_deepening(&grid, &Blind, &NoPruning, Some(9), 2, meter)
        });
        assert_eq!(verdict, Verdict::Stopped { why: Stop::Depth, best: None, lower_bound: 10 });
    }
}
