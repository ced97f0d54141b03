//! What is written is read again, and what is wrong is pointed at.

use slidewise_search::layered::Options;
use slidewise_search::{Cancel, Limits, Meter, Verdict};

use super::*;
use crate::bricks::course::{step_text, steps_of};
use crate::bricks::replay::Position;
use crate::bricks::{library, parse, solve};
use Direction::{Down, Left, Right, Up};

fn puzzle() -> Puzzle {
    parse("board:\nAR.\nB..\n").unwrap().puzzle
}

fn steps(list: &[(usize, Direction)]) -> Vec<Step> {
    list.iter().map(|&(piece, direction)| Step { piece, direction }).collect()
}

#[test]
fn each_metric_puts_together_what_it_counts_as_one() {
    let way = steps(&[(0, Right), (0, Right), (0, Down), (2, Up), (2, Up)]);
    let texts = Metric::ALL.map(|metric| write(&puzzle(), &way, metric));
    assert_eq!(texts, ["A R, A R, A D, B U, B U", "A R2, A D, B U2", "A R2D, B U2"]);
    for text in texts {
        assert_eq!(read(&puzzle(), &text), Ok(way.clone()), "{text}");
    }
    assert_eq!(write(&puzzle(), &[], Metric::Moves), "");
    assert_eq!(read(&puzzle(), " \n"), Ok(vec![]));
}

#[test]
fn capitals_commas_and_lines_do_not_matter() {
    let way = steps(&[(0, Right), (0, Right), (0, Down), (1, Right), (2, Left)]);
    let texts = [
        "A R2D, R R, B L",
        "A r2d R R B l",
        "A rrd\nR r1;\r\nB L,\n",
        ",A RRD,,R\tR\n\nB\nL",
        "(A,right)(A,right)(A,down)(R,right)(B,left)",
        "( A , RIGHT ), (A,Right)\n(A,down) R R\n(B,left)",
        "\u{feff}A R2D, R R, B L",
    ];
    for text in texts {
        assert_eq!(read(&puzzle(), text), Ok(way.clone()), "{text:?}");
    }
}

#[test]
fn what_is_wrong_is_pointed_at() {
    use NotationErrorKind::{BadCount, NoDirection, NoStep, NoSuchPiece, NoWay};
    let cases = [
        ("A R,\n  C U", (2, 3, 1), NoSuchPiece, "C"),
        ("a R", (1, 1, 1), NoSuchPiece, "a"),
        ("A", (1, 1, 1), NoWay, "A"),
        ("A, R R", (1, 1, 1), NoWay, "A"),
        ("A RX", (1, 4, 1), NoDirection, "X"),
        ("A 2", (1, 3, 1), NoDirection, "2"),
        ("A Ré", (1, 4, 1), NoDirection, "é"),
        ("A R0", (1, 4, 1), BadCount, "0"),
        ("A R99999999999999999999999", (1, 4, 23), BadCount, "99999999999999999999999"),
        ("A R (A,away)", (1, 8, 4), NoDirection, "away"),
        ("(C,left)", (1, 2, 1), NoSuchPiece, "C"),
        ("(A left)", (1, 1, 8), NoStep, "(A left)"),
        ("(A,left\nA R", (1, 1, 7), NoStep, "(A,left"),
        ("A R)", (1, 4, 1), NoStep, ")"),
        ("(", (1, 1, 1), NoStep, "("),
    ];
    for (text, (line, column, length), kind, token) in cases {
        let expected =
            NotationError { kind, place: crate::text::Place { line, column, length }, token: token.into() };
        let error = read(&puzzle(), text).expect_err(text);
        assert_eq!(error, expected, "{text}");
        assert!(error.to_string().starts_with(&format!("{line}:{column}: ")));
        assert!(error.render_caret(text).contains('^'));
    }
    let many = "A U256,".repeat(MAX_STEPS / 256 + 1);
    assert_eq!(read(&puzzle(), &many).unwrap_err().kind, NotationErrorKind::TooMany);
}

#[test]
fn solutions_are_read_again() {
    for slug in ["klotski", "rush-hour-1", "dads-puzzler", "course-level-1", "century"] {
        let puzzle = library::get(slug).unwrap().parse().unwrap().puzzle;
        let mut observer = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut observer);
        let solved = solve(&puzzle, Metric::Moves, &Options::default(), &mut meter);
        let Verdict::Solved(solution) = solved.verdict else { panic!("{slug}") };
        let way = steps_of(&solution.moves);
        for metric in Metric::ALL {
            let text = write(&puzzle, &way, metric);
            assert_eq!(text.split(", ").count(), metric.length(&way), "{slug}");
            assert_eq!(read(&puzzle, &text), Ok(way.clone()), "{slug}: {text}");
        }
        let course: Vec<String> = way.iter().map(|step| step_text(&puzzle, step)).collect();
        assert_eq!(read(&puzzle, &course.join("\n")), Ok(way.clone()), "{slug}");
        let mut position = Position::start(&puzzle);
        way.iter().for_each(|step| position.step(&puzzle, step.piece, step.direction).unwrap());
        assert!(position.is_solved(&puzzle), "{slug}");
    }
}
