//! What threads gain A*: A* on one thread and HDA* on several, one after the other on each board.
//!
//!     cargo run --release -p slidewise-puzzles --example parallel_astar -- THREADS FILE [LEAST] [MOST]
//!
//! FILE is like `crates/puzzles/data/tiles/korf15-100.txt`. Only boards for which A* (linear conflict with walking
//! distance) expands between LEAST (1,000,000) and MOST (4,000,000) positions are taken. Times by the clock say what
//! was gained if nothing else ran beside; the processor time of all threads, known on Linux only, says what would be
//! gained then: it is divided by the number of threads.

use std::time::{Duration, Instant};

use slidewise_puzzles::tiles::heuristic::{Combined, SmallCombined, WalkingDistance};
use slidewise_puzzles::tiles::repr::Nibbles;
use slidewise_puzzles::tiles::{Board, Goal, Single, TilePuzzle, TileSpace};
use slidewise_search::engine::{BestFirst, Engine, HashDistributed, Order};
use slidewise_search::{Cancel, Limits, Meter, Stats, Verdict};

type Space = TileSpace<Nibbles, Single>;

/// A search to its end: the cost, the counters, and the time by the clock and of the processors.
struct Run {
    cost: Option<u64>,
    stats: Stats,
    clock: Duration,
    processor: Duration,
}

fn run(engine: &mut dyn Engine<Space>, nodes: u64) -> Run {
    let (mut nobody, before, begun) = ((), processor_time(), Instant::now());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut meter = Meter::new(limits, Cancel::default(), &mut nobody);
    let verdict = engine.run(&mut meter);
    let cost = match &verdict {
        Verdict::Solved(solution) => Some(solution.cost),
        _ => None,
    };
    Run { cost, stats: meter.stats, clock: begun.elapsed(), processor: processor_time() - before }
}

/// Processor time of all threads so far, ended ones included.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|ticks| ticks.parse::<u64>().ok()).unwrap_or(0);
    // Hundredths of a second, in user and in system mode.
    Duration::from_millis(10 * (ticks(11) + ticks(12)))
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, otherwise: u64| args.get(at).map_or(Ok(otherwise), |n| n.parse());
    let (Ok(threads), Some(file), Ok(least), Ok(most)) =
        (number(0, 2), args.get(1), number(2, 1_000_000), number(3, 4_000_000))
    else {
        eprintln!("usage: parallel_astar THREADS FILE [LEAST] [MOST]");
        std::process::exit(2);
    };
    let text = std::fs::read_to_string(file).expect("a readable file");
    println!(
        "board  length   A* expanded   s (clock)  s (cpu)   HDA* expanded  s (clock)  s (cpu)  gain  by cpu"
    );
    let mut sums = [0.0; 4];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u16> = line.split_whitespace().map(|n| n.parse().expect("a number")).collect();
        let start = Board::new(4, 4, numbers[2..].to_vec()).expect("a board");
        let puzzle = TilePuzzle::new(start, Goal::BlankFirst.board(4, 4).expect("a size")).expect("a puzzle");
        let space = Space::new(&puzzle).expect("16 cells");
        let walking = WalkingDistance::new(space.shape(), false, &mut || true).expect("a small table");
        let h = SmallCombined::combined(&Combined::new(Some(walking), false)).expect("a small table");
        let alone = run(&mut BestFirst::new(&space, &h, Order::ASTAR), most);
        if alone.cost.is_none() || alone.stats.expanded < least {
            continue;
        }
        let mut engine = HashDistributed::new(&space, &h, threads as usize).expect("admissible");
        let shared = run(&mut engine, 4 * most);
        assert_eq!(alone.cost, shared.cost, "the same optimum");
        let times = [alone.clock, alone.processor, shared.clock, shared.processor].map(|t| t.as_secs_f64());
        for (sum, time) in sums.iter_mut().zip(times) {
            *sum += time;
        }
        println!(
            "{:5} {:7} {:13} {:11.2} {:8.2} {:15} {:10.2} {:8.2} {:5.2} {:7.2}",
            numbers[0],
            alone.cost.unwrap_or(0),
            alone.stats.expanded,
            times[0],
            times[1],
            shared.stats.expanded,
            times[2],
            times[3],
            times[0] / times[2],
            times[1] * threads as f64 / times[3],
        );
    }
    let [clock, processor, shared_clock, shared_processor] = sums;
    println!(
        "all: {:.2} by the clock, {:.2} by processor time",
        clock / shared_clock,
        processor * threads as f64 / shared_processor
    );
}
