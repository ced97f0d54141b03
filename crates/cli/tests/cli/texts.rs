//! What people see, word by word.

use crate::program::{Ran, TempFile, feed, run};
use crate::snapshot::assert_snapshot;

const EASY: &str = "1 2 3/4 0 5/7 8 6";

/// Everything that a run showed, with its exit code.
fn shown(ran: &Ran) -> String {
    let mut text = ran.stdout.clone();
    if !ran.stderr.is_empty() {
        text += &format!("--- standard error\n{}", ran.stderr);
    }
    text + &format!("--- exit code {}\n", ran.code)
}

#[track_caller]
fn check(name: &str, args: &[&str]) {
    assert_snapshot(name, &shown(&run(args)));
}

#[test]
fn a_solved_board() {
    check("solved", &["8 6 7/2 5 4/3 0 1"]);
}

#[test]
fn a_board_that_is_solved_already() {
    check("solved-already", &["123456780"]);
}

#[test]
fn an_unsolvable_board_with_the_goal_that_it_could_reach() {
    check("unsolvable", &["1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"]);
}

#[test]
fn every_position() {
    check("steps", &[EASY, "--steps"]);
}

#[test]
fn only_the_moves() {
    check("quiet", &["8 6 7/2 5 4/3 0 1", "--quiet"]);
}

#[test]
fn moves_of_the_blank() {
    check("moves-blank", &["8 6 7/2 5 4/3 0 1", "--moves", "blank"]);
}

#[test]
fn moves_by_number() {
    check("moves-numbers", &["8 6 7/2 5 4/3 0 1", "--moves", "numbers"]);
}

#[test]
fn the_proof_of_weighted_a_star() {
    check("within", &["8 6 7/2 5 4/3 0 1", "--algorithm", "wastar", "--weight", "1.5"]);
}

#[test]
fn a_length_far_from_the_bound() {
    let ran = run(&["8 6 7/2 5 4/3 0 1", "--algorithm", "dfs"]).ends_with(0);
    let verdict = ran.stdout.lines().find(|line| line.starts_with("solved")).expect("there is a verdict");
    assert!(verdict.contains("not proven; at least 25") && verdict.contains("times that"), "{verdict}");
}

#[test]
fn a_check() {
    check("check", &["check", "8 6 7/2 5 4/3 0 1"]);
    check("check-multi", &["check", "8 6 7/2 5 4/3 0 1", "--metric", "multi"]);
    check("check-unsolvable", &["check", "1 2 3/4 5 6/8 7 0"]);
}

#[test]
fn the_lists() {
    check("list", &["list"]);
}

#[test]
fn generated_boards() {
    check("generate", &["generate", "--seed", "1", "--count", "3"]);
    check(
        "generate-scramble",
        &["generate", "--seed", "1", "--size", "3x5", "--scramble", "20", "--goal", "snail"],
    );
    check("generate-drawn", &["generate", "--seed", "1", "--size", "2x3", "--format", "drawn"]);
}

#[test]
fn a_batch_with_a_bad_line_in_the_middle() {
    let input =
        b"1 2 3/4 5 6/7 0 8\n1 2 3/4 5 6/7 7 8\n1 2 3/4 5 6/8 7 0\n1 2 3/4 5 6/7 8 0\n1 2 3/4 0 6/7 5 8\n";
    assert_snapshot("batch", &shown(&feed(&[], input)));
    assert_snapshot("batch-quiet", &shown(&feed(&["--quiet"], input)));
}

#[test]
fn a_batch_without_any_solution_has_no_mean() {
    let ran = feed(&[], b"1 2 3/4 5 6/8 7 0\n1 2 3/4 5 6/8 7 0\n").ends_with(4);
    assert!(ran.stdout.ends_with("2 puzzles: none solved\n"), "{}", ran.stdout);
}

#[test]
fn a_wrong_claim_of_a_list_is_told() {
    let file = TempFile::new("claim.txt", b"7 3 1 2 3 4 0 5 7 8 6\n");
    let ran = run(&[file.path()]).ends_with(0);
    assert!(ran.stderr.contains("the list says 3, but the optimum is 2 here"), "{}", ran.stderr);
}

#[test]
fn help_exists_for_every_command_and_names_what_the_registry_knows() {
    for command in ["solve", "check", "generate", "list", "completions", "man"] {
        let help = run(&[command, "--help"]).ends_with(0);
        assert!(help.stdout.contains("Usage:"), "{command}");
        let page = run(&["man", command]).ends_with(0);
        assert!(page.stdout.contains(&format!("slidewise\\-{command}")), "{}", page.stdout);
    }
    let help = run(&["solve", "--help"]).stdout;
    for word in ["iterative-deepening", "walking-distance", "nibble", "multi", "Exit codes"] {
        assert!(help.contains(word), "{word}");
    }
    run(&["man"]).ends_with(0);
    assert!(run(&["man", "nonsense"]).ends_with(2).stderr.contains("no command \"nonsense\""));
}

