//! What suits a board when the user leaves it open.

use slidewise_puzzles::tiles::TilePuzzle;
use slidewise_search::Weight;

use crate::answer::Chosen;
use crate::registry::{Algorithm, TileHeuristic, TileMetric, TileRepr};
use crate::spec::{HeuristicChoice, TileSpec, WeightChoice};

/// Fills in what the spec leaves open.
pub(super) fn choose(puzzle: &TilePuzzle, spec: &TileSpec) -> Chosen {
    let cells = puzzle.start().rows() * puzzle.start().cols();
    let metric = spec.metric.unwrap_or(TileMetric::Single);
    // A weight or a depth limit says which search is meant.
    let algorithm = spec.algorithm.unwrap_or(match (spec.weight, spec.depth_limit) {
        (Some(_), _) => Algorithm::Wastar,
        (_, Some(_)) => Algorithm::Ida,
        _ => suited_algorithm(cells),
    });
    let heuristic = algorithm
        .is_informed()
        .then(|| spec.heuristic.clone().unwrap_or_else(|| HeuristicChoice::from(TileHeuristic::Combined)));
    let weight = (algorithm == Algorithm::Wastar).then(|| match spec.weight {
        Some(WeightChoice::Fixed(weight)) => weight,
        Some(WeightChoice::Auto) | None => auto_weight(cells),
    });
    let repr = spec.repr.unwrap_or(if cells <= 25 { TileRepr::Nibble } else { TileRepr::Bytes });
    Chosen { algorithm, heuristic, weight, repr, metric }
}

/// Optimal where that is quick: A* while its table stays small, IDA* up to 4×4. Beyond, weighted A*.
fn suited_algorithm(cells: usize) -> Algorithm {
    match cells {
        0..=12 => Algorithm::Astar,
        13..=16 => Algorithm::Ida,
        _ => Algorithm::Wastar,
    }
}

/// A weight that answers random boards of this many cells in seconds and within 2 GiB, found by trying: lower
/// ones give shorter solutions, but not for every board.
pub fn auto_weight(cells: usize) -> Weight {
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
