//! A* and IDA* agree on easy 15-puzzles, whatever the goal.

use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::search::{Cancel, Limits, Proof};
use slidewise_solve::{Algorithm, AnyPuzzle, Generating, Solver, Spec, Watch, kinds};

use crate::judge::{puzzle, solution, solve, start};
use crate::specs::spec;

fn goals() -> Vec<&'static str> {
    let own = "5 1 10 3/0 14 7 2/9 6 15 12/13 8 4 11";
    kinds::first().entry().goals.iter().map(|goal| goal.name).chain([own]).collect()
}

#[test]
fn a_star_and_ida_star_agree() {
    let solver = Solver::new();
    let mut rng = Rng::from_seed(15);
    for goal in goals() {
        for steps in [1, 5, 10, 20, 30, 40, 45, 50, 55, 60] {
            let goal = Some(goal.to_string());
            let wish = Generating { goal, scramble: Some(steps), ..Generating::default() };
            let puzzle = kinds::first().generate(&wish, &mut rng).unwrap();
            let heuristics = ["manhattan", "linear-conflict", "walking-distance", "combined"];
            let specs = heuristics
                .iter()
                .flat_map(|&h| [spec(Algorithm::Astar, Some(h)), spec(Algorithm::Ida, Some(h))]);
            let costs: Vec<u64> = specs.map(|spec| optimal(&solver, &puzzle, &spec)).collect();
            assert!(costs.iter().all(|&cost| cost == costs[0]), "{costs:?} {}", start(&puzzle));
            assert!(costs[0] as usize <= steps && costs[0] as usize % 2 == steps % 2);
        }
    }
}

/// A board for which nothing is named begins with small tables; one of 80 moves goes on with better ones,
/// from the first bound on.
#[test]
fn a_bound_is_not_lost_when_better_tables_take_over() {
    let solver = Solver::new();
    let puzzle = puzzle("15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "blank-first");
    let bound = |nodes| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let watch = Watch { limits, cancel: Cancel::default(), observer: &mut () };
        let answer = puzzle.solve(&solver, &Spec::default(), watch).unwrap();
        assert_eq!(answer.stats.expanded, nodes);
        answer.lower_bound.unwrap()
    };
    let in_the_beginning = bound(2_000_000);
    assert!(bound(2_000_100) >= in_the_beginning);
}

fn optimal(solver: &Solver, puzzle: &AnyPuzzle, spec: &Spec) -> u64 {
    let answer = solve(solver, puzzle, spec);
    assert_eq!(solution(&answer).proof, Proof::Optimal);
    solution(&answer).cost
}
