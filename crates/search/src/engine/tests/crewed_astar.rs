//! HDA* by several processes, which are threads here, comes to what A* comes to.

use std::sync::Arc;
use std::time::Duration;

use super::super::*;
use super::graphs::{Graph, Kind, Numbers, estimates};
use super::toys::{self, Pancakes};
use crate::any::ToAnyKey;
use crate::closures::{consistent, guess};
use crate::engine::{BestFirst, HashDistributedByCrew, Order, Unsuited};
use crate::peers::{Crew, threads_as_peers};
use crate::space::DEAD_END;
use crate::verdict::{Proof, verify};

/// One of a crew. Helpers have no limits of their own but memory.
fn member<P: StateSpace<Key: ToAnyKey>, H: Heuristic<P>>(
    (space, heuristic): (&P, &H),
    crew: &Arc<Crew>,
    limits: Limits,
) -> (Verdict<P::Move>, Stats) {
    let limits = if crew.leads() { limits } else { Limits { memory: limits.memory, ..Limits::default() } };
    let mut engine = HashDistributedByCrew::new(space, heuristic, Arc::clone(crew)).unwrap();
    let (mut unseen, what) = ((), 5);
    let mut meter = Meter::new(limits, Cancel::default(), &mut unseen);
    crew.begin(what, None).unwrap();
    let verdict = engine.run(&mut meter);
    (verdict, meter.stats.plus(&crew.end()))
}

/// What the leader of so many comes to.
fn crewed<P: StateSpace<Key: ToAnyKey>, H: Heuristic<P>>(
    search: (&P, &H),
    size: usize,
    limits: Limits,
) -> (Verdict<P::Move>, Stats) {
    let crews = threads_as_peers(size);
    std::thread::scope(|scope| {
        for helper in &crews[1..] {
            scope.spawn(|| member(search, helper, limits));
        }
        member(search, &crews[0], limits)
    })
}

#[test]
fn any_number_of_processes_comes_to_the_same_cost() {
    let space = toys::pancakes(&[3, 6, 0, 4, 1, 7, 5, 2]);
    let h = consistent(|stack: &Pancakes| toys::gaps(stack) / 4);
    let alone = BestFirst::new(&space, &h, Order::ASTAR).solve();
    let cost = alone.solution().map(|solution| solution.cost);
    for size in [1, 2, 3, 7] {
        let (verdict, stats) = crewed((&space, &h), size, Limits::default());
        let solution = verdict.solution().unwrap_or_else(|| panic!("{size}: {verdict}"));
        assert_eq!((Some(solution.cost), solution.proof), (cost, Proof::Optimal), "{size} processes");
        assert_eq!(verify(&space, solution), Ok(()));
        let range = 15_000..=40_320 + stats.reopened;
        assert!(range.contains(&stats.expanded), "{size} processes: {stats:?}");
    }
    let wrong = guess(|_: &Pancakes| 50);
    let crew = threads_as_peers(1).remove(0);
    let refused = HashDistributedByCrew::new(&space, &wrong, crew).err();
    assert_eq!(refused, Some(Unsuited::Inadmissible));
}

/// Costs of all sorts, free moves, dead ends, several goals and none, with estimates that need reopening.
#[test]
fn random_graphs_are_searched_whole_by_processes() {
    for seed in 0..200 {
        let graph = Graph::random(seed, [1, 1000][seed as usize % 2]);
        let (space, to_goal) = (graph.space(), graph.distances(&graph.goals));
        let truth = to_goal[usize::from(graph.start)];
        let mut numbers = Numbers(seed);
        for (kind, size) in [(Kind::Consistent, 2), (Kind::Admissible, 2), (Kind::Admissible, 3)] {
            let heuristic = estimates(&to_goal, kind, &mut numbers);
            let (verdict, _) = crewed((&space, &heuristic), size, Limits::default());
            let what = format!("graph {seed}, {kind:?}, {size} processes: {verdict}, not {truth}");
            match verdict.solution() {
                Some(solution) => {
                    assert_eq!(verify(&space, solution), Ok(()), "{what}");
                    assert!(verdict.is_optimal() && solution.cost == truth, "{what}");
                }
                None => assert!(verdict == Verdict::Unsolvable && truth == DEAD_END, "{what}"),
            }
        }
    }
}

/// A limit of the leader ends all, as does the memory of any of them; what is proven by then is true.
#[test]
fn limits_hold_for_processes() {
    let space = toys::pancakes(&[3, 6, 0, 4, 1, 7, 5, 2]);
    let h = consistent(|stack: &Pancakes| toys::gaps(stack) / 4);
    let truth = BestFirst::new(&space, &h, Order::ASTAR).solve().lower_bound();
    for nodes in [1, 5_000, 14_001] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (verdict, stats) = crewed((&space, &h), 3, limits);
        if stats.expanded < 15_000 || !verdict.is_optimal() {
            assert!(matches!(verdict, Verdict::Stopped { why: Stop::Nodes, .. }), "{nodes}: {verdict}");
            assert!(verdict.lower_bound() <= truth, "{nodes}: {verdict}");
            assert!(stats.expanded >= nodes, "{nodes}: {stats:?}");
        }
    }
    let limits = Limits { memory: Some(100 << 10), ..Limits::default() };
    let (verdict, _) = crewed((&space, &h), 3, limits);
    assert!(matches!(verdict, Verdict::Stopped { why: Stop::Memory, .. }), "{verdict}");
    assert!(verdict.lower_bound() > Some(0) && verdict.lower_bound() <= truth, "{verdict}");
    let endless = toys::numbers(
        0,
        |n| [n.wrapping_add(1), n.wrapping_mul(3).wrapping_add(1)].map(|to| (to, 1)).to_vec(),
        |_| false,
    );
    let blind = toys::estimate(|_| 0);
    let limits = Limits { time: Some(Duration::from_millis(60)), ..Limits::default() };
    let (verdict, _) = crewed((&endless, &blind), 2, limits);
    assert!(matches!(verdict, Verdict::Stopped { why: Stop::Time, .. }), "{verdict}");
    assert!(verdict.lower_bound() > Some(0), "{verdict}");
}

/// A room without a way out is searched by all, and nothing is left.
#[test]
fn the_end_of_a_space_is_noticed_by_processes() {
    let ring = toys::numbers(0, |n| vec![((n + 1) % 3_000, 1), ((n + 2_999) % 3_000, 1)], |_| false);
    let blind = toys::estimate(|_| 0);
    for size in [2, 4] {
        let (verdict, stats) = crewed((&ring, &blind), size, Limits::default());
        assert_eq!(verdict, Verdict::Unsolvable);
        assert_eq!(stats.expanded - stats.reopened, 3_000);
    }
}
