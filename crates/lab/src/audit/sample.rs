//! Audits of a sample of boards, each solved optimally.

use std::sync::Arc;

use slidewise_puzzles::random::Rng;
use slidewise_puzzles::tiles::pruning::Automaton;
use slidewise_puzzles::tiles::repr::Repr;
use slidewise_puzzles::tiles::{Board, Metric, Single, TilePuzzle, TileSpace, generate};
use slidewise_search::{Cancel, Cost, Heuristic, Limits, Proof, StateSpace};

use super::tally::Tally;
use super::whole::selected;
use super::{Audit, AuditError, Jump};
use crate::answer::Outcome;
use crate::registry::{Algorithm, TileHeuristic, TileMetric};
use crate::spec::{HeuristicChoice, TileSpec};
use crate::stepping::Position;
use crate::tiles::{self, Tables, Watch, WithSearch, board_of};

/// Boards of more than 16 cells cannot be drawn from all alike, for most take too long to be solved optimally: they are
/// this many random moves from the goal.
pub const SAMPLE_WALK: usize = 50;

/// Looks at random boards. Drawn from all alike up to 4×4, near the goal beyond.
pub(crate) fn audit_sample(
    tables: &Tables,
    goal: &Board,
    metric: TileMetric,
    heuristic: &HeuristicChoice,
    (boards, seed): (u64, u64),
    cancel: &Cancel,
) -> Result<Audit, AuditError> {
    let itself = TilePuzzle::new(goal.clone(), goal.clone()).expect("a board has the size of itself");
    let selection = selected(tables, &itself, metric, heuristic, cancel)?;
    let mut rng = Rng::from_seed(seed);
    let mut sample = Vec::new();
    for _ in 0..boards {
        let board = match goal.cells().len() {
            ..=16 => generate::uniform(goal, &mut rng),
            _ => generate::scramble(goal, SAMPLE_WALK, &mut rng),
        };
        let puzzle = TilePuzzle::new(board, goal.clone()).expect("a random board has the goal's size");
        let distance = distance(tables, &puzzle, metric, cancel)?;
        sample.push((puzzle, distance));
    }
    Ok(selection.with_search(&itself, Sample { goal, boards: &sample, name: heuristic.to_string() })?)
}

/// The cost of an optimal solution.
fn distance(
    tables: &Tables,
    puzzle: &TilePuzzle,
    metric: TileMetric,
    cancel: &Cancel,
) -> Result<Cost, AuditError> {
    let large = puzzle.goal().cells().len() > 16;
    let spec = TileSpec {
        algorithm: large.then_some(Algorithm::Ida),
        heuristic: large.then(|| TileHeuristic::Combined.into()),
        metric: Some(metric),
        ..TileSpec::default()
    };
    let watch = Watch { limits: Limits::default(), cancel: cancel.clone(), observer: &mut () };
    let answer = tiles::solve(tables, puzzle, &spec, watch)?;
    match (answer.outcome, answer.solution) {
        (Outcome::Solved, Some(solution)) if solution.proof == Proof::Optimal => Ok(solution.cost),
        (Outcome::Stopped(stop), _) => Err(stop.into()),
        _ => Err(AuditError::Unproven(puzzle.start().clone())),
    }
}

struct Sample<'a> {
    goal: &'a Board,
    boards: &'a [(TilePuzzle, Cost)],
    name: String,
}

impl WithSearch for Sample<'_> {
    type Out = Audit;

    fn search<R: Repr, M: Metric, H: Heuristic<TileSpace<R, M>>>(
        self,
        space: TileSpace<R, M>,
        heuristic: H,
    ) -> Audit {
        let mut tally = Tally::default();
        for (puzzle, distance) in self.boards {
            let from = TileSpace::<R, M>::counted(puzzle, space.metric())
                .expect("boards of the goal's size fit as the goal does");
            let mut state = from.start();
            let estimate = heuristic.estimate(&from, &state);
            tally.see(*distance, estimate, || Position::Tiles(puzzle.start().clone()));
            for m in from.moves(&state, None) {
                from.apply(&mut state, m);
                let beside = heuristic.estimate(&from, &state);
                if estimate.abs_diff(beside) > from.cost(m) {
                    tally.jumps += 1;
                    let there = Position::Tiles(board_of(&from, &state, self.goal));
                    let here = Position::Tiles(puzzle.start().clone());
                    tally.jump.get_or_insert(match estimate > beside {
                        true => Jump { from: here, high: estimate, to: there, low: beside },
                        false => Jump { from: there, high: beside, to: here, low: estimate },
                    });
                }
                from.undo(&mut state, m);
            }
        }
        tally.finish(self.name, heuristic.quality(&space), false)
    }

    fn pattern_search<R: Repr, H: Heuristic<TileSpace<R, Single>> + 'static>(
        self,
        space: TileSpace<R, Single>,
        heuristic: H,
        _: Arc<Automaton>,
    ) -> Audit
    where
        H::Partial: Sync,
    {
        self.search(space, heuristic)
    }
}
