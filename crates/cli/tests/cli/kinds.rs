//! A puzzle is one thing for the whole program, whatever its kind: batches, options, commands.

use serde_json::Value;

use crate::program::{TempFile, feed, run};

/// A board with a hole, wrapped around, two of its tiles alike.
const FREEFORM: &str = "tiles: 1 2 2/3 # 4/5 . 6; goal: 1 2 2/3 # 4/5 6 .; wrap: rows";

const RUSH_HOUR: &str = "ooooooooooooAAoBoooooBoooooooooooooo";

fn field<'v>(lines: &'v [Value], name: &str) -> Vec<&'v Value> {
    lines.iter().map(|line| &line[name]).collect()
}

#[test]
fn answers_come_in_the_order_of_the_input() {
    let ran = run(&["867254301", "klotski", FREEFORM, "123456708", "--json", "--progress"]).ends_with(0);
    let (events, records): (Vec<Value>, Vec<Value>) =
        ran.json_lines().into_iter().partition(|line| line.get("event").is_some());
    assert_eq!(field(&records, "kind"), ["tiles", "bricks", "freeform", "tiles"]);
    assert_eq!(field(&records, "index"), [1, 2, 3, 4]);
    assert_eq!(field(&records, "source"), ["argument 1", "argument 2", "argument 3", "argument 4"]);
    assert!(!events.is_empty());
    let indices: Vec<u64> = events.iter().map(|event| event["index"].as_u64().unwrap()).collect();
    assert!(indices.is_sorted() && indices.contains(&2), "{indices:?}");
}

#[test]
fn every_puzzle_says_where_it_came_from() {
    let file = TempFile::new("boards.txt", b"123456708\n867254301\n");
    let ran = feed(&[file.path(), "-", "klotski", "--json"], b"\n123456708\n").ends_with(0);
    let sources: Vec<String> =
        ran.json_lines().iter().map(|line| line["source"].as_str().unwrap().to_string()).collect();
    assert_eq!(sources[0], format!("{}:1", file.path()));
    assert_eq!(sources[1], format!("{}:2", file.path()));
    assert_eq!(sources[2..], ["stdin:2", "argument 3"]);
}

#[test]
fn a_puzzle_that_cannot_be_used_does_not_end_a_batch() {
    let lines = run(&["123456708", "euler-766", "867254301", "--json"]).ends_with(3).json_lines();
    assert_eq!(field(&lines, "verdict"), ["solved", "invalid", "solved"]);
    assert!(lines[1]["error"]["message"].as_str().unwrap().contains("no goal"));
    let six = run(&["generate", "--size", "6x6", "--seed", "1"]).ends_with(0).stdout;
    let args = ["123456708", six.trim(), "867254301", "-H", "walking-distance", "--json"];
    let lines = run(&args).ends_with(2).json_lines();
    assert_eq!(field(&lines, "verdict"), ["solved", "unsupported", "solved"]);
    assert_eq!(lines[1]["error"]["setting"], "heuristic");
    assert!(lines[1]["error"]["instead"].as_array().is_some_and(|instead| !instead.is_empty()));
}

#[test]
fn arguments_are_puzzles_of_their_own() {
    let one = run(&["nosuch.txt", "123456708", "-q"]).ends_with(3);
    assert_eq!(one.stdout, "\nL\n");
    assert!(one.stderr.contains("nosuch.txt: no such file"), "{}", one.stderr);
    let two = run(&["nosuch.txt", "123456708", "867254301", "-q"]).ends_with(3);
    assert_eq!(two.stdout.lines().count(), 3);
    let wrong = run(&["12345670", "867254301", "-q"]).ends_with(3);
    assert_eq!(wrong.stdout.lines().count(), 2);
    assert_eq!(
        run(&["8", "6", "7", "2", "5", "4", "3", "0", "1", "-q"]).ends_with(0).stdout.lines().count(),
        1
    );
}

#[test]
fn one_record_for_all_kinds() {
    for puzzle in ["867254301", "klotski", FREEFORM] {
        let record = run(&[puzzle, "--json"]).ends_with(0).json();
        assert!(record["moves"].is_string() && record["move_convention"].is_string(), "{record}");
        assert!(record["start"].is_array() && record["goal"].is_array(), "{record}");
        let steps = record["steps"].as_array().unwrap();
        assert_eq!(steps.len() as u64, record["cost"].as_u64().unwrap(), "{puzzle}");
        assert!(steps[0]["piece"].is_string() && steps[0]["path"].is_string());
        assert_eq!(record["verdict"], "solved");
        assert!(record["stopped_by"].is_null());
    }
}

