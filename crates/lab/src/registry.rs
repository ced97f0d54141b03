//! Everything that has a name: algorithms, heuristics, representations, metrics. Help texts, listings and parsing
//! all read these tables, so what is listed can be built and what can be built is listed.

use std::fmt;

/// What is said about a named thing.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name, as printed and as typed.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// What it is, in a line.
    pub summary: &'static str,
    /// What it promises, and what it costs.
    pub guarantee: &'static str,
}

/// A closed set of things with names.
pub trait Named: Copy + PartialEq + 'static {
    /// What such a thing is called: "algorithm".
    const KIND: &'static str;
    /// All of them, in the order in which they are listed.
    const ALL: &'static [Self];
    /// What is said about this one.
    fn entry(self) -> Entry;

    /// The name.
    fn name(self) -> &'static str {
        self.entry().name
    }

    /// The one with this name or alias, in any case.
    fn find(text: &str) -> Result<Self, UnknownName> {
        let wanted = text.trim().to_ascii_lowercase();
        let is_it = |candidate: &&Self| {
            let entry = candidate.entry();
            entry.name == wanted || entry.aliases.contains(&wanted.as_str())
        };
        Self::ALL.iter().find(is_it).copied().ok_or_else(|| UnknownName {
            kind: Self::KIND,
            given: text.trim().to_string(),
            nearest: nearest(&wanted, Self::ALL.iter().flat_map(|candidate| candidate.names())),
        })
    }

    /// The name and the aliases.
    fn names(self) -> impl Iterator<Item = &'static str> {
        let entry = self.entry();
        std::iter::once(entry.name).chain(entry.aliases.iter().copied())
    }
}

/// A name that nothing has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What was looked for: "algorithm".
    pub kind: &'static str,
    /// What was typed.
    pub given: String,
    /// The name that comes nearest.
    pub nearest: &'static str,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, given, nearest } = self;
        write!(
            f,
            "there is no {kind} \"{given}\"; did you mean \"{nearest}\"? `slidewise list` shows them all"
        )
    }
}

impl std::error::Error for UnknownName {}

