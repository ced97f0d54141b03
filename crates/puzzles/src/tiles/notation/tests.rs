use super::*;
use crate::random::Rng;
use crate::step::Direction;
use crate::tiles::board::Board;
use crate::tiles::goal::Goal;
use crate::tiles::replay::{Walker, replay};
use Direction::{Down, Left, Right, Up};

fn goal(n: usize) -> Board {
    Goal::BlankLast.board(n, n).unwrap()
}

fn random_walk(start: &Board, length: usize, rng: &mut Rng) -> Vec<Direction> {
    let mut walker = Walker::new(start);
    let mut moves = Vec::new();
    while moves.len() < length {
        let d = Direction::ALL[rng.below(4)];
        if walker.slide(d).is_some() {
            moves.push(d);
        }
    }
    moves
}

#[test]
fn every_convention_and_style_comes_back() {
    let mut rng = Rng::from_seed(1);
    for (rows, cols) in [(1, 2), (5, 1), (2, 3), (3, 3), (4, 4), (11, 12)] {
        let start = Goal::Snail.board(rows, cols).unwrap();
        for length in [0, 1, 2, 17, 200] {
            let moves = random_walk(&start, length, &mut rng);
            for convention in Convention::ALL {
                for style in [Style::Plain, Style::RunLength] {
                    let text = write(&start, &moves, convention, style).unwrap();
                    let back = read(&text, &start, None, Some(convention)).unwrap();
                    assert_eq!(back.moves, moves, "{text}");
                    assert_eq!(back.convention, convention);
                }
            }
        }
    }
}

#[test]
fn written_as_the_manual_says() {
    // 1 2 3 / 4 5 6 / 7 8 _: the tiles 8, 7 go right, 4 down, 5, 6 left.
    let moves = [Right, Right, Down, Left, Left];
    let text = |convention, style| write(&goal(3), &moves, convention, style).unwrap();
    assert_eq!(text(Convention::Tile, Style::Plain), "RRDLL");
    assert_eq!(text(Convention::Tile, Style::RunLength), "R2DL2");
    assert_eq!(text(Convention::Blank, Style::RunLength), "L2UR2");
    assert_eq!(text(Convention::Numbers, Style::Plain), "8 7 4 5 6");
    assert_eq!(write(&goal(3), &[Up], Convention::Tile, Style::Plain).unwrap_err().index, 0);
}

#[test]
fn letters_words_counts_and_numbers_mean_the_same() {
    for text in [
        "RRDLL",
        "r r d l l",
        "R2DL2",
        "RIGHT2, DOWN\nleft left",
        "right,rightDOWNLeft2;",
        "8 7 4 5 6",
        "8,7,4\n5,6",
        "→→↓←←",
        "→2 ↓ ←2",
        "➡️➡️⬇️⬅️⬅️",
        "2R1D2L",
        "2R D L2",
        "(R)2 D (l)2",
        "2(R)D2(L)",
        "((r)2)d(LL)1",
        "(2R)1 D (2L)1",
    ] {
        let read = read(text, &goal(3), None, None).unwrap();
        assert_eq!(read.moves, [Right, Right, Down, Left, Left], "{text}");
    }
}

#[test]
fn the_convention_is_found_where_it_can_be() {
    let only_blank = read("LLURR", &goal(3), None, None).unwrap();
    assert_eq!(only_blank.moves, [Right, Right, Down, Left, Left]);
    assert_eq!((only_blank.convention, only_blank.decided), (Convention::Blank, Decided::OnlyLegal));
    assert_eq!(only_blank.reaches_goal, None);

    let middle = Board::new(3, 3, vec![1, 2, 3, 4, 0, 5, 6, 7, 8]).unwrap();
    let error = read(" LR", &middle, None, None).unwrap_err();
    assert_eq!(error.kind, NotationErrorKind::Ambiguous);
    assert_eq!((error.place.line, error.place.column, error.place.length), (1, 2, 2));
    let to_the_right = replay(&middle, &[Left]).unwrap();
    let by_goal = read("R", &middle, Some(&to_the_right), None).unwrap();
    assert_eq!((by_goal.convention, by_goal.decided), (Convention::Blank, Decided::OnlyReachesGoal));
    assert_eq!((by_goal.moves, by_goal.reaches_goal), (vec![Left], Some(true)));
    let error = read("U", &middle, Some(&to_the_right), None).unwrap_err();
    assert_eq!(error.kind, NotationErrorKind::Ambiguous, "neither leads to the goal");
    let asked = read("R", &middle, Some(&to_the_right), Some(Convention::Tile)).unwrap();
    assert_eq!((asked.moves, asked.reaches_goal, asked.decided), (vec![Right], Some(false), Decided::Asked));
}

