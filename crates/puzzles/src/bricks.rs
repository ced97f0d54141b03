//! Sliding blocks: rigid pieces of any shape on a board with walls, slid until the goal is met.

mod arrangements;
pub mod bits;
pub mod codec;
mod components;
mod construct;
pub mod course;
pub mod design;
mod explore;
mod geometry;
pub mod heuristic;
pub mod library;
mod metric;
mod moves;
pub mod notation;
pub mod parse;
mod puzzle;
pub mod replay;
pub mod solution;
pub mod solve;
mod space;
mod symmetry;
pub mod write;

pub use arrangements::arrangements;
pub use components::Connectivity;
pub use construct::Constructor;
pub use explore::{Explored, Keeping, ToGoal, Wanted, explore, explore_kept};
pub use metric::{Metric, UnknownMetric};
pub use moves::{Move, MoveList};
pub use parse::{Format, ParseError, Parsed, parse, parse_many};
pub use puzzle::{About, Axis, Condition, Gate, Goal, MAX_CELLS, Piece, Puzzle, PuzzleError};
pub use replay::{Position, ReplayError, replay};
pub use solution::Slide;
pub use solve::{Solved, solve};
pub use space::BrickSpace;

use bits::{Bits, Wide};
use codec::BrickKey;
use slidewise_search::layered::Bytes;

/// Something to be done with the space of a puzzle, whatever the size of its boards and keys.
pub trait WithSpace {
    /// What comes out.
    type Out;
    /// Does it.
    fn run<B: Bits, K: BrickKey>(self, space: &BrickSpace<B, K>) -> Self::Out;
}

/// Makes the space of a puzzle, with the smallest types that hold it, and hands it to `visitor`.
pub fn with_space<V: WithSpace>(puzzle: &Puzzle, metric: Metric, mirror: bool, visitor: V) -> V::Out {
    hand_over(AnySpace::new(puzzle, metric, mirror, false), visitor)
}

/// The same for all positions in which the pieces can be laid on the board, whether they can be slid there or not.
fn with_space_anywhere<V: WithSpace>(puzzle: &Puzzle, metric: Metric, visitor: V) -> V::Out {
    hand_over(AnySpace::new(puzzle, metric, false, true), visitor)
}

fn hand_over<V: WithSpace>(space: AnySpace, visitor: V) -> V::Out {
    match space {
        AnySpace::Small(space) => visitor.run(&space),
        AnySpace::Medium(space) => visitor.run(&space),
        #[cfg(feature = "every-key-width")]
        AnySpace::Large(space) => visitor.run(&space),
        AnySpace::Largest(space) => visitor.run(&space),
    }
}

/// A space of one of the types there are.
enum AnySpace {
    Small(BrickSpace<u64, u64>),
    Medium(BrickSpace<u128, u128>),
    #[cfg(feature = "every-key-width")]
    Large(BrickSpace<Wide, Bytes<64>>),
    Largest(BrickSpace<Wide, Bytes<MAX_CELLS>>),
}

impl AnySpace {
    /// Not generic, so that all that makes a space is compiled once and not with every visitor.
    fn new(puzzle: &Puzzle, metric: Metric, mirror: bool, anywhere: bool) -> Self {
        if let Some(space) = BrickSpace::of_pieces(puzzle, metric, mirror, anywhere) {
            return Self::Small(space);
        }
        if let Some(space) = BrickSpace::of_pieces(puzzle, metric, mirror, anywhere) {
            return Self::Medium(space);
        }
        #[cfg(feature = "every-key-width")]
        if let Some(space) = BrickSpace::of_pieces(puzzle, metric, mirror, anywhere) {
            return Self::Large(space);
        }
        let space = BrickSpace::of_pieces(puzzle, metric, mirror, anywhere);
        Self::Largest(space.expect("a byte for each cell holds any position of the largest board"))
    }
}
