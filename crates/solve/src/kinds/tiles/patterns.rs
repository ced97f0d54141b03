//! Pattern databases by name: which tables a wish like `pdb`, `pdb:7-8` or `pdb:FILE` means, found or built.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use slidewise_puzzles::pdb::catalogue::{MOST_LOOKUPS, quick};
use slidewise_puzzles::pdb::{BuildError, BuildOptions, Cache, Library, Partition, Recipe, Warning, file};
use slidewise_puzzles::tiles::Shape;
use slidewise_puzzles::tiles::heuristic::pattern_db::{SmallDb, WideDb, from_library, from_table, instant};
use slidewise_search::{Cancel, Stop};

use crate::machine;
use crate::refusal::{Refusal, Setting, SolveError};

/// A pattern heuristic of one of the types that searches are compiled for.
#[derive(Clone)]
pub(super) enum Patterns {
    /// One partition of few groups.
    Small(SmallDb),
    /// Whatever there may be.
    Wide(WideDb),
}

/// What the tables in memory were asked for by: wish, rows, columns, goal cell of the blank.
type Wish = (Vec<String>, usize, usize, usize);

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
    /// The tables for some wishes: groups (`7-8`), tables with a name (`15-large`) or a file; what suits the board if
    /// there are none. Tables that are on disk are used; others are built in memory. Warnings go to `warn`.
    pub(super) fn get(
        &self,
        shape: &Shape,
        wishes: &[String],
        threads: usize,
        cancel: &Cancel,
        warn: &mut Vec<String>,
    ) -> Result<Patterns, SolveError> {
        let key = (wishes.to_vec(), shape.rows(), shape.cols(), shape.blank_home());
        if let Some(patterns) = self.ready.lock().unwrap_or_else(|p| p.into_inner()).get(&key) {
            return Ok(patterns.clone());
        }
        let mut options = BuildOptions { cancel: cancel.clone(), ..BuildOptions::quiet(threads) };
        let patterns = match wishes {
            [] => self.suited(shape, threads, &mut options, warn)?,
            [name] if Path::new(name).is_file() => from_file(shape, name)?,
            _ => {
                let partitions: Vec<Vec<Partition>> =
                    wishes.iter().map(|wish| partitions(shape, wish)).collect::<Result<_, _>>()?;
                self.built(shape, &partitions.concat(), &mut options, warn)?
            }
        };
        self.ready.lock().unwrap_or_else(|p| p.into_inner()).insert(key, patterns.clone());
        Ok(patterns)
    }

    /// Tables to begin with, if those that suit the board would have to be built first and take longer than
    /// most boards.
    pub(super) fn to_begin_with(&self, shape: &Shape) -> Option<String> {
        let suited = Recipe::find("15-small").filter(|r| (r.rows, r.cols) == (shape.rows(), shape.cols()))?;
        let key = (Vec::new(), suited.rows, suited.cols, shape.blank_home());
        let at_hand = self.ready.lock().unwrap_or_else(|p| p.into_inner()).contains_key(&key);
        (!at_hand && !self.are_on_disk(shape)).then(|| "6-6-3".to_owned())
    }

    /// Whether the best tables for a board are on disk, so that they can be had at once.
    pub(super) fn are_on_disk(&self, shape: &Shape) -> bool {
        self.on_disk(shape).is_some()
    }

    /// The partitions of the best named tables that are on disk.
    fn on_disk(&self, shape: &Shape) -> Option<Vec<Partition>> {
        let named = ["15-large", "24-large", "24-small"].into_iter().filter_map(Recipe::find);
        let mut fitting = named.filter(|r| (r.rows, r.cols) == (shape.rows(), shape.cols()));
        let kept = self.kept.lock().unwrap_or_else(|p| p.into_inner());
        let recipe =
            fitting.find(|recipe| recipe.tables(shape.blank_home()).is_ok_and(|tables| kept.has(&tables)))?;
        recipe.partitions(shape.blank_home()).ok()
    }

    /// The best named tables that are on disk; else, for 4×4, those that are built in a moment; else quick groups.
    fn suited(
        &self,
        shape: &Shape,
        threads: usize,
        options: &mut BuildOptions<'_>,
        warn: &mut Vec<String>,
    ) -> Result<Patterns, SolveError> {
        if let Some(partitions) = self.on_disk(shape) {
            return self.built(shape, &partitions, options, warn);
        }
        if let Some(tables) = instant(shape, threads, &options.cancel) {
            return tables.map(Patterns::Small).map_err(unbuilt);
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
        let small = from_library(shape, partitions, &mut library, false, options, &mut note);
        if let Some(db) = small.map_err(unbuilt)? {
            return Ok(Patterns::Small(db));
        }
        let wide = from_library(shape, partitions, &mut library, false, options, &mut note);
        wide.map_err(unbuilt)?.map(Patterns::Wide).ok_or_else(|| {
            failed(format!("pdb: too many groups of tiles: at most {MOST_LOOKUPS}, mirror images included"))
        })
    }
}

/// The partitions that are meant by a name or by groups.
fn partitions(shape: &Shape, wish: &str) -> Result<Vec<Partition>, SolveError> {
    let (rows, cols, blank_home) = (shape.rows(), shape.cols(), shape.blank_home());
    let found = match Recipe::find(wish) {
        Some(recipe) if (recipe.rows, recipe.cols) == (rows, cols) => recipe.partitions(blank_home),
        Some(recipe) => {
            let sizes = format!("{}×{} boards, not {rows}×{cols}", recipe.rows, recipe.cols);
            return Err(failed(format!("pdb:{wish}: these tables are for {sizes}")));
        }
        None => Partition::parse(wish, rows, cols, blank_home).map(|partition| vec![partition]),
    };
    found.map_err(|error| failed(format!("pdb:{wish}: {error}")))
}

fn failed(reason: String) -> SolveError {
    Refusal::new(Setting::Heuristic, reason).into()
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
        file::open(Path::new(name), machine::free_memory()).map_err(|error| failed(format!("{name}: {error}")))?;
    let db = from_table(shape, &Arc::new(table));
    db.map(Patterns::Wide).ok_or_else(|| {
        let (rows, cols) = (shape.rows(), shape.cols());
        failed(format!("{name}: this table is for another board or goal than {rows}×{cols}"))
    })
}
