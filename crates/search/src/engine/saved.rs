//! IDA* that outlives its process: what a search to growing bounds is made of between two expansions, as plain data.
//!
//! Moves are written as numbers: which of the moves that the space lists at each position, after the move that led
//! there. So nothing needs to be known of a space, and what was saved fits any search with the same space, heuristic,
//! pruner and options, on any number of threads.

use std::fmt;

use super::dive::Reach;
use crate::meter::Stats;
use crate::space::{Cost, StateSpace, UNCOUNTED};

/// Moves from the start, as numbers.
pub type Numbers = Vec<u16>;

/// A search to growing bounds, to be gone on with.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Saved {
    /// The counters so far.
    pub stats: Stats,
    /// The bound of the iteration in hand, or of the last one.
    pub bound: Cost,
    /// Whether an iteration is in hand.
    pub in_hand: bool,
    /// Expansions of the last iteration, and of the one in hand.
    pub last: u64,
    /// See `last`.
    pub spent: u64,
    /// How much larger this bound is than the one before, and what is near the goal: how iterations look ahead.
    pub step: Cost,
    /// See `step`.
    pub near: Cost,
    /// Expansions of the iteration in hand by what was left of the bound.
    pub by_left: Vec<u64>,
    /// A solution beyond the bound.
    pub found: Option<Numbers>,
    /// Solutions that threads found within and beyond the bound, each with the number of its subtree.
    pub firsts: [Option<(usize, Numbers)>; 2],
    /// The subtrees, in the order in which they are searched. Those with an `f` above the bound are done.
    pub units: Vec<SavedUnit>,
}

impl Saved {
    /// Whether its numbers are such as a search has: sums with them do not overflow.
    pub(super) fn can_be_counted(&self) -> bool {
        let Stats { expanded, generated, reopened, .. } = self.stats;
        let mut numbers = vec![self.bound, self.last, self.spent, self.step, self.near];
        numbers.extend([expanded, generated, reopened]);
        numbers.extend(self.units.iter().flat_map(|unit| [unit.before, unit.spent]));
        numbers.extend(&self.by_left);
        numbers.iter().fold(0, |sum: u64, &number| sum.saturating_add(number)) < UNCOUNTED
    }
}

/// A subtree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SavedUnit {
    /// The way to its root.
    pub way: Numbers,
    /// No solution in it costs less.
    pub f: Cost,
    /// The least estimate that was seen in it.
    pub nearest: Cost,
    /// Expansions in it, in the last iteration and in the one in hand.
    pub before: u64,
    /// See `before`.
    pub spent: u64,
    /// How far its search is, if it is under way.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub part: Option<Part>,
}

/// A subtree whose search is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Part {
    /// How far it went at first.
    pub began: Reach,
    /// How far it goes now.
    pub now: Reach,
    /// The positions from its root to where it is.
    pub forks: Vec<Fork>,
    /// The least f that was not followed.
    pub next_bound: Cost,
    /// The least estimate seen.
    pub nearest: Cost,
}

/// A position on the path of a search. Its moves are numbered as they are met, without those that are pruned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fork {
    /// The moves that are still to be followed.
    pub left: Vec<u16>,
    /// The one that leads to the next position of the path; none at its end.
    pub taken: Option<u16>,
}

/// What was saved is of another space, heuristic, pruner or version than this search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOfThisSearch;

impl fmt::Display for NotOfThisSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("what was saved is of another search than this")
    }
}

impl std::error::Error for NotOfThisSearch {}

/// Moves from the start as numbers; `None` if they cannot be made, or are too many at a position to be numbered.
pub(super) fn numbers<P: StateSpace>(space: &P, moves: &[P::Move]) -> Option<Numbers> {
    let (mut state, mut via) = (space.start(), None);
    let mut numbers = Vec::with_capacity(moves.len());
    for &m in moves {
        let number = space.moves(&state, via).position(|listed| listed == m)?;
        numbers.push(u16::try_from(number).ok()?);
        space.apply(&mut state, m);
        via = Some(m);
    }
    Some(numbers)
}

/// The moves of such numbers; `None` if a position has fewer.
pub(super) fn moves<P: StateSpace>(space: &P, numbers: &[u16]) -> Option<Vec<P::Move>> {
    moves_and_end(space, numbers).map(|(moves, _)| moves)
}

/// The same; `None` too if they lead to no goal.
pub(super) fn moves_to_goal<P: StateSpace>(space: &P, numbers: &[u16]) -> Option<Vec<P::Move>> {
    moves_and_end(space, numbers).filter(|(_, end)| space.is_goal(end)).map(|(moves, _)| moves)
}

/// The moves of such numbers, and where they lead.
fn moves_and_end<P: StateSpace>(space: &P, numbers: &[u16]) -> Option<(Vec<P::Move>, P::State)> {
    let (mut state, mut via) = (space.start(), None);
    let mut moves = Vec::with_capacity(numbers.len());
    for &number in numbers {
        let m = space.moves(&state, via).nth(number.into())?;
        moves.push(m);
        space.apply(&mut state, m);
        via = Some(m);
    }
    Some((moves, state))
}
