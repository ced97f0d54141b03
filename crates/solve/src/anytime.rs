//! A solution soon, then ever shorter ones with a proven bound beside them, for spaces of any kind that no exhaustive
//! search can hold.
//!
//! Rounds with growing budgets. First what a kind can make without a search, which is soon there; until there is a
//! solution, greedy search by a guide, then beams. From then on: shorter ways in the neighbourhood of the best one, as
//! long as there are any; a beam that may not be as long as the best; and a search with an admissible estimate that
//! raises the lower bound, or ends it all with the optimum. It runs through a space whose types are forgotten, so every
//! kind has it for one copy of the code.

use std::collections::HashMap;
use std::time::Duration;

use slidewise_puzzles::step::Step;
use slidewise_search::any::{AnyKey, AnyMove, AnySpace};
use slidewise_search::engine::shorten_nearby;
use slidewise_search::{Cost, Event, Limits, Meter, Proof, Solution, StateSpace, Stop, Verdict, Weight};

use crate::algorithm::Algorithm;
use crate::erased::Search;
use crate::plan::Plan;
use crate::position::Position;
use crate::puzzle::{Ended, Moment, Run, Spaces};
use crate::refusal::{Refusal, Setting, SolveError};
use crate::solver::Solver;
use crate::spec::HeuristicChoice;

/// Expansions of the first round.
pub(crate) const FIRST: u64 = 500;
/// How much more each round may do than the one before.
const GROWTH: u64 = 2;
/// A beam is as wide as the budget of its round divided by this: it has as many layers as the solution has moves.
const LAYERS: u64 = 50;
/// Until there is a solution, what makes them without a search may take so many times the budget of its round, in steps
/// of its own, which are far smaller than expansions.
const MAKING: u64 = 100;
/// Layers after which a beam gives up that looks for a first solution.
const DEEP: Cost = 2000;
/// The neighbourhood of a solution holds so many times the budget of its round.
const AROUND: u64 = 20;

/// A search with an admissible estimate, of so many expansions: what it proves, or the optimum.
pub(crate) type Prover<'p> = dyn FnMut(u64, &mut Meter<'_>) -> Result<Verdict<Step>, SolveError> + 'p;

/// Makes a solution by other means than search, a shorter one than it made before; `None` when the meter ends it.
pub(crate) type Maker<'p> = dyn FnMut(&mut Meter<'_>) -> Option<Vec<Step>> + 'p;

/// How wide a beam is where no width is asked for, of kinds whose beams run through a space without types.
pub(crate) const BEAM_WIDTH: usize = 1000;

/// What a kind gives to anytime search.
pub(crate) struct Means<'p> {
    /// The heuristic that guides to any solution.
    pub(crate) guide: &'static str,
    /// An admissible one.
    pub(crate) proof: &'static str,
    /// What makes solutions without a search.
    pub(crate) make: &'p mut Maker<'p>,
    /// What else proves a bound.
    pub(crate) prove: &'p mut Prover<'p>,
    /// Expansions of the first round.
    pub(crate) first: u64,
    /// Whether there are shorter ways in the neighbourhood of solutions.
    pub(crate) nearby: bool,
}

/// The most time that is set aside for any solution, if a search finds none.
const TO_MAKE: Duration = Duration::from_secs(1);
/// And what it may cost then, in steps of what makes it: some milliseconds.
const LAST_MAKING: u64 = 5_000;
/// Expansions of greedy search where it is not the time that is up.
const LAST_GREEDY: u64 = 20_000;

