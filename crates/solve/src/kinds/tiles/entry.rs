//! All that can be listed of tiles.

use slidewise_puzzles::tiles::heuristic::Simple;
use slidewise_puzzles::tiles::parse::Form;

use crate::algorithm::Algorithm;
use crate::kind::KindEntry;
use crate::metric::{Metric, MetricEntry};
use crate::names::Entry;

pub(super) const MULTI: &str = "multi";

pub(super) const ZERO: &str = "zero";
pub(super) const MISPLACED: &str = "misplaced";
pub(super) const MANHATTAN: &str = "manhattan";
pub(super) const LINEAR_CONFLICT: &str = "linear-conflict";
pub(super) const WALKING_DISTANCE: &str = "walking-distance";
pub(super) const COMBINED: &str = "combined";
pub(super) const LEARNED: &str = "learned";
pub(super) const PDB: &str = "pdb";
pub(super) const GASCHNIG: &str = "gaschnig";
pub(super) const N_SWAP: &str = "n-swap";
pub(super) const ROW_COLUMN: &str = "row-column";
pub(super) const INVERSION: &str = "inversion";
pub(super) const EUCLIDEAN: &str = "euclidean";
pub(super) const CORNER_TILES: &str = "corner-tiles";
pub(super) const LAST_MOVES: &str = "last-moves";
pub(super) const NILSSON: &str = "nilsson";

pub(super) const NIBBLE: &str = "nibble";
pub(super) const INTEGER: &str = "integer";
pub(super) const STRING: &str = "string";
pub(super) const BYTES: &str = "bytes";

/// The default metric.
pub(super) const SINGLE_METRIC: Metric = Metric(&METRICS[0]);

static METRICS: [MetricEntry; 2] = [
    MetricEntry {
        entry: Entry {
            name: "single",
            aliases: &["stm"],
            summary: "one tile by one cell counts 1",
            guarantee: "the default",
        },
        unit: ("move", "moves"),
    },
    MetricEntry {
        entry: Entry {
            name: MULTI,
            aliases: &["mtm"],
            summary: "pushing a whole segment of a line towards the blank counts 1",
            guarantee: "",
        },
        unit: ("multi-tile move", "multi-tile moves"),
    },
];

static HEURISTICS: [Entry; 16] = [
    Entry {
        name: ZERO,
        aliases: &["blind", "none"],
        summary: "always 0",
        guarantee: "consistent in every metric",
    },
    Entry {
        name: MISPLACED,
        aliases: &["hamming"],
        summary: "the number of tiles out of place",
        guarantee: "consistent in the single metric; not admissible in multi",
    },
    Entry {
        name: MANHATTAN,
        aliases: &["taxicab", "md"],
        summary: "rows and columns between each tile and its place, added",
        guarantee: "consistent in the single metric; not admissible in multi",
    },
    Entry {
        name: LINEAR_CONFLICT,
        aliases: &["lc"],
        summary: "manhattan plus 2 for each tile that must leave its line to let others pass",
        guarantee: "consistent in the single metric; not admissible in multi",
    },
    Entry {
        name: WALKING_DISTANCE,
        aliases: &["wd", "x-y", "xy"],
        summary: "exact distances when only rows, and when only columns, matter",
        guarantee: "consistent in both metrics; up to 5×5 (whose table takes a while to build)",
    },
    Entry {
        name: COMBINED,
        aliases: &["best"],
        summary: "linear-conflict and walking-distance, the larger on each axis",
        guarantee: "consistent in both metrics; the walking-distance part up to 4×4",
    },
    Entry {
        name: LEARNED,
        aliases: &["pairs"],
        summary: "manhattan with a correction for each pair of tiles, learned from solutions",
        guarantee: "not admissible; for boards of the sizes that it was trained for; also learned:FILE",
    },
    Entry {
        name: PDB,
        aliases: &["pattern-database"],
        summary: "pattern databases, additive in the single metric; also pdb:7-8, pdb:15-large, pdb:15-multi, pdb:FILE",
        guarantee: "consistent in both metrics; up to 5×5, in multi up to 4×4",
    },
    Entry {
        name: GASCHNIG,
        aliases: &["n-max-swap", "max-sort", "relaxed-adjacency"],
        summary: "moves that are left if any tile may jump to the blank (Gaschnig 1979)",
        guarantee: "consistent in the single metric; not admissible in multi",
    },
    Entry {
        name: N_SWAP,
        aliases: &["swaps"],
        summary: "exchanges that are left if any two tiles, or tile and blank, may change places",
        guarantee: "consistent in the single metric; not admissible in multi",
    },
    Entry {
        name: ROW_COLUMN,
        aliases: &["out-of-row-and-column", "out-of-row-column"],
        summary: "tiles out of their row plus tiles out of their column",
        guarantee: "consistent in the single metric; not admissible in multi",
    },
    Entry {
        name: INVERSION,
        aliases: &["inversion-distance"],
        summary: "vertical and horizontal moves that pairs in the wrong order ask for",
        guarantee: "consistent in the single metric; not admissible in multi",
    },
    Entry {
        name: EUCLIDEAN,
        aliases: &["straight-line"],
        summary: "straight lines between tiles and their places, added and rounded down",
        guarantee: "consistent in the single metric; not admissible in multi",
    },
    Entry {
        name: CORNER_TILES,
        aliases: &["corners"],
        summary: "manhattan plus 2 for each tile that has to step aside for a corner (Korf & Taylor 1996)",
        guarantee: "admissible, not consistent, in the single metric; not admissible in multi",
    },
    Entry {
        name: LAST_MOVES,
        aliases: &["last-move"],
        summary: "manhattan plus 2 if no tile comes through the blank's place (Korf & Taylor 1996)",
        guarantee: "consistent in the single metric; not admissible in multi",
    },
    Entry {
        name: NILSSON,
        aliases: &["sequence-score", "nilsson-sequence"],
        summary: "manhattan plus three times a score for tiles that do not follow each other (Nilsson 1971)",
        guarantee: "not admissible in any metric",
    },
];

