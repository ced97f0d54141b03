//! HDA*: the same cost on any number of threads, by steps and at one go, and its limits.

use std::time::Duration;

use super::super::*;
use super::graphs::{Graph, Kind, Numbers, estimates};
use super::toys::{self, Pancakes};
use crate::closures::{FnHeuristic, Hop, consistent, guess};
use crate::engine::{BestFirst, HashDistributed, Order, Unsuited};
use crate::meter::Event;
use crate::space::{DEAD_END, Reversible};
use crate::verdict::{Proof, verify};

fn run<P: StateSpace>(engine: &mut impl Engine<P>, limits: Limits) -> (Verdict<P::Move>, Stats) {
    let mut nobody = ();
    let mut meter = Meter::new(limits, Cancel::default(), &mut nobody);
    let verdict = engine.run(&mut meter);
    (verdict, meter.stats)
}

/// A stack that takes eight flips.
fn large() -> impl Reversible<State = Pancakes, Key = Pancakes, Move = Hop<Pancakes>> {
    toys::pancakes(&[3, 6, 0, 4, 1, 7, 5, 2])
}

/// An estimate that sees so little that most of the 40,320 stacks are expanded.
fn weak() -> FnHeuristic<fn(&Pancakes) -> Cost> {
    consistent(|stack| toys::gaps(stack) / 4)
}

#[test]
fn the_cost_is_the_same_on_every_run() {
    let (space, h) = (large(), weak());
    let (alone, stats) = run(&mut BestFirst::new(&space, &h, Order::ASTAR), Limits::default());
    let cost = alone.solution().map(|solution| solution.cost);
    assert!(stats.expanded > 15_000, "{} expansions are too few to be shared", stats.expanded);
    for threads in [1, 2, 3, 7] {
        for again in 0..4 {
            let mut engine = HashDistributed::new(&space, &h, threads).unwrap();
            let (verdict, stats) = run(&mut engine, Limits::default());
            let solution = verdict.solution().unwrap_or_else(|| panic!("{threads}, {again}: {verdict}"));
            assert_eq!((Some(solution.cost), solution.proof), (cost, Proof::Optimal), "{threads}, {again}");
            assert_eq!(verify(&space, solution), Ok(()));
            assert!(stats.expanded <= 40_320 + stats.reopened, "{stats:?}");
            assert_eq!(engine.solve(), verdict);
        }
    }
    // By steps nothing depends on chance.
    let stepped = || {
        let (mut nobody, mut engine) = ((), HashDistributed::new(&space, &h, 3).unwrap());
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
        while engine.step(&mut meter).is_continue() {}
        (engine.solve(), meter.stats)
    };
    assert_eq!(stepped(), stepped());
    assert_eq!(stepped().0.solution().map(|solution| solution.cost), cost);
}

/// Costs of all sorts, free moves, dead ends, several goals and none, with estimates that need reopening.
#[test]
fn random_graphs_are_searched_whole() {
    for seed in 0..300 {
        let graph = Graph::random(seed, [1, 1000][seed as usize % 2]);
        let (space, to_goal) = (graph.space(), graph.distances(&graph.goals));
        let truth = to_goal[usize::from(graph.start)];
        let mut numbers = Numbers(seed);
        for kind in [Kind::Consistent, Kind::Admissible] {
            let heuristic = estimates(&to_goal, kind, &mut numbers);
            for threads in [1, 2, 5] {
                let mut engine = HashDistributed::new(&space, &heuristic, threads).unwrap();
                let (verdict, _) = run(&mut engine, Limits::default());
                let what = format!("graph {seed}, {kind:?}, {threads} threads: {verdict}, not {truth}");
                match verdict.solution() {
                    Some(solution) => {
                        assert_eq!(verify(&space, solution), Ok(()), "{what}");
                        assert!(verdict.is_optimal() && solution.cost == truth, "{what}");
                    }
                    None => assert!(verdict == Verdict::Unsolvable && truth == DEAD_END, "{what}"),
                }
            }
        }
        let wrong = estimates(&to_goal, Kind::Wrong, &mut numbers);
        assert_eq!(HashDistributed::new(&space, &wrong, 2).err(), Some(Unsuited::Inadmissible));
    }
}

