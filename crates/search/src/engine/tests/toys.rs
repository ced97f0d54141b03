//! Small spaces, a search that is too plain to be wrong, and all engines at once.

use std::collections::HashMap;
use std::hash::Hash;

use crate::closures::{FnHeuristic, FnSpace, Hop, consistent, space};
use crate::engine::{
    Annealing, Beam, BeamOptions, BestFirst, Bounded, BreadthFirst, Budgeted, Choice, Climb, ClimbingOptions,
    Cooling, Deepening, DeepeningOptions, DepthFirst, Engine, Frontier, HashDistributed, HillClimbing,
    Hybrid, Learning, Levin, MonteCarlo, Order, PartialExpansion, Rbfs, RealTime, Sma, TranspositionIda,
};
use crate::heuristic::{Blind, Heuristic};
use crate::space::{Cost, Reversible, StateSpace};
use crate::verdict::Weight;

/// Costs from the start, lowered until none can be.
pub fn reference<P: StateSpace>(space: &P) -> HashMap<P::Key, Cost>
where
    P::Key: Hash,
{
    let start = space.start();
    let mut known = HashMap::from([(space.pack(&start), 0)]);
    let mut waiting = vec![(start, 0)];
    while let Some((state, cost)) = waiting.pop() {
        if known[&space.pack(&state)] < cost {
            continue;
        }
        for m in space.moves(&state, None) {
            let mut next = state.clone();
            space.apply(&mut next, m);
            let cost = cost + space.cost(m);
            let there = known.entry(space.pack(&next)).or_insert(Cost::MAX);
            if cost < *there {
                *there = cost;
                waiting.insert(0, (next, cost));
            }
        }
    }
    known
}

/// Those that are optimal with an admissible heuristic, whatever moves cost.
pub const EXACT: [&str; 13] = [
    "A*",
    "HDA*",
    "Dijkstra",
    "IDA*",
    "ID",
    "ID with tables",
    "ARA*",
    "RBFS",
    "IDA* with a table",
    "budgeted",
    "PEA*",
    "EPEA*",
    "A*+IDA*",
];

/// Those that may get stuck.
pub const LOCAL: [&str; 5] = ["simple", "steepest", "stochastic", "restarting", "annealing"];

/// Those that look into a heuristic.
pub const INFORMED: [&str; 22] = [
    "A*",
    "HDA*",
    "weighted A*",
    "greedy",
    "ARA*",
    "IDA*",
    "beam",
    "RBFS",
    "SMA*",
    "IDA* with a table",
    "budgeted",
    "breadth-first IDA*",
    "PEA*",
    "EPEA*",
    "A*+IDA*",
    "LRTA*",
    "RTA*",
    "LSS-LRTA*",
    "focal",
    "EES",
    "optimistic",
    "DPS",
];

