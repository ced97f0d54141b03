//! The engines by name, over a domain.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use slidewise_solve::search::engine::{
    Annealing, Beam, BeamOptions, BestFirst, Bidirectional, Bounded, BreadthFirst, Budgeted, Choice, Climb,
    ClimbingOptions, Cooling, Deepening, DeepeningOptions, DepthFirst, Frontier, HillClimbing, Hybrid,
    Learning, Levin, Meeting, MonteCarlo, Order, PartialExpansion, Rbfs, RealTime, Sma, TranspositionIda,
};
use slidewise_solve::search::{Blind, Cost, Engine, Limits, Meter, Reversible, Verdict, Weight};
use slidewise_solve::{Algorithm, Refusal, Setting, Spec, WeightChoice};

use super::domain::{Domain, Estimate, Estimates, Hopping};
use crate::error::refused;

/// What is to be run.
pub struct Wish {
    /// The search.
    pub algorithm: Algorithm,
    /// What the estimate is multiplied by, for searches that weight it.
    pub weight: Weight,
    depth_limit: Option<Cost>,
    beam_width: usize,
    capacity: usize,
    seed: u64,
    bound: Weight,
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
    /// From settings. If no search is named, a weight, a depth limit or a beam width says which is meant, as it does
    /// where the estimate has a name; otherwise it is A*.
    pub fn read(py: Python<'_>, spec: &Spec, limits: Limits, goals: Option<Vec<u32>>) -> PyResult<Self> {
        let meant = match (spec.weight, spec.depth_limit, spec.beam_width) {
            (Some(_), ..) => Algorithm::Wastar,
            (_, Some(_), _) => Algorithm::Ida,
            (.., Some(_)) => Algorithm::Beam,
            _ => Algorithm::Astar,
        };
        let algorithm = spec.algorithm.unwrap_or(meant);
        spec.check_effects(algorithm)
            .and_then(|()| check_here(spec))
            .map_err(|refusal| refused(py, &refusal))?;
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
            bound: spec.bound.unwrap_or(Weight::ONE),
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

/// Refuses what would have no effect on a search that calls back.
fn check_here(spec: &Spec) -> Result<(), Refusal> {
    let given = [
        (Setting::Threads, spec.threads.is_some_and(|threads| threads > 1), "callbacks run on one thread"),
        (
            Setting::Repr,
            spec.repr.is_some(),
            "positions are kept by number where callbacks are asked about them",
        ),
        (Setting::Order, spec.order.is_some(), "moves are tried in the order in which they are listed"),
    ];
    match given.into_iter().find(|(_, is_given, _)| *is_given) {
        Some((setting, _, reason)) => Err(Refusal::new(setting, reason)),
        None => Ok(()),
    }
}

/// How often hill climbing begins again before it gives up.
const RESTARTS: u32 = 1000;

/// What is said of a search from both ends without goals.
const NEEDS_GOALS: &str =
    "a search from both ends needs to know all goals, and moves that lead back: give goals";

/// Runs it.
pub fn run<P: Reversible<State = u32, Key = u32, Move = Hopping>>(
    space: &P,
    domain: &dyn Domain,
    estimates: &Estimates,
    wish: &Wish,
    meter: &mut Meter<'_>,
) -> Result<Verdict<Hopping>, Unsuited> {
    let h = &Estimate(domain, estimates);
    match wish.algorithm == Algorithm::Beam && estimates.batch {
        true => Ok(layer_by_layer(beam(space, h, wish), domain, estimates, meter)),
        false => Ok(engine(space, h, wish)?.run(meter)),
    }
}

fn beam<'s, P: Reversible<State = u32, Key = u32, Move = Hopping>>(
    space: &'s P,
    h: &'s Estimate<'_>,
    wish: &Wish,
) -> Beam<'s, P, Estimate<'s>> {
    let (seed, depth_limit) = (wish.seed, wish.depth_limit);
    Beam::new(space, h, BeamOptions { seed, depth_limit, ..BeamOptions::width(wish.beam_width) })
}

fn engine<'s, P: Reversible<State = u32, Key = u32, Move = Hopping>>(
    space: &'s P,
    h: &'s Estimate<'_>,
    wish: &Wish,
) -> Result<Box<dyn Engine<P> + 's>, Unsuited> {
    let Wish { weight, depth_limit, capacity, seed, bound, .. } = *wish;
    let climbing = |climb, restarts| ClimbingOptions { climb, restarts, seed };
    let deepening = DeepeningOptions { depth_limit, look_ahead: false };
    let needs_goals = || Unsuited(NEEDS_GOALS.into());
    let meeting =
        |rule| Bidirectional::new(space, h, &Blind, rule).map_err(|unsuited| Unsuited(unsuited.to_string()));
    Ok(match wish.algorithm {
        Algorithm::Bfs => Box::new(BreadthFirst::new(space)),
        Algorithm::Bidirectional => Box::new(BreadthFirst::from_both_ends(space).ok_or_else(needs_goals)?),
        Algorithm::Dfs => Box::new(DepthFirst::new(space, depth_limit)),
        Algorithm::VisitedDeepening => Box::new(DepthFirst::deepening(space, depth_limit)),
        Algorithm::IterativeDeepening => Box::new(Deepening::new(space, &Blind, deepening)),
        Algorithm::Ida => Box::new(Deepening::new(space, h, deepening)),
        Algorithm::Dijkstra => Box::new(BestFirst::new(space, &Blind, Order::ASTAR)),
        Algorithm::Astar => Box::new(BestFirst::new(space, h, Order::ASTAR)),
        Algorithm::Wastar => Box::new(BestFirst::new(space, h, Order::Weighted(weight))),
        Algorithm::Greedy => Box::new(BestFirst::new(space, h, Order::Greedy)),
        Algorithm::Arastar => Box::new(BestFirst::repairing(space, h, weight, bound)),
        Algorithm::Beam => Box::new(beam(space, h, wish)),
        Algorithm::HillClimbing => Box::new(HillClimbing::new(space, h, climbing(Climb::First, 0))),
        Algorithm::SteepestAscent => Box::new(HillClimbing::new(space, h, climbing(Climb::Steepest, 0))),
        Algorithm::StochasticHillClimbing => {
            Box::new(HillClimbing::new(space, h, climbing(Climb::Random, 0)))
        }
        Algorithm::RestartingHillClimbing => {
            Box::new(HillClimbing::new(space, h, climbing(Climb::Steepest, RESTARTS)))
        }
        Algorithm::Annealing => Box::new(Annealing::new(space, h, Cooling::seeded(seed))),
        Algorithm::Rbfs => Box::new(Rbfs::new(space, h)),
        Algorithm::Sma => Box::new(Sma::new(space, h, capacity)),
        Algorithm::IdaTt => Box::new(TranspositionIda::new(space, h, capacity)),
        Algorithm::Bts => Box::new(Budgeted::new(space, h)),
        Algorithm::Frontier => Box::new(Frontier::new(space, h)),
        Algorithm::Bfida => Box::new(Frontier::deepening(space, h)),
        Algorithm::Pea => Box::new(PartialExpansion::new(space, h)),
        Algorithm::Epea => Box::new(PartialExpansion::enhanced(space, h)),
        Algorithm::AstarIda => Box::new(Hybrid::new(space, h, capacity)),
        Algorithm::Lrta => Box::new(RealTime::new(space, h, Learning::Best, 1)),
        Algorithm::Rta => Box::new(RealTime::new(space, h, Learning::Second, 1)),
        Algorithm::LssLrta => Box::new(RealTime::new(space, h, Learning::Best, capacity)),
        Algorithm::Levin => Box::new(Levin::new(space, h)),
        Algorithm::Mcts => Box::new(MonteCarlo::new(space, h, seed)),
        Algorithm::Focal => Box::new(Bounded::new(space, h, Choice::Focal, weight)),
        Algorithm::Ees => Box::new(Bounded::new(space, h, Choice::Ees, weight)),
        Algorithm::Optimistic => Box::new(Bounded::new(space, h, Choice::Optimistic, weight)),
        Algorithm::DynamicPotential => Box::new(Bounded::new(space, h, Choice::DynamicPotential, weight)),
        Algorithm::Mm => Box::new(meeting(Meeting::Mm)?),
        Algorithm::Nbs => Box::new(meeting(Meeting::Nbs)?),
        Algorithm::Bae => Box::new(meeting(Meeting::Bae)?),
        Algorithm::Dvcbs => Box::new(meeting(Meeting::Dvcbs)?),
        // Its threads would have to wait for the one interpreter.
        Algorithm::Hda => return Err(Unsuited("callbacks run on one thread, and hda is for several".into())),
        Algorithm::Layered | Algorithm::Anytime => {
            let reason = format!("{} is not for spaces and estimates of one's own", wish.algorithm.name());
            return Err(Unsuited(reason));
        }
    })
}

/// A beam, with the estimates of each layer asked for at once.
fn layer_by_layer<P: Reversible<State = u32, Key = u32, Move = Hopping>>(
    mut beam: Beam<'_, P, Estimate<'_>>,
    domain: &dyn Domain,
    estimates: &Estimates,
    meter: &mut Meter<'_>,
) -> Verdict<Hopping> {
    loop {
        let mut layer: Vec<u32> =
            beam.waiting(usize::MAX).into_iter().map(|waiting| waiting.position).collect();
        if layer.is_empty() {
            estimates.ask(domain, [0]);
            layer.push(0);
        }
        let next = layer.iter().flat_map(|&number| domain.successors(number)).map(|(to, _)| to);
        estimates.ask(domain, next.collect::<Vec<u32>>());
        if let ControlFlow::Break(verdict) = beam.step(meter) {
            return verdict;
        }
    }
}
