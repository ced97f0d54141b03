//! Depth-first search with a table against breadth-first distances, over whole small spaces: the moves that a space
//! leaves out after the last one must not be lost to the table.

use slidewise_puzzles::tiles::repr::Nibbles;
use slidewise_puzzles::tiles::{Board, Goal, Metric, Multi, Single, TilePuzzle, TileSpace};
use slidewise_search::engine::DepthFirst;
use slidewise_search::testing::distances;
use slidewise_search::{Cost, Engine, StateSpace, Stop, Verdict, verify};

fn space<M: Metric + Default>(start: Board, goal: &Board) -> TileSpace<Nibbles, M> {
    let puzzle = TilePuzzle::new(start, goal.clone()).expect("boards of one size");
    TileSpace::new(&puzzle).expect("small boards fit")
}

/// The board with its first two tiles exchanged, which no sequence of moves leads to.
fn out_of_reach(board: &Board) -> Board {
    let mut cells = board.cells().to_vec();
    let tiles = Vec::from_iter((0..cells.len()).filter(|&at| cells[at] != 0).take(2));
    cells.swap(tiles[0], tiles[1]);
    Board::new(board.rows(), board.cols(), cells).expect("the same tiles")
}

/// To each depth it visits as many positions as there are within it, and says only where there are no more that there
/// is no solution.
fn visits_all_within<M: Metric + Default>(goal: &Board, depths: impl Iterator<Item = Cost>) {
    let known = distances(&space::<M>(goal.clone(), goal));
    let deepest = *known.values().max().expect("at least the goal");
    let nowhere = space::<M>(goal.clone(), &out_of_reach(goal));
    for depth in depths {
        let mut search = DepthFirst::new(&nowhere, Some(depth));
        let verdict = search.solve();
        let within = known.values().filter(|&&distance| distance <= depth).count();
        assert_eq!(search.view().stored, within, "within {depth}");
        match verdict {
            Verdict::Unsolvable => assert!(depth >= deepest, "unsolvable at {depth}"),
            Verdict::Stopped { why: Stop::Depth, lower_bound, .. } => assert_eq!(lower_bound, depth + 1),
            other => panic!("{other} at {depth}"),
        }
    }
    let mut search = DepthFirst::new(&nowhere, None);
    assert_eq!(search.solve(), Verdict::Unsolvable);
    assert_eq!(search.view().stored, known.len());
}

#[test]
fn depth_limits_cut_off_nothing_within_them() {
    let eight = Goal::BlankLast.board(3, 3).expect("a goal");
    visits_all_within::<Single>(&eight, 0..=14);
    visits_all_within::<Multi>(&eight, 0..=9);
    let five = Goal::BlankLast.board(2, 3).expect("a goal");
    visits_all_within::<Single>(&five, 0..=22);
    visits_all_within::<Multi>(&five, 0..=22);
}

/// From every position: found exactly where the limit allows, and optimal where it deepens.
fn says_the_truth<M: Metric + Default>(goal: &Board, every: usize, most: Cost) {
    let start = space::<M>(goal.clone(), goal);
    let mut state = start.start();
    let mut all: Vec<_> = distances(&start).into_iter().filter(|&(_, distance)| distance <= most).collect();
    all.sort_unstable();
    for (key, truth) in all.into_iter().step_by(every) {
        start.unpack(&key, &mut state);
        let cells = (0..goal.cells().len()).map(|cell| goal.cells()[start.label(&state, cell)]).collect();
        let board = Board::new(goal.rows(), goal.cols(), cells).expect("the same tiles");
        let space = space::<M>(board, goal);
        for limit in [truth.checked_sub(1), Some(truth), Some(truth + 1)].into_iter().flatten() {
            for mut search in
                [DepthFirst::new(&space, Some(limit)), DepthFirst::deepening(&space, Some(limit))]
            {
                let verdict = search.solve();
                let what = format!("{key:?} at {truth} within {limit}: {verdict}");
                assert_eq!(verdict.solution().is_some(), truth <= limit, "{what}");
                assert!(verdict.lower_bound().is_some_and(|bound| bound <= truth), "{what}");
                let Some(solution) = verdict.solution() else { continue };
                assert_eq!(verify(&space, solution), Ok(()), "{what}");
                assert!(solution.cost >= truth && solution.cost <= limit, "{what}");
            }
        }
        let deepened = DepthFirst::deepening(&space, None).solve();
        assert!(
            deepened.is_optimal() && deepened.lower_bound() == Some(truth),
            "{key:?} at {truth}: {deepened}"
        );
    }
}

#[test]
fn depth_first_search_says_the_truth_of_small_boards() {
    let five = Goal::BlankLast.board(2, 3).expect("a goal");
    says_the_truth::<Single>(&five, 1, Cost::MAX);
    says_the_truth::<Multi>(&five, 1, Cost::MAX);
    let eight = Goal::BlankLast.board(3, 3).expect("a goal");
    says_the_truth::<Single>(&eight, 211, 16);
    says_the_truth::<Multi>(&eight, 211, 11);
}
