//! What the game says in words.

use std::time::Duration;

use slidewise_solve::advice::Advice;
use slidewise_solve::{Puzzle, Refused, Step};

/// The first move of a way in words: `7 left`, `A down, down`.
pub fn first_move(puzzle: &dyn Puzzle, steps: &[Step]) -> String {
    let metric = puzzle.metric();
    let moves = &mut steps.chunk_by(|a, b| puzzle.is_one_move(metric, a, b));
    let Some(first) = moves.next() else { return String::new() };
    let ways: Vec<&str> = first.iter().map(|step| step.direction.word()).collect();
    format!("{} {}", puzzle.scene().label(first[0].piece), ways.join(", "))
}

/// A hint: the move, and why it is a good one.
pub fn hint(puzzle: &dyn Puzzle, advice: &Advice) -> String {
    let slide = first_move(puzzle, &advice.steps);
    let (cost, bound) = (puzzle.metric().count(advice.cost), advice.lower_bound);
    if advice.is_optimal() {
        let rest = advice.cost.saturating_sub(1);
        format!("Slide {slide}: the goal is {cost} away, and then {rest}.")
    } else {
        format!("Slide {slide}: the shortest way known takes {cost}; none takes fewer than {bound}.")
    }
}

/// Why a move cannot be made; what is in the way is named.
pub fn refusal(puzzle: &dyn Puzzle, refused: Refused) -> String {
    let scene = puzzle.scene();
    match refused {
        Refused::Piece(piece) => format!("{} is in the way", scene.label(piece)),
        Refused::Stuck(piece) => format!("{} cannot move", scene.label(piece)),
        refused => refused.to_string(),
    }
}

/// What is counted, many of it: `moves`, `steps`.
pub fn unit(puzzle: &dyn Puzzle) -> &'static str {
    puzzle.metric().0.unit.1
}

/// `1:05`, `1:00:05`.
pub fn clock(time: Duration) -> String {
    let s = time.as_secs();
    match s / 3600 {
        0 => format!("{}:{:02}", s / 60, s % 60),
        hours => format!("{hours}:{:02}:{:02}", s / 60 % 60, s % 60),
    }
}

/// Seconds that were kept, as a time.
pub fn time(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, 1e9))
}

/// With milliseconds, as speed-solvers count: `1:05.250`.
pub fn exact(time: Duration) -> String {
    format!("{}.{:03}", clock(time), time.subsec_millis())
}

/// Three stars for the optimum, two for at most a quarter more, one for the rest.
pub fn stars(moves: u64, optimum: u64) -> &'static str {
    match moves {
        _ if moves <= optimum => "★★★",
        _ if moves * 4 <= optimum * 5 => "★★☆",
        _ => "★☆☆",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_stars() {
        assert_eq!(exact(Duration::from_millis(65_250)), "1:05.250");
        assert_eq!(exact(time(3_600.001)), "1:00:00.001");
        assert_eq!([stars(20, 20), stars(25, 20), stars(26, 20), stars(0, 0)], ["★★★", "★★☆", "★☆☆", "★★★"]);
    }
}
