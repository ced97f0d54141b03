//! Laws of the brick spaces: undo, canonical keys, mirror images, the same answers whatever the size of the bit sets
//! and whichever engine searches.

use std::collections::HashSet;

use slidewise_puzzles::bricks::bits::{Bits, Wide};
use slidewise_puzzles::bricks::codec::BrickKey;
use slidewise_puzzles::bricks::course::steps;
use slidewise_puzzles::bricks::heuristic::{Distance, GoalBlockers};
use slidewise_puzzles::bricks::solve::named;
use slidewise_puzzles::bricks::{
    BrickSpace, Metric, Position, Puzzle, Wanted, WithSpace, explore, library, parse, replay, solve,
    with_space,
};
use slidewise_puzzles::random::Rng;
use slidewise_search::engine::{BestFirst, BreadthFirst, Deepening, DeepeningOptions, Order};
use slidewise_search::layered::{Bytes, Options, Undirected};
use slidewise_search::testing::{check_reversible, check_space};
use slidewise_search::{Blind, Cancel, Engine, Limits, Meter, Reversible, StateSpace, Verdict};

struct Laws {
    mirror: bool,
}

impl WithSpace for Laws {
    type Out = ();

    fn run<B: Bits, K: BrickKey>(self, space: &BrickSpace<B, K>) {
        walk(space, self.mirror);
        let mut state = space.start();
        for round in 0..60 {
            let moves: Vec<_> = space.moves(&state, None).collect();
            let key = space.pack(&state);
            // What the layered search is told agrees with apply, pack and is_goal.
            let mut unpacked = space.start();
            space.unpack(&key, &mut unpacked);
            let mut told = Vec::new();
            space.neighbours(key, &mut unpacked, &mut |near, goal| told.push((near, goal)));
            let mut expected: Vec<(K, bool)> = Vec::new();
            for m in space.moves(&unpacked, None) {
                let mut after = unpacked.clone();
                space.apply(&mut after, m);
                expected.push((space.pack(&after), space.is_goal(&after)));
                assert!(space.moves(&after, None).any(|back| back == space.inverse(m)), "no way back");
            }
            told.sort_unstable();
            expected.sort_unstable();
            assert!(told == expected, "neighbours disagree with moves");
            if moves.is_empty() {
                return;
            }
            space.apply(&mut state, moves[(round * 7 + 3) % moves.len()]);
        }
    }
}

fn walk<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>, mirror: bool) {
    let mut state = space.start();
    for round in 0..100 {
        let key = space.pack(&state);
        let images: Vec<K> = space.images(&state).collect();
        let least = images.iter().copied().fold(space.plain_key(&state), Ord::min);
        assert!(key == if mirror { least } else { space.plain_key(&state) });
        if mirror {
            // Every image has the same key, and the same set of images.
            for image in images {
                let mut other = space.start();
                space.unpack(&image, &mut other);
                assert!(space.pack(&other) == key, "an image has another key");
                assert_eq!(space.is_goal(&other), space.is_goal(&state), "only one of two images is a goal");
            }
        }
        let moves: Vec<_> = space.moves(&state, None).collect();
        if moves.is_empty() {
            return;
        }
        space.apply(&mut state, moves[(round * 5 + 1) % moves.len()]);
    }
}

#[test]
fn laws_hold_for_every_built_in_puzzle() {
    for entry in library::entries() {
        let puzzle = entry.parse().unwrap().puzzle;
        for metric in Metric::ALL {
            for mirror in [false, true] {
                with_space(&puzzle, metric, mirror, Laws { mirror });
            }
        }
    }
}

#[test]
fn generic_laws_hold_for_keys_that_can_be_shown() {
    for slug in ["klotski", "rush-hour-hardest", "climb-12", "hardtime", "course-level-3"] {
        let puzzle = library::get(slug).unwrap().parse().unwrap().puzzle;
        for metric in Metric::ALL {
            let small = BrickSpace::<u64, u64>::new(&puzzle, metric, false).unwrap();
            check_space(&small, 300, 1);
            check_reversible(&small, 300);
            check_space(&BrickSpace::<u128, u128>::new(&puzzle, metric, false).unwrap(), 300, 2);
            check_space(&BrickSpace::<Wide, Bytes<64>>::new(&puzzle, metric, false).unwrap(), 300, 3);
        }
    }
}

