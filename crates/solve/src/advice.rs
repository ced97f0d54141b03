//! What to do next in a game: a way to the goal from where it stands.

use std::time::Duration;

use slidewise_puzzles::step::Step;
use slidewise_search::{Cost, Stop};

use crate::answer::{Answer, Watch};
use crate::puzzle::Puzzle;
use crate::solver::Solver;
use crate::spec::Spec;

/// A way to the goal and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The way, cell by cell.
    pub steps: Vec<Step>,
    /// Its length in the puzzle's metric.
    pub cost: Cost,
    /// No way is shorter.
    pub lower_bound: Cost,
}

impl Advice {
    /// Whether no way is shorter than this one.
    pub fn is_optimal(&self) -> bool {
        self.lower_bound >= self.cost
    }

    /// What this advice is worth after a step: the rest of the way if the step followed it, else the way back to it.
    /// A step is at most one move, so it brings the goal nearer by at most one.
    #[must_use]
    pub fn after(mut self, step: Step, puzzle: &dyn Puzzle) -> Self {
        if self.steps.first() == Some(&step) {
            self.steps.remove(0);
        } else {
            self.steps.insert(0, step.back());
        }
        self.cost = puzzle.length(puzzle.metric(), &self.steps) as Cost;
        self.lower_bound = self.lower_bound.saturating_sub(1);
        self
    }
}

/// What there is to say about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advised {
    /// There is a way.
    Way(Advice),
    /// There is none.
    Unsolvable,
    /// Nobody knows: a limit came first.
    Stopped(Stop),
    /// It cannot be asked for; why.
    Impossible(String),
}

/// Whether the search that suits a puzzle would go on improving its way without end.
pub fn is_endless(solver: &Solver, puzzle: &dyn Puzzle) -> bool {
    Spec::default().plan(solver, puzzle).is_ok_and(|plan| plan.algorithm.is_endless())
}

/// Finds a way to the goal by what suits the puzzle, in its own metric. Every step was replayed on the plain board.
/// Where the search would go on improving its way without end, it does so for as long as `patience` lasts.
pub fn advise(solver: &Solver, puzzle: &dyn Puzzle, patience: Duration, mut watch: Watch<'_>) -> Advised {
    if is_endless(solver, puzzle) {
        watch.limits.time.get_or_insert(patience);
    }
    match puzzle.solve(solver, &Spec::default(), watch) {
        Ok(answer) => advised(answer),
        Err(error) => Advised::Impossible(error.to_string()),
    }
}

fn advised(answer: Answer) -> Advised {
    let (optimal, bound) = (answer.is_optimal(), answer.lower_bound.unwrap_or(0));
    match (answer.solution, answer.stopped_by) {
        (Some(way), _) => {
            let lower_bound = if optimal { way.cost } else { bound };
            Advised::Way(Advice { steps: way.steps, cost: way.cost, lower_bound })
        }
        (None, Some(why)) => Advised::Stopped(why),
        (None, None) => Advised::Unsolvable,
    }
}