/// Another search than this one; where the user left everything open, and it is stopped before it has a solution, what
/// can be made without a search stands in for it, or else what greedy search finds by `guide` in the rest of the time.
pub(crate) fn or_made<T: Spaces + ?Sized>(
    puzzle: &T,
    solver: &Solver,
    plan: &Plan,
    (guide, make): (&'static str, &mut Maker<'_>),
    meter: &mut Meter<'_>,
    search: impl FnOnce(&mut Meter<'_>) -> Result<Ended, SolveError>,
) -> Result<Ended, SolveError> {
    if !plan.open {
        return search(meter);
    }
    let left = meter.remaining();
    let time = left.time.map(|time| time - (time / 4).min(TO_MAKE));
    let ended = match meter.stage(Limits { time, ..left }, search) {
        Err(SolveError::Interrupted(why)) => {
            Ended { verdict: Verdict::Stopped { why, best: None, lower_bound: 0 }, explored: None }
        }
        ended => ended?,
    };
    let Verdict::Stopped { why, best: None, lower_bound } = ended.verdict else { return Ok(ended) };
    let mut unseen = ();
    let limits = Limits { nodes: Some(LAST_MAKING), ..Limits::default() };
    let made = make(&mut Meter::new(limits, meter.cancel().clone(), &mut unseen));
    let moves = match made {
        None if why != Stop::Cancelled => {
            let time = meter.remaining().time;
            let nodes = (why != Stop::Time).then_some(LAST_GREEDY);
            let limits = Limits { nodes, time, memory: meter.limits().memory };
            let meter = &mut Meter::new(limits, meter.cancel().clone(), &mut unseen);
            greedily(puzzle, solver, plan, guide, meter)
        }
        made => made,
    };
    let best = moves.map(|moves| {
        let cost = puzzle.length(plan.metric, &moves) as Cost;
        Solution { moves, cost, proof: Proof::None, lower_bound: lower_bound.min(cost) }
    });
    Ok(Ended { verdict: Verdict::Stopped { why, best, lower_bound }, ..ended })
}

fn greedily<T: Spaces + ?Sized>(
    puzzle: &T,
    solver: &Solver,
    plan: &Plan,
    guide: &'static str,
    meter: &mut Meter<'_>,
) -> Option<Vec<Step>> {
    let heuristic = Some(HeuristicChoice::named(guide));
    let plan = Plan { heuristic, ..Plan::bare(Algorithm::Greedy, plan.metric) };
    let search = puzzle.search(solver, &plan, meter, &mut Vec::new()).ok()?;
    match search.run(&plan, meter) {
        Ok(Verdict::Solved(solution)) => Some(solution.moves),
        _ => None,
    }
}

/// Anytime search for a kind.
pub(crate) fn solve<T: Spaces + ?Sized>(
    puzzle: &T,
    solver: &Solver,
    plan: &Plan,
    by: Means<'_>,
    run: &mut Run<'_, '_>,
) -> Result<Ended, SolveError> {
    let Means { guide, proof, make, prove: also, first, nearby } = by;
    let with = |heuristic: &'static str, algorithm| Plan {
        heuristic: Some(HeuristicChoice::named(heuristic)),
        algorithm,
        ..plan.clone()
    };
    let (guided, proven) = (with(guide, plan.algorithm), with(proof, Algorithm::Astar));
    let made = if run.first.is_none() { first_made(puzzle, plan, make, run) } else { None };
    // That was no time for tables.
    run.began = Moment::now(run.meter);
    let ended =
        improved(puzzle, solver, (&guided, &proven), (made.as_deref(), make, also), (first, nearby), run);
    match (ended, made) {
        // There was no time or memory left for the estimates.
        (Err(SolveError::Interrupted(why)), Some(moves)) => {
            let cost = puzzle.length(plan.metric, &moves) as Cost;
            let best = Some(Solution { moves, cost, proof: Proof::None, lower_bound: 0 });
            Ok(Ended { verdict: Verdict::Stopped { why, best, lower_bound: 0 }, explored: None })
        }
        (ended, _) => ended,
    }
}

/// A solution before there are estimates, whose tables may take longer than there is time.
fn first_made<T: Spaces + ?Sized>(
    puzzle: &T,
    plan: &Plan,
    make: &mut Maker<'_>,
    run: &mut Run<'_, '_>,
) -> Option<Vec<Step>> {
    let limits = Limits { nodes: Some(FIRST.saturating_mul(MAKING)), ..Limits::default() };
    let made = run.meter.part(limits, |part| make(part))?;
    run.meter.tell(Event::Improved(puzzle.length(plan.metric, &made) as Cost));
    Some(made)
}

