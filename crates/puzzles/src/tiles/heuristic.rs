//! Heuristics for tile puzzles. The blank never counts.
//!
//! They work on labels (goal cells), so each serves every goal. In the multi-tile metric one move may push many
//! tiles, so all but the walking distance, whose table is built for the metric, lose their promises there.

mod combined;
mod guided;
pub mod learned;
mod line_by_line;
mod linear_conflict;
mod manhattan;
mod max_of;
mod misplaced;
pub mod pattern_db;
mod walking_distance;

use slidewise_search::Quality;

use super::metric::Metric;

pub use combined::Combined;
pub use guided::Guided;
pub use learned::Learned;
pub use line_by_line::LineByLine;
pub(super) use line_by_line::{conflicts, steps_to_help};
pub(super) use linear_conflict::Axis;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use max_of::MaxOf;
pub use misplaced::Misplaced;
pub use pattern_db::{PatternDb, SmallDb, WideDb};
pub use walking_distance::{TooManyStates, Unbuilt, WalkingDistance};

/// What a heuristic that counts single steps of tiles promises in a metric.
fn step_counting_quality<M: Metric>() -> Quality {
    if M::MULTI { Quality::NONE } else { Quality::CONSISTENT }
}
