//! What the engines see of a space that users bring along: positions by number, and estimates that are kept.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use slidewise_solve::search::closures::{FnSpace, Hop};
use slidewise_solve::search::{
    Cost, DEAD_END, Heuristic, Quality, Reversible, StateSpace, UNCOUNTED, space as closures,
};

/// A move from one position to another.
pub type Hopping = Hop<u32>;

/// What a position is and where it leads. The first position has number 0.
pub trait Domain: Sync {
    /// The positions one move away, and what it costs to go there; none once something was raised.
    fn successors(&self, number: u32) -> Vec<(u32, Cost)>;
    /// Whether a position is a goal.
    fn is_goal(&self, number: u32) -> bool;
    /// The estimates of positions; `None` once something was raised.
    fn estimates(&self, numbers: &[u32]) -> Option<Vec<Guess>>;
}

/// The state space of a domain.
pub fn space<'d>(
    domain: &'d dyn Domain,
    goals: Option<Vec<u32>>,
    estimates: &'d Estimates,
) -> impl Reversible<State = u32, Key = u32, Move = Hopping> + 'd {
    let successors = move |number: &u32| {
        let found = domain.successors(*number);
        if estimates.batch {
            // All that come of one position, rather than one after another.
            estimates.ask(domain, found.iter().map(|(to, _)| *to));
        }
        found
    };
    let space: FnSpace<u32, _, _> = closures(0, successors, |number: &u32| domain.is_goal(*number));
    let space = space.least_cost(Cost::from(estimates.unit_cost));
    match goals {
        Some(goals) => space.undirected(goals),
        None => space,
    }
}

/// An estimate: as a cost, and finer for searches that compare positions by it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guess {
    /// Rounded up: what is admissible stays so where costs are whole numbers.
    pub cost: Cost,
    /// In thousandths, as far as they go.
    pub rank: u32,
}

impl Guess {
    /// The estimate that a number is.
    pub fn from_number(number: f64) -> PyResult<Self> {
        if number == f64::INFINITY {
            return Ok(Self { cost: DEAD_END, rank: u32::MAX });
        }
        if number.is_nan() || number < 0.0 || number >= UNCOUNTED as f64 {
            let message =
                format!("a heuristic gives numbers from 0 on, or math.inf for a dead end, not {number}");
            return Err(PyValueError::new_err(message));
        }
        // Numbers that come out a little above a whole one by rounding are meant to be whole.
        let cost = (number - 1e-6).ceil().max(0.0) as Cost;
        Ok(Self { cost, rank: (number * 1000.0).min(f64::from(u32::MAX - 1)) as u32 })
    }
}

/// Estimates that were asked for.
pub struct Estimates {
    known: Mutex<HashMap<u32, Guess>>,
    quality: Quality,
    /// Whether many are asked for at once.
    pub batch: bool,
    /// Whether every move costs 1.
    pub unit_cost: bool,
}

impl Estimates {
    /// None yet.
    pub fn new(quality: Quality, batch: bool, unit_cost: bool) -> Self {
        Self { known: Mutex::default(), quality, batch, unit_cost }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<u32, Guess>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for those that are not known yet, all at once.
    pub fn ask(&self, domain: &dyn Domain, numbers: impl IntoIterator<Item = u32>) {
        let mut wanted: Vec<u32> = {
            let known = self.known();
            numbers.into_iter().filter(|number| !known.contains_key(number)).collect()
        };
        wanted.sort_unstable();
        wanted.dedup();
        if wanted.is_empty() {
            return;
        }
        if let Some(guesses) = domain.estimates(&wanted) {
            // Some engines look for a goal only where the estimate is 0; what was learned is seldom so exact.
            let exact = |(number, guess): (u32, Guess)| match guess.cost > 0 && domain.is_goal(number) {
                true => (number, Guess::default()),
                false => (number, guess),
            };
            let found: Vec<(u32, Guess)> = wanted.into_iter().zip(guesses).map(exact).collect();
            self.known().extend(found);
        }
    }

    fn of(&self, domain: &dyn Domain, number: u32) -> Guess {
        let known = self.known().get(&number).copied();
        known.unwrap_or_else(|| {
            self.ask(domain, [number]);
            self.known().get(&number).copied().unwrap_or_default()
        })
    }
}

/// The estimates as a heuristic.
pub struct Estimate<'d>(pub &'d dyn Domain, pub &'d Estimates);

impl<P: StateSpace<State = u32>> Heuristic<P> for Estimate<'_> {
    type Partial = Guess;

    fn init(&self, _: &P, s: &u32) -> Guess {
        self.1.of(self.0, *s)
    }

    fn update(&self, _: &P, _: Guess, _: P::Move, after: &u32) -> Guess {
        self.1.of(self.0, *after)
    }

    fn value(&self, v: Guess) -> Cost {
        v.cost
    }

    fn quality(&self, _: &P) -> Quality {
        self.1.quality
    }

    fn rank(&self, v: Guess) -> u32 {
        v.rank
    }
}
