//! The searches: their names, what each of them takes, needs and gives. [`crate::spec`] judges by these tables, help
//! texts and lists read them; nothing else says what an algorithm can do.

mod description;

use slidewise_search::engine::{
    Choice, Climb, ClimbingOptions, Cooling, DeepeningOptions, Learning, Meeting, Order,
};
use slidewise_search::{Cost, Weight};

use crate::machine;
use crate::names::{self, Entry, UnknownName};
use crate::plan::Plan;
use crate::refusal::Setting;
use crate::untyped::Untyped;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Breadth-first.
    Bfs,
    /// Breadth-first from both ends.
    Bidirectional,
    /// Depth-first with a visited table.
    Dfs,
    /// Depth-first to growing depths.
    IterativeDeepening,
    /// The same with a visited table at each depth.
    VisitedDeepening,
    /// Cheapest first.
    Dijkstra,
    /// Lowest estimate first.
    Greedy,
    /// Lowest cost plus estimate first.
    Astar,
    /// A* with the estimate weighted.
    Wastar,
    /// Weighted A* with falling weights.
    Arastar,
    /// Depth-first to growing cost plus estimate.
    Ida,
    /// Breadth-first in compact layers.
    Layered,
    /// The best of each layer.
    Beam,
    /// A solution at once, then ever shorter ones.
    Anytime,
    /// On to the first neighbour with a lower estimate.
    HillClimbing,
    /// On to the neighbour with the lowest estimate.
    SteepestAscent,
    /// On to any neighbour with a lower estimate.
    StochasticHillClimbing,
    /// Steepest ascent, again and again after random moves.
    RestartingHillClimbing,
    /// Random moves, ever fewer of them for the worse.
    Annealing,
    /// A* in the memory of one path.
    Rbfs,
    /// A* in a given number of positions.
    Sma,
    /// IDA* with a transposition table of a given size.
    IdaTt,
    /// IDA* whose iterations grow by a factor.
    Bts,
    /// Breadth-first, with three layers in memory.
    Frontier,
    /// Breadth-first to growing cost plus estimate, with three layers in memory.
    Bfida,
    /// A* that stores successors when their turn comes.
    Pea,
    /// The same, making only the moves whose turn it is.
    Epea,
    /// A* while there is room, then IDA* below it.
    AstarIda,
    /// A* on threads that own positions by their hash.
    Hda,
    /// An agent that learns as it goes.
    Lrta,
    /// An agent that remembers what it would cost to come back.
    Rta,
    /// An agent that searches around itself before it moves.
    LssLrta,
    /// The likeliest ways first, by a policy made of the estimates.
    Levin,
    /// Where random walks have done well.
    Mcts,
    /// The lowest estimate among what is within the bound.
    Focal,
    /// What seems near by corrected estimates, among what is within the bound.
    Ees,
    /// A weight beyond the bound first, the proof afterwards.
    Optimistic,
    /// What may grow most before it leaves the bound.
    DynamicPotential,
    /// From both ends, neither beyond the middle.
    Mm,
    /// From both ends, in pairs that must be broken up.
    Nbs,
    /// From both ends, with the error of the estimates added.
    Bae,
    /// From both ends, by a smallest set that breaks up all pairs.
    Dvcbs,
}

/// What is known about an algorithm.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmEntry {
    /// Its names and what is said about it.
    pub entry: Entry,
    /// The settings that have an effect on it, beside the metric.
    pub takes: &'static [Setting],
    /// What its solutions are worth.
    pub gives: Gives,
    /// Whether it is made of steps that can be looked at one by one.
    pub has_steps: bool,
    /// Whether it keeps only the positions of one path, so that its frontier is that path.
    pub along_a_path: bool,
    /// Whether it expands positions again as a matter of course, so that none is ever done with.
    pub expands_again: bool,
    /// Whether every kind of puzzle has it, or only those that bring it along.
    pub for_every_kind: bool,
}

/// What the solutions of an algorithm are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The shortest, if its heuristic (if it has one) is admissible.
    Optimal,
    /// One within a proven factor of the shortest.
    Bounded,
    /// One of any length.
    AnyLength,
    /// One of any length, or none: it may get stuck or have too little room.
    Perhaps,
    /// Ever shorter ones, until a limit comes: without a limit it does not end.
    EverBetter,
}

