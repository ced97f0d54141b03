//! Solving brick puzzles by name.

use std::path::PathBuf;
use std::time::Duration;

use slidewise_puzzles::bricks::bits::Bits;
use slidewise_puzzles::bricks::codec::BrickKey;
use slidewise_puzzles::bricks::heuristic::{Blockers, Distance, Estimate, GoalBlockers};
use slidewise_puzzles::bricks::solve::named;
use slidewise_puzzles::bricks::{
    BrickSpace, Metric, Puzzle, ReplayError, Slide, WithSpace, replay, solve, with_space,
};
use slidewise_search::layered::{Keep, Options};
use slidewise_search::{Cost, Heuristic, Meter, NoPruning, Proof, Reversible, Stats, Verdict, Weight};

use crate::answer::Outcome;
use crate::engines::{BeamPlan, Plan, engine};
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

impl BrickAnswer {
    /// Without a solution yet; what was expanded counts as explored.
    pub(crate) fn new(chosen: BrickChosen, stats: Stats, elapsed: Duration) -> Self {
        Self {
            chosen,
            outcome: Outcome::Unsolvable,
            solution: None,
            lower_bound: None,
            explored: stats.expanded,
            stats,
            elapsed,
        }
    }
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

impl BrickError {
    pub(crate) fn for_tiles(algorithm: Algorithm) -> Self {
        Self::Algorithm(algorithm, "is for tile puzzles; leave --algorithm out")
    }
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
        Algorithm::Beam | Algorithm::Anytime => return Err(BrickError::for_tiles(chosen.algorithm)),
        _ => {
            let visitor = ToTheEnd { plan: plan(&chosen, spec), meter: &mut meter };
            (with_search(puzzle, chosen, visitor)?, None)
        }
    };
    let mut answer = BrickAnswer::new(chosen, meter.stats, meter.elapsed());
    answer.explored = stored.unwrap_or(answer.explored);
    take_in(answer, puzzle, verdict)
}

/// What the engine of a choice is to know.
pub(crate) fn plan(chosen: &BrickChosen, spec: &BrickSpec) -> Plan {
    Plan {
        bound: Weight::ONE,
        algorithm: chosen.algorithm,
        weight: chosen.weight,
        depth_limit: spec.depth_limit,
        look_ahead: false,
        beam: BeamPlan::default(),
    }
}

/// Fills in what the spec leaves open.
pub(crate) fn choose(spec: &BrickSpec) -> BrickChosen {
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

/// Enters a verdict, its solution replayed on the plain grid.
pub(crate) fn take_in(
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

/// Something to be done with a space and a heuristic, whatever their types.
pub(crate) trait WithBrickSearch {
    /// What comes out.
    type Out;

    /// Does it.
    fn search<B: Bits, K: BrickKey, H: Heuristic<BrickSpace<B, K>> + 'static>(
        self,
        space: BrickSpace<B, K>,
        heuristic: H,
    ) -> Self::Out;
}

/// Hands the space and the heuristic of a choice to `visitor`.
pub(crate) fn with_search<V: WithBrickSearch>(
    puzzle: &Puzzle,
    chosen: BrickChosen,
    visitor: V,
) -> Result<V::Out, BrickError> {
    // Only the layered search finds its way back among mirror images.
    with_space(puzzle, chosen.metric, false, ByHeuristic { chosen, visitor })
}

struct ByHeuristic<V> {
    chosen: BrickChosen,
    visitor: V,
}

impl<V: WithBrickSearch> WithSpace for ByHeuristic<V> {
    type Out = Result<V::Out, BrickError>;

    fn run<B: Bits, K: BrickKey>(self, space: &BrickSpace<B, K>) -> Self::Out {
        let Self { chosen, visitor } = self;
        if chosen.algorithm == Algorithm::Bidirectional && space.goals().is_none() {
            let why = "needs a goal that gives every piece its place; use bfs or layered";
            return Err(BrickError::Algorithm(chosen.algorithm, why));
        }
        let space = space.clone();
        let estimate = match chosen.heuristic {
            None | Some(BrickHeuristic::Zero) => Estimate::Zero,
            Some(BrickHeuristic::Distance) => Estimate::Distance(Distance::new(&space)),
            Some(BrickHeuristic::Blockers) => Estimate::Blockers(Blockers::new(&space)),
            Some(BrickHeuristic::GoalBlockers) => Estimate::GoalBlockers(GoalBlockers::new(&space)),
        };
        Ok(visitor.search(space, estimate))
    }
}

/// Runs a search to its end.
struct ToTheEnd<'a, 'm> {
    plan: Plan,
    meter: &'a mut Meter<'m>,
}

impl WithBrickSearch for ToTheEnd<'_, '_> {
    type Out = Verdict<Slide>;

    fn search<B: Bits, K: BrickKey, H: Heuristic<BrickSpace<B, K>>>(
        self,
        space: BrickSpace<B, K>,
        heuristic: H,
    ) -> Verdict<Slide> {
        let verdict = engine(&self.plan, &space, &heuristic, &NoPruning).run(self.meter);
        named(&space, verdict)
    }
}
