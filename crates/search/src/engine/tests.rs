//! Every engine over toy spaces whose answers are known: by theory, or by a search that shares nothing with them.

mod bounded;
mod climbing;
mod contract;
mod crewed;
mod crewed_astar;
mod distributed;
mod dropped;
mod from_both_ends;
mod graphs;
mod held;
mod lessons;
mod little_memory;
mod outlived;
mod policies;
pub(super) mod toys;

use toys::{Pancakes, all_engines, pancakes, reference};

use super::*;
use crate::closures::{consistent, dijkstra, space};
use crate::engine::{BestFirst, Order};
use crate::verdict::{Proof, Weight, verify};

/// The greatest number of flips that a stack of n pancakes needs is known (OEIS A058986).
#[test]
fn pancakes_need_as_many_flips_as_is_known() {
    for (n, most) in [(3, 3), (4, 4), (5, 5), (6, 7)] {
        let depths = reference(&pancakes((0..n).collect::<Vec<u8>>().as_slice()));
        assert_eq!(depths.values().max(), Some(&most), "{n} pancakes");
        assert_eq!(depths.len() as u64, (1..=u64::from(n)).product(), "all stacks of {n}");
    }
}

/// Every engine against true distances: what is claimed holds, and what an algorithm guarantees is claimed.
#[test]
fn every_engine_is_right_about_pancakes() {
    // Flips can be taken back, so distances from the sorted stack are distances to it.
    let distances = reference(&pancakes(&[0, 1, 2, 3, 4, 5]));
    let mut starts: Vec<Pancakes> = distances.keys().copied().collect();
    starts.sort_unstable();
    let gap = consistent(toys::gaps);
    for start in starts.into_iter().step_by(37) {
        let (space, truth) = (toys::pancakes_from(start), distances[&start]);
        for (name, mut engine) in all_engines(&space, &gap) {
            let verdict = engine.solve();
            if toys::LOCAL.contains(&name) && matches!(verdict, Verdict::Stopped { why: Stop::Stuck, .. }) {
                assert!(verdict.lower_bound() <= Some(truth), "{name} on {start:?}: {verdict}");
                continue;
            }
            let solution = verdict.solution().unwrap_or_else(|| panic!("{name} on {start:?}: {verdict}"));
            assert_eq!(verify(&space, solution), Ok(()), "{name} on {start:?}");
            assert!(
                solution.lower_bound <= truth && truth <= solution.cost,
                "{name} on {start:?}: {verdict}"
            );
            match solution.proof {
                Proof::Optimal => assert_eq!(solution.cost, truth, "{name} on {start:?}"),
                Proof::Within(w) => assert!(w.lower_bound(solution.cost) <= truth, "{name} on {start:?}"),
                Proof::None => {}
            }
            let unit = ["BFS", "SMA*", "frontier", "breadth-first IDA*"];
            let exact = toys::EXACT.contains(&name) || unit.contains(&name);
            assert!(!exact || solution.proof == Proof::Optimal, "{name} on {start:?}: {verdict}");
            let bounded = toys::BOUNDED.contains(&name);
            assert!(!bounded || solution.proof != Proof::None, "{name} on {start:?}: {verdict}");
            assert!(name != "weighted A*" || solution.proof != Proof::None, "{name} on {start:?}: {verdict}");
        }
    }
}

/// On maps with costs of any width, free moves included.
#[test]
fn every_engine_is_right_about_costs() {
    for (scale, free) in [(1, false), (1, true), (1_000_000, false), (1 << 40, true)] {
        for seed in 0..30 {
            let map = toys::Map::random(seed, scale, free);
            let space = map.space();
            let distances = reference(&space);
            let truth = distances.iter().filter(|&(at, _)| space.is_goal(at)).map(|(_, &d)| d).min();
            let toward = consistent(|at: &(i8, i8)| map.estimate(*at));
            for (name, mut engine) in all_engines(&space, &toward) {
                let limits = Limits { nodes: Some(100_000), ..Limits::default() };
                let verdict = engine.solve_within(limits);
                let Some(truth) = truth else {
                    // A beam never knows, and trees can be too large to be searched.
                    let gave_up = matches!(verdict, Verdict::Stopped { best: None, .. });
                    assert!(verdict == Verdict::Unsolvable || gave_up, "{name}: {verdict}");
                    // Agents may go round in circles that cost nothing.
                    let circles = free && ["LRTA*", "RTA*", "LSS-LRTA*"].contains(&name);
                    let stores = toys::STORING.contains(&name) && !circles;
                    assert!(!stores || verdict == Verdict::Unsolvable, "{name} on map {seed}: {verdict}");
                    continue;
                };
                assert!(verdict.lower_bound() <= Some(truth), "{name} on map {seed}: {verdict}, not {truth}");
                if let Some(solution) = verdict.solution() {
                    assert_eq!(verify(&space, solution), Ok(()), "{name} on map {seed}");
                    let optimal = solution.proof == Proof::Optimal;
                    assert!(
                        solution.cost >= truth && (!optimal || solution.cost == truth),
                        "{name}: {verdict}"
                    );
                    assert!(
                        !["A*", "Dijkstra", "ARA*", "PEA*", "EPEA*"].contains(&name) || optimal,
                        "{name}: {verdict}"
                    );
                }
            }
        }
    }
}

