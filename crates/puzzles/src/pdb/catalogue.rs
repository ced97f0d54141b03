//! The sets of tables that have a name, and the tables at hand.

use std::collections::HashMap;
use std::sync::Arc;

use super::build::{BuildError, BuildOptions, build};
use super::cache::{Cache, Warning};
use super::multi::{self, MultiTable, build_multi};
use super::partition::{Partition, PartitionError};
use super::pattern::Pattern;
use super::table::Table;

/// Tables that are built together and used together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// What users type.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// Partitions, drawn for the blank in the first cell; none in the multi-tile metric.
    drawings: &'static [&'static str],
    /// In the multi-tile metric, the tiles of each of its tables.
    multi: Option<usize>,
}

/// Lookups that a search can make for a position at most.
pub const MOST_LOOKUPS: usize = 32;
/// Partitions that a search can look at, mirror images included.
pub const MOST_VIEWS: usize = 8;

/// All sets with a name.
pub const RECIPES: &[Recipe] = &[
    Recipe {
        name: "15-small",
        summary: "4×4, 7-7-1: built in memory in half a second when nothing better is at hand",
        rows: 4,
        cols: 4,
        drawings: &["0abc/aabb/aabb/aabb"],
        multi: None,
    },
    Recipe {
        name: "15-large",
        summary: "4×4, 7-8",
        rows: 4,
        cols: 4,
        drawings: &["0aaa/aaaa/bbbb/bbbb"],
        multi: None,
    },
    Recipe {
        name: "15-multi",
        summary: "4×4 in the multi metric, twice seven tiles and the blank: 130 MB",
        rows: 4,
        cols: 4,
        drawings: &[],
        multi: Some(7),
    },
    Recipe {
        name: "24-small",
        summary: "5×5, the largest of three times 6-6-6-6: ten tables in 24 places, 226 MB",
        rows: 5,
        cols: 5,
        drawings: &[
            "0abbb/aabbb/aaccc/acccd/ddddd",
            "0aaaa/aabbb/ccbbb/ccddd/ccddd",
            "0aabb/aabbb/aabcc/ddccc/ddddc",
        ],
        multi: None,
    },
    Recipe {
        name: "24-large",
        summary: "5×5, the larger of 7-7-6-4 and what 24-small says: 13 tables in 32 places, 1.2 GB",
        rows: 5,
        cols: 5,
        drawings: &[
            "0aabb/aaabb/aabbb/cccdd/cccdd",
            "0abbb/aabbb/aaccc/acccd/ddddd",
            "0aaaa/aabbb/ccbbb/ccddd/ccddd",
            "0aabb/aabbb/aabcc/ddccc/ddddc",
        ],
        multi: None,
    },
];

impl Recipe {
    /// The one with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        RECIPES.iter().find(|r| r.name == name)
    }

    /// Whether its tables are for the multi-tile metric.
    pub fn is_multi(&self) -> bool {
        self.multi.is_some()
    }

    /// Its partitions for a goal cell of the blank: those that fit into [`MOST_LOOKUPS`] and [`MOST_VIEWS`],
    /// the first ones first. A blank in the middle has more mirror images than one in a corner.
    pub fn partitions(&self, blank_home: usize) -> Result<Vec<Partition>, PartitionError> {
        let mut partitions: Vec<Partition> = Vec::new();
        let (mut lookups, mut views) = (MOST_LOOKUPS, MOST_VIEWS);
        for drawing in self.drawings {
            let partition = Partition::adapted(drawing, self.rows, self.cols, blank_home)?;
            let needed = (partition.lookups(), partition.views().len());
            // Drawings that differ may come to the same where they must be adapted.
            if needed.0 <= lookups && needed.1 <= views && !partitions.contains(&partition) {
                (lookups, views) = (lookups - needed.0, views - needed.1);
                partitions.push(partition);
            }
        }
        Ok(partitions)
    }

    /// Its tables for a goal cell of the blank, each once.
    pub fn tables(&self, blank_home: usize) -> Result<Vec<Pattern>, PartitionError> {
        if let Some(tiles) = self.multi {
            return Ok(multi::serving(self.rows, self.cols, blank_home, tiles));
        }
        let mut tables: Vec<Pattern> = Vec::new();
        for table in self.partitions(blank_home)?.iter().flat_map(Partition::tables) {
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        Ok(tables)
    }
}

/// Groups of a size whose tables take a moment to build, for any board that can have tables.
pub fn quick(rows: usize, cols: usize, blank_home: usize) -> Result<Partition, PartitionError> {
    let cells = rows.saturating_mul(cols);
    let most = match cells {
        0..=16 => 6,
        17..=25 => 5,
        _ => 4,
    };
    let tiles = cells.saturating_sub(1);
    let mut sizes = vec![most; tiles / most];
    sizes.extend((!tiles.is_multiple_of(most)).then_some(tiles % most));
    let text: Vec<String> = sizes.iter().map(usize::to_string).collect();
    Partition::parse(&text.join("-"), rows, cols, blank_home)
}

