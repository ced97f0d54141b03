//! Laws of tiles on any board: the space and its estimates over whole small spaces, and the optima of
//! searches against plain breadth-first search over boards as people see them.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use slidewise_puzzles::freeform::{
    self, Estimate, FreeKey, FreeSpace, MAX_CELLS, Move, Part, Position, Puzzle, WithSpace, parse, steps,
    with_space,
};
use slidewise_puzzles::random::Rng;
use slidewise_search::engine::{BestFirst, BreadthFirst, Deepening, DeepeningOptions, Order};
use slidewise_search::layered::{self, Bytes, Options};
use slidewise_search::testing::{check_promises, check_reversible, check_space, check_updates, distances};
use slidewise_search::{Cancel, Engine, Heuristic, Limits, Meter, Proof, Reversible, StateSpace, Verdict};

/// Walls, joined edges (degenerate ones too), equal tiles, several blanks, open goals, parts without
/// connection.
const BOARDS: [&str; 18] = [
    "tiles: 1 2 3/4 5 .",
    "tiles: 5 4 3/2 1 .; wrap: both",
    "tiles: 1 2 3/4 # 5/6 7 .; goal: 2 3 5/1 # 7/4 6 .",
    "tiles: 1 2 3/# 4 #/5 6 .; wrap: columns",
    "tiles: 1 2 3/# 4 #/5 6 .; wrap: rows",
    "tiles: A B A/B A B/A . #",
    "tiles: A A B B/B . A .",
    "tiles: 1 1 2/2 . ./3 # 3; goal: ? 3 ?/? ? 3/. # 1",
    "tiles: A B C/. . .; goal: ? ? A/? . ?",
    "tiles: A . . ./. . . B; goal: B ? ? ?/? ? ? A; wrap: both",
    "tiles: 1 2/3 .; wrap: both; goal: ? 1/? ?",
    "tiles: 1/2/3/./4; wrap: both; goal: 3/4/1/2/.",
    "tiles: 1 2 . 3 4; wrap: rows; goal: 4 . 1 2 3",
    "tiles: 1 2 . 3 4; goal: 1 ? ? ? ?",
    "tiles: 1 . # 2 ./3 # # 4 5; goal: 3 . # 5 2/1 # # . 4",
    "tiles: A A A A/A . # .; goal: ? ? ? ./? . # ?",
    "tiles: # 1 #/2 . 3/# 4 #; goal: # 3 #/2 . 1/# 4 #; wrap: both",
    "tiles: 1 # .; goal: . # 1",
];

const CHOICES: [&[Part]; 4] = [&[], &[Part::Misplaced], &[Part::Distance], &Part::ALL];

fn puzzle(text: &str) -> Puzzle {
    parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).puzzle
}

fn meter(nobody: &mut ()) -> Meter<'_> {
    Meter::new(Limits::default(), Cancel::default(), nobody)
}

/// Every position that can be reached, each by one way, and the laws at each of them.
fn check_whole<K: FreeKey>(puzzle: &Puzzle, space: &FreeSpace<K>) -> usize {
    let start = space.start();
    let mut seen: HashSet<K> = HashSet::from([space.pack(&start)]);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        let key = space.pack(&state);
        let mut copy = space.start();
        space.unpack(&key, &mut copy);
        assert_eq!(copy.classes(), state.classes());
        let position = space.position(&state);
        assert_eq!(space.is_goal(&state), position.is_solved(puzzle), "the plain board says otherwise");
        let all: Vec<Move> = space.moves(&state, None).collect();
        let mut led_to = HashSet::new();
        for &m in &all {
            let mut after = state.clone();
            space.apply(&mut after, m);
            check_after_move(space, (&state, &key), &after, m);
            assert!(led_to.insert(space.pack(&after)), "two moves lead to the same position");
            if seen.insert(space.pack(&after)) {
                open.push(after);
            }
        }
        check_against_board(puzzle, &position, led_to.len());
    }
    seen.len()
}

