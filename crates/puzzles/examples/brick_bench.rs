//! Solves brick puzzles from files and prints what it cost: `brick_bench METRIC THREADS FILE...`.

use std::time::Instant;

use slidewise_puzzles::bricks::{Metric, parse, replay, solve};
use slidewise_search::layered::Options;
use slidewise_search::{Cancel, Limits, Meter, Verdict};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [metric, threads, files @ ..] = args.as_slice() else {
        eprintln!("usage: brick_bench steps|lines|moves THREADS FILE...");
        std::process::exit(2);
    };
    let metric: Metric = metric.parse().expect("a metric");
    let options = Options { threads: threads.parse().expect("a number of threads"), ..Options::default() };
    for file in files {
        let text = std::fs::read_to_string(file).expect("a readable file");
        let puzzle = parse(&text).unwrap_or_else(|e| panic!("{file}:{e}")).puzzle;
        let mut nobody = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
        let start = Instant::now();
        let solved = solve(&puzzle, metric, &options, &mut meter);
        let took = start.elapsed();
        let stats = meter.stats;
        let result = match &solved.verdict {
            Verdict::Solved(solution) => {
                replay(&puzzle, metric, &solution.moves).expect("a solution that can be replayed");
                solution.cost.to_string()
            }
            other => format!("{other:?}"),
        };
        println!(
            "{:32} {result:>4} {metric} stored {} expanded {} generated {} in {:.1} ms, {:.2} M/s, peak {:.1} MB, images {}",
            puzzle.about.name,
            solved.stored,
            stats.expanded,
            stats.generated,
            took.as_secs_f64() * 1e3,
            stats.expanded as f64 / took.as_secs_f64() / 1e6,
            stats.peak_bytes as f64 / 1e6,
            solved.mirror_images,
        );
    }
}
