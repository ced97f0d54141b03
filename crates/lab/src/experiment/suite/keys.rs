//! Every key of a suite, once: help texts, the page in `docs` and the JSON Schema for editors are made of this table,
//! and a test holds it against what is really read.

use serde_json::{Map, Value, json};

/// A key of a table.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The table it stands in: empty for the file itself.
    pub table: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What may stand behind it.
    pub takes: Takes,
    /// Whether it cannot be left out.
    pub required: bool,
    /// What it means.
    pub about: &'static str,
}

/// What may stand behind a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// One of these texts.
    OneOf(&'static [&'static str]),
    /// A whole number from 0 on.
    Whole,
    /// A number.
    Number,
    /// True or false.
    Flag,
    /// A text or a number.
    Limit,
    /// A text, a number, or a list of them.
    Many,
}

/// A table of the file.
#[derive(Clone, Copy, Debug)]
pub struct TableEntry {
    /// Its name: empty for the file itself.
    pub name: &'static str,
    /// Whether there may be several.
    pub many: bool,
    /// What it is for.
    pub about: &'static str,
}

const fn table(name: &'static str, many: bool, about: &'static str) -> TableEntry {
    TableEntry { name, many, about }
}

/// The tables of a suite.
pub const TABLES: &[TableEntry] = &[
    table("", false, "the experiment"),
    table("random", true, "puzzles to be drawn"),
    table("puzzle", true, "a puzzle with more to say about it"),
    table(
        "spec",
        true,
        "combinations; a list stands for all of its values, and several lists for all combinations",
    ),
    table("published", false, "figures from elsewhere, to be shown beside ours"),
];

const fn key(table: &'static str, name: &'static str, takes: Takes, about: &'static str) -> Key {
    Key { table, name, takes, required: false, about }
}

const fn required(table: &'static str, name: &'static str, takes: Takes, about: &'static str) -> Key {
    Key { table, name, takes, required: true, about }
}

/// Every key, in the order in which they are explained.
pub const KEYS: &[Key] = &[
    required("", "name", Takes::Text, "what the experiment is called"),
    key("", "about", Takes::Text, "what it shows, in a line"),
    key("", "puzzles", Takes::Texts, "puzzles as text, or names of puzzles"),
    key("", "files", Takes::Texts, "lists of puzzles, by paths from this file"),
    key("", "goal", Takes::Text, "the board to reach, for puzzles that do not say: a name or a board"),
    key(
        "",
        "lengths",
        Takes::OneOf(&["optimal", "found"]),
        "what the lengths in lists are; optimal ones are checked",
    ),
    key("", "seed", Takes::Whole, "which random puzzles are drawn, and what decides between equals (0)"),
    key("", "runs", Takes::Whole, "how often each combination is run on each puzzle (1)"),
    key("", "warmup", Takes::Whole, "runs before those, which do not count (0)"),
    key("", "best", Takes::Flag, "report the best run of each size, not medians (false)"),
    key("", "time-limit", Takes::Limit, "time for each run: \"10s\", \"500ms\", \"2m\""),
    key("", "node-limit", Takes::Limit, "expansions for each run: \"1M\", 20000"),
    key("", "memory-limit", Takes::Limit, "memory for each run: \"2GiB\" (three quarters of what is free)"),
    key("random", "size", Takes::Text, "rows and columns: \"3x3\""),
    required("random", "count", Takes::Whole, "how many"),
    key("random", "scramble", Takes::Whole, "by so many random moves, not from all boards alike"),
    key("random", "kind", Takes::Text, "the kind of puzzle (tiles)"),
    key("random", "from", Takes::Text, "the puzzle from which the random moves are made"),
    required("puzzle", "board", Takes::Text, "the puzzle as text, or its name"),
    key("puzzle", "name", Takes::Text, "what it is called in tables (its number)"),
    key("puzzle", "goal", Takes::Text, "the board to reach: a name or a board"),
    key("puzzle", "optimum", Takes::Whole, "the length of a shortest solution, which is checked"),
    key("puzzle", "found", Takes::Whole, "a length that others found, not proven to be optimal"),
    required("spec", "algorithm", Takes::Many, "the search: names of `slidewise list algorithms`"),
    key(
        "spec",
        "heuristic",
        Takes::Many,
        "the estimate, for searches that use one: \"manhattan\", \"max(a,b)\"",
    ),
    key("spec", "weight", Takes::Many, "the weight of the estimate: 1.5, \"auto\""),
    key("spec", "repr", Takes::Many, "how positions are kept: \"nibble\", \"string\""),
    key("spec", "metric", Takes::Many, "what counts as a move: \"single\", \"multi\""),
    key("spec", "beam-width", Takes::Many, "positions kept in each layer of a beam"),
    key("spec", "capacity", Takes::Many, "positions that are held, or looked at before a move"),
    key("spec", "depth-limit", Takes::Many, "nothing dearer is looked at"),
    key(
        "spec",
        "order",
        Takes::Many,
        "the order in which depth-first searches try the ways of the blank: \"URDL\"",
    ),
    key("spec", "threads", Takes::Many, "threads (1, so that counts are the same everywhere)"),
    key("spec", "time-limit", Takes::Many, "a time limit of its own"),
    required("published", "source", Takes::Text, "where they stand"),
    key("published", "mean-length", Takes::Number, "mean length over the puzzles"),
    key("published", "mean-seconds", Takes::Number, "mean time over the puzzles, in seconds"),
    key("published", "machine", Takes::Text, "what it ran on"),
];

