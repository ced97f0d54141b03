//! Limits and Ctrl-C end a search promptly, with what is known.

use std::io::Read;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::program::{HARD, feed, ran, run, start};

/// Far more than any of these needs, for a machine that is busy with other things.
const PROMPTLY: Duration = Duration::from_secs(10);

fn hard<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["--json", "--goal", "blank-first", HARD], more].concat()
}

#[track_caller]
fn is_stopped(args: &[&str], by: &str) {
    let ran = run(args).ends_with(5);
    assert!(ran.took < PROMPTLY, "it took {:?}", ran.took);
    let record = ran.json();
    assert_eq!((&record["verdict"], &record["stopped_by"]), (&"stopped".into(), &by.into()));
    assert!(record["lower_bound"].as_u64() > Some(40), "{record}");
}

#[test]
fn nodes() {
    for algorithm in
        ["bfs", "bidirectional", "dfs", "iterative-deepening", "dijkstra", "greedy", "astar", "wastar", "ida"]
    {
        let args = hard(&["--algorithm", algorithm, "--node-limit", "10"]);
        is_stopped(&args, "nodes");
        assert_eq!(run(&args).json()["expanded"], 10, "{algorithm}: the limit is exact");
    }
}

#[test]
fn time() {
    for algorithm in ["bfs", "bidirectional", "iterative-deepening", "dijkstra", "astar", "ida"] {
        is_stopped(&hard(&["--algorithm", algorithm, "--time-limit", "200ms"]), "time");
    }
}

/// The limit is one on the process: its program, tables and stores, within a twentieth and 4 MB.
#[cfg(target_os = "linux")]
#[test]
fn memory() {
    const LIMIT: u64 = 40_000_000;
    const BOARD_5X5: &str = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13";
    let within_time = |time: &str, args: &[&str]| {
        let ran = run(&[&["--json", "--memory-limit", "40MB", "--time-limit", time], args].concat());
        let record = ran.json();
        let peak = record["process_peak_bytes"].as_u64().expect("the kernel tells");
        assert!(peak <= LIMIT / 20 * 21 + 4_000_000, "{args:?}: {peak} bytes");
        record
    };
    let within = |args: &[&str]| within_time("3s", args);
    for algorithm in ["bfs", "bidirectional", "dfs", "dijkstra", "astar"] {
        let record = within_time("10m", &["--goal", "blank-first", HARD, "--algorithm", algorithm]);
        assert_eq!(record["stopped_by"], "memory", "{algorithm}");
    }
    within(&["--goal", "blank-first", HARD, "--algorithm", "anytime"]);
    within(&["--goal", "blank-first", HARD]);
    within(&["--goal", "blank-first", HARD, "--heuristic", "pdb:7-8", "--algorithm", "ida"]);
    within(&["--heuristic", "walking-distance", BOARD_5X5]);
    for size in ["5x5", "6x6", "10x10", "14x14"] {
        let board = run(&["generate", "--size", size, "--seed", "3"]).ends_with(0).stdout;
        let record = within(&[board.trim()]);
        assert_eq!(record["verdict"], "solved", "{size}");
    }
    for puzzle in ["klotski", "supercompo", "rush-hour-hardest"] {
        within(&[puzzle]);
    }
    within(&["tiles: 1 2 3 4/5 # 6 7/8 9 10 .; goal: 10 9 8 7/6 # 5 4/3 2 1 ."]);
}

/// The same for every algorithm that there is, each on a board that it does not solve before it has stored much.
#[cfg(target_os = "linux")]
#[test]
fn memory_of_every_algorithm() {
    const LIMIT: u64 = 32_000_000;
    let listed = run(&["list", "algorithms", "--json"]).ends_with(0).json();
    let names: Vec<&str> =
        listed["algorithms"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(names.len() > 40, "{names:?}");
    let mut stopped = 0;
    for name in names {
        let puzzle: &[&str] =
            if name == "layered" { &["supercompo"] } else { &["--goal", "blank-first", HARD] };
        let limits = ["--json", "--memory-limit", "32MB", "--node-limit", "300k", "--algorithm", name];
        let record = run(&[&limits[..], puzzle].concat()).json();
        let peak = record["process_peak_bytes"].as_u64().expect("the kernel tells");
        assert!(peak <= LIMIT / 20 * 21 + 4_000_000, "{name}: {peak} bytes");
        stopped += u32::from(record["stopped_by"] == "memory");
    }
    assert!(stopped > 10, "the limit was reached by {stopped} only");
}

/// A limit that the program itself does not fit into leaves nothing to search with.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_program_itself_takes() {
    let args = hard(&["--algorithm", "astar", "--memory-limit", "1MiB"]);
    assert_eq!(run(&args).ends_with(5).json()["stopped_by"], "memory");
    let record = run(&hard(&["--memory-limit", "1MiB"])).ends_with(0).json();
    assert_eq!((&record["verdict"], &record["stopped_by"]), (&"solved".into(), &"memory".into()));
}