/// One of the loops of the search library, with what it is to know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Loop {
    BreadthFirst,
    BothEnds,
    DepthFirst { limit: Option<Cost>, deepening: bool },
    Deepening(DeepeningOptions),
    BestFirst(Order),
    Repairing { first: Weight, bound: Weight },
    Beam { width: usize, threads: usize, seed: u64, limit: Option<Cost> },
    Untyped(Untyped),
}

/// How often hill climbing begins again before it gives up.
const RESTARTS: u32 = 1000;

fn climbing(climb: Climb, restarts: u32, plan: &Plan) -> Loop {
    Loop::Untyped(Untyped::HillClimbing(ClimbingOptions { climb, restarts, seed: plan.seed }))
}

fn agent(learning: Learning, lookahead: usize) -> Loop {
    Loop::Untyped(Untyped::RealTime { learning, lookahead })
}

fn bounded(choice: Choice, weight: Weight) -> Loop {
    Loop::Untyped(Untyped::Bounded(choice, weight))
}

impl Algorithm {
    /// All of them, in the order in which they are listed.
    pub const ALL: &'static [Self] =
        if cfg!(feature = "textbook") { Self::EVERY } else { Self::EVERY.split_at(Self::WITH_TYPES).0 };

    /// The first of them are compiled for each space and heuristic; the others, once each, may be left out.
    const WITH_TYPES: usize = 14;

