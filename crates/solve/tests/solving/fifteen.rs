//! A* and IDA* agree on easy 15-puzzles, whatever the goal.

use slidewise_lab::registry::{Algorithm, TileHeuristic};
use slidewise_lab::{Lab, TileSpec, Watch};
use slidewise_puzzles::random::Rng;
use slidewise_puzzles::tiles::{Goal, TilePuzzle, generate};
use slidewise_search::{Cancel, Limits, Proof};

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

/// A board for which nothing is named begins with small tables; one of 80 moves goes on with better ones, from the first bound on.
#[test]
fn a_bound_is_not_lost_when_better_tables_take_over() {
    let lab = Lab::new();
    let goal = Goal::BlankFirst.board(4, 4).unwrap();
    let start = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0".parse().unwrap();
    let puzzle = TilePuzzle::new(start, goal).unwrap();
    let bound = |nodes| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let watch = Watch { limits, cancel: Cancel::default(), observer: &mut () };
        let answer = lab.solve_watched(&puzzle, &TileSpec::default(), watch).unwrap();
        assert_eq!(answer.stats.expanded, nodes);
        answer.lower_bound.unwrap()
    };
    let in_the_beginning = bound(2_000_000);
    assert!(bound(2_000_100) >= in_the_beginning);
}

fn optimal(lab: &Lab, puzzle: &TilePuzzle, spec: &TileSpec) -> u32 {
    let answer = solve(lab, puzzle, spec);
    assert_eq!(solution(&answer).proof, Proof::Optimal);
    solution(&answer).cost
}
