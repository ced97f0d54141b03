//! What the searches of the textbooks are known for, beside being right.

use std::ops::ControlFlow;

use super::super::*;
use super::graphs::{Graph, Kind, Numbers, estimates};
use super::toys::{self, Pancakes, pancakes_from, reference};
use crate::closures::{FnHeuristic, consistent, guess};
use crate::meter::Stats;
use crate::space::DEAD_END;
use crate::verdict::{Proof, verify};

type Estimate = FnHeuristic<fn(&Pancakes) -> Cost>;

fn gaps() -> Estimate {
    consistent(toys::gaps as fn(&Pancakes) -> Cost)
}

/// All stacks of so many pancakes with their distances.
fn stacks(count: u8) -> Vec<(Pancakes, Cost)> {
    let distances = reference(&toys::pancakes(&(0..count).collect::<Vec<u8>>()));
    let mut all: Vec<(Pancakes, Cost)> = distances.into_iter().collect();
    all.sort_unstable();
    all
}

fn run<P: StateSpace>(engine: &mut impl Engine<P>) -> (Verdict<P::Move>, Stats) {
    let mut nobody = ();
    let limits = Limits { nodes: Some(2_000_000), ..Limits::default() };
    let mut meter = Meter::new(limits, Cancel::default(), &mut nobody);
    let verdict = engine.run(&mut meter);
    (verdict, meter.stats)
}

/// In as many positions as the way has, and a few more, SMA* finds the optimum; with less it does not say so.
#[test]
fn sma_finds_what_fits() {
    let h = gaps();
    for (start, truth) in stacks(5) {
        let space = pancakes_from(start);
        for capacity in [2, 3, 4, 5, 6, 8, 12, 30, 200] {
            let (verdict, _) = run(&mut Sma::new(&space, &h, capacity));
            let fits = truth < capacity as Cost;
            match verdict.solution() {
                Some(solution) => {
                    assert_eq!(verify(&space, solution), Ok(()));
                    assert!(solution.moves.len() < capacity, "{start:?} in {capacity}");
                    assert_eq!(solution.cost, truth, "{start:?} in {capacity}: {verdict}");
                }
                None => {
                    let full = matches!(verdict, Verdict::Stopped { why: Stop::Memory, .. });
                    assert!(full && !fits, "{start:?} in {capacity}: {verdict}");
                }
            }
            assert!(verdict.lower_bound() <= Some(truth), "{start:?} in {capacity}: {verdict}");
        }
    }
}

/// A table of any size changes what is expanded, not what is found; a large one spares most of the work.
#[test]
fn transpositions_are_found_in_tables_of_any_size() {
    // Squares of 5×5 cells, from corner to corner: many ways to each cell.
    let near = |n: u64| {
        let (r, c) = (n / 5, n % 5);
        let ways = [(r.wrapping_sub(1), c), (r, c.wrapping_sub(1)), (r, c + 1), (r + 1, c)];
        ways.into_iter().filter(|&(r, c)| r < 5 && c < 5).map(|(r, c)| (5 * r + c, 1)).collect()
    };
    let square = toys::numbers(0, near, |n| n == 24);
    let blind = toys::estimate(|_| 0);
    let mut expanded = Vec::new();
    for capacity in [0, 2, 3, 10, 10_000] {
        let (verdict, stats) = run(&mut TranspositionIda::new(&square, &blind, capacity));
        let found = verdict.solution().map(|solution| (solution.cost, solution.proof));
        assert_eq!(found, Some((8, Proof::Optimal)), "in {capacity}");
        expanded.push(stats.expanded);
    }
    // No more than 25 cells in each of 9 iterations, where all of them are remembered.
    assert!(expanded[4] <= 9 * 25 && expanded[0] > 5 * expanded[4], "{expanded:?}");
    for (start, truth) in stacks(5).into_iter().step_by(7) {
        let (space, h) = (pancakes_from(start), gaps());
        let (verdict, _) = run(&mut TranspositionIda::new(&space, &h, 5));
        assert!(verdict.is_optimal() && verdict.lower_bound() == Some(truth), "{start:?}: {verdict}");
    }
}

