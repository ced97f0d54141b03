//! Searches by policies and by chance: what they are known for, beside being right.

use super::super::*;
use super::graphs::{Graph, Kind, Numbers, estimates};
use super::toys::{self, Pancakes};
use crate::closures::{consistent, guess};
use crate::space::DEAD_END;
use crate::verdict::verify;

fn expanded<P: StateSpace>(engine: &mut impl Engine<P>) -> (Verdict<P::Move>, u64) {
    let mut nobody = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
    let verdict = engine.run(&mut meter);
    (verdict, meter.stats.expanded)
}

/// The probability of a way by the policy that the estimates make, worked out anew.
fn probability<P: StateSpace, H: Heuristic<P>>(space: &P, h: &H, solution: &Solution<P::Move>) -> f64 {
    let (mut state, mut p) = (space.start(), 1.0);
    for &taken in &solution.moves {
        let weight = |state: &P::State, m: P::Move| {
            let mut there = state.clone();
            space.apply(&mut there, m);
            match h.estimate(space, &there) {
                dead if dead >= UNCOUNTED => 0.0,
                h => (-((h + space.cost(m)) as f64)).exp2(),
            }
        };
        let all: f64 = space.moves(&state, None).map(|m| weight(&state, m)).sum();
        p *= weight(&state, taken) / all;
        space.apply(&mut state, taken);
    }
    p
}

/// The bound of its authors: no more expansions than the solution's positions over its probability.
#[test]
fn levin_search_keeps_its_bound() {
    let (gaps, far) = (consistent(toys::gaps), guess(|stack: &Pancakes| 3 * toys::gaps(stack)));
    let mut tight = 0;
    for start in [[5, 2, 0, 4, 1, 3], [1, 3, 5, 0, 2, 4], [4, 5, 0, 1, 3, 2], [2, 0, 5, 3, 4, 1]] {
        let space = toys::pancakes(&start);
        let mut check = |solution: &Solution<_>, expanded: u64, p: f64| {
            assert_eq!(verify(&space, solution), Ok(()));
            let bound = (solution.moves.len() + 1) as f64 / p;
            assert!(expanded as f64 <= bound * 1.000_001, "{start:?}: {expanded} of {bound}");
            tight += u32::from(expanded as f64 > bound / 100.0);
        };
        let (verdict, count) = expanded(&mut Levin::new(&space, &gaps));
        let solution = verdict.into_solution().unwrap();
        check(&solution, count, probability(&space, &gaps, &solution));
        let (verdict, count) = expanded(&mut Levin::new(&space, &far));
        let solution = verdict.into_solution().unwrap();
        check(&solution, count, probability(&space, &far, &solution));
    }
    assert!(tight > 0, "the bound says something");
}

/// With an estimate that is the distance, the policy is sure, and little else than the way is expanded.
#[test]
fn a_good_policy_goes_straight() {
    let line = toys::numbers(500, |n| vec![(n - 1, 1), (n + 1, 1), (n + 2, 1)], |n| n == 0);
    let h = toys::estimate(|n| 4 * n);
    let (verdict, count) = expanded(&mut Levin::new(&line, &h));
    assert_eq!(verdict.solution().map(|solution| solution.cost), Some(500));
    assert!(count < 600, "{count}");
}

/// Whatever the estimates, solvable graphs are solved and others are found not to be.
#[test]
fn policies_and_chance_search_any_graph() {
    for seed in 0..300 {
        let graph = Graph::random(seed, [1, 1000][seed as usize % 2]);
        let (space, to_goal) = (graph.space(), graph.distances(&graph.goals));
        let truth = to_goal[usize::from(graph.start)];
        let mut numbers = Numbers(seed);
        for kind in [Kind::Consistent, Kind::Wrong] {
            let heuristic = estimates(&to_goal, kind, &mut numbers);
            let engines: [Box<dyn Engine<_>>; 3] = [
                Box::new(Levin::new(&space, &heuristic)),
                Box::new(MonteCarlo::new(&space, &heuristic, seed)),
                Box::new(MonteCarlo::new(&space, &heuristic, seed + 1)),
            ];
            for (number, mut engine) in engines.into_iter().enumerate() {
                let verdict = engine.solve();
                let what = format!("graph {seed}, {kind:?}, {number}: {verdict}, not {truth}");
                match verdict.solution() {
                    Some(solution) => {
                        assert_eq!(verify(&space, solution), Ok(()), "{what}");
                        assert!(solution.lower_bound <= truth && truth <= solution.cost, "{what}");
                    }
                    None => assert!(verdict == Verdict::Unsolvable && truth == DEAD_END, "{what}"),
                }
            }
        }
    }
}

