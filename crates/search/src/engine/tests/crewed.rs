//! IDA* by several processes, which are threads here, comes to what one comes to.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::toys::{self, Pancakes};
use crate::closures::{consistent, space};
use crate::engine::{Deepening, DeepeningOptions, Engine, Saved};
use crate::heuristic::Heuristic;
use crate::meter::{Cancel, Limits, Meter, Stats, Stop};
use crate::peers::{Crew, threads_as_peers};
use crate::space::StateSpace;
use crate::verdict::Verdict;

const START: Pancakes = [5, 2, 7, 0, 4, 1, 6, 3];

/// Runs a search as one of a crew. Helpers have no limits of their own.
fn member<P: StateSpace, H: Heuristic<P>>(
    search: Deepening<'_, P, H>,
    crew: &Arc<Crew>,
    from: Option<&Saved>,
    limits: Limits,
    watch: &mut dyn FnMut(&Deepening<'_, P, H>, &Stats),
) -> (Verdict<P::Move>, Stats) {
    let mut search = search.by_crew(Arc::clone(crew));
    let mut unseen = ();
    let limits = if crew.leads() { limits } else { Limits::default() };
    let mut meter = Meter::new(limits, Cancel::default(), &mut unseen);
    crew.begin(7, None).unwrap();
    if let Some(saved) = from {
        search.restore(saved).unwrap();
        meter.go_on_from(&saved.stats);
    }
    let verdict = loop {
        let slice = if crew.leads() { meter.stats.expanded + 1_500 } else { u64::MAX };
        if let ControlFlow::Break(verdict) = search.run_to(slice, &mut meter) {
            break verdict;
        }
        watch(&search, &meter.stats);
    };
    (verdict, meter.stats.plus(&crew.end()))
}

/// What the leader of so many comes to, and what it would have kept on the way.
fn crewed<P: StateSpace + Sync, H: Heuristic<P> + Sync>(
    search: &(dyn Fn() -> Deepening<'static, P, H> + Sync),
    size: usize,
    from: Option<&Saved>,
    limits: Limits,
) -> (Verdict<P::Move>, Stats, Vec<Saved>) {
    let crews = threads_as_peers(size);
    let mut kept = Vec::new();
    let (verdict, stats) = std::thread::scope(|scope| {
        for helper in &crews[1..] {
            scope.spawn(|| member(search(), helper, from, limits, &mut |_, _| ()));
        }
        member(search(), &crews[0], from, limits, &mut |search, stats| kept.extend(search.save(stats)))
    });
    (verdict, stats, kept)
}

fn alone<P: StateSpace, H: Heuristic<P>>(mut search: Deepening<'_, P, H>) -> Verdict<P::Move> {
    let mut unseen = ();
    search.run(&mut Meter::new(Limits::default(), Cancel::default(), &mut unseen))
}

fn leaked<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// Any number finds the moves of one, and goes on from what any other number kept at any moment.
#[test]
fn any_number_comes_to_the_same_end() {
    let stack = leaked(toys::pancakes(&START));
    let half = leaked(consistent(|stack: &Pancakes| toys::gaps(stack) / 3));
    for look_ahead in [false, true] {
        let options = DeepeningOptions { look_ahead, depth_limit: None };
        let search = move || Deepening::new(stack, half, options);
        let expected = alone(search());
        let mut shared = 0;
        for size in [1, 2, 3, 5] {
            let (verdict, stats, kept) = crewed(&search, size, None, Limits::default());
            assert_eq!(verdict, expected, "{size} processes");
            assert!(stats.expanded > 10_000, "too small to be shared: {}", stats.expanded);
            for (saved, others) in kept.iter().step_by(kept.len() / 4 + 1).zip([1, 4, 2, 3]) {
                let (verdict, ..) = crewed(&search, others, Some(saved), Limits::default());
                assert_eq!(verdict, expected, "{others} processes after {size}");
                shared += 1;
            }
        }
        // One process alone is broken off several times; how often others are, before they are done, is a matter of
        // time.
        assert!(shared > 2, "nothing was gone on with");
    }
}

#[test]
fn what_has_no_solution_ends() {
    let walk = leaked(space(1, |&n: &u64| [(n * 3 % 100_003, 1), (n * 5 % 100_003, 1)], |&n| n == 0));
    let blind = leaked(consistent(|_: &u64| 0));
    let options = DeepeningOptions { depth_limit: Some(15), look_ahead: true };
    let search = move || Deepening::new(walk, blind, options);
    let (verdict, ..) = crewed(&search, 3, None, Limits::default());
    assert_eq!(verdict, alone(search()));
    assert_eq!(verdict, Verdict::Stopped { why: Stop::Depth, best: None, lower_bound: 16 });
}

/// A subtree is a number that means the same to all, also where the leader alone has little memory.
#[test]
fn little_memory_changes_no_subtrees() {
    let stack = leaked(toys::pancakes(&START));
    let half = leaked(consistent(|stack: &Pancakes| toys::gaps(stack) / 3));
    let search = move || Deepening::new(stack, half, DeepeningOptions::default());
    let expected = alone(search());
    for memory in [1, 30_000, 100_000] {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        for _ in 0..3 {
            let (verdict, ..) = crewed(&search, 3, None, limits);
            assert_eq!(verdict, expected, "{memory} bytes");
        }
    }
}

/// A limit of the leader ends all; the next search is not disturbed by what was under way.
#[test]
fn the_leader_stops_all() {
    let stack = leaked(toys::pancakes(&START));
    let half = leaked(consistent(|stack: &Pancakes| toys::gaps(stack) / 3));
    let search = move || Deepening::new(stack, half, DeepeningOptions::LOOKING_AHEAD);
    for nodes in [1, 500, 3_000, 9_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (verdict, ..) = crewed(&search, 3, None, limits);
        assert!(matches!(verdict, Verdict::Stopped { why: Stop::Nodes, .. }), "{verdict:?}");
    }
}
