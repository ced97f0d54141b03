//! Anytime search by name: its solutions, its bounds, and where it stops.

use std::time::Duration;

use slidewise_solve::puzzles::bricks::library;
use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::search::{Cancel, Event, Limits, Observer, Proof, Stats, Stop, Weight};
use slidewise_solve::{
    Algorithm, Answer, AnyPuzzle, Generating, Outcome, Reading, Solver, Spec, Step, Watch, kinds, read,
};

/// Notes the costs of the solutions that are reported.
#[derive(Default)]
struct Costs(Vec<u64>);

impl Observer for Costs {
    fn event(&mut self, event: Event, _: &Stats, _: Duration) {
        if let Event::Improved(cost) = event {
            self.0.push(cost);
        }
    }
}

fn anytime() -> Spec {
    Spec { algorithm: Some(Algorithm::Anytime), threads: Some(1), ..Spec::default() }
}

fn solve(solver: &Solver, puzzle: &AnyPuzzle, spec: &Spec, nodes: u64) -> (Answer, Vec<u64>) {
    let mut costs = Costs::default();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let watch = Watch { limits, cancel: Cancel::default(), observer: &mut costs };
    (puzzle.solve(solver, spec, watch).unwrap(), costs.0)
}

fn random(rows: usize, cols: usize, seed: u64) -> AnyPuzzle {
    let goals = kinds::first().entry().goals;
    let goal = Some(goals[seed as usize % goals.len()].name.to_string());
    let wish = Generating { size: Some((rows, cols)), goal, ..Generating::default() };
    kinds::first().generate(&wish, &mut Rng::from_seed(seed)).unwrap()
}

/// Boards with their optimal lengths from a file of instances: id, length, tiles.
fn known(file: &str, count: usize) -> Vec<(AnyPuzzle, u64)> {
    let text = slidewise_solve::puzzles::tiles::lists::list(file).unwrap();
    let instance = |item: slidewise_solve::Item| {
        let read = item.result.unwrap();
        (read.puzzle, read.known_length.unwrap())
    };
    read(text, &Reading::default()).into_iter().take(count).map(instance).collect()
}

#[test]
fn bounds_hold_against_known_optima() {
    let solver = Solver::new();
    let fifteen = known("deepcubea-15.txt", 10);
    let twenty_four = known("deepcubea-24.txt", 10);
    let (mut found, mut optimal) = (0, 0);
    for (puzzle, optimum) in fifteen.iter().chain(&twenty_four) {
        let (answer, costs) = solve(&solver, puzzle, &anytime(), 300_000);
        let cost = answer.solution.as_ref().unwrap().cost;
        assert!(cost >= *optimum, "{cost} is below the optimum {optimum}");
        assert!(answer.lower_bound.unwrap() <= *optimum, "{:?} above {optimum}", answer.lower_bound);
        assert!(costs.is_sorted_by(|a, b| a > b), "{costs:?}");
        assert_eq!(costs.last(), Some(&cost));
        found += cost;
        optimal += optimum;
    }
    assert!(found * 100 <= optimal * 108, "{found} moves where {optimal} suffice");
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    for seed in 0..3 {
        let puzzle = random(6, 6, seed);
        let spec = Spec { seed: Some(seed), ..anytime() };
        let runs = [0, 1].map(|_| {
            let (answer, _) = solve(&Solver::new(), &puzzle, &spec, 200_000);
            assert_eq!((answer.outcome, answer.stopped_by), (Outcome::Solved, Some(Stop::Nodes)));
            (answer.solution, answer.lower_bound, answer.stats)
        });
        assert_eq!(runs[0], runs[1]);
    }
}

#[test]
fn any_shape_is_solved_by_default() {
    let solver = Solver::new();
    for (rows, cols) in [(5, 5), (6, 4), (2, 40), (3, 20), (1, 30), (40, 1), (12, 12)] {
        let puzzle = random(rows, cols, 2);
        let (answer, _) = solve(&solver, &puzzle, &Spec::default(), 50_000);
        assert_eq!(answer.plan.algorithm, Algorithm::Anytime, "{rows}×{cols}");
        let solution = answer.solution.expect("always a solution");
        assert!(answer.lower_bound.unwrap() <= solution.cost);
    }
}

