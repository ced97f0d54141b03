use super::*;
use crate::random::Rng;
use crate::tiles::board::MAX_SIDE;
use crate::tiles::draw::draw;
use crate::tiles::generate::uniform;
use crate::tiles::goal::Goal;

const ANY: ParseOptions = ParseOptions { size: None, form: None };

fn read(text: &str) -> (String, Form) {
    read_with(text, &ANY)
}

fn read_with(text: &str, options: &ParseOptions) -> (String, Form) {
    match parse(text, options) {
        Ok(parsed) => (parsed.board.to_string(), parsed.detected),
        Err(error) => panic!("{text:?}: {error}"),
    }
}

fn sized(rows: usize, cols: usize) -> ParseOptions {
    ParseOptions { size: Some((rows, cols)), form: None }
}

fn formed(form: Form) -> ParseOptions {
    ParseOptions { size: None, form: Some(form) }
}

fn fail(text: &str) -> ParseError {
    match parse(text, &ANY) {
        Ok(parsed) => panic!("{text:?} was read as {} ({})", parsed.board, parsed.detected.name()),
        Err(error) => error,
    }
}

/// Kind, line and column of an error.
fn wrong(text: &str) -> (ErrorKind, usize, usize) {
    let error = fail(text);
    (error.kind, error.line, error.column)
}

#[test]
fn every_example_is_detected() {
    for form in Form::ALL {
        let (_, detected) = read(form.example());
        assert_eq!(detected, form, "{}", form.example());
        assert_eq!(Form::from_name(form.name()), Some(form));
        let forced = parse(form.example(), &formed(form)).unwrap();
        assert_eq!(Ok(forced), parse(form.example(), &ANY), "asking for {} changes nothing", form.name());
    }
    assert_eq!(Form::from_name("morse"), None);
}

#[test]
fn all_forms_of_one_board_agree() {
    let texts = [
        "1 2 3/4 5 6/7 8 0",
        "1 2 3 / 4 5 6 / 7 8 _ /",
        "1,2,3,4,5,6,7,8,0",
        "1\t2\t3\t4\t5\t6\t7\t8\t.",
        "1 2 3\n4 5 6\n7 8 x",
        "1,2,3,\r\n4,5,6,\r\n7,8,-,\r\n",
        "3\n 1 2 3\n 4 5 6\n 7 8 0\n",
        "# puzzle\n3\n1 2 3#row\n4 5 6\n# more\n7 8 0#\n",
        "3\n1\n2\n3\n4\n5\n6\n7\n8\n0",
        "3\n1 2 3 4 5 6 7 8 0",
        "123456780",
        "12345678x",
        "123/456/780",
        "123\n456\n780",
        "abcdefgh.",
        "ABC/DEF/GH_",
        "[[1,2,3],[4,5,6],[7,8,0]]",
        "[1, 2, 3, 4, 5, 6, 7, 8, \"_\"]",
        "[\n  [1, 2, 3],\n  [4, 5, 6],\n  [7, 8, 0]\n]\n",
        "3x3:1,2,3,4,5,6,7,8,0",
        "3X3: 1 2 3/4 5 6/7 8 0",
        "3x3:123456780",
        "17 1 2 3 4 5 6 7 8 0",
        "17 0 1 2 3 4 5 6 7 8 0",
        "korf-17: 0 1 2 3/4 5 6/7 8 0",
        "17 0 123456780",
        "| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n| 7 | 8 |   |",
        "|1|2|3|\n|--|--|--|\n|4|5|6|\n|7|8||",
        "1 | 2 | 3\n--+---+--\n4 | 5 | 6\n--+---+--\n7 | 8 |",
        "+---+---+---+\n| 1 | 2 | 3 |\n+---+---+---+\n| 4 | 5 | 6 |\n+---+---+---+\n| 7 | 8 | _ |\n+---+---+---+",
        "╔═══╦═══╦═══╗\n║ 1 ║ 2 ║ 3 ║\n╠═══╬═══╬═══╣\n║ 4 ║ 5 ║ 6 ║\n║ 7 ║ 8 ║   ║\n╚═══╩═══╩═══╝",
        "\u{feff}1 2 3/4 5 6/7 8 0",
        "01 02 03/04 05 06/07 08 __",
    ];
    for text in texts {
        assert_eq!(read(text).0, "1 2 3/4 5 6/7 8 0", "{text}");
    }
}

