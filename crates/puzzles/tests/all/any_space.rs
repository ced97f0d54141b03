//! Spaces without types keep the laws, and are searched as those with types are: same positions, same counts, same
//! moves. For every kind of key and move that there is.

use std::sync::Arc;

use slidewise_puzzles::bricks::{self, BrickSpace, Metric as BrickMetric};
use slidewise_puzzles::freeform::{self, Estimate, FreeSpace, MAX_CELLS, Part};
use slidewise_puzzles::tiles::heuristic::{Composed, Manhattan};
use slidewise_puzzles::tiles::repr::{Bytes, Decimal, FiveBits, Nibbles, Repr, Text, Words};
use slidewise_puzzles::tiles::{Board, ByChoice, Goal, Metric, Multi, Single, TilePuzzle, TileSpace};
use slidewise_search::any::{AnyHeuristic, AnySpace, Pair, ToAnyKey, ToAnyMove, retyped};
use slidewise_search::engine::{BestFirst, Order};
use slidewise_search::testing::{check_space, check_updates};
use slidewise_search::{
    Blind, Cancel, Engine, Heuristic, Limits, Meter, Reversible, StateSpace, Stats, Verdict, layered,
};

fn run<P: StateSpace>(mut engine: impl Engine<P>) -> (Verdict<P::Move>, Stats) {
    let mut nobody = ();
    let limits = Limits { nodes: Some(3000), ..Limits::default() };
    let mut meter = Meter::new(limits, Cancel::default(), &mut nobody);
    let verdict = engine.run(&mut meter);
    let Stats { expanded, generated, reopened, .. } = meter.stats;
    (verdict, Stats { expanded, generated, reopened, peak_bytes: 0 })
}

fn same<P, H>(space: P, heuristic: H)
where
    P: Reversible<Key: ToAnyKey, Move: ToAnyMove> + 'static,
    H: Heuristic<P> + 'static,
{
    let pair = Arc::new(Pair { space, heuristic });
    let any = AnySpace::new(Arc::clone(&pair));
    check_space(&any, 200, 1);
    check_updates(&any, &AnyHeuristic, 200, 2);
    let quality = AnyHeuristic.quality(&any);
    assert_eq!(quality, pair.heuristic.quality(&pair.space));
    assert_eq!(any.goals().map(|goals| goals.len()), pair.space.goals().map(|goals| goals.len()));
    for m in pair.space.moves(&pair.space.start(), None) {
        assert_eq!(P::Move::from_any(m.to_any()), m);
        assert_eq!(any.inverse(m.to_any()), pair.space.inverse(m).to_any());
    }
    let typed = run(BestFirst::new(&pair.space, &pair.heuristic, Order::ASTAR));
    let untyped = run::<P>(retyped(Box::new(BestFirst::new(&any, &AnyHeuristic, Order::ASTAR))));
    assert_eq!(untyped, typed);
    assert!(typed.1.expanded > 3, "something was searched");
}

fn tiles<R: Repr, M: Metric>(cells: &[u16], metric: M) {
    let side = cells.len().isqrt();
    let board = Board::new(side, side, cells.to_vec()).expect("a board");
    let puzzle = TilePuzzle::towards(board, &Goal::BlankLast).expect("boards of one size");
    let space = TileSpace::<R, M>::counted(&puzzle, metric).expect("it fits");
    same(space, Composed::new([Manhattan.into()]));
}

#[test]
fn tiles_are_searched_alike() {
    let small = &[8, 6, 7, 2, 5, 4, 3, 0, 1];
    let large = &[5, 1, 2, 4, 9, 6, 3, 8, 13, 10, 7, 11, 14, 0, 15, 12];
    tiles::<Nibbles, _>(small, Single);
    tiles::<Nibbles, _>(large, Multi);
    tiles::<FiveBits, _>(large, Single);
    tiles::<Decimal, _>(small, Single);
    tiles::<Text, _>(small, Single);
    tiles::<Bytes<16>, _>(small, Single);
    tiles::<Bytes<49>, _>(large, Single);
    tiles::<Words, _>(large, ByChoice::Multi);
}

#[test]
fn bricks_are_searched_alike() {
    let puzzle =
        bricks::library::get("klotski").expect("it is there").parse().expect("it is well formed").puzzle;
    for metric in [BrickMetric::Steps, BrickMetric::Moves] {
        same(BrickSpace::<u64, u64>::new(&puzzle, metric, false).expect("it fits"), Blind);
        same(BrickSpace::<u128, u128>::new(&puzzle, metric, false).expect("it fits"), Blind);
        same(BrickSpace::<u64, layered::Bytes<64>>::new(&puzzle, metric, false).expect("it fits"), Blind);
    }
}

#[test]
fn tiles_on_any_board_are_searched_alike() {
    let puzzle =
        freeform::parse("tiles: 1 2 3/4 # 5/6 7 .; goal: 2 3 5/1 # 7/4 6 .").expect("a board").puzzle;
    same(FreeSpace::<u128>::new(&puzzle).expect("it fits"), Estimate::new(&puzzle, &Part::ALL));
    same(
        FreeSpace::<layered::Bytes<MAX_CELLS>>::new(&puzzle).expect("it fits"),
        Estimate::new(&puzzle, &Part::ALL),
    );
}
