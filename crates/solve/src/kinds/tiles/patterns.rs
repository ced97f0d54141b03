//! Pattern databases by name: which tables a wish like `pdb`, `pdb:7-8` or `pdb:FILE` means, found or built.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use slidewise_puzzles::pdb::catalogue::{MOST_LOOKUPS, quick, quick_multi};
use slidewise_puzzles::pdb::{
    BuildError, BuildOptions, Cache, Library, MultiTable, Partition, Pattern, Recipe, Warning, file,
    most_tiles,
};
use slidewise_puzzles::tiles::Shape;
use slidewise_puzzles::tiles::heuristic::pattern_db::{SmallDb, WideDb, from_library, from_table};
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
    /// Whether small tables that nobody named are kept once they are built.
    pub(super) keeps: bool,
}

impl Default for PatternTables {
    fn default() -> Self {
        let kept = Mutex::new(Library::new(Cache::default_place()));
        Self { kept, ready: Mutex::default(), keeps: false }
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
            [] => self.suited(shape, &mut options, warn)?,
            [name] if Path::new(name).is_file() => from_file(shape, name)?,
            _ => {
                let partitions: Vec<Vec<Partition>> =
                    wishes.iter().map(|wish| partitions(shape, wish)).collect::<Result<_, _>>()?;
                let keep = matches!(wishes, [only] if only == TO_BEGIN_WITH);
                self.built(shape, &partitions.concat(), keep, &mut options, warn)?
            }
        };
        self.ready.lock().unwrap_or_else(|p| p.into_inner()).insert(key, patterns.clone());
        Ok(patterns)
    }

    /// The table in the multi-tile metric for a wish: a name (`15-multi`), a drawn group or a file; what suits the
    /// board if there is none.
    pub(super) fn get_multi(
        &self,
        shape: &Shape,
        wishes: &[String],
        threads: usize,
        cancel: &Cancel,
        warn: &mut Vec<String>,
    ) -> Result<Arc<MultiTable>, SolveError> {
        let limit = machine::free_memory();
        let mut library = self.kept.lock().unwrap_or_else(|p| p.into_inner());
        let pattern = match wishes {
            [] => suited_multi(shape, &library)?,
            [name] if Path::new(name).is_file() => {
                let table = file::open_multi(Path::new(name), limit);
                return table.map(Arc::new).map_err(|error| failed(format!("{name}: {error}")));
            }
            [wish] => pattern(shape, wish)?,
            _ => return Err(failed("pdb: in the multi metric there is one table at a time".to_string())),
        };
        let cancel = cancel.clone();
        let mut options = BuildOptions { cancel, memory_limit: limit, ..BuildOptions::quiet(threads) };
        let mut note = |warning: Warning| warn.push(warning.to_string());
        let keep = self.keeps && wishes.is_empty();
        library.get_multi(&pattern, keep, &mut options, &mut note).map_err(unbuilt)
    }

    /// Tables to begin with, if those that suit the board would have to be built first and take longer than
    /// most boards.
    pub(super) fn to_begin_with(&self, shape: &Shape) -> Option<String> {
        let suited = small(shape)?;
        let key = (Vec::new(), suited.rows, suited.cols, shape.blank_home());
        let ready = self.ready.lock().unwrap_or_else(|p| p.into_inner()).contains_key(&key);
        let kept = || {
            let library = self.kept.lock().unwrap_or_else(|p| p.into_inner());
            suited.tables(shape.blank_home()).is_ok_and(|tables| library.has(&tables))
        };
        (!ready && !kept() && !self.are_on_disk(shape)).then(|| TO_BEGIN_WITH.to_owned())
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

    /// The best named tables that are on disk; else, for 4×4, those that are built in a moment, and kept; else quick
    /// groups.
    fn suited(
        &self,
        shape: &Shape,
        options: &mut BuildOptions<'_>,
        warn: &mut Vec<String>,
    ) -> Result<Patterns, SolveError> {
        if let Some(partitions) = self.on_disk(shape) {
            return self.built(shape, &partitions, false, options, warn);
        }
        let unfit = |error| failed(format!("pdb: {error}"));
        if let Some(recipe) = small(shape) {
            let partitions = recipe.partitions(shape.blank_home()).map_err(unfit)?;
            return self.built(shape, &partitions, true, options, warn);
        }
        let partition = quick(shape.rows(), shape.cols(), shape.blank_home()).map_err(unfit)?;
        self.built(shape, &[partition], false, options, warn)
    }

    /// The tables of some partitions: at hand, or built and, if `keep`, kept.
    fn built(
        &self,
        shape: &Shape,
        partitions: &[Partition],
        keep: bool,
        options: &mut BuildOptions<'_>,
        warn: &mut Vec<String>,
    ) -> Result<Patterns, SolveError> {
        let mut library = self.kept.lock().unwrap_or_else(|p| p.into_inner());
        let mut note = |warning: Warning| warn.push(warning.to_string());
        let keep = keep && self.keeps;
        let small = from_library(shape, partitions, &mut library, keep, options, &mut note);
        if let Some(db) = small.map_err(unbuilt)? {
            return Ok(Patterns::Small(db));
        }
        let wide = from_library(shape, partitions, &mut library, keep, options, &mut note);
        wide.map_err(unbuilt)?.map(Patterns::Wide).ok_or_else(|| {
            failed(format!("pdb: too many groups of tiles: at most {MOST_LOOKUPS}, mirror images included"))
        })
    }
}

