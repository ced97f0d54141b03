//! Every optimal search finds the true distance of 1,000 random 8-puzzles, which are solved here by searching the
//! whole space.

use slidewise_lab::registry::{Algorithm, TileHeuristic, TileMetric};
use slidewise_lab::{Lab, Outcome, TileSpec};
use slidewise_puzzles::random::Rng;
use slidewise_puzzles::tiles::{Board, Goal, TilePuzzle, generate};
use slidewise_search::{Proof, Stop};

use crate::judge::{replay, solution, solve};
use crate::specs::spec;
use crate::truth::Truth;

/// Seeded random 8-puzzles with their true distances.
pub fn random_eights(count: usize, metric: TileMetric) -> Vec<(TilePuzzle, u32)> {
    let goal = Goal::BlankLast.board(3, 3).unwrap();
    let truth = Truth::about(&goal, metric);
    assert_eq!(truth.len(), 181_440);
    let mut rng = Rng::from_seed(1_000);
    let mut draw = || {
        let start = generate::uniform(&goal, &mut rng);
        let distance = truth.of(&start).expect("half of all boards can be solved, and these are they");
        (TilePuzzle::new(start, goal.clone()).unwrap(), distance)
    };
    (0..count).map(|_| draw()).collect()
}

/// All these puzzles come out at their true distance, and are said to.
fn agree(spec: &TileSpec, puzzles: &[(TilePuzzle, u32)]) {
    let lab = Lab::new();
    for (puzzle, distance) in puzzles {
        let answer = solve(&lab, puzzle, spec);
        let found = solution(&answer);
        assert_eq!((found.cost, found.proof), (*distance, Proof::Optimal), "{} {spec:?}", puzzle.start());
        assert_eq!(answer.lower_bound, Some(*distance));
    }
}

#[test]
fn breadth_first() {
    agree(&spec(Algorithm::Bfs, None), &random_eights(1_000, TileMetric::Single));
}

#[test]
fn dijkstra() {
    agree(&spec(Algorithm::Dijkstra, None), &random_eights(1_000, TileMetric::Single));
}

#[test]
fn bidirectional_and_a_star() {
    let puzzles = random_eights(1_000, TileMetric::Single);
    agree(&spec(Algorithm::Bidirectional, None), &puzzles);
    for heuristic in crate::specs::admissible(TileMetric::Single) {
        // Without an estimate A* is Dijkstra's search, which has a test of its own.
        let puzzles = if heuristic == TileHeuristic::Zero { &puzzles[..50] } else { &puzzles };
        agree(&spec(Algorithm::Astar, Some(heuristic)), puzzles);
    }
}

#[test]
fn ida_star() {
    let puzzles = random_eights(1_000, TileMetric::Single);
    for heuristic in crate::specs::admissible(TileMetric::Single) {
        // A weak estimate leaves IDA* with the same positions over and over.
        let deepest = match heuristic {
            TileHeuristic::Zero => 16,
            TileHeuristic::Misplaced => 24,
            _ => 31,
        };
        agree(&spec(Algorithm::Ida, Some(heuristic)), &not_deeper(&puzzles, deepest));
    }
    agree(&spec(Algorithm::IterativeDeepening, None), &not_deeper(&puzzles, 17));
}

fn not_deeper(puzzles: &[(TilePuzzle, u32)], deepest: u32) -> Vec<(TilePuzzle, u32)> {
    let kept: Vec<_> = puzzles.iter().filter(|(_, distance)| *distance <= deepest).cloned().collect();
    assert!(kept.len() >= 20, "enough are left to say something");
    kept
}

