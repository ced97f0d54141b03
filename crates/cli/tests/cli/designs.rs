//! `slidewise design`, and `generate` by difficulty: what they print is held against searches of their own.

use std::collections::{HashMap, VecDeque};

use serde_json::Value;

use crate::program::{TempFile, run};

/// Two single cells on 2×3, one of which belongs into a corner.
const TWO: &str = "board:\nAB.\n...\ngoal:\n...\n..A\n";

/// The distance in steps to the goal of every placement of A and B, by a search backwards from all goals.
fn distances() -> HashMap<(usize, usize), u64> {
    let beside = |cell: usize| {
        let (row, col) = (cell / 3, cell % 3);
        (0..6usize).filter(move |&other| (other / 3).abs_diff(row) + (other % 3).abs_diff(col) == 1)
    };
    let mut known: HashMap<(usize, usize), u64> = (0..5).map(|b| ((5, b), 0)).collect();
    let mut queue: VecDeque<(usize, usize)> = known.keys().copied().collect();
    while let Some((a, b)) = queue.pop_front() {
        let far = known[&(a, b)] + 1;
        let of_a = beside(a).filter(|&to| to != b).map(|to| (to, b));
        let of_b = beside(b).filter(|&to| to != a).map(|to| (a, to));
        for at in of_a.chain(of_b) {
            known.entry(at).or_insert_with(|| {
                queue.push_back(at);
                far
            });
        }
    }
    known
}

fn found(lines: &[Value]) -> &Value {
    assert_eq!(lines.len(), 1, "{lines:?}");
    &lines[0]
}

#[test]
fn all_placements_are_counted_and_the_hardest_found() {
    let known = distances();
    let (count, farthest) = (known.len() as u64, *known.values().max().unwrap());
    let hardest = known.values().filter(|&&far| far == farthest).count() as u64;
    let lines = run(&["design", TWO, "--metric", "steps", "--json"]).ends_with(0).json_lines();
    let set = found(&lines);
    assert_eq!((set["placements"].as_u64(), set["parts"].as_u64()), (Some(count), Some(1)));
    let best = &set["hardest"][0];
    assert_eq!((best["metric"].as_str(), best["length"].as_u64()), (Some("steps"), Some(farthest)));
    assert_eq!(best["count"].as_u64(), Some(hardest));
    let start = best["start"].as_str().unwrap();
    let solved = run(&["solve", start, "--metric", "steps", "--json"]).ends_with(0).json();
    assert_eq!(solved["cost"].as_u64(), Some(farthest), "{start}");
    let table = run(&["design", TWO, "--metric", "steps"]).ends_with(0).stdout;
    assert!(table.contains(&format!("the hardest takes {farthest} steps")), "{table}");
}

#[test]
fn a_design_that_was_cut_off_goes_on() {
    let file = TempFile::new("design.jsonl", b"");
    std::fs::remove_file(file.path()).unwrap();
    let design = ["design", TWO, "--add", "1x1,1x2", "--metric", "steps", "--json", "--out", file.path()];
    let whole = run(&design).ends_with(0).stdout;
    assert!(whole.lines().count() > 2, "{whole}");
    assert_ne!(run(&design).code, 0, "a file that is there is not written over");
    // The last line is cut off, as when the program is ended.
    let kept = std::fs::read_to_string(file.path()).unwrap();
    std::fs::write(file.path(), &kept[..kept.len() - 20]).unwrap();
    let again = run(&[&design[..], &["--resume"]].concat()).ends_with(0).stdout;
    assert_eq!(again, whole);
    let other = ["design", TWO, "--add", "1x1", "--out", file.path(), "--resume"];
    assert!(run(&other).ends_with(2).stderr.contains("of another design"));
}

#[test]
fn a_design_that_is_stopped_says_so() {
    let stopped = run(&["design", "klotski", "--add", "2x1,1x2,1x1", "--time-limit", "1ms"]).ends_with(5);
    assert!(stopped.stderr.contains("jobs left"), "{}", stopped.stderr);
    run(&["design", "867254301"]).ends_with(2);
}

