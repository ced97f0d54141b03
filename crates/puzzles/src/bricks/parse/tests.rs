//! Every form, and every way to get it wrong, with the place that the error names.

use super::*;
use crate::bricks::library;
use crate::bricks::puzzle::{Axis, Condition, PuzzleError};
use crate::bricks::replay::Position;
use crate::bricks::write::{course as write_course, letters as write_letters};
use crate::random::Rng;

fn fails(text: &str) -> (usize, usize, Problem) {
    let e = parse(text).expect_err(text);
    (e.line, e.column, e.problem)
}

fn bad_value(key: &'static str, value: &str) -> Problem {
    Problem::BadValue { key, value: value.into() }
}

#[test]
fn letter_grids_say_everything() {
    let text = "name: All\nnote: of it\nrush: no\naxis: A=h, B=vertical\nfixed: C\nshapegoal: D\nboard:\nAAB.\n\
                CDE#\ngoal:\n..AA\n_..#\ngoal:\n...D\n...#\nempty:\n_...\n...#\ngate:\n...A\n...#\ngate:\n...D\n...#\n";
    let parsed = parse(text).unwrap();
    let puzzle = &parsed.puzzle;
    assert_eq!((parsed.detected, puzzle.about.name.as_str()), (Format::Letters, "All"));
    assert_eq!(puzzle.about.notes, [("note".to_string(), "of it".to_string())]);
    let axes: Vec<_> = puzzle.pieces().iter().map(|p| p.axis).collect();
    assert_eq!(axes, [Some(Axis::Horizontal), Some(Axis::Vertical), None, None, None]);
    assert!(puzzle.pieces()[2].fixed);
    let expected = [
        vec![Condition::Covers { piece: 0, cells: vec![2, 3] }, Condition::Empty { cells: vec![4] }],
        vec![Condition::ShapeAt { piece: 3, cells: vec![3] }, Condition::Empty { cells: vec![0] }],
    ];
    assert_eq!(puzzle.goal().alternatives, expected);
    assert_eq!(puzzle.gates().len(), 1);
    assert_eq!(puzzle.gates()[0].pieces, [0, 3]);
}

