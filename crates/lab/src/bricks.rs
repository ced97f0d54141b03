//! Solving brick puzzles by name.

use std::path::PathBuf;
use std::time::Duration;

use slidewise_puzzles::bricks::bits::Bits;
use slidewise_puzzles::bricks::codec::BrickKey;
use slidewise_puzzles::bricks::heuristic::{Blockers, Distance, GoalBlockers};
use slidewise_puzzles::bricks::solve::named;
use slidewise_puzzles::bricks::{
    BrickSpace, Metric, Puzzle, ReplayError, Slide, WithSpace, replay, solve, with_space,
};
use slidewise_search::engine::{
    AraStar, BestFirst, Bidirectional, BreadthFirst, Deepening, DepthFirst, Engine, Order,
};
use slidewise_search::layered::{Keep, Options};
use slidewise_search::{Blind, Cost, Heuristic, Meter, Proof, Stats, Verdict, Weight};

use crate::answer::Outcome;
use crate::machine;
use crate::registry::{Algorithm, BrickHeuristic};
use crate::spec::WeightChoice;
use crate::tiles::Watch;

/// How a brick puzzle is to be solved. What is `None` is chosen.
#[derive(Clone, Debug, Default)]
pub struct BrickSpec {
    /// The search; layered breadth-first if `None`.
    pub algorithm: Option<Algorithm>,
    /// The estimate, for searches that use one.
    pub heuristic: Option<BrickHeuristic>,
    /// The weight of the estimate, for weighted A*.
    pub weight: Option<WeightChoice>,
    /// For depth-first searches: nothing dearer is looked at.
    pub depth_limit: Option<Cost>,
    /// What counts as a move.
    pub metric: Metric,
    /// Threads of the layered search; all that the machine has if `None`.
    pub threads: Option<usize>,
    /// Where the layered search puts layers that do not fit into memory; nowhere if `None`.
    pub spill: Option<PathBuf>,
    /// The layered search keeps only one layer in this many, and searches the way back between them; all if `None`.
    pub keep_every: Option<u32>,
}

/// The choices that were made where the user left them open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrickChosen {
    /// The search.
    pub algorithm: Algorithm,
    /// The estimate; `None` for a search that has none.
    pub heuristic: Option<BrickHeuristic>,
    /// The weight, for weighted A*.
    pub weight: Option<Weight>,
    /// What counted as a move.
    pub metric: Metric,
    /// Threads at work.
    pub threads: usize,
}

/// How a brick puzzle came out.
#[derive(Clone, Debug)]
pub struct BrickAnswer {
    /// How it was done.
    pub chosen: BrickChosen,
    /// How it ended.
    pub outcome: Outcome,
    /// The solution, if there is one; replayed on the plain grid.
    pub solution: Option<BrickSolution>,
    /// No solution costs less. `None` if there is none at all.
    pub lower_bound: Option<Cost>,
    /// Positions looked at.
    pub explored: u64,
    /// Counters of the search.
    pub stats: Stats,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// Moves that solve the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrickSolution {
    /// The moves.
    pub slides: Vec<Slide>,
    /// Their cost in the metric asked for.
    pub cost: Cost,
    /// What is proven about the cost.
    pub proof: Proof,
}

/// Why a brick puzzle cannot be solved in the way asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrickError {
    /// The algorithm is for tiles only, or needs goals that can be listed.
    Algorithm(Algorithm, &'static str),
    /// There is no goal to reach.
    NoGoal,
    /// The solution found did not pass the check: a bug of ours.
    Refuted(ReplayError),
}

impl std::fmt::Display for BrickError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use crate::registry::Named;
        match self {
            Self::Algorithm(algorithm, why) => write!(f, "{} {why}", algorithm.name()),
            Self::NoGoal => write!(f, "the puzzle has no goal; `slidewise explore` counts its positions"),
            Self::Refuted(reason) => {
                write!(f, "the solution found failed its check ({reason}): please report this as a bug")
            }
        }
    }
}

impl std::error::Error for BrickError {}

/// Solves a puzzle and checks the solution on the plain grid.
pub(crate) fn solve_bricks(
    puzzle: &Puzzle,
    spec: &BrickSpec,
    watch: Watch<'_>,
) -> Result<BrickAnswer, BrickError> {
    if !puzzle.has_goal() {
        return Err(BrickError::NoGoal);
    }
    let chosen = choose(spec);
    let mut meter = Meter::new(watch.limits, watch.cancel, watch.observer);
    let (verdict, stored) = match chosen.algorithm {
        Algorithm::Layered => {
            let options = Options {
                threads: chosen.threads,
                spill: spec.spill.clone(),
                keep: spec.keep_every.map_or(Keep::All, Keep::Every),
            };
            let solved = solve(puzzle, chosen.metric, &options, &mut meter);
            (solved.verdict, Some(solved.stored))
        }
        Algorithm::Beam | Algorithm::Anytime => {
            return Err(BrickError::Algorithm(
                chosen.algorithm,
                "is for tile puzzles; leave --algorithm out",
            ));
        }
        _ => {
            let run = Run { chosen, depth_limit: spec.depth_limit, meter: &mut meter };
            // Only the layered search finds its way back among mirror images.
            (with_space(puzzle, chosen.metric, false, run)?, None)
        }
    };
    let answer = BrickAnswer {
        chosen,
        outcome: Outcome::Unsolvable,
        solution: None,
        lower_bound: None,
        explored: stored.unwrap_or(meter.stats.expanded),
        stats: meter.stats,
        elapsed: meter.elapsed(),
    };
    take_in(answer, puzzle, verdict)
}

