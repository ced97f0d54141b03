//! From names to types: the space that holds the puzzle, and its heuristic.

use std::sync::Arc;

use slidewise_puzzles::freeform::{
    Estimate, FreeKey, FreeSpace, Move, Part, Puzzle as FreePuzzle, WithSpace, with_space,
};
use slidewise_puzzles::step::Step;
use slidewise_search::layered::{self, Options};
use slidewise_search::{Meter, NoPruning, Reversible, StateSpace};

use super::board::position;
use super::entry::{DISTANCE, MISPLACED};
use crate::erased::{Meaning, Parts, Search, translated};
use crate::plan::Plan;
use crate::position::Position;
use crate::puzzle::Ended;
use crate::refusal::SolveError;

/// The state space and the heuristic of a plan.
pub(super) fn search(puzzle: &FreePuzzle, plan: &Plan) -> Box<dyn Search> {
    let has = |name: &str| plan.heuristic.as_ref().is_some_and(|choice| choice.has(name));
    let chosen = [(MISPLACED, Part::Misplaced), (DISTANCE, Part::Distance)];
    let parts: Vec<Part> = chosen.into_iter().filter(|(name, _)| has(name)).map(|(_, part)| part).collect();
    with_space(puzzle, Hold { puzzle, heuristic: Estimate::new(puzzle, &parts) })
}

struct Hold<'a> {
    puzzle: &'a FreePuzzle,
    heuristic: Estimate,
}

impl WithSpace for Hold<'_> {
    type Out = Box<dyn Search>;

    fn run<K: FreeKey>(self, space: &FreeSpace<K>) -> Self::Out {
        let names = Names { puzzle: self.puzzle.clone() };
        Box::new(Parts::<_, _, NoPruning, _>::new(space.clone(), self.heuristic, Arc::new(NoPruning), names))
    }
}

/// Breadth-first in layers, from both ends if all positions that meet the goal are known.
pub(super) fn layered(
    puzzle: &FreePuzzle,
    options: &Options,
    meter: &mut Meter<'_>,
) -> Result<Ended, SolveError> {
    with_space(puzzle, InLayers { puzzle, options, meter })
}

struct InLayers<'a, 'm> {
    puzzle: &'a FreePuzzle,
    options: &'a Options,
    meter: &'a mut Meter<'m>,
}

impl WithSpace for InLayers<'_, '_> {
    type Out = Result<Ended, SolveError>;

    fn run<K: FreeKey>(self, space: &FreeSpace<K>) -> Self::Out {
        let outcome = match space.goals().filter(|goals| !goals.is_empty()) {
            Some(goals) => layered::solve_from_both_ends(space, &goals, self.options, self.meter),
            None => layered::solve(space, self.options, self.meter),
        };
        let names = Names { puzzle: self.puzzle.clone() };
        let verdict = translated(space, &names, outcome.verdict).map_err(SolveError::Refuted)?;
        Ok(Ended { verdict, explored: Some(outcome.stored) })
    }
}

/// The tiles of a puzzle: inside the space those with equal labels are one class.
struct Names {
    puzzle: FreePuzzle,
}

impl<K: FreeKey> Meaning<FreeSpace<K>> for Names {
    fn position(&self, space: &FreeSpace<K>, key: &K) -> Position {
        let mut state = space.start();
        space.unpack(key, &mut state);
        position(&space.position(&state))
    }

    fn steps(&self, space: &FreeSpace<K>, moves: &[Move]) -> Vec<Step> {
        space.steps(&self.puzzle, moves)
    }
}
