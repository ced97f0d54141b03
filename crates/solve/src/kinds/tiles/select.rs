//! From names to types: one match for the representation and the metric, one for the heuristic.
//!
//! Searches are compiled for each heuristic where speed counts: packed states of up to 16 cells in the single metric.
//! Elsewhere one heuristic that is put together at run time keeps the program small; beams are compiled for that
//! heuristic only, and the multi metric for two representations; packed states of it have pattern databases beside
//! that heuristic. `crates/cli/tests/engines.rs` counts what comes of it.

use std::path::Path;
use std::sync::Arc;

use slidewise_puzzles::pdb::MultiTable;
use slidewise_puzzles::step::Step;
use slidewise_puzzles::tiles::heuristic::{
    Combined, Composed, Learned, LinearConflict, Manhattan, Misplaced, MultiDb, Part, SmallCombined,
    Textbook, Unbuilt, WalkingDistance,
};
use slidewise_puzzles::tiles::pruning::Automaton;
use slidewise_puzzles::tiles::replay::Walker;
#[cfg(feature = "every-representation")]
use slidewise_puzzles::tiles::repr::{Bytes, Decimal, Text};
use slidewise_puzzles::tiles::repr::{FiveBits, Nibbles, Repr, Words};
use slidewise_puzzles::tiles::{
    ByChoice, Metric as TileMetric, Multi, Shape, Single, Slide, TilePuzzle, TileSpace,
};
use slidewise_search::any::ToAnyKey;
use slidewise_search::{
    Blind, Cost, Heuristic, LooksAhead, Max, Meter, NoPruning, Pruner, Refuted, StateSpace, Stop, Verdict,
    Whole,
};

use super::entry::{
    BYTES, COMBINED, LEARNED, LINEAR_CONFLICT, MANHATTAN, MISPLACED, NIBBLE, PDB, WALKING_DISTANCE, simple,
};
#[cfg(feature = "every-representation")]
use super::entry::{INTEGER, STRING};
use super::learned_table;
use super::patterns::Patterns;
use super::{Tables, Tiles, is_multi};
use crate::algorithm::Algorithm;
use crate::erased::{Meaning, Parts, Search, translated};
use crate::machine;
use crate::metric::Metric;
use crate::plan::Plan;
use crate::position::Position;
use crate::refusal::{Refusal, Setting, SolveError};
use crate::spec::HeuristicChoice;
use crate::untyped::TowardsStart;

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
    let parts = match &plan.heuristic {
        Some(choice) => parts(tables, &shape, choice, is_multi(plan.metric), meter)?,
        None => Vec::new(),
    };
    let back = match &plan.heuristic {
        Some(choice) if plan.algorithm.looks_back() => {
            let back = WayBack::new(tiles, plan);
            let parts = self::parts(tables, back.space.shape(), choice, is_multi(plan.metric), meter)?;
            Some(Arc::new(WayBack { heuristic: Composed::new(parts), ..back }))
        }
        _ => None,
    };
    let automaton = Arc::default();
    let mut selection = Selection { tiles, plan, parts, back, automaton, cells: shape.cells() };
    let threads = machine::threads();
    let by_patterns = plan.heuristic.as_ref().is_some_and(|choice| choice.has(PDB));
    match (by_patterns, is_multi(plan.metric)) {
        (false, _) => selection.search(None),
        (true, true) => {
            let patterns = tables.patterns.get_multi(&shape, wishes, threads, meter, warnings)?;
            selection.pushes(&patterns)
        }
        (true, false) => {
            let patterns = tables.patterns.get(&shape, wishes, threads, meter, warnings)?;
            selection.automaton = tables.automaton(&shape, meter);
            selection.search(Some(patterns))
        }
    }
}

/// The puzzle from the goal to the start, in which each tile is called by the cell where it starts.
struct WayBack {
    space: TileSpace<Words, ByChoice>,
    /// What a tile is called here, by its goal cell.
    names: Vec<u16>,
    heuristic: Composed,
}

impl WayBack {
    /// Without a heuristic yet.
    fn new(tiles: &Tiles, plan: &Plan) -> Self {
        let (shape, labels) = (tiles.shape(), tiles.puzzle.labels());
        let mut names = vec![0; labels.len()];
        for (cell, &label) in labels.iter().enumerate() {
            names[usize::from(label)] = cell as u16;
        }
        let blank = names[shape.blank_home()].into();
        let metric = if is_multi(plan.metric) { ByChoice::Multi } else { ByChoice::Single };
        // The goal, in which each cell has the tile that belongs there.
        let space =
            TileSpace::counted_from_labels(Shape::new(shape.rows(), shape.cols(), blank), &names, metric);
        Self { space: space.expect("words hold every board"), names, heuristic: Composed::default() }
    }