#[test]
fn letter_grids_are_refused_with_a_place() {
    let cases = [
        ("board:\n", (1, 1, Problem::NoBoard)),
        ("name: x\n", (1, 1, Problem::NoBoard)),
        ("name: x\nAB\nboard:\nA\n", (2, 1, Problem::StrayLine)),
        ("board:\nAA\nA\n", (3, 2, Problem::RowLength { expected: 2, found: 1 })),
        ("board:\nAA\nA..\n", (3, 3, Problem::RowLength { expected: 2, found: 3 })),
        ("board:\nA.\ngoal:\n.A\n..\n", (5, 1, Problem::RowCount { expected: 1, found: 2 })),
        ("board:\nA?\n", (2, 2, Problem::BadCharacter('?'))),
        ("board:\nA.\nboard:\nA.\n", (3, 1, Problem::TwiceGiven("board"))),
        ("board: here\nA.\n", (1, 7, bad_value("board", "here"))),
        ("colour: red\nboard:\nA.\n", (1, 1, Problem::UnknownKey("colour".into()))),
        ("rush: maybe\nboard:\nA.\n", (1, 6, bad_value("rush", "maybe"))),
        ("rush: yes\nboard:\n.A\n", (3, 2, Problem::NoAxis("A".into()))),
        ("axis: A=x\nboard:\nA.\n", (1, 6, bad_value("axis", "A=x"))),
        ("axis: Z=h\nboard:\nA.\n", (1, 6, Problem::UnknownPiece('Z'))),
        ("board:\nA.\ngoal:\n.B\n", (4, 2, Problem::UnknownPiece('B'))),
        ("board:\nA.\ngoal:\n#A\n", (4, 1, Problem::WallDiffers)),
        ("board:\n..\n", (2, 1, Problem::Puzzle(PuzzleError::NoPieces))),
        (
            "board:\nAA#.\ngoal:\n...A\n",
            (2, 1, Problem::Puzzle(PuzzleError::GoalDoesNotFit { piece: 0, cell: 3 })),
        ),
        (
            "board:\nAB\ngate:\nA.\ngate:\n.A\n",
            (2, 2, Problem::Puzzle(PuzzleError::OnGate { piece: 1, cell: 1 })),
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(fails(text), expected, "{text}");
    }
    let wide = format!("board:\n{}\n", "A".repeat(1000));
    assert_eq!(fails(&wide), (2, 1, Problem::TooLarge));
    let high = format!("board:\n{}", "A\n".repeat(1000));
    assert_eq!(fails(&high).2, Problem::TooLarge);
    assert_eq!(fails("").2, Problem::NoText);
    assert_eq!(fails("\u{0}\u{1}junk\u{ffff}").2, Problem::UnknownForm);
}

#[test]
fn the_course_format_is_forgiving_where_it_can_be() {
    let strict = "3,2,\n2,0,-1,\n1,3,0,\n";
    let puzzle = parse(strict).unwrap().puzzle;
    for text in
        ["3,2\r\n2,0,-1\r\n1,3,0", " 3 , 2 ,\n 2, 0, -1,\n\n1,3,0,\n\n", "\u{feff}3,2,\n2,0,-1,\n1,3,0,"]
    {
        let parsed = parse(text).unwrap();
        assert_eq!((parsed.puzzle, parsed.detected), (puzzle.clone(), Format::Course), "{text:?}");
    }
    assert_eq!(parse(strict).unwrap().default_metric(), Metric::Steps);
    assert!(
        Position::start(&parse("2,1,\n2,0,\n").unwrap().puzzle)
            .is_solved(&parse("2,1,\n2,0,\n").unwrap().puzzle)
    );
    let split = parse("3,2,\n2,3,-1,\n0,1,3,\n").unwrap();
    assert_eq!((split.warnings[0].line, split.warnings[0].column), (3, 5));
}

#[test]
fn the_course_format_is_refused_with_a_place() {
    let row = |expected, found| Problem::RowLength { expected, found };
    let cases = [
        ("3,2,\n2,0,\n1,3,0,\n", (2, 5, row(3, 2))),
        ("3,2,\n2,0,-1,0,\n1,3,0,\n", (2, 8, row(3, 4))),
        ("3,2,\n2,0,-1,\n", (2, 1, Problem::RowCount { expected: 2, found: 1 })),
        ("3,1,\n2,0,-1,\n0,0,0,\n", (3, 1, Problem::RowCount { expected: 1, found: 2 })),
        ("3,1,\n3,0,-1,\n", (2, 1, Problem::NoMaster)),
        ("3,1,\n2,x,-1,\n", (2, 3, Problem::BadNumber("x".into()))),
        ("3,1,\n2,-2,-1,\n", (2, 3, Problem::BadNumber("-2".into()))),
        ("3,1,\n2,99999999999,-1,\n", (2, 3, Problem::BadNumber("99999999999".into()))),
        ("1000,1000,\n2,0,\n", (1, 1, Problem::TooLarge)),
        ("0,3,\n2,0,\n", (1, 1, Problem::BadNumber("0".into()))),
    ];
    for (text, expected) in cases {
        assert_eq!(fails(text), expected, "{text}");
    }
    let out_of_reach = fails("4,1,\n-1,2,2,-1,\n");
    assert!(matches!(out_of_reach.2, Problem::Puzzle(PuzzleError::GoalDoesNotFit { .. })));
}

#[test]
fn rush_hour_is_read_alone_or_from_a_database() {
    let board = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    let parsed = parse(board).unwrap();
    assert_eq!((parsed.detected, parsed.default_metric()), (Format::RushHour, Metric::Lines));
    assert_eq!(parsed.puzzle.pieces().len(), 12);
    assert!(parsed.puzzle.walls()[3]);
    assert_eq!(parse(&format!("60 {board} 2332\n")).unwrap().puzzle, parsed.puzzle);
    assert_eq!(fails(&format!("{}A{}", "o".repeat(8), "o".repeat(27))), (1, 9, Problem::NoAxis("A".into())));
    let upright = format!("{}A{}A{}", "o".repeat(8), "o".repeat(5), "o".repeat(21));
    assert_eq!(fails(&upright), (1, 9, Problem::RedCar));
    assert_eq!(fails(&"o".repeat(36)), (1, 1, Problem::UnknownPiece('A')));
}

#[test]
fn gnome_boards_are_read() {
    let text = "######\n#a**b#\n#m**n#\n#cdef#\n#ghij#\n#k  l#\n##--##\n    ..\n    ..\n";
    let parsed = parse(text).unwrap();
    assert_eq!(parsed.detected, Format::Gnome);
    assert_eq!(parsed.puzzle.gates().len(), 2);
    assert_eq!(
        parsed.puzzle.goal().alternatives,
        [[Condition::Covers { piece: 0, cells: vec![46, 47, 52, 53] }]]
    );
    // Lines may have lost the spaces at their ends.
    assert_eq!(
        parse("####\n#**#\n#--#\n ..\n").unwrap().puzzle,
        parse("####\n#**#\n#--#\n .. \n").unwrap().puzzle
    );
    assert_eq!(fails("####\n#**#\n#--#\n .\n").2, Problem::BadTarget);
}

#[test]
fn tile_boards_are_left_alone() {
    let tiles = [
        "1 2 3/4 5 6/7 8 0",
        "14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3",
        "3\n 0 1 3\n 4 2 5\n 7 8 6",
        "812043765",
        "# puzzle\n3\n3 2 6#row\n1 4 0\n8 7 5",
        "FE169B4C0A73D852",
        "abce.fdgh",
        "[[1,2],[3,0]]",
        "4x4:1,2,3,4",
        "1,2\n3,0",
        "1,2\n3,4\n5,0",
        "1,2,3\n4,5,6\n7,8,0",
        "│ 1 │ 2 │\n│ 3 │   │",
        "abc\ndef\ngh.",
        "",
        "1,2,3,\n4,5,6,\n7,8,0,",
        "0 1\n2 3",
    ];
    for text in tiles {
        assert!(!looks_like_bricks(text), "{text}");
    }
    for entry in library::entries() {
        assert!(looks_like_bricks(entry.text), "{}", entry.slug);
    }
    assert!(looks_like_bricks("AAB\nAAC\n...") && looks_like_bricks("2,2,\n2,0\n1,-1"));
}

fn rewritten(text: &str) -> String {
    let puzzle = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}")).puzzle;
    write_letters(&puzzle, &Position::start(&puzzle)).unwrap()
}

