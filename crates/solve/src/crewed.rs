//! A search that several processes share: what they must have alike, and how they begin and end it together.

use std::sync::Arc;

use slidewise_puzzles::pdb::file::checksum;
use slidewise_search::engine::Saved;
use slidewise_search::{Cancel, Crew, Limits, Meter, Stop};

use crate::algorithm::Algorithm;
use crate::answer::Watch;
use crate::checkpoint::{InSlices, Kept, in_words, run_kept, run_telling};
use crate::explore::Exploring;
use crate::plan::Plan;
use crate::puzzle::Puzzle;
use crate::record::{Record, VERSION};
use crate::refusal::{Refusal, Setting, SolveError};
use crate::solver::Solver;
use crate::spec::Spec;
use crate::survey::{SurveyError, Unsurveyed};

/// The searches that processes can share.
const SHARED: [Algorithm; 2] = [Algorithm::Ida, Algorithm::Hda];

/// The processes that share a search, and what it is.
#[derive(Clone, Debug)]
pub(crate) struct Crewed {
    crew: Arc<Crew>,
    /// A number that tells puzzle and search from others.
    what: u64,
}

/// Two are the same that are the same search; a program has one crew.
impl PartialEq for Crewed {
    fn eq(&self, other: &Self) -> bool {
        self.what == other.what
    }
}

impl Eq for Crewed {}

impl Crewed {
    pub(crate) fn new(crew: Arc<Crew>, puzzle: &dyn Puzzle, plan: &Plan) -> Self {
        let text = format!("{VERSION} {} {}", Record::of_puzzle(puzzle).to_json(), in_words(plan));
        Self { crew, what: checksum(text.as_bytes()) }
    }

    /// The processes.
    pub(crate) fn processes(&self) -> Arc<Crew> {
        Arc::clone(&self.crew)
    }
}

/// Whether processes can share what was planned.
pub(crate) fn check(spec: &Spec, plan: &Plan) -> Result<(), Refusal> {
    if spec.threads.is_some_and(|threads| threads > 1) {
        let reason = "processes that share a search have one thread each: start one for each core";
        return Err(Refusal::new(Setting::Threads, reason));
    }
    if SHARED.contains(&plan.algorithm) {
        return Ok(());
    }
    let reason = format!("{} is not shared among processes", plan.algorithm.name());
    Err(Refusal::new(Setting::Algorithm, reason).instead(SHARED.map(Algorithm::name)))
}

/// Explores a whole space, if need be together with other processes: `work` is given them. `None` if rank 0 explores
/// another one.
pub(crate) fn explore<T>(
    solver: &Solver,
    puzzle: &dyn Puzzle,
    what: &Exploring,
    mut watch: Watch<'_>,
    work: impl FnOnce(Option<&Arc<Crew>>, &mut Meter<'_>) -> T,
) -> Result<T, SurveyError> {
    let Some(crew) = solver.crew() else {
        return Ok(work(None, &mut Meter::new(watch.limits, watch.cancel, watch.observer)));
    };
    prepare(crew, &mut watch);
    let mut meter = Meter::new(watch.limits, watch.cancel, watch.observer);
    let text = format!("{VERSION} {} {what:?}", Record::of_puzzle(puzzle).to_json());
    let begun = crew.begin(checksum(text.as_bytes()), None);
    begun.map_err(|_| Unsurveyed::Stopped(Stop::Cancelled))?;
    let explored = work(Some(crew), &mut meter);
    crew.end();
    Ok(explored)
}

/// Refuses to explore by several processes what only one can.
pub(crate) fn refuse_exploring(solver: &Solver, what: &str) -> Result<(), SurveyError> {
    if solver.crew().is_none() {
        return Ok(());
    }
    let refusal =
        Refusal::new(Setting::Threads, format!("{what} are not explored by several processes together"));
    Err(SolveError::from(refusal).into())
}

/// What concerns one process only is left to the leader: it says when a search ends.
pub(crate) fn prepare(crew: &Crew, watch: &mut Watch<'_>) {
    if !crew.leads() {
        watch.limits = Limits { memory: watch.limits.memory, ..Limits::default() };
        watch.cancel = Cancel::default();
    }
}

/// Notes why this process takes no part in a search, for the case that others do.
pub(crate) fn excuse(crew: Option<&Arc<Crew>>, error: &SolveError) {
    let Some(crew) = crew else { return };
    match error {
        // The leader is at another search, or has ended this one.
        SolveError::Interrupted(Stop::Cancelled) => {}
        SolveError::Interrupted(why) => crew.excuse(format!("{error}, by {why}")),
        error => crew.excuse(error.to_string()),
    }
}

/// Runs a search together with the other processes. Helpers come to an end of their own, which counts for nothing.
pub(crate) fn run(
    engine: &mut dyn InSlices,
    crewed: &Crewed,
    kept: Option<&Kept>,
    estimates: u64,
    meter: &mut Meter<'_>,
) -> Result<(), SolveError> {
    let crew = &*crewed.crew;
    crew.tables_are_there();
    if !crew.leads() {
        return help(engine, crewed, estimates, meter.limits().memory);
    }
    let begin = |saved: Option<&Saved>| {
        let from = serde_json::to_vec(&(estimates, saved)).ok();
        // The leader is never told that it is at another search than itself.
        _ = crew.begin(crewed.what, from);
    };
    match kept {
        Some(kept) if cfg!(feature = "checkpoints") => run_kept(engine, kept, estimates, &begin, meter)?,
        _ => {
            begin(None);
            run_telling(engine, meter);
        }
    }
    // What was done is counted; whether it was too much is of no account any more.
    _ = meter.absorb(crew.end());
    Ok(())
}

fn help(
    engine: &mut dyn InSlices,
    crewed: &Crewed,
    estimates: u64,
    memory: Option<u64>,
) -> Result<(), SolveError> {
    let (crew, unlike) = (&*crewed.crew, |reason: &str| SolveError::Unlike(reason.into()));
    let Ok(from) = crew.begin(crewed.what, None) else {
        return Err(SolveError::Interrupted(Stop::Cancelled));
    };
    let from = serde_json::from_slice::<(u64, Option<Saved>)>(&from.unwrap_or_default());
    let (theirs, saved) = from.map_err(|_| unlike("what rank 0 goes on from cannot be read here"))?;
    if theirs != estimates {
        return Err(unlike(
            "the tables here are others than those of rank 0: all computers need the same in their cache directories",
        ));
    }
    if let Some(saved) = saved
        && engine.restore(&saved).is_err()
    {
        return Err(unlike("what rank 0 goes on from is of another search than this"));
    }
    let mut unseen = ();
    let limits = Limits { memory, ..Limits::default() };
    let mut meter = Meter::new(limits, Cancel::default(), &mut unseen);
    while engine.run_to(u64::MAX, &mut meter).is_continue() {}
    crew.end();
    Ok(())
}
