//! The laws of tile spaces and heuristics, over whole spaces where they fit.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::thread;

use slidewise_puzzles::tiles::heuristic::{
    Combined, Composed, LinearConflict, Manhattan, Misplaced, Part, Simple, SmallCombined, Textbook,
    WalkingDistance,
};
use slidewise_puzzles::tiles::repr::{Bytes, Decimal, FiveBits, Nibbles, Repr, Text, Words};
use slidewise_puzzles::tiles::{Board, ByChoice, Goal, Metric, Multi, Single, TilePuzzle, TileSpace};
use slidewise_search::testing::{check_promises, check_reversible, check_space, check_updates, distances};
use slidewise_search::{Blind, Cost, Heuristic, Quality, Reversible, StateSpace};

fn board(rows: usize, cols: usize, cells: &[u16]) -> Board {
    Board::new(rows, cols, cells.to_vec()).unwrap()
}

/// A puzzle that starts at its goal; walks and distances do not care.
fn solved(goal: &Board) -> TilePuzzle {
    TilePuzzle::new(goal.clone(), goal.clone()).unwrap()
}

fn eight_puzzle_goals() -> [Board; 3] {
    let custom = board(3, 3, &[3, 1, 4, 0, 5, 8, 2, 6, 7]);
    [Goal::BlankLast.board(3, 3).unwrap(), Goal::BlankFirst.board(3, 3).unwrap(), custom]
}

fn space<R: Repr, M: Metric + Default>(puzzle: &TilePuzzle) -> TileSpace<R, M> {
    TileSpace::new(puzzle).expect("the representation holds boards of this size")
}

/// Parts to be put together: none, each alone, pairs of which neither covers the other, all.
fn compositions(walking: &WalkingDistance, combined: &Combined) -> Vec<Vec<Part>> {
    let (walking, combined) = (Part::from(walking.clone()), Part::from(combined.clone()));
    let all = [Misplaced.into(), Manhattan.into(), LinearConflict.into(), walking.clone(), combined];
    let mut compositions = vec![vec![], vec![LinearConflict.into(), walking], all.to_vec()];
    compositions.extend(all.map(|part| vec![part]));
    let simple = Simple::ALL.map(|one| Part::from(Textbook::new(one)));
    compositions.push(simple.to_vec());
    compositions.push(vec![simple[0].clone(), LinearConflict.into(), simple[3].clone()]);
    compositions.extend(simple.map(|part| vec![part]));
    compositions
}

/// Calls a check with each heuristic for a space.
macro_rules! for_each_heuristic {
    ($space:expr, $multi:expr, $check:expr) => {{
        let space = &$space;
        let walking = WalkingDistance::new(space.shape(), $multi, &mut || true).unwrap();
        let combined = Combined::new(Some(walking.clone()), $multi);
        $check(space, &Blind);
        $check(space, &Misplaced);
        $check(space, &Manhattan);
        $check(space, &LinearConflict);
        for one in Simple::ALL {
            $check(space, &Textbook::new(one));
        }
        $check(space, &walking);
        $check(space, &combined);
        for parts in compositions(&walking, &combined) {
            $check(space, &Composed::new(parts));
        }
    }};
}

#[test]
fn the_eight_puzzle_has_the_known_depths() {
    let puzzle = solved(&eight_puzzle_goals()[0]);
    let space = space::<Nibbles, Single>(&puzzle);
    let known = distances(&space);
    assert_eq!(known.len(), 181_440);
    assert_eq!(known.values().max(), Some(&31));
    let mut hardest: Vec<String> = Vec::new();
    let mut state = space.start();
    for key in known.iter().filter(|&(_, &d)| d == 31).map(|(key, _)| key) {
        space.unpack(key, &mut state);
        let tiles = (0..9).map(|cell| puzzle.goal().cells()[space.label(&state, cell)]).collect();
        hardest.push(Board::new(3, 3, tiles).unwrap().to_string());
    }
    hardest.sort();
    assert_eq!(hardest, ["6 4 7/8 5 0/3 2 1", "8 6 7/2 5 4/3 0 1"]);
}

#[test]
fn heuristics_keep_their_promises_on_the_whole_eight_puzzle() {
    thread::scope(|scope| {
        for goal in eight_puzzle_goals() {
            scope.spawn(move || check_all_promises(&solved(&goal)));
        }
    });
}