/// Every engine under the name of what it is.
pub fn all_engines<'s, P: StateSpace, H: Heuristic<P>>(
    space: &'s P,
    heuristic: &'s H,
) -> Vec<(&'static str, Box<dyn Engine<P> + Send + 's>)> {
    let weighted = |num| Weight::new(num, 2).expect("at least 1");
    let bounded = |choice| Box::new(Bounded::new(space, heuristic, choice, weighted(3)));
    let climbing = |climb, restarts| -> Box<dyn Engine<P> + Send + 's> {
        Box::new(HillClimbing::new(space, heuristic, ClimbingOptions { climb, restarts, seed: 1 }))
    };
    let distributed = HashDistributed::new(space, heuristic, 3);
    let mut all: Vec<(&'static str, Box<dyn Engine<P> + Send + 's>)> = vec![
        ("focal", bounded(Choice::Focal)),
        ("EES", bounded(Choice::Ees)),
        ("optimistic", bounded(Choice::Optimistic)),
        ("DPS", bounded(Choice::DynamicPotential)),
        ("A*", Box::new(BestFirst::new(space, heuristic, Order::ASTAR))),
        ("Dijkstra", Box::new(BestFirst::new(space, &Blind, Order::ASTAR))),
        ("weighted A*", Box::new(BestFirst::new(space, heuristic, Order::Weighted(weighted(3))))),
        ("greedy", Box::new(BestFirst::new(space, heuristic, Order::Greedy))),
        ("ARA*", Box::new(BestFirst::repairing(space, heuristic, weighted(6), Weight::ONE))),
        ("IDA*", Box::new(Deepening::new(space, heuristic, DeepeningOptions::LOOKING_AHEAD))),
        ("ID", Box::new(Deepening::new(space, &Blind, DeepeningOptions::default()))),
        ("BFS", Box::new(BreadthFirst::new(space))),
        ("DFS", Box::new(DepthFirst::new(space, None))),
        ("ID with tables", Box::new(DepthFirst::deepening(space, None))),
        ("beam", Box::new(Beam::new(space, heuristic, BeamOptions::width(50)))),
        ("RBFS", Box::new(Rbfs::new(space, heuristic))),
        ("SMA*", Box::new(Sma::new(space, heuristic, 60))),
        ("IDA* with a table", Box::new(TranspositionIda::new(space, heuristic, 100))),
        ("budgeted", Box::new(Budgeted::new(space, heuristic))),
        ("frontier", Box::new(Frontier::new(space, heuristic))),
        ("breadth-first IDA*", Box::new(Frontier::deepening(space, heuristic))),
        ("PEA*", Box::new(PartialExpansion::new(space, heuristic))),
        ("EPEA*", Box::new(PartialExpansion::enhanced(space, heuristic))),
        ("A*+IDA*", Box::new(Hybrid::new(space, heuristic, 20))),
        ("LRTA*", Box::new(RealTime::new(space, heuristic, Learning::Best, 1))),
        ("RTA*", Box::new(RealTime::new(space, heuristic, Learning::Second, 1))),
        ("LSS-LRTA*", Box::new(RealTime::new(space, heuristic, Learning::Best, 8))),
        ("Levin", Box::new(Levin::new(space, heuristic))),
        ("Monte-Carlo", Box::new(MonteCarlo::new(space, heuristic, 1))),
        ("simple", climbing(Climb::First, 0)),
        ("steepest", climbing(Climb::Steepest, 0)),
        ("stochastic", climbing(Climb::Random, 0)),
        ("restarting", climbing(Climb::Steepest, 200)),
        (
            "annealing",
            Box::new(Annealing::new(space, heuristic, Cooling { steps: 3000, ..Cooling::seeded(1) })),
        ),
    ];
    if let Ok(distributed) = distributed {
        all.push(("HDA*", Box::new(distributed)));
    }
    all
}

/// What is asked of a number.
type Of<'s, T> = Box<dyn Fn(&u64) -> T + Send + Sync + 's>;

/// A space of numbers. All of them are of one type, so that the engines are compiled for it once.
pub type Numbers<'s> = FnSpace<u64, Of<'s, Vec<(u64, Cost)>>, Of<'s, bool>>;

/// A space of numbers from its start, the successors of a number and its goals.
pub fn numbers<'s>(
    start: u64,
    successors: impl Fn(u64) -> Vec<(u64, Cost)> + Send + Sync + 's,
    is_goal: impl Fn(u64) -> bool + Send + Sync + 's,
) -> Numbers<'s> {
    let successors: Of<'s, Vec<(u64, Cost)>> = Box::new(move |&n| successors(n));
    let is_goal: Of<'s, bool> = Box::new(move |&n| is_goal(n));
    space(start, successors, is_goal)
}

/// An estimate for numbers; these are of one type too.
pub fn estimate<'s>(h: impl Fn(u64) -> Cost + Send + Sync + 's) -> FnHeuristic<Of<'s, Cost>> {
    let h: Of<'s, Cost> = Box::new(move |&n| h(n));
    consistent(h)
}
/// Those that store all positions, and so notice when there are no more.
pub const STORING: [&str; 20] = [
    "Levin",
    "Monte-Carlo",
    "A*",
    "HDA*",
    "Dijkstra",
    "BFS",
    "DFS",
    "greedy",
    "weighted A*",
    "ARA*",
    "PEA*",
    "EPEA*",
    "LRTA*",
    "RTA*",
    "LSS-LRTA*",
    "frontier",
    "focal",
    "EES",
    "optimistic",
    "DPS",
];

/// Those whose solutions are at most one and a half times as dear as the cheapest.
pub const BOUNDED: [&str; 5] = ["weighted A*", "focal", "EES", "optimistic", "DPS"];

/// A stack of up to eight pancakes; what is not used is in its place.
pub type Pancakes = [u8; 8];

