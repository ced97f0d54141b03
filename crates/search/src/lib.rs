//! Generic state-space search: it knows no puzzle, prints nothing and reads no clock in a loop.

pub mod engine;
pub mod heuristic;
pub mod meter;
pub mod space;
pub mod verdict;

pub use engine::Engine;
pub use heuristic::{Blind, Heuristic, Max, Quality};
pub use meter::{Cancel, Event, Limits, Meter, Observer, Stats, Stop};
pub use space::{Cost, Reversible, StateSpace};
pub use verdict::{Proof, Refuted, Solution, Verdict, Weight, verify};