/// The search with its two plans: the one that guides and the one that proves.
fn improved<T: Spaces + ?Sized>(
    puzzle: &T,
    solver: &Solver,
    (guided, proven): (&Plan, &Plan),
    (made, make, also): (Option<&[Step]>, &mut Maker<'_>, &mut Prover<'_>),
    (budget, nearby): (u64, bool),
    run: &mut Run<'_, '_>,
) -> Result<Ended, SolveError> {
    let guide = puzzle.search(solver, guided, run.meter, run.warnings)?;
    let proof = puzzle.search(solver, proven, run.meter, run.warnings)?;
    run.begin()?;
    let mut prove = |nodes: u64, meter: &mut Meter<'_>| {
        let half = Limits { nodes: Some(nodes / 2), ..Limits::default() };
        let first = meter.part(half, |meter| proof.run(proven, meter))?;
        let Verdict::Stopped { lower_bound: known, .. } = first else { return Ok(first) };
        Ok(match meter.part(half, |meter| also(nodes / 2, meter))? {
            Verdict::Stopped { why, best, lower_bound } => {
                Verdict::Stopped { why, best, lower_bound: lower_bound.max(known) }
            }
            ended => ended,
        })
    };
    // Without the estimate, which would be worked out for every move that is looked at.
    let bare = guide.bare().or_else(|| guide.untyped().cloned());
    let moves = |steps: &[Step]| moves_along(&*guide, bare.as_ref()?, &positions(puzzle, steps)?);
    let first = run.first.or(made).and_then(moves);
    let mut make = |meter: &mut Meter<'_>| moves(&make(meter)?);
    // The first bound is that of the start alone.
    let (estimate, quality) = proof.estimate();
    let floor = if quality.admissible { estimate } else { 0 };
    let fresh = made.is_some();
    let full = Full { around: !nearby, ..Full::default() };
    let anytime =
        Anytime { guide: &*guide, plan: guided, make: &mut make, prove: &mut prove, budget, full, fresh };
    let verdict = anytime.run(first, floor, run.meter)?;
    Ok(Ended { verdict, explored: None })
}

/// A prover that has nothing to add.
pub(crate) fn nothing_else(_: u64, _: &mut Meter<'_>) -> Result<Verdict<Step>, SolveError> {
    Ok(Verdict::Stopped { why: Stop::Nodes, best: None, lower_bound: 0 })
}

/// The positions along steps from the start; `None` if they cannot be made.
fn positions<T: Spaces + ?Sized>(puzzle: &T, steps: &[Step]) -> Option<Vec<Position>> {
    let mut at = puzzle.start();
    let mut all = vec![at.clone()];
    for &step in steps {
        puzzle.apply(&mut at, step).ok()?;
        all.push(at.clone());
    }
    Some(all)
}

/// The moves along positions that are a step apart, as far ahead as each goes; `None` for kinds that do not tell.
fn moves_along(guide: &dyn Search, space: &AnySpace, positions: &[Position]) -> Option<Vec<AnyMove>> {
    let keys: Option<Vec<AnyKey>> = positions.iter().map(|at| guide.key_at(at)).collect();
    let keys = keys?;
    // The last place of each position.
    let places: HashMap<&AnyKey, usize> = keys.iter().zip(0..).collect();
    let mut state = space.start();
    let (mut at, mut moves) = (0, Vec::new());
    while at + 1 < keys.len() {
        let mut furthest: Option<(usize, AnyMove)> = None;
        for m in space.moves(&state, None) {
            space.apply(&mut state, m);
            let place = places.get(&space.pack(&state)).copied();
            space.undo(&mut state, m);
            if let Some(place) = place.filter(|&place| furthest.is_none_or(|(index, _)| place > index)) {
                furthest = Some((place, m));
            }
        }
        let (next, m) = furthest.filter(|&(index, _)| index > at)?;
        space.apply(&mut state, m);
        moves.push(m);
        at = next;
    }
    Some(moves)
}

/// What anytime search works with.
struct Anytime<'a> {
    /// The space with an estimate that guides, whether it is admissible or not.
    guide: &'a dyn Search,
    plan: &'a Plan,
    /// What makes solutions without a search.
    make: &'a mut dyn FnMut(&mut Meter<'_>) -> Option<Vec<AnyMove>>,
    prove: &'a mut Prover<'a>,
    /// Expansions of the next round.
    budget: u64,
    full: Full,
    /// Whether the first solution is one that was made just now: better ones are soon made too.
    fresh: bool,
}

