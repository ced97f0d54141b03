//! What every engine owes to its caller, whatever it searches: dead ends, limits, ends, circles, laws.

use std::sync::atomic::{AtomicU64, Ordering};

use super::super::*;
use super::toys::{self, all_engines};
use crate::closures::{
    Cloned, FnHeuristic, Hop, admissible, astar, bfs, cloned_space, consistent, guess, idastar, space,
};
use crate::engine::{Beam, BeamOptions, BestFirst, DeepeningOptions, Order, parallel_deepening};
use crate::heuristic::{Blind, Quality};
use crate::meter::Event;
use crate::space::DEAD_END;
use crate::testing::{check_heuristic, check_promises, check_reversible, check_space};
use crate::verdict::Weight;

/// A heuristic that sees a trap: half of the numbers lead nowhere.
#[test]
fn dead_ends_are_left_out() {
    // Odd numbers stay odd for ever, and there is no end of them.
    let numbers = toys::numbers(
        0,
        |n| if n.is_multiple_of(2) { vec![(n + 1, 1), (n + 2, 3)] } else { vec![(n + 2, 1), (n + 4, 1)] },
        |n| n == 20,
    );
    for dead in [DEAD_END, UNCOUNTED] {
        let way = toys::estimate(move |n| if n % 2 == 1 || n > 20 { dead } else { (20 - n) / 2 * 3 });
        let blind_to_all_else = toys::estimate(move |n| if n % 2 == 1 || n > 20 { dead } else { 0 });
        assert!(check_heuristic(&numbers, &way, 1000) > 500);
        for (name, mut engine) in
            all_engines(&numbers, &way).into_iter().chain(all_engines(&numbers, &blind_to_all_else))
        {
            if toys::INFORMED.contains(&name) {
                let limits = Limits { nodes: Some(1000), memory: Some(1 << 20), ..Limits::default() };
                let verdict = engine.solve_within(limits);
                assert_eq!(verdict.solution().map(|s| s.cost), Some(30), "{name}: {verdict}");
            }
        }
    }
}

/// Where all is dead, nothing is left, and that is a proof.
#[test]
fn nothing_but_dead_ends_is_unsolvable() {
    let endless = toys::numbers(0, |n| vec![(n + 1, 1), (n + 2, 2)], |_| false);
    let at_once = toys::estimate(|_| DEAD_END);
    let soon = toys::estimate(|n| if n > 3 { DEAD_END } else { 0 });
    for name in toys::INFORMED {
        let engines = all_engines(&endless, &at_once).into_iter().chain(all_engines(&endless, &soon));
        for (_, mut engine) in engines.filter(|(other, _)| *other == name) {
            let limits = Limits { nodes: Some(1000), memory: Some(1 << 20), ..Limits::default() };
            let verdict = engine.solve_within(limits);
            // A beam drops positions by hashes, which prove nothing.
            let gave_up = name == "beam" && matches!(verdict, Verdict::Stopped { why: Stop::Width, .. });
            assert!(gave_up || verdict == Verdict::Unsolvable, "{name}: {verdict}");
        }
    }
    let mut observer = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
    let options = DeepeningOptions::LOOKING_AHEAD;
    assert_eq!(
        parallel_deepening(Deepening::new(&endless, &soon, options), 2, &mut meter),
        Verdict::Unsolvable
    );
}

/// Goals are found by all, also where an estimate that promises nothing is not 0.
#[test]
fn estimates_above_zero_at_goals_lose_nothing() {
    let numbers =
        toys::numbers(0, |n| if n < 12 { vec![(n + 1, 1), (n + 3, 2)] } else { vec![] }, |n| n == 11);
    for above in [5_u64, 1 << 40] {
        let far = FnHeuristic::new(
            Box::new(move |_: &u64| above) as Box<dyn Fn(&u64) -> Cost + Send + Sync>,
            Quality::NONE,
        );
        for (name, mut engine) in all_engines(&numbers, &far) {
            let verdict = engine.solve_within(Limits { nodes: Some(100_000), ..Limits::default() });
            let solution = verdict.solution();
            let lost = solution.is_none() && !toys::LOCAL.contains(&name);
            assert!(!lost && verdict != Verdict::Unsolvable, "{name}: {verdict}");
            assert!(solution.is_none_or(|found| crate::verify(&numbers, found).is_ok()), "{name}: {verdict}");
        }
    }
}

