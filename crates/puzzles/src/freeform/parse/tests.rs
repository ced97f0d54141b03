//! Texts that are read, and texts that are not.

use super::*;
use crate::freeform::board::Position;
use crate::freeform::puzzle::{GoalCell, MAX_CELLS, PuzzleError};
use crate::freeform::write::line;
use crate::random::Rng;

/// What is read, on one line.
fn read(text: &str) -> String {
    let puzzle = parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).puzzle;
    line(&puzzle, &Position::start(&puzzle))
}

/// Line, column, length and kind.
fn wrong(text: &str) -> (usize, usize, usize, ParseErrorKind) {
    let e = parse(text).expect_err(text);
    (e.line, e.column, e.length, e.kind)
}

#[test]
fn one_line_and_many_lines_say_the_same() {
    let one = "tiles: 1 2 3/4 # 5/6 7 .; goal: 7 6 5/4 # 3/2 1 .; wrap: both";
    assert_eq!(read(one), one);
    let many = "\u{feff}// a comment: tiles\r\ntiles:\r\n 1 2 3\r\n\r\n 4 # 5 // 6\r\n";
    assert!(parse(many).is_err(), "a comment begins its line");
    let many = "\u{feff}// tiles\r\nTILES :\r\n 1 2 3\r\n 4 # 5\r\n\r\n// x\n \
                6 7 0\ngoal: 7 6 5\n4 # 3/\n2 1 _\nwrap: Both";
    assert_eq!(read(many), one);
    assert_eq!(read(&format!("name: A: b; note: c; {one}; // d; e")), format!("name: A: b; note: c; {one}"));
}

#[test]
fn without_a_goal_the_tiles_come_in_order() {
    assert_eq!(read("tiles: . 10 b/9 # a"), "tiles: . 10 b/9 # a; goal: 9 10 a/b # .");
    assert!(!parse("tiles: 1 .").unwrap().goal_given);
}

#[test]
fn goals_may_leave_cells_open() {
    let puzzle = parse("tiles: A A ./B . #; goal: ? A */. ? #").unwrap().puzzle;
    let a = GoalCell::Label("A".into());
    assert_eq!(
        puzzle.goal(),
        [GoalCell::Any, a, GoalCell::Any, GoalCell::Blank, GoalCell::Any, GoalCell::Any]
    );
}

#[test]
fn errors_have_a_place() {
    use ParseErrorKind as E;
    assert_eq!(wrong(" \n// x"), (1, 1, 1, E::NoText));
    assert_eq!(wrong("name: x\ngoal: 1 ."), (1, 1, 4, E::NoTiles));
    assert_eq!(wrong("tiles: 1 .; board: 1"), (1, 13, 5, E::UnknownKey("board".into())));
    assert_eq!(wrong("tiles: 1 .\n tiles: 1 ."), (2, 2, 5, E::TwiceGiven("tiles")));
    assert_eq!(wrong("tiles: 1 .; goal:"), (1, 13, 4, E::NoRows("goal")));
    assert_eq!(wrong("ab cd\ntiles: 1 ."), (1, 1, 2, E::Stray("ab".into())));
    assert_eq!(wrong("tiles: 1 .; wrap: up"), (1, 19, 2, E::BadWrap("up".into())));
    assert_eq!(wrong("tiles: 1 .; wrap:"), (1, 13, 4, E::BadWrap("".into())));
    assert_eq!(wrong("tiles: 1 .; wrap: both\n1 2"), (2, 1, 1, E::Stray("1".into())));
    assert_eq!(wrong("tiles: 1 ./ /2 3"), (1, 12, 1, E::EmptyRow));
    assert_eq!(wrong("tiles: 1 ./2 3 4"), (1, 12, 1, E::RowLength { expected: 2, found: 3 }));
    assert_eq!(wrong("tiles: 1 .; goal: . 1 1"), (1, 19, 1, E::RowLength { expected: 2, found: 3 }));
    assert_eq!(wrong("tiles: 1 .; goal: . 1/. 1"), (1, 13, 4, E::RowCount { expected: 1, found: 2 }));
    assert_eq!(wrong("tiles: 1 ?"), (1, 10, 1, E::OnlyInGoals("?".into())));
    assert_eq!(wrong("tiles: 1 ä,b ."), (1, 10, 3, E::BadLabel("ä,b".into())));
    assert_eq!(wrong("tiles: 1 2: ."), (1, 10, 2, E::BadLabel("2:".into())));
    assert_eq!(wrong("tiles: 1 # .; goal: 1 . #"), (1, 23, 1, E::WallDiffers));
    assert_eq!(wrong("tiles: 1 2/3 4"), (1, 1, 5, E::Puzzle(PuzzleError::NoBlank)));
    assert_eq!(wrong("tiles: # ."), (1, 1, 5, E::Puzzle(PuzzleError::NoTiles)));
    let (_, column, _, kind) = wrong("tiles: 1 2 .; goal: 1 1 .");
    let error = PuzzleError::GoalTiles { cell: 1, label: "1".into(), needed: 2, there: 1 };
    assert_eq!((column, kind), (23, E::Puzzle(error)));
    let (_, column, _, kind) = wrong("tiles: 1 2 .; goal: . . 1");
    assert_eq!((column, kind), (23, E::Puzzle(PuzzleError::GoalBlanks { cell: 1, needed: 2, there: 1 })));
    assert_eq!(wrong(&format!("tiles: {}", ". ".repeat(MAX_CELLS + 1))).3, E::TooLarge);
}

