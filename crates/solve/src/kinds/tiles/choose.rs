//! What suits a board when the user leaves it open, and what does not go with it.

use slidewise_puzzles::tiles::heuristic::WalkingDistance;
use slidewise_search::Weight;

use super::entry::{
    BYTES, COMBINED, INTEGER, LEARNED, LINEAR_CONFLICT, NIBBLE, PDB, STRING, WALKING_DISTANCE,
};
use super::{Tables, Tiles, is_multi};
use crate::algorithm::Algorithm;
use crate::metric::Metric;
use crate::plan::Plan;
use crate::refusal::{Refusal, Setting};
use crate::spec::{HeuristicChoice, Spec};
use crate::weight::WeightChoice;

/// Fills in what the spec leaves open.
pub(super) fn choose(tables: &Tables, tiles: &Tiles, spec: &Spec, metric: Metric) -> Plan {
    let shape = tiles.shape();
    let cells = shape.cells();
    // A weight, a depth limit or a beam width says which search is meant.
    let algorithm = spec.algorithm.unwrap_or(match (spec.weight, spec.depth_limit, spec.beam_width) {
        (Some(_), ..) => Algorithm::Wastar,
        (_, Some(_), _) => Algorithm::Ida,
        (.., Some(_)) => Algorithm::Beam,
        _ => suited_algorithm(cells, spec),
    });
    // A beam promises nothing, so it may as well be guided by what promises nothing.
    let learned = algorithm == Algorithm::Beam && tables.learned(&shape).is_some();
    // Pattern databases need packed states, and on a single line there is nothing to search.
    let packed = spec.repr.is_none_or(|repr| repr == NIBBLE);
    let in_two_dimensions = shape.rows().min(shape.cols()) > 1;
    let by_patterns = spec.algorithm.is_none() && packed && in_two_dimensions;
    let suited = match algorithm {
        _ if learned => LEARNED,
        Algorithm::Ida if by_patterns && holds(NIBBLE, cells, metric) => PDB,
        _ => COMBINED,
    };
    let heuristic = algorithm
        .takes(Setting::Heuristic)
        .then(|| spec.heuristic.clone().unwrap_or_else(|| HeuristicChoice::named(suited)));
    let by_patterns = heuristic.as_ref().is_some_and(|choice| choice.has(PDB));
    let packed = holds(NIBBLE, cells, metric) && guides_beams(NIBBLE, algorithm, metric);
    let repr = spec.repr.unwrap_or(if packed { NIBBLE } else { BYTES });
    Plan {
        weight: weight(algorithm, spec, cells),
        depth_limit: spec.depth_limit,
        order: spec.order,
        bound: spec.bound.unwrap_or(Weight::ONE),
        repr: algorithm.takes(Setting::Repr).then_some(repr),
        beam_width: (algorithm == Algorithm::Beam).then(|| spec.beam_width.unwrap_or(BEAM_WIDTH)),
        threads: spec.threads.unwrap_or_else(|| algorithm.suited_threads(spec.algorithm.is_some())),
        seed: spec.seed.unwrap_or(0),
        look_ahead: by_patterns,
        heuristic,
        ..Plan::bare(algorithm, metric)
    }
}

fn weight(algorithm: Algorithm, spec: &Spec, cells: usize) -> Option<Weight> {
    algorithm.takes(Setting::Weight).then(|| match (spec.weight, algorithm) {
        (Some(WeightChoice::Fixed(weight)), _) => weight,
        // It is only the first weight there, and should give a solution soon.
        (_, Algorithm::Arastar) if cells <= SMALL => Weight::new(3, 1).unwrap_or(Weight::ONE),
        _ => auto_weight(cells),
    })
}

/// What only a board of tiles can tell to be wrong.
pub(super) fn check(tiles: &Tiles, plan: &Plan) -> Result<(), Refusal> {
    let has = |name: &str| plan.heuristic.as_ref().is_some_and(|choice| choice.has(name));
    let refuse = |setting, reason: String| Err(Refusal::new(setting, reason));
    let (rows, cols) = (tiles.shape().rows(), tiles.shape().cols());
    if let Some(repr) = plan.repr.filter(|&repr| !holds(repr, rows * cols, plan.metric)) {
        let most = match (is_multi(plan.metric), most_cells(repr, plan.metric)) {
            (true, 0) => "is for the single metric".to_string(),
            (true, most) => {
                format!("holds boards of up to {most} cells in the multi metric, not {rows}×{cols}")
            }
            (false, most) => format!("holds boards of up to {most} cells, not {rows}×{cols}"),
        };
        return Err(Refusal::new(Setting::Repr, format!("the representation {repr} {most}")).instead([BYTES]));
    }
    if plan.repr.is_some_and(|repr| !guides_beams(repr, plan.algorithm, plan.metric)) {
        let reason = format!(
            "there are no beams of {} states in the {} metric",
            plan.repr.unwrap_or(""),
            plan.metric.name()
        );
        return Err(Refusal::new(Setting::Repr, reason).instead([BYTES]));
    }
    if plan.order.is_some() && is_multi(plan.metric) {
        let reason = "an order of moves can be chosen in the single metric only".to_string();
        return refuse(Setting::Order, reason);
    }
    if has(PDB) {
        check_patterns(plan, rows * cols)?;
    }
    if has(WALKING_DISTANCE)
        && let Err(too_many) = WalkingDistance::count(&tiles.shape())
    {
        return Err(
            Refusal::new(Setting::Heuristic, too_many.to_string()).instead([LINEAR_CONFLICT, COMBINED])
        );
    }
    if cfg!(not(feature = "every-representation")) && matches!(plan.repr, Some(INTEGER | STRING)) {
        return refuse(Setting::Repr, "this representation was left out here".to_string());
    }
    Ok(())
}

