//! IDA* that is broken off and gone on with elsewhere, and IDA* done in units, are the same search.

use std::ops::ControlFlow;

use super::super::saved::numbers;
use super::toys::{self, Pancakes};
use crate::closures::{consistent, space};
use crate::engine::{Deepening, DeepeningOptions, Engine, NotOfThisSearch, Saved};
use crate::heuristic::{Blind, Heuristic};
use crate::meter::{Cancel, Limits, Meter, Stats, Stop};
use crate::space::{Cost, StateSpace};
use crate::verdict::Verdict;

const START: Pancakes = [5, 2, 7, 0, 4, 1, 6, 3];

type Ended<M> = (Verdict<M>, Stats);

fn metered<T>(limits: Limits, work: impl FnOnce(&mut Meter<'_>) -> T) -> (T, Stats) {
    let mut unseen = ();
    let mut meter = Meter::new(limits, Cancel::default(), &mut unseen);
    let result = work(&mut meter);
    (result, meter.stats)
}

/// Goes on from what was saved, and to its end.
fn gone_on<P: StateSpace + 'static, H: Heuristic<P> + 'static>(
    search: impl Fn() -> Deepening<'static, P, H>,
    threads: usize,
    saved: &Saved,
) -> Ended<P::Move> {
    let mut later = search().on_threads(threads);
    later.restore(saved).unwrap();
    metered(Limits::default(), |meter| {
        meter.go_on_from(&saved.stats);
        later.run(meter)
    })
}

/// Breaks a search off after each of `moments` expansions, and compares what comes of it with the whole.
fn survives<P: StateSpace + 'static, H: Heuristic<P> + 'static>(
    search: impl Fn() -> Deepening<'static, P, H>,
    moments: impl Iterator<Item = u64>,
) {
    let whole = metered(Limits::default(), |meter| search().run(meter));
    let mut tried = 0;
    for moment in moments.take_while(|&moment| moment < whole.1.expanded) {
        // Broken off between two expansions, and by a limit.
        let mut paused = search();
        let (going, stats) = metered(Limits::default(), |meter| paused.run_to(moment, meter));
        assert_eq!(going, ControlFlow::Continue(()), "after {moment} expansions");
        let saved = paused.save(&stats).unwrap();
        assert_eq!(gone_on(&search, 1, &saved), whole, "paused after {moment} expansions");
        let mut stopped = search();
        let limits = Limits { nodes: Some(moment), ..Limits::default() };
        let (verdict, stats) = metered(limits, |meter| stopped.run(meter));
        assert!(matches!(verdict, Verdict::Stopped { why: Stop::Nodes, .. }));
        // While the top of the tree is cut there is nothing to be kept.
        if let Some(saved) = stopped.save(&stats) {
            assert_eq!(gone_on(&search, 1, &saved), whole, "stopped after {moment} expansions");
            tried += 1;
        }
    }
    assert!(tried > 20, "{tried} moments of {} expansions", whole.1.expanded);
}

fn leaked<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

#[test]
fn broken_off_at_any_moment_it_comes_to_the_same_end_with_the_same_counts() {
    let stack = leaked(toys::pancakes(&START));
    let half = leaked(consistent(|stack: &Pancakes| toys::gaps(stack) / 2));
    for look_ahead in [false, true] {
        let options = DeepeningOptions { look_ahead, depth_limit: None };
        survives(|| Deepening::new(stack, half, options), (0..4000).step_by(13));
        survives(|| Deepening::new(stack, half, options), (1..).map(|n: u64| n * n * 5 + 5));
    }
    // Costs that differ, and no estimate.
    let walk = leaked(space(1, |&n: &u32| [(n + 3, 2), (n * 2, 3), (n + 1, 1)], |&n| n == 61));
    survives(|| Deepening::new(walk, &Blind, DeepeningOptions::LOOKING_AHEAD), (0..20_000).step_by(397));
}

/// Plain steps on a grid, in trees that are large enough to be shared.
fn grid() -> &'static (impl StateSpace<State = (i32, i32), Move: Eq> + use<>) {
    let steps = |&(x, y): &(i32, i32)| [((x - 1, y), 1), ((x, y + 1), 1), ((x, y - 1), 1), ((x + 1, y), 1)];
    leaked(space((0, 0), steps, |&place| place == (6, 5)))
}

