//! A state space with a heuristic, their types forgotten: names have met types, and from here on every kind
//! of puzzle is the same. What is done with it costs one call through a table of functions a run or a step,
//! not one a position.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;

use slidewise_puzzles::step::Step;
use slidewise_search::any::{AnyKey, AnyMove, AnySpace, Pair, ToAnyKey, ToAnyMove};
use slidewise_search::engine::{
    AllShortest, Engine, HashDistributed, HashDistributedByCrew, NotOfThisSearch, Saved, Unsuited,
    all_shortest,
};
use slidewise_search::{
    Ahead, Blind, Cost, Heuristic, LooksAhead, Meter, Pruner, Quality, Refuted, Reversible, Solution,
    StateSpace, Stats, Verdict, Whole, verify,
};

use crate::algorithm::Algorithm;
use crate::checkpoint::{Ending, InSlices, estimates, run_kept, run_telling};
use crate::crewed;
use crate::engines::{AnyEngine, engine, refused};
use crate::plan::Plan;
use crate::position::Position;
use crate::refusal::{Refusal, Setting, SolveError};
use crate::stepping::{View, Waiting};
use crate::untyped::TowardsStart;

/// What keys and moves of a state space mean on the plain board.
pub(crate) trait Meaning<P: StateSpace>: Send + Sync {
    /// The position with this key.
    fn position(&self, space: &P, key: &P::Key) -> Position;
    /// Moves from the start, in steps.
    fn steps(&self, space: &P, moves: &[P::Move]) -> Vec<Step>;
    /// The state at a position whose pieces are those of the start; `None` for kinds that do not tell.
    fn state(&self, _space: &P, _at: &Position) -> Option<P::State> {
        None
    }
}

