//! `slidewise shorten`: a better solution from one that the user brings.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use slidewise_solve::search::{Cancel, Cost, Limits, Weight};
use slidewise_solve::{Answer, ReadMoves, Record, Solver, Spec, Watch, machine};

use super::verify::{Given, MovesArgs};
use crate::args::{factor, metric, width};
use crate::complete;
use crate::error::Failure;
use crate::exit::Exit;
use crate::progress::{Reporter, Reports, Spinner};
use crate::render::{self, DIM, styled};
use crate::units;

pub const EXAMPLES: &str = "\
Examples:
  slidewise shorten board.txt solution.txt --time-limit 1m
  slidewise shorten \"1 2 3/4 5 6/0 7 8\" LRLL
  slidewise shorten \"1 2 3/4 5 6/0 7 8\" \"7 7 7 8\" --metric multi --json
  slidewise shorten klotski moves.txt";

#[derive(Debug, Args)]
pub struct ShortenArgs {
    #[command(flatten)]
    pub input: MovesArgs,
    /// What counts as one move
    #[arg(long, value_name = "NAME", value_parser = metric, add = complete::metrics())]
    pub metric: Option<&'static str>,
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
pub fn run(args: &ShortenArgs, cancel: Cancel, out: &mut (impl Write + Send)) -> Result<Exit, Failure> {
    let given = args.input.read()?;
    let moves = given.solution()?;
    if !(args.json || args.quiet) {
        writeln!(out, "{}", styled(DIM, &moves.how))?;
        out.flush()?;
    }
    let answer = improve(args, &given, &moves, &cancel, out)?;
    show(args, &given, &moves, &answer, out)?;
    Ok(Exit::Solved)
}

fn improve(
    args: &ShortenArgs,
    given: &Given,
    moves: &ReadMoves,
    cancel: &Cancel,
    out: &mut (impl Write + Send),
) -> Result<Answer, Failure> {
    let spec = Spec {
        metric: args.metric,
        threads: args.threads,
        seed: args.seed,
        bound: args.bound,
        ..Spec::default()
    };
    let limits = Limits {
        nodes: args.node_limit,
        time: Some(args.time_limit),
        memory: args.memory_limit.or_else(machine::free_share),
    };
    let (spinner, progress) = Spinner::start(!(args.quiet || args.progress));
    let reports = Reports::wanted(args.progress, args.json);
    let mut reporter = Reporter::new(progress, reports, 1, out, cancel);
    let watch = Watch { limits, cancel: cancel.clone(), observer: &mut reporter };
    let solver = Solver::new().spilling_to(std::env::temp_dir());
    let answer = given.read.puzzle.shorten(&solver, &moves.steps, &spec, watch);
    drop(spinner);
    reporter.end()?;
    Ok(answer?)
}

fn show(
    args: &ShortenArgs,
    given: &Given,
    moves: &ReadMoves,
    answer: &Answer,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let puzzle = &*given.read.puzzle;
    let before = puzzle.length(answer.plan.metric, &moves.steps);
    let convention = Some(moves.convention);
    if args.json {
        let record = Record::of(puzzle, answer, convention)?.read_as(&given.read).at(1, "argument 1");
        writeln!(out, "{}", Record { given_cost: Some(before as Cost), ..record }.to_json())?;
        return Ok(());
    }
    let Some(way) = &answer.solution else {
        return Err(Failure::Internal("the solution was lost: please report this as a bug".into()));
    };
    if args.quiet {
        writeln!(out, "{}", render::written(puzzle, answer, &way.steps, convention)?)?;
        return Ok(());
    }
    let after = way.cost as usize;
    match before - after.min(before) {
        0 => writeln!(out, "no solution shorter than {before} was found")?,
        saved => writeln!(out, "{saved} shorter: from {before} to {after}")?,
    }
    render::answer(out, puzzle, answer, convention)
}
