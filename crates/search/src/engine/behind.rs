//! A look at the position behind a move.

use crate::space::StateSpace;

/// Positions of so many bytes are copied: that costs less than to take a move back.
const SMALL: usize = 32;

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
