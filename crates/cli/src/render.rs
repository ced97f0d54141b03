//! Answers as text for people.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use slidewise_lab::registry::{Algorithm, Named, TileMetric};
use slidewise_lab::{Chosen, Outcome, TileAnswer, TileSolution};
use slidewise_puzzles::tiles::draw::draw;
use slidewise_puzzles::tiles::notation::{self, Convention};
use slidewise_puzzles::tiles::replay::Walker;
use slidewise_puzzles::tiles::{Board, Goal, solvable};
use slidewise_search::{Proof, Stop};

use crate::units::{grouped, shown_bytes, shown_duration};

pub const GOOD: Style = AnsiColor::Green.on_default().bold();
pub const BAD: Style = AnsiColor::Red.on_default().bold();
pub const WARN: Style = AnsiColor::Yellow.on_default().bold();
pub const DIM: Style = Style::new().dimmed();

/// Text in a style, which the output stream drops when it is no terminal.
pub fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// The board in box characters, or its size if it is wider than the terminal.
pub fn board(board: &Board) -> String {
    let drawn = draw(board);
    let width = drawn.lines().next().map_or(0, |line| line.chars().count());
    let room = terminal_size::terminal_size().map_or(120, |(width, _)| usize::from(width.0));
    if width <= room { drawn } else { format!("({}×{} board)\n", board.rows(), board.cols()) }
}

/// The whole answer to one puzzle.
pub fn answer(
    out: &mut impl Write,
    answer: &TileAnswer,
    goal: &Goal,
    convention: Convention,
) -> io::Result<()> {
    writeln!(out, "{}", verdict(answer, goal))?;
    if let Some(solution) = &answer.solution {
        writeln!(out, "moves     {}", moves(answer.puzzle.start(), solution, convention))?;
        if !solution.directions.is_empty() {
            writeln!(out, "          {}", styled(DIM, format!("({})", convention.description())))?;
        }
    }
    if answer.outcome == Outcome::Unsolvable {
        return Ok(());
    }
    writeln!(out, "search    {}", how(&answer.chosen))?;
    writeln!(out, "work      {}", work(answer))
}

/// What came out, in a line or two.
pub fn verdict(answer: &TileAnswer, goal: &Goal) -> String {
    let bound = answer.lower_bound.unwrap_or(0);
    match (answer.outcome, &answer.solution) {
        (Outcome::Unsolvable, _) => unsolvable(answer.puzzle.start(), answer.puzzle.goal(), goal),
        (Outcome::Solved, Some(solution)) => styled(GOOD, solved(solution, answer.chosen.metric, bound)),
        (Outcome::Stopped(why), Some(solution)) => {
            let best = styled(GOOD, solved(solution, answer.chosen.metric, bound));
            format!("{best}\n{}", styled(WARN, format!("stopped: {}", reason(why))))
        }
        (Outcome::Stopped(why), None) => {
            let text =
                format!("stopped without a solution: {}; any solution takes at least {bound}", reason(why));
            styled(WARN, text)
        }
        (Outcome::Solved, None) => styled(BAD, "solved, but the moves are lost: please report this as a bug"),
    }
}

fn solved(solution: &TileSolution, metric: TileMetric, bound: u32) -> String {
    let unit = match (metric, solution.cost) {
        (TileMetric::Single, 1) => "move",
        (TileMetric::Single, _) => "moves",
        (TileMetric::Multi, 1) => "multi-tile move",
        (TileMetric::Multi, _) => "multi-tile moves",
    };
    format!("solved in {} {unit}, {}", solution.cost, proof(solution, bound))
}

/// `optimal`, `within 1.5`, `not proven; at least N`.
fn proof(solution: &TileSolution, bound: u32) -> String {
    match solution.proof {
        Proof::Optimal => "optimal".to_string(),
        Proof::Within(weight) => {
            format!("within {weight} of the optimum; at least {bound} ({})", gap(solution, bound))
        }
        Proof::None => format!("not proven; at least {bound} ({})", gap(solution, bound)),
    }
}

