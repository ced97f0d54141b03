//! `slidewise bench`: a suite of experiments, by name or from a file.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use slidewise_lab::experiment::{Invalid, suite, suites};
use slidewise_solve::search::{Cancel, Crew};

use super::experiment::{self, ExperimentArgs};
use super::shards;
use crate::args::word;
use crate::complete;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;
use crate::together;

pub const EXAMPLES: &str = "\
Examples:
  slidewise bench --suite greedy-vs-astar
  slidewise bench --suite korf15 --out results          tables, data and pictures
  slidewise bench --out results --resume                after Ctrl-C
  slidewise bench --suite eight --runs 10
  slidewise bench --example > experiment.toml           one to begin with
  slidewise bench experiment.toml --json
  slidewise bench --suite greedy-vs-astar --shard 1/2 --out one   on one machine
  slidewise bench --suite greedy-vs-astar --shard 2/2 --out two   on another
  slidewise bench --merge one two --out both            as if it had been one run
  slidewise bench experiment.toml --submit slurm --jobs 16 --out here
  slidewise list suites";

#[derive(Debug, Args)]
pub struct BenchArgs {
    /// A TOML file with an experiment: puzzles, specs, limits, runs, seed; or the name of a suite
    #[arg(value_name = "FILE", required_unless_present_any = ["suite", "example", "resume", "merge"],
        conflicts_with = "suite")]
    #[arg(value_parser = word(), add = complete::experiments())]
    pub file: Option<String>,
    /// A suite that comes with the program
    #[arg(long, value_name = "NAME", add = complete::suites())]
    pub suite: Option<String>,
    /// Print an experiment to begin with
    #[arg(long, exclusive = true)]
    pub example: bool,
    /// Put the results of shards together in --out: their directories, or one that has them all
    #[arg(long, value_name = "DIR", num_args = 1.., requires = "out", help_heading = "Many machines")]
    #[arg(conflicts_with_all = ["file", "suite", "runs", "warmup", "time_limit", "node_limit", "memory_limit"])]
    #[arg(conflicts_with_all = ["resume", "baseline", "shard", "submit"])]
    pub merge: Vec<PathBuf>,
    #[command(flatten)]
    pub common: ExperimentArgs,
}

/// Examples, and every key of the file.
pub fn long_help() -> String {
    format!("{EXAMPLES}\n\n{}", suite::keys::help())
}

/// Runs the suite.
pub fn run(
    args: &BenchArgs,
    crew: Option<Arc<Crew>>,
    cancel: Cancel,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    if args.example {
        write!(out, "{}", suite::EXAMPLE)?;
        return Ok(Exit::Solved);
    }
    if !args.merge.is_empty() {
        together::only_one(crew.as_deref(), "--merge")?;
        return shards::put_together(&args.merge, &args.common, out);
    }
    let usage = |Invalid(text): Invalid| Failure::Usage(text);
    let Some(name) = args.suite.as_deref().or(args.file.as_deref()) else {
        let missing = || Failure::Usage("name an experiment: a file or a suite".into());
        let experiment = args.common.resumed()?.ok_or_else(missing)?;
        return experiment::run(experiment, &args.common, crew, cancel, out);
    };
    let path = input::path_of(name);
    let is_file = args.suite.is_none() && (path.exists() || name.contains(['/', '.']));
    let experiment = match is_file {
        true => experiment::from_file(&path)?,
        false => suites::find(name).and_then(|suite| suite.read()).map_err(usage)?,
    };
    experiment::run(experiment, &args.common, crew, cancel, out)
}