/// Rewards lead: with an estimate fewer positions are expanded than without; and a seed decides all.
#[test]
fn monte_carlo_search_learns_from_rewards() {
    let (gaps, blind) = (consistent(toys::gaps), consistent(|_: &Pancakes| 0));
    let space = toys::pancakes(&[3, 6, 0, 4, 1, 7, 5, 2]);
    let mean = |h: &dyn Fn(u64) -> u64| (0..8).map(h).sum::<u64>() / 8;
    // Those of the tree: steps of random walks are expansions too.
    let in_tree = |engine: &mut dyn Engine<_>| {
        assert!(engine.solve().solution().is_some());
        (engine.view().stored - engine.view().frontier) as u64
    };
    let guided = mean(&|seed| in_tree(&mut MonteCarlo::new(&space, &gaps, seed)));
    let astray = mean(&|seed| in_tree(&mut MonteCarlo::new(&space, &blind, seed)));
    assert!(4 * guided < astray, "{guided} and {astray} positions");
    let again = |seed| expanded(&mut MonteCarlo::new(&space, &gaps, seed));
    assert_eq!(again(7), again(7));
    assert!((0..8).any(|seed| again(seed) != again(seed + 8)));
}

/// Each step of a random walk is on the meter: what looks at moves is an expansion, at most one a step, and node limits
/// hold within a walk. The positions of the walk count for the memory limit.
#[test]
fn random_walks_are_on_the_meter() {
    use std::sync::atomic::{AtomicU64, Ordering};
    let asked = AtomicU64::new(0);
    let line = toys::numbers(
        0,
        |n| {
            asked.fetch_add(1, Ordering::Relaxed);
            vec![(n + 1, 1), (n + 2, 1)]
        },
        |_| false,
    );
    let far = toys::estimate(|n| 1000 - n.min(900));
    let mut nobody = ();
    let limits = Limits { nodes: Some(150), ..Limits::default() };
    let mut meter = Meter::new(limits, Cancel::default(), &mut nobody);
    let mut engine = MonteCarlo::new(&line, &far, 3);
    let (mut before, mut steps) = (0, 0);
    let verdict = loop {
        let went = engine.step(&mut meter);
        assert!(meter.stats.expanded <= before + 1, "more than one expansion in a step");
        before = meter.stats.expanded;
        steps += 1;
        if let ControlFlow::Break(verdict) = went {
            break verdict;
        }
        assert_eq!(engine.view().parent.is_some(), steps > 1);
        assert_eq!(engine.waiting(usize::MAX).len(), engine.view().frontier);
    };
    assert!(matches!(verdict, Verdict::Stopped { why: Stop::Nodes, .. }), "{verdict}");
    // A step of a walk asks for the moves twice, to count them and to take one, and the first walk begins with it.
    let asked = asked.load(Ordering::Relaxed);
    assert!(meter.stats.expanded == 150 && asked <= 2 * 150 + 1, "{asked} looks");
    assert!(meter.stats.peak_bytes >= 201 * size_of::<u64>() as u64);
    let least = meter.stats.peak_bytes - 1;
    let limits = Limits { memory: Some(least), nodes: Some(150), ..Limits::default() };
    let verdict = MonteCarlo::new(&line, &far, 3).solve_within(limits);
    assert!(matches!(verdict, Verdict::Stopped { why: Stop::Memory, .. }), "{verdict}");
}
