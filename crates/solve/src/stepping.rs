//! A search by name that goes step by step: what is shown of it in a terminal, on a page or in a trace comes from the
//! engines' own steps, and its end is the same answer that a whole run gives.
//!
//! ```
//! use slidewise_solve::stepping::Progress;
//! use slidewise_solve::{Reading, Solver, Spec, read_one};
//! use slidewise_solve::search::{Cancel, Limits};
//!
//! let puzzle = read_one("1 2 3/0 4 6/7 5 8", &Reading::default())?.puzzle;
//! let mut search = puzzle.open(&Solver::new(), &Spec::default(), Limits::default(), Cancel::default())?;
//! while search.step(1)? == Progress::Running {
//!     let view = search.view();
//!     println!("g {} of {:?}, {} waiting", view.g, view.position, view.frontier);
//! }
//! assert_eq!(search.answer().and_then(|answer| answer.cost()), Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Between two steps nothing runs: there is no thread, and the clock of a time limit stands still. A step costs one
//! call through a table of functions beyond what the engine does. A stepped search goes on one thread, and is then the
//! same search as a whole run on one thread: same positions, same counts.

mod held;

use std::fmt;
use std::time::Duration;

use slidewise_puzzles::step::Step;
use slidewise_search::engine::{NotOfThisSearch, Saved};
use slidewise_search::{Cancel, Cost, Limits, Meter, Stats, Stop, Verdict};

use crate::answer::{Answer, Outcome};
use crate::erased::Running;
use crate::plan::Plan;
use crate::position::Position;
use crate::puzzle::{AnyPuzzle, Spaces, interrupted};
use crate::refusal::{Refusal, Setting, SolveError};
use crate::solver::Solver;
use crate::solving::{blank, take_in};
use crate::spec::Spec;
use held::Held;

/// A search under way. Get one from [`crate::Puzzle::open`].
pub struct Stepping {
    state: State,
    puzzle: AnyPuzzle,
    limits: Limits,
    cancel: Cancel,
    spent: Spent,
    /// What is known before the search, and afterwards the answer.
    known: Answer,
    ended: bool,
    /// A lower bound from the start alone.
    floor: Cost,
}

/// What there is to step.
enum State {
    /// A search.
    Search(Held),
    /// Nothing: the answer was known before the first step. The position is the start.
    Nothing(Position),
}

/// Whether a search is to be stepped on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is more to do.
    Running,
    /// It has ended; [`Stepping::answer`] says how.
    Finished,
}

/// What a search has used so far.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    stats: Stats,
    /// Within steps only.
    time: Duration,
}

/// A look into a search between two steps.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The position expanded last.
    pub position: Position,
    /// The position on the way to it just before; `None` at the start, and for beams.
    pub parent: Option<Position>,
    /// The cost of the way to it.
    pub g: Cost,
    /// The estimate from there, for searches that have one.
    pub h: Option<Cost>,
    /// What positions are taken in the order of: g + h, with a weight g + w·h, in greedy search h alone.
    pub f: Option<f64>,
    /// The bound in force, for searches that have one: of the iteration, of the layers, or the least f.
    pub bound: Option<Cost>,
    /// Positions waiting to be expanded; of searches along a path, the length of the path.
    pub frontier: usize,
    /// Positions expanded and not to be expanded again; 0 for searches that remember only their path.
    pub closed: u64,
    /// Positions stored.
    pub stored: usize,
}

/// A position that waits to be expanded.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    /// The position.
    pub position: Position,
    /// The position on the way to it just before; `None` at the start, and for beams.
    pub parent: Option<Position>,
    /// The cost of the way to it.
    pub g: Cost,
    /// The estimate from there, for searches that have one.
    pub h: Option<Cost>,
    /// What positions are taken in the order of, as in [`View`].
    pub f: Option<f64>,
}

/// Opens a search of a puzzle.
pub(crate) fn open<T: Spaces + fmt::Debug + Send + Sync>(
    puzzle: &T,
    solver: &Solver,
    spec: &Spec,
    limits: Limits,
    cancel: Cancel,
) -> Result<Stepping, SolveError> {
    if !puzzle.has_goal() {
        return Err(SolveError::NoGoal);
    }
    let mut plan = spec.plan(solver, puzzle)?;
    if !plan.algorithm.entry().has_steps {
        let reason = format!("{} cannot be followed step by step", plan.algorithm.name());
        return Err(Refusal::new(Setting::Algorithm, reason).instead(["astar", "ida", "bfs"]).into());
    }
    plan.threads = 1;
    let start = puzzle.start();
    let mut stepping = Stepping {
        state: State::Nothing(start.clone()),
        puzzle: puzzle.rest(&start),
        limits,
        cancel: cancel.clone(),
        spent: Spent::default(),
        known: blank(plan.clone()),
        ended: true,
        floor: 0,
    };
    if puzzle.solvability(&start).is_solvable == Some(false) {
        return Ok(stepping);
    }
    stepping.floor = puzzle.floor(solver, plan.metric, &Cancel::default());
    let mut unseen = ();
    let meter = Meter::new(Limits::default(), cancel, &mut unseen);
    let search = puzzle.search(solver, &plan, &meter, &mut stepping.known.warnings);
    stepping.known.setup = meter.elapsed();
    match search {
        Ok(search) => {
            stepping.state = State::Search(Held::begin(search, plan)?);
            stepping.ended = false;
        }
        Err(error) => {
            let stop = interrupted(&error).ok_or(error)?;
            stepping.interrupt(stop);
        }
    }
    Ok(stepping)
}

