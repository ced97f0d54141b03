//! What was typed, in the form that the parser of arguments expects.

use std::ffi::OsString;
use std::path::Path;

use clap::CommandFactory;
use slidewise_solve::{kinds, names};

use super::Cli;

/// The arguments with a command, and with boards that begin with a dash where they are not taken for options.
pub fn normalised(args: Vec<OsString>) -> Vec<OsString> {
    with_dashed_boards_last(with_default_command(args))
}

/// Without a command, `solve` is meant.
fn with_default_command(mut args: Vec<OsString>) -> Vec<OsString> {
    let cli = Cli::command();
    let is_global = |arg: &str| matches!(arg, "-h" | "--help" | "-V" | "--version" | "help");
    let is_command = |arg: &str| cli.get_subcommands().any(|command| command.get_name() == arg);
    // One slip of the finger away from a command: the parser of arguments says which one is meant.
    let is_slip = |arg: &str| {
        let near = |command: &clap::Command| names::slips(command.get_name(), arg) <= 2;
        let is_puzzle = || Path::new(arg).exists() || kinds::in_library(arg).is_some();
        arg.len() > 2 && cli.get_subcommands().any(near) && !is_puzzle()
    };
    let solve = match args.get(1) {
        // Piped input and no arguments: solve what comes in.
        None => !std::io::IsTerminal::is_terminal(&std::io::stdin()),
        Some(first) => first.to_str().is_none_or(|arg| !is_global(arg) && !is_command(arg) && !is_slip(arg)),
    };
    if solve {
        args.insert(1, "solve".into());
    }
    args
}

/// A blank may be written as a dash, so a board may begin with one: `- 1 2/3 4 5`. No option looks like that.
fn with_dashed_boards_last(args: Vec<OsString>) -> Vec<OsString> {
    let is_board = |arg: &OsString| {
        let rest = arg.to_str().and_then(|arg| arg.strip_prefix('-')).unwrap_or_default();
        rest.starts_with([' ', ',', '\t', '/', '|']) || rest.starts_with(|c: char| c.is_ascii_digit())
    };
    let is_value = |i: usize| i > 0 && args[i - 1] == "--goal";
    if args.iter().any(|arg| arg == "--") {
        return args;
    }
    let (boards, others): (Vec<_>, Vec<_>) =
        args.iter().enumerate().partition(|&(i, arg)| is_board(arg) && !is_value(i));
    let dashes = (!boards.is_empty()).then(|| OsString::from("--"));
    let words =
        |list: Vec<(usize, &OsString)>| list.into_iter().map(|(_, arg)| arg.clone()).collect::<Vec<_>>();
    words(others).into_iter().chain(dashes).chain(words(boards)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_needs_no_command() {
        let words = |list: &[&str]| list.iter().map(OsString::from).collect::<Vec<_>>();
        assert_eq!(with_default_command(words(&["slidewise", "123"]))[1], "solve");
        assert_eq!(with_default_command(words(&["slidewise", "--json", "123"]))[1], "solve");
        assert_eq!(with_default_command(words(&["slidewise", "check", "123"]))[1], "check");
        assert_eq!(with_default_command(words(&["slidewise", "--help"])).len(), 2);
    }

    #[test]
    fn a_misspelt_command_is_not_a_puzzle() {
        let words = |list: &[&str]| list.iter().map(OsString::from).collect::<Vec<_>>();
        assert_eq!(with_default_command(words(&["slidewise", "chekc", "123"]))[1], "chekc");
        assert_eq!(with_default_command(words(&["slidewise", "abcx"]))[1], "solve");
    }

    #[test]
    fn a_board_may_begin_with_a_dash() {
        let words = |list: &[&str]| list.iter().map(OsString::from).collect::<Vec<_>>();
        let seen = normalised(words(&["slidewise", "- 1/2 3", "--json"]));
        assert_eq!(seen, words(&["slidewise", "solve", "--json", "--", "- 1/2 3"]));
        let untouched = words(&["slidewise", "solve", "-q", "-", "--goal", "- 1/2 3", "--", "-,1,2,3"]);
        assert_eq!(normalised(untouched.clone()), untouched);
    }
}
