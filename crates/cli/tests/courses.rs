//! The tasks of five courses about search, from the command line, with the counts and tables that come out.

#[path = "cli/program.rs"]
#[allow(dead_code)]
mod program;

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use program::{TempFile, feed, run};
use serde_json::Value;

/// A field of a run, as a number.
#[track_caller]
fn number(row: &Value, field: &str) -> u64 {
    row[field].as_u64().unwrap_or_else(|| panic!("{field}: {row}"))
}

fn text<'r>(row: &'r Value, field: &str) -> &'r str {
    row[field].as_str().unwrap_or_default()
}

/// The number in a column of a table, in the line that begins like this. Numbers stand under the end of their title.
#[track_caller]
fn cell(table: &str, line: &str, column: &str) -> f64 {
    let head =
        table.lines().find(|head| head.contains(column)).unwrap_or_else(|| panic!("{column}:\n{table}"));
    let begins = format!("{line} ");
    let row =
        table.lines().find(|row| row.starts_with(&begins)).unwrap_or_else(|| panic!("{line}:\n{table}"));
    let end = head[..head.find(column).unwrap() + column.len()].chars().count();
    let before: String = row.chars().take(end).collect();
    let cell = before.rsplit("  ").next().unwrap_or_default().trim().replace(',', "");
    cell.parse().unwrap_or_else(|_| panic!("{line}, {column}: {cell}\n{table}"))
}

/// (a) The 8-puzzle dialogue: one's own board or a random one, any goal, A* with Manhattan, step by step, again or not.
#[test]
fn the_dialogue_of_the_eight_puzzle() {
    let play = ["play", "--seed", "7", "-a", "astar", "-H", "manhattan"];
    let own = "0\n8 6 7\n2 5 4\n3 0 1\n\nY\n1\nN\n";
    let said = feed(&play, own.as_bytes()).ends_with(0).stdout;
    assert_eq!(said.matches("Type 0 to enter a puzzle, or 1 for a random one: ").count(), 2, "{said}");
    assert_eq!(said.matches("Play again? Y/N: ").count(), 2, "{said}");
    assert!(said.contains("solved in 31 moves, optimal\nby astar with manhattan: "), "{said}");
    for step in 1..=31 {
        assert!(said.contains(&format!("{step}/31: ")), "step {step}:\n{said}");
    }
    // Any goal: with its own board, and by name.
    let goal = ["play", "1 2 3/8 0 4/7 6 5", "--goal", "2 8 3/1 6 4/7 0 5", "-a", "astar", "-H", "manhattan"];
    let said = feed(&goal, b"n\n").ends_with(0).stdout;
    assert!(said.contains("solved in 5 moves, optimal"), "{said}");
    let snail = ["play", "--goal", "snail", "-a", "astar", "-H", "manhattan", "--seed", "1"];
    assert!(feed(&snail, b"1\nn\n").ends_with(0).stdout.contains(", optimal"));
}

