//! Moves that are read, written, and refused.

use super::*;
use crate::freeform::{Blocked, Position, Puzzle, Step, parse, steps, testing};
use crate::random::Rng;
use crate::tiles::Direction;

fn puzzle(text: &str) -> Puzzle {
    parse(text).unwrap().puzzle
}

fn read_text(p: &Puzzle, text: &str) -> Vec<(usize, char)> {
    let found = read(p, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    found.iter().map(|step| (step.piece, step.direction.letter())).collect()
}

#[test]
fn labels_and_ways() {
    let p = puzzle("tiles:\n1 2 3\n4 # 5\n6 7 .");
    assert_eq!(read_text(&p, "5D, 3d\n2R"), [(4, 'D'), (2, 'D'), (1, 'R')]);
}

#[test]
fn counts_repeat_the_step_of_one_tile() {
    let p = puzzle("tiles: A . . A .");
    assert_eq!(read_text(&p, "a@1,1R2,A@1,4r"), [(0, 'R'), (0, 'R'), (1, 'R')]);
    let moves = read(&p, "A@1,1R2 A@1,4R").unwrap();
    assert_eq!(write(&p, &moves, Style::RunLength).unwrap(), "A@1,1R2 AR");
    assert_eq!(write(&p, &moves, Style::Plain).unwrap(), "A@1,1R A@1,2R AR");
    assert_eq!(read(&p, "").unwrap(), []);
}

#[test]
fn labels_that_look_like_moves_are_no_trouble() {
    let p = puzzle("tiles: L UL 5L2 .");
    let text = "5L2R ULR LR 5L2L2";
    assert!(read(&p, text).is_err(), "the last one hits UL");
    let text = "5L2R ULR LR LL";
    let moves = read(&p, text).unwrap();
    assert_eq!(write(&p, &moves, Style::RunLength).unwrap(), text);
}

#[test]
fn what_is_wrong_has_a_place() {
    use NotationErrorKind as E;
    let p = puzzle("tiles:\nA . A\n. 2 #\nB b .");
    let wrong = |text: &str| {
        let e = read(&p, text).expect_err(text);
        assert!(!e.render_caret(text).is_empty() && !e.to_string().is_empty());
        (e.place.line, e.place.column, e.kind)
    };
    assert_eq!(wrong("2U\n 2Q"), (2, 2, E::UnknownMove));
    assert_eq!(wrong("L"), (1, 1, E::UnknownMove));
    assert_eq!(wrong("2@1L"), (1, 1, E::UnknownMove));
    assert_eq!(wrong("2U, 2D0"), (1, 5, E::BadCount));
    assert_eq!(wrong("2U99999999999999999999"), (1, 1, E::BadCount));
    assert_eq!(wrong("2L 9L"), (1, 4, E::NoSuchTile("9".into())));
    assert_eq!(wrong("2@9,1L"), (1, 1, E::NotThere { label: "2".into(), row: 9, column: 1 }));
    assert_eq!(wrong("2@0,1L"), (1, 1, E::NotThere { label: "2".into(), row: 0, column: 1 }));
    assert_eq!(wrong("2@1,1L"), (1, 1, E::NotThere { label: "2".into(), row: 1, column: 1 }));
    assert_eq!(wrong("2L2"), (1, 1, E::Blocked { number: 2, why: Blocked::Edge }));
    assert_eq!(wrong("2R"), (1, 1, E::Blocked { number: 1, why: Blocked::Wall }));
    assert_eq!(wrong("2L AU"), (1, 4, E::NoneCan { number: 2, label: "A".into() }));
    assert_eq!(wrong("BL").2, E::Blocked { number: 1, why: Blocked::Edge });
    let p = puzzle("tiles:\nA A\n. .");
    let e = read(&p, "AD").unwrap_err();
    assert_eq!(e.kind, E::WhichTile { label: "A".into(), example: "A@1,1D".into() });
    let p = puzzle("tiles: x X .");
    assert_eq!(read_text(&p, "XR xR"), [(1, 'R'), (0, 'R')], "capitals count where both are there");
    let step = Step { piece: 0, direction: Direction::Right };
    assert_eq!(write(&p, &[step], Style::Plain), Err(IllegalStep { index: 0, why: Blocked::Tile(1) }));
    let nobody = Step { piece: 9, direction: Direction::Right };
    assert_eq!(write(&p, &[nobody], Style::Plain), Err(IllegalStep { index: 0, why: Blocked::NoSuchTile }));
}

#[test]
fn random_walks_are_read_as_they_were_written() {
    let mut rng = Rng::from_seed(9);
    for _ in 0..500 {
        let p = testing::random_puzzle(&mut rng, 20);
        let mut position = Position::start(&p);
        let mut walk = Vec::new();
        for _ in 0..30 {
            let choices = steps(&p, &position);
            if choices.is_empty() {
                break;
            }
            let step = choices[rng.below(choices.len())];
            position.step(&p, step.piece, step.direction).unwrap();
            walk.push(step);
        }
        for style in [Style::Plain, Style::RunLength] {
            let text = write(&p, &walk, style).unwrap();
            assert_eq!(read(&p, &text).unwrap(), walk, "{text}");
            assert_eq!(read(&p, &text.replace(' ', ",")).unwrap(), walk, "{text}");
        }
    }
}
