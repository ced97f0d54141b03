//! Brick puzzles from the command line.

use serde_json::Value;

use crate::program::{TempFile, feed, run};

const LEVEL: &str = "5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,";

fn cost(args: &[&str]) -> u64 {
    let record = run(&[args, &["--json"]].concat()).ends_with(0).json();
    assert_eq!(record["kind"], "bricks");
    assert_eq!(record["verdict"], "solved");
    assert_eq!(record["cost"], record["lower_bound"]);
    assert_eq!(record["proof"], "optimal");
    record["cost"].as_u64().unwrap()
}

#[test]
fn klotski_in_three_metrics() {
    assert_eq!(cost(&["klotski"]), 81);
    assert_eq!(cost(&["solve", "klotski", "--metric", "lines"]), 90);
    assert_eq!(cost(&["solve", "klotski", "--metric", "steps", "--threads", "1"]), 116);
    assert_eq!(cost(&["solve", "klotski", "--keep-every", "8"]), 81);
}

#[test]
fn every_algorithm_that_is_optimal_agrees() {
    for (algorithm, heuristic) in [
        ("layered", None),
        ("bfs", None),
        ("dijkstra", None),
        ("iterative-deepening", None),
        ("astar", Some("zero")),
        ("astar", Some("distance")),
        ("astar", Some("goal-blockers")),
        ("ida", Some("goal-blockers")),
    ] {
        let file = TempFile::new(&format!("bricks-{algorithm}-{heuristic:?}"), LEVEL.as_bytes());
        let heuristic = heuristic.map_or(vec![], |name| vec!["--heuristic", name]);
        assert_eq!(cost(&[&["solve", file.path(), "--algorithm", algorithm], &heuristic[..]].concat()), 5);
    }
}

#[test]
fn an_inadmissible_heuristic_claims_nothing() {
    let record = run(&["solve", "rush-hour-1", "--heuristic", "blockers", "--json"]).ends_with(0).json();
    assert!(record["proof"] == "none" || record["cost"] == record["lower_bound"], "{record}");
    assert!(record["cost"].as_u64() >= Some(8));
}

#[test]
fn a_rush_hour_board_is_told_from_tiles() {
    let board = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    let record = run(&[board, "--json"]).ends_with(0).json();
    assert_eq!((&record["detected"], &record["metric"]), (&Value::from("rush-hour"), &Value::from("lines")));
    // 36 different characters are a 6×6 tile board.
    let tiles = "123456789ABCDEFGHIJKLMNOPQRSTUVWXY0Z";
    let record = run(&["check", tiles, "--json"]).ends_with(0).json();
    assert_eq!(record["kind"], "tiles");
}