#[test]
fn easy_boards_are_solved_optimally_and_it_ends() {
    let solver = Solver::new();
    let wish = Generating { size: Some((6, 6)), scramble: Some(20), ..Generating::default() };
    for seed in 0..5 {
        let puzzle = kinds::first().generate(&wish, &mut Rng::from_seed(seed)).unwrap();
        let answer = solver.solve(&*puzzle, &anytime()).unwrap();
        assert_eq!((answer.outcome, answer.stopped_by), (Outcome::Solved, None));
        let solution = answer.solution.unwrap();
        assert_eq!(solution.proof, Proof::Optimal);
        assert!(solution.cost <= 20);
    }
}

#[test]
fn it_stops_when_the_gap_is_small_enough() {
    let solver = Solver::new();
    let puzzle = random(5, 5, 4);
    let bound = Weight::new(2, 1);
    let answer = solver.solve(&*puzzle, &Spec { bound, ..anytime() }).unwrap();
    assert_eq!((answer.outcome, answer.stopped_by), (Outcome::Solved, None));
    assert!(answer.solution.unwrap().cost <= 2 * answer.lower_bound.unwrap());
}

#[test]
fn pushes_are_counted_in_the_multi_tile_metric() {
    let solver = Solver::new();
    let spec = Spec { metric: Some("multi"), ..anytime() };
    let (answer, costs) = solve(&solver, &random(6, 6, 5), &spec, 100_000);
    let solution = answer.solution.unwrap();
    assert_eq!(costs.last(), Some(&solution.cost));
    assert!((solution.cost as usize) < solution.steps.len());
    assert!(answer.lower_bound.unwrap() <= solution.cost);
}

/// What is shorter in steps may be longer in pushes: on these boards it was reported, and kept.
#[test]
fn solutions_only_get_shorter_in_pushes() {
    let solver = Solver::new();
    let spec = Spec { metric: Some("multi"), ..anytime() };
    for (size, seed) in [(3, 1), (4, 2), (5, 1), (5, 2), (6, 3)] {
        let puzzle = random(size, size, seed);
        let (answer, costs) = solve(&solver, &puzzle, &spec, 60_000);
        let solution = answer.solution.unwrap();
        assert!(costs.is_sorted_by(|a, b| a > b), "{size}×{size}, {seed}: {costs:?}");
        assert_eq!(costs.last(), Some(&solution.cost), "{size}×{size}, {seed}: {costs:?}");
        assert!((1..=solution.cost).contains(&answer.lower_bound.unwrap()));
        assert_eq!(puzzle.length(answer.plan.metric, &solution.steps) as u64, solution.cost);
    }
}

/// The bound rises above that of the start, up to the optimum on small boards.
#[test]
fn pushes_are_proven() {
    let spec = Spec { metric: Some("multi"), ..anytime() };
    let answer = Solver::new().solve(&*random(3, 3, 1), &spec).unwrap();
    assert_eq!((answer.outcome, answer.stopped_by), (Outcome::Solved, None));
    assert!(answer.is_optimal());
    let best = Solver::new().solve(&*random(3, 3, 1), &Spec { metric: Some("multi"), ..Spec::default() });
    assert_eq!(answer.cost(), best.unwrap().cost());
}

/// Nothing is asked for, and the search that suits the puzzle is stopped at once.
#[test]
fn a_limit_leaves_a_solution_of_bricks_and_of_any_board() {
    let solver = Solver::new();
    // Of crowded boards no solution can be made without a search: greedy search has one.
    let named =
        ["course-not-normalized", "klotski", "rush-hour-40"].map(|name| library::get(name).unwrap().text);
    let two_blanks = "tiles: 3 1 2 ./6 # 4 5/. 9 7 8; goal: 1 2 3 4/5 # 6 7/8 9 . .";
    for text in named.into_iter().chain([two_blanks]) {
        let puzzle = read(text, &Reading::default()).remove(0).result.unwrap().puzzle;
        let (answer, _) = solve(&solver, &puzzle, &Spec::default(), 5);
        assert_eq!((answer.outcome, answer.stopped_by), (Outcome::Solved, Some(Stop::Nodes)), "{text}");
        let solution = answer.solution.unwrap();
        assert!(answer.lower_bound.unwrap() <= solution.cost, "{text}");
        assert_eq!(slidewise_solve::solves(&*puzzle, &solution.steps), Ok(()));
    }
}

