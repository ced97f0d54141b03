//! The engines by name, over a domain.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use slidewise_solve::search::engine::{
    Annealing, Beam, BeamOptions, BestFirst, Bounded, BreadthFirst, Choice, Climb, ClimbingOptions, Cooling,
    Deepening, DeepeningOptions, DepthFirst, HillClimbing, Learning, Order, PartialExpansion, Rbfs, RealTime,
    Sma, TranspositionIda,
};
use slidewise_solve::search::{Blind, Cost, Engine, Heuristic, Limits, Meter, Reversible, Verdict, Weight};
use slidewise_solve::{Algorithm, Refusal, Setting, Spec, WeightChoice};

use super::domain::{Domain, Estimates, Hopping};
use crate::error::refused;

/// What is to be run.
pub struct Wish {
    /// The search.
    pub algorithm: Algorithm,
    weight: Weight,
    depth_limit: Option<Cost>,
    beam_width: usize,
    capacity: usize,
    seed: u64,
    /// What it may use.
    pub limits: Limits,
    /// All goals, for searches from both ends.
    pub goals: Option<Vec<u32>>,
}

/// Why a search cannot be had here.
pub struct Unsuited(pub String);

/// Positions in each layer of a beam, if nothing is said.
const WIDTH: usize = 1000;
/// What weighted searches trust the estimate by, if nothing is said.
const WEIGHT: (u32, u32) = (2, 1);

impl Wish {
    /// From settings; A* if no search is named.
    pub fn read(py: Python<'_>, spec: &Spec, limits: Limits, goals: Option<Vec<u32>>) -> PyResult<Self> {
        let algorithm = spec.algorithm.unwrap_or(Algorithm::Astar);
        spec.check_effects(algorithm).map_err(|refusal| refused(py, &refusal))?;
        let weight = match spec.weight {
            Some(WeightChoice::Fixed(weight)) => Some(weight),
            _ => Weight::new(WEIGHT.0, WEIGHT.1),
        };
        Ok(Self {
            algorithm,
            weight: weight.unwrap_or(Weight::ONE),
            depth_limit: spec.depth_limit,
            beam_width: spec.beam_width.unwrap_or(WIDTH),
            capacity: spec.capacity.or(algorithm.suited_capacity()).unwrap_or(WIDTH),
            seed: spec.seed.unwrap_or(0),
            limits,
            goals,
        })
    }
}

impl Wish {
    /// Refuses an estimate that would have no effect.
    pub fn check_heuristic(&self, py: Python<'_>) -> PyResult<()> {
        match self.algorithm.takes(Setting::Heuristic) {
            true => Ok(()),
            false => {
                let reason = format!("{} uses no heuristic", self.algorithm.name());
                Err(refused(py, &Refusal::new(Setting::Heuristic, reason)))
            }
        }
    }
}

/// How often hill climbing begins again before it gives up.
const RESTARTS: u32 = 1000;

