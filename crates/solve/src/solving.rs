//! Solving a puzzle of any kind: plan, search, and two checks of what was found, by the state space and on the plain
//! board.

use std::any::Any;
use std::fmt;
use std::time::Duration;

use slidewise_puzzles::step::Step;
use slidewise_search::{Cost, Event, Meter, Observer, Proof, Refuted, Solution, Stats, Verdict};

use crate::algorithm::Algorithm;
use crate::answer::{Answer, Outcome, Watch, Way};
use crate::crewed;
use crate::plain::Plain;
use crate::plan::Plan;
use crate::puzzle::{Ended, Moment, Run, Spaces, interrupted};
use crate::refusal::SolveError;
use crate::solver::Solver;
use crate::spec::Spec;

/// Solves; a search that improves begins with the steps `first`, if there are any.
pub(crate) fn solve<T: Spaces + fmt::Debug + Send + Sync>(
    puzzle: &T,
    solver: &Solver,
    spec: &Spec,
    first: Option<&[Step]>,
    mut watch: Watch<'_>,
) -> Result<Answer, SolveError> {
    if !puzzle.has_goal() {
        return Err(SolveError::NoGoal);
    }
    let crew = solver.crew();
    if let Some(crew) = crew {
        crewed::prepare(crew, &mut watch);
    }
    let plan = spec.plan(solver, puzzle).map_err(SolveError::from);
    let plan = match plan.inspect_err(|error| crewed::excuse(crew, error))? {
        plan if crew.is_some() => plan,
        plan => puzzle.suit(plan, spec, &watch.limits),
    };
    watch.limits.time = plan.time_limit(&watch.limits);
    let memory = watch.limits.memory;
    let mut better = OnlyBetter { observer: watch.observer, best: None };
    let mut meter = Meter::new(watch.limits, watch.cancel, &mut better);
    let began = Moment::now(&meter);
    let mut answer = blank(plan);
    if puzzle.solvability(&puzzle.start()).is_solvable == Some(false) {
        return Ok(answer);
    }
    if let Some(crew) = crew {
        crew.wait_for_tables();
    }
    let floor = puzzle.floor(solver, answer.plan.metric, &meter.timed_cancel());
    let mut warnings = Vec::new();
    let setup = Moment { cpu: began.cpu.map(|_| Duration::ZERO), ..Moment::default() };
    let mut run = Run { meter: &mut meter, warnings: &mut warnings, first, began, setup, memory };
    run.leave_memory();
    let ended = puzzle.run(solver, &answer.plan, &mut run);
    if let Some(crew) = crew {
        crew.tables_are_there();
    }
    _ = ended.as_ref().inspect_err(|error| crewed::excuse(crew, error));
    let setup = run.setup;
    let spent = Moment::now(&meter).since(began).since(setup);
    answer.setup = setup.wall;
    warnings.extend(solver.tables.take_notes());
    warnings.extend(solver.checkpoint().map(|file| file.take_notes()).unwrap_or_default());
    answer.warnings = warnings;
    (answer.elapsed, answer.cpu) = (spent.wall, spent.cpu);
    answer.stats = meter.stats;
    let Ended { verdict, explored } = match ended {
        Ok(ended) => ended,
        Err(error) => {
            let why = interrupted(&error).ok_or(error)?;
            let verdict = Verdict::Stopped { why, best: None, lower_bound: floor };
            Ended { verdict, explored: None }
        }
    };
    answer.explored = explored.unwrap_or(meter.stats.expanded);
    take_in(&mut answer, puzzle, verdict, floor)?;
    // Joined moves may have made it cheaper than what was reported.
    let elapsed = meter.elapsed();
    if let (Some(_), Some(cost)) = (better.best, answer.cost()) {
        better.event(Event::Improved(cost), &answer.stats, elapsed);
    }
    Ok(answer)
}

/// Passes on what is told, but of solutions only those that are better than the last one: searches that are made of
/// others begin anew in each of them.
struct OnlyBetter<'a> {
    observer: &'a mut dyn Observer,
    best: Option<Cost>,
}

impl Observer for OnlyBetter<'_> {
    fn event(&mut self, event: Event, stats: &Stats, elapsed: Duration) {
        if let Event::Improved(cost) = event {
            if self.best.is_some_and(|best| cost >= best) {
                return;
            }
            self.best = Some(cost);
        }
        self.observer.event(event, stats, elapsed);
    }

    fn listens(&self) -> bool {
        self.observer.listens()
    }

    fn solution(&mut self, solution: &dyn Any, stats: &Stats, elapsed: Duration) {
        self.observer.solution(solution, stats, elapsed);
    }
}