#[test]
fn a_cancelled_search_keeps_its_solution() {
    let cancel = Cancel::default();
    cancel.cancel();
    let watch = Watch { limits: Limits::default(), cancel, observer: &mut () };
    let answer = random(8, 8, 1).solve(&Solver::new(), &anytime(), watch).unwrap();
    assert_eq!((answer.outcome, answer.stopped_by), (Outcome::Solved, Some(Stop::Cancelled)));
    assert!(answer.solution.is_some());
}

#[test]
fn a_beam_is_guided_by_what_was_learned_where_there_is_a_table() {
    let solver = Solver::new();
    let spec = Spec { beam_width: Some(1000), ..Spec::default() };
    let learned = solver.solve(&*random(5, 5, 1), &spec).unwrap();
    assert_eq!(learned.plan.algorithm, Algorithm::Beam);
    assert_eq!(learned.plan.heuristic.unwrap().to_string(), "learned");
    assert_eq!(learned.solution.unwrap().proof, Proof::None);
    let other = solver.solve(&*random(4, 6, 1), &spec).unwrap();
    assert_eq!(other.plan.heuristic.unwrap().to_string(), "combined");
}

#[test]
fn a_given_solution_is_improved_and_never_made_worse() {
    let solver = Solver::new();
    let puzzle = random(5, 5, 3);
    let spec = Spec { threads: Some(1), ..Spec::default() };
    let shorten = |steps: &[Step]| {
        let limits = Limits { nodes: Some(3000), ..Limits::default() };
        let watch = Watch { limits, cancel: Cancel::default(), observer: &mut () };
        puzzle.shorten(&solver, steps, &spec, watch)
    };
    let (first, _) = solve(&solver, &puzzle, &anytime(), 400_000);
    let first = first.solution.unwrap();
    let cost = |answer: Answer| answer.cost().unwrap();
    assert!(cost(shorten(&first.steps).unwrap()) <= first.cost, "a good one is kept");
    let there = puzzle.steps(&puzzle.start())[0];
    let detour = [&[there, there.back()], &first.steps[..]].concat();
    assert!(cost(shorten(&detour).unwrap()) <= first.cost, "a detour is cut off");
    assert!(shorten(&first.steps[1..]).is_err(), "these moves do not solve it");
}

#[test]
fn boards_without_a_table_use_a_smaller_one_stretched() {
    let solver = Solver::new();
    for (rows, cols, nodes) in [(5, 6, 150_000), (6, 5, 150_000), (8, 8, 1_500_000)] {
        let puzzle = random(rows, cols, 7);
        let (answer, costs) = solve(&solver, &puzzle, &anytime(), nodes);
        let (first, last) = (costs[0], answer.solution.unwrap().cost);
        assert!(last * 10 < first * 8, "{rows}×{cols}: from {first} to {last} only");
    }
}

#[test]
fn large_boards_are_gathered_and_sorted() {
    let solver = Solver::new();
    for (rows, cols, tenths) in [(15, 15, 8), (9, 30, 9)] {
        let puzzle = random(rows, cols, 8);
        let [first, again] = [0, 1].map(|_| solve(&solver, &puzzle, &anytime(), 1_500_000));
        assert_eq!((&first.0.solution, &first.1), (&again.0.solution, &again.1));
        let (constructed, last) = (first.1[0], first.0.solution.unwrap().cost);
        assert!(last * 10 < constructed * tenths, "{rows}×{cols}: from {constructed} to {last} only");
    }
    let spec = Spec { threads: Some(2), ..anytime() };
    let (answer, costs) = solve(&solver, &random(15, 15, 8), &spec, 1_500_000);
    assert_eq!((answer.outcome, answer.stopped_by), (Outcome::Solved, Some(Stop::Nodes)));
    assert!(costs.len() > 1 && costs.is_sorted_by(|a, b| a > b), "{costs:?}");
}