/// The space of stacks with as many pancakes, from this one to the sorted one.
pub fn pancakes(stack: &[u8]) -> impl Reversible<State = Pancakes, Key = Pancakes, Move = Hop<Pancakes>> {
    let mut start = [0, 1, 2, 3, 4, 5, 6, 7];
    start[..stack.len()].copy_from_slice(stack);
    flips(start, stack.len())
}

/// Six pancakes.
pub fn pancakes_from(
    start: Pancakes,
) -> impl Reversible<State = Pancakes, Key = Pancakes, Move = Hop<Pancakes>> {
    flips(start, 6)
}

fn flips(
    start: Pancakes,
    count: usize,
) -> impl Reversible<State = Pancakes, Key = Pancakes, Move = Hop<Pancakes>> {
    let flipped = move |stack: &Pancakes| -> Vec<(Pancakes, Cost)> {
        let flip = |top: usize| {
            let mut next = *stack;
            next[..top].reverse();
            (next, 1)
        };
        (2..=count).map(flip).collect()
    };
    space(start, flipped, |stack: &Pancakes| stack.is_sorted())
        .least_cost(1)
        .undirected([[0, 1, 2, 3, 4, 5, 6, 7]])
}

/// The gap heuristic (Helmert 2010): neighbours in the stack that are none in the sorted one.
pub fn gaps(stack: &Pancakes) -> Cost {
    let below = stack.iter().skip(1).copied().chain([8]);
    stack.iter().zip(below).filter(|&(a, b)| a.abs_diff(b) > 1).count() as Cost
}

/// A map of 6×6 cells with walls; to enter a cell costs what is written there.
pub struct Map {
    costs: [[Option<Cost>; 6]; 6],
}

impl Map {
    /// Costs of up to 9, or 0 where moves may be free, times `scale`.
    pub fn random(seed: u64, scale: Cost, free: bool) -> Self {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let least = u64::from(!free);
        let cell = |_| (below(3) > 0).then(|| (least + below(if free { 3 } else { 9 })) * scale);
        let mut cells: Vec<Option<Cost>> = (0..36).map(cell).collect();
        Self { costs: std::array::from_fn(|_| std::array::from_fn(|_| cells.pop().flatten())) }
    }

    fn cost(&self, (r, c): (i8, i8)) -> Option<Cost> {
        *self.costs.get(usize::try_from(r).ok()?)?.get(usize::try_from(c).ok()?)?
    }

    /// From one corner to the other.
    pub fn space(&self) -> impl StateSpace<State = (i8, i8), Key = (i8, i8), Move = Hop<(i8, i8)>> {
        let near = |&(r, c): &(i8, i8)| {
            let near = [(r - 1, c), (r, c - 1), (r + 1, c), (r, c + 1)];
            near.into_iter().filter_map(|at| Some((at, self.cost(at)?))).collect::<Vec<_>>()
        };
        space((0, 0), near, |&at| at == (5, 5))
    }

    /// The steps that are left, at the least cost of any cell.
    pub fn estimate(&self, (r, c): (i8, i8)) -> Cost {
        let least = self.costs.iter().flatten().flatten().min().copied().unwrap_or(0);
        (10 - r - c) as Cost * least
    }
}

/// An empty square of this size, eight ways, from corner to corner past a wall; √2 is 1.4.
pub fn open_grid(
    size: i16,
    scale: Cost,
) -> impl StateSpace<State = (i16, i16), Key = (i16, i16), Move = Hop<(i16, i16)>> {
    let is_free = move |(r, c): (i16, i16)| {
        (0..size).contains(&r) && (0..size).contains(&c) && (c != size / 2 || r > size - 5)
    };
    let near = move |&(r, c): &(i16, i16)| {
        let ways = (-1..=1).flat_map(|dr| (-1..=1).map(move |dc| (dr, dc))).filter(|&way| way != (0, 0));
        let hop =
            ways.map(move |(dr, dc)| ((r + dr, c + dc), if dr == 0 || dc == 0 { 10 } else { 14 } * scale));
        hop.filter(move |&(at, _)| is_free(at))
    };
    space((0, 0), near, move |&at| at == (size - 1, size - 1))
}

/// The cost of the way to the far corner of an empty square.
pub fn octile((r, c): (i16, i16), size: i16, scale: Cost) -> Cost {
    let (dr, dc) = ((size - 1 - r) as Cost, (size - 1 - c) as Cost);
    (10 * dr.max(dc) + 4 * dr.min(dc)) * scale
}
