//! `slidewise list`: what there is to choose from, straight from the registries of algorithms and kinds.

use std::io::Write;

use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};
use slidewise_lab::experiment::suites;
use slidewise_solve::{
    Algorithm, Entry, Kind, Known, LibraryEntry, Metric, Puzzle, Reading, kinds, read_one,
};

use crate::args::kind;
use crate::complete;
use crate::error::Failure;
use crate::exit::Exit;
use crate::render::{DIM, GOOD, styled};
use crate::units::number;

#[derive(Debug, Args)]
pub struct ListArgs {
    /// Only these
    pub what: Option<Topic>,
    /// Only what this kind of puzzle has
    #[arg(long, value_name = "KIND", value_parser = kind, add = complete::kinds())]
    pub kind: Option<&'static str>,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

/// What there is to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Topic {
    Kinds,
    Algorithms,
    Heuristics,
    Metrics,
    Representations,
    Goals,
    Formats,
    Notations,
    Puzzles,
    Suites,
}

/// A thing with a name, and what is said of it.
struct Item {
    name: String,
    summary: String,
    note: String,
    /// Puzzles come in groups.
    group: Option<&'static str>,
}

/// Lists one topic or all.
pub fn run(args: &ListArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let all = Topic::value_variants().iter().copied();
    let is_meant = |kind: &&'static dyn Kind| args.kind.is_none_or(|name| kind.entry().name == name);
    let kinds: Kinds = kinds::all().filter(is_meant).collect();
    let topics: Vec<Topic> = all.filter(|topic| args.what.is_none_or(|what| what == *topic)).collect();
    if args.json {
        let object: Map<String, Value> =
            topics.iter().map(|&topic| (title(topic).to_string(), as_json(topic, &kinds))).collect();
        writeln!(out, "{}", Value::Object(object))?;
        return Ok(Exit::Solved);
    }
    for (i, &topic) in topics.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", styled(GOOD, title(topic)))?;
        let items = items(topic, &kinds);
        let width = items.iter().map(|item| item.name.chars().count()).max().unwrap_or(0);
        let mut group = None;
        for item in items {
            if item.group != group {
                group = item.group;
                writeln!(out, "  {}", styled(GOOD, group.unwrap_or_default()))?;
            }
            writeln!(out, "  {:<width$}  {}", item.name, item.summary)?;
            if !item.note.is_empty() {
                writeln!(out, "  {:<width$}  {}", "", styled(DIM, item.note))?;
            }
        }
    }
    Ok(Exit::Solved)
}

/// The kinds that are listed.
type Kinds = Vec<&'static dyn Kind>;

fn as_json(topic: Topic, kinds: &Kinds) -> Value {
    let entry = |item: Item| {
        let mut entry = json!({"name": item.name, "summary": item.summary, "note": item.note});
        if let Some(group) = item.group {
            entry["group"] = group.into();
        }
        entry
    };
    items(topic, kinds).into_iter().map(entry).collect()
}

fn title(topic: Topic) -> &'static str {
    match topic {
        Topic::Kinds => "kinds",
        Topic::Algorithms => "algorithms",
        Topic::Heuristics => "heuristics",
        Topic::Metrics => "metrics",
        Topic::Representations => "representations",
        Topic::Goals => "goals",
        Topic::Formats => "formats",
        Topic::Notations => "notations",
        Topic::Puzzles => "puzzles",
        Topic::Suites => "suites",
    }
}

fn items(topic: Topic, kinds: &Kinds) -> Vec<Item> {
    match topic {
        Topic::Kinds => {
            kinds.iter().map(|kind| plain_item(kind.entry().name, kind.entry().summary, "")).collect()
        }
        Topic::Algorithms => Algorithm::ALL.iter().filter_map(|&one| of_algorithm(one, kinds)).collect(),
        Topic::Heuristics => {
            let mut items = by_kind(kinds, |kind| kind.entry().heuristics.to_vec());
            items.push(plain_item(
                "max(a,b,…)",
                "the largest of several; composite is max(misplaced,manhattan)",
                "what all of its parts promise",
            ));
            items
        }
        Topic::Metrics => {
            by_kind(kinds, |kind| kind.entry().metrics.iter().map(|metric| metric.entry).collect())
        }
        Topic::Representations => by_kind(kinds, |kind| kind.entry().reprs.to_vec()),
        Topic::Goals => {
            let mut items = by_kind(kinds, |kind| kind.entry().goals.to_vec());
            items.push(plain_item("BOARD", "any board, in any form, for tiles", ""));
            items
        }
        Topic::Formats => by_kind(kinds, |kind| kind.entry().forms.to_vec()),
        Topic::Notations => by_kind(kinds, |kind| kind.entry().conventions.to_vec()),
        Topic::Puzzles => {
            let mut items: Vec<Item> =
                kinds.iter().flat_map(|kind| kind.library()).filter_map(|entry| puzzle(&entry)).collect();
            items.sort_by_key(|item| item.group);
            items
        }
        Topic::Suites => suites::all().map(suite).collect(),
    }
}

