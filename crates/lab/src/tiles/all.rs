//! All optimal solutions of a tile puzzle.

use slidewise_puzzles::tiles::heuristic::Combined;
use slidewise_puzzles::tiles::repr::{FiveBits, Nibbles, Repr, Words};
use slidewise_puzzles::tiles::{Direction, Metric, Multi, Single, Slide, TilePuzzle, TileSpace};
use slidewise_search::engine::{AllShortest, all_shortest};
use slidewise_search::{Cost, Heuristic, Meter, Proof, Solution, Stats, Stop};

use super::patterns::Patterns;
use super::{SolveError, Tables, Watch, checked, shape_of};
use crate::machine;
use crate::registry::TileMetric;

/// The shortest solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllOptimal {
    /// How many were found.
    pub count: u64,
    /// Those that were to be kept, each replayed on the plain board, in the order of the search.
    pub solutions: Vec<Vec<Direction>>,
    /// Whether there are no others.
    pub complete: bool,
    /// What stopped the search, if it was stopped.
    pub stopped: Option<Stop>,
    /// Counters of the search.
    pub stats: Stats,
}

/// What is asked for.
struct Wanted {
    cost: Cost,
    max: u64,
    keep: usize,
}

/// Finds all solutions of length `cost`, which must be the optimum: at most `max`, of which the first `keep` are kept.
pub(crate) fn all_optimal(
    tables: &Tables,
    puzzle: &TilePuzzle,
    metric: TileMetric,
    (cost, max, keep): (Cost, u64, usize),
    watch: Watch<'_>,
) -> Result<AllOptimal, SolveError> {
    let wanted = Wanted { cost, max, keep };
    let mut meter = Meter::new(watch.limits, watch.cancel, watch.observer);
    let shape = shape_of(puzzle);
    let packed = metric == TileMetric::Single && shape.rows().min(shape.cols()) > 1;
    let found = match shape.cells() {
        ..=16 if packed => with_patterns::<Nibbles>(tables, puzzle, &wanted, &mut meter)?,
        ..=25 if packed => with_patterns::<FiveBits>(tables, puzzle, &wanted, &mut meter)?,
        _ => {
            let multi = metric == TileMetric::Multi;
            let combined = Combined::new(tables.cheap_walking(&shape, multi), multi);
            match metric {
                TileMetric::Single => search::<Words, Single, _>(puzzle, &combined, &wanted, &mut meter)?,
                TileMetric::Multi => search::<Words, Multi, _>(puzzle, &combined, &wanted, &mut meter)?,
            }
        }
    };
    let proven =
        |moves| checked(puzzle, Solution { moves, cost, proof: Proof::Optimal, lower_bound: cost }, cost);
    let solutions =
        found.solutions.into_iter().map(|moves| proven(moves).map(|solution| solution.directions));
    Ok(AllOptimal {
        count: found.count,
        solutions: solutions.collect::<Result<_, _>>()?,
        complete: found.complete,
        stopped: found.stopped,
        stats: meter.stats,
    })
}

fn with_patterns<R: Repr>(
    tables: &Tables,
    puzzle: &TilePuzzle,
    wanted: &Wanted,
    meter: &mut Meter<'_>,
) -> Result<AllShortest<Slide>, SolveError> {
    let threads = machine::threads();
    let patterns = tables.patterns.get(&shape_of(puzzle), &[], threads, meter.cancel(), &mut Vec::new())?;
    match patterns {
        Patterns::Small(h) => search::<R, Single, _>(puzzle, &h, wanted, meter),
        Patterns::Wide(h) => search::<R, Single, _>(puzzle, &h, wanted, meter),
    }
}

fn search<R: Repr, M: Metric + Default, H: Heuristic<TileSpace<R, M>>>(
    puzzle: &TilePuzzle,
    heuristic: &H,
    wanted: &Wanted,
    meter: &mut Meter<'_>,
) -> Result<AllShortest<Slide>, SolveError> {
    let shape = shape_of(puzzle);
    let space = TileSpace::<R, M>::new(puzzle).ok_or_else(|| {
        SolveError::Patterns(format!("no state space holds boards of {}×{}", shape.rows(), shape.cols()))
    })?;
    Ok(all_shortest(&space, heuristic, wanted.cost, wanted.max, wanted.keep, meter))
}
