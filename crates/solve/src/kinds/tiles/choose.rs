//! What suits a board when the user leaves it open.

use slidewise_puzzles::tiles::TilePuzzle;
use slidewise_search::Weight;

use super::{Tables, shape_of};
use crate::answer::Chosen;
use crate::registry::{Algorithm, TileHeuristic, TileMetric, TileRepr};
use crate::spec::{HeuristicChoice, TileSpec, WeightChoice};

/// Fills in what the spec leaves open.
pub(crate) fn choose(tables: &Tables, puzzle: &TilePuzzle, spec: &TileSpec) -> Chosen {
    let cells = puzzle.start().rows() * puzzle.start().cols();
    let metric = spec.metric.unwrap_or(TileMetric::Single);
    // A weight, a depth limit or a beam width says which search is meant.
    let algorithm = spec.algorithm.unwrap_or(match (spec.weight, spec.depth_limit, spec.beam_width) {
        (Some(_), ..) => Algorithm::Wastar,
        (_, Some(_), _) => Algorithm::Ida,
        (.., Some(_)) => Algorithm::Beam,
        _ => suited_algorithm(cells),
    });
    // A beam promises nothing, so it may as well be guided by what promises nothing.
    let learned = algorithm == Algorithm::Beam && tables.learned(&shape_of(puzzle)).is_some();
    // Pattern databases need packed states, and on a single line there is nothing to search.
    let packed = spec.repr.is_none_or(|repr| repr == TileRepr::Nibble);
    let in_two_dimensions = puzzle.start().rows().min(puzzle.start().cols()) > 1;
    let by_patterns = spec.algorithm.is_none() && packed && in_two_dimensions;
    let suited = match (algorithm, metric) {
        _ if learned => TileHeuristic::Learned,
        (Algorithm::Ida, TileMetric::Single) if by_patterns => TileHeuristic::Pdb,
        _ => TileHeuristic::Combined,
    };
    let heuristic = algorithm
        .is_informed()
        .then(|| spec.heuristic.clone().unwrap_or_else(|| HeuristicChoice::from(suited)));
    let weight = algorithm.takes_weight().then(|| match (spec.weight, algorithm) {
        (Some(WeightChoice::Fixed(weight)), _) => weight,
        // It is only the first weight there, and should give a solution soon.
        (_, Algorithm::Arastar) if cells <= SMALL => Weight::new(3, 1).unwrap_or(Weight::ONE),
        _ => auto_weight(cells),
    });
    let beam_width = (algorithm == Algorithm::Beam).then(|| spec.beam_width.unwrap_or(BEAM_WIDTH));
    let fits = cells <= 25 && algorithm != Algorithm::Anytime;
    let repr = spec.repr.unwrap_or(if fits { TileRepr::Nibble } else { TileRepr::Bytes });
    Chosen { algorithm, heuristic, weight, beam_width, repr, metric }
}

/// Boards of so many cells are solved at once with a weight of 3.
const SMALL: usize = 25;

/// Width of a beam where none is asked for: a second or so for 6×6.
const BEAM_WIDTH: usize = 10_000;

/// Optimal where that is quick: A* while its table stays small, IDA* up to 4×4. Beyond, a solution at once that is
/// improved while there is time.
fn suited_algorithm(cells: usize) -> Algorithm {
    match cells {
        0..=12 => Algorithm::Astar,
        13..=16 => Algorithm::Ida,
        _ => Algorithm::Anytime,
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

#[cfg(test)]
mod tests {
    use slidewise_puzzles::tiles::Goal;

    use super::*;

    /// Options that belong to one search mean that search, whatever suits the size.
    #[test]
    fn an_option_may_say_which_search_is_meant() {
        let tables = Tables::default();
        let algorithm = |side: usize, spec: TileSpec| {
            let board = Goal::BlankFirst.board(side, side).unwrap();
            let puzzle = TilePuzzle::towards(board, &Goal::BlankLast).unwrap();
            choose(&tables, &puzzle, &spec).algorithm
        };
        let open = TileSpec::default;
        assert_eq!(algorithm(3, open()), Algorithm::Astar);
        assert_eq!(algorithm(4, open()), Algorithm::Ida);
        assert_eq!(algorithm(5, open()), Algorithm::Anytime);
        assert_eq!(algorithm(5, TileSpec { weight: Some(WeightChoice::Auto), ..open() }), Algorithm::Wastar);
        assert_eq!(algorithm(5, TileSpec { depth_limit: Some(90), ..open() }), Algorithm::Ida);
        assert_eq!(algorithm(5, TileSpec { beam_width: Some(10), ..open() }), Algorithm::Beam);
    }
}
