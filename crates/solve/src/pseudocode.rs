//! Searches as textbooks write them down, line by line, for pages that follow a search step by step.

use crate::algorithm::Algorithm;

/// What a line is about: the parts of one step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Before the first step, or between iterations.
    Begin,
    /// A position is chosen.
    Take,
    /// It is held against the goal.
    Test,
    /// Its neighbours are looked at.
    Expand,
}

impl Phase {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::Take => "take",
            Self::Test => "test",
            Self::Expand => "expand",
        }
    }
}

/// A line, and when it is carried out.
pub type Line = (Phase, &'static str);

use Phase::{Begin, Expand, Take, Test};

const BREADTH_FIRST: &[Line] = &[
    (Begin, "queue ← [start]"),
    (Begin, "repeat"),
    (Take, "  n ← first of the queue"),
    (Expand, "  for each move of n:"),
    (Test, "    if it leads to the goal: done"),
    (Expand, "    if it leads somewhere new:"),
    (Expand, "      put it at the end of the queue"),
];

const DEPTH_FIRST: &[Line] = &[
    (Begin, "stack ← [start]"),
    (Begin, "repeat"),
    (Take, "  n ← top of the stack"),
    (Test, "  if n is the goal: done"),
    (Expand, "  for each move of n:"),
    (Expand, "    if it leads somewhere new:"),
    (Expand, "      put it on the stack"),
];

/// Best-first search; what is least tells its members apart.
macro_rules! best_first {
    ($least:literal) => {
        &[
            (Begin, "open ← {start}"),
            (Begin, "repeat"),
            (Take, concat!("  n ← least ", $least, " in open")),
            (Test, "  if n is the goal: done"),
            (Expand, "  move n to closed"),
            (Expand, "  for each move of n:"),
            (Expand, "    g ← g(n) + 1"),
            (Expand, "    if new, or reached with less g:"),
            (Expand, "      add it to open"),
        ]
    };
}

const DEEPENING: &[Line] = &[
    (Begin, "bound ← h(start)"),
    (Begin, "repeat"),
    (Begin, "  search(start, 0)"),
    (Begin, "  bound ← least f above the bound"),
    (Begin, ""),
    (Take, "search(n, g):"),
    (Take, "  if g + h(n) > bound: go back"),
    (Test, "  if n is the goal: done"),
    (Expand, "  for each move of n:"),
    (Expand, "    search(child, g + 1)"),
];

/// The lines of a search, if it has been written down.
pub fn lines(algorithm: Algorithm) -> Option<&'static [Line]> {
    Some(match algorithm {
        Algorithm::Bfs => BREADTH_FIRST,
        Algorithm::Dfs => DEPTH_FIRST,
        Algorithm::Dijkstra => best_first!("g"),
        Algorithm::Greedy => best_first!("h"),
        Algorithm::Astar => best_first!("f = g + h"),
        Algorithm::Wastar => best_first!("f = g + w·h"),
        Algorithm::Ida => DEEPENING,
        _ => return None,
    })
}
