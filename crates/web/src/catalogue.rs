//! What there is to choose from, all of it from the registry: algorithms, kinds with what each of them has, and the
//! library.

use serde::Serialize;
use slidewise_solve::{
    Algorithm, Entry, Kind, KindEntry, Known, LibraryEntry, MetricEntry, Reading, Setting, kinds, pseudocode,
    read_one,
};

/// Everything with a name.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Catalogue {
    version: &'static str,
    algorithms: Vec<SearchEntry>,
    kinds: Vec<KindChoices>,
    /// The kind of new boards.
    first: &'static str,
    library: Vec<Classic>,
    largest_side: usize,
}

#[derive(Debug, Serialize)]
struct NameEntry {
    name: &'static str,
    /// The name as it stands in a sentence.
    title: String,
    summary: &'static str,
    guarantee: &'static str,
}

#[derive(Debug, Serialize)]
struct SearchEntry {
    #[serde(flatten)]
    entry: NameEntry,
    /// Whether it takes a heuristic.
    informed: bool,
    /// Whether it takes a weight.
    weighted: bool,
    /// Whether it can be followed step by step.
    steps: bool,
    /// How textbooks write it down: what a line is about, and the line.
    pseudocode: Vec<(&'static str, &'static str)>,
}

/// What one kind has.
#[derive(Debug, Serialize)]
struct KindChoices {
    name: &'static str,
    summary: &'static str,
    algorithms: Vec<&'static str>,
    heuristics: Vec<NameEntry>,
    /// Heuristics that are compared where none are named.
    compared: &'static [&'static str],
    metrics: Vec<Counting>,
    goals: Vec<NameEntry>,
    forms: Vec<Form>,
    conventions: Vec<NameEntry>,
}

#[derive(Debug, Serialize)]
struct Counting {
    #[serde(flatten)]
    entry: NameEntry,
    /// One and many of what is counted.
    unit: (&'static str, &'static str),
}