fn gap(solution: &TileSolution, bound: u32) -> String {
    let ratio = f64::from(solution.cost) / f64::from(bound.max(1));
    if ratio < 10.0 {
        format!("{:.0} % above", 100.0 * (ratio - 1.0))
    } else {
        format!("{} times that", grouped(ratio as u64))
    }
}

fn unsolvable(start: &Board, board: &Board, goal: &Goal) -> String {
    let reason = solvable::check(start, board);
    let advice = solvable::suggestion(start, goal).map(|text| format!("\n{text}")).unwrap_or_default();
    format!("{}: {reason}{advice}", styled(BAD, "unsolvable"))
}

/// What stopped a search, in words.
pub fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "the node limit was reached",
        Stop::Time => "the time limit was reached",
        Stop::Memory => "the memory limit was reached",
        Stop::Depth => "there is nothing within the depth limit",
        Stop::Width => "the beam was too narrow: what it kept led nowhere",
        Stop::Cancelled => "on request",
    }
}

/// The moves in run-length form, broken into lines that fit.
fn moves(start: &Board, solution: &TileSolution, convention: Convention) -> String {
    if solution.directions.is_empty() {
        return "none: the board is solved".to_string();
    }
    match notation::write(start, &solution.directions, convention, notation::Style::RunLength) {
        Ok(text) => wrap(&text, convention),
        Err(error) => error.to_string(),
    }
}

const LINE: usize = 90;

/// Breaks a long list of moves between two of them.
fn wrap(text: &str, convention: Convention) -> String {
    let mut lines = vec![String::new()];
    let is_break = |c: char| convention == Convention::Numbers && c == ' ' || c.is_ascii_alphabetic();
    for c in text.chars() {
        let line = lines.last_mut().expect("there is always a line");
        if line.len() >= LINE && is_break(c) {
            lines.push(String::new());
        }
        lines.last_mut().expect("there is always a line").push(c);
    }
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n          ")
}

/// The search in words: `astar, heuristic manhattan, …`.
fn how(chosen: &Chosen) -> String {
    let mut text = chosen.algorithm.name().to_string();
    if let Some(heuristic) = &chosen.heuristic {
        text += &format!(" with {heuristic}");
    }
    if let Some(weight) = chosen.weight {
        let from = if chosen.algorithm == Algorithm::Arastar { "from " } else { "" };
        text += &format!(", {from}weight {weight}");
    }
    text + &format!(" ({} metric, {} states)", chosen.metric.name(), chosen.repr.name())
}

fn work(answer: &TileAnswer) -> String {
    let stats = &answer.stats;
    let mut text = format!("{} expanded, {} generated", grouped(stats.expanded), grouped(stats.generated));
    if stats.reopened > 0 {
        text += &format!(", {} reopened", grouped(stats.reopened));
    }
    if stats.peak_bytes > 0 {
        text += &format!(", {}", shown_bytes(stats.peak_bytes));
    }
    text += &format!(", {}", shown_duration(answer.elapsed));
    if answer.setup.as_millis() >= 10 {
        text += &format!(" (and {} for tables)", shown_duration(answer.setup));
    }
    text
}

/// One line for a puzzle of a batch.
pub fn batch_line(answer: &TileAnswer, goal: &Goal, convention: Convention) -> String {
    let mut text = verdict(answer, goal);
    if let Some(solution) = &answer.solution
        && !solution.directions.is_empty()
        && let Ok(moves) = notation::write(
            answer.puzzle.start(),
            &solution.directions,
            convention,
            notation::Style::RunLength,
        )
    {
        text += &format!(": {moves}");
    }
    text
}

/// Every position on the way, each with the move that led to it.
pub fn steps(out: &mut impl Write, start: &Board, solution: &TileSolution) -> io::Result<()> {
    let mut walker = Walker::new(start);
    let total = solution.directions.len();
    for (i, &direction) in solution.directions.iter().enumerate() {
        let tile = walker.slide(direction).unwrap_or(0);
        writeln!(out, "\n{}/{total}: tile {tile} goes {}", i + 1, direction_word(direction))?;
        write!(out, "{}", board(&walker.clone().board()))?;
    }
    Ok(())
}

fn direction_word(direction: slidewise_puzzles::tiles::Direction) -> &'static str {
    use slidewise_puzzles::tiles::Direction;
    match direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}
