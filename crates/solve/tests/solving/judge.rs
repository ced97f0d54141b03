//! Replays answers, on nothing but a list of numbers.

use slidewise_lab::registry::TileMetric;
use slidewise_lab::{Lab, Outcome, TileAnswer, TileSolution, TileSpec};
use slidewise_puzzles::tiles::{Direction, Goal, TilePuzzle};
use slidewise_search::Cost;

/// A puzzle from texts; the goal is a name or a board.
pub fn puzzle(board: &str, goal: &str) -> TilePuzzle {
    let named = Goal::NAMED.into_iter().find(|known| known.name() == goal);
    let goal = named.unwrap_or_else(|| Goal::Custom(goal.parse().expect("the goal is a board")));
    TilePuzzle::towards(board.parse().expect("the board is one"), &goal).expect("the sizes agree")
}

/// Solves and replays.
#[track_caller]
pub fn solve(lab: &Lab, puzzle: &TilePuzzle, spec: &TileSpec) -> TileAnswer {
    let answer = lab.solve(puzzle, spec).expect("the spec suits the board");
    replay(&answer);
    answer
}

/// The solution of an answer that must have one.
#[track_caller]
pub fn solution(answer: &TileAnswer) -> &TileSolution {
    assert_eq!(answer.outcome, Outcome::Solved);
    answer.solution.as_ref().expect("solved means that there is a solution")
}

/// Fails unless the moves are legal, lead to the goal, and cost what is said; and unless the bounds are in order.
#[track_caller]
pub fn replay(answer: &TileAnswer) {
    let Some(solution) = &answer.solution else { return };
    let (cols, mut cells) = (answer.puzzle.start().cols(), answer.puzzle.start().cells().to_vec());
    for &direction in &solution.directions {
        let blank = cells.iter().position(|&tile| tile == 0).expect("there is a blank");
        let (row, col) = (blank / cols, blank % cols);
        // Where the tile comes from: it goes into the blank.
        let from = match direction {
            Direction::Up => blank + cols,
            Direction::Down => blank.checked_sub(cols).expect("there is a tile above"),
            Direction::Left => blank + 1,
            Direction::Right => blank.checked_sub(1).expect("there is a tile on the left"),
        };
        assert!(from < cells.len(), "the tile is on the board");
        assert!(from / cols == row || from % cols == col, "the tile does not come round the edge");
        cells.swap(blank, from);
    }
    assert_eq!(cells, answer.puzzle.goal().cells(), "the moves lead to the goal");
    let cost = match answer.chosen.metric {
        TileMetric::Single => solution.directions.len(),
        TileMetric::Multi => solution.directions.chunk_by(|a, b| a == b).count(),
    };
    assert_eq!(solution.cost, cost as Cost, "the cost is that of the moves");
    assert!(answer.lower_bound <= Some(solution.cost), "a bound above a solution is none");
}