#[test]
fn what_is_written_is_read_again() {
    for entry in library::entries() {
        let puzzle = entry.parse().unwrap().puzzle;
        let start = Position::start(&puzzle);
        match write_letters(&puzzle, &start) {
            Ok(text) if !entry.slug.starts_with("course") => {
                assert_eq!(parse(&text).unwrap().puzzle, puzzle, "{text}");
            }
            // Pieces come in another order, but the same text comes out.
            Ok(text) => assert_eq!(rewritten(&text), text),
            Err(_) => assert_eq!(entry.slug, "course-level-0-solved"),
        }
        let is_course = entry.slug.starts_with("course");
        assert_eq!(write_course(&puzzle, &start).is_ok(), is_course, "{}", entry.slug);
    }
}

/// Texts near to good ones: a character changed, dropped, doubled or moved. Whatever comes out, it is a puzzle that
/// can be drawn and written, or an error with a place in the text.
#[test]
fn damaged_texts_never_panic() {
    let mut random = Rng::from_seed(4);
    let alphabet: Vec<char> = "AB.#x_*-,:0123 \n\r\té\u{0}".chars().collect();
    for entry in library::entries() {
        let text: Vec<char> = entry.text.chars().collect();
        for _ in 0..150 {
            let mut damaged = text.clone();
            for _ in 0..1 + random.below(3) {
                let (at, other) = (random.below(damaged.len()), random.below(damaged.len()));
                match random.below(4) {
                    0 => damaged[at] = alphabet[random.below(alphabet.len())],
                    1 => drop(damaged.remove(at)),
                    2 => damaged.insert(at, alphabet[random.below(alphabet.len())]),
                    _ => damaged.swap(at, other),
                }
            }
            let damaged: String = damaged.into_iter().collect();
            match parse(&damaged) {
                Ok(parsed) => {
                    let start = Position::start(&parsed.puzzle);
                    if let Ok(text) = write_letters(&parsed.puzzle, &start) {
                        assert_eq!(rewritten(&text), text);
                    }
                }
                Err(e) => {
                    let lines: Vec<&str> = damaged.lines().collect();
                    assert!(e.line >= 1 && e.line <= lines.len().max(1), "{e} in {damaged:?}");
                    let width = lines.get(e.line - 1).map_or(0, |line| line.chars().count());
                    assert!(e.column >= 1 && e.column <= width + 1, "{e} in {damaged:?}");
                    assert!(!e.to_string().is_empty());
                }
            }
        }
    }
}

#[test]
fn any_visible_character_is_a_piece() {
    let text = "# a puzzle from elsewhere\nname: Odd labels\nboard:\n@@|*\n@@|:\n....\n# no row\n\
                goal:\n....\n@@..\n@@..\n";
    let parsed = parse(text).unwrap();
    let labels: Vec<&str> = parsed.puzzle.pieces().iter().map(|piece| piece.label.as_str()).collect();
    assert_eq!(labels, ["@", "|", "*", ":"]);
    assert!(parsed.warnings.is_empty(), "{:?}", parsed.warnings);
    let many: String = (0..70).map(|i| char::from_u32(0x4E00 + i).unwrap()).collect();
    let wide = format!("board:\n{many}.\n");
    assert_eq!(parse(&wide).unwrap().puzzle.pieces().len(), 70);
}

#[test]
fn a_piece_in_parts_is_accepted_with_a_note() {
    let parsed = parse("board:\nABA\n...\n").unwrap();
    assert_eq!(parsed.warnings.len(), 1);
    assert!(parsed.warnings[0].text.contains("piece A has parts that lie apart"));
    assert!(parse("board:\nABB\nAA.\n").unwrap().warnings.is_empty());
}
