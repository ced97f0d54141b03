use super::*;

fn open(text: &str) -> Session {
    Session::open(text, "blank-last").unwrap().session
}

fn labels(moved: &[Moved]) -> Vec<&str> {
    moved.iter().map(|one| one.label.as_str()).collect()
}

#[test]
fn puzzles_of_all_kinds_are_read() {
    let rush_hour = Session::open("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", "blank-last").unwrap();
    assert_eq!((rush_hour.detected, rush_hour.session.view().title.as_str()), ("rush-hour", "Bricks"));
    assert_eq!(open("klotski").view().slug, Some("klotski"));
    assert_eq!(open("8 6 7/2 5 4/3 0 1").view().title, "8-puzzle");
}

const AROUND: &str = "tiles: 1 2 3/4 # 5/6 7 .; goal: . 1 2/4 # 3/6 7 5; wrap: both";

#[test]
fn any_kind_is_played() {
    let mut session = open(AROUND);
    assert_eq!(labels(&session.press(5).unwrap()), ["5"]);
    assert_eq!(labels(&session.slide(Direction::Down).unwrap()), ["3"]);
    assert_eq!(labels(&session.nudge(1, Direction::Right, false).unwrap()), ["2"]);
    session.press(0).unwrap();
    let view = session.view();
    assert!(view.solved && view.is_grid && view.wraps_across && view.wraps_down && view.editable);
    assert_eq!((view.walls, view.counts), (vec![4], vec![("single", 4)]));
    assert_eq!(session.notation("", false).unwrap(), "5D 3D 2R 1R");
    assert!(session.press(4).unwrap_err().contains("no such piece"), "a wall");
    let aimed = session.towards("1 2 3/4 # 5/6 7 .").unwrap();
    assert!(!aimed.view().solved);
    assert!(session.swapped(0, 4).unwrap_err().contains("exchanged"));
}

/// The page asks these, and never which kind a puzzle is of.
#[test]
fn a_puzzle_tells_how_it_is_handled() {
    let facts = |text: &str| {
        let view = open(text).view();
        (view.is_grid, view.one_way, view.editable, view.marks_goal)
    };
    assert_eq!(facts("8 6 7/2 5 4/3 0 1"), (true, true, true, false));
    assert_eq!(facts("tiles: 2 . 1/# a ./a a b; goal: ? ? ?/# 1 ?/? ? ?"), (true, false, true, true));
    assert_eq!(facts("klotski"), (false, false, false, true));
    assert_eq!(facts("board:\nA.\n..\ngoal:\n..\n.A\n"), (true, false, false, true));
    assert_eq!(open("klotski").view().solvability.ok, None, "only a search can tell");
    assert!(Session::open(&format!("board:\n{}A\n", ".".repeat(15)), "").is_ok(), "long, but not full");
}

#[test]
fn what_is_no_puzzle_is_explained() {
    let error = |text: &str| Session::open(text, "blank-last").unwrap_err();
    assert!(error("8 6 7/2 5 4/3 0 8").contains("tile 8 stands twice, and tile 1 is missing"));
    assert!(error("").contains("empty") || !error("").is_empty());
    assert!(error(&"1 ".repeat(30_000)).contains("too long"));
    let large: Vec<String> = (0..121).map(|n| n.to_string()).collect();
    assert!(error(&large.join(" ")).contains("up to 10×10"), "{}", error(&large.join(" ")));
    assert!(Session::open("1 2 3/4 5 6/7 8 0", "sideways").unwrap_err().contains("no goal \"sideways\""));
}

#[test]
fn pressing_pushes_a_line() {
    let mut session = open("1 2 3/4 5 6/7 8 0");
    assert_eq!(labels(&session.press(6).unwrap()), ["8", "7"]);
    assert_eq!(session.view().counts, [("single", 2), ("multi", 1)]);
    assert!(session.press(1).unwrap_err().contains("in line with the gap"));
    assert!(session.press(99).is_err());
    session.go_to(0);
    assert!(session.view().solved);
}

#[test]
fn keys_and_drags_move_tiles() {
    let mut session = open("1 2 3/4 5 6/7 8 0");
    assert_eq!(labels(&session.slide(Direction::Down).unwrap()), ["6"]);
    assert!(session.slide(Direction::Left).is_err(), "nothing is right of the gap");
    assert_eq!(labels(&session.nudge(4, Direction::Right, false).unwrap()), ["5", "4"]);
    assert!(session.nudge(4, Direction::Right, false).is_err());
    assert!(session.nudge(0, Direction::Left, false).is_err(), "the gap is no tile");
}

#[test]
fn bricks_go_where_there_is_room() {
    let mut session = open("klotski");
    let h = session.view().items.iter().position(|item| item.label == "H").unwrap();
    assert!(session.nudge(h, Direction::Up, false).unwrap_err().contains("E is in the way"));
    session.nudge(h, Direction::Down, false).unwrap();
    session.nudge(h, Direction::Left, true).unwrap();
    assert_eq!(session.view().counts, [("steps", 2), ("lines", 2), ("moves", 1)]);
    session.go_to(0);
    assert_eq!(session.text().unwrap(), open("klotski").text().unwrap());
}

