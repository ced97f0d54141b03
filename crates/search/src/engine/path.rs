//! Turns stored positions back into moves.

use std::hash::Hash;

use crate::space::{Cost, StateSpace};
use crate::store::{Graph, NodeId};

/// The moves from the root of `graph` to `end`, and their cost. Nodes do not store their move: it is the cheapest
/// one that leads from the parent's position to theirs.
pub(super) fn moves_to<P: StateSpace, V: Copy>(
    space: &P,
    graph: &Graph<P::Key, V>,
    end: NodeId,
) -> (Vec<P::Move>, Cost)
where
    P::Key: Eq + Hash,
{
    moves_along(space, graph.path(end).iter().skip(1).map(|&node| graph.key(node)))
}

/// The moves from the start through positions with these keys, the start's own left out, and their cost.
pub(super) fn moves_along<'k, P: StateSpace>(
    space: &P,
    keys: impl Iterator<Item = &'k P::Key>,
) -> (Vec<P::Move>, Cost)
where
    P::Key: 'k,
{
    let mut state = space.start();
    let mut moves = Vec::new();
    let mut cost: Cost = 0;
    for key in keys {
        // The stored key may stand for an equivalent position: go on from the one that is really on the board.
        let step = move_between(space, &mut state, key);
        cost = cost.saturating_add(space.cost(step));
        space.apply(&mut state, step);
        moves.push(step);
    }
    (moves, cost)
}

/// The cheapest move from `state` to the position with key `to`. `state` is as before when it returns.
pub(super) fn move_between<P: StateSpace>(space: &P, state: &mut P::State, to: &P::Key) -> P::Move {
    let mut best: Option<P::Move> = None;
    for m in space.moves(state, None) {
        space.apply(state, m);
        let leads_there = space.pack(state) == *to;
        space.undo(state, m);
        if leads_there && best.is_none_or(|b| space.cost(m) < space.cost(b)) {
            best = Some(m);
        }
    }
    best.expect("a stored node was reached by a move from its parent")
}
