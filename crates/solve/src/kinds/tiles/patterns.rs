//! Pattern databases by name: which tables a wish like `pdb`, `pdb:7-8` or `pdb:FILE` means, found or built.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use slidewise_puzzles::pdb::catalogue::{MOST_LOOKUPS, quick, quick_multi};
use slidewise_puzzles::pdb::{
    BuildError, BuildOptions, Cache, Library, MultiTable, Partition, Pattern, Recipe, Table, Warning, file,
    most_tiles,
};
use slidewise_puzzles::tiles::Shape;
use slidewise_puzzles::tiles::heuristic::pattern_db::{SmallDb, WideDb, from_library, from_table};
use slidewise_search::{Meter, Stop};

use crate::machine;
use crate::refusal::{Refusal, Setting, SolveError};
use crate::units::number;

/// A pattern heuristic of one of the types that searches are compiled for.
#[derive(Clone)]
pub(super) enum Patterns {
    /// One partition of few groups.
    Small(SmallDb),
    /// Whatever there may be.
    Wide(WideDb),
}

/// What the tables for 4×4 boards that are built in a moment take while they are built.
const SMALL_BYTES: u64 = 36 << 20;

/// What the tables in memory were asked for by: wish, rows, columns, goal cell of the blank.
type Wish = (Vec<String>, usize, usize, usize);

/// Tables in memory and, if there is a cache directory, on disk.
pub(crate) struct PatternTables {
    kept: Mutex<Library>,
    ready: Mutex<HashMap<Wish, Patterns>>,
    /// In the multi-tile metric: tables by the name of their file.
    opened: Mutex<HashMap<String, Arc<MultiTable>>>,
    /// Whether small tables that nobody named are kept once they are built.
    pub(super) keeps: bool,
}

impl Default for PatternTables {
    fn default() -> Self {
        let kept = Mutex::new(Library::new(Cache::default_place()));
        Self { kept, ready: Mutex::default(), opened: Mutex::default(), keeps: false }
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
        meter: &Meter<'_>,
        warn: &mut Vec<String>,
    ) -> Result<Patterns, SolveError> {
        let key = (wishes.to_vec(), shape.rows(), shape.cols(), shape.blank_home());
        if let Some(patterns) = self.ready.lock().unwrap_or_else(|p| p.into_inner()).get(&key) {
            return Ok(patterns.clone());
        }
        let mut options = within(meter, threads);
        let found = match wishes {
            [] => self.suited(shape, &mut options, warn),
            [name] if Path::new(name).is_file() => from_file(shape, name, options.memory_limit),
            _ => {
                let partitions: Vec<Vec<Partition>> =
                    wishes.iter().map(|wish| partitions(shape, wish)).collect::<Result<_, _>>()?;
                let keep = matches!(wishes, [only] if only == TO_BEGIN_WITH);
                self.built(shape, &partitions.concat(), keep, &mut options, warn)
            }
        };
        let patterns = found.map_err(|error| why(error, meter))?;
        self.ready.lock().unwrap_or_else(|p| p.into_inner()).insert(key, patterns.clone());
        Ok(patterns)
    }

    /// The tables in memory, each by a name of its own.
    pub(crate) fn names(&self) -> Vec<String> {
        let library = self.kept.lock().unwrap_or_else(|p| p.into_inner());
        library.tables().map(|table| table.pattern().file_stem("")).collect()
    }

    /// A table in memory as the bytes of its file.
    pub(crate) fn bytes_of(&self, name: &str) -> Option<Vec<u8>> {
        let library = self.kept.lock().unwrap_or_else(|p| p.into_inner());
        let table = library.tables().find(|table| table.pattern().file_stem("") == name)?;
        Some(file::to_bytes(table))
    }

    /// Has a table at hand from now on.
    pub(crate) fn add(&self, table: Table) {
        self.kept.lock().unwrap_or_else(|p| p.into_inner()).add(table);
    }

    /// The tables in the multi-tile metric for a wish: a name (`15-multi`), a drawn group or a file; what suits the
    /// board if there is none.
    pub(super) fn get_multi(
        &self,
        shape: &Shape,
        wishes: &[String],
        threads: usize,
        meter: &Meter<'_>,
        warn: &mut Vec<String>,
    ) -> Result<Vec<Arc<MultiTable>>, SolveError> {
        let mut options = within(meter, threads);
        let mut library = self.kept.lock().unwrap_or_else(|p| p.into_inner());
        let patterns = match wishes {
            [] => suited_multi(shape, &library)?,
            [name] if Path::new(name).is_file() => {
                return Ok(vec![self.multi_from_file(name, options.memory_limit)?]);
            }
            [wish] => patterns_of(shape, wish)?,
            _ => {
                return Err(failed(
                    "pdb: in the multi metric there is one set of tables at a time".to_string(),
                ));
            }
        };
        let mut note = |warning: Warning| warn.push(warning.to_string());
        let keep = self.keeps && wishes.is_empty();
        let built = patterns.iter().map(|pattern| library.get_multi(pattern, keep, &mut options, &mut note));
        built.collect::<Result<_, _>>().map_err(|error| why(unbuilt(error), meter))
    }

    /// A table in the multi-tile metric from a file, which is read once.
    fn multi_from_file(&self, name: &str, memory: Option<u64>) -> Result<Arc<MultiTable>, SolveError> {
        let mut opened = self.opened.lock().unwrap_or_else(|p| p.into_inner());
        if let Some(table) = opened.get(name) {
            return Ok(table.clone());
        }
        let table = file::open_multi(Path::new(name), memory);
        let table = Arc::new(table.map_err(|error| failed(format!("{name}: {error}")))?);
        opened.insert(name.to_owned(), table.clone());
        Ok(table)
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
        (!ready && !kept() && !self.are_on_disk(shape, None)).then(|| TO_BEGIN_WITH.to_owned())
    }

