//! Carries an experiment out, run by run. What solves the puzzles is behind [`Executor`], so that everything
//! else can be tested without solving anything.

use std::collections::{HashMap, HashSet};
use std::io;
use std::time::{Duration, SystemTime};

use humantime::format_rfc3339_seconds;
use slidewise_solve::record::VERSION;
use slidewise_solve::search::{Cancel, Cost, Limits, Stats};
use slidewise_solve::{SolveError, machine};

use super::{Experiment, Instance, Invalid, Pair, Row, Spec};

/// What one run gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// `solved` whenever there is a solution, else `unsolvable` or `stopped`.
    pub verdict: &'static str,
    /// What stopped it; there may be a solution all the same.
    pub stopped_by: Option<&'static str>,
    /// The cost of the solution, which was replayed.
    pub cost: Option<u64>,
    /// Its moves, as people write them.
    pub moves: Option<String>,
    /// What is proven about it.
    pub proof: Option<&'static str>,
    /// No solution costs less.
    pub lower_bound: Option<u64>,
    /// The estimate that was used.
    pub heuristic: Option<String>,
    /// The weight that was used.
    pub weight: Option<f64>,
    /// The representation that was used.
    pub repr: Option<&'static str>,
    /// What counted as a move.
    pub metric: &'static str,
    /// Threads that were at work.
    pub threads: usize,
    /// The counters.
    pub stats: Stats,
    /// Time of the search.
    pub wall: Duration,
    /// Processor time of the search.
    pub cpu: Option<Duration>,
    /// Expansions under each bound on the cost that the search proved on its way.
    pub by_bound: Vec<(Cost, u64)>,
}

/// Solves puzzles for an experiment.
pub trait Executor {
    /// Builds what the runs of this pair need, so that it does not count as search, and tells whether the pair can be
    /// run at all. Called for every pair before the first run.
    fn prepare(&mut self, instance: &Instance, spec: &Spec, cancel: &Cancel) -> Result<Duration, SolveError>;

    /// One run. Unsolvable and out-of-budget are results.
    fn execute(
        &mut self,
        instance: &Instance,
        spec: &Spec,
        limits: Limits,
        seed: u64,
        cancel: &Cancel,
    ) -> Result<Measured, SolveError>;
}

/// A run that is about to begin.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The puzzle.
    pub instance: &'a Instance,
    /// The combination.
    pub spec: &'a Spec,
    /// The number of the run, from 1; 0 while tables are made and for warm-up.
    pub run: u32,
    /// Runs that are done, those of an earlier call included.
    pub done: usize,
    /// Runs that the experiment has in all.
    pub total: usize,
}

