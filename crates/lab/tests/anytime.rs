//! Anytime search through the lab: its solutions, its bounds, and where it stops.

use std::time::Duration;

use slidewise_lab::registry::{Algorithm, TileMetric};
use slidewise_lab::{Lab, Outcome, TileAnswer, TileSpec, Watch};
use slidewise_puzzles::random::Rng;
use slidewise_puzzles::tiles::generate::{scramble, uniform};
use slidewise_puzzles::tiles::{Board, Direction, Goal, TilePuzzle};
use slidewise_search::{Cancel, Event, Limits, Observer, Proof, Stats, Stop, Weight};

/// Notes the costs of the solutions that are reported.
#[derive(Default)]
struct Costs(Vec<u32>);

impl Observer for Costs {
    fn event(&mut self, event: Event, _: &Stats, _: Duration) {
        if let Event::Improved(cost) = event {
            self.0.push(cost);
        }
    }
}

fn anytime() -> TileSpec {
    TileSpec { algorithm: Some(Algorithm::Anytime), threads: Some(1), ..TileSpec::default() }
}

fn solve(lab: &Lab, puzzle: &TilePuzzle, spec: &TileSpec, nodes: u64) -> (TileAnswer, Vec<u32>) {
    let mut costs = Costs::default();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let watch = Watch { limits, cancel: Cancel::default(), observer: &mut costs };
    (lab.solve_watched(puzzle, spec, watch).unwrap(), costs.0)
}

fn random(rows: usize, cols: usize, seed: u64) -> TilePuzzle {
    let goal = Goal::NAMED[seed as usize % 3].board(rows, cols).unwrap();
    TilePuzzle::new(uniform(&goal, &mut Rng::from_seed(seed)), goal).unwrap()
}

/// Boards with their optimal lengths from a file of instances: id, length, tiles.
fn known(file: &str, goal: Goal, side: usize, count: usize) -> Vec<(TilePuzzle, u32)> {
    let text = slidewise_puzzles::tiles::lists::list(file).unwrap();
    let goal = goal.board(side, side).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let instance = |line: &str| {
        let numbers: Vec<u16> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let board = Board::new(side, side, numbers[2..].to_vec()).unwrap();
        (TilePuzzle::new(board, goal.clone()).unwrap(), numbers[1].into())
    };
    lines.take(count).map(instance).collect()
}

#[test]
fn bounds_hold_against_known_optima() {
    let lab = Lab::new();
    let fifteen = known("deepcubea-15.txt", Goal::BlankLast, 4, 10);
    let twenty_four = known("deepcubea-24.txt", Goal::BlankLast, 5, 10);
    let (mut found, mut optimal) = (0, 0);
    for (puzzle, optimum) in fifteen.iter().chain(&twenty_four) {
        let (answer, costs) = solve(&lab, puzzle, &anytime(), 300_000);
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
        let spec = TileSpec { seed: Some(seed), ..anytime() };
        let runs = [0, 1].map(|_| {
            let (answer, _) = solve(&Lab::new(), &puzzle, &spec, 200_000);
            assert_eq!(answer.outcome, Outcome::Stopped(Stop::Nodes));
            (answer.solution, answer.lower_bound, answer.stats)
        });
        assert_eq!(runs[0], runs[1]);
    }
}

#[test]
fn any_shape_is_solved_by_default() {
    let lab = Lab::new();
    for (rows, cols) in [(5, 5), (6, 4), (2, 40), (3, 20), (1, 30), (40, 1), (12, 12)] {
        let puzzle = random(rows, cols, 2);
        let (answer, _) = solve(&lab, &puzzle, &TileSpec::default(), 50_000);
        assert_eq!(answer.chosen.algorithm, Algorithm::Anytime, "{rows}×{cols}");
        let solution = answer.solution.expect("always a solution");
        assert!(answer.lower_bound.unwrap() <= solution.cost);
    }
}

#[test]
fn easy_boards_are_solved_optimally_and_it_ends() {
    let lab = Lab::new();
    let goal = Goal::BlankLast.board(6, 6).unwrap();
    for seed in 0..5 {
        let start = scramble(&goal, 20, &mut Rng::from_seed(seed));
        let answer = lab.solve(&TilePuzzle::new(start, goal.clone()).unwrap(), &anytime()).unwrap();
        assert_eq!(answer.outcome, Outcome::Solved);
        let solution = answer.solution.unwrap();
        assert_eq!(solution.proof, Proof::Optimal);
        assert!(solution.cost <= 20);
    }
}

#[test]
fn it_stops_when_the_gap_is_small_enough() {
    let lab = Lab::new();
    let puzzle = random(5, 5, 4);
    let bound = Weight::new(2, 1);
    let answer = lab.solve(&puzzle, &TileSpec { bound, ..anytime() }).unwrap();
    assert_eq!(answer.outcome, Outcome::Solved);
    assert!(answer.solution.unwrap().cost <= 2 * answer.lower_bound.unwrap());
}

