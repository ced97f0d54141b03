//! Solves brick puzzles from files several times and prints what it cost: `brick_bench METRIC THREADS RUNS FILE...`.
//! Counts are the same in every run; of the times, the median and the best are shown. Beside the search that users
//! get, which merges mirror images, stands the same search without that: its rate can be compared with solvers that
//! do not merge them.

use std::time::{Duration, Instant};

use slidewise_puzzles::bricks::bits::Bits;
use slidewise_puzzles::bricks::codec::BrickKey;
use slidewise_puzzles::bricks::{
    BrickSpace, Metric, Puzzle, Solved, WithSpace, parse, replay, solve, with_space,
};
use slidewise_search::layered::{self, Options};
use slidewise_search::{Cancel, Limits, Meter, Stats, Verdict};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [metric, threads, runs, files @ ..] = args.as_slice() else {
        eprintln!("usage: brick_bench steps|lines|moves THREADS RUNS FILE...");
        std::process::exit(2);
    };
    let metric: Metric = metric.parse().expect("a metric");
    let options = Options { threads: threads.parse().expect("a number of threads"), ..Options::default() };
    let runs: usize = runs.parse().expect("a number of runs");
    for file in files {
        let text = std::fs::read_to_string(file).expect("a readable file");
        let puzzle = parse(&text).unwrap_or_else(|e| panic!("{file}:{e}")).puzzle;
        let merged = times(runs, |meter| solve(&puzzle, metric, &options, meter));
        print_solution(&puzzle, metric, &merged[0].0);
        print_times("merged", &merged);
        let plain = |meter: &mut Meter<'_>| {
            let search = Plain { options: &options, meter };
            with_space(&puzzle, metric, false, search)
        };
        print_times("plain", &times(runs, plain));
    }
}

/// The layered search from the start, with mirror images apart; how many positions it stored.
struct Plain<'a, 'm> {
    options: &'a Options,
    meter: &'a mut Meter<'m>,
}

impl WithSpace for Plain<'_, '_> {
    type Out = u64;

    fn run<B: Bits, K: BrickKey>(self, space: &BrickSpace<B, K>) -> u64 {
        layered::solve(space, self.options, self.meter).stored
    }
}

type Run<T> = (T, Stats, Duration);

/// What came out of each run, the quickest first.
fn times<T>(runs: usize, mut solve: impl FnMut(&mut Meter<'_>) -> T) -> Vec<Run<T>> {
    let run = |_| {
        let mut nobody = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
        let start = Instant::now();
        let out = solve(&mut meter);
        (out, meter.stats, start.elapsed())
    };
    let mut all: Vec<Run<T>> = (0..runs.max(1)).map(run).collect();
    all.sort_by_key(|run| run.2);
    all
}

fn print_solution(puzzle: &Puzzle, metric: Metric, solved: &Solved) {
    let result = match &solved.verdict {
        Verdict::Solved(solution) => {
            replay(puzzle, metric, &solution.moves).expect("a solution that can be replayed");
            solution.cost.to_string()
        }
        other => format!("{other:?}"),
    };
    println!("{}: {result} {metric}, {} positions stored", puzzle.about.name, solved.stored);
}

fn print_times<T>(what: &str, runs: &[Run<T>]) {
    let (stats, best, median) = (&runs[0].1, runs[0].2, runs[runs.len() / 2].2);
    let rate = |time: Duration| stats.expanded as f64 / time.as_secs_f64() / 1e6;
    println!(
        "  {what:6} {} expanded, {} generated, median {:.2} ms = {:.2} M/s, best {:.2} ms = {:.2} M/s, peak {:.1} MB",
        stats.expanded,
        stats.generated,
        median.as_secs_f64() * 1e3,
        rate(median),
        best.as_secs_f64() * 1e3,
        rate(best),
        stats.peak_bytes as f64 / 1e6,
    );
}
