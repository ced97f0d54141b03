//! Every example in every help text does what it says. It is run as a user would run it, by a shell, in a directory
//! with the files that the examples name. What takes long is ended after some seconds, which is no failure: a command
//! line that makes no sense is refused at once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::program::run;
use crate::pty::Pty;

/// Seconds after which an example is ended.
const PATIENCE: &str = "3";

/// The program and all its commands, by the words that name them.
pub fn commands() -> Vec<Vec<String>> {
    let mut found = vec![Vec::new()];
    let mut at = 0;
    while at < found.len() {
        let words: Vec<&str> = found[at].iter().map(String::as_str).collect();
        let help = run(&[&words[..], &["--help"]].concat()).ends_with(0).stdout;
        let listed = help.split_once("Commands:\n").map_or("", |(_, list)| list);
        let names = listed.lines().take_while(|line| !line.is_empty());
        let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
        let more: Vec<Vec<String>> = names
            .filter(is_name)
            .filter_map(|line| line.split_whitespace().next())
            .filter(|&name| name != "help")
            .map(|name| found[at].iter().cloned().chain([name.to_string()]).collect())
            .collect();
        found.extend(more);
        at += 1;
    }
    found
}

/// The lines behind `Examples:`, put together again where they were wrapped, without the remarks behind three spaces.
fn examples(words: &[String]) -> Vec<String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let help = run(&[&words[..], &["--help"]].concat()).ends_with(0).stdout;
    let listed = help.split_once("Examples:\n").map_or("", |(_, list)| list);
    let mut lines: Vec<String> = Vec::new();
    for line in listed.lines().take_while(|line| !line.trim().is_empty()).map(str::trim) {
        match lines.last_mut() {
            Some(last) if !line.starts_with("slidewise") => *last += &format!(" {line}"),
            _ => lines.push(line.to_string()),
        }
    }
    let command = |line: &String| line.split("   ").next().unwrap_or_default().trim().to_string();
    lines.iter().map(command).collect()
}

/// A directory with what examples and documents speak of.
pub fn stage(name: &str) -> PathBuf {
    let at = std::env::temp_dir().join(format!("slidewise-help-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&at);
    fs::create_dir_all(at.join("bin")).unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../puzzles/data");
    let write = |name: &str, text: &str| fs::write(at.join(name), text).unwrap();
    write("board.txt", "1 2 3/4 5 6/0 7 8\n");
    write("solution.txt", "RR\n");
    write("replay.txt", crate::program::REPLAY);
    write("boards.txt", "1 2 3/4 5 6/7 0 8\n1 2 3/4 5 6/0 7 8\n");
    write("korf.txt", "4 1 2 3/5 9 6 7/8 13 10 11/12 0 14 15\n");
    write("my-puzzle.txt", "board:\nAAB\nAAC\n...\ngoal:\n...\n.AA\n.AA\n");
    write("moves.txt", &run(&["klotski", "--quiet"]).ends_with(0).stdout);
    write("solves.txt", "1 2 3/4 5 6/0 7 8\tLRLL\n1 2 3/4 5 6/7 0 8\tL\n");
    write("experiment.toml", "name = \"mine\"\npuzzles = [\"867254301\"]\n[[spec]]\nalgorithm = \"astar\"\n");
    fs::copy(data.join("bricks/course/SBP-level1.txt"), at.join("SBP-level1.txt")).unwrap();
    for table in ["5x5.lrn", "other.lrn"] {
        fs::copy(data.join("learned/5x5.lrn"), at.join(table)).unwrap();
    }
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_slidewise"), at.join("bin/slidewise")).unwrap();
    at
}

/// Runs an example; the exit code, and what was said.
pub fn shell(line: &str, at: &Path) -> (Option<i32>, String) {
    let path = format!("{}:{}", at.join("bin").display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("timeout")
        .args(["-k", "2", PATIENCE, "sh", "-c", line])
        .current_dir(at)
        .env("PATH", path)
        .env("SLIDEWISE_CACHE", at.join("cache"))
        .env("SLIDEWISE_DATA", at.join("data"))
        .stdin(std::process::Stdio::null())
        .output()
        .expect("there is a shell");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().take(2000).collect::<String>();
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

/// In a terminal: something is drawn, and a key ends it.
pub fn in_terminal(line: &str, at: &Path) {
    let data = at.join("data");
    let env = [("SLIDEWISE_DATA", data.to_str().unwrap()), ("SLIDEWISE_CACHE", data.to_str().unwrap())];
    let line = line.replace("slidewise", at.join("bin/slidewise").to_str().unwrap());
    let mut pty = Pty::start("sh", &["-c", &line], &env, (40, 100));
    pty.waits("a screen", |screen| screen.alternate_screen());
    pty.send("q");
    assert_eq!(pty.ends(), 0, "{line}");
}

/// Shorter than the example says: an hour of training is trained for a second.
pub fn shortened(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for i in 1..words.len() {
        if words[i - 1] == "--time" {
            words[i] = "1s";
        }
    }
    words.join(" ").split(" | dot ").next().unwrap_or_default().to_string()
}

/// Runs the examples of a command; how many there are.
fn try_examples(words: &[String]) -> usize {
    let at = stage(&words.join("-"));
    let mut made = false;
    let lines = examples(words);
    for line in &lines {
        let line = shortened(line);
        let is = |command: &str| line.starts_with(&format!("slidewise {command}"));
        if line.contains("--baseline old") && !made {
            let (code, said) = shell("slidewise compare 867254301 --algorithms bfs --out old", &at);
            assert_eq!(code, Some(0), "{said}");
            made = true;
        }
        if is("serve") {
            // It needs a page that is built elsewhere: tests/cli/serve.rs serves one.
            continue;
        }
        if is("watch") && !line.contains("--out") || is("play") && !line.contains("--plain") {
            in_terminal(&line, &at);
            continue;
        }
        let (code, said) = shell(&line, &at);
        // A board that cannot be solved is what `check` is for.
        let good: &[i32] = if is("check") { &[0, 4, 124] } else { &[0, 124] };
        assert!(code.is_some_and(|code| good.contains(&code)), "{line}: {code:?}\n{said}");
    }
    let _ = fs::remove_dir_all(&at);
    lines.len()
}

/// Two at a time: together they take longer than all other tests of a thread.
#[test]
fn every_example_of_every_help_text_works() {
    let commands = commands();
    let (even, odd): (Vec<_>, Vec<_>) = commands.iter().enumerate().partition(|(i, _)| i % 2 == 0);
    let seen: usize = thread::scope(|scope| {
        let halves = [even, odd].map(|half| {
            scope.spawn(move || half.iter().map(|(_, words)| try_examples(words)).sum::<usize>())
        });
        halves.into_iter().map(|half| half.join().expect("all examples work")).sum()
    });
    assert!(seen > 60, "only {seen} examples were found");
}
