//! Sliding tiles on an n×m board with one blank.

mod anytime;
mod board;
mod choose;
mod counted;
mod entry;
mod estimates;
mod learned_table;
mod patterns;
mod pushes;
mod reading;
mod select;
mod tables;
mod whole;

use std::sync::Arc;

use slidewise_puzzles::random::Rng;
use slidewise_puzzles::step::Step;
use slidewise_puzzles::tiles::{Goal, Shape, TilePuzzle, generate};
use slidewise_search::{Cancel, Cost, Event, Limits, Meter, Solution, Stop, Verdict};

use crate::algorithm::Algorithm;
use crate::answer::Watch;
use crate::crewed;
use crate::erased::Search;
use crate::explore::{Explored, Exploring};
use crate::kind::{GenerateError, Generating, Kind, KindEntry};
use crate::metric::Metric;
use crate::plan::Plan;
use crate::puzzle::{
    AnyPuzzle, Ended, Estimated, Moment, Puzzle, Run, Spaces, explore_by_survey, refuse_arrangements,
    refuse_checkpoint,
};
use crate::read::{Item, Reading, any};
use crate::refusal::{Refusal, Setting, SolveError};
use crate::solver::Solver;
use crate::spec::Spec;
use crate::survey::SurveyError;

use anytime::Anytime;
pub(crate) use tables::Tables;

/// The kind.
#[derive(Debug)]
pub(crate) struct TilesKind;

/// Its one value.
pub(crate) static TILES: TilesKind = TilesKind;

/// Rows and columns where none are asked for: the 15-puzzle.
const SIZE: (usize, usize) = (4, 4);

impl Kind for TilesKind {
    fn entry(&self) -> &'static KindEntry {
        &entry::ENTRY
    }

    fn read(&self, text: &str, reading: &Reading) -> Option<Vec<Item>> {
        Some(reading::read(text, reading))
    }

    fn generate(&self, wish: &Generating, rng: &mut Rng) -> Result<AnyPuzzle, GenerateError> {
        wish.check()?;
        wish.refuse_difficulty(self.entry())?;
        if let Some(from) = &wish.from {
            return wish.made_from(from, rng);
        }
        if wish.blanks.is_some_and(|blanks| blanks != 1) {
            return Err(Refusal::new(Setting::Size, "tile puzzles have one blank").into());
        }
        let goal = reading::goal(wish.goal.as_deref())?;
        let (rows, cols) = match (&goal, wish.size) {
            (Goal::Custom(board), None) => (board.rows(), board.cols()),
            (_, size) => size.unwrap_or(SIZE),
        };
        let refused = |reason: String| Refusal::new(Setting::Size, reason);
        let solved = goal.board(rows, cols).map_err(|error| refused(error.to_string()))?;
        if (solved.rows(), solved.cols()) != (rows, cols) {
            let (r, c) = (solved.rows(), solved.cols());
            return Err(refused(format!("the goal is {r}×{c}, but the size is {rows}×{cols}")).into());
        }
        let board = match wish.scramble {
            Some(moves) => generate::scramble(&solved, moves, rng),
            None => generate::uniform(&solved, rng),
        };
        let puzzle = TilePuzzle::new(board, solved).expect("a random board has the size of its goal");
        Ok(any(Tiles { puzzle, goal }))
    }
}

/// A board with its goal, and what the goal is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tiles {
    pub(crate) puzzle: TilePuzzle,
    pub(crate) goal: Goal,
}

impl Tiles {
    /// The shape of the board, with the goal cell of its blank.
    fn shape(&self) -> Shape {
        shape_of(&self.puzzle)
    }
}

fn shape_of(puzzle: &TilePuzzle) -> Shape {
    Shape::new(puzzle.start().rows(), puzzle.start().cols(), puzzle.goal().blank())
}

fn is_multi(metric: Metric) -> bool {
    metric.name() == entry::MULTI
}

/// Expansions with the tables that a search begins with: they take as long as to build better ones.
const BEGINNING: u64 = 2_000_000;

