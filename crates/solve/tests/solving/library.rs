//! Puzzles that come with the program against the optima that are published with them, in every metric.

use slidewise_solve::{Known, Metric, Reading, Solver, Spec, read_one, solves};

#[test]
fn published_optima_are_found_again() {
    for slug in ["klotski", "rush-hour-1", "course-level-2"] {
        let puzzle = read_one(slug, &Reading::default()).unwrap().puzzle;
        for metric in puzzle.kind().entry().metrics {
            let known = puzzle.known_optimum(Metric(metric));
            let spec = Spec { metric: Some(metric.entry.name), ..Spec::default() };
            let answer = Solver::new().solve(&*puzzle, &spec).unwrap();
            assert_eq!(answer.cost().map(Known::Length), known, "{slug} in {}", metric.entry.name);
            assert!(answer.is_optimal() && known.is_some());
            assert_eq!(solves(&*puzzle, &answer.solution.unwrap().steps), Ok(()));
        }
    }
}
