//! Bad input gets a clear error, the right exit code, and that within a moment.

use std::time::Duration;

use crate::program::{Ran, TempFile, feed, run};

/// A second is the aim; a busy machine gets more.
const A_MOMENT: Duration = Duration::from_secs(5);

#[track_caller]
fn is_refused(ran: Ran, message: &str) {
    let ran = ran.ends_with(3);
    assert!(ran.stderr.contains(message), "{message:?} is not in:\n{}", ran.stderr);
    assert!(!ran.stdout.contains("solved"), "{}", ran.stdout);
    assert!(ran.took < A_MOMENT, "it took {:?}", ran.took);
}

#[test]
fn texts_that_are_no_boards() {
    for (text, message) in [
        ("", "1:1: there is no board"),
        ("  \n\n", "there is no board"),
        ("# only a comment\n", "there is no board"),
        ("1 2 3/4 5 6/7 8 8", "1:17: tile 8 stands twice, and there is no blank"),
        ("1 2 3/4 5 6/0 8 8", "1:17: tile 8 stands twice, and tile 7 is missing"),
        ("1 2 3/4 5 6/7 9 0", "1:15: tile 9 does not belong on this board: its tiles are 1 to 8"),
        ("1 2 3/4 -5 6/7 8 0", "1:9: -5 is negative"),
        ("1 2 3/4 5 999999999999999999999/7 8 0", "1:11: tile 999999999999999999999 does not belong"),
        ("1 2 3/4 5/6 7 8 0", "not a rectangle: row 2 has 2 cells, row 1 has 3"),
        ("1 2 3\n4 5\n6 7 8 0\n", "2:1: the board is not a rectangle"),
        ("1 2 3/4 0 6/7 8 0", "1:17: this is a second blank, and tile 5 is missing"),
        ("1 2 3/4 5 6/7 8 10", "no blank"),
        ("1 2 3/4 five 6/7 8 0", "1:9: 'five' is not a tile"),
        ("1 2 3 4 5 0", "--size"),
        ("0x0:", "1:1: a board of 0×0 is not supported"),
        ("0\n", ""),
        ("[[1,2],[3", "1:"),
    ] {
        is_refused(feed(&[], text.as_bytes()), message);
        is_refused(feed(&["check"], text.as_bytes()), message);
        if !text.is_empty() {
            is_refused(run(&["--", text]), message);
        }
        let file = TempFile::new("bad.txt", text.as_bytes());
        is_refused(run(&[file.path()]), message);
    }
}

#[test]
fn an_error_points_at_its_place() {
    let ran = run(&["1 2 3/4 five 6/7 8 0"]).ends_with(3);
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(lines[1..], ["1 2 3/4 five 6/7 8 0", "        ^^^^"]);
    let file = TempFile::new("place.txt", b"1 2 3\n4 5 6\n7 7 0\n");
    let ran = run(&[file.path()]).ends_with(3);
    assert!(ran.stderr.contains(&format!("{}:3:3: tile 7 stands twice", file.path())), "{}", ran.stderr);
    assert_eq!(feed(&[], b"").stderr.lines().count(), 1, "there is nothing to point at");
}

#[test]
fn ten_megabytes_of_digits() {
    for unit in ["1234567890", "1 2 3 4 5 ", "0 ", "999999999 "] {
        let text = unit.repeat(10_000_000 / unit.len());
        is_refused(feed(&[], text.as_bytes()), "1:");
    }
}

#[test]
fn bytes_that_are_no_text() {
    is_refused(feed(&[], b"1 2 3/4 \xff 6/7 8 0"), "1:9: this byte is not UTF-8");
    let utf16: Vec<u8> = "1 2 3/4 5 6/7 8 0".encode_utf16().flat_map(u16::to_le_bytes).collect();
    is_refused(feed(&[], &[&[0xff, 0xfe], &utf16[..]].concat()), "1:1: this byte is not UTF-8");
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let mut command = crate::program::command(&[]);
    let output = command.arg(std::ffi::OsStr::from_bytes(b"1 2 \xff")).output().unwrap();
    // It may be the name of a file, but there is none.
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("UTF-8"));
}

#[test]
fn files_that_are_no_files() {
    is_refused(run(&[env!("CARGO_MANIFEST_DIR")]), "this is a directory");
    is_refused(run(&["no-such-file.txt"]), "no-such-file.txt: no such file");
    is_refused(run(&["./nowhere/at/all"]), "./nowhere/at/all: no such file");
    is_refused(run(&["/nowhere/at/all"]), "/nowhere/at/all: no such file");
    is_refused(run(&["nonsense"]), "nonsense: no such file");
    let file = TempFile::new("exists.txt", b"1 2/3 0");
    let ran = run(&[file.path(), "missing.txt"]).ends_with(3);
    assert!(ran.stderr.contains("missing.txt: no such file"), "{}", ran.stderr);
    assert!(ran.stdout.contains("1 solved"), "the other one is solved all the same: {}", ran.stdout);
}

#[test]
fn boards_of_sizes_that_there_are_not() {
    is_refused(run(&["--size", "0x0", "1230"]), "0×0 is not supported");
    is_refused(run(&["--size", "101x101", "1230"]), "101×101 is not supported");
    let row = |r: usize| (0..101).map(|c| (r * 101 + c).to_string()).collect::<Vec<_>>().join(" ");
    let large = (0..101).map(row).collect::<Vec<_>>();
    is_refused(feed(&[], large.join("\n").as_bytes()), "100×100");
    is_refused(feed(&[], large.join("/").as_bytes()), "100×100");
    is_refused(feed(&[], format!("101\n{}", large.join("\n")).as_bytes()), "100×100");
}