#[test]
fn other_shapes_come_from_rows_or_a_size() {
    assert_eq!(read("1 2 3\n4 5 0"), ("1 2 3/4 5 0".into(), Form::Rows));
    assert_eq!(read("1 2 3 4 5 6 7 8\n9 10 11 12 13 14 15 0").0.matches('/').count(), 1);
    assert_eq!(read("1/2/0"), ("1/2/0".into(), Form::Slash));
    assert_eq!(read("1\n2\n0"), ("1/2/0".into(), Form::Rows));
    assert_eq!(read("2\n1\n3\n4\n0"), ("2/1/3/4/0".into(), Form::Rows), "no size line: 2 is not there again");
    assert_eq!(read("[[1,2,3,0]]"), ("1 2 3 0".into(), Form::Json));
    assert_eq!(read("| 1 | 2 |   | 3 |"), ("1 2 0 3".into(), Form::Drawn));
    assert_eq!(read("3x2:1,2,3,4,5,0").0, "1 2 3/4 5 0", "width first");
    assert_eq!(read_with("1 2 3 4 5 0", &sized(3, 2)).0, "1 2/3 4/5 0");
    assert_eq!(read_with("123450", &sized(2, 3)).0, "1 2 3/4 5 0");
    assert_eq!(read_with("1\n2\n3\n0", &sized(2, 2)).0, "1 2/3 0");
    assert_eq!(read_with("1 2 3\n4 5\n6 7 8 0", &sized(3, 3)).0, "1 2 3/4 5 6/7 8 0");
    assert_eq!(read_with("1\n2\n3\n0", &formed(Form::Rows)).0, "1/2/3/0");
    assert_eq!(read_with("1\n2\n3\n0", &formed(Form::Numbers)).0, "1 2/3 0");
    assert_eq!(read("1 2 3 0").0, "1 2/3 0", "square where the count allows it");
}

#[test]
fn digits_beyond_nine_are_base_36() {
    let (board, form) = read("FE169B4C0A73D852");
    assert_eq!((board.as_str(), form), ("15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2", Form::Base36));
    let (board, form) = read("123456789abcdefghijklmnopqrstuvwxyz0");
    assert!(board.ends_with("31 32 33 34 35 0") && form == Form::Base36, "x is tile 33 here");
    let (board, form) = read("abcdefghijklmnopqrstuvwx.");
    assert!(board.ends_with("21 22 23 24 0") && form == Form::Letters, "x is tile 24 here");
    assert_eq!(read("abce.fdgh").0, "1 2 3/5 0 6/4 7 8");
}

#[test]
fn a_line_of_a_table_keeps_its_id_and_optimum() {
    let parsed = parse(Form::Instance.example(), &ANY).unwrap();
    assert_eq!((parsed.id.as_deref(), parsed.known_optimum), (Some("1"), Some(57)));
    let parsed = parse("7: 1 2 3 4 5 6 7 8 0", &ANY).unwrap();
    assert_eq!((parsed.id.as_deref(), parsed.known_optimum), (Some("7"), None));
    let parsed = parse("a,4,1,2,3,4,5,0", &sized(2, 3)).unwrap();
    assert_eq!((parsed.id.as_deref(), parsed.known_optimum), (Some("a"), Some(4)));
}

#[test]
fn ambiguous_texts_are_not_guessed_at() {
    let readings = |text: &str| match fail(text).kind {
        ErrorKind::Ambiguous { readings } => readings,
        other => panic!("{text}: {other:?}"),
    };
    let sizes = |text: &str| {
        let readings = readings(text);
        assert!(readings.iter().all(|reading| reading.decided_by == DecidedBy::Size), "{text}");
        readings.into_iter().map(|reading| reading.size).collect::<Vec<_>>()
    };
    assert_eq!(sizes("1 2 3 4 5 0"), [(1, 6), (2, 3), (3, 2), (6, 1)]);
    assert_eq!(sizes("10"), [(1, 2), (2, 1)]);
    assert_eq!(sizes("[1,2,0]"), [(1, 3), (3, 1)]);
    let forms: Vec<(Form, DecidedBy)> =
        readings("1\n2\n3\n0").into_iter().map(|reading| (reading.form, reading.decided_by)).collect();
    assert_eq!(forms, [(Form::Numbers, DecidedBy::Form), (Form::Rows, DecidedBy::Form)]);
    assert_eq!(sizes("9 1 2 3 4 5 6 7 8 0"), [(1, 10), (2, 5), (5, 2), (10, 1), (3, 3)]);
    assert_eq!(parse("9 1 2 3 4 5 6 7 8 0", &sized(3, 3)).unwrap().id.as_deref(), Some("9"));
    assert_eq!(
        fail("1 2 0").to_string(),
        "1:1: this can be read in more than one way: 1×3 (numbers) by its size, 3×1 (numbers) by its size"
    );
}

