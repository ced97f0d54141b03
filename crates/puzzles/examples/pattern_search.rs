//! IDA* with pattern databases over a list of boards, on one thread: positions, and time for each of them.
//!
//! `cargo run --release --example pattern_search -- TABLES FILE [NODES]` where TABLES is `instant`, a recipe
//! (`15-large`, `24-large`) or partitions with `+` between them (`7-8`, `0aabb/…+6-6-6-6`; tables are taken
//! from and kept in the cache directory), FILE is like `crates/puzzles/data/tiles/korf15-100.txt` or
//! `crates/puzzles/data/tiles/korf24-50.txt`, and NODES is where each search ends. With it the iterations are
//! told as well. Instructions, which do not depend on what else the machine does:
//!
//! `valgrind --tool=callgrind --toggle-collect='*run_with_bit*' target/release/examples/pattern_search instant FILE`

use std::process::ExitCode;
use std::time::{Duration, Instant};

use slidewise_puzzles::pdb::{BuildOptions, Cache, Library, Partition, Recipe};
use slidewise_puzzles::tiles::heuristic::pattern_db::{SmallDb, WideDb, from_library, instant};
use slidewise_puzzles::tiles::pruning::Automaton;
use slidewise_puzzles::tiles::repr::{FiveBits, Nibbles, Repr};
use slidewise_puzzles::tiles::{Board, Goal, Shape, Single, TilePuzzle, TileSpace};
use slidewise_search::engine::{Deepening, DeepeningOptions, Engine};
use slidewise_search::{Cancel, Event, Limits, LooksAhead, Meter, Observer, Stats};

/// The length of forbidden sequences of moves.
const LENGTH: usize = 12;

fn boards(text: &str) -> Option<Vec<TilePuzzle>> {
    let rows = text.lines().filter(|l| !l.starts_with('#') && !l.is_empty());
    rows.map(|row| {
        let cells: Option<Vec<u16>> = row.split_whitespace().skip(2).map(|n| n.parse().ok()).collect();
        let cells = cells?;
        let side = cells.len().isqrt();
        TilePuzzle::new(Board::new(side, side, cells).ok()?, Goal::BlankFirst.board(side, side).ok()?).ok()
    })
    .collect()
}

/// Nanoseconds of processor time, which other programs disturb less than the clock; known on Linux only.
fn cpu_time() -> Option<u64> {
    let times = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    times.split(' ').next()?.parse().ok()
}

/// Tells the positions expanded before each iteration, which do not depend on the order of the search: they
/// compare tables without a whole search.
struct Iterations {
    told: bool,
}

impl Observer for Iterations {
    fn event(&mut self, event: Event, stats: &Stats, elapsed: Duration) {
        if let (Event::Bound(bound), true) = (event, self.told) {
            println!("to {bound}: {} expanded before, {:.1} s", stats.expanded, elapsed.as_secs_f64());
        }
    }
}

fn run<R: Repr, H: LooksAhead<TileSpace<R, Single>>>(puzzles: &[TilePuzzle], db: &H, nodes: Option<u64>) {
    let side = puzzles[0].start().rows();
    let automaton = Automaton::new(side, side, LENGTH);
    let (mut expanded, mut generated) = (0, 0);
    let (started, cpu) = (Instant::now(), cpu_time());
    for space in puzzles.iter().filter_map(TileSpace::<R, Single>::new) {
        let mut iterations = Iterations { told: nodes.is_some() };
        let limits = Limits { nodes, ..Limits::default() };
        let mut meter = Meter::new(limits, Cancel::default(), &mut iterations);
        let _ = Deepening::announced(&space, db, &automaton, DeepeningOptions::LOOKING_AHEAD).run(&mut meter);
        expanded += meter.stats.expanded;
        generated += meter.stats.generated;
    }
    let wall = started.elapsed().as_nanos() as u64;
    let spent = cpu.zip(cpu_time()).map_or(wall, |(before, after)| after - before) as f64;
    println!("{expanded} expanded, {generated} generated, {:.3} s", spent / 1e9);
    println!("{:.1} ns an expansion", spent / expanded as f64);
}

/// The tables of a recipe or a partition, and what they find.
fn run_with_tables(tables: &str, puzzles: &[TilePuzzle], nodes: Option<u64>) -> Result<(), String> {
    let side = puzzles[0].start().rows();
    let shape = Shape::new(side, side, 0);
    let partitions = match Recipe::find(tables) {
        Some(recipe) => recipe.partitions(0),
        None => tables.split('+').map(|text| Partition::parse(text, side, side, 0)).collect(),
    };
    let partitions = partitions.map_err(|why| why.to_string())?;
    let mut library = Library::new(Cache::default_place());
    let (mut options, mut warn) = (BuildOptions::quiet(2), |w| eprintln!("{w}"));
    let small: Option<SmallDb> =
        from_library(&shape, &partitions, &mut library, true, &mut options, &mut warn)
            .map_err(|why| why.to_string())?;
    if let Some(db) = small {
        if side == 4 {
            run::<Nibbles, _>(puzzles, &db, nodes)
        } else {
            run::<FiveBits, _>(puzzles, &db, nodes)
        }
        return Ok(());
    }
    let wide: Option<WideDb> = from_library(&shape, &partitions, &mut library, true, &mut options, &mut warn)
        .map_err(|why| why.to_string())?;
    run::<FiveBits, _>(puzzles, &wide.ok_or("too many groups")?, nodes);
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (tables, file, nodes) = match &args[..] {
        [tables, file] => (tables, file, None),
        [tables, file, nodes] => (tables, file, nodes.parse().ok()),
        _ => {
            eprintln!("usage: pattern_search instant|RECIPE|GROUPS FILE [NODES]");
            return ExitCode::from(2);
        }
    };
    let puzzles = std::fs::read_to_string(file).ok().and_then(|text| boards(&text));
    let Some(puzzles) = puzzles.filter(|puzzles| !puzzles.is_empty()) else {
        eprintln!("{file} has no square boards");
        return ExitCode::FAILURE;
    };
    if tables == "instant" {
        let started = Instant::now();
        let db = instant(&Shape::new(4, 4, 0), 2, &Cancel::default());
        let Some(Ok(db)) = db else { return ExitCode::FAILURE };
        println!("tables: {:.3} s", started.elapsed().as_secs_f64());
        run::<Nibbles, _>(&puzzles, &db, nodes);
        return ExitCode::SUCCESS;
    }
    match run_with_tables(tables, &puzzles, nodes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
