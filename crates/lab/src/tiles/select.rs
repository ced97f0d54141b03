//! From names to types: one match for each axis (representation and metric, heuristic, algorithm).

use slidewise_puzzles::tiles::heuristic::{
    Combined, LinearConflict, Manhattan, MaxOf, Misplaced, WalkingDistance,
};
use slidewise_puzzles::tiles::repr::{Bytes, Decimal, FiveBits, Nibbles, Repr, Text, Words};
use slidewise_puzzles::tiles::{Metric, Multi, Shape, Single, Slide, TilePuzzle, TileSpace};
use slidewise_search::engine::{
    BestFirst, Bidirectional, BreadthFirst, Deepening, DepthFirst, Engine, Order,
};
use slidewise_search::{Blind, Cost, Heuristic, Meter, Refuted, StateSpace, Verdict, Weight, verify};

use super::{SolveError, Tables, shape_of};
use crate::answer::Chosen;
use crate::registry::{Algorithm, TileHeuristic, TileMetric, TileRepr};
use crate::spec::HeuristicChoice;

/// A choice with its tables at hand, ready to run.
pub(super) struct Selection<'a> {
    chosen: &'a Chosen,
    heuristic: Estimate,
    depth_limit: Option<Cost>,
    shape: Shape,
}

/// A heuristic of one of the types that searches are compiled for.
enum Estimate {
    Blind,
    Misplaced(Misplaced),
    Manhattan(Manhattan),
    LinearConflict(LinearConflict),
    WalkingDistance(WalkingDistance),
    Combined(Combined),
    MaxOf(MaxOf),
}

impl Estimate {
    fn new(
        tables: &Tables,
        shape: &Shape,
        choice: Option<&HeuristicChoice>,
        multi: bool,
    ) -> Result<Self, SolveError> {
        let walking = || tables.walking_distance(shape, multi).map_err(SolveError::WalkingDistance);
        let Some(choice) = choice else { return Ok(Self::Blind) };
        Ok(match choice.parts() {
            [] | [TileHeuristic::Zero] => Self::Blind,
            [TileHeuristic::Misplaced] => Self::Misplaced(Misplaced),
            [TileHeuristic::Manhattan] => Self::Manhattan(Manhattan),
            [TileHeuristic::LinearConflict] => Self::LinearConflict(LinearConflict),
            [TileHeuristic::WalkingDistance] => Self::WalkingDistance(walking()?),
            [TileHeuristic::Combined] => {
                Self::Combined(Combined::new(tables.cheap_walking(shape, multi), multi))
            }
            parts => {
                let has = |part| parts.contains(&part);
                // In the single metric `combined` is never below its parts, so nothing else needs to be looked at.
                if has(TileHeuristic::Combined) && !multi {
                    let table = match has(TileHeuristic::WalkingDistance) {
                        true => Some(walking()?),
                        false => tables.cheap_walking(shape, multi),
                    };
                    return Ok(Self::Combined(Combined::new(table, multi)));
                }
                let walking_distance =
                    match (has(TileHeuristic::WalkingDistance), has(TileHeuristic::Combined)) {
                        (true, _) => Some(walking()?),
                        (_, true) => tables.cheap_walking(shape, multi),
                        _ => None,
                    };
                Self::MaxOf(MaxOf {
                    misplaced: has(TileHeuristic::Misplaced),
                    manhattan: has(TileHeuristic::Manhattan),
                    linear_conflict: has(TileHeuristic::LinearConflict),
                    walking_distance,
                })
            }
        })
    }
}

impl<'a> Selection<'a> {
    pub(super) fn new(
        tables: &Tables,
        puzzle: &TilePuzzle,
        chosen: &'a Chosen,
        depth_limit: Option<Cost>,
    ) -> Result<Self, SolveError> {
        let shape = shape_of(puzzle);
        let multi = chosen.metric == TileMetric::Multi;
        let heuristic = Estimate::new(tables, &shape, chosen.heuristic.as_ref(), multi)?;
        Ok(Self { chosen, heuristic, depth_limit, shape })
    }

    /// Runs the search; beside its verdict, whether its solution passed the check of the state space.
    pub(super) fn run(
        &self,
        puzzle: &TilePuzzle,
        meter: &mut Meter<'_>,
    ) -> Result<(Verdict<Slide>, Result<(), Refuted>), SolveError> {
        match self.chosen.metric {
            TileMetric::Single => self.run_in::<Single>(puzzle, meter),
            TileMetric::Multi => self.run_in::<Multi>(puzzle, meter),
        }
    }

    fn run_in<M: Metric>(&self, puzzle: &TilePuzzle, meter: &mut Meter<'_>) -> RunResult {
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
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let space =
            TileSpace::<R, M>::new(puzzle).ok_or(SolveError::Repr { repr: self.chosen.repr, rows, cols })?;
        let verdict = self.search(&space, meter);
        let check = verdict.solution().map_or(Ok(()), |solution| verify(&space, solution));
        Ok((verdict, check))
    }

    fn search<R: Repr, M: Metric>(&self, space: &TileSpace<R, M>, meter: &mut Meter<'_>) -> Verdict<Slide> {
        match self.chosen.algorithm {
            Algorithm::Bfs => BreadthFirst::new(space).run(meter),
            Algorithm::Bidirectional => match Bidirectional::new(space) {
                Some(mut engine) => engine.run(meter),
                None => BreadthFirst::new(space).run(meter),
            },
            Algorithm::Dfs => DepthFirst::new(space, self.depth_limit).run(meter),
            Algorithm::IterativeDeepening => Deepening::new(space, &Blind, self.depth_limit).run(meter),
            Algorithm::Dijkstra => BestFirst::new(space, &Blind, Order::ASTAR).run(meter),
            Algorithm::Greedy | Algorithm::Astar | Algorithm::Wastar | Algorithm::Ida => {
                match &self.heuristic {
                    Estimate::Blind => self.informed(space, &Blind, meter),
                    Estimate::Misplaced(h) => self.informed(space, h, meter),
                    Estimate::Manhattan(h) => self.informed(space, h, meter),
                    Estimate::LinearConflict(h) => self.informed(space, h, meter),
                    Estimate::WalkingDistance(h) => self.informed(space, h, meter),
                    Estimate::Combined(h) => self.informed(space, h, meter),
                    Estimate::MaxOf(h) => self.informed(space, h, meter),
                }
            }
        }
    }

    fn informed<P: StateSpace, H: Heuristic<P>>(
        &self,
        space: &P,
        heuristic: &H,
        meter: &mut Meter<'_>,
    ) -> Verdict<P::Move> {
        let order = match self.chosen.algorithm {
            Algorithm::Ida => return Deepening::new(space, heuristic, self.depth_limit).run(meter),
            Algorithm::Greedy => Order::Greedy,
            _ => Order::Weighted(self.chosen.weight.unwrap_or(Weight::ONE)),
        };
        BestFirst::new(space, heuristic, order).run(meter)
    }

    /// What an admissible heuristic that costs nothing to have says of the start.
    pub(super) fn lower_bound(&self, puzzle: &TilePuzzle) -> Cost {
        match self.chosen.metric {
            TileMetric::Single => {
                let bound = |space: TileSpace<Words>| LinearConflict.estimate(&space, &space.start());
                TileSpace::new(puzzle).map_or(0, bound)
            }
            TileMetric::Multi => 0,
        }
    }
}

type RunResult = Result<(Verdict<Slide>, Result<(), Refuted>), SolveError>;
