//! What the game says in words.

use std::time::Duration;

use slidewise_lab::advice::Advice;
use slidewise_lab::game::{Puzzle, Step};
use slidewise_lab::puzzles::bricks::course::word;

/// A move in words: `7 left`, `A down, down`.
pub fn slide(puzzle: &Puzzle, steps: &[Step]) -> String {
    let Some(first) = steps.first() else { return String::new() };
    match puzzle {
        Puzzle::Tiles(_) => format!("{} {}", first.piece, word(first.direction)),
        Puzzle::Bricks { puzzle: bricks, .. } => {
            let in_one = |n: &usize| puzzle.length(&steps[..*n]) == 1;
            let n = (1..=steps.len()).take_while(in_one).last().unwrap_or(1);
            let ways: Vec<&str> = steps[..n].iter().map(|step| word(step.direction)).collect();
            format!("{} {}", bricks.pieces()[first.piece].label, ways.join(", "))
        }
    }
}

/// A hint: the move, and why it is a good one.
pub fn hint(puzzle: &Puzzle, advice: &Advice) -> String {
    let slide = slide(puzzle, &advice.steps);
    let (cost, bound) = (advice.cost, advice.lower_bound);
    if advice.is_optimal() {
        let rest = cost.saturating_sub(1);
        format!("Slide {slide}: the goal is {} away, and then {rest}.", count(cost, unit(puzzle)))
    } else {
        format!(
            "Slide {slide}: the shortest way known takes {}; none takes fewer than {bound}.",
            count(cost, unit(puzzle))
        )
    }
}

/// `1 move`, `2 moves`.
pub fn count(n: u32, units: &str) -> String {
    let unit = if n == 1 { units.trim_end_matches('s') } else { units };
    format!("{n} {unit}")
}

/// What is counted: `moves`, or the metric of bricks.
pub fn unit(puzzle: &Puzzle) -> &'static str {
    match puzzle {
        Puzzle::Tiles(_) => "moves",
        Puzzle::Bricks { metric, .. } => metric.name(),
    }
}

/// `1:05`, `1:00:05`.
pub fn clock(time: Duration) -> String {
    let s = time.as_secs();
    match s / 3600 {
        0 => format!("{}:{:02}", s / 60, s % 60),
        hours => format!("{hours}:{:02}:{:02}", s / 60 % 60, s % 60),
    }
}
