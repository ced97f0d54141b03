//! No answer claims more than is true.

use slidewise_solve::search::Proof;
use slidewise_solve::{Algorithm, Reading, Solver, Spec, read_one};

use crate::agreement::random_eights;
use crate::judge::{puzzle, solution, solve, start};
use crate::specs::{admissible, spec, weighted};

#[test]
fn weighted_a_star_stays_within_its_weight() {
    let solver = Solver::new();
    for (puzzle, distance) in random_eights(150, "single") {
        for hundredths in [100, 110, 150, 200, 500, 2_000] {
            for heuristic in ["manhattan", "combined"] {
                let answer = solve(&solver, &puzzle, &weighted(heuristic, hundredths));
                let found = solution(&answer);
                assert!(found.cost >= distance);
                assert!(found.cost * 100 <= distance * u64::from(hundredths), "{hundredths}");
                assert!(answer.lower_bound <= Some(distance), "the bound is one");
                match found.proof {
                    Proof::Optimal => assert_eq!(found.cost, distance),
                    Proof::Within(weight) => assert_eq!(weight.num() * 100, weight.den() * hundredths),
                    Proof::None => panic!("an admissible heuristic proves something"),
                }
            }
        }
    }
}

#[test]
fn an_estimate_that_may_say_too_much_proves_nothing() {
    let solver = Solver::new();
    let mut longer_than_needed = 0;
    for (puzzle, distance) in random_eights(150, "multi") {
        for heuristic in ["misplaced", "manhattan", "linear-conflict"] {
            assert!(!admissible("multi").contains(&heuristic));
            for algorithm in [Algorithm::Astar, Algorithm::Wastar, Algorithm::Ida, Algorithm::Greedy] {
                let spec = Spec { metric: Some("multi"), ..spec(algorithm, Some(heuristic)) };
                let answer = solve(&solver, &puzzle, &spec);
                let found = solution(&answer);
                assert!(found.cost >= distance, "{spec:?} {}", start(&puzzle));
                assert!(answer.lower_bound <= Some(distance), "{spec:?} {}", start(&puzzle));
                match found.proof {
                    Proof::Optimal => {
                        assert_eq!(answer.lower_bound, Some(found.cost), "only the bound proves it")
                    }
                    Proof::Within(_) => panic!("{spec:?} cannot know that"),
                    Proof::None => {}
                }
                longer_than_needed += u32::from(found.cost > distance);
            }
        }
    }
    assert!(longer_than_needed > 0, "the test sees the case that it is about");
}

#[test]
fn searches_without_a_promise_make_none() {
    let solver = Solver::new();
    for (puzzle, distance) in random_eights(30, "single") {
        for spec in [spec(Algorithm::Dfs, None), spec(Algorithm::Greedy, Some("manhattan"))] {
            let answer = solve(&solver, &puzzle, &spec);
            let found = solution(&answer);
            assert!(found.cost >= distance && answer.lower_bound <= Some(distance));
            assert!(found.proof != Proof::Optimal || found.cost == distance, "{spec:?}");
        }
    }
}

#[test]
fn greedy_search_expands_each_position_once() {
    let solver = Solver::new();
    for (puzzle, _) in random_eights(30, "single") {
        for heuristic in admissible("single") {
            let answer = solve(&solver, &puzzle, &spec(Algorithm::Greedy, Some(heuristic)));
            assert!(answer.stats.expanded <= 181_440, "{heuristic:?} {}", start(&puzzle));
            assert_eq!(answer.stats.reopened, 0);
        }
    }
}

/// Groups without a common tile are added; that is the partition of which they are the groups.
#[test]
fn a_sum_of_groups_is_the_partition_of_them() {
    let solver = Solver::new();
    let puzzle = puzzle("8 6 7/2 5 4/3 0 1", "blank-first");
    let by = |heuristic: &str| {
        let heuristic = Some(heuristic.parse().unwrap());
        Spec { algorithm: Some(Algorithm::Astar), heuristic, ..Spec::default() }
    };
    let [sum, partition, one] =
        ["sum(pdb:0aa/aa./...,pdb:0../..b/bbb)", "pdb:0aa/aab/bbb", "pdb:0aa/aa./..."]
            .map(|heuristic| solve(&solver, &puzzle, &by(heuristic)));
    assert_eq!((sum.cost(), sum.is_optimal()), (Some(27), true));
    assert_eq!(sum.stats.expanded, partition.stats.expanded);
    assert!(sum.stats.expanded < one.stats.expanded, "{} of {}", sum.stats.expanded, one.stats.expanded);
    let refused = |spec: &Spec| solver.solve(&*puzzle, spec).unwrap_err().to_string();
    assert!(refused(&by("sum(pdb:0aa/aa./...,pdb:0../.bb/bbb)")).contains("goal cell 4 stands twice"));
    let multi = Spec { metric: Some("multi"), ..by("sum(pdb:0aa/aa./...,pdb:0../..b/bbb)") };
    assert!(refused(&multi).contains("values are not added"), "{}", refused(&multi));
}

/// Where few pieces stand in the way, knowing which of them must move spares most positions.
#[test]
fn estimates_of_bricks_spare_positions() {
    let card = read_one("rush-hour-1", &Reading::default()).unwrap().puzzle;
    let by = |heuristic| {
        let spec = Spec { metric: Some("moves"), ..spec(Algorithm::Astar, Some(heuristic)) };
        let answer = Solver::new().solve(&*card, &spec).unwrap();
        assert_eq!((answer.cost(), answer.is_optimal()), (Some(8), true), "{heuristic}");
        answer.stats.expanded
    };
    let [blind, certain, chained, groups] = ["zero", "goal-blockers", "chained-blockers", "pdb"].map(by);
    assert!(
        certain < blind && 2 * chained < certain && 2 * groups < certain,
        "{blind} {certain} {chained} {groups}"
    );
}