/// Wide costs take no more memory than narrow ones, and expand the same positions.
#[test]
fn the_width_of_costs_does_not_matter() {
    let solve = |scale: Cost, order: Order| {
        let grid = toys::open_grid(100, scale);
        let octile = consistent(move |&at: &(i16, i16)| toys::octile(at, 100, scale));
        let mut engine = BestFirst::new(&grid, &octile, order);
        let mut observer = ();
        let limits = Limits { memory: Some(4 << 20), ..Limits::default() };
        let mut meter = Meter::new(limits, Cancel::default(), &mut observer);
        let verdict = engine.run(&mut meter);
        let solution = verdict.into_solution().expect("within the memory limit");
        assert_eq!(solution.cost % scale, 0);
        (solution.cost / scale, solution.proof, meter.stats.expanded, meter.stats.peak_bytes)
    };
    let slightly = Order::Weighted(Weight::new(1_000_001, 1_000_000).unwrap());
    for order in [Order::ASTAR, slightly, Order::Greedy] {
        let narrow = solve(1, order);
        // Weighted, the sum of cost and estimate is multiplied by a million.
        for scale in [1000, 100_000, if order == slightly { 1 << 30 } else { 1 << 50 }] {
            let wide = solve(scale, order);
            assert_eq!(
                (wide.0, wide.1, wide.2),
                (narrow.0, narrow.1, narrow.2),
                "{order:?} at scale {scale}"
            );
            assert!(wide.3 < 4 << 20, "{} bytes for {order:?} at scale {scale}", wide.3);
        }
    }
}

#[test]
fn sums_do_not_wrap() {
    // What 32 bits cannot hold, and what 64 cannot.
    for (step, known) in [(2_500_000_000, Some(5_000_000_000)), (UNCOUNTED - 1, None), (Cost::MAX - 1, None)]
    {
        let line = toys::numbers(0, move |n| Vec::from_iter((n < 2).then_some((n + 1, step))), |n| n == 2);
        let blind = toys::estimate(|_| 0);
        let engines = all_engines(&line, &blind).into_iter().filter(|(name, _)| !toys::LOCAL.contains(name));
        for (name, mut engine) in engines {
            let verdict = engine.solve();
            match known {
                Some(cost) => {
                    let solution = verdict.solution().expect("a line has a solution");
                    assert_eq!((solution.cost, verify(&line, solution)), (cost, Ok(())), "{name}");
                }
                None => {
                    assert!(matches!(verdict, Verdict::Stopped { why: Stop::Cost, .. }), "{name}: {verdict}")
                }
            }
        }
        let mut wrapped =
            dijkstra(&line).solve().into_solution().unwrap_or(Solution::bounded(Vec::new(), 0, 0));
        wrapped.cost = wrapped.cost.wrapping_add(1 << 32);
        assert!(verify(&line, &wrapped).is_err());
    }
}

/// `verify` does not wrap either: moves whose sum wraps to the cost claimed are no solution of that cost.
#[test]
fn verify_does_not_wrap() {
    let line = space(0u8, |&n: &u8| (n < 4).then_some((n + 1, 1 << 62)), |&n| n == 4);
    let moves = (0..4).map(|n| crate::closures::Hop { from: n, to: n + 1, cost: 1 << 62 }).collect();
    let claim = Solution { moves, cost: 0, proof: Proof::Optimal, lower_bound: 0 };
    assert_eq!(verify(&line, &claim), Err(crate::verdict::Refuted::WrongCost(Cost::MAX)));
}
