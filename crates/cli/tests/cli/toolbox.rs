//! The toolbox of moves and boards: one answer a line, from arguments, files and pipes.

use crate::program::{TempFile, feed, run};

fn answer(args: &[&str]) -> String {
    run(args).ends_with(0).stdout.trim_end().to_string()
}

#[test]
fn sequences_are_changed_and_counted() {
    for (args, expected) in [
        (&["moves", "invert", "R2DL2"][..], "R2UL2"),
        (&["moves", "simplify", "RRLDUL"], ""),
        (&["moves", "transpose", "R2DL2"], "D2RU2"),
        (&["moves", "rotate", "R2DL2"], "D2LU2"),
        (&["moves", "rotate", "--by", "2", "R2DL2"], "L2UR2"),
        (&["moves", "reflect", "R2DL2"], "L2DR2"),
        (&["moves", "reflect", "--axis", "up-down", "R2DL2"], "R2UL2"),
        (&["moves", "slice", "--from", "2", "--to", "4", "R2DL2"], "RDL"),
        (&["moves", "concat", "R2", "D", "L2"], "R2DL2"),
        (&["moves", "length", "R2DL2"], "5 single, 3 multi"),
        (&["moves", "length", "--metric", "multi", "→→↓←←"], "3"),
        (&["moves", "format", "--as", "long", "2R D 2L"], "RRDLL"),
        (&["moves", "format", "--as", "arrows", "(R)2 D l l"], "→→↓←←"),
        (&["moves", "format", "--as", "spaces", "R2D"], "R R D"),
        (&["moves", "format", "--on", "1 2 3/4 5 6/0 7 8", "--moves", "numbers", "LL"], "7 8"),
        (&["moves", "format", "--on", "1 2 3/4 5 6/0 7 8", "--moves", "blank", "7 8"], "R2"),
        (&["moves", "length", "--on", "1 2 3/4 5 6/0 7 8", "7 8"], "2 single, 1 multi"),
        (&["moves", "apply", "1 2 3/4 5 6/0 7 8", "LL"], "1 2 3/4 5 6/7 8 0"),
    ] {
        let seen = answer(args).replace("123/456/780", "1 2 3/4 5 6/7 8 0");
        assert_eq!(seen, expected, "{args:?}");
    }
}

#[test]
fn answers_stay_in_step_with_what_was_asked() {
    let piped = feed(&["moves", "invert"], b"R2\n\nx\nUL\n").ends_with(3);
    assert_eq!(piped.stdout, "L2\n\n\nRD\n");
    assert!(
        piped.stderr.contains("sequence 3") && piped.stderr.contains("is not a move"),
        "{}",
        piped.stderr
    );
    let file = TempFile::new("sequences.txt", b"R2\nUL\n");
    assert_eq!(
        answer(&["moves", "length", file.path(), "DD"]),
        "2 single, 1 multi\n2 single, 2 multi\n2 single, 1 multi"
    );
}

#[test]
fn scrambles_can_be_solved_and_repeated() {
    let boards = answer(&["scramble", "--size", "3", "--count", "5", "--seed", "7"]);
    assert_eq!(boards, answer(&["scramble", "--size", "3", "--count", "5", "--seed", "7"]));
    assert_eq!(feed(&["--quiet"], boards.as_bytes()).ends_with(0).stdout.lines().count(), 5);
    let moves = answer(&["scramble", "--length", "80", "--seed", "7"]);
    assert!(answer(&["moves", "length", &moves]).starts_with("80 single"));
    assert_eq!(answer(&["moves", "simplify", &moves]), moves, "no move takes another back");
    run(&["scramble", "--length", "99999999999"]).ends_with(2);
}

#[test]
fn solves_are_compared_with_the_optimum() {
    let solves = "1 2 3/4 5 6/0 7 8\tLRLL\n867254301; 35\n1 2 3/4 5 6/7 0 8\tL\n1 2 3/4 5 6/7 0 8\t3\n\
                  1 2 3/4 5 6/7 0 8\t1\n";
    let ran = feed(&["compare-to-optimum"], solves.as_bytes()).ends_with(0);
    let expected = "+2\t4 moves, optimum 2\n+4\t35 moves, optimum 31\n+0\t1 moves, optimum 1\n\
                    +2\t3 moves, optimum 1\n+0\t1 moves, optimum 1\nmean of all 5: +1.60\n\
                    average of 5: +1.33, best +1.33\n";
    assert_eq!(ran.stdout.replace("1 move,", "1 moves,"), expected);
    let wrong = feed(&["compare-to-optimum"], b"1 2 3/4 5 6/0 7 8\tLL\nnothing\n").ends_with(3);
    assert!(wrong.stderr.contains("solve 2: "), "{}", wrong.stderr);
}

/// As speed-solvers count: without the best and the worst, and a solve that did not end is the worst.
#[test]
fn averages_leave_the_best_and_the_worst_out() {
    let board = "1 2 3/4 5 6/7 0 8";
    let averages = |solves: &[&str]| -> Vec<String> {
        let text: String = solves.iter().map(|made| format!("{board}\t{made}\n")).collect();
        let ran = feed(&["compare-to-optimum"], text.as_bytes()).ends_with(0).stdout;
        ran.lines().filter(|line| line.starts_with("average")).map(String::from).collect()
    };
    assert_eq!(averages(&["1", "3", "3", "5", "21"]), ["average of 5: +2.67, best +2.67"]);
    assert_eq!(averages(&["1", "dnf", "3", "3", "5"]), ["average of 5: +2.67, best +2.67"]);
    // These moves do not solve it.
    assert_eq!(averages(&["1", "D", "3", "DNF", "5"]), ["average of 5: DNF, best DNF"]);
    assert_eq!(averages(&["1", "1", "1", "1", "3", "DNF", "DNF"]), ["average of 5: DNF, best +0.00"]);
    let twelve = ["1", "3", "3", "3", "3", "3", "3", "3", "3", "3", "3", "99"];
    assert_eq!(averages(&twelve)[1], "average of 12: +2.00, best +2.00");
}

