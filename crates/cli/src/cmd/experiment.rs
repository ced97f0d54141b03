//! What `compare` and `bench` share: runs an experiment, shows its tables, keeps its results.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use slidewise_lab::baseline;
use slidewise_lab::experiment::{
    Ended, Experiment, Failed, Invalid, Job, Listener, Origin, Row, Solving, contradictions,
    run as carry_out, suite,
};
use slidewise_lab::report::folder::{Folder, FolderError, shard_of};
use slidewise_lab::report::pair::{self, sentences};
use slidewise_lab::report::{csv, table as tables};
use slidewise_lab::summary::{Cell, Figures, best, cells, groups, unsupported};
use slidewise_solve::search::{Cancel, Crew};

use super::shards::{self, ShardArgs};
use super::since;
use crate::cmd::version;
use crate::error::Failure;
use crate::exit::Exit;
use crate::progress::{Progress, Spinner};
use crate::render::{BAD, DIM, GOOD, WARN, styled};
use crate::table;
use crate::units::{self, shown_duration};

#[derive(Debug, Args)]
pub struct ExperimentArgs {
    /// How often each combination is run on each puzzle
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Runs")]
    pub runs: Option<u32>,
    /// Runs before those, whose results are dropped
    #[arg(long, value_name = "N", help_heading = "Runs")]
    pub warmup: Option<u32>,
    /// Stop each run after this long: 10s, 500ms, 2m [compare without any limit: 10s]
    #[arg(long, value_name = "TIME", value_parser = units::duration, help_heading = "Runs")]
    pub time_limit: Option<Duration>,
    /// Stop each run after this many expansions: 1000000, 10M
    #[arg(long, value_name = "N", value_parser = units::count, help_heading = "Runs")]
    pub node_limit: Option<u64>,
    /// Stop each run before it uses more than this: 2GiB, 500MB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes, help_heading = "Runs")]
    pub memory_limit: Option<u64>,
    /// Keep results.csv, results.json, summaries and pictures in this directory
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub out: Option<PathBuf>,
    /// Go on with the results that are in --out; with nothing else named, with the experiment that they are of
    #[arg(long, requires = "out", help_heading = "Results")]
    pub resume: bool,
    /// The two combinations that are set against each other, as tables name them [default: the first two]
    #[arg(long, num_args = 2, value_names = ["SPEC", "SPEC"], help_heading = "Results")]
    pub pair: Vec<String>,
    /// Compare with an earlier results.csv
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub baseline: Option<PathBuf>,
    /// End with code 1 if anything is worse than the baseline by more than this, in expansions or length: 5%
    #[arg(long, value_name = "SHARE", value_parser = share, requires = "baseline", help_heading = "Results")]
    pub fail_if_worse: Option<f64>,
    /// Only the summary, not puzzle by puzzle
    #[arg(long, help_heading = "Results", conflicts_with = "json")]
    pub summary: bool,
    /// One JSON object for each run, one a line, and no tables
    #[arg(long, help_heading = "Results")]
    pub json: bool,
    #[command(flatten)]
    pub shards: ShardArgs,
}

impl ExperimentArgs {
    /// Whether a limit on time or nodes is given.
    pub fn has_limit(&self) -> bool {
        self.time_limit.is_some() || self.node_limit.is_some()
    }

    /// The combinations that are to be set against each other, if they were named: the names must be among those run.
    pub(super) fn pair_of(&self, experiment: &Experiment) -> Result<Option<(String, String)>, Failure> {
        let [first, second] = &self.pair[..] else { return Ok(None) };
        let specs: Vec<String> = experiment.specs.iter().map(ToString::to_string).collect();
        let specs: Vec<&str> = specs.iter().map(String::as_str).collect();
        let named =
            |name: &str| pair::find(&specs, name).map_err(|error| Failure::Usage(format!("--pair: {error}")));
        Ok(Some((named(first)?.to_string(), named(second)?.to_string())))
    }

    /// The experiment, or the shard, whose results are in --out, for those who go on with it and name nothing else.
    pub fn resumed(&self) -> Result<Option<Experiment>, Failure> {
        let Some(folder) = self.out.as_ref().filter(|_| self.resume) else { return Ok(None) };
        let description = folder.join("experiment.toml");
        match description.is_file() {
            true => {
                let shard = shard_of(folder).map_err(unusable)?;
                Ok(Some(Experiment { shard, ..from_file(&description)? }))
            }
            false => Err(Failure::Usage(format!(
                "{}: there is no experiment.toml in it to go on with; name the puzzles and the algorithms",
                folder.display()
            ))),
        }
    }

