//! Brick puzzles and their solutions as text for people.

use std::io::Write;

use anstyle::{Ansi256Color, Style};
use slidewise_lab::registry::Named;
use slidewise_lab::{BrickAnswer, BrickSolution, Outcome};
use slidewise_puzzles::bricks::draw::{Owner, glyphs};
use slidewise_puzzles::bricks::parse::ParseError;
use slidewise_puzzles::bricks::solution::play;
use slidewise_puzzles::bricks::{Metric, Position, Puzzle, Slide};
use slidewise_search::Proof;

use crate::error::Failure;
use crate::render::{BAD, DIM, GOOD, WARN, reason, styled};
use crate::units::{grouped, shown_bytes, shown_duration};

/// Colours that stay apart for most eyes, on dark and light grounds.
pub const PIECE_COLOURS: [u8; 8] = [75, 214, 78, 204, 141, 44, 179, 246];

/// A position in box characters, each piece in its colour.
pub fn drawing(puzzle: &Puzzle, position: &Position) -> String {
    let mut text = String::new();
    for row in glyphs(puzzle, position) {
        let mut line = String::new();
        for glyph in row {
            let style = match glyph.owner {
                Owner::Piece(piece) => {
                    let colour = PIECE_COLOURS[piece % PIECE_COLOURS.len()];
                    Style::new().fg_color(Some(Ansi256Color(colour).into())).bold()
                }
                Owner::Wall | Owner::Empty | Owner::Line => Style::new(),
            };
            match glyph.character {
                ' ' => line.push(' '),
                character => line += &styled(style, character),
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// What came out, in a line or two.
pub fn verdict(answer: &BrickAnswer) -> String {
    let bound = answer.lower_bound.unwrap_or(0);
    let solved = |solution: &BrickSolution| {
        let proof = match solution.proof {
            Proof::Optimal => "optimal".to_string(),
            Proof::Within(weight) => format!("within {weight} of the optimum; at least {bound}"),
            Proof::None => format!("not proven; at least {bound}"),
        };
        styled(
            GOOD,
            format!("solved in {} {}, {proof}", solution.cost, unit(answer.chosen.metric, solution.cost)),
        )
    };
    match (answer.outcome, &answer.solution) {
        (Outcome::Unsolvable, _) => {
            format!("{}: every position that can be reached was searched", styled(BAD, "unsolvable"))
        }
        (Outcome::Stopped(why), None) => {
            let text =
                format!("stopped without a solution: {}; any solution takes at least {bound}", reason(why));
            styled(WARN, text)
        }
        (Outcome::Stopped(why), Some(solution)) => {
            format!("{}\n{}", solved(solution), styled(WARN, format!("stopped: {}", reason(why))))
        }
        (Outcome::Solved, Some(solution)) => solved(solution),
        (Outcome::Solved, None) => styled(BAD, "solved, but the moves are lost: please report this as a bug"),
    }
}

fn unit(metric: Metric, n: u32) -> &'static str {
    match (metric, n) {
        (Metric::Steps, 1) => "step",
        (Metric::Steps, _) => "steps",
        (Metric::Lines, 1) => "line",
        (Metric::Lines, _) => "lines",
        (Metric::Moves, 1) => "move",
        (Metric::Moves, _) => "moves",
    }
}

/// `G right down2`: a piece and its way.
pub fn slide(puzzle: &Puzzle, slide: &Slide) -> String {
    let runs = slide.path.chunk_by(|a, b| a == b).map(|run| match run.len() {
        1 => run[0].letter().to_string(),
        n => format!("{}{n}", run[0].letter()),
    });
    format!("{} {}", puzzle.pieces()[slide.piece].label, runs.collect::<String>())
}

/// Every position on the way, each with the move that led to it.
pub fn steps(out: &mut impl Write, puzzle: &Puzzle, solution: &BrickSolution) -> Result<(), Failure> {
    let mut position = Position::start(puzzle);
    for (i, one) in solution.slides.iter().enumerate() {
        position = play(puzzle, position, std::slice::from_ref(one))
            .map_err(|error| Failure::Internal(error.to_string()))?;
        writeln!(out, "\n{}/{}: {}", i + 1, solution.slides.len(), slide(puzzle, one))?;
        write!(out, "{}", drawing(puzzle, &position))?;
    }
    Ok(())
}

/// All moves, in lines that fit.
pub fn slides(puzzle: &Puzzle, all: &[Slide]) -> String {
    if all.is_empty() {
        return "none: the puzzle is solved".to_string();
    }
    let mut lines = vec![String::new()];
    for (i, one) in all.iter().enumerate() {
        let text = slide(puzzle, one) + if i + 1 < all.len() { "," } else { "" };
        let line = lines.last_mut().expect("there is always a line");
        if line.len() + text.len() > 90 {
            lines.push(text);
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            *line += &text;
        }
    }
    lines.join("\n          ")
}

/// The search in words, and what it took.
pub fn work(answer: &BrickAnswer) -> String {
    let chosen = &answer.chosen;
    let heuristic = chosen.heuristic.map(|h| format!(" with {}", h.name())).unwrap_or_default();
    let weight = chosen.weight.map(|w| format!(", weight {w}")).unwrap_or_default();
    let threads = if chosen.threads > 1 { format!(", {} threads", chosen.threads) } else { String::new() };
    let memory = match answer.stats.peak_bytes {
        0 => String::new(),
        bytes => format!(", {}", shown_bytes(bytes)),
    };
    format!(
        "search    {}{heuristic}{weight} ({} metric{threads})\nwork      {} positions explored, {} generated{memory}, {}",
        chosen.algorithm.name(),
        chosen.metric,
        grouped(answer.explored),
        grouped(answer.stats.generated),
        shown_duration(answer.elapsed)
    )
}

/// Name, size and form, in a line.
pub fn headline(puzzle: &Puzzle, detected: &str) -> String {
    let name = match puzzle.about.name.as_str() {
        "" => String::new(),
        name => format!("{name}; "),
    };
    let (width, height, pieces) = (puzzle.width(), puzzle.height(), puzzle.pieces().len());
    styled(DIM, format!("{name}{width} wide, {height} high, {pieces} pieces, read as {detected}"))
}

/// An error with its place, and a caret under the text.
pub fn explain(name: Option<&str>, text: &str, error: &ParseError) -> String {
    let name = name.map(|name| format!("{name}:")).unwrap_or_default();
    let place = slidewise_puzzles::text::Place { line: error.line, column: error.column, length: 1 };
    format!("{name}{error}\n{}", slidewise_puzzles::text::caret(text, place))
}