/// Where each bound adds one position, a search that begins anew for each takes the square of their number, and
/// budgeted tree search does not.
#[test]
fn budgets_spare_the_square() {
    let ray = toys::numbers(0, |n| vec![(n + 1, 1)], |n| n == 2000);
    let blind = toys::estimate(|_| 0);
    let limits = Limits { nodes: Some(500_000), ..Limits::default() };
    let anew = TranspositionIda::new(&ray, &blind, 2).solve_within(limits);
    assert!(matches!(anew, Verdict::Stopped { why: Stop::Nodes, .. }), "{anew}");
    assert!(Budgeted::new(&ray, &blind).solve_within(limits).is_optimal());
}

/// Partial expansion stores less than A*, and both find the same.
#[test]
fn partial_expansion_stores_less() {
    let h = gaps();
    let (mut partial, mut whole) = (0, 0);
    for (start, truth) in stacks(6).into_iter().step_by(11) {
        let space = pancakes_from(start);
        let mut pea = PartialExpansion::new(&space, &h);
        let mut astar = BestFirst::new(&space, &h, Order::ASTAR);
        let (pea_verdict, astar_verdict) = (run(&mut pea).0, run(&mut astar).0);
        assert_eq!(
            pea_verdict.solution().map(|solution| (solution.cost, solution.proof)),
            Some((truth, Proof::Optimal))
        );
        assert!(astar_verdict.is_optimal());
        partial += pea.view().stored;
        whole += astar.view().stored;
    }
    assert!(partial * 2 < whole, "{partial} and {whole} positions");
}

/// Made by what is foreseen, fewer moves are made for the same.
#[test]
fn enhanced_partial_expansion_makes_fewer_moves() {
    let h = gaps();
    let (mut plain, mut enhanced) = (0, 0);
    for (start, truth) in stacks(6).into_iter().step_by(11) {
        let space = pancakes_from(start);
        let (verdict, stats) = run(&mut PartialExpansion::new(&space, &h));
        assert!(verdict.is_optimal());
        plain += stats.generated;
        let mut engine = PartialExpansion::enhanced(&space, &h);
        let (verdict, stats) = run(&mut engine);
        assert!(verdict.is_optimal() && verdict.lower_bound() == Some(truth), "{start:?}: {verdict}");
        enhanced += stats.generated;
        // All that is stored was generated, and hardly anything twice.
        assert!(stats.generated < 2 * engine.view().stored as u64 + 10, "{start:?}");
    }
    assert!(enhanced * 3 < plain, "{enhanced} and {plain} moves made");
}

/// A*+IDA* finds the same wherever A* leaves off, with estimates of all sorts; the more room, the less is searched.
#[test]
fn a_hybrid_searches_below_any_edge() {
    for seed in 0..150 {
        let graph = Graph::random(seed, [1, 1000][seed as usize % 2]);
        let (space, to_goal) = (graph.space(), graph.distances(&graph.goals));
        let truth = to_goal[usize::from(graph.start)];
        let mut numbers = Numbers(seed);
        for kind in [Kind::Consistent, Kind::Admissible, Kind::Wrong] {
            let heuristic = estimates(&to_goal, kind, &mut numbers);
            for capacity in [1, 2, 4, 9, 1000] {
                let (verdict, _) = run(&mut Hybrid::new(&space, &heuristic, capacity));
                let what = format!("graph {seed}, {kind:?}, room for {capacity}: {verdict}, not {truth}");
                match verdict.solution() {
                    Some(solution) => {
                        assert_eq!(verify(&space, solution), Ok(()), "{what}");
                        assert!(solution.lower_bound <= truth && truth <= solution.cost, "{what}");
                        assert!(kind == Kind::Wrong || verdict.is_optimal(), "{what}");
                    }
                    None => assert!(verdict == Verdict::Unsolvable && truth == DEAD_END, "{what}"),
                }
            }
        }
    }
    let far = consistent((|stack| toys::gaps(stack).saturating_sub(2)) as fn(&Pancakes) -> Cost);
    let mut expanded = [0; 3];
    for (start, truth) in stacks(6).into_iter().step_by(37) {
        let space = pancakes_from(start);
        for (room, capacity) in [1, 50, 10_000].into_iter().enumerate() {
            let (verdict, stats) = run(&mut Hybrid::new(&space, &far, capacity));
            assert!(verdict.is_optimal() && verdict.lower_bound() == Some(truth), "{start:?}: {verdict}");
            expanded[room] += stats.expanded;
        }
    }
    assert!(expanded[0] > expanded[1] && expanded[1] > expanded[2], "{expanded:?}");
    // When memory runs out, the search goes on below.
    let space = toys::pancakes(&[5, 2, 7, 0, 3, 6, 1, 4]);
    let limits = Limits { memory: Some(40 << 10), ..Limits::default() };
    assert!(BestFirst::new(&space, &far, Order::ASTAR).solve_within(limits).solution().is_none());
    let verdict = Hybrid::new(&space, &far, usize::MAX).solve_within(limits);
    assert!(verdict.is_optimal(), "{verdict}");
}

