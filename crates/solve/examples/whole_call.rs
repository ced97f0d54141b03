//! What a call takes that reads a puzzle and solves it, over and over with the same solver: what a front end's own
//! calls are measured against.
//!
//! `cargo run --release -p slidewise-solve --example whole_call -- 3000 "8 6 7/2 5 4/3 0 1" [ALGORITHM HEURISTIC]`
//! prints the least and the median time of so many calls, in microseconds.

use std::error::Error;
use std::time::Instant;

use slidewise_solve::search::{Cancel, Limits};
use slidewise_solve::{Algorithm, Reading, Solver, Spec, Watch, machine, read_one};

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [calls, text, search @ ..] = &given[..] else {
        return Err("whole_call CALLS PUZZLE [SEARCH ESTIMATE]".into());
    };
    let mut spec = Spec::default();
    if let [algorithm, heuristic] = search {
        spec.algorithm = Some(Algorithm::find(algorithm)?);
        spec.heuristic = Some(heuristic.parse()?);
    }
    // As the program and the Python package do it: with a limit, and with tables that are kept for the next call.
    let solver = Solver::new().keeping_small_tables();
    let limits = Limits { memory: machine::free_memory(), ..Limits::default() };
    let mut times = Vec::new();
    for _ in 0..calls.parse::<usize>()?.max(1) {
        let began = Instant::now();
        let puzzle = read_one(text, &Reading::default())?.puzzle;
        let answer =
            puzzle.solve(&solver, &spec, Watch { limits, cancel: Cancel::default(), observer: &mut () })?;
        times.push(began.elapsed().as_secs_f64() * 1e6);
        assert!(answer.cost().is_some(), "every call finds a solution");
    }
    times.sort_by(f64::total_cmp);
    println!("{:.1} {:.1}", times[0], times[times.len() / 2]);
    Ok(())
}