impl Stepping {
    /// Tables were not finished, so there is nothing to step.
    fn interrupt(&mut self, stop: Stop) {
        self.known.outcome = Outcome::Stopped;
        self.known.stopped_by = Some(stop);
        self.known.lower_bound = Some(self.floor);
    }

    /// Goes on for this many expansions, or until the search ends; a beam goes on for whole layers. Once the search
    /// has ended, nothing happens any more.
    pub fn step(&mut self, expansions: u64) -> Result<Progress, SolveError> {
        self.go_on(|going, meter| going.go_on(expansions, meter))
    }

    /// Goes on for this many expansions, or a little longer, in the iteration in hand, and no further than to its end;
    /// begins the next one if none is. For IDA*, whose iterations can be shared: [`Stepping::save`] tells what is to be
    /// done, [`Saved::divide`] cuts it up, another search of the same puzzle by the same spec
    /// [takes](Stepping::restore) a part and tells by `save` what became of it, and [`Saved::unite`] puts the parts
    /// together. Other searches go on.
    pub fn iterate(&mut self, expansions: u64) -> Result<Progress, SolveError> {
        self.go_on(|going, meter| going.iterate(expansions, meter))
    }

    /// What another search like this one needs to go on from here; `None` for searches that do not tell, or not now.
    pub fn save(&self) -> Option<Saved> {
        match &self.state {
            State::Search(held) => held.borrow_dependent().save(&self.spent.stats),
            State::Nothing(_) => None,
        }
    }

    /// Goes on from what another search like this one saved, with its counters.
    pub fn restore(&mut self, saved: &Saved) -> Result<(), NotOfThisSearch> {
        let State::Search(held) = &mut self.state else { return Err(NotOfThisSearch) };
        self.spent.stats = saved.stats;
        held.with_dependent_mut(|_, going| going.restore(saved))
    }

    fn go_on(
        &mut self,
        way: impl FnOnce(&mut dyn Running, &mut Meter<'_>) -> Result<Option<Verdict<Step>>, SolveError>,
    ) -> Result<Progress, SolveError> {
        if let (State::Search(held), false) = (&mut self.state, self.ended) {
            let mut unseen = ();
            let mut meter = Meter::new(self.spent.left_of(&self.limits), self.cancel.clone(), &mut unseen);
            let verdict = held.with_dependent_mut(|_, going| way(&mut **going, &mut meter));
            self.spent.stats = self.spent.stats.plus(&meter.stats);
            self.spent.time += meter.elapsed();
            if let Some(verdict) = verdict? {
                self.known.stats = self.spent.stats;
                self.known.explored = self.spent.stats.expanded;
                self.known.elapsed = self.spent.time;
                take_in(&mut self.known, &*self.puzzle, verdict, self.floor)?;
                self.ended = true;
            }
        }
        Ok(if self.ended { Progress::Finished } else { Progress::Running })
    }

    /// What the search has in hand. Works the position out anew each time.
    pub fn view(&self) -> View {
        match &self.state {
            State::Search(held) => held.borrow_dependent().view(&self.spent.stats),
            State::Nothing(start) => View {
                position: start.clone(),
                parent: None,
                g: 0,
                h: None,
                f: None,
                bound: None,
                frontier: 0,
                closed: 0,
                stored: 0,
            },
        }
    }

    /// Positions that wait to be expanded, the next ones first, at most so many.
    pub fn waiting(&self, most: usize) -> Vec<Waiting> {
        match &self.state {
            State::Search(held) => held.borrow_dependent().waiting(most),
            State::Nothing(_) => Vec::new(),
        }
    }

    /// What is searched.
    pub fn puzzle(&self) -> &AnyPuzzle {
        &self.puzzle
    }

    /// How it is searched.
    pub fn plan(&self) -> &Plan {
        &self.known.plan
    }

    /// The counters so far.
    pub fn stats(&self) -> Stats {
        self.spent.stats
    }

    /// The time spent in steps so far.
    pub fn elapsed(&self) -> Duration {
        self.spent.time
    }

    /// The answer, checked as that of a whole run is, once the search has ended.
    pub fn answer(&self) -> Option<&Answer> {
        self.ended.then_some(&self.known)
    }
}

impl Spent {
    /// What these limits leave.
    fn left_of(&self, limits: &Limits) -> Limits {
        Limits {
            nodes: limits.nodes.map(|most| most.saturating_sub(self.stats.expanded)),
            time: limits.time.map(|most| most.saturating_sub(self.time)),
            memory: limits.memory,
        }
    }
}
