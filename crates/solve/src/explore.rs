//! The whole reachable space of a puzzle: how many positions, how far they lie, which start is the hardest.

use slidewise_puzzles::step::Step;
use slidewise_search::Stop;

use crate::metric::Metric;
use crate::position::Position;

/// What to explore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exploring {
    /// What counts as a move.
    pub metric: Metric,
    /// Hardest starts to be listed.
    pub hardest: usize,
    /// Arrangements of the pieces to look at in search of parts that cannot be reached; 0 for none.
    pub arrangements: usize,
    /// Threads, for kinds that can use several.
    pub threads: usize,
}

/// What there is to know about the space of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// Positions reached.
    pub states: u64,
    /// Positions up to mirror images, where a kind counts those; equal to `states` otherwise.
    pub up_to_mirror: u64,
    /// Positions that are goals.
    pub goals: u64,
    /// Positions by their distance from the start.
    pub by_depth: Vec<usize>,
    /// Pairs of positions that are one move apart.
    pub edges: u64,
    /// Positions with exactly one neighbour: the only move is back.
    pub dead_ends: u64,
    /// The most neighbours of a position.
    pub most_neighbours: u64,
    /// What is known about the way to the goal; nothing if no goal can be reached.
    pub to_goal: Option<ToGoal>,
    /// All arrangements of the pieces, and how many of them each connected part has, if they were counted.
    pub arrangements: Option<(usize, Vec<usize>)>,
    /// Positions that processes sent to each other, and the bytes that they took.
    pub sent: [u64; 2],
    /// Why it ended early. Then all counts are of what was reached until then.
    pub stopped: Option<Stop>,
    /// What went wrong with scratch files, or with one of several processes, if that ended it.
    pub trouble: Option<String>,
}

/// Distances to the goal over the whole space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToGoal {
    /// Positions by the length of their shortest solution.
    pub by_length: Vec<usize>,
    /// The length for the hardest starts.
    pub hardest_length: usize,
    /// How many starts are that hard.
    pub hardest_count: usize,
    /// Some of them, at most as many as asked for.
    pub hardest: Vec<Position>,
    /// A shortest solution of the first of them.
    pub solution: Vec<Step>,
}
