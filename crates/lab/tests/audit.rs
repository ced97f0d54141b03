//! Audits say what is true: figures that can be worked out by hand, counterexamples that other code confirms.

use slidewise_lab::audit::{Audit, AuditError, Scope, by_dominance};
use slidewise_lab::registry::{Algorithm, BrickHeuristic, Named, TileHeuristic, TileMetric};
use slidewise_lab::stepping::Position;
use slidewise_lab::{HeuristicChoice, Lab, TileSpec};
use slidewise_puzzles::bricks::{self, Wanted, explore};
use slidewise_puzzles::tiles::{Board, Goal, TilePuzzle};
use slidewise_search::layered::Options;
use slidewise_search::{Cancel, Limits, Meter};

fn goal(rows: usize, cols: usize) -> Board {
    Goal::BlankLast.board(rows, cols).unwrap()
}

fn whole(lab: &Lab, goal: &Board, metric: TileMetric, heuristic: &str) -> Audit {
    let choice: HeuristicChoice = heuristic.parse().unwrap();
    lab.audit(goal, metric, &choice, Scope::Whole, &Cancel::default()).unwrap()
}

/// A tile is in each cell of as many boards, so the means follow from the distances between cells.
#[test]
fn the_figures_of_the_eight_puzzle() {
    let lab = Lab::new();
    for (heuristic, mean) in [("misplaced", 8.0 * 8.0 / 9.0), ("manhattan", 14.0), ("zero", 0.0)] {
        let audit = whole(&lab, &goal(3, 3), TileMetric::Single, heuristic);
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
    let lab = Lab::new();
    let mut refuted = Vec::new();
    for &metric in TileMetric::ALL {
        for &heuristic in TileHeuristic::ALL {
            let choice = heuristic.into();
            let Ok(audit) = lab.audit(&goal(2, 4), metric, &choice, Scope::Whole, &Cancel::default()) else {
                assert!(
                    matches!(heuristic, TileHeuristic::Learned | TileHeuristic::Pdb),
                    "{}",
                    heuristic.name()
                );
                continue;
            };
            assert_eq!(audit.positions, 20_160);
            assert!(!audit.breaks_its_promise(), "{} {}", heuristic.name(), metric.name());
            assert_eq!(audit.overestimate.is_some(), audit.overestimates > 0);
            if let Some(over) = &audit.overestimate {
                let Position::Tiles(board) = &over.position else { panic!("{over:?}") };
                let puzzle = TilePuzzle::new(board.clone(), goal(2, 4)).unwrap();
                let spec =
                    TileSpec { algorithm: Some(Algorithm::Bfs), metric: Some(metric), ..TileSpec::default() };
                assert_eq!(lab.solve(&puzzle, &spec).unwrap().solution.unwrap().cost, over.distance);
                assert!(over.estimate > over.distance);
                refuted.push((metric, heuristic));
            }
        }
    }
    let multi = |heuristic| refuted.contains(&(TileMetric::Multi, heuristic));
    assert!(multi(TileHeuristic::Misplaced) && multi(TileHeuristic::Manhattan));
    assert!(refuted.iter().all(|&(metric, _)| metric == TileMetric::Multi), "{refuted:?}");
}

#[test]
fn dominance_is_a_partial_order_over_the_space() {
    let lab = Lab::new();
    let names =
        ["combined", "zero", "misplaced", "manhattan", "composite", "walking-distance", "linear-conflict"];
    let audits = names.iter().map(|name| whole(&lab, &goal(3, 3), TileMetric::Single, name)).collect();
    let ranked = by_dominance(audits);
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
    let lab = Lab::new();
    let all = whole(&lab, &goal(3, 3), TileMetric::Single, "manhattan");
    let sample = |seed| {
        let scope = Scope::Sample { boards: 40, seed };
        lab.audit(&goal(3, 3), TileMetric::Single, &"manhattan".parse().unwrap(), scope, &Cancel::default())
            .unwrap()
    };
    let (one, again, other) = (sample(1), sample(1), sample(2));
    assert_eq!((one.positions, one.whole), (40, false));
    assert_eq!(one.estimates, again.estimates);
    assert_ne!(one.estimates, other.estimates);
    for cell in &one.histogram {
        assert!(all.histogram.iter().any(|c| (c.x, c.y) == (cell.x, cell.y)), "{cell:?} occurs nowhere");
    }
}

#[test]
fn what_is_too_large_is_refused_whole_and_sampled_near_the_goal() {
    let lab = Lab::new();
    let manhattan = "manhattan".parse().unwrap();
    let audit = |rows, cols, scope| {
        lab.audit(&goal(rows, cols), TileMetric::Single, &manhattan, scope, &Cancel::default())
    };
    assert_eq!(audit(3, 4, Scope::Whole).err(), Some(AuditError::TooLarge));
    let five = audit(5, 5, Scope::Sample { boards: 5, seed: 3 }).unwrap();
    assert!(five.most_distance <= 50 && five.overestimates == 0);
}

#[test]
fn bricks_agree_with_their_exploration() {
    let lab = Lab::new();
    let puzzle = bricks::parse("board:\nAAB\nAAC\n...\ngoal:\n...\n.AA\n.AA\n").unwrap().puzzle;
    for metric in [bricks::Metric::Steps, bricks::Metric::Moves] {
        let mut unseen = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
        let explored = explore(&puzzle, metric, Wanted::default(), &Options::default(), &mut meter);
        let by_length = explored.to_goal.unwrap().by_length;
        for &heuristic in BrickHeuristic::ALL {
            let audit = lab.audit_bricks(&puzzle, metric, heuristic, &Cancel::default()).unwrap();
            assert_eq!(audit.positions, explored.states);
            for (length, &count) in by_length.iter().enumerate() {
                let here =
                    audit.histogram.iter().filter(|cell| cell.x == length).map(|cell| cell.count as usize);
                assert_eq!(here.sum::<usize>(), count, "{length}");
            }
            assert!(!audit.breaks_its_promise(), "{}", heuristic.name());
        }
    }
    let cancel = Cancel::default();
    cancel.cancel();
    let stopped = lab.audit_bricks(&puzzle, bricks::Metric::Steps, BrickHeuristic::Zero, &cancel);
    assert!(matches!(stopped, Err(AuditError::Stopped(_))));
}
