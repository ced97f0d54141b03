//! The commands about solutions that a user brings, and reports of progress.

use crate::program::{REPLAY, feed, run};

const EASY: &str = "1 2 3/4 5 6/0 7 8";
/// A 5×5 board 30 random moves away from the goal.
const FIVE: &str = "1 2 3 4 5/7 0 8 9 10/6 14 18 24 15/12 13 22 23 19/11 16 21 17 20";

#[test]
fn a_solution_is_recognised_in_every_notation() {
    for (moves, convention) in [("LL", "tile"), ("rr", "blank"), ("7 8", "numbers"), ("L2", "tile")] {
        let record = run(&["verify", EASY, moves, "--json"]).ends_with(0).json();
        assert_eq!(record["solution"], true, "{moves}");
        assert_eq!(record["move_convention"], convention, "{moves}");
        let lengths = &record["lengths"];
        assert_eq!((&lengths["single"], &lengths["multi"]), (&2.into(), &1.into()), "{moves}");
    }
    let text = run(&["verify", EASY, "7", "8"]).ends_with(0);
    assert!(text.stdout.contains("a solution: 2 moves, 1 multi-tile move"), "{}", text.stdout);
    assert_eq!(feed(&["verify", EASY, "-", "--quiet"], b"LL\n").ends_with(0).stdout, "");
}

/// A link has a board and moves; beside another board only its moves count.
#[test]
fn links_to_replays_are_read() {
    // Of the ranking of slidysim: one solve, whose board is what its moves solve.
    let record = "https://slidysim.github.io/replay?r=eNqFUl1v2jAU%2FSuRXxcRE6CBCJAADW0t38lKo1JVN7EhBieOYic0dP3vc6CqtqfJD\
        %2FY9537Y5%2Fj5HZ0ZUTFy2yaKKTvE6nrkFAjNQwE58auMIhcpllBkokikKhdcamQuCllDB0joXJA6yVOQEl2jUcJkxqH6rP6LSHX6lHFFc42TL\
        CZJqlEoD5ymyG2at0luD%2FdMlIiS6lH2HcZYE1l97t7h1i1JKkgyXeK0HaeDm01stzsmkoKX9JWAglcogXEIuW6n8oKaqGSECs7Skx4dK93PtaxKF\
        KpohNSCxWUxTbv79fysL8TklobI3QOX9MNE9P7Mj758WF%2B%2Bz8eTb3i%2Bz2ZvBc6fNjxaPc0swN46yGIVH5tVz1mVZTrDGFqt6v6XYl04F\
        Z63bY6OXo9Ox5ul5MsHbz2BYDLGSxEFW%2FtxjWEUr5zAaZGAcIdIOV7YXW8bOGzz49HH0BntWx1rgX%2FSy3owQOa7vqKfF1JRcnveh3nTpq0X6\
        ssMUiPiIOVgh4BnMeiIRadajh0a9lly%2BKJpIo5shwyZRzpiCRyovOkS0gaLhKaAK00FovA1Zlx1NL7krfv9M2%2B7WY01%2BLzdvBh9q6aGXm2L\
        EVbGzfJ%2BmA997aGxGhu%2FjetX0ruN7U4Ddxo2%2FqzSRvzHp%2BvTkFkL8PIHntDrWw%3D%3D";
    let known = run(&["verify", record, "--json"]).ends_with(0).json();
    assert_eq!((&known["rows"], &known["lengths"]["single"]), (&4.into(), &26.into()), "{known}");
    let alone = run(&["verify", REPLAY]).ends_with(0).stdout;
    assert!(alone.contains("a solution: 2 moves"), "{alone}");
    run(&["verify", EASY, REPLAY]).ends_with(0);
    run(&["verify", "1 2 3/4 5 6/7 0 8", REPLAY]).ends_with(1);
    assert_eq!(feed(&["verify", "-"], REPLAY.as_bytes()).ends_with(0).stdout, alone);
    let short = run(&["shorten", EASY, REPLAY, "--json"]).ends_with(0).json();
    assert_eq!(short["cost"], 2);
    let cut = run(&["verify", &REPLAY[..REPLAY.len() - 9]]).ends_with(3);
    assert!(cut.stderr.contains("this link is no replay"), "{}", cut.stderr);
}

#[test]
fn what_is_no_solution_is_told_with_its_place() {
    let short = run(&["verify", EASY, "L"]).ends_with(1);
    assert!(short.stdout.contains("after 1 step 1 cell is not as the goal wants"), "{}", short.stdout);
    let illegal = run(&["verify", EASY, "L L L", "--moves", "tile", "--json"]).ends_with(1).json();
    assert_eq!((&illegal["line"], &illegal["column"]), (&1.into(), &5.into()), "{illegal}");
    assert_eq!(illegal["solution"], false);
    let numbers = run(&["verify", EASY, "7 3"]).ends_with(1);
    assert!(numbers.stdout.contains("tile 3 is not beside the blank"), "{}", numbers.stdout);
    let unknown = run(&["verify", EASY, "Lx"]).ends_with(1);
    assert!(unknown.stdout.contains("is not a move"), "{}", unknown.stdout);
    run(&["verify", "1 2 3/4 5 6/7 7 0", "L"]).ends_with(3);
    run(&["verify", EASY]).ends_with(2);
}