    /// The estimate of a position of the space that leads to the goal.
    fn estimate<R: Repr, M: TileMetric>(&self, there: &TileSpace<R, M>, key: &R::Key) -> Cost {
        let mut state = there.start();
        there.unpack(key, &mut state);
        let name = |cell| self.names[there.label(&state, cell)];
        let labels: Vec<u16> = (0..self.names.len()).map(name).collect();
        self.heuristic.estimate(&self.space, &self.space.at(&labels))
    }
}

/// A plan with its tables at hand.
struct Selection<'a> {
    tiles: &'a Tiles,
    plan: &'a Plan,
    parts: Vec<Part>,
    /// For searches from both ends.
    back: Option<Arc<WayBack>>,
    automaton: Arc<Automaton>,
    cells: usize,
}

type Found = Result<Box<dyn Search>, SolveError>;

/// A space with a heuristic that does not look ahead.
type Held<P, H> = Parts<P, H, NoPruning, Names, Whole<<H as Heuristic<P>>::Partial>>;

impl Selection<'_> {
    fn search(&self, patterns: Option<Patterns>) -> Found {
        let repr = self.plan.repr.unwrap_or(BYTES);
        match (is_multi(self.plan.metric), repr, self.cells, patterns) {
            (false, NIBBLE, ..=16, Some(patterns)) => self.with_patterns::<Nibbles>(patterns),
            (false, NIBBLE, _, Some(patterns)) => self.with_patterns::<FiveBits>(patterns),
            (false, NIBBLE, ..=16, None) if !self.is_beam() => self.packed(),
            (false, NIBBLE, ..=25, None) => self.composed::<FiveBits, _, true>(Single),
            (false, ..) => self.plain(repr),
            (true, NIBBLE, ..=16, _) => self.pushes(&[]),
            (true, ..) => self.composed::<Words, _, true>(ByChoice::Multi),
        }
    }

    /// Packed states of up to 16 cells in the single metric, with the heuristic in a type of its own. Of several, only
    /// those count that are not always below another one.
    fn packed(&self) -> Found {
        let space = self.space::<Nibbles, _>(Single)?;
        Ok(match Composed::new(self.parts.iter().cloned()).parts() {
            [] => self.hold(space, Blind),
            [Part::Manhattan(h)] => self.hold_shared(space, *h),
            [Part::LinearConflict(h)] => self.hold(space, *h),
            [Part::Combined(h)] if h.is_linear_conflict() => self.hold(space, LinearConflict),
            [part] => match small(part) {
                Some(h) => self.hold_shared(space, h),
                None => return self.composed::<Nibbles, _, false>(Single),
            },
            _ => return self.composed::<Nibbles, _, false>(Single),
        })
    }

    /// Packed states in the multi metric, with pattern databases or without.
    fn pushes(&self, tables: &[Arc<MultiTable>]) -> Found {
        let space = self.space::<Nibbles, _>(Multi)?;
        let others = Composed::new(self.parts.iter().cloned());
        let heuristic = MultiDb::new(space.shape(), tables, others).ok_or_else(|| {
            let (rows, cols) = (space.shape().rows(), space.shape().cols());
            let reason = format!("pdb: this table is for another board or goal than {rows}×{cols}");
            SolveError::from(Refusal::new(Setting::Heuristic, reason))
        })?;
        let (pruner, meaning, back) = (Arc::new(NoPruning), self.names(), self.back(&space));
        let parts = Parts::<_, _, NoPruning, _, _, false>::announced(space, heuristic, pruner, meaning);
        Ok(Box::new(parts.looking_back(back)))
    }

    /// Pattern databases, alone or with others.
    fn with_patterns<R: Repr + 'static>(&self, patterns: Patterns) -> Found {
        let space = self.space::<R, _>(Single)?;
        let wide = match patterns {
            Patterns::Small(h) if self.parts.is_empty() => return Ok(self.hold_announced(space, h)),
            // Tables of five rows are often wide; those of four hardly ever, and take the way of the others below.
            Patterns::Wide(h) if self.parts.is_empty() && self.cells > 16 => {
                return Ok(self.hold_announced(space, h));
            }
            Patterns::Small(h) => h.widened(space.shape()).expect("there is more room"),
            Patterns::Wide(h) => h,
        };
        let heuristic = Max(wide, Composed::new(self.parts.iter().cloned()));
        let (pruner, meaning) = (Arc::clone(&self.automaton), self.names());
        Ok(Box::new(Parts::<_, _, Automaton, _, _, false>::new(space, heuristic, pruner, meaning)))
    }

    /// States that are not packed, in the single metric.
    fn plain(&self, repr: &str) -> Found {
        match (repr, self.cells) {
            #[cfg(feature = "every-representation")]
            (INTEGER, _) => self.composed::<Decimal, _, false>(Single),
            #[cfg(feature = "every-representation")]
            (STRING, _) => self.composed::<Text, _, false>(Single),
            #[cfg(feature = "every-representation")]
            (BYTES, ..=16) if !self.is_beam() => self.composed::<Bytes<16>, _, false>(Single),
            #[cfg(feature = "every-representation")]
            (BYTES, ..=49) => self.composed::<Bytes<49>, _, true>(Single),
            // Words hold every board; where the others are left out, they stand in for them.
            _ => self.composed::<Words, _, true>(ByChoice::Single),
        }
    }

    /// A heuristic that is put together at run time, with beams or without.
    fn composed<R: Repr + 'static, M: TileMetric, const BEAM: bool>(&self, metric: M) -> Found {
        let (space, heuristic) = (self.space::<R, M>(metric)?, Composed::new(self.parts.iter().cloned()));
        let (pruner, back) = (Arc::new(NoPruning), self.back(&space));
        let parts = Parts::<_, _, NoPruning, _, _, BEAM>::new(space, heuristic, pruner, self.names());
        Ok(Box::new(parts.looking_back(back)))
    }

    /// What a search from both ends has to go by on its way from the goal.
    fn back<R: Repr + 'static, M: TileMetric>(&self, space: &TileSpace<R, M>) -> TowardsStart {
        let Some(back) = self.back.clone() else { return TowardsStart::ZERO };
        let (there, quality) = (space.clone(), back.heuristic.quality(&back.space));
        TowardsStart::new(Box::new(move |key| back.estimate(&there, &R::Key::from_any(key))), quality)
    }

    fn is_beam(&self) -> bool {
        self.plan.algorithm == Algorithm::Beam
    }

    fn space<R: Repr, M: TileMetric>(&self, metric: M) -> Result<TileSpace<R, M>, SolveError> {
        let space = TileSpace::counted(&self.tiles.puzzle, metric).ok_or_else(|| {
            let reason = "this representation does not hold boards of this size";
            Refusal::new(Setting::Repr, reason).instead([BYTES])
        })?;
        Ok(match self.plan.order {
            Some(order) => space.in_order(order.numbers()),
            None => space,
        })
    }

    fn names(&self) -> Names {
        Names::of(&self.tiles.puzzle)
    }

    /// A heuristic in a type of its own.
    fn hold<R: Repr + 'static, M: TileMetric, H>(
        &self,
        space: TileSpace<R, M>,
        heuristic: H,
    ) -> Box<dyn Search>
    where
        H: Heuristic<TileSpace<R, M>> + 'static,
    {
        Box::new(self.held(space, heuristic))
    }

    /// The same, with HDA* in types of its own too.
    fn hold_shared<R: Repr + 'static, M: TileMetric, H>(
        &self,
        space: TileSpace<R, M>,
        heuristic: H,
    ) -> Box<dyn Search>
    where
        H: Heuristic<TileSpace<R, M>> + 'static,
    {
        Box::new(self.held(space, heuristic).sharing())
    }

    fn held<R: Repr + 'static, M: TileMetric, H>(
        &self,
        space: TileSpace<R, M>,
        heuristic: H,
    ) -> Held<TileSpace<R, M>, H>
    where
        H: Heuristic<TileSpace<R, M>> + 'static,
    {
        let (pruner, meaning, back) = (Arc::new(NoPruning), self.names(), self.back(&space));
        Parts::new(space, heuristic, pruner, meaning).looking_back(back)
    }

    /// One that looks ahead in a way of its own and prunes duplicate sequences of moves.
    fn hold_announced<R: Repr + 'static, H>(
        &self,
        space: TileSpace<R, Single>,
        heuristic: H,
    ) -> Box<dyn Search>
    where
        H: LooksAhead<TileSpace<R, Single>> + 'static,
        Automaton: Pruner<TileSpace<R, Single>>,
    {
        let (pruner, meaning) = (Arc::clone(&self.automaton), self.names());
        Box::new(Parts::<_, _, Automaton, _, _, false>::announced(space, heuristic, pruner, meaning))
    }
}

