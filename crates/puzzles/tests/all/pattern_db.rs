//! Pattern databases against plain searches: of the abstract puzzle, of whole small puzzles, and of published
//! instances.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;

use slidewise_puzzles::pdb::{Access, BuildOptions, Library, Partition, Pattern, Symmetry, build, catalogue};
use slidewise_puzzles::tiles::heuristic::Manhattan;
use slidewise_puzzles::tiles::heuristic::pattern_db::{SmallDb, WideDb, from_library, from_table, instant};
use slidewise_puzzles::tiles::pruning::Automaton;
use slidewise_puzzles::tiles::repr::{FiveBits, Nibbles};
use slidewise_puzzles::tiles::{Board, Goal, Shape, Single, TilePuzzle, TileSpace};
use slidewise_search::engine::{Deepening, DeepeningOptions, Engine, all_shortest, parallel_deepening};
use slidewise_search::testing::{check_promises, check_updates, distances};
use slidewise_search::{Cancel, Heuristic, Limits, LooksAhead, Meter, StateSpace, Stats, Verdict, verify};

type Space = TileSpace<Nibbles, Single>;

/// Moves of the pattern's tiles to the goal, from every placement and every cell of the blank, by a search that
/// knows nothing of ranks, blocks or regions.
fn plainly(pattern: &Pattern) -> HashMap<(Vec<u8>, u8), u32> {
    let (rows, cols) = (pattern.rows() as i32, pattern.cols() as i32);
    let homes: Vec<u8> = pattern.homes().iter().map(|&home| pattern.snake(home) as u8).collect();
    let start = (homes, pattern.blank_home() as u8);
    let mut known = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some(((tiles, blank), d)) = queue.pop_front() {
        if known[&(tiles.clone(), blank)] < d {
            continue;
        }
        let (r, c) = (i32::from(blank) / cols, i32::from(blank) % cols);
        for (r, c) in [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)] {
            if !(0..rows).contains(&r) || !(0..cols).contains(&c) {
                continue;
            }
            let to = (r * cols + c) as u8;
            let mut tiles = tiles.clone();
            let moved = tiles.iter_mut().find(|t| **t == to);
            let cost = u32::from(moved.is_some());
            if let Some(tile) = moved {
                *tile = blank;
            }
            let next = (tiles, to);
            if known.get(&next).is_none_or(|&old| d + cost < old) {
                known.insert(next.clone(), d + cost);
                if cost == 0 {
                    queue.push_front((next, d));
                } else {
                    queue.push_back((next, d + 1));
                }
            }
        }
    }
    known
}

#[test]
fn tables_hold_the_distances_of_the_abstract_puzzle() {
    let patterns = [
        Pattern::new(2, 3, 0, [1, 2, 3, 4, 5]),
        Pattern::new(2, 3, 4, [0, 1, 5]),
        Pattern::new(3, 3, 0, [1, 2, 4, 5]),
        Pattern::new(3, 3, 4, [0]),
        Pattern::new(3, 4, 0, [1, 2, 5, 6]),
        Pattern::new(4, 3, 7, [0, 3, 8, 11]),
        Pattern::new(2, 5, 9, [0, 4, 5, 8]),
        Pattern::new(1, 5, 2, [0, 1]),
        Pattern::new(4, 4, 5, [0, 1, 4]),
        Pattern::new(5, 5, 0, [1, 5]),
        Pattern::new(6, 6, 35, [34, 29]),
    ];
    for pattern in patterns.map(Result::unwrap) {
        let exact = plainly(&pattern);
        let table = build(&pattern, &mut BuildOptions::quiet(2)).unwrap();
        let same = Symmetry::all(pattern.rows(), pattern.cols())[0];
        let access = Access::new(table.into(), &same);
        for ((tiles, at), &d) in &exact {
            let (_, distance) = access.key(tiles, (*at).into());
            assert_eq!(u32::from(distance), d, "{pattern} {tiles:?} blank {at}");
        }
    }
}

fn space(rows: usize, cols: usize, cells: Vec<u16>, goal: &Goal) -> Space {
    let start = Board::new(rows, cols, cells).unwrap();
    Space::new(&TilePuzzle::new(start, goal.board(rows, cols).unwrap()).unwrap()).unwrap()
}

fn ranked(shape: &Shape, partition: &str) -> WideDb {
    let partition = Partition::parse(partition, shape.rows(), shape.cols(), shape.blank_home()).unwrap();
    let (mut library, mut options) = (Library::default(), BuildOptions::quiet(2));
    let db = from_library(shape, &[partition], &mut library, false, &mut options, &mut |w| panic!("{w}"));
    db.unwrap().unwrap()
}

#[test]
fn promises_hold_over_all_positions_of_small_boards() {
    for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snail] {
        for (rows, cols, partition) in [(3, 3, "4-4"), (3, 3, "8"), (2, 3, "3-2"), (3, 2, "5"), (2, 4, "4-3")]
        {
            let cells: Vec<u16> = goal.board(rows, cols).unwrap().cells().to_vec();
            let space = space(rows, cols, cells, &goal);
            let db = ranked(space.shape(), partition);
            assert!(Heuristic::<Space>::quality(&db, &space).consistent);
            let distances = distances(&space);
            check_promises(&space, &db, &distances);
            check_updates(&space, &db, 1000, 1);
        }
    }
}