/// However little time there is, a board for which everything is left open has a solution and a bound, and no table is
/// built beyond the limit. On an idle machine it takes some milliseconds more than the limit; tests compare no times,
/// so this one asks only for far less than the tables take.
#[test]
fn every_board_has_a_solution_in_ten_milliseconds() {
    for size in ["2x2", "1x9", "2x8", "3x4", "3x5", "4x4", "3x8", "5x5", "6x6", "7x7", "8x8", "9x9", "10x10"]
    {
        let board = run(&["generate", "--size", size, "--seed", "3"]).ends_with(0).stdout;
        for metric in ["single", "multi"] {
            let args = ["--json", "--metric", metric, "--time-limit", "10ms", board.trim()];
            let record = run(&args).ends_with(0).json();
            assert_eq!(record["verdict"], "solved", "{size} {metric}");
            crate::simulator::check(&record);
            assert!(record["lower_bound"].is_u64(), "{size} {metric}: {record}");
            let setup = record["setup_seconds"].as_f64().unwrap();
            assert!(setup < 2.0, "{size} {metric}: {setup} s for tables");
        }
    }
    // A bound is more than 0, even where there is no time for a table of the metric.
    let record = run(&hard(&["--time-limit", "10ms", "--metric", "multi"])).ends_with(0).json();
    assert!(record["lower_bound"].as_u64() >= Some(18), "{record}");
    let record = run(&hard(&["--time-limit", "300ms"])).ends_with(0).json();
    assert_eq!((&record["verdict"], &record["stopped_by"]), (&"solved".into(), &"time".into()));
    assert!(record["lower_bound"].as_u64() > Some(40), "{record}");
}

/// Crowded boards, of which no solution can be made without a search.
#[test]
fn bricks_have_a_solution_whatever_stops_the_search() {
    let record = run(&["--json", "klotski", "--node-limit", "5"]).ends_with(0).json();
    assert_eq!((&record["verdict"], &record["stopped_by"]), (&"solved".into(), &"nodes".into()));
    assert_eq!(record["proof"], "none");
    assert!(record["lower_bound"].as_u64() > Some(0), "{record}");
    run(&["verify", "klotski", record["moves"].as_str().unwrap()]).ends_with(0);
    // Where a search is asked for, it alone says what comes of it.
    run(&["--json", "klotski", "--algorithm", "layered", "--node-limit", "5"]).ends_with(5);
    // What is not solved takes a move, whatever the heuristic says.
    let greedy = ["--json", "klotski", "--algorithm", "greedy", "--heuristic", "clearing"];
    assert!(run(&greedy).ends_with(0).json()["lower_bound"].as_u64() > Some(0));
}

#[test]
fn depth() {
    let start = "8 6 7/2 5 4/3 0 1";
    for algorithm in ["dfs", "iterative-deepening", "ida"] {
        let args = ["--json", start, "--algorithm", algorithm, "--depth-limit", "10"];
        let record = run(&args).ends_with(5).json();
        assert_eq!(record["stopped_by"], "depth", "{algorithm}");
    }
    let found = run(&["--json", start, "--algorithm", "ida", "--depth-limit", "31"]).ends_with(0).json();
    assert_eq!(found["cost"], 31);
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// Until a program hears Ctrl-C it dies of it, and a busy machine takes its time to start one.
#[cfg(unix)]
fn wait_until_it_listens(child: &Child) {
    const SIGINT: u64 = 1 << 1;
    let status = format!("/proc/{}/status", child.id());
    let is_heard = |text: &str| {
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & SIGINT != 0))
    };
    // Other systems than Linux do not tell.
    for _ in 0..10_000 {
        if std::fs::read_to_string(&status).map_or(true, |text| is_heard(&text)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_what_is_known() {
    let started = Instant::now();
    let mut child = start(&["--goal", "blank-first", HARD]);
    // The board is drawn before the search begins.
    let mut seen = [0; 1];
    child.stdout.as_mut().unwrap().read_exact(&mut seen).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    let ran = ran_without_first_byte(child, started).ends_with(0);
    assert!(ran.took < PROMPTLY, "it took {:?}", ran.took);
    assert!(ran.stdout.contains("on request"), "{}", ran.stdout);
    assert!(ran.stdout.contains("expanded"), "{}", ran.stdout);
}

/// The first byte may be a part of a character.
#[cfg(unix)]
fn ran_without_first_byte(child: Child, started: Instant) -> crate::program::Ran {
    let mut output = child.wait_with_output().unwrap();
    let whole = output.stdout.iter().position(|byte| byte.is_ascii()).unwrap_or(0);
    output.stdout.drain(..whole);
    ran(output, started)
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_whole_batch() {
    let started = Instant::now();
    let file = crate::program::TempFile::new("hard-batch.txt", format!("{HARD}\n").repeat(50).as_bytes());
    let child = start(&["--json", "--goal", "blank-first", file.path()]);
    wait_until_it_listens(&child);
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    // It has a solution of the first, and says that the others were not begun.
    let ran = ran(child.wait_with_output().unwrap(), started).ends_with(5);
    assert!(ran.took < PROMPTLY, "it took {:?}", ran.took);
    let records = ran.json_lines();
    assert_eq!(records.len(), 1, "the puzzles after it are not begun");
    assert_eq!(records[0]["stopped_by"], "cancel");
    assert!(ran.stderr.contains("stopped after 1 of 50 puzzles"), "{}", ran.stderr);
}

#[test]
fn a_limit_is_for_each_puzzle_of_a_batch() {
    let input = format!("{HARD}\n0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n{HARD}\n");
    let records =
        feed(&["--json", "--goal", "blank-first", "-a", "ida", "--node-limit", "5"], input.as_bytes())
            .json_lines();
    let verdicts: Vec<&str> = records.iter().map(|record| record["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["stopped", "solved", "stopped"]);
}

#[test]
fn the_largest_board_is_within_its_limits() {
    let board = run(&["generate", "--size", "100x100", "--seed", "1"]).ends_with(0).stdout;
    let ran = feed(
        &["--json", "--algorithm", "astar", "--time-limit", "300ms", "--memory-limit", "200MiB"],
        board.as_bytes(),
    )
    .ends_with(5);
    assert!(ran.took < PROMPTLY, "it took {:?}", ran.took);
    assert_eq!(feed(&["check"], board.as_bytes()).code, 0);
}