fn choose(spec: &BrickSpec) -> BrickChosen {
    let algorithm = spec.algorithm.unwrap_or(match (spec.weight, spec.heuristic) {
        (Some(_), _) => Algorithm::Wastar,
        (_, Some(_)) => Algorithm::Astar,
        _ => Algorithm::Layered,
    });
    let weight = algorithm.takes_weight().then(|| match spec.weight {
        Some(WeightChoice::Fixed(weight)) => weight,
        Some(WeightChoice::Auto) | None => Weight::new(2, 1).unwrap_or(Weight::ONE),
    });
    BrickChosen {
        algorithm,
        heuristic: algorithm.is_informed().then(|| spec.heuristic.unwrap_or(BrickHeuristic::GoalBlockers)),
        weight,
        metric: spec.metric,
        threads: match algorithm {
            Algorithm::Layered => spec.threads.unwrap_or_else(machine::threads),
            _ => 1,
        },
    }
}

fn take_in(
    mut answer: BrickAnswer,
    puzzle: &Puzzle,
    verdict: Verdict<Slide>,
) -> Result<BrickAnswer, BrickError> {
    let solution = match verdict {
        Verdict::Unsolvable => return Ok(answer),
        Verdict::Solved(solution) => {
            answer.outcome = Outcome::Solved;
            answer.lower_bound = Some(solution.lower_bound);
            Some(solution)
        }
        Verdict::Stopped { why, best, lower_bound } => {
            answer.outcome = Outcome::Stopped(why);
            answer.lower_bound = Some(lower_bound);
            best
        }
    };
    if let Some(solution) = solution {
        replay(puzzle, answer.chosen.metric, &solution.moves).map_err(BrickError::Refuted)?;
        answer.solution =
            Some(BrickSolution { slides: solution.moves, cost: solution.cost, proof: solution.proof });
    }
    Ok(answer)
}

/// A generic engine on the space of a puzzle.
struct Run<'a, 'm> {
    chosen: BrickChosen,
    depth_limit: Option<Cost>,
    meter: &'a mut Meter<'m>,
}

impl WithSpace for Run<'_, '_> {
    type Out = Result<Verdict<Slide>, BrickError>;

    fn run<B: Bits, K: BrickKey>(self, space: &BrickSpace<B, K>) -> Self::Out {
        let meter = self.meter;
        let chosen = self.chosen;
        let verdict = match (chosen.algorithm, chosen.heuristic) {
            (Algorithm::Bfs, _) => BreadthFirst::new(space).run(meter),
            (Algorithm::Bidirectional, _) => match Bidirectional::new(space) {
                Some(mut engine) => engine.run(meter),
                None => {
                    let why = "needs a goal that gives every piece its place; use bfs or layered";
                    return Err(BrickError::Algorithm(chosen.algorithm, why));
                }
            },
            (Algorithm::Dfs, _) => DepthFirst::new(space, self.depth_limit).run(meter),
            (_, None | Some(BrickHeuristic::Zero)) => {
                informed(space, &Blind, chosen, self.depth_limit, meter)
            }
            (_, Some(BrickHeuristic::Distance)) => {
                informed(space, &Distance::new(space), chosen, self.depth_limit, meter)
            }
            (_, Some(BrickHeuristic::Blockers)) => {
                informed(space, &Blockers::new(space), chosen, self.depth_limit, meter)
            }
            (_, Some(BrickHeuristic::GoalBlockers)) => {
                informed(space, &GoalBlockers::new(space), chosen, self.depth_limit, meter)
            }
        };
        Ok(named(space, verdict))
    }
}

fn informed<B: Bits, K: BrickKey, H: Heuristic<BrickSpace<B, K>>>(
    space: &BrickSpace<B, K>,
    heuristic: &H,
    chosen: BrickChosen,
    depth_limit: Option<Cost>,
    meter: &mut Meter<'_>,
) -> Verdict<slidewise_puzzles::bricks::Move> {
    let order = match chosen.algorithm {
        Algorithm::IterativeDeepening | Algorithm::Ida => {
            return Deepening::new(space, heuristic, depth_limit).run(meter);
        }
        Algorithm::Arastar => {
            let first = chosen.weight.unwrap_or(Weight::ONE);
            return AraStar::new(space, heuristic, first, Weight::ONE).run(meter);
        }
        Algorithm::Greedy => Order::Greedy,
        _ => Order::Weighted(chosen.weight.unwrap_or(Weight::ONE)),
    };
    BestFirst::new(space, heuristic, order).run(meter)
}