/// Pattern databases are for packed states and for searches that can use them.
fn check_patterns(plan: &Plan, cells: usize) -> Result<(), Refusal> {
    let refuse = |setting, reason: &str, instead: &[&str]| {
        Err(Refusal::new(setting, reason).instead(instead.iter().copied()))
    };
    match (is_multi(plan.metric), plan.repr, plan.algorithm) {
        (_, _, Algorithm::Beam) => {
            refuse(Setting::Heuristic, "pdb does not guide beams", &[COMBINED, LEARNED])
        }
        (_, _, algorithm) if algorithm.looks_back() => {
            let reason = "the tables of pdb are for the way to the goal, and a search from both ends needs the way \
                          back";
            refuse(Setting::Heuristic, reason, &[COMBINED, WALKING_DISTANCE])
        }
        (_, Some(NIBBLE), _) => Ok(()),
        (true, ..) => {
            let reason = "pdb works on packed states, of boards of up to 16 cells in the multi metric";
            refuse(Setting::Heuristic, reason, &[COMBINED])
        }
        _ if !holds(NIBBLE, cells, plan.metric) => {
            let reason = "pdb works on packed states, of boards of up to 25 cells";
            refuse(Setting::Heuristic, reason, &[LINEAR_CONFLICT, COMBINED])
        }
        _ => refuse(Setting::Repr, "pdb works on packed states, of boards of up to 25 cells", &[NIBBLE]),
    }
}

/// The most cells of a board that a representation holds. Those that are there for comparison are for the
/// single metric.
fn most_cells(repr: &str, metric: Metric) -> usize {
    match (repr, is_multi(metric)) {
        (NIBBLE, false) => 25,
        (NIBBLE, true) => 16,
        (INTEGER, false) => 9,
        (STRING, false) => 36,
        (INTEGER | STRING, true) => 0,
        _ => usize::MAX,
    }
}

/// Whether beams, if they are what is wanted, are compiled for a representation.
fn guides_beams(repr: &str, algorithm: Algorithm, metric: Metric) -> bool {
    algorithm != Algorithm::Beam || repr == BYTES || repr == NIBBLE && !is_multi(metric)
}

fn holds(repr: &str, cells: usize, metric: Metric) -> bool {
    cells <= most_cells(repr, metric)
}

/// How all shortest solutions are found.
pub(super) fn plan_for_all(tiles: &Tiles, metric: Metric) -> Plan {
    let shape = tiles.shape();
    let packed = shape.rows().min(shape.cols()) > 1 && holds(NIBBLE, shape.cells(), metric);
    let heuristic = HeuristicChoice::named(if packed { PDB } else { COMBINED });
    let repr = if holds(NIBBLE, shape.cells(), metric) { NIBBLE } else { BYTES };
    Plan { heuristic: Some(heuristic), repr: Some(repr), ..Plan::bare(Algorithm::Ida, metric) }
}

/// Boards of so many cells are solved at once with a weight of 3.
const SMALL: usize = 25;

/// Width of a beam where none is asked for: a second or so for 6×6.
const BEAM_WIDTH: usize = 10_000;

/// Optimal where that is quick: A* while its table stays small, IDA* up to 4×4. Beyond, a solution at once that is
/// improved while there is time; that has its own heuristics, so where one is asked for, a search that uses it.
fn suited_algorithm(cells: usize, spec: &Spec) -> Algorithm {
    match (cells, &spec.heuristic) {
        (0..=12, _) => Algorithm::Astar,
        (13..=16, _) => Algorithm::Ida,
        (_, None) => Algorithm::Anytime,
        (_, Some(choice)) if choice.has(PDB) => Algorithm::Ida,
        (_, Some(_)) => Algorithm::Wastar,
    }
}

/// A weight that answers random boards of this many cells in seconds and within 2 GiB, found by trying: lower
/// ones give shorter solutions, but not for every board.
pub(crate) fn auto_weight(cells: usize) -> Weight {
    let (num, den) = match cells {
        0..=16 => (1, 1),
        17..=25 => (17, 10),
        26..=36 => (3, 1),
        37..=49 => (5, 1),
        50..=64 => (6, 1),
        _ => (20, 1),
    };
    Weight::new(num, den).unwrap_or(Weight::ONE)
}