    /// What was typed goes before what the suite says.
    fn apply(&self, experiment: &mut Experiment) {
        if let Some(time) = self.time_limit {
            experiment.limits.time = Some(time);
            experiment.specs.iter_mut().for_each(|spec| spec.time_limit = None);
            experiment.specs.dedup();
        }
        experiment.limits.nodes = self.node_limit.or(experiment.limits.nodes);
        experiment.limits.memory = self.memory_limit.or(experiment.limits.memory);
        experiment.runs = self.runs.unwrap_or(experiment.runs);
        experiment.warmup = self.warmup.unwrap_or(experiment.warmup);
        experiment.shard = self.shards.shard.or(experiment.shard);
    }
}

/// `5%` or `0.05`.
fn share(text: &str) -> Result<f64, String> {
    let bad = || format!("\"{text}\" is not a share: write 5% or 0.05");
    let (digits, factor) =
        text.trim().strip_suffix('%').map_or((text.trim(), 1.0), |rest| (rest.trim(), 0.01));
    let value: f64 = digits.parse().map_err(|_| bad())?;
    if value.is_finite() && value >= 0.0 { Ok(value * factor) } else { Err(bad()) }
}

/// An experiment from a TOML file; the files that it names are beside it.
pub fn from_file(path: &Path) -> Result<Experiment, Failure> {
    let failed = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| Failure::Usage(failed(path, error)))?;
    let directory = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let beside = |name: &str| {
        let path = directory.join(name);
        fs::read_to_string(&path).map_err(|error| failed(&path, error))
    };
    suite::read(&path.display().to_string(), &text, &beside).map_err(|Invalid(text)| Failure::Usage(text))
}

/// Runs an experiment; everything that can be wrong with it is told before the first run.
pub fn run(
    mut experiment: Experiment,
    args: &ExperimentArgs,
    crew: Option<Arc<Crew>>,
    cancel: Cancel,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    args.apply(&mut experiment);
    experiment.check().map_err(|Invalid(text)| Failure::Usage(text))?;
    experiment.origin = Origin { command: Some(typed()), commit: Some(version::COMMIT.to_string()) };
    if let Some(crew) = crew {
        return shards::by_crew(experiment, args, &crew, &cancel, out);
    }
    if let Some(scheduler) = args.shards.submit {
        return shards::submit(scheduler, &experiment, args, out);
    }
    let pair = args.pair_of(&experiment)?;
    let before = args.baseline.as_deref().map(|file| since::read(file, &experiment)).transpose()?;
    let (folder, mut kept) = match &args.out {
        Some(path) => {
            let (folder, kept) = Folder::open(path, &experiment, args.resume).map_err(unusable)?;
            (Some(folder), kept)
        }
        None => (None, Vec::new()),
    };
    let progress = Progress::default();
    let mut solver = Solving::new(progress.clone());
    let mut show = Show::new(&experiment, args, folder, kept.clone(), progress, out);
    show.pair = pair.clone();
    let ended = carry_out(&experiment, &mut solver, &cancel, &mut kept, &mut show);
    let ended = show.finish(ended)?;
    let mut exit = judge(&experiment, &kept, args, pair, out)?;
    if let Some(before) = before {
        let comparison = baseline::compare(&before, &kept);
        exit = exit.max(since::show(&comparison, args.fail_if_worse, args.json, out)?);
    }
    if let Ended::Cancelled = ended {
        let all = experiment.runs_in_all();
        let more = if args.out.is_some() { "; --resume goes on" } else { "" };
        let text = format!("stopped after {} of {}{more}", kept.len(), units::number(all, "run"));
        tell!("{}", styled(WARN, text));
        exit = exit.max(Exit::Stopped);
    }
    Ok(exit)
}

/// The command line, in a form that a shell reads.
fn typed() -> String {
    let words: Vec<String> = std::env::args_os().skip(1).map(|arg| word(&arg)).collect();
    format!("slidewise {}", words.join(" "))
}