/// (b) Greedy search and A* with misplaced, Manhattan and their maximum, on five random boards and on one's own.
#[test]
fn greedy_search_against_a_star() {
    let own = "8 6 7/2 5 4/3 0 1";
    let compare = [
        "compare",
        own,
        "--random",
        "5",
        "--size",
        "3x3",
        "--seed",
        "1",
        "--algorithms",
        "greedy,astar",
        "--heuristics",
        "misplaced,manhattan,composite",
    ];
    let rows = run(&[&compare[..], &["--json"]].concat()).ends_with(0).json_lines();
    assert_eq!(rows.len(), 6 * 6);
    let table = run(&[&compare[..], &["--summary"]].concat()).ends_with(0).stdout;
    let of = |spec: &str, field: &str| -> Vec<u64> {
        rows.iter().filter(|row| text(row, "spec") == spec).map(|row| number(row, field)).collect()
    };
    let composite = "max(misplaced,manhattan)";
    for heuristic in ["misplaced", "manhattan", composite] {
        let (greedy, astar) = (format!("greedy {heuristic}"), format!("astar {heuristic}"));
        let (longer, shortest) = (of(&greedy, "cost"), of(&astar, "cost"));
        assert_eq!(shortest, of("astar manhattan", "cost"), "the lengths of A* are equal");
        assert!(longer.iter().sum::<u64>() > shortest.iter().sum(), "those of greedy search are longer");
        assert!(longer.iter().zip(&shortest).all(|(greedy, astar)| greedy >= astar));
        for spec in [&greedy, &astar] {
            let mean = |field: &str| of(spec, field).iter().sum::<u64>() as f64 / 6.0;
            assert!((cell(&table, spec, "mean length") - mean("cost")).abs() < 0.01, "{spec}\n{table}");
            assert!((cell(&table, spec, "mean expanded") - mean("expanded")).abs() <= 0.5, "{spec}\n{table}");
        }
    }
    assert_eq!(of("astar manhattan", "cost"), [31, 20, 16, 20, 24, 27]);
    assert_eq!(of(&format!("astar {composite}"), "expanded"), of("astar manhattan", "expanded"));
    assert!(
        of("astar misplaced", "expanded").iter().sum::<u64>()
            > of("astar manhattan", "expanded").iter().sum()
    );
}

const STARTS: [&str; 5] =
    ["0 1 3/4 2 5/7 8 6", "4 1 3/7 2 6/0 5 8", "1 2 3/7 4 5/0 8 6", "1 2 3/0 4 6/7 5 8", "4 1 2/7 0 3/8 5 6"];

/// (c) Integer, nibble and string states by A*, breadth-first, depth-first (to depth 12, moves tried up, right, down,
/// left) and progressive deepening with a visited list at each depth; five starts, a hundred runs, into `results.csv`.
#[test]
fn representations_of_states() {
    let place = TempDir::new("course-c");
    let suite = format!(
        "name = \"c\"\nruns = 100\npuzzles = {STARTS:?}\n\
         [[spec]]\nalgorithm = \"astar\"\nheuristic = \"manhattan\"\nrepr = [\"integer\", \"nibble\", \"string\"]\n\
         [[spec]]\nalgorithm = \"bfs\"\nrepr = [\"integer\", \"nibble\", \"string\"]\n\
         [[spec]]\nalgorithm = \"dfs\"\ndepth-limit = 12\norder = \"URDL\"\n\
         repr = [\"integer\", \"nibble\", \"string\"]\n\
         [[spec]]\nalgorithm = \"visited-deepening\"\norder = \"URDL\"\nrepr = [\"integer\", \"nibble\", \"string\"]\n"
    );
    let suite = TempFile::new("course-c.toml", suite.as_bytes());
    run(&["bench", suite.path(), "--summary", "--out", &place.path()]).ends_with(0);
    let csv = place.read("results.csv");
    assert_eq!(csv.lines().count(), 1 + 5 * 3 * 4 * 100);
    let rows: Vec<Value> = serde_json::from_str(&place.read("results.json")).unwrap();
    let mut seen: HashMap<(String, String), Vec<&Value>> = HashMap::new();
    for row in &rows {
        seen.entry((text(row, "start").to_string(), text(row, "algorithm").to_string()))
            .or_default()
            .push(row);
    }
    let expected = [
        ("astar", [(4, 4), (6, 6), (4, 4), (3, 3), (8, 8)]),
        ("bfs", [(4, 14), (6, 32), (4, 11), (3, 8), (8, 151)]),
        ("dfs", [(12, 171), (6, 233), (4, 775), (11, 1309), (8, 1800)]),
        ("visited-deepening", [(4, 34), (6, 120), (4, 37), (3, 26), (8, 709)]),
    ];
    for (algorithm, counts) in expected {
        for (start, (cost, expanded)) in STARTS.iter().zip(counts) {
            let runs = &seen[&(start.to_string(), algorithm.to_string())];
            assert_eq!(runs.len(), 300, "three representations, a hundred runs each");
            for run in runs {
                let found = (number(run, "cost"), number(run, "expanded"));
                assert_eq!(found, (cost, expanded), "{algorithm} on {start}: {run}");
            }
        }
    }
    let proven = |row: &Value| text(row, "proof") == "optimal" || text(row, "algorithm") == "dfs";
    assert!(rows.iter().all(proven), "all but depth-first search prove it");
    // A harder start, once.
    for (search, cost, expanded) in [
        (&["bfs"][..], 20, 27_026),
        (&["dfs", "--order", "URDL", "--depth-limit", "25"], 20, 50_767),
        (&["visited-deepening", "--order", "URDL"], 20, 151_800),
    ] {
        let record = run(&[&["2 6 0/1 4 3/8 5 7", "--json", "-a"][..], search].concat()).ends_with(0).json();
        assert_eq!((number(&record, "cost"), number(&record, "expanded")), (cost, expanded), "{search:?}");
    }
    // The moves of depth-first search, one by one: the first is the first of up, right, down, left that can be made.
    let first = &seen[&(STARTS[0].to_string(), "dfs".to_string())][0];
    run(&["verify", STARTS[0], text(first, "moves")]).ends_with(0);
    assert!(
        text(first, "moves").starts_with('L'),
        "the blank is in the corner: right is the first way: {first}"
    );
}