/// The patterns whose tables in the multi-tile metric take a moment to build, for any board that can have some.
pub fn quick_multi(rows: usize, cols: usize, blank_home: usize) -> Vec<Pattern> {
    let tiles = match rows.saturating_mul(cols) {
        0..=9 => 5,
        10..=16 => 6,
        _ => 4,
    };
    multi::serving(rows, cols, blank_home, tiles)
}

/// Tables at hand: in memory, and in a cache if there is one.
#[derive(Debug, Default)]
pub struct Library {
    cache: Option<Cache>,
    tables: HashMap<Pattern, Arc<Table>>,
    multi: HashMap<Pattern, Arc<MultiTable>>,
}

impl Library {
    /// Nothing in memory; tables are looked for and kept in `cache`.
    pub fn new(cache: Option<Cache>) -> Self {
        Self { cache, ..Self::default() }
    }

    /// The cache.
    pub fn cache(&self) -> Option<&Cache> {
        self.cache.as_ref()
    }

    /// Whether the tables of all patterns can be had without building them.
    pub fn has(&self, patterns: &[Pattern]) -> bool {
        patterns.iter().all(|p| {
            let kept = |c: &Cache| super::file::info(&c.path(p)).is_ok();
            self.tables.contains_key(p) || self.cache.as_ref().is_some_and(kept)
        })
    }

    /// Whether the table of a pattern in the multi-tile metric can be had without building it.
    pub fn has_multi(&self, pattern: &Pattern) -> bool {
        let kept = |c: &Cache| super::file::info(&c.multi_path(pattern)).is_ok();
        self.multi.contains_key(pattern) || self.cache.as_ref().is_some_and(kept)
    }

    /// The table of a pattern in the multi-tile metric: from memory, from the cache, or built (and kept, if `keep`).
    pub fn get_multi(
        &mut self,
        pattern: &Pattern,
        keep: bool,
        options: &mut BuildOptions<'_>,
        warn: &mut dyn FnMut(Warning),
    ) -> Result<Arc<MultiTable>, BuildError> {
        if let Some(table) = self.multi.get(pattern) {
            return Ok(Arc::clone(table));
        }
        let table = Arc::new(match &self.cache {
            Some(cache) => cache.get_multi(pattern, keep, options, warn)?,
            None => build_multi(pattern, options)?,
        });
        self.multi.insert(pattern.clone(), Arc::clone(&table));
        Ok(table)
    }

    /// The table of a pattern: from memory, from the cache, or built (and kept, if `keep`).
    pub fn get(
        &mut self,
        pattern: &Pattern,
        keep: bool,
        options: &mut BuildOptions<'_>,
        warn: &mut dyn FnMut(Warning),
    ) -> Result<Arc<Table>, BuildError> {
        if let Some(table) = self.tables.get(pattern) {
            return Ok(Arc::clone(table));
        }
        let table = match &self.cache {
            Some(cache) if keep => cache.get(pattern, options, warn)?,
            Some(cache) => match cache.find(pattern, options.memory_limit) {
                Ok(Some(table)) => table,
                Ok(None) => build(pattern, options)?,
                Err(why) => {
                    warn(Warning::Unusable(cache.path(pattern), why));
                    build(pattern, options)?
                }
            },
            None => build(pattern, options)?,
        };
        let table = Arc::new(table);
        self.tables.insert(pattern.clone(), Arc::clone(&table));
        Ok(table)
    }

    /// The tables in memory, in no particular order.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values().map(|table| &**table)
    }

    /// Adds a table that was opened by name.
    pub fn add(&mut self, table: Table) -> Arc<Table> {
        let table = Arc::new(table);
        self.tables.insert(table.pattern().clone(), Arc::clone(&table));
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_recipe_has_all_tiles_in_few_groups_for_every_goal() {
        for recipe in RECIPES.iter().filter(|recipe| !recipe.is_multi()) {
            for blank_home in 0..recipe.rows * recipe.cols {
                let partitions = recipe.partitions(blank_home).unwrap();
                for partition in &partitions {
                    let tiles: usize = partition.patterns().iter().map(Pattern::tiles).sum();
                    assert_eq!(tiles + 1, recipe.rows * recipe.cols, "{} {blank_home}", recipe.name);
                }
                let lookups: usize = partitions.iter().map(Partition::lookups).sum();
                assert!((1..=MOST_LOOKUPS).contains(&lookups), "{} {blank_home}", recipe.name);
                let views: usize = partitions.iter().map(|partition| partition.views().len()).sum();
                assert!(views <= MOST_VIEWS, "{} {blank_home}", recipe.name);
                for (i, partition) in partitions.iter().enumerate() {
                    assert!(!partitions[..i].contains(partition), "{} {blank_home}", recipe.name);
                }
                assert!(blank_home > 0 || partitions.len() == recipe.drawings.len(), "{}", recipe.name);
            }
        }
    }

    #[test]
    fn the_same_tables_in_the_multi_metric_serve_all_corners() {
        let recipe = Recipe::find("15-multi").unwrap();
        let of = |home| recipe.tables(home).unwrap();
        assert_eq!(of(0).len(), 2);
        assert!([3, 12, 15].iter().all(|&home| of(home) == of(0)));
    }
}
