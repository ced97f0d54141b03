//! A* and IDA* agree on easy 15-puzzles, whatever the goal.

use slidewise_lab::registry::{Algorithm, TileHeuristic};
use slidewise_lab::{Lab, TileSpec};
use slidewise_puzzles::random::Rng;
use slidewise_puzzles::tiles::{Goal, TilePuzzle, generate};
use slidewise_search::Proof;

use crate::judge::{solution, solve};
use crate::specs::spec;

fn goals() -> Vec<Goal> {
    let own = "5 1 10 3/0 14 7 2/9 6 15 12/13 8 4 11".parse().unwrap();
    Goal::NAMED.into_iter().chain([Goal::Custom(own)]).collect()
}

#[test]
fn a_star_and_ida_star_agree() {
    let lab = Lab::new();
    let mut rng = Rng::from_seed(15);
    for goal in goals() {
        let goal = goal.board(4, 4).unwrap();
        for steps in [1, 5, 10, 20, 30, 40, 45, 50, 55, 60] {
            let start = generate::scramble(&goal, steps, &mut rng);
            let puzzle = TilePuzzle::new(start, goal.clone()).unwrap();
            let heuristics = [
                TileHeuristic::Manhattan,
                TileHeuristic::LinearConflict,
                TileHeuristic::WalkingDistance,
                TileHeuristic::Combined,
            ];
            let specs = heuristics
                .iter()
                .flat_map(|&h| [spec(Algorithm::Astar, Some(h)), spec(Algorithm::Ida, Some(h))]);
            let costs: Vec<u32> = specs.map(|spec| optimal(&lab, &puzzle, &spec)).collect();
            assert!(costs.iter().all(|&cost| cost == costs[0]), "{costs:?} {}", puzzle.start());
            assert!(costs[0] as usize <= steps && costs[0] as usize % 2 == steps % 2);
        }
    }
}

fn optimal(lab: &Lab, puzzle: &TilePuzzle, spec: &TileSpec) -> u32 {
    let answer = solve(lab, puzzle, spec);
    assert_eq!(solution(&answer).proof, Proof::Optimal);
    solution(&answer).cost
}