/// Is told how an experiment goes.
pub trait Listener {
    /// A run begins.
    fn begins(&mut self, job: Job<'_>);
    /// A run is done. An error ends the experiment: results that cannot be kept are not worth making.
    fn done(&mut self, row: &Row) -> io::Result<()>;
}

/// How an experiment ended.
#[derive(Debug)]
pub enum Ended {
    /// All runs were made.
    Complete,
    /// It was cancelled; the run that was under way is not counted.
    Cancelled,
}

/// Why an experiment failed.
#[derive(Debug)]
pub enum Failed {
    /// It cannot be run, or none of its combinations can be run on any of the puzzles; told before the first run.
    Invalid(Invalid),
    /// A run failed its checks: a bug of ours.
    Broken(Invalid),
    /// The listener could not keep a result.
    Io(io::Error),
}

impl From<Invalid> for Failed {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Makes all runs of the experiment, or of its shard, that are not in `kept`, and adds them to it. A pair that cannot
/// be run gives one row that says why.
pub fn run(
    experiment: &Experiment,
    executor: &mut dyn Executor,
    cancel: &Cancel,
    kept: &mut Vec<Row>,
    listener: &mut dyn Listener,
) -> Result<Ended, Failed> {
    experiment.check()?;
    let mut runs = Runs { experiment, executor, cancel, kept, listener, total: 0 };
    let Some(prepared) = runs.prepare()? else { return Ok(Ended::Cancelled) };
    runs.one_by_one(prepared)
}

/// A pair that is ready to be run, the runs that are left to do, and the time that its tables took.
struct Prepared {
    pair: Pair,
    missing: Vec<u32>,
    /// `Err` says why it cannot be run.
    setup: Result<Duration, String>,
}

/// Runs under way.
struct Runs<'a> {
    experiment: &'a Experiment,
    executor: &'a mut dyn Executor,
    cancel: &'a Cancel,
    kept: &'a mut Vec<Row>,
    listener: &'a mut dyn Listener,
    total: usize,
}

impl<'a> Runs<'a> {
    /// Makes tables for all pairs that are not done. `None` if it was cancelled.
    fn prepare(&mut self) -> Result<Option<Vec<Prepared>>, Failed> {
        let known: HashSet<(String, String, u32)> = self.kept.iter().map(Row::key).collect();
        let told: HashSet<(String, String, u32)> =
            self.kept.iter().filter(|row| row.is_unsupported()).map(Row::key).collect();
        let ours = self.experiment.runs_of_pairs();
        self.total = ours.iter().map(|(_, runs)| runs.len()).sum();
        let mut all = Vec::new();
        for (pair, mut missing) in ours {
            let instance = self.instance(&pair);
            let key = |run: u32| (instance.name.clone(), pair.spec.to_string(), run);
            missing.retain(|&run| !known.contains(&key(run)));
            if missing.is_empty() || told.contains(&key(1)) {
                continue;
            }
            let setup = match &pair.refusal {
                Some(refusal) => Err(refusal.to_string()),
                None => {
                    self.begins(&pair, 0);
                    unless_broken(
                        &pair.spec,
                        instance,
                        self.executor.prepare(instance, &pair.spec, self.cancel),
                    )?
                }
            };
            if self.cancel.is_cancelled() {
                return Ok(None);
            }
            all.push(Prepared { pair, missing, setup });
        }
        self.check(&all)?;
        Ok(Some(all))
    }

    /// An experiment of which nothing can be run is a mistake; a shard may well be so unlucky.
    fn check(&self, all: &[Prepared]) -> Result<(), Invalid> {
        if self.experiment.shard.is_some() {
            return Ok(());
        }
        let some = all.iter().any(|prepared| prepared.setup.is_ok());
        match all.iter().find_map(|prepared| Some((&prepared.pair.spec, prepared.setup.as_ref().err()?))) {
            Some((spec, reason)) if !some && self.kept.iter().all(Row::is_unsupported) => {
                Err(Invalid(format!("{spec}: {reason}")))
            }
            _ => Ok(()),
        }
    }

    fn one_by_one(mut self, prepared: Vec<Prepared>) -> Result<Ended, Failed> {
        let machine = machine::description();
        let mut moves_of_first_runs = self.moves_of_first_runs();
        for Prepared { pair, missing, setup } in prepared {
            let setup = match setup {
                Ok(setup) => setup,
                Err(reason) => {
                    self.keep(self.refused(&pair, &machine, reason))?;
                    continue;
                }
            };
            let (instance, limits) = (self.instance(&pair), self.experiment.limits);
            let limits = Limits { time: pair.spec.time_limit.or(limits.time), ..limits };
            let warmup = (0..self.experiment.warmup).map(|_| 0);
            let mut first_moves = moves_of_first_runs.remove(&(instance.name.clone(), pair.spec.to_string()));
            for run in warmup.chain(missing) {
                self.begins(&pair, run);
                let (seed, date) = (self.experiment.seed, format_rfc3339_seconds(SystemTime::now()));
                let result = self.executor.execute(instance, &pair.spec, limits, seed, self.cancel);
                if self.cancel.is_cancelled() {
                    return Ok(Ended::Cancelled);
                }
                match unless_broken(&pair.spec, instance, result)? {
                    Ok(_) if run == 0 => {}
                    Ok(measured) => {
                        let (setup_seconds, date) = (setup.as_secs_f64(), Some(date.to_string()));
                        let row = Row { run, setup_seconds, date, ..self.blank(&pair, &machine) };
                        let mut row = filled(row, &measured);
                        // Hundreds of runs with the same long solution would fill a disk.
                        match run {
                            1 => first_moves = row.moves.clone(),
                            _ if row.moves == first_moves => row.moves = None,
                            _ => {}
                        }
                        self.keep(row)?;
                    }
                    Err(reason) => {
                        self.keep(self.refused(&pair, &machine, reason))?;
                        break;
                    }
                }
            }
        }
        Ok(Ended::Complete)
    }