#[test]
fn wrong_tiles_are_named_with_their_place() {
    use ErrorKind::*;
    assert_eq!(wrong("1 2 3/4 5 6/7 8 8"), (Duplicate { tile: 8, missing: Some(0) }, 1, 17));
    assert_eq!(wrong("1 2 3\n4 5 5\n7 8 0"), (Duplicate { tile: 5, missing: Some(6) }, 2, 5));
    assert_eq!(wrong("1 2 3/4 5 6/7 9 0"), (TooLarge { max: 8, missing: Some(8) }, 1, 15));
    assert_eq!(wrong("1 2 3/4 5 6/7 99999999999999999999 0").0, TooLarge { max: 8, missing: Some(8) });
    assert_eq!(wrong("1 2 3/4 5 6/7 8 -3"), (Negative, 1, 17));
    assert_eq!(wrong("-1 1 2 3 0"), (Negative, 1, 1));
    assert_eq!(wrong("1 2 3/4 5 6/7 0 0"), (TwoBlanks { missing: Some(8) }, 1, 17));
    assert_eq!(wrong("1 2 3/4 _ 6/7 8 0"), (TwoBlanks { missing: Some(5) }, 1, 17));
    assert_eq!(wrong("1 2 3/4 5 6/7 8 10"), (NoBlank, 1, 1));
    assert_eq!(wrong("1 2 3/4 5 6/7 8 foo"), (UnknownToken, 1, 17));
    assert_eq!(wrong("1 2 3/4 5 6/7 8 1.5").0, UnknownToken);
    assert_eq!(wrong("12345678?"), (UnknownToken, 1, 9));
    assert_eq!(wrong("1 2 3 4 5 6 8 0"), (Missing { tile: 7, count: 1 }, 1, 15));
    assert_eq!(wrong("1,,2,0"), (EmptyCell, 1, 3));
    assert_eq!(wrong("1 2//3 0"), (EmptyRow, 1, 5));
    assert_eq!(wrong("| 1 | 2 |\n| 3 4 |  |"), (UnknownToken, 2, 3));
    assert_eq!(
        wrong("1 57 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 10"),
        (Duplicate { tile: 10, missing: Some(3) }, 1, 42)
    );
    assert_eq!(fail("ab.b").to_string(), "1:4: tile 2 (written b) stands twice, and tile 3 is missing");
    assert_eq!(fail("1 2 3/4 5 6/7 8 8").to_string(), "1:17: tile 8 stands twice, and there is no blank");
}

#[test]
fn wrong_shapes_are_named_with_their_place() {
    use ErrorKind::*;
    assert_eq!(wrong(""), (Empty, 1, 1));
    assert_eq!(wrong(" \n# nothing\n").0, Empty);
    assert_eq!(wrong("1 2 3/4 5/6 7 8 0"), (NotRectangular { row: 2, expected: 3, found: 2 }, 1, 7));
    assert_eq!(wrong("1 2 3\n4 5\n6 7 8 0"), (NotRectangular { row: 2, expected: 3, found: 2 }, 2, 1));
    assert!(fail("1 2 3\n4 5\n6 7 8 0").to_string().ends_with("read it in the form numbers"));
    assert_eq!(wrong("3\n1 2\n3 0"), (SizeDisagrees { stated: (3, 3), found: (2, 2) }, 2, 1));
    assert_eq!(wrong("2x2:1,2,3"), (Count { size: (2, 2), found: 3, missing: Some(0) }, 1, 9));
    assert_eq!(wrong("2x2:1,2,3,0,4"), (Count { size: (2, 2), found: 5, missing: None }, 1, 13));
    for text in ["0", "0x0:", "0\n", "[]", "[[]]", "0\n1 2\n3 0", "101x101:1,2,0", "1x1:0", "||"] {
        assert!(matches!(fail(text).kind, Board(_)), "{text}: {}", fail(text));
    }
    let disagree = parse("3x2:1,2,3,4,5,0", &sized(3, 2)).unwrap_err().kind;
    assert_eq!(disagree, SizeDisagrees { stated: (3, 2), found: (2, 3) });
    assert!(matches!(parse("1 2/3 0", &sized(1, 4)).unwrap_err().kind, SizeDisagrees { .. }));
    assert!(matches!(parse("1 2 3 0", &sized(usize::MAX, 2)).unwrap_err().kind, Board(_)));
    assert_eq!(parse("1 2 3 0", &formed(Form::Drawn)).unwrap_err().kind, NotInForm);
}

