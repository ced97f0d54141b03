//! What a heuristic counts on a board, held against the heuristic itself.

use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::{Counted, Generating, Puzzle, Reading, Solver, kinds, read_one};

const MISPLACED: &str = "misplaced";
const MANHATTAN: &str = "manhattan";
const LINEAR_CONFLICT: &str = "linear-conflict";
const PDB: &str = "pdb";

fn sum(puzzle: &dyn Puzzle, heuristic: &str) -> u64 {
    let marks = puzzle.counted(&puzzle.start(), heuristic).unwrap();
    marks.iter().map(Counted::amount).sum()
}

#[test]
fn the_marks_add_up_to_the_estimate() {
    let (mut rng, solver) = (Rng::from_seed(1), Solver::new());
    for (rows, cols, goal) in
        [(3, 3, "blank-last"), (3, 6, "blank-first"), (5, 4, "blank-last"), (6, 6, "snail")]
    {
        let wish = Generating { size: Some((rows, cols)), goal: Some(goal.into()), ..Generating::default() };
        for _ in 0..40 {
            let puzzle = kinds::first().generate(&wish, &mut rng).unwrap();
            let all = puzzle.estimates(&solver, puzzle.metric());
            for heuristic in [MISPLACED, MANHATTAN, LINEAR_CONFLICT] {
                let said = all.iter().find(|one| one.heuristic == heuristic).unwrap().value.unwrap().0;
                assert_eq!(sum(&*puzzle, heuristic), said, "{heuristic}: {}", puzzle.line(&puzzle.start()));
            }
        }
    }
}

#[test]
fn groups_of_tiles_add_up_to_the_pattern_database() {
    let (mut rng, solver) = (Rng::from_seed(2), Solver::new());
    for (rows, cols, goal) in
        [(3, 3, "blank-last"), (3, 3, "snail"), (2, 4, "blank-first"), (2, 2, "blank-last")]
    {
        let wish = Generating { size: Some((rows, cols)), goal: Some(goal.into()), ..Generating::default() };
        for _ in 0..10 {
            let puzzle = kinds::first().generate(&wish, &mut rng).unwrap();
            let all = puzzle.estimates(&solver, puzzle.metric());
            let said = all.iter().find(|one| one.heuristic == PDB).unwrap().value.unwrap().0;
            assert_eq!(sum(&*puzzle, PDB), said, "{}", puzzle.line(&puzzle.start()));
        }
    }
}

#[test]
fn what_cannot_be_shown_is_not() {
    let puzzle = read_one("3 2 1/4 5 6/7 8 0", &Reading::default()).unwrap().puzzle;
    assert_eq!(puzzle.counted(&puzzle.start(), "walking-distance"), None);
    let large = read_one("5 1 2 3/9 6 7 4/13 10 0 8/14 15 11 12", &Reading::default()).unwrap().puzzle;
    assert_eq!(large.counted(&large.start(), PDB), None);
    let marks = puzzle.counted(&puzzle.start(), LINEAR_CONFLICT).unwrap();
    assert_eq!(marks.iter().filter(|mark| matches!(mark, Counted::Pair { .. })).count(), 2);
}
