//! `slidewise show`: puzzles drawn, with what is known about them.

use std::io::Write;

use clap::Args;
use slidewise_solve::{Known, Metric, Read, Reading, kinds};

use crate::args::word;
use crate::complete;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;
use crate::render;

pub const EXAMPLES: &str = "Examples:\n  slidewise show century\n  slidewise show my-puzzle.txt";

#[derive(Debug, Args)]
pub struct ShowArgs {
    /// A puzzle's name, a text or a file; `-` reads standard input
    #[arg(value_name = "PUZZLE", required = true, value_parser = word(), add = complete::puzzles())]
    pub puzzle: Vec<String>,
}

/// Draws each puzzle.
pub fn run(args: &ShowArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    for source in input::sources(&args.puzzle)? {
        for item in source.items(&Reading::default()) {
            let read = item.result.map_err(|error| input::bad(&source, &error))?;
            show(&read, out)?;
        }
    }
    Ok(Exit::Solved)
}

fn show(read: &Read, out: &mut impl Write) -> Result<(), Failure> {
    let puzzle = &read.puzzle;
    write!(out, "{}", render::drawing(&puzzle.picture(&puzzle.start())))?;
    writeln!(out, "{}", render::headline(read))?;
    for warning in &read.warnings {
        writeln!(out, "note: {warning}")?;
    }
    if let Some(entry) = puzzle.slug().and_then(kinds::in_library) {
        let designer = entry.designer.map(|name| ("designer", name));
        for (key, value) in designer.into_iter().chain(entry.about) {
            writeln!(out, "{key}: {value}")?;
        }
    }
    for metric in puzzle.kind().entry().metrics.iter().map(Metric) {
        match puzzle.known_optimum(metric) {
            Some(Known::Length(length)) => writeln!(out, "shortest solution: {}", metric.count(length))?,
            Some(Known::Unsolvable) => {
                writeln!(out, "shortest solution in {}: there is none", metric.name())?
            }
            None => {}
        }
    }
    Ok(())
}
