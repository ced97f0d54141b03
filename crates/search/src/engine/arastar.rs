//! Anytime repairing A* (Likhachev, Gordon & Thrun 2003): weighted A* that goes on after each solution with a lower
//! weight, from where it is.
//!
//! - *Guarantee*: every solution is proven to be within a factor of the optimum, if the heuristic is admissible; the
//!   last one, at weight 1, is optimal.
//! - *Weights*: adapted to what is proven. After a solution the next weight lies between 1 and the ratio of its cost
//!   to the lower bound, at three quarters of the way, so a good solution leads to a low weight at once.
//! - *Reuse*: positions stay stored with the best ways to them; only the open list is sorted anew, without what cannot
//!   lead to a shorter solution. A position to which a cheaper way is found is expanded again at once, where the
//!   original would put it off to the next round: that costs some expansions and keeps the bound simple.
//! - *Ties*: as for A*: among equal f the highest g first, then the newest.
//! - *Memory*: as for A*.

use super::best_first::Order;
use crate::meter::{Event, Meter};
use crate::space::Cost;
use crate::verdict::{Proof, Solution, Verdict, Weight};

/// The weights of a search that goes on after each solution, and what it has found and proven so far. It
/// knows moves, but no positions: the searching is done by [`BestFirst`](super::BestFirst), for which this is
/// a value.
pub(super) struct Repair<M> {
    weight: Weight,
    /// Near enough to the optimum.
    bound: Weight,
    best: Option<Solution<M>>,
    /// No solution is cheaper.
    lower: Cost,
}

/// What is to be done when a round has ended.
pub(super) enum Next<M> {
    /// Another round, in this order, for solutions below this cost only.
    Round(Order, Cost),
    /// Nothing more.
    End(Verdict<M>),
}

/// Weights are counted in hundredths, and fall by at least this many.
const LEAST_FALL: u32 = 5;

impl<M: 'static> Repair<M> {
    /// Before the first round, which has the weight `first`. The last is the one that proves a solution to be
    /// within `bound` of the optimum.
    pub(super) fn new(first: Weight, bound: Weight) -> Self {
        Self { weight: first, bound, best: None, lower: 0 }
    }

    /// Takes in how a round ended.
    pub(super) fn after(&mut self, round: Verdict<M>, meter: &mut Meter<'_>) -> Next<M> {
        match (round, self.best.take()) {
            (Verdict::Solved(solution), _) => self.improve(solution, meter),
            // Nothing below the ceiling: the best in hand is optimal.
            (Verdict::Unsolvable, Some(best)) => {
                let cost = best.cost;
                Next::End(Verdict::Solved(Solution::bounded(best.moves, cost, cost)))
            }
            (Verdict::Unsolvable, None) => Next::End(Verdict::Unsolvable),
            (Verdict::Stopped { why, lower_bound, .. }, best) => {
                let ceiling = best.as_ref().map_or(Cost::MAX, |best| best.cost);
                self.raise(lower_bound.min(ceiling), meter);
                let best = best.map(|best| self.proven(best));
                Next::End(Verdict::Stopped { why, best, lower_bound: self.lower })
            }
        }
    }

    /// Takes in a solution that is better than all before. It is the end when it is good enough.
    fn improve(&mut self, solution: Solution<M>, meter: &mut Meter<'_>) -> Next<M> {
        let cost = solution.cost;
        self.raise(solution.lower_bound.min(cost), meter);
        let solution = self.proven(solution);
        meter.tell_solution(&solution);
        if self.weight == Weight::ONE || self.bound.lower_bound(cost) <= self.lower {
            return Next::End(Verdict::Solved(solution));
        }
        self.best = Some(solution);
        self.weight = next_weight(self.weight, cost, self.lower);
        Next::Round(Order::Weighted(self.weight), cost)
    }

    fn raise(&mut self, lower: Cost, meter: &mut Meter<'_>) {
        if lower > self.lower {
            self.lower = lower;
            meter.tell(Event::Bound(lower));
        }
    }

    /// The solution with what is proven by now.
    fn proven(&self, solution: Solution<M>) -> Solution<M> {
        let mut solution = Solution::bounded(solution.moves, solution.cost, self.lower.min(solution.cost));
        if solution.proof == Proof::None
            && let Some(weight) = ratio(solution.cost, self.lower).and_then(|ratio| Weight::new(ratio, 100))
        {
            solution.proof = Proof::Within(weight);
        }
        solution
    }
}

/// `cost / lower` in hundredths, rounded up; `None` if nothing is proven.
fn ratio(cost: Cost, lower: Cost) -> Option<u32> {
    if lower == 0 {
        return None;
    }
    u32::try_from((u128::from(cost) * 100).div_ceil(lower.into())).ok()
}

/// A quarter of the way to 1 from what is proven, and in any case lower than the last.
fn next_weight(last: Weight, cost: Cost, lower: Cost) -> Weight {
    let last = u64::from(last.num()) * 100 / u64::from(last.den());
    let fallen = (last as u32).saturating_sub(LEAST_FALL);
    let adapted = ratio(cost, lower).map_or(fallen, |ratio| 100 + ratio.saturating_sub(100) / 4 * 3);
    Weight::new(adapted.min(fallen), 100).unwrap_or(Weight::ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(hundredths: u32) -> Weight {
        Weight::new(hundredths, 100).unwrap()
    }

    #[test]
    fn weights_fall_to_one() {
        assert_eq!(next_weight(weight(500), 180, 100), weight(160), "by what is proven");
        assert_eq!(next_weight(weight(110), 180, 100), weight(105), "lower than the last in any case");
        assert_eq!(next_weight(weight(103), 180, 100), Weight::ONE);
        assert_eq!(next_weight(weight(300), 180, 0), weight(295), "where nothing is proven");
        assert_eq!(ratio(101, 100), Some(101));
        assert_eq!(ratio(1001, 1000), Some(101), "rounded up: it is a claim");
    }
}