#[test]
fn every_error_can_be_shown() {
    let text = "tiles: 1 2\n  3 4 .";
    let error = parse(text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "2:3: this row has 3 cells, the first one has 2: write . for a blank, # for a wall"
    );
    assert_eq!(error.render_caret(text), "  3 4 .\n  ^");
}

#[test]
fn the_form_is_recognised() {
    for text in ["tiles: 1 .", "name: x\ntiles:\n1 .", "name: x; Tiles : 1", "// c\n\n tiles:"] {
        assert!(looks_like_freeform(text), "{text}");
    }
    for text in ["", "1 2 3/4 5 6/7 8 0", "// tiles: 1", "board:\nAB.\n", "note: the tiles: 1"] {
        assert!(!looks_like_freeform(text), "{text}");
    }
}

#[test]
fn many_puzzles_in_one_text() {
    let text = "// all\nname: a\ntiles: 1 .\ngoal: . 1\nname: b\nwrap: up\ntiles: 1 .\n\n\
                tiles: 2 .; wrap: rows\nname: c\ngoal: 1 .\nname: d; tiles: 3 .";
    let items = parse_many(text);
    let lines: Vec<usize> = items.iter().map(|item| item.line).collect();
    assert_eq!(lines, [2, 5, 9, 10, 12]);
    let good: Vec<bool> = items.iter().map(|item| item.result.is_ok()).collect();
    assert_eq!(good, [true, false, true, false, true]);
    assert_eq!(items[1].result.as_ref().unwrap_err().line, 6);
    assert_eq!(items[4].result.as_ref().unwrap().puzzle.about.name, "d");
    assert_eq!(parse_many("").len(), 1);
    assert!(parse_many("x\ntiles: 1 .").iter().all(|item| item.result.is_err()));
}

#[test]
fn no_text_makes_the_reader_panic() {
    let parts = [
        "tiles:", "goal:", "wrap:", "name:", "1", "2", " ", " ", "/", ";", "#", ".", "?", "\n", "ä", ":",
        "//",
    ];
    let mut rng = Rng::from_seed(3);
    let mut read = 0;
    for _ in 0..20_000 {
        let text: String = "tiles:"
            .chars()
            .chain((0..rng.below(12)).flat_map(|_| parts[rng.below(parts.len())].chars()))
            .collect();
        for item in parse_many(&text) {
            match item.result {
                Ok(_) => read += 1,
                Err(e) => assert!(!e.render_caret(&text).is_empty() && !e.to_string().is_empty()),
            }
        }
    }
    assert!(read > 50, "{read}");
}