fn solved_in<B: Bits, K: BrickKey>(puzzle: &Puzzle, metric: Metric) -> (u64, u64) {
    let space = BrickSpace::<B, K>::new(puzzle, metric, true).unwrap();
    let mut nobody = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
    let outcome = slidewise_search::layered::solve(&space, &Options::default(), &mut meter);
    let Verdict::Solved(solution) = named(&space, outcome.verdict) else { panic!("not solved") };
    replay(puzzle, metric, &solution.moves).unwrap();
    (solution.cost, outcome.stored)
}

#[test]
fn all_sizes_of_bit_sets_find_the_same() {
    for slug in ["klotski", "simplicity", "rush-hour-1", "course-level-2"] {
        let puzzle = library::get(slug).unwrap().parse().unwrap().puzzle;
        for metric in Metric::ALL {
            let small = solved_in::<u64, u64>(&puzzle, metric);
            assert_eq!(solved_in::<u128, u128>(&puzzle, metric), small, "{slug}");
            assert_eq!(solved_in::<Wide, Bytes<64>>(&puzzle, metric).0, small.0, "{slug}");
            assert_eq!(solved_in::<u64, Bytes<256>>(&puzzle, metric).0, small.0, "{slug}");
        }
    }
}

/// A puzzle in the middle of a large board of walls.
fn framed(text: &str, width: usize, height: usize) -> String {
    let mut out = String::new();
    let mut row = 0;
    for line in text.lines() {
        if line.contains(':') {
            out.extend(std::iter::repeat_n("#".repeat(width) + "\n", if row > 0 { height - row } else { 0 }));
            row = 0;
            out += line;
        } else {
            out += &format!("#{line}{}", "#".repeat(width - 1 - line.len()));
            row += 1;
        }
        out.push('\n');
    }
    out + &("#".repeat(width) + "\n").repeat(height - row)
}

#[test]
fn a_frame_of_walls_changes_nothing() {
    let text = "board:\nABBC\nABBC\nDEEF\nDGHF\nI..J\ngoal:\n....\n....\n....\n.BB.\n.BB.\n";
    for (width, height) in [(8, 8), (11, 10), (16, 16)] {
        let puzzle = parse(&framed(text, width, height)).unwrap().puzzle;
        let mut nobody = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
        let solved = solve(&puzzle, Metric::Moves, &Options::default(), &mut meter);
        let Verdict::Solved(solution) = &solved.verdict else { panic!("{:?}", solved.verdict) };
        assert_eq!(solution.cost, 81);
        replay(&puzzle, Metric::Moves, &solution.moves).unwrap();
    }
}

#[test]
fn a_full_16_by_16_board_of_different_pieces_works() {
    let letters: Vec<char> =
        ('A'..='Z').chain('a'..='z').chain('Ѐ'..='ӿ').filter(|c| c.is_alphanumeric()).take(255).collect();
    let rows = |swap: bool| {
        let mut cells = letters.clone();
        cells.push('.');
        if swap {
            cells.swap(254, 255);
        }
        let rows: Vec<String> = cells.chunks(16).map(|row| row.iter().collect()).collect();
        rows.join("\n")
    };
    let text = format!("board:\n{}\ngoal:\n{}\n", rows(true), rows(false));
    let puzzle = parse(&text).unwrap().puzzle;
    let mut nobody = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
    let solved = solve(&puzzle, Metric::Steps, &Options::default(), &mut meter);
    let Verdict::Solved(solution) = &solved.verdict else { panic!("{:?}", solved.verdict) };
    assert_eq!(solution.cost, 1);
    replay(&puzzle, Metric::Steps, &solution.moves).unwrap();
}

struct Engines<'a> {
    puzzle: &'a Puzzle,
    optimum: Option<u64>,
}

impl WithSpace for Engines<'_> {
    type Out = ();

    fn run<B: Bits, K: BrickKey>(self, space: &BrickSpace<B, K>) {
        let mut results = vec![
            ("bfs", self.run_engine(space, &mut BreadthFirst::new(space))),
            ("astar distance", self.best_first(space, &Distance::new(space))),
            ("astar goal-blockers", self.best_first(space, &GoalBlockers::new(space))),
        ];
        if self.optimum.is_some_and(|cost| cost <= 10) {
            // Without a memory of positions, longer solutions would take for ever.
            let heuristic = GoalBlockers::new(space);
            results.push((
                "ida",
                self.run_engine(space, &mut Deepening::new(space, &heuristic, DeepeningOptions::default())),
            ));
        }
        if space.goals().is_some_and(|goals| !goals.is_empty()) {
            let mut engine = BreadthFirst::from_both_ends(space).unwrap();
            results.push(("bidirectional", self.run_engine(space, &mut engine)));
        }
        for (name, found) in results {
            assert_eq!(found, self.optimum, "{name} on {} in {}", self.puzzle.about.name, space.metric());
        }
        let greedy = self.run_engine(space, &mut BestFirst::new(space, &Blind, Order::Greedy));
        assert!(greedy.is_some());
    }
}

