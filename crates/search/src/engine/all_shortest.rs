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

impl<M> AllShortest<M> {
    /// Counts a solution, and keeps it if it is one of the first; False if there must not be more.
    fn add(&mut self, path: impl FnOnce() -> Vec<M>, max: u64, keep: usize, meter: &mut Meter<'_>) -> bool {
        if self.count == max {
            self.complete = false;
            return false;
        }
        if self.solutions.len() < keep {
            let path = path();
            let each = kept_bytes::<M>(path.len() as Cost);
            if let Err(stop) = meter.reserve(each * (self.solutions.len() as u64 + 1)) {
                (self.complete, self.stopped) = (false, Some(stop));
                return false;
            }
            self.solutions.push(path);
        }
        self.count += 1;
        true
    }
}

/// About how many bytes a solution of so many moves takes that is kept.
pub fn kept_bytes<M>(moves: Cost) -> u64 {
    moves.saturating_mul(size_of::<M>() as u64).saturating_add(size_of::<Vec<M>>() as u64)
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
    let setting = Setting { space, heuristic, pruner: &NoPruning };
    let root = root(setting);
    if space.is_goal(&root.state) {
        all.add(Vec::new, max, keep, meter);
        return all;
    }
    let mut dive = Dive::<P, H, _, A>::with_every_move(setting, &root);
    let mut step = dive.start(root, &[], Reach::to(cost), meter).map(|()| Step::Expanded);
    loop {
        match step {
            Ok(Step::Expanded) => {}
            Ok(Step::Found) if !all.add(|| dive.path(Vec::new()), max, keep, meter) => return all,
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