#[test]
fn single_groups_of_all_tiles_are_exact() {
    let goal = Goal::Snail;
    let space = space(3, 3, goal.board(3, 3).unwrap().cells().to_vec(), &goal);
    let db = ranked(space.shape(), "8");
    let mut state = space.start();
    for (key, distance) in distances(&space) {
        space.unpack(&key, &mut state);
        assert_eq!(db.estimate(&space, &state), distance);
    }
}

fn instances(text: &str) -> Vec<(u64, Vec<u16>)> {
    let rows = text.lines().filter(|l| !l.is_empty() && !l.starts_with('#'));
    let numbers = rows.map(|l| l.split_whitespace().map(|n| n.parse().unwrap()).collect::<Vec<u16>>());
    numbers.map(|n| (n[1].into(), n[2..].to_vec())).collect()
}

fn solve<R, H>(space: &TileSpace<R, Single>, db: &H, automaton: &Automaton) -> (u64, Stats)
where
    R: slidewise_puzzles::tiles::repr::Repr,
    H: LooksAhead<TileSpace<R, Single>>,
{
    run(space, Deepening::announced(space, db, automaton, DeepeningOptions::LOOKING_AHEAD))
}

fn run<R>(space: &TileSpace<R, Single>, mut search: impl Engine<TileSpace<R, Single>>) -> (u64, Stats)
where
    R: slidewise_puzzles::tiles::repr::Repr,
{
    let mut unseen = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
    let verdict = search.run(&mut meter);
    let Verdict::Solved(solution) = verdict else { panic!("{verdict:?}") };
    assert_eq!(verify(space, &solution), Ok(()));
    (solution.cost, meter.stats)
}

/// Expansions over Korf's 100 with the tables that every user has. A change of the search, the pruning or the tables
/// changes it; a change for the better is put here.
const SIGNATURE: u64 = 1_270_666;

#[test]
fn korfs_hundred_are_solved_optimally() {
    let korf = instances(include_str!("../../data/tiles/korf15-100.txt"));
    assert_eq!(korf.len(), 100);
    let automaton = Automaton::new(4, 4, 12);
    let db = instant(&Shape::new(4, 4, 0), 2, &Cancel::default()).unwrap().unwrap();
    let mut expanded = 0;
    for (optimum, cells) in korf {
        let space = space(4, 4, cells, &Goal::BlankFirst);
        let (cost, stats) = solve(&space, &db, &automaton);
        assert_eq!(cost, optimum);
        expanded += stats.expanded;
    }
    assert_eq!(expanded, SIGNATURE);
}

#[test]
fn every_goal_of_the_15_puzzle_is_served() {
    let custom =
        Goal::Custom(Board::new(4, 4, vec![4, 0, 1, 3, 2, 6, 5, 7, 8, 9, 10, 11, 12, 13, 15, 14]).unwrap());
    let automaton = Automaton::new(4, 4, 10);
    for goal in [Goal::BlankLast, Goal::Snail, custom] {
        let mut board = goal.board(4, 4).unwrap();
        let ways = [0, 2, 1, 3, 2, 0, 3, 1, 2, 2, 0, 0, 3, 1, 1, 1, 2, 0, 3, 3, 0, 2, 1, 3, 0];
        for way in ways.iter().cycle().take(300) {
            board.slide(slidewise_puzzles::tiles::Direction::ALL[*way]);
        }
        let space = space(4, 4, board.cells().to_vec(), &goal);
        let db: SmallDb = instant(space.shape(), 2, &Cancel::default()).unwrap().unwrap();
        check_updates(&space, &db, 2000, 7);
        let (cost, _) = solve(&space, &db, &automaton);
        let other = ranked(space.shape(), "5-5-5");
        check_updates(&space, &other, 2000, 8);
        assert_eq!(cost, solve(&space, &other, &Automaton::new(4, 4, 2)).0, "{}", goal.name());
    }
}

#[test]
fn a_table_by_itself_is_a_heuristic() {
    let goal = Goal::BlankFirst;
    let space = space(3, 3, goal.board(3, 3).unwrap().cells().to_vec(), &goal);
    let pattern = Pattern::new(3, 3, 0, [1, 2, 4, 5]).unwrap();
    let table = build(&pattern, &mut BuildOptions::quiet(1)).unwrap().into();
    let db = from_table(space.shape(), &table).unwrap();
    check_promises(&space, &db, &distances(&space));
    check_updates(&space, &db, 5000, 9);
    assert!(from_table(&Shape::new(3, 3, 4), &table).is_none(), "the blank belongs elsewhere");
    assert!(from_table(&Shape::new(3, 4, 0), &table).is_none(), "the board has another size");
}