/// A word in a form that a shell reads.
pub(super) fn word(arg: &OsStr) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./,:=+@%".contains(c);
    match arg.to_string_lossy() {
        word if !word.is_empty() && word.chars().all(plain) => word.into_owned(),
        word => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Why a directory of results cannot be used, and the option that would help.
pub(super) fn unusable(error: FolderError) -> Failure {
    if let FolderError::Io { error: ref cause, .. } = error {
        return Failure::Io(io::Error::new(cause.kind(), error.to_string()));
    }
    let more = if matches!(error, FolderError::HasResults(_)) { "; --resume goes on with them" } else { "" };
    Failure::Usage(format!("{error}{more}"))
}

/// Claims that cannot all be true are errors, whoever is wrong. They are told last, where they are seen.
pub(super) fn judge(
    experiment: &Experiment,
    rows: &[Row],
    args: &ExperimentArgs,
    pair: Option<(String, String)>,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    if !args.json {
        summaries(experiment, rows, out)?;
        against(experiment, rows, pair, out)?;
    }
    let told = contradictions(rows);
    out.flush()?;
    for text in &told {
        tell!("{} {text}", styled(BAD, "contradiction:"));
    }
    let checked = rows.iter().filter(|row| row.optimum.is_some() && row.is_optimal()).count();
    if told.is_empty() && checked > 0 && !args.json {
        let text = format!("published optima confirmed in {}", units::number(checked, "run"));
        writeln!(out, "{}", styled(DIM, text))?;
    }
    Ok(if told.is_empty() { Exit::Solved } else { Exit::Other })
}

fn summaries(experiment: &Experiment, rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let (room, cells) = (table::room(), cells(rows));
    if experiment.best && !rows.is_empty() {
        let all = best(rows);
        writeln!(out, "{} {}", styled(GOOD, "best of each size:"), tables::best_over(&all))?;
        writeln!(out, "{}", table::drawn(&tables::best(&all), room))?;
    }
    for group in groups(&cells).iter().filter(|_| !experiment.best) {
        let over = tables::over(group);
        writeln!(out, "{} {}", styled(GOOD, format!("summary, {}:", group.name)), over)?;
        write!(out, "{}", table::drawn(&tables::summary(group), room))?;
        for note in tables::notes(group) {
            writeln!(out, "{}", styled(WARN, note))?;
        }
        if group.common.len() > 1 {
            let solved = group.lines.iter().filter_map(|line| Some((line, line.over_common.as_ref()?)));
            for (line, figures) in solved {
                writeln!(out, "{}", styled(DIM, means(&line.spec, figures, group.by_cpu)))?;
            }
        }
        writeln!(out)?;
    }
    for line in unsupported(&cells) {
        writeln!(out, "{} {line}", styled(WARN, "not run:"))?;
    }
    if let Some(published) = &experiment.published {
        writeln!(out, "{} {}", styled(GOOD, "published:"), published)?;
    }
    Ok(())
}

/// Two combinations pair by pair: those that were asked for, or all if there are two.
fn against(
    experiment: &Experiment,
    rows: &[Row],
    pair: Option<(String, String)>,
    out: &mut impl Write,
) -> io::Result<()> {
    let the_two = || match &experiment.specs[..] {
        [first, second] => Some((first.to_string(), second.to_string())),
        _ => None,
    };
    let asked = pair.is_some();
    let Some((first, second)) = pair.or_else(the_two) else { return Ok(()) };
    let said = sentences(rows, &first, &second);
    if said.is_empty() && asked {
        writeln!(
            out,
            "{}",
            styled(WARN, format!("there is no puzzle that both {first} and {second} solved"))
        )?;
    }
    for sentence in said {
        writeln!(out, "{}", styled(DIM, sentence))?;
    }
    Ok(())
}

/// The sum of what was expanded, and the means that publications give beside the medians of the table.
fn means(spec: &str, figures: &Figures, by_cpu: bool) -> String {
    let count = |n: f64| units::grouped(n.round() as u64);
    format!(
        "{spec}: {} expanded in all; mean {} expanded, {} generated, {}",
        count(figures.total_expanded),
        count(figures.expanded.mean),
        count(figures.generated.mean),
        units::short_duration(figures.time(by_cpu).mean),
    )
}

/// Shows how an experiment goes, and keeps what comes.
pub(super) struct Show<'a, W: Write> {
    args: &'a ExperimentArgs,
    experiment: &'a Experiment,
    folder: Option<Folder>,
    summarised: Instant,
    rows: Vec<Row>,
    /// The puzzle whose runs are under way.
    current: Option<String>,
    shown: Vec<String>,
    /// The combinations that are set against each other, if they were chosen.
    pub(super) pair: Option<(String, String)>,
    progress: Progress,
    spinner: Option<Spinner>,
    started: Instant,
    made: usize,
    out: &'a mut W,
}

/// Summaries are written anew at most this often while runs go on.
const SUMMARISE_EVERY: Duration = Duration::from_secs(2);

impl<'a, W: Write> Show<'a, W> {
    pub(super) fn new(
        experiment: &'a Experiment,
        args: &'a ExperimentArgs,
        folder: Option<Folder>,
        rows: Vec<Row>,
        progress: Progress,
        out: &'a mut W,
    ) -> Self {
        let now = Instant::now();
        let spinner = Some(Spinner::watch(&progress, true, Duration::from_secs(1)));
        let (current, shown) = (None, Vec::new());
        Self {
            args,
            experiment,
            folder,
            summarised: now,
            rows,
            current,
            shown,
            pair: None,
            progress,
            spinner,
            started: now,
            made: 0,
            out,
        }
    }