/// Limits hold on threads: expansions exactly, memory by what is stored, time and request at once; and what is proven
/// by then is true.
#[test]
fn limits_hold_on_threads() {
    let (space, h) = (large(), weak());
    let truth = run(&mut BestFirst::new(&space, &h, Order::ASTAR), Limits::default()).0.lower_bound();
    let stopped = |limits: Limits, expected: Stop| {
        let mut engine = HashDistributed::new(&space, &h, 3).unwrap();
        let (verdict, stats) = run(&mut engine, limits);
        assert!(matches!(verdict, Verdict::Stopped { why, .. } if why == expected), "{limits:?}: {verdict}");
        assert!(verdict.lower_bound() > Some(0) && verdict.lower_bound() <= truth, "{limits:?}: {verdict}");
        assert_eq!(engine.solve(), verdict);
        stats
    };
    // Few enough for one thread, and more than that.
    for nodes in [1, 5_000, 14_001] {
        let stats = stopped(Limits { nodes: Some(nodes), ..Limits::default() }, Stop::Nodes);
        assert_eq!(stats.expanded, nodes);
    }
    for memory in [100 << 10, 1 << 20] {
        let stats = stopped(Limits { memory: Some(memory), ..Limits::default() }, Stop::Memory);
        assert!(stats.peak_bytes <= memory, "{} of {memory} bytes", stats.peak_bytes);
    }
    let endless = toys::numbers(
        0,
        |n| {
            [n.wrapping_add(1), n.wrapping_mul(3).wrapping_add(1), n.wrapping_mul(5).wrapping_add(2)]
                .map(|to| (to, 1))
                .to_vec()
        },
        |_| false,
    );
    let blind = toys::estimate(|_| 0);
    let time = Limits { time: Some(Duration::from_millis(60)), ..Limits::default() };
    let (verdict, _) = run(&mut HashDistributed::new(&endless, &blind, 2).unwrap(), time);
    assert!(matches!(verdict, Verdict::Stopped { why: Stop::Time, .. }), "{verdict}");
    let nodes = Limits { nodes: Some(40_123), ..Limits::default() };
    let (verdict, stats) = run(&mut HashDistributed::new(&endless, &blind, 2).unwrap(), nodes);
    assert!(matches!(verdict, Verdict::Stopped { why: Stop::Nodes, .. }), "{verdict}");
    assert_eq!(stats.expanded, 40_123);
}

/// A room without a way out is searched by all threads, and each notices that nothing is left.
#[test]
fn the_end_of_a_space_is_noticed() {
    let ring = toys::numbers(0, |n| vec![((n + 1) % 30_000, 1), ((n + 29_999) % 30_000, 1)], |_| false);
    let blind = toys::estimate(|_| 0);
    for threads in [2, 4] {
        let (verdict, stats) =
            run(&mut HashDistributed::new(&ring, &blind, threads).unwrap(), Limits::default());
        assert_eq!(verdict, Verdict::Unsolvable);
        assert_eq!(stats.expanded - stats.reopened, 30_000);
    }
}

/// Observers hear of bounds that rise, none above the optimum, and of the solution.
#[test]
fn observers_hear_of_bounds_and_solutions() {
    let (space, h) = (large(), weak());
    let (mut bounds, mut costs) = (Vec::new(), Vec::new());
    let mut watch = |event: Event, _: &Stats, _| match event {
        Event::Bound(bound) => bounds.push(bound),
        Event::Improved(cost) => costs.push(cost),
        _ => {}
    };
    let mut engine = HashDistributed::new(&space, &h, 2).unwrap();
    let verdict = engine.run(&mut Meter::new(Limits::default(), Cancel::default(), &mut watch));
    let cost = verdict.solution().map(|solution| solution.cost);
    assert!(bounds.is_sorted() && bounds.last().copied() <= cost, "{bounds:?}");
    assert!(!bounds.is_empty() && costs.last().copied() == cost, "{costs:?}");
    let wrong = guess(|_: &Pancakes| 50);
    assert!(HashDistributed::new(&space, &wrong, 2).is_err());
}
