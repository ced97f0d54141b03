//! All cheapest solutions, listed or counted.

use super::dive::{Dive, Reach, Setting, Step};
use super::top::root;
use crate::heuristic::{Ahead, Heuristic};
use crate::meter::{Meter, Stop};
use crate::pruning::NoPruning;
use crate::space::{Cost, StateSpace};

/// The solutions of one cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllShortest<M> {
    /// How many were found.
    pub count: u64,
    /// Those that were to be kept, in the order of the search.
    pub solutions: Vec<Vec<M>>,
    /// Whether these are all; otherwise the maximum was reached, or the search was stopped.
    pub complete: bool,
    /// What stopped the search.
    pub stopped: Option<Stop>,
}

/// Finds every sequence of moves that solves the puzzle at no more than `cost`, which should be the optimum, up to
/// `max` of them, and keeps the first `keep`. The heuristic must be admissible. `A` is what the search keeps of a move
/// that it may follow: [`Whole`](crate::Whole), or what the heuristic [looks ahead](crate::LooksAhead) by.
///
/// Goals end a solution. Moves that a space leaves out because another of equal cost does the same are tried as well.
pub fn all_shortest<P: StateSpace, H: Heuristic<P>, A: Ahead<P, H>>(
    space: &P,
    heuristic: &H,
    cost: Cost,
    max: u64,
    keep: usize,
    meter: &mut Meter<'_>,
) -> AllShortest<P::Move> {
    let mut all = AllShortest { count: 0, solutions: Vec::new(), complete: true, stopped: None };
    let mut add = |path: Vec<P::Move>| {
        if all.count == max {
            all.complete = false;
            return false;
        }
        all.count += 1;
        if all.solutions.len() < keep {
            all.solutions.push(path);
        }
        true
    };
    let setting = Setting { space, heuristic, pruner: &NoPruning };
    let root = root(setting);
    if space.is_goal(&root.state) {
        add(Vec::new());
        return all;
    }
    let mut dive = Dive::<P, H, _, A>::with_every_move(setting, &root);
    let mut step = dive.start(root, &[], Reach::to(cost), meter).map(|()| Step::Expanded);
    loop {
        match step {
            Ok(Step::Expanded) => {}
            Ok(Step::Found) if !add(dive.path(Vec::new())) => return all,
            Ok(Step::Found) => dive.leave(),
            Ok(Step::Exhausted) => return all,
            Err(stop) => {
                (all.complete, all.stopped) = (false, Some(stop));
                return all;
            }
        }
        step = dive.run(u64::MAX, meter).1;
    }
}
