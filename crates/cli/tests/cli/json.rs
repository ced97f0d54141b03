//! `--json`: the fields that are promised, and their truth.

use serde_json::{Value, json};

use crate::program::{HARD, TempFile, feed, run};
use crate::simulator;

/// What every record has, whatever became of the puzzle.
const FIELDS: [&str; 19] = [
    "kind",
    "rows",
    "cols",
    "start",
    "goal",
    "detected",
    "verdict",
    "cost",
    "moves",
    "move_convention",
    "proof",
    "lower_bound",
    "algorithm",
    "heuristic",
    "metric",
    "expanded",
    "generated",
    "peak_bytes",
    "seconds",
];

#[track_caller]
fn has_all_fields(record: &Value) {
    for field in FIELDS {
        assert!(record.get(field).is_some(), "{field} is missing in {record}");
    }
}

#[test]
fn a_solved_puzzle() {
    let record = run(&["--json", "8 6 7/2 5 4/3 0 1"]).ends_with(0).json();
    has_all_fields(&record);
    let expected = json!({
        "kind": "tiles", "rows": 3, "cols": 3,
        "start": [[8, 6, 7], [2, 5, 4], [3, 0, 1]], "goal": [[1, 2, 3], [4, 5, 6], [7, 8, 0]],
        "detected": "slash", "verdict": "solved", "cost": 31, "move_convention": "tile",
        "proof": "optimal", "lower_bound": 31, "metric": "single",
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&record[field], value, "{field}");
    }
    assert!(record["moves"].as_str().unwrap().chars().all(|c| "UDLR".contains(c)), "no run lengths");
    assert!(record["expanded"].as_u64() > Some(0) && record["peak_bytes"].as_u64() > Some(0));
    assert!(record["generated"].as_u64() >= record["expanded"].as_u64());
    assert!(record["seconds"].as_f64() > Some(0.0));
    assert!(record.get("error").is_none_or(Value::is_null));
    simulator::check(&record);
}

#[test]
fn every_convention_and_metric_replays() {
    for convention in ["tile", "blank", "numbers"] {
        for algorithm in ["astar", "ida", "greedy"] {
            let args = ["--json", "--moves", convention, "-a", algorithm, "8 6 7/2 5 4/3 0 1"];
            let record = run(&args).ends_with(0).json();
            assert_eq!(record["move_convention"], convention);
            simulator::check(&record);
        }
    }
    for convention in ["tile", "blank"] {
        let args = ["--json", "--metric", "multi", "--moves", convention, "8 6 7/2 5 4/3 0 1"];
        simulator::check(&run(&args).ends_with(0).json());
    }
}

#[test]
fn an_unsolvable_puzzle() {
    let record = run(&["--json", "1 2 3/4 5 6/8 7 0"]).ends_with(4).json();
    has_all_fields(&record);
    assert_eq!(record["verdict"], "unsolvable");
    for field in ["cost", "moves", "proof", "lower_bound"] {
        assert!(record[field].is_null(), "{field}");
    }
}

#[test]
fn a_search_that_was_stopped() {
    let args = ["--json", "--goal", "blank-first", "-a", "ida", "--node-limit", "10", HARD];
    let record = run(&args).ends_with(5).json();
    has_all_fields(&record);
    assert_eq!(record["verdict"], "stopped");
    assert_eq!(record["stopped_by"], "nodes");
    assert_eq!(record["expanded"], 10);
    let bound = record["lower_bound"].as_u64().unwrap();
    assert!((50..=80).contains(&bound), "{bound}: the optimum is 80, and manhattan alone says more than 50");
    assert!(record["cost"].is_null() && record["moves"].is_null() && record["proof"].is_null());
}

#[test]
fn a_text_that_is_no_puzzle() {
    let record = run(&["--json", "8 6 7/2 5 4/3 0 8"]).ends_with(3).json();
    has_all_fields(&record);
    assert_eq!(record["verdict"], "invalid");
    assert_eq!((&record["error"]["line"], &record["error"]["column"]), (&json!(1), &json!(17)));
    assert!(record["error"]["message"].as_str().unwrap().contains("tile 8 stands twice"));
}

#[test]
fn weighted_a_star_says_within() {
    let record = run(&["--json", "-a", "wastar", "-w", "3", "8 6 7/2 5 4/3 0 1"]).ends_with(0).json();
    assert_eq!(record["proof"], "within");
    assert_eq!(record["weight"], 3.0);
    assert!(record["cost"].as_u64().unwrap() <= 3 * 31);
    simulator::check(&record);
}

#[test]
fn a_batch_has_a_line_for_each_puzzle() {
    let input =
        b"one 1 2 3 4 5 6 7 0 8\ntwo 1 2 3 4 5 6 7 7 8\nthree 1 2 3 4 5 6 8 7 0\nfour 1 2 3 4 0 6 7 5 8\n";
    let records = feed(&["--json"], input).ends_with(4).json_lines();
    let verdicts: Vec<&Value> = records.iter().map(|record| &record["verdict"]).collect();
    assert_eq!(verdicts, ["solved", "invalid", "unsolvable", "solved"]);
    assert_eq!(records[1]["error"]["line"], 2);
    assert_eq!((&records[0]["id"], &records[3]["id"]), (&json!("one"), &json!("four")));
    simulator::check(&records[0]);
    simulator::check(&records[3]);
}

#[test]
fn several_arguments_are_several_puzzles() {
    let file = TempFile::new("several.txt", b"1 2 3\n4 5 6\n7 0 8\n");
    let records = feed(&["--json", file.path(), "1230", "-", "2310"], b"123450").ends_with(3).json_lines();
    let starts: Vec<&Value> = records.iter().map(|record| &record["start"]).collect();
    let expected = [
        json!([[1, 2, 3], [4, 5, 6], [7, 0, 8]]),
        json!([[1, 2], [3, 0]]),
        Value::Null,
        json!([[2, 3], [1, 0]]),
    ];
    assert_eq!(starts, expected.iter().collect::<Vec<_>>());
    let error = &records[2]["error"];
    assert_eq!(
        (&error["setting"], &error["instead"][1]),
        (&json!("size"), &json!("2x3")),
        "six cells need a size"
    );
}

#[test]
fn a_goal_of_another_size_does_not_fit() {
    let record = run(&["--json", "--goal", "1 2/3 0", "123456780"]).ends_with(2).json();
    has_all_fields(&record);
    assert_eq!(record["verdict"], "unsupported");
    assert_eq!(record["error"]["message"], "the board is 3×3, but the goal is 2×2");
}

#[test]
fn check_speaks_json_too() {
    let record = run(&["check", "--json", "8 6 7/2 5 4/3 0 1"]).ends_with(0).json();
    assert_eq!(record["solvable"], true);
    assert_eq!(record["reachable_goals"], json!(["blank-last", "blank-first"]));
    assert_eq!(
        record["heuristics"]["manhattan"],
        json!({"value": 21, "admissible": true, "consistent": true})
    );
    let record = run(&["check", "--json", "8 6 7/2 5 4/3 0 8"]).ends_with(3).json();
    assert_eq!((&record["error"]["line"], &record["error"]["column"]), (&json!(1), &json!(17)));
}

#[test]
fn the_famous_start_has_eight_tiles_misplaced() {
    let args = ["check", "--json", "457812360", "--goal", "123456780"];
    assert_eq!(run(&args).json()["heuristics"]["misplaced"]["value"], 8);
}
