//! From names to types: one match for each axis (representation and metric, heuristic); [`crate::engines`] has the
//! one of algorithms.
//!
//! Searches are compiled for each heuristic where speed counts: packed states in the single-tile metric. Elsewhere one
//! heuristic type, which looks at run time what it is made of, keeps the program small.

use std::sync::{Arc, OnceLock};

use slidewise_puzzles::tiles::heuristic::{
    Combined, LinearConflict, Manhattan, MaxOf, Unbuilt, WalkingDistance,
};
use slidewise_puzzles::tiles::pruning::Automaton;
#[cfg(feature = "every-representation")]
use slidewise_puzzles::tiles::repr::{Bytes, Decimal, Text};
use slidewise_puzzles::tiles::repr::{FiveBits, Nibbles, Repr, Words};
use slidewise_puzzles::tiles::{Metric, Multi, Shape, Single, Slide, TilePuzzle, TileSpace};
use slidewise_search::engine::{Beam, BeamOptions, parallel_deepening};
use slidewise_search::{
    Blind, Heuristic, Max, Meter, NoPruning, Refuted, StateSpace, Verdict, Weight, verify,
};

use super::anytime::Anytime;
use super::patterns::Patterns;
use super::{SolveError, Tables, estimates, shape_of};
use crate::answer::Chosen;
use crate::engines::{AnyEngine, BeamPlan, Plan, engine};
use crate::machine;
use crate::registry::{Algorithm, TileHeuristic, TileMetric, TileRepr};
use crate::spec::{HeuristicChoice, TileSpec};

/// A choice with its tables at hand, ready to run.
pub(crate) struct Selection<'a> {
    pub(crate) chosen: Chosen,
    pub(crate) plan: Plan,
    heuristic: MaxOf,
    patterns: Option<Patterns>,
    /// Whether there are better tables, which take longer to build than most boards to solve.
    pub(super) beginning: bool,
    automaton: Arc<Automaton>,
    /// Of IDA* with pattern databases.
    pub(crate) threads: usize,
    anytime: Option<Anytime<'a>>,
    shape: Shape,
}

/// Something to be done with a space and a heuristic, whatever their types.
pub(crate) trait WithSearch {
    /// What comes out.
    type Out;

    /// Does it.
    fn search<R: Repr, M: Metric, H: Heuristic<TileSpace<R, M>> + 'static>(
        self,
        space: TileSpace<R, M>,
        heuristic: H,
    ) -> Self::Out;

    /// Does it with pattern databases, and what prunes duplicate sequences of moves.
    fn pattern_search<R: Repr, H: Heuristic<TileSpace<R, Single>> + 'static>(
        self,
        space: TileSpace<R, Single>,
        heuristic: H,
        automaton: Arc<Automaton>,
    ) -> Self::Out
    where
        H::Partial: Sync;
}

/// A verdict, and whether its solution passed the check of the state space.
pub(crate) type Checked = (Verdict<Slide>, Result<(), Refuted>);