#[test]
fn a_broken_board_is_repaired_or_gets_another_goal() {
    let session = open("1 2 3/4 5 6/8 7 0");
    let verdict = session.view().solvability;
    assert!(verdict.ok == Some(false) && verdict.repairable && verdict.why.contains("They differ"));
    let repaired = session.repaired().unwrap();
    assert_eq!(repaired.text().unwrap(), "1 2 3/4 5 6/7 8 0");
    assert_eq!(verdict.goals, ["snail"]);
    assert!(session.towards("snail").unwrap().view().solvability.ok == Some(true));
    assert!(session.towards("1 2/3 0").unwrap_err().contains("but the goal is 2×2"));
    assert_eq!(session.swapped(0, 1).unwrap().text().unwrap(), "2 1 3/4 5 6/8 7 0");
    assert!(session.swapped(0, 9).is_err());
}

#[test]
fn moves_are_written_in_every_notation() {
    let mut session = open("1 2 3/4 5 6/7 8 0");
    session.press(6).unwrap();
    session.press(0).unwrap();
    let written = |convention: &str, runs| session.notation(convention, runs).unwrap();
    assert_eq!(written("tile", false), "RRDD");
    assert_eq!(written("", true), "R2D2");
    assert_eq!(written("blank", false), "LLUU");
    assert_eq!(written("blank", true), "L2U2");
    assert_eq!(written("numbers", true), "8 7 4 1");
    assert!(session.notation("morse", false).is_err());
    let mut session = open("klotski");
    session.nudge(7, Direction::Down, false).unwrap();
    session.nudge(7, Direction::Left, true).unwrap();
    assert_eq!(session.notation("", false).unwrap(), "H DL");
}

#[test]
fn what_lies_ahead_is_known_without_a_move() {
    let mut session = open("1 2 3/4 5 6/7 8 0");
    assert!(session.ahead().is_empty());
    session.press(6).unwrap();
    session.go_to(0);
    assert_eq!(labels(&session.ahead()), ["8", "7"]);
    assert_eq!(session.here().progress(), (0, 0));
    assert_eq!(session.progress(), (0, 1));
}

#[test]
fn random_boards_are_solvable_and_not_solved() {
    for seed in 0..50 {
        let session = Session::new_board(2, 2, "blank-last", Some(seed)).unwrap();
        assert!(session.view().solvability.ok == Some(true));
    }
    assert!(Session::new_board(3, 3, "snail", None).unwrap().view().solved);
    assert!(Session::new_board(11, 3, "snail", None).is_err());
    assert!(Session::new_board(0, 3, "snail", None).is_err());
}

#[test]
fn everyone_has_the_same_puzzle_on_a_day() {
    let link = |date: &str| Session::of_day(date).map(|session| crate::link::write(&session));
    assert_eq!(link("2026-11-16"), link("2026-11-16"));
    assert_ne!(link("2026-11-16"), link("2026-11-23"));
    assert!(link("2026-11-18").unwrap().starts_with("1.b."), "on Wednesdays one of the library, by its name");
    assert!(link("2026-02-30").is_err());
}

/// What people have on their clipboards.
#[test]
fn pastes_are_read() {
    let board = |text: &str| crate::link::open(text, "").map(|opened| opened.session.text().unwrap());
    for text in [
        "(8, 6, 7, 2, 5, 4, 3, 0, 1)",
        "((8, 6, 7), (2, 5, 4), (3, 0, 1))",
        "[(8, 6, 7), (2, 5, 4), (3, None, 1)]",
        "[8, 6, 7, 2, 5, 4, 3, None, 1]",
        "[[8 6 7]\n [2 5 4]\n [3 0 1]]",
        "array([[8, 6, 7],\n       [2, 5, 4],\n       [3, 0, 1]])",
        "8 6 7; 2 5 4; 3 0 1",
        "[8 6 7; 2 5 4; 3 0 1]",
        "8\t6\t7\n2\t5\t4\n3\t\t1",
        "8 6 7\n2 5 4\n3 9 1",
        "８ ６ ７\n２ ５ ４\n３ ０ １",
        "http://localhost:7557/#1.t.3x3.867254301.l",
        "https://example.org/slidewise/#1.t.3x3.867254301.l~solve",
        "1.t.3x3.867254301.l",
    ] {
        assert_eq!(board(text).as_deref(), Ok("8 6 7/2 5 4/3 0 1"), "{text}");
    }
    for text in ["1\t2\t3\n4\t5\t6\n7\t8\t", "1 2 3\n4 5 6\n7 8  ", "1 2 3\n4 5 6\n7 8"] {
        assert_eq!(board(text).as_deref(), Ok("1 2 3/4 5 6/7 8 0"), "{text}");
    }
    assert_eq!(
        board("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 16 15").as_deref(),
        Ok("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15")
    );
    assert!(
        board("http://localhost/#1.t.3x3.8672543.l").unwrap_err().contains("link"),
        "a damaged link is called one"
    );
}
