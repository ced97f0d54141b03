//! Bidirectional heuristic searches: optimal on graphs of all sorts, right about what is proven at every limit, and
//! with the expansions that their authors promise.

use std::collections::HashMap;

use super::super::*;
use super::graphs::{Graph, Kind, Numbers, estimates};
use super::toys::{self, Pancakes, pancakes, reference};
use crate::closures::{FnHeuristic, consistent, space};
use crate::engine::{BestFirst, Bidirectional, Meeting, Order, Unsuited};
use crate::heuristic::{Blind, Heuristic};
use crate::space::{DEAD_END, Reversible};
use crate::verdict::{Proof, verify};

const RULES: [Meeting; 4] = [Meeting::Mm, Meeting::Nbs, Meeting::Bae, Meeting::Dvcbs];

/// The gap heuristic towards any stack: that of the stack in which each pancake is called by its place there.
fn gaps_to(target: Pancakes) -> FnHeuristic<impl Fn(&Pancakes) -> Cost> {
    consistent(move |stack: &Pancakes| toys::gaps(&renamed(target, stack)))
}

fn run<P: Reversible>(
    space: &P,
    forward: &impl Heuristic<P>,
    backward: &impl Heuristic<P>,
    rule: Meeting,
) -> (Verdict<P::Move>, u64) {
    let mut observer = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
    let verdict = Bidirectional::new(space, forward, backward, rule).expect("it suits").run(&mut meter);
    (verdict, meter.stats.expanded)
}

/// Every stack of six pancakes.
#[test]
fn pancakes_are_sorted_in_the_fewest_flips() {
    let distances = reference(&pancakes(&[0, 1, 2, 3, 4, 5]));
    for (&start, &truth) in &distances {
        let space = toys::pancakes_from(start);
        for rule in RULES {
            let (verdict, _) = run(&space, &consistent(toys::gaps), &gaps_to(start), rule);
            let solution = verdict.solution().expect("pancakes can be sorted");
            assert_eq!((solution.cost, solution.proof), (truth, Proof::Optimal), "{rule:?} on {start:?}");
            assert_eq!(verify(&space, solution), Ok(()), "{rule:?} on {start:?}");
        }
    }
}

#[test]
fn any_graph_is_searched_from_both_ends() {
    let mut solved = 0;
    for seed in 0..800 {
        let scale = [1, 1, 1000, 1 << 40][seed as usize % 4];
        let graph = Graph::random(seed, scale);
        let space = graph.space();
        let (to_goal, to_start) = (graph.distances(&graph.goals), graph.distances(&[graph.start]));
        let truth = to_goal[usize::from(graph.start)];
        let mut numbers = Numbers(seed);
        for kind in [Kind::Consistent, Kind::Admissible, Kind::Wrong] {
            let forward = estimates(&to_goal, kind, &mut numbers);
            let backward = estimates(&to_start, kind, &mut numbers);
            for rule in RULES {
                let what = format!("{rule:?} on graph {seed}, {kind:?}");
                if rule == Meeting::Bae && kind != Kind::Consistent {
                    let refused = Bidirectional::new(&space, &forward, &backward, rule);
                    assert_eq!(refused.err(), Some(Unsuited::Inconsistent), "{what}");
                    continue;
                }
                let (verdict, all) = run(&space, &forward, &backward, rule);
                if truth == DEAD_END {
                    assert_eq!(verdict, Verdict::Unsolvable, "{what}");
                    continue;
                }
                let solution = verdict.solution().expect("there is a way");
                assert_eq!(verify(&space, solution), Ok(()), "{what}");
                assert!(
                    solution.lower_bound <= truth && truth <= solution.cost,
                    "{what}: {verdict}, not {truth}"
                );
                assert!(kind == Kind::Wrong || solution.proof == Proof::Optimal, "{what}: {verdict}");
                assert!(
                    solution.proof != Proof::Optimal || solution.cost == truth,
                    "{what}: {verdict}, not {truth}"
                );
                solved += 1;
                for nodes in 0..all {
                    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                    let mut engine = Bidirectional::new(&space, &forward, &backward, rule).expect("it suits");
                    let verdict = engine.solve_within(limits);
                    assert!(verdict.lower_bound() <= Some(truth), "{what}: {verdict}, not {truth}");
                    let Some(solution) = verdict.solution() else { continue };
                    assert_eq!(verify(&space, solution), Ok(()), "{what}");
                    assert!(solution.proof != Proof::Optimal || solution.cost == truth, "{what}: {verdict}");
                }
            }
        }
    }
    assert!(solved > 2_000, "{solved} solved");
}