/// The boards of `testdata/large-bricks`, by name.
fn large_bricks() -> Vec<(String, AnyPuzzle)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/large-bricks");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let board = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let item = read(&text, &Reading::default()).remove(0);
        (path.display().to_string(), item.result.unwrap().puzzle)
    };
    files.iter().map(board).collect()
}

/// 16×16 cells and 28 pieces: no search expands more than some dozens of positions a second there.
#[test]
fn large_brick_boards_have_a_solution_and_a_bound() {
    let boards = large_bricks();
    assert_eq!(boards.len(), 10);
    for (name, puzzle) in &boards {
        let nodes = if name.contains("crowded") { 45_000 } else { 3_000 };
        let (answer, costs) = solve(&Solver::new(), puzzle, &Spec::default(), nodes);
        assert_eq!(answer.plan.algorithm, Algorithm::Anytime, "{name}");
        let solution = answer.solution.unwrap_or_else(|| panic!("{name}: no solution"));
        assert!((1..=solution.cost).contains(&answer.lower_bound.unwrap()), "{name}");
        assert!(
            costs.is_sorted_by(|a, b| a > b) && costs.last() == Some(&solution.cost),
            "{name}: {costs:?}"
        );
    }
}

/// In each metric, and shorter than what was found first.
#[test]
fn solutions_of_large_brick_boards_get_shorter() {
    let (_, puzzle) = large_bricks().into_iter().find(|(name, _)| name.ends_with("four-1.txt")).unwrap();
    for metric in ["steps", "lines", "moves"] {
        let spec = Spec { metric: Some(metric), ..anytime() };
        let (answer, costs) = solve(&Solver::new(), &puzzle, &spec, 8_000);
        assert_eq!(answer.solution.unwrap().cost, *costs.last().unwrap());
        assert!(costs.last() < costs.first(), "{metric}: {costs:?}");
    }
}

/// Boards of 5×5 with several holes and with several blanks.
#[test]
fn boards_with_holes_have_a_solution_and_a_bound() {
    let solved = [
        "tiles: 1 2 3 4 5/6 # 7 # 8/9 10 11 12 13/14 # 15 # 16/17 18 19 20 .",
        "tiles: 1 2 3 4 5/6 7 # 8 9/10 11 12 13 14/15 # 16 17 18/19 20 21 . .",
        "tiles: A A B B C/A # B # C/D D D E E/F # F # E/G G G H .",
    ];
    for text in solved {
        let from = read(text, &Reading::default()).remove(0).result.unwrap().puzzle;
        let wish = Generating { from: Some(from), scramble: Some(3000), ..Generating::default() };
        let kind = kinds::find("freeform").unwrap();
        let puzzle = kind.generate(&wish, &mut Rng::from_seed(5)).unwrap();
        let (answer, costs) = solve(&Solver::new(), &puzzle, &Spec::default(), 200_000);
        assert_eq!(answer.plan.algorithm, Algorithm::Anytime, "{text}");
        let solution = answer.solution.unwrap_or_else(|| panic!("{text}: no solution"));
        assert!((1..=solution.cost).contains(&answer.lower_bound.unwrap()), "{text}");
        assert_eq!(costs.last(), Some(&solution.cost));
    }
}

/// The three lines of the front page end on 5×5 too, where no limit is given and nothing is proven: with the best that
/// was found in the time that the program takes.
#[test]
fn a_large_board_without_a_limit_comes_to_an_end() {
    let board = "24 20 4 9 1/7 2 22 16 14/5 18 12 3 23/11 19 6 0 10/8 21 13 15 17";
    let puzzle = read(board, &Reading::default()).remove(0).result.unwrap().puzzle;
    let answer = Solver::new().solve(&*puzzle, &Spec::default()).unwrap();
    assert_eq!(answer.plan.algorithm, Algorithm::Anytime);
    assert_eq!((answer.outcome, answer.stopped_by), (Outcome::Solved, Some(Stop::Time)));
    assert!(!answer.is_optimal());
    assert_eq!(slidewise_solve::solves(&*puzzle, &answer.solution.unwrap().steps), Ok(()));
}