impl<'a> Selection<'a> {
    pub(super) fn new(
        tables: &'a Tables,
        puzzle: &TilePuzzle,
        chosen: &Chosen,
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
        let choice = chosen.heuristic.as_ref().filter(wants_patterns);
        // What was named keeps to the same tables, so that its counts are repeatable.
        let is_open = spec.algorithm.is_none() && spec.heuristic.is_none();
        let begin_with = choice.filter(|_| is_open).and_then(|_| tables.patterns.to_begin_with(&shape));
        let patterns = choice.map(|choice| {
            let wishes = begin_with.as_ref().map_or(choice.tables(), std::slice::from_ref);
            tables.patterns.get(&shape, wishes, machine::threads(), meter.cancel(), warnings)
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
            loadable: OnceLock::new(),
            patterns: OnceLock::new(),
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
        let plan = Plan {
            algorithm: chosen.algorithm,
            weight: chosen.weight,
            depth_limit: spec.depth_limit,
            bound,
            beam: BeamPlan { width: chosen.beam_width.unwrap_or(1), threads, seed },
        };
        let heuristic = heuristic.transpose()?.unwrap_or_default();
        Ok(Self {
            chosen: chosen.clone(),
            plan,
            heuristic,
            patterns,
            beginning: begin_with.is_some(),
            automaton,
            threads,
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

    /// Replaces the tables that it began with by those that suit the board.
    pub(super) fn take_better_tables(
        &mut self,
        tables: &Tables,
        meter: &Meter<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<(), SolveError> {
        let patterns = tables.patterns.get(&self.shape, &[], machine::threads(), meter.cancel(), warnings)?;
        (self.patterns, self.beginning) = (Some(patterns), false);
        Ok(())
    }

    /// Runs the search.
    pub(super) fn run(&self, puzzle: &TilePuzzle, meter: &mut Meter<'_>) -> Result<Checked, SolveError> {
        if let Some(anytime) = &self.anytime {
            let verdict = anytime.run(meter);
            return match self.chosen.metric {
                TileMetric::Single => Ok(checked(&self.space::<Words, Single>(puzzle)?, verdict)),
                TileMetric::Multi => Ok(checked(&self.space::<Words, Multi>(puzzle)?, verdict)),
            };
        }
        self.with_search(puzzle, ToTheEnd { plan: &self.plan, threads: self.threads, meter })
    }

    /// Hands the space and the heuristic of the choice to `visitor`.
    pub(crate) fn with_search<V: WithSearch>(
        &self,
        puzzle: &TilePuzzle,
        visitor: V,
    ) -> Result<V::Out, SolveError> {
        match (self.chosen.metric, self.chosen.repr, self.shape.cells()) {
            (TileMetric::Single, TileRepr::Nibble, ..=16) => self.packed::<Nibbles, V>(puzzle, visitor),
            (TileMetric::Single, TileRepr::Nibble, _) => self.packed::<FiveBits, V>(puzzle, visitor),
            (TileMetric::Single, ..) => self.plain::<Single, V>(puzzle, visitor),
            (TileMetric::Multi, ..) => self.plain::<Multi, V>(puzzle, visitor),
        }
    }

    /// Packed states, with the heuristic in a type of its own.
    fn packed<R: Repr, V: WithSearch>(&self, puzzle: &TilePuzzle, visitor: V) -> Result<V::Out, SolveError> {
        let space = self.space::<R, Single>(puzzle)?;
        if let Some(patterns) = &self.patterns {
            return Ok(self.with_patterns(space, patterns, visitor));
        }
        let parts = self.chosen.heuristic.as_ref().map_or(&[][..], HeuristicChoice::parts);
        Ok(match (parts, &self.heuristic) {
            ([] | [TileHeuristic::Zero], _) => visitor.search(space, Blind),
            ([TileHeuristic::Manhattan], _) => visitor.search(space, Manhattan),
            ([TileHeuristic::LinearConflict], _) => visitor.search(space, LinearConflict),
            ([TileHeuristic::Combined], MaxOf { combined: Some(h), .. }) => visitor.search(space, h.clone()),
            ([TileHeuristic::Learned], MaxOf { learned: Some(h), .. }) => visitor.search(space, h.clone()),
            (_, any) => visitor.search(space, any.clone()),
        })
    }

    /// Pattern databases, alone or with others.
    fn with_patterns<R: Repr, V: WithSearch>(
        &self,
        space: TileSpace<R, Single>,
        patterns: &Patterns,
        visitor: V,
    ) -> V::Out {
        let alone = self.chosen.heuristic.as_ref().is_none_or(|choice| choice.parts().len() == 1);
        let (any, automaton) = (self.heuristic.clone(), Arc::clone(&self.automaton));
        match (patterns, alone) {
            (Patterns::Small(h), true) => visitor.pattern_search(space, h.clone(), automaton),
            (Patterns::Wide(h), true) => visitor.pattern_search(space, h.clone(), automaton),
            (Patterns::Small(h), false) => visitor.pattern_search(space, Max(h.clone(), any), automaton),
            (Patterns::Wide(h), false) => visitor.pattern_search(space, Max(h.clone(), any), automaton),
        }
    }

    /// Any states, with a heuristic that is asked what it is made of.
    fn plain<M: Metric, V: WithSearch>(&self, puzzle: &TilePuzzle, visitor: V) -> Result<V::Out, SolveError> {
        match (self.chosen.repr, self.shape.cells()) {
            (TileRepr::Nibble, ..=16) => self.on::<Nibbles, M, V>(puzzle, visitor),
            #[cfg(feature = "every-representation")]
            (TileRepr::Nibble, _) => self.on::<FiveBits, M, V>(puzzle, visitor),
            #[cfg(feature = "every-representation")]
            (TileRepr::Integer, _) => self.on::<Decimal, M, V>(puzzle, visitor),
            #[cfg(feature = "every-representation")]
            (TileRepr::String, _) => self.on::<Text, M, V>(puzzle, visitor),
            #[cfg(feature = "every-representation")]
            (TileRepr::Bytes, ..=16) => self.on::<Bytes<16>, M, V>(puzzle, visitor),
            #[cfg(feature = "every-representation")]
            (TileRepr::Bytes, ..=49) => self.on::<Bytes<49>, M, V>(puzzle, visitor),
            #[cfg(not(feature = "every-representation"))]
            (repr @ (TileRepr::Integer | TileRepr::String), _) => Err(SolveError::LeftOut(repr)),
            // Words hold every board; where the others are left out, they stand in for them.
            _ => self.on::<Words, M, V>(puzzle, visitor),
        }
    }

    fn on<R: Repr, M: Metric, V: WithSearch>(
        &self,
        puzzle: &TilePuzzle,
        visitor: V,
    ) -> Result<V::Out, SolveError> {
        Ok(visitor.search(self.space::<R, M>(puzzle)?, self.heuristic.clone()))
    }

    fn space<R: Repr, M: Metric>(&self, puzzle: &TilePuzzle) -> Result<TileSpace<R, M>, SolveError> {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        TileSpace::new(puzzle).ok_or(SolveError::Repr { repr: self.chosen.repr, rows, cols })
    }
}

/// Runs a search to its end and has the space check what it found.
struct ToTheEnd<'a, 'm> {
    plan: &'a Plan,
    threads: usize,
    meter: &'a mut Meter<'m>,
}

impl WithSearch for ToTheEnd<'_, '_> {
    type Out = Checked;

    fn search<R: Repr, M: Metric, H: Heuristic<TileSpace<R, M>>>(
        self,
        space: TileSpace<R, M>,
        heuristic: H,
    ) -> Checked {
        let verdict = tile_engine(self.plan, &space, &heuristic, &NoPruning).run(self.meter);
        checked(&space, verdict)
    }

    /// IDA* on several threads; other searches as they are.
    fn pattern_search<R: Repr, H: Heuristic<TileSpace<R, Single>>>(
        self,
        space: TileSpace<R, Single>,
        heuristic: H,
        automaton: Arc<Automaton>,
    ) -> Checked
    where
        H::Partial: Sync,
    {
        let (plan, pruner) = (self.plan, &*automaton);
        let verdict = match plan.algorithm {
            Algorithm::Ida => {
                let limit = plan.depth_limit;
                parallel_deepening(&space, &heuristic, pruner, limit, self.threads, self.meter)
            }
            _ => engine(plan, &space, &heuristic, pruner).run(self.meter),
        };
        checked(&space, verdict)
    }
}

/// The engine of a plan, beams among them.
pub(crate) fn tile_engine<'s, R: Repr, M: Metric, H: Heuristic<TileSpace<R, M>>>(
    plan: &Plan,
    space: &'s TileSpace<R, M>,
    heuristic: &'s H,
    pruner: &'s NoPruning,
) -> AnyEngine<'s, TileSpace<R, M>> {
    if plan.algorithm != Algorithm::Beam {
        return engine(plan, space, heuristic, pruner);
    }
    let BeamPlan { width, threads, seed } = plan.beam;
    let depth_limit = plan.depth_limit;
    let options = BeamOptions { threads, seed, depth_limit, ..BeamOptions::width(width) };
    Box::new(Beam::new(space, heuristic, options))
}

/// A verdict with the space's word on its solution.
pub(crate) fn checked<P: StateSpace>(
    space: &P,
    verdict: Verdict<P::Move>,
) -> (Verdict<P::Move>, Result<(), Refuted>) {
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
