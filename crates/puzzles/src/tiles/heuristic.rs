//! Heuristics for tile puzzles. The blank never counts.
//!
//! They work on labels (goal cells), so each serves every goal. In the multi-tile metric one move may push many
//! tiles, so all but walking distance and pattern databases that are built for the metric lose their promises there.

mod combined;
mod composed;
mod guide;
mod guided;
pub mod learned;
mod line_by_line;
mod linear_conflict;
mod manhattan;
mod misplaced;
mod multi_db;
mod one_of;
pub mod pattern_db;
mod small_combined;
mod textbook;
mod walking_distance;
mod words;

use slidewise_search::Quality;

use super::metric::Metric;

pub use combined::Combined;
pub use composed::{Composed, Part};
pub use guide::Guide;
pub use guided::Guided;
pub use learned::Learned;
pub use line_by_line::LineByLine;
pub(super) use line_by_line::{conflicts, steps_to_help};
pub(super) use linear_conflict::Axis;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
pub use multi_db::MultiDb;
pub use pattern_db::{PatternDb, SmallDb, WideDb};
pub use small_combined::SmallCombined;
pub use textbook::{Simple, Textbook};
pub use walking_distance::{TooManyStates, Unbuilt, WalkingDistance};

/// What a heuristic that counts single steps of tiles promises in a metric.
fn step_counting_quality(metric: impl Metric) -> Quality {
    if metric.is_multi() { Quality::NONE } else { Quality::CONSISTENT }
}