#[test]
fn threads_can_be_broken_off_and_be_more_or_fewer_afterwards() {
    let grid = grid();
    let search = || Deepening::new(grid, &Blind, DeepeningOptions::LOOKING_AHEAD);
    let (whole, counts) = metered(Limits::default(), |meter| search().run(meter));
    assert!(counts.expanded > 150_000, "{} expansions", counts.expanded);
    for (first, second) in [(3, 3), (3, 1), (1, 2)] {
        // Again and again, so that what was gone on with is broken off too.
        let mut search_now = search().on_threads(first);
        let (mut stats, mut saves) = (Stats::default(), 0);
        let verdict = loop {
            let until = stats.expanded + 5_000;
            let (going, now) = metered(Limits::default(), |meter| {
                meter.go_on_from(&stats);
                search_now.run_to(until, meter)
            });
            stats = now;
            if let ControlFlow::Break(verdict) = going {
                break verdict;
            }
            let saved = search_now.save(&stats).unwrap();
            search_now = search().on_threads(second);
            search_now.restore(&saved).unwrap();
            saves += 1;
        };
        assert_eq!(verdict, whole, "{first} and {second} threads");
        assert!(saves >= 2, "{saves} saves");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let stack = toys::pancakes(&START);
    let half = consistent(|stack: &Pancakes| toys::gaps(stack) / 2);
    let search = || Deepening::new(&stack, &half, DeepeningOptions::LOOKING_AHEAD);
    let mut paused = search();
    let (_, stats) = metered(Limits::default(), |meter| paused.run_to(2000, meter));
    let saved = paused.save(&stats).unwrap();
    let refused = |change: &dyn Fn(&mut Saved)| {
        let mut changed = saved.clone();
        change(&mut changed);
        search().restore(&changed) == Err(NotOfThisSearch)
    };
    assert!(!refused(&|_| ()));
    assert!(refused(&|saved| saved.units[0].way.push(999)));
    assert!(refused(&|saved| _ = saved.by_left.pop()));
    assert!(refused(&|saved| saved.found = Some(vec![77])));
    // Numbers that no search has, and ways that lead to no goal.
    assert!(refused(&|saved| saved.step = Cost::MAX));
    assert!(refused(&|saved| saved.stats.expanded = u64::MAX));
    assert!(refused(&|saved| saved.units.iter_mut().for_each(|unit| unit.before = u64::MAX / 2)));
    assert!(refused(&|saved| saved.found = Some(vec![0])));
    assert!(refused(&|saved| saved.firsts[0] = Some((0, vec![0]))));
    let (solved, _) = metered(Limits::default(), |meter| search().run(meter));
    let way = numbers(&stack, &solved.solution().unwrap().moves).unwrap();
    assert!(!refused(&|saved| saved.firsts[1] = Some((0, way.clone()))));
    assert!(
        refused(&|saved| saved.firsts[1] = Some((saved.units.len(), way.clone()))),
        "there is no such subtree"
    );
    let under_way = saved.units.iter().position(|unit| unit.part.is_some()).unwrap();
    let fork = |saved: &mut Saved| saved.units[under_way].part.as_mut().unwrap().forks.clone();
    assert!(refused(&|saved| {
        let mut forks = fork(saved);
        forks[0].left = vec![500];
        saved.units[under_way].part.as_mut().unwrap().forks = forks;
    }));
    assert!(refused(&|saved| {
        let mut forks = fork(saved);
        forks[0].taken = Some(500);
        saved.units[under_way].part.as_mut().unwrap().forks = forks;
    }));
}

/// In any order, and some of them twice.
#[test]
fn units_done_by_others_come_to_the_end_of_the_whole() {
    let grid = grid();
    let search = || Deepening::new(grid, &Blind, DeepeningOptions::LOOKING_AHEAD);
    let (whole, _) = metered(Limits::default(), |meter| search().run(meter));
    let (verdict, _) = metered(Limits::default(), |meter| {
        let (mut leader, mut other) = (search(), search());
        loop {
            if let ControlFlow::Break(verdict) = leader.begin_iteration(meter) {
                return verdict;
            }
            let mut turn = 1_usize;
            loop {
                let units = leader.units();
                if units.is_empty() {
                    break;
                }
                turn = turn.wrapping_mul(31).wrapping_add(7);
                let number = units[turn % units.len()];
                let errand = leader.errand(number).unwrap();
                let report = other.carry_out(&errand, meter).unwrap().unwrap();
                leader.take_in(number, &report).unwrap();
                leader.take_in(number, &report).unwrap();
            }
            if let ControlFlow::Break(verdict) = leader.finish_iteration(meter) {
                return verdict;
            }
        }
    });
    assert_eq!(verdict, whole);
    let cost: Option<Cost> = verdict.solution().map(|solution| solution.cost);
    assert_eq!(cost, Some(11));
}

/// A search whose iterations are cut into parts, each done by another search, the last part first.
fn in_parts<P: StateSpace + 'static, H: Heuristic<P> + 'static>(
    search: impl Fn() -> Deepening<'static, P, H>,
    parts: usize,
) -> (Ended<P::Move>, usize) {
    let (mut leader, mut helper) = (search(), search());
    let (mut stats, mut shared) = (Stats::default(), 0);
    let go_on = |engine: &mut Deepening<'static, P, H>, stats: &mut Stats| {
        let (went, now) = metered(Limits::default(), |meter| {
            meter.go_on_from(stats);
            engine.iterate_to(stats.expanded + 1_000, meter)
        });
        *stats = now;
        went
    };
    loop {
        if let ControlFlow::Break(verdict) = go_on(&mut leader, &mut stats) {
            return ((verdict, stats), shared);
        }
        let mut saved = leader.save(&stats).unwrap();
        if !saved.is_large(2_000) || !saved.is_open() {
            continue;
        }
        let (mut done, mut first) = (Vec::new(), None);
        for part in saved.divide(parts).into_iter().rev() {
            let mut now = part.stats;
            helper.restore(&part).unwrap();
            loop {
                if let ControlFlow::Break(verdict) = go_on(&mut helper, &mut now) {
                    first = Some(verdict);
                    helper = search();
                    break;
                }
                let after = helper.save(&now).unwrap();
                if !after.in_hand {
                    done.push(after);
                    break;
                }
            }
            shared += 1;
        }
        done.reverse();
        saved.unite(&done).unwrap();
        if let Some(verdict) = first {
            return ((verdict, saved.stats), shared);
        }
        leader.restore(&saved).unwrap();
        stats = saved.stats;
    }
}

