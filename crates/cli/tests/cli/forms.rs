//! Every form in which people write boards, through every way in.

use serde_json::{Value, json};

use crate::program::{TempFile, feed, run};

/// A text, the form that is to be recognised, and the board.
fn forms() -> Vec<(&'static str, &'static str, Value)> {
    let solved = || json!([[1, 2, 3], [4, 5, 6], [7, 8, 0]]);
    let princeton = || json!([[0, 1, 3], [4, 2, 5], [7, 8, 6]]);
    let korf = || json!([[14, 13, 15, 7], [11, 12, 9, 5], [6, 0, 2, 1], [4, 8, 10, 3]]);
    vec![
        ("1 2 3/4 5 6/7 8 0", "slash", solved()),
        ("14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3", "numbers", korf()),
        ("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "numbers", korf()),
        ("1\t2\t3\t4\t5\t6\t7\t8\t0", "numbers", solved()),
        ("1 2 3\n4 5 6\n7 8 0\n", "rows", solved()),
        ("1 2 3\n4 5 0\n", "rows", json!([[1, 2, 3], [4, 5, 0]])),
        ("3\n 0 1 3\n 4 2 5\n 7 8 6\n", "size-line", princeton()),
        ("3\r\n 0 1 3\r\n 4 2 5\r\n 7 8 6\r\n", "size-line", princeton()),
        ("# puzzle\n3\n3 2 6#row\n1 4 0\n8 7 5\n", "size-line", json!([[3, 2, 6], [1, 4, 0], [8, 7, 5]])),
        ("812043765", "digits", json!([[8, 1, 2], [0, 4, 3], [7, 6, 5]])),
        ("FE169B4C0A73D852", "base36", json!([[15, 14, 1, 6], [9, 11, 4, 12], [0, 10, 7, 3], [13, 8, 5, 2]])),
        ("abce.fdgh", "letters", json!([[1, 2, 3], [5, 0, 6], [4, 7, 8]])),
        ("[[1,2],[3,0]]", "json", json!([[1, 2], [3, 0]])),
        ("[1,2,3,0]", "json", json!([[1, 2], [3, 0]])),
        ("((1, 2), (3, None))", "brackets", json!([[1, 2], [3, 0]])),
        ("[[1 2]\n [3 0]]", "brackets", json!([[1, 2], [3, 0]])),
        ("array([[1, 2],\n       [3, 0]])", "brackets", json!([[1, 2], [3, 0]])),
        ("1 2; 3 null", "slash", json!([[1, 2], [3, 0]])),
        ("1 2\n3\t\n", "rows", json!([[1, 2], [3, 0]])),
        ("１ ２ ３ ０", "numbers", json!([[1, 2], [3, 0]])),
        ("3x2:1,2,3,4,5,0", "game-id", json!([[1, 2, 3], [4, 5, 0]])),
        ("1 57 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "instance", korf()),
        ("+---+---+\n| 1 | 2 |\n+---+---+\n| 3 |   |\n+---+---+\n", "drawn", json!([[1, 2], [3, 0]])),
        ("┌───┬───┐\n│ 1 │ 2 │\n├───┼───┤\n│ 3 │   │\n└───┴───┘\n", "drawn", json!([[1, 2], [3, 0]])),
        ("1 2 3/4 5 6/7 8 _", "slash", solved()),
        ("1 2 3/4 5 6/7 8 __", "slash", solved()),
        ("1 2 3/4 5 6/7 8 .", "slash", solved()),
        ("1 2 3/4 5 6/7 8 x", "slash", solved()),
        ("1 2 3/4 5 6/7 8 -", "slash", solved()),
        ("- 1 2/3 4 5/6 7 8", "slash", json!([[0, 1, 2], [3, 4, 5], [6, 7, 8]])),
        ("-,1,2,3", "numbers", json!([[0, 1], [2, 3]])),
        ("\u{feff}1 2 3/4 5 6/7 8 0", "slash", solved()),
    ]
}

#[track_caller]
fn is_read(record: &Value, form: &str, board: &Value, way: &str) {
    assert_eq!(record["start"], *board, "{way}, {form}: {record}");
    assert_eq!(record["detected"], form, "{way}");
}

#[test]
fn every_form_is_read_from_everywhere() {
    for (i, (text, form, board)) in forms().into_iter().enumerate() {
        is_read(&run(&["check", "--json", text]).json(), form, &board, "argument");
        is_read(&feed(&["check", "--json"], text.as_bytes()).json(), form, &board, "standard input");
        is_read(&feed(&["check", "--json", "-"], text.as_bytes()).json(), form, &board, "-");
        let file = TempFile::new(&format!("form-{i}.txt"), text.as_bytes());
        is_read(&run(&["check", "--json", file.path()]).json(), form, &board, "file");
    }
}

#[test]
fn every_listed_form_is_tried_here() {
    let list = run(&["list", "formats", "--kind", "tiles", "--json"]).json();
    for item in list["formats"].as_array().unwrap() {
        assert!(forms().iter().any(|(_, form, _)| item["name"] == *form), "{item}");
    }
}

#[test]
fn a_board_that_the_shell_took_apart() {
    let record = run(&["--json", "8", "6", "7", "2", "5", "4", "3", "0", "1"]).ends_with(0).json();
    assert_eq!(record["cost"], 31);
    assert_eq!(
        run(&["--json", "8", "6", "7/", "2", "5", "4/", "3", "0", "1"]).ends_with(0).json()["cost"],
        31
    );
}

#[test]
fn a_goal_in_any_form_even_one_that_begins_with_a_dash() {
    for goal in ["012345678", "- 1 2/3 4 5/6 7 8", "[[0,1,2],[3,4,5],[6,7,8]]"] {
        let record = run(&["--json", "--goal", goal, "1 0 2/3 4 5/6 7 8"]).ends_with(0).json();
        assert_eq!(record["cost"], 1, "{goal}");
    }
}

#[test]
fn lines_of_boards_beside_each_other() {
    let record = run(&["--json", "--size", "1x4", "1 2 0 3"]).ends_with(0).json();
    assert_eq!((&record["rows"], &record["cost"]), (&json!(1), &json!(1)));
    let record = run(&["--json", "1/2/0/3"]).ends_with(0).json();
    assert_eq!((&record["rows"], &record["moves"]), (&json!(4), &json!("U")));
    run(&["--size", "1x4", "2 1 0 3"]).ends_with(4);
}

#[test]
fn what_the_program_draws_it_can_read() {
    let drawn = run(&["generate", "--size", "3x4", "--seed", "5", "--format", "drawn"]).stdout;
    let plain = run(&["generate", "--size", "3x4", "--seed", "5"]).stdout;
    let start = |text: &str| feed(&["check", "--json"], text.as_bytes()).json()["start"].clone();
    assert_eq!(start(&drawn), start(&plain));
}