/// Groups of tiles whose tables are built faster than most boards are solved.
const TO_BEGIN_WITH: &str = "6-6-3";

/// The tables of 4×4 boards that are built in half a second, and then kept: 35 MB.
fn small(shape: &Shape) -> Option<&'static Recipe> {
    Recipe::find("15-small").filter(|recipe| (recipe.rows, recipe.cols) == (shape.rows(), shape.cols()))
}

/// The pattern in the multi-tile metric that suits a board: that of the named table, if it is at hand, or else one that
/// is built in a moment.
fn suited_multi(shape: &Shape, library: &Library) -> Result<Pattern, SolveError> {
    let (rows, cols, blank_home) = (shape.rows(), shape.cols(), shape.blank_home());
    let named = Recipe::find("15-multi").filter(|recipe| (recipe.rows, recipe.cols) == (rows, cols));
    let named = named.and_then(|recipe| recipe.tables(blank_home).ok()?.pop());
    let at_hand = named.filter(|pattern| library.has_multi(pattern));
    let quick = || quick_multi(rows, cols, blank_home);
    at_hand
        .or_else(quick)
        .ok_or_else(|| failed("pdb: there is nothing to choose on a single line".to_string()))
}

/// The pattern in the multi-tile metric that is meant by a name or a drawn group.
fn pattern(shape: &Shape, wish: &str) -> Result<Pattern, SolveError> {
    let (rows, cols, blank_home) = (shape.rows(), shape.cols(), shape.blank_home());
    match Recipe::find(wish) {
        Some(recipe) if recipe.is_multi() && (recipe.rows, recipe.cols) == (rows, cols) => {
            let tables = recipe.tables(blank_home).map_err(|error| failed(format!("pdb:{wish}: {error}")))?;
            return tables.into_iter().next().ok_or_else(|| failed(format!("pdb:{wish}: there is no table")));
        }
        Some(_) => return Err(failed(format!("pdb:{wish}: these tables are for another board or metric"))),
        None => {}
    }
    let most = if rows.min(cols) < 2 { 0 } else { most_tiles(rows, cols) };
    let patterns: Vec<Pattern> =
        partitions(shape, wish)?.iter().flat_map(|partition| partition.patterns().to_vec()).collect();
    match &patterns[..] {
        [pattern] if pattern.tiles() <= most => Ok(pattern.clone()),
        [_] => Err(failed(format!("pdb:{wish}: on this board a group has {most} tiles at most"))),
        _ => Err(failed(format!("pdb:{wish}: in the multi metric values are not added: draw one group"))),
    }
}

/// The partitions that are meant by a name or by groups.
fn partitions(shape: &Shape, wish: &str) -> Result<Vec<Partition>, SolveError> {
    let (rows, cols, blank_home) = (shape.rows(), shape.cols(), shape.blank_home());
    let found = match Recipe::find(wish) {
        Some(recipe) if recipe.is_multi() => {
            return Err(failed(format!("pdb:{wish}: these tables are for the multi metric")));
        }
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
    let table = file::open(Path::new(name), machine::free_memory())
        .map_err(|error| failed(format!("{name}: {error}")))?;
    let db = from_table(shape, &Arc::new(table));
    db.map(Patterns::Wide).ok_or_else(|| {
        let (rows, cols) = (shape.rows(), shape.cols());
        failed(format!("{name}: this table is for another board or goal than {rows}×{cols}"))
    })
}