/// Whatever ended a search, and at whatever moment: it can be looked at.
#[test]
fn what_was_stopped_can_be_looked_at() {
    let numbers =
        toys::numbers(1, |n| vec![(n * 3 % 5003, 1), (n * 5 % 5003, 2), (n * 7 % 5003, 1)], |_| false);
    let way = toys::estimate(|n| n % 2);
    for memory in [0, 300, 1_000, 5_000, 17_000, 20_000, 30_000, 60_000] {
        for (name, mut engine) in all_engines(&numbers, &way) {
            let limits = Limits { nodes: Some(5_000), memory: Some(memory), ..Limits::default() };
            let mut nobody = ();
            let mut meter = Meter::new(limits, Cancel::default(), &mut nobody);
            let verdict = engine.run(&mut meter);
            assert!(verdict.solution().is_none(), "{name}: {verdict}");
            assert!(
                meter.stats.peak_bytes <= memory && meter.stats.expanded <= 5_000,
                "{name}: {:?}",
                meter.stats
            );
            assert!(engine.waiting(3).len() <= 3, "{name} within {memory} bytes");
            _ = (engine.view(), engine.waiting(usize::MAX));
        }
    }
}

/// Estimates that lie far apart take memory for their counts, which a beam asks for.
#[test]
fn a_beam_counts_what_far_ranks_take() {
    let numbers = toys::numbers(1, |n| vec![(n * 3 % 5003, 1), (n * 5 % 5003, 1)], |_| false);
    let far = toys::estimate(|n| (n % 3) << 40);
    let stopped = |memory| {
        let mut beam = Beam::new(&numbers, &far, BeamOptions::width(10));
        beam.solve_within(Limits { memory: Some(memory), nodes: Some(1000), ..Limits::default() })
    };
    assert!(matches!(stopped(100_000), Verdict::Stopped { why: Stop::Memory, .. }));
    assert!(matches!(stopped(1_000_000), Verdict::Stopped { why: Stop::Nodes | Stop::Width, .. }));
}

/// A space of positions that can only be cloned is searched as one of positions that can be copied.
#[test]
fn positions_may_own_memory() {
    let start = [4, 1, 5, 0, 2, 3];
    let flips = |stack: &Vec<u8>| -> Vec<(Vec<u8>, Cost)> {
        let flip = |top: usize| stack[..top].iter().rev().chain(&stack[top..]).copied().collect();
        (2..=stack.len()).map(|top| (flip(top), 1)).collect()
    };
    let gaps = |stack: &[u8]| {
        let below = stack.iter().skip(1).copied().chain([6]);
        stack.iter().zip(below).filter(|&(a, b)| a.abs_diff(b) > 1).count() as Cost
    };
    let owned = cloned_space(start.to_vec(), flips, |stack: &Vec<u8>| stack.is_sorted()).least_cost(1);
    check_space(&owned, 300, 5);
    let guide = consistent(|stack: &Cloned<Vec<u8>>| gaps(stack));
    assert_eq!(check_heuristic(&owned, &guide, 1000), 720);
    let copied = toys::pancakes(&start);
    let truth = astar(&copied, &consistent(toys::gaps)).solve().solution().map(|found| found.cost);
    let engines: [Box<dyn Engine<_> + '_>; 6] = [
        Box::new(astar(&owned, &guide)),
        Box::new(idastar(&owned, &guide)),
        Box::new(bfs(&owned)),
        Box::new(DepthFirst::deepening(&owned, None)),
        Box::new(Rbfs::new(&owned, &guide)),
        Box::new(Beam::new(&owned, &guide, BeamOptions::width(500))),
    ];
    for (number, mut engine) in engines.into_iter().enumerate() {
        let verdict = engine.solve();
        let solution = verdict.solution().unwrap_or_else(|| panic!("{number}: {verdict}"));
        assert_eq!((Some(solution.cost), crate::verify(&owned, solution)), (truth, Ok(())), "{number}");
        let last = solution.states(&owned).pop().map(Cloned::into_inner);
        assert_eq!(last, Some(vec![0, 1, 2, 3, 4, 5]));
    }
    let kept = owned.heap_bytes(100);
    assert_eq!((kept.key_heap_bytes(), kept.state_heap_bytes()), (100, 100));
}

