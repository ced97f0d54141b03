//! From names to types: one match for the representation and the metric, one for the heuristic.
//!
//! Searches are compiled for each heuristic where speed counts: packed states in the single-tile metric. Elsewhere one
//! heuristic type, which looks at run time what it is made of, keeps the program small.

use std::sync::Arc;

use slidewise_puzzles::step::Step;
use slidewise_puzzles::tiles::heuristic::{
    Combined, LinearConflict, Manhattan, MaxOf, Unbuilt, WalkingDistance,
};
use slidewise_puzzles::tiles::pruning::Automaton;
use slidewise_puzzles::tiles::replay::Walker;
#[cfg(feature = "all")]
use slidewise_puzzles::tiles::repr::{Bytes, Decimal, Text};
use slidewise_puzzles::tiles::repr::{FiveBits, Nibbles, Repr, Words};
use slidewise_puzzles::tiles::{Metric as TileMetric, Multi, Shape, Single, Slide, TilePuzzle, TileSpace};
use slidewise_search::{
    Blind, Heuristic, Max, Meter, NoPruning, Pruner, Refuted, StateSpace, Verdict,
};

use super::entry::{
    BYTES, COMBINED, INTEGER, LEARNED, LINEAR_CONFLICT, MANHATTAN, MISPLACED, NIBBLE, PDB, STRING,
    WALKING_DISTANCE, ZERO,
};
use super::patterns::Patterns;
use super::{Tables, Tiles, is_multi};
use crate::machine;
use crate::metric::Metric;
use crate::plan::Plan;
use crate::position::Position;
use crate::refusal::{Refusal, Setting, SolveError};
use crate::erased::{Meaning, Parts, Search, translated};
use crate::spec::HeuristicChoice;

/// The state space and the heuristic of a plan. `wishes` name pattern databases: none for what suits the board.
pub(super) fn search(
    tables: &Tables,
    tiles: &Tiles,
    plan: &Plan,
    wishes: &[String],
    meter: &Meter<'_>,
    warnings: &mut Vec<String>,
) -> Result<Box<dyn Search>, SolveError> {
    let shape = tiles.shape();
    let heuristic = match &plan.heuristic {
        Some(choice) => estimate(tables, &shape, choice, is_multi(plan.metric), meter)?,
        None => MaxOf::default(),
    };
    let patterns = match &plan.heuristic {
        Some(choice) if choice.has(PDB) => {
            Some(tables.patterns.get(&shape, wishes, machine::threads(), meter.cancel(), warnings)?)
        }
        _ => None,
    };
    let automaton = if patterns.is_some() { tables.automaton(&shape) } else { Arc::default() };
    let selection = Selection { tiles, plan, heuristic, patterns, automaton, cells: shape.cells() };
    selection.search()
}

/// A plan with its tables at hand.
struct Selection<'a> {
    tiles: &'a Tiles,
    plan: &'a Plan,
    heuristic: MaxOf,
    patterns: Option<Patterns>,
    automaton: Arc<Automaton>,
    cells: usize,
}

type Found = Result<Box<dyn Search>, SolveError>;

impl Selection<'_> {
    fn search(self) -> Found {
        let repr = self.plan.repr.unwrap_or(BYTES);
        match (is_multi(self.plan.metric), repr, self.cells) {
            (false, NIBBLE, ..=16) => self.packed::<Nibbles>(),
            (false, NIBBLE, _) => self.packed::<FiveBits>(),
            (false, ..) => self.plain::<Single>(repr),
            (true, ..) => self.plain::<Multi>(repr),
        }
    }

    /// Packed states, with the heuristic in a type of its own.
    fn packed<R: Repr + 'static>(self) -> Found {
        let space = self.space::<R, Single>()?;
        if let Some(patterns) = self.patterns.clone() {
            return Ok(self.with_patterns(space, patterns));
        }
        let parts = self.plan.heuristic.as_ref().map_or(&[][..], HeuristicChoice::parts);
        let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
        Ok(match (&names[..], self.heuristic.clone()) {
            ([] | [ZERO], _) => self.hold(space, Blind),
            ([MANHATTAN], _) => self.hold(space, Manhattan),
            ([LINEAR_CONFLICT], _) => self.hold(space, LinearConflict),
            ([COMBINED], MaxOf { combined: Some(h), .. }) => self.hold(space, h),
            ([LEARNED], MaxOf { learned: Some(h), .. }) => self.hold(space, h),
            (_, any) => self.hold(space, any),
        })
    }

    /// Pattern databases, alone or with others.
    fn with_patterns<R: Repr + 'static>(
        self,
        space: TileSpace<R, Single>,
        patterns: Patterns,
    ) -> Box<dyn Search> {
        let others = |choice: &HeuristicChoice| choice.parts().iter().any(|part| part.name != PDB);
        let alone = !self.plan.heuristic.as_ref().is_some_and(others);
        let any = self.heuristic.clone();
        match (patterns, alone) {
            (Patterns::Small(h), true) => self.hold_pruned(space, h),
            (Patterns::Wide(h), true) => self.hold_pruned(space, h),
            (Patterns::Small(h), false) => self.hold_pruned(space, Max(h, any)),
            (Patterns::Wide(h), false) => self.hold_pruned(space, Max(h, any)),
        }
    }

    /// Any states, with a heuristic that is asked what it is made of.
    fn plain<M: TileMetric + 'static>(self, repr: &str) -> Found {
        match (repr, self.cells) {
            (NIBBLE, ..=16) => self.on::<Nibbles, M>(),
            #[cfg(feature = "all")]
            (NIBBLE, _) => self.on::<FiveBits, M>(),
            #[cfg(feature = "all")]
            (INTEGER, _) => self.on::<Decimal, M>(),
            #[cfg(feature = "all")]
            (STRING, _) => self.on::<Text, M>(),
            #[cfg(feature = "all")]
            (BYTES, ..=16) => self.on::<Bytes<16>, M>(),
            #[cfg(feature = "all")]
            (BYTES, ..=49) => self.on::<Bytes<49>, M>(),
            // Words hold every board; where the others are left out, they stand in for them.
            _ => self.on::<Words, M>(),
        }
    }

    fn on<R: Repr + 'static, M: TileMetric + 'static>(self) -> Found {
        let (space, heuristic) = (self.space::<R, M>()?, self.heuristic.clone());
        Ok(self.hold(space, heuristic))
    }

    fn space<R: Repr, M: TileMetric>(&self) -> Result<TileSpace<R, M>, SolveError> {
        TileSpace::new(&self.tiles.puzzle).ok_or_else(|| {
            let reason = "this representation does not hold boards of this size";
            Refusal::new(Setting::Repr, reason).instead([BYTES]).into()
        })
    }

    fn hold<R: Repr + 'static, M: TileMetric + 'static, H>(
        &self,
        space: TileSpace<R, M>,
        heuristic: H,
    ) -> Box<dyn Search>
    where
        H: Heuristic<TileSpace<R, M>> + 'static,
    {
        let meaning = Names { puzzle: self.tiles.puzzle.clone() };
        Box::new(Parts::<_, _, NoPruning, _, false, true> {
            space,
            heuristic,
            pruner: Arc::new(NoPruning),
            meaning,
        })
    }

    /// With what prunes duplicate sequences of moves, on several threads if they are wanted.
    fn hold_pruned<R: Repr + 'static, H>(
        &self,
        space: TileSpace<R, Single>,
        heuristic: H,
    ) -> Box<dyn Search>
    where
        H: Heuristic<TileSpace<R, Single>> + 'static,
        Automaton: Pruner<TileSpace<R, Single>>,
    {
        let meaning = Names { puzzle: self.tiles.puzzle.clone() };
        let pruner = Arc::clone(&self.automaton);
        Box::new(Parts::<_, _, Automaton, _, true, false> { space, heuristic, pruner, meaning })
    }
}

