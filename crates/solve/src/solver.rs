//! What is kept between puzzles: tables that are dear to build, and where large searches may put what does not fit.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use slidewise_puzzles::pdb::{FileError, file};
use slidewise_puzzles::tiles::heuristic::Learned;
use slidewise_search::{Cancel, Crew, Limits};

use crate::answer::{Answer, Watch};
use crate::checkpoint::Checkpoint;
use crate::kinds::tiles::Tables;
use crate::puzzle::Puzzle;
use crate::refusal::SolveError;
use crate::spec::Spec;

/// How long a search that would improve its solution without end goes on if no limit is given.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Solves puzzles, and keeps the tables that it built for the next one.
#[derive(Default)]
pub struct Solver {
    pub(crate) tables: Tables,
    spill: Option<PathBuf>,
    checkpoint: Option<Arc<Checkpoint>>,
    crew: Option<Arc<Crew>>,
}

impl Solver {
    /// A solver without any tables yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets searches put what does not fit into memory into this directory, rather than end.
    #[must_use]
    pub fn spilling_to(self, directory: PathBuf) -> Self {
        Self { spill: Some(directory), ..self }
    }

    /// Keeps the next search in a file, and goes on from it if it is there. For IDA* only.
    #[must_use]
    pub fn keeping_in(self, checkpoint: Checkpoint) -> Self {
        Self { checkpoint: Some(Arc::new(checkpoint)), ..self }
    }

    /// Where the search is kept.
    pub fn checkpoint(&self) -> Option<&Arc<Checkpoint>> {
        self.checkpoint.as_ref()
    }

    /// Shares searches with other processes, all of which have the same to do. One of them alone is no crew.
    #[must_use]
    pub fn sharing_with(self, crew: Arc<Crew>) -> Self {
        Self { crew: Some(crew).filter(|crew| crew.size() > 1), ..self }
    }

    /// The processes that share searches.
    pub fn crew(&self) -> Option<&Arc<Crew>> {
        self.crew.as_ref()
    }

    /// Lets small tables that had to be built be kept in the cache directory, for the next run to find.
    #[must_use]
    pub fn keeping_small_tables(mut self) -> Self {
        self.tables.keep_small();
        self
    }

    /// Where searches put what does not fit into memory.
    pub fn spill(&self) -> Option<&Path> {
        self.spill.as_deref()
    }

    /// Solves a puzzle without limits, but for ten seconds where a search would go on improving its solution without
    /// end. Unsolvable is an answer, not an error.
    pub fn solve(&self, puzzle: &dyn Puzzle, spec: &Spec) -> Result<Answer, SolveError> {
        let watch = Watch { limits: Limits::default(), cancel: Cancel::default(), observer: &mut () };
        puzzle.solve(self, spec, watch)
    }

    /// The pattern tables in memory, each by a name of its own: where there are no files, a program can keep them
    /// elsewhere, with [`Solver::table`] and [`Solver::add_table`].
    pub fn table_names(&self) -> Vec<String> {
        self.tables.patterns.names()
    }

    /// A pattern table in memory as the bytes of its file.
    pub fn table(&self, name: &str) -> Option<Vec<u8>> {
        self.tables.patterns.bytes_of(name)
    }

    /// Has a pattern table at hand from now on. All of it is checked.
    pub fn add_table(&self, bytes: &[u8]) -> Result<(), FileError> {
        self.tables.patterns.add(file::from_bytes(bytes)?);
        Ok(())
    }

    /// Uses a learned table from now on for tile boards of its size, instead of the one that comes with the program.
    pub fn add_learned(&self, table: Learned) {
        self.tables.add_learned(table);
    }
}