/// Undo, the move back, and what may be left out after a move.
fn check_after_move<K: FreeKey>(
    space: &FreeSpace<K>,
    (before, key): (&freeform::State, &K),
    after: &freeform::State,
    m: Move,
) {
    let back = space.inverse(m);
    let all: Vec<Move> = space.moves(after, None).collect();
    assert!(all.contains(&back) && space.cost(back) == space.cost(m));
    assert_eq!(space.inverse(back), m);
    let mut undone = after.clone();
    space.undo(&mut undone, m);
    assert_eq!((undone.classes(), &space.pack(&undone)), (before.classes(), key));
    space.apply(&mut undone, m);
    space.apply(&mut undone, back);
    assert_eq!(undone.classes(), before.classes());
    // What is left out must be reached at no greater cost from the position before: here, only that position
    // itself.
    let fewer: Vec<Move> = space.moves(after, Some(m)).collect();
    let dropped: Vec<&Move> = all.iter().filter(|m| !fewer.contains(m)).collect();
    assert_eq!(dropped, [&back]);
    assert_eq!(fewer.len() + 1, all.len());
}

/// The plain board has as many neighbours, two directions to the same cell taken together.
fn check_against_board(puzzle: &Puzzle, position: &Position, moves: usize) {
    let labels = |p: &Position| -> Vec<Option<String>> {
        p.cells().iter().map(|tile| tile.map(|tile| puzzle.tiles()[tile].label.clone())).collect()
    };
    let after = steps(puzzle, position).into_iter().map(|step| {
        let mut next = position.clone();
        next.step(puzzle, step.piece, step.direction).unwrap();
        labels(&next)
    });
    assert_eq!(after.collect::<HashSet<_>>().len(), moves);
}

#[test]
fn the_laws_of_the_space_hold_in_every_position() {
    let mut total = 0;
    for text in BOARDS {
        let puzzle = puzzle(text);
        let small = FreeSpace::<u128>::new(&puzzle).unwrap();
        let large = FreeSpace::<Bytes<MAX_CELLS>>::new(&puzzle).unwrap();
        check_space(&small, 500, 1);
        check_space(&large, 500, 2);
        check_reversible(&small, 500);
        check_reversible(&large, 500);
        let found = check_whole(&puzzle, &small);
        assert_eq!(check_whole(&puzzle, &large), found, "{text}");
        total += found;
    }
    assert!(total > 9_000, "{total}");
}

#[test]
fn estimates_keep_their_promises_in_every_position() {
    for text in BOARDS {
        let puzzle = puzzle(text);
        let space = FreeSpace::<u128>::new(&puzzle).unwrap();
        let known = distances(&space);
        assert!(!known.is_empty());
        for parts in CHOICES {
            let estimate = Estimate::new(&puzzle, parts);
            assert_eq!(estimate.quality(&space), slidewise_search::Quality::CONSISTENT);
            check_promises(&space, &estimate, &known);
            check_updates(&space, &estimate, 2_000, 5);
        }
    }
}

#[test]
fn estimates_are_updated_on_the_largest_boards() {
    let mut rng = Rng::from_seed(8);
    let distinct = freeform::generate::board(16, 16, 3).unwrap();
    let words = |rng: &mut Rng| -> String {
        let rows: Vec<String> = (0..12)
            .map(|_| (0..16).map(|_| ["A", "B", "C", "."][rng.below(4)]).collect::<Vec<_>>().join(" "))
            .collect();
        rows.join("/")
    };
    let equal = puzzle(&format!("tiles: {}; wrap: both", words(&mut rng)));
    for puzzle in [freeform::generate::scramble(&distinct, 200, &mut rng), equal] {
        let space = FreeSpace::<Bytes<MAX_CELLS>>::new(&puzzle).unwrap();
        check_space(&space, 50, 3);
        for parts in CHOICES {
            check_updates(&space, &Estimate::new(&puzzle, parts), 12, 6);
        }
    }
}

