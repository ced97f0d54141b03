//! Starts the program and collects what it says.

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A 15-puzzle that is as far from the goal blank-first as any: 80 moves. No optimal search without a pattern database
/// ends within the time of a test.
pub const HARD: &str = "15 10 8 12 11 14 9 13 2 6 5 1 3 7 4 0";

/// A link to a replay of slidysim: `L2` on `1 2 3/4 5 6/0 7 8`.
pub const REPLAY: &str =
    "https://slidysim.github.io/replay?r=eNqLVvIxUtJRMDQ1MDDQUVAyVDBSMNY3UTBVMNM3UDBXsADK6RrGAgCIQwbp";

/// What a run of the program came to.
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
    pub took: Duration,
}

impl Ran {
    /// Standard output as one line of JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        match &self.json_lines()[..] {
            [one] => one.clone(),
            lines => panic!("one line was expected, not {}", lines.len()),
        }
    }

    /// Standard output as JSON Lines.
    #[track_caller]
    pub fn json_lines(&self) -> Vec<Value> {
        let parse = |line: &str| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        self.stdout.lines().map(parse).collect()
    }

    /// Fails unless the program ended with this code; shows what it said.
    #[track_caller]
    pub fn ends_with(self, code: i32) -> Self {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }
}

/// Runs the program without input.
pub fn run(args: &[&str]) -> Ran {
    feed(args, b"")
}

/// Runs the program with this on standard input.
pub fn feed(args: &[&str], input: &[u8]) -> Ran {
    let started = Instant::now();
    let mut child = start(args);
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_vec();
    // A program that ends early leaves the rest unread, which is its right.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program runs");
    writer.join().expect("the input was written");
    ran(output, started)
}

/// Starts the program with all three streams piped.
pub fn start(args: &[&str]) -> Child {
    command(args).spawn().expect("the program starts")
}

/// The program with all three streams piped, and none of the user's wishes about colours.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_slidewise"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    // Tables that a user keeps must not change what the tests see.
    command.env("SLIDEWISE_CACHE", "-");
    command.env("SLIDEWISE_DATA", std::env::temp_dir().join("slidewise-tests-keep-nothing"));
    command
}

/// What a run that has ended came to.
pub fn ran(output: Output, started: Instant) -> Ran {
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ran {
        code: output.status.code().expect("the program ends by itself"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
        took: started.elapsed(),
    }
}

/// A file of its own for a test, gone when the test is over.
pub struct TempFile(std::path::PathBuf);

impl TempFile {
    pub fn new(name: &str, content: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("slidewise-{}-{name}", std::process::id()));
        std::fs::write(&path, content).expect("the directory for temporary files can be written");
        Self(path)
    }

    pub fn path(&self) -> &str {
        self.0.to_str().expect("the directory for temporary files has a plain name")
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
