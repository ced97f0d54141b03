//! The layered search on a space whose layers are known: permutations, sorted by swaps of neighbours. The number
//! of permutations at distance d is the number with d inversions (the Mahonian numbers).

use super::*;
use crate::meter::{Cancel, Limits};
use crate::verdict::verify;

const N: usize = 9;

struct Swaps {
    start: [u8; N],
    goal: Option<[u8; N]>,
}

impl StateSpace for Swaps {
    type State = [u8; N];
    type Key = u64;
    type Move = usize;
    type Moves = std::ops::Range<usize>;

    fn start(&self) -> [u8; N] {
        self.start
    }
    fn is_goal(&self, s: &[u8; N]) -> bool {
        self.goal == Some(*s)
    }
    fn moves(&self, _: &[u8; N], _: Option<usize>) -> Self::Moves {
        0..N - 1
    }
    fn cost(&self, _: usize) -> Cost {
        1
    }
    fn apply(&self, s: &mut [u8; N], m: usize) {
        s.swap(m, m + 1);
    }
    fn undo(&self, s: &mut [u8; N], m: usize) {
        s.swap(m, m + 1);
    }
    fn pack(&self, s: &[u8; N]) -> u64 {
        s.iter().fold(0, |key, &x| key << 4 | u64::from(x))
    }
    fn unpack(&self, k: &u64, into: &mut [u8; N]) {
        for (i, x) in into.iter_mut().enumerate() {
            *x = (k >> (4 * (N - 1 - i))) as u8 & 15;
        }
    }
}

impl Undirected for Swaps {}

const SORTED: [u8; N] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const MIXED: [u8; N] = [7, 3, 8, 1, 5, 0, 6, 2, 4];

fn inversions(p: [u8; N]) -> usize {
    (0..N).map(|i| (0..i).filter(|&j| p[j] > p[i]).count()).sum()
}

/// Coefficients of (1)(1+x)(1+x+x²)…
fn mahonian() -> Vec<usize> {
    (2..=N).fold(vec![1], |row, n| {
        let mut next = vec![0; row.len() + n - 1];
        for (i, x) in row.iter().enumerate() {
            next[i..i + n].iter_mut().for_each(|y| *y += x);
        }
        next
    })
}

fn options(threads: usize, keep: Keep) -> Options {
    Options { threads, keep, spill: Some(std::env::temp_dir()), ..Options::default() }
}