#[test]
fn parts_done_by_others_come_to_the_end_of_the_whole() {
    let grid = grid();
    let stack = leaked(toys::pancakes(&START));
    let half = leaked(consistent(|stack: &Pancakes| toys::gaps(stack) / 2));
    for look_ahead in [false, true] {
        let options = DeepeningOptions { look_ahead, depth_limit: None };
        for parts in [1, 3, 20] {
            let search = || Deepening::new(grid, &Blind, options);
            let whole = metered(Limits::default(), |meter| search().run(meter));
            let ((verdict, stats), shared) = in_parts(search, parts);
            assert_eq!(verdict, whole.0, "{parts} parts");
            assert!(shared > parts, "{shared} of {parts} parts in an iteration");
            assert!(stats.expanded <= 2 * whole.1.expanded, "nothing is done twice");
            let search = || Deepening::new(stack, half, options);
            let whole = metered(Limits::default(), |meter| search().run(meter));
            let ((verdict, _), _) = in_parts(search, parts);
            assert_eq!(verdict, whole.0, "{parts} parts of pancakes");
        }
    }
}

/// A solution that was found beyond the bound may give way to another one, from another part. So what is told of its
/// subtree must not say that nothing so cheap is there.
#[test]
fn a_subtree_never_claims_more_than_a_solution_in_it_costs() {
    let mut seen = 0;
    for seed in 0..200_u64 {
        let chance = move |from: u64, nth: u64| {
            (seed * 7_919 + from * 31 + nth).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
        };
        // Nine stages of three places each; every place has three roads to the next stage.
        let road =
            move |from: u64, nth| (from / 3 * 3 + 3 + chance(from, nth) % 3, 1 + chance(from, nth + 3) % 9);
        let roads = move |&from: &u64| (0..if from < 27 { 3 } else { 0 }).map(move |nth| road(from, nth));
        let (roads, stages_left) = (space(0, roads, |&at| at == 28), consistent(|&at: &u64| 9 - at / 3));
        let mut search = Deepening::new(&roads, &stages_left, DeepeningOptions::LOOKING_AHEAD);
        let _ = metered(Limits::default(), |meter| {
            while search.iterate_to(u64::MAX, meter).is_continue() {
                let saved = search.save(&meter.stats).unwrap();
                let Some(way) = &saved.found else { continue };
                let along = |(at, cost), &nth: &u16| {
                    let (to, more) = road(at, nth.into());
                    (to, cost + more)
                };
                let (_, cost) = way.iter().fold((0, 0), along);
                let unit = saved.units.iter().find(|unit| way.starts_with(&unit.way)).unwrap();
                assert!(unit.f <= cost, "roads {seed}: at least {}, but {cost} was found", unit.f);
                seen += 1;
            }
        });
    }
    assert!(seen > 50, "{seen} solutions beyond the bound");
}

