//! Pattern databases in the multi-tile metric, over whole small spaces.

use std::sync::Arc;

use slidewise_puzzles::pdb::{BuildOptions, MultiTable, Pattern, build_multi, serving};
use slidewise_puzzles::tiles::heuristic::{Combined, Composed, MultiDb, WalkingDistance};
use slidewise_puzzles::tiles::repr::Nibbles;
use slidewise_puzzles::tiles::{Board, Goal, Metric, Multi, Shape, Single, TilePuzzle, TileSpace};
use slidewise_search::engine::{Deepening, DeepeningOptions, Engine};
use slidewise_search::testing::{check_promises, check_updates, distances};
use slidewise_search::{
    Ahead, Cancel, Cost, Heuristic, Limits, LooksAhead, Meter, NoPruning, StateSpace, Verdict, verify,
};

type Space<M> = TileSpace<Nibbles, M>;
type Push = <MultiDb as LooksAhead<Space<Multi>>>::Ahead;

fn board(rows: usize, cols: usize, cells: &[u16]) -> Board {
    Board::new(rows, cols, cells.to_vec()).unwrap()
}

fn space<M: Metric + Default>(goal: &Board) -> Space<M> {
    TileSpace::new(&TilePuzzle::new(goal.clone(), goal.clone()).unwrap()).unwrap()
}

fn tables(shape: &Shape, tiles: usize) -> Vec<Arc<MultiTable>> {
    let build = |pattern: &Pattern| Arc::new(build_multi(pattern, &mut BuildOptions::quiet(2)).unwrap());
    serving(shape.rows(), shape.cols(), shape.blank_home(), tiles).iter().map(build).collect()
}

fn heuristic(shape: &Shape, tiles: usize) -> MultiDb {
    MultiDb::new(shape, &tables(shape, tiles), Composed::default()).unwrap()
}

fn goals() -> Vec<Board> {
    vec![
        board(3, 3, &[3, 1, 4, 0, 5, 8, 2, 6, 7]),
        Goal::Snail.board(3, 3).unwrap(),
        Goal::BlankLast.board(2, 4).unwrap(),
        Goal::BlankFirst.board(4, 2).unwrap(),
        board(2, 4, &[1, 2, 0, 3, 4, 5, 6, 7]),
    ]
}

#[test]
fn values_are_admissible_and_consistent_over_whole_spaces() {
    for goal in goals() {
        let space = space::<Multi>(&goal);
        let exact = distances(&space);
        for tiles in [2, 5] {
            let db = heuristic(space.shape(), tiles);
            check_promises(&space, &db, &exact);
            check_updates(&space, &db, 500, 7);
        }
        let walking = WalkingDistance::new(space.shape(), true, &mut || true).unwrap();
        let others = Composed::new([Combined::new(Some(walking), true).into()]);
        let both = MultiDb::new(space.shape(), &tables(space.shape(), 4), others.clone()).unwrap();
        check_promises(&space, &both, &exact);
        let alone = MultiDb::new(space.shape(), &[], others.clone()).unwrap();
        let start = space.start();
        for m in space.moves(&start, None) {
            let mut after = start;
            space.apply(&mut after, m);
            assert_eq!(alone.estimate(&space, &after), others.estimate(&space, &after));
        }
    }
}

/// A step is a push, so the values hold in the single metric as well.
#[test]
fn values_hold_in_the_single_metric() {
    let space = space::<Single>(&Goal::BlankLast.board(3, 3).unwrap());
    let db = heuristic(space.shape(), 5);
    check_promises(&space, &db, &distances(&space));
    check_updates(&space, &db, 500, 7);
}

/// What a depth-first search is told of a push: no more than it costs to go on along the other line.
#[test]
fn behind_a_push_the_other_line_counts() {
    let mut sharper = 0;
    for goal in goals() {
        let space = space::<Multi>(&goal);
        let exact = distances(&space);
        let db = heuristic(space.shape(), 5);
        let mut state = space.start();
        for (key, _) in exact.iter().step_by(7) {
            space.unpack(key, &mut state);
            let partial = db.init(&space, &state);
            for m in space.moves(&state, None) {
                let mut ahead: Push = Ahead::<Space<Multi>, MultiDb>::new(&partial);
                ahead.announce(&db, &space, &state, &partial, m);
                ahead.glance(&db, &space, &state, &partial, m, Cost::MAX).unwrap();
                let told = ahead.look(&db, &space, &mut state, &partial, m, Cost::MAX).unwrap();
                let mut after = state;
                space.apply(&mut after, m);
                let cost = if space.is_goal(&after) {
                    0
                } else {
                    let beyond = |next| {
                        let mut further = after;
                        space.apply(&mut further, next);
                        exact[&space.pack(&further)] + 1
                    };
                    space.moves(&after, Some(m)).map(beyond).min().unwrap()
                };
                assert!(told <= cost, "{told} is told, it costs {cost}");
                sharper += u32::from(told > db.estimate(&space, &after));
            }
        }
    }
    assert!(sharper > 0);
}

/// Every board of 3×3 and 2×4, solved and compared with the true distance.
#[test]
fn every_optimum_of_small_boards() {
    for goal in [Goal::BlankLast.board(3, 3).unwrap(), Goal::BlankLast.board(2, 4).unwrap()] {
        let solved = space::<Multi>(&goal);
        let exact = distances(&solved);
        assert_eq!(exact.len(), if goal.rows() == 3 { 181_440 } else { 20_160 });
        let db = heuristic(solved.shape(), 5);
        let mut state = solved.start();
        for (key, &distance) in &exact {
            solved.unpack(key, &mut state);
            let labels: Vec<u16> =
                (0..goal.rows() * goal.cols()).map(|c| solved.label(&state, c) as u16).collect();
            let space = Space::<Multi>::from_labels(solved.shape().clone(), &labels).unwrap();
            let mut unseen = ();
            let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
            match Deepening::announced(&space, &db, &NoPruning, DeepeningOptions::LOOKING_AHEAD)
                .run(&mut meter)
            {
                Verdict::Solved(solution) => {
                    assert_eq!(solution.cost, distance);
                    assert_eq!(solution.lower_bound, distance);
                    verify(&space, &solution).unwrap();
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

/// Tables that see the tiles near the blank's place and far from it say more than one of them, and are used alike.
#[test]
fn two_tables_say_more_than_one() {
    let goal = Goal::BlankLast.board(3, 3).unwrap();
    let space = space::<Multi>(&goal);
    let (shape, exact) = (space.shape(), distances(&space));
    let both = tables(shape, 4);
    assert_eq!(both.len(), 2);
    let sum = |tables: &[Arc<MultiTable>]| {
        let db = MultiDb::new(shape, tables, Composed::default()).unwrap();
        let mut state = space.start();
        let estimate = |key| {
            space.unpack(key, &mut state);
            db.estimate(&space, &state)
        };
        exact.keys().map(estimate).sum::<Cost>()
    };
    assert!(sum(&both) > sum(&both[..1]) && sum(&both) > sum(&both[1..]));
}
