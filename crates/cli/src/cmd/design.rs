//! `slidewise design`: sets of pieces on a board, and the hardest starts with each.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde_json::json;
use slidewise_solve::search::{Cancel, Limits, Meter};
use slidewise_solve::{Designed, Designing, HardestIn, JobLimits, Metric, Puzzle, Reading, design, machine};

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
    #[arg(long, value_name = "N", value_parser = range, requires = "add")]
    pub pieces: Option<(usize, usize)>,
    /// How many cells to leave empty: 2, 2..4, 2.. [default: 1..]
    #[arg(long, value_name = "N", value_parser = range, requires = "add")]
    pub empty: Option<(usize, usize)>,
    /// Draw so many sets and placements by chance, instead of looking at all
    #[arg(long, value_name = "N")]
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

/// `9`, `4..6`, `4..`, `..6`.
pub fn range(text: &str) -> Result<(usize, usize), String> {
    let number = |text: &str, open: usize| match text {
        "" => Ok(open),
        _ => text.parse().map_err(|_| format!("{text:?} is no number")),
    };
    let (least, most) = match text.split_once("..") {
        Some((least, most)) => (number(least, 0)?, number(most.trim_start_matches('='), usize::MAX)?),
        None => (number(text, 0)?, number(text, 0)?),
    };
    match least <= most && !text.is_empty() {
        true => Ok((least, most)),
        false => Err("a number or a range such as 4..6 is needed".to_string()),
    }
}

