//! Every optimal search finds the true distance of 1,000 random 8-puzzles, which are solved here by searching the
//! whole space.

use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::search::{Proof, Stop, Weight};
use slidewise_solve::{
    Algorithm, AnyPuzzle, Generating, Outcome, SolveError, Solver, Spec, WeightChoice, kinds,
};

use crate::judge::{puzzle, replay, solution, solve, start};
use crate::specs::spec;
use crate::truth::Truth;

/// A random board of a size.
fn draw((rows, cols): (usize, usize), scramble: Option<usize>, rng: &mut Rng) -> AnyPuzzle {
    let wish = Generating { size: Some((rows, cols)), scramble, ..Generating::default() };
    kinds::first().generate(&wish, rng).unwrap()
}

/// Seeded random 8-puzzles with their true distances.
pub fn random_eights(count: usize, metric: &str) -> Vec<(AnyPuzzle, u64)> {
    let mut rng = Rng::from_seed(1_000);
    let puzzles: Vec<AnyPuzzle> = (0..count).map(|_| draw((3, 3), None, &mut rng)).collect();
    let truth = Truth::about(&puzzles[0], metric);
    assert_eq!(truth.len(), 181_440);
    let known = |puzzle: AnyPuzzle| {
        let distance = truth.of(&puzzle).expect("half of all boards can be solved, and these are they");
        (puzzle, distance)
    };
    puzzles.into_iter().map(known).collect()
}

/// All these puzzles come out at their true distance, and are said to.
pub fn agree(spec: &Spec, puzzles: &[(AnyPuzzle, u64)]) {
    let solver = Solver::new();
    for (puzzle, distance) in puzzles {
        let answer = solve(&solver, puzzle, spec);
        let found = solution(&answer);
        assert_eq!((found.cost, found.proof), (*distance, Proof::Optimal), "{} {spec:?}", start(puzzle));
        assert_eq!(answer.lower_bound, Some(*distance));
    }
}

#[test]
fn breadth_first() {
    agree(&spec(Algorithm::Bfs, None), &random_eights(1_000, "single"));
}

#[test]
fn dijkstra() {
    agree(&spec(Algorithm::Dijkstra, None), &random_eights(1_000, "single"));
}

#[test]
fn bidirectional_and_a_star() {
    let puzzles = random_eights(1_000, "single");
    agree(&spec(Algorithm::Bidirectional, None), &puzzles);
    for heuristic in crate::specs::admissible("single") {
        // Without an estimate A* is Dijkstra's search, which has a test of its own.
        let puzzles = if heuristic == "zero" { &puzzles[..50] } else { &puzzles };
        agree(&spec(Algorithm::Astar, Some(heuristic)), puzzles);
    }
}

#[test]
fn ida_star() {
    let puzzles = random_eights(1_000, "single");
    for heuristic in crate::specs::admissible("single") {
        // A weak estimate leaves IDA* with the same positions over and over.
        let deepest = match heuristic {
            "zero" => 16,
            "misplaced" => 24,
            _ => 31,
        };
        agree(&spec(Algorithm::Ida, Some(heuristic)), &not_deeper(&puzzles, deepest));
    }
    agree(&spec(Algorithm::IterativeDeepening, None), &not_deeper(&puzzles, 17));
}

/// In every order of moves the same lengths: with a table at each depth it reaches all of them.
#[test]
fn deepening_with_a_visited_table() {
    let puzzles = random_eights(30, "single");
    for order in [None, Some("URDL"), Some("LDRU")] {
        let order = order.map(|text| text.parse().unwrap());
        agree(&Spec { order, ..spec(Algorithm::VisitedDeepening, None) }, &puzzles);
    }
    let multi = Spec { metric: Some("multi"), ..spec(Algorithm::VisitedDeepening, None) };
    agree(&multi, &random_eights(20, "multi"));
}

