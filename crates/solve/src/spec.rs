//! What a user asks for, and the only judge of it: [`Spec::plan`] makes a plan for a puzzle, or says which setting does
//! not fit, why, and what would.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use slidewise_search::{Cost, Weight};

use crate::algorithm::Algorithm;
use crate::checkpoint::Kept;
use crate::crewed::{self, Crewed};
use crate::kind::KindEntry;
use crate::kinds;
use crate::metric::Metric;
use crate::names::{self, Entry, UnknownName, listed};
use crate::order::MoveOrder;
use crate::plan::Plan;
use crate::puzzle::Puzzle;
use crate::refusal::{Refusal, Setting};
use crate::solver::Solver;
use crate::weight::WeightChoice;

/// How a puzzle is to be solved. What is `None` is chosen to suit the puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    /// The search.
    pub algorithm: Option<Algorithm>,
    /// The estimate.
    pub heuristic: Option<HeuristicChoice>,
    /// The weight of the estimate, for searches that weight it.
    pub weight: Option<WeightChoice>,
    /// For depth-first searches and beams: nothing dearer is looked at.
    pub depth_limit: Option<Cost>,
    /// For depth-first searches of tile puzzles: the order in which the ways of the blank are tried.
    pub order: Option<MoveOrder>,
    /// How positions are kept: a name from [`repr`].
    pub repr: Option<&'static str>,
    /// What counts as a move: a name from [`metric`].
    pub metric: Option<&'static str>,
    /// Positions kept in each layer of a beam.
    pub beam_width: Option<usize>,
    /// Positions that a search in a given memory holds, or that an agent looks at before it moves.
    pub capacity: Option<usize>,
    /// Threads, for searches that can use several; all that the machine has if `None`.
    pub threads: Option<usize>,
    /// Decides between equals in searches that leave something to chance; 0 if `None`.
    pub seed: Option<u64>,
    /// For searches that improve: stop as soon as the solution is proven to be within this factor of the optimum.
    pub bound: Option<Weight>,
    /// The layered search keeps only one layer in this many, and searches the way back between them; all if `None`.
    pub keep_every: Option<u32>,
}

/// The name of a representation that some kind of puzzle has.
pub fn repr(text: &str) -> Result<&'static str, UnknownName> {
    let all = kinds::all().flat_map(|kind| kind.entry().reprs);
    names::find("representation", text, all).map(|entry| entry.name)
}

/// The name of a metric that some kind of puzzle has.
pub fn metric(text: &str) -> Result<&'static str, UnknownName> {
    let all = kinds::all().flat_map(|kind| kind.entry().metrics).map(|metric| &metric.entry);
    names::find("metric", text, all).map(|entry| entry.name)
}

/// The largest of one or more heuristics, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeuristicChoice {
    parts: Vec<HeuristicPart>,
}

/// One heuristic by name, and which of its tables, where it has several: `pdb:7-8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeuristicPart {
    /// Its name.
    pub name: &'static str,
    /// What stands behind the colon.
    pub tables: Option<String>,
}

impl HeuristicChoice {
    /// One heuristic of those that a kind of puzzle has, by its own name.
    pub fn named(name: &'static str) -> Self {
        Self { parts: vec![HeuristicPart { name, tables: None }] }
    }

    /// The heuristics, each once, at least one.
    pub fn parts(&self) -> &[HeuristicPart] {
        &self.parts
    }

    /// Whether this one is among them.
    pub fn has(&self, name: &str) -> bool {
        self.parts.iter().any(|part| part.name == name)
    }

    /// Which tables of a heuristic are meant: none for what suits the puzzle.
    pub fn tables_of(&self, name: &str) -> Vec<String> {
        self.parts.iter().filter(|part| part.name == name).filter_map(|part| part.tables.clone()).collect()
    }

    fn add(&mut self, part: HeuristicPart) {
        if !self.parts.contains(&part) {
            self.parts.push(part);
        }
    }
}

/// Why a text is no heuristic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadHeuristic {
    /// It has a name in it that there is not.
    Unknown(UnknownName),
    /// A sum, as it was typed, of estimates that may count a move twice.
    NotAdditive(String),
}

impl fmt::Display for BadHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(unknown) => unknown.fmt(f),
            Self::NotAdditive(sum) => write!(
                f,
                "{sum} may be more than the true cost: a move may count in several of its parts. Only pattern \
                 databases of \
                 drawn groups without a common tile are added: sum(pdb:0aa/a../...,pdb:0../.bb/bbb); of all others the \
                 largest can be taken: max(a,b)"
            ),
        }
    }
}

impl std::error::Error for BadHeuristic {}

impl From<UnknownName> for BadHeuristic {
    fn from(unknown: UnknownName) -> Self {
        Self::Unknown(unknown)
    }
}

