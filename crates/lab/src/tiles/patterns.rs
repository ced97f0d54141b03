//! Pattern databases by name: which tables a wish like `pdb`, `pdb:7-8` or `pdb:FILE` means, found or built.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use slidewise_puzzles::pdb::catalogue::quick;
use slidewise_puzzles::pdb::{BuildError, BuildOptions, Cache, Library, Partition, Recipe, Warning, file};
use slidewise_puzzles::tiles::Shape;
use slidewise_puzzles::tiles::heuristic::pattern_db::{
    InstantDb, RankedDb, WideDb, from_library, from_table, instant,
};
use slidewise_search::{Cancel, Stop};

use super::SolveError;

/// A pattern heuristic of one of the types that searches are compiled for.
#[derive(Clone)]
pub(super) enum Patterns {
    /// Small tables in memory, for 4×4.
    Instant(Arc<InstantDb>),
    /// Up to eight lookups.
    Ranked(Arc<RankedDb>),
    /// Up to 32 lookups.
    Wide(Arc<WideDb>),
}

/// What the tables in memory were asked for by: wish, rows, columns, goal cell of the blank.
type Wish = (Option<String>, usize, usize, usize);

/// Tables in memory and, if there is a cache directory, on disk.
pub(crate) struct PatternTables {
    kept: Mutex<Library>,
    ready: Mutex<HashMap<Wish, Patterns>>,
}

impl Default for PatternTables {
    fn default() -> Self {
        Self { kept: Mutex::new(Library::new(Cache::default_place())), ready: Mutex::default() }
    }
}

impl PatternTables {
    /// The tables for a wish: `None` for what suits the board, `Some("7-8")` for groups, `Some(path)` for a file.
    /// Tables with a name that are on disk are used; others are built in memory. Warnings go to `warn`.
    pub(super) fn get(
        &self,
        shape: &Shape,
        wish: Option<&str>,
        threads: usize,
        cancel: &Cancel,
        warn: &mut Vec<String>,
    ) -> Result<Patterns, SolveError> {
        let key = (wish.map(str::to_string), shape.rows(), shape.cols(), shape.blank_home());
        if let Some(patterns) = self.ready.lock().unwrap_or_else(|p| p.into_inner()).get(&key) {
            return Ok(patterns.clone());
        }
        let mut options = BuildOptions { cancel: cancel.clone(), ..BuildOptions::quiet(threads) };
        let patterns = match wish {
            None => self.suited(shape, threads, &mut options, warn)?,
            Some(name) if Path::new(name).is_file() => from_file(shape, name)?,
            Some(groups) => {
                let partition = Partition::parse(groups, shape.rows(), shape.cols(), shape.blank_home())
                    .map_err(|error| failed(format!("pdb:{groups}: {error}")))?;
                self.built(shape, &[partition], &mut options, warn)?
            }
        };
        self.ready.lock().unwrap_or_else(|p| p.into_inner()).insert(key, patterns.clone());
        Ok(patterns)
    }

    /// The best named tables that are on disk; else, for 4×4, those that are built in a moment; else quick groups.
    fn suited(
        &self,
        shape: &Shape,
        threads: usize,
        options: &mut BuildOptions<'_>,
        warn: &mut Vec<String>,
    ) -> Result<Patterns, SolveError> {
        for name in ["15-large", "24-large", "24-small"] {
            let Some(recipe) = Recipe::find(name) else { continue };
            if (recipe.rows, recipe.cols) != (shape.rows(), shape.cols()) {
                continue;
            }
            let Ok(tables) = recipe.tables(shape.blank_home()) else { continue };
            let at_hand = self.kept.lock().unwrap_or_else(|p| p.into_inner()).has(&tables);
            if at_hand && let Ok(partitions) = recipe.partitions(shape.blank_home()) {
                return self.built(shape, &partitions, options, warn);
            }
        }
        if let Some(tables) = instant(shape, threads, &options.cancel) {
            return tables.map(|db| Patterns::Instant(Arc::new(db))).map_err(unbuilt);
        }
        let partition = quick(shape.rows(), shape.cols(), shape.blank_home())
            .map_err(|error| failed(format!("pdb: {error}")))?;
        self.built(shape, &[partition], options, warn)
    }

    fn built(
        &self,
        shape: &Shape,
        partitions: &[Partition],
        options: &mut BuildOptions<'_>,
        warn: &mut Vec<String>,
    ) -> Result<Patterns, SolveError> {
        let mut library = self.kept.lock().unwrap_or_else(|p| p.into_inner());
        let mut note = |warning: Warning| warn.push(warning.to_string());
        let small =
            from_library::<8>(shape, partitions, &mut library, false, options, &mut note).map_err(unbuilt)?;
        if let Some(db) = small {
            return Ok(Patterns::Ranked(Arc::new(db)));
        }
        let wide = from_library::<32>(shape, partitions, &mut library, false, options, &mut note)
            .map_err(unbuilt)?;
        wide.map(|db| Patterns::Wide(Arc::new(db)))
            .ok_or_else(|| failed("pdb: too many groups of tiles".to_string()))
    }
}

fn failed(reason: String) -> SolveError {
    SolveError::Patterns(reason)
}

/// A build that was cancelled is a search that was.
fn unbuilt(error: BuildError) -> SolveError {
    match error {
        BuildError::Cancelled => SolveError::Interrupted(Stop::Cancelled),
        BuildError::Memory { .. } => failed(format!("pdb: {error}")),
    }
}

fn from_file(shape: &Shape, name: &str) -> Result<Patterns, SolveError> {
    let table =
        file::open(Path::new(name), file::Check::All).map_err(|error| failed(format!("{name}: {error}")))?;
    let db = from_table::<8>(shape, &Arc::new(table));
    db.map(|db| Patterns::Ranked(Arc::new(db))).ok_or_else(|| {
        let (rows, cols) = (shape.rows(), shape.cols());
        failed(format!("{name}: this table is for another board or goal than {rows}×{cols}"))
    })
}