/// MM expands nothing that is farther than half of the optimum from its end.
#[test]
fn mm_meets_in_the_middle() {
    let distances = reference(&pancakes(&[0, 1, 2, 3, 4, 5]));
    for (&start, &truth) in distances.iter().filter(|&(start, _)| start[0] == 3) {
        let (space, backward) = (toys::pancakes_from(start), gaps_to(start));
        let gap = consistent(toys::gaps);
        let mut engine = Bidirectional::new(&space, &gap, &backward, Meeting::Mm).expect("it suits");
        let mut observer = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
        let mut expanded = 0;
        while engine.step(&mut meter).is_continue() {
            if meter.stats.expanded > expanded {
                expanded = meter.stats.expanded;
                assert!(engine.view().g * 2 <= truth, "{start:?}");
            }
        }
    }
}

/// NBS expands at most twice as many nodes as must be expanded, before its bound is the optimum: one of each pair of
/// nodes that cannot be ruled out below it, worked out here from true distances.
#[test]
fn nbs_expands_at_most_twice_what_it_must() {
    let mut proven = 0;
    let from_sorted = reference(&pancakes(&[0, 1, 2, 3, 4, 5]));
    for (&start, &truth) in from_sorted.iter().filter(|&(start, _)| start[1] == 5) {
        let space = toys::pancakes_from(start);
        let from_start = reference(&space);
        let (gap, lower) = (toys::gaps as fn(&Pancakes) -> Cost, |h: Cost| h.saturating_sub(2));
        let forward = consistent(move |stack: &Pancakes| lower(gap(stack)));
        let backward_lower = consistent(move |stack: &Pancakes| lower(gap(&renamed(start, stack))));
        let mut engine =
            Bidirectional::new(&space, &forward, &backward_lower, Meeting::Nbs).expect("it suits");
        let mut observer = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
        let mut below = 0;
        while engine.step(&mut meter).is_continue() {
            if engine.view().bound < Some(truth) {
                below = meter.stats.expanded;
            }
        }
        let sure = |distances: &HashMap<Pancakes, Cost>, h: &dyn Fn(&Pancakes) -> Cost| {
            let mut by_g = vec![0u64; truth as usize + 1];
            for (stack, &g) in distances.iter().filter(|&(stack, &g)| g + h(stack) < truth) {
                assert!(h(stack) <= truth);
                by_g[g as usize] += 1;
            }
            by_g
        };
        let front = sure(&from_start, &|stack| lower(gap(stack)));
        let back = sure(&from_sorted, &|stack| lower(toys::gaps(&renamed(start, stack))));
        // All in front below some g, and behind what makes a pair with the first that is left.
        let cover = |k: usize| {
            let behind = (truth as usize).saturating_sub(1 + k);
            front[..k].iter().sum::<u64>() + back[..behind].iter().sum::<u64>()
        };
        let must = (0..truth as usize).map(cover).min().unwrap_or(0);
        assert!(below <= 2 * must, "{start:?}: {below} expanded, {must} must be");
        proven += u32::from(must > 10);
    }
    assert!(proven > 20, "{proven} stacks that take some work");
}