/// Walking distance, alone or combined with linear conflict, in one type for both, if its tables are small.
fn small(part: &Part) -> Option<SmallCombined> {
    match part {
        Part::Combined(h) => SmallCombined::combined(h),
        Part::WalkingDistance(h) => SmallCombined::walking(h),
        _ => None,
    }
}

/// The tiles of a puzzle by their numbers: inside the space they are called by their goal cells.
struct Names {
    puzzle: TilePuzzle,
    /// The goal cell of each tile, by its number.
    homes: Vec<u16>,
}

impl Names {
    fn of(puzzle: &TilePuzzle) -> Self {
        let goal = puzzle.goal().cells();
        let mut homes = vec![0; goal.len()];
        for (cell, &tile) in goal.iter().enumerate() {
            homes[usize::from(tile)] = cell as u16;
        }
        Self { puzzle: puzzle.clone(), homes }
    }
}

impl<R: Repr, M: TileMetric> Meaning<TileSpace<R, M>> for Names {
    fn position(&self, space: &TileSpace<R, M>, key: &R::Key) -> Position {
        let mut state = space.start();
        space.unpack(key, &mut state);
        let goal = self.puzzle.goal().cells();
        let tile = |cell| usize::from(goal[space.label(&state, cell)]);
        Position::new((0..goal.len()).map(tile).map(|tile| (tile != 0).then_some(tile)))
    }

