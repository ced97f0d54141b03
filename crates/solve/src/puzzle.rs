//! A puzzle of any kind: all that is seen of it from outside this crate. A kind says what its boards are
//! ([`Plain`]) and which spaces and heuristics it has; solving, stepping, counting and surveying are the same
//! for all.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use slidewise_puzzles::step::Step;
use slidewise_search::{Cancel, Cost, Limits, Meter, Quality, Stop, Verdict};

use crate::all_optimal::{self, AllOptimal, Wanted};
use crate::answer::{Answer, Watch};
use crate::crewed;
use crate::design::{Designer, Designing};
use crate::erased::Search;
use crate::explore::{Explored, Exploring};
use crate::kind::Kind;
use crate::machine;
use crate::metric::Metric;
use crate::plain::Plain;
use crate::plan::Plan;
use crate::position::Position;
use crate::refusal::{Refusal, Setting, SolveError};
use crate::solver::Solver;
use crate::solving;
use crate::spec::Spec;
use crate::stepping::{self, Stepping};
use crate::survey::{self, Distances, Surroundings, Survey, SurveyError, Unsurveyed};

/// What a search of a whole puzzle came to: the verdict, in steps on the plain board, and what goes with it.
pub(crate) struct Ended {
    pub(crate) verdict: Verdict<Step>,
    /// Positions looked at, where that is more than was expanded.
    pub(crate) explored: Option<u64>,
}

/// What a search has at hand beside its plan.
pub(crate) struct Run<'r, 'm> {
    pub(crate) meter: &'r mut Meter<'m>,
    /// What went wrong without changing the answer.
    pub(crate) warnings: &'r mut Vec<String>,
    /// A solution to begin with.
    pub(crate) first: Option<&'r [Step]>,
    /// When it began.
    pub(crate) began: Moment,
    /// Time that went into tables.
    pub(crate) setup: Moment,
    /// The limit on the memory of the process, if there is one.
    pub(crate) memory: Option<u64>,
}

/// A moment, or a time between two: by the clock, and of the processor where the system tells.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moment {
    pub(crate) wall: Duration,
    pub(crate) cpu: Option<Duration>,
}

impl Moment {
    /// Now, counted from when the meter was made.
    pub(crate) fn now(meter: &Meter<'_>) -> Self {
        Self { wall: meter.elapsed(), cpu: machine::cpu_time() }
    }

    /// What lies between an earlier moment and this one.
    pub(crate) fn since(self, then: Self) -> Self {
        let cpu = self.cpu.zip(then.cpu).map(|(now, then)| now.saturating_sub(then));
        Self { wall: self.wall.saturating_sub(then.wall), cpu }
    }
}

impl Run<'_, '_> {
    /// Leaves to tables and stores what the process does not occupy already.
    pub(crate) fn leave_memory(&mut self) {
        self.meter.allow_memory(self.memory.map(machine::left_of));
    }

    /// The same, or says that nothing is left.
    pub(crate) fn count_memory(&mut self) -> Result<(), SolveError> {
        self.leave_memory();
        match self.meter.limits().memory {
            Some(0) => Err(SolveError::Interrupted(Stop::Memory)),
            _ => Ok(()),
        }
    }

    /// The tables are there, and the search begins with the memory that they leave to it.
    pub(crate) fn begin(&mut self) -> Result<(), SolveError> {
        self.set_up_since(self.began);
        self.count_memory()
    }

    /// What was done since then went into tables.
    pub(crate) fn set_up_since(&mut self, then: Moment) {
        let more = Moment::now(self.meter).since(then);
        self.setup.wall += more.wall;
        self.setup.cpu = Some(self.setup.cpu.unwrap_or_default() + more.cpu.unwrap_or_default());
    }
}

/// One heuristic's word on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimated {
    /// Which.
    pub heuristic: &'static str,
    /// Its value, and what that promises; `None` if its table is too large to build for this.
    pub value: Option<(Cost, Quality)>,
}

/// A heuristic that is asked about many positions of one puzzle.
pub struct Estimator {
    search: Box<dyn Search>,
    start: Position,
}