/// The heuristics of textbooks: what they promise is what comes out, and in the multi-tile metric nothing is claimed.
#[test]
fn heuristics_to_be_compared() {
    let puzzles = random_eights(60, "single");
    for heuristic in crate::specs::COMPARED {
        agree(&spec(Algorithm::Astar, Some(heuristic)), &puzzles);
    }
    agree(&spec(Algorithm::Ida, Some("corner-tiles")), &puzzles[..20]);
    agree(&spec(Algorithm::Nbs, Some("corner-tiles")), &puzzles[..20]);
    let together = "max(gaschnig, last-moves, corner-tiles, inversion, lc)".parse().unwrap();
    agree(&Spec { heuristic: Some(together), ..spec(Algorithm::Astar, None) }, &puzzles);
    let (solver, multi) = (Solver::new(), random_eights(30, "multi"));
    for heuristic in crate::specs::COMPARED.into_iter().chain(["nilsson"]) {
        for (metric, puzzles) in [("single", &puzzles), ("multi", &multi)] {
            if metric == "single" && heuristic != "nilsson" {
                continue;
            }
            let spec = Spec { metric: Some(metric), ..spec(Algorithm::Astar, Some(heuristic)) };
            for (puzzle, distance) in puzzles {
                let answer = solve(&solver, puzzle, &spec);
                let found = solution(&answer);
                assert!(found.cost >= *distance && answer.lower_bound <= Some(*distance), "{heuristic}");
                assert!(found.proof != Proof::Optimal || found.cost == *distance, "{heuristic}");
            }
        }
    }
}

/// With an estimate towards each end.
#[test]
fn from_both_ends() {
    let puzzles = random_eights(60, "single");
    for algorithm in [Algorithm::Mm, Algorithm::Nbs, Algorithm::Bae, Algorithm::Dvcbs] {
        for heuristic in crate::specs::admissible("single") {
            if heuristic == "pdb" {
                let refused = Solver::new().solve(&*puzzles[0].0, &spec(algorithm, Some(heuristic)));
                assert!(matches!(refused, Err(SolveError::Refused(_))), "{}", algorithm.name());
                continue;
            }
            let few = if heuristic == "zero" { &puzzles[..20] } else { &puzzles };
            agree(&spec(algorithm, Some(heuristic)), few);
        }
    }
}

/// Where estimates are not consistent, BAE* proves nothing: it is refused, and the others do not claim anything.
#[test]
fn from_both_ends_in_the_multi_tile_metric() {
    let puzzles = random_eights(40, "multi");
    let multi = |spec: Spec| Spec { metric: Some("multi"), ..spec };
    for algorithm in [Algorithm::Mm, Algorithm::Nbs, Algorithm::Bae, Algorithm::Dvcbs] {
        agree(&multi(spec(algorithm, Some("combined"))), &puzzles);
        let wrong = multi(spec(algorithm, Some("manhattan")));
        for (puzzle, distance) in &puzzles[..10] {
            match Solver::new().solve(&**puzzle, &wrong) {
                Err(error) => assert!(algorithm == Algorithm::Bae, "{error}"),
                Ok(answer) => {
                    let found = solution(&answer);
                    assert!(algorithm != Algorithm::Bae && found.cost >= *distance);
                    assert!(found.proof != Proof::Optimal || found.cost == *distance);
                }
            }
        }
    }
}

/// Within the bound that was asked for, and proven to be.
#[test]
fn bounded_suboptimal() {
    let puzzles = random_eights(60, "single");
    let solver = Solver::new();
    for algorithm in [Algorithm::Focal, Algorithm::Ees, Algorithm::Optimistic, Algorithm::DynamicPotential] {
        for heuristic in ["misplaced", "manhattan", "combined"] {
            agree(&spec(algorithm, Some(heuristic)), &puzzles[..20]);
            let weight = Weight::new(3, 2).unwrap();
            let bounded =
                Spec { weight: Some(WeightChoice::Fixed(weight)), ..spec(algorithm, Some(heuristic)) };
            for (puzzle, distance) in &puzzles {
                let answer = solve(&solver, puzzle, &bounded);
                let found = solution(&answer);
                assert!(found.cost >= *distance && 2 * found.cost <= 3 * distance, "{}", start(puzzle));
                let proven = [Proof::Optimal, Proof::Within(weight)].contains(&found.proof);
                assert!(proven && answer.lower_bound <= Some(*distance), "{:?}", found.proof);
            }
        }
    }
}

fn not_deeper(puzzles: &[(AnyPuzzle, u64)], deepest: u64) -> Vec<(AnyPuzzle, u64)> {
    let kept: Vec<_> = puzzles.iter().filter(|(_, distance)| *distance <= deepest).cloned().collect();
    assert!(kept.len() >= 20, "enough are left to say something");
    kept
}

