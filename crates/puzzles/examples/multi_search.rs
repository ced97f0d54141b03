//! Random 4×4 boards in the multi-tile metric: how long a table takes to build, and what IDA* expands with it.
//!
//! `cargo run --release -p slidewise-puzzles --example multi_search -- TILES BOARDS [CELLS …]`: the tables of so many
//! tiles near the blank and far from it, or those of other goal cells, each a list such as 0,1,2,4,5,8.

use std::sync::Arc;
use std::time::Instant;

use slidewise_puzzles::pdb::{BuildOptions, MultiTable, Pattern, build_multi, serving};
use slidewise_puzzles::random::Rng;
use slidewise_puzzles::tiles::heuristic::{Composed, MultiDb};
use slidewise_puzzles::tiles::repr::Nibbles;
use slidewise_puzzles::tiles::{Goal, Multi, Shape, TilePuzzle, TileSpace, generate};
use slidewise_search::engine::{Deepening, DeepeningOptions, Engine};
use slidewise_search::{Cancel, Limits, Meter, NoPruning, verify};

fn main() {
    let number = |at: usize, or: usize| std::env::args().nth(at).and_then(|n| n.parse().ok()).unwrap_or(or);
    let (tiles, boards) = (number(1, 6), number(2, 20));
    let goal = Goal::BlankLast.board(4, 4).expect("there is one");
    let shape = Shape::new(4, 4, goal.blank());
    let drawn = |cells: String| {
        let cells = cells.split(',').map(|cell| cell.parse::<usize>().expect("a number"));
        Pattern::new(4, 4, shape.blank_home(), cells).expect("cells of the board")
    };
    let drawn: Vec<Pattern> = std::env::args().skip(3).map(drawn).collect();
    let patterns = if drawn.is_empty() { serving(4, 4, shape.blank_home(), tiles) } else { drawn };
    let built = patterns.iter().map(|pattern| {
        let started = Instant::now();
        let table = build_multi(pattern, &mut BuildOptions::quiet(2)).expect("nothing stops it");
        println!("{pattern}: {} bytes, built in {:.2?}", table.bytes().len(), started.elapsed());
        Arc::new(table)
    });
    let tables: Vec<Arc<MultiTable>> = built.collect();
    let db = MultiDb::new(&shape, &tables, Composed::default()).expect("they are for this board");
    let mut rng = Rng::from_seed(1);
    let (mut pushes, mut most) = (0, 0);
    let (mut expanded, started) = (0, Instant::now());
    for _ in 0..boards {
        let puzzle = TilePuzzle::new(generate::uniform(&goal, &mut rng), goal.clone()).expect("of one size");
        let space = TileSpace::<Nibbles, Multi>::new(&puzzle).expect("it fits");
        let mut unseen = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
        let verdict =
            Deepening::announced(&space, &db, &NoPruning, DeepeningOptions::LOOKING_AHEAD).run(&mut meter);
        let solution = verdict.solution().expect("every board has one");
        verify(&space, solution).expect("it is one");
        pushes += solution.cost;
        expanded += meter.stats.expanded;
        most = most.max(meter.stats.expanded);
    }
    let of = boards.max(1) as f64;
    println!(
        "{boards} boards: mean {:.2} pushes, {:.0} expanded (at most {most}), {:.2?} a board",
        pushes as f64 / of,
        expanded as f64 / of,
        started.elapsed() / boards.max(1) as u32
    );
}