#[test]
fn heuristics_keep_their_promises_on_boards_that_are_not_square() {
    for (rows, cols) in [(2, 4), (4, 2), (2, 2), (1, 5), (2, 3)] {
        for goal in Goal::NAMED {
            check_all_promises(&solved(&goal.board(rows, cols).unwrap()));
        }
    }
}

/// What every heuristic promises in both metrics, on all boards that have this goal.
fn check_all_promises(puzzle: &TilePuzzle) {
    let single = space::<Nibbles, Single>(puzzle);
    let known = distances(&single);
    for_each_heuristic!(single, false, |s, h| check_promises(s, h, &known));
    let multi = space::<Nibbles, Multi>(puzzle);
    let known = distances(&multi);
    for_each_heuristic!(multi, true, |s, h| check_promises(s, h, &known));
}

/// Manhattan and misplaced claim nothing in the multi-tile metric, and rightly so.
#[test]
fn step_counting_heuristics_overestimate_in_the_multi_tile_metric() {
    let multi = space::<Nibbles, Multi>(&solved(&Goal::BlankLast.board(3, 3).unwrap()));
    let known = distances(&multi);
    let overestimates = |h: &dyn Fn(&_) -> Cost| {
        let mut state = multi.start();
        let mut over = 0;
        for (key, &distance) in &known {
            multi.unpack(key, &mut state);
            over += usize::from(h(&state) > distance);
        }
        over
    };
    assert!(overestimates(&|s| Manhattan.estimate(&multi, s)) > 0);
    assert!(overestimates(&|s| Misplaced.estimate(&multi, s)) > 0);
}

/// What is not promised does not hold: each of these says too much somewhere, or falls too fast.
#[test]
fn simple_heuristics_promise_all_that_they_keep() {
    let puzzle = solved(&Goal::BlankLast.board(3, 3).unwrap());
    let (single, multi) = (space::<Nibbles, Single>(&puzzle), space::<Nibbles, Multi>(&puzzle));
    for one in Simple::ALL.map(Textbook::new) {
        assert_eq!(kept(&single, &one), one.quality(&single), "{one:?}");
        let (kept, promised) = (kept(&multi, &one), one.quality(&multi));
        assert!(kept.admissible >= promised.admissible && kept.consistent >= promised.consistent, "{one:?}");
        assert!(!kept.admissible, "{one:?} could promise more in the multi-tile metric");
    }
}

/// What holds over a whole space.
fn kept<M: Metric>(space: &TileSpace<Nibbles, M>, h: &Textbook) -> Quality {
    let mut quality = Quality::CONSISTENT;
    let mut state = space.start();
    for (key, &distance) in &distances(space) {
        space.unpack(key, &mut state);
        let here = h.estimate(space, &state);
        quality.admissible &= here <= distance;
        for m in space.moves(&state, None) {
            space.apply(&mut state, m);
            quality.consistent &= here <= h.estimate(space, &state) + space.cost(m);
            space.undo(&mut state, m);
        }
    }
    quality
}

