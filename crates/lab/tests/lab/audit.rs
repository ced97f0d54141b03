//! Audits say what is true: figures that can be worked out by hand, counterexamples that other code confirms.

use slidewise_lab::audit::{Audit, AuditError, Scope, audit, by_dominance, is_drawn, is_too_large};
use slidewise_lab::puzzles::bricks::{self, explore};
use slidewise_lab::puzzles::random::Rng;
use slidewise_lab::search::layered::Options;
use slidewise_lab::search::{Cancel, Limits, Meter};
use slidewise_lab::solve::{
    Algorithm, AnyPuzzle, Generating, Puzzle, Reading, Solver, Spec, kinds, read_one, spec,
};

/// The solved board of a size.
fn goal(rows: usize, cols: usize) -> AnyPuzzle {
    let wish = Generating { size: Some((rows, cols)), scramble: Some(0), ..Generating::default() };
    kinds::first().generate(&wish, &mut Rng::from_seed(0)).unwrap()
}

fn by(heuristic: &str, metric: &str) -> Spec {
    let (heuristic, metric) = (heuristic.parse().unwrap(), spec::metric(metric).unwrap());
    Spec { heuristic: Some(heuristic), metric: Some(metric), ..Spec::default() }
}

fn whole(solver: &Solver, puzzle: &dyn Puzzle, spec: &Spec) -> Result<Audit, AuditError> {
    audit(solver, puzzle, spec, Scope::Whole, &Cancel::default())
}

/// A tile is in each cell of as many boards, so the means follow from the distances between cells.
#[test]
fn the_figures_of_the_eight_puzzle() {
    let solver = Solver::new();
    for (heuristic, mean) in [("misplaced", 8.0 * 8.0 / 9.0), ("manhattan", 14.0), ("zero", 0.0)] {
        let audit = whole(&solver, &*goal(3, 3), &by(heuristic, "single")).unwrap();
        assert_eq!((audit.positions, audit.whole), (181_440, true));
        assert!((audit.mean - mean).abs() < 1e-9, "{heuristic}: {}", audit.mean);
        assert_eq!((audit.overestimates, audit.jumps), (0, 0), "{heuristic}");
        assert_eq!(audit.most_distance, 31);
        assert!((audit.mean_distance - 21.972).abs() < 1e-3);
        let farthest: u64 = audit.histogram.iter().filter(|cell| cell.x == 31).map(|cell| cell.count).sum();
        assert_eq!(farthest, 2);
        assert!(audit.exact >= 1 && !audit.breaks_its_promise());
    }
}

#[test]
fn promises_are_kept_in_both_metrics_and_broken_ones_have_a_witness() {
    let (solver, puzzle) = (Solver::new(), goal(2, 4));
    let mut refuted = Vec::new();
    for metric in ["single", "multi"] {
        for heuristic in puzzle.kind().entry().heuristics.iter().map(|entry| entry.name) {
            let Ok(audit) = whole(&solver, &*puzzle, &by(heuristic, metric)) else {
                assert_eq!(heuristic, "learned");
                continue;
            };
            assert_eq!(audit.positions, 20_160);
            assert!(!audit.breaks_its_promise(), "{heuristic} {metric}");
            assert_eq!(audit.overestimate.is_some(), audit.overestimates > 0);
            if let Some(over) = &audit.overestimate {
                let there = puzzle.rest(&over.position);
                let metric_of = by(heuristic, metric).metric;
                let bfs = Spec { algorithm: Some(Algorithm::Bfs), metric: metric_of, ..Spec::default() };
                assert_eq!(solver.solve(&*there, &bfs).unwrap().cost(), Some(over.distance));
                assert!(over.estimate > over.distance);
                refuted.push((metric, heuristic));
            }
        }
    }
    assert!(refuted.contains(&("multi", "misplaced")) && refuted.contains(&("multi", "manhattan")));
    // Nilsson's score says too much in any metric, and says so.
    assert!(refuted.contains(&("single", "nilsson")));
    let one = |&(metric, heuristic)| metric == "multi" || heuristic == "nilsson";
    assert!(refuted.iter().all(one), "{refuted:?}");
}

#[test]
fn dominance_is_a_partial_order_over_the_space() {
    let solver = Solver::new();
    let names =
        ["combined", "zero", "misplaced", "manhattan", "composite", "walking-distance", "linear-conflict"];
    let audits = names.iter().map(|name| whole(&solver, &*goal(3, 3), &by(name, "single")).unwrap());
    let ranked = by_dominance(audits.collect());
    let of = |name: &str| ranked.iter().find(|one| one.audit.heuristic == name).unwrap();
    let dominates = |a: &str, b: &str| of(a).dominates.contains(&b.to_string());
    assert_eq!(ranked[0].audit.heuristic, "zero");
    for (higher, lower) in
        [("manhattan", "misplaced"), ("linear-conflict", "manhattan"), ("combined", "walking-distance")]
    {
        assert!(dominates(higher, lower) && !dominates(lower, higher), "{higher} {lower}");
    }
    // No tile is out of place without being a step from it.
    assert_eq!(of("max(misplaced,manhattan)").equals, ["manhattan"]);
    for (i, one) in ranked.iter().enumerate() {
        let before: Vec<&str> = ranked[..i].iter().map(|one| one.audit.heuristic.as_str()).collect();
        assert!(one.dominates.iter().all(|name| before.contains(&name.as_str())), "{}", one.audit.heuristic);
    }
}