fn limited(limits: Limits, run: impl FnOnce(&mut Meter<'_>)) {
    run(&mut Meter::new(limits, Cancel::default(), &mut ()));
}

#[test]
fn layers_have_the_known_sizes() {
    let space = Swaps { start: MIXED, goal: None };
    for (threads, memory) in [(1, None), (2, None), (2, Some(1_000_000))] {
        let options = options(threads, Keep::All);
        limited(Limits { memory, ..Limits::default() }, |meter| {
            let mut front = Frontier::new(&space, vec![space.pack(&MIXED)], Purpose::Layers, &options);
            while front.advance(0, meter) == Ok(Advance::Layer) {}
            assert_eq!(front.sizes(), mahonian());
            assert_eq!(front.layer(15).unwrap().is_on_disk(), memory.is_some());
            assert_eq!(meter.stats.expanded, 362_880);
        });
    }
}

#[test]
fn solutions_are_shortest_whatever_is_kept() {
    let space = Swaps { start: MIXED, goal: Some(SORTED) };
    let mut counted = Vec::new();
    for threads in [1, 2] {
        for keep in [Keep::All, Keep::Every(4)] {
            for memory in [None, Some(1_500_000)] {
                limited(Limits { memory, ..Limits::default() }, |meter| {
                    let outcome = solve(&space, &options(threads, keep), meter);
                    check(&space, &outcome.verdict);
                    counted.push(meter.stats.expanded);
                    counted.push(meter.stats.generated / 8);
                });
            }
        }
    }
    assert!(counted.iter().all(|&n| n == counted[0]), "counters depend on the options: {counted:?}");
}

#[test]
fn both_ends_meet_at_the_same_length() {
    let space = Swaps { start: MIXED, goal: Some(SORTED) };
    for keep in [Keep::All, Keep::Every(3)] {
        limited(Limits::default(), |meter| {
            let outcome = solve_from_both_ends(&space, &[SORTED], &options(2, keep), meter);
            check(&space, &outcome.verdict);
            assert!(meter.stats.expanded < 200_000);
        });
    }
    limited(Limits::default(), |meter| {
        let outcome = solve_from_both_ends(&space, &[], &options(1, Keep::All), meter);
        assert_eq!(outcome.verdict, Verdict::Unsolvable);
    });
}

fn check(space: &Swaps, verdict: &Verdict<usize>) {
    let Verdict::Solved(solution) = verdict else { panic!("not solved: {verdict:?}") };
    assert_eq!(solution.cost as usize, inversions(MIXED));
    assert_eq!(solution.proof, crate::verdict::Proof::Optimal);
    verify(space, solution).unwrap();
}

#[test]
fn a_limit_leaves_the_depth_as_a_bound() {
    let space = Swaps { start: MIXED, goal: Some(SORTED) };
    for threads in [1, 2] {
        for nodes in [0, 1, 2, 9, 5000, 100_000] {
            limited(Limits { nodes: Some(nodes), ..Limits::default() }, |meter| {
                let outcome = solve(&space, &options(threads, Keep::All), meter);
                let Verdict::Stopped { why: Stop::Nodes, best: None, lower_bound } = outcome.verdict else {
                    panic!("{:?}", outcome.verdict);
                };
                assert_eq!(meter.stats.expanded, nodes, "node limits are exact");
                let mut sum = 0;
                let full = mahonian().into_iter().take_while(|&n| {
                    sum += n as u64;
                    sum <= nodes
                });
                assert_eq!(lower_bound as usize, full.count() + 1);
            });
        }
    }
}

#[test]
fn memory_without_a_disk_and_cancelling_stop_the_search() {
    let space = Swaps { start: MIXED, goal: None };
    let no_disk = Options { threads: 1, ..Options::default() };
    limited(Limits { memory: Some(800_000), ..Limits::default() }, |meter| {
        let verdict = solve(&space, &no_disk, meter).verdict;
        assert!(matches!(verdict, Verdict::Stopped { why: Stop::Memory, .. }), "{verdict:?}");
    });
    let cancel = Cancel::default();
    cancel.cancel();
    let mut nobody = ();
    let mut meter = Meter::new(Limits::default(), cancel, &mut nobody);
    let verdict = solve(&space, &no_disk, &mut meter).verdict;
    assert_eq!(verdict, Verdict::Stopped { why: Stop::Cancelled, best: None, lower_bound: 1 });
}

#[test]
fn the_whole_space_without_a_goal_is_unsolvable() {
    let space = Swaps { start: SORTED, goal: None };
    limited(Limits::default(), |meter| {
        let outcome = solve(&space, &options(2, Keep::Every(8)), meter);
        assert_eq!(outcome.verdict, Verdict::Unsolvable);
        assert_eq!(outcome.stored, 362_880);
    });
}

/// Processes that share the layers make those of one, and find ways back across them.
#[test]
fn processes_make_the_same_layers() {
    let space = Swaps { start: MIXED, goal: Some(SORTED) };
    for (size, memory) in [(2, None), (3, None), (5, None), (2, Some(600_000))] {
        let crews = crate::peers::threads_as_peers(size);
        let member = |crew: &Arc<Crew>| {
            let spill = memory.map(|_| std::env::temp_dir());
            let options = Options { crew: Some(Arc::clone(crew)), spill, ..Options::default() };
            crew.begin(1, None).unwrap();
            let mut unseen = ();
            let limits = Limits { memory, ..Limits::default() };
            let mut meter = Meter::new(limits, Cancel::default(), &mut unseen);
            let source = space.pack(&SORTED);
            let mut front = Frontier::new(&space, vec![source], Purpose::Counts, &options);
            front.count_sources(&meter).unwrap();
            while front.advance(0, &mut meter).unwrap() == Advance::Layer {}
            assert_eq!(front.sizes(), mahonian(), "{size} processes");
            let own: usize = (0..=front.depth()).map(|depth| front.layer(depth).unwrap().len()).sum();
            let depth = inversions(MIXED);
            let path = front.path_to_source(space.pack(&MIXED), depth).unwrap();
            assert_eq!((path.len(), path[depth]), (depth + 1, source));
            let counts = front.into_counts();
            let sums = crew.sums(&[own as u64, counts.neighbours, counts.goals.len() as u64], &mut || Ok(()));
            let all = (1..=N as u64).product::<u64>();
            assert_eq!(sums.unwrap(), [all, all * (N as u64 - 1), 1]);
            crew.end();
            own
        };
        let parts: Vec<usize> = std::thread::scope(|scope| {
            let members: Vec<_> = crews.iter().map(|crew| scope.spawn(|| member(crew))).collect();
            members.into_iter().map(|member| member.join().unwrap()).collect()
        });
        let fair = 362_880 / size;
        assert!(parts.iter().all(|&own| own > fair * 9 / 10 && own < fair * 11 / 10), "{parts:?}");
    }
}

/// A scratch file that cannot be had ends the layers of all processes, and all know where and why.
#[test]
fn trouble_with_scratch_files_is_told() {
    let space = Swaps { start: MIXED, goal: None };
    let nowhere = std::env::temp_dir().join("slidewise-no-such-directory");
    for size in [1, 3] {
        let crews = crate::peers::threads_as_peers(size);
        let member = |crew: &Arc<Crew>| {
            let last = crew.rank() + 1 == size;
            let spill = Some(if last { nowhere.clone() } else { std::env::temp_dir() });
            let together = (size > 1).then(|| Arc::clone(crew));
            let options = Options { crew: together, spill, ..Options::default() };
            crew.begin(1, None).unwrap();
            let mut unseen = ();
            let limits = Limits { memory: Some(300_000), ..Limits::default() };
            let mut meter = Meter::new(limits, Cancel::default(), &mut unseen);
            let mut front = Frontier::new(&space, vec![space.pack(&MIXED)], Purpose::Layers, &options);
            front.count_sources(&meter).unwrap();
            let ended = loop {
                match front.advance(0, &mut meter) {
                    Ok(Advance::Layer) => {}
                    ended => break ended,
                }
            };
            crew.end();
            assert_eq!(ended, Err(Stop::Memory));
            options.trouble.told().unwrap()
        };
        let told: Vec<String> = std::thread::scope(|scope| {
            let members: Vec<_> = crews.iter().map(|crew| scope.spawn(|| member(crew))).collect();
            members.into_iter().map(|member| member.join().unwrap()).collect()
        });
        let whose = if size > 1 { "rank 2: scratch file " } else { "scratch file " };
        assert!(told.iter().all(|told| told.starts_with(whose)), "{told:?}");
        assert!(told.iter().all(|told| told.contains("slidewise-no-such-directory")), "{told:?}");
    }
}

/// Whatever ends a process, its scratch files are gone.
#[cfg(unix)]
#[test]
fn scratch_files_have_no_name() {
    let place = std::env::temp_dir().join(format!("slidewise-scratch-{}", std::process::id()));
    std::fs::create_dir_all(&place).unwrap();
    let space = Swaps { start: MIXED, goal: None };
    let options = Options { spill: Some(place.clone()), ..Options::default() };
    limited(Limits { memory: Some(600_000), ..Limits::default() }, |meter| {
        let mut front = Frontier::new(&space, vec![space.pack(&MIXED)], Purpose::Layers, &options);
        while front.advance(0, meter).unwrap() == Advance::Layer {}
        let bytes: u64 = (0..=front.depth()).map(|depth| front.layer(depth).unwrap().memory()).sum();
        assert!(bytes < 300_000, "{bytes} bytes are in memory: nothing went to disk");
        assert_eq!(std::fs::read_dir(&place).unwrap().count(), 0);
    });
    std::fs::remove_dir(&place).unwrap();
}
