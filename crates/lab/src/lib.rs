//! Sliding puzzles solved many ways, and what comes of it: experiments over puzzles and combinations of
//! search, heuristic and the rest ([`experiment`]), what became better or worse ([`baseline`]), two combinations
//! pair by pair ([`paired`]), tables, pages and pictures of results ([`summary`], [`report`], [`svg`]), heuristics
//! against true distances ([`audit`]), searches written down step by step ([`trace`]), puzzles designed ([`design`]).
//!
//! What a puzzle is and how one is solved is in [`solve`]; nothing here knows which kinds of puzzles there are.
//!
//! ```
//! use slidewise_lab::experiment::{Axes, Ended, Experiment, Job, Listener, Loader, Row, Solving, run};
//! use slidewise_lab::search::Cancel;
//! use slidewise_lab::solve::{Algorithm, Reading};
//!
//! struct Silent;
//! impl Listener for Silent {
//!     fn begins(&mut self, _: Job<'_>) {}
//!     fn done(&mut self, _: &Row) -> std::io::Result<()> {
//!         Ok(())
//!     }
//! }
//!
//! let mut loader = Loader::new(Reading::default());
//! loader.add_text(None, "1 2 3/4 0 6/7 5 8")?;
//! let axes = Axes { algorithms: vec![Algorithm::Bfs, Algorithm::Astar], ..Axes::default() };
//! let (instances, specs) = (loader.instances(), axes.product()?);
//! let experiment = Experiment { instances, specs, ..Experiment::named("two searches") };
//! let mut rows = Vec::new();
//! let ended = run(&experiment, &mut Solving::new(()), &Cancel::default(), &mut rows, &mut Silent);
//! assert!(matches!(ended, Ok(Ended::Complete)));
//! assert_eq!(rows.iter().map(|row| row.cost).collect::<Vec<_>>(), [Some(2), Some(2)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod audit;
pub mod baseline;
pub mod board;
pub mod design;
pub mod experiment;
pub mod paired;
pub mod report;
pub mod stats;
pub mod summary;
pub mod svg;
pub mod trace;

/// Puzzles and how they are solved: front ends need no other crate than this one.
pub use slidewise_solve as solve;
pub use slidewise_solve::{machine, puzzles, search, units};