/// A small random board as text: walls, joined edges, labels that repeat, one to three blanks, and a goal of
/// the same tiles, open here and there.
fn random_board(rng: &mut Rng) -> Puzzle {
    loop {
        let (rows, cols) = [(1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2), (1, 7)][rng.below(8)];
        let walls: Vec<bool> = (0..rows * cols).map(|_| rng.below(6) == 0).collect();
        let open = walls.iter().filter(|&&wall| !wall).count();
        let blanks = 1 + rng.below(3);
        let labels = if open <= 7 { 1 + rng.below(7) } else { 1 + rng.below(4) };
        let mut tiles: Vec<String> = (0..open)
            .map(|i| if i < blanks { ".".into() } else { ((i - blanks) % labels + 1).to_string() })
            .collect();
        let mut draw = |openings: bool, rng: &mut Rng| {
            rng.shuffle(&mut tiles);
            let mut next = tiles.iter();
            let cells: Vec<&str> = walls
                .iter()
                .map(|&wall| match wall {
                    true => "#",
                    false => {
                        let tile = next.next().unwrap();
                        if openings && rng.below(4) == 0 { "?" } else { tile }
                    }
                })
                .collect();
            cells.chunks(cols).map(|row| row.join(" ")).collect::<Vec<_>>().join("/")
        };
        let start = draw(false, rng);
        let openings = rng.below(2) == 0;
        let goal = draw(openings, rng);
        let wrap = ["none", "none", "rows", "columns", "both"][rng.below(5)];
        if let Ok(parsed) = parse(&format!("tiles: {start}; goal: {goal}; wrap: {wrap}")) {
            return parsed.puzzle;
        }
    }
}

/// The fewest moves to the goal, by breadth-first search over plain boards; equal tiles are told apart by
/// nothing.
fn by_hand(puzzle: &Puzzle) -> Option<u64> {
    let labels = |p: &Position| -> Vec<Option<&str>> {
        p.cells().iter().map(|tile| tile.map(|tile| puzzle.tiles()[tile].label.as_str())).collect()
    };
    let start = Position::start(puzzle);
    let mut seen = HashMap::from([(labels(&start), 0)]);
    let mut queue = vec![start];
    let mut done = 0;
    while let Some(position) = queue.get(done).cloned() {
        done += 1;
        let depth = seen[&labels(&position)];
        if position.is_solved(puzzle) {
            return Some(depth);
        }
        for step in steps(puzzle, &position) {
            let mut next = position.clone();
            next.step(puzzle, step.piece, step.direction).unwrap();
            if let Entry::Vacant(unseen) = seen.entry(labels(&next)) {
                unseen.insert(depth + 1);
                queue.push(next);
            }
        }
    }
    None
}

/// Runs searches on a puzzle whose optimum is known, and replays what they find.
struct Searches<'a> {
    puzzle: &'a Puzzle,
    optimum: Option<u64>,
}

impl WithSpace for Searches<'_> {
    type Out = ();

    fn run<K: FreeKey>(self, space: &FreeSpace<K>) {
        for parts in CHOICES {
            let estimate = Estimate::new(self.puzzle, parts);
            self.check(space, &mut BestFirst::new(space, &estimate, Order::ASTAR));
            if self.optimum.is_some_and(|cost| cost <= 8) {
                self.check(space, &mut Deepening::new(space, &estimate, DeepeningOptions::default()));
            }
        }
        self.check(space, &mut BreadthFirst::new(space));
        if let Some(mut engine) = BreadthFirst::from_both_ends(space) {
            self.check(space, &mut engine);
        }
        let outcome = layered::solve(space, &Options::default(), &mut meter(&mut ()));
        self.judge(space, &outcome.verdict);
    }
}

