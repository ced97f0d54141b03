//! Designing puzzles: which placements of some pieces are the hardest to solve.
//!
//! A [`Frame`] is a board with the pieces that the goal names; [`Set`]s of other pieces are added to it. Of a set all
//! placements are looked at ([`survey`]), or those that can be reached from one ([`survey_around`]), which is what
//! there is to sample where all are too many. Either way one breadth-first search from all goals at once gives every
//! placement its distance, so the hardest start costs no more than any other.

mod distances;
mod frame;
mod pick;

pub use frame::{Frame, FrameError, Rectangle, Set, Unplaced};
pub use pick::{Wish, pick};

use super::bits::Bits;
use super::codec::BrickKey;
use super::components::components;
use super::metric::Metric;
use super::puzzle::Puzzle;
use super::space::BrickSpace;
use super::{WithSpace, with_space, with_space_anywhere};
use distances::{Distances, Positions};
use slidewise_search::StateSpace;

/// What is known of the placements of a set of pieces, in one metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surveyed {
    /// Placements looked at, equal pieces not told apart.
    pub placements: u64,
    /// The same up to mirror images, where board and goal are symmetric.
    pub up_to_mirror: u64,
    /// Parts into which moves divide them, where all placements were looked at.
    pub parts: Option<u64>,
    /// Placements from which the goal can be reached.
    pub solvable: u64,
    /// The longest of the shortest solutions; `None` if the goal can be reached from nowhere.
    pub hardest: Option<Hardest>,
}

/// The hardest starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hardest {
    /// The length of their shortest solution.
    pub length: u64,
    /// How many there are.
    pub count: u64,
    /// The same up to mirror images.
    pub up_to_mirror: u64,
    /// One of them.
    pub start: Puzzle,
}

/// What a survey may use.
pub struct Bounds<'g> {
    /// The most placements that it may hold.
    pub most: usize,
    /// Asked now and then whether to go on.
    pub go_on: &'g dyn Fn() -> bool,
}

/// Why a survey came to no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// There are more placements than it may hold.
    TooMany,
    /// It was told to end.
    Ended,
}

/// Surveys all placements of the pieces of a puzzle.
pub fn survey(puzzle: &Puzzle, metric: Metric, bounds: &Bounds<'_>) -> Result<Surveyed, Unfinished> {
    with_space_anywhere(puzzle, metric, Surveyor { puzzle, bounds, all: true })
}

/// Surveys the placements that can be reached from the start of a puzzle.
pub fn survey_around(puzzle: &Puzzle, metric: Metric, bounds: &Bounds<'_>) -> Result<Surveyed, Unfinished> {
    with_space(puzzle, metric, false, Surveyor { puzzle, bounds, all: false })
}

struct Surveyor<'a> {
    puzzle: &'a Puzzle,
    bounds: &'a Bounds<'a>,
    all: bool,
}

impl WithSpace for Surveyor<'_> {
    type Out = Result<Surveyed, Unfinished>;

    fn run<B: Bits, K: BrickKey>(self, space: &BrickSpace<B, K>) -> Self::Out {
        let positions = match self.all {
            true => Positions::all(space, self.bounds)?,
            false => Positions::around(space, self.bounds)?,
        };
        let parts = self.all.then(|| components(space, &positions.keys).len() as u64);
        let distances = positions.into_distances(space, self.bounds)?;
        Ok(Surveyed {
            placements: distances.keys().len() as u64,
            up_to_mirror: least_of_images(space, distances.keys().iter().copied()),
            parts,
            solvable: distances.solvable(),
            hardest: self.hardest(space, &distances),
        })
    }
}

impl Surveyor<'_> {
    fn hardest<B: Bits, K: BrickKey>(
        &self,
        space: &BrickSpace<B, K>,
        distances: &Distances<K>,
    ) -> Option<Hardest> {
        let length = distances.longest()?;
        let all: Vec<K> = distances.at(length).collect();
        let start = started_from(space, self.puzzle, *all.first()?)?;
        let up_to_mirror = least_of_images(space, all.iter().copied());
        Some(Hardest { length: length.into(), count: all.len() as u64, up_to_mirror, start })
    }
}

/// The puzzle that begins at a position.
fn started_from<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>, puzzle: &Puzzle, key: K) -> Option<Puzzle> {
    let mut state = space.start();
    space.unpack(&key, &mut state);
    space.position(puzzle, &state).as_start(puzzle).ok()
}

/// How many positions have no mirror image with a smaller key. Where a position is there, its mirror images are
/// counted as if they were too.
fn least_of_images<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>, keys: impl Iterator<Item = K>) -> u64 {
    let mut state = space.start();
    let least = keys.filter(|key| {
        space.unpack(key, &mut state);
        space.images(&state).all(|image| *key <= image)
    });
    least.count() as u64
}

#[cfg(test)]
mod tests;