    /// The table of a puzzle whose runs are done. The spinner stands aside meanwhile.
    fn show_puzzle(&mut self, name: &str) -> io::Result<()> {
        if self.args.summary || self.args.json || self.experiment.specs.len() == 1 {
            return Ok(());
        }
        let of_it: Vec<Row> = self.rows.iter().filter(|row| row.instance == name).cloned().collect();
        let cells = cells(&of_it);
        let Some(first) = cells.first() else { return Ok(()) };
        self.spinner = None;
        let start = first.row.start.as_deref().filter(|start| start.len() < 60).unwrap_or_default();
        writeln!(self.out, "{}  {}", styled(GOOD, name), styled(DIM, start))?;
        let table = tables::pairs(&cells.iter().collect::<Vec<&Cell>>(), tables::RowsAre::Combinations);
        writeln!(self.out, "{}", table::drawn(&table, table::room()))?;
        self.out.flush()?;
        self.shown.push(name.to_string());
        let moment = Duration::from_secs(1).saturating_sub(self.started.elapsed());
        self.spinner = Some(Spinner::watch(&self.progress, true, moment));
        Ok(())
    }

    /// What is left to show and to write when the runs are over, however they ended.
    pub(super) fn finish(mut self, ended: Result<Ended, Failed>) -> Result<Ended, Failure> {
        let names: Vec<String> = self.rows.iter().map(|row| row.instance.clone()).collect();
        for name in names {
            if !self.shown.contains(&name) {
                self.show_puzzle(&name)?;
                self.shown.push(name);
            }
        }
        self.spinner = None;
        if self.experiment.specs.len() == 1 && !self.args.summary && !self.args.json && !self.rows.is_empty()
        {
            let cells = cells(&self.rows);
            let table = tables::pairs(&cells.iter().collect::<Vec<&Cell>>(), tables::RowsAre::Puzzles);
            writeln!(self.out, "{}", styled(GOOD, &self.experiment.specs[0]))?;
            writeln!(self.out, "{}", table::drawn(&table, table::room()))?;
        }
        self.summarise()?;
        match ended {
            Ok(ended) => Ok(ended),
            Err(Failed::Invalid(Invalid(text))) => Err(Failure::Usage(text)),
            Err(Failed::Broken(Invalid(text))) => Err(Failure::Internal(text)),
            Err(Failed::Io(error)) => Err(Failure::Io(error)),
        }
    }

    /// Writes the summary and the pictures of what there is.
    fn summarise(&self) -> io::Result<()> {
        let pair = self.pair.as_ref().map(|(first, second)| (first.as_str(), second.as_str()));
        match &self.folder {
            Some(folder) => folder.summarise(self.experiment, &self.rows, pair),
            None => Ok(()),
        }
    }

    /// `[####----] 12/40  2 min left  astar manhattan on 3x3 #1`.
    fn head(&self, job: &Job<'_>) -> String {
        const WIDTH: usize = 16;
        let filled = (job.done * WIDTH).checked_div(job.total).unwrap_or(WIDTH).min(WIDTH);
        let bar = "#".repeat(filled) + &"-".repeat(WIDTH - filled);
        let left = match self.made {
            0 => String::new(),
            made => {
                let each = self.started.elapsed().as_secs_f64() / made as f64;
                let seconds = each * job.total.saturating_sub(job.done) as f64;
                format!("  {} left", shown_duration(Duration::from_secs_f64(seconds.round())))
            }
        };
        format!("[{bar}] {}/{}{left}  {} on {}", job.done, job.total, job.spec, job.instance.name)
    }
}

impl<W: Write> Listener for Show<'_, W> {
    fn begins(&mut self, job: Job<'_>) {
        self.progress.begin(self.head(&job));
    }

    fn done(&mut self, row: &Row) -> io::Result<()> {
        if let Some(folder) = &mut self.folder {
            folder.add(row)?;
        }
        self.made += 1;
        self.rows.push(row.clone());
        if self.args.json {
            let object = serde_json::to_string(row).map_err(io::Error::other)?;
            writeln!(self.out, "{object}")?;
            self.out.flush()?;
        }
        if self.current.as_ref() != Some(&row.instance)
            && let Some(before) = self.current.replace(row.instance.clone())
        {
            self.show_puzzle(&before)?;
        }
        if self.folder.is_some() && self.summarised.elapsed() > SUMMARISE_EVERY {
            self.summarise()?;
            self.summarised = Instant::now();
        }
        Ok(())
    }
}

/// The rows of an earlier `results.csv`.
pub fn rows_of(file: &Path) -> Result<Vec<Row>, Failure> {
    let text =
        fs::read_to_string(file).map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))?;
    csv::read(&text).map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))
}
