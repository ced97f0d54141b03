//! `slidewise shorten`: a better solution from one that the user brings.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use slidewise_lab::registry::{Named, TileMetric};
use slidewise_lab::{Lab, Record, SolveError, TileAnswer, TileSpec, Watch, machine};
use slidewise_puzzles::tiles::notation::{Read, Style, write};
use slidewise_search::{Cancel, Cost, Limits, Weight};

use super::verify::{Given, MovesArgs, how_read};
use crate::args::{factor, width};
use crate::error::Failure;
use crate::exit::Exit;
use crate::progress::{Reporter, Reports, Spinner};
use crate::render::{self, DIM, styled};
use crate::units;

pub const EXAMPLES: &str = "\
Examples:
  slidewise shorten board.txt solution.txt --time-limit 1m
  slidewise shorten \"1 2 3/4 5 6/0 7 8\" RLLL
  slidewise shorten board.txt \"12 8 4 3 7\" --metric multi --json";

#[derive(Debug, Args)]
pub struct ShortenArgs {
    #[command(flatten)]
    pub input: MovesArgs,
    /// What counts as one move
    #[arg(long, value_name = "NAME", value_parser = TileMetric::find)]
    pub metric: Option<TileMetric>,
    /// Stop after this long: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = units::duration, default_value = "10s")]
    pub time_limit: Duration,
    /// Stop after this many expansions: 1000000, 10M
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub node_limit: Option<u64>,
    /// Use no more memory than this: 2GiB, 500MB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    pub memory_limit: Option<u64>,
    /// Stop as soon as the solution is proven to be within this factor of the optimum, as in 1.05
    #[arg(long, value_name = "FACTOR", value_parser = factor)]
    pub bound: Option<Weight>,
    /// Threads [default: all]
    #[arg(long, value_name = "N", value_parser = width)]
    pub threads: Option<usize>,
    /// Decides between equals in beams
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Report every better solution and bound as it is found
    #[arg(long)]
    pub progress: bool,
    /// One JSON object
    #[arg(long, conflicts_with = "quiet")]
    pub json: bool,
    /// Print the moves and nothing else
    #[arg(long, short)]
    pub quiet: bool,
}

/// Reads the solution, improves it, shows what came out.
pub fn run(args: &ShortenArgs, cancel: Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let given = args.input.read()?;
    let read = given.solution()?;
    if !(args.json || args.quiet) {
        writeln!(out, "{}", styled(DIM, how_read(&read)))?;
        out.flush()?;
    }
    let answer = improve(args, &given, &read, &cancel, out)?;
    show(args, &given, &read, &answer, out)?;
    Ok(Exit::Solved)
}

fn improve(
    args: &ShortenArgs,
    given: &Given,
    read: &Read,
    cancel: &Cancel,
    out: &mut impl Write,
) -> Result<TileAnswer, Failure> {
    let spec = TileSpec {
        metric: args.metric,
        threads: args.threads,
        seed: args.seed,
        bound: args.bound,
        ..TileSpec::default()
    };
    let limits = Limits {
        nodes: args.node_limit,
        time: Some(args.time_limit),
        memory: args.memory_limit.or_else(|| machine::free_memory().map(|free| free / 4 * 3)),
    };
    let (spinner, progress) = Spinner::start(!(args.quiet || args.progress));
    let reports = Reports::wanted(args.progress, args.json);
    let mut reporter = Reporter::new(progress, reports, 1, out, cancel);
    let watch = Watch { limits, cancel: cancel.clone(), observer: &mut reporter };
    let answer = Lab::new().shorten(&given.puzzle, &read.moves, &spec, watch);
    drop(spinner);
    reporter.end()?;
    answer.map_err(|error| match error {
        SolveError::Refuted(_) => Failure::Internal(error.to_string()),
        other => Failure::Usage(other.to_string()),
    })
}

fn show(
    args: &ShortenArgs,
    given: &Given,
    read: &Read,
    answer: &TileAnswer,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let before = match answer.chosen.metric {
        TileMetric::Single => read.moves.len(),
        TileMetric::Multi => read.moves.chunk_by(|a, b| a == b).count(),
    };
    if args.json {
        let record = Record::of(answer, &given.parsed, &given.goal, read.convention);
        writeln!(out, "{}", Record { given_cost: Some(before as Cost), ..record }.to_json())?;
        return Ok(());
    }
    let Some(solution) = &answer.solution else {
        return Err(Failure::Internal("the solution was lost: please report this as a bug".into()));
    };
    if args.quiet {
        let moves = write(answer.puzzle.start(), &solution.directions, read.convention, Style::RunLength);
        writeln!(out, "{}", moves.map_err(|error| Failure::Internal(error.to_string()))?)?;
        return Ok(());
    }
    let after = solution.cost as usize;
    match before - after.min(before) {
        0 => writeln!(out, "no solution shorter than {before} was found")?,
        saved => writeln!(out, "{saved} shorter: from {before} to {after}")?,
    }
    render::answer(out, answer, &given.goal, read.convention)?;
    Ok(())
}
