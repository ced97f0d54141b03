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

/// Every search that goes on until it has an answer, the informed ones with every heuristic that exists for all sizes.
/// Beam and anytime searches end at a width or a limit of their own, and the layered one is for bricks: they are not
/// asked here. Pattern databases have tests of their own; they are for the single metric only.
pub fn all() -> Vec<TileSpec> {
    let is_asked = |a: &&Algorithm| !matches!(a, Algorithm::Beam | Algorithm::Anytime | Algorithm::Layered);
    let algorithms = Algorithm::ALL.iter().filter(is_asked);
    let with = |&algorithm: &Algorithm| -> Vec<TileSpec> {
        if algorithm.is_informed() {
            let heuristics = TileHeuristic::ALL
                .iter()
                .filter(|h| !matches!(h, TileHeuristic::Learned | TileHeuristic::Pdb));
            heuristics.map(|&heuristic| spec(algorithm, Some(heuristic))).collect()
        } else {
            vec![spec(algorithm, None)]
        }
    };
    algorithms.flat_map(with).collect()
}

/// The heuristics that never say too much in a metric. The laws of the puzzles' crate prove it over whole spaces.
pub fn admissible(metric: TileMetric) -> Vec<TileHeuristic> {
    use TileHeuristic::{Combined, LinearConflict, Manhattan, Misplaced, WalkingDistance, Zero};
    match metric {
        TileMetric::Single => vec![Zero, Misplaced, Manhattan, LinearConflict, WalkingDistance, Combined],
        TileMetric::Multi => vec![Zero, WalkingDistance, Combined],
    }
}
