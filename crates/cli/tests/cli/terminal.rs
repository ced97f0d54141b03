//! Escape codes are for terminals: a pipe gets none, and nobody gets any who does not want them.

use std::time::Instant;

use crate::program::{HARD, command, ran};

#[test]
fn pipes_get_no_escape_codes() {
    let cases: [&[&str]; 6] = [
        &["8 6 7/2 5 4/3 0 1", "--steps"],
        &["1 2 3/4 5 6/8 7 0"],
        &["1 2 3/4 5 6/8 8 0"],
        &["check", "8 6 7/2 5 4/3 0 1"],
        &["list"],
        // Long enough for the spinner, which is for terminals only.
        &["--goal", "blank-first", "--time-limit", "1500ms", HARD],
    ];
    for args in cases {
        for no_color in [None, Some("1")] {
            let started = Instant::now();
            let mut command = command(args);
            if let Some(value) = no_color {
                command.env("NO_COLOR", value);
            }
            let ran = ran(command.output().unwrap(), started);
            assert!(!ran.stdout.contains('\x1b'), "{args:?}");
            assert!(!ran.stderr.contains('\x1b'), "{args:?}");
        }
    }
}

#[test]
fn no_color_wins_where_colours_are_shown() {
    let colours = |no_color: Option<&str>| {
        let mut command = command(&["8 6 7/2 5 4/3 0 1"]);
        command.env("CLICOLOR_FORCE", "1");
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        ran(command.output().unwrap(), Instant::now()).stdout.contains('\x1b')
    };
    assert!(colours(None), "colours can be had in a pipe");
    assert!(!colours(Some("1")));
}