/// A state space with a heuristic.
pub(crate) trait Search: Send + Sync {
    /// A search by a plan, not yet begun.
    fn begin<'s>(&'s self, plan: &'s Plan) -> Result<Going<'s>, SolveError>;
    /// A search by a plan, to its end; the solution has passed the check of the state space.
    fn run(&self, plan: &Plan, meter: &mut Meter<'_>) -> Result<Verdict<Step>, SolveError>;
    /// The same, its moves without types and not yet checked: for searches that are parts of a larger one.
    fn run_untyped(&self, plan: &Plan, meter: &mut Meter<'_>) -> Result<Verdict<AnyMove>, SolveError>;
    /// The space and the heuristic without types; `None` where that is left out.
    fn untyped(&self) -> Option<&AnySpace>;
    /// A solution in steps, once the state space has confirmed it.
    fn in_steps(&self, solution: Solution<AnyMove>) -> Result<Solution<Step>, Refuted>;
    /// The space alone, without types, for those who look at each of its positions; `None` where that is left out.
    fn bare(&self) -> Option<AnySpace>;
    /// The position with this key.
    fn position(&self, key: &AnyKey) -> Position;
    /// Moves from the start, in steps.
    fn steps(&self, moves: &[AnyMove]) -> Vec<Step>;
    /// The key of a position whose pieces are those of the start; `None` for kinds that do not tell.
    fn key_at(&self, at: &Position) -> Option<AnyKey>;
    /// All solutions of a cost, which must be the optimum.
    fn all_shortest(&self, cost: Cost, max: u64, keep: usize, meter: &mut Meter<'_>) -> AllShortest<Step>;
    /// The estimate of a position whose pieces are those of the start; `None` for kinds that do not tell.
    fn estimate_at(&self, at: &Position) -> Option<Cost>;
    /// What the heuristic says of the start, and what it promises.
    fn estimate(&self) -> (Cost, Quality);
}

/// A search under way whose space is known no more.
pub(crate) trait Running {
    /// Goes on until so many expansions are on the meter; the verdict if the search ends.
    fn go_on(&mut self, expansions: u64, meter: &mut Meter<'_>) -> Result<Option<Verdict<Step>>, SolveError>;
    /// The same within one iteration: see [`Engine::iterate_to`](slidewise_search::engine::Engine::iterate_to).
    fn iterate(
        &mut self,
        expansions: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Verdict<Step>>, SolveError>;
    /// What it has in hand.
    fn view(&self, stats: &Stats) -> View;
    /// What it is to expand next.
    fn waiting(&self, most: usize) -> Vec<Waiting>;
    /// What another search like it needs to go on, after these counters; `None` for searches that do not tell.
    fn save(&self, stats: &Stats) -> Option<Saved>;
    /// Goes on from there.
    fn restore(&mut self, saved: &Saved) -> Result<(), NotOfThisSearch>;
}

pub(crate) type Going<'s> = Box<dyn Running + Send + 's>;

/// What a search is made of. `BEAM`: whether beams are compiled at all, which takes long and pays for few combinations;
/// `A`: what IDA* keeps of a move.
pub(crate) struct Parts<P, H, N, W, A, const BEAM: bool = false> {
    typed: Arc<Pair<P, H>>,
    /// The same without types, for the searches that are compiled once; `None` where they are left out.
    any: Option<AnySpace>,
    back: TowardsStart,
    pruner: Arc<N>,
    meaning: W,
    /// HDA* with the types of this search, where it is compiled for them.
    shared: Option<Shared<P, H>>,
    ahead: PhantomData<fn() -> A>,
}

/// HDA* on the threads of a plan, or by its processes.
type Shared<P, H> = for<'s> fn(&'s P, &'s H, &Plan) -> Result<AnyEngine<'s, P>, Unsuited>;

impl<P, H, N, W, const BEAM: bool> Parts<P, H, N, W, Whole<H::Partial>, BEAM>
where
    P: Reversible<Key: ToAnyKey, Move: ToAnyMove> + 'static,
    H: Heuristic<P> + 'static,
    N: Pruner<P>,
{
    pub(crate) fn new(space: P, heuristic: H, pruner: Arc<N>, meaning: W) -> Self {
        Self::keeping(space, heuristic, pruner, meaning)
    }
}

impl<P, H, N, W, const BEAM: bool> Parts<P, H, N, W, H::Ahead, BEAM>
where
    P: Reversible<Key: ToAnyKey, Move: ToAnyMove> + 'static,
    H: LooksAhead<P> + 'static,
    N: Pruner<P>,
{
    /// For heuristics that look ahead in a way of their own.
    pub(crate) fn announced(space: P, heuristic: H, pruner: Arc<N>, meaning: W) -> Self {
        Self::keeping(space, heuristic, pruner, meaning)
    }
}

impl<P, H, N, W, A, const BEAM: bool> Parts<P, H, N, W, A, BEAM>
where
    P: Reversible<Key: ToAnyKey, Move: ToAnyMove> + 'static,
    H: Heuristic<P> + 'static,
    N: Pruner<P>,
    A: Ahead<P, H> + 'static,
{
    fn keeping(space: P, heuristic: H, pruner: Arc<N>, meaning: W) -> Self {
        let typed = Arc::new(Pair { space, heuristic });
        let any = cfg!(feature = "textbook").then(|| AnySpace::new(Arc::clone(&typed)));
        Self { any, typed, back: TowardsStart::ZERO, pruner, meaning, shared: None, ahead: PhantomData }
    }

    /// With an estimate towards the start, for searches from both ends.
    pub(crate) fn looking_back(self, back: TowardsStart) -> Self {
        Self { back, ..self }
    }

    /// With HDA* compiled for these types, for the few whose speed counts.
    pub(crate) fn sharing(self) -> Self {
        let shared: Shared<P, H> = |space, heuristic, plan| {
            Ok(match &plan.crew {
                Some(crew) if cfg!(not(target_family = "wasm")) => {
                    Box::new(HashDistributedByCrew::new(space, heuristic, crew.processes())?)
                }
                _ => Box::new(HashDistributed::new(space, heuristic, plan.threads)?) as AnyEngine<'_, P>,
            })
        };
        Self { shared: cfg!(feature = "textbook").then_some(shared), ..self }
    }

    fn engine(&self, plan: &Plan) -> Result<AnyEngine<'_, P>, SolveError> {
        let Pair { space, heuristic } = &*self.typed;
        if plan.algorithm == Algorithm::Hda
            && let Some(shared) = self.shared
        {
            return shared(space, heuristic, plan).map_err(|unsuited| refused(plan, unsuited));
        }
        let any = self.any.as_ref().map(|any| (any, &self.back));
        engine::<P, H, N, A, BEAM>(plan, space, heuristic, &self.pruner, any)
    }
}

impl<P, H, N, W, A, const BEAM: bool> Search for Parts<P, H, N, W, A, BEAM>
where
    P: Reversible<Key: ToAnyKey, Move: ToAnyMove> + Clone + 'static,
    H: Heuristic<P> + 'static,
    N: Pruner<P>,
    W: Meaning<P>,
    A: Ahead<P, H> + 'static,
{
    fn begin<'s>(&'s self, plan: &'s Plan) -> Result<Going<'s>, SolveError> {
        let engine = self.engine(plan)?;
        Ok(Box::new(Live { space: &self.typed.space, meaning: &self.meaning, plan, engine }))
    }

    fn run(&self, plan: &Plan, meter: &mut Meter<'_>) -> Result<Verdict<Step>, SolveError> {
        let Pair { space, heuristic } = &*self.typed;
        let mut engine = self.engine(plan)?;
        let said = || estimates(space, heuristic);
        let verdict = match (&plan.crew, &plan.kept) {
            (Some(crew), kept) if cfg!(not(target_family = "wasm")) => {
                in_slices(&mut *engine, |engine| crewed::run(engine, crew, kept.as_ref(), said(), meter))?
            }
            (None, Some(kept)) if cfg!(feature = "checkpoints") => {
                in_slices(&mut *engine, |engine| run_kept(engine, kept, said(), &|_| (), meter))?
            }
            _ if plan.algorithm == Algorithm::Ida => in_slices(&mut *engine, |engine| {
                run_telling(engine, meter);
                Ok(())
            })?,
            _ => engine.run(meter),
        };
        translated(&self.typed.space, &self.meaning, verdict).map_err(SolveError::Refuted)
    }

    fn run_untyped(&self, plan: &Plan, meter: &mut Meter<'_>) -> Result<Verdict<AnyMove>, SolveError> {
        if cfg!(not(feature = "textbook")) {
            return Err(Refusal::new(Setting::Algorithm, "was left out here").into());
        }
        let verdict = self.engine(plan)?.run(meter);
        let forget = |solution: Solution<P::Move>| Solution {
            moves: solution.moves.into_iter().map(ToAnyMove::to_any).collect(),
            cost: solution.cost,
            proof: solution.proof,
            lower_bound: solution.lower_bound,
        };
        Ok(match verdict {
            Verdict::Solved(solution) => Verdict::Solved(forget(solution)),
            Verdict::Unsolvable => Verdict::Unsolvable,
            Verdict::Stopped { why, best, lower_bound } => {
                Verdict::Stopped { why, best: best.map(forget), lower_bound }
            }
        })
    }

    fn untyped(&self) -> Option<&AnySpace> {
        self.any.as_ref()
    }

    fn in_steps(&self, solution: Solution<AnyMove>) -> Result<Solution<Step>, Refuted> {
        let Solution { moves, cost, proof, lower_bound } = solution;
        let moves = moves.into_iter().map(P::Move::from_any).collect();
        in_steps(&self.typed.space, &self.meaning, Solution { moves, cost, proof, lower_bound })
    }

    fn bare(&self) -> Option<AnySpace> {
        let bare = || AnySpace::new(Arc::new(Pair { space: self.typed.space.clone(), heuristic: Blind }));
        cfg!(feature = "surveys").then(bare)
    }

    fn position(&self, key: &AnyKey) -> Position {
        self.meaning.position(&self.typed.space, &P::Key::from_any(key))
    }

    fn steps(&self, moves: &[AnyMove]) -> Vec<Step> {
        let moves: Vec<P::Move> = moves.iter().map(|&m| P::Move::from_any(m)).collect();
        self.meaning.steps(&self.typed.space, &moves)
    }

    fn key_at(&self, at: &Position) -> Option<AnyKey> {
        let space = &self.typed.space;
        Some(space.pack(&self.meaning.state(space, at)?).to_any())
    }

    fn all_shortest(&self, cost: Cost, max: u64, keep: usize, meter: &mut Meter<'_>) -> AllShortest<Step> {
        if cfg!(not(feature = "surveys")) {
            return AllShortest { count: 0, solutions: Vec::new(), complete: false, stopped: None };
        }
        let Pair { space, heuristic } = &*self.typed;
        let found = all_shortest::<P, H, A>(space, heuristic, cost, max, keep, meter);
        let mut solutions = Vec::new();
        for moves in &found.solutions {
            solutions.push(self.meaning.steps(&self.typed.space, moves));
        }
        AllShortest { count: found.count, solutions, complete: found.complete, stopped: found.stopped }
    }

    fn estimate_at(&self, at: &Position) -> Option<Cost> {
        if cfg!(not(feature = "surveys")) {
            return None;
        }
        let Pair { space, heuristic } = &*self.typed;
        let state = self.meaning.state(space, at)?;
        Some(heuristic.estimate(space, &state))
    }

    fn estimate(&self) -> (Cost, Quality) {
        said(&self.typed.space, &self.typed.heuristic)
    }
}

/// Runs an engine by what need not know its types. It must be run until it has a verdict.
fn in_slices<P: StateSpace>(
    engine: &mut dyn Engine<P>,
    run: impl FnOnce(&mut dyn InSlices) -> Result<(), SolveError>,
) -> Result<Verdict<P::Move>, SolveError> {
    let mut sliced = Sliced { engine, verdict: None };
    run(&mut sliced)?;
    Ok(sliced.verdict.expect("a search was run to its end"))
}

/// An engine that is run a while at a time, with its verdict.
struct Sliced<'e, P: StateSpace> {
    engine: &'e mut dyn Engine<P>,
    verdict: Option<Verdict<P::Move>>,
}

impl<P: StateSpace> InSlices for Sliced<'_, P> {
    fn run_to(&mut self, expansions: u64, meter: &mut Meter<'_>) -> ControlFlow<Ending> {
        match self.engine.run_to(expansions, meter) {
            ControlFlow::Break(verdict) => {
                let stopped = matches!(verdict, Verdict::Stopped { .. });
                self.verdict = Some(verdict);
                ControlFlow::Break(if stopped { Ending::Stopped } else { Ending::Done })
            }
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
        }
    }

    fn save(&self, stats: &Stats) -> Option<Saved> {
        self.engine.save(stats)
    }

    fn restore(&mut self, saved: &Saved) -> Result<(), String> {
        self.engine.restore(saved).map_err(|error| error.to_string())
    }
}

/// What a heuristic says of the start of a space, and what it promises there.
pub(crate) fn said<P: StateSpace, H: Heuristic<P>>(space: &P, heuristic: &H) -> (Cost, Quality) {
    (heuristic.estimate(space, &space.start()), heuristic.quality(space))
}

/// A verdict in steps on the plain board, once the state space has confirmed its solution.
pub(crate) fn translated<P: StateSpace, W: Meaning<P> + ?Sized>(
    space: &P,
    meaning: &W,
    verdict: Verdict<P::Move>,
) -> Result<Verdict<Step>, Refuted> {
    let in_steps = |solution| in_steps(space, meaning, solution);
    Ok(match verdict {
        Verdict::Solved(solution) => Verdict::Solved(in_steps(solution)?),
        Verdict::Unsolvable => Verdict::Unsolvable,
        Verdict::Stopped { why, best, lower_bound } => {
            Verdict::Stopped { why, best: best.map(in_steps).transpose()?, lower_bound }
        }
    })
}

/// A solution in steps on the plain board, once the state space has confirmed it.
fn in_steps<P: StateSpace, W: Meaning<P> + ?Sized>(
    space: &P,
    meaning: &W,
    solution: Solution<P::Move>,
) -> Result<Solution<Step>, Refuted> {
    verify(space, &solution)?;
    Ok(Solution {
        moves: meaning.steps(space, &solution.moves),
        cost: solution.cost,
        proof: solution.proof,
        lower_bound: solution.lower_bound,
    })
}

struct Live<'s, P, W> {
    space: &'s P,
    meaning: &'s W,
    plan: &'s Plan,
    engine: AnyEngine<'s, P>,
}

impl<P: StateSpace, W: Meaning<P>> Running for Live<'_, P, W> {
    fn go_on(&mut self, expansions: u64, meter: &mut Meter<'_>) -> Result<Option<Verdict<Step>>, SolveError> {
        while meter.stats.expanded < expansions {
            if let ControlFlow::Break(verdict) = self.engine.step(meter) {
                let verdict = translated(self.space, self.meaning, verdict);
                return verdict.map(Some).map_err(SolveError::Refuted);
            }
        }
        Ok(None)
    }