/// A slow space is noticed at once: an engine that is cancelled in its first expansion makes no other.
#[test]
fn engines_look_up_after_one_expansion() {
    let (nothing, blind) = (toys::numbers(0, |_| Vec::new(), |_| false), toys::estimate(|_| 0));
    let names = all_engines(&nothing, &blind).into_iter().map(|(name, _)| name);
    // Without an estimate there is no hill to be climbed.
    for name in names.filter(|name| !toys::LOCAL.contains(name) || *name == "annealing") {
        let cancel = Cancel::default();
        let asked = AtomicU64::new(0);
        let numbers = toys::numbers(
            0,
            |n| {
                asked.fetch_add(1, Ordering::Relaxed);
                cancel.cancel();
                vec![(n + 1, 1), (n + 2, 1)]
            },
            |_| false,
        );
        let (_, mut engine) =
            all_engines(&numbers, &blind).into_iter().find(|(other, _)| *other == name).expect("it is there");
        let mut observer = ();
        let mut meter = Meter::new(Limits::default(), cancel.clone(), &mut observer);
        let verdict = engine.run(&mut meter);
        assert!(matches!(verdict, Verdict::Stopped { why: Stop::Cancelled, .. }), "{name}: {verdict}");
        // Iterative deepening looks at its root once more when the first bound is raised, and a beam makes its first
        // layer twice: to find and to keep.
        assert!(asked.load(Ordering::Relaxed) <= 2, "{name} asked {asked:?} times");
    }
}

/// A beam whose layer is slow stops within it.
#[test]
fn a_beam_looks_up_within_a_layer() {
    let cancel = Cancel::default();
    let numbers = space(
        0u64,
        |&n: &u64| {
            if n > 1000 {
                cancel.cancel();
                std::thread::sleep(std::time::Duration::from_millis(30));
            }
            (0..100).map(move |i| (n * 100 + i, 1)).collect::<Vec<_>>()
        },
        |_| false,
    );
    let mut observer = ();
    let mut meter = Meter::new(Limits::default(), cancel.clone(), &mut observer);
    let mut beam = Beam::new(&numbers, &Blind, BeamOptions::width(5000));
    let verdict = beam.run(&mut meter);
    assert!(matches!(verdict, Verdict::Stopped { why: Stop::Cancelled, .. }), "{verdict}");
    assert!(beam.depth() <= 3);
}

/// Solved, unsolvable or stopped: whoever runs or steps on hears the same again.
#[test]
fn a_verdict_is_repeated() {
    let solvable = toys::pancakes(&[3, 1, 0, 2]);
    let room = toys::numbers(0, |n| vec![((n + 1) % 9, 1), ((n + 8) % 9, 1)], |_| false);
    let blind = toys::estimate(|_| 0);
    let few = Limits { nodes: Some(2), ..Limits::default() };
    for (name, mut engine) in all_engines(&solvable, &consistent(toys::gaps)) {
        let verdict = engine.solve();
        assert_eq!((engine.solve(), engine.solve()), (verdict.clone(), verdict.clone()), "{name}");
        let step = engine.step(&mut Meter::new(Limits::default(), Cancel::default(), &mut ()));
        assert_eq!(step, ControlFlow::Break(verdict), "{name}");
    }
    for limits in [Limits::default(), few] {
        for (name, mut engine) in all_engines(&room, &blind) {
            let verdict = engine.solve_within(limits);
            assert!(verdict.solution().is_none(), "{name}: {verdict}");
            assert_eq!(engine.solve(), verdict, "{name}");
        }
    }
}

