//! Estimates of the cost to the goal of a brick puzzle, and what they promise in each metric.
//!
//! | name | value | promise |
//! |---|---|---|
//! | `distance` | how far the pieces that the goal names are from their places, each alone on the board | admissible |
//! | `goal-blockers` | the same, and one for each other piece that alone cuts a named piece off from its places | admissible |
//! | `blockers` | the same, and one for each piece in the rectangle between master and goal | none |

mod blockers;
mod distance;
mod estimate;
mod goal_blockers;

pub use blockers::Blockers;
pub use distance::Distance;
pub use estimate::Estimate;
pub use goal_blockers::GoalBlockers;

#[cfg(test)]
mod tests;