/// What is added: the one heuristic whose parts are known not to count a move twice.
const PDB: &str = "pdb";

fn heuristic_named(name: &str) -> Result<&'static str, UnknownName> {
    let known = kinds::all().flat_map(|kind| kind.entry().heuristics);
    names::find("heuristic", name, known).map(|entry| entry.name)
}

/// The text with each sum as one word: groups of tiles that are added are one partition, `pdb:A+B`.
fn with_added(text: &str) -> Result<String, BadHeuristic> {
    const SUM: &str = "sum(";
    let (mut added, mut rest) = (String::new(), text);
    while let Some(at) = rest.to_ascii_lowercase().find(SUM) {
        let Some((inside, behind)) = rest[at + SUM.len()..].split_once(')') else { break };
        let drawing = |part: &str| {
            let (name, drawing) = part.trim().split_once(':')?;
            heuristic_named(name).is_ok_and(|name| name == PDB).then(|| drawing.trim().to_string())
        };
        let drawings: Option<Vec<String>> = inside.split(',').map(drawing).collect();
        let drawings = drawings.ok_or_else(|| BadHeuristic::NotAdditive(format!("{SUM}{inside})")))?;
        added += &format!("{}{PDB}:{}", &rest[..at], drawings.join("+"));
        rest = behind;
    }
    Ok(added + rest)
}

/// `manhattan`, `composite`, `pdb:7-8`, `max(misplaced,manhattan)`; a maximum may stand inside another. Pattern
/// databases of groups without a common tile may be added: `sum(pdb:0aa/a../...,pdb:0../.bb/bbb)` is
/// `pdb:0aa/a../...+0../.bb/bbb`.
impl FromStr for HeuristicChoice {
    type Err = BadHeuristic;

    fn from_str(text: &str) -> Result<Self, BadHeuristic> {
        let mut choice = Self::default();
        let (text, find) = (&with_added(text)?[..], heuristic_named);
        // A maximum of maxima is the maximum of all of them, so only the names matter.
        let words = text.split([',', '(', ')']).map(str::trim);
        for word in words.filter(|word| !word.is_empty() && !word.eq_ignore_ascii_case("max")) {
            if word.eq_ignore_ascii_case("composite") {
                choice.add(HeuristicPart { name: find("misplaced")?, tables: None });
                choice.add(HeuristicPart { name: find("manhattan")?, tables: None });
            } else if let Some((name, tables)) = word.split_once(':') {
                choice.add(HeuristicPart { name: find(name)?, tables: Some(tables.to_string()) });
            } else {
                choice.add(HeuristicPart { name: find(word)?, tables: None });
            }
        }
        if choice.parts.is_empty() || text.matches('(').count() != text.matches(')').count() {
            return Ok(find(text).map(Self::named)?);
        }
        Ok(choice)
    }
}

impl fmt::Display for HeuristicPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.tables {
            Some(tables) => write!(f, "{}:{tables}", self.name),
            None => f.write_str(self.name),
        }
    }
}

impl fmt::Display for HeuristicChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.parts.iter().map(ToString::to_string).collect();
        match &names[..] {
            [one] => f.write_str(one),
            _ => write!(f, "max({})", names.join(",")),
        }
    }
}

impl Spec {
    /// Decides what is left open and checks all of it against the puzzle.
    pub fn plan(&self, solver: &Solver, puzzle: &dyn Puzzle) -> Result<Plan, Refusal> {
        let kind = puzzle.kind().entry();
        let metric = self.metric_of(puzzle)?;
        self.check_names(kind)?;
        let mut plan = puzzle.choose(solver, self, metric);
        plan.capacity = plan.algorithm.suited_capacity().map(|suited| self.capacity.unwrap_or(suited));
        plan.open = self.algorithm.is_none() && self.heuristic.is_none();
        self.check_algorithm(kind, plan.algorithm)?;
        self.check_effects(plan.algorithm)?;
        if self.capacity == Some(0) {
            return Err(
                Refusal::new(Setting::Capacity, "a capacity of 0 positions holds none").instead(["1000"])
            );
        }
        if self.order.is_some() && plan.order.is_none() {
            let reason = format!("the moves of {} are tried in one order only", kind.plural);
            return Err(Refusal::new(Setting::Order, reason));
        }
        puzzle.check(self, &plan)?;
        if let Some(crew) = solver.crew() {
            crewed::check(self, &plan)?;
            (plan.open, plan.threads) = (false, 1);
            plan.crew = Some(Crewed::new(Arc::clone(crew), puzzle, &plan));
        }
        if let Some(file) = solver.checkpoint() {
            check_that_it_can_be_kept(&plan)?;
            plan.open = false;
            plan.kept = Some(Kept::new(Arc::clone(file), puzzle, &plan));
        }
        Ok(plan)
    }