/// The keys of a table.
pub fn of_table(table: &str) -> impl Iterator<Item = &'static Key> {
    KEYS.iter().filter(move |key| key.table == table)
}

impl TableEntry {
    /// How it is headed: `[[random]]`, `[published]`; nothing for the file itself.
    pub fn heading(&self) -> String {
        match (self.name, self.many) {
            ("", _) => String::new(),
            (name, true) => format!("[[{name}]]"),
            (name, false) => format!("[{name}]"),
        }
    }
}

impl Takes {
    /// In a few words.
    pub fn words(self) -> String {
        match self {
            Self::Text => "text".into(),
            Self::Texts => "list of texts".into(),
            Self::OneOf(texts) => {
                texts.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(" or ")
            }
            Self::Whole => "whole number".into(),
            Self::Number => "number".into(),
            Self::Flag => "true or false".into(),
            Self::Limit => "text or number".into(),
            Self::Many => "text, number or list".into(),
        }
    }

    fn schema(self) -> Value {
        match self {
            Self::Text => json!({ "type": "string" }),
            Self::Texts => json!({ "type": "array", "items": { "type": "string" } }),
            Self::OneOf(texts) => json!({ "enum": texts }),
            Self::Whole => json!({ "type": "integer", "minimum": 0 }),
            Self::Number => json!({ "type": "number" }),
            Self::Flag => json!({ "type": "boolean" }),
            Self::Limit => json!({ "type": ["string", "number"] }),
            Self::Many => json!({
                "type": ["string", "number", "array"],
                "items": { "type": ["string", "number"] },
                "minItems": 1,
            }),
        }
    }
}

/// Every key with what it means, for a help text.
pub fn help() -> String {
    let widest = KEYS.iter().map(|key| key.name.len()).max().unwrap_or(0);
    let of_table = |table: &TableEntry| {
        let keys = of_table(table.name).map(|key| format!("  {:widest$}  {}\n", key.name, key.about));
        let heading = match table.name {
            "" => "Keys of an experiment:".to_string(),
            _ => format!("{}: {}", table.heading(), table.about),
        };
        format!("{heading}\n{}", keys.collect::<String>())
    };
    TABLES.iter().map(of_table).collect::<Vec<_>>().join("\n")
}

/// Every key as a table of Markdown, for the page in `docs`.
pub fn page() -> String {
    let line = |key: &Key| {
        let must = if key.required { ", required" } else { "" };
        format!("| `{}` | {}{must} | {} |\n", key.name, key.takes.words(), key.about)
    };
    let of_table = |table: &TableEntry| {
        let heading = match table.name {
            "" => "### The file\n".to_string(),
            _ => format!("### `{}`\n\n{}.\n", table.heading(), capitalised(table.about)),
        };
        let lines: String = of_table(table.name).map(line).collect();
        format!("{heading}\n| key | value | meaning |\n|---|---|---|\n{lines}")
    };
    TABLES.iter().map(of_table).collect::<Vec<_>>().join("\n")
}

fn capitalised(text: &str) -> String {
    text[..1].to_uppercase() + &text[1..]
}

/// A JSON Schema of the format, for editors that complete and check TOML by one.
pub fn schema() -> Value {
    let mut root = object("");
    for table in TABLES.iter().filter(|table| !table.name.is_empty()) {
        let mut one = object(table.name);
        one.insert("description".into(), table.about.into());
        let value = match table.many {
            true => json!({ "type": "array", "items": one, "description": table.about }),
            false => Value::Object(one),
        };
        root["properties"][table.name] = value;
    }
    root.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
    root.insert("title".into(), "An experiment of slidewise".into());
    Value::Object(root)
}

fn object(table: &str) -> Map<String, Value> {
    let property = |key: &Key| {
        let mut schema = key.takes.schema();
        schema["description"] = key.about.into();
        (key.name.to_string(), schema)
    };
    let properties: Map<String, Value> = of_table(table).map(property).collect();
    let required: Vec<&str> = of_table(table).filter(|key| key.required).map(|key| key.name).collect();
    let mut object = Map::new();
    object.insert("type".into(), "object".into());
    object.insert("additionalProperties".into(), false.into());
    object.insert("required".into(), required.into());
    object.insert("properties".into(), properties.into());
    object
}
