//! What each heuristic says of a board, for `check` and for lower bounds.

use slidewise_puzzles::tiles::heuristic::{
    Combined, Composed, LinearConflict, Manhattan, Misplaced, MultiDb, Textbook,
};
use slidewise_puzzles::tiles::repr::{Nibbles, Words};
use slidewise_puzzles::tiles::{Metric, Multi, Single, TilePuzzle, TileSpace};
use slidewise_search::{Blind, Cancel, Cost, Limits, Meter, Quality};

use super::entry::{
    COMBINED, ENTRY, LEARNED, LINEAR_CONFLICT, MANHATTAN, MISPLACED, PDB, WALKING_DISTANCE, ZERO, simple,
};
use super::patterns::Patterns;
use super::{Tables, is_multi, shape_of};
use crate::erased::said;
use crate::machine;
use crate::metric::Metric as AnyMetric;
use crate::puzzle::Estimated;

/// What every heuristic says of the start of a puzzle, pattern databases included where they are built in a moment.
pub(super) fn estimates(tables: &Tables, puzzle: &TilePuzzle, metric: AnyMetric) -> Vec<Estimated> {
    let mut all = at_hand(tables, puzzle, metric, &Cancel::default());
    for estimated in &mut all {
        match estimated.heuristic {
            PDB => estimated.value = by_patterns(tables, puzzle, metric),
            LEARNED => estimated.value = by_learned(tables, puzzle, metric),
            _ => {}
        }
    }
    all
}

/// What was learned is no bound, and a table takes longer to load than the first solution may take to find: so it is
/// not among what is at hand.
fn by_learned(tables: &Tables, puzzle: &TilePuzzle, metric: AnyMetric) -> Option<(Cost, Quality)> {
    let table = tables.learned(&shape_of(puzzle))?;
    match is_multi(metric) {
        false => TileSpace::<Words, Single>::new(puzzle).map(|space| said(&space, &table)),
        true => TileSpace::<Words, Multi>::new(puzzle).map(|space| said(&space, &table)),
    }
}

/// Boards with more cells have pattern databases that take long to build.
const QUICK_PATTERNS: usize = 16;

fn by_patterns(tables: &Tables, puzzle: &TilePuzzle, metric: AnyMetric) -> Option<(Cost, Quality)> {
    let shape = shape_of(puzzle);
    if shape.cells() > QUICK_PATTERNS {
        return None;
    }
    let mut unseen = ();
    let meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
    if is_multi(metric) {
        let space = TileSpace::<Nibbles, Multi>::new(puzzle)?;
        let found =
            tables.patterns.get_multi(&shape, &[], machine::threads(), &meter, &mut Vec::new()).ok()?;
        return MultiDb::new(&shape, &found, Composed::default()).map(|h| said(&space, &h));
    }
    let space = TileSpace::<Nibbles>::new(puzzle)?;
    // For one look the better tables are not worth building.
    let wishes: Vec<String> = tables.patterns.to_begin_with(&shape).into_iter().collect();
    let patterns = tables.patterns.get(&shape, &wishes, machine::threads(), &meter, &mut Vec::new()).ok()?;
    Some(match patterns {
        Patterns::Small(h) => said(&space, &h),
        Patterns::Wide(h) => said(&space, &h),
    })
}

/// What the heuristics say that need no large tables.
fn at_hand(tables: &Tables, puzzle: &TilePuzzle, metric: AnyMetric, alarm: &Cancel) -> Vec<Estimated> {
    match is_multi(metric) {
        false => all::<Single>(tables, puzzle, alarm),
        true => all::<Multi>(tables, puzzle, alarm),
    }
}

/// The largest admissible one: no solution is cheaper. No table is built once the alarm is raised.
pub(super) fn lower_bound(tables: &Tables, puzzle: &TilePuzzle, metric: AnyMetric, alarm: &Cancel) -> Cost {
    let values = at_hand(tables, puzzle, metric, alarm).into_iter().filter_map(|estimated| estimated.value);
    let largest = values.filter(|(_, quality)| quality.admissible).map(|(value, _)| value).max().unwrap_or(0);
    if is_multi(metric) { largest.max(pushes(puzzle)) } else { largest }
}

/// A push moves no more tiles than a line has beside the blank, each by one cell: so many pushes it takes at least to
/// bring all tiles home along rows, and as many as that along columns beside.
fn pushes(puzzle: &TilePuzzle) -> Cost {
    let (rows, cols) = (puzzle.start().rows(), puzzle.start().cols());
    let home = puzzle.goal().blank();
    let (mut across, mut along) = (0, 0);
    for (cell, label) in puzzle.labels().into_iter().map(usize::from).enumerate() {
        if label != home {
            across += (cell % cols).abs_diff(label % cols);
            along += (cell / cols).abs_diff(label / cols);
        }
    }
    let least = |far: usize, side: usize| far.div_ceil((side - 1).max(1));
    (least(across, cols) + least(along, rows)) as Cost
}

fn all<M: Metric + Default>(tables: &Tables, puzzle: &TilePuzzle, alarm: &Cancel) -> Vec<Estimated> {
    // The representation of words holds every board.
    let Some(space) = TileSpace::<Words, M>::new(puzzle) else { return Vec::new() };
    let multi = space.metric().is_multi();
    let walking = tables.cheap_walking(&shape_of(puzzle), multi, alarm);
    let value = |heuristic| match heuristic {
        ZERO => Some(said(&space, &Blind)),
        MISPLACED => Some(said(&space, &Misplaced)),
        MANHATTAN => Some(said(&space, &Manhattan)),
        LINEAR_CONFLICT => Some(said(&space, &LinearConflict)),
        WALKING_DISTANCE => walking.as_ref().map(|walking| said(&space, walking)),
        COMBINED => Some(said(&space, &Combined::new(walking.clone(), multi))),
        name => simple(name).map(|one| said(&space, &Textbook::new(one))),
    };
    let names = ENTRY.heuristics.iter().map(|entry| entry.name);
    names.map(|heuristic| Estimated { heuristic, value: value(heuristic) }).collect()
}
