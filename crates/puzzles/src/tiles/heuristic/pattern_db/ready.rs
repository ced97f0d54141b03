//! The pattern databases that a search can use, ready made.

use std::sync::Arc;

use slidewise_search::Cancel;

use super::super::super::shape::Shape;
use super::{Lookup, PatternDb};
use crate::pdb::Access;
use crate::pdb::Partition;
use crate::pdb::Pattern;
use crate::pdb::Table;
use crate::pdb::Warning;
use crate::pdb::catalogue::{Library, MOST_LOOKUPS, MOST_VIEWS, Recipe};
use crate::pdb::{BuildError, BuildOptions, build};

/// One partition and its mirror image, of up to four groups.
pub type SmallDb = PatternDb<8, 2>;
/// As many partitions and lookups as there may be.
pub type WideDb = PatternDb<MOST_LOOKUPS, MOST_VIEWS>;

/// The heuristic of 4×4 boards that needs nothing on disk: half a second on two cores, 35 MB. `None` for other boards.
pub fn instant(shape: &Shape, threads: usize, cancel: &Cancel) -> Option<Result<SmallDb, BuildError>> {
    let recipe = Recipe::find("15-small")?;
    if (shape.rows(), shape.cols()) != (recipe.rows, recipe.cols) {
        return None;
    }
    let partitions = recipe.partitions(shape.blank_home()).ok()?;
    let patterns = recipe.tables(shape.blank_home()).ok()?;
    let tables = build_all(&patterns, threads, cancel);
    Some(tables.map(|tables| {
        let find = |p: &Pattern| -> Result<Arc<Table>, BuildError> {
            let at = patterns.iter().position(|q| q == p).expect("the recipe names all its tables");
            Ok(tables[at].clone())
        };
        let db = SmallDb::of(shape, &partitions, find);
        db.expect("tables are at hand").expect("three tables in two mirrors are six lookups")
    }))
}

/// Builds each table on a thread of its own as long as there are threads.
fn build_all(patterns: &[Pattern], threads: usize, cancel: &Cancel) -> Result<Vec<Arc<Table>>, BuildError> {
    let one = |pattern: &Pattern| {
        let mut options = BuildOptions { cancel: cancel.clone(), ..BuildOptions::quiet(1) };
        build(pattern, &mut options).map(Arc::new)
    };
    if threads <= 1 {
        return patterns.iter().map(one).collect();
    }
    std::thread::scope(|scope| {
        let workers: Vec<_> = patterns.iter().map(|p| scope.spawn(move || one(p))).collect();
        workers.into_iter().map(|w| w.join().unwrap_or_else(|e| std::panic::resume_unwind(e))).collect()
    })
}

/// The heuristic of some partitions, with tables from a library. `None` if there is no room for them.
pub fn from_library<const L: usize, const S: usize>(
    shape: &Shape,
    partitions: &[Partition],
    library: &mut Library,
    keep: bool,
    options: &mut BuildOptions<'_>,
    warn: &mut dyn FnMut(Warning),
) -> Result<Option<PatternDb<L, S>>, BuildError> {
    PatternDb::of(shape, partitions, |pattern| library.get(pattern, keep, options, warn))
}

/// The heuristic of one table, on every image of its pattern that has the same goal cell of the blank, each counted
/// for itself: for tables given by file name. `None` if the table is for no board of this shape and goal.
pub fn from_table(shape: &Shape, table: &Arc<Table>) -> Option<WideDb> {
    let pattern = table.pattern();
    let mut views: Vec<Vec<Lookup>> = Vec::new();
    let mut seen = Vec::new();
    for symmetry in crate::pdb::Symmetry::all(shape.rows(), shape.cols()) {
        if (symmetry.rows(), symmetry.cols()) != (pattern.rows(), pattern.cols()) {
            continue;
        }
        let access = Access::new(Arc::clone(table), &symmetry);
        if !table.serves_blank_at(access.number(shape.blank_home())) {
            continue;
        }
        let labels = (0..shape.cells()).filter(|&c| pattern.home() >> access.number(c) & 1 == 1);
        let sorted: Vec<u8> = labels.map(|c| c as u8).collect();
        if !seen.contains(&sorted) {
            let mut labels = sorted.clone();
            labels.sort_unstable_by_key(|&label| access.number(label.into()));
            seen.push(sorted);
            views.push(vec![Lookup { access, labels }]);
        }
    }
    if views.is_empty() {
        return None;
    }
    PatternDb::new(shape, views)
}