#[test]
fn the_multi_tile_metric() {
    let puzzles = random_eights(200, "multi");
    let multi = |spec: Spec| Spec { metric: Some("multi"), ..spec };
    for algorithm in [Algorithm::Bfs, Algorithm::Bidirectional, Algorithm::Dijkstra] {
        agree(&multi(spec(algorithm, None)), &puzzles[..40]);
    }
    for heuristic in crate::specs::admissible("multi") {
        let few = if heuristic == "zero" { &puzzles[..20] } else { &puzzles };
        agree(&multi(spec(Algorithm::Astar, Some(heuristic))), few);
    }
    agree(&multi(spec(Algorithm::Ida, Some("combined"))), &puzzles[..40]);
}

#[test]
fn depth_first_search_is_complete_within_its_limit() {
    let solver = Solver::new();
    let mut rng = Rng::from_seed(3);
    let truth = Truth::about(&draw((3, 3), Some(0), &mut rng), "single");
    for steps in 1..=16 {
        let puzzle = draw((3, 3), Some(steps), &mut rng);
        let distance = truth.of(&puzzle).unwrap();
        for limit in [distance, distance + 1, distance + 4] {
            let spec = Spec { depth_limit: Some(limit), ..spec(Algorithm::Dfs, None) };
            let answer = solve(&solver, &puzzle, &spec);
            assert!((distance..=limit).contains(&solution(&answer).cost), "{limit}");
        }
        if let Some(limit) = distance.checked_sub(1) {
            let spec = Spec { depth_limit: Some(limit), ..spec(Algorithm::Dfs, None) };
            let answer = solver.solve(&*puzzle, &spec).unwrap();
            assert_eq!((answer.outcome, answer.stopped_by), (Outcome::Stopped, Some(Stop::Depth)));
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
    let solver = Solver::new();
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (1, 4), (5, 1)] {
        for goal in kinds::first().entry().goals {
            let boards = arrangements((rows * cols) as u16);
            let puzzles: Vec<AnyPuzzle> =
                boards.iter().map(|cells| puzzle(&written(rows, cols, cells), goal.name)).collect();
            let truth = Truth::about(&puzzles[0], "single");
            for puzzle in puzzles {
                let distance = truth.of(&puzzle);
                let answer = solver.solve(&*puzzle, &Spec::default()).unwrap();
                replay(&*puzzle, &answer);
                assert_eq!(answer.outcome == Outcome::Unsolvable, distance.is_none());
                assert_eq!(answer.cost(), distance);
            }
        }
    }
}

/// A board with its size, so that a single line is no square.
fn written(rows: usize, cols: usize, cells: &[u16]) -> String {
    let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
    format!("{cols}x{rows}:{}", cells.join(","))
}

#[test]
fn single_lines() {
    let solver = Solver::new();
    for (rows, cols) in [(1, 2), (1, 5), (7, 1)] {
        for blank in 0..rows * cols {
            let mut cells: Vec<u16> = (1..(rows * cols) as u16).collect();
            cells.insert(blank, 0);
            let puzzle = puzzle(&written(rows, cols, &cells), "blank-last");
            let away = (rows * cols - 1 - blank) as u64;
            for spec in crate::specs::all() {
                let cost = solution(&solve(&solver, &puzzle, &spec)).cost;
                // Agents walk back and forth until they have learned the way.
                let wanders =
                    matches!(spec.algorithm, Some(Algorithm::Lrta | Algorithm::Rta | Algorithm::LssLrta));
                assert!(cost == away || wanders && cost > away, "{cost}: {spec:?}");
                let multi = Spec { metric: Some("multi"), ..spec };
                // BAE* is refused where an estimate is not consistent, HDA* where it is not admissible.
                let promised = crate::specs::promises(Algorithm::Bae, multi.heuristic.as_ref(), "multi");
                if matches!(multi.algorithm, Some(Algorithm::Bae | Algorithm::Hda)) && !promised {
                    assert!(solver.solve(&*puzzle, &multi).is_err(), "{multi:?}");
                    continue;
                }
                assert!(solution(&solve(&solver, &puzzle, &multi)).cost >= away.min(1), "{multi:?}");
            }
            let multi = Spec { metric: Some("multi"), ..Spec::default() };
            assert_eq!(solution(&solve(&solver, &puzzle, &multi)).cost, away.min(1));
        }
    }
}
