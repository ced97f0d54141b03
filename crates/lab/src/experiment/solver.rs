//! The executor that really solves.

use std::collections::HashMap;
use std::time::Duration;

use slidewise_search::{Cancel, Cost, Event, Limits, Observer, Stats};

use super::{Executor, Instance, Invalid, Measured, Spec, Subject};
use crate::answer::{Outcome, TileAnswer};
use crate::bricks::BrickAnswer;
use crate::record::{proof_name, stop_name, verdict_name};
use crate::registry::Named;
use crate::{Lab, Watch, machine};

/// Solves puzzles with one lab, whose tables serve all runs.
pub struct Solver<O> {
    lab: Lab,
    observer: O,
    memory: Option<u64>,
    /// Combination and kind of board that were tried, with the time that their tables took.
    prepared: HashMap<(String, String), Duration>,
}

impl<O: Observer> Solver<O> {
    /// A solver that tells this observer how each search goes. Without a memory limit each run may use three quarters
    /// of what is free now.
    pub fn new(observer: O) -> Self {
        let memory = machine::free_memory().map(|free| free / 4 * 3);
        Self { lab: Lab::new(), observer, memory, prepared: HashMap::new() }
    }

    fn solve(
        &mut self,
        instance: &Instance,
        spec: &Spec,
        limits: Limits,
        seed: u64,
        cancel: &Cancel,
    ) -> Result<(Measured, Duration), Invalid> {
        let limits = Limits { memory: limits.memory.or(self.memory), ..limits };
        let mut bounds = Bounds { inner: &mut self.observer, announced: Vec::new() };
        let watch = Watch { limits, cancel: cancel.clone(), observer: &mut bounds };
        let failed = |reason: String| Invalid(format!("{spec} on \"{}\": {reason}", instance.name));
        let before = machine::cpu_time();
        let (mut measured, setup) = match &instance.subject {
            Subject::Tiles(puzzle) => {
                let answer = self.lab.solve_watched(puzzle, &spec.for_tiles(seed), watch);
                let answer = answer.map_err(|error| failed(error.to_string()))?;
                (of_tiles(&answer), answer.setup)
            }
            Subject::Bricks(bricks) => {
                let brick_spec = spec.for_bricks(bricks.parsed.default_metric());
                let answer = self.lab.solve_bricks(&bricks.parsed.puzzle, &brick_spec, watch);
                let answer = answer.map_err(|error| failed(error.to_string()))?;
                (of_bricks(&answer), Duration::ZERO)
            }
        };
        measured.by_bound = by_bound(&bounds.announced, measured.stats.expanded);
        measured.cpu = machine::cpu_time().zip(before).map(|(now, before)| now.saturating_sub(before));
        Ok((measured, setup))
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

impl<O: Observer> Executor for Solver<O> {
    /// A search of one expansion finds out whether the pair can be run, and builds its tables. Boards of the same
    /// size with the blank at the same place in the goal share them.
    fn prepare(&mut self, instance: &Instance, spec: &Spec, cancel: &Cancel) -> Result<Duration, Invalid> {
        let kind = match &instance.subject {
            Subject::Tiles(puzzle) => format!("{} {}", instance.subject.group(), puzzle.goal().blank()),
            Subject::Bricks(_) => instance.name.clone(),
        };
        let key = (spec.to_string(), kind);
        if let Some(&setup) = self.prepared.get(&key) {
            return Ok(setup);
        }
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let (_, setup) = self.solve(instance, spec, limits, 0, cancel)?;
        self.prepared.insert(key, setup);
        Ok(setup)
    }

    fn execute(
        &mut self,
        instance: &Instance,
        spec: &Spec,
        limits: Limits,
        seed: u64,
        cancel: &Cancel,
    ) -> Result<Measured, Invalid> {
        self.solve(instance, spec, limits, seed, cancel).map(|(measured, _)| measured)
    }
}

fn stopped_by(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Stopped(stop) => Some(stop_name(stop)),
        Outcome::Solved | Outcome::Unsolvable => None,
    }
}

fn of_tiles(answer: &TileAnswer) -> Measured {
    let (chosen, solution) = (&answer.chosen, answer.solution.as_ref());
    Measured {
        verdict: verdict_name(answer.outcome),
        stopped_by: stopped_by(answer.outcome),
        cost: solution.map(|solution| solution.cost),
        proof: solution.map(|solution| proof_name(solution.proof)),
        lower_bound: answer.lower_bound,
        heuristic: chosen.heuristic.as_ref().map(ToString::to_string),
        weight: chosen.weight.map(|w| f64::from(w.num()) / f64::from(w.den())),
        repr: Some(chosen.repr.name()),
        metric: chosen.metric.name(),
        stats: answer.stats,
        wall: answer.elapsed,
        cpu: None,
        by_bound: Vec::new(),
    }
}

fn of_bricks(answer: &BrickAnswer) -> Measured {
    let (chosen, solution) = (&answer.chosen, answer.solution.as_ref());
    Measured {
        verdict: verdict_name(answer.outcome),
        stopped_by: stopped_by(answer.outcome),
        cost: solution.map(|solution| solution.cost),
        proof: solution.map(|solution| proof_name(solution.proof)),
        lower_bound: answer.lower_bound,
        heuristic: chosen.heuristic.map(|heuristic| heuristic.name().to_string()),
        weight: chosen.weight.map(|w| f64::from(w.num()) / f64::from(w.den())),
        repr: None,
        metric: chosen.metric.name(),
        stats: answer.stats,
        wall: answer.elapsed,
        cpu: None,
        by_bound: Vec::new(),
    }
}