    /// The metric that is meant: by name, or the puzzle's own.
    pub fn metric_of(&self, puzzle: &dyn Puzzle) -> Result<Metric, Refusal> {
        let Some(name) = self.metric else { return Ok(puzzle.metric()) };
        let kind = puzzle.kind().entry();
        let found = kind.metrics.iter().find(|metric| metric.entry.name == name);
        found.map(Metric).ok_or_else(|| {
            let known: Vec<&str> = kind.metrics.iter().map(|metric| metric.entry.name).collect();
            Refusal::new(Setting::Metric, format!("{} are not counted in the metric {name}", kind.plural))
                .instead(known)
        })
    }

    /// Names that this kind of puzzle does not have.
    fn check_names(&self, kind: &KindEntry) -> Result<(), Refusal> {
        let has = |entries: &[Entry], name: &str| entries.iter().any(|entry| entry.name == name);
        let names = |entries: &[Entry]| entries.iter().map(|entry| entry.name).collect::<Vec<_>>();
        for part in self.heuristic.iter().flat_map(HeuristicChoice::parts) {
            if !has(kind.heuristics, part.name) {
                let reason = format!("{} have no heuristic {}", kind.plural, part.name);
                return Err(Refusal::new(Setting::Heuristic, reason).instead(names(kind.heuristics)));
            }
        }
        match self.repr {
            Some(repr) if !has(kind.reprs, repr) => {
                let reason = match kind.reprs {
                    [] => format!("the positions of {} are kept in one way only", kind.plural),
                    _ => format!("{} have no representation {repr}", kind.plural),
                };
                Err(Refusal::new(Setting::Repr, reason).instead(names(kind.reprs)))
            }
            _ => Ok(()),
        }
    }

    /// A search that this kind does not have.
    fn check_algorithm(&self, kind: &KindEntry, algorithm: Algorithm) -> Result<(), Refusal> {
        if algorithm.entry().for_every_kind || kind.algorithms.contains(&algorithm) {
            return Ok(());
        }
        let those: Vec<&str> = kinds::all()
            .map(|kind| kind.entry())
            .filter(|kind| kind.algorithms.contains(&algorithm))
            .map(|kind| kind.plural)
            .collect();
        let reason =
            format!("{} is for {}, not for {}", algorithm.name(), listed(&those, "and"), kind.plural);
        Err(Refusal::new(Setting::Algorithm, reason).instead(["bfs", "astar", "ida"]))
    }

    /// Settings that have no effect on a search, whatever the puzzle is.
    pub fn check_effects(&self, algorithm: Algorithm) -> Result<(), Refusal> {
        let given = [
            (Setting::Heuristic, self.heuristic.is_some()),
            (Setting::Weight, self.weight.is_some()),
            (Setting::DepthLimit, self.depth_limit.is_some()),
            (Setting::Order, self.order.is_some()),
            (Setting::Repr, self.repr.is_some()),
            (Setting::BeamWidth, self.beam_width.is_some()),
            (Setting::Capacity, self.capacity.is_some()),
            // Every search runs on one thread.
            (Setting::Threads, self.threads.is_some_and(|threads| threads > 1)),
            (Setting::Seed, self.seed.is_some()),
            (Setting::Bound, self.bound.is_some()),
            (Setting::KeepEvery, self.keep_every.is_some()),
        ];
        let idle = given.into_iter().find(|&(setting, given)| given && !algorithm.takes(setting));
        let Some((setting, _)) = idle else { return Ok(()) };
        let name = algorithm.name();
        let reason = match setting {
            Setting::Heuristic => format!("{name} uses no heuristic"),
            Setting::Threads => format!("{name} runs on one thread"),
            Setting::Seed => format!("{name} leaves nothing to chance, so a seed has no effect"),
            Setting::Order => format!("{name} tries moves in its own order"),
            Setting::Repr => format!("{name} keeps positions in its own way"),
            setting => format!("{name} takes no {}", setting.name()),
        };
        Err(Refusal::new(setting, reason).instead(Algorithm::that_take(setting).map(Algorithm::name)))
    }
}

/// Only IDA* can be kept in a file and gone on with.
fn check_that_it_can_be_kept(plan: &Plan) -> Result<(), Refusal> {
    if cfg!(not(feature = "checkpoints")) {
        return Err(Refusal::new(Setting::Checkpoint, "searches are not kept in files here"));
    }
    if plan.algorithm == Algorithm::Ida {
        return Ok(());
    }
    let reason = format!("{} cannot be kept in a file and gone on with", plan.algorithm.name());
    Err(Refusal::new(Setting::Checkpoint, reason).instead([Algorithm::Ida.name()]))
}