/// The heuristics that are there to be compared, by name.
pub(super) fn simple(name: &str) -> Option<Simple> {
    Some(match name {
        GASCHNIG => Simple::Gaschnig,
        N_SWAP => Simple::NSwap,
        ROW_COLUMN => Simple::RowColumn,
        INVERSION => Simple::Inversion,
        EUCLIDEAN => Simple::Euclidean,
        CORNER_TILES => Simple::CornerTiles,
        LAST_MOVES => Simple::LastMoves,
        NILSSON => Simple::Nilsson,
        _ => return None,
    })
}

static REPRS: [Entry; 4] = [
    Entry {
        name: NIBBLE,
        aliases: &["packed"],
        summary: "4 bits a cell in a u64 (5 bits in a u128 for 5×5)",
        guarantee: "up to 25 cells",
    },
    Entry {
        name: INTEGER,
        aliases: &["decimal"],
        summary: "one decimal digit a cell in a u32",
        guarantee: "up to 9 cells",
    },
    Entry {
        name: STRING,
        aliases: &["text"],
        summary: "a string of base-36 digits: the slow baseline",
        guarantee: "up to 36 cells",
    },
    Entry { name: BYTES, aliases: &["array"], summary: "an array, one entry a cell", guarantee: "any size" },
];

macro_rules! entries {
    ($($name:literal, $summary:literal, $example:literal;)*) => {
        [$(Entry { name: $name, aliases: &[], summary: $summary, guarantee: $example }),*]
    };
}

static GOALS: [Entry; 3] = entries![
    "blank-last", "1, 2, 3, … row by row, the blank last; the default", "1 2 3/4 5 6/7 8 0";
    "blank-first", "the blank first, then 1, 2, 3, … row by row", "0 1 2/3 4 5/6 7 8";
    "snail", "1, 2, 3, … in a spiral, the blank at its end", "1 2 3/8 0 4/7 6 5";
];

static CONVENTIONS: [Entry; 3] = entries![
    "tile", "letters name the way the tile goes", "RDL2";
    "blank", "letters name the way the blank goes", "LUR2";
    "numbers", "the number of each tile that moves", "8 5 2";
];

const fn form(form: Form) -> Entry {
    Entry { name: form.name(), aliases: &[], summary: form.description(), guarantee: form.example() }
}

static FORMS: [Entry; Form::ALL.len()] = {
    let mut all = [form(Form::ALL[0]); Form::ALL.len()];
    let mut i = 1;
    while i < all.len() {
        all[i] = form(Form::ALL[i]);
        i += 1;
    }
    all
};

pub(super) static ENTRY: KindEntry = KindEntry {
    name: "tiles",
    plural: "tile puzzles",
    summary: "numbered tiles on an n×m board with one blank",
    metrics: &METRICS,
    heuristics: &HEURISTICS,
    compared: &[MISPLACED, MANHATTAN, LINEAR_CONFLICT],
    reprs: &REPRS,
    algorithms: &[Algorithm::Beam, Algorithm::Anytime],
    forms: &FORMS,
    conventions: &CONVENTIONS,
    goals: &GOALS,
    draws: true,
    groups_by_size: true,
};
