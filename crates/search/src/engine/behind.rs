//! A look at the position behind a move.

use crate::heuristic::Heuristic;
use crate::space::StateSpace;

/// Positions of so many bytes are copied: that costs less than to take a move back.
const SMALL: usize = 16;

/// Looks at the position behind a move of `state`, which is the same afterwards.
#[inline(always)]
pub(super) fn behind<P: StateSpace, T>(
    space: &P,
    state: &mut P::State,
    m: P::Move,
    look: impl FnOnce(&P::State) -> T,
) -> T {
    if const { size_of::<P::State>() <= SMALL && !std::mem::needs_drop::<P::State>() } {
        let mut next = state.clone();
        space.apply(&mut next, m);
        return look(&next);
    }
    space.apply(state, m);
    let seen = look(state);
    space.undo(state, m);
    seen
}

/// The partial behind a move of `state`, which is the same afterwards.
#[inline(always)]
pub(super) fn estimated<P: StateSpace, H: Heuristic<P>>(
    space: &P,
    heuristic: &H,
    state: &mut P::State,
    partial: H::Partial,
    m: P::Move,
) -> H::Partial {
    // To copy a position that owns memory costs more than to take a move back.
    if const { !std::mem::needs_drop::<P::State>() } {
        return heuristic.foresee(space, partial, m, state);
    }
    space.apply(state, m);
    let partial = heuristic.update(space, partial, m, state);
    space.undo(state, m);
    partial
}
