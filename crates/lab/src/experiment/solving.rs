//! The executor that really solves.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use slidewise_solve::search::{Cancel, Cost, Event, Limits, Observer, Stats};
use slidewise_solve::{Answer, SolveError, Solver, Watch, Writing, machine, proof_name, stop_name};

use super::{Executor, Instance, Measured, Spec};

/// Solves puzzles with one solver, whose tables serve all runs.
pub struct Solving<O> {
    solver: Arc<Solver>,
    observer: O,
    memory: Option<u64>,
    /// Combination and board that were tried, with the time that their tables took.
    prepared: HashMap<(String, String), Duration>,
}

impl<O: Observer> Solving<O> {
    /// Tells this observer how each search goes. Without a memory limit each run may use three quarters of what is free
    /// now.
    pub fn new(observer: O) -> Self {
        Self::with(Solver::new(), observer)
    }

    /// With a solver that has tables of its own, or a place to put what does not fit into memory. It may be shared.
    pub fn with(solver: impl Into<Arc<Solver>>, observer: O) -> Self {
        let memory = machine::free_share();
        Self { solver: solver.into(), observer, memory, prepared: HashMap::new() }
    }

    fn solve(
        &mut self,
        instance: &Instance,
        spec: &Spec,
        limits: Limits,
        seed: u64,
        cancel: &Cancel,
    ) -> Result<(Measured, Duration), SolveError> {
        let limits = Limits { memory: limits.memory.or(self.memory), ..limits };
        let mut bounds = Bounds { inner: &mut self.observer, announced: Vec::new() };
        let watch = Watch { limits, cancel: cancel.clone(), observer: &mut bounds };
        let answer = instance.puzzle.solve(&self.solver, &spec.with_seed(seed), watch)?;
        let by_bound = by_bound(&bounds.announced, answer.stats.expanded);
        Ok((Measured { by_bound, moves: moves(instance, &answer), ..measured(&answer) }, answer.setup))
    }
}

/// Notes how many positions had been expanded when each bound was announced.
struct Bounds<'a, O> {
    inner: &'a mut O,
    announced: Vec<(Cost, u64)>,
}

impl<O: Observer> Observer for Bounds<'_, O> {
    fn event(&mut self, event: Event, stats: &Stats, elapsed: Duration) {
        if let Event::Bound(bound) = event {
            self.announced.push((bound, stats.expanded));
        }
        self.inner.event(event, stats, elapsed);
    }
}

/// Expansions under each bound. What comes before the first announcement is under the bound below it.
fn by_bound(announced: &[(Cost, u64)], expanded: u64) -> Vec<(Cost, u64)> {
    let before =
        announced.first().filter(|first| first.1 > 0).map(|first| (first.0.saturating_sub(1), first.1));
    let ends = announced.iter().skip(1).map(|next| next.1).chain([expanded]);
    let under = announced.iter().zip(ends).map(|(&(bound, begin), end)| (bound, end.saturating_sub(begin)));
    before.into_iter().chain(under).collect()
}

impl<O: Observer> Executor for Solving<O> {
    /// A search of one expansion finds out whether the pair can be run, and builds its tables. Puzzles of one size with
    /// the same goal share them, where size is what matters.
    fn prepare(&mut self, instance: &Instance, spec: &Spec, cancel: &Cancel) -> Result<Duration, SolveError> {
        let shared = instance.puzzle.goal_text().filter(|_| instance.puzzle.kind().entry().groups_by_size);
        let board = match shared {
            Some(goal) => format!("{} to {goal}", instance.group()),
            None => instance.name.clone(),
        };
        let key = (spec.to_string(), board);
        if let Some(&setup) = self.prepared.get(&key) {
            return Ok(setup);
        }
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let (measured, setup) = self.solve(instance, spec, limits, 0, cancel)?;
        // A board that cannot be solved is known as such before anything is built for it.
        if measured.verdict != "unsolvable" {
            self.prepared.insert(key, setup);
        }
        Ok(setup)
    }

    fn execute(
        &mut self,
        instance: &Instance,
        spec: &Spec,
        limits: Limits,
        seed: u64,
        cancel: &Cancel,
    ) -> Result<Measured, SolveError> {
        self.solve(instance, spec, limits, seed, cancel).map(|(measured, _)| measured)
    }
}

/// The moves of the solution in the notation that the kind has if nothing is said.
fn moves(instance: &Instance, answer: &Answer) -> Option<String> {
    let way = answer.solution.as_ref()?;
    let writing = Writing { convention: None, runs: false, metric: Some(answer.plan.metric) };
    instance.puzzle.write_moves(&way.steps, &writing).ok()
}

/// What an answer comes to.
fn measured(answer: &Answer) -> Measured {
    let (plan, way) = (&answer.plan, answer.solution.as_ref());
    Measured {
        verdict: answer.outcome.name(),
        stopped_by: answer.stopped_by.map(stop_name),
        cost: answer.cost(),
        moves: None,
        proof: way.map(|way| proof_name(way.proof)),
        lower_bound: answer.lower_bound,
        heuristic: plan.heuristic.as_ref().map(ToString::to_string),
        weight: plan.weight_value(),
        repr: plan.repr,
        metric: plan.metric.name(),
        threads: plan.threads,
        stats: answer.stats,
        wall: answer.elapsed,
        cpu: answer.cpu,
        by_bound: Vec::new(),
    }
}
