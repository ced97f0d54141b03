//! Experiments: puzzles × combinations × runs under limits, described by values, checked before the first run.
//!
//! An [`Experiment`] comes from a suite ([`suite`], TOML; those that come with the program are in [`suites`])
//! or from options. [`run`] carries it out and gives one [`Row`] a run; [`crate::summary`] and
//! [`crate::report`] make tables and files of the rows. Runs are made one after another, so that no run
//! disturbs the time of another.

mod instance;
mod row;
mod run;
mod shard;
mod solving;
mod spec;
pub mod submit;
pub mod suite;
pub mod suites;

use std::fmt;

use slidewise_solve::search::Limits;
use slidewise_solve::{Refusal, Solver};

pub use instance::{BadGoal, Instance, Lengths, Loader, check_goal, random_puzzles};
pub use row::{Row, contradictions};
pub use run::{Ended, Executor, Failed, Job, Listener, Measured, run};
pub use shard::Shard;
pub use solving::Solving;
pub use spec::{Axes, Spec};

/// What to run.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Its name.
    pub name: String,
    /// What it shows, in a line or two.
    pub about: String,
    /// The puzzles.
    pub instances: Vec<Instance>,
    /// The combinations of algorithm, heuristic and the rest; each is run on every puzzle that it is for.
    pub specs: Vec<Spec>,
    /// What each run may use, unless its spec says otherwise.
    pub limits: Limits,
    /// How often each combination is run on each puzzle.
    pub runs: u32,
    /// Runs before those, whose results are dropped.
    pub warmup: u32,
    /// Decides between equals in searches that leave something to chance.
    pub seed: u64,
    /// The best of several puzzles or runs is reported, not the median.
    pub best: bool,
    /// What others published about these puzzles.
    pub published: Option<Published>,
    /// Where its results come from; no part of what is run.
    pub origin: Origin,
    /// The part of the runs that is made here; all of them unless said.
    pub shard: Option<Shard>,
}

/// Where results come from, for those who want to repeat them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// What was typed to start the experiment.
    pub command: Option<String>,
    /// The commit that the program was built from.
    pub commit: Option<String>,
}

/// Figures from elsewhere, to be shown beside ours.
#[derive(Clone, Debug, PartialEq, serde::Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Published {
    /// Where they stand.
    pub source: String,
    /// Mean length over the instances.
    pub mean_length: Option<f64>,
    /// Mean time over the instances, in seconds.
    pub mean_seconds: Option<f64>,
    /// What it ran on.
    pub machine: Option<String>,
}

/// In a line.
impl fmt::Display for Published {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)?;
        if let Some(length) = self.mean_length {
            write!(f, "; mean length {length}")?;
        }
        if let Some(seconds) = self.mean_seconds {
            write!(f, "; mean {seconds} s")?;
        }
        if let Some(machine) = &self.machine {
            write!(f, " on {machine}")?;
        }
        Ok(())
    }
}

/// Why an experiment cannot be run: name, place and remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid(pub String);

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Invalid {}

impl Experiment {
    /// An experiment without anything in it: one run, no limits.
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_string(),
            about: String::new(),
            instances: Vec::new(),
            specs: Vec::new(),
            limits: Limits::default(),
            runs: 1,
            warmup: 0,
            seed: 0,
            best: false,
            published: None,
            origin: Origin::default(),
            shard: None,
        }
    }

    /// Each combination on each puzzle. Where a puzzle has no use for several threads, the search runs on
    /// one, and once.
    pub fn pairs(&self) -> Vec<Pair> {
        self.planned().into_iter().map(|(pair, _)| pair).collect()
    }

    /// The runs that are made here, pair by pair: all of them, or those of [`Experiment::shard`]. A pair that cannot be
    /// run has one, as it gives one row.
    pub fn runs_of_pairs(&self) -> Vec<(Pair, Vec<u32>)> {
        shard::runs_of(self)
    }

    /// How many runs are made here in all.
    pub fn runs_in_all(&self) -> usize {
        self.runs_of_pairs().iter().map(|(_, runs)| runs.len()).sum()
    }

    /// The pairs, and whether each ends only when time or nodes run out.
    fn planned(&self) -> Vec<(Pair, bool)> {
        let solver = Solver::new();
        let mut pairs = Vec::new();
        for (index, instance) in self.instances.iter().enumerate() {
            let mut seen: Vec<Spec> = Vec::new();
            for spec in &self.specs {
                let (spec, endless, refusal) = match spec.suited_to(&solver, &*instance.puzzle) {
                    Ok((spec, plan)) => (spec, plan.algorithm.is_endless(), None),
                    Err(refusal) => (spec.clone(), false, Some(refusal)),
                };
                if !seen.contains(&spec) {
                    seen.push(spec.clone());
                    pairs.push((Pair { instance: index, spec, refusal }, endless));
                }
            }
        }
        pairs
    }

    /// What can be told to be wrong without running anything.
    pub fn check(&self) -> Result<(), Invalid> {
        if self.instances.is_empty() {
            return Err(Invalid(
                "there is no puzzle: name boards, files or a suite, or ask for random ones".into(),
            ));
        }
        if self.specs.is_empty() {
            return Err(Invalid("there is no algorithm: name one or several".into()));
        }
        if self.runs == 0 {
            return Err(Invalid("0 runs measure nothing: ask for 1 or more".into()));
        }
        let planned = self.planned();
        for (Pair { spec, .. }, _) in planned.iter().filter(|(_, endless)| *endless) {
            if spec.time_limit.or(self.limits.time).is_none() && self.limits.nodes.is_none() {
                let text =
                    format!("{spec} goes on as long as there is time: give a time limit or a node limit");
                return Err(Invalid(text));
            }
        }
        self.check_use(&planned)
    }

    /// An experiment of which nothing can be run is a mistake, and so is a number of threads that no puzzle can use;
    /// the first puzzle tells why.
    fn check_use(&self, planned: &[(Pair, bool)]) -> Result<(), Invalid> {
        let (solver, first) = (Solver::new(), &*self.instances[0].puzzle);
        let told = |spec: &Spec, refusal: Option<Refusal>| match refusal {
            Some(refusal) => Err(Invalid(format!("{spec}: {refusal}"))),
            None => Ok(()),
        };
        if planned.iter().all(|(pair, _)| pair.refusal.is_some()) {
            let mut refused = planned.iter().map(|(pair, _)| (&pair.spec, pair.refusal.clone()));
            return refused.try_for_each(|(spec, refusal)| told(spec, refusal));
        }
        let is_run =
            |spec: &Spec| planned.iter().any(|(pair, _)| pair.refusal.is_none() && pair.spec == *spec);
        let several = self.specs.iter().filter(|spec| spec.threads > 1);
        match several.clone().any(is_run) {
            true => Ok(()),
            false => several.take(1).try_for_each(|spec| told(spec, spec.plan(&solver, first).err())),
        }
    }
}

/// A combination on a puzzle.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The index of the puzzle.
    pub instance: usize,
    /// The combination, as it is run on this puzzle.
    pub spec: Spec,
    /// Why it cannot be applied to the puzzle.
    pub refusal: Option<Refusal>,
}
