//! The table of exit codes, row by row.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::program::{HARD, TempFile, command, feed, run, start};

const SOLVABLE: &str = "1 2 3/4 5 6/7 0 8";
const UNSOLVABLE: &str = "1 2 3/4 5 6/8 7 0";
const INVALID: &str = "1 2 3/4 5 6/7 7 8";

#[test]
fn one_puzzle() {
    for extra in [&[][..], &["--json"], &["--quiet"]] {
        let code = |args: &[&str]| run(&[args, extra].concat()).code;
        assert_eq!(code(&[SOLVABLE]), 0);
        assert_eq!(code(&[INVALID]), 3);
        assert_eq!(code(&[UNSOLVABLE]), 4);
        assert_eq!(code(&["--goal", "blank-first", "-a", "ida", "--node-limit", "5", HARD]), 5);
    }
}

#[test]
fn a_command_line_that_makes_no_sense() {
    let cases: [&[&str]; 16] = [
        &["--no-such-option", SOLVABLE],
        &["--algorithm", "no-such-algorithm", SOLVABLE],
        &["--heuristic", "max(manhattan,nothing)", SOLVABLE],
        &["--goal", "sideways", SOLVABLE],
        &["--goal", "1 2 3/4 5 6/7 8 8", SOLVABLE],
        &["--repr", "paper", SOLVABLE],
        &["--metric", "imperial", SOLVABLE],
        &["--weight", "0.5", SOLVABLE],
        &["--time-limit", "soon", SOLVABLE],
        &["--json", "--quiet", SOLVABLE],
        &["--algorithm", "bfs", "--heuristic", "manhattan", SOLVABLE],
        &["--algorithm", "astar", "--weight", "2", SOLVABLE],
        &["--algorithm", "astar", "--depth-limit", "20", SOLVABLE],
        &["--repr", "integer", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"],
        &["generate", "--size", "101x101"],
        &["generate", "--size", "3x3", "--goal", "1 2/3 0"],
    ];
    for args in cases {
        let ran = run(args).ends_with(2);
        assert!(ran.stderr.starts_with("error:"), "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn a_misspelt_name_gets_a_suggestion() {
    for (args, suggestion) in [
        (&["--algorithm", "astr", SOLVABLE][..], "did you mean \"astar\"?"),
        (&["--heuristic", "manhatan", SOLVABLE], "did you mean \"manhattan\"?"),
        (&["--jsno", SOLVABLE], "'--json'"),
        (&["chekc", SOLVABLE], "'check'"),
        (&["slove", SOLVABLE], "'solve'"),
    ] {
        let ran = run(args).ends_with(2);
        assert!(ran.stderr.contains(suggestion), "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn a_batch_ends_with_its_highest_code() {
    for (lines, code) in [
        (&[SOLVABLE, SOLVABLE][..], 0),
        (&[SOLVABLE, INVALID, SOLVABLE], 3),
        (&[UNSOLVABLE, INVALID, SOLVABLE], 4),
        (&[INVALID, UNSOLVABLE], 4),
    ] {
        let input = lines.join("\n");
        for args in [&[][..], &["--json"], &["--quiet"], &["check"]] {
            assert_eq!(feed(args, input.as_bytes()).code, code, "{args:?} {lines:?}");
        }
    }
    let hard = format!("{UNSOLVABLE}\n{HARD}\n{SOLVABLE}\n");
    feed(&["--goal", "blank-first", "-a", "ida", "--node-limit", "3"], hard.as_bytes()).ends_with(5);
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let many = TempFile::new("many.txt", format!("{SOLVABLE}\n").repeat(20_000).as_bytes());
    let cases: [&[&str]; 3] = [
        &["generate", "--count", "1000000", "--seed", "1"],
        &["--json", many.path()],
        &["check", many.path()],
    ];
    for args in cases {
        let mut child = start(args);
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(!line.is_empty());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut child = command(&[SOLVABLE]).stdout(Stdio::from(full)).spawn().unwrap();
    child.stdin.take().unwrap().flush().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error:"));
}

#[test]
fn help_and_version_are_no_errors() {
    for args in [&["--help"][..], &["-h"], &["--version"], &["help"], &["help", "solve"], &["list"]] {
        assert!(!run(args).ends_with(0).stdout.is_empty(), "{args:?}");
    }
}
