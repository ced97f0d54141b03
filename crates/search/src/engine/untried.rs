//! What a depth-first search has still to try, worked out from its path for those who look at it.

use super::Waiting;
use crate::space::{Cost, StateSpace, after};

/// The position before the move `via`, which led to `state`.
pub(super) fn before<P: StateSpace>(space: &P, state: &P::State, via: P::Move) -> Option<P::Key> {
    let mut state = state.clone();
    space.undo(&mut state, via);
    Some(space.pack(&state))
}

/// The moves that come after those made, from the end of the path back to its root: `path` has, for each position from
/// the root on, the move that led there and its cost. None of the moves of the last position, `state`, is made yet.
/// Those that `is_left` does not confirm are left out.
pub(super) fn untried<P: StateSpace>(
    space: &P,
    state: &P::State,
    path: impl DoubleEndedIterator<Item = (Option<P::Move>, Cost)>,
    most: usize,
    is_left: impl Fn(&Waiting<P::Key>) -> bool,
) -> Vec<Waiting<P::Key>> {
    let mut state = state.clone();
    let mut made: Option<P::Move> = None;
    let mut waiting = Vec::new();
    for (via, g) in path.rev() {
        let mut moves = space.moves(&state, None);
        if let Some(made) = made {
            moves.find(|&m| m == made);
        }
        let parent = space.pack(&state);
        for m in moves {
            if waiting.len() == most {
                return waiting;
            }
            space.apply(&mut state, m);
            let (position, parent) = (space.pack(&state), Some(parent.clone()));
            let next = Waiting { position, parent, g: after(g, space.cost(m)), h: None };
            if is_left(&next) {
                waiting.push(next);
            }
            space.undo(&mut state, m);
        }
        if let Some(via) = via {
            space.undo(&mut state, via);
        }
        made = via;
    }
    waiting
}