#[test]
fn json_errors_say_what_was_expected() {
    let expected = |text: &str| match fail(text).kind {
        ErrorKind::Json { expected } => (expected, fail(text).column),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(expected("[1,2,3,0"), ("a closing bracket", 9));
    assert_eq!(expected("[1,2,3,0]]"), ("nothing after the array", 10));
    assert_eq!(expected("[1,,2,0]"), ("a number or a row in brackets", 4));
    assert_eq!(expected("[[1,2],3,0]"), ("a row in brackets", 8));
    assert_eq!(expected("[1,[2,3,0]]"), ("a number or a row in brackets", 4));
    assert_eq!(expected("[[[1]]]"), ("a number", 3));
    assert_eq!(expected("[\"1]"), ("a closing quote", 2));
    assert_eq!(expected("{\"board\": []}"), ("a bracket [", 1));
}

#[test]
fn carets_point_at_the_token() {
    let text = "1 2 3\n4 55 6\n7 8 0";
    assert_eq!(fail(text).render_caret(text), "4 55 6\n  ^^");
    assert_eq!(
        decode(b"1 2\n\xff").unwrap_err().to_string(),
        "2:1: this byte is not UTF-8 text: save the file as UTF-8"
    );
    assert_eq!(decode(b"1 0"), Ok("1 0"));
}

#[test]
fn huge_texts_are_refused_at_once() {
    let ten_mb = 10_000_000;
    for unit in [
        "1", "1 ", "1\n", "1/", "|", "| 1 |\n", "[", "[],", "[[],", "[1]\n", "[1,", "1,", "#\n", "\n", "/",
        "x", "1 0\n\n", "é",
    ] {
        let text = unit.repeat(ten_mb / unit.len());
        let began = std::time::Instant::now();
        let error = fail(&text);
        let seconds = began.elapsed().as_secs_f64();
        // Half a second at most when the machine is idle; more than linear time would be minutes.
        assert!(seconds < 5.0, "{unit:?} took {seconds} s");
        assert!(error.render_caret(&text).chars().count() < 400);
        assert!(error.to_string().chars().count() < 400, "{unit:?}");
    }
    let rows = format!("[{}]", "[],".repeat(ten_mb / 3));
    assert_eq!(fail(&rows).kind, ErrorKind::TooManyCells);
}

#[test]
fn the_largest_board_is_read_in_every_form_that_can_hold_it() {
    let goal = Goal::Snail.board(MAX_SIDE, MAX_SIDE).unwrap();
    let board = uniform(&goal, &mut Rng::from_seed(1));
    let slash = board.to_string();
    for text in [
        slash.clone(),
        slash.replace('/', "\n"),
        slash.replace('/', " "),
        draw(&board),
        format!("100x100:{slash}"),
    ] {
        assert_eq!(parse(&text, &ANY).unwrap().board, board);
    }
    let too_wide = (0..101).map(|t| t.to_string()).collect::<Vec<_>>().join(" ") + "/";
    assert!(matches!(fail(&too_wide).kind, ErrorKind::Board(_)));
    let too_large = (0..101 * 101).map(|t| t.to_string()).collect::<Vec<_>>().join(",");
    assert_eq!(fail(&too_large).kind, ErrorKind::TooManyCells);
}

mod many {
    use super::*;

    /// Each item as `line:board` or `line:!line:column`.
    fn items(text: &str) -> Vec<String> {
        items_with(text, &ANY)
    }

    fn items_with(text: &str, options: &ParseOptions) -> Vec<String> {
        let show = |item: Item| match item.result {
            Ok(parsed) => format!("{}:{}", item.line, parsed.board),
            Err(error) => format!("{}:!{}:{}", item.line, error.line, error.column),
        };
        parse_many(text, options).map(show).collect()
    }

    #[test]
    fn a_text_of_one_board_is_one_board() {
        assert_eq!(items("# c\n3\n\n1 2 3\n4 5 6\n7 8 0"), ["2:1 2 3/4 5 6/7 8 0"]);
        assert_eq!(items("1 2/3 0\n"), ["1:1 2/3 0"]);
        assert_eq!(items("1 2 3\n4 5 6\n7 8 8"), ["1:!3:5"]);
        assert_eq!(
            items("3 1 2 0\n4 5 6 7\n8 9 10 11\n12 13 14 14"),
            ["1:!4:10"],
            "its first row is a board too"
        );
        assert_eq!(items(""), ["1:!1:1"]);
        assert_eq!(items("\n\n# nothing\n"), ["1:!1:1"]);
    }

    #[test]
    fn a_table_gives_one_item_a_line() {
        let table = "# id optimum tiles\n1 2 1 2 3 4 5 6 7 8 0\n\n2 4 1 2 3 4 5 6 7 0 8 # easy\n3 4 1 1 3 4 5 6 7 0 \
                     8\nnonsense\n5 6 0 1 2 3 4 5 6 7 8\n";
        assert_eq!(
            items(table),
            ["2:1 2 3/4 5 6/7 8 0", "4:1 2 3/4 5 6/7 0 8", "5:!5:7", "6:!6:1", "7:0 1 2/3 4 5/6 7 8"]
        );
        let known: Vec<_> = parse_many(table, &ANY).filter_map(|i| i.result.ok()?.known_optimum).collect();
        assert_eq!(known, [2, 4, 6]);
    }

    #[test]
    fn one_line_boards_of_every_kind_may_be_mixed() {
        let list = "1 2 3/4 5 6/7 8 0\n812043765\r\n[[1,2],[3,0]]\nFE169B4C0A73D852\n2x2:1,2,3,0\noops\n";
        let found = items(list);
        assert_eq!(found.len(), 6);
        assert_eq!(found.iter().filter(|i| i.contains('!')).collect::<Vec<_>>(), ["6:!6:1"]);
        assert_eq!(items("812043765\n123456780"), ["1:8 1 2/0 4 3/7 6 5", "2:1 2 3/4 5 6/7 8 0"]);
        assert_eq!(items("1 2 3/4 5 6/7 8 0\nbad"), ["1:1 2 3/4 5 6/7 8 0", "2:!2:1"]);
        assert_eq!(items_with("1 2 3 4 5 0\n1 2 3 4 0 5", &sized(2, 3)), ["1:1 2 3/4 5 0", "2:1 2 3/4 0 5"]);
    }

    #[test]
    fn blocks_and_arrays_stand_one_after_another() {
        let blocks = "1 2\n3 0\n\n1 2\n3 3\n\n\n| 1 | 2 |\n|   | 3 |\n";
        assert_eq!(items(blocks), ["1:1 2/3 0", "4:!5:3", "8:1 2/0 3"]);
        let arrays = "[1,2,3,0]\n[[1,2],\n [0,3]]\n[1,2,\n[0,1,2,3]";
        assert_eq!(items(arrays)[..2], ["1:1 2/3 0", "2:1 2/0 3"]);
        assert_eq!(
            items("[1,2,3,0]\nbad\n[0,1,2,3]\n[1,1,2,0]"),
            ["1:1 2/3 0", "2:!2:1", "3:0 1/2 3", "4:!4:4"]
        );
    }

    #[test]
    fn long_lists_take_time_in_proportion() {
        let began = std::time::Instant::now();
        for line in ["1 2 3 0\n", "1 2 3/4 5 6/7 8 0\n", "1 2/3 3\n", "[1,2,3,3]\n", "1 0\n\n"] {
            let good = "1 2/3 0\n[3,2,1,0]\n";
            let text = good.repeat(2) + &line.repeat(50_000);
            assert!(parse_many(&text, &ANY).count() >= 50_000, "{line:?}");
        }
        assert!(began.elapsed().as_secs_f64() < 5.0);
    }
}

/// What people paste from programs and spreadsheets.
#[test]
fn boards_of_other_programs_are_read() {
    for text in [
        "((1, 2), (3, None))",
        "(1, 2, 3, 0)",
        "[[1 2]\n [3 0]]",
        "[[1 2] [3 0]]",
        "array([[1, 2],\n       [3, 0]])",
        "np.array([[1, 2], [3, 0]], dtype=int)",
        "[1 2; 3 0]",
        "1 2; 3 0",
        "1 2 3 null",
        "1 2/3 NaN",
        "[['1', '2'], ['3', '_']]",
        "[[1, 2], [3, None]]",
        "1\t2\n3\t",
        "1,2,\n3,",
        "1 2\n3",
        "１ ２ ３ ０",
        "1 2 3 4",
        "1 2/3 4",
    ] {
        let parsed = parse(text, &ParseOptions::default()).unwrap_or_else(|e| panic!("{text:?}: {e}"));
        assert_eq!(parsed.board.to_string().replace(' ', ""), "12/30", "{text:?}");
        assert_eq!(parsed.blank_number.is_some(), text.contains('4'), "{text:?}");
    }
    for text in ["((1, 2), (3, 0)", "(1, 2, 3, 0))", "(1 2) 3 0", "()", "array("] {
        assert!(parse(text, &ParseOptions::default()).is_err(), "{text:?}");
    }
}