/// What is forgotten on the way is found again, from stacks of all depths.
#[test]
fn frontiers_find_their_way_again() {
    let (blind, gaps): (Estimate, _) = (consistent((|_| 0) as fn(&Pancakes) -> Cost), gaps());
    for (start, truth) in stacks(6).into_iter().step_by(3) {
        let space = pancakes_from(start);
        for mut engine in [Frontier::new(&space, &blind), Frontier::deepening(&space, &gaps)] {
            let (verdict, _) = run(&mut engine);
            let solution = verdict.solution().unwrap_or_else(|| panic!("{start:?}: {verdict}"));
            assert_eq!((solution.cost, solution.proof), (truth, Proof::Optimal), "{start:?}");
            assert_eq!(verify(&space, solution), Ok(()));
        }
    }
}

/// With an estimate that says too much nothing is claimed that is not so.
#[test]
fn bad_estimates_prove_nothing() {
    let far: Estimate = guess((|stack| 3 * toys::gaps(stack)) as fn(&Pancakes) -> Cost);
    for (start, truth) in stacks(6).into_iter().step_by(13) {
        let space = pancakes_from(start);
        let engines: [Box<dyn Engine<_>>; 9] = [
            Box::new(Rbfs::new(&space, &far)),
            Box::new(Sma::new(&space, &far, 40)),
            Box::new(TranspositionIda::new(&space, &far, 40)),
            Box::new(Budgeted::new(&space, &far)),
            Box::new(Frontier::deepening(&space, &far)),
            Box::new(PartialExpansion::new(&space, &far)),
            Box::new(RealTime::new(&space, &far, Learning::Best, 1)),
            Box::new(RealTime::new(&space, &far, Learning::Second, 1)),
            Box::new(RealTime::new(&space, &far, Learning::Best, 20)),
        ];
        for (number, mut engine) in engines.into_iter().enumerate() {
            let verdict = engine.solve();
            let solution = verdict.solution().unwrap_or_else(|| panic!("{number} on {start:?}: {verdict}"));
            assert_eq!(verify(&space, solution), Ok(()));
            assert!(
                solution.lower_bound <= truth && truth <= solution.cost,
                "{number} on {start:?}: {verdict}"
            );
            assert!(solution.proof != Proof::Optimal || solution.cost == truth, "{number} on {start:?}");
        }
    }
}

