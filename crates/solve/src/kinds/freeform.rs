//! Sliding tiles on any board: holes and walls, several blanks, equal tiles, joined edges, goals with open cells.

mod board;
mod choose;
mod entry;
mod reading;
mod select;

use slidewise_puzzles::freeform::{Constructor, Puzzle as FreePuzzle, generate};
use slidewise_puzzles::random::Rng;
use slidewise_search::layered::{Keep, Options};
use slidewise_search::{Cancel, Cost, Meter};

use crate::algorithm::Algorithm;
use crate::anytime::{self, Means};
use crate::erased::Search;
use crate::kind::{GenerateError, Generating, Kind, KindEntry};
use crate::metric::Metric;
use crate::plain::Plain;
use crate::plan::Plan;
use crate::puzzle::{AnyPuzzle, Ended, Estimated, Run, Spaces};
use crate::read::{Item, Reading, any};
use crate::refusal::{Refusal, Setting, SolveError};
use crate::solver::Solver;
use crate::spec::{HeuristicChoice, Spec};

/// The kind.
#[derive(Debug)]
pub(crate) struct FreeformKind;

/// Its one value.
pub(crate) static FREEFORM: FreeformKind = FreeformKind;

/// Rows, columns and blanks where none are asked for: a board that no other kind has, solved in a moment.
const SIZE: (usize, usize) = (3, 4);
const BLANKS: usize = 2;

/// Moves of a walk after which little is left of the goal where it began.
const LONG_WALK: usize = 2000;

impl Kind for FreeformKind {
    fn entry(&self) -> &'static KindEntry {
        &entry::ENTRY
    }

    fn read(&self, text: &str, reading: &Reading) -> Option<Vec<Item>> {
        reading::read(text, reading)
    }

    fn generate(&self, wish: &Generating, rng: &mut Rng) -> Result<AnyPuzzle, GenerateError> {
        wish.check()?;
        wish.refuse_difficulty(self.entry())?;
        if let Some(from) = &wish.from {
            return wish.made_from(from, rng);
        }
        let (rows, cols) = wish.size.unwrap_or(SIZE);
        let solved = generate::board(rows, cols, wish.blanks.unwrap_or(BLANKS))
            .map_err(|error| Refusal::new(Setting::Size, error.to_string()))?;
        let solved = Freeform { puzzle: solved };
        let solved = match &wish.goal {
            Some(goal) => reading::towards(&solved, &solved.start(), goal)?,
            None => solved,
        };
        let moves = wish.scramble.unwrap_or(LONG_WALK);
        Ok(any(Freeform { puzzle: generate::scramble(&solved.puzzle, moves, rng) }))
    }
}

/// Tiles on any board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Freeform {
    pub(crate) puzzle: FreePuzzle,
}

impl Spaces for Freeform {
    fn kind(&self) -> &'static dyn Kind {
        &FREEFORM
    }

    fn choose(&self, _solver: &Solver, spec: &Spec, metric: Metric) -> Plan {
        choose::choose(self, spec, metric)
    }

    fn search(
        &self,
        _solver: &Solver,
        plan: &Plan,
        _meter: &Meter<'_>,
        _warnings: &mut Vec<String>,
    ) -> Result<Box<dyn Search>, SolveError> {
        Ok(select::search(&self.puzzle, plan))
    }

    fn run(&self, solver: &Solver, plan: &Plan, run: &mut Run<'_, '_>) -> Result<Ended, SolveError> {
        // The page has no anytime search for this kind, nor the solutions that it begins with.
        if !cfg!(feature = "textbook") {
            return self.searched(solver, plan, run.meter);
        }
        let mut constructor = None;
        let mut make = |meter: &mut Meter<'_>| {
            let constructor = constructor.get_or_insert_with(|| Constructor::new(&self.puzzle));
            constructor.another(&mut || meter.expand().is_ok())
        };
        if plan.algorithm == Algorithm::Anytime {
            let by = Means {
                guide: entry::DISTANCE,
                proof: entry::DISTANCE,
                make: &mut make,
                prove: &mut anytime::nothing_else,
                first: anytime::FIRST,
                nearby: true,
            };
            return anytime::solve(self, solver, plan, by, run);
        }
        anytime::or_made(self, solver, plan, (entry::DISTANCE, &mut make), run.meter, |meter| {
            self.searched(solver, plan, meter)
        })
    }

    fn floor(&self, _solver: &Solver, metric: Metric, _alarm: &Cancel) -> Cost {
        select::search(&self.puzzle, &by_distance(Algorithm::Astar, metric)).estimate().0
    }

    fn plan_for_all(&self, _solver: &Solver, metric: Metric) -> Plan {
        by_distance(Algorithm::Ida, metric)
    }

    fn estimates(&self, _solver: &Solver, metric: Metric) -> Vec<Estimated> {
        let estimated = |entry: &crate::names::Entry| {
            let heuristic = Some(HeuristicChoice::named(entry.name));
            let plan = Plan { heuristic, ..Plan::bare(Algorithm::Astar, metric) };
            Estimated { heuristic: entry.name, value: Some(select::search(&self.puzzle, &plan).estimate()) }
        };
        entry::ENTRY.heuristics.iter().map(estimated).collect()
    }
}

impl Freeform {
    /// Any search but anytime search.
    fn searched(&self, solver: &Solver, plan: &Plan, meter: &mut Meter<'_>) -> Result<Ended, SolveError> {
        if plan.algorithm != Algorithm::Layered {
            let verdict = select::search(&self.puzzle, plan).run(plan, meter)?;
            return Ok(Ended { verdict, explored: None });
        }
        let options = Options {
            threads: plan.threads,
            spill: solver.spill().map(Into::into),
            keep: plan.keep_every.map_or(Keep::All, Keep::Every),
            ..Options::default()
        };
        select::layered(&self.puzzle, &options, meter)
    }
}

/// A plan with the heuristic that sees most.
fn by_distance(algorithm: Algorithm, metric: Metric) -> Plan {
    Plan { heuristic: Some(HeuristicChoice::named(entry::DISTANCE)), ..Plan::bare(algorithm, metric) }
}
