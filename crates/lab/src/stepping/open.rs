//! From names to a search that can be stepped, by the same selection that whole runs use.

use std::sync::Arc;

use slidewise_puzzles::bricks::bits::Bits;
use slidewise_puzzles::bricks::codec::BrickKey;
use slidewise_puzzles::bricks::solve::named;
use slidewise_puzzles::bricks::{self, BrickSpace};
use slidewise_puzzles::tiles::pruning::Automaton;
use slidewise_puzzles::tiles::repr::Repr;
use slidewise_puzzles::tiles::{Metric, Single, Slide, TilePuzzle, TileSpace};
use slidewise_search::{Cancel, Cost, Heuristic, Limits, Meter, NoPruning, StateSpace, Verdict};

use super::held::{Held, Kind, Search};
use super::{Answer, Position, Spent, StepError, Stepping};
use crate::answer::TileAnswer;
use crate::bricks::{
    BrickAnswer, BrickChosen, BrickError, BrickSpec, WithBrickSearch, choose, plan, take_in, with_search,
};
use crate::engines::{Plan, engine};
use crate::spec::TileSpec;
use crate::tiles::{self, SolveError, Tables, WithSearch, board_of, checked_by_space, tile_engine};

/// Opens a search of a tile puzzle. Tables are built now; a limit on the time is one on steps alone.
pub(crate) fn open_tiles(
    tables: &Tables,
    puzzle: &TilePuzzle,
    spec: &TileSpec,
    limits: Limits,
    cancel: Cancel,
) -> Result<Stepping, StepError> {
    let mut unseen = ();
    let meter = Meter::new(Limits::default(), cancel.clone(), &mut unseen);
    let algorithm = tiles::choose(tables, puzzle, spec).algorithm;
    if algorithm.is_for_tiles() && !algorithm.has_steps() {
        return Err(StepError::NoSteps(algorithm));
    }
    let tiles::Prepared { answer, selection, floor } = tiles::prepare(tables, puzzle, spec, &meter)?;
    let Some(selection) = selection else {
        return Ok(Stepping::finished(Position::Tiles(puzzle.start().clone()), Answer::Tiles(answer)));
    };
    let opening = OpenTiles { plan: selection.plan, kind: Tiles { answer, floor } };
    Ok(Stepping::new(selection.with_search(puzzle, opening)?, limits, cancel))
}

struct OpenTiles {
    plan: Plan,
    kind: Tiles,
}

impl WithSearch for OpenTiles {
    type Out = Held;

    fn search<R: Repr, M: Metric, H: Heuristic<TileSpace<R, M>> + 'static>(
        self,
        space: TileSpace<R, M>,
        heuristic: H,
    ) -> Held {
        let (plan, kind) = (self.plan, self.kind);
        let pruner = Arc::new(NoPruning);
        Held::begin(Search { space, heuristic, pruner, plan, kind, make: tile_engine::<R, M, H> })
    }

    fn pattern_search<R: Repr, H: Heuristic<TileSpace<R, Single>> + 'static>(
        self,
        space: TileSpace<R, Single>,
        heuristic: H,
        pruner: Arc<Automaton>,
    ) -> Held
    where
        H::Partial: Sync,
    {
        let (plan, kind) = (self.plan, self.kind);
        Held::begin(Search { space, heuristic, pruner, plan, kind, make: engine::<_, H, Automaton> })
    }
}

/// A tile puzzle with what is known before the search.
struct Tiles {
    answer: TileAnswer,
    floor: Cost,
}

impl<R: Repr, M: Metric> Kind<TileSpace<R, M>> for Tiles {
    fn position(&self, space: &TileSpace<R, M>, key: &R::Key) -> Position {
        let mut state = space.start();
        space.unpack(key, &mut state);
        Position::Tiles(board_of(space, &state, self.answer.puzzle.goal()))
    }

    fn answer(
        &self,
        space: &TileSpace<R, M>,
        verdict: Verdict<Slide>,
        spent: &Spent,
    ) -> Result<Answer, StepError> {
        let (verdict, check) = checked_by_space(space, verdict);
        check.map_err(SolveError::Refuted)?;
        let mut answer = TileAnswer { stats: spent.stats, elapsed: spent.time, ..self.answer.clone() };
        tiles::take_in(&mut answer, verdict, self.floor)?;
        Ok(Answer::Tiles(answer))
    }
}

/// Opens a search of a brick puzzle.
pub(crate) fn open_bricks(
    puzzle: &bricks::Puzzle,
    spec: &BrickSpec,
    limits: Limits,
    cancel: Cancel,
) -> Result<Stepping, StepError> {
    if !puzzle.has_goal() {
        return Err(BrickError::NoGoal.into());
    }
    let chosen = choose(spec);
    if !chosen.algorithm.is_for_bricks() {
        return Err(BrickError::for_tiles(chosen.algorithm).into());
    }
    if !chosen.algorithm.has_steps() {
        return Err(StepError::NoSteps(chosen.algorithm));
    }
    let opening = OpenBricks { plan: plan(&chosen, spec), kind: Bricks { puzzle: puzzle.clone(), chosen } };
    Ok(Stepping::new(with_search(puzzle, chosen, opening)?, limits, cancel))
}

struct OpenBricks {
    plan: Plan,
    kind: Bricks,
}

impl WithBrickSearch for OpenBricks {
    type Out = Held;

    fn search<B: Bits, K: BrickKey, H: Heuristic<BrickSpace<B, K>> + 'static>(
        self,
        space: BrickSpace<B, K>,
        heuristic: H,
    ) -> Held {
        let (plan, kind) = (self.plan, self.kind);
        let pruner = Arc::new(NoPruning);
        Held::begin(Search { space, heuristic, pruner, plan, kind, make: engine::<_, H, NoPruning> })
    }
}

/// A brick puzzle with the choices made.
struct Bricks {
    puzzle: bricks::Puzzle,
    chosen: BrickChosen,
}

impl<B: Bits, K: BrickKey> Kind<BrickSpace<B, K>> for Bricks {
    fn position(&self, space: &BrickSpace<B, K>, key: &K) -> Position {
        let mut state = space.start();
        space.unpack(key, &mut state);
        Position::Bricks(space.position(&self.puzzle, &state))
    }

    fn answer(
        &self,
        space: &BrickSpace<B, K>,
        verdict: Verdict<bricks::Move>,
        spent: &Spent,
    ) -> Result<Answer, StepError> {
        let answer = BrickAnswer::new(self.chosen, spent.stats, spent.time);
        Ok(Answer::Bricks(take_in(answer, &self.puzzle, named(space, verdict))?))
    }
}
