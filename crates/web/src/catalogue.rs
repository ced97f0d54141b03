//! What there is to choose from, all of it from the registry and the library.

use serde::Serialize;
use slidewise_lab::puzzles::bricks::library::{self, Optimum};
use slidewise_lab::puzzles::bricks::{self, Metric};
use slidewise_lab::puzzles::tiles::notation::Convention;
use slidewise_lab::puzzles::tiles::parse::Form;
use slidewise_lab::puzzles::tiles::{Goal, MAX_SIDE};
use slidewise_lab::registry::{Algorithm, BrickHeuristic, Entry, Named, TileHeuristic, TileMetric};

/// Everything with a name.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Catalogue {
    version: &'static str,
    algorithms: Vec<AlgorithmEntry>,
    tile_heuristics: Vec<NameEntry>,
    brick_heuristics: Vec<NameEntry>,
    tile_metrics: Vec<NameEntry>,
    brick_metrics: Vec<NameEntry>,
    goals: Vec<&'static str>,
    forms: Vec<FormEntry>,
    notations: Vec<NotationEntry>,
    classics: Vec<LibraryEntry>,
    largest_side: usize,
    program_side: usize,
}

#[derive(Debug, Serialize)]
struct AlgorithmEntry {
    #[serde(flatten)]
    entry: NameEntry,
    informed: bool,
    tiles: bool,
    bricks: bool,
    steps: bool,
}

#[derive(Debug, Serialize)]
struct NameEntry {
    name: &'static str,
    summary: &'static str,
    guarantee: &'static str,
}

impl From<Entry> for NameEntry {
    fn from(entry: Entry) -> Self {
        Self { name: entry.name, summary: entry.summary, guarantee: entry.guarantee }
    }
}

#[derive(Debug, Serialize)]
struct FormEntry {
    name: &'static str,
    description: &'static str,
    example: &'static str,
}

#[derive(Debug, Serialize)]
struct NotationEntry {
    name: String,
    description: String,
}

#[derive(Debug, Serialize)]
struct LibraryEntry {
    slug: &'static str,
    name: &'static str,
    designer: Option<&'static str>,
    optimum: Option<u32>,
    metric: &'static str,
    solvable: bool,
    goal: bool,
}

/// All of it.
pub fn catalogue() -> Catalogue {
    Catalogue {
        version: slidewise_lab::record::VERSION,
        algorithms: Algorithm::ALL.iter().map(|&algorithm| algorithm_entry(algorithm)).collect(),
        tile_heuristics: named::<TileHeuristic>(),
        brick_heuristics: named::<BrickHeuristic>(),
        tile_metrics: named::<TileMetric>(),
        brick_metrics: Metric::ALL.into_iter().map(brick_metric).collect(),
        goals: Goal::NAMED.iter().map(Goal::name).collect(),
        forms: Form::ALL
            .into_iter()
            .map(|form| FormEntry {
                name: form.name(),
                description: form.description(),
                example: form.example(),
            })
            .collect(),
        notations: notations(),
        classics: library::entries().filter_map(library_entry).collect(),
        largest_side: crate::session::MAX_SIDE,
        program_side: MAX_SIDE,
    }
}

fn named<T: Named>() -> Vec<NameEntry> {
    T::ALL.iter().map(|thing| thing.entry().into()).collect()
}

fn algorithm_entry(algorithm: Algorithm) -> AlgorithmEntry {
    AlgorithmEntry {
        entry: algorithm.entry().into(),
        informed: algorithm.is_informed(),
        tiles: algorithm.is_for_tiles(),
        bricks: algorithm.is_for_bricks(),
        steps: algorithm.has_steps(),
    }
}

fn brick_metric(metric: Metric) -> NameEntry {
    let summary = match metric {
        Metric::Steps => "one piece by one cell counts 1",
        Metric::Lines => "one piece in one straight line, any distance, counts 1",
        Metric::Moves => "one piece along any path counts 1",
    };
    NameEntry { name: metric.name(), summary, guarantee: "" }
}

/// Each convention, and those of letters with run lengths too.
fn notations() -> Vec<NotationEntry> {
    let mut all = Vec::new();
    for convention in Convention::ALL {
        let (name, description) = (convention.name(), convention.description());
        all.push(NotationEntry { name: name.into(), description: description.into() });
        if convention != Convention::Numbers {
            all.push(NotationEntry {
                name: format!("{name}-runs"),
                description: format!("{description}, runs counted"),
            });
        }
    }
    all
}

fn library_entry(entry: library::Entry) -> Option<LibraryEntry> {
    let parsed: bricks::Parsed = entry.parse().ok()?;
    let metric = parsed.default_metric();
    let optimum = entry.optimum(metric);
    Some(LibraryEntry {
        slug: entry.slug,
        name: entry.header("name").filter(|name| !name.is_empty()).unwrap_or(entry.slug),
        designer: entry.header("designer"),
        optimum: match optimum {
            Optimum::Length(length) => Some(length),
            Optimum::Unsolvable | Optimum::NoGoal => None,
        },
        metric: metric.name(),
        solvable: optimum != Optimum::Unsolvable,
        goal: optimum != Optimum::NoGoal,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_and_name_is_there() {
        let all = catalogue();
        assert_eq!(all.classics.len(), library::entries().count());
        assert_eq!(all.algorithms.len(), Algorithm::ALL.len());
        let klotski = all.classics.iter().find(|entry| entry.slug == "klotski").unwrap();
        assert_eq!((klotski.optimum, klotski.metric), (Some(81), "moves"));
        assert!(all.algorithms.iter().all(|algorithm| algorithm.tiles || algorithm.bricks));
    }
}
