//! Shards of one experiment put together: the rows that one run of all would have given, in their order.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs;
use std::path::PathBuf;

use super::folder::{self, FolderError, first_difference};
use crate::experiment::{Experiment, Invalid, Row, Shard, suite};
use crate::units::number;

/// What several directories of results come to.
#[derive(Debug)]
pub struct Merged {
    /// The experiment, as all of them describe it.
    pub experiment: Experiment,
    /// Every run once, in the order of the experiment.
    pub rows: Vec<Row>,
    /// Runs that were there more than once; the first that was found is kept.
    pub duplicates: Vec<Row>,
}

/// Why directories cannot be put together.
#[derive(Debug)]
pub enum MergeError {
    /// There are no results in it, nor in any directory directly in it.
    NoResults(PathBuf),
    /// A directory cannot be read.
    Folder(FolderError),
    /// The description of the experiment cannot be read.
    Invalid(Invalid),
    /// Two directories are of different experiments, programs or seeds.
    Different {
        /// One of the two.
        one: PathBuf,
        /// The other.
        other: PathBuf,
        /// What is different, in both.
        what: String,
    },
    /// A directory has a run that is no run of the experiment.
    Foreign {
        /// The directory.
        path: PathBuf,
        /// The run.
        run: String,
    },
    /// Not every run is there.
    Incomplete(Missing),
}

/// What is missing of an experiment.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Runs that are in no directory.
    pub runs: usize,
    /// Of so many.
    pub of: usize,
    /// Shards without a directory.
    pub shards: Vec<Shard>,
    /// Directories that lack runs of their own, and how many.
    pub unfinished: Vec<(PathBuf, usize)>,
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoResults(path) => write!(f, "{}: there are no results in it", path.display()),
            Self::Folder(error) => write!(f, "{error}"),
            Self::Invalid(error) => write!(f, "{error}"),
            Self::Different { one, other, what } => {
                write!(f, "{} and {} do not belong together: {what}", one.display(), other.display())
            }
            Self::Foreign { path, run } => {
                write!(f, "{}: {run} is no run of the experiment that is described there", path.display())
            }
            Self::Incomplete(missing) => write!(f, "{missing}"),
        }
    }
}

impl std::error::Error for MergeError {}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let are = if self.runs == 1 { "is" } else { "are" };
        write!(f, "{} of {} {are} missing", self.runs, number(self.of, "run"))?;
        if !self.shards.is_empty() {
            let names: Vec<String> = self.shards.iter().map(ToString::to_string).collect();
            write!(f, "; there is nothing of {}", names.join(", "))?;
        }
        for (path, runs) in &self.unfinished {
            write!(f, "; {} lacks {runs} of its runs", path.display())?;
        }
        Ok(())
    }
}

impl From<FolderError> for MergeError {
    fn from(error: FolderError) -> Self {
        Self::Folder(error)
    }
}

/// One directory.
struct Part {
    path: PathBuf,
    shard: Option<Shard>,
    rows: Vec<Row>,
}

/// Puts the results of directories together; a directory without results stands for those directly in it. Nothing is
/// given unless every run is there.
pub fn merge(paths: &[PathBuf]) -> Result<Merged, MergeError> {
    let mut parts = Vec::new();
    for path in with_results(paths)? {
        let (shard, rows) = (folder::shard_of(&path)?, folder::rows_of(&path)?);
        parts.push(Part { path, shard, rows });
    }
    let experiment = common_experiment(&parts)?;
    same_program(&parts)?;
    let (mut found, duplicates) = by_key(&parts, &experiment)?;
    let order = experiment.runs_of_pairs();
    let mut rows = Vec::with_capacity(found.len());
    let mut missing = 0;
    for (pair, runs) in &order {
        let (name, spec) = (&experiment.instances[pair.instance].name, pair.spec.to_string());
        let mut take = |run: u32| found.remove(&(name.clone(), spec.clone(), run));
        // What cannot be run is told once, whichever of its runs found it out.
        let first = take(1);
        let refused = first.as_ref().is_some_and(Row::is_unsupported);
        let others: Vec<Option<Row>> =
            if refused { Vec::new() } else { runs[1..].iter().map(|&run| take(run)).collect() };
        let moves = first.as_ref().and_then(|row| row.moves.clone());
        for row in [first].into_iter().chain(others) {
            match row {
                // As one run of all would have left them out.
                Some(row) if row.run > 1 && row.moves == moves => rows.push(Row { moves: None, ..row }),
                Some(row) => rows.push(row),
                None => missing += 1,
            }
        }
    }
    if missing > 0 {
        let of = order.iter().map(|(_, runs)| runs.len()).sum();
        return Err(MergeError::Incomplete(what_is_missing(&parts, &experiment, missing, of)));
    }
    Ok(Merged { experiment, rows, duplicates })
}

/// The directories with results: those that were named, or in place of one without results those in it.
fn with_results(paths: &[PathBuf]) -> Result<Vec<PathBuf>, MergeError> {
    let mut found = Vec::new();
    for path in paths {
        if folder::has_results(path) {
            found.push(path.clone());
            continue;
        }
        let failed = |error| FolderError::Io { file: path.clone(), error };
        let mut inside: Vec<PathBuf> = Vec::new();
        for entry in fs::read_dir(path).map_err(failed)? {
            let entry = entry.map_err(failed)?.path();
            if folder::has_results(&entry) {
                inside.push(entry);
            }
        }
        if inside.is_empty() {
            return Err(MergeError::NoResults(path.clone()));
        }
        inside.sort();
        found.extend(inside);
    }
    Ok(found)
}

