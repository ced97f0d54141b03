//! Experiments on many machines: a part of the runs, a script for a scheduler, and parts put together.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use slidewise_lab::experiment::submit::{Scheduler, Submission};
use slidewise_lab::experiment::{Ended, Experiment, Row, Shard, Solving, contradictions, run as carry_out};
use slidewise_lab::report::folder::{self, Folder};
use slidewise_lab::report::merge::{MergeError, Merged, machines, merge};
use slidewise_solve::puzzles::pdb::file::checksum;
use slidewise_solve::record::VERSION;
use slidewise_solve::search::{Cancel, Crew, Stop};

use super::experiment::{ExperimentArgs, Show, judge, unusable};
use crate::error::Failure;
use crate::exit::Exit;
use crate::progress::Progress;
use crate::render::{BAD, DIM, GOOD, WARN, styled};
use crate::together;
use crate::units;

#[derive(Debug, Args)]
#[command(next_help_heading = "Many machines")]
pub struct ShardArgs {
    /// Make only this part of the runs, as in 3/16; `auto` is the part that Slurm gives to this job, `auto/16` the one
    /// of 16 that HyperQueue or Kubernetes give to it
    #[arg(long, value_name = "N/M", value_parser = place, requires = "out", conflicts_with = "baseline")]
    pub shard: Option<Shard>,
    /// Run nothing: write a script into --out that hands the runs to this scheduler, in --jobs parts
    #[arg(long, value_name = "SCHEDULER", value_parser = scheduler(), requires_all = ["jobs", "out"])]
    #[arg(conflicts_with_all = ["shard", "resume", "baseline", "json", "summary"])]
    pub submit: Option<Scheduler>,
    /// How many jobs the scheduler gets; each makes many runs, one after another
    #[arg(long, value_name = "N", requires = "submit", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub jobs: Option<u32>,
    /// Hand the script to the scheduler at once
    #[arg(long, requires = "submit")]
    pub now: bool,
}

fn place(text: &str) -> Result<Shard, String> {
    let of = match text.split_once('/') {
        None if text == "auto" => None,
        Some(("auto", of)) => Some(of.parse().map_err(|_| format!("\"{of}\" is not a number of shards"))?),
        _ => return text.parse(),
    };
    Shard::from_scheduler(of, |name| std::env::var(name).ok())
}

fn scheduler() -> impl TypedValueParser<Value = Scheduler> {
    let named = |name: String| Scheduler::ALL.into_iter().find(|one| one.name() == name);
    PossibleValuesParser::new(Scheduler::ALL.map(Scheduler::name))
        .map(move |name| named(name).expect("it is one of the possible values"))
}

/// Writes the experiment and the script that submits it, and with `--now` submits it.
pub fn submit(
    scheduler: Scheduler,
    experiment: &Experiment,
    args: &ExperimentArgs,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let missing = || Failure::Usage("--submit needs --jobs and --out".into());
    let (wanted, path) = (args.shards.jobs.ok_or_else(missing)?, args.out.as_deref().ok_or_else(missing)?);
    let runs = experiment.runs_in_all();
    let jobs = wanted.min(u32::try_from(runs).unwrap_or(u32::MAX)).max(1);
    folder::describe(path, experiment).map_err(unusable)?;
    let (program, absolute) = (std::env::current_exe()?, path.canonicalize()?);
    let submission = Submission { scheduler, program: &program, folder: &absolute, jobs };
    let script = path.join(format!("submit-{}.sh", scheduler.name()));
    let failed = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", script.display()));
    std::fs::write(&script, submission.script(experiment)).map_err(failed)?;
    let each = units::number(runs.div_ceil(jobs as usize), "run");
    let jobs = units::number(jobs as usize, "job");
    writeln!(out, "{} {jobs} of at most {each}", styled(GOOD, script.display()))?;
    match args.shards.now {
        true => hand_over(scheduler, &script, out)?,
        false => writeln!(out, "to submit it:     {} {}", scheduler.command().join(" "), word(&script))?,
    }
    let (shards, all) = (word(&path.join("shards")), word(&path.join("all")));
    writeln!(out, "when it is done:  slidewise bench --merge {shards} --out {all}")?;
    Ok(Exit::Solved)
}

fn hand_over(scheduler: Scheduler, script: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let words = scheduler.command();
    let said = Command::new(words[0]).args(&words[1..]).arg(script).output();
    let command = format!("{} {}", words.join(" "), word(script));
    let wrong =
        |text: String| Failure::Io(io::Error::other(format!("{command}: {text}; nothing is submitted")));
    let said = said.map_err(|error| wrong(error.to_string()))?;
    if !said.status.success() {
        return Err(wrong(String::from_utf8_lossy(&said.stderr).trim().to_string()));
    }
    Ok(out.write_all(&said.stdout)?)
}

/// A path as a shell reads it.
fn word(path: &Path) -> String {
    super::experiment::word(path.as_os_str())
}

