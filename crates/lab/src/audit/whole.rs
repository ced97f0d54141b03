//! Audits over whole spaces, of tiles and of bricks.

use std::sync::Arc;

use slidewise_puzzles::bricks::bits::Bits;
use slidewise_puzzles::bricks::codec::BrickKey;
use slidewise_puzzles::bricks::{self, BrickSpace};
use slidewise_puzzles::tiles::pruning::Automaton;
use slidewise_puzzles::tiles::repr::Repr;
use slidewise_puzzles::tiles::{Board, Metric, Single, TilePuzzle, TileSpace};
use slidewise_search::{Cancel, Heuristic, Limits, Meter, StateSpace};

use super::survey::survey;
use super::tally::Tally;
use super::{Audit, AuditError, Jump, boards_of};
use crate::bricks::{BrickSpec, WithBrickSearch, choose, with_search};
use crate::registry::{Algorithm, BrickHeuristic, Named, TileMetric};
use crate::spec::{HeuristicChoice, TileSpec};
use crate::stepping::Position;
use crate::tiles::{self, Selection, Tables, WithSearch, board_of};

/// Looks at every board from which `goal` can be reached.
pub(crate) fn audit_tiles(
    tables: &Tables,
    goal: &Board,
    metric: TileMetric,
    heuristic: &HeuristicChoice,
    cancel: &Cancel,
) -> Result<Audit, AuditError> {
    if boards_of(goal.rows(), goal.cols()).is_none() {
        return Err(AuditError::TooLarge);
    }
    let puzzle = TilePuzzle::new(goal.clone(), goal.clone()).expect("a board has the size of itself");
    let selection = selected(tables, &puzzle, metric, heuristic, cancel)?;
    selection.with_search(&puzzle, Tiles { goal, name: heuristic.to_string(), cancel })?
}

/// The heuristic as a guided search gets it.
pub(super) fn selected<'a>(
    tables: &'a Tables,
    puzzle: &TilePuzzle,
    metric: TileMetric,
    heuristic: &HeuristicChoice,
    cancel: &Cancel,
) -> Result<Selection<'a>, AuditError> {
    let spec = TileSpec {
        algorithm: Some(Algorithm::Astar),
        heuristic: Some(heuristic.clone()),
        metric: Some(metric),
        ..TileSpec::default()
    };
    let mut unseen = ();
    let meter = Meter::new(Limits::default(), cancel.clone(), &mut unseen);
    let prepared = tiles::prepare(tables, puzzle, &spec, &meter)?;
    prepared.selection.ok_or(AuditError::Stopped(slidewise_search::Stop::Cancelled))
}

struct Tiles<'a> {
    goal: &'a Board,
    name: String,
    cancel: &'a Cancel,
}

impl WithSearch for Tiles<'_> {
    type Out = Result<Audit, AuditError>;

    fn search<R: Repr, M: Metric, H: Heuristic<TileSpace<R, M>>>(
        self,
        space: TileSpace<R, M>,
        heuristic: H,
    ) -> Self::Out {
        let show = |state: &R::State| Position::Tiles(board_of(&space, state, self.goal));
        whole(&space, &heuristic, self.name, self.cancel, show)
    }

    fn pattern_search<R: Repr, H: Heuristic<TileSpace<R, Single>> + 'static>(
        self,
        space: TileSpace<R, Single>,
        heuristic: H,
        _: Arc<Automaton>,
    ) -> Self::Out
    where
        H::Partial: Sync,
    {
        self.search(space, heuristic)
    }
}

/// Looks at every position that can be reached from the start of a brick puzzle.
pub(crate) fn audit_bricks(
    puzzle: &bricks::Puzzle,
    metric: bricks::Metric,
    heuristic: BrickHeuristic,
    cancel: &Cancel,
) -> Result<Audit, AuditError> {
    let spec = BrickSpec {
        algorithm: Some(Algorithm::Astar),
        heuristic: Some(heuristic),
        metric,
        ..BrickSpec::default()
    };
    with_search(puzzle, choose(&spec), Bricks { puzzle, name: heuristic.name().to_string(), cancel })?
}

struct Bricks<'a> {
    puzzle: &'a bricks::Puzzle,
    name: String,
    cancel: &'a Cancel,
}

impl WithBrickSearch for Bricks<'_> {
    type Out = Result<Audit, AuditError>;

    fn search<B: Bits, K: BrickKey, H: Heuristic<BrickSpace<B, K>>>(
        self,
        space: BrickSpace<B, K>,
        heuristic: H,
    ) -> Self::Out {
        let show = |state: &_| Position::Bricks(space.position(self.puzzle, state));
        whole(&space, &heuristic, self.name, self.cancel, show)
    }
}

fn whole<P: StateSpace, H: Heuristic<P>>(
    space: &P,
    heuristic: &H,
    name: String,
    cancel: &Cancel,
    show: impl Fn(&P::State) -> Position,
) -> Result<Audit, AuditError> {
    let seen = survey(space, heuristic, cancel)?;
    let position = |number: usize| {
        let mut state = space.start();
        space.unpack(&seen.keys[number], &mut state);
        show(&state)
    };
    let mut tally = Tally::default();
    for (number, (&distance, &estimate)) in seen.distances.iter().zip(&seen.estimates).enumerate() {
        tally.see(distance, estimate, || position(number));
    }
    tally.jumps = seen.jumps;
    tally.jump = seen.jump.map(|(from, to)| Jump {
        from: position(from),
        high: seen.estimates[from],
        to: position(to),
        low: seen.estimates[to],
    });
    Ok(tally.finish(name, heuristic.quality(space), true))
}