impl Searches<'_> {
    fn check<K: FreeKey>(&self, space: &FreeSpace<K>, engine: &mut impl Engine<FreeSpace<K>>) {
        self.judge(space, &engine.run(&mut meter(&mut ())));
    }

    fn judge<K: FreeKey>(&self, space: &FreeSpace<K>, verdict: &Verdict<Move>) {
        let text = || freeform::line(self.puzzle, &Position::start(self.puzzle));
        let Verdict::Solved(solution) = verdict else {
            assert!(matches!(verdict, Verdict::Unsolvable), "{}: {verdict:?}", text());
            assert_eq!(None, self.optimum, "{}", text());
            return;
        };
        assert_eq!((Some(solution.cost), solution.proof), (self.optimum, Proof::Optimal), "{}", text());
        let named = space.steps(self.puzzle, &solution.moves);
        let mut position = Position::start(self.puzzle);
        for step in &named {
            position.step(self.puzzle, step.piece, step.direction).unwrap();
        }
        assert!(position.is_solved(self.puzzle), "{}", text());
        assert_eq!(named.len(), solution.cost as usize);
        let written =
            freeform::notation::write(self.puzzle, &named, freeform::notation::Style::RunLength).unwrap();
        assert_eq!(freeform::notation::read(self.puzzle, &written).unwrap(), named);
    }
}

#[test]
fn optima_are_those_found_by_hand_on_500_random_boards() {
    let mut rng = Rng::from_seed(2024);
    let (mut unsolvable, mut unknown, mut moves) = (0, 0, 0);
    for _ in 0..500 {
        let puzzle = random_board(&mut rng);
        let optimum = by_hand(&puzzle);
        let verdict = freeform::check(&puzzle);
        match verdict.is_solvable() {
            Some(solvable) => assert_eq!(solvable, optimum.is_some(), "{verdict}"),
            None => unknown += 1,
        }
        unsolvable += usize::from(optimum.is_none());
        moves += optimum.unwrap_or(0);
        with_space(&puzzle, Searches { puzzle: &puzzle, optimum });
    }
    assert!((50..400).contains(&unsolvable) && moves > 1200, "{unsolvable} unsolvable, {moves} moves");
    assert!(unknown < 150, "{unknown}");
}

/// How much the estimates change along a random walk.
struct Walk<'a> {
    puzzle: &'a Puzzle,
    seed: u64,
}

impl WithSpace for Walk<'_> {
    type Out = ();

    fn run<K: FreeKey>(self, space: &FreeSpace<K>) {
        let mut rng = Rng::from_seed(self.seed);
        for parts in CHOICES {
            let estimate = Estimate::new(self.puzzle, parts);
            let mut state = space.start();
            for _ in 0..30 {
                let before = estimate.estimate(space, &state);
                let all: Vec<Move> = space.moves(&state, None).collect();
                if all.is_empty() {
                    break;
                }
                let m = all[rng.below(all.len())];
                space.apply(&mut state, m);
                assert!(before.abs_diff(estimate.estimate(space, &state)) <= 1);
            }
            check_updates(space, &estimate, 50, self.seed);
        }
    }
}

#[test]
fn estimates_change_by_at_most_one_where_the_goal_is_out_of_reach_too() {
    let mut rng = Rng::from_seed(77);
    for seed in 0..500 {
        let puzzle = random_board(&mut rng);
        with_space(&puzzle, Walk { puzzle: &puzzle, seed });
    }
}

#[test]
fn scrambled_boards_can_be_solved_in_as_many_moves() {
    let mut rng = Rng::from_seed(12);
    for round in 0..150 {
        let board = random_board(&mut rng);
        let moves = round % 30;
        let puzzle = freeform::generate::scramble(&board, moves, &mut rng);
        assert!(freeform::check(&puzzle).is_solvable() != Some(false));
        let optimum = by_hand(&puzzle);
        assert!(optimum.is_some_and(|optimum| optimum as usize <= moves));
        with_space(&puzzle, Searches { puzzle: &puzzle, optimum });
    }
}
