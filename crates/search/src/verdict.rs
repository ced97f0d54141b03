//! How a search ends, what it proves, and the check that its solution is one.

use std::fmt;

use crate::meter::Stop;
use crate::space::{Cost, StateSpace, UNCOUNTED};

/// How a search ended. Unsolvable and out-of-budget are results, not errors.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
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

    /// The solution to be kept, likewise.
    pub fn into_solution(self) -> Option<Solution<M>> {
        match self {
            Self::Solved(s) => Some(s),
            Self::Stopped { best, .. } => best,
            Self::Unsolvable => None,
        }
    }

    /// Whether a solution is proven to be the cheapest.
    pub fn is_optimal(&self) -> bool {
        self.solution().is_some_and(|solution| solution.proof == Proof::Optimal)
    }

    /// No solution is cheaper than this; `None` if there is none at all.
    pub fn lower_bound(&self) -> Option<Cost> {
        match self {
            Self::Solved(s) => Some(s.lower_bound),
            Self::Stopped { lower_bound, .. } => Some(*lower_bound),
            Self::Unsolvable => None,
        }
    }
}

/// In a sentence: `solved at cost 12, optimal`.
impl<M> fmt::Display for Verdict<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solved(solution) => write!(f, "solved at cost {}, {}", solution.cost, solution.proof),
            Self::Unsolvable => write!(f, "unsolvable"),
            Self::Stopped { why, best: None, lower_bound } => {
                write!(f, "stopped by {why}: no solution found, none below cost {lower_bound}")
            }
            Self::Stopped { why, best: Some(best), lower_bound } => {
                write!(f, "stopped by {why}: solved at cost {}, none below cost {lower_bound}", best.cost)
            }
        }
    }
}

/// A sequence of moves from the start to a goal, with what is proven about its cost.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

    /// The positions from the start to the goal, one more than there are moves.
    pub fn states<P: StateSpace<Move = M>>(&self, space: &P) -> Vec<P::State>
    where
        M: Copy,
    {
        let mut state = space.start();
        let mut states = vec![state.clone()];
        for &m in &self.moves {
            space.apply(&mut state, m);
            states.push(state.clone());
        }
        states
    }
}

/// What is proven about the cost of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Proof {
    /// No solution is cheaper.
    Optimal,
    /// No solution is cheaper than the cost divided by this weight.
    Within(Weight),
    /// Nothing beyond the lower bound.
    None,
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Optimal => write!(f, "optimal"),
            Self::Within(weight) => write!(f, "at most {weight} times the optimum"),
            Self::None => write!(f, "not proven to be optimal"),
        }
    }
}

/// A weight `num / den >= 1` for the heuristic, exact, so that f stays an integer: `den * g + num * h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "(u32, u32)", into = "(u32, u32)"))]
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

#[cfg(feature = "serde")]
impl From<Weight> for (u32, u32) {
    fn from(weight: Weight) -> Self {
        (weight.num, weight.den)
    }
}

#[cfg(feature = "serde")]
impl TryFrom<(u32, u32)> for Weight {
    type Error = String;
    fn try_from((num, den): (u32, u32)) -> Result<Self, String> {
        Self::new(num, den).ok_or_else(|| format!("{num}/{den} is not a weight: it must be at least 1"))
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
