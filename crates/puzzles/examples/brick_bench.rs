//! Solves brick puzzles from files several times and prints what it cost: `brick_bench METRIC THREADS RUNS FILE...`.
//! Counts are the same in every run; of the times, the median and the best are shown.

use std::time::{Duration, Instant};

use slidewise_puzzles::bricks::{Metric, Puzzle, Solved, parse, replay, solve};
use slidewise_search::layered::Options;
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
        let (solved, stats, first) = run(&puzzle, metric, &options);
        let mut times: Vec<Duration> = (1..runs).map(|_| run(&puzzle, metric, &options).2).collect();
        times.push(first);
        times.sort_unstable();
        print(&puzzle, metric, &solved, &stats, &times);
    }
}

fn run(puzzle: &Puzzle, metric: Metric, options: &Options) -> (Solved, Stats, Duration) {
    let mut nobody = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
    let start = Instant::now();
    let solved = solve(puzzle, metric, options, &mut meter);
    (solved, meter.stats, start.elapsed())
}

fn print(puzzle: &Puzzle, metric: Metric, solved: &Solved, stats: &Stats, times: &[Duration]) {
    let result = match &solved.verdict {
        Verdict::Solved(solution) => {
            replay(puzzle, metric, &solution.moves).expect("a solution that can be replayed");
            solution.cost.to_string()
        }
        other => format!("{other:?}"),
    };
    let (median, best) = (times[times.len() / 2], times[0]);
    let rate = |time: Duration| stats.expanded as f64 / time.as_secs_f64() / 1e6;
    println!(
        "{:24} {result:>4} {metric}, {} stored, {} expanded, {} generated, median {:.2} ms = {:.2} M/s, best {:.2} ms = \
         {:.2} M/s, peak {:.1} MB",
        puzzle.about.name,
        solved.stored,
        stats.expanded,
        stats.generated,
        median.as_secs_f64() * 1e3,
        rate(median),
        best.as_secs_f64() * 1e3,
        rate(best),
        stats.peak_bytes as f64 / 1e6,
    );
}