/// `solved` whenever there is a solution; `stopped_by` says how the search ended.
#[test]
fn a_search_that_was_stopped_with_a_solution_is_solved() {
    let board = run(&["generate", "--size", "6x6", "--seed", "3"]).ends_with(0).stdout;
    let anytime = run(&[board.trim(), "--time-limit", "300ms", "--json"]).ends_with(0).json();
    assert_eq!((&anytime["verdict"], &anytime["stopped_by"]), (&"solved".into(), &"time".into()));
    let args = [board.trim(), "-a", "arastar", "--node-limit", "20000", "-w", "9", "--json"];
    let arastar = run(&args).ends_with(0).json();
    assert_eq!((&arastar["verdict"], &arastar["stopped_by"]), (&"solved".into(), &"nodes".into()));
    let none = run(&[board.trim(), "-a", "bfs", "--node-limit", "1000", "--json"]).ends_with(5).json();
    assert_eq!((&none["verdict"], &none["stopped_by"]), (&"stopped".into(), &"nodes".into()));
}

#[test]
fn what_has_no_effect_is_refused_with_the_reason() {
    for (args, reason) in [
        (&["klotski", "--goal", "snail"][..], "has its goal in its text"),
        (&["klotski", "--repr", "bytes"], "kept in one way only"),
        (&["klotski", "--moves", "blank"], "are not written as blank; use pieces or course"),
        (&["867254301", "--keep-every", "3"], "takes no number of layers"),
        (&["867254301", "-a", "astar", "--seed", "3"], "leaves nothing to chance"),
        (&["867254301", "-a", "astar", "--threads", "2"], "runs on one thread; use"),
        (
            &["867254301", "-a", "hda", "-H", "nilsson"],
            "hda needs a heuristic that is admissible in this metric",
        ),
        (&["867254301", "-a", "bfs", "-H", "manhattan"], "bfs uses no heuristic; use"),
        (
            &["867254301", "-a", "astar", "-w", "2"],
            "astar takes no weight; use wastar, arastar, focal, ees, optimistic or dps",
        ),
        (&["--size", "3x3", "klotski"], "tells its size"),
        (
            &["klotski", "-H", "manhattan"],
            "use zero, distance, blockers, goal-blockers, chained-blockers, clearing or pdb",
        ),
        (&["klotski", "--metric", "multi"], "use steps, lines or moves"),
        (&["867254301", "--metric", "lines"], "use single or multi"),
        (&["867254301", "-a", "layered"], "brick puzzles, not for tile puzzles"),
        (&["century", "-a", "bidirectional"], "needs a goal that gives every piece its place"),
    ] {
        let ran = run(args).ends_with(2);
        assert!(ran.stderr.contains(reason), "{args:?}: {}", ran.stderr);
    }
    let six = run(&["generate", "--size", "6x6", "--seed", "1"]).ends_with(0).stdout;
    let ran = run(&[six.trim(), "--repr", "integer", "-a", "astar"]).ends_with(2);
    assert!(ran.stderr.contains("holds boards of up to 9 cells, not 6×6; use bytes"), "{}", ran.stderr);
    let ran = run(&[six.trim(), "--repr", "integer"]).ends_with(2);
    assert!(ran.stderr.contains("anytime keeps positions in its own way"), "{}", ran.stderr);
}

/// The command line, a TOML file and the page say the same, for one judge says it.
#[test]
fn experiments_refuse_in_the_same_words() {
    let words = "astar takes no weight; use wastar, arastar, focal, ees, optimistic or dps";
    let file = TempFile::new(
        "weight.toml",
        b"name = \"x\"\npuzzles = [\"867254301\"]\n[[spec]]\nalgorithm = \"astar\"\nweight = 2\n",
    );
    let ran = run(&["bench", file.path()]).ends_with(2);
    assert!(ran.stderr.contains(words), "{}", ran.stderr);
    let blind = TempFile::new(
        "blind.toml",
        b"name = \"x\"\npuzzles = [\"867254301\"]\n[[spec]]\nalgorithm = \"bfs\"\nheuristic = \"md\"\n",
    );
    let ran = run(&["bench", blind.path()]).ends_with(2);
    assert!(ran.stderr.contains("bfs uses no heuristic"), "{}", ran.stderr);
    let args = ["compare", "123456708", "--algorithms", "arastar", "--weights", "3", "-H", "md", "--json"];
    let rows = run(&args).ends_with(0).json_lines();
    assert_eq!(rows[0]["weight"], 3.0, "the weight is used");
    let args =
        ["compare", "123456708", "--algorithms", "astar,ida", "-H", "md", "--threads", "1,2", "--json"];
    let rows = run(&args).ends_with(0).json_lines();
    let specs: Vec<&Value> = rows.iter().map(|row| &row["spec"]).collect();
    assert_eq!(specs, ["astar manhattan", "ida manhattan", "ida manhattan threads 2"], "A* has one thread");
    let args = ["compare", "123456708", "--algorithms", "astar", "-H", "md", "--threads", "2", "--json"];
    let ran = run(&args).ends_with(2);
    assert!(ran.stderr.contains("runs on one thread"), "{}", ran.stderr);
}