fn cost_of(space: &AnySpace, moves: &[AnyMove]) -> Cost {
    moves.iter().map(|&m| space.cost(m)).sum()
}

/// The best solution so far, and what no solution costs less than.
struct Best {
    way: Option<(Vec<AnyMove>, Cost)>,
    lower: Cost,
}

/// Which parts of a round ran out of memory, or are not for this kind, and are not tried again.
#[derive(Clone, Copy, Default)]
struct Full {
    greedy: bool,
    beam: bool,
    around: bool,
    proof: bool,
}

impl Full {
    fn all(&self) -> bool {
        self.beam && self.around && self.proof
    }
}

impl Anytime<'_> {
    /// Searches until a limit is reached or the best is near enough. `first` is a solution to begin with, `floor` a
    /// lower bound.
    fn run(
        mut self,
        first: Option<Vec<AnyMove>>,
        floor: Cost,
        meter: &mut Meter<'_>,
    ) -> Result<Verdict<Step>, SolveError> {
        let guide = self.guide;
        let Some(space) = guide.untyped() else {
            let reason = "anytime search of this kind of puzzle was left out here";
            return Err(Refusal::new(Setting::Algorithm, reason).instead(["astar", "wastar"]).into());
        };
        let way = first.map(|moves| {
            let cost = cost_of(space, &moves);
            (moves, cost)
        });
        let mut best = Best { way, lower: floor };
        let (mut full, mut budget) = (self.full, self.budget);
        let why = loop {
            let round = self.round(space, budget, &mut best, &mut full, meter);
            match round {
                Ok(Some(verdict)) => return Ok(verdict),
                Ok(None) if self.is_near_enough(&best) => return Ok(Verdict::Solved(self.solution(best)?)),
                Ok(None) if full.all() => break Stop::Memory,
                Ok(None) => budget = budget.saturating_mul(GROWTH),
                Err(Over::By(stop)) => break stop,
                Err(Over::With(error)) => return Err(error),
            }
        };
        let lower_bound = best.lower;
        let best = best.way.is_some().then(|| self.solution(best)).transpose()?;
        Ok(Verdict::Stopped { why, best, lower_bound })
    }

    /// One round. A verdict if the proof ended it all.
    fn round(
        &mut self,
        space: &AnySpace,
        budget: u64,
        best: &mut Best,
        full: &mut Full,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Verdict<Step>>, Over> {
        self.make(space, budget, best, meter)?;
        if best.way.is_none() && !full.greedy {
            let plan = self.part_plan(Algorithm::Greedy);
            full.greedy = self.search(&plan, budget, best, meter)?;
        }
        if best.way.is_some() && !full.around {
            full.around = self.look_around(space, budget, best, meter)?;
        }
        if !full.beam {
            let width = (budget / LAYERS).max(10) as usize;
            let limit = best.way.as_ref().map_or(DEEP, |(_, cost)| cost.saturating_sub(1));
            let plan = Plan {
                beam_width: Some(width),
                depth_limit: Some(limit),
                threads: self.plan.threads,
                ..self.part_plan(Algorithm::Beam)
            };
            full.beam = self.search(&plan, budget * 4, best, meter)?;
        }
        if !full.proof {
            return self.raise(budget, best, full, meter);
        }
        Ok(None)
    }

    /// Makes solutions without a search, as long as they get shorter.
    fn make(
        &mut self,
        space: &AnySpace,
        budget: u64,
        best: &mut Best,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let at_first = best.way.is_none() || std::mem::take(&mut self.fresh);
        let share = if at_first { budget.saturating_mul(MAKING) } else { budget };
        let end = meter.stats.expanded.saturating_add(share);
        loop {
            let left = end.saturating_sub(meter.stats.expanded);
            let limits = Limits { nodes: Some(left), ..Limits::default() };
            let Some(moves) = meter.part(limits, |meter| (self.make)(meter)) else { break };
            let cost = cost_of(space, &moves);
            best.take(moves, cost, meter);
        }
        meter.check_limits()
    }

    fn part_plan(&self, algorithm: Algorithm) -> Plan {
        Plan {
            heuristic: self.plan.heuristic.clone(),
            seed: self.plan.seed,
            ..Plan::bare(algorithm, self.plan.metric)
        }
    }

    /// Looks for a shorter solution by a search of its own; whether that ran out of memory.
    fn search(&self, plan: &Plan, nodes: u64, best: &mut Best, meter: &mut Meter<'_>) -> Result<bool, Over> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let verdict = meter.part(limits, |meter| self.guide.run_untyped(plan, meter))?;
        let full = matches!(verdict, Verdict::Stopped { why: Stop::Memory, .. });
        if let Verdict::Solved(solution) | Verdict::Stopped { best: Some(solution), .. } = verdict {
            best.take(solution.moves, solution.cost, meter);
        }
        meter.check_limits()?;
        Ok(full)
    }

    /// Shortens the best solution by what lies around it, as long as that helps; whether memory ran out.
    fn look_around(
        &self,
        space: &AnySpace,
        budget: u64,
        best: &mut Best,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Over> {
        while let Some((moves, _)) = &best.way {
            let limits = Limits { nodes: Some(budget.saturating_mul(AROUND)), ..Limits::default() };
            let most = budget.saturating_mul(AROUND).min(1 << 31) as usize;
            let found = meter.part(limits, |meter| shorten_nearby(space, moves, most, meter));
            meter.check_limits()?;
            match found {
                Ok(Some((moves, cost))) => best.take(moves, cost, meter),
                Ok(None) | Err(Stop::Nodes) => return Ok(false),
                Err(Stop::Memory) => return Ok(true),
                Err(stop) => return Err(stop.into()),
            }
        }
        Ok(false)
    }

    /// Raises the lower bound.
    fn raise(
        &mut self,
        budget: u64,
        best: &mut Best,
        full: &mut Full,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Verdict<Step>>, Over> {
        let limits = Limits { nodes: Some(budget), ..Limits::default() };
        let verdict = meter.part(limits, |meter| (self.prove)(budget, meter))?;
        match verdict {
            Verdict::Stopped { why, lower_bound, .. } => {
                full.proof = why == Stop::Memory;
                if lower_bound > best.lower {
                    best.lower = lower_bound;
                    meter.tell(Event::Bound(lower_bound));
                }
            }
            Verdict::Solved(ref solution) if solution.proof == Proof::Optimal => {
                meter.tell(Event::Improved(solution.cost));
                return Ok(Some(verdict));
            }
            Verdict::Solved(solution) => best.lower = best.lower.max(solution.lower_bound),
            Verdict::Unsolvable => return Ok(Some(Verdict::Unsolvable)),
        }
        meter.check_limits()?;
        Ok(None)
    }

    fn is_near_enough(&self, best: &Best) -> bool {
        best.way.as_ref().is_some_and(|(_, cost)| self.plan.bound.lower_bound(*cost) <= best.lower)
    }

    fn solution(&self, best: Best) -> Result<Solution<Step>, SolveError> {
        let (moves, cost) = best.way.unwrap_or_default();
        let lower_bound = best.lower.min(cost);
        let proof = match lower_bound == cost {
            true => Proof::Optimal,
            false if self.is_within(cost, lower_bound) => Proof::Within(self.plan.bound),
            false => Proof::None,
        };
        let solution = Solution { moves, cost, proof, lower_bound };
        self.guide.in_steps(solution).map_err(SolveError::Refuted)
    }

    fn is_within(&self, cost: Cost, lower: Cost) -> bool {
        self.plan.bound != Weight::ONE && self.plan.bound.lower_bound(cost) <= lower
    }
}

impl Best {
    fn take(&mut self, moves: Vec<AnyMove>, cost: Cost, meter: &mut Meter<'_>) {
        if self.way.as_ref().is_none_or(|(_, known)| cost < *known) {
            self.way = Some((moves, cost));
            meter.tell(Event::Improved(cost));
        }
    }
}

/// Why a round ended before its end.
enum Over {
    By(Stop),
    With(SolveError),
}

impl From<Stop> for Over {
    fn from(stop: Stop) -> Self {
        Self::By(stop)
    }
}

impl From<SolveError> for Over {
    fn from(error: SolveError) -> Self {
        Self::With(error)
    }
}
