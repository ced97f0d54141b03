//! Audits of a sample of positions, each solved optimally.

use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::search::{Cancel, Cost, Limits};
use slidewise_solve::survey::Surroundings;
use slidewise_solve::{
    Algorithm, AnyPuzzle, Generating, Gives, Position, Puzzle, Solver, Spec, Watch, machine,
};

use super::tally::Tally;
use super::{Audit, AuditError, Jump, Overestimate, name};

/// Puzzles with many positions cannot be drawn from all alike, for most take too long to be solved optimally: they are
/// this many random moves from the goal, or from the puzzle.
pub const SAMPLE_WALK: usize = 50;

/// As many positions as the 15-puzzle has: any of them is solved optimally within moments.
const MOST_DRAWN: u128 = 10_461_394_944_000;

/// Whether a sample is drawn from all positions alike, rather than near the goal or the puzzle.
pub fn is_drawn(puzzle: &dyn Puzzle) -> bool {
    puzzle.kind().entry().draws && puzzle.positions().is_some_and(|count| count <= MOST_DRAWN)
}

/// Looks at random positions.
pub(super) fn audit(
    solver: &Solver,
    puzzle: &dyn Puzzle,
    spec: &Spec,
    (boards, seed): (u64, u64),
    cancel: &Cancel,
) -> Result<Audit, AuditError> {
    let name = name(solver, puzzle, spec)?;
    let promised = puzzle.look_around(solver, spec, cancel)?.promised;
    let kind = puzzle.kind();
    let scramble = (!is_drawn(puzzle)).then_some(SAMPLE_WALK);
    let wish = match kind.entry().draws {
        true => Generating {
            size: Some(puzzle.size()),
            goal: puzzle.goal_text(),
            scramble,
            ..Generating::default()
        },
        false => Generating { from: Some(puzzle.rest(&puzzle.start())), scramble, ..Generating::default() },
    };
    let mut rng = Rng::from_seed(seed);
    let mut tally = Tally::default();
    for _ in 0..boards {
        let drawn = kind.generate(&wish, &mut rng).map_err(AuditError::Unsampled)?;
        let distance = distance(solver, &drawn, spec, cancel)?;
        let around = drawn.look_around(solver, spec, cancel)?;
        see(&mut tally, drawn.start(), distance, around);
    }
    Ok(tally.finish(name, promised, false))
}

/// The cost of an optimal solution.
fn distance(solver: &Solver, puzzle: &AnyPuzzle, spec: &Spec, cancel: &Cancel) -> Result<Cost, AuditError> {
    let mut suited = Spec { metric: spec.metric, ..Spec::default() };
    let plan = suited.plan(solver, &**puzzle).map_err(|refusal| AuditError::Heuristic(refusal.into()))?;
    if plan.algorithm.entry().gives != Gives::Optimal {
        suited.algorithm = Some(Algorithm::Ida);
    }
    let limits = Limits { memory: machine::free_share(), ..Limits::default() };
    let watch = Watch { limits, cancel: cancel.clone(), observer: &mut () };
    let answer = puzzle.solve(solver, &suited, watch)?;
    match (answer.cost(), answer.stopped_by) {
        (Some(cost), _) if answer.is_optimal() => Ok(cost),
        (_, Some(stop)) => Err(AuditError::Stopped(stop)),
        _ => Err(AuditError::Unproven(puzzle.line(&puzzle.start()))),
    }
}

/// Takes in a position with its neighbours.
fn see(tally: &mut Tally, here: Position, distance: Cost, around: Surroundings) {
    let estimate = around.estimate;
    tally.see(distance, estimate);
    for (there, beside, cost) in around.beside {
        if estimate.abs_diff(beside) > cost {
            tally.jumps += 1;
            tally.jump.get_or_insert_with(|| match estimate > beside {
                true => Jump { from: here.clone(), high: estimate, to: there, low: beside },
                false => Jump { from: there, high: beside, to: here.clone(), low: estimate },
            });
        }
    }
    if estimate > distance && tally.overestimate.as_ref().is_none_or(|known| distance < known.distance) {
        tally.overestimate = Some(Overestimate { position: here, estimate, distance });
    }
}
