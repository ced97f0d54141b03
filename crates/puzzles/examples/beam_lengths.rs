//! How long the solutions of beams of one width are, with a learned table alone or with the guide line by line.
//!
//!     cargo run --release -p slidewise-puzzles --example beam_lengths -- TABLE BOARDS COUNT WIDTH [lines] [THREADS]
//!
//! BOARDS is a file of `crates/puzzles/data/tiles` with an id, a known length and the tiles in each line, or
//! a seed for boards drawn uniformly: `5` for boards of the table's size, `8:5` for 8×8, for which the table
//! is stretched.

use std::time::Instant;

use slidewise_puzzles::random::Rng;
use slidewise_puzzles::tiles::generate::uniform;
use slidewise_puzzles::tiles::heuristic::{Guided, Learned, LinearConflict};
use slidewise_puzzles::tiles::repr::Bytes;
use slidewise_puzzles::tiles::{Board, Goal, Single, TilePuzzle, TileSpace};
use slidewise_search::engine::{Beam, BeamOptions, Engine};
use slidewise_search::{Cancel, Heuristic, Limits, Meter, StateSpace, Verdict, verify};

type Space = TileSpace<Bytes<100>, Single>;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let table = Learned::from_bytes(&std::fs::read(&args[0]).expect("a file")).expect("a table");
    let count: usize = args[2].parse().expect("a number");
    let width: usize = args[3].parse().expect("a number");
    let guided = args.iter().any(|arg| arg == "lines");
    let threads: usize = args.last().and_then(|arg| arg.parse().ok()).filter(|_| args.len() > 4).unwrap_or(1);
    let (mut known, mut conflicts, mut total, mut solved) = (0, 0, 0, 0);
    let begun = Instant::now();
    for (length, puzzle) in puzzles(&args[1], table.size(), count) {
        let cells = puzzle.goal().rows() * puzzle.goal().cols();
        let found = match cells {
            ..=25 => beam::<25>(&puzzle, &table, width, threads, guided),
            26..=36 => beam::<36>(&puzzle, &table, width, threads, guided),
            37..=49 => beam::<49>(&puzzle, &table, width, threads, guided),
            50..=64 => beam::<64>(&puzzle, &table, width, threads, guided),
            _ => beam::<100>(&puzzle, &table, width, threads, guided),
        };
        let space = Space::new(&puzzle).expect("at most 100 cells");
        match found {
            Some(moves) => {
                known += length;
                total += moves;
                conflicts += LinearConflict.estimate(&space, &space.start()) as usize;
                solved += 1;
                print!("{moves} ");
            }
            None => print!("- "),
        }
    }
    let mean = |sum: usize| sum as f64 / f64::from(solved.max(1));
    println!(
        "\n{solved} of {count} solved, mean {:.2}, known {:.2}, {:.4} LC, {:.2} s",
        mean(total),
        mean(known),
        total as f64 / conflicts.max(1) as f64,
        begun.elapsed().as_secs_f64()
    );
}

fn puzzles(boards: &str, (rows, cols): (usize, usize), count: usize) -> Vec<(usize, TilePuzzle)> {
    let (size, seed) = boards.split_once(':').unwrap_or(("", boards));
    if let Ok(seed) = seed.parse() {
        let (rows, cols) = size.parse().map_or((rows, cols), |side| (side, side));
        let mut rng = Rng::from_seed(seed);
        let goal = Goal::BlankLast.board(rows, cols).expect("a size");
        let puzzle = |_| TilePuzzle::new(uniform(&goal, &mut rng), goal.clone()).expect("of one size");
        return (0..count).map(puzzle).map(|puzzle| (0, puzzle)).collect();
    }
    let goal = Goal::BlankLast.board(rows, cols).expect("a size");
    let text = std::fs::read_to_string(boards).expect("a file of boards");
    let lines = text.lines().filter(|line| !line.starts_with('#')).take(count);
    let puzzle = |line: &str| {
        let numbers: Vec<u16> = line.split_whitespace().map(|n| n.parse().expect("a number")).collect();
        let start = Board::new(rows, cols, numbers[2..].to_vec()).expect("a board");
        (usize::from(numbers[1]), TilePuzzle::new(start, goal.clone()).expect("of one size"))
    };
    lines.map(puzzle).collect()
}

fn beam<const N: usize>(
    puzzle: &TilePuzzle,
    table: &Learned,
    width: usize,
    threads: usize,
    guided: bool,
) -> Option<usize> {
    let space = TileSpace::<Bytes<N>, Single>::new(puzzle).expect("it fits");
    let (rows, cols) = (puzzle.goal().rows(), puzzle.goal().cols());
    let table = if table.size() == (rows, cols) { table.clone() } else { table.stretched(rows, cols) };
    if guided {
        run(&space, &Guided::new(table, space.shape()), width, threads)
    } else {
        run(&space, &table, width, threads)
    }
}

fn run<const N: usize, H: Heuristic<TileSpace<Bytes<N>, Single>>>(
    space: &TileSpace<Bytes<N>, Single>,
    heuristic: &H,
    width: usize,
    threads: usize,
) -> Option<usize> {
    let mut observer = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
    let options = BeamOptions { threads, ..BeamOptions::width(width) };
    match Beam::new(space, heuristic, options).run(&mut meter) {
        Verdict::Solved(solution) => {
            verify(space, &solution).expect("a solution");
            Some(solution.moves.len())
        }
        _ => None,
    }
}