impl Spaces for Tiles {
    fn kind(&self) -> &'static dyn Kind {
        &TILES
    }

    fn choose(&self, solver: &Solver, spec: &Spec, metric: Metric) -> Plan {
        choose::choose(&solver.tables, self, spec, metric)
    }

    fn check(&self, _spec: &Spec, plan: &Plan) -> Result<(), Refusal> {
        choose::check(self, plan)
    }

    fn search(
        &self,
        solver: &Solver,
        plan: &Plan,
        meter: &Meter<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<Box<dyn Search>, SolveError> {
        let wishes = wishes(plan);
        select::search(&solver.tables, self, plan, &wishes, meter, warnings)
    }

    fn run(&self, solver: &Solver, plan: &Plan, run: &mut Run<'_, '_>) -> Result<Ended, SolveError> {
        let verdict = match plan.algorithm {
            Algorithm::Anytime if is_multi(plan.metric) => return pushes::solve(self, solver, plan, run),
            Algorithm::Anytime => steps_first(self, &solver.tables, plan, *run.meter.limits(), run)?,
            _ if plan.open => with_a_solution(self, &solver.tables, plan, run)?,
            _ => search(self, &solver.tables, plan, run)?,
        };
        Ok(Ended { verdict, explored: None })
    }

    fn floor(&self, solver: &Solver, metric: Metric, alarm: &Cancel) -> Cost {
        estimates::lower_bound(&solver.tables, &self.puzzle, metric, alarm)
    }

    fn plan_for_all(&self, _solver: &Solver, metric: Metric) -> Plan {
        choose::plan_for_all(self, metric)
    }

    fn estimates(&self, solver: &Solver, metric: Metric) -> Vec<Estimated> {
        estimates::estimates(&solver.tables, &self.puzzle, metric)
    }

    fn explore(&self, solver: &Solver, what: &Exploring, watch: Watch<'_>) -> Result<Explored, SurveyError> {
        refuse_arrangements(&TILES, what)?;
        crewed::explore(solver, self, what, watch, |crew, meter| {
            // The page, which does without surveys, does without whole spaces too.
            let kept = solver.checkpoint().map(|kept| &**kept);
            if cfg!(feature = "surveys")
                && let Some(explored) = whole::explore(self, what, kept, crew, meter)?
            {
                return Ok(explored);
            }
            refuse_checkpoint(solver)?;
            crewed::refuse_exploring(solver, "boards of this size")?;
            explore_by_survey(self, solver, what, meter)
        })?
    }
}

/// Which pattern databases are asked for.
fn wishes(plan: &Plan) -> Vec<String> {
    plan.heuristic.as_ref().map(|choice| choice.tables_of(entry::PDB)).unwrap_or_default()
}

type StepVerdict = Verdict<Step>;

/// Anytime search within some limits for solutions with few steps, which begins with a solution if there is one.
fn steps_first(
    tiles: &Tiles,
    tables: &Tables,
    plan: &Plan,
    limits: Limits,
    run: &mut Run<'_, '_>,
) -> Result<StepVerdict, SolveError> {
    let first = run.first.map(|steps| {
        let directions: Vec<_> = steps.iter().map(|step| step.direction).collect();
        tiles.puzzle.slides(&directions)
    });
    let alarm = run.meter.timed_cancel();
    let floor = estimates::lower_bound(tables, &tiles.puzzle, plan.metric, &alarm);
    let anytime = Anytime::new(tables, tiles, plan, floor, first, &alarm);
    run.set_up_since(run.began);
    // If there is no memory left there are no beams, but a solution.
    run.leave_memory();
    let verdict = run.meter.stage(limits, |stage| anytime.run(stage));
    select::in_steps(tiles, plan.metric, verdict).map_err(SolveError::Refuted)
}

/// The part of the limits, and the most expansions, that go into a first solution where optimal search may not end in
/// time; on smaller boards it does, or a constructed solution is near enough.
const FOR_THE_FIRST: u32 = 8;
const FIRST_NODES: u64 = 20_000;
const WORTH_A_FIRST: usize = 12;

/// What suits a board for which the user left everything open: a search that ends with a solution, if there is one,
/// whatever stops it. Under a limit a part of it goes into a good one first.
fn with_a_solution(
    tiles: &Tiles,
    tables: &Tables,
    plan: &Plan,
    run: &mut Run<'_, '_>,
) -> Result<StepVerdict, SolveError> {
    let Limits { nodes, time, .. } = *run.meter.limits();
    let is_limited = nodes.is_some() || time.is_some();
    let mut first = None;
    if is_limited && tiles.shape().cells() > WORTH_A_FIRST {
        let limits = Limits {
            nodes: Some(nodes.map_or(FIRST_NODES, |max| FIRST_NODES.min(max / u64::from(FOR_THE_FIRST)))),
            time: time.map(|max| max / FOR_THE_FIRST),
            memory: None,
        };
        let alarm = run.meter.timed_cancel();
        let floor = estimates::lower_bound(tables, &tiles.puzzle, plan.metric, &alarm);
        let anytime = Anytime::new(tables, tiles, plan, floor, None, &alarm);
        let verdict = run.meter.part(limits, |part| anytime.run(part));
        match select::in_steps(tiles, plan.metric, verdict).map_err(SolveError::Refuted)? {
            Verdict::Stopped { best, .. } => first = best,
            // It is proven to be the best.
            ended => return Ok(ended),
        }
        first.iter().for_each(|solution| run.meter.tell(Event::Improved(solution.cost)));
    }
    let (why, found, bound) = match search(tiles, tables, plan, run) {
        Ok(Verdict::Stopped { why, best, lower_bound }) => (why, best, lower_bound),
        Err(SolveError::Interrupted(why)) => (why, None, 0),
        ended => return ended,
    };
    let best = match cheaper(found, first) {
        Some(best) => Some(best),
        None => constructed(tiles, tables, plan, run)?,
    };
    let lower_bound = best.as_ref().map_or(0, |best| best.lower_bound).max(bound);
    Ok(Verdict::Stopped { why, best, lower_bound })
}

