//! The suites that come with the program: `data/suites/*.toml`, which read the lists of `slidewise-puzzles`.

use slidewise_solve::puzzles::tiles::lists;

use slidewise_solve::names::{UnknownName, nearest};

use super::{Experiment, Invalid, suite};

/// A suite by name.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// Its name.
    pub name: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

impl Suite {
    /// Its experiment.
    pub fn read(&self) -> Result<Experiment, Invalid> {
        suite::read(self.name, self.text, &list)
    }
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/suites/", $name)))),*]
    };
}

const SUITES: &[(&str, &str)] = files![
    "eight.toml",
    "fifteen.toml",
    "sizes.toml",
    "greedy-vs-astar.toml",
    "heuristics.toml",
    "weights.toml",
    "dijkstra.toml",
    "korf15.toml",
    "hard15.toml",
    "korf24.toml",
    "bricks.toml",
    "large.toml",
    "deepcubea24.toml",
    "deepcubea35.toml",
    "deepcubea48.toml",
];

/// The path from `data/suites` to the lists of `slidewise-puzzles`.
const LISTS: &str = "../../../puzzles/data/tiles/";

/// A list of `slidewise-puzzles` by the path that a suite of `data/suites` has to it.
fn list(path: &str) -> Result<String, String> {
    let found = path.strip_prefix(LISTS).and_then(lists::list);
    found.map(str::to_string).ok_or_else(|| format!("{path}: there is no such list"))
}

/// All of them, in the order in which they are listed.
pub fn all() -> impl Iterator<Item = Suite> {
    SUITES.iter().map(|(file, text)| Suite { name: file.strip_suffix(".toml").unwrap_or(file), text })
}

/// The suite of this name.
pub fn find(name: &str) -> Result<Suite, Invalid> {
    let wanted = name.trim().to_ascii_lowercase();
    if let Some(suite) = all().find(|suite| suite.name == wanted) {
        return Ok(suite);
    }
    let unknown = UnknownName {
        what: "suite",
        given: name.to_string(),
        nearest: nearest(&wanted, all().map(|suite| suite.name)),
        known: all().map(|suite| suite.name).collect(),
    };
    Err(Invalid(unknown.to_string()))
}
