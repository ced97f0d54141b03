//! The engines, by name, that are asked.

use slidewise_lab::registry::{Algorithm, Named, TileHeuristic, TileMetric};
use slidewise_lab::{TileSpec, WeightChoice};
use slidewise_search::Weight;

/// A spec with an algorithm and perhaps a heuristic.
pub fn spec(algorithm: Algorithm, heuristic: Option<TileHeuristic>) -> TileSpec {
    TileSpec { algorithm: Some(algorithm), heuristic: heuristic.map(Into::into), ..TileSpec::default() }
}

/// Weighted A* with a weight of so many hundredths.
pub fn weighted(heuristic: TileHeuristic, hundredths: u32) -> TileSpec {
    let weight = WeightChoice::Fixed(Weight::new(hundredths, 100).expect("a weight is 1 or more"));
    TileSpec { weight: Some(weight), ..spec(Algorithm::Wastar, Some(heuristic)) }
}

/// Every algorithm, the informed ones with every heuristic.
pub fn all() -> Vec<TileSpec> {
    let with = |&algorithm: &Algorithm| -> Vec<TileSpec> {
        if algorithm.is_informed() {
            TileHeuristic::ALL.iter().map(|&heuristic| spec(algorithm, Some(heuristic))).collect()
        } else {
            vec![spec(algorithm, None)]
        }
    };
    Algorithm::ALL.iter().flat_map(with).collect()
}

/// The heuristics that never say too much in a metric. The laws of the puzzles' crate prove it over whole spaces.
pub fn admissible(metric: TileMetric) -> Vec<TileHeuristic> {
    use TileHeuristic::{Combined, LinearConflict, Manhattan, Misplaced, WalkingDistance, Zero};
    match metric {
        TileMetric::Single => vec![Zero, Misplaced, Manhattan, LinearConflict, WalkingDistance, Combined],
        TileMetric::Multi => vec![Zero, WalkingDistance, Combined],
    }
}