    fn iterate(
        &mut self,
        expansions: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Verdict<Step>>, SolveError> {
        match self.engine.iterate_to(expansions, meter) {
            ControlFlow::Continue(()) => Ok(None),
            ControlFlow::Break(verdict) => {
                translated(self.space, self.meaning, verdict).map(Some).map_err(SolveError::Refuted)
            }
        }
    }

    fn save(&self, stats: &Stats) -> Option<Saved> {
        self.engine.save(stats)
    }

    fn restore(&mut self, saved: &Saved) -> Result<(), NotOfThisSearch> {
        self.engine.restore(saved)
    }

    fn view(&self, stats: &Stats) -> View {
        let seen = self.engine.view();
        let entry = self.plan.algorithm.entry();
        let none_is_done = entry.along_a_path || entry.expands_again;
        View {
            position: self.meaning.position(self.space, &seen.position),
            parent: seen.parent.map(|parent| self.meaning.position(self.space, &parent)),
            g: seen.g,
            h: seen.h,
            f: seen.h.map(|h| f(self.plan, seen.g, h)),
            bound: seen.bound,
            frontier: seen.frontier,
            closed: if none_is_done { 0 } else { stats.expanded - stats.reopened },
            stored: seen.stored,
        }
    }

    fn waiting(&self, most: usize) -> Vec<Waiting> {
        let mut shown = Vec::new();
        for waiting in self.engine.waiting(most) {
            shown.push(Waiting {
                position: self.meaning.position(self.space, &waiting.position),
                parent: waiting.parent.map(|parent| self.meaning.position(self.space, &parent)),
                g: waiting.g,
                h: waiting.h,
                f: waiting.h.map(|h| f(self.plan, waiting.g, h)),
            });
        }
        shown
    }
}

/// What a search by this plan takes positions in the order of.
fn f(plan: &Plan, g: Cost, h: Cost) -> f64 {
    match plan.algorithm {
        Algorithm::Greedy
        | Algorithm::HillClimbing
        | Algorithm::SteepestAscent
        | Algorithm::StochasticHillClimbing
        | Algorithm::RestartingHillClimbing
        | Algorithm::Annealing => h as f64,
        // The bound is that on what they find, and no weight of the estimate.
        Algorithm::Focal | Algorithm::Ees | Algorithm::Optimistic | Algorithm::DynamicPotential => {
            (g + h) as f64
        }
        _ => g as f64 + plan.weight_value().unwrap_or(1.0) * h as f64,
    }
}
