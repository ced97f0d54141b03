//! `slidewise show`: a brick puzzle drawn, with what is known about it.

use std::io::Write;

use slidewise_puzzles::bricks::library::{self, Optimum};
use slidewise_puzzles::bricks::{Metric, Position};
use slidewise_puzzles::tiles::parse::ParseOptions;

use super::bricks::read;
use crate::args::ShowArgs;
use crate::brick_text;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;

/// Draws each puzzle.
pub fn run(args: &ShowArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    for source in input::sources(&args.puzzle, &ParseOptions::default())? {
        let parsed = read(&source).map_err(|(_, text)| Failure::BadText(text))?;
        write!(out, "{}", brick_text::drawing(&parsed.puzzle, &Position::start(&parsed.puzzle)))?;
        writeln!(out, "{}", brick_text::headline(&parsed.puzzle, parsed.detected.name()))?;
        let entry = source.name.as_deref().and_then(library::get);
        let Some(entry) = entry else { continue };
        for key in ["designer", "source", "note"] {
            if let Some(value) = entry.header(key) {
                writeln!(out, "{key}: {value}")?;
            }
        }
        for metric in Metric::ALL {
            match entry.optimum(metric) {
                Optimum::Length(length) => writeln!(out, "shortest solution: {length} {metric}")?,
                Optimum::Unsolvable => writeln!(out, "shortest solution in {metric}: there is none")?,
                Optimum::NoGoal => {}
            }
        }
    }
    Ok(Exit::Solved)
}
