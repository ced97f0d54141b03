//! Pattern databases on many boards: random ones against a search that shares no table with them, and the 17 hardest.
//!
//! The long ones are run on request, the hardest with the tables of `slidewise pdb build 15-large`, found where
//! `SLIDEWISE_CACHE` says or in the usual place:
//!
//! `cargo test --release -p slidewise-puzzles --test all pattern_db_boards -- --ignored`

use slidewise_puzzles::pdb::{BuildOptions, Cache, Library, Recipe};
use slidewise_puzzles::random::Rng;
use slidewise_puzzles::tiles::generate::{scramble, uniform};
use slidewise_puzzles::tiles::heuristic::pattern_db::{SmallDb, from_library, instant};
use slidewise_puzzles::tiles::heuristic::{Combined, WalkingDistance};
use slidewise_puzzles::tiles::pruning::Automaton;
use slidewise_puzzles::tiles::repr::Nibbles;
use slidewise_puzzles::tiles::{Board, Goal, Shape, Single, TilePuzzle, TileSpace};
use slidewise_search::engine::{Deepening, DeepeningOptions, Engine, parallel_deepening};
use slidewise_search::{Cancel, Limits, Meter, Verdict, verify};

type Space = TileSpace<Nibbles, Single>;

/// Solves boards with the instant tables, and again with walking distance and linear conflicts and without pruning, as
/// far as `nodes` expansions reach; gives the number of boards that were compared.
fn compare(boards: impl Iterator<Item = Board>, goal: &Goal, nodes: u64) -> usize {
    let goal = goal.board(4, 4).unwrap();
    let shape = Shape::new(4, 4, goal.blank());
    let db: SmallDb = instant(&shape, 2, &Cancel::default()).unwrap().unwrap();
    let walking = WalkingDistance::new(&shape, false, &mut || true).unwrap();
    let combined = Combined::new(Some(walking), false);
    let automaton = Automaton::new(4, 4, 12);
    let mut compared = 0;
    for board in boards {
        let space = Space::new(&TilePuzzle::new(board.clone(), goal.clone()).unwrap()).unwrap();
        let mut unseen = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
        let verdict =
            Deepening::announced(&space, &db, &automaton, DeepeningOptions::LOOKING_AHEAD).run(&mut meter);
        let Verdict::Solved(solution) = verdict else { panic!("{board}: {verdict:?}") };
        assert_eq!(verify(&space, &solution), Ok(()), "{board}");
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut meter = Meter::new(limits, Cancel::default(), &mut unseen);
        match Deepening::new(&space, &combined, DeepeningOptions::default()).run(&mut meter) {
            Verdict::Solved(other) => {
                assert_eq!(other.cost, solution.cost, "{board}");
                compared += 1;
            }
            Verdict::Stopped { lower_bound, .. } => assert!(lower_bound <= solution.cost, "{board}"),
            Verdict::Unsolvable => panic!("{board} was solved before"),
        }
    }
    compared
}

#[test]
fn scrambled_boards_agree_with_another_search() {
    let mut rng = Rng::from_seed(15);
    let goal = Goal::BlankLast.board(4, 4).unwrap();
    let boards: Vec<Board> = (0..40).map(|i| scramble(&goal, 20 + i, &mut rng)).collect();
    assert!(compare(boards.into_iter(), &Goal::BlankLast, 200_000) >= 30);
}

#[test]
#[ignore = "minutes"]
fn a_thousand_random_boards_agree_with_another_search() {
    let mut rng = Rng::from_seed(1000);
    let goal = Goal::BlankFirst.board(4, 4).unwrap();
    let boards: Vec<Board> = (0..1000).map(|_| uniform(&goal, &mut rng)).collect();
    let compared = compare(boards.into_iter(), &Goal::BlankFirst, 2_000_000);
    assert!(compared >= 500, "only {compared} were within reach of the other search");
}

#[test]
#[ignore = "needs the tables 15-large"]
fn the_hardest_boards_take_80_moves() {
    let shape = Shape::new(4, 4, 0);
    let recipe = Recipe::find("15-large").unwrap();
    let mut library = Library::new(Cache::default_place());
    assert!(library.has(&recipe.tables(0).unwrap()), "run `slidewise pdb build 15-large` first");
    let (mut options, mut warn) = (BuildOptions::quiet(2), |warning| panic!("{warning}"));
    let partitions = recipe.partitions(0).unwrap();
    let db = from_library::<8, 2>(&shape, &partitions, &mut library, false, &mut options, &mut warn);
    let (db, automaton) = (db.unwrap().unwrap(), Automaton::new(4, 4, 12));
    let rows = include_str!("../../data/tiles/hard15-17.txt").lines();
    for row in rows.filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let numbers: Vec<u16> = row.split_whitespace().map(|n| n.parse().unwrap()).collect();
        let board = Board::new(4, 4, numbers[2..].to_vec()).unwrap();
        let puzzle = TilePuzzle::new(board, Goal::BlankFirst.board(4, 4).unwrap()).unwrap();
        let space = Space::new(&puzzle).unwrap();
        let mut unseen = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
        let verdict = parallel_deepening(
            Deepening::announced(&space, &db, &automaton, DeepeningOptions::LOOKING_AHEAD),
            2,
            &mut meter,
        );
        let solution = verdict.solution().expect("every one of them has a solution");
        assert_eq!((solution.cost, verify(&space, solution)), (80, Ok(())), "{row}");
    }
}
