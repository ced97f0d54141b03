//! Puzzles solved by name: the one place where names meet types, and all that a front end needs.

mod answer;
pub mod machine;
pub mod registry;
pub mod spec;
mod tiles;

use slidewise_puzzles::tiles::TilePuzzle;

pub use answer::{Chosen, Outcome, TileAnswer, TileSolution};
pub use spec::{HeuristicChoice, TileSpec, WeightChoice};
pub use tiles::{SolveError, Watch, auto_weight};

/// Solves puzzles, and keeps the tables that it built for the next one.
#[derive(Default)]
pub struct Lab {
    tables: tiles::Tables,
}

impl Lab {
    /// A lab without any tables yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Solves a tile puzzle. Unsolvable and out-of-budget are answers, not errors.
    pub fn solve(
        &self,
        puzzle: &TilePuzzle,
        spec: &TileSpec,
        watch: Watch<'_>,
    ) -> Result<TileAnswer, SolveError> {
        tiles::solve(&self.tables, puzzle, spec, watch)
    }
}