/// IDA* ends in a room without a way out, though its moves lead back and forth.
#[test]
fn ida_does_not_go_round_in_circles() {
    let room = space(0u8, |&n: &u8| [((n + 1) % 9, 1), ((n + 8) % 9, 1)], |_| false);
    assert_eq!(idastar(&room, &Blind).solve(), Verdict::Unsolvable);
    let free = space(0u8, |&n: &u8| [((n + 1) % 9, 0), ((n + 8) % 9, 0)], |_| false);
    assert_eq!(idastar(&free, &Blind).solve(), Verdict::Unsolvable);
    let goal = space(0u8, |&n: &u8| [((n + 1) % 9, 0), ((n + 8) % 9, 1)], |&n| n == 5);
    assert_eq!(idastar(&goal, &Blind).solve().solution().map(|s| s.cost), Some(0));
    // Paths in a 4×4 square: with circles there would be about 3ᵈ of them at depth d.
    let square = space(
        (0i8, 0i8),
        |&(r, c): &(i8, i8)| {
            let near = [(r - 1, c), (r, c - 1), (r + 1, c), (r, c + 1)];
            near.into_iter().filter(|&(r, c)| (0..4).contains(&r) && (0..4).contains(&c)).map(|at| (at, 1))
        },
        |_| false,
    );
    let mut observer = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
    assert_eq!(idastar(&square, &Blind).run(&mut meter), Verdict::Unsolvable);
    assert!(meter.stats.expanded < 100_000, "{} expansions", meter.stats.expanded);
}

/// A walk on a line of numbers that drops what it should not, if it is told to.
struct Line {
    wrong: bool,
}

impl StateSpace for Line {
    type State = i32;
    type Key = i32;
    type Move = i32;
    type Moves = std::vec::IntoIter<i32>;
    fn start(&self) -> i32 {
        0
    }
    fn is_goal(&self, s: &i32) -> bool {
        *s == 6
    }
    fn moves(&self, _: &i32, last: Option<i32>) -> Self::Moves {
        let all = vec![1, -1, 3, -3];
        let keep = |m: &i32| match last {
            Some(last) if self.wrong => *m != last && *m != -last,
            Some(last) => *m != -last,
            None => true,
        };
        all.into_iter().filter(keep).collect::<Vec<_>>().into_iter()
    }
    fn cost(&self, _: i32) -> Cost {
        1
    }
    fn apply(&self, s: &mut i32, m: i32) {
        *s += m;
    }
    fn undo(&self, s: &mut i32, m: i32) {
        *s -= m;
    }
    fn pack(&self, s: &i32) -> i32 {
        *s
    }
    fn unpack(&self, k: &i32, into: &mut i32) {
        *into = *k;
    }
}

#[test]
fn right_drops_pass() {
    check_space(&Line { wrong: false }, 200, 1);
}

#[test]
#[should_panic(expected = "the moves that are left lead there at another cost")]
fn wrong_drops_are_found() {
    check_space(&Line { wrong: true }, 200, 1);
}

#[test]
#[should_panic(expected = "a dead end, but there is a way")]
fn wrong_dead_ends_are_found() {
    check_heuristic(&Line { wrong: false }, &admissible(|&n: &i32| if n == 3 { DEAD_END } else { 0 }), 100);
}

#[test]
#[should_panic(expected = "but there is a way of cost")]
fn wrong_estimates_are_found() {
    check_heuristic(&Line { wrong: false }, &admissible(|&n: &i32| Cost::from(n == 0) * 3), 100);
}

#[test]
#[should_panic(expected = "less than the least cost")]
fn cheaper_moves_than_promised_are_found() {
    check_space(&space(0u8, |&n: &u8| [((n + 1) % 5, u64::from(n))], |_| false).least_cost(1), 100, 1);
}

/// Estimates that promise nothing may be above 0 at goals if they say so; others must not.
#[test]
fn estimates_at_goals_are_checked_as_far_as_they_promise() {
    let line = Line { wrong: false };
    assert!(check_heuristic(&line, &guess(|_: &i32| 7), 100) > 50);
    check_promises(&line, &guess(|_: &i32| 7), &[(6, 0), (3, 1)].into_iter().collect());
    let checked = std::panic::catch_unwind(|| check_heuristic(&line, &admissible(|_: &i32| 7), 100));
    assert!(checked.is_err());
}

/// Numbers around a circle of ten, by one or by three, with what can be wrong about the way back.
#[derive(Default)]
struct Circle {
    wrong_inverse: bool,
    asymmetric: bool,
    one_way: bool,
    hidden_goal: bool,
    wrong_goal: bool,
    forgetful: bool,
    sticky: bool,
}

