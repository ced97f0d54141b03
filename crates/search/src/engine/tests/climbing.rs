//! What local searches say of where they end.

use super::super::*;
use super::toys::{self, all_engines};
use crate::space::DEAD_END;

/// The local searches over numbers up to 9, from 0: how they end.
fn ends(
    successors: impl Fn(u64) -> Vec<(u64, Cost)> + Send + Sync,
    is_goal: impl Fn(u64) -> bool + Send + Sync,
    h: impl Fn(u64) -> Cost + Send + Sync,
) -> Vec<(&'static str, Verdict<crate::closures::Hop<u64>>, u64)> {
    let (space, h) = (toys::numbers(0, successors, is_goal), toys::estimate(h));
    let mut ends = Vec::new();
    for (name, mut engine) in
        all_engines(&space, &h).into_iter().filter(|(name, _)| toys::LOCAL.contains(name))
    {
        let mut nobody = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
        let verdict = engine.run(&mut meter);
        assert_eq!(engine.solve(), verdict, "{name} says it again");
        ends.push((name, verdict, meter.stats.expanded));
    }
    assert_eq!(ends.len(), 5);
    ends
}

#[test]
fn who_begins_at_a_goal_is_there() {
    for (name, verdict, expanded) in ends(|n| vec![(n + 1, 1)], |n| n == 0, |_| 0) {
        assert!(
            verdict.is_optimal() && verdict.lower_bound() == Some(0) && expanded == 0,
            "{name}: {verdict}"
        );
    }
}

/// Where no move leads on from the start, or all lead to dead ends, nothing was left out.
#[test]
fn where_nothing_leads_on_from_the_start_there_is_no_solution() {
    let no_moves = ends(|_| Vec::new(), |n| n == 9, |_| 3);
    let dead_ends = ends(|_| vec![(1, 1), (2, 1)], |n| n == 9, |n| if n > 0 { DEAD_END } else { 3 });
    let dead = ends(|n| vec![(n + 1, 1)], |n| n == 9, |_| DEAD_END);
    for (name, verdict, _) in no_moves.into_iter().chain(dead_ends).chain(dead) {
        assert_eq!(verdict, Verdict::Unsolvable, "{name}");
    }
}

/// Farther on, the same proves nothing: another way may have led to the goal.
#[test]
fn a_dead_end_on_the_way_proves_nothing() {
    let fork = |n| match n {
        0 => vec![(1, 1), (2, 1)],
        2 => vec![(9, 1)],
        _ => Vec::new(),
    };
    // 1 looks better, and is the end of it.
    for (name, verdict, _) in ends(fork, |n| n == 9, |n| [3, 1, 2, 0, 0, 0, 0, 0, 0, 0][n as usize]) {
        let stuck = matches!(verdict, Verdict::Stopped { why: Stop::Stuck, best: None, lower_bound: 3 });
        let solved = verdict.solution().is_some_and(|solution| solution.cost == 2);
        assert!(stuck || solved, "{name}: {verdict}");
        assert!(name != "simple" && name != "steepest" || stuck, "{name}: {verdict}");
        assert!(name != "restarting" || solved, "{name}: {verdict}");
    }
}

/// On a plateau a climb ends, though a goal is two moves away; chance leads on.
#[test]
fn a_plateau_is_an_end() {
    let plain = |n: u64| vec![(n + 1, 1), (n.saturating_sub(1), 1)];
    for (name, verdict, _) in ends(plain, |n| n == 2, |n| Cost::from(n < 2)) {
        let stuck = matches!(verdict, Verdict::Stopped { why: Stop::Stuck, .. });
        let by_chance = ["restarting", "annealing"].contains(&name);
        assert_eq!(stuck, !by_chance, "{name}: {verdict}");
        assert!(stuck || verdict.solution().is_some(), "{name}: {verdict}");
    }
}

/// A way down that cannot be counted is no end of the ways.
#[test]
fn costs_that_cannot_be_counted_are_named() {
    let line = |n| Vec::from_iter((n < 2).then_some((n + 1, UNCOUNTED - 1)));
    for (name, verdict, _) in ends(line, |n| n == 2, |n| 2 - n.min(2)) {
        assert!(matches!(verdict, Verdict::Stopped { why: Stop::Cost, best: None, .. }), "{name}: {verdict}");
    }
}

/// The same seed climbs the same way, restarts included; other seeds climb others.
#[test]
fn seeds_decide() {
    let gaps = crate::closures::consistent(toys::gaps);
    let stacks = [[4, 1, 5, 0, 2, 3, 6, 7], [1, 3, 5, 0, 2, 4, 6, 7], [3, 0, 4, 2, 5, 1, 6, 7]];
    for kind in [Climb::First, Climb::Steepest, Climb::Random] {
        let climb = |seed| {
            let options = ClimbingOptions { climb: kind, restarts: 20, seed };
            stacks.map(|stack| HillClimbing::new(&toys::pancakes_from(stack), &gaps, options).solve())
        };
        let first = climb(0);
        assert!(first == climb(0) && (1..10).any(|seed| climb(seed) != first), "{kind:?}");
    }
}