    const EVERY: &'static [Self] = &[
        Self::Bfs,
        Self::Bidirectional,
        Self::Dfs,
        Self::IterativeDeepening,
        Self::VisitedDeepening,
        Self::Dijkstra,
        Self::Greedy,
        Self::Astar,
        Self::Wastar,
        Self::Arastar,
        Self::Ida,
        Self::Layered,
        Self::Beam,
        Self::Anytime,
        Self::HillClimbing,
        Self::SteepestAscent,
        Self::StochasticHillClimbing,
        Self::RestartingHillClimbing,
        Self::Annealing,
        Self::Rbfs,
        Self::Sma,
        Self::IdaTt,
        Self::Bts,
        Self::Frontier,
        Self::Bfida,
        Self::Pea,
        Self::Epea,
        Self::AstarIda,
        Self::Hda,
        Self::Lrta,
        Self::Rta,
        Self::LssLrta,
        Self::Levin,
        Self::Mcts,
        Self::Focal,
        Self::Ees,
        Self::Optimistic,
        Self::DynamicPotential,
        Self::Mm,
        Self::Nbs,
        Self::Bae,
        Self::Dvcbs,
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        self.entry().entry.name
    }

    /// The one with this name or alias, in any case.
    pub fn find(text: &str) -> Result<Self, UnknownName> {
        let entries: Vec<Entry> = Self::ALL.iter().map(|algorithm| algorithm.entry().entry).collect();
        let found = names::find("algorithm", text, entries.iter())?;
        let named = |algorithm: &&Self| algorithm.name() == found.name;
        Ok(*Self::ALL.iter().find(named).expect("an entry belongs to an algorithm"))
    }

    /// Whether a setting has an effect on it.
    pub fn takes(self, setting: Setting) -> bool {
        self.entry().takes.contains(&setting)
    }

    /// Whether it goes on improving its solution until a limit comes.
    pub fn is_endless(self) -> bool {
        self.entry().gives == Gives::EverBetter
    }

    /// Positions that it holds, or looks at before it moves, where none are asked for; `None` if it takes no capacity.
    pub fn suited_capacity(self) -> Option<usize> {
        match self {
            Self::Sma => Some(100_000),
            Self::IdaTt | Self::AstarIda => Some(1 << 20),
            Self::LssLrta => Some(100),
            _ => None,
        }
    }

    /// On how many threads it runs where none are asked for. A search to be compared runs on one, so that its counts
    /// are repeatable, unless it is there for its threads.
    pub(crate) fn suited_threads(self, named: bool) -> usize {
        match self {
            Self::Ida if named => 1,
            _ if self.takes(Setting::Threads) => machine::threads(),
            _ => 1,
        }
    }

    /// Those on which a setting has an effect.
    pub fn that_take(setting: Setting) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |algorithm| algorithm.takes(setting))
    }

    /// Whether it has use for an estimate towards the start.
    pub(crate) fn looks_back(self) -> bool {
        matches!(self, Self::Mm | Self::Nbs | Self::Bae | Self::Dvcbs)
    }

    /// Whether it is one of those that may be left out.
    pub(crate) fn may_be_left_out(self) -> bool {
        Self::EVERY[Self::WITH_TYPES..].contains(&self)
    }

    /// The loop that does it; `None` for those that a kind of puzzle carries out itself.
    pub(crate) fn search_loop(plan: &Plan) -> Option<Loop> {
        let (limit, capacity) = (plan.depth_limit, plan.capacity.unwrap_or(1));
        let weight = plan.weight.unwrap_or(Weight::ONE);
        Some(match plan.algorithm {
            Self::Bfs => Loop::BreadthFirst,
            Self::Bidirectional => Loop::BothEnds,
            Self::Dfs => Loop::DepthFirst { limit, deepening: false },
            Self::VisitedDeepening => Loop::DepthFirst { limit, deepening: true },
            Self::IterativeDeepening => {
                Loop::Deepening(DeepeningOptions { depth_limit: limit, look_ahead: false })
            }
            Self::Ida => Loop::Deepening(plan.deepening()),
            Self::Dijkstra | Self::Astar => Loop::BestFirst(Order::ASTAR),
            Self::Wastar => Loop::BestFirst(Order::Weighted(weight)),
            Self::Greedy => Loop::BestFirst(Order::Greedy),
            Self::Arastar => Loop::Repairing { first: weight, bound: plan.bound },
            Self::Beam => {
                let (threads, seed) = (plan.threads, plan.seed);
                Loop::Beam { width: plan.beam_width.unwrap_or(1), threads, seed, limit }
            }
            Self::Layered | Self::Anytime => return None,
            Self::HillClimbing => climbing(Climb::First, 0, plan),
            Self::SteepestAscent => climbing(Climb::Steepest, 0, plan),
            Self::StochasticHillClimbing => climbing(Climb::Random, 0, plan),
            Self::RestartingHillClimbing => climbing(Climb::Steepest, RESTARTS, plan),
            Self::Annealing => Loop::Untyped(Untyped::Annealing(Cooling::seeded(plan.seed))),
            Self::Rbfs => Loop::Untyped(Untyped::Rbfs),
            Self::Sma => Loop::Untyped(Untyped::Sma { capacity }),
            Self::IdaTt => Loop::Untyped(Untyped::TranspositionIda { capacity }),
            Self::Bts => Loop::Untyped(Untyped::Budgeted),
            Self::Frontier => Loop::Untyped(Untyped::Frontier { deepens: false }),
            Self::Bfida => Loop::Untyped(Untyped::Frontier { deepens: true }),
            Self::Pea => Loop::Untyped(Untyped::PartialExpansion { selects: false }),
            Self::Epea => Loop::Untyped(Untyped::PartialExpansion { selects: true }),
            Self::AstarIda => Loop::Untyped(Untyped::Hybrid { capacity }),
            Self::Hda => Loop::Untyped(Untyped::HashDistributed { threads: plan.threads }),
            Self::Lrta => agent(Learning::Best, 1),
            Self::Rta => agent(Learning::Second, 1),
            Self::LssLrta => agent(Learning::Best, capacity),
            Self::Levin => Loop::Untyped(Untyped::Levin),
            Self::Mcts => Loop::Untyped(Untyped::MonteCarlo { seed: plan.seed }),
            Self::Focal => bounded(Choice::Focal, weight),
            Self::Ees => bounded(Choice::Ees, weight),
            Self::Optimistic => bounded(Choice::Optimistic, weight),
            Self::DynamicPotential => bounded(Choice::DynamicPotential, weight),
            Self::Mm => Loop::Untyped(Untyped::Bidirectional(Meeting::Mm)),
            Self::Nbs => Loop::Untyped(Untyped::Bidirectional(Meeting::Nbs)),
            Self::Bae => Loop::Untyped(Untyped::Bidirectional(Meeting::Bae)),
            Self::Dvcbs => Loop::Untyped(Untyped::Bidirectional(Meeting::Dvcbs)),
        })
    }

    /// What is known about it.
    pub fn entry(self) -> AlgorithmEntry {
        use Setting::{
            BeamWidth, Bound, Capacity, DepthLimit, Heuristic, KeepEvery, Order, Repr, Seed, Threads, Weight,
        };
        let plain = AlgorithmEntry {
            entry: self.description(),
            takes: &[Repr],
            gives: Gives::Optimal,
            has_steps: true,
            along_a_path: false,
            expands_again: false,
            for_every_kind: true,
        };
        match self {
            Self::Bfs | Self::Bidirectional | Self::Dijkstra => plain,
            Self::Dfs => {
                AlgorithmEntry { takes: &[Repr, DepthLimit, Order], gives: Gives::AnyLength, ..plain }
            }
            Self::IterativeDeepening => {
                AlgorithmEntry { takes: &[Repr, DepthLimit, Order], along_a_path: true, ..plain }
            }
            Self::VisitedDeepening => AlgorithmEntry { takes: &[Repr, DepthLimit, Order], ..plain },
            Self::Greedy => AlgorithmEntry { takes: &[Repr, Heuristic], gives: Gives::AnyLength, ..plain },
            Self::Astar => AlgorithmEntry { takes: &[Repr, Heuristic], ..plain },
            Self::Wastar => {
                AlgorithmEntry { takes: &[Repr, Heuristic, Weight], gives: Gives::Bounded, ..plain }
            }
            Self::Arastar => {
                AlgorithmEntry { takes: &[Repr, Heuristic, Weight, Bound], gives: Gives::Bounded, ..plain }
            }
            Self::Ida => {
                AlgorithmEntry { takes: &[Repr, Heuristic, DepthLimit, Threads], along_a_path: true, ..plain }
            }
            Self::Layered => AlgorithmEntry {
                takes: &[Threads, KeepEvery],
                has_steps: false,
                for_every_kind: false,
                ..plain
            },
            Self::Beam => AlgorithmEntry {
                takes: &[Repr, Heuristic, BeamWidth, DepthLimit, Threads, Seed],
                gives: Gives::AnyLength,
                for_every_kind: false,
                ..plain
            },
            Self::Anytime => AlgorithmEntry {
                takes: &[Bound, Threads, Seed],
                gives: Gives::EverBetter,
                has_steps: false,
                for_every_kind: false,
                ..plain
            },
            Self::HillClimbing | Self::SteepestAscent => AlgorithmEntry {
                takes: &[Repr, Heuristic],
                gives: Gives::Perhaps,
                along_a_path: true,
                ..plain
            },
            Self::StochasticHillClimbing | Self::RestartingHillClimbing | Self::Annealing => AlgorithmEntry {
                takes: &[Repr, Heuristic, Seed],
                gives: Gives::Perhaps,
                along_a_path: true,
                ..plain
            },
            Self::Rbfs | Self::Bts => {
                AlgorithmEntry { takes: &[Repr, Heuristic], along_a_path: true, ..plain }
            }
            Self::Sma => AlgorithmEntry {
                takes: &[Repr, Heuristic, Capacity],
                gives: Gives::Perhaps,
                expands_again: true,
                ..plain
            },
            Self::IdaTt => {
                AlgorithmEntry { takes: &[Repr, Heuristic, Capacity], along_a_path: true, ..plain }
            }
            Self::Frontier => AlgorithmEntry { expands_again: true, ..plain },
            Self::Bfida | Self::Pea | Self::Epea => {
                AlgorithmEntry { takes: &[Repr, Heuristic], expands_again: true, ..plain }
            }
            Self::AstarIda => {
                AlgorithmEntry { takes: &[Repr, Heuristic, Capacity], expands_again: true, ..plain }
            }
            Self::Hda => AlgorithmEntry { takes: &[Repr, Heuristic, Threads], expands_again: true, ..plain },
            Self::Lrta | Self::Rta => AlgorithmEntry {
                takes: &[Repr, Heuristic],
                gives: Gives::AnyLength,
                expands_again: true,
                ..plain
            },
            Self::LssLrta => AlgorithmEntry {
                takes: &[Repr, Heuristic, Capacity],
                gives: Gives::AnyLength,
                expands_again: true,
                ..plain
            },
            Self::Levin => AlgorithmEntry {
                takes: &[Repr, Heuristic],
                gives: Gives::AnyLength,
                expands_again: true,
                ..plain
            },
            Self::Mcts => {
                AlgorithmEntry { takes: &[Repr, Heuristic, Seed], gives: Gives::AnyLength, ..plain }
            }
            Self::Focal | Self::Ees | Self::Optimistic | Self::DynamicPotential => {
                AlgorithmEntry { takes: &[Repr, Heuristic, Weight], gives: Gives::Bounded, ..plain }
            }
            Self::Mm | Self::Nbs | Self::Bae | Self::Dvcbs => {
                AlgorithmEntry { takes: &[Repr, Heuristic], ..plain }
            }
        }
    }
}