/// A solution at once, whatever has stopped the search: on boards that are solved optimally it takes less than a
/// millisecond.
fn constructed(
    tiles: &Tiles,
    tables: &Tables,
    plan: &Plan,
    run: &Run<'_, '_>,
) -> Result<Option<Solution<Step>>, SolveError> {
    let alarm = run.meter.timed_cancel();
    let floor = estimates::lower_bound(tables, &tiles.puzzle, plan.metric, &alarm);
    let anytime = Anytime::new(tables, tiles, plan, floor, None, &alarm);
    let Some(solution) = anytime.constructed() else { return Ok(None) };
    match select::in_steps(tiles, plan.metric, Verdict::Solved(solution)).map_err(SolveError::Refuted)? {
        Verdict::Solved(solution) => Ok(Some(solution)),
        _ => Ok(None),
    }
}

/// Any other search. Where the user left everything open it begins with tables that are at hand at once, and if that
/// takes long goes on with better ones.
fn search(
    tiles: &Tiles,
    tables: &Tables,
    plan: &Plan,
    run: &mut Run<'_, '_>,
) -> Result<StepVerdict, SolveError> {
    let by_patterns = plan.heuristic.as_ref().is_some_and(|choice| choice.has(entry::PDB));
    let in_steps = plan.open && by_patterns && !is_multi(plan.metric);
    let begin_with = tables.patterns.to_begin_with(&tiles.shape()).filter(|_| in_steps);
    let Some(begin_with) = begin_with else {
        let wishes = wishes(plan);
        let search = select::search(tables, tiles, plan, &wishes, run.meter, run.warnings)?;
        run.begin()?;
        return search.run(plan, run.meter);
    };
    let beginning = select::search(tables, tiles, plan, &[begin_with], run.meter, run.warnings)?;
    run.begin()?;
    let limits = Limits { nodes: Some(BEGINNING), ..Limits::default() };
    let verdict = run.meter.part(limits, |part| beginning.run(plan, part))?;
    let Verdict::Stopped { why: Stop::Nodes, best, lower_bound } = verdict else { return Ok(verdict) };
    let before = Moment::now(run.meter);
    let better = run
        .meter
        .check_limits()
        .map_err(SolveError::Interrupted)
        .and_then(|()| select::search(tables, tiles, plan, &[], run.meter, run.warnings));
    let better = match better {
        Ok(better) => better,
        // Better tables do not fit into the memory: those at hand go on from the beginning.
        Err(SolveError::Interrupted(Stop::Memory)) => beginning,
        Err(SolveError::Interrupted(why)) => return Ok(Verdict::Stopped { why, best, lower_bound }),
        Err(error) => return Err(error),
    };
    run.set_up_since(before);
    run.count_memory()?;
    // What was proven in the beginning stays proven if this is stopped early.
    Ok(match better.run(plan, run.meter)? {
        Verdict::Stopped { why, best: later, lower_bound: bound } => {
            Verdict::Stopped { why, best: cheaper(later, best), lower_bound: lower_bound.max(bound) }
        }
        ended => ended,
    })
}

/// The cheaper of two solutions, as far as they are there.
fn cheaper(one: Option<Solution<Step>>, other: Option<Solution<Step>>) -> Option<Solution<Step>> {
    one.into_iter().chain(other).min_by_key(|solution| solution.cost)
}

/// A puzzle from boards at hand.
pub fn puzzle(puzzle: TilePuzzle, goal: Goal) -> Arc<dyn Puzzle> {
    any(Tiles { puzzle, goal })
}
