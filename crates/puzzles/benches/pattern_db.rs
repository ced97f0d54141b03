//! Pattern databases: building a table, the value of a first position, IDA*, and Korf's hundred.
//!
//! `cargo bench -p slidewise-puzzles`; times depend on the machine, the numbers of positions are tested elsewhere.
//! For instruction counts, which do not: `valgrind --tool=callgrind --toggle-collect='*run_with_bit*'` before the
//! bench program and `--test korf` behind it.

use std::hint::black_box;

use criterion::Criterion;
use slidewise_puzzles::pdb::{BuildOptions, Cache, Library, Partition, Pattern, build};
use slidewise_puzzles::tiles::heuristic::pattern_db::{SmallDb, from_library, instant};
use slidewise_puzzles::tiles::pruning::Automaton;
use slidewise_puzzles::tiles::repr::Nibbles;
use slidewise_puzzles::tiles::{Board, Goal, Shape, Single, TilePuzzle, TileSpace};
use slidewise_search::engine::{Deepening, DeepeningOptions, Engine};
use slidewise_search::{Cancel, Heuristic, Limits, LooksAhead, Meter, StateSpace};

type Space = TileSpace<Nibbles, Single>;

fn korf() -> Vec<Space> {
    let text = include_str!("../data/tiles/korf15-100.txt");
    let rows = text.lines().filter(|l| !l.starts_with('#') && !l.is_empty());
    let cells = rows.map(|l| l.split_whitespace().skip(2).map(|n| n.parse().expect("a number")).collect());
    let goal = Goal::BlankFirst.board(4, 4).expect("a goal");
    let puzzle = |cells| {
        TilePuzzle::new(Board::new(4, 4, cells).expect("a board"), goal.clone()).expect("sizes agree")
    };
    cells.map(|cells| Space::new(&puzzle(cells)).expect("16 cells fit")).collect()
}

fn ready() -> SmallDb {
    instant(&Shape::new(4, 4, 0), 2, &Cancel::default()).expect("4×4").expect("not cancelled")
}

/// With tables that are kept on this machine, or built if they are not.
fn of(partition: &str) -> SmallDb {
    let partition = Partition::parse(partition, 4, 4, 0).expect("a partition");
    let (mut library, mut options) = (Library::new(Cache::default_place()), BuildOptions::quiet(2));
    let db = from_library(&Shape::new(4, 4, 0), &[partition], &mut library, false, &mut options, &mut |_| {});
    db.expect("not cancelled").expect("few lookups")
}

/// Solves, or stops after so many expansions.
fn search<H: LooksAhead<Space>>(space: &Space, db: &H, automaton: &Automaton, nodes: Option<u64>) -> u64 {
    let mut unseen = ();
    let limits = Limits { nodes, ..Limits::default() };
    let mut meter = Meter::new(limits, Cancel::default(), &mut unseen);
    let _ = black_box(
        Deepening::announced(space, db, automaton, DeepeningOptions::LOOKING_AHEAD).run(&mut meter),
    );
    meter.stats.expanded
}

fn benches(c: &mut Criterion) {
    let pattern = Pattern::new(4, 4, 0, [1, 2, 3, 4, 5, 6]).expect("a pattern");
    c.bench_function("build/6 tiles", |b| {
        b.iter(|| build(&pattern, &mut BuildOptions::quiet(2)));
    });
    c.bench_function("build/automaton", |b| b.iter(|| Automaton::new(4, 4, 12)));
    let (spaces, automaton) = (korf(), Automaton::new(4, 4, 12));
    let start = spaces[0].start();
    for (name, db) in [("15-small", ready()), ("15-large", of("0aaa/aaaa/bbbb/bbbb"))] {
        c.bench_function(&format!("start/{name}"), |b| {
            b.iter(|| db.estimate(&spaces[0], black_box(&start)));
        });
        c.bench_function(&format!("ida/100k expansions, {name}"), |b| {
            b.iter(|| search(&spaces[87], &db, &automaton, Some(100_000)));
        });
        c.bench_function(&format!("korf/{name}"), |b| {
            b.iter(|| spaces.iter().map(|s| search(s, &db, &automaton, None)).sum::<u64>());
        });
    }
}

fn main() {
    let mut criterion = Criterion::default().sample_size(10).configure_from_args();
    benches(&mut criterion);
    criterion.final_summary();
}
