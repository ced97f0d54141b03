//! `audit` and `trace` from the command line.

use crate::program::{TempFile, run};
use crate::snapshot::assert_snapshot;

#[test]
fn an_audit_of_a_good_heuristic() {
    let output = run(&["audit", "manhattan", "--size", "2x3"]).ends_with(0);
    assert_snapshot("audit", &output.stdout);
}

#[test]
fn an_audit_shows_a_counterexample() {
    let output = run(&["audit", "misplaced", "--size", "2x3", "--metric", "multi"]).ends_with(0);
    assert_snapshot("audit-multi", &output.stdout);
}

#[test]
fn all_heuristics_in_a_table() {
    assert_snapshot("audit-all", &run(&["audit", "--all"]).ends_with(0).stdout);
    assert_snapshot("audit-bricks", &run(&["audit", "--all", "--puzzle", "klotski"]).ends_with(0).stdout);
}

#[test]
fn audits_for_programs_and_pictures() {
    let record = run(&["audit", "max(lc,wd)", "--size", "2x3", "--json"]).ends_with(0).json();
    assert_eq!(record["heuristic"], "max(linear-conflict,walking-distance)");
    assert_eq!((record["positions"].as_u64(), record["whole"].as_bool()), (Some(360), Some(true)));
    let counts = record["histogram"].as_array().unwrap().iter().map(|cell| cell[2].as_u64().unwrap());
    assert_eq!(counts.sum::<u64>(), 360);
    let file = TempFile::new("audit.svg", b"");
    run(&["audit", "manhattan", "--size", "2x3", "--svg", file.path()]).ends_with(0);
    let picture = std::fs::read_to_string(file.path()).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("true distance"));
}

#[test]
fn a_sample_claims_no_more_than_it_saw() {
    let output = run(&["audit", "lc", "--size", "4x4", "--samples", "3", "--seed", "5"]).ends_with(0);
    assert!(output.stdout.contains("a sample of 3 random boards (seed 5)"), "{}", output.stdout);
    assert!(output.stdout.contains("no counterexample in the sample"), "{}", output.stdout);
    assert!(!output.stdout.contains("yes"), "{}", output.stdout);
}

#[test]
fn audits_that_make_no_sense() {
    for (args, said) in [
        (vec!["audit", "manhatan"], "did you mean \"manhattan\""),
        (vec!["audit", "blockers"], "tile puzzles have no heuristic blockers"),
        (
            vec!["audit", "manhattan", "--puzzle", "klotski"],
            "use zero, distance, blockers, goal-blockers, chained-blockers or pdb",
        ),
        (vec!["audit", "learned"], "nothing was learned for 3×3"),
        (vec!["audit", "manhattan", "--metric", "lines"], "single or multi"),
        (vec!["audit"], "HEURISTIC"),
    ] {
        let output = run(&args).ends_with(2);
        assert!(output.stderr.contains(said), "{args:?}: {}", output.stderr);
    }
}

const BOARD: &str = "1 2 3/4 0 6/7 5 8";

#[test]
fn a_trace_in_every_form() {
    assert_snapshot("trace", &run(&["trace", BOARD, "-H", "manhattan"]).ends_with(0).stdout);
    let cut = run(&["trace", "867254301", "-a", "bfs", "--steps", "2", "--frontier", "1"]).ends_with(0);
    assert_snapshot("trace-cut", &cut.stdout);
    let bricks = run(&["trace", "klotski", "-a", "greedy", "--steps", "2"]).ends_with(0);
    assert_snapshot("trace-bricks", &bricks.stdout);
    let dot = run(&["trace", BOARD, "-a", "ida", "-H", "misplaced", "--format", "dot"]).ends_with(0);
    assert_snapshot("trace-dot", &dot.stdout);
    let svg = run(&["trace", BOARD, "-a", "bfs", "--format", "svg"]).ends_with(0).stdout;
    let lines = run(&["trace", BOARD, "-a", "bfs", "--format", "jsonl"]).ends_with(0).stdout;
    let boxes = svg.matches("class='mark'").count();
    assert_eq!(boxes, lines.lines().count() + 1, "a box for each expansion and one for the goal");
    assert!(svg.contains(">goal<") && svg.matches("class='leaf'").count() > 3, "the goal and what waits");
    let moves = ["U", "D", "L", "R"].iter().map(|way| svg.matches(&format!(">{way}</text>")).count());
    let edges = boxes - 1 + svg.matches("class='leaf'").count();
    assert_eq!(moves.sum::<usize>(), edges, "the move on each edge");
    for line in lines.lines() {
        let step: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(step["g"].is_u64() && step["frontier"].is_u64() && step["h"].is_null(), "{line}");
    }
}

#[test]
fn traces_that_make_no_sense() {
    for (args, code, said) in [
        (vec!["trace", BOARD, "-a", "anytime"], 2, "cannot be followed step by step"),
        (vec!["trace", BOARD, "-a", "bfs", "-H", "manhattan"], 2, "uses no heuristic"),
        (vec!["trace", BOARD, "-a", "beam", "--format", "dot"], 2, "no tree"),
        (vec!["trace", "klotski", "-H", "manhattan"], 2, "brick puzzles have no heuristic manhattan"),
        (vec!["trace", "1 2 3/4 5", "-a", "bfs"], 3, ""),
        (vec!["trace", "1 2 3/4 5 6/8 7 0", "-a", "bfs"], 4, ""),
        (vec!["trace", BOARD, "--steps", "0"], 2, "--steps"),
    ] {
        let output = run(&args).ends_with(code);
        assert!(output.stderr.contains(said), "{args:?}: {}", output.stderr);
    }
}