#[test]
fn the_multi_tile_metric() {
    let puzzles = random_eights(200, TileMetric::Multi);
    let multi = |spec: TileSpec| TileSpec { metric: Some(TileMetric::Multi), ..spec };
    for algorithm in [Algorithm::Bfs, Algorithm::Bidirectional, Algorithm::Dijkstra] {
        agree(&multi(spec(algorithm, None)), &puzzles[..40]);
    }
    for heuristic in crate::specs::admissible(TileMetric::Multi) {
        let few = if heuristic == TileHeuristic::Zero { &puzzles[..20] } else { &puzzles };
        agree(&multi(spec(Algorithm::Astar, Some(heuristic))), few);
    }
    agree(&multi(spec(Algorithm::Ida, Some(TileHeuristic::Combined))), &puzzles[..40]);
}

#[test]
fn depth_first_search_is_complete_within_its_limit() {
    let lab = Lab::new();
    let goal = Goal::BlankLast.board(3, 3).unwrap();
    let truth = Truth::about(&goal, TileMetric::Single);
    let mut rng = Rng::from_seed(3);
    for steps in 1..=16 {
        let start = generate::scramble(&goal, steps, &mut rng);
        let distance = truth.of(&start).unwrap();
        let puzzle = TilePuzzle::new(start, goal.clone()).unwrap();
        for limit in [distance, distance + 1, distance + 4] {
            let spec = TileSpec { depth_limit: Some(limit), ..spec(Algorithm::Dfs, None) };
            let answer = solve(&lab, &puzzle, &spec);
            assert!((distance..=limit).contains(&solution(&answer).cost), "{limit}");
        }
        if let Some(limit) = distance.checked_sub(1) {
            let spec = TileSpec { depth_limit: Some(limit), ..spec(Algorithm::Dfs, None) };
            let answer = lab.solve(&puzzle, &spec).unwrap();
            assert_eq!((answer.outcome, &answer.solution), (Outcome::Stopped(Stop::Depth), &None));
            assert!(answer.lower_bound <= Some(distance));
        }
    }
}

/// All arrangements of the numbers from 0 on.
fn arrangements(count: u16) -> Vec<Vec<u16>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let insert = |shorter: Vec<u16>| {
        (0..count as usize).map(move |at| {
            let mut longer = shorter.clone();
            longer.insert(at, count - 1);
            longer
        })
    };
    arrangements(count - 1).into_iter().flat_map(insert).collect()
}

#[test]
fn solvable_is_what_can_be_reached() {
    let lab = Lab::new();
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (1, 4), (5, 1)] {
        for goal in Goal::NAMED {
            let goal = goal.board(rows, cols).unwrap();
            let truth = Truth::about(&goal, TileMetric::Single);
            for cells in arrangements((rows * cols) as u16) {
                let start = Board::new(rows, cols, cells).unwrap();
                let distance = truth.of(&start);
                let puzzle = TilePuzzle::new(start, goal.clone()).unwrap();
                let answer = lab.solve(&puzzle, &TileSpec::default()).unwrap();
                replay(&answer);
                assert_eq!(answer.outcome == Outcome::Unsolvable, distance.is_none());
                assert_eq!(answer.solution.map(|solution| solution.cost), distance);
            }
        }
    }
}

#[test]
fn single_lines() {
    let lab = Lab::new();
    for (rows, cols) in [(1, 2), (1, 5), (7, 1)] {
        let goal = Goal::BlankLast.board(rows, cols).unwrap();
        for blank in 0..rows * cols {
            let mut cells: Vec<u16> = (1..(rows * cols) as u16).collect();
            cells.insert(blank, 0);
            let puzzle = TilePuzzle::new(Board::new(rows, cols, cells).unwrap(), goal.clone()).unwrap();
            let away = (rows * cols - 1 - blank) as u32;
            for spec in crate::specs::all() {
                assert_eq!(solution(&solve(&lab, &puzzle, &spec)).cost, away, "{spec:?}");
                let multi = TileSpec { metric: Some(TileMetric::Multi), ..spec };
                assert!(solution(&solve(&lab, &puzzle, &multi)).cost >= away.min(1), "{multi:?}");
            }
            let multi = TileSpec { metric: Some(TileMetric::Multi), ..TileSpec::default() };
            assert_eq!(solution(&solve(&lab, &puzzle, &multi)).cost, away.min(1));
        }
    }
}