/// Improves a solution. Kinds that have an anytime search begin it with the solution; others look for a shorter one by
/// what suits the puzzle, and keep the one that is given if none is found.
pub(crate) fn shorten<T: Spaces + fmt::Debug + Send + Sync>(
    puzzle: &T,
    solver: &Solver,
    steps: &[Step],
    spec: &Spec,
    watch: Watch<'_>,
) -> Result<Answer, SolveError> {
    solves(puzzle, steps).map_err(SolveError::NotASolution)?;
    let anytime = Spaces::kind(puzzle).entry().algorithms.contains(&Algorithm::Anytime);
    let algorithm = if anytime { Some(Algorithm::Anytime) } else { spec.algorithm };
    let spec = Spec { algorithm, ..spec.clone() };
    let mut answer = solve(puzzle, solver, &spec, Some(steps), watch)?;
    let cost = puzzle.length(answer.plan.metric, steps) as Cost;
    if answer.solution.as_ref().is_none_or(|way| way.cost > cost) {
        let bound = answer.lower_bound.unwrap_or(0).min(cost);
        let proof = if bound == cost { Proof::Optimal } else { Proof::None };
        answer.solution = Some(Way { steps: steps.to_vec(), cost, proof });
        answer.outcome = Outcome::Solved;
        answer.lower_bound = Some(bound);
    }
    Ok(answer)
}

/// An answer before the search.
pub(crate) fn blank(plan: Plan) -> Answer {
    Answer {
        plan,
        outcome: Outcome::Unsolvable,
        stopped_by: None,
        solution: None,
        lower_bound: None,
        explored: 0,
        stats: Stats::default(),
        elapsed: Default::default(),
        cpu: None,
        setup: Default::default(),
        warnings: Vec::new(),
    }
}

/// Enters a verdict. `floor` is a lower bound from the start position alone.
pub(crate) fn take_in<T: Plain + ?Sized>(
    answer: &mut Answer,
    puzzle: &T,
    verdict: Verdict<Step>,
    floor: Cost,
) -> Result<(), SolveError> {
    let solution = match verdict {
        Verdict::Unsolvable => return Ok(()),
        Verdict::Solved(solution) => Some(solution),
        Verdict::Stopped { why, best, lower_bound } => {
            answer.stopped_by = Some(why);
            answer.lower_bound = Some(lower_bound.max(floor));
            best
        }
    };
    answer.outcome = if solution.is_some() { Outcome::Solved } else { Outcome::Stopped };
    if let Some(solution) = solution {
        let bound = solution.lower_bound.max(floor).max(answer.lower_bound.unwrap_or(0)).min(solution.cost);
        answer.lower_bound = Some(bound);
        answer.solution = Some(checked(answer, puzzle, solution, bound)?);
    }
    Ok(())
}

/// The solution, once the plain board has confirmed it.
fn checked<T: Plain + ?Sized>(
    answer: &Answer,
    puzzle: &T,
    solution: Solution<Step>,
    bound: Cost,
) -> Result<Way, SolveError> {
    solves(puzzle, &solution.moves).map_err(SolveError::Refuted)?;
    let proof = if bound >= solution.cost { Proof::Optimal } else { solution.proof };
    let length = puzzle.length(answer.plan.metric, &solution.moves) as Cost;
    // A search that does not look for the shortest may move a piece twice where once would do.
    let cost = match proof {
        Proof::Optimal if length != solution.cost => {
            return Err(SolveError::Refuted(Refuted::WrongCost(length)));
        }
        _ if length > solution.cost => return Err(SolveError::Refuted(Refuted::WrongCost(length))),
        _ => length,
    };
    Ok(Way { steps: solution.moves, cost, proof })
}

/// Whether steps lead from the start to the goal, on the plain board.
pub fn solves<T: Plain + ?Sized>(puzzle: &T, steps: &[Step]) -> Result<(), Refuted> {
    match puzzle.replay(steps) {
        Ok(end) if puzzle.is_solved(&end) => Ok(()),
        Ok(_) => Err(Refuted::NotAGoal),
        Err((index, _)) => Err(Refuted::IllegalMove(index)),
    }
}
