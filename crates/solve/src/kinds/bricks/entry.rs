//! All that can be listed of bricks.

use crate::algorithm::Algorithm;
use crate::kind::KindEntry;
use crate::metric::{Metric, MetricEntry};
use crate::names::Entry;
use slidewise_puzzles::bricks::Metric as BrickMetric;

pub(super) const DISTANCE: &str = "distance";
pub(super) const BLOCKERS: &str = "blockers";
pub(super) const GOAL_BLOCKERS: &str = "goal-blockers";
pub(super) const CHAINED_BLOCKERS: &str = "chained-blockers";
pub(super) const CLEARING: &str = "clearing";
pub(super) const PDB: &str = "pdb";

pub(super) const PIECES: &str = "pieces";
pub(super) const COURSE: &str = "course";

macro_rules! entries {
    ($($name:expr, $summary:literal, $guarantee:literal;)*) => {
        [$(Entry { name: $name, aliases: &[], summary: $summary, guarantee: $guarantee }),*]
    };
}

static METRICS: [MetricEntry; 3] = {
    let [steps, lines, moves] = entries![
        "steps", "one piece by one cell counts 1", "the default for the sliding brick course";
        "lines", "one piece in one straight line, any distance, counts 1", "the default for Rush Hour";
        "moves", "one piece along any path counts 1", "the default otherwise";
    ];
    [
        MetricEntry { entry: steps, unit: ("step", "steps") },
        MetricEntry { entry: lines, unit: ("line", "lines") },
        MetricEntry { entry: moves, unit: ("move", "moves") },
    ]
};

/// The entry of a metric.
pub(super) fn metric(metric: BrickMetric) -> Metric {
    Metric(&METRICS[metric as usize])
}

static HEURISTICS: [Entry; 7] = {
    let [distance, blockers, goal_blockers, chained_blockers, clearing] = entries![
        DISTANCE, "how far the pieces that the goal names are from their places, each alone on the board",
            "admissible in every metric";
        BLOCKERS, "distance, and one for each piece between the master and its goal",
            "not admissible: it may claim more than is needed";
        GOAL_BLOCKERS, "distance, and one for each piece that certainly must move",
            "admissible in every metric";
        CHAINED_BLOCKERS, "goal-blockers, and one for each group of pieces that shut such a piece in",
            "admissible, not consistent, in every metric";
        CLEARING, "the cheapest ways of the pieces that the goal names, with a price for each piece in the way",
            "not admissible: a guide for searches that look for any solution";
    ];
    let pdb = Entry {
        name: PDB,
        aliases: &["pattern-database"],
        summary: "true distances of the pieces that the goal names with some others, as if the rest were not there",
        guarantee: "consistent in every metric",
    };
    let zero = Entry {
        name: "zero",
        aliases: &["blind", "none"],
        summary: "always 0",
        guarantee: "consistent in every metric",
    };
    [zero, distance, blockers, goal_blockers, chained_blockers, clearing, pdb]
};

static FORMS: [Entry; 5] = entries![
    "letters", "a grid of letters or signs, one a piece, with `board:` and `goal:` lines", "board:\nAAB\nAAB\n..C";
    COURSE, "width,height, then rows of numbers; 2 is the master, -1 the goal", "5,4,\n1,-1,-1,1,1,\n…";
    "rush-hour", "36 characters, A the red car, o or . empty, x a wall", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    "klotski-code", "hexadecimal codes of catalogues of 4×5 Klotski layouts", "1A9BF0C00";
    "gnome", "GNOME Klotski: * the main piece, # wall, - gate, . target, letters pieces", "";
];

static CONVENTIONS: [Entry; 2] = entries![
    PIECES, "the piece and the way it goes", "A R2D, B U";
    COURSE, "one step of one brick, as the sliding brick course writes it", "(2,left)";
];

/// Beams run through a space whose types are forgotten, which may be left out.
const ALGORITHMS: &[Algorithm] = if cfg!(feature = "textbook") {
    &[Algorithm::Layered, Algorithm::Beam, Algorithm::Anytime]
} else {
    &[Algorithm::Layered]
};

pub(super) static ENTRY: KindEntry = KindEntry {
    name: "bricks",
    plural: "brick puzzles",
    summary: "pieces of any shape on a board with walls: Klotski, Rush Hour and their kin",
    metrics: &METRICS,
    heuristics: &HEURISTICS,
    compared: &[DISTANCE, GOAL_BLOCKERS],
    reprs: &[],
    algorithms: ALGORITHMS,
    forms: &FORMS,
    conventions: &CONVENTIONS,
    goals: &[],
    draws: false,
    groups_by_size: false,
};
