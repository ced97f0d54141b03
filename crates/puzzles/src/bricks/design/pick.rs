//! A start that is as hard as one wishes.

use slidewise_search::StateSpace;

use super::super::bits::Bits;
use super::super::codec::BrickKey;
use super::super::metric::Metric;
use super::super::puzzle::Puzzle;
use super::super::space::BrickSpace;
use super::super::{WithSpace, with_space};
use super::distances::Positions;
use super::{Bounds, Unfinished, started_from};
use crate::random::Rng;

/// What a start is to be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The shortest solution is at least so long.
    pub least: u64,
    /// And at most so long.
    pub most: u64,
    /// There is one shortest solution only.
    pub one_way: bool,
    /// Every piece that can move at all has a part in the shortest solution.
    pub no_idle: bool,
}

/// A start among all that can be reached from the start of a puzzle, each as likely as the others; `None` if there is
/// none such.
pub fn pick(
    puzzle: &Puzzle,
    metric: Metric,
    wish: &Wish,
    rng: &mut Rng,
    bounds: &Bounds<'_>,
) -> Result<Option<Puzzle>, Unfinished> {
    with_space(puzzle, metric, false, Picker { puzzle, wish, rng, bounds })
}

struct Picker<'a> {
    puzzle: &'a Puzzle,
    wish: &'a Wish,
    rng: &'a mut Rng,
    bounds: &'a Bounds<'a>,
}

impl WithSpace for Picker<'_> {
    type Out = Result<Option<Puzzle>, Unfinished>;

    fn run<B: Bits, K: BrickKey>(self, space: &BrickSpace<B, K>) -> Self::Out {
        let distances = Positions::around(space, self.bounds)?.into_distances(space, self.bounds)?;
        let mut found: Vec<K> =
            distances.between(self.wish.least, self.wish.most).map(|(key, _)| key).collect();
        self.rng.shuffle(&mut found);
        for (tried, key) in found.into_iter().enumerate() {
            if tried % 1024 == 1023 && !(self.bounds.go_on)() {
                return Err(Unfinished::Ended);
            }
            let Some(moves) = distances.way(space, key, self.wish.one_way) else { continue };
            let mut state = space.start();
            space.unpack(&key, &mut state);
            let slides = space.slides_from(&state, &moves);
            let moved = |piece: usize| slides.iter().any(|slide| slide.piece == piece);
            let idle = |piece: usize| !self.puzzle.pieces()[piece].fixed && !moved(piece);
            if self.wish.no_idle && (0..self.puzzle.pieces().len()).any(idle) {
                continue;
            }
            return Ok(started_from(space, self.puzzle, key));
        }
        Ok(None)
    }
}