/// With a heuristic that is often wrong, so that there are many iterations.
#[test]
fn looking_ahead_finds_optimal_solutions_with_fewer_positions() {
    let goal = Goal::BlankFirst;
    let whole = space(3, 3, goal.board(3, 3).unwrap().cells().to_vec(), &goal);
    let mut state = whole.start();
    let (mut plainly, mut ahead) = (0, 0);
    let mut known: Vec<(u64, u64)> = distances(&whole).into_iter().collect();
    known.sort_unstable();
    for (key, distance) in known.into_iter().step_by(331) {
        whole.unpack(&key, &mut state);
        let cells = (0..9).map(|cell| whole.label(&state, cell) as u16).collect();
        let space = space(3, 3, cells, &goal);
        let (cost, stats) = run(
            &space,
            Deepening::pruned(&space, &Manhattan, &Automaton::new(3, 3, 2), DeepeningOptions::LOOKING_AHEAD),
        );
        assert_eq!(cost, distance);
        ahead += stats.expanded;
        let mut unseen = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
        let _ = Deepening::pruned(&space, &Manhattan, &Automaton::new(3, 3, 2), DeepeningOptions::default())
            .run(&mut meter);
        plainly += meter.stats.expanded;
    }
    assert!(ahead < plainly, "{ahead} of {plainly}");
}

#[test]
fn threads_find_the_same_solution_of_a_24_puzzle() {
    let goal = Goal::BlankLast;
    let mut board = goal.board(5, 5).unwrap();
    for i in 0..90usize {
        board.slide(slidewise_puzzles::tiles::Direction::ALL[(i * i / 7 + i / 3) % 4]);
    }
    let puzzle = TilePuzzle::new(board, goal.board(5, 5).unwrap()).unwrap();
    let space = TileSpace::<FiveBits, Single>::new(&puzzle).unwrap();
    let partition = catalogue::quick(5, 5, 24).unwrap();
    let (mut library, mut options) = (Library::default(), BuildOptions::quiet(2));
    let db =
        from_library::<16, 8>(space.shape(), &[partition], &mut library, false, &mut options, &mut |_| {});
    let db = db.unwrap().unwrap();
    check_updates(&space, &db, 2000, 3);
    let automaton = Automaton::new(5, 5, 10);
    let mut solutions = Vec::new();
    for threads in [1, 3] {
        let mut unseen = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
        let verdict = parallel_deepening(
            Deepening::announced(&space, &db, &automaton, DeepeningOptions::LOOKING_AHEAD),
            threads,
            &mut meter,
        );
        assert_eq!(verify(&space, verdict.solution().unwrap()), Ok(()));
        solutions.push((verdict, meter.stats));
    }
    assert_eq!(solutions[0].0, solutions[1].0);
    // Step by step it is the search that one thread makes, and counts the same.
    let mut unseen = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
    let mut search = Deepening::pruned(&space, &db, &automaton, DeepeningOptions::LOOKING_AHEAD);
    let verdict = loop {
        if let ControlFlow::Break(verdict) = search.step(&mut meter) {
            break verdict;
        }
    };
    assert_eq!((verdict, meter.stats), solutions[0]);
    // With more room it says the same.
    let wide = db.widened(space.shape()).unwrap();
    check_updates(&space, &wide, 200, 3);
    assert_eq!(wide.estimate(&space, &space.start()), db.estimate(&space, &space.start()));
}

fn ways(space: &Space, s: &<Space as StateSpace>::State, distance: &dyn Fn(u64) -> u64) -> u64 {
    let d = distance(space.pack(s));
    if d == 0 {
        return 1;
    }
    let next = space.moves(s, None).map(|m| {
        let mut next = *s;
        space.apply(&mut next, m);
        next
    });
    next.filter(|n| distance(space.pack(n)) + 1 == d).map(|n| ways(space, &n, distance)).sum()
}

#[test]
fn all_shortest_solutions_are_counted() {
    let goal = Goal::BlankLast;
    // Far from the goal, so that there are many ways; every way is one step nearer each time.
    let space = space(3, 3, vec![8, 6, 7, 2, 5, 4, 3, 0, 1], &goal);
    let db = ranked(space.shape(), "4-4");
    let distances = distances(&space);
    let start = space.start();
    let optimum = distances[&space.pack(&start)];
    let expected = ways(&space, &start, &|key| distances[&key]);
    assert_eq!(optimum, 31);
    let mut unseen = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
    let all = all_shortest::<_, _, <WideDb as LooksAhead<Space>>::Ahead>(
        &space,
        &db,
        optimum,
        u64::MAX,
        5,
        &mut meter,
    );
    assert_eq!((all.count, all.complete), (expected, true));
    assert_eq!(all.solutions.len(), 5.min(expected as usize));
    let some =
        all_shortest::<_, _, <WideDb as LooksAhead<Space>>::Ahead>(&space, &db, optimum, 3, 5, &mut meter);
    assert_eq!((some.count, some.complete), (3, expected == 3));
}