/// Gaschnig's heuristic is the exact distance where any tile may jump to the blank, found here by trying.
#[test]
fn gaschnig_counts_jumps_to_the_blank() {
    for goal in eight_puzzle_goals().iter().take(2) {
        let space = space::<Nibbles, Single>(&solved(goal));
        let (cells, blank) = (space.shape().cells(), space.shape().blank_home());
        let first: Vec<u16> = (0..cells as u16).collect();
        let mut jumps = HashMap::from([(first.clone(), 0)]);
        let mut layer = vec![first];
        for depth in 1.. {
            let mut next = Vec::new();
            for labels in layer {
                let at = labels.iter().position(|&label| usize::from(label) == blank).unwrap();
                for other in (0..cells).filter(|&other| other != at) {
                    let mut there = labels.clone();
                    there.swap(at, other);
                    if let Entry::Vacant(vacant) = jumps.entry(there) {
                        next.push(vacant.key().clone());
                        vacant.insert(depth);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        let gaschnig = Textbook::new(Simple::Gaschnig);
        for (labels, &depth) in jumps.iter().step_by(5) {
            assert_eq!(gaschnig.estimate(&space, &space.at(labels)), depth, "{labels:?}");
        }
    }
}

/// X-Y is the walking distance under another name: only columns matter, and the blank changes places with any tile of
/// the next column; the same for rows. Found here by trying.
#[test]
fn x_y_is_walking_distance() {
    for goal in eight_puzzle_goals() {
        let space = space::<Nibbles, Single>(&solved(&goal));
        let shape = space.shape();
        let walking = WalkingDistance::new(shape, false, &mut || true).unwrap();
        let column = |cell: usize| shape.col(cell);
        let row = |cell: usize| shape.row(cell);
        let (x, y) = (one_axis(&space, &column), one_axis(&space, &row));
        let mut state = space.start();
        for key in distances(&space).keys().step_by(11) {
            space.unpack(key, &mut state);
            let sum = x[&lines(&space, &state, &column)] + y[&lines(&space, &state, &row)];
            assert_eq!(walking.estimate(&space, &state), sum);
        }
    }
}

type Lines = Vec<Vec<Option<usize>>>;

/// Of each line, the lines in which its tiles belong, in order; nothing for the blank.
fn lines(
    space: &TileSpace<Nibbles, Single>,
    state: &<Nibbles as Repr>::State,
    line: &dyn Fn(usize) -> usize,
) -> Lines {
    let mut lines = vec![Vec::new(); 3];
    for cell in 0..9 {
        let label = space.label(state, cell);
        lines[line(cell)].push((label != space.shape().blank_home()).then(|| line(label)));
    }
    lines.iter_mut().for_each(|line| line.sort_unstable());
    lines
}

fn one_axis(space: &TileSpace<Nibbles, Single>, line: &dyn Fn(usize) -> usize) -> HashMap<Lines, Cost> {
    let first = lines(space, &space.start(), line);
    let mut known = HashMap::from([(first.clone(), 0)]);
    let mut queue = std::collections::VecDeque::from([first]);
    while let Some(at) = queue.pop_front() {
        let depth = known[&at];
        let blank = at.iter().position(|line| line.contains(&None)).unwrap();
        for other in [blank.wrapping_sub(1), blank + 1].into_iter().filter(|&other| other < 3) {
            for i in 0..at[other].len() {
                let mut there = at.clone();
                let tile = there[other].remove(i);
                there[other].push(None);
                there[blank].retain(Option::is_some);
                there[blank].push(tile);
                there.iter_mut().for_each(|line| line.sort_unstable());
                if let Entry::Vacant(vacant) = known.entry(there) {
                    queue.push_back(vacant.key().clone());
                    vacant.insert(depth + 1);
                }
            }
        }
    }
    known
}

/// Boards whose values are worked out by hand.
#[test]
fn simple_heuristics_say_what_their_authors_say() {
    let says = |goal: Goal, cells: &[u16], one: Simple| {
        let puzzle = TilePuzzle::towards(board(3, 3, cells), &goal).unwrap();
        let space = space::<Nibbles, Single>(&puzzle);
        Textbook::new(one).estimate(&space, &space.start())
    };
    let snail = || Goal::NAMED.into_iter().find(|goal| goal.name() == "snail").unwrap();
    // Nilsson's own start, 2 8 3/1 6 4/7 _ 5: P is 5; of its ring 2 8 3 4 5 7 1 the tiles 2, 8, 5 and 7 are not
    // followed by theirs, and 6 is in the middle: S is 9.
    let start = [2, 8, 3, 1, 6, 4, 7, 0, 5];
    assert_eq!(says(snail(), &start, Simple::Nilsson), 5 + 3 * 9);
    // One tile is next to its place, beside the blank.
    let near = [1, 2, 3, 4, 5, 6, 7, 0, 8];
    for one in Simple::ALL.into_iter().filter(|&one| !matches!(one, Simple::Nilsson | Simple::Inversion)) {
        assert_eq!(says(Goal::BlankLast, &near, one), 1, "{one:?}");
    }
    // 1 and 2 exchanged, and 7 and 8: each of the four is a column away.
    let exchanged = [2, 1, 3, 4, 5, 6, 8, 7, 0];
    assert_eq!(says(Goal::BlankLast, &exchanged, Simple::NSwap), 2);
    assert_eq!(says(Goal::BlankLast, &exchanged, Simple::Gaschnig), 6);
    assert_eq!(says(Goal::BlankLast, &exchanged, Simple::RowColumn), 4);
    assert_eq!(says(Goal::BlankLast, &exchanged, Simple::Euclidean), 4);
    // 4 is beside the corner of 1, and beside that of 7, in both of which a wrong tile lies: once.
    assert_eq!(says(Goal::BlankLast, &exchanged, Simple::CornerTiles), 4 + 2);
    // Neither 6 nor 8 comes through the last cell.
    assert_eq!(says(Goal::BlankLast, &exchanged, Simple::LastMoves), 4 + 2);
}

#[test]
fn dominance_is_as_the_textbooks_say() {
    let single = space::<Nibbles, Single>(&solved(&Goal::BlankLast.board(3, 3).unwrap()));
    let known = distances(&single);
    let walking = WalkingDistance::new(single.shape(), false, &mut || true).unwrap();
    let combined = Combined::new(Some(walking.clone()), false);
    let mut state = single.start();
    for key in known.keys() {
        single.unpack(key, &mut state);
        let misplaced = Misplaced.estimate(&single, &state);
        let manhattan = Manhattan.estimate(&single, &state);
        let conflict = LinearConflict.estimate(&single, &state);
        let walked = walking.estimate(&single, &state);
        let best = combined.estimate(&single, &state);
        assert!(misplaced <= manhattan);
        assert!(manhattan <= conflict && manhattan <= walked);
        assert!(best >= conflict.max(walked));
    }
}

/// What small tables say is what the others say, wherever a walk leads.
#[test]
fn small_tables_say_the_same() {
    fn check<R: Repr>(rows: usize, cols: usize, goal: &Board, steps: usize) {
        let space = space::<R, Single>(&solved(goal));
        let walking = WalkingDistance::new(space.shape(), false, &mut || true).unwrap();
        let combined = Combined::new(Some(walking.clone()), false);
        let (Some(small), Some(small_walking)) =
            (SmallCombined::combined(&combined), SmallCombined::walking(&walking))
        else {
            assert!(![(4, 4), (3, 3), (2, 2)].contains(&(rows, cols)), "{rows}×{cols} is small");
            return;
        };
        check_updates(&space, &small, steps, 6);
        check_updates(&space, &small_walking, steps, 7);
        let mut state = space.start();
        let mut seed = 1_u64;
        for _ in 0..steps {
            let moves: Vec<_> = space.moves(&state, None).collect();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            space.apply(&mut state, moves[(seed >> 33) as usize % moves.len()]);
            let here = format!("{rows}×{cols}, {goal:?}");
            assert_eq!(small.estimate(&space, &state), combined.estimate(&space, &state), "{here}");
            assert_eq!(small_walking.estimate(&space, &state), walking.estimate(&space, &state), "{here}");
        }
    }
    for (rows, cols) in [(4, 4), (3, 3), (2, 2), (2, 5), (5, 2), (3, 5), (1, 6), (6, 1)] {
        for goal in Goal::NAMED {
            let goal = goal.board(rows, cols).unwrap();
            check::<Nibbles>(rows, cols, &goal, 2000);
            check::<Words>(rows, cols, &goal, 200);
        }
    }
    let multi = space::<Nibbles, Multi>(&solved(&Goal::BlankLast.board(4, 4).unwrap()));
    let walking = WalkingDistance::new(multi.shape(), true, &mut || true).unwrap();
    assert!(SmallCombined::walking(&walking).is_none(), "the tables of the other metric are no such graph");
}

#[test]
fn small_tables_keep_their_promises() {
    for goal in eight_puzzle_goals() {
        let space = space::<Nibbles, Single>(&solved(&goal));
        let walking = WalkingDistance::new(space.shape(), false, &mut || true).unwrap();
        let known = distances(&space);
        check_promises(&space, &SmallCombined::walking(&walking).unwrap(), &known);
        let combined = Combined::new(Some(walking), false);
        check_promises(&space, &SmallCombined::combined(&combined).unwrap(), &known);
    }
}

fn check_laws<R: Repr, M: Metric + Default>(rows: usize, cols: usize) {
    check_laws_in::<R, M>(rows, cols, M::default());
}

fn check_laws_in<R: Repr, M: Metric>(rows: usize, cols: usize, metric: M) {
    for goal in Goal::NAMED {
        let puzzle = solved(&goal.board(rows, cols).unwrap());
        let space = TileSpace::<R, M>::counted(&puzzle, metric).expect("boards of this size fit");
        let steps = if rows * cols <= 64 { 300 } else { 10 };
        check_space(&space, steps, 1);
        check_reversible(&space, steps);
        check_updates(&space, &Misplaced, steps, 2);
        check_updates(&space, &Manhattan, steps, 3);
        check_updates(&space, &LinearConflict, steps, 4);
        check_updates(&space, &Composed::new([LinearConflict.into()]), steps, 4);
        if rows * cols <= 16 {
            for_each_heuristic!(space, metric.is_multi(), |s, h| check_updates(s, h, steps, 5));
        }
    }
}

/// The space whose metric is told at run time is the one that was compiled for it.
#[test]
fn a_metric_by_choice_is_that_metric() {
    fn same<M: Metric + Default>(choice: ByChoice) {
        let puzzle = solved(&board(3, 3, &[3, 1, 4, 0, 5, 8, 2, 6, 7]));
        let fixed = space::<Nibbles, M>(&puzzle);
        let chosen = TileSpace::<Nibbles, ByChoice>::counted(&puzzle, choice).unwrap();
        assert_eq!(fixed.metric().is_multi(), chosen.metric().is_multi());
        assert_eq!(distances(&fixed), distances(&chosen));
        let known = distances(&chosen);
        for_each_heuristic!(chosen, choice.is_multi(), |s, h| check_promises(s, h, &known));
        let moves = |last| fixed.moves(&fixed.start(), last).eq(chosen.moves(&chosen.start(), last));
        assert!(moves(None));
        assert!(fixed.moves(&fixed.start(), None).all(|m| moves(Some(fixed.inverse(m)))));
    }
    same::<Single>(ByChoice::Single);
    same::<Multi>(ByChoice::Multi);
}

/// Parts may be left out only where the largest is the same without them.
#[test]
fn a_composition_is_the_largest_of_its_parts() {
    for multi in [false, true] {
        let metric = if multi { ByChoice::Multi } else { ByChoice::Single };
        let puzzle = solved(&Goal::BlankFirst.board(3, 3).unwrap());
        let space = TileSpace::<Words, ByChoice>::counted(&puzzle, metric).unwrap();
        let walking = WalkingDistance::new(space.shape(), multi, &mut || true).unwrap();
        let combined = Combined::new(Some(walking.clone()), multi);
        for parts in compositions(&walking, &combined) {
            let composed = Composed::new(parts.clone());
            let each: Vec<_> = parts.into_iter().map(|part| Composed::new([part])).collect();
            let quality = each.iter().map(|part| part.quality(&space));
            assert_eq!(composed.quality(&space), quality.fold(Quality::CONSISTENT, Quality::and));
            let mut state = space.start();
            for key in distances(&space).keys().step_by(7) {
                space.unpack(key, &mut state);
                let largest = each.iter().map(|part| part.estimate(&space, &state)).max();
                assert_eq!(composed.estimate(&space, &state), largest.unwrap_or(0));
            }
        }
    }
}

#[test]
fn every_representation_keeps_the_laws() {
    check_laws::<Nibbles, Single>(4, 4);
    check_laws::<Nibbles, Multi>(4, 4);
    check_laws::<Nibbles, Single>(2, 5);
    check_laws::<FiveBits, Single>(5, 5);
    check_laws::<FiveBits, Multi>(5, 5);
    check_laws::<FiveBits, Single>(3, 4);
    check_laws::<Decimal, Single>(3, 3);
    check_laws::<Decimal, Multi>(2, 4);
    check_laws::<Text, Single>(3, 3);
    check_laws::<Text, Multi>(4, 4);
    check_laws::<Bytes<16>, Single>(3, 5);
    check_laws::<Bytes<49>, Single>(7, 7);
    check_laws::<Bytes<49>, Multi>(6, 6);
    check_laws::<Words, Single>(12, 9);
    check_laws::<Words, Multi>(100, 100);
    check_laws::<Nibbles, Single>(1, 6);
    check_laws::<Words, Multi>(6, 1);
    for metric in [ByChoice::Single, ByChoice::Multi] {
        check_laws_in::<Nibbles, _>(4, 4, metric);
        check_laws_in::<FiveBits, _>(5, 5, metric);
        check_laws_in::<Bytes<16>, _>(3, 5, metric);
        check_laws_in::<Words, _>(12, 9, metric);
    }
}