#[test]
fn parts_of_another_search_are_refused() {
    let search = || Deepening::new(grid(), &Blind, DeepeningOptions::LOOKING_AHEAD);
    let mut leader = search();
    let (_, stats) = metered(Limits::default(), |meter| leader.run_to(30_000, meter));
    let mut saved = leader.save(&stats).unwrap();
    let parts = saved.divide(4);
    assert_eq!(saved.clone().unite(&parts), Ok(()));
    let mut other = parts[0].clone();
    other.units[0].way.push(7);
    assert_eq!(saved.clone().unite(&[other]), Err(NotOfThisSearch));
    let higher = Saved { bound: saved.bound + 1, ..parts[0].clone() };
    assert_eq!(saved.unite(&[higher]), Err(NotOfThisSearch));
}

/// Costs that differ much make iterations that reach a little further each: subtrees do not grow in number with them,
/// and what is found is the same.
#[test]
fn subtrees_do_not_grow_without_bound() {
    const DEPTH: u32 = 14;
    const GOAL: u32 = (1 << DEPTH) + 1_234;
    // A tree: a position is the way to it with a one before it, and its moves cost as much as looks random.
    let cost = |n: u32| 1_000 + Cost::from(n.wrapping_mul(0x9e37_79b9).rotate_left(11) % 997);
    let tree = space(
        1_u32,
        move |&n: &u32| [2 * n, 2 * n + 1].into_iter().filter(|&n| n < 2 << DEPTH).map(move |n| (n, cost(n))),
        |&n| n == GOAL,
    );
    let mut search = Deepening::new(&tree, &Blind, DeepeningOptions::default());
    let ((verdict, most), _) = metered(Limits::default(), |meter| {
        let mut most = 0;
        loop {
            let next = meter.stats.expanded + 2_000;
            if let ControlFlow::Break(verdict) = search.run_to(next, meter) {
                break (verdict, most);
            }
            most = search.save(&meter.stats).map_or(most, |saved| most.max(saved.units.len()));
        }
    });
    let Verdict::Solved(solution) = verdict else { panic!("{verdict:?}") };
    assert_eq!(solution.cost, (0..DEPTH).map(|up| cost(GOAL >> up)).sum::<Cost>());
    assert!((200..=512).contains(&most), "{most} subtrees");
}
