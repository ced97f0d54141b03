//! Experiments: puzzles × combinations × runs under limits, described by values, checked before the first run.
//!
//! An [`Experiment`] comes from a suite ([`suite`], TOML; those that come with the program are in [`suites`]) or from
//! options. [`run`] carries it out and gives one [`Row`] a run; [`crate::summary`] and [`crate::report`] make tables and
//! files of the rows. Runs are made one after another, so that no run disturbs the time of another.

mod instance;
mod row;
mod run;
mod solver;
mod spec;
pub mod suite;
pub mod suites;

use std::fmt;

use slidewise_search::Limits;

pub use instance::{Instance, Lengths, Loader, Subject, goal, random_boards};
pub use row::{Row, contradictions};
pub use run::{Ended, Executor, Failed, Job, Listener, Measured, run};
pub use solver::Solver;
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
        }
    }

    /// The pairs that are to be run, as indices of puzzle and combination.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let suits = |&(i, s): &(usize, usize)| self.specs[s].suits(&self.instances[i].subject).is_ok();
        let all = (0..self.instances.len()).flat_map(|i| (0..self.specs.len()).map(move |s| (i, s)));
        all.filter(suits).collect()
    }

    /// What can be told to be wrong without running anything.
    pub fn check(&self) -> Result<(), Invalid> {
        if self.instances.is_empty() {
            return Err(Invalid("there is no puzzle: name boards, files, a suite or --random".into()));
        }
        if self.specs.is_empty() {
            return Err(Invalid("there is no algorithm: name one or several".into()));
        }
        if self.runs == 0 {
            return Err(Invalid("0 runs measure nothing: ask for 1 or more".into()));
        }
        for spec in &self.specs {
            spec.check().map_err(Invalid)?;
            if spec.is_endless()
                && spec.time_limit.or(self.limits.time).is_none()
                && self.limits.nodes.is_none()
            {
                let text =
                    format!("{spec} goes on as long as there is time: give a time limit or a node limit");
                return Err(Invalid(text));
            }
            self.is_for_something(spec)?;
        }
        for instance in &self.instances {
            if !self.specs.iter().any(|spec| spec.suits(&instance.subject).is_ok()) {
                let kind = instance.subject.kind();
                let text = format!("no combination is for {kind}, as the puzzle \"{}\" is", instance.name);
                return Err(Invalid(text));
            }
        }
        Ok(())
    }

    /// A combination that is for none of the puzzles is a mistake; the first puzzle tells why.
    fn is_for_something(&self, spec: &Spec) -> Result<(), Invalid> {
        let mut reasons = self.instances.iter().map(|instance| spec.suits(&instance.subject));
        match reasons.next() {
            Some(Err(reason)) if !reasons.any(|reason| reason.is_ok()) => {
                Err(Invalid(format!("{spec}: {reason}")))
            }
            _ => Ok(()),
        }
    }
}
