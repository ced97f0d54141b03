//! What an expansion costs beside a plain loop on the same board in the same run: the least of several turns each,
//! taken in turn, so that a busy machine disturbs all alike.
//!
//! `cargo run --release -p slidewise-solve --example versus_loop [-- BOARD…]` with numbers of Korf's hundred boards.

use std::hint::black_box;
use std::time::Duration;

use slidewise_puzzles::tiles::heuristic::{
    Combined, LinearConflict, Manhattan, SmallCombined, WalkingDistance,
};
use slidewise_puzzles::tiles::lists::list;
use slidewise_puzzles::tiles::repr::Nibbles;
use slidewise_puzzles::tiles::{Board, Goal, Single, TilePuzzle, TileSpace};
use slidewise_search::engine::{BestFirst, Deepening, DeepeningOptions, Engine, Order};
use slidewise_search::{Cancel, Heuristic, Limits, Meter, Stats};

type Space = TileSpace<Nibbles, Single>;

/// Boards that IDA* with Manhattan distance solves in a moment.
const BOARDS: [usize; 3] = [79, 12, 19];
const TURNS: usize = 25;

fn main() {
    let wanted: Vec<usize> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let wanted = if wanted.is_empty() { BOARDS.to_vec() } else { wanted };
    for number in wanted {
        let Some(puzzle) = korf(number) else {
            println!("Korf has no board {number}");
            continue;
        };
        println!("Korf {number}");
        compare(&puzzle);
    }
}

/// A board by its number, the first of its line; the second is its optimum.
fn korf(number: usize) -> Option<TilePuzzle> {
    let lines = list("korf15-100.txt")?.lines().filter(|line| !line.starts_with('#'));
    let mut lines = lines.map(|line| line.split_whitespace().filter_map(|n| n.parse().ok()).collect());
    let line: Vec<u16> = lines.find(|line: &Vec<u16>| line.first() == Some(&(number as u16)))?;
    let board = Board::new(4, 4, line[2..].to_vec()).ok()?;
    TilePuzzle::new(board, Goal::BlankFirst.board(4, 4).ok()?).ok()
}

/// A search with its name.
type Row<'a> = (&'a str, Box<dyn Fn() -> Stats + 'a>);

/// One line for each search.
fn compare(puzzle: &TilePuzzle) {
    let space = Space::new(puzzle).expect("four by four");
    let table = WalkingDistance::new(space.shape(), false, &mut || true).expect("a small table");
    let walking = SmallCombined::walking(&table).expect("a small table");
    let combined = SmallCombined::combined(&Combined::new(Some(table), false)).expect("a small table");
    let mut rows: Vec<Row<'_>> = vec![
        ("a plain loop, Manhattan", Box::new(|| plain(puzzle))),
        ("ida manhattan", Box::new(|| deepening(&space, &Manhattan))),
        ("ida linear-conflict", Box::new(|| deepening(&space, &LinearConflict))),
        ("ida walking-distance", Box::new(|| deepening(&space, &walking))),
        ("ida combined", Box::new(|| deepening(&space, &combined))),
        ("astar manhattan", Box::new(|| best_first(&space, &Manhattan))),
    ];
    let mut best = vec![(Duration::MAX, Stats::default()); rows.len()];
    for _ in 0..TURNS {
        for (row, best) in rows.iter_mut().zip(&mut best) {
            let started = processor_time();
            let stats = black_box(row.1());
            *best = (best.0.min(processor_time() - started), stats);
        }
    }
    let each = |(time, stats): &(Duration, Stats)| time.as_secs_f64() * 1e9 / stats.expanded as f64;
    let yardstick = each(&best[0]);
    for ((name, _), best) in rows.iter().zip(&best) {
        let (each, Stats { expanded, generated, peak_bytes, .. }) = (each(best), best.1);
        let ratio = each / yardstick;
        let memory = peak_bytes as f64 / expanded as f64;
        let ms = best.0.as_secs_f64() * 1e3;
        println!(
            "  {name:<26} {each:7.1} ns an expansion, {ratio:5.2} times the plain loop, {ms:8.1} ms, \
             {expanded} expanded, {generated} generated, {memory:.1} bytes"
        );
    }
}

/// Of this thread: what others do on the machine counts less then.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn deepening<H: Heuristic<Space>>(space: &Space, heuristic: &H) -> Stats {
    metered(|meter| Deepening::new(space, heuristic, DeepeningOptions::default()).run(meter))
}

fn best_first<H: Heuristic<Space>>(space: &Space, heuristic: &H) -> Stats {
    metered(|meter| BestFirst::new(space, heuristic, Order::ASTAR).run(meter))
}

fn metered<T>(run: impl FnOnce(&mut Meter<'_>) -> T) -> Stats {
    let mut unseen = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
    run(&mut meter);
    meter.stats
}

/// IDA* with Manhattan distance as one writes it down: a board of numbers, recursion, moves made and taken back.
struct Plain {
    board: [usize; 16],
    distance: [[i32; 16]; 16],
    neighbours: [Vec<usize>; 16],
    bound: i32,
    next_bound: i32,
    stats: Stats,
}

impl Plain {
    fn search(&mut self, g: i32, h: i32, blank: usize, before: usize) -> bool {
        if h == 0 {
            return true;
        }
        self.stats.expanded += 1;
        for i in 0..self.neighbours[blank].len() {
            let to = self.neighbours[blank][i];
            if to == before {
                continue;
            }
            self.stats.generated += 1;
            let tile = self.board[to];
            let h = h + self.distance[tile][blank] - self.distance[tile][to];
            if g + 1 + h > self.bound {
                self.next_bound = self.next_bound.min(g + 1 + h);
                continue;
            }
            (self.board[blank], self.board[to]) = (tile, 0);
            if self.search(g + 1, h, to, blank) {
                return true;
            }
            (self.board[to], self.board[blank]) = (tile, 0);
        }
        false
    }
}

fn plain(puzzle: &TilePuzzle) -> Stats {
    let apart = |a: usize, b: usize| ((a / 4).abs_diff(b / 4) + (a % 4).abs_diff(b % 4)) as i32;
    let distance = |tile, cell| if tile == 0 { 0 } else { apart(tile, cell) };
    let board: [usize; 16] = std::array::from_fn(|cell| puzzle.start().cells()[cell].into());
    let blank = board.iter().position(|&tile| tile == 0).expect("a blank");
    let h = board.iter().enumerate().map(|(cell, &tile)| distance(tile, cell)).sum();
    let mut plain = Plain {
        board,
        distance: std::array::from_fn(|tile| std::array::from_fn(|cell| distance(tile, cell))),
        neighbours: std::array::from_fn(|cell| (0..16).filter(|&to| apart(cell, to) == 1).collect()),
        bound: h,
        next_bound: i32::MAX,
        stats: Stats::default(),
    };
    while !plain.search(0, h, blank, 16) {
        plain.bound = std::mem::replace(&mut plain.next_bound, i32::MAX);
    }
    plain.stats
}
