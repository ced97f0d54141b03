//! Every board, written in every form that can hold it, is read back the same.

use proptest::prelude::*;
use slidewise_puzzles::random::Rng;
use slidewise_puzzles::tiles::Board;
use slidewise_puzzles::tiles::Direction;
use slidewise_puzzles::tiles::draw::draw;
use slidewise_puzzles::tiles::notation::{self, Convention, Style};
use slidewise_puzzles::tiles::parse::{ErrorKind, Form, ParseOptions, parse, parse_many};
use slidewise_puzzles::tiles::replay::Walker;

/// Any board up to 12×12, small ones as often as large ones.
fn any_board() -> impl Strategy<Value = Board> {
    let side = || prop_oneof![1..=4_usize, 1..=12_usize];
    (side(), side(), any::<u64>()).prop_filter_map("two cells or more", |(rows, cols, seed)| {
        let mut cells: Vec<u16> = (0..(rows * cols) as u16).collect();
        Rng::from_seed(seed).shuffle(&mut cells);
        Board::new(rows, cols, cells).ok()
    })
}

fn rows_of(board: &Board, cell: impl Fn(u16) -> String, between: &str) -> Vec<String> {
    let row = |row: &[u16]| row.iter().map(|&t| cell(t)).collect::<Vec<_>>().join(between);
    board.cells().chunks(board.cols()).map(row).collect()
}

/// The board in a form; `None` if the form cannot hold it. `blank` is how the blank is written where one can
/// choose.
fn write(board: &Board, form: Form, blank: &str) -> Option<String> {
    let n = board.cells().len();
    let number = |t: u16| if t == 0 { blank.to_owned() } else { t.to_string() };
    let digit = |t: u16| char::from_digit(t.into(), 36).map_or(String::new(), String::from);
    let letter = |t: u16| if t == 0 { ".".to_owned() } else { char::from(b'a' + t as u8 - 1).to_string() };
    let rows = rows_of(board, number, " ");
    match form {
        Form::Slash => (rows.len() > 1).then(|| rows.join("/")),
        Form::Numbers => Some(rows_of(board, number, ",").join(",")),
        Form::Rows => (rows.len() > 1).then(|| rows.join("\r\n")),
        Form::SizeLine => {
            (board.rows() == board.cols()).then(|| format!("# x\n{}\n{}#y", rows.len(), rows.join(" # z\n")))
        }
        Form::Digits => (n <= 9).then(|| rows_of(board, digit, "").concat()),
        Form::Base36 => (10..=36).contains(&n).then(|| rows_of(board, digit, "").concat()),
        Form::Letters => (n <= 27).then(|| rows_of(board, letter, "").concat()),
        Form::Json => Some(format!("[[{}]]", rows_of(board, |t| t.to_string(), ", ").join("],\n["))),
        Form::Brackets => Some(format!("(({}))", rows_of(board, number, ", ").join("),\n("))),
        Form::GameId => {
            Some(format!("{}x{}:{}", board.cols(), board.rows(), rows_of(board, number, ",").join(",")))
        }
        Form::Instance => Some(format!("some-id 44 {}", rows.join(" "))),
        Form::Drawn => Some(draw(board)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_form_comes_back(board in any_board(), blank in prop::sample::select(vec!["0", "_", "__", ".", "x", "-"])) {
        let sized = ParseOptions { size: Some((board.rows(), board.cols())), form: None };
        for form in Form::ALL {
            let Some(text) = write(&board, form, blank) else { continue };
            let parsed = parse(&text, &sized);
            prop_assert_eq!(parsed.as_ref().map(|p| (&p.board, p.detected)), Ok((&board, form)), "{}", text);
            if form == Form::Instance {
                prop_assert_eq!(parsed.map(|p| (p.id, p.known_optimum)), Ok((Some("some-id".into()), Some(44))));
            }
            let only: Vec<_> = parse_many(&text, &sized).filter_map(|item| item.result.ok()).collect();
            prop_assert_eq!(only.len(), 1);
        }
    }

    /// Forms that show their rows need no size; at worst a column is ambiguous. None is read as another board.
    #[test]
    fn rows_need_no_size(board in any_board(), blank in prop::sample::select(vec!["0", "_", "x", "-"])) {
        for form in [Form::Slash, Form::Rows, Form::SizeLine, Form::Json, Form::GameId, Form::Drawn] {
            let Some(text) = write(&board, form, blank) else { continue };
            match parse(&text, &ParseOptions::default()) {
                Ok(parsed) => prop_assert_eq!(&parsed.board, &board, "{}", text),
                Err(error) => {
                    let ambiguous = matches!(error.kind, ErrorKind::Ambiguous { .. });
                    prop_assert!(ambiguous && form == Form::Rows && board.cols() == 1, "{}: {}", text, error);
                }
            }
        }
    }

    #[test]
    fn lists_come_back(boards in prop::collection::vec(any_board(), 1..8)) {
        let lines: Vec<String> = boards.iter().filter_map(|b| write(b, Form::GameId, "0")).collect();
        let read: Vec<Board> = parse_many(&lines.join("\n"), &ParseOptions::default())
            .filter_map(|item| Some(item.result.ok()?.board))
            .collect();
        prop_assert_eq!(&read, &boards);
        let drawings: Vec<String> = boards.iter().map(draw).collect();
        let read: Vec<Board> = parse_many(&drawings.join("\n"), &ParseOptions::default())
            .filter_map(|item| Some(item.result.ok()?.board))
            .collect();
        prop_assert_eq!(&read, &boards);
    }

    #[test]
    fn moves_come_back(start in any_board(), choices in prop::collection::vec(0..4_usize, 0..80)) {
        let mut walker = Walker::new(&start);
        let moves: Vec<Direction> =
            choices.iter().map(|&i| Direction::ALL[i]).filter(|&d| walker.slide(d).is_some()).collect();
        let end = walker.board();
        for convention in Convention::ALL {
            for style in [Style::Plain, Style::RunLength] {
                let text = notation::write(&start, &moves, convention, style).unwrap();
                let read = notation::read(&text, &start, Some(&end), Some(convention)).unwrap();
                prop_assert_eq!((&read.moves, read.reaches_goal), (&moves, Some(true)));
                // Without being told, the reader finds the same moves or says that it cannot know.
                match notation::read(&text, &start, Some(&end), None) {
                    Ok(read) => prop_assert_eq!(&read.moves, &moves),
                    Err(error) => prop_assert_eq!(error.kind, notation::NotationErrorKind::Ambiguous),
                }
            }
        }
    }
}