fn item(entry: &Entry) -> Item {
    let aliases = match entry.aliases {
        [] => String::new(),
        aliases => format!(" (also {})", aliases.join(", ")),
    };
    Item {
        name: entry.name.into(),
        summary: format!("{}{aliases}", entry.summary),
        note: entry.guarantee.replace('\n', " ⏎ "),
        group: None,
    }
}

/// What the kinds have, each name once; those that not every kind has say whose they are.
fn by_kind(listed: &Kinds, entries: fn(&dyn Kind) -> Vec<Entry>) -> Vec<Item> {
    let mut items: Vec<(Item, Vec<&'static str>)> = Vec::new();
    for kind in listed {
        for entry in entries(*kind) {
            let known = items
                .iter_mut()
                .find(|(item, _)| item.name == entry.name && item.summary.starts_with(entry.summary));
            match known {
                Some((_, kinds)) => kinds.push(kind.entry().name),
                None => items.push((item(&entry), vec![kind.entry().name])),
            }
        }
    }
    let named = |(item, kinds): (Item, Vec<&'static str>)| match kinds.len() == listed.len() {
        true => item,
        false => Item { summary: format!("{}: {}", kinds.join(", "), item.summary), ..item },
    };
    items.into_iter().map(named).collect()
}

fn of_algorithm(algorithm: Algorithm, kinds: &Kinds) -> Option<Item> {
    let known = algorithm.entry();
    let item = item(&known.entry);
    if known.for_every_kind {
        return Some(item);
    }
    let has = |kind: &&&'static dyn Kind| kind.entry().algorithms.contains(&algorithm);
    let those: Vec<&str> = kinds.iter().filter(has).map(|kind| kind.entry().name).collect();
    match those.len() {
        0 => None,
        all if all == kinds.len() => Some(item),
        _ => Some(Item { summary: format!("{}: {}", those.join(", "), item.summary), ..item }),
    }
}

fn plain_item(name: &str, summary: &str, note: &str) -> Item {
    Item { name: name.into(), summary: summary.into(), note: note.into(), group: None }
}

/// A puzzle of the library with its optima in every metric; `None` for one that is solved from the start.
fn puzzle(entry: &LibraryEntry) -> Option<Item> {
    let designer = match entry.designer {
        Some("traditional") => ", traditional".to_string(),
        Some(name) => format!(", by {name}"),
        None => String::new(),
    };
    let english = entry.english.map(|name| format!(" ({name})")).unwrap_or_default();
    // A test of theirs reads all that are shipped.
    let read = read_one(entry.text, &Reading::default()).ok()?;
    let puzzle = &*read.puzzle;
    if puzzle.has_goal() && puzzle.is_solved(&puzzle.start()) {
        return None;
    }
    Some(Item {
        name: entry.slug.into(),
        summary: format!("{}{english}{designer}", entry.title),
        note: format!("{}{}", difficulty(puzzle), optima(puzzle)),
        group: Some(entry.group),
    })
}

/// How hard a puzzle is, by the moves that its shortest solution has.
fn difficulty(puzzle: &dyn Puzzle) -> &'static str {
    match puzzle.known_optimum(puzzle.metric()) {
        Some(Known::Length(..20)) => "easy; ",
        Some(Known::Length(..60)) => "medium; ",
        Some(Known::Length(..100)) => "hard; ",
        Some(Known::Length(_)) => "very hard; ",
        Some(Known::Unsolvable) | None => "",
    }
}

/// `steps/lines/moves: 116/90/81`.
fn optima(puzzle: &dyn Puzzle) -> String {
    let metrics = || puzzle.kind().entry().metrics.iter().map(Metric);
    let optimum = |metric| match puzzle.known_optimum(metric) {
        Some(Known::Length(n)) => n.to_string(),
        Some(Known::Unsolvable) => "unsolvable".into(),
        None => "-".into(),
    };
    let names: Vec<&str> = metrics().map(Metric::name).collect();
    format!("{}: {}", names.join("/"), metrics().map(optimum).collect::<Vec<_>>().join("/"))
}

/// A suite with what it has: its own texts are tested to be readable.
fn suite(suite: suites::Suite) -> Item {
    let Ok(experiment) = suite.read() else { return plain_item(suite.name, "", "") };
    let note = format!(
        "{}, {}, {} in all",
        number(experiment.instances.len(), "puzzle"),
        number(experiment.specs.len(), "combination"),
        number(experiment.runs_in_all(), "run")
    );
    Item { name: suite.name.into(), summary: experiment.about, note, group: None }
}
