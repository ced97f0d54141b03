//! Carries an experiment out, run by run. What solves the puzzles is behind [`Executor`], so that everything else can be
//! tested without solving anything.

use std::collections::HashSet;
use std::io;
use std::time::Duration;

use slidewise_search::{Cancel, Cost, Limits, Stats};

use super::{Experiment, Instance, Invalid, Row, Spec, Subject};
use crate::machine;
use crate::record::VERSION;

/// What one run gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// `solved`, `unsolvable` or `stopped`.
    pub verdict: &'static str,
    /// What stopped it.
    pub stopped_by: Option<&'static str>,
    /// The cost of the solution, which was replayed.
    pub cost: Option<u32>,
    /// What is proven about it.
    pub proof: Option<&'static str>,
    /// No solution costs less.
    pub lower_bound: Option<u32>,
    /// The estimate that was used.
    pub heuristic: Option<String>,
    /// The weight that was used.
    pub weight: Option<f64>,
    /// The representation that was used.
    pub repr: Option<&'static str>,
    /// What counted as a move.
    pub metric: &'static str,
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
    fn prepare(&mut self, instance: &Instance, spec: &Spec, cancel: &Cancel) -> Result<Duration, Invalid>;

    /// One run. Unsolvable and out-of-budget are results.
    fn execute(
        &mut self,
        instance: &Instance,
        spec: &Spec,
        limits: Limits,
        seed: u64,
        cancel: &Cancel,
    ) -> Result<Measured, Invalid>;
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
    /// It cannot be run; told before the first run.
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

/// Makes all runs that are not in `kept`, and adds them to it.
pub fn run(
    experiment: &Experiment,
    executor: &mut dyn Executor,
    cancel: &Cancel,
    kept: &mut Vec<Row>,
    listener: &mut dyn Listener,
) -> Result<Ended, Failed> {
    experiment.check()?;
    let pairs = experiment.pairs();
    let total = pairs.len() * experiment.runs as usize;
    let known: HashSet<(String, String, u32)> = kept.iter().map(Row::key).collect();
    let is_kept = |i: usize, s: usize, run: u32| {
        known.contains(&(experiment.instances[i].name.clone(), experiment.specs[s].to_string(), run))
    };
    let missing = |&(i, s): &(usize, usize)| -> Vec<u32> {
        (1..=experiment.runs).filter(|&run| !is_kept(i, s, run)).collect()
    };
    let mut setups = Vec::with_capacity(pairs.len());
    for pair in pairs.iter().filter(|pair| !missing(pair).is_empty()) {
        let (instance, spec) = (&experiment.instances[pair.0], &experiment.specs[pair.1]);
        listener.begins(Job { instance, spec, run: 0, done: kept.len(), total });
        let setup = executor.prepare(instance, spec, cancel)?;
        if cancel.is_cancelled() {
            return Ok(Ended::Cancelled);
        }
        setups.push((*pair, setup));
    }
    let machine = machine::description();
    for (pair, setup) in setups {
        let (instance, spec) = (&experiment.instances[pair.0], &experiment.specs[pair.1]);
        let warmup = (0..experiment.warmup).map(|_| 0);
        for run in warmup.chain(missing(&pair)) {
            listener.begins(Job { instance, spec, run, done: kept.len(), total });
            let limits = Limits { time: spec.time_limit.or(experiment.limits.time), ..experiment.limits };
            let measured =
                executor.execute(instance, spec, limits, experiment.seed, cancel).map_err(Failed::Broken)?;
            if cancel.is_cancelled() {
                return Ok(Ended::Cancelled);
            }
            if run > 0 {
                let row = row(experiment, instance, spec, run, &measured, setup, &machine);
                listener.done(&row)?;
                kept.push(row);
            }
        }
    }
    Ok(Ended::Complete)
}

fn row(
    experiment: &Experiment,
    instance: &Instance,
    spec: &Spec,
    run: u32,
    measured: &Measured,
    setup: Duration,
    machine: &str,
) -> Row {
    let boards = match &instance.subject {
        Subject::Tiles(puzzle) => Some((puzzle.start().to_string(), puzzle.goal().to_string())),
        Subject::Bricks(_) => None,
    };
    Row {
        experiment: experiment.name.clone(),
        instance: instance.name.clone(),
        kind: instance.subject.kind().into(),
        group: instance.subject.group(),
        spec: spec.to_string(),
        algorithm: crate::registry::Named::name(spec.algorithm).into(),
        heuristic: measured.heuristic.clone(),
        weight: measured.weight,
        repr: measured.repr.map(Into::into),
        metric: measured.metric.into(),
        threads: spec.threads,
        run,
        seed: experiment.seed,
        verdict: measured.verdict.into(),
        stopped_by: measured.stopped_by.map(Into::into),
        cost: measured.cost,
        proof: measured.proof.map(Into::into),
        lower_bound: measured.lower_bound,
        optimum: instance.optimum_for(spec),
        found: instance.found,
        expanded: measured.stats.expanded,
        generated: measured.stats.generated,
        reopened: measured.stats.reopened,
        peak_bytes: measured.stats.peak_bytes,
        wall_seconds: measured.wall.as_secs_f64(),
        cpu_seconds: measured.cpu.map(|cpu| cpu.as_secs_f64()),
        setup_seconds: setup.as_secs_f64(),
        version: VERSION.into(),
        machine: machine.into(),
        by_bound: written_bounds(&measured.by_bound),
        start: boards.as_ref().map(|(start, _)| start.clone()),
        goal: boards.map(|(_, goal)| goal),
    }
}

/// `20:17 22:130`: the bound and the expansions under it.
fn written_bounds(by_bound: &[(Cost, u64)]) -> Option<String> {
    let parts: Vec<String> = by_bound.iter().map(|(bound, expanded)| format!("{bound}:{expanded}")).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

#[cfg(test)]
mod tests;
