//! What suits a puzzle when the user leaves it open, and what does not go with it.

use slidewise_puzzles::freeform::classes::arrangements;
use slidewise_search::Weight;

use super::Freeform;
use super::entry::DISTANCE;
use crate::algorithm::Algorithm;
use crate::anytime::BEAM_WIDTH;
use crate::metric::Metric;
use crate::plan::Plan;
use crate::refusal::Setting;
use crate::spec::{HeuristicChoice, Spec};
use crate::weight::WeightChoice;

/// Fills in what the spec leaves open.
pub(super) fn choose(freeform: &Freeform, spec: &Spec, metric: Metric) -> Plan {
    // Settings that few searches take say which is meant.
    let algorithm = spec.algorithm.unwrap_or(match spec {
        Spec { bound: Some(_), .. } => Algorithm::Arastar,
        Spec { weight: Some(_), .. } => Algorithm::Wastar,
        Spec { beam_width: Some(_), .. } => Algorithm::Beam,
        Spec { depth_limit: Some(_), .. } => Algorithm::Ida,
        Spec { keep_every: Some(_), .. } => Algorithm::Layered,
        _ => suited_algorithm(freeform),
    });
    let suited = || HeuristicChoice::named(DISTANCE);
    Plan {
        heuristic: algorithm.takes(Setting::Heuristic).then(|| spec.heuristic.clone().unwrap_or_else(suited)),
        weight: algorithm.takes(Setting::Weight).then(|| match spec.weight {
            Some(WeightChoice::Fixed(weight)) => weight,
            // It is only the first weight there, and should give a solution soon: random 5×5 boards with two blanks
            // had none in 8 seconds from 2, and one within 3 seconds from 5.
            _ if algorithm == Algorithm::Arastar => Weight::new(5, 1).unwrap_or(Weight::ONE),
            _ => Weight::new(2, 1).unwrap_or(Weight::ONE),
        }),
        bound: spec.bound.unwrap_or(Weight::ONE),
        depth_limit: spec.depth_limit,
        beam_width: (algorithm == Algorithm::Beam).then(|| spec.beam_width.unwrap_or(BEAM_WIDTH)),
        threads: spec.threads.unwrap_or_else(|| algorithm.suited_threads(spec.algorithm.is_some())),
        keep_every: spec.keep_every,
        seed: spec.seed.unwrap_or(0),
        ..Plan::bare(algorithm, metric)
    }
}

/// As many positions as twelve cells with eleven different tiles have.
const FEW: f64 = 479_001_600.0;

/// More than seventeen cells with sixteen different tiles have.
const MANY: f64 = 1e15;

/// A* where its table stays small, and beyond a solution soon that is improved up to the optimum, if memory and time
/// last. Tried on random boards (seconds on a busy machine; A*, IDA*, layered):
///
/// | board | A* | IDA* | layered |
/// |---|---|---|---|
/// | 3×4, one blank, 44 moves | 0.16 | 0.18 | 0.95 |
/// | 3×4, two blanks, 34 moves | 0.07 | more than 8 | 5.0 |
/// | 4×4 with a hole, 58 moves | 1.4 | 1.3 | more than 8 |
/// | 4×4, four blanks, 34 moves | 1.9 | more than 8 | more than 8 |
/// | 4×4 in four colours, 38 moves | 0.4 | 0.5 | 2.5 |
///
/// IDA* wins little with one blank (half the time on 4×4) and meets the same positions far too often with several. ARA*
/// takes about as long as A* to the optimum, and has solutions of 5×5 boards, which A* has not after 8 seconds, unless
/// they have several holes: for those nothing but anytime search has one, which makes it without a search.
fn suited_algorithm(freeform: &Freeform) -> Algorithm {
    match arrangements(&freeform.puzzle) {
        few if few <= FEW => Algorithm::Astar,
        many if many >= MANY && cfg!(feature = "textbook") => Algorithm::Anytime,
        _ => Algorithm::Arastar,
    }
}
