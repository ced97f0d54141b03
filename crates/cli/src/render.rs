//! Answers as text for people, whatever the kind of puzzle.

use std::io::Write;

use anstyle::{Ansi256Color, AnsiColor, Style};
use slidewise_solve::draw::{Owner, glyphs};
use slidewise_solve::search::{Proof, Stop};
use slidewise_solve::{Answer, Outcome, Picture, Plan, Puzzle, Read, Scene, Step, Way, Writing};

use crate::error::Failure;
use crate::units::{grouped, number, shown_bytes, shown_duration};

pub const GOOD: Style = AnsiColor::Green.on_default().bold();
pub const BAD: Style = AnsiColor::Red.on_default().bold();
pub const WARN: Style = AnsiColor::Yellow.on_default().bold();
pub const DIM: Style = Style::new().dimmed();

/// Colours that stay apart for most eyes, on dark and light grounds.
pub const PIECE_COLOURS: [u8; 8] = [75, 214, 78, 176, 141, 44, 179, 246];

/// The colour of a piece that the goal is about, which no other piece has: the red car is red.
pub const MAIN_COLOUR: u8 = 196;

/// Text in a style, which the output stream drops when it is no terminal.
pub fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// The colour of a piece, as one of 256.
fn piece_colour(scene: &Scene, piece: usize) -> u8 {
    match scene.pieces.get(piece) {
        Some(Some(one)) if one.main => MAIN_COLOUR,
        _ => PIECE_COLOURS[piece % PIECE_COLOURS.len()],
    }
}