#[test]
fn errors_point_at_the_move() {
    let error = |text, asked| read(text, &goal(3), None, asked).unwrap_err();
    let kind_at = |text, asked| {
        let e = error(text, asked);
        (e.kind, e.place.line, e.place.column)
    };
    assert_eq!(kind_at("RR\nD?", None), (NotationErrorKind::UnknownMove, 2, 2));
    assert_eq!(kind_at("R R0", None), (NotationErrorKind::BadCount, 1, 3));
    assert_eq!(kind_at("R99999999999999999999999", None), (NotationErrorKind::BadCount, 1, 1));
    assert_eq!(kind_at("8 7 5", None), (NotationErrorKind::NotBesideBlank, 1, 5));
    assert_eq!(kind_at("0", None), (NotationErrorKind::NotBesideBlank, 1, 1));
    assert_eq!(kind_at("8 up", None), (NotationErrorKind::UnknownMove, 1, 3));
    let illegal = NotationErrorKind::Illegal { convention: Convention::Tile, number: 3 };
    assert_eq!(kind_at("R3", None), (illegal, 1, 1));
    let other = NotationErrorKind::OtherConvention { asked: Convention::Numbers };
    assert_eq!(kind_at("RR", Some(Convention::Numbers)), (other, 1, 1));
    assert_eq!(error("RR\nD?", None).render_caret("RR\nD?"), "D?\n ^");
    assert!(error("8 7 5", None).to_string().starts_with("1:5: tile 5 is not beside the blank"));
}

#[test]
fn counts_cannot_fill_the_memory() {
    let line = Goal::BlankLast.board(1, 100).unwrap();
    let bomb = "R99L99".repeat(200_000);
    let error = read(&bomb, &line, None, None).unwrap_err();
    assert_eq!(error.kind, NotationErrorKind::TooMany);
}

#[test]
fn no_moves_are_moves_too() {
    let read = read(" \n", &goal(3), Some(&goal(3)), None).unwrap();
    assert_eq!((read.moves, read.reaches_goal), (vec![], Some(true)));
}

#[test]
fn groups_that_mean_too_much_or_nothing_are_refused() {
    let refused = |text: &str| read(text, &goal(3), None, None).unwrap_err();
    assert_eq!(refused("((((RL)99)99)99)99").kind, NotationErrorKind::TooMany);
    assert_eq!(refused("(RL)99999999999999999999999").kind, NotationErrorKind::TooMany);
    for (text, place) in [("(RL", 1), ("R)L", 2), ("R(L)0", 4), ("0R", 1), ("R2.", 3)] {
        assert_eq!(refused(text).place.column, place, "{text}");
    }
}

#[test]
fn a_saved_game_is_read_up_to_where_it_stands() {
    let saved = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :7:Fifteen\n\
                 PARAMS  :3:3x3\nDESC    :17:1,2,3,4,5,6,7,8,0\nNSTATES :1:4\nSTATEPOS:1:3\n\
                 MOVE    :4:M0,2\nMOVE    :4:M0,1\nMOVE    :4:M2,1\n";
    let game = read(saved, &goal(3), None, None).unwrap();
    assert_eq!(game.moves, [Right, Right, Down]);
    let all = saved.replace("STATEPOS:1:3", "STATEPOS:1:4");
    assert_eq!(read(&all, &goal(3), None, None).unwrap().moves, [Right, Right, Down, Left, Left]);
    let wrong = saved.replace("M0,1", "M1,1");
    assert_eq!(read(&wrong, &goal(3), None, None).unwrap_err().place.line, 9);
}