    /// Whether good tables for a board are on disk that fit into so much memory, so that they can be had at once.
    pub(super) fn are_on_disk(&self, shape: &Shape, memory: Option<u64>) -> bool {
        self.on_disk(shape, memory).is_some()
    }

    /// The partitions of the best named tables that are on disk and fit into so much memory: what is read of a file
    /// takes memory too.
    fn on_disk(&self, shape: &Shape, memory: Option<u64>) -> Option<Vec<Partition>> {
        let named = ["15-large", "24-large", "24-small"].into_iter().filter_map(Recipe::find);
        let mut fitting = named.filter(|r| (r.rows, r.cols) == (shape.rows(), shape.cols()));
        let kept = self.kept.lock().unwrap_or_else(|p| p.into_inner());
        let bytes = |tables: &[Pattern]| -> u64 {
            let size = |table: &Pattern| fs::metadata(kept.cache()?.path(table)).ok().map(|data| data.len());
            tables.iter().filter_map(size).sum()
        };
        let recipe = fitting.find(|recipe| {
            let usable =
                |tables: &[Pattern]| kept.has(tables) && memory.is_none_or(|max| bytes(tables) <= max);
            recipe.tables(shape.blank_home()).is_ok_and(|tables| usable(&tables))
        })?;
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
        if let Some(partitions) = self.on_disk(shape, options.memory_limit) {
            return self.built(shape, &partitions, false, options, warn);
        }
        let unfit = |error| failed(format!("pdb: {error}"));
        let has_room = options.memory_limit.is_none_or(|max| max >= SMALL_BYTES);
        if let Some(recipe) = small(shape).filter(|_| has_room) {
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

/// The patterns in the multi-tile metric that suit a board: those of the named tables, if they are at hand, or else
/// some that are built in a moment.
fn suited_multi(shape: &Shape, library: &Library) -> Result<Vec<Pattern>, SolveError> {
    let (rows, cols, blank_home) = (shape.rows(), shape.cols(), shape.blank_home());
    let named = Recipe::find("15-multi").filter(|recipe| (recipe.rows, recipe.cols) == (rows, cols));
    let named = named.and_then(|recipe| recipe.tables(blank_home).ok()).unwrap_or_default();
    if !named.is_empty() && named.iter().all(|pattern| library.has_multi(pattern)) {
        return Ok(named);
    }
    match quick_multi(rows, cols, blank_home) {
        quick if quick.is_empty() => {
            Err(failed("pdb: there is nothing to choose on a single line".to_string()))
        }
        quick => Ok(quick),
    }
}

/// The patterns in the multi-tile metric that are meant by a name or a drawn group.
fn patterns_of(shape: &Shape, wish: &str) -> Result<Vec<Pattern>, SolveError> {
    let (rows, cols, blank_home) = (shape.rows(), shape.cols(), shape.blank_home());
    match Recipe::find(wish) {
        Some(recipe) if recipe.is_multi() && (recipe.rows, recipe.cols) == (rows, cols) => {
            return recipe.tables(blank_home).map_err(|error| failed(format!("pdb:{wish}: {error}")));
        }
        Some(_) => return Err(failed(format!("pdb:{wish}: these tables are for another board or metric"))),
        None => {}
    }
    let most = if rows.min(cols) < 2 { 0 } else { most_tiles(rows, cols) };
    let patterns: Vec<Pattern> =
        partitions(shape, wish)?.iter().flat_map(|partition| partition.patterns().to_vec()).collect();
    match &patterns[..] {
        [pattern] if pattern.tiles() <= most => Ok(vec![pattern.clone()]),
        [_] => {
            let most = number(most, "tile");
            Err(failed(format!("pdb:{wish}: on this board a group has {most} at most")))
        }
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
    found.map_err(|error| match wish.ends_with(".pdb") {
        true => failed(format!("pdb:{wish}: there is no such file")),
        false => failed(format!("pdb:{wish}: {error}")),
    })
}

fn failed(reason: String) -> SolveError {
    Refusal::new(Setting::Heuristic, reason).into()
}

/// A build that was cancelled, or for which there is not enough memory, is a search that was.
fn unbuilt(error: BuildError) -> SolveError {
    SolveError::Interrupted(match error {
        BuildError::Cancelled => Stop::Cancelled,
        BuildError::Memory { .. } => Stop::Memory,
    })
}

/// How tables are built for a search: in its time and memory.
fn within(meter: &Meter<'_>, threads: usize) -> BuildOptions<'static> {
    let memory_limit = meter.limits().memory.or_else(machine::free_memory);
    BuildOptions { cancel: meter.timed_cancel(), memory_limit, ..BuildOptions::quiet(threads) }
}

/// The alarm of a meter rings for two reasons: the time is up, or nobody waits any more.
fn why(error: SolveError, meter: &Meter<'_>) -> SolveError {
    match error {
        SolveError::Interrupted(Stop::Cancelled) => {
            SolveError::Interrupted(meter.check_clock().err().unwrap_or(Stop::Cancelled))
        }
        error => error,
    }
}

fn from_file(shape: &Shape, name: &str, memory_limit: Option<u64>) -> Result<Patterns, SolveError> {
    let table =
        file::open(Path::new(name), memory_limit).map_err(|error| failed(format!("{name}: {error}")))?;
    let db = from_table(shape, &Arc::new(table));
    db.map(Patterns::Wide).ok_or_else(|| {
        let (rows, cols) = (shape.rows(), shape.cols());
        failed(format!("{name}: this table is for another board or goal than {rows}×{cols}"))
    })
}