/// Makes the runs of an experiment by several processes, each a shard of its own in a directory in `--out`; the first
/// puts them together there, as if it had made them all.
pub fn by_crew(
    mut experiment: Experiment,
    args: &ExperimentArgs,
    crew: &Crew,
    cancel: &Cancel,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let given = [("--shard", experiment.shard.is_some()), ("--submit", args.shards.submit.is_some())];
    let also = [("--baseline", args.baseline.is_some()), ("--json", args.json)];
    if let Some((option, _)) = given.iter().chain(&also).find(|(_, given)| *given) {
        together::only_one(Some(crew), option)?;
    }
    let missing =
        || Failure::Usage("several processes keep their runs in a directory: name it with --out".into());
    let target = args.out.as_deref().ok_or_else(missing)?;
    let (number, of) = (crew.rank() as u32 + 1, crew.size() as u32);
    // Of all runs, for shards differ in their number.
    let what = format!("{VERSION} {} {}", target.display(), experiment.runs_in_all());
    experiment.shard = Some(Shard::new(number, of).map_err(Failure::Usage)?);
    let shards = target.join("shards");
    crew.begin(checksum(what.as_bytes()), None)
        .map_err(|_| Failure::Usage("rank 0 has another experiment".into()))?;
    let made = one_shard(&experiment, &shards.join(format!("{number}-of-{of}")), args, cancel);
    // Rank 0 tells what went wrong, wherever it was.
    let own = match made {
        Ok(ended) => Ok(vec![u8::from(matches!(ended, Ended::Complete))]),
        Err(failure) => Err(failure.to_string()),
    };
    let go_on = &mut || if cancel.is_cancelled() { Err(Stop::Cancelled) } else { Ok(()) };
    let all = crew.gather_all(own, go_on);
    crew.end();
    match all {
        _ if !crew.leads() => Ok(Exit::Solved),
        Ok(Err(reason)) => {
            let text = format!("{reason}; --resume goes on with what the others have made");
            Err(Failure::Io(io::Error::other(text)))
        }
        Ok(Ok(all)) if all.concat().iter().all(|&complete| complete == 1) => {
            put_together(&[shards], args, out)
        }
        _ => {
            tell!("{}", styled(WARN, "stopped before all runs were made; --resume goes on"));
            Ok(Exit::Stopped)
        }
    }
}

/// The runs of this process, kept and not shown.
fn one_shard(
    experiment: &Experiment,
    place: &Path,
    args: &ExperimentArgs,
    cancel: &Cancel,
) -> Result<Ended, Failure> {
    let (folder, mut kept) =
        Folder::open(place, experiment, args.resume && place.exists()).map_err(unusable)?;
    let progress = Progress::default();
    let mut solver = Solving::new(progress.clone());
    let mut nothing = io::sink();
    let mut show = Show::new(experiment, args, Some(folder), kept.clone(), progress, &mut nothing);
    let ended = carry_out(experiment, &mut solver, cancel, &mut kept, &mut show);
    show.finish(ended)
}

/// Puts the shards in these directories together in `--out`, and shows them as one experiment.
pub fn put_together(paths: &[PathBuf], args: &ExperimentArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let target = args.out.as_deref().ok_or_else(|| Failure::Usage("--merge needs --out".into()))?;
    let Merged { experiment, rows, duplicates } = merge(paths).map_err(not_mergeable)?;
    let pair = args.pair_of(&experiment)?;
    let folder = Folder::of_rows(target, &experiment, &rows).map_err(unusable)?;
    if args.json {
        for row in &rows {
            writeln!(out, "{}", serde_json::to_string(row).map_err(io::Error::other)?)?;
        }
    }
    let mut show = Show::new(&experiment, args, Some(folder), rows.clone(), Progress::default(), out);
    show.pair = pair.clone();
    show.finish(Ok(Ended::Complete))?;
    let exit = judge(&experiment, &rows, args, pair, out)?;
    out.flush()?;
    remarks(&rows, &duplicates);
    // A run that was dropped may contradict the one that was kept.
    let told: Vec<String> = match duplicates.is_empty() {
        true => Vec::new(),
        false => contradictions(&[rows, duplicates].concat()),
    };
    for text in &told {
        tell!("{} {text}", styled(BAD, "contradiction:"));
    }
    Ok(if told.is_empty() { exit } else { exit.max(Exit::Other) })
}

fn remarks(rows: &[Row], duplicates: &[Row]) {
    if !duplicates.is_empty() {
        let runs = units::number(duplicates.len(), "run");
        let text = format!("{runs} were there more than once: the first that was found counts");
        tell!("{}", styled(WARN, text));
    }
    let machines = machines(rows);
    if machines.len() > 1 {
        let text = format!(
            "runs were made on {} kinds of machine: compare counts, not times ({})",
            machines.len(),
            machines.join("; ")
        );
        tell!("{}", styled(DIM, text));
    }
}

fn not_mergeable(error: MergeError) -> Failure {
    let text = error.to_string();
    match error {
        MergeError::Folder(error) => unusable(error),
        MergeError::Incomplete(_) => {
            let help = "a shard goes on with `slidewise bench --out DIR --resume`";
            Failure::Io(io::Error::other(format!("{text}; nothing is written ({help})")))
        }
        _ => Failure::Usage(text),
    }
}