impl Engines<'_> {
    fn best_first<B: Bits, K: BrickKey, H: slidewise_search::Heuristic<BrickSpace<B, K>>>(
        &self,
        space: &BrickSpace<B, K>,
        heuristic: &H,
    ) -> Option<u64> {
        self.run_engine(space, &mut BestFirst::new(space, heuristic, Order::ASTAR))
    }

    fn run_engine<B: Bits, K: BrickKey>(
        &self,
        space: &BrickSpace<B, K>,
        engine: &mut impl Engine<BrickSpace<B, K>>,
    ) -> Option<u64> {
        let mut nobody = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
        let verdict = named(space, engine.run(&mut meter));
        let solution = verdict.solution()?;
        replay(self.puzzle, space.metric(), &solution.moves).unwrap();
        Some(solution.cost)
    }
}

#[test]
fn the_generic_engines_agree() {
    let swap = "board:\nAB.\nCD.\ngoal:\nBA.\nCD.\n";
    let texts =
        [library::get("simplicity").unwrap().text, library::get("course-level-1").unwrap().text, swap];
    for text in texts {
        let puzzle = parse(text).unwrap().puzzle;
        for metric in Metric::ALL {
            let mut nobody = ();
            let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
            let solved = solve(&puzzle, metric, &Options::default(), &mut meter);
            let optimum = solved.verdict.solution().map(|s| s.cost);
            with_space(&puzzle, metric, false, Engines { puzzle: &puzzle, optimum });
        }
    }
}

/// All positions that can be reached by single steps on the plain grid, equal shapes not told apart. `None` if there
/// are too many for a quick test.
fn states_by_hand(puzzle: &Puzzle) -> Option<usize> {
    let canonical = |p: &Position| {
        let shape = |piece: usize| puzzle.pieces()[piece].shape(puzzle.width());
        let mut all: Vec<_> =
            (0..puzzle.pieces().len()).map(|piece| (shape(piece), p.cells(piece))).collect();
        all.sort();
        all
    };
    let start = Position::start(puzzle);
    let mut seen = HashSet::from([canonical(&start)]);
    let mut queue = vec![start];
    while let Some(position) = queue.pop() {
        if seen.len() > 1000 {
            return None;
        }
        for step in steps(puzzle, &position) {
            let mut next = position.clone();
            next.step(puzzle, step.piece, step.direction).unwrap();
            if seen.insert(canonical(&next)) {
                queue.push(next);
            }
        }
    }
    Some(seen.len())
}

#[test]
fn random_boards_have_as_many_positions_as_by_hand() {
    let mut random = Rng::from_seed(11);
    let mut boards = vec!["board:\nA..A\n.B..\nB...\n".to_string()];
    for _ in 0..150 {
        let (width, height) = (2 + random.below(4), 2 + random.below(3));
        let letters: Vec<char> = "AABBCCDE....#".chars().collect();
        let row =
            |random: &mut Rng| (0..width).map(|_| letters[random.below(letters.len())]).collect::<String>();
        let rows: Vec<String> = (0..height).map(|_| row(&mut random)).collect();
        boards.push(format!("board:\n{}\n", rows.join("\n")));
    }
    let mut total = 0;
    for text in boards {
        let Ok(parsed) = parse(&text) else { continue };
        let Some(expected) = states_by_hand(&parsed.puzzle) else { continue };
        total += expected;
        for metric in Metric::ALL {
            let mut nobody = ();
            let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
            let found = explore(&parsed.puzzle, metric, Wanted::default(), &Options::default(), &mut meter);
            assert_eq!(found.states as usize, expected, "{text}");
            let merged = solve(&parsed.puzzle, metric, &Options::default(), &mut meter).stored;
            assert_eq!(merged, found.up_to_mirror, "{text}");
        }
    }
    assert!(total > 3_000, "the boards are too small to say much: {total}");
}