/// With a limit that holds the smaller sets only: nothing is said of the others but that they are left.
#[test]
fn sets_that_memory_ended_are_not_called_done() {
    let file = TempFile::new("design-memory.jsonl", b"");
    std::fs::remove_file(file.path()).unwrap();
    let design = ["design", "klotski", "--add", "1x1", "--empty", "14..", "--metric", "moves"];
    let kept = ["--threads", "1", "--out", file.path()];
    let short = run(&[&design[..], &kept, &["--memory-limit", "1000"]].concat()).ends_with(5);
    assert!(short.stderr.contains("unfinished") && short.stderr.contains("--resume"), "{}", short.stderr);
    assert!(
        short.stdout.contains("at least") && !short.stdout.contains("the hardest takes"),
        "{}",
        short.stdout
    );
    let again = run(&[&design[..], &kept, &["--resume"]].concat()).ends_with(0).stdout;
    assert_eq!(again, run(&design).ends_with(0).stdout);
}

#[test]
fn puzzles_are_as_hard_as_was_asked_for() {
    for seed in ["1", "2"] {
        let wish = ["generate", "klotski", "--length", "20..30", "--metric", "moves", "--seed", seed];
        let text = run(&wish).ends_with(0).stdout;
        let cost = run(&["solve", &text, "--metric", "moves", "--json"]).ends_with(0).json()["cost"].as_u64();
        assert!(cost.is_some_and(|cost| (20..=30).contains(&cost)), "{cost:?}: {text}");
    }
}

#[test]
fn one_way_means_one_and_no_piece_is_idle() {
    let puzzle = "board:\nA...\n###B\ngoal:\n...A\n....\n";
    let wish = ["generate", puzzle, "--length", "2..", "--metric", "steps", "--one-way", "--seed", "3"];
    let text = run(&wish).ends_with(0).stdout;
    let all = ["solve", &text, "--metric", "steps", "--all-optimal", "--json"];
    assert_eq!(run(&all).ends_with(0).json()["optimal_count"], 1, "{text}");
    let wish = ["generate", puzzle, "--length", "1..", "--metric", "steps", "--no-idle", "--seed", "3"];
    let made = run(&wish).ends_with(0).stdout;
    let solved = run(&["solve", &made, "--metric", "steps", "--quiet"]).ends_with(0).stdout;
    assert!("AB".chars().all(|piece| solved.contains(piece)), "{made}: {solved}");
}

#[test]
fn designs_of_nothing_are_refused() {
    for what in
        [&["--add", "1x1", "--pieces", "100"][..], &["--add", "3x3", "--empty", "1"], &["--samples", "0"]]
    {
        let refused = run(&[&["design", "klotski"], what].concat()).ends_with(2);
        assert!(refused.stdout.is_empty() && !refused.stderr.is_empty(), "{what:?}: {}", refused.stdout);
    }
    // Nothing is said of samples that could not be put down but how many they are.
    let crowded =
        ["design", "klotski", "--add", "2x2", "--pieces", "4", "--empty", "0", "--samples", "3", "--json"];
    let lines = run(&crowded).ends_with(0).json_lines();
    assert_eq!(found(&lines)["unfinished"], "3 samples for which no placement was found");
}

/// A puzzle that is made from another has its board and its goal, and none of what was said of the other's start.
#[test]
fn puzzles_are_made_from_one_that_is_given() {
    let made = run(&["generate", "1 2 3/8 0 4/7 6 5", "--goal", "snail", "--seed", "1"]).ends_with(0).stdout;
    let check = run(&["check", &made, "--goal", "snail", "--json"]).ends_with(0).json();
    assert_eq!((&check["rows"], &check["cols"]), (&3.into(), &3.into()), "{made}");
    run(&["generate", "867254301", "--size", "4x4"]).ends_with(2);
    let refused = run(&["generate", "klotski", "--kind", "tiles"]).ends_with(2);
    assert!(refused.stderr.contains("--kind"), "{}", refused.stderr);
    for how in [&["--scramble", "30"][..], &["--length", "20..30"]] {
        let made = run(&[&["generate", "klotski", "--seed", "2"], how].concat()).ends_with(0).stdout;
        assert!(made.starts_with("board:\n"), "it is not Klotski any more: {made}");
    }
}

#[test]
fn what_there_is_not_is_refused() {
    let none = run(&["generate", "klotski", "--length", "5000"]).ends_with(2);
    assert!(none.stderr.contains("no start that can be reached"), "{}", none.stderr);
    run(&["generate", "--size", "3x3", "--length", "20"]).ends_with(2);
    run(&["generate", "klotski", "--length", "30..20"]).ends_with(2);
}
