//! Comparing and benchmarking: tables, files, resuming, baselines, and what is refused before the first run.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{HARD, Ran, TempFile, ran, run, start};

/// A directory of its own for a test, gone when the test is over.
pub struct TempDir(pub PathBuf);

impl TempDir {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("slidewise-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    pub fn path(&self) -> &str {
        self.0.to_str().expect("the directory for temporary files has a plain name")
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Three random boards by greedy search and A*.
const SMALL: [&str; 11] = [
    "compare",
    "--random",
    "3",
    "--size",
    "3x3",
    "--seed",
    "1",
    "--algorithms",
    "greedy,astar",
    "--heuristics",
    "misplaced,manhattan",
];

fn small(more: &[&str]) -> Ran {
    run(&[&SMALL, more].concat())
}

#[test]
fn every_combination_is_shown_on_every_puzzle_and_in_the_summary() {
    let shown = small(&[]).ends_with(0).stdout;
    for name in ["3x3 #1", "3x3 #2", "3x3 #3"] {
        assert!(shown.contains(name), "{shown}");
    }
    for spec in ["greedy misplaced", "greedy manhattan", "astar misplaced", "astar manhattan"] {
        let lines = shown.lines().filter(|line| line.starts_with(&format!("{spec} ")));
        assert_eq!(lines.count(), 3 + 1, "{spec}:\n{shown}");
    }
    assert!(shown.contains("summary, 3x3: median over 3 puzzles"), "{shown}");
    assert!(!shown.contains('\x1b'));
    let summary = small(&["--summary"]).ends_with(0).stdout;
    assert!(summary.starts_with("summary"), "{summary}");
}

#[test]
fn a_run_for_each_line_of_json_and_the_same_seed_gives_the_same_counts() {
    let counts = || -> Vec<(Value, Value, Value)> {
        let rows = small(&["--json"]).ends_with(0).json_lines();
        rows.iter().map(|row| (row["spec"].clone(), row["expanded"].clone(), row["cost"].clone())).collect()
    };
    let first = counts();
    assert_eq!(first.len(), 12);
    assert_eq!(first, counts());
}

#[test]
fn results_are_files_that_can_be_resumed() {
    let place = TempDir::new("results");
    small(&["--out", place.path(), "--runs", "2"]).ends_with(0);
    let csv = place.read("results.csv");
    assert_eq!(csv.lines().count(), 1 + 3 * 4 * 2);
    let columns: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    for column in [
        "instance",
        "spec",
        "cost",
        "proof",
        "lower_bound",
        "verdict",
        "expanded",
        "generated",
        "peak_bytes",
        "wall_seconds",
        "cpu_seconds",
        "seed",
        "version",
        "machine",
    ] {
        assert!(columns.contains(&column), "{column}");
    }
    let objects: Value = serde_json::from_str(&place.read("results.json")).unwrap();
    assert_eq!(objects.as_array().unwrap().len(), 24);
    assert!(place.read("summary.csv").lines().count() == 5);
    assert!(place.read("summary.md").contains("| astar manhattan | 3/3 |"), "{}", place.read("summary.md"));
    for picture in ["nodes", "time", "nodes-cactus", "nodes-by-length", "nodes-by-bound"] {
        let svg = place.read(&format!("{picture}.svg"));
        assert!(svg.contains("astar manhattan"), "{picture}");
    }

    assert!(place.read("nodes-scatter.svg").contains("greedy manhattan"), "the first two combinations");
    let again = small(&["--out", place.path(), "--runs", "2"]).ends_with(2);
    assert!(again.stderr.contains("--resume"), "{}", again.stderr);
    let other = small(&["--out", place.path(), "--runs", "3", "--resume"]).ends_with(2);
    assert!(other.stderr.contains("`runs = 2`, here `runs = 3`"), "{}", other.stderr);
    // As after a crash: the last runs are missing, and a line is torn.
    let lines: Vec<&str> = csv.split_inclusive('\n').collect();
    fs::write(place.0.join("results.csv"), lines[..10].concat() + "compare,3x3").unwrap();
    small(&["--out", place.path(), "--runs", "2", "--resume"]).ends_with(0);
    let counts = |text: &str| -> Vec<String> {
        let fields = |line: &str| line.split(',').take(6).collect::<Vec<_>>().join(",");
        text.lines().map(fields).collect()
    };
    assert_eq!(counts(&place.read("results.csv")), counts(&csv));
}

#[test]
fn an_experiment_is_repeated_from_its_own_description() {
    let place = TempDir::new("repeat");
    small(&["--out", place.path()]).ends_with(0);
    let description = place.0.join("experiment.toml");
    let rows = run(&["bench", description.to_str().unwrap(), "--json"]).ends_with(0).json_lines();
    assert_eq!(rows.len(), 12);
    let baseline = place.0.join("results.csv");
    let since = ["compare", "--baseline", baseline.to_str().unwrap(), "--fail-if-worse", "0%", "--summary"];
    let shown = run(&since).ends_with(0).stdout;
    assert!(shown.contains("0 better, 12 the same, 0 worse; 0 new, 0 gone"), "{shown}");
}

#[test]
fn a_baseline_tells_what_became_worse() {
    let place = TempDir::new("baseline");
    small(&["--out", place.path()]).ends_with(0);
    // A baseline in which the last combination needed fewer expansions.
    let text = place.read("results.csv");
    let headers: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let expanded = headers.iter().position(|header| *header == "expanded").unwrap();
    let last = text.lines().last().unwrap();
    let fields: Vec<&str> = last.split(',').collect();
    let fewer = (fields[expanded].parse::<u64>().unwrap() * 9 / 10).to_string();
    let mut changed = fields.clone();
    changed[expanded] = &fewer;
    let old = TempFile::new("old.csv", text.replace(last, &changed.join(",")).as_bytes());
    let shown = small(&["--baseline", old.path(), "--summary"]).ends_with(0).stdout;
    assert!(shown.contains("0 better, 11 the same, 1 worse"), "{shown}");
    let failed = small(&["--baseline", old.path(), "--fail-if-worse", "5%"]).ends_with(1);
    assert!(
        failed.stderr.contains("astar manhattan on 3x3 #3 is worse by more than 5 %"),
        "{}",
        failed.stderr
    );
    small(&["--baseline", old.path(), "--fail-if-worse", "20%"]).ends_with(0);
    let unrelated =
        run(&["compare", "867254301", "--algorithms", "bfs", "--baseline", old.path()]).ends_with(2);
    assert!(unrelated.stderr.contains("nothing in common"), "{}", unrelated.stderr);
    let no_results = TempFile::new("none.csv", b"a,b\n1,2\n");
    small(&["--baseline", no_results.path()]).ends_with(2);
}

#[track_caller]
fn is_refused(args: &[&str], told: &str) {
    let ran = run(args).ends_with(2);
    assert!(ran.stderr.contains(told), "{args:?}: {}", ran.stderr);
    assert!(ran.stdout.is_empty(), "{args:?} began: {}", ran.stdout);
}

#[test]
fn mistakes_are_told_before_the_first_run() {
    let board = "867254301";
    is_refused(&["compare", board, "--algorithms", "astr"], "did you mean \"astar\"");
    is_refused(&["compare", board, "--heuristics", "md,manhatan"], "did you mean \"manhattan\"");
    is_refused(&["compare", board, "--reprs", "integr"], "did you mean \"integer\"");
    is_refused(&["compare", board, "--metric", "stepps"], "did you mean \"steps\"");
    is_refused(&["compare", board, "--algorithms", "layered"], "not for tile puzzles");
    is_refused(&["compare", "--random", "2"], "--random needs --size");
    let hard = ["compare", HARD, "--goal", "blank-first", "--algorithms", "bfs", "--reprs", "integer"];
    is_refused(&hard, "up to 9 cells");
    is_refused(
        &["compare", "klotski", "--heuristics", "manhattan"],
        "brick puzzles have no heuristic manhattan",
    );
    let nowhere = run(&["compare", board, "--out", "/dev/null/results"]).ends_with(1);
    assert!(nowhere.stderr.contains("/dev/null/results"), "{}", nowhere.stderr);
    is_refused(&["bench", "--suite", "korf51"], "did you mean \"korf15\"");
    is_refused(&["bench", "gone.toml"], "gone.toml");
    let wrong = b"name = \"w\"\nfiles = [\"gone.txt\"]\n[[spec]]\nalgorithm = \"bfs\"\n";
    let suite = TempFile::new("wrong.toml", wrong);
    is_refused(&["bench", suite.path()], ":2:10: ");
}

#[test]
fn a_published_optimum_that_is_wrong_is_a_loud_failure() {
    let list = TempFile::new("claims.txt", b"1 33 8 6 7 2 5 4 3 0 1\n2 2 1 2 3 4 5 6 0 7 8\n");
    let failed = run(&["compare", list.path(), "--algorithms", "astar", "--heuristics", "md"]).ends_with(1);
    assert!(failed.stderr.contains("contradiction: 1: published is an optimum of 33"), "{}", failed.stderr);
    assert!(!failed.stderr.contains("2: published"), "{}", failed.stderr);
}

#[test]
fn a_limit_is_shown_with_its_bound_and_stops_nothing_else() {
    let args = [
        "compare",
        HARD,
        "--goal",
        "blank-first",
        "--algorithms",
        "bfs,greedy",
        "--heuristics",
        "md",
        "--node-limit",
        "20k",
    ];
    let shown = run(&args).ends_with(0).stdout;
    let line = |spec: &str| shown.lines().find(|line| line.starts_with(spec)).unwrap_or_default().to_string();
    assert!(line("bfs").contains("≥ ") && line("bfs").contains("stopped: nodes"), "{shown}");
    assert!(!line("greedy manhattan").contains("stopped"), "{shown}");
    assert!(shown.contains("(but bfs, which solved none)"), "{shown}");
}

#[test]
fn bricks_are_compared_too() {
    let args = ["compare", "klotski", "--algorithms", "bfs,astar", "--heuristics", "distance", "--json"];
    let rows = run(&args).ends_with(0).json_lines();
    let found: Vec<(&str, u64)> =
        rows.iter().map(|row| (row["spec"].as_str().unwrap(), row["cost"].as_u64().unwrap())).collect();
    assert_eq!(found, [("bfs", 81), ("astar distance", 81)]);
    assert_eq!(rows[0]["optimum"], 81);
}

#[test]
fn suites_are_listed_and_run() {
    let names = run(&["list", "suites", "--json"]).ends_with(0).json();
    let names: Vec<&str> =
        names["suites"].as_array().unwrap().iter().map(|suite| suite["name"].as_str().unwrap()).collect();
    for name in [
        "eight",
        "sizes",
        "greedy-vs-astar",
        "korf15",
        "hard15",
        "korf24",
        "bricks",
        "large",
        "deepcubea24",
        "deepcubea35",
        "deepcubea48",
    ] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    let shown = run(&["bench", "--suite", "greedy-vs-astar", "--summary"]).ends_with(0).stdout;
    assert!(shown.contains("median over 5 puzzles"), "{shown}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_loses_nothing() {
    let place = TempDir::new("interrupted");
    let suite = format!(
        "name = \"i\"\n[[puzzle]]\nname = \"easy\"\nboard = \"8 6 7/2 5 4/3 0 1\"\n[[puzzle]]\nname = \"hard\"\n\
         board = \"{HARD}\"\ngoal = \"blank-first\"\n[[spec]]\nalgorithm = \"ida\"\nheuristic = \"manhattan\"\n"
    );
    let suite = TempFile::new("interrupted.toml", suite.as_bytes());
    let started = Instant::now();
    let child = start(&["bench", suite.path(), "--out", place.path()]);
    wait_for_rows(&place.0.join("results.csv"), 2);
    let status = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
    let ran = ran(child.wait_with_output().unwrap(), started).ends_with(5);
    assert!(ran.stderr.contains("stopped after 1 of 2 runs; --resume goes on"), "{}", ran.stderr);
    assert_eq!(place.read("results.csv").lines().count(), 2);
    assert!(place.read("summary.md").contains("easy"));
}

/// The first run takes moments, the second for ever.
#[cfg(unix)]
fn wait_for_rows(file: &Path, lines: usize) {
    let started = Instant::now();
    while fs::read_to_string(file).map_or(0, |text| text.lines().count()) < lines {
        assert!(started.elapsed() < Duration::from_secs(60), "the first run is not written");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The value of a column in the first line of a table that begins like this.
fn cell_of(text: &str, line: &str, column: &str) -> String {
    let heads =
        text.lines().find(|head| head.contains(column)).unwrap_or_else(|| panic!("{column}:\n{text}"));
    let row = text.lines().find(|row| row.starts_with(line)).unwrap_or_else(|| panic!("{line}:\n{text}"));
    // Numbers stand to the right, under the end of their title.
    let end = heads[..heads.find(column).unwrap() + column.len()].chars().count();
    let before: String = row.chars().take(end).collect();
    before.rsplit("  ").next().unwrap_or_default().trim().to_string()
}

const BEST: &[u8] =
    b"name = \"b\"\nbest = true\npuzzles = [\"1 2/3 0\", \"0 1/3 2\", \"8 6 7/2 5 4/3 0 1\", \
\"1 2 3/4 5 6/0 7 8\"]\n[[spec]]\nalgorithm = \"greedy\"\nheuristic = \"misplaced\"\n";

/// The best run is one run: its length and its count belong together. A board that is solved at the start has none.
#[test]
fn the_best_of_a_size_is_one_run_in_one_table() {
    let suite = TempFile::new("best.toml", BEST);
    let shown = run(&["bench", suite.path(), "--summary"]).ends_with(0).stdout;
    let rows = run(&["bench", suite.path(), "--json"]).ends_with(0).json_lines();
    let run_of = |board: &str| rows.iter().find(|row| row["start"] == board).unwrap();
    for (size, board) in [("2x2", "0 1/3 2"), ("3x3", "1 2 3/4 5 6/0 7 8")] {
        let expected = run_of(board);
        assert_eq!(cell_of(&shown, size, "moves"), expected["cost"].to_string(), "{shown}");
        assert_eq!(cell_of(&shown, size, "states evaluated"), expected["expanded"].to_string(), "{shown}");
    }
    assert_eq!(shown.matches("states evaluated").count(), 1, "one table:\n{shown}");
    assert!(shown.contains("1 that is solved at the start does not count"), "{shown}");
    let place = TempDir::new("best");
    run(&["bench", suite.path(), "--out", place.path()]).ends_with(0);
    assert!(place.read("summary.md").contains("| 3x3 | 2/2 | 2 |"), "{}", place.read("summary.md"));
    assert!(place.read("summary.tex").contains("3x3 & 2/2 & 2 &"), "{}", place.read("summary.tex"));
}

#[test]
fn a_combination_that_cannot_be_applied_is_a_row() {
    let args = [
        "compare",
        "--random",
        "1",
        "--size",
        "6x6",
        "--seed",
        "1",
        "--algorithms",
        "greedy",
        "--heuristics",
        "manhattan,walking-distance",
        "--node-limit",
        "20k",
    ];
    let shown = run(&args).ends_with(0).stdout;
    let line =
        |begin: &str| shown.lines().find(|line| line.starts_with(begin)).unwrap_or_default().to_string();
    assert!(line("greedy manhattan").contains("stopped: nodes"), "{shown}");
    assert!(line("greedy walking-distance").contains("cannot be applied"), "{shown}");
    assert!(
        shown.lines().any(|l| l.starts_with("greedy walking-distance") && l.contains("not run")),
        "{shown}"
    );
    assert!(line("not run: greedy walking-distance on 6x6 #1:").contains("use linear-conflict"), "{shown}");
    let rows = run(&[&args[..], &["--json"]].concat()).ends_with(0).json_lines();
    assert_eq!(rows[1]["verdict"], "unsupported");
}

#[test]
fn tables_rank_by_processor_time_and_say_so() {
    let rows = small(&["--json"]).ends_with(0).json_lines();
    assert!(rows.iter().all(|row| row["threads"] == 1));
    if rows[0]["cpu_seconds"].is_null() {
        return;
    }
    let shown = small(&["--summary"]).ends_with(0).stdout;
    let head = shown.lines().find(|line| line.starts_with("combination")).unwrap();
    assert!(head.contains("cpu") && head.contains("time"), "{shown}");
    let place = TempDir::new("cpu");
    small(&["--out", place.path()]).ends_with(0);
    assert!(place.read("time.svg").contains("processor time of each combination"));
}

#[test]
fn results_tell_where_they_come_from_and_what_was_found() {
    let place = TempDir::new("origin");
    small(&["--out", place.path(), "--runs", "2"]).ends_with(0);
    let rows: Value = serde_json::from_str(&place.read("results.json")).unwrap();
    for row in rows.as_array().unwrap() {
        let moves = row["moves"].as_str();
        match row["run"].as_u64() {
            Some(1) => {
                let moves = moves.unwrap();
                assert_eq!(moves.len() as u64, row["cost"].as_u64().unwrap());
                run(&["verify", row["start"].as_str().unwrap(), moves]).ends_with(0);
            }
            _ => assert!(moves.is_none(), "the same as in run 1"),
        }
        let command = row["command"].as_str().unwrap();
        assert!(
            command.starts_with("slidewise compare --random 3 --size 3x3") && command.contains("--runs 2")
        );
        let commit = row["commit"].as_str().unwrap();
        assert!(commit == "unknown" || commit.len() == 40, "{commit}");
        assert!(row["date"].as_str().unwrap().ends_with('Z'));
    }
    let csv = place.read("results.csv");
    let heads: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    assert!(["moves", "command", "date", "commit"].iter().all(|column| heads.contains(column)), "{heads:?}");
    let page = place.read("summary.md");
    for told in [
        "seed 1",
        "mean length",
        "| median |",
        "| mean expanded |",
        "slidewise compare --random 3",
        "Pair by pair",
    ] {
        assert!(page.contains(told), "{told}:\n{page}");
    }
    let latex = place.read("summary.tex");
    assert!(latex.contains("\\begin{tabular}") && latex.contains("astar manhattan & 3/3"), "{latex}");
    assert!(place.read("lengths.svg").contains("length of the solution"));
}

#[test]
fn two_combinations_are_compared_in_a_sentence() {
    let place = TempDir::new("pair");
    let shown = small(&["--pair", "astar manhattan", "astar misplaced", "--summary", "--out", place.path()]);
    let shown = shown.ends_with(0).stdout;
    let sentence =
        shown.lines().find(|line| line.contains("against astar misplaced, expanded")).unwrap_or_default();
    assert!(sentence.contains("less on 3, the same on 0, more on 0 of 3 puzzles"), "{shown}");
    assert!(sentence.contains("sign test p = 0.2500, Wilcoxon p = 0.2500"), "{shown}");
    assert!(sentence.contains("geometric mean (too few for an interval)"), "{shown}");
    assert!(sentence.ends_with("too few differ to tell anything"), "{shown}");
    assert!(place.read("nodes-scatter.svg").contains("astar misplaced better"));
    is_refused(
        &[&SMALL[..], &["--pair", "astar manhattan", "bfs"]].concat(),
        "there is no combination \"bfs\"",
    );
}

/// A puzzle without a solution is not one that a search failed at.
#[test]
fn puzzles_without_a_solution_are_told_apart() {
    let shown = run(&[
        "compare",
        "1 2 3/4 5 6/8 7 0",
        "867254301",
        "-a",
        "bfs,astar",
        "-H",
        "manhattan",
        "--summary",
    ]);
    let shown = shown.ends_with(0).stdout;
    assert!(shown.contains("1 puzzle has no solution, which is proven"), "{shown}");
    assert!(
        shown.contains("both solved 1, only bfs 0, only astar manhattan 0, neither 1 (1 proven"),
        "{shown}"
    );
}

#[test]
fn what_was_begun_goes_on_with_nothing_else_named() {
    let place = TempDir::new("goes-on");
    small(&["--out", place.path()]).ends_with(0);
    let csv = place.read("results.csv");
    let lines: Vec<&str> = csv.split_inclusive('\n').collect();
    fs::write(place.0.join("results.csv"), lines[..6].concat()).unwrap();
    run(&["compare", "--out", place.path(), "--resume"]).ends_with(0);
    assert_eq!(place.read("results.csv").lines().count(), csv.lines().count());
    run(&["bench", "--out", place.path(), "--resume"]).ends_with(0);
    let empty = TempDir::new("nothing-there");
    is_refused(&["compare", "--out", empty.path(), "--resume"], "no experiment.toml");
}

#[test]
fn a_baseline_shows_what_changed_and_counts_the_rest() {
    let place = TempDir::new("changes");
    small(&["--out", place.path()]).ends_with(0);
    let old = place.0.join("results.csv");
    let same = small(&["--baseline", old.to_str().unwrap(), "--summary"]).ends_with(0).stdout;
    let since = same.split("since the baseline:").nth(1).unwrap();
    assert_eq!(since.trim(), "0 better, 12 the same, 0 worse; 0 new, 0 gone");
}

#[test]
fn far_out_says_when_it_applies() {
    // Seven runs at least one of which may lie far out: wherever it is said, it is explained.
    let shown = small(&["--runs", "7", "--summary"]).ends_with(0).stdout;
    let (flagged, told) = (shown.contains(" far out"), shown.contains("judged from 5 runs on"));
    assert_eq!(flagged, told, "{shown}");
}

#[test]
fn puzzles_of_an_experiment_need_no_name() {
    let text = "name = \"n\"\n[[puzzle]]\nboard = \"1 2 3/4 5 6/0 7 8\"\n[[puzzle]]\nboard = \"867254301\"\n\
                optimum = 31\n[[spec]]\nalgorithm = \"astar\"\nheuristic = \"manhattan\"\n";
    let file = TempFile::new("nameless.toml", text.as_bytes());
    let rows = run(&["bench", file.path(), "--json"]).ends_with(0).json_lines();
    let costs: Vec<u64> = rows.iter().map(|row| row["cost"].as_u64().unwrap()).collect();
    assert_eq!(costs, [2, 31]);
    assert_ne!(rows[0]["instance"], rows[1]["instance"]);
}

/// An option that the combinations of a suite do not have is not passed over.
#[test]
fn options_beside_a_suite_are_obeyed_or_refused() {
    let suite = ["compare", "--suite", "greedy-vs-astar", "--json"];
    let refused = run(&[&suite[..], &["--capacities", "100"]].concat()).ends_with(2);
    assert!(refused.stderr.contains("capacity"), "{}", refused.stderr);
    let with =
        [&suite[..], &["--algorithms", "sma", "--heuristics", "manhattan", "--capacities", "5000"]].concat();
    assert!(run(&with).ends_with(0).json_lines().iter().all(|row| row["algorithm"] == "sma"));
}

/// An experiment to begin with can be run as it is.
#[test]
fn the_example_is_run() {
    let example = run(&["bench", "--example"]).ends_with(0).stdout;
    let file = TempFile::new("example.toml", example.as_bytes());
    let shown = run(&["bench", file.path(), "--summary"]).ends_with(0).stdout;
    assert!(shown.contains("summary, 3x3: median over 7 puzzles"), "{shown}");
    assert!(shown.contains("published optima confirmed in 15 runs"), "{shown}");
    let help = run(&["bench", "--help"]).ends_with(0).stdout;
    for key in
        ["node-limit", "[[random]]", "scramble", "[[puzzle]]", "optimum", "depth-limit", "mean-seconds"]
    {
        assert!(help.contains(key), "{key}:\n{help}");
    }
}