#[test]
fn pushes_are_counted_in_the_multi_tile_metric() {
    let lab = Lab::new();
    let spec = TileSpec { metric: Some(TileMetric::Multi), ..anytime() };
    let (answer, costs) = solve(&lab, &random(6, 6, 5), &spec, 100_000);
    let solution = answer.solution.unwrap();
    assert_eq!(costs.last(), Some(&solution.cost));
    assert!((solution.cost as usize) < solution.directions.len());
    assert!(answer.lower_bound.unwrap() <= solution.cost);
}

#[test]
fn a_cancelled_search_keeps_its_solution() {
    let cancel = Cancel::default();
    cancel.cancel();
    let watch = Watch { limits: Limits::default(), cancel, observer: &mut () };
    let answer = Lab::new().solve_watched(&random(8, 8, 1), &anytime(), watch).unwrap();
    assert_eq!(answer.outcome, Outcome::Stopped(Stop::Cancelled));
    assert!(answer.solution.is_some());
}

#[test]
fn a_beam_is_guided_by_what_was_learned_where_there_is_a_table() {
    let lab = Lab::new();
    let spec = TileSpec { beam_width: Some(1000), ..TileSpec::default() };
    let learned = lab.solve(&random(5, 5, 1), &spec).unwrap();
    assert_eq!(learned.chosen.algorithm, Algorithm::Beam);
    assert_eq!(learned.chosen.heuristic.unwrap().to_string(), "learned");
    assert_eq!(learned.solution.unwrap().proof, Proof::None);
    let other = lab.solve(&random(4, 6, 1), &spec).unwrap();
    assert_eq!(other.chosen.heuristic.unwrap().to_string(), "combined");
}

#[test]
fn a_given_solution_is_improved_and_never_made_worse() {
    let lab = Lab::new();
    let puzzle = random(5, 5, 3);
    let spec = TileSpec { threads: Some(1), ..TileSpec::default() };
    let shorten = |moves: &[Direction]| {
        let limits = Limits { nodes: Some(3000), ..Limits::default() };
        let watch = Watch { limits, cancel: Cancel::default(), observer: &mut () };
        lab.shorten(&puzzle, moves, &spec, watch)
    };
    let (first, _) = solve(&lab, &puzzle, &anytime(), 400_000);
    let first = first.solution.unwrap();
    let cost = |answer: TileAnswer| answer.solution.unwrap().cost;
    assert!(cost(shorten(&first.directions).unwrap()) <= first.cost, "a good one is kept");
    let to_the_left = puzzle.start().blank() % 5 < 4;
    let [there, back] =
        if to_the_left { [Direction::Left, Direction::Right] } else { [Direction::Right, Direction::Left] };
    let detour = [&[there, back], &first.directions[..]].concat();
    assert!(cost(shorten(&detour).unwrap()) <= first.cost, "a detour is cut off");
    assert!(shorten(&first.directions[1..]).is_err(), "these moves do not solve it");
}

#[test]
fn boards_without_a_table_use_a_smaller_one_stretched() {
    let lab = Lab::new();
    for (rows, cols, nodes) in [(5, 6, 150_000), (6, 5, 150_000), (8, 8, 1_500_000)] {
        let puzzle = random(rows, cols, 7);
        let (answer, costs) = solve(&lab, &puzzle, &anytime(), nodes);
        let (first, last) = (costs[0], answer.solution.unwrap().cost);
        assert!(last * 10 < first * 8, "{rows}×{cols}: from {first} to {last} only");
    }
}

#[test]
fn large_boards_are_gathered_and_sorted() {
    let lab = Lab::new();
    for (rows, cols, tenths) in [(15, 15, 8), (9, 30, 9)] {
        let puzzle = random(rows, cols, 8);
        let [first, again] = [0, 1].map(|_| solve(&lab, &puzzle, &anytime(), 1_500_000));
        assert_eq!((&first.0.solution, &first.1), (&again.0.solution, &again.1));
        let (constructed, last) = (first.1[0], first.0.solution.unwrap().cost);
        assert!(last * 10 < constructed * tenths, "{rows}×{cols}: from {constructed} to {last} only");
    }
    let spec = TileSpec { threads: Some(2), ..anytime() };
    let (answer, costs) = solve(&lab, &random(15, 15, 8), &spec, 1_500_000);
    assert_eq!(answer.outcome, Outcome::Stopped(Stop::Nodes));
    assert!(costs.len() > 1 && costs.is_sorted_by(|a, b| a > b), "{costs:?}");
}