#[test]
fn a_sample_is_of_the_whole_and_says_that_it_is_one() {
    let solver = Solver::new();
    let by_metric = |metric: &str| {
        let spec = by("manhattan", metric);
        let all = whole(&solver, &*goal(3, 3), &spec).unwrap();
        let sample = |seed| {
            audit(&solver, &*goal(3, 3), &spec, Scope::Sample { boards: 40, seed }, &Cancel::default())
                .unwrap()
        };
        let (one, again, other) = (sample(1), sample(1), sample(2));
        assert_eq!((one.positions, one.whole), (40, false));
        assert_eq!(one.estimates, again.estimates);
        assert_ne!(one.estimates, other.estimates);
        for cell in &one.histogram {
            assert!(all.histogram.iter().any(|c| (c.x, c.y) == (cell.x, cell.y)), "{cell:?} occurs nowhere");
        }
        one
    };
    assert_eq!(by_metric("single").jumps, 0);
    let pushed = by_metric("multi");
    assert!(pushed.jumps > 0 && pushed.jump.is_some_and(|jump| jump.high > jump.low + 1));
    assert_eq!(pushed.overestimates > 0, pushed.overestimate.is_some());
}

#[test]
fn what_is_too_large_is_refused_whole_and_sampled_near_the_goal() {
    let (solver, spec) = (Solver::new(), by("manhattan", "single"));
    assert_eq!(whole(&solver, &*goal(3, 4), &spec).err(), Some(AuditError::TooLarge));
    assert!(is_too_large(&*goal(3, 4)) && !is_too_large(&*goal(3, 3)) && !is_too_large(&*goal(1, 30)));
    assert!(is_drawn(&*goal(4, 4)) && !is_drawn(&*goal(5, 5)));
    let scope = Scope::Sample { boards: 5, seed: 3 };
    let five = audit(&solver, &*goal(5, 5), &spec, scope, &Cancel::default()).unwrap();
    assert!(five.most_distance <= 50 && five.overestimates == 0);
}

const SMALL: &str = "board:\nAAB\nAAC\n...\ngoal:\n...\n.AA\n.AA\n";

#[test]
fn bricks_agree_with_their_exploration() {
    let solver = Solver::new();
    let puzzle = read_one(SMALL, &Reading::default()).unwrap().puzzle;
    let plain = bricks::parse(SMALL).unwrap().puzzle;
    for metric in [bricks::Metric::Steps, bricks::Metric::Moves] {
        let mut unseen = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
        let explored = explore(&plain, metric, bricks::Wanted::default(), &Options::default(), &mut meter);
        let by_length = explored.to_goal.unwrap().by_length;
        for heuristic in puzzle.kind().entry().heuristics.iter().map(|entry| entry.name) {
            let audit = whole(&solver, &*puzzle, &by(heuristic, &metric.to_string())).unwrap();
            assert_eq!(audit.positions, explored.states);
            for (length, &count) in by_length.iter().enumerate() {
                let here =
                    audit.histogram.iter().filter(|cell| cell.x == length).map(|cell| cell.count as usize);
                assert_eq!(here.sum::<usize>(), count, "{length}");
            }
            assert!(!audit.breaks_its_promise(), "{heuristic}");
        }
    }
    let cancel = Cancel::default();
    cancel.cancel();
    let stopped = audit(&solver, &*puzzle, &by("zero", "steps"), Scope::Whole, &cancel);
    assert!(matches!(stopped, Err(AuditError::Stopped(_))), "{stopped:?}");
}

/// A kind whose puzzles cannot be drawn from all alike is sampled by random moves from the puzzle at hand.
#[test]
fn any_kind_can_be_sampled() {
    let solver = Solver::new();
    let puzzle = read_one(SMALL, &Reading::default()).unwrap().puzzle;
    assert!(!is_drawn(&*puzzle));
    let scope = Scope::Sample { boards: 10, seed: 1 };
    let sample = audit(&solver, &*puzzle, &by("distance", "steps"), scope, &Cancel::default()).unwrap();
    assert_eq!((sample.positions, sample.overestimates, sample.whole), (10, 0, false));
}

#[test]
fn a_heuristic_of_another_kind_is_refused() {
    let error = whole(&Solver::new(), &*goal(3, 3), &by("distance", "single")).unwrap_err();
    assert!(matches!(error, AuditError::Heuristic(_)), "{error}");
    assert!(error.to_string().contains("have no heuristic distance; use"), "{error}");
}
