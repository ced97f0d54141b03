//! A search that is kept in a file outlives its process.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Child;
use std::time::Duration;

use serde_json::Value;

use crate::program::{Ran, TempFile, run, start};

/// Korf's first board: 60 million expansions with this heuristic.
const BOARD: &str = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";

const SEARCH: [&str; 9] =
    ["solve", BOARD, "--goal", "blank-first", "--algorithm", "ida", "--heuristic", "manhattan", "--json"];

fn solve(more: &[&str]) -> Ran {
    run(&[&SEARCH, more].concat())
}

/// A name of its own for a test, of a file that is not there yet.
struct Kept(PathBuf);

impl Kept {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("slidewise-kept-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("the directory for temporary files has a plain name")
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// What must be the same however often a search was broken off.
fn essence(record: &Value) -> [Value; 4] {
    ["cost", "moves", "expanded", "generated"].map(|field| record[field].clone())
}

/// Waits until the search has been written down anew.
fn wait_for_change(kept: &Kept, before: Option<&[u8]>, child: &mut Child) {
    while fs::read(&kept.0).ok().as_deref() == before {
        let ended = child.try_wait().expect("it can be asked for");
        assert_eq!(ended, None, "the search is too short for this test");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn killed_at_any_moment_it_goes_on_to_the_same_answer_and_counts() {
    let whole = solve(&[]).ends_with(0).json();
    let kept = Kept::new("killed");
    let file = ["--checkpoint", kept.path(), "--checkpoint-every", "10ms"];
    for pause in [0, 3, 7, 13] {
        let before = fs::read(&kept.0).ok();
        let mut child = start(&[&SEARCH[..], &file].concat());
        wait_for_change(&kept, before.as_deref(), &mut child);
        std::thread::sleep(Duration::from_millis(pause));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let resumed = solve(&file).ends_with(0);
    assert_eq!(essence(&resumed.json()), essence(&whole));
    assert!(resumed.stderr.contains("went on from"), "{}", resumed.stderr);
    assert!(!kept.0.exists(), "the search has ended, and so has its file");
}

#[test]
fn what_a_limit_ended_goes_on() {
    let whole = solve(&[]).json();
    let kept = Kept::new("limits");
    for nodes in ["100", "5000", "1000000"] {
        let stopped = solve(&["--checkpoint", kept.path(), "--node-limit", nodes]).ends_with(5);
        assert!(stopped.stderr.contains("the same command goes on"), "{}", stopped.stderr);
        assert_eq!(stopped.json()["expanded"].to_string(), nodes, "expansions of all runs count");
    }
    let resumed = solve(&["--checkpoint", kept.path()]).ends_with(0).json();
    assert_eq!(essence(&resumed), essence(&whole));
}

#[test]
fn a_file_of_something_else_is_refused() {
    let kept = Kept::new("refused");
    let file = ["--checkpoint", kept.path()];
    solve(&[&file[..], &["--node-limit", "20000"]].concat()).ends_with(5);
    let good = fs::read(&kept.0).unwrap();
    let refused = |args: &[&str], reason: &str| {
        let ran = run(args).ends_with(2);
        assert!((ran.stdout + &ran.stderr).contains(reason), "{reason}");
        assert_eq!(fs::read(&kept.0).unwrap(), good, "and left alone");
    };
    let other = ["solve", "123456780", "--algorithm", "ida"];
    refused(&[&other, &file[..]].concat(), "another puzzle");
    let mut search = SEARCH;
    search[7] = "combined";
    refused(&[&search, &file[..]].concat(), "another search");
    search[5] = "astar";
    refused(&[&search, &file[..]].concat(), "cannot be kept");
    refused(&[&SEARCH[..], &["123456780"], &file[..]].concat(), "2 puzzles");
}

#[test]
fn a_damaged_file_is_refused() {
    let kept = Kept::new("damaged");
    let file = ["--checkpoint", kept.path()];
    solve(&[&file[..], &["--node-limit", "2000"]].concat()).ends_with(5);
    let good = fs::read(&kept.0).unwrap();
    for at in (0..good.len()).step_by(good.len() / 7) {
        let mut bad = good.clone();
        bad[at] ^= 1;
        fs::write(&kept.0, &bad).unwrap();
        solve(&file).ends_with(2);
        fs::write(&kept.0, &good[..at]).unwrap();
        solve(&file).ends_with(2);
    }
    let text = TempFile::new("no-checkpoint", b"hello");
    let ran = solve(&["--checkpoint", text.path()]).ends_with(2);
    assert!(ran.stdout.contains("no checkpoint"), "{}", ran.stdout);
    let nowhere = solve(&["--checkpoint", "/nowhere/at/all"]).ends_with(1);
    assert!(nowhere.stderr.contains("/nowhere/at/all"), "{}", nowhere.stderr);
}

/// Counts of a whole space go on where they were stopped, and the file goes when all is counted.
#[test]
fn a_whole_space_goes_on_from_its_file() {
    let size = ["explore", "--size", "2x5", "--json"];
    let whole = run(&size).ends_with(0).json();
    let kept = Kept::new("space");
    let keeping = [&size[..], &["--checkpoint", kept.path(), "--checkpoint-every", "1ms"]].concat();
    run(&[&keeping[..], &["--time-limit", "5ms", "--threads", "1"]].concat()).ends_with(5);
    assert!(kept.0.exists());
    let multi = run(&["explore", "--size", "2x5", "--metric", "multi", "--checkpoint", kept.path()]);
    assert!(multi.ends_with(2).stderr.contains("another size, goal or metric"));
    assert_eq!(run(&keeping).ends_with(0).json(), whole);
    assert!(!kept.0.exists());
}

/// So do the layers of a brick puzzle; at the end of a file that was killed there may be anything.
#[test]
fn layers_of_bricks_go_on_from_their_file() {
    let space = ["explore", "hardtime", "--json"];
    let whole = run(&space).ends_with(0).json();
    let kept = Kept::new("layers");
    let keeping = [&space[..], &["--checkpoint", kept.path(), "--checkpoint-every", "1ms"]].concat();
    let stopped =
        run(&[&keeping[..], &["--time-limit", "20ms", "--threads", "1"]].concat()).ends_with(5).json();
    assert!(stopped["states"].as_u64() < whole["states"].as_u64());
    let length = fs::metadata(&kept.0).unwrap().len();
    fs::OpenOptions::new().append(true).open(&kept.0).unwrap().write_all(b"half a rec").unwrap();
    let other = run(&["explore", "klotski", "--checkpoint", kept.path()]).ends_with(2);
    assert!(other.stderr.contains("layers of another puzzle, metric or version"), "{}", other.stderr);
    assert!(length > 1_000, "{length} bytes were kept");
    assert_eq!(run(&keeping).ends_with(0).json(), whole);
    assert!(!kept.0.exists());
}

#[test]
fn only_bricks_and_all_boards_of_a_size_are_kept() {
    let kept = Kept::new("large");
    let refused = run(&["explore", "--size", "1x9", "--checkpoint", kept.path()]).ends_with(2);
    assert!(refused.stderr.contains("is not kept"), "{}", refused.stderr);
    let two = run(&["explore", "klotski", "hardtime", "--checkpoint", kept.path()]).ends_with(2);
    assert!(two.stderr.contains("keeps one space"), "{}", two.stderr);
    assert!(!kept.0.exists());
}
