//! What each heuristic says of a board, for `check` and for lower bounds.

use slidewise_puzzles::tiles::heuristic::{Combined, LinearConflict, Manhattan, Misplaced};
use slidewise_puzzles::tiles::repr::Words;
use slidewise_puzzles::tiles::{Metric, Multi, Single, TilePuzzle, TileSpace};
use slidewise_search::{Blind, Cost, Heuristic, Quality, StateSpace};

use super::{Tables, shape_of};
use crate::registry::{Named, TileHeuristic, TileMetric};

/// One heuristic's word on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimated {
    /// Which.
    pub heuristic: TileHeuristic,
    /// Its value, and what that promises; `None` if its table is too large to build for this.
    pub value: Option<(Cost, Quality)>,
}

/// What every heuristic says of the start of a puzzle.
pub(crate) fn estimates(tables: &Tables, puzzle: &TilePuzzle, metric: TileMetric) -> Vec<Estimated> {
    match metric {
        TileMetric::Single => all::<Single>(tables, puzzle),
        TileMetric::Multi => all::<Multi>(tables, puzzle),
    }
}

/// The largest admissible one: no solution is cheaper.
pub(crate) fn lower_bound(tables: &Tables, puzzle: &TilePuzzle, metric: TileMetric) -> Cost {
    let values = estimates(tables, puzzle, metric).into_iter().filter_map(|estimated| estimated.value);
    values.filter(|(_, quality)| quality.admissible).map(|(value, _)| value).max().unwrap_or(0)
}

fn all<M: Metric>(tables: &Tables, puzzle: &TilePuzzle) -> Vec<Estimated> {
    // The representation of words holds every board.
    let Some(space) = TileSpace::<Words, M>::new(puzzle) else { return Vec::new() };
    let walking = tables.cheap_walking(&shape_of(puzzle), M::MULTI);
    let value = |heuristic| match heuristic {
        TileHeuristic::Zero => Some(said(&space, &Blind)),
        TileHeuristic::Misplaced => Some(said(&space, &Misplaced)),
        TileHeuristic::Manhattan => Some(said(&space, &Manhattan)),
        TileHeuristic::LinearConflict => Some(said(&space, &LinearConflict)),
        TileHeuristic::WalkingDistance => walking.as_ref().map(|walking| said(&space, walking)),
        TileHeuristic::Learned => {
            tables.learned(&shape_of(puzzle)).as_ref().map(|learned| said(&space, learned))
        }
        TileHeuristic::Combined => Some(said(&space, &Combined::new(walking.clone(), M::MULTI))),
        // Its tables take a while to build, and the largest do not fit a quick look.
        TileHeuristic::Pdb => None,
    };
    TileHeuristic::ALL.iter().map(|&heuristic| Estimated { heuristic, value: value(heuristic) }).collect()
}

fn said<P: StateSpace, H: Heuristic<P>>(space: &P, heuristic: &H) -> (Cost, Quality) {
    (heuristic.estimate(space, &space.start()), heuristic.quality(space))
}
