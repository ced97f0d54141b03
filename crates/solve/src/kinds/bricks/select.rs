//! From names to types: the space that holds the puzzle, and its heuristic.

use std::sync::Arc;

use slidewise_puzzles::bricks::bits::Bits;
use slidewise_puzzles::bricks::codec::BrickKey;
use slidewise_puzzles::bricks::course::steps_of;
use slidewise_puzzles::bricks::heuristic::{Blockers, Distance, Estimate, GoalBlockers};
use slidewise_puzzles::bricks::{BrickSpace, Move, Puzzle as BrickPuzzle, WithSpace, with_space};
use slidewise_puzzles::step::Step;
use slidewise_search::{NoPruning, StateSpace};

use super::board::position;
use super::entry::{BLOCKERS, DISTANCE, GOAL_BLOCKERS};
use super::{Bricks, brick_metric};
use crate::erased::{Meaning, Parts, Search};
use crate::plan::Plan;
use crate::position::Position;

/// The state space and the heuristic of a plan.
pub(super) fn search(bricks: &Bricks, plan: &Plan) -> Box<dyn Search> {
    // Only the layered search finds its way back among mirror images.
    with_space(&bricks.puzzle, brick_metric(plan.metric), false, ByHeuristic { bricks, plan })
}

struct ByHeuristic<'a> {
    bricks: &'a Bricks,
    plan: &'a Plan,
}

impl WithSpace for ByHeuristic<'_> {
    type Out = Box<dyn Search>;

    fn run<B: Bits, K: BrickKey>(self, space: &BrickSpace<B, K>) -> Self::Out {
        let has = |name: &str| self.plan.heuristic.as_ref().is_some_and(|choice| choice.has(name));
        let heuristic = if has(GOAL_BLOCKERS) {
            Estimate::GoalBlockers(GoalBlockers::new(space))
        } else if has(BLOCKERS) {
            Estimate::Blockers(Blockers::new(space))
        } else if has(DISTANCE) {
            Estimate::Distance(Distance::new(space))
        } else {
            Estimate::Zero
        };
        let names = Names { puzzle: self.bricks.puzzle.clone() };
        Box::new(Parts::<_, _, NoPruning, _>::new(space.clone(), heuristic, Arc::new(NoPruning), names))
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

    fn steps(&self, space: &BrickSpace<B, K>, moves: &[Move]) -> Vec<Step> {
        steps_of(&space.slides(moves))
    }
}