    fn state(&self, space: &TileSpace<R, M>, at: &Position) -> Option<R::State> {
        let label = |piece: Option<usize>| self.homes.get(piece.unwrap_or(0)).copied();
        let labels: Option<Vec<u16>> = at.pieces().map(label).collect();
        Some(space.at(&labels?))
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
    let names = Names::of(&tiles.puzzle);
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

/// Bytes for each entry of a walking distance while it is built.
const BUILDING: u64 = 3;

/// The walking distance of a shape; a limit or Ctrl-C ends its building. Each entry is a byte, and the positions that
/// are in work while it is built take up to two more for each of them.
fn walking(
    tables: &Tables,
    shape: &Shape,
    multi: bool,
    meter: &Meter<'_>,
) -> Result<WalkingDistance, SolveError> {
    let entries = WalkingDistance::count(shape).map(|(rows, columns)| (rows + columns) as u64).unwrap_or(0);
    if meter.limits().memory.is_some_and(|max| BUILDING * entries > max) {
        return Err(SolveError::Interrupted(Stop::Memory));
    }
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

/// A learned table of the user's.
fn learned_from(file: &Path, shape: &Shape) -> Result<Learned, SolveError> {
    let failed = |reason: &dyn std::fmt::Display| {
        SolveError::from(Refusal::new(Setting::Heuristic, format!("{}: {reason}", file.display())))
    };
    let table = learned_table::read(file).map_err(|reason| failed(&reason))?;
    let (rows, cols) = table.size();
    match (rows, cols) == (shape.rows(), shape.cols()) {
        true => Ok(table),
        false => {
            let (r, c) = (shape.rows(), shape.cols());
            Err(failed(&format!("this table is for {rows}×{cols} boards, not {r}×{c}")))
        }
    }
}

/// The heuristics by name, with their tables; pattern databases are had elsewhere.
fn parts(
    tables: &Tables,
    shape: &Shape,
    choice: &HeuristicChoice,
    multi: bool,
    meter: &Meter<'_>,
) -> Result<Vec<Part>, SolveError> {
    let alarm = &meter.timed_cancel();
    // A large table is built for those who ask for it by name; it then serves the combination as well.
    let walking_distance =
        choice.has(WALKING_DISTANCE).then(|| walking(tables, shape, multi, meter)).transpose()?;
    let untrained = || {
        let (rows, cols) = (shape.rows(), shape.cols());
        let reason = format!("nothing was learned for {rows}×{cols} boards: train a table");
        SolveError::from(Refusal::new(Setting::Heuristic, reason).instead([COMBINED]))
    };
    let mut parts = Vec::new();
    for part in choice.parts() {
        parts.extend(match part.name {
            MISPLACED => Some(Misplaced.into()),
            MANHATTAN => Some(Manhattan.into()),
            LINEAR_CONFLICT => Some(LinearConflict.into()),
            WALKING_DISTANCE => walking_distance.clone().map(Part::from),
            COMBINED => {
                let walking = walking_distance.clone().or_else(|| tables.cheap_walking(shape, multi, alarm));
                Some(Combined::new(walking, multi).into())
            }
            LEARNED => Some(match &part.tables {
                Some(file) => learned_from(Path::new(file), shape)?.into(),
                None => tables.learned(shape).ok_or_else(untrained)?.into(),
            }),
            name => simple(name).map(|one| Textbook::new(one).into()),
        });
    }
    Ok(parts)
}