/// A number of moves is no solution: where nothing is proven, it is not made the optimum.
#[test]
fn what_is_not_proven_is_not_called_the_optimum() {
    let board = "5 6 8 19 20/11 10 4 1 12/0 16 24 17 23/22 21 7 2 3/15 9 14 13 18";
    let bound =
        run(&["solve", board, "--time-limit", "10ms", "--json"]).json()["lower_bound"].as_u64().unwrap();
    let line = format!("{board}\t{bound}\n{board}\t500\n");
    let ran = feed(&["compare-to-optimum", "--time-limit", "300ms"], line.as_bytes()).ends_with(0);
    assert!(ran.stdout.lines().filter(|line| line.starts_with('?')).count() == 2, "{}", ran.stdout);
    assert!(!ran.stdout.contains("mean"), "{}", ran.stdout);
}

/// What cannot be true is not turned into a solve at the optimum.
#[test]
fn claims_below_the_optimum_are_refused() {
    let ran = feed(&["compare-to-optimum"], b"1 2 3/4 5 6/0 7 8;1\n1 2 3/4 5 6/0 7 8;2\n").ends_with(3);
    assert_eq!(
        ran.stdout,
        "\n+0\t2 moves, optimum 2\nmean of 1 (1 of 2 left out: DNF, or no optimum): +0.00\n"
    );
    assert!(ran.stderr.contains("solve 1: it cannot have been solved in 1"), "{}", ran.stderr);
    assert!(ran.stderr.contains("at least 2 moves"), "{}", ran.stderr);
    let never = run(&["compare-to-optimum", "1 2 3/4 5 6/8 7 0;4"]).ends_with(3);
    assert!(never.stderr.contains("this puzzle has no solution"), "{}", never.stderr);
}

#[test]
fn parts_that_there_are_not_are_not_cut_out() {
    for range in [&["--from", "3", "--to", "2"][..], &["--from", "0"]] {
        let refused = run(&[&["moves", "slice", "R2DL2"], range].concat()).ends_with(2);
        assert!(refused.stderr.contains("--to is no less than --from"), "{}", refused.stderr);
    }
    assert_eq!(answer(&["moves", "slice", "--from", "4", "--to", "99", "R2DL2"]), "L2");
}

#[test]
fn tiles_are_made_alike() {
    let rows = answer(&["relabel", "867254301", "--by", "rows"]);
    assert_eq!(rows, "tiles: 3 2 3/1 2 2/1 . 1; goal: 1 1 1/2 2 2/3 3 .");
    let alike = run(&[&rows, "--json"]).ends_with(0).json();
    assert_eq!(alike["proof"], "optimal");
    assert!(alike["cost"].as_u64() < Some(31), "any order within a row is easier: {alike}");
    run(&["relabel", "klotski", "--by", "rows"]).ends_with(2);
    let piped = feed(&["relabel", "--by", "rows"], b"867254301\nnothing\n123456708\n").ends_with(3);
    assert_eq!(piped.stdout.lines().map(str::is_empty).collect::<Vec<_>>(), [false, true, false]);
    assert!(piped.stderr.contains("stdin:2"), "{}", piped.stderr);
}

#[test]
fn pictures_are_drawn() {
    let svg = answer(&["render", "klotski"]);
    assert!(svg.starts_with("<svg") && svg.contains("</svg>") && !svg.contains("animate"), "{svg}");
    let moving = answer(&["render", "1 2 3/4 5 6/0 7 8", "--play", "LL", "--colours", "fringe"]);
    assert_eq!(moving.matches("<animateTransform").count(), 2);
    for (name, head, args) in [
        ("board.png", &b"\x89PNG"[..], &["867254301", "--colours", "rows"][..]),
        ("film.gif", b"GIF89a", &["1 2 3/4 5 6/0 7 8", "--solve", "--cell", "16"]),
        ("still.gif", b"GIF89a", &["klotski"]),
    ] {
        let file = TempFile::new(name, b"");
        run(&[&["render", "--out", file.path()], args].concat()).ends_with(0);
        assert!(std::fs::read(file.path()).unwrap().starts_with(head), "{name}");
    }
    let file = TempFile::new("board.jpg", b"");
    run(&["render", "klotski", "--out", file.path()]).ends_with(2);
    run(&["render", "klotski", "--solve", "--out", "klotski.png"]).ends_with(2);
    run(&["render", "klotski", "--cell", "1"]).ends_with(2);
}

#[test]
fn a_race_is_filmed() {
    let film = TempFile::new("race.gif", b"");
    let searches = ["--algorithm", "astar", "--against", "greedy"];
    run(&[&["watch", "1 2 3/0 4 6/7 5 8", "--out", film.path()], &searches[..]].concat()).ends_with(0);
    assert!(std::fs::read(film.path()).unwrap().starts_with(b"GIF89a"));
    let other = TempFile::new("race.png", b"");
    assert!(run(&["watch", "klotski", "--out", other.path()]).ends_with(2).stderr.contains(".gif"));
    assert!(run(&["watch", "klotski"]).ends_with(2).stderr.contains("--out"), "no terminal, and a way out");
    run(&["watch", "1 2 3/4 5 6/0 7 8", "--out", "/dev/null/race.gif"]).ends_with(1);
}