/// The experiment that all directories describe in the same words.
fn common_experiment(parts: &[Part]) -> Result<Experiment, MergeError> {
    let read = |part: &Part| {
        let file = folder::description(&part.path);
        fs::read_to_string(&file).map_err(|error| FolderError::Io { file, error })
    };
    let [first, others @ ..] = parts else { return Err(MergeError::NoResults(PathBuf::new())) };
    let text = read(first)?;
    for other in others {
        if let Some((one, two)) = first_difference(&text, &read(other)?) {
            let what = format!("one says `{one}`, the other `{two}`");
            return Err(different(first, other, what));
        }
    }
    let beside = |name: &str| Err(format!("{name}: a description of results names no files"));
    suite::read(&folder::description(&first.path).display().to_string(), &text, &beside)
        .map_err(MergeError::Invalid)
}

fn different(one: &Part, other: &Part, what: String) -> MergeError {
    MergeError::Different { one: one.path.clone(), other: other.path.clone(), what }
}

/// Results of two programs, or of one with two seeds, say nothing about each other.
fn same_program(parts: &[Part]) -> Result<(), MergeError> {
    let unknown = String::from("unknown");
    let program = |row: &Row| {
        let commit = row.commit.as_ref().unwrap_or(&unknown);
        format!("version {} of commit {commit} with seed {}", row.version, row.seed)
    };
    let mut all = parts.iter().flat_map(|part| part.rows.iter().map(move |row| (part, row)));
    let Some((first, row)) = all.next() else { return Ok(()) };
    let (is, same) = (program(row), |other: &Row| {
        (&row.version, &row.commit, row.seed) == (&other.version, &other.commit, other.seed)
    });
    match all.find(|(_, other)| !same(other)) {
        Some((part, other)) => {
            Err(different(first, part, format!("one was run by {is}, the other by {}", program(other))))
        }
        None => Ok(()),
    }
}

type Key = (String, String, u32);

/// Every run once, and those that were there again.
fn by_key(parts: &[Part], experiment: &Experiment) -> Result<(HashMap<Key, Row>, Vec<Row>), MergeError> {
    let mut expected: HashMap<(&str, String), u32> = HashMap::new();
    for (pair, runs) in experiment.runs_of_pairs() {
        let name = &*experiment.instances[pair.instance].name;
        expected.insert((name, pair.spec.to_string()), runs.len() as u32);
    }
    let (mut found, mut duplicates) = (HashMap::new(), Vec::new());
    let mut first_of_pair: HashMap<(&str, &str), (&Part, &Row)> = HashMap::new();
    for part in parts {
        for row in &part.rows {
            let runs = expected.get(&(&*row.instance, row.spec.clone()));
            if runs.is_none_or(|&runs| !(1..=runs).contains(&row.run)) {
                let run = format!("run {} of {} on {}", row.run, row.spec, row.instance);
                return Err(MergeError::Foreign { path: part.path.clone(), run });
            }
            let (other, known) = *first_of_pair.entry((&row.instance, &row.spec)).or_insert((part, row));
            if known.is_unsupported() != row.is_unsupported() {
                let reason = known.error.as_ref().or(row.error.as_ref()).map_or("", String::as_str);
                let what =
                    format!("only one could run {} on {}; the other: {reason}", row.spec, row.instance);
                return Err(different(other, part, what));
            }
            match found.entry(row.key()) {
                Entry::Vacant(place) => _ = place.insert(row.clone()),
                // Every shard that has runs of a pair that cannot be run says so.
                Entry::Occupied(_) if row.is_unsupported() => {}
                Entry::Occupied(_) => duplicates.push(row.clone()),
            }
        }
    }
    Ok((found, duplicates))
}

/// Which shards are nowhere, and which directories are not finished.
fn what_is_missing(parts: &[Part], experiment: &Experiment, runs: usize, of: usize) -> Missing {
    let mut missing = Missing { runs, of, ..Missing::default() };
    let counts: Vec<u32> = parts.iter().filter_map(|part| part.shard).map(Shard::of).collect();
    if let [count, ..] = counts[..]
        && counts.iter().all(|other| *other == count)
    {
        let there = |number: u32| parts.iter().any(|part| part.shard.is_some_and(|s| s.number() == number));
        let absent = (1..=count).filter(|&number| !there(number));
        missing.shards = absent.filter_map(|number| Shard::new(number, count).ok()).collect();
    }
    for part in parts {
        let lacks = lacking(experiment, part.shard, &part.rows);
        if lacks > 0 {
            missing.unfinished.push((part.path.clone(), lacks));
        }
    }
    missing
}

/// How many runs of a shard are not among its rows.
fn lacking(experiment: &Experiment, shard: Option<Shard>, rows: &[Row]) -> usize {
    let ours = Experiment { shard, ..experiment.clone() };
    let known: HashSet<Key> = rows.iter().map(Row::key).collect();
    let refused: HashSet<Key> = rows.iter().filter(|row| row.is_unsupported()).map(Row::key).collect();
    let mut count = 0;
    for (pair, runs) in ours.runs_of_pairs() {
        let (name, spec) = (&ours.instances[pair.instance].name, pair.spec.to_string());
        let key = |run: u32| (name.clone(), spec.clone(), run);
        if !refused.contains(&key(1)) {
            count += runs.iter().filter(|&&run| !known.contains(&key(run))).count();
        }
    }
    count
}

/// The machines on which rows were made, each once.
pub fn machines(rows: &[Row]) -> Vec<&str> {
    let mut names: Vec<&str> = rows.iter().map(|row| &*row.machine).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests;
