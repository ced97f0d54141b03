//! `--all-optimal`: as many shortest solutions as there are, each of them one.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::program::run;
use crate::simulator::Board;

const FAR: &str = "8 6 7/2 5 4/3 0 1";

const START: [u8; 9] = [8, 6, 7, 2, 5, 4, 3, 0, 1];
const GOAL: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];

/// The shortest ways from a 3×3 board to another, counted layer by layer: nothing is shared with the program. A move
/// brings the blank along its row or column, by one cell or by any number of them.
fn ways(start: [u8; 9], goal: [u8; 9], multi: bool) -> u64 {
    let mut seen = HashSet::from([start]);
    let mut layer = HashMap::from([(start, 1u64)]);
    while !layer.contains_key(&goal) {
        let mut next: HashMap<[u8; 9], u64> = HashMap::new();
        for (board, count) in layer {
            let blank = board.iter().position(|&t| t == 0).expect("there is a blank");
            for to in 0..9usize {
                let (rows, cols) = ((to / 3).abs_diff(blank / 3), (to % 3).abs_diff(blank % 3));
                if rows + cols == 1 || multi && rows * cols == 0 && rows + cols == 2 {
                    let mut after = board;
                    let middle = usize::midpoint(blank, to);
                    after[blank] = if rows + cols == 2 { board[middle] } else { board[to] };
                    if rows + cols == 2 {
                        after[middle] = board[to];
                    }
                    after[to] = 0;
                    if !seen.contains(&after) {
                        *next.entry(after).or_default() += count;
                    }
                }
            }
        }
        seen.extend(next.keys());
        layer = next;
    }
    layer[&goal]
}

#[test]
fn all_are_listed_and_each_is_a_solution() {
    let expected = ways(START, GOAL, false);
    assert!(expected > 1);
    let record = run(&["--json", "--all-optimal", FAR]).ends_with(0).json();
    assert_eq!(record["optimal_count"], expected);
    assert_eq!(record["optimal_complete"], true);
    let solutions = record["optimal_solutions"].as_array().expect("they are listed");
    let different: HashSet<&str> = solutions.iter().filter_map(Value::as_str).collect();
    assert_eq!(different.len() as u64, expected);
    for moves in different {
        assert_eq!(moves.len() as u64, record["cost"].as_u64().expect("a number"));
        let mut board = Board::of(&record["start"]);
        board.play(moves, "tile");
        assert_eq!(board, Board::of(&record["goal"]));
    }
}

#[test]
fn they_can_be_counted_and_cut_short() {
    let expected = ways(START, GOAL, false);
    let counted = run(&["--quiet", "--all-optimal", "--count", FAR]).ends_with(0);
    assert_eq!(counted.stdout.trim(), expected.to_string());
    let some = run(&["--json", "--all-optimal", "--max-solutions", "3", FAR]).ends_with(0).json();
    assert_eq!(
        (some["optimal_at_least"].as_u64(), some["optimal_complete"].as_bool()),
        (Some(3), Some(false))
    );
    assert!(some["optimal_count"].is_null(), "no count of all: {some}");
    assert_eq!(some["optimal_solutions"].as_array().map(Vec::len), Some(3));
    let text = run(&["--all-optimal", "--max-solutions", "3", FAR]).ends_with(0).stdout;
    assert!(text.contains("more than 3 solutions"), "{text}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    assert!(run(&["--count", FAR]).ends_with(2).stderr.contains("--all-optimal"));
    let greedy = run(&["--all-optimal", "--algorithm", "greedy", FAR]).ends_with(5);
    assert!(greedy.stderr.contains("not proven optimal"), "{}", greedy.stderr);
}

/// However little a heuristic knows, and however many moves are not the way: small spaces are looked at whole.
#[test]
fn shortest_solutions_of_bricks_are_counted() {
    let record = run(&["klotski", "--json", "--all-optimal", "--max-solutions", "2"]).ends_with(0).json();
    assert_eq!((record["cost"].as_u64(), record["optimal_at_least"].as_u64()), (Some(81), Some(2)));
    assert_eq!(record["optimal_solutions"].as_array().map(Vec::len), Some(2));
}

#[test]
fn shortest_solutions_by_pushes_are_counted() {
    let expected = ways(START, GOAL, true);
    let record = run(&["--metric", "multi", "--all-optimal", "--count", "--json", FAR]).ends_with(0).json();
    assert_eq!(
        (record["optimal_count"].as_u64(), record["optimal_complete"] == true),
        (Some(expected), true)
    );
}

/// The optimum is proven by some 6,000 expansions; to find all shortest solutions takes more than what is left.
#[test]
fn a_count_that_was_cut_short_is_not_shown_as_one() {
    let board = "15 3 1 13/0 6 10 8/2 5 4 9/7 12 11 14";
    let search = ["--all-optimal", "--count", "--node-limit", "30000", board];
    let run_with = |extra: &[&str]| run(&[extra, &search[..]].concat()).ends_with(5);
    let quiet = run_with(&["--quiet"]);
    assert_eq!(quiet.stdout, "\n");
    assert!(quiet.stderr.contains("at least") && quiet.stderr.contains("node limit"), "{}", quiet.stderr);
    let record = run_with(&["--json"]).json();
    assert!(record["optimal_count"].is_null() && record["optimal_at_least"].as_u64() > Some(0), "{record}");
    assert_eq!(record["optimal_complete"], false);
    assert!(run_with(&[]).stdout.contains("at least"));
}

/// Where nothing is proven there is no count, and no solution in place of one.
#[test]
fn a_solution_that_is_not_proven_does_not_stand_for_all() {
    let search = ["--all-optimal", "--count", "--algorithm", "greedy", FAR];
    let run_with = |extra: &[&str]| run(&[extra, &search[..]].concat()).ends_with(5);
    let quiet = run_with(&["--quiet"]);
    assert_eq!(quiet.stdout, "\n");
    assert!(quiet.stderr.contains("not proven optimal"), "{}", quiet.stderr);
    let record = run_with(&["--json"]).json();
    assert!(record["optimal_count"].is_null() && record["optimal_complete"] == false, "{record}");
    assert!(
        record["warnings"][0].as_str().is_some_and(|text| text.contains("not proven optimal")),
        "{record}"
    );
}
