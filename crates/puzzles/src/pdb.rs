//! Pattern databases: tables of exact distances of some of the tiles, whose sums and maxima are the strongest
//! heuristics known for sliding tiles.

mod access;
mod build;
mod cache;
pub mod catalogue;
mod downhill;
pub mod file;
mod layout;
mod memory;
pub(crate) mod multi;
mod partition;
mod pattern;
mod proof;
mod rank;
mod spot;
mod symmetry;
mod table;

pub use access::Access;
pub use build::{BuildError, BuildOptions, Progress, build};
pub use cache::{Cache, NOWHERE, VARIABLE, Warning};
pub use catalogue::{Library, RECIPES, Recipe};
pub use file::{FileError, Info};
pub use multi::{MultiTable, build_multi, farthest, most_tiles, nearest, serving};
pub use partition::{Partition, PartitionError};
pub use pattern::{MAX_CELLS, MAX_TILES, Pattern, PatternError};
pub use proof::Flaw;
pub use symmetry::Symmetry;
pub use table::Table;