    /// The moves that run 1 of each pair found, of those that are kept.
    fn moves_of_first_runs(&self) -> HashMap<(String, String), String> {
        let first = |row: &Row| Some(((row.instance.clone(), row.spec.clone()), row.moves.clone()?));
        self.kept.iter().filter(|row| row.run == 1).filter_map(first).collect()
    }

    fn instance(&self, pair: &Pair) -> &'a Instance {
        &self.experiment.instances[pair.instance]
    }

    fn begins(&mut self, pair: &Pair, run: u32) {
        let (instance, done, total) = (self.instance(pair), self.kept.len(), self.total);
        self.listener.begins(Job { instance, spec: &pair.spec, run, done, total });
    }

    fn keep(&mut self, row: Row) -> io::Result<()> {
        self.listener.done(&row)?;
        self.kept.push(row);
        Ok(())
    }

    /// The row of a pair that cannot be run.
    fn refused(&self, pair: &Pair, machine: &str, reason: String) -> Row {
        let verdict = Row::UNSUPPORTED.into();
        Row { run: 1, verdict, error: Some(reason), threads: pair.spec.threads, ..self.blank(pair, machine) }
    }

    /// What is known of a run before it is made.
    fn blank(&self, pair: &Pair, machine: &str) -> Row {
        let instance = self.instance(pair);
        let metric = pair.spec.how.metric_of(&*instance.puzzle).ok();
        Row {
            experiment: self.experiment.name.clone(),
            instance: instance.name.clone(),
            kind: instance.kind().into(),
            group: instance.group(),
            spec: pair.spec.to_string(),
            algorithm: pair.spec.how.algorithm.map_or("", |algorithm| algorithm.name()).into(),
            metric: metric.map_or("", |metric| metric.name()).into(),
            seed: self.experiment.seed,
            optimum: metric.and_then(|metric| instance.optimum_in(metric)),
            found: instance.found,
            version: VERSION.into(),
            machine: machine.into(),
            start: Some(instance.puzzle.line(&instance.puzzle.start())),
            goal: instance.puzzle.goal_text(),
            command: self.experiment.origin.command.clone(),
            commit: self.experiment.origin.commit.clone(),
            ..Row::default()
        }
    }
}

/// A search that cannot be had is no failure of the experiment; a solution that failed its check is.
fn unless_broken<T>(
    spec: &Spec,
    instance: &Instance,
    result: Result<T, SolveError>,
) -> Result<Result<T, String>, Failed> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(error @ (SolveError::Refuted(_) | SolveError::NotASolution(_))) => {
            Err(Failed::Broken(Invalid(format!("{spec} on \"{}\": {error}", instance.name))))
        }
        Err(error) => Ok(Err(error.to_string())),
    }
}

/// A row with what was measured.
fn filled(row: Row, measured: &Measured) -> Row {
    Row {
        heuristic: measured.heuristic.clone(),
        weight: measured.weight,
        repr: measured.repr.map(Into::into),
        metric: measured.metric.into(),
        threads: measured.threads,
        verdict: measured.verdict.into(),
        stopped_by: measured.stopped_by.map(Into::into),
        cost: measured.cost,
        moves: measured.moves.clone(),
        proof: measured.proof.map(Into::into),
        lower_bound: measured.lower_bound,
        expanded: measured.stats.expanded,
        generated: measured.stats.generated,
        reopened: measured.stats.reopened,
        peak_bytes: measured.stats.peak_bytes,
        wall_seconds: measured.wall.as_secs_f64(),
        cpu_seconds: measured.cpu.map(|cpu| cpu.as_secs_f64()),
        by_bound: written_bounds(&measured.by_bound),
        ..row
    }
}

/// `20:17 22:130`: the bound and the expansions under it.
fn written_bounds(by_bound: &[(Cost, u64)]) -> Option<String> {
    let parts: Vec<String> = by_bound.iter().map(|(bound, expanded)| format!("{bound}:{expanded}")).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

#[cfg(test)]
mod tests;
