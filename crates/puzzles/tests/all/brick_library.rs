//! Every built-in puzzle in every metric: the proven optimum, replayed by code that shares nothing with the search;
//! and what is known about whole spaces.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use slidewise_puzzles::bricks::library::{self, Entry, Optimum};
use slidewise_puzzles::bricks::replay::replay_from;
use slidewise_puzzles::bricks::{
    Explored, Keeping, Metric, Wanted, explore, explore_kept, parse, replay, solve,
};
use slidewise_search::layered::{Keep, Options};
use slidewise_search::peers::threads_as_peers;
use slidewise_search::{Cancel, Crew, Event, Limits, Meter, Observer, Proof, Stats, Stop, Verdict};

fn with_meter<T>(limits: Limits, run: impl FnOnce(&mut Meter<'_>) -> T) -> T {
    run(&mut Meter::new(limits, Cancel::default(), &mut ()))
}

/// Solves a puzzle and checks everything that is claimed about it.
fn check(entry: Entry, metric: Metric, options: &Options) {
    let puzzle = entry.parse().unwrap().puzzle;
    let verdict = with_meter(Limits::default(), |meter| solve(&puzzle, metric, options, meter)).verdict;
    let slug = entry.slug;
    match (entry.optimum(metric), verdict) {
        (Optimum::Length(length), Verdict::Solved(solution)) => {
            assert_eq!(solution.cost, u64::from(length), "{slug} in {metric}");
            assert_eq!(solution.moves.len(), length as usize, "{slug} in {metric}");
            assert_eq!(solution.proof, Proof::Optimal, "{slug} in {metric}");
            replay(&puzzle, metric, &solution.moves).unwrap_or_else(|e| panic!("{slug} in {metric}: {e}"));
        }
        (Optimum::Unsolvable | Optimum::NoGoal, Verdict::Unsolvable) => {}
        (expected, found) => panic!("{slug} in {metric}: expected {expected:?}, found {found:?}"),
    }
}

/// Too large for a quick test; `cargo test --release -- --ignored` checks it.
const LARGE: [&str; 1] = ["climb-12"];

#[test]
fn optima_are_proven_in_every_metric() {
    let options = Options { threads: 2, ..Options::default() };
    for entry in library::entries().filter(|e| !LARGE.contains(&e.slug)) {
        Metric::ALL.into_iter().for_each(|metric| check(entry, metric, &options));
    }
}

#[test]
#[ignore = "takes several seconds"]
fn optima_of_large_puzzles_are_proven_in_every_metric() {
    for threads in [1, 2] {
        for keep in [Keep::All, Keep::Every(8)] {
            let options = Options { threads, keep, ..Options::default() };
            for entry in library::entries().filter(|e| LARGE.contains(&e.slug)) {
                Metric::ALL.into_iter().for_each(|metric| check(entry, metric, &options));
            }
        }
    }
}

#[test]
fn optima_hold_with_few_layers_kept_and_on_disk() {
    let spill = Some(std::env::temp_dir());
    let options = Options { threads: 1, keep: Keep::Every(8), spill, ..Options::default() };
    for slug in ["klotski", "century", "supercompo-symmetric", "rush-hour-hardest"] {
        Metric::ALL.into_iter().for_each(|metric| check(library::get(slug).unwrap(), metric, &options));
    }
    let all = Options { keep: Keep::All, ..options };
    let puzzle = library::get("century").unwrap().parse().unwrap().puzzle;
    // So little that most layers have to go to disk.
    let limits = Limits { memory: Some(60_000), ..Limits::default() };
    with_meter(limits, |meter| {
        let verdict = solve(&puzzle, Metric::Steps, &all, meter).verdict;
        assert!(matches!(&verdict, Verdict::Solved(s) if s.cost == 131), "{verdict:?}");
        assert!(meter.stats.peak_bytes <= 60_000);
    });
}

fn explored(text: &str, metric: Metric, arrangements: usize) -> Explored {
    let puzzle = parse(text).unwrap().puzzle;
    let options = Options { threads: 2, ..Options::default() };
    let wanted = Wanted { hardest: 5, arrangements };
    let explored = with_meter(Limits::default(), |meter| explore(&puzzle, metric, wanted, &options, meter));
    assert_eq!(explored.stopped, None);
    assert_eq!(explored.by_depth.iter().sum::<usize>() as u64, explored.states);
    if let Some(to_goal) = &explored.to_goal {
        assert_eq!(to_goal.solution.len(), to_goal.hardest_length);
        assert_eq!(to_goal.by_length.iter().sum::<usize>() as u64, explored.states);
        assert_eq!(to_goal.by_length[0] as u64, explored.goals);
        let start = to_goal.hardest[0].clone();
        replay_from(&puzzle, start, metric, &to_goal.solution).unwrap();
    }
    explored
}

#[test]
fn the_space_of_klotski_is_as_published() {
    let text = library::get("klotski").unwrap().text;
    for (metric, hardest) in [(Metric::Steps, 126), (Metric::Lines, 101), (Metric::Moves, 93)] {
        let found = explored(text, metric, 100_000);
        assert_eq!((found.states, found.up_to_mirror, found.goals), (25_955, 13_011, 964));
        assert_eq!(found.to_goal.as_ref().unwrap().hardest_length, hardest, "{metric}");
        let connectivity = found.connectivity.unwrap();
        assert_eq!(connectivity.arrangements, 65_880);
        assert!(connectivity.components.contains(&25_955));
        assert_eq!(connectivity.components.iter().sum::<usize>(), 65_880);
    }
}

#[test]
fn other_spaces_have_the_published_sizes() {
    let states = |slug: &str| explored(library::get(slug).unwrap().text, Metric::Steps, 0).states;
    assert_eq!(states("rush-hour-hardest"), 4_780);
    assert_eq!(states("euler-766"), 208);
}

#[test]
fn dead_ends_are_counted() {
    // A single piece in a corridor of five cells: five positions in a row.
    let found = explored("board:\nA....\ngoal:\n....A\n", Metric::Steps, 10);
    assert_eq!((found.states, found.edges, found.dead_ends, found.most_neighbours), (5, 4, 2, 2));
    assert_eq!(found.up_to_mirror, 5, "the goal lies at one end");
    assert_eq!(found.by_depth, [1, 1, 1, 1, 1]);
    let free = explored("board:\nA....\ngoal:\n.....\n", Metric::Lines, 0);
    assert_eq!((free.states, free.up_to_mirror, free.edges, free.dead_ends), (5, 3, 10, 0));
    assert!(free.to_goal.is_none());
}

#[test]
fn limits_leave_a_lower_bound() {
    let puzzle = library::get("klotski").unwrap().parse().unwrap().puzzle;
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    with_meter(limits, |meter| {
        let verdict = solve(&puzzle, Metric::Moves, &Options::default(), meter).verdict;
        let Verdict::Stopped { lower_bound, .. } = verdict else { panic!("{verdict:?}") };
        assert!((10..=81).contains(&lower_bound), "{lower_bound}");
        assert_eq!(meter.stats.expanded, 1000);
    });
}

/// Mirror images are told apart where a layer is missing, instead of those in that layer being left out.
#[test]
fn mirror_images_are_merged_only_where_all_layers_are_there() {
    let puzzle = library::get("klotski").unwrap().parse().unwrap().puzzle;
    let explored = |keep| {
        let options = Options { keep, ..Options::default() };
        let wanted = Wanted { hardest: 1, arrangements: 0 };
        with_meter(Limits::default(), |meter| explore(&puzzle, Metric::Steps, wanted, &options, meter))
    };
    let (all, some) = (explored(Keep::All), explored(Keep::Every(5)));
    assert!(all.up_to_mirror < all.states, "a puzzle with mirror images is wanted here");
    assert_eq!((some.states, some.up_to_mirror), (all.states, all.states));
}

/// Processes that share the layers come to the same counts, hardest starts and solutions, whoever owns the start.
#[test]
fn processes_explore_together_what_one_explores() {
    for slug in ["klotski", "simplicity", "mini-ma-horizontal"] {
        let puzzle = library::get(slug).unwrap().parse().unwrap().puzzle;
        let explored = |options: Options| {
            let wanted = Wanted { hardest: 3, arrangements: 0 };
            with_meter(Limits::default(), |meter| explore(&puzzle, Metric::Steps, wanted, &options, meter))
        };
        let alone = explored(Options::default());
        assert_eq!(alone.stopped, None);
        for size in [2, 3, 4] {
            let crews = threads_as_peers(size);
            let member = |crew: &Arc<Crew>| {
                crew.begin(1, None).unwrap();
                let mut found = explored(Options { crew: Some(Arc::clone(crew)), ..Options::default() });
                crew.end();
                assert!(found.sent[0] > 0);
                found.sent = [0; 2];
                found
            };
            std::thread::scope(|scope| {
                let members: Vec<_> = crews.iter().map(|crew| scope.spawn(|| member(crew))).collect();
                for member in members {
                    assert_eq!(
                        format!("{:?}", member.join().unwrap()),
                        format!("{alone:?}"),
                        "{slug}, {size}"
                    );
                }
            });
        }
    }
}

/// Raises a flag with one of the next layers.
struct CancelsAfter(u32, Cancel);

impl Observer for CancelsAfter {
    fn event(&mut self, event: Event, _: &Stats, _: Duration) {
        if matches!(event, Event::Bound(_)) {
            self.0 = self.0.saturating_sub(1);
            if self.0 == 0 {
                self.1.cancel();
            }
        }
    }
}

/// Layers are kept in a file whatever the number of processes, and another number goes on with them, around the start
/// and around the goals.
#[test]
fn layers_that_were_kept_are_gone_on_with_by_any_number_of_processes() {
    let puzzle = library::get("simplicity").unwrap().parse().unwrap().puzzle;
    let wanted = Wanted { hardest: 3, arrangements: 0 };
    let alone = with_meter(Limits::default(), |meter| {
        explore(&puzzle, Metric::Steps, wanted, &Options::default(), meter)
    });
    let path = std::env::temp_dir().join(format!("slidewise-layers-{}", std::process::id()));
    let keeping = Keeping { path: path.clone(), every: Duration::ZERO, what: "simplicity".into() };
    let run = |crew: Option<&Arc<Crew>>, keeping: &Keeping, layers: u32| {
        let cancel = Cancel::default();
        let leads = crew.is_none_or(|crew| crew.leads());
        let mut observer = CancelsAfter(if leads { layers } else { u32::MAX }, cancel.clone());
        let mut meter = Meter::new(Limits::default(), cancel, &mut observer);
        let options = Options { crew: crew.cloned(), ..Options::default() };
        let found = explore_kept(&puzzle, Metric::Steps, wanted, &options, Some(keeping), &mut meter);
        found.map(|found| Explored { sent: [0; 2], ..found })
    };
    let together = |size: usize, keeping: &Keeping, layers: u32| -> io::Result<Explored> {
        if size == 1 {
            return run(None, keeping, layers);
        }
        let crews = threads_as_peers(size);
        let member = |crew: &Arc<Crew>| {
            crew.begin(1, None).unwrap();
            let found = run(Some(crew), keeping, layers);
            crew.end();
            found
        };
        std::thread::scope(|scope| {
            let members: Vec<_> = crews.iter().map(|crew| scope.spawn(|| member(crew))).collect();
            let mut ended: Vec<_> = members.into_iter().map(|member| member.join().unwrap()).collect();
            assert!(ended[1..].iter().all(Result::is_ok), "only rank 0 has something to say");
            ended.swap_remove(0)
        })
    };
    let mut ends = 0;
    let found = loop {
        let found = together([3, 1, 2, 5][ends % 4], &keeping, 4).unwrap();
        if found.stopped.is_none() {
            break found;
        }
        assert_eq!(found.stopped, Some(Stop::Cancelled));
        ends += 1;
        assert!(ends < 500, "it does not go on");
    };
    assert!(ends > 10, "it was broken off {ends} times");
    assert_eq!(format!("{found:?}"), format!("{alone:?}"));
    // What is of something else is refused by rank 0, and what is damaged is made again.
    let other = Keeping { what: "another".into(), ..keeping.clone() };
    for size in [1, 3] {
        assert_eq!(together(size, &other, u32::MAX).unwrap_err().kind(), io::ErrorKind::InvalidInput);
    }
    let mut bytes = std::fs::read(&path).unwrap();
    let half = bytes.len() / 2;
    bytes[half] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    assert_eq!(format!("{:?}", together(2, &keeping, u32::MAX).unwrap()), format!("{alone:?}"));
    std::fs::remove_file(&path).unwrap();
}
