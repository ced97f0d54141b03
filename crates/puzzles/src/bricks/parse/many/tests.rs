//! Batches in every form, with bad puzzles among good ones.

use super::super::looks_like_bricks;
use super::*;
use crate::bricks::library;
use crate::random::Rng;

const FOGLEMAN: &str = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332";
const FREE: &str = "ooooooooooooAAoooooooooooooooooooooo";

/// The line of an item, with the name of its puzzle or the place and kind of what is wrong.
type Outline = (usize, Result<String, (usize, usize, Problem)>);

/// Of each item.
fn outline(text: &str) -> Vec<Outline> {
    assert!(looks_like_bricks(text), "{text}");
    let result = |item: Item| match item.result {
        Ok(parsed) => Ok(parsed.puzzle.about.name),
        Err(e) => Err((e.line, e.column, e.problem)),
    };
    parse_many(text).into_iter().map(|item| (item.line, result(item))).collect()
}

fn good(line: usize, name: &str) -> Outline {
    (line, Ok(name.into()))
}

fn bad(line: usize, at: (usize, usize), problem: Problem) -> Outline {
    (line, Err((at.0, at.1, problem)))
}

#[test]
fn a_text_with_one_puzzle_is_that_puzzle() {
    let more = [
        FOGLEMAN,
        FREE,
        "",
        "junk",
        "3,2,\n2,0,\n1,3,0,\n",
        "board:\nA\u{1}\nname: below\n",
        "board:\nA.\n\nname: below\ngoal:\n.A\n",
        "name: one\nname: two\nboard:\nA.\n",
        "AAB\nAAC\n\n...\n",
        "####\n#**#\n\n#--#\n ..\n",
        "# one board\n\nooooooooooooAAoooooooooooooooooooooo\n",
    ];
    for text in library::entries().map(|entry| entry.text).chain(more) {
        let items = parse_many(text);
        assert_eq!(items.len(), 1, "{text}");
        assert_eq!(items[0].result, parse(text), "{text}");
    }
    assert_eq!(parse_many("\n\nname: x\nboard:\nA.\n")[0].line, 3);
}

#[test]
fn the_whole_library_is_one_text() {
    let entries: Vec<_> = library::entries().filter(|entry| !entry.slug.starts_with("course")).collect();
    for between in ["", "\n", "\n\n"] {
        let text: String =
            entries.iter().map(|entry| format!("{}\n{between}", entry.text.trim_end())).collect();
        let items = parse_many(&text);
        assert_eq!(items.len(), entries.len());
        for (item, entry) in items.iter().zip(&entries) {
            assert_eq!(item.result, entry.parse(), "{}", entry.slug);
        }
    }
    let course: Vec<_> = library::entries().filter(|entry| entry.slug.starts_with("course")).collect();
    let text: String = course.iter().map(|entry| format!("{}\n", entry.text.trim_end())).collect();
    let puzzles: Vec<_> = parse_many(&text).into_iter().map(|item| item.result.unwrap().puzzle).collect();
    let each: Vec<_> = course.iter().map(|entry| entry.parse().unwrap().puzzle).collect();
    assert_eq!(puzzles, each);
}

#[test]
fn letter_grids_begin_with_their_headers() {
    let text = "name: a\nboard:\nA.\ngoal:\n.A\nrush: no\n\nnote: of b\nname: \
                b\nboard:\nB\u{1}\n\n\nboard:\nC.\naxis: C=h\nname: d\n\nboard:\nD.\n";
    let expected =
        [good(1, "a"), bad(8, (11, 2), Problem::BadCharacter('\u{1}')), good(14, ""), good(17, "d")];
    assert_eq!(outline(text), expected);
    let notes =
        |at: usize| parse_many(&text.replace('\u{1}', "."))[at].result.clone().unwrap().puzzle.about.notes;
    assert_eq!((notes(0), notes(1)), (vec![], vec![("note".to_string(), "of b".to_string())]));
}

#[test]
fn a_puzzle_without_its_board_spoils_no_other() {
    let text = "name: a\nboard:\nA.\n\nname: b\nbord:\nB.\n\nname: c\n\nname: d\nboard:\nD.\n";
    let unknown = Problem::UnknownKey("bord".into());
    let expected = [good(1, "a"), bad(5, (6, 1), unknown), bad(9, (9, 1), Problem::NoBoard), good(11, "d")];
    assert_eq!(outline(text), expected);
}

