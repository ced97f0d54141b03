//! From names to types: one match for each axis (representation and metric, heuristic, algorithm).
//!
//! Searches are compiled for each heuristic where speed counts: packed states in the single-tile metric. Elsewhere one
//! heuristic type, which looks at run time what it is made of, keeps the program small.

use std::sync::Arc;

use slidewise_puzzles::tiles::heuristic::{
    Combined, LinearConflict, Manhattan, MaxOf, Unbuilt, WalkingDistance,
};
use slidewise_puzzles::tiles::pruning::Automaton;
use slidewise_puzzles::tiles::repr::{Bytes, Decimal, FiveBits, Nibbles, Repr, Text, Words};
use slidewise_puzzles::tiles::{Metric, Multi, Shape, Single, Slide, TilePuzzle, TileSpace};
use slidewise_search::engine::{
    AraStar, Beam, BeamOptions, BestFirst, Bidirectional, BreadthFirst, Deepening, DepthFirst, Engine, Order,
    parallel_deepening,
};
use slidewise_search::{Blind, Cost, Heuristic, Max, Meter, Refuted, StateSpace, Verdict, Weight, verify};

use super::anytime::Anytime;
use super::patterns::Patterns;
use super::{SolveError, Tables, estimates, shape_of};
use crate::answer::Chosen;
use crate::machine;
use crate::registry::{Algorithm, TileHeuristic, TileMetric, TileRepr};
use crate::spec::{HeuristicChoice, TileSpec};

/// A choice with its tables at hand, ready to run.
pub(super) struct Selection<'a> {
    chosen: &'a Chosen,
    heuristic: MaxOf,
    patterns: Option<Patterns>,
    automaton: Arc<Automaton>,
    depth_limit: Option<Cost>,
    threads: usize,
    seed: u64,
    bound: Weight,
    anytime: Option<Anytime<'a>>,
    shape: Shape,
}

/// A verdict, and whether its solution passed the check of the state space.
type RunResult = Result<(Verdict<Slide>, Result<(), Refuted>), SolveError>;

