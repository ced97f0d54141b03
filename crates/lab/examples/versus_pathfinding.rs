//! A* with Manhattan distance on the same 15-puzzles, by this library and by the crate `pathfinding`: heap bytes at the
//! peak, bytes for each stored position, and expansions. For instructions, run each alone under a counter:
//!
//! ```text
//! cargo build --release -p slidewise-lab --example versus_pathfinding
//! for who in none ours pathfinding; do
//!     valgrind --tool=callgrind --callgrind-out-file=/dev/null target/release/examples/versus_pathfinding $who
//! done
//! ```
//!
//! `none` makes the boards and solves nothing: take its count off the others', and divide by the expansions.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

use slidewise_lab::puzzles::random::Rng;
use slidewise_lab::puzzles::tiles::generate::scramble;
use slidewise_lab::puzzles::tiles::heuristic::Manhattan;
use slidewise_lab::puzzles::tiles::repr::Nibbles;
use slidewise_lab::puzzles::tiles::{Board, Goal, TilePuzzle, TileSpace};
use slidewise_lab::search::engine::{BestFirst, Engine, Order};
use slidewise_lab::search::{Cancel, Limits, Meter, Verdict};

/// Counts the bytes that are allocated, and the most there were.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is handed on to the system's allocator unchanged; the counters touch no memory of its.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

fn count(bytes: isize) {
    let now = NOW.load(Ordering::Relaxed).wrapping_add_signed(bytes);
    NOW.store(now, Ordering::Relaxed);
    PEAK.fetch_max(now, Ordering::Relaxed);
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What one library did with one board.
struct Done {
    cost: u64,
    expanded: u64,
    stored: usize,
    peak: usize,
}

fn measured(solve: impl FnOnce() -> (u64, u64, usize)) -> Done {
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let (cost, expanded, stored) = solve();
    Done { cost, expanded, stored, peak: PEAK.load(Ordering::Relaxed) - before }
}

fn ours(board: &Board) -> (u64, u64, usize) {
    let puzzle = TilePuzzle::towards(board.clone(), &Goal::BlankLast).expect("the sizes agree");
    let space = TileSpace::<Nibbles>::new(&puzzle).expect("a 15-puzzle fits");
    let mut observer = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
    let mut engine = BestFirst::new(&space, &Manhattan, Order::ASTAR);
    let Verdict::Solved(solution) = engine.run(&mut meter) else { panic!("a scramble can be solved") };
    (solution.cost, meter.stats.expanded, engine.view().stored)
}

/// The puzzle as a user of `pathfinding` would write it with care: packed positions and an incremental heuristic are
/// not possible there, so the position is an array and Manhattan is a table look-up for each tile.
fn theirs(board: &Board) -> (u64, u64, usize) {
    let mut start = [0u8; 16];
    for (to, &from) in start.iter_mut().zip(board.cells()) {
        *to = from as u8;
    }
    let goal: [u8; 16] = std::array::from_fn(|i| ((i + 1) % 16) as u8);
    let mut distance = [[0u64; 16]; 16];
    for (tile, row) in distance.iter_mut().enumerate().skip(1) {
        for (cell, d) in row.iter_mut().enumerate() {
            let home = tile - 1;
            *d = ((cell / 4).abs_diff(home / 4) + (cell % 4).abs_diff(home % 4)) as u64;
        }
    }
    let expanded = Cell::new(0);
    let generated = Cell::new(0);
    let successors = |position: &[u8; 16]| {
        expanded.set(expanded.get() + 1);
        let position = *position;
        let blank = position.iter().position(|&tile| tile == 0).expect("there is a blank");
        let (row, col) = (blank / 4, blank % 4);
        let ways = [
            (row > 0).then(|| blank - 4),
            (row < 3).then(|| blank + 4),
            (col > 0).then(|| blank - 1),
            (col < 3).then(|| blank + 1),
        ];
        ways.into_iter().flatten().map(move |to| {
            let mut next = position;
            next.swap(blank, to);
            (next, 1u64)
        })
    };
    let estimate = |position: &[u8; 16]| {
        generated.set(generated.get() + 1);
        position.iter().enumerate().map(|(cell, &tile)| distance[usize::from(tile)][cell]).sum::<u64>()
    };
    let found = pathfinding::prelude::astar(&start, successors, estimate, |position| *position == goal);
    let (_, cost) = found.expect("a scramble can be solved");
    // The estimate is asked for once for the start and once for each position stored.
    (cost, expanded.get(), generated.get())
}

fn main() {
    let who = std::env::args().nth(1).unwrap_or_else(|| "both".to_string());
    let goal = Goal::BlankLast.board(4, 4).expect("a 4×4 goal exists");
    let moves = std::env::args().nth(2).and_then(|text| text.parse().ok()).unwrap_or(70);
    let mut rng = Rng::from_seed(1);
    let boards: Vec<Board> = (0..8).map(|_| scramble(&goal, moves, &mut rng)).collect();
    for (name, solve) in [("ours", ours as fn(&Board) -> _), ("pathfinding", theirs)] {
        if who != name && who != "both" {
            continue;
        }
        let done: Vec<Done> = boards.iter().map(|board| measured(|| solve(board))).collect();
        let lengths: Vec<u64> = done.iter().map(|d| d.cost).collect();
        let expanded: u64 = done.iter().map(|d| d.expanded).sum();
        let (stored, peaks): (Vec<usize>, Vec<usize>) = done.iter().map(|d| (d.stored, d.peak)).unzip();
        println!("{name}: lengths {lengths:?}, {expanded} expanded in all");
        let (stored, peaks) = (stored.iter().sum::<usize>(), peaks.iter().sum::<usize>());
        println!(
            "  {stored} stored, peaks add up to {peaks} bytes: {:.1} each",
            peaks as f64 / stored as f64
        );
    }
}