impl Estimator {
    /// The estimate of a position, which has the pieces of the puzzle's start; `None` if it has others, or if positions
    /// of this kind of puzzle cannot be asked about one by one.
    pub fn estimate(&self, at: &Position) -> Option<Cost> {
        at.has_pieces_of(&self.start).then(|| self.search.estimate_at(at))?
    }
}

impl fmt::Debug for Estimator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Estimator").field("start", &self.start).finish_non_exhaustive()
    }
}

/// What a kind adds to the plain board so that it can be searched. It is sealed: kinds are written in this crate.
pub(crate) trait Spaces: Plain {
    /// The kind.
    fn kind(&self) -> &'static dyn Kind;

    /// Decides what a spec leaves open.
    fn choose(&self, solver: &Solver, spec: &Spec, metric: Metric) -> Plan;

    /// Another plan where a spec leaves everything open and the first would not do within the limits.
    fn suit(&self, plan: Plan, _spec: &Spec, _limits: &Limits) -> Plan {
        plan
    }

    /// What only this kind can tell to be wrong with a plan.
    fn check(&self, _spec: &Spec, _plan: &Plan) -> Result<(), Refusal> {
        Ok(())
    }

    /// The state space and the heuristic of a plan, their types forgotten. Tables are built now.
    fn search(
        &self,
        solver: &Solver,
        plan: &Plan,
        meter: &Meter<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<Box<dyn Search>, SolveError>;

    /// Carries a plan out. Kinds that bring searches of their own along do those here.
    fn run(&self, solver: &Solver, plan: &Plan, run: &mut Run<'_, '_>) -> Result<Ended, SolveError> {
        let search = self.search(solver, plan, run.meter, run.warnings)?;
        run.begin()?;
        search.run(plan, run.meter).map(|verdict| Ended { verdict, explored: None })
    }

    /// A lower bound from the start alone, at no great cost; of what takes longer nothing once the alarm is raised.
    fn floor(&self, _solver: &Solver, _metric: Metric, _alarm: &Cancel) -> Cost {
        0
    }

    /// The plan by which all shortest solutions are found once their cost is known.
    fn plan_for_all(&self, solver: &Solver, metric: Metric) -> Plan;

    /// What every heuristic says of the start, as far as that takes a moment.
    fn estimates(&self, solver: &Solver, metric: Metric) -> Vec<Estimated>;

    /// Sets of pieces on the board, and the hardest starts with each.
    fn design(&self, _what: &Designing) -> Result<Box<dyn Designer>, Refusal> {
        let reason = format!("{} are not designed piece by piece", self.kind().entry().plural);
        Err(Refusal::new(Setting::Pieces, reason))
    }

    /// Counts everything that can be reached.
    fn explore(&self, solver: &Solver, what: &Exploring, watch: Watch<'_>) -> Result<Explored, SurveyError> {
        let meter = Meter::new(watch.limits, watch.cancel, watch.observer);
        refuse_arrangements(self.kind(), what)?;
        refuse_checkpoint(solver)?;
        crewed::refuse_exploring(solver, self.kind().entry().plural)?;
        explore_by_survey(self, solver, what, &meter)
    }
}

/// Counts everything that can be reached, position by position.
pub(crate) fn explore_by_survey<T: Spaces + ?Sized>(
    puzzle: &T,
    solver: &Solver,
    what: &Exploring,
    meter: &Meter<'_>,
) -> Result<Explored, SurveyError> {
    let plan = Plan { heuristic: None, ..puzzle.plan_for_all(solver, what.metric) };
    let search = puzzle.search(solver, &plan, meter, &mut Vec::new())?;
    let room = meter.limits().memory.map(machine::left_of);
    let seen = Cell::new(0);
    let go_on = |positions: u64| {
        seen.set(seen.get().max(positions));
        if room.is_some_and(|room| positions * survey::BYTES_A_POSITION > room) {
            return Err(Stop::Memory);
        }
        meter.check_clock()
    };
    match survey::explore(&*search, what.hardest, &go_on) {
        // A limit is an answer.
        Err(Unsurveyed::Stopped(stop)) => {
            let states = seen.get();
            Ok(Explored { states, up_to_mirror: states, stopped: Some(stop), ..Explored::default() })
        }
        found => Ok(found?),
    }
}

/// Arrangements are counted by kinds that say so.
pub(crate) fn refuse_arrangements(kind: &dyn Kind, what: &Exploring) -> Result<(), SurveyError> {
    if what.arrangements == 0 {
        return Ok(());
    }
    let reason = format!("arrangements of {} are not counted", kind.entry().plural);
    Err(SolveError::from(Refusal::new(Setting::Size, reason)).into())
}

/// Only layers and counts by two bits a position are kept in a file.
pub(crate) fn refuse_checkpoint(solver: &Solver) -> Result<(), SurveyError> {
    if solver.checkpoint().is_none() {
        return Ok(());
    }
    let reason = "what is counted of this puzzle is not kept; that of bricks is, and of all boards of a size up to 14 cells";
    Err(SolveError::from(Refusal::new(Setting::Checkpoint, reason)).into())
}

mod sealed {
    /// Kinds are written in this crate: the traits they are made of may still change.
    pub trait Sealed {}
    impl<T: super::Spaces> Sealed for T {}
}

/// A puzzle of any kind.
pub trait Puzzle: Plain + fmt::Debug + Send + Sync + sealed::Sealed {
    /// Its kind.
    fn kind(&self) -> &'static dyn Kind;

