//! Bounded suboptimal searches: the bound holds on graphs of all sorts, with estimates of all sorts, at every limit.

use super::super::*;
use super::graphs::{Graph, Kind, Numbers, estimates};
use crate::closures::consistent;
use crate::engine::{BestFirst, Bounded, Choice, Order};
use crate::space::DEAD_END;
use crate::verdict::{Proof, Weight, verify};

const CHOICES: [Choice; 4] = [Choice::Focal, Choice::Ees, Choice::Optimistic, Choice::DynamicPotential];

fn check<M>(verdict: &Verdict<M>, truth: Cost, weight: Weight, kind: Kind, what: &str) {
    if truth == DEAD_END {
        assert!(verdict.solution().is_none(), "{what}: {verdict}");
        return;
    }
    assert!(verdict.lower_bound() <= Some(truth), "{what}: {verdict}, not {truth}");
    let Some(solution) = verdict.solution() else {
        assert!(matches!(verdict, Verdict::Stopped { .. }), "{what}: {verdict}");
        return;
    };
    assert!(solution.cost >= truth, "{what}: {verdict}, not {truth}");
    match solution.proof {
        Proof::Optimal => assert_eq!(solution.cost, truth, "{what}"),
        Proof::Within(w) => assert!(kind != Kind::Wrong && w.lower_bound(solution.cost) <= truth, "{what}"),
        Proof::None => {
            let ended = matches!(verdict, Verdict::Solved(_));
            assert!(!ended || kind == Kind::Wrong, "{what}: {verdict}");
        }
    }
    if kind != Kind::Wrong && matches!(verdict, Verdict::Solved(_)) {
        assert!(weight.lower_bound(solution.cost) <= truth, "{what}: {verdict}, not {truth}");
    }
}

#[test]
fn the_bound_holds_on_any_graph() {
    let mut solved = 0;
    for seed in 0..600 {
        let scale = [1, 1, 1000, 1 << 40][seed as usize % 4];
        let graph = Graph::random(seed, scale);
        let space = graph.space();
        let to_goal = graph.distances(&graph.goals);
        let truth = to_goal[usize::from(graph.start)];
        let mut numbers = Numbers(seed);
        for kind in [Kind::Consistent, Kind::Admissible, Kind::Wrong] {
            let heuristic = estimates(&to_goal, kind, &mut numbers);
            for choice in CHOICES {
                for weight in [Weight::ONE, Weight::new(5, 4).unwrap(), Weight::new(3, 1).unwrap()] {
                    let what = format!("{choice:?} with {weight} on graph {seed}, {kind:?}");
                    let mut engine = Bounded::new(&space, &heuristic, choice, weight);
                    let verdict = engine.solve();
                    check(&verdict, truth, weight, kind, &what);
                    assert_eq!(verdict == Verdict::Unsolvable, truth == DEAD_END, "{what}");
                    let verified = verdict.solution().map(|solution| verify(&space, solution));
                    assert!(verified.is_none_or(|verified| verified == Ok(())), "{what}: {verified:?}");
                    solved += u32::from(verified.is_some());
                    for nodes in [0, 1, 3, 8] {
                        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                        let mut engine = Bounded::new(&space, &heuristic, choice, weight);
                        let verdict = engine.solve_within(limits);
                        check(&verdict, truth, weight, kind, &format!("{what}, {nodes} nodes"));
                    }
                }
            }
        }
    }
    assert!(solved > 5_000, "{solved} solved");
}

/// What these searches are for: they expand less than A*, and a weight of 1 makes them optimal.
#[test]
fn a_weight_saves_expansions() {
    let mut expanded = [[0; 3]; 4];
    let mut by_astar = 0;
    let gap = consistent(|stack: &super::Pancakes| super::toys::gaps(stack).saturating_sub(2));
    for seed in 0..20 {
        let mut numbers = Numbers(seed);
        let mut start: Vec<u8> = (0..8).collect();
        (1..8).for_each(|i| start.swap(i, numbers.below(i as u64 + 1) as usize));
        let space = super::toys::pancakes(&start);
        let count = |engine: &mut dyn Engine<_>| {
            let mut observer = ();
            let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
            let cost = engine.run(&mut meter).into_solution().expect("pancakes can be sorted").cost;
            (cost, meter.stats.expanded)
        };
        let (optimum, of_astar) = count(&mut BestFirst::new(&space, &gap, Order::ASTAR));
        by_astar += of_astar;
        for (i, choice) in CHOICES.into_iter().enumerate() {
            for (j, weight) in [(1, 1), (3, 2), (3, 1)].into_iter().enumerate() {
                let weight = Weight::new(weight.0, weight.1).unwrap();
                let (cost, of_this) = count(&mut Bounded::new(&space, &gap, choice, weight));
                expanded[i][j] += of_this;
                assert!(j > 0 || cost == optimum, "{choice:?}");
            }
        }
    }
    for of_choice in expanded {
        assert!(
            of_choice[2] * 2 < of_choice[0] && of_choice[2] * 2 < by_astar,
            "{expanded:?}, {by_astar} by A*"
        );
    }
}

/// The view and what waits agree with each other, and what is shown first is expanded next as long as nothing changes.
#[test]
fn what_waits_is_shown() {
    let gap = consistent(super::toys::gaps);
    let space = super::toys::pancakes(&[3, 1, 5, 0, 4, 2]);
    for choice in CHOICES {
        let mut engine = Bounded::new(&space, &gap, choice, Weight::new(3, 2).unwrap());
        let mut observer = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
        assert_eq!(engine.waiting(9).len(), 1);
        while engine.step(&mut meter).is_continue() {
            assert_eq!(engine.waiting(usize::MAX).len(), engine.view().frontier, "{choice:?}");
            assert!(engine.waiting(2).len() <= 2);
        }
        assert!(meter.stats.expanded > 3);
    }
}
