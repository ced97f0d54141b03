//! No command reports a success that was none, and what a command makes can be used.

use std::path::PathBuf;
use std::time::Instant;

use crate::program::{Ran, TempFile, command, feed, ran, run};

const EASY: &str = "1 2 3/4 5 6/0 7 8";

/// A directory of its own for a test, gone when the test is over.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("slidewise-promises-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the directory for temporary files can be written");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("the directory for temporary files has a plain name").to_string()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn with(name: &str, value: &str, args: &[&str]) -> Ran {
    let started = Instant::now();
    let child = command(args).env(name, value).spawn().expect("the program starts");
    ran(child.wait_with_output().expect("the program runs"), started)
}

#[test]
fn tables_that_cannot_be_written_are_not_called_kept() {
    let directory = Directory::new("unwritable");
    let build = ["pdb", "build", "--partition", "4-4", "--size", "3x3"];
    // A file stands where the directory should be.
    std::fs::write(directory.path("file"), b"").unwrap();
    let nowhere = with("SLIDEWISE_CACHE", &directory.path("file/cache"), &build).ends_with(1);
    assert!(!nowhere.stdout.contains("kept in"), "{}", nowhere.stdout);
    assert!(nowhere.stderr.contains("nothing is kept"), "{}", nowhere.stderr);
    // Directories stand where the tables should be.
    let cache = directory.path("cache");
    with("SLIDEWISE_CACHE", &cache, &build).ends_with(0);
    for entry in std::fs::read_dir(&cache).unwrap() {
        let file = entry.unwrap().path();
        std::fs::remove_file(&file).unwrap();
        std::fs::create_dir_all(file.join("inside")).unwrap();
    }
    let blocked = with("SLIDEWISE_CACHE", &cache, &build).ends_with(1);
    assert!(!blocked.stdout.contains("kept in"), "{}", blocked.stdout);
}

#[test]
fn a_trained_table_is_used() {
    let data = Directory::new("trained");
    let place = data.path("");
    let board = "1 2 3/4 5 6/7 0 8/10 11 9";
    let beam = [board, "--algorithm", "beam", "--heuristic", "learned", "--json"];
    with("SLIDEWISE_DATA", &place, &beam).ends_with(2);
    let train = ["train", "--size", "4x3", "--rounds", "1", "--boards", "4", "--width", "20"];
    let written = with("SLIDEWISE_DATA", &place, &train).ends_with(0).stdout;
    assert!(written.contains("4x3.lrn"), "{written}");
    let found = with("SLIDEWISE_DATA", &place, &beam).ends_with(0).json();
    assert_eq!((&found["verdict"], &found["heuristic"]), (&"solved".into(), &"learned".into()));
    let file = data.path("learned/4x3.lrn");
    let by_name = format!("learned:{file}");
    let named = run(&[board, "-a", "greedy", "-H", &by_name, "--json"]).ends_with(0).json();
    assert_eq!(named["verdict"], "solved");
    // Levin tree search makes its policy of it.
    let levin = |heuristic: &str| {
        let ran = with("SLIDEWISE_DATA", &place, &[board, "-a", "levin", "-H", heuristic, "--json"]);
        let found = ran.ends_with(0).json();
        assert_eq!((&found["verdict"], &found["algorithm"]), (&"solved".into(), &"levin".into()), "{found}");
        run(&["verify", board, found["moves"].as_str().unwrap()]).ends_with(0);
        found["expanded"].as_u64().unwrap()
    };
    assert_eq!(levin("learned"), levin(&by_name));
    assert!(levin("learned") < levin("zero"), "the policy leads");
    let wrong = run(&[EASY, "-a", "greedy", "-H", &by_name]).ends_with(2);
    assert!(wrong.stderr.contains("for 4×3 boards, not 3×3"), "{}", wrong.stderr);
    // A damaged table is named, and not used.
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&file, bytes).unwrap();
    with("SLIDEWISE_DATA", &place, &beam).ends_with(2);
    let solved = with("SLIDEWISE_DATA", &place, &[board, "-a", "anytime", "--json"]).ends_with(0);
    assert!(solved.stderr.contains("is not used"), "{}", solved.stderr);
}

#[test]
fn training_that_could_not_be_kept_does_not_begin() {
    let file = TempFile::new("in-the-way", b"");
    let out = format!("{}/table.lrn", file.path());
    let refused = run(&["train", "--size", "3x3", "--rounds", "1000000", "--out", &out]).ends_with(1);
    assert!(!refused.stderr.contains("round 1"), "{}", refused.stderr);
}

