//! From names to types: the space that holds the puzzle, and its heuristic.

use std::sync::Arc;

use slidewise_puzzles::freeform::{
    Estimate, FreeKey, FreeSpace, Move, Part, Puzzle as FreePuzzle, WithSpace, with_space,
};
use slidewise_puzzles::step::Step;
use slidewise_search::any::AnyKey;
use slidewise_search::layered::{self, Options};
use slidewise_search::{Heuristic, Meter, NoPruning, Reversible, StateSpace};

use super::board::position;
use super::entry::{DISTANCE, MISPLACED};
use crate::erased::{Meaning, Parts, Search, translated};
use crate::plan::Plan;
use crate::position::Position;
use crate::puzzle::Ended;
use crate::refusal::SolveError;
use crate::untyped::TowardsStart;

/// The state space and the heuristic of a plan.
pub(super) fn search(puzzle: &FreePuzzle, plan: &Plan) -> Box<dyn Search> {
    let has = |name: &str| plan.heuristic.as_ref().is_some_and(|choice| choice.has(name));
    let chosen = [(MISPLACED, Part::Misplaced), (DISTANCE, Part::Distance)];
    let parts: Vec<Part> = chosen.into_iter().filter(|(name, _)| has(name)).map(|(_, part)| part).collect();
    let back =
        (plan.algorithm.looks_back() && !parts.is_empty()).then(|| Estimate::towards_start(puzzle, &parts));
    with_space(puzzle, Hold { puzzle, heuristic: Estimate::new(puzzle, &parts), back })
}

struct Hold<'a> {
    puzzle: &'a FreePuzzle,
    heuristic: Estimate,
    /// For searches from both ends.
    back: Option<Estimate>,
}

/// What a search from both ends has to go by on its way from the goal.
fn towards_start<K: FreeKey>(space: &FreeSpace<K>, back: Estimate) -> TowardsStart {
    let (there, quality) = (space.clone(), back.quality(space));
    let estimate = move |key: &AnyKey| {
        let mut state = there.start();
        there.unpack(&K::from_any(key), &mut state);
        back.estimate(&there, &state)
    };
    TowardsStart::new(Box::new(estimate), quality)
}

impl WithSpace for Hold<'_> {
    type Out = Box<dyn Search>;

    fn run<K: FreeKey>(self, space: &FreeSpace<K>) -> Self::Out {
        let names = Names { puzzle: self.puzzle.clone() };
        let back = self.back.map_or(TowardsStart::ZERO, |back| towards_start(space, back));
        let (space, pruner) = (space.clone(), Arc::new(NoPruning));
        let parts = Parts::<_, _, NoPruning, _, _>::new(space, self.heuristic, pruner, names);
        Box::new(parts.looking_back(back))
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

    fn state(&self, space: &FreeSpace<K>, at: &Position) -> Option<<FreeSpace<K> as StateSpace>::State> {
        space.state_at(at.pieces())
    }

    fn steps(&self, space: &FreeSpace<K>, moves: &[Move]) -> Vec<Step> {
        space.steps(&self.puzzle, moves)
    }
}