#[test]
fn a_solution_is_shortened_and_stays_one() {
    let long = "LRLRLL";
    let record = run(&["shorten", EASY, long, "--json"]).ends_with(0).json();
    assert_eq!((&record["given_cost"], &record["cost"]), (&6.into(), &2.into()), "{record}");
    assert_eq!(record["proof"], "optimal");
    let moves = run(&["shorten", EASY, "7 7 7 8", "--quiet"]).ends_with(0).stdout;
    assert_eq!(moves.trim(), "7 8", "written as it was read");
    let text = run(&["shorten", EASY, long]).ends_with(0).stdout;
    assert!(text.contains("4 shorter: from 6 to 2"), "{text}");
    let wrong = run(&["shorten", EASY, "L"]).ends_with(3);
    assert!(wrong.stderr.contains("do not solve the puzzle"), "{}", wrong.stderr);
}

#[test]
fn what_is_found_on_the_way_is_reported() {
    let lines = run(&[FIVE, "--algorithm", "anytime", "--json", "--progress"]).ends_with(0).json_lines();
    let (answer, events) = lines.split_last().unwrap();
    let improved: Vec<u64> = events
        .iter()
        .filter(|event| event["event"] == "improved")
        .map(|event| event["cost"].as_u64().unwrap())
        .collect();
    assert!(!improved.is_empty() && improved.is_sorted_by(|a, b| a > b), "{improved:?}");
    assert_eq!(answer["cost"].as_u64(), improved.last().copied());
    assert!(events.iter().all(|event| event["index"] == 1), "{events:?}");
    let text = run(&[FIVE, "--algorithm", "anytime", "--progress"]).ends_with(0);
    assert!(text.stderr.contains("best "), "{}", text.stderr);
    let silent = run(&[FIVE, "--algorithm", "anytime"]).ends_with(0);
    assert_eq!(silent.stderr, "");
}

#[test]
fn arastar_proves_what_it_claims() {
    let board = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
    let args = ["--algorithm", "arastar", "--heuristic", "combined", "--goal", "blank-first", "--json"];
    let record =
        run(&[&[board], &args[..], &["--bound", "1.5", "--weight", "3"]].concat()).ends_with(0).json();
    let (cost, bound) = (record["cost"].as_u64().unwrap(), record["lower_bound"].as_u64().unwrap());
    assert!(bound <= 57 && cost >= 57, "Korf's first board takes 57: {record}");
    assert!(cost * 2 <= bound * 3, "{record}");
    let refused = run(&[board, "--algorithm", "astar", "--bound", "1.5"]).ends_with(2);
    assert!(refused.stderr.contains("takes no bound"), "{}", refused.stderr);
}

#[test]
fn tables_are_trained_kept_and_trained_on() {
    let dir = std::env::temp_dir().join(format!("slidewise-train-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = |name: &str| dir.join(name).to_str().unwrap().to_string();
    let train = |name: &str, rounds: &str, more: &[&str]| {
        let out = file(name);
        let args =
            ["train", "--size", "3x3", "--width", "50", "--boards", "8", "--out", &out, "--rounds", rounds];
        run(&[&args[..], more].concat())
    };
    let first = train("a.lrn", "3", &[]).ends_with(0);
    assert!(first.stdout.contains("boards that it was not trained on"), "{}", first.stdout);
    assert_eq!(first.stderr.lines().count(), 3, "a line a round: {}", first.stderr);
    train("b.lrn", "3", &["--threads", "2"]).ends_with(0);
    let bytes = |name: &str| std::fs::read(file(name)).unwrap();
    assert_eq!(bytes("a.lrn"), bytes("b.lrn"));
    let again = train("a.lrn", "5", &[]).ends_with(2);
    assert!(again.stderr.contains("--resume"), "{}", again.stderr);
    let resumed = train("a.lrn", "5", &["--resume"]).ends_with(0);
    assert!(
        resumed.stderr.contains("round 5:") && !resumed.stderr.contains("round 3:"),
        "{}",
        resumed.stderr
    );
    train("c.lrn", "5", &["--resume"]).ends_with(2);
    let from = file("a.lrn");
    run(&["train", "--size", "3x4", "--rounds", "0", "--from", &from, "--out", &file("e.lrn")]).ends_with(0);
    let from = file("e.lrn");
    let too_small =
        run(&["train", "--size", "3x3", "--rounds", "1", "--from", &from, "--out", &file("f.lrn")])
            .ends_with(2);
    assert!(
        too_small.stderr.contains("is for 3×4 boards: give one for boards no larger"),
        "{}",
        too_small.stderr
    );
    let smooth = train("g.lrn", "1", &["--smooth", "1.5"]).ends_with(2);
    assert!(smooth.stderr.contains("a number from 0 to 1 is expected"), "{}", smooth.stderr);
    train("g.lrn", "1", &["--average", "0"]).ends_with(2);
    let large = run(&["train", "--size", "20x20", "--out", &file("d.lrn")]).ends_with(2);
    assert!(large.stderr.contains("no table can be trained for 20×20"), "{}", large.stderr);
    std::fs::remove_dir_all(&dir).unwrap();
}