fn renamed(start: Pancakes, stack: &Pancakes) -> Pancakes {
    let mut place = [0; 8];
    start.iter().enumerate().for_each(|(at, &pancake)| place[usize::from(pancake)] = at as u8);
    stack.map(|pancake| place[usize::from(pancake)])
}

/// With estimates that are often wrong, they expand less than A*, which is why one wants them.
#[test]
fn two_ends_save_expansions() {
    let (mut of_astar, mut of_rules) = (0, [0; 4]);
    for seed in 0..20 {
        let mut numbers = Numbers(seed);
        let mut start = [0, 1, 2, 3, 4, 5, 6, 7];
        (1..8).for_each(|i| start.swap(i, numbers.below(i as u64 + 1) as usize));
        let space = pancakes(&start);
        let forward = consistent(|stack: &Pancakes| toys::gaps(stack).saturating_sub(3));
        let backward = consistent(|stack: &Pancakes| toys::gaps(&renamed(start, stack)).saturating_sub(3));
        let mut observer = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
        let verdict = BestFirst::new(&space, &forward, Order::ASTAR).run(&mut meter);
        of_astar += meter.stats.expanded;
        for (of_rule, rule) in of_rules.iter_mut().zip(RULES) {
            let (other, expanded) = run(&space, &forward, &backward, rule);
            assert_eq!(other.solution().map(|s| s.cost), verdict.solution().map(|s| s.cost), "{rule:?}");
            *of_rule += expanded;
        }
    }
    assert!(of_rules.iter().all(|&of_rule| of_rule * 4 < of_astar), "{of_rules:?}, {of_astar} by A*");
}

/// Costs that cannot be counted, goals that cannot be listed, verdicts that are repeated, what waits.
#[test]
fn the_contract_is_kept() {
    let stack = pancakes(&[3, 1, 5, 0, 4, 2]);
    let line = |step: Cost| {
        let near =
            move |&n: &u8| [(n + 1, step), (n.wrapping_sub(1), step)].into_iter().filter(|&(n, _)| n < 3);
        space(0u8, near, |&n| n == 2).undirected([2])
    };
    let unlisted = space(0u8, |&n: &u8| [(n ^ 1, 1)], |&n| n == 1);
    for rule in RULES {
        let refused = Bidirectional::new(&unlisted, &Blind, &Blind, rule).err();
        assert_eq!(refused, Some(Unsuited::Goals));
        let (counted, _) = run(&line(2_500_000_000), &Blind, &Blind, rule);
        assert_eq!(counted.solution().map(|s| s.cost), Some(5_000_000_000), "{rule:?}");
        let (uncounted, _) = run(&line(UNCOUNTED - 1), &Blind, &Blind, rule);
        assert!(
            matches!(uncounted, Verdict::Stopped { why: Stop::Cost, best: None, .. }),
            "{rule:?}: {uncounted}"
        );
        let (gap, back) = (consistent(toys::gaps), gaps_to([3, 1, 5, 0, 4, 2, 6, 7]));
        let mut engine = Bidirectional::new(&stack, &gap, &back, rule).expect("it suits");
        assert_eq!(engine.waiting(9).len(), 1);
        let mut observer = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
        let verdict = loop {
            match engine.step(&mut meter) {
                ControlFlow::Break(verdict) => break verdict,
                ControlFlow::Continue(()) => {
                    assert_eq!(engine.waiting(usize::MAX).len(), engine.view().frontier, "{rule:?}");
                }
            }
        };
        assert_eq!(engine.solve(), verdict);
        let little = Limits { memory: Some(10_000), ..Limits::default() };
        let mut engine = Bidirectional::new(&stack, &Blind, &Blind, rule).expect("it suits");
        let verdict = engine.solve_within(little);
        assert!(matches!(verdict, Verdict::Stopped { why: Stop::Memory, .. }), "{rule:?}: {verdict}");
        assert!(engine.waiting(usize::MAX).len() <= engine.view().stored);
    }
}
