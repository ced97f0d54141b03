//! `slidewise list`: what there is to choose from, straight from the registry.

use std::io::Write;

use serde_json::{Map, Value, json};
use slidewise_lab::experiment::suites;
use slidewise_lab::registry::{Algorithm, BrickHeuristic, Entry, Named, TileHeuristic, TileMetric, TileRepr};
use slidewise_puzzles::bricks::Metric;
use slidewise_puzzles::bricks::library::{self, Optimum};
use slidewise_puzzles::tiles::Goal;
use slidewise_puzzles::tiles::parse::Form;

use crate::args::{ListArgs, Topic};
use crate::error::Failure;
use crate::exit::Exit;
use crate::render::{DIM, GOOD, styled};

/// A thing with a name, and what is said of it.
struct Item {
    name: String,
    summary: String,
    note: String,
}

/// Lists one topic or all.
pub fn run(args: &ListArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let all = [
        Topic::Algorithms,
        Topic::Heuristics,
        Topic::Goals,
        Topic::Formats,
        Topic::Representations,
        Topic::Metrics,
        Topic::Puzzles,
        Topic::Suites,
        Topic::BrickHeuristics,
        Topic::BrickMetrics,
        Topic::BrickFormats,
    ];
    let topics: Vec<Topic> =
        all.into_iter().filter(|topic| args.what.is_none_or(|what| what == *topic)).collect();
    if args.json {
        let object: Map<String, Value> =
            topics.iter().map(|&topic| (title(topic).to_string(), as_json(topic))).collect();
        writeln!(out, "{}", Value::Object(object))?;
        return Ok(Exit::Solved);
    }
    for (i, &topic) in topics.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", styled(GOOD, title(topic)))?;
        let items = items(topic);
        let width = items.iter().map(|item| item.name.chars().count()).max().unwrap_or(0);
        for item in items {
            writeln!(out, "  {:<width$}  {}", item.name, item.summary)?;
            if !item.note.is_empty() {
                writeln!(out, "  {:<width$}  {}", "", styled(DIM, item.note))?;
            }
        }
    }
    Ok(Exit::Solved)
}

fn as_json(topic: Topic) -> Value {
    let entry = |item: Item| json!({"name": item.name, "summary": item.summary, "note": item.note});
    items(topic).into_iter().map(entry).collect()
}

fn title(topic: Topic) -> &'static str {
    match topic {
        Topic::Algorithms => "algorithms",
        Topic::Heuristics => "heuristics",
        Topic::Goals => "goals",
        Topic::Formats => "formats",
        Topic::Representations => "representations",
        Topic::Metrics => "metrics",
        Topic::Puzzles => "puzzles",
        Topic::Suites => "suites",
        Topic::BrickHeuristics => "brick-heuristics",
        Topic::BrickMetrics => "brick-metrics",
        Topic::BrickFormats => "brick-formats",
    }
}

fn items(topic: Topic) -> Vec<Item> {
    match topic {
        Topic::Algorithms => named::<Algorithm>(),
        Topic::Heuristics => {
            let mut items = named::<TileHeuristic>();
            items.push(Item {
                name: "max(a,b,…)".into(),
                summary: "the largest of several; composite is max(misplaced,manhattan)".into(),
                note: "what all of its parts promise".into(),
            });
            items
        }
        Topic::Goals => goals(),
        Topic::Formats => formats(),
        Topic::Representations => named::<TileRepr>(),
        Topic::Metrics => named::<TileMetric>(),
        Topic::BrickHeuristics => named::<BrickHeuristic>(),
        Topic::BrickMetrics => brick_metrics(),
        Topic::BrickFormats => brick_formats(),
        Topic::Puzzles => library::entries().map(puzzle).collect(),
        Topic::Suites => suites::all().map(suite).collect(),
    }
}

fn named<T: Named>() -> Vec<Item> {
    let item = |entry: Entry| {
        let aliases = match entry.aliases {
            [] => String::new(),
            aliases => format!(" (also {})", aliases.join(", ")),
        };
        Item {
            name: entry.name.into(),
            summary: format!("{}{aliases}", entry.summary),
            note: entry.guarantee.into(),
        }
    };
    T::ALL.iter().map(|thing| item(thing.entry())).collect()
}

fn brick_metrics() -> Vec<Item> {
    let all = [
        (Metric::Steps, "one piece by one cell counts 1"),
        (Metric::Lines, "one piece in one straight line counts 1"),
        (Metric::Moves, "one piece along any path counts 1"),
    ];
    let item = |(metric, what): (Metric, &str)| plain_item(metric.name(), what, "");
    all.map(item).into()
}

fn brick_formats() -> Vec<Item> {
    vec![
        plain_item(
            "letters",
            "a grid of letters, one a piece, with `board:` and `goal:` lines",
            "board: ⏎ AAB ⏎ AAB ⏎ ..C",
        ),
        plain_item(
            "course",
            "width,height, then rows of numbers; 2 is the master, -1 the goal",
            "5,4, ⏎ 1,-1,-1,1,1, ⏎ …",
        ),
        plain_item(
            "rush-hour",
            "36 characters, A the red car, o or . empty, x a wall",
            "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM",
        ),
        plain_item("gnome", "GNOME Klotski: * the main piece, # wall, - gate, . target, letters pieces", ""),
    ]
}

fn plain_item(name: &str, summary: &str, note: &str) -> Item {
    Item { name: name.into(), summary: summary.into(), note: note.into() }
}

/// A puzzle of the library with its optima: steps/lines/moves.
fn puzzle(entry: library::Entry) -> Item {
    let optimum = |metric| match entry.optimum(metric) {
        Optimum::Length(n) => n.to_string(),
        Optimum::Unsolvable => "unsolvable".into(),
        Optimum::NoGoal => "-".into(),
    };
    let optima = Metric::ALL.map(optimum).join("/");
    let designer = match entry.header("designer") {
        Some("traditional") => ", traditional".to_string(),
        Some(name) => format!(", by {name}"),
        None => String::new(),
    };
    Item {
        name: entry.slug.into(),
        summary: format!("{}{designer}", entry.header("name").unwrap_or(entry.slug)),
        note: format!("steps/lines/moves: {optima}"),
    }
}

/// A suite with what it has: its own texts are tested to be readable.
fn suite(suite: suites::Suite) -> Item {
    let Ok(experiment) = suite.read() else { return plain_item(suite.name, "", "") };
    let note = format!(
        "{} puzzles, {} combinations, {} runs in all",
        experiment.instances.len(),
        experiment.specs.len(),
        experiment.pairs().len() * experiment.runs as usize
    );
    Item { name: suite.name.into(), summary: experiment.about, note }
}

fn goals() -> Vec<Item> {
    let example = |goal: &Goal| goal.board(4, 4).map(|board| board.to_string()).unwrap_or_default();
    let mut items: Vec<Item> = Goal::NAMED
        .iter()
        .map(|goal| Item { name: goal.name().into(), summary: example(goal), note: String::new() })
        .collect();
    items.push(Item { name: "BOARD".into(), summary: "any board, in any form".into(), note: String::new() });
    items
}

fn formats() -> Vec<Item> {
    let item = |form: Form| Item {
        name: form.name().into(),
        summary: form.description().into(),
        note: form.example().replace('\n', " ⏎ "),
    };
    Form::ALL.into_iter().map(item).collect()
}