#[test]
fn every_command_is_for_every_kind() {
    for puzzle in ["123456708", "klotski", FREEFORM] {
        let moves = run(&[puzzle, "-q"]).ends_with(0).stdout;
        let moves = moves.trim();
        run(&["verify", puzzle, moves]).ends_with(0);
        let longer = run(&["shorten", puzzle, moves, "--time-limit", "1s", "--json"]).ends_with(0).json();
        assert_eq!(longer["cost"], longer["given_cost"], "an optimal solution gets no shorter");
        let checked = run(&["check", puzzle, "--json"]).ends_with(0).json();
        assert_eq!(checked["solvable"], true, "{checked}");
        let all = run(&[puzzle, "--all-optimal", "--max-solutions", "3", "--json"]).ends_with(0).json();
        let found = all["optimal_count"].as_u64().or(all["optimal_at_least"].as_u64());
        assert!(found >= Some(1), "{all}");
        run(&["show", puzzle]).ends_with(0);
        run(&["explore", puzzle, "--json"]).ends_with(0);
        run(&["audit", "--all", "--puzzle", puzzle]).ends_with(0);
        run(&["trace", puzzle, "--steps", "5"]).ends_with(0);
        run(&["compare", puzzle, "--node-limit", "1000", "--algorithms", "bfs,greedy"]).ends_with(0);
        let scrambled = run(&["generate", puzzle, "--scramble", "20", "--seed", "1"]).ends_with(0).stdout;
        feed(&["--quiet"], scrambled.as_bytes()).ends_with(0);
    }
}

#[test]
fn heuristics_of_every_kind_are_listed() {
    let listed = run(&["list", "heuristics"]).ends_with(0).stdout;
    let help = run(&["solve", "--help"]).ends_with(0).stdout;
    for name in ["manhattan", "goal-blockers", "distance"] {
        assert!(listed.contains(name) && help.contains(name), "{name}");
    }
}

/// A stepped search and a whole one are the same search.
#[test]
fn a_traced_search_counts_what_a_whole_one_does() {
    let board = "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15";
    for heuristic in ["pdb:6-6-3", "manhattan", "max(pdb:6-6-3,walking-distance)"] {
        let args = ["-a", "ida", "-H", heuristic];
        let solved = run(&[&["solve", board, "--json"][..], &args].concat()).ends_with(0).json();
        let traced = run(&[&["trace", board, "--steps", "100000", "--format", "jsonl"][..], &args].concat());
        let last = traced.ends_with(0).json_lines().pop().unwrap();
        assert_eq!(last["expanded"], solved["expanded"], "{heuristic}");
    }
}

#[test]
fn batches_of_every_form_of_every_kind() {
    let rush = format!("{RUSH_HOUR}\n1 {RUSH_HOUR} 12\n");
    assert_eq!(feed(&["--json"], rush.as_bytes()).ends_with(0).json_lines().len(), 2);
    let letters = "name: one\nboard:\nA.\ngoal:\n.A\n\nname: two\nboard:\nB..\ngoal:\n..B\n";
    let lines = feed(&["--json"], letters.as_bytes()).ends_with(0).json_lines();
    assert_eq!(field(&lines, "id"), ["one", "two"]);
    let free = format!("{FREEFORM}\n{FREEFORM}\n");
    assert_eq!(feed(&["--json"], free.as_bytes()).ends_with(0).json_lines().len(), 2);
    let mixed = format!("123456708\nklotski\n{FREEFORM}\n{RUSH_HOUR}\n867254301\n");
    let lines = feed(&["--json"], mixed.as_bytes()).ends_with(0).json_lines();
    assert_eq!(field(&lines, "kind"), ["tiles", "bricks", "freeform", "bricks", "tiles"]);
}

/// All boards of a size, by two bits each: the published counts of the 8-puzzle, and the same from any start of it.
#[test]
fn whole_tile_spaces_are_counted() {
    let explored = run(&["explore", "--size", "3x3", "--json", "--hardest", "9"]).ends_with(0).json();
    let to_goal = &explored["to_goal"];
    assert_eq!((&explored["states"], &to_goal["hardest_length"]), (&181_440.into(), &31.into()));
    assert_eq!(to_goal["hardest"].as_array().unwrap().len(), 2);
    assert_eq!(explored["edges"], 241_920);
    let one = run(&["explore", "867254301", "--json"]).ends_with(0).json();
    assert_eq!(one["to_goal"]["by_length"], to_goal["by_length"]);
    assert_ne!(one["by_depth"], to_goal["by_length"], "the blank of the start is not in a corner");
    let multi = run(&["explore", "--size", "3x3", "--metric", "multi"]).ends_with(0).stdout;
    assert!(multi.contains("hardest start 24 multi-tile moves from the goal; 1 of them"), "{multi}");
    let unsolvable = run(&["explore", "123456870", "--json"]).ends_with(0).json();
    assert!(unsolvable["to_goal"].is_null());
    for wrong in [&["explore", "--size", "3x3", "klotski"][..], &["explore", "klotski", "--goal", "snail"]] {
        run(wrong).ends_with(2);
    }
}