fn nearest(wanted: &str, names: impl Iterator<Item = &'static str>) -> &'static str {
    names.min_by_key(|name| edit_distance(wanted, name)).unwrap_or_default()
}

/// Insertions, deletions and exchanges of characters that turn one word into the other.
pub fn edit_distance(a: &str, b: &str) -> usize {
    // What is longer than any name is far from all of them, however it goes on.
    let a: String = a.chars().take(64).collect();
    strsim::levenshtein(&a, b)
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Breadth-first.
    Bfs,
    /// Breadth-first from both ends.
    Bidirectional,
    /// Depth-first with a visited table.
    Dfs,
    /// Depth-first to growing depths.
    IterativeDeepening,
    /// Cheapest first.
    Dijkstra,
    /// Lowest estimate first.
    Greedy,
    /// Lowest cost plus estimate first.
    Astar,
    /// A* with the estimate weighted.
    Wastar,
    /// Weighted A* with falling weights.
    Arastar,
    /// Depth-first to growing cost plus estimate.
    Ida,
    /// Breadth-first in compact layers, for bricks.
    Layered,
    /// The best of each layer.
    Beam,
    /// A solution at once, then ever shorter ones.
    Anytime,
}

impl Algorithm {
    /// Whether it is guided by a heuristic.
    pub fn is_informed(self) -> bool {
        matches!(self, Self::Greedy | Self::Astar | Self::Wastar | Self::Arastar | Self::Ida | Self::Beam)
    }

    /// Whether it weights the estimate.
    pub fn takes_weight(self) -> bool {
        matches!(self, Self::Wastar | Self::Arastar)
    }

    /// Whether it stops when a solution is proven to be near enough to the optimum.
    pub fn takes_bound(self) -> bool {
        matches!(self, Self::Arastar | Self::Anytime)
    }

    /// Whether it solves tile puzzles.
    pub fn is_for_tiles(self) -> bool {
        self != Self::Layered
    }

    /// Whether it solves brick puzzles.
    pub fn is_for_bricks(self) -> bool {
        !matches!(self, Self::Beam | Self::Anytime)
    }

    /// Whether it is made of steps that can be looked at one by one.
    pub fn has_steps(self) -> bool {
        !matches!(self, Self::Anytime | Self::Layered)
    }

    /// Whether it takes a depth limit.
    pub fn takes_depth_limit(self) -> bool {
        matches!(self, Self::Dfs | Self::IterativeDeepening | Self::Ida)
    }
}

impl Named for Algorithm {
    const KIND: &'static str = "algorithm";
    const ALL: &'static [Self] = &[
        Self::Bfs,
        Self::Bidirectional,
        Self::Dfs,
        Self::IterativeDeepening,
        Self::Dijkstra,
        Self::Greedy,
        Self::Astar,
        Self::Wastar,
        Self::Arastar,
        Self::Ida,
        Self::Layered,
        Self::Beam,
        Self::Anytime,
    ];

    fn entry(self) -> Entry {
        let (name, aliases, summary, guarantee): (_, &'static [&'static str], _, _) = match self {
            Self::Bfs => (
                "bfs",
                &["breadth-first"],
                "breadth-first search, layer by layer",
                "optimal; stores every position seen",
            ),
            Self::Bidirectional => (
                "bidirectional",
                &["bibfs", "bidirectional-bfs"],
                "breadth-first search from the start and the goal at once",
                "optimal; stores about the square root of what bfs does",
            ),
            Self::Dfs => (
                "dfs",
                &["depth-first"],
                "depth-first search with a visited table; takes --depth-limit",
                "any length; complete within the depth limit; stores every position visited",
            ),
            Self::IterativeDeepening => (
                "iterative-deepening",
                &["progressive-deepening", "iddfs", "id"],
                "depth-first search to depth 1, 2, 3, …",
                "optimal; stores the current path only",
            ),
            Self::Dijkstra => (
                "dijkstra",
                &["uniform-cost", "ucs"],
                "the cheapest position first",
                "optimal; stores every position seen",
            ),
            Self::Greedy => (
                "greedy",
                &["best-first", "gbfs"],
                "the lowest estimate h first",
                "any length; stores every position seen",
            ),
            Self::Astar => (
                "astar",
                &["a*", "a-star"],
                "the lowest f = g + h first, high g first among equals",
                "optimal with an admissible heuristic; stores every position seen",
            ),
            Self::Wastar => (
                "wastar",
                &["weighted-astar", "wa*"],
                "the lowest g + w·h first; takes --weight",
                "within the factor w with an admissible heuristic; stores every position seen",
            ),
            Self::Arastar => (
                "arastar",
                &["ara*", "ara-star", "anytime-astar"],
                "weighted A* that goes on with lower weights after each solution; takes --weight and --bound",
                "each solution within a proven factor, the last one optimal; stores every position seen",
            ),
            Self::Ida => (
                "ida",
                &["ida*", "idastar", "ida-star"],
                "depth-first search to growing bounds on g + h",
                "optimal with an admissible heuristic; stores the current path only",
            ),
            Self::Layered => (
                "layered",
                &[],
                "breadth-first in compact layers on all cores, from both ends where possible; bricks only",
                "optimal; stores about four bytes a position, on disk when memory runs out",
            ),
            Self::Beam => (
                "beam",
                &["beam-search"],
                "layer by layer, the positions of lowest estimate; takes --beam-width",
                "any length, and may find nothing; stores six bytes for each position kept",
            ),
            Self::Anytime => (
                "anytime",
                &[],
                "a solution at once, then shorter ones by ever wider beams until --time-limit",
                "any length, with a proven lower bound; memory grows with the beams, up to 1.5 GiB",
            ),
        };
        Entry { name, aliases, summary, guarantee }
    }
}

/// How to estimate the cost to the goal of a tile puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileHeuristic {
    /// Nothing.
    Zero,
    /// Tiles out of place.
    Misplaced,
    /// Sum of distances.
    Manhattan,
    /// Manhattan with linear conflicts.
    LinearConflict,
    /// Walking distance.
    WalkingDistance,
    /// The best of them, axis by axis.
    Combined,
    /// Manhattan with learned corrections.
    Learned,
    /// Pattern databases.
    Pdb,
}

impl Named for TileHeuristic {
    const KIND: &'static str = "heuristic";
    const ALL: &'static [Self] = &[
        Self::Zero,
        Self::Misplaced,
        Self::Manhattan,
        Self::LinearConflict,
        Self::WalkingDistance,
        Self::Combined,
        Self::Learned,
        Self::Pdb,
    ];

    fn entry(self) -> Entry {
        let (name, aliases, summary, guarantee): (_, &'static [&'static str], _, _) = match self {
            Self::Zero => ("zero", &["blind", "none"], "always 0", "consistent in both metrics"),
            Self::Misplaced => (
                "misplaced",
                &["hamming"],
                "the number of tiles out of place",
                "consistent in the single metric; not admissible in multi",
            ),
            Self::Manhattan => (
                "manhattan",
                &["taxicab", "md"],
                "rows and columns between each tile and its place, added",
                "consistent in the single metric; not admissible in multi",
            ),
            Self::LinearConflict => (
                "linear-conflict",
                &["lc"],
                "manhattan plus 2 for each tile that must leave its line to let others pass",
                "consistent in the single metric; not admissible in multi",
            ),
            Self::WalkingDistance => (
                "walking-distance",
                &["wd"],
                "exact distances when only rows, and when only columns, matter",
                "consistent in both metrics; up to 5×5 (whose table takes a while to build)",
            ),
            Self::Combined => (
                "combined",
                &["best"],
                "linear-conflict and walking-distance, the larger on each axis",
                "consistent in both metrics; the walking-distance part up to 4×4",
            ),
            Self::Pdb => (
                "pdb",
                &["pattern-database"],
                "additive pattern databases; also pdb:7-8, pdb:15-large, pdb:FILE",
                "admissible in the single metric; not in multi; up to 5×5, and small groups of tiles on 6×6",
            ),
            Self::Learned => (
                "learned",
                &["pairs"],
                "manhattan with a correction for each pair of tiles, learned from solutions",
                "not admissible; for boards of the sizes that it was trained for",
            ),
        };
        Entry { name, aliases, summary, guarantee }
    }
}