#[test]
fn rush_hour_is_one_puzzle_a_line() {
    let text = format!("# a list\n{FOGLEMAN}\r\n\n{FREE}\nooAA\n{}\n51 {FREE} 9\n", "o".repeat(36));
    let expected = [
        good(2, ""),
        good(4, ""),
        bad(5, (5, 1), Problem::UnknownForm),
        bad(6, (6, 1), Problem::UnknownPiece('A')),
        good(7, ""),
    ];
    assert_eq!(outline(&text), expected);
    let known: Vec<_> =
        parse_many(&text).into_iter().filter_map(|item| item.result.ok()).map(|p| p.known_optimum).collect();
    assert_eq!(known, [Some(60), None, Some(51)]);
    assert_eq!(parse(FOGLEMAN).unwrap().known_optimum, Some(60));
    let two = parse(&format!("{FREE}\n{FREE}\n")).unwrap_err();
    assert_eq!((two.line, two.problem), (2, Problem::SecondPuzzle));
}

#[test]
fn course_puzzles_begin_with_their_size() {
    let text =
        "3,2,\n2,0,-1,\n1,3,0,\n2,2,\n2,0\n0,-1\n\n3,2,\n2,0,-1,\n4,1,\n2,x,0,-1,\n3,2,\n2,3,-1,\n0,1,3,\n";
    let short = Problem::RowCount { expected: 2, found: 1 };
    let expected = [
        good(1, ""),
        good(4, ""),
        bad(8, (9, 1), short),
        bad(10, (11, 3), Problem::BadNumber("x".into())),
        good(12, ""),
    ];
    assert_eq!(outline(text), expected);
    let last = parse_many(text).pop().unwrap().result.unwrap();
    assert_eq!((last.warnings[0].line, last.warnings[0].column), (14, 5));
    let surplus = "2,1,\n2,0,\n0,0,\n2,1,\n2,0,\n";
    let long = Problem::RowCount { expected: 1, found: 2 };
    assert_eq!(outline(surplus), [bad(1, (3, 1), long), good(4, "")]);
}

#[test]
fn gnome_boards_stand_between_blank_lines() {
    let board = "####\n#**#\n#--#\n ..\n";
    let text = format!("{board}\n\n####\n#**#\n .\n\n#ab#\n#ab#\n\n{board}");
    let expected = [
        good(1, ""),
        bad(7, (9, 2), Problem::BadTarget),
        bad(11, (11, 1), Problem::UnknownForm),
        good(14, ""),
    ];
    assert_eq!(outline(&text), expected);
}

#[test]
fn forms_may_be_mixed_between_blank_lines() {
    let text = format!("3,2,\n2,0,-1,\n1,3,0,\n\n{FREE}\n\n####\n#**#\n#--#\n ..\n");
    // The first line decides, so what follows is read as a text of the course.
    assert_eq!(
        parse_many(&text)[0].result.as_ref().unwrap_err().problem,
        Problem::RowCount { expected: 2, found: 3 }
    );
    let text = format!("####\n#**#\n#--#\n ..\n\n?!\n\n3,2,\n2,0,-1,\n1,3,0,\n\n{FREE}\n");
    let expected = [good(1, ""), bad(6, (6, 1), Problem::UnknownForm), good(8, ""), good(12, "")];
    assert_eq!(outline(&text), expected);
}

#[test]
fn damaged_batches_never_panic() {
    let mut random = Rng::from_seed(5);
    let texts = [
        "name: a\nboard:\nA.\ngoal:\n.A\n\nname: b\nboard:\nB.\n".to_string(),
        format!("{FOGLEMAN}\n{FREE}\n"),
        "3,2,\n2,0,-1,\n1,3,0,\n2,2,\n2,0\n0,-1\n".to_string(),
        "####\n#**#\n#--#\n ..\n\n####\n#**#\n#--#\n ..\n".to_string(),
    ];
    let alphabet: Vec<char> = "AB.#x_*-,:0123 \n\r\té\u{0}".chars().collect();
    for text in texts {
        for _ in 0..500 {
            let mut damaged: Vec<char> = text.chars().collect();
            for _ in 0..1 + random.below(3) {
                let (at, with) = (random.below(damaged.len()), alphabet[random.below(alphabet.len())]);
                match random.below(3) {
                    0 => damaged[at] = with,
                    1 => drop(damaged.remove(at)),
                    _ => damaged.insert(at, with),
                }
            }
            let damaged: String = damaged.into_iter().collect();
            let lines = damaged.lines().count().max(1);
            for item in parse_many(&damaged) {
                assert!((1..=lines).contains(&item.line), "{damaged:?}");
                if let Err(e) = item.result {
                    assert!((item.line.min(e.line)..=lines).contains(&e.line), "{e} in {damaged:?}");
                }
            }
        }
    }
}