/// Runs the program where no file can be longer than so many halves of a KiB, as on a disk that is nearly full.
#[cfg(target_os = "linux")]
fn cramped(halves: u32, variable: (&str, &str), args: &[&str]) -> Ran {
    let started = Instant::now();
    let script = format!("trap '' XFSZ; ulimit -f {halves}; exec \"$0\" \"$@\"");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_slidewise")]).args(args);
    shell.env("SLIDEWISE_CACHE", "-").env(variable.0, variable.1).stdin(std::process::Stdio::null());
    ran(shell.output().expect("there is a shell"), started)
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_with_1_and_leaves_nothing_half_written() {
    let place = Directory::new("full");
    let (cache, none) = (place.path("cache"), ("SLIDEWISE_TESTS", ""));
    let build = ["pdb", "build", "--partition", "4-4", "--size", "3x3"];
    let built = cramped(8, ("SLIDEWISE_CACHE", &cache), &build).ends_with(1);
    assert!(
        !built.stdout.contains("kept in") && built.stderr.contains("nothing is kept"),
        "{}",
        built.stderr
    );
    assert_eq!(std::fs::read_dir(&cache).unwrap().count(), 0);
    // Told before the first round, not after the last one.
    let table = place.path("table.lrn");
    let train =
        ["train", "--size", "4x4", "--rounds", "1", "--boards", "4", "--width", "20", "--out", &table];
    let trained = cramped(1, none, &train).ends_with(1);
    assert!(!trained.stderr.contains("round 1"), "{}", trained.stderr);
    let results = place.path("results");
    let compare = ["compare", EASY, "--algorithms", "bfs", "--out", &results];
    cramped(1, none, &compare).ends_with(1);
    run(&compare).ends_with(0);
    assert!(std::fs::read_dir(&place.0).unwrap().all(|entry| {
        let name = entry.unwrap().file_name().into_string().unwrap();
        ["cache", "results"].contains(&name.as_str())
    }));
}

/// Help that nobody can read is no success; and a complaint that nobody can read is no crash.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_told_by_the_exit_code() {
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    for args in [&["--help"][..], &["--version"], &["solve", "--help"], &["list"], &[EASY]] {
        let child = command(args).stdout(full()).output().unwrap();
        assert_eq!(child.status.code(), Some(1), "{args:?}");
    }
    for (args, code) in [(&["no-such-file.txt"][..], 3), (&[EASY, "-a", "astr"], 2)] {
        let child = command(args).stderr(full()).output().unwrap();
        assert_eq!(child.status.code(), Some(code), "{args:?}");
    }
}

/// A search of hours is not begun where it cannot be kept, and the exit code is that of an output.
#[test]
fn checkpoints_that_cannot_be_written_end_with_1() {
    let file = TempFile::new("no-directory", b"");
    let checkpoint = format!("{}/search.ckpt", file.path());
    let solve = ["FE169B4C0A73D852", "-a", "ida", "-H", "manhattan", "--checkpoint", &checkpoint];
    let explore = ["explore", "--size", "3x3", "--checkpoint", &checkpoint];
    for args in [&solve[..], &explore] {
        let refused = run(args).ends_with(1);
        assert!(refused.stderr.contains(&checkpoint) && refused.stdout.is_empty(), "{}", refused.stderr);
    }
}