impl<'a> Selection<'a> {
    pub(super) fn new(
        tables: &'a Tables,
        puzzle: &TilePuzzle,
        chosen: &'a Chosen,
        spec: &TileSpec,
        meter: &Meter<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<Self, SolveError> {
        if chosen.algorithm == Algorithm::Layered {
            return Err(SolveError::ForBricks(chosen.algorithm));
        }
        let shape = shape_of(puzzle);
        let multi = chosen.metric == TileMetric::Multi;
        let heuristic =
            chosen.heuristic.as_ref().map(|choice| estimate(tables, &shape, choice, multi, meter));
        // A search that was named runs on one thread unless more are asked for, so that its counts are repeatable.
        let named = spec.algorithm.is_some_and(|named| named == Algorithm::Ida);
        let threads = spec.threads.unwrap_or_else(|| if named { 1 } else { machine::threads() });
        let wants_patterns = |choice: &&HeuristicChoice| choice.parts().contains(&TileHeuristic::Pdb);
        let patterns = chosen.heuristic.as_ref().filter(wants_patterns).map(|choice| {
            let building = machine::threads();
            tables.patterns.get(&shape, choice.tables(), building, meter.cancel(), warnings)
        });
        let patterns = patterns.transpose()?;
        let automaton = match &patterns {
            Some(_) => {
                check_pattern_search(chosen)?;
                tables.automaton(&shape)
            }
            None => Arc::default(),
        };
        let seed = spec.seed.unwrap_or(0);
        let bound = spec.bound.unwrap_or(Weight::ONE);
        let anytime = (chosen.algorithm == Algorithm::Anytime).then(|| Anytime {
            labels: puzzle.labels(),
            tables,
            first: None,
            combined: Combined::new(tables.cheap_walking(&shape, false), false),
            floor: estimates::lower_bound(tables, puzzle, chosen.metric),
            multi,
            threads,
            seed,
            bound,
            shape: shape.clone(),
        });
        let heuristic = heuristic.transpose()?.unwrap_or_default();
        Ok(Self {
            chosen,
            heuristic,
            patterns,
            automaton,
            depth_limit: spec.depth_limit,
            threads,
            seed,
            bound,
            anytime,
            shape,
        })
    }

    /// Lets anytime search begin with a solution.
    pub(super) fn begin_with(&mut self, first: Vec<Slide>) {
        if let Some(anytime) = &mut self.anytime {
            anytime.first = Some(first);
        }
    }

    /// Runs the search.
    pub(super) fn run(&self, puzzle: &TilePuzzle, meter: &mut Meter<'_>) -> RunResult {
        if let Some(anytime) = &self.anytime {
            let verdict = anytime.run(meter);
            return match self.chosen.metric {
                TileMetric::Single => Ok(checked(&self.space::<Words, Single>(puzzle)?, verdict)),
                TileMetric::Multi => Ok(checked(&self.space::<Words, Multi>(puzzle)?, verdict)),
            };
        }
        match (self.chosen.metric, self.chosen.repr, self.shape.cells()) {
            (TileMetric::Single, TileRepr::Nibble, ..=16) => self.run_fast::<Nibbles>(puzzle, meter),
            (TileMetric::Single, TileRepr::Nibble, _) => self.run_fast::<FiveBits>(puzzle, meter),
            (TileMetric::Single, ..) => self.run_plain::<Single>(puzzle, meter),
            (TileMetric::Multi, ..) => self.run_plain::<Multi>(puzzle, meter),
        }
    }

    /// A search compiled for the heuristic.
    fn run_fast<R: Repr>(&self, puzzle: &TilePuzzle, meter: &mut Meter<'_>) -> RunResult {
        let space = self.space::<R, Single>(puzzle)?;
        if let Some(patterns) = &self.patterns {
            return Ok(checked(&space, self.run_patterns(&space, patterns, meter)));
        }
        let parts = self.chosen.heuristic.as_ref().map_or(&[][..], HeuristicChoice::parts);
        let verdict = match (parts, &self.heuristic) {
            ([] | [TileHeuristic::Zero], _) => self.search(&space, &Blind, meter),
            ([TileHeuristic::Manhattan], _) => self.search(&space, &Manhattan, meter),
            ([TileHeuristic::LinearConflict], _) => self.search(&space, &LinearConflict, meter),
            ([TileHeuristic::Combined], MaxOf { combined: Some(h), .. }) => self.search(&space, h, meter),
            ([TileHeuristic::Learned], MaxOf { learned: Some(h), .. }) => self.search(&space, h, meter),
            (_, any) => self.search(&space, any, meter),
        };
        Ok(checked(&space, verdict))
    }

    /// A search with pattern databases, alone or with others.
    fn run_patterns<R: Repr>(
        &self,
        space: &TileSpace<R, Single>,
        patterns: &Patterns,
        meter: &mut Meter<'_>,
    ) -> Verdict<Slide> {
        let alone = self.chosen.heuristic.as_ref().is_none_or(|choice| choice.parts().len() == 1);
        match (patterns, alone) {
            (Patterns::Instant(h), true) => self.pattern_search(space, h, meter),
            (Patterns::Ranked(h), true) => self.pattern_search(space, h, meter),
            (Patterns::Wide(h), true) => self.pattern_search(space, h, meter),
            (Patterns::Instant(h), false) => {
                self.pattern_search(space, &Max(h.clone(), self.heuristic.clone()), meter)
            }
            (Patterns::Ranked(h), false) => {
                self.pattern_search(space, &Max(h.clone(), self.heuristic.clone()), meter)
            }
            (Patterns::Wide(h), false) => {
                self.pattern_search(space, &Max(h.clone(), self.heuristic.clone()), meter)
            }
        }
    }

    /// IDA* with pruning of duplicate sequences of moves, on several threads; other searches as they are.
    fn pattern_search<R: Repr, H: Heuristic<TileSpace<R, Single>>>(
        &self,
        space: &TileSpace<R, Single>,
        heuristic: &H,
        meter: &mut Meter<'_>,
    ) -> Verdict<Slide>
    where
        H::Partial: Sync,
    {
        let order = match self.chosen.algorithm {
            Algorithm::Greedy => Order::Greedy,
            Algorithm::Astar => Order::ASTAR,
            Algorithm::Wastar => Order::Weighted(self.chosen.weight.unwrap_or(Weight::ONE)),
            Algorithm::Arastar => return self.arastar(space, heuristic, meter),
            _ => {
                let pruner = &*self.automaton;
                let (limit, threads) = (self.depth_limit, self.threads);
                return parallel_deepening(space, heuristic, pruner, limit, threads, meter);
            }
        };
        BestFirst::new(space, heuristic, order).run(meter)
    }

    /// A search that asks the heuristic what it is made of.
    fn run_plain<M: Metric>(&self, puzzle: &TilePuzzle, meter: &mut Meter<'_>) -> RunResult {
        match (self.chosen.repr, self.shape.cells()) {
            (TileRepr::Nibble, ..=16) => self.run_on::<Nibbles, M>(puzzle, meter),
            (TileRepr::Nibble, _) => self.run_on::<FiveBits, M>(puzzle, meter),
            (TileRepr::Integer, _) => self.run_on::<Decimal, M>(puzzle, meter),
            (TileRepr::String, _) => self.run_on::<Text, M>(puzzle, meter),
            (TileRepr::Bytes, ..=16) => self.run_on::<Bytes<16>, M>(puzzle, meter),
            (TileRepr::Bytes, ..=49) => self.run_on::<Bytes<49>, M>(puzzle, meter),
            (TileRepr::Bytes, _) => self.run_on::<Words, M>(puzzle, meter),
        }
    }

    fn run_on<R: Repr, M: Metric>(&self, puzzle: &TilePuzzle, meter: &mut Meter<'_>) -> RunResult {
        let space = self.space::<R, M>(puzzle)?;
        let verdict = self.search(&space, &self.heuristic, meter);
        Ok(checked(&space, verdict))
    }

    fn space<R: Repr, M: Metric>(&self, puzzle: &TilePuzzle) -> Result<TileSpace<R, M>, SolveError> {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        TileSpace::new(puzzle).ok_or(SolveError::Repr { repr: self.chosen.repr, rows, cols })
    }

    /// Runs the algorithm. Those without a heuristic get one that says 0.
    fn search<R: Repr, M: Metric, H: Heuristic<TileSpace<R, M>>>(
        &self,
        space: &TileSpace<R, M>,
        heuristic: &H,
        meter: &mut Meter<'_>,
    ) -> Verdict<Slide> {
        let order = match self.chosen.algorithm {
            Algorithm::Bfs => return BreadthFirst::new(space).run(meter),
            Algorithm::Bidirectional => match Bidirectional::new(space) {
                Some(mut engine) => return engine.run(meter),
                None => return BreadthFirst::new(space).run(meter),
            },
            Algorithm::Dfs => return DepthFirst::new(space, self.depth_limit).run(meter),
            Algorithm::IterativeDeepening | Algorithm::Ida => {
                return Deepening::new(space, heuristic, self.depth_limit).run(meter);
            }
            // Anytime search has its own way in; a beam is what comes nearest to it.
            // `Selection::new` refuses the layered search.
            Algorithm::Beam | Algorithm::Anytime | Algorithm::Layered => {
                let width = self.chosen.beam_width.unwrap_or(1);
                let options = BeamOptions {
                    threads: self.threads,
                    seed: self.seed,
                    depth_limit: self.depth_limit,
                    ..BeamOptions::width(width)
                };
                return Beam::new(space, heuristic, options).run(meter);
            }
            Algorithm::Greedy => Order::Greedy,
            Algorithm::Dijkstra | Algorithm::Astar => Order::ASTAR,
            Algorithm::Wastar => Order::Weighted(self.chosen.weight.unwrap_or(Weight::ONE)),
            Algorithm::Arastar => return self.arastar(space, heuristic, meter),
        };
        BestFirst::new(space, heuristic, order).run(meter)
    }

    fn arastar<R: Repr, M: Metric, H: Heuristic<TileSpace<R, M>>>(
        &self,
        space: &TileSpace<R, M>,
        heuristic: &H,
        meter: &mut Meter<'_>,
    ) -> Verdict<Slide> {
        let first = self.chosen.weight.unwrap_or(Weight::ONE);
        AraStar::new(space, heuristic, first, self.bound).run(meter)
    }
}

fn checked<P: StateSpace>(space: &P, verdict: Verdict<P::Move>) -> (Verdict<P::Move>, Result<(), Refuted>) {
    let check = verdict.solution().map_or(Ok(()), |solution| verify(space, solution));
    (verdict, check)
}

/// The walking distance of a shape; a limit or Ctrl-C ends its building.
fn walking(
    tables: &Tables,
    shape: &Shape,
    multi: bool,
    meter: &Meter<'_>,
) -> Result<WalkingDistance, SolveError> {
    let mut stop = None;
    let mut go_on = || {
        stop = meter.check_clock().err();
        stop.is_none()
    };
    tables.walking_distance(shape, multi, &mut go_on).map_err(|error| match (error, stop) {
        (Unbuilt::Interrupted, Some(stop)) => SolveError::Interrupted(stop),
        (error, _) => SolveError::WalkingDistance(error),
    })
}

/// Pattern databases are for packed states, the metric that they count in, and searches that can use them.
fn check_pattern_search(chosen: &Chosen) -> Result<(), SolveError> {
    let refuse = |why: &str| Err(SolveError::Patterns(format!("pdb {why}")));
    match (chosen.metric, chosen.repr, chosen.algorithm) {
        (TileMetric::Multi, ..) => refuse("counts single steps; use walking-distance in the multi metric"),
        (_, TileRepr::Nibble, Algorithm::Beam) => refuse("does not guide beams; use combined or learned"),
        (_, TileRepr::Nibble, _) => Ok(()),
        _ => refuse("works on packed states; leave --repr out (boards of up to 25 cells)"),
    }
}

/// The heuristic by name, with its tables.
fn estimate(
    tables: &Tables,
    shape: &Shape,
    choice: &HeuristicChoice,
    multi: bool,
    meter: &Meter<'_>,
) -> Result<MaxOf, SolveError> {
    let has = |part| choice.parts().contains(&part);
    let walking_distance =
        has(TileHeuristic::WalkingDistance).then(|| walking(tables, shape, multi, meter)).transpose()?;
    // A large table is built for those who ask for it by name; it then serves the combination as well.
    let for_combined = || walking_distance.clone().or_else(|| tables.cheap_walking(shape, multi));
    Ok(MaxOf {
        misplaced: has(TileHeuristic::Misplaced),
        manhattan: has(TileHeuristic::Manhattan),
        linear_conflict: has(TileHeuristic::LinearConflict),
        combined: has(TileHeuristic::Combined).then(|| Combined::new(for_combined(), multi)),
        learned: has(TileHeuristic::Learned)
            .then(|| {
                tables.learned(shape).ok_or(SolveError::Learned { rows: shape.rows(), cols: shape.cols() })
            })
            .transpose()?,
        walking_distance,
    })
}
