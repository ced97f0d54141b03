//! IDA* with pattern databases over a list of boards, on one thread: positions, and time for each of them.
//!
//! `cargo run --release --example pattern_search -- GROUPS FILE [LENGTH]` where GROUPS is `instant` or a partition of the
//! 4×4 board (`7-8`; tables are taken from and kept in the cache directory), FILE is like `data/tiles/korf15-100.txt`
//! and LENGTH is that of the forbidden sequences of moves. Instructions, which do not depend on what else the machine
//! does:
//!
//! `valgrind --tool=callgrind --toggle-collect='*run_with_bit*' target/release/examples/pattern_search instant FILE`

use std::process::ExitCode;
use std::time::Instant;

use slidewise_puzzles::pdb::{BuildOptions, Cache, Library, Partition};
use slidewise_puzzles::tiles::heuristic::pattern_db::{from_library, instant};
use slidewise_puzzles::tiles::pruning::Automaton;
use slidewise_puzzles::tiles::repr::Nibbles;
use slidewise_puzzles::tiles::{Board, Goal, Shape, Single, TilePuzzle, TileSpace};
use slidewise_search::engine::{Deepening, Engine};
use slidewise_search::{Cancel, Heuristic, Limits, Meter};

type Space = TileSpace<Nibbles, Single>;

fn boards(text: &str) -> Option<Vec<Space>> {
    let goal = Goal::BlankFirst.board(4, 4).ok()?;
    let rows = text.lines().filter(|l| !l.starts_with('#') && !l.is_empty());
    rows.map(|row| {
        let cells: Option<Vec<u16>> = row.split_whitespace().skip(2).map(|n| n.parse().ok()).collect();
        let puzzle = TilePuzzle::new(Board::new(4, 4, cells?).ok()?, goal.clone()).ok()?;
        Space::new(&puzzle)
    })
    .collect()
}

/// Nanoseconds of processor time, which other programs disturb less than the clock; known on Linux only.
fn cpu_time() -> Option<u64> {
    let times = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    times.split(' ').next()?.parse().ok()
}

fn run<H: Heuristic<Space>>(spaces: &[Space], db: &H, automaton: &Automaton) {
    let (mut expanded, mut generated) = (0, 0);
    let (started, cpu) = (Instant::now(), cpu_time());
    for space in spaces {
        let mut unseen = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
        Deepening::pruned(space, db, automaton, None).run(&mut meter);
        expanded += meter.stats.expanded;
        generated += meter.stats.generated;
    }
    let wall = started.elapsed().as_nanos() as u64;
    let spent = cpu.zip(cpu_time()).map_or(wall, |(before, after)| after - before) as f64;
    println!("{expanded} expanded, {generated} generated, {:.3} s", spent / 1e9);
    println!("{:.1} ns an expansion", spent / expanded as f64);
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (groups, file, length) = match &args[..] {
        [groups, file] => (groups, file, 12),
        [groups, file, length] => (groups, file, length.parse().unwrap_or(12)),
        _ => {
            eprintln!("usage: pattern_search instant|GROUPS FILE [LENGTH]");
            return ExitCode::from(2);
        }
    };
    let Some(spaces) = std::fs::read_to_string(file).ok().and_then(|text| boards(&text)) else {
        eprintln!("{file} has no 4×4 boards");
        return ExitCode::FAILURE;
    };
    let shape = Shape::new(4, 4, 0);
    let started = Instant::now();
    let automaton = Automaton::new(4, 4, length);
    println!("{} states of the automaton, {:.3} s", automaton.states(), started.elapsed().as_secs_f64());
    let started = Instant::now();
    if groups == "instant" {
        let db = instant(&shape, 2, &Cancel::default()).expect("for 4×4").expect("not cancelled");
        println!("tables: {:.3} s", started.elapsed().as_secs_f64());
        run(&spaces, &db, &automaton);
        return ExitCode::SUCCESS;
    }
    let partition = match Partition::parse(groups, 4, 4, 0) {
        Ok(partition) => partition,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::FAILURE;
        }
    };
    let mut library = Library::new(Cache::default_place());
    let (mut options, mut warn) = (BuildOptions::quiet(2), |w| eprintln!("{w}"));
    let db = from_library::<8, 2>(&shape, &[partition], &mut library, true, &mut options, &mut warn);
    match db {
        Ok(Some(db)) => {
            println!("tables: {:.3} s", started.elapsed().as_secs_f64());
            run(&spaces, &db, &automaton);
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("too many groups");
            ExitCode::FAILURE
        }
    }
}