/// A position on the circle, and the one before.
#[derive(Clone, Copy)]
struct On {
    at: u8,
    before: u8,
}

impl StateSpace for Circle {
    type State = On;
    type Key = u8;
    type Move = i8;
    type Moves = std::vec::IntoIter<i8>;
    fn start(&self) -> On {
        On { at: 0, before: 0 }
    }
    fn is_goal(&self, s: &On) -> bool {
        s.at == 5 || self.hidden_goal && s.at == 4
    }
    fn moves(&self, s: &On, _: Option<i8>) -> Self::Moves {
        let is_there = |m: &i8| !self.one_way || s.at != 7 || *m > 0;
        [1, -1, 3, -3].into_iter().filter(is_there).collect::<Vec<_>>().into_iter()
    }
    fn cost(&self, m: i8) -> Cost {
        1 + Cost::from(self.asymmetric && m == -3)
    }
    fn apply(&self, s: &mut On, m: i8) {
        *s = On { at: (s.at as i8 + 10 + m) as u8 % 10, before: s.at };
    }
    fn undo(&self, s: &mut On, m: i8) {
        // One move can be taken back by what is remembered, and no more.
        let at = if self.forgetful { s.before } else { (s.at as i8 + 10 - m) as u8 % 10 };
        *s = On { at, before: s.before };
    }
    fn pack(&self, s: &On) -> u8 {
        s.at
    }
    fn unpack(&self, k: &u8, into: &mut On) {
        // As if something of the position that was there before stayed.
        let sticks = self.sticky && into.at > 8;
        *into = On { at: if sticks { into.at } else { *k }, before: 0 };
    }
}

impl crate::space::Reversible for Circle {
    fn goals(&self) -> Option<Vec<On>> {
        let at = |at| On { at, before: 0 };
        Some(if self.wrong_goal { vec![at(5), at(6)] } else { vec![at(5)] })
    }
    fn inverse(&self, m: i8) -> i8 {
        if self.wrong_inverse && m == 3 { -1 } else { -m }
    }
}

#[test]
fn right_ways_back_pass() {
    check_reversible(&Circle::default(), 100);
    check_space(&Circle::default(), 100, 1);
    check_reversible(&toys::pancakes(&[2, 0, 1, 3]), 100);
}

#[test]
#[should_panic(expected = "leads elsewhere than back")]
fn wrong_inverses_are_found() {
    check_reversible(&Circle { wrong_inverse: true, ..Circle::default() }, 100);
}

#[test]
#[should_panic(expected = "whose inverse it is")]
fn costs_that_differ_on_the_way_back_are_found() {
    check_reversible(&Circle { asymmetric: true, ..Circle::default() }, 100);
}

#[test]
#[should_panic(expected = "is no move behind it")]
fn one_way_streets_are_found() {
    check_reversible(&Circle { one_way: true, ..Circle::default() }, 100);
}

#[test]
#[should_panic(expected = "the goal 4 is not listed")]
fn goals_that_are_not_listed_are_found() {
    check_reversible(&Circle { hidden_goal: true, ..Circle::default() }, 100);
}

#[test]
#[should_panic(expected = "6 is listed and no goal")]
fn listed_positions_that_are_no_goals_are_found() {
    check_reversible(&Circle { wrong_goal: true, ..Circle::default() }, 100);
}

/// Numbers that are said to be undirected and are not.
#[test]
#[should_panic(expected = "is no move behind it")]
fn closures_that_are_not_undirected_are_found() {
    let numbers = space(0u8, |&n: &u8| (n < 9).then_some((n + 1, 1)), |&n| n == 9).undirected([9]);
    check_reversible(&numbers, 100);
}

#[test]
#[should_panic(expected = "the moves of a walk taken back lead to another position")]
fn undo_that_remembers_one_move_is_found() {
    check_space(&Circle { forgetful: true, ..Circle::default() }, 100, 1);
}

#[test]
#[should_panic(expected = "unpack after pack is another position")]
fn unpack_that_keeps_what_was_there_is_found() {
    check_space(&Circle { sticky: true, ..Circle::default() }, 100, 1);
}

