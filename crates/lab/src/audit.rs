//! What a heuristic is worth: its estimates against true distances, over a whole space or a sample of positions.
//!
//! True distances of a whole space come from a breadth-first search from all goals; those of a sample from optimal
//! solutions. Estimates are made from scratch at every position. What is said of a sample is said of the sample only.
//! Cost: about a hundred bytes and one estimate a position.

mod dominance;
mod page;
mod sample;
mod tally;
mod whole;

use std::fmt;

use slidewise_solve::search::{Cancel, Cost, Quality, Stop};
use slidewise_solve::survey::{SurveyError, Unsurveyed};
use slidewise_solve::{Algorithm, GenerateError, Position, Puzzle, SolveError, Solver, Spec};

use crate::svg::Cell;

pub use dominance::{Dominance, by_dominance};
pub use page::{PageError, page};
pub use sample::{SAMPLE_WALK, is_drawn};
pub use slidewise_solve::survey::MOST_POSITIONS;

/// What was found out about a heuristic.
#[derive(Clone, Debug)]
pub struct Audit {
    /// Its name.
    pub heuristic: String,
    /// What it promises.
    pub promised: Quality,
    /// Positions looked at.
    pub positions: u64,
    /// Whether these are all that there are.
    pub whole: bool,
    /// Positions from which it claims more than the true distance.
    pub overestimates: u64,
    /// The one of them that is nearest to the goal.
    pub overestimate: Option<Overestimate>,
    /// Moves over which it changes by more than the move costs, looked at from each side.
    pub jumps: u64,
    /// The first of them that was seen.
    pub jump: Option<Jump>,
    /// Positions for which it is exact.
    pub exact: u64,
    /// The mean estimate.
    pub mean: f64,
    /// The highest estimate.
    pub most: Cost,
    /// The mean true distance.
    pub mean_distance: f64,
    /// The greatest true distance.
    pub most_distance: Cost,
    /// How often each estimate goes with each true distance, by distance and then estimate.
    pub histogram: Vec<Cell>,
    /// The estimate for each position, in an order that is the same for all heuristics.
    pub estimates: Vec<Cost>,
}

impl Audit {
    /// Whether what was seen contradicts what is promised: a bug of ours.
    pub fn breaks_its_promise(&self) -> bool {
        self.promised.admissible && self.overestimates > 0 || self.promised.consistent && self.jumps > 0
    }
}

/// A position from which a heuristic claims too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overestimate {
    /// Where.
    pub position: Position,
    /// What it claims.
    pub estimate: Cost,
    /// How far the goal is.
    pub distance: Cost,
}

/// Two neighbours whose estimates lie further apart than they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jump {
    /// The position with the higher estimate.
    pub from: Position,
    /// Its estimate.
    pub high: Cost,
    /// The position one move away with the lower estimate.
    pub to: Position,
    /// Its estimate.
    pub low: Cost,
}

/// Which positions to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    Whole,
    /// So many random ones.
    Sample {
        /// How many.
        boards: u64,
        /// The same seed gives the same boards.
        seed: u64,
    },
}

/// Why a heuristic was not audited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuditError {
    /// There are more positions than are searched whole.
    TooLarge,
    /// No goal can be reached.
    NoGoal,
    /// It was stopped.
    Stopped(Stop),
    /// This position of the sample, in a line, was not solved optimally.
    Unproven(String),
    /// A sample cannot be had.
    Unsampled(GenerateError),
    /// The heuristic cannot be had for this puzzle.
    Heuristic(SolveError),
}

impl fmt::Display for AuditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(f, "{}; a sample of them can be had", Unsurveyed::TooLarge),
            Self::NoGoal => Unsurveyed::NoGoal.fmt(f),
            Self::Stopped(stop) => Unsurveyed::Stopped(*stop).fmt(f),
            Self::Unproven(line) => {
                write!(f, "{line} was not solved optimally, so its distance is not known")
            }
            Self::Unsampled(error) => error.fmt(f),
            Self::Heuristic(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AuditError {}

impl From<SolveError> for AuditError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::NoGoal => Self::NoGoal,
            SolveError::Interrupted(stop) => Self::Stopped(stop),
            error => Self::Heuristic(error),
        }
    }
}

impl From<SurveyError> for AuditError {
    fn from(error: SurveyError) -> Self {
        match error {
            SurveyError::Space(Unsurveyed::TooLarge | Unsurveyed::LeftOut) => Self::TooLarge,
            SurveyError::Space(Unsurveyed::NoGoal) => Self::NoGoal,
            SurveyError::Space(Unsurveyed::Stopped(stop)) => Self::Stopped(stop),
            SurveyError::Heuristic(error) => error.into(),
        }
    }
}

/// Compares the estimates of a heuristic with true distances. The spec names the heuristic and the metric;
/// the positions are those that can be reached from the puzzle's start, or random ones.
pub fn audit(
    solver: &Solver,
    puzzle: &dyn Puzzle,
    spec: &Spec,
    scope: Scope,
    cancel: &Cancel,
) -> Result<Audit, AuditError> {
    // The heuristic as a guided search gets it.
    let algorithm = spec.algorithm.or(Some(Algorithm::Astar));
    let spec = Spec { algorithm, ..spec.clone() };
    match scope {
        Scope::Whole => whole::audit(solver, puzzle, &spec, cancel),
        Scope::Sample { boards, seed } => sample::audit(solver, puzzle, &spec, (boards, seed), cancel),
    }
}

/// Whether a puzzle is known to have more positions than are searched whole.
pub fn is_too_large(puzzle: &dyn Puzzle) -> bool {
    puzzle.positions().is_some_and(|count| count > MOST_POSITIONS as u128)
}

/// What the heuristic of a spec is called.
fn name(solver: &Solver, puzzle: &dyn Puzzle, spec: &Spec) -> Result<String, AuditError> {
    let plan = spec.plan(solver, puzzle).map_err(SolveError::from)?;
    Ok(plan.heuristic.map(|choice| choice.to_string()).unwrap_or_default())
}