/// How to estimate the cost to the goal of a brick puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrickHeuristic {
    /// Nothing.
    Zero,
    /// How far the named pieces are from their places.
    Distance,
    /// The same, and the pieces in between.
    Blockers,
    /// The same, and the pieces that certainly must move.
    GoalBlockers,
}

impl Named for BrickHeuristic {
    const KIND: &'static str = "heuristic for bricks";
    const ALL: &'static [Self] = &[Self::Zero, Self::Distance, Self::Blockers, Self::GoalBlockers];

    fn entry(self) -> Entry {
        let (name, aliases, summary, guarantee): (_, &'static [&'static str], _, _) = match self {
            Self::Zero => ("zero", &["blind", "none"], "always 0", "consistent in every metric"),
            Self::Distance => (
                "distance",
                &[],
                "how far the pieces that the goal names are from their places, each alone on the board",
                "admissible in every metric",
            ),
            Self::Blockers => (
                "blockers",
                &[],
                "distance, and one for each piece between the master and its goal",
                "not admissible: it may claim more than is needed",
            ),
            Self::GoalBlockers => (
                "goal-blockers",
                &[],
                "distance, and one for each piece that certainly must move",
                "admissible in every metric",
            ),
        };
        Entry { name, aliases, summary, guarantee }
    }
}

/// How a tile position is kept in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileRepr {
    /// Bits packed in one word.
    Nibble,
    /// A decimal number.
    Integer,
    /// A string.
    String,
    /// An array of bytes.
    Bytes,
}

impl Named for TileRepr {
    const KIND: &'static str = "representation";
    const ALL: &'static [Self] = &[Self::Nibble, Self::Integer, Self::String, Self::Bytes];

    fn entry(self) -> Entry {
        let (name, aliases, summary, guarantee): (_, &'static [&'static str], _, _) = match self {
            Self::Nibble => {
                ("nibble", &["packed"], "4 bits a cell in a u64 (5 bits in a u128 for 5×5)", "up to 25 cells")
            }
            Self::Integer => ("integer", &["decimal"], "one decimal digit a cell in a u32", "up to 9 cells"),
            Self::String => {
                ("string", &["text"], "a string of base-36 digits: the slow baseline", "up to 36 cells")
            }
            Self::Bytes => ("bytes", &["array"], "an array, one entry a cell", "any size"),
        };
        Entry { name, aliases, summary, guarantee }
    }
}

/// What counts as one move of a tile puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileMetric {
    /// One tile, one cell.
    Single,
    /// A segment of a line.
    Multi,
}

impl Named for TileMetric {
    const KIND: &'static str = "metric";
    const ALL: &'static [Self] = &[Self::Single, Self::Multi];

    fn entry(self) -> Entry {
        let (name, aliases, summary, guarantee): (_, &'static [&'static str], _, _) = match self {
            Self::Single => ("single", &["stm"], "one tile by one cell counts 1", "the default"),
            Self::Multi => {
                ("multi", &["mtm"], "pushing a whole segment of a line towards the blank counts 1", "")
            }
        };
        Entry { name, aliases, summary, guarantee }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_are_unique<T: Named>() {
        let mut all: Vec<&str> = T::ALL.iter().flat_map(|t| t.names()).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "a {} has a name twice", T::KIND);
    }

    #[test]
    fn no_name_means_two_things() {
        names_are_unique::<Algorithm>();
        names_are_unique::<TileHeuristic>();
        names_are_unique::<BrickHeuristic>();
        names_are_unique::<TileRepr>();
        names_are_unique::<TileMetric>();
    }

    #[test]
    fn a_typing_error_gets_the_nearest_name() {
        let error = Algorithm::find("astr").unwrap_err();
        assert_eq!(error.nearest, "astar");
        assert_eq!(TileHeuristic::find("manhatan").unwrap_err().nearest, "manhattan");
        assert_eq!(Algorithm::find("IDA*"), Ok(Algorithm::Ida));
    }
}
