//! The default way to solve a brick puzzle: layered breadth-first search with canonical keys, mirror images merged,
//! from both ends when the goal gives every piece its place.

use slidewise_search::layered::{self, Options};
use slidewise_search::{Meter, Reversible, Solution, Verdict, verify};

use super::bits::Bits;
use super::codec::BrickKey;
use super::metric::Metric;
use super::puzzle::Puzzle;
use super::solution::Slide;
use super::space::BrickSpace;
use super::{WithSpace, with_space};

/// How solving ended.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The result; its moves are slides of real pieces.
    pub verdict: Verdict<Slide>,
    /// Positions stored, mirror images merged.
    pub stored: u64,
    /// Whether the search went from both ends.
    pub both_ends: bool,
    /// Positions that share a key, at most: 1 without symmetry.
    pub mirror_images: usize,
}

/// Solves a puzzle in a metric, with proof. A puzzle without a goal is `Unsolvable` only after all of its space
/// was searched; ask [`Puzzle::has_goal`] before.
pub fn solve(puzzle: &Puzzle, metric: Metric, options: &Options, meter: &mut Meter<'_>) -> Solved {
    with_space(puzzle, metric, true, Solver { puzzle, options, meter })
}

struct Solver<'a, 'm> {
    puzzle: &'a Puzzle,
    options: &'a Options,
    meter: &'a mut Meter<'m>,
}

impl WithSpace for Solver<'_, '_> {
    type Out = Solved;

    fn run<B: Bits, K: BrickKey>(self, space: &BrickSpace<B, K>) -> Solved {
        let mirror_images = space.mirror_images();
        if space.is_hopeless(self.puzzle) {
            return Solved { verdict: Verdict::Unsolvable, stored: 1, both_ends: false, mirror_images };
        }
        let goals = space.goals().filter(|goals| !goals.is_empty());
        let outcome = match &goals {
            Some(goals) => layered::solve_from_both_ends(space, goals, self.options, self.meter),
            None => layered::solve(space, self.options, self.meter),
        };
        let verdict = named(space, outcome.verdict);
        Solved { verdict, stored: outcome.stored, both_ends: goals.is_some(), mirror_images }
    }
}

/// The verdict with pieces instead of classes.
pub fn named<B: Bits, K: BrickKey>(
    space: &BrickSpace<B, K>,
    verdict: Verdict<super::moves::Move>,
) -> Verdict<Slide> {
    let translate = |solution: Solution<super::moves::Move>| {
        debug_assert_eq!(verify(space, &solution), Ok(()));
        Solution {
            moves: space.slides(&solution.moves),
            cost: solution.cost,
            proof: solution.proof,
            lower_bound: solution.lower_bound,
        }
    };
    match verdict {
        Verdict::Solved(solution) => Verdict::Solved(translate(solution)),
        Verdict::Unsolvable => Verdict::Unsolvable,
        Verdict::Stopped { why, best, lower_bound } => {
            Verdict::Stopped { why, best: best.map(translate), lower_bound }
        }
    }
}