/// The tiles of a puzzle by their numbers: inside the space they are called by their goal cells.
struct Names {
    puzzle: TilePuzzle,
}

impl<R: Repr, M: TileMetric> Meaning<TileSpace<R, M>> for Names {
    fn position(&self, space: &TileSpace<R, M>, key: &R::Key) -> Position {
        let mut state = space.start();
        space.unpack(key, &mut state);
        let goal = self.puzzle.goal().cells();
        let tile = |cell| usize::from(goal[space.label(&state, cell)]);
        Position::new((0..goal.len()).map(tile).map(|tile| (tile != 0).then_some(tile)))
    }

    fn steps(&self, _: &TileSpace<R, M>, moves: &[Slide]) -> Vec<Step> {
        let mut walker = Walker::new(self.puzzle.start());
        // A move that cannot be made names no tile, and is refuted when it is replayed.
        let step = |direction| Step { piece: walker.slide(direction).unwrap_or(0).into(), direction };
        self.puzzle.directions(moves).into_iter().map(step).collect()
    }
}

/// A verdict of anytime search, which has spaces of its own, in steps, once a space that holds every board has
/// confirmed it.
pub(super) fn in_steps(
    tiles: &Tiles,
    metric: Metric,
    verdict: Verdict<Slide>,
) -> Result<Verdict<Step>, Refuted> {
    let names = Names { puzzle: tiles.puzzle.clone() };
    let fits = "words hold every board";
    match is_multi(metric) {
        false => {
            let space = TileSpace::<Words, Single>::new(&tiles.puzzle).expect(fits);
            translated(&space, &names, verdict)
        }
        true => {
            let space = TileSpace::<Words, Multi>::new(&tiles.puzzle).expect(fits);
            translated(&space, &names, verdict)
        }
    }
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
        (error, _) => {
            Refusal::new(Setting::Heuristic, error.to_string()).instead([LINEAR_CONFLICT, COMBINED]).into()
        }
    })
}

/// The heuristic by name, with its tables.
fn estimate(
    tables: &Tables,
    shape: &Shape,
    choice: &HeuristicChoice,
    multi: bool,
    meter: &Meter<'_>,
) -> Result<MaxOf, SolveError> {
    let has = |part| choice.has(part);
    let walking_distance = has(WALKING_DISTANCE).then(|| walking(tables, shape, multi, meter)).transpose()?;
    // A large table is built for those who ask for it by name; it then serves the combination as well.
    let for_combined = || walking_distance.clone().or_else(|| tables.cheap_walking(shape, multi));
    let untrained = || {
        let (rows, cols) = (shape.rows(), shape.cols());
        let reason = format!("nothing was learned for {rows}×{cols} boards: train a table");
        SolveError::from(Refusal::new(Setting::Heuristic, reason).instead([COMBINED]))
    };
    Ok(MaxOf {
        misplaced: has(MISPLACED),
        manhattan: has(MANHATTAN),
        linear_conflict: has(LINEAR_CONFLICT),
        combined: has(COMBINED).then(|| Combined::new(for_combined(), multi)),
        learned: has(LEARNED).then(|| tables.learned(shape).ok_or_else(untrained)).transpose()?,
        walking_distance,
    })
}
