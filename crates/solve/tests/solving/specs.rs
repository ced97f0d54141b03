//! The engines, by name, that are asked.

use slidewise_solve::search::Weight;
use slidewise_solve::{Algorithm, Gives, HeuristicChoice, Setting, Spec, WeightChoice, kinds};

/// A spec with an algorithm and perhaps a heuristic.
pub fn spec(algorithm: Algorithm, heuristic: Option<&'static str>) -> Spec {
    let heuristic = heuristic.map(HeuristicChoice::named);
    Spec { algorithm: Some(algorithm), heuristic, ..Spec::default() }
}

/// Weighted A* with a weight of so many hundredths.
pub fn weighted(heuristic: &'static str, hundredths: u32) -> Spec {
    let weight = WeightChoice::Fixed(Weight::new(hundredths, 100).expect("a weight is 1 or more"));
    Spec { weight: Some(weight), ..spec(Algorithm::Wastar, Some(heuristic)) }
}

/// Every search of boards that goes on until it has an answer, the informed ones with every heuristic that exists for
/// all sizes and is not only there to be compared. Beam and anytime searches end at a width or a limit of their own,
/// local searches may get stuck, and the layered one is for bricks: they are not asked here. Pattern databases have
/// tests of their own; they are for the single metric only.
pub fn all() -> Vec<Spec> {
    let always_ends = |algorithm: &&Algorithm| {
        let entry = algorithm.entry();
        entry.for_every_kind && entry.gives != Gives::Perhaps
    };
    let algorithms = Algorithm::ALL.iter().filter(always_ends);
    let heuristics = kinds::first().entry().heuristics.iter().map(|entry| entry.name);
    let with = |&algorithm: &Algorithm| -> Vec<Spec> {
        if algorithm.takes(Setting::Heuristic) {
            let left_out = [&["learned", "pdb", "nilsson"][..], &COMPARED].concat();
            let heuristics = heuristics.clone().filter(|name| !left_out.contains(name));
            heuristics.map(|heuristic| spec(algorithm, Some(heuristic))).collect()
        } else {
            vec![spec(algorithm, None)]
        }
    };
    algorithms.flat_map(with).collect()
}

/// Whether a search promises the optimum with these heuristics in a metric.
pub fn promises(algorithm: Algorithm, heuristic: Option<&HeuristicChoice>, metric: &str) -> bool {
    let mut parts = heuristic.iter().flat_map(|choice| choice.parts());
    match algorithm.entry().gives {
        Gives::AnyLength | Gives::Perhaps | Gives::EverBetter => false,
        Gives::Optimal | Gives::Bounded => parts.all(|part| admissible(metric).contains(&part.name)),
    }
}

/// Heuristics of textbooks that never say too much in the single metric. They have a test of their own.
pub const COMPARED: [&str; 7] =
    ["gaschnig", "n-swap", "row-column", "inversion", "euclidean", "corner-tiles", "last-moves"];

/// The others that never say too much in a metric. The laws of the puzzles' crate prove it over whole spaces.
pub fn admissible(metric: &str) -> Vec<&'static str> {
    match metric {
        "single" => {
            vec!["zero", "misplaced", "manhattan", "linear-conflict", "walking-distance", "combined", "pdb"]
        }
        _ => vec!["zero", "walking-distance", "combined"],
    }
}
