//! Replays answers, on nothing but a list of numbers.

use slidewise_solve::search::Cost;
use slidewise_solve::{Answer, AnyPuzzle, Direction, Outcome, Puzzle, Reading, Solver, Spec, Way, read_one};

/// A puzzle from texts; the goal is a name or a board.
pub fn puzzle(board: &str, goal: &str) -> AnyPuzzle {
    let reading = Reading { goal: Some(goal.to_string()), ..Reading::default() };
    read_one(board, &reading).unwrap_or_else(|error| panic!("{board}: {error}")).puzzle
}

/// The line of a puzzle's start.
pub fn start(puzzle: &AnyPuzzle) -> String {
    puzzle.line(&puzzle.start())
}

/// The cells of a board in a line; one of a single row may have its size before it.
pub fn cells(line: &str) -> Vec<u16> {
    let line = line.split_once(':').map_or(line, |(_, cells)| cells);
    line.split([' ', '/', ',']).map(|cell| cell.parse().expect("a cell is a number")).collect()
}

/// Solves and replays.
#[track_caller]
pub fn solve(solver: &Solver, puzzle: &AnyPuzzle, spec: &Spec) -> Answer {
    let answer = solver.solve(&**puzzle, spec).expect("the spec suits the board");
    replay(&**puzzle, &answer);
    answer
}

/// The solution of an answer that must have one.
#[track_caller]
pub fn solution(answer: &Answer) -> &Way {
    assert_eq!((answer.outcome, answer.stopped_by), (Outcome::Solved, None));
    answer.solution.as_ref().expect("solved means that there is a solution")
}

/// Fails unless the moves are legal, lead to the goal, and cost what is said; and unless the bounds are in order.
#[track_caller]
pub fn replay(puzzle: &dyn Puzzle, answer: &Answer) {
    let Some(solution) = &answer.solution else { return };
    let (cols, mut cells) = (puzzle.size().1, cells(&puzzle.line(&puzzle.start())));
    for step in &solution.steps {
        let blank = cells.iter().position(|&tile| tile == 0).expect("there is a blank");
        let (row, col) = (blank / cols, blank % cols);
        // Where the tile comes from: it goes into the blank.
        let from = match step.direction {
            Direction::Up => blank + cols,
            Direction::Down => blank.checked_sub(cols).expect("there is a tile above"),
            Direction::Left => blank + 1,
            Direction::Right => blank.checked_sub(1).expect("there is a tile on the left"),
        };
        assert!(from < cells.len(), "the tile is on the board");
        assert!(from / cols == row || from % cols == col, "the tile does not come round the edge");
        assert_eq!(usize::from(cells[from]), step.piece, "the step names the tile that moves");
        cells.swap(blank, from);
    }
    let goal = puzzle.goal_text().expect("the goal of a board is one");
    assert_eq!(cells, self::cells(&goal), "the moves lead to the goal");
    let cost = match answer.plan.metric.name() {
        "single" => solution.steps.len(),
        "multi" => solution.steps.chunk_by(|a, b| a.direction == b.direction).count(),
        other => panic!("tiles are not counted in {other}"),
    };
    assert_eq!(solution.cost, cost as Cost, "the cost is that of the moves");
    assert!(answer.lower_bound <= Some(solution.cost), "a bound above a solution is none");
}
