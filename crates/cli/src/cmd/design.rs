//! `slidewise design`: sets of pieces on a board, and the hardest starts with each.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::json;
use slidewise_lab::design::{self, Ended, Failed, Means, Place};
use slidewise_solve::search::Cancel;
use slidewise_solve::{Designed, Designing, HardestIn, Metric, Reading};

use crate::args::{metric, width, word};
use crate::complete;
use crate::error::Failure;
use crate::exit::Exit;
use crate::units::{self, grouped};
use crate::{input, render};

pub const EXAMPLES: &str = "\
Examples:
  slidewise design klotski --metric moves       every placement of its pieces; the hardest starts
  slidewise design klotski --add 2x1,1x2,1x1 --empty 16..   other pieces beside the one that the goal names
  slidewise design klotski --any-goal --metric steps   and every place as the goal
  slidewise design ooooooooooooAAoooooooooooooooooooooo --add 1x2,2x1,1x3,3x1 --pieces 9 --samples 300
  slidewise design klotski --add 2x1,1x2,1x1 --empty 15.. --out sets.jsonl   kept as it goes; --resume goes on";

#[derive(Debug, Args)]
pub struct DesignArgs {
    /// The board, the goal and the pieces: a puzzle's name, a text or a file; `-` reads standard input
    #[arg(value_name = "PUZZLE", required = true, value_parser = word(), add = complete::puzzles())]
    pub puzzle: Vec<String>,
    /// Keep only the pieces that the goal names, and add pieces of these shapes, rows x columns: 2x1,1x2,1x1
    #[arg(long, value_name = "SHAPES", value_delimiter = ',', value_parser = units::size)]
    pub add: Vec<(usize, usize)>,
    /// How many pieces to add: 9, 4..6, 4.. [default: as many as fit]
    #[arg(long, value_name = "N", value_parser = units::range, requires = "add")]
    pub pieces: Option<(usize, usize)>,
    /// How many cells to leave empty: 2, 2..4, 2.. [default: 1..]
    #[arg(long, value_name = "N", value_parser = units::range, requires = "add")]
    pub empty: Option<(usize, usize)>,
    /// Draw so many sets and placements by chance, instead of looking at all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub samples: Option<u64>,
    /// Decides what is drawn
    #[arg(long, value_name = "N", default_value_t = 0, requires = "samples")]
    pub seed: u64,
    /// Let every place of the piece that the goal names be its goal
    #[arg(long)]
    pub any_goal: bool,
    /// What counts as one move [default: each in turn]
    #[arg(long, value_name = "NAME", value_parser = metric, add = complete::metrics())]
    pub metric: Option<&'static str>,
    /// Threads [default: all]
    #[arg(long, value_name = "N", value_parser = width)]
    pub threads: Option<usize>,
    /// Stop after this long: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time_limit: Option<Duration>,
    /// Leave sets out that need more than this: 2GiB, 500MB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    pub memory_limit: Option<u64>,
    /// Keep what is found in this file, one JSON object a line, as it is found
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Go on from that file
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// One JSON object a set instead of a table
    #[arg(long)]
    pub json: bool,
}

/// Designs on the board of a puzzle.
pub fn run(args: &DesignArgs, cancel: Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let read = input::only(&args.puzzle, &Reading::default())?;
    let what = Designing {
        shapes: args.add.clone(),
        pieces: args.pieces.unwrap_or((0, usize::MAX)),
        empty: args.empty.unwrap_or((1, usize::MAX)),
        samples: args.samples,
        seed: args.seed,
        any_goal: args.any_goal,
        metrics: design::metrics(&*read.puzzle, args.metric)?,
    };
    let place = args.out.clone().map(|path| Place { path, resume: args.resume });
    let means = Means { cancel, threads: args.threads, time: args.time_limit, memory: args.memory_limit };
    let ended = design::run(&*read.puzzle, &what, place.as_ref(), &means, |_, _| ())?;
    let (unfinished, Ended { done, left }) = (ended.unfinished(), ended);
    match args.json {
        true => done.values().try_for_each(|designed| writeln!(out, "{}", json!(designed)))?,
        false => table(&what.metrics, &done, left + unfinished == 0, out)?,
    }
    let rest = if args.out.is_some() { "; --resume goes on" } else { "" };
    if unfinished > 0 {
        let (of, are) = (units::number(done.len(), "set"), if unfinished == 1 { "is" } else { "are" });
        tell!(
            "{} of {of} {are} unfinished: more placements than --memory-limit holds{rest}",
            grouped(unfinished)
        );
    }
    if left > 0 {
        let all = left + done.len() as u64;
        let unit = if all == 1 { "job" } else { "jobs" };
        tell!("stopped with {} of {} {unit} left{rest}", grouped(left), grouped(all));
    }
    Ok(if left + unfinished > 0 { Exit::Stopped } else { Exit::Solved })
}

impl From<Failed> for Failure {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::Refused(refusal) => refusal.into(),
            Failed::OtherDesign(text) => Self::Usage(text),
            Failed::Io(error) => Self::Io(error),
        }
    }
}

/// A line for each set, the sums, and the hardest of all; `whole` if nothing is left or unfinished.
fn table(
    metrics: &[Metric],
    done: &BTreeMap<u64, Designed>,
    whole: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let in_metric = |designed: &Designed, metric: &Metric| -> Option<HardestIn> {
        designed.hardest.iter().find(|hardest| hardest.metric == metric.name()).cloned()
    };
    for designed in done.values() {
        let unit = if designed.placements == 1 { "placement" } else { "placements" };
        let mut line = format!("{:<24} {:>12} {unit}", designed.set, grouped(designed.placements));
        for metric in metrics {
            if let Some(found) = in_metric(designed, metric) {
                let unit = if found.length == 1 { metric.0.unit.0 } else { metric.0.unit.1 };
                line += &format!(", {} {unit} ({})", found.length, grouped(found.up_to_mirror));
            }
        }
        if designed.hardest.is_empty() && designed.placements > 0 && designed.unfinished.is_none() {
            line += ", none of which can be solved";
        }
        if let Some(why) = &designed.unfinished {
            line += &format!("; {why}");
        }
        writeln!(out, "{line}")?;
    }
    // Of what is not finished, nothing is known.
    let least = if whole { "" } else { "at least " };
    let sum =
        |count: fn(&Designed) -> u64| format!("{least}{}", grouped(done.values().map(count).sum::<u64>()));
    writeln!(out, "placements           {}", sum(|designed| designed.placements))?;
    writeln!(out, "up to mirror images  {}", sum(|designed| designed.up_to_mirror))?;
    if whole && done.values().all(|designed| designed.parts.is_some() || designed.placements == 0) {
        writeln!(out, "parts                {}", sum(|designed| designed.parts.unwrap_or(0)))?;
    }
    for metric in metrics {
        let hardest = done.values().filter_map(|designed| in_metric(designed, metric));
        if let Some(found) = hardest.max_by_key(|found| found.length) {
            let unit = if found.length == 1 { metric.0.unit.0 } else { metric.0.unit.1 };
            let so_far = if whole { "" } else { " so far" };
            let title = format!("the hardest{so_far} takes {} {unit}", found.length);
            writeln!(out, "\n{}\n{}", render::styled(render::GOOD, title), found.start.trim_end())?;
        }
    }
    Ok(())
}
