//! How a search ends, what it proves, and the check that its solution is one.

use std::fmt;

use crate::meter::Stop;
use crate::space::{Cost, StateSpace, UNCOUNTED};

/// How a search ended. Unsolvable and out-of-budget are results, not errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// A solution, with what is proven about it.
    Solved(Solution<M>),
    /// The whole reachable space was searched: there is no solution.
    Unsolvable,
    /// A limit was reached, or the search was cancelled.
    Stopped {
        /// What ended it.
        why: Stop,
        /// The best solution known at that moment, if any.
        best: Option<Solution<M>>,
        /// No solution is cheaper than this.
        lower_bound: Cost,
    },
}

impl<M> Verdict<M> {
    /// The solution, whether the search ended by itself or was stopped.
    pub fn solution(&self) -> Option<&Solution<M>> {
        match self {
            Self::Solved(s) => Some(s),
            Self::Stopped { best, .. } => best.as_ref(),
            Self::Unsolvable => None,
        }
    }
}

/// A sequence of moves from the start to a goal, with what is proven about its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The moves, first to last.
    pub moves: Vec<M>,
    /// The sum of their costs.
    pub cost: Cost,
    /// How good the solution is known to be.
    pub proof: Proof,
    /// No solution is cheaper than this; equals `cost` when optimal.
    pub lower_bound: Cost,
}

impl<M> Solution<M> {
    /// A solution whose optimality follows from `lower_bound`, and otherwise from nothing.
    pub fn bounded(moves: Vec<M>, cost: Cost, lower_bound: Cost) -> Self {
        debug_assert!(lower_bound <= cost, "lower bound {lower_bound} above the cost {cost}");
        let proof = if lower_bound >= cost { Proof::Optimal } else { Proof::None };
        Self { moves, cost, proof, lower_bound: lower_bound.min(cost) }
    }
}

/// What is proven about the cost of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// No solution is cheaper.
    Optimal,
    /// No solution is cheaper than the cost divided by this weight.
    Within(Weight),
    /// Nothing beyond the lower bound.
    None,
}

/// A weight `num / den >= 1` for the heuristic, exact, so that f stays an integer: `den * g + num * h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    num: u32,
    den: u32,
}

impl Weight {
    /// No weighting: A*.
    pub const ONE: Self = Self { num: 1, den: 1 };

    /// The fraction `num / den`, reduced. `None` if it is below 1 or a part is 0.
    pub fn new(num: u32, den: u32) -> Option<Self> {
        if den == 0 || num < den {
            return None;
        }
        let g = gcd(num, den);
        Some(Self { num: num / g, den: den / g })
    }

    /// Numerator of the reduced fraction.
    pub fn num(self) -> u32 {
        self.num
    }

    /// Denominator of the reduced fraction.
    pub fn den(self) -> u32 {
        self.den
    }

    /// The least cost that a solution within this weight of `cost` leaves open: `cost / weight`, rounded up.
    pub fn lower_bound(self, cost: Cost) -> Cost {
        // Not above the cost, for the weight is at least 1.
        (u128::from(cost) * u128::from(self.den)).div_ceil(u128::from(self.num)) as Cost
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Decimal, without trailing zeros: `1.5`.
impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.num) / f64::from(self.den))
    }
}

/// Why a claimed solution is not one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refuted {
    /// The move at this index is not legal in its position.
    IllegalMove(usize),
    /// All moves are legal, but the last position is not a goal.
    NotAGoal,
    /// The costs of the moves do not add up to the cost claimed, or to more than can be counted; this is their sum.
    WrongCost(Cost),
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove(i) => write!(f, "move {} is not legal there", i + 1),
            Self::NotAGoal => write!(f, "the moves do not end at a goal"),
            Self::WrongCost(sum) => write!(f, "the moves cost {sum}, which is not the cost claimed"),
        }
    }
}

impl std::error::Error for Refuted {}

/// Replays a solution from the start, trusting nothing that the engine remembered.
pub fn verify<P: StateSpace>(space: &P, solution: &Solution<P::Move>) -> Result<(), Refuted> {
    let mut state = space.start();
    let mut cost: Cost = 0;
    for (i, &m) in solution.moves.iter().enumerate() {
        if !space.moves(&state, None).any(|legal| legal == m) {
            return Err(Refuted::IllegalMove(i));
        }
        space.apply(&mut state, m);
        cost = cost.saturating_add(space.cost(m));
    }
    if !space.is_goal(&state) {
        return Err(Refuted::NotAGoal);
    }
    if cost != solution.cost || cost >= UNCOUNTED {
        return Err(Refuted::WrongCost(cost));
    }
    Ok(())
}
