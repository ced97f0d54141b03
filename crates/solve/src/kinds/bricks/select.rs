//! From names to types: the space that holds the puzzle, and its heuristic.

use std::sync::Arc;

use slidewise_puzzles::bricks::bits::Bits;
use slidewise_puzzles::bricks::codec::BrickKey;
use slidewise_puzzles::bricks::course::steps_of;
use slidewise_puzzles::bricks::heuristic::{
    Blockers, ChainedBlockers, Clearing, Distance, Estimate, GoalBlockers, PieceGroups,
    TowardsStart as PieceDistances,
};
use slidewise_puzzles::bricks::{BrickSpace, Move, Puzzle as BrickPuzzle, WithSpace, with_space};
use slidewise_puzzles::step::Step;
use slidewise_search::any::AnyKey;
use slidewise_search::{Heuristic, Meter, NoPruning, StateSpace, Stop};

use super::board::position;
use super::entry::{BLOCKERS, CHAINED_BLOCKERS, CLEARING, DISTANCE, GOAL_BLOCKERS, PDB};
use super::{Bricks, brick_metric};
use crate::erased::{Meaning, Parts, Search};
use crate::plan::Plan;
use crate::position::Position;
use crate::refusal::SolveError;
use crate::untyped::TowardsStart;

/// The state space and the heuristic of a plan.
pub(super) fn search(bricks: &Bricks, plan: &Plan, meter: &Meter<'_>) -> Result<Box<dyn Search>, SolveError> {
    // Only the layered search finds its way back among mirror images.
    with_space(&bricks.puzzle, brick_metric(plan.metric), false, ByHeuristic { bricks, plan, meter })
}

struct ByHeuristic<'a, 'm> {
    bricks: &'a Bricks,
    plan: &'a Plan,
    meter: &'a Meter<'m>,
}

impl ByHeuristic<'_, '_> {
    /// Of those about blockers the one that is never below the others that were named.
    fn heuristic<B: Bits, K: BrickKey>(&self, space: &BrickSpace<B, K>) -> Result<Estimate, SolveError> {
        let has = |name: &str| self.plan.heuristic.as_ref().is_some_and(|choice| choice.has(name));
        let mut parts = Vec::new();
        if has(CHAINED_BLOCKERS) {
            parts.push(Estimate::ChainedBlockers(ChainedBlockers::new(space)));
        } else if has(GOAL_BLOCKERS) {
            parts.push(Estimate::GoalBlockers(GoalBlockers::new(space)));
        } else if has(DISTANCE) && !has(BLOCKERS) {
            parts.push(Estimate::Distance(Distance::new(space)));
        }
        if has(BLOCKERS) {
            parts.push(Estimate::Blockers(Blockers::new(space)));
        }
        if has(CLEARING) {
            parts.push(Estimate::Clearing(Clearing::new(space)));
        }
        if has(PDB) {
            let mut stop = None;
            let mut go_on = || {
                stop = self.meter.check_clock().err();
                stop.is_none()
            };
            match PieceGroups::new(space, &mut go_on) {
                Some(groups) => parts.push(Estimate::Groups(groups)),
                None => return Err(SolveError::Interrupted(stop.unwrap_or(Stop::Cancelled))),
            }
        }
        Ok(Estimate::largest(parts))
    }

    /// What a search from both ends has to go by on its way from the goal.
    fn back<B: Bits, K: BrickKey>(&self, space: &BrickSpace<B, K>, heuristic: &Estimate) -> TowardsStart {
        if !self.plan.algorithm.looks_back() || matches!(heuristic, Estimate::Zero) {
            return TowardsStart::ZERO;
        }
        let (there, back) = (space.clone(), PieceDistances::new(space));
        let quality = back.quality(space);
        let estimate = move |key: &AnyKey| {
            let mut state = there.start();
            there.unpack(&K::from_any(key), &mut state);
            back.estimate(&there, &state)
        };
        TowardsStart::new(Box::new(estimate), quality)
    }
}

impl WithSpace for ByHeuristic<'_, '_> {
    type Out = Result<Box<dyn Search>, SolveError>;

    fn run<B: Bits, K: BrickKey>(self, space: &BrickSpace<B, K>) -> Self::Out {
        let heuristic = self.heuristic(space)?;
        let back = self.back(space, &heuristic);
        let names = Names { puzzle: self.bricks.puzzle.clone() };
        let parts = Parts::<_, _, NoPruning, _, _>::new(space.clone(), heuristic, Arc::new(NoPruning), names);
        Ok(Box::new(parts.looking_back(back)))
    }
}

/// The pieces of a puzzle: inside the space those of equal shape and role are one class.
struct Names {
    puzzle: BrickPuzzle,
}

impl<B: Bits, K: BrickKey> Meaning<BrickSpace<B, K>> for Names {
    fn position(&self, space: &BrickSpace<B, K>, key: &K) -> Position {
        let mut state = space.start();
        space.unpack(key, &mut state);
        position(&space.position(&self.puzzle, &state))
    }

    fn state(
        &self,
        space: &BrickSpace<B, K>,
        at: &Position,
    ) -> Option<<BrickSpace<B, K> as StateSpace>::State> {
        space.state_at(at.pieces())
    }

    fn steps(&self, space: &BrickSpace<B, K>, moves: &[Move]) -> Vec<Step> {
        steps_of(&space.slides(moves))
    }
}