const SIZES: &str = r#"
name = "sizes"
seed = 1
best = true
node-limit = "160k"
random = [
    { size = "2x2", count = 5 }, { size = "3x3", count = 5 }, { size = "4x4", count = 5 },
    { size = "5x5", count = 5 }, { size = "6x6", count = 5 }, { size = "7x7", count = 5 },
]
[[spec]]
algorithm = "wastar"
heuristic = "combined"
weight = "auto"
"#;

/// (d) n×n boards: one table of size, the best of five and states evaluated; and the searches that get there optimally.
#[test]
fn boards_of_growing_size() {
    let suite = TempFile::new("course-d.toml", SIZES.as_bytes());
    let table = run(&["bench", suite.path(), "--summary"]).ends_with(0).stdout;
    let expected = [
        ("2x2", 1, 1),
        ("3x3", 16, 61),
        ("4x4", 44, 7_748),
        ("5x5", 98, 48_888),
        ("6x6", 291, 39_088),
        ("7x7", 575, 155_788),
    ];
    for (size, moves, evaluated) in expected {
        assert_eq!(cell(&table, size, "moves") as u64, moves, "{table}");
        assert_eq!(cell(&table, size, "states evaluated") as u64, evaluated, "{table}");
    }
    assert_eq!(table.matches("states evaluated").count(), 1, "one table:\n{table}");
    let heuristics = ["manhattan", "linear-conflict", "walking-distance", "combined"];
    let by = |size: &str| {
        let compare = [
            "compare",
            "--random",
            "1",
            "--size",
            size,
            "--seed",
            "2",
            "--algorithms",
            "dijkstra,astar,ida,hda",
            "--heuristics",
            &heuristics.join(","),
            "--node-limit",
            "100k",
            "--json",
        ];
        run(&compare).ends_with(0).json_lines()
    };
    let three = by("3x3");
    assert!(text(&three[0], "verdict") == "stopped", "Dijkstra looks at more than 100,000 boards of 3×3");
    assert!(three[1..].iter().all(|row| number(row, "cost") == 25 && text(row, "proof") == "optimal"));
    let counts: Vec<u64> = three[1..5].iter().map(|row| number(row, "expanded")).collect();
    assert_eq!(counts, [1256, 414, 597, 239], "A* with {heuristics:?}");
    let parallel: Vec<&Value> = three.iter().filter(|row| text(row, "algorithm") == "hda").collect();
    assert_eq!(parallel.len(), heuristics.len(), "parallel A* with {heuristics:?}");
    let four = by("4x4");
    let solved: Vec<&str> =
        four.iter().filter(|row| row["cost"] == 54).map(|row| text(row, "heuristic")).collect();
    assert!(["walking-distance", "combined"].iter().all(|h| solved.iter().filter(|s| s == &h).count() == 3));
    assert!(!solved.contains(&"manhattan"), "{solved:?}");
}