/// A hill with a plateau on its side: only chance, or a step back, leads past it.
#[test]
fn climbers_say_that_they_are_stuck() {
    // 0 leads to 1 and 2; 2 is higher up, but nothing leads on from there; 1 leads to the top, 9.
    let hill = toys::numbers(
        0,
        |n| match n {
            0 => vec![(1, 1), (2, 1)],
            1 => vec![(0, 1), (9, 1)],
            _ => vec![(0, 1)],
        },
        |n| n == 9,
    );
    let h = toys::estimate(|n| [3, 2, 1, 0, 0, 0, 0, 0, 0, 0][n as usize]);
    let climb = |climb, restarts, seed| {
        run(&mut HillClimbing::new(&hill, &h, ClimbingOptions { climb, restarts, seed })).0
    };
    let cost = |verdict: &Verdict<_>| verdict.solution().map(|solution| solution.cost);
    assert_eq!(cost(&climb(Climb::First, 0, 0)), Some(2));
    let steepest = climb(Climb::Steepest, 0, 0);
    assert_eq!(steepest, Verdict::Stopped { why: Stop::Stuck, best: None, lower_bound: 3 });
    assert!(cost(&climb(Climb::Steepest, 100, 0)).is_some(), "random moves lead to the other side");
    let both: Vec<bool> = (0..20).map(|seed| cost(&climb(Climb::Random, 0, seed)).is_some()).collect();
    assert!(both.contains(&true) && both.contains(&false), "it depends on the seed");
    assert_eq!(climb(Climb::Random, 0, 7), climb(Climb::Random, 0, 7), "and on nothing else");
    let anneal =
        |seed| run(&mut Annealing::new(&hill, &h, Cooling { steps: 1000, ..Cooling::seeded(seed) })).0;
    assert_eq!(cost(&anneal(1)), Some(2), "without the circles");
    assert_eq!(anneal(3), anneal(3));
}

/// Agents get to the goal from every stack, also after having been misled, and what LRTA* learns is no more than the
/// truth.
#[test]
fn agents_arrive() {
    let h = gaps();
    let mut longer = 0;
    for (start, truth) in stacks(6).into_iter().step_by(5) {
        let space = pancakes_from(start);
        for (learning, lookahead) in
            [(Learning::Best, 1), (Learning::Second, 1), (Learning::Best, 5), (Learning::Best, 500)]
        {
            let (verdict, _) = run(&mut RealTime::new(&space, &h, learning, lookahead));
            let solution = verdict.solution().unwrap_or_else(|| panic!("{start:?}: {verdict}"));
            assert_eq!(verify(&space, solution), Ok(()));
            assert!(solution.lower_bound <= truth && truth <= solution.cost, "{start:?}: {verdict}");
            assert!(lookahead < 500 || solution.cost == truth, "all was seen before the first move");
            longer += u32::from(solution.cost > truth);
        }
    }
    assert!(longer > 0, "some walks are not the shortest");
}

/// Beside the way walked an agent tells the best that it knows: no dearer than the walk, and where all was seen the
/// optimum.
#[test]
fn agents_tell_the_best_way_that_they_know() {
    let (gaps, blind): (_, Estimate) = (gaps(), consistent(|_| 0));
    let (mut cheaper, mut before_the_end) = (0, 0);
    for (start, truth) in stacks(5).into_iter().step_by(5) {
        let space = pancakes_from(start);
        let whole = (&gaps, Learning::Best, 800);
        for (h, learning, lookahead) in
            [(&blind, Learning::Best, 1), (&gaps, Learning::Second, 1), (&blind, Learning::Best, 5), whole]
        {
            let mut agent = RealTime::new(&space, h, learning, lookahead);
            assert_eq!(agent.best_known(), None, "it has seen nothing yet");
            let mut nobody = ();
            let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
            let verdict = loop {
                before_the_end += u32::from(agent.best_known().is_some());
                if let ControlFlow::Break(verdict) = agent.step(&mut meter) {
                    break verdict;
                }
            };
            let walked = verdict.solution().expect("a solution").cost;
            let best = agent.best_known().expect("it stands at a goal");
            assert_eq!(verify(&space, &best), Ok(()));
            assert!(truth <= best.cost && best.cost <= walked, "{start:?}: {} of {walked}", best.cost);
            assert!(best.lower_bound <= truth && (best.proof != Proof::Optimal || best.cost == truth));
            assert!(lookahead < 800 || best.cost == truth, "{start:?}: all was seen");
            cheaper += u32::from(best.cost < walked);
        }
    }
    assert!(cheaper > 5, "{cheaper} agents know a better way than theirs");
    assert!(before_the_end > 0, "a goal is seen before it is reached");
}