/// The arguments of a line of help, quotes taken away.
fn words(line: &str) -> Vec<String> {
    let word = |(i, part): (usize, &str)| match i % 2 {
        1 => vec![part.to_string()],
        _ => part.split_whitespace().map(str::to_string).collect(),
    };
    line.split('"').enumerate().flat_map(word).collect()
}

#[test]
fn the_examples_in_the_help_work() {
    let mut seen = 0;
    for command in ["solve", "generate"] {
        for line in run(&[command, "--help"]).stdout.lines() {
            let needs_more = line.contains(['|', '<']) || line.contains(".txt");
            let Some(example) = line.strip_prefix("  slidewise ").filter(|_| !needs_more) else { continue };
            let words = words(example);
            run(&words.iter().map(String::as_str).collect::<Vec<_>>()).ends_with(0);
            seen += 1;
        }
    }
    assert!(seen >= 6, "{seen}");
}

#[test]
fn completions_exist_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(run(&["completions", shell]).ends_with(0).stdout.contains("slidewise"), "{shell}");
    }
}

/// One is not several: no text says "1 moves" or "1 cells".
#[test]
fn counts_have_their_grammar() {
    let one = "board:\nA.\ngoal:\n.A\n";
    let shown = [
        run(&[one]).ends_with(0).stdout,
        run(&["trace", one, "-a", "bfs", "--steps", "1"]).stdout,
        run(&["trace", "1 2 3/4 5 6/7 0 8", "-a", "astar", "-H", "md"]).ends_with(0).stdout,
        run(&["1 2 3/4 5 6/7", "--format", "slash"]).ends_with(3).stderr,
        run(&["tiles: 1 2/3"]).ends_with(3).stderr,
        run(&["tiles: 1 2/3 .; goal: 1 2/3"]).ends_with(3).stderr,
        run(&["board:\nAA.\nA\ngoal:\n.AA\n...\n"]).ends_with(3).stderr,
        run(&["compare", "1 2 3/4 5 6/7 0 8", "--algorithms", "bfs,astar", "--heuristics", "md"])
            .ends_with(0)
            .stdout,
        run(&["solve", "1 2 3/4 5 6/7 0 8", "--progress"]).ends_with(0).stderr,
        run(&["audit", "manhattan", "--size", "1x2"]).stdout,
        run(&["explore", one]).ends_with(0).stdout,
        run(&["pdb", "build", "--size", "3x3", "--partition", "1"]).stderr,
    ];
    let many =
        ["move", "step", "cell", "tile", "piece", "puzzle", "run", "position", "expansion", "node", "row"];
    for text in &shown {
        for noun in many {
            let wrong = format!("1 {noun}s");
            let found = text
                .match_indices(&wrong)
                .any(|(at, _)| !text[..at].ends_with(|c: char| c.is_ascii_digit() || c == ',' || c == '.'));
            assert!(!found, "{wrong}:\n{text}");
        }
    }
    assert!(shown[0].contains(", 1 piece,") && shown[0].contains("solved in 1 move"), "{}", shown[0]);
    assert!(shown[1].contains("cut after 1 step") || shown[1].contains("after 1 expansion"), "{}", shown[1]);
}

#[test]
fn only_names_that_come_near_are_suggested() {
    let refused = |name: &str| run(&["867254301", "-a", "astar", "-H", name]).ends_with(2).stderr;
    assert!(refused("liner").contains("did you mean \"linear-conflict\"?"), "{}", refused("liner"));
    let far = refused("euclid");
    assert!(
        !far.contains("did you mean") && far.contains("there are ") && far.contains("manhattan"),
        "{far}"
    );
}

/// What a report of a fault needs, in either order of the words.
#[test]
fn the_version_with_all_that_belongs_to_it() {
    let said = run(&["--version", "--verbose"]).ends_with(0).stdout;
    for word in ["slidewise 0.", "commit:", "build:", "machine:", "processor:", "tables:", "data:"] {
        assert!(said.contains(word), "{word} in {said}");
    }
    assert_eq!(run(&["--verbose", "-V"]).ends_with(0).stdout.lines().next(), said.lines().next());
}

/// All pages of the manual as files, one for each command, for those who package the program.
#[test]
fn manual_pages_as_files() {
    let dir = std::env::temp_dir().join(format!("slidewise-man-{}", std::process::id()));
    run(&["man", "--out", dir.to_str().unwrap()]).ends_with(0);
    for page in ["slidewise.1", "slidewise-solve.1", "slidewise-pdb-build.1"] {
        assert!(std::fs::read_to_string(dir.join(page)).unwrap().contains(".TH"), "{page}");
    }
    assert!(!dir.join("slidewise-pdb-help-build.1").exists(), "no pages about asking for help");
    std::fs::remove_dir_all(&dir).unwrap();
    run(&["man", "--out", "/dev/null/pages"]).ends_with(1);
}