/// A file of the course, from the puzzles that come with the program.
fn course(file: &str) -> String {
    format!("{}/../puzzles/data/bricks/course/{file}", env!("CARGO_MANIFEST_DIR"))
}

/// (e) Sliding bricks in the course's format: searches, normal form, comparison, available moves, random walks.
#[test]
fn sliding_bricks() {
    let level = course("SBP-level1.txt");
    let expected = [
        (&["astar", "-H", "distance"][..], 16, 83, "optimal"),
        (&["astar", "-H", "blockers"], 16, 73, "none"),
        (&["bfs"], 16, 86, "optimal"),
        (&["dfs"], 41, 44, "none"),
        (&["visited-deepening"], 16, 2416, "optimal"),
    ];
    for (search, cost, expanded, proof) in expected {
        let args = [&["solve", &level, "--json", "-a"][..], search].concat();
        let record = run(&args).ends_with(0).json();
        let found = (number(&record, "cost"), number(&record, "expanded"), text(&record, "proof"));
        assert_eq!(found, (cost, expanded, proof), "{search:?}");
    }
    let plain =
        run(&["solve", &course("SBP-level0.txt"), "--json", "-a", "iterative-deepening"]).ends_with(0).json();
    assert_eq!((number(&plain, "cost"), text(&plain, "proof")), (5, "optimal"));
    // Start, nodes, moves, solved board, time and length.
    let told =
        run(&["solve", &level, "--format", "course", "-a", "astar", "-H", "distance"]).ends_with(0).stdout;
    let start = fs::read_to_string(&level).unwrap();
    assert!(told.starts_with(start.trim_end()), "{told}");
    assert!(told.contains("\nnodes explored: 83\n(6,left)\n"), "{told}");
    assert_eq!(told.lines().filter(|line| line.starts_with('(')).count(), 16, "{told}");
    assert!(told.contains("\n2,2,0,6,1,\n1,1,1,1,1,\ntime: "), "the solved board:\n{told}");
    assert!(told.ends_with("solution length: 16 steps\n"), "{told}");
}

#[test]
fn states_of_sliding_bricks() {
    let normal = run(&["course", "normal", &course("SBP-test-not-normalized.txt")]).ends_with(0).stdout;
    assert!(normal.starts_with("6,8,\n1,1,1,1,1,1,\n1,3,2,2,4,1,\n1,5,2,2,6,1,\n1,7,7,8,8,1,\n"), "{normal}");
    let (first, renumbered) = (
        TempFile::new("course-first.txt", b"5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,\n"),
        TempFile::new("course-second.txt", b"5,4,\n1,-1,-1,1,1,\n1,0,4,3,1,\n1,0,2,2,1,\n1,1,1,1,1,\n"),
    );
    let compared = run(&["course", "compare", first.path(), renumbered.path()]).stdout;
    assert_eq!(compared, "as they are: different\nin normal form: the same\n");
    let moves = run(&["course", "moves", first.path()]).ends_with(0).stdout;
    assert_eq!(moves, "(2,left)\n(3,left)\n");
    let walk = ["course", "walk", first.path(), "3", "--seed", "1"];
    let walked = run(&walk).ends_with(0).stdout;
    assert_eq!(walked.lines().filter(|line| line.starts_with('(')).count(), 3, "{walked}");
    assert_eq!(walked, run(&walk).stdout, "a seed gives the same walk");
}

/// A directory of its own for a test, gone when the test is over.
struct TempDir(PathBuf);

impl TempDir {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("slidewise-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    fn path(&self) -> String {
        self.0.to_str().expect("the directory for temporary files has a plain name").to_string()
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
