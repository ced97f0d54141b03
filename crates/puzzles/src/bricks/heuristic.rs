//! Estimates of the cost to the goal of a brick puzzle, and what they promise in each metric.
//!
//! | name | value | promise |
//! |---|---|---|
//! | `distance` | how far the pieces that the goal names are from their places, each alone on the board | admissible |
//! | `goal-blockers` | the same, and one for each other piece that alone cuts a named piece off from its places | admissible |
//! | `chained-blockers` | the same, and one for each group of pieces that shut such a piece in | admissible |
//! | `pdb` | true distances of groups of pieces, as if the others were not there | consistent |
//! | `blockers` | the same, and one for each piece in the rectangle between master and goal | none |
//! | `clearing` | the cheapest ways of the named pieces, each piece on them at a price | none |

/// A heuristic of one number that is worked out from scratch by `of` for every position.
macro_rules! from_scratch {
    ($name:ty, $own:ident => $quality:expr) => {
        impl<B: Bits, K: BrickKey> Heuristic<BrickSpace<B, K>> for $name {
            type Partial = u32;

            fn init(&self, space: &BrickSpace<B, K>, s: &State<B>) -> u32 {
                self.of(space, s)
            }

            fn update(&self, space: &BrickSpace<B, K>, _: u32, _: Move, after: &State<B>) -> u32 {
                self.of(space, after)
            }

            fn value(&self, v: u32) -> Cost {
                told(v)
            }

            fn quality(&self, _: &BrickSpace<B, K>) -> Quality {
                let $own = self;
                $quality
            }
        }
    };
}

mod blockers;
mod chained_blockers;
mod clearing;
mod cuts;
mod distance;
mod estimate;
mod goal_blockers;
mod groups;
mod towards_start;

pub use blockers::Blockers;
pub use chained_blockers::ChainedBlockers;
pub use clearing::Clearing;
pub use distance::Distance;
pub use estimate::Estimate;
pub use goal_blockers::GoalBlockers;
pub use groups::PieceGroups;
pub use towards_start::TowardsStart;

#[cfg(test)]
mod tests;