/// Solutions on the way come with their moves, and closures watch.
#[test]
fn observers_are_handed_solutions() {
    let stack = toys::pancakes(&[4, 1, 5, 0, 2, 3]);
    let mut seen = Vec::new();
    let mut watch =
        crate::on_solution(|solution: &Solution<Hop<toys::Pancakes>>| seen.push(solution.clone()));
    let far = admissible(|stack: &toys::Pancakes| toys::gaps(stack) / 2);
    let mut search = BestFirst::repairing(&stack, &far, Weight::new(5, 1).expect("a weight"), Weight::ONE);
    let verdict = search.run(&mut Meter::new(Limits::default(), Cancel::default(), &mut watch));
    drop(watch);
    let best = verdict.into_solution().expect("pancakes can be sorted");
    assert_eq!(seen.last().map(|last| last.cost), Some(best.cost));
    assert!(seen.iter().all(|solution| crate::verify(&stack, solution).is_ok()));
    assert_eq!(best.states(&stack).len(), best.moves.len() + 1);
    let mut bounds = Vec::new();
    let mut watch = |event: Event, _: &Stats, _| {
        if let Event::Bound(bound) = event {
            bounds.push(bound);
        }
    };
    let mut search = BestFirst::new(&stack, &far, Order::ASTAR);
    _ = search.run(&mut Meter::new(Limits::default(), Cancel::default(), &mut watch));
    assert!(bounds.len() > 1 && bounds.is_sorted() && bounds.last() <= Some(&best.cost), "{bounds:?}");
}

/// A space that is borrowed, shared or boxed is searched as the space itself, step by step, from both ends too.
#[test]
fn spaces_that_are_held_are_the_same_space() {
    fn searched<P: crate::space::Reversible>(space: &P) -> [(Option<Cost>, u64, u64); 3]
    where
        P::State: Copy + Into<u32>,
    {
        let way = consistent(|&n: &P::State| Cost::from(60 - n.into().min(60)) / 30);
        let engines: [Box<dyn Engine<P> + '_>; 3] = [
            Box::new(BestFirst::new(space, &way, Order::ASTAR)),
            Box::new(idastar(space, &way)),
            Box::new(BreadthFirst::from_both_ends(space).unwrap()),
        ];
        engines.map(|mut engine| {
            let mut unseen = ();
            let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
            let verdict = engine.run(&mut meter);
            (verdict.solution().map(|found| found.cost), meter.stats.expanded, meter.stats.generated)
        })
    }
    let near = |&n: &u32| [n + 7, n.wrapping_sub(7), n + 11, n.wrapping_sub(11)].into_iter();
    let near = move |n: &u32| near(n).filter(|&n| n <= 60).map(|n| (n, 1));
    let numbers = space(1, near, |&n| n == 60).least_cost(1).undirected([60]);
    let plain = searched(&numbers);
    assert!(
        plain.iter().all(|&(cost, expanded, _)| cost == plain[0].0 && cost.is_some() && expanded > 5),
        "{plain:?}"
    );
    assert_eq!(searched(&&numbers), plain);
    assert_eq!(searched(&Box::new(numbers.clone())), plain);
    assert_eq!(searched(&std::sync::Arc::new(numbers)), plain);
}

/// What is seen of RBFS after its end is a position and the one before it on the way.
#[test]
fn what_is_seen_after_the_end_belongs_together() {
    let near =
        |&n: &u32| [n + 7, n.wrapping_sub(7), n + 11, n.wrapping_sub(11)].into_iter().filter(|&n| n <= 60);
    let numbers = space(1, move |n: &u32| near(n).map(|n| (n, 1)), |&n| n == 60);
    let way = consistent(|&n: &u32| Cost::from(60 - n) / 11);
    let mut search = Rbfs::new(&numbers, &way);
    let mut unseen = ();
    let verdict = search.run(&mut Meter::new(Limits::default(), Cancel::default(), &mut unseen));
    assert!(matches!(verdict, Verdict::Solved(_)));
    let view = search.view();
    let parent = view.parent.expect("it has gone some way");
    assert!(near(&parent).any(|n| n == view.position), "{parent} and {}", view.position);
}
