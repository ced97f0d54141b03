//! What suits a puzzle when the user leaves it open, and what does not go with it.

use slidewise_puzzles::freeform::Puzzle as FreePuzzle;
use slidewise_puzzles::freeform::classes::Classes;
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
/// takes about as long as A* to the optimum, and has solutions of 5×5 boards, which A* has not after 8 seconds, unless they
/// have several holes: for those nothing but anytime search has one, which makes it without a search.
fn suited_algorithm(freeform: &Freeform) -> Algorithm {
    match positions(&freeform.puzzle) {
        few if few <= FEW => Algorithm::Astar,
        many if many >= MANY && cfg!(feature = "textbook") => Algorithm::Anytime,
        _ => Algorithm::Arastar,
    }
}

/// In how many ways the tiles can lie, equal ones not told apart.
fn positions(puzzle: &FreePuzzle) -> f64 {
    let classes = Classes::new(puzzle);
    let (mut free, mut ways) = (puzzle.tiles().len() + puzzle.blanks(), 1.0);
    for alike in (1..classes.count()).map(|class| classes.tiles(class).len()) {
        // A choice of `alike` of the cells that are free.
        for chosen in 0..alike {
            ways *= (free - chosen) as f64 / (chosen + 1) as f64;
        }
        free -= alike;
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::super::entry::SINGLE;
    use super::*;

    fn freeform(text: &str) -> Freeform {
        Freeform { puzzle: slidewise_puzzles::freeform::parse(text).unwrap().puzzle }
    }

    #[test]
    fn positions_are_counted_with_equal_tiles_and_blanks_alike() {
        let count = |text: &str| positions(&freeform(text).puzzle).round();
        assert_eq!(count("tiles: 1 2/3 ."), 24.0);
        assert_eq!(count("tiles: 1 2 3 4/5 6 7 8/9 10 11 ."), FEW);
        assert_eq!(count("tiles: A A # B/. . . ."), 105.0);
    }

    /// Options that belong to one search mean that search, whatever suits the size.
    #[test]
    fn an_option_may_say_which_search_is_meant() {
        let chosen = |text: &str, spec: Spec| choose(&freeform(text), &spec, SINGLE).algorithm;
        let (small, large) =
            ("tiles: 1 2 3 4/5 6 7 8/9 10 11 .", "tiles: 1 2 3 4/5 6 7 8/9 10 11 12/13 # . .");
        let open = Spec::default;
        assert_eq!(chosen(small, open()), Algorithm::Astar);
        assert_eq!(chosen(large, open()), Algorithm::Arastar);
        let holes = "tiles: 1 2 3 4 5/6 # 7 # 8/9 10 11 12 13/14 # 15 # 16/17 18 19 20 .";
        let many = if cfg!(feature = "textbook") { Algorithm::Anytime } else { Algorithm::Arastar };
        assert_eq!(chosen(holes, open()), many);
        assert_eq!(chosen("tiles: A A A A/B B B B/C C C C/. . . .", open()), Algorithm::Astar);
        assert_eq!(chosen(small, Spec { weight: Some(WeightChoice::Auto), ..open() }), Algorithm::Wastar);
        assert_eq!(chosen(small, Spec { bound: Some(Weight::ONE), ..open() }), Algorithm::Arastar);
        assert_eq!(chosen(large, Spec { depth_limit: Some(9), ..open() }), Algorithm::Ida);
        assert_eq!(chosen(large, Spec { keep_every: Some(9), ..open() }), Algorithm::Layered);
    }
}