    /// Decides what a spec leaves open; [`Spec::plan`] also checks it.
    #[doc(hidden)]
    fn choose(&self, solver: &Solver, spec: &Spec, metric: Metric) -> Plan;

    /// What only this kind can tell to be wrong with a plan; [`Spec::plan`] asks for it.
    #[doc(hidden)]
    fn check(&self, spec: &Spec, plan: &Plan) -> Result<(), Refusal>;

    /// Solves within limits. Unsolvable and out-of-budget are answers, not errors.
    fn solve(&self, solver: &Solver, spec: &Spec, watch: Watch<'_>) -> Result<Answer, SolveError>;

    /// Looks for a shorter solution than these steps, within limits. The answer has the best that is known.
    fn shorten(
        &self,
        solver: &Solver,
        steps: &[Step],
        spec: &Spec,
        watch: Watch<'_>,
    ) -> Result<Answer, SolveError>;

    /// Opens a search that is to be stepped. The tables that it needs are built now; a limit on the time is one on
    /// steps alone, and one on the memory counts what the search stores, not the whole process.
    fn open(
        &self,
        solver: &Solver,
        spec: &Spec,
        limits: Limits,
        cancel: Cancel,
    ) -> Result<Stepping, SolveError>;

    /// Finds all solutions whose cost is the optimum.
    fn all_optimal(
        &self,
        solver: &Solver,
        wanted: Wanted,
        watch: Watch<'_>,
    ) -> Result<AllOptimal, SolveError>;

    /// A heuristic's estimates for every position that can be reached, with true distances to the goal.
    fn survey(&self, solver: &Solver, spec: &Spec, cancel: &Cancel) -> Result<Survey, SurveyError>;

    /// A heuristic's estimate for the start and for the positions one move away.
    fn look_around(&self, solver: &Solver, spec: &Spec, cancel: &Cancel) -> Result<Surroundings, SolveError>;

    /// Every position that can be reached from the start, with its true distance to the goal in the metric of the spec.
    fn distances(&self, solver: &Solver, spec: &Spec, cancel: &Cancel) -> Result<Distances, SurveyError>;

    /// A heuristic with its tables at hand, to be asked about many positions.
    fn estimator(&self, solver: &Solver, spec: &Spec, cancel: &Cancel) -> Result<Estimator, SolveError>;

    /// What every heuristic says of the start, as far as that takes a moment.
    fn estimates(&self, solver: &Solver, metric: Metric) -> Vec<Estimated>;

    /// Sets of pieces on the board of this puzzle, and the hardest starts with each: what [`crate::design()`] runs.
    fn design(&self, what: &Designing) -> Result<Box<dyn Designer>, Refusal>;

    /// Counts everything that can be reached, and finds the hardest starts.
    fn explore(&self, solver: &Solver, what: &Exploring, watch: Watch<'_>) -> Result<Explored, SurveyError>;
}

impl<T: Spaces + fmt::Debug + Send + Sync> Puzzle for T {
    fn kind(&self) -> &'static dyn Kind {
        Spaces::kind(self)
    }

    fn choose(&self, solver: &Solver, spec: &Spec, metric: Metric) -> Plan {
        Spaces::choose(self, solver, spec, metric)
    }

    fn check(&self, spec: &Spec, plan: &Plan) -> Result<(), Refusal> {
        Spaces::check(self, spec, plan)
    }

    fn solve(&self, solver: &Solver, spec: &Spec, watch: Watch<'_>) -> Result<Answer, SolveError> {
        solving::solve(self, solver, spec, None, watch)
    }

    fn shorten(
        &self,
        solver: &Solver,
        steps: &[Step],
        spec: &Spec,
        watch: Watch<'_>,
    ) -> Result<Answer, SolveError> {
        solving::shorten(self, solver, steps, spec, watch)
    }

    fn open(
        &self,
        solver: &Solver,
        spec: &Spec,
        limits: Limits,
        cancel: Cancel,
    ) -> Result<Stepping, SolveError> {
        stepping::open(self, solver, spec, limits, cancel)
    }

    fn all_optimal(
        &self,
        solver: &Solver,
        wanted: Wanted,
        watch: Watch<'_>,
    ) -> Result<AllOptimal, SolveError> {
        all_optimal::find(self, solver, wanted, watch)
    }

    fn survey(&self, solver: &Solver, spec: &Spec, cancel: &Cancel) -> Result<Survey, SurveyError> {
        let search = prepared(self, solver, spec, cancel)?;
        Ok(survey::survey(&*search, &|_| cancelled(cancel))?)
    }

    fn look_around(&self, solver: &Solver, spec: &Spec, cancel: &Cancel) -> Result<Surroundings, SolveError> {
        if cfg!(not(feature = "surveys")) {
            return Err(Refusal::new(Setting::Heuristic, "estimates are not looked at here").into());
        }
        Ok(survey::look_around(&*prepared(self, solver, spec, cancel)?))
    }

    fn distances(&self, solver: &Solver, spec: &Spec, cancel: &Cancel) -> Result<Distances, SurveyError> {
        let search = prepared(self, solver, spec, cancel)?;
        Ok(survey::distances(&*search, &|_| cancelled(cancel))?)
    }

    fn estimator(&self, solver: &Solver, spec: &Spec, cancel: &Cancel) -> Result<Estimator, SolveError> {
        let search = prepared(self, solver, spec, cancel)?;
        Ok(Estimator { search, start: self.start() })
    }

    fn estimates(&self, solver: &Solver, metric: Metric) -> Vec<Estimated> {
        Spaces::estimates(self, solver, metric)
    }

    fn design(&self, what: &Designing) -> Result<Box<dyn Designer>, Refusal> {
        Spaces::design(self, what)
    }

    fn explore(&self, solver: &Solver, what: &Exploring, watch: Watch<'_>) -> Result<Explored, SurveyError> {
        Spaces::explore(self, solver, what, watch)
    }
}

fn cancelled(cancel: &Cancel) -> Result<(), Stop> {
    if cancel.is_cancelled() { Err(Stop::Cancelled) } else { Ok(()) }
}

/// The space and the heuristic of a spec.
fn prepared<T: Spaces + fmt::Debug + Send + Sync>(
    puzzle: &T,
    solver: &Solver,
    spec: &Spec,
    cancel: &Cancel,
) -> Result<Box<dyn Search>, SolveError> {
    if !puzzle.has_goal() {
        return Err(SolveError::NoGoal);
    }
    let plan = spec.plan(solver, puzzle)?;
    let mut unseen = ();
    let meter = Meter::new(Limits::default(), cancel.clone(), &mut unseen);
    puzzle.search(solver, &plan, &meter, &mut Vec::new())
}

/// Puzzles are handed around behind one pointer.
pub type AnyPuzzle = Arc<dyn Puzzle>;

/// What a time limit is for a search that would go on without end.
pub(crate) fn needs_limit(plan: &Plan, limits: &Limits) -> bool {
    plan.algorithm.is_endless() && limits.time.is_none() && limits.nodes.is_none()
}

/// A stop that came while tables were built.
pub(crate) fn interrupted(error: &SolveError) -> Option<Stop> {
    match error {
        SolveError::Interrupted(stop) => Some(*stop),
        _ => None,
    }
}