/// Runs it.
pub fn run<D, P, H>(
    space: &P,
    h: &H,
    domain: &D,
    estimates: &Estimates,
    wish: &Wish,
    meter: &mut Meter<'_>,
) -> Result<Verdict<Hopping>, Unsuited>
where
    D: Domain,
    P: Reversible<State = u32, Key = u32, Move = Hopping>,
    H: Heuristic<P>,
{
    let Wish { weight, depth_limit, capacity, seed, .. } = *wish;
    let climbing = |climb, restarts| ClimbingOptions { climb, restarts, seed };
    let mut engine: Box<dyn Engine<P> + '_> = match wish.algorithm {
        Algorithm::Bfs => Box::new(BreadthFirst::new(space)),
        Algorithm::Bidirectional => Box::new(BreadthFirst::from_both_ends(space).ok_or_else(|| {
            Unsuited(
                "a search from both ends needs to know all goals, and moves that lead back: give goals"
                    .into(),
            )
        })?),
        Algorithm::Dfs => Box::new(DepthFirst::new(space, depth_limit)),
        Algorithm::VisitedDeepening => Box::new(DepthFirst::deepening(space, depth_limit)),
        Algorithm::IterativeDeepening => {
            let options = DeepeningOptions { depth_limit, look_ahead: false };
            Box::new(Deepening::new(space, &Blind, options))
        }
        Algorithm::Ida => {
            let options = DeepeningOptions { depth_limit, look_ahead: false };
            Box::new(Deepening::new(space, h, options))
        }
        Algorithm::Dijkstra => Box::new(BestFirst::new(space, &Blind, Order::ASTAR)),
        Algorithm::Astar => Box::new(BestFirst::new(space, h, Order::ASTAR)),
        Algorithm::Wastar => Box::new(BestFirst::new(space, h, Order::Weighted(weight))),
        Algorithm::Greedy => Box::new(BestFirst::new(space, h, Order::Greedy)),
        Algorithm::Arastar => Box::new(BestFirst::repairing(space, h, weight, Weight::ONE)),
        Algorithm::Beam => {
            let options = BeamOptions { seed, depth_limit, ..BeamOptions::width(wish.beam_width) };
            return Ok(layer_by_layer(Beam::new(space, h, options), domain, estimates, meter));
        }
        Algorithm::HillClimbing => Box::new(HillClimbing::new(space, h, climbing(Climb::First, 0))),
        Algorithm::SteepestAscent => Box::new(HillClimbing::new(space, h, climbing(Climb::Steepest, 0))),
        Algorithm::StochasticHillClimbing => {
            Box::new(HillClimbing::new(space, h, climbing(Climb::Random, 0)))
        }
        Algorithm::RestartingHillClimbing => {
            Box::new(HillClimbing::new(space, h, climbing(Climb::Random, RESTARTS)))
        }
        Algorithm::Annealing => Box::new(Annealing::new(space, h, Cooling::seeded(seed))),
        Algorithm::Rbfs => Box::new(Rbfs::new(space, h)),
        Algorithm::Sma => Box::new(Sma::new(space, h, capacity)),
        Algorithm::IdaTt => Box::new(TranspositionIda::new(space, h, capacity)),
        Algorithm::Pea => Box::new(PartialExpansion::new(space, h)),
        Algorithm::Lrta => Box::new(RealTime::new(space, h, Learning::Best, 1)),
        Algorithm::Rta => Box::new(RealTime::new(space, h, Learning::Second, 1)),
        Algorithm::LssLrta => Box::new(RealTime::new(space, h, Learning::Best, capacity)),
        Algorithm::Focal => Box::new(Bounded::new(space, h, Choice::Focal, weight)),
        Algorithm::Ees => Box::new(Bounded::new(space, h, Choice::Ees, weight)),
        Algorithm::Optimistic => Box::new(Bounded::new(space, h, Choice::Optimistic, weight)),
        Algorithm::DynamicPotential => Box::new(Bounded::new(space, h, Choice::DynamicPotential, weight)),
        other => {
            return Err(Unsuited(format!("{} is not for spaces and estimates of one's own", other.name())));
        }
    };
    Ok(engine.run(meter))
}

/// A beam, with the estimates of each layer asked for at once.
fn layer_by_layer<D, P, H>(
    mut beam: Beam<'_, P, H>,
    domain: &D,
    estimates: &Estimates,
    meter: &mut Meter<'_>,
) -> Verdict<Hopping>
where
    D: Domain,
    P: Reversible<State = u32, Key = u32, Move = Hopping>,
    H: Heuristic<P>,
{
    loop {
        if estimates.batch {
            let mut layer: Vec<u32> =
                beam.waiting(usize::MAX).into_iter().map(|waiting| waiting.position).collect();
            if layer.is_empty() {
                estimates.ask(domain, [0]);
                layer.push(0);
            }
            let next = layer.iter().flat_map(|&number| domain.successors(number)).map(|(to, _)| to);
            estimates.ask(domain, next.collect::<Vec<u32>>());
        }
        if let ControlFlow::Break(verdict) = beam.step(meter) {
            return verdict;
        }
    }
}
