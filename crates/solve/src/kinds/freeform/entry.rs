//! All that can be listed of tiles on any board.

use crate::algorithm::Algorithm;
use crate::kind::KindEntry;
use crate::metric::{Metric, MetricEntry};
use crate::names::Entry;

pub(super) const MISPLACED: &str = "misplaced";
pub(super) const DISTANCE: &str = "distance";

pub(super) const FREEFORM: &str = "freeform";
pub(super) const LABELS: &str = "labels";

/// The only metric.
pub(super) const SINGLE: Metric = Metric(&METRICS[0]);

static METRICS: [MetricEntry; 1] = [MetricEntry {
    entry: Entry {
        name: "single",
        aliases: &["stm"],
        summary: "one tile by one cell counts 1",
        guarantee: "the default",
    },
    unit: ("move", "moves"),
}];

static HEURISTICS: [Entry; 3] = [
    Entry {
        name: "zero",
        aliases: &["blind", "none"],
        summary: "always 0",
        guarantee: "consistent in every metric",
    },
    Entry {
        name: MISPLACED,
        aliases: &["hamming"],
        summary: "the number of goal cells without the tile that they want",
        guarantee: "consistent",
    },
    Entry {
        name: DISTANCE,
        aliases: &[],
        summary: "steps between each tile and its place, around walls and across joined edges; equal tiles share \
                  their places in the cheapest way",
        guarantee: "consistent",
    },
];

static FORMS: [Entry; 1] = [Entry {
    name: FREEFORM,
    aliases: &[],
    summary: "`tiles:` and rows of labels, # wall, . blank; also `goal:` (? anything), `wrap:` and `name:`; rows may \
              be separated by /, sections by ;",
    guarantee: "tiles: 1 2 3/4 # 5/6 7 .; goal: . 1 2/4 # 3/6 7 5; wrap: both",
}];

static CONVENTIONS: [Entry; 1] = [Entry {
    name: LABELS,
    aliases: &[],
    summary: "the label of the tile and the way it goes, with its row and column where equal tiles could be meant",
    guarantee: "5L 3U 5@2,3L",
}];

/// Beams run through a space whose types are forgotten, which may be left out.
const ALGORITHMS: &[Algorithm] = if cfg!(feature = "textbook") {
    &[Algorithm::Layered, Algorithm::Beam, Algorithm::Anytime]
} else {
    &[Algorithm::Layered]
};

pub(super) static ENTRY: KindEntry = KindEntry {
    name: "freeform",
    plural: "tile puzzles on free boards",
    summary: "tiles on any board: holes, several blanks, equal tiles, joined edges, goals with open cells",
    metrics: &METRICS,
    heuristics: &HEURISTICS,
    compared: &["misplaced", "distance"],
    reprs: &[],
    algorithms: ALGORITHMS,
    forms: &FORMS,
    conventions: &CONVENTIONS,
    goals: &[],
    draws: false,
    groups_by_size: false,
};