#[derive(Debug, Serialize)]
struct Form {
    name: &'static str,
    summary: &'static str,
    /// A whole puzzle, if there is one that is short enough to be shown.
    example: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct Classic {
    slug: &'static str,
    name: &'static str,
    /// Its name in English, if its own is not.
    english: Option<&'static str>,
    /// The puzzles that it belongs to.
    group: &'static str,
    designer: Option<&'static str>,
    optimum: Option<u64>,
    metric: &'static str,
    solvable: bool,
    goal: bool,
}

/// All of it.
pub fn catalogue() -> Catalogue {
    Catalogue {
        version: slidewise_solve::record::VERSION,
        algorithms: Algorithm::ALL.iter().map(|&algorithm| search_entry(algorithm)).collect(),
        kinds: kinds::all().map(|kind| choices(kind.entry())).collect(),
        first: kinds::first().entry().name,
        library: kinds::library().filter_map(classic).collect(),
        largest_side: crate::session::MAX_SIDE,
    }
}

impl From<&Entry> for NameEntry {
    fn from(entry: &Entry) -> Self {
        Self { name: entry.name, title: title(entry), summary: entry.summary, guarantee: entry.guarantee }
    }
}

/// The name as people write it: `A*`, `Breadth-first`, `Linear conflict`.
fn title(entry: &Entry) -> String {
    if let Some(starred) = entry.aliases.iter().find(|alias| alias.ends_with('*')) {
        return starred.to_uppercase();
    }
    let long = entry.aliases.iter().find(|alias| entry.name.len() <= SHORT && alias.len() > SHORT);
    let words = long.unwrap_or(&entry.name).replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Names of so many letters are abbreviations.
const SHORT: usize = 4;

fn names(entries: &[Entry]) -> Vec<NameEntry> {
    entries.iter().map(NameEntry::from).collect()
}

fn search_entry(algorithm: Algorithm) -> SearchEntry {
    let entry = algorithm.entry();
    let written = pseudocode::lines(algorithm).unwrap_or_default();
    SearchEntry {
        entry: NameEntry::from(&entry.entry),
        informed: algorithm.takes(Setting::Heuristic),
        weighted: algorithm.takes(Setting::Weight),
        steps: entry.has_steps,
        pseudocode: written.iter().map(|(phase, line)| (phase.name(), *line)).collect(),
    }
}

fn choices(kind: &KindEntry) -> KindChoices {
    let has =
        |algorithm: &&Algorithm| algorithm.entry().for_every_kind || kind.algorithms.contains(algorithm);
    let counting =
        |metric: &MetricEntry| Counting { entry: NameEntry::from(&metric.entry), unit: metric.unit };
    KindChoices {
        name: kind.name,
        summary: kind.summary,
        algorithms: Algorithm::ALL.iter().filter(has).map(|algorithm| algorithm.name()).collect(),
        heuristics: names(kind.heuristics),
        compared: kind.compared,
        metrics: kind.metrics.iter().map(counting).collect(),
        goals: names(kind.goals),
        forms: kind.forms.iter().map(form).collect(),
        conventions: names(kind.conventions),
    }
}

/// Some examples only hint at a form: they are not shown.
fn form(entry: &Entry) -> Form {
    let whole = read_one(entry.guarantee, &Reading::default()).is_ok();
    Form { name: entry.name, summary: entry.summary, example: whole.then_some(entry.guarantee) }
}

fn classic((_, entry): (&'static dyn Kind, LibraryEntry)) -> Option<Classic> {
    let puzzle = read_one(entry.slug, &Reading::default()).ok()?.puzzle;
    let known = puzzle.known_optimum(puzzle.metric());
    Some(Classic {
        slug: entry.slug,
        name: entry.title,
        english: entry.english,
        group: entry.group,
        designer: entry.designer,
        optimum: match known {
            Some(Known::Length(length)) => Some(length),
            Some(Known::Unsolvable) | None => None,
        },
        metric: puzzle.metric().name(),
        solvable: known != Some(Known::Unsolvable),
        goal: puzzle.has_goal(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    #[test]
    fn every_puzzle_and_name_is_there() {
        let all = catalogue();
        assert_eq!(all.library.len(), kinds::library().count());
        assert_eq!(all.algorithms.len(), Algorithm::ALL.len());
        let klotski = all.library.iter().find(|entry| entry.slug == "klotski").unwrap();
        assert_eq!((klotski.optimum, klotski.metric), (Some(81), "moves"));
        assert_eq!(all.kinds.len(), kinds::all().count());
        assert!(all.kinds.iter().any(|kind| kind.name == all.first));
        for algorithm in &all.algorithms {
            assert!(all.kinds.iter().any(|kind| kind.algorithms.contains(&algorithm.entry.name)));
        }
    }

    #[test]
    fn names_are_written_as_people_write_them() {
        let all = catalogue();
        let title = |name: &str| {
            all.algorithms.iter().find(|one| one.entry.name == name).unwrap().entry.title.clone()
        };
        let titles = ["astar", "ida", "bfs", "greedy", "wastar"].map(title);
        assert_eq!(titles, ["A*", "IDA*", "Breadth first", "Greedy", "WA*"]);
        let tiles = all.kinds.iter().find(|kind| kind.name == all.first).unwrap();
        assert!(tiles.heuristics.iter().any(|one| one.title == "Linear conflict"));
    }

    #[test]
    fn examples_are_read_as_what_they_are_examples_of() {
        let mut seen = 0;
        for kind in catalogue().kinds {
            for form in kind.forms {
                let Some(example) = form.example else { continue };
                let opened = Session::open(example, "").unwrap();
                assert_eq!((opened.detected, opened.session.view().kind), (form.name, kind.name));
                seen += 1;
            }
        }
        assert!(seen > 10, "most forms have examples, not {seen}");
    }
}
