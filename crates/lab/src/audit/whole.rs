//! Audits over whole spaces.

use slidewise_solve::search::Cancel;
use slidewise_solve::{Puzzle, Solver, Spec};

use super::tally::Tally;
use super::{Audit, AuditError, Jump, Overestimate, is_too_large, name};

/// Looks at every position that can be reached from the start.
pub(super) fn audit(
    solver: &Solver,
    puzzle: &dyn Puzzle,
    spec: &Spec,
    cancel: &Cancel,
) -> Result<Audit, AuditError> {
    let name = name(solver, puzzle, spec)?;
    if is_too_large(puzzle) {
        return Err(AuditError::TooLarge);
    }
    let seen = puzzle.survey(solver, spec, cancel)?;
    let mut tally = Tally::default();
    for (&distance, &estimate) in seen.distances.iter().zip(&seen.estimates) {
        tally.see(distance, estimate);
    }
    tally.overestimate = seen.overestimated.map(|(position, number)| Overestimate {
        position,
        estimate: seen.estimates[number],
        distance: seen.distances[number],
    });
    tally.jumps = seen.jumps;
    tally.jump = seen.jump.map(|[(from, high), (to, low)]| Jump { from, high, to, low });
    Ok(tally.finish(name, seen.promised, true))
}