/// Designs on the board of a puzzle.
pub fn run(args: &DesignArgs, cancel: Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let read = input::only(&args.puzzle, &Reading::default())?;
    let puzzle = &*read.puzzle;
    let what = designing(args, puzzle)?;
    let designer = puzzle.design(&what)?;
    let mut kept = Kept::open(args, puzzle)?;
    let jobs: Vec<u64> = (0..designer.jobs()).filter(|job| !kept.done.contains_key(job)).collect();
    let free = || machine::free_memory().map(|free| free / 4 * 3);
    let memory = args.memory_limit.or_else(free).unwrap_or(u64::MAX);
    let mut unseen = ();
    let limits = Limits { time: args.time_limit, ..Limits::default() };
    let cancel = Meter::new(limits, cancel, &mut unseen).timed_cancel();
    let threads = args.threads.unwrap_or_else(machine::threads);
    let mut failed = None;
    design(&*designer, &jobs, threads, &JobLimits { cancel: cancel.clone(), memory }, |designed| {
        if let Err(error) = kept.add(designed) {
            failed = Some(error);
            cancel.cancel();
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
    match args.json {
        true => kept.done.values().try_for_each(|designed| writeln!(out, "{}", json!(designed)))?,
        false => table(&what.metrics, &kept.done, out)?,
    }
    let left = designer.jobs() - kept.done.len() as u64;
    if left > 0 {
        let rest = if args.out.is_some() { "; --resume goes on" } else { "" };
        anstream::eprintln!("stopped with {} of {} jobs left{rest}", grouped(left), grouped(designer.jobs()));
        return Ok(Exit::Stopped);
    }
    Ok(Exit::Solved)
}

fn designing(args: &DesignArgs, puzzle: &dyn Puzzle) -> Result<Designing, Failure> {
    let own = slidewise_solve::Spec { metric: args.metric, ..slidewise_solve::Spec::default() };
    let metrics = match args.metric {
        Some(_) => vec![own.metric_of(puzzle)?],
        None => puzzle.kind().entry().metrics.iter().map(Metric).collect(),
    };
    Ok(Designing {
        shapes: args.add.clone(),
        pieces: args.pieces.unwrap_or((0, usize::MAX)),
        empty: args.empty.unwrap_or((1, usize::MAX)),
        samples: args.samples,
        seed: args.seed,
        any_goal: args.any_goal,
        metrics,
    })
}

/// What was found, in memory and in a file.
struct Kept {
    done: BTreeMap<u64, Designed>,
    file: Option<(PathBuf, File)>,
}

impl Kept {
    /// A file begins with a line that says what is designed, so that nothing else is added to it.
    fn open(args: &DesignArgs, puzzle: &dyn Puzzle) -> Result<Self, Failure> {
        let Some(path) = &args.out else { return Ok(Self { done: BTreeMap::new(), file: None }) };
        let header = json!({
            "design": puzzle.line(&puzzle.start()), "add": args.add, "pieces": args.pieces, "empty": args.empty,
            "samples": args.samples, "seed": args.seed, "any_goal": args.any_goal, "metric": args.metric,
        });
        if !args.resume {
            let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(at(path))?;
            writeln!(file, "{header}").map_err(at(path))?;
            return Ok(Self { done: BTreeMap::new(), file: Some((path.clone(), file)) });
        }
        let mut lines = BufReader::new(File::open(path).map_err(at(path))?).lines();
        let first = lines.next().transpose().map_err(at(path))?.unwrap_or_default();
        if first != header.to_string() {
            let text = format!("{} is of another design: {first}", path.display());
            return Err(Failure::Usage(text));
        }
        let mut done = BTreeMap::new();
        for line in lines {
            // A line that was cut off when the program ended is done again.
            if let Ok(designed) = serde_json::from_str::<Designed>(&line.map_err(at(path))?) {
                done.insert(designed.job, designed);
            }
        }
        let mut file = OpenOptions::new().append(true).open(path).map_err(at(path))?;
        writeln!(file).map_err(at(path))?;
        Ok(Self { done, file: Some((path.clone(), file)) })
    }

    fn add(&mut self, designed: Designed) -> Result<(), Failure> {
        if let Some((path, file)) = &mut self.file {
            writeln!(file, "{}", json!(designed)).map_err(at(path))?;
        }
        self.done.insert(designed.job, designed);
        Ok(())
    }
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> Failure {
    let path = path.display().to_string();
    move |error| Failure::Io(std::io::Error::new(error.kind(), format!("{path}: {error}")))
}

/// A line for each set, the sums, and the hardest of all.
fn table(metrics: &[Metric], done: &BTreeMap<u64, Designed>, out: &mut impl Write) -> Result<(), Failure> {
    let in_metric = |designed: &Designed, metric: &Metric| -> Option<HardestIn> {
        designed.hardest.iter().find(|hardest| hardest.metric == metric.name()).cloned()
    };
    for designed in done.values() {
        let mut line = format!("{:<24} {:>12} placements", designed.set, grouped(designed.placements));
        for metric in metrics {
            match in_metric(designed, metric) {
                Some(found) => {
                    let unit = if found.length == 1 { metric.0.unit.0 } else { metric.0.unit.1 };
                    line += &format!(", {} {unit} ({})", found.length, grouped(found.up_to_mirror));
                }
                None => line += &format!(", no {}", metric.0.unit.1),
            }
        }
        if let Some(why) = &designed.unfinished {
            line += &format!("; {why}");
        }
        writeln!(out, "{line}")?;
    }
    let sum = |count: fn(&Designed) -> u64| grouped(done.values().map(count).sum::<u64>());
    writeln!(out, "placements  {}", sum(|designed| designed.placements))?;
    writeln!(out, "up to mirror images  {}", sum(|designed| designed.up_to_mirror))?;
    if done.values().all(|designed| designed.parts.is_some() || designed.placements == 0) {
        writeln!(out, "parts       {}", sum(|designed| designed.parts.unwrap_or(0)))?;
    }
    for metric in metrics {
        let hardest = done.values().filter_map(|designed| in_metric(designed, metric));
        if let Some(found) = hardest.max_by_key(|found| found.length) {
            let unit = if found.length == 1 { metric.0.unit.0 } else { metric.0.unit.1 };
            let title = format!("the hardest takes {} {unit}", found.length);
            writeln!(out, "\n{}\n{}", render::styled(render::GOOD, title), found.start.trim_end())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::range;

    #[test]
    fn ranges_are_read() {
        assert_eq!(range("9"), Ok((9, 9)));
        assert_eq!(range("4..6"), Ok((4, 6)));
        assert_eq!(range("4..=6"), Ok((4, 6)));
        assert_eq!(range("2.."), Ok((2, usize::MAX)));
        assert_eq!(range("..3"), Ok((0, 3)));
        for bad in ["", "6..4", "x", "1..y", "-1"] {
            assert!(range(bad).is_err(), "{bad}");
        }
    }
}