#[test]
fn nothing_to_remove_is_no_success() {
    let empty = Directory::new("no-tables");
    let ran = with("SLIDEWISE_CACHE", &empty.path(""), &["pdb", "remove", "15-small"]).ends_with(2);
    assert!(ran.stderr.contains("there are no tables \"15-small\""), "{}", ran.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_written_end_with_1() {
    run(&["compare", EASY, "--algorithms", "bfs", "--out", "/dev/full/results"]).ends_with(1);
    run(&["compare", EASY, "--algorithms", "bfs", "--out", "/proc/nothing-can-be-made-here"]).ends_with(1);
}

#[test]
fn different_states_are_told_by_the_exit_code() {
    let one = TempFile::new("one.txt", b"4,3,\n1,1,1,1,\n-1,2,0,1,\n1,1,1,1,\n");
    let other = TempFile::new("other.txt", b"4,3,\n1,1,1,1,\n-1,0,2,1,\n1,1,1,1,\n");
    run(&["course", "compare", one.path(), one.path()]).ends_with(0);
    let different = run(&["course", "compare", one.path(), other.path()]).ends_with(1);
    assert!(different.stdout.contains("in normal form: different"), "{}", different.stdout);
}

#[test]
fn numbers_that_make_no_sense_are_refused_or_obeyed() {
    for args in [&["--size", "4x4"][..], &["klotski"], &["--kind", "freeform"]] {
        let refused = run(&[&["generate", "--scramble", "99999999999"], args].concat()).ends_with(2);
        assert!(refused.stderr.contains("1000000 are the most"), "{}", refused.stderr);
    }
    for puzzle in ["klotski", "123456780", "tiles: 1 2 3/4 . 5"] {
        let shown = |n| run(&["explore", puzzle, "--hardest", n, "--json"]).ends_with(0).json();
        assert_eq!(shown("0")["to_goal"]["hardest"], serde_json::json!([]), "{puzzle}");
        assert_eq!(shown("1")["to_goal"]["hardest"].as_array().map(Vec::len), Some(1), "{puzzle}");
    }
    let by_side = run(&["verify", "1 2 3 4 5 6 0 7 8", "LL", "--size", "3"]).ends_with(0);
    assert!(by_side.stdout.contains("a solution"), "{}", by_side.stdout);
}

#[test]
fn every_command_has_a_manual_page() {
    for words in [&["pdb build"][..], &["pdb", "build"], &["course", "walk"], &["solve"]] {
        let page = run(&[&["man"], words].concat()).ends_with(0).stdout;
        assert!(page.contains(".TH"), "{words:?}");
    }
    run(&["man", "pdb", "destroy"]).ends_with(2);
}

#[cfg(target_os = "linux")]
#[test]
fn file_names_need_not_be_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let directory = Directory::new("names");
    let file = directory.0.join(OsStr::from_bytes(b"board-\xff\xfe.txt"));
    std::fs::write(&file, EASY).unwrap();
    let moves = directory.0.join(OsStr::from_bytes(b"moves-\xe9"));
    std::fs::write(&moves, "LL").unwrap();
    let started = Instant::now();
    let solve = command(&["solve", "--quiet"]).arg(&file).output().unwrap();
    assert_eq!(ran(solve, started).ends_with(0).stdout.trim(), "L2");
    let verify = command(&["verify"]).args([&file, &moves]).output().unwrap();
    ran(verify, started).ends_with(0);
    let suite = directory.0.join(OsStr::from_bytes(b"suite-\xff.toml"));
    std::fs::write(&suite, format!("name = \"n\"\npuzzles = [\"{EASY}\"]\n[[spec]]\nalgorithm = \"bfs\"\n"))
        .unwrap();
    for (words, file) in [
        (&["bench", "--json"][..], &suite),
        (&["trace"], &file),
        (&["moves", "length", "--on"], &file),
        (&["audit", "manhattan", "--puzzle"], &file),
    ] {
        let mut named = command(words);
        named.arg(file);
        ran(named.output().unwrap(), started).ends_with(0);
    }
}

#[test]
fn shells_complete_names_and_files() {
    let script = run(&["completions", "bash"]).ends_with(0).stdout;
    assert!(script.contains("SLIDEWISE_COMPLETE"), "{script}");
    let complete = |words: &[&str]| {
        let started = Instant::now();
        let mut asked = command(&["--", "slidewise"]);
        asked.args(words).env("SLIDEWISE_COMPLETE", "bash").env("_CLAP_IFS", "\n");
        asked.env("_CLAP_COMPLETE_INDEX", words.len().to_string());
        asked.env("_CLAP_COMPLETE_COMP_TYPE", "9").env("_CLAP_COMPLETE_SPACE", "true");
        ran(asked.output().unwrap(), started).ends_with(0).stdout
    };
    assert!(complete(&["solve", "--algorithm", "b"]).contains("bidirectional"));
    assert!(complete(&["solve", "--heuristic", "man"]).contains("manhattan"));
    assert!(complete(&["solve", "klot"]).contains("klotski"));
    assert!(complete(&["generate", "--kind", "f"]).contains("freeform"));
    for (words, name) in [
        (&["trace", "klot"][..], "klotski"),
        (&["trace", "--algorithm", "as"], "astar"),
        (&["compare", "--algorithms", "as"], "astar"),
        (&["compare", "--heuristics", "man"], "manhattan"),
        (&["compare", "--heuristics", "misplaced,man"], "misplaced,manhattan"),
        (&["solve", "--heuristic", "max(misplaced,lin"], "max(misplaced,linear-conflict"),
        (&["solve", "--heuristic", "pdb:15-l"], "pdb:15-large"),
        (&["solve", "--order", "UL"], "ULDR"),
        (&["trace", "--order", "D"], "DURL"),
        (&["compare", "--weights", "a"], "auto"),
        (&["generate", "--format", "dra"], "drawn"),
        (&["bench", "kor"], "korf15"),
        (&["bench", "--suite", "gre"], "greedy-vs-astar"),
        (&["watch", "--against", "gre"], "greedy"),
        (&["audit", "lin"], "linear-conflict"),
        (&["play", "--heuristic", "wal"], "walking-distance"),
        (&["pdb", "build", "15-l"], "15-large"),
        (&["verify", "klotski", "--moves", "pie"], "pieces"),
    ] {
        assert!(complete(words).contains(name), "{words:?}");
    }
    let file = TempFile::new("completed.txt", b"");
    let begun = &file.path()[..file.path().len() - 3];
    assert!(complete(&["solve", begun]).contains("completed.txt"));
}

#[test]
fn a_named_puzzle_stands_apart_from_what_is_wrong_with_it() {
    let refused = run(&["solve", "euler-766"]).ends_with(3).stderr;
    assert!(refused.contains("euler-766: the puzzle has no goal"), "{refused}");
}

#[test]
fn a_misspelt_puzzle_gets_a_suggestion() {
    let ran = run(&["klotsky"]).ends_with(3);
    assert!(ran.stderr.contains("did you mean \"klotski\"?"), "{}", ran.stderr);
    assert!(!run(&["nothing-like-it"]).ends_with(3).stderr.contains("did you mean"));
}

#[test]
fn moves_are_read_as_people_write_them() {
    for moves in ["←←", "2L", "L2", "(L)2", "ll", "l,l", "7 8", "L L", "left left", "⬅️⬅️", "2(L)"]
    {
        let ran = run(&["verify", EASY, moves]).ends_with(0);
        assert!(ran.stdout.contains("a solution: 2 moves"), "{moves}: {}", ran.stdout);
    }
    let saved = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nPARAMS  :3:3x3\n\
                 DESC    :17:1,2,3,4,5,6,0,7,8\nNSTATES :1:2\nSTATEPOS:1:2\nMOVE    :4:M2,2\n";
    feed(&["verify", EASY, "-"], saved.as_bytes()).ends_with(0);
}

#[test]
fn listed_puzzles_are_grouped_and_there_is_something_to_solve() {
    let listed = run(&["list", "puzzles", "--json"]).ends_with(0).json();
    let puzzles = listed["puzzles"].as_array().unwrap();
    let groups: Vec<&str> = puzzles.iter().map(|puzzle| puzzle["group"].as_str().unwrap()).collect();
    assert!(groups.is_sorted() && groups.contains(&"rush-hour") && groups.contains(&"course"), "{groups:?}");
    let of = |name: &str| puzzles.iter().find(|puzzle| puzzle["name"] == name);
    assert!(of("course-level-0-solved").is_none(), "it is solved");
    let first = of("huarong-dao-01").unwrap();
    assert!(first["summary"].as_str().unwrap().contains("Blade across"), "{first}");
    assert!(first["note"].as_str().unwrap().starts_with("hard; "), "{first}");
    run(&["course-level-0-solved"]).ends_with(0);
}

#[test]
fn forms_from_elsewhere_are_detected_and_named() {
    for (text, form) in [
        ("((1, 2), (3, None))", "brackets"),
        ("[[1 2]\n [3 0]]", "brackets"),
        ("1 2; 3 0", "slash"),
        ("1A9BF0C00", "klotski-code"),
        ("01 ooooooooooooAAoooooooooooooooooooooo 5", "rush-hour"),
        ("board:\n@@|\n...\ngoal:\n...\n@@.\n", "letters"),
    ] {
        let record = feed(&["--json"], text.as_bytes()).ends_with(0).json();
        assert_eq!((&record["verdict"], &record["detected"]), (&"solved".into(), &form.into()), "{text}");
    }
    assert_eq!(run(&["1A9BF0C00", "--json"]).json()["cost"], 81, "the classic of Huarong Dao");
    let largest = run(&["1 2 3/4 5 6/9 7 8", "--json"]).ends_with(0).json();
    assert!(largest["warnings"].to_string().contains("9 is taken for the blank"), "{largest}");
    let apart = run(&["show", "board:\nABA\n...\n"]).ends_with(0);
    assert!(apart.stderr.contains("lie apart") || apart.stdout.contains("lie apart"), "{}", apart.stderr);
}