/// A position in box characters, or its size if it is wider than the terminal. Pieces that are not alike have colours.
pub fn drawing(picture: &Picture) -> String {
    let rows = glyphs(picture);
    let room = terminal_size::terminal_size().map_or(120, |(width, _)| usize::from(width.0));
    if rows.first().is_some_and(|row| row.len() > room) {
        return format!("({}×{} board)\n", picture.scene.rows, picture.scene.cols);
    }
    let coloured = !picture.is_grid_of_tiles();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for glyph in row {
            let style = match glyph.owner {
                Owner::Piece(piece) if coloured => {
                    let colour = piece_colour(&picture.scene, piece);
                    Style::new().fg_color(Some(Ansi256Color(colour).into())).bold()
                }
                _ => Style::new(),
            };
            match glyph.character {
                ' ' => line.push(' '),
                character if style == Style::new() => line.push(character),
                character => line += &styled(style, character),
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Name, size, form and goal, in a line.
pub fn headline(read: &Read) -> String {
    let puzzle = &read.puzzle;
    let (rows, cols) = puzzle.size();
    let name = puzzle.name().map(|name| format!("{name}; ")).unwrap_or_default();
    let pieces = match puzzle.goal_name() {
        Some(_) => String::new(),
        None => format!(", {}", number(puzzle.scene().pieces.iter().flatten().count(), "piece")),
    };
    let goal = puzzle.goal_name().map(|goal| format!("; goal {goal}")).unwrap_or_default();
    styled(DIM, format!("{name}{rows}×{cols}{pieces}, read as {}{goal}", read.detected))
}

/// What came out, in a line or two.
pub fn verdict(puzzle: &dyn Puzzle, answer: &Answer) -> String {
    let bound = answer.lower_bound.unwrap_or(0);
    match (answer.outcome, &answer.solution, answer.stopped_by) {
        (Outcome::Unsolvable, ..) => unsolvable(puzzle),
        (_, Some(way), None) => styled(GOOD, solved(way, answer, bound)),
        (_, Some(way), Some(why)) => {
            let best = styled(GOOD, solved(way, answer, bound));
            format!("{best}\n{}", styled(WARN, format!("stopped: {}", reason(why))))
        }
        (_, None, why) => {
            let why = why.map_or("", reason);
            styled(WARN, format!("stopped without a solution: {why}; any solution takes at least {bound}"))
        }
    }
}

fn solved(way: &Way, answer: &Answer, bound: u64) -> String {
    format!("solved in {}, {}", answer.plan.metric.count(way.cost), proof(way, bound))
}

/// `optimal`, `within 1.5`, `not proven; at least N`.
fn proof(way: &Way, bound: u64) -> String {
    match way.proof {
        Proof::Optimal => "optimal".to_string(),
        Proof::Within(weight) => {
            format!("within {weight} of the optimum; at least {bound} ({})", gap(way, bound))
        }
        Proof::None => format!("not proven; at least {bound} ({})", gap(way, bound)),
    }
}

fn gap(way: &Way, bound: u64) -> String {
    let ratio = way.cost as f64 / bound.max(1) as f64;
    if ratio < 10.0 {
        format!("{:.0} % above", 100.0 * (ratio - 1.0))
    } else {
        format!("{} times that", grouped(ratio as u64))
    }
}

/// That there is no solution, why, and what would help.
fn unsolvable(puzzle: &dyn Puzzle) -> String {
    let solvability = puzzle.solvability(&puzzle.start());
    if solvability.is_solvable != Some(false) {
        let head = styled(BAD, "unsolvable");
        return format!("{head}: every position that can be reached was searched");
    }
    let advice = match (&solvability.goals[..], puzzle.goal_name()) {
        ([first, ..], Some(asked)) => {
            let names = solvability.goals.join(", ");
            format!("\nnot solvable for {asked}; solvable for {names}: use --goal {first}")
        }
        _ => String::new(),
    };
    format!("{}: {}{advice}", styled(BAD, "unsolvable"), solvability.why)
}

/// The whole answer to one puzzle.
pub fn answer(
    out: &mut impl Write,
    puzzle: &dyn Puzzle,
    answer: &Answer,
    convention: Option<&str>,
) -> Result<(), Failure> {
    writeln!(out, "{}", verdict(puzzle, answer))?;
    if let Some(way) = &answer.solution {
        writeln!(out, "moves     {}", moves(puzzle, answer, &way.steps, convention)?)?;
        if !way.steps.is_empty() {
            writeln!(out, "          {}", styled(DIM, format!("({})", described(puzzle, convention))))?;
        }
    }
    if answer.outcome == Outcome::Unsolvable && answer.stats.expanded == 0 && answer.explored == 0 {
        return Ok(());
    }
    writeln!(out, "search    {}", how(&answer.plan))?;
    Ok(writeln!(out, "work      {}", work(answer))?)
}

/// What a written move names.
fn described(puzzle: &dyn Puzzle, convention: Option<&str>) -> &'static str {
    let all = puzzle.kind().entry().conventions;
    let named = all.iter().find(|entry| Some(entry.name) == convention);
    named.or(all.first()).map_or("", |entry| entry.summary)
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
        Stop::Stuck => "the search got stuck: no move that it would make is left",
        Stop::Cost => "all ways that are left cost more than can be counted",
        // The library may know more in time.
        _ => "for another reason",
    }
}

/// Steps in a notation, with run lengths.
pub fn written(
    puzzle: &dyn Puzzle,
    answer: &Answer,
    steps: &[Step],
    convention: Option<&str>,
) -> Result<String, Failure> {
    let writing = Writing { convention, runs: true, metric: Some(answer.plan.metric) };
    Ok(puzzle.write_moves(steps, &writing)?)
}

/// The moves, broken into lines that fit.
fn moves(
    puzzle: &dyn Puzzle,
    answer: &Answer,
    steps: &[Step],
    convention: Option<&str>,
) -> Result<String, Failure> {
    if steps.is_empty() {
        return Ok("none: the puzzle is solved".to_string());
    }
    Ok(wrap(&written(puzzle, answer, steps, convention)?))
}

const LINE: usize = 90;

/// Breaks a long list of moves between two of them: at spaces behind commas where there are some, else at spaces, else
/// before letters.
pub fn wrap(text: &str) -> String {
    let breaks: fn(&str, char) -> bool = match (text.contains(", "), text.contains(' ')) {
        (true, _) => |line, c| c == ' ' && line.ends_with(','),
        (false, true) => |_, c| c == ' ',
        (false, false) => |_, c| c.is_ascii_alphabetic(),
    };
    let mut lines = vec![String::new()];
    for c in text.chars() {
        let line = lines.last_mut().expect("there is always a line");
        if line.len() >= LINE && breaks(line, c) {
            lines.push(String::new());
        }
        lines.last_mut().expect("there is always a line").push(c);
    }
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n          ")
}

/// The search in words: `astar with manhattan (single metric, nibble states)`.
fn how(plan: &Plan) -> String {
    let repr = plan.repr.map(|repr| format!(", {repr} states")).unwrap_or_default();
    let threads = if plan.threads > 1 { format!(", {} threads", plan.threads) } else { String::new() };
    format!("{plan} ({} metric{repr}{threads})", plan.metric.name())
}

fn work(answer: &Answer) -> String {
    let stats = &answer.stats;
    let mut text = match answer.explored > stats.expanded {
        true => format!("{} explored, ", number(answer.explored as usize, "position")),
        false => format!("{} expanded, ", grouped(stats.expanded)),
    };
    text += &format!("{} generated", grouped(stats.generated));
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
pub fn batch_line(puzzle: &dyn Puzzle, answer: &Answer, convention: Option<&str>) -> Result<String, Failure> {
    let text = verdict(puzzle, answer);
    Ok(match &answer.solution {
        Some(way) if !way.steps.is_empty() => {
            format!("{text}: {}", written(puzzle, answer, &way.steps, convention)?)
        }
        _ => text,
    })
}

/// Every position on the way, each with the move that led to it.
pub fn steps(out: &mut impl Write, puzzle: &dyn Puzzle, answer: &Answer) -> Result<(), Failure> {
    let Some(way) = &answer.solution else { return Ok(()) };
    let scene = puzzle.scene();
    let mut at = puzzle.start();
    let moves: Vec<&[Step]> =
        way.steps.chunk_by(|a, b| puzzle.is_one_move(answer.plan.metric, a, b)).collect();
    for (i, steps) in moves.iter().enumerate() {
        for &step in *steps {
            puzzle.apply(&mut at, step).map_err(|why| Failure::Internal(why.to_string()))?;
        }
        let ways: Vec<&str> = steps.iter().map(|step| step.direction.word()).collect();
        writeln!(
            out,
            "\n{}/{}: {} goes {}",
            i + 1,
            moves.len(),
            scene.label(steps[0].piece),
            ways.join(", ")
        )?;
        write!(out, "{}", drawing(&Picture { scene: scene.clone(), position: at.clone() }))?;
    }
    Ok(())
}