#[test]
fn the_course_gets_its_own_format() {
    let ran = feed(&["solve", "-", "--format", "course"], LEVEL.as_bytes()).ends_with(0);
    assert!(ran.stdout.starts_with("5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("solution length: 5 steps"), "{}", ran.stdout);
    let moves = ran.stdout.lines().filter(|line| line.starts_with('(')).count();
    assert_eq!(moves, 5);
    assert!(ran.stdout.contains("\n1,2,2,1,1,\n"), "the solved board covers the goal: {}", ran.stdout);
}

#[test]
fn the_commands_of_the_course() {
    let file = TempFile::new("course", LEVEL.as_bytes());
    let other = TempFile::new("course-other", LEVEL.replace('3', "9").as_bytes());
    let moves = run(&["course", "moves", file.path()]).ends_with(0).stdout;
    let mut moves: Vec<&str> = moves.lines().collect();
    moves.sort_unstable();
    assert_eq!(moves, ["(2,left)", "(3,left)"]);
    let applied = run(&["course", "apply", file.path(), "(2,left)"]).ends_with(0).stdout;
    assert!(applied.contains("1,2,2,0,1,"), "{applied}");
    run(&["course", "apply", file.path(), "(2,down)"]).ends_with(3);
    run(&["course", "apply", file.path(), "nonsense"]).ends_with(3);
    let normal = run(&["course", "normal", other.path()]).ends_with(0).stdout;
    assert_eq!(normal, run(&["course", "print", file.path()]).ends_with(0).stdout);
    let compared = run(&["course", "compare", file.path(), other.path()]).ends_with(0).stdout;
    assert_eq!(compared, "as they are: different\nin normal form: the same\n");
    let walk = |seed: &str| run(&["course", "walk", file.path(), "4", "--seed", seed]).ends_with(0).stdout;
    assert_eq!(walk("1"), walk("1"));
}

#[test]
fn explore_counts_klotski() {
    let explored = run(&["explore", "klotski", "--json"]).ends_with(0).json();
    assert_eq!(explored["states"], 25_955);
    assert_eq!(explored["up_to_mirror"], 13_011);
    assert_eq!(explored["goals"], 964);
    assert_eq!(explored["to_goal"]["hardest_length"], 93);
    let depths = explored["by_depth"].as_array().unwrap();
    assert_eq!(depths.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 25_955);
}

#[test]
fn a_picture_shows_every_depth() {
    let file = TempFile::new("depths.svg", b"");
    let explored = run(&["explore", "euler-766", "--json", "--svg", file.path()]).ends_with(0).json();
    let svg = std::fs::read_to_string(file.path()).unwrap();
    for (depth, count) in explored["by_depth"].as_array().unwrap().iter().enumerate() {
        assert!(svg.contains(&format!("<title>{depth}: {count}</title>")));
    }
}

#[test]
fn show_and_list_know_the_library() {
    let shown = run(&["show", "century"]).ends_with(0).stdout;
    assert!(shown.contains("131 steps") && shown.contains("99 moves"), "{shown}");
    let listed = run(&["list", "puzzles", "--json"]).ends_with(0).json();
    let names: Vec<&str> =
        listed["puzzles"].as_array().unwrap().iter().map(|p| p["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"klotski") && names.contains(&"simplicity"), "{names:?}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (text, code) in [
        ("5,4,\n1,1,1,1,1,\n1,0,3,4,1,\n1,0,3,4,1,\n1,1,1,1,1,", 3), // no master
        ("5,4,\n1,-1,-1,1,1,\n1,0,3,4,\n1,0,2,2,1,\n1,1,1,1,1,", 3), // a short row
        ("board:\nAAB\nAA\ngoal:\n...\n.AA", 3),                     // not a rectangle
        ("board:\nAAB\nAAB\n..C\ngoal:\n...\n.ZZ\n.ZZ", 3),          // no such piece
        ("board:\nAAB\nAAB\n..C\ngoal:\n...\n...\n...", 3),          // no goal
    ] {
        let file = TempFile::new(&format!("bad-bricks-{}", text.len()), text.as_bytes());
        let ran = run(&["solve", file.path()]);
        assert_eq!(ran.code, code, "{text}\n{}{}", ran.stdout, ran.stderr);
        assert!(!ran.stderr.is_empty());
    }
    run(&["solve", "klotski", "--metric", "single"]).ends_with(2);
    run(&["solve", "klotski", "--heuristic", "manhattan"]).ends_with(2);
    run(&["solve", "klotski", "--repr", "nibble"]).ends_with(2);
    run(&["solve", "1 2 3/4 5 6/7 0 8", "--metric", "steps"]).ends_with(2);
    run(&["show", "no-such-puzzle"]).ends_with(3);
}

#[test]
fn a_limit_leaves_a_proven_bound() {
    let args = ["solve", "klotski", "--algorithm", "layered", "--node-limit", "1000", "--json"];
    let record = run(&args).ends_with(5).json();
    assert_eq!(record["verdict"], "stopped");
    let bound = record["lower_bound"].as_u64().unwrap();
    assert!((1..=81).contains(&bound), "{record}");
}
