//! What must hold for every text whatever. The mutation test and the fuzz targets check the same properties.

use slidewise_puzzles::text::Place;
use slidewise_puzzles::tiles::Board;
use slidewise_puzzles::tiles::draw::draw;
use slidewise_puzzles::tiles::notation::{self, Convention, Style};
use slidewise_puzzles::tiles::parse::{ParseError, ParseOptions, Parsed, decode, parse, parse_many};

/// Reading bytes as boards never panics, errors point into the text, and a board that was read comes back from
/// its own printed forms. Returns how many boards were found.
pub fn boards_survive(bytes: &[u8], size: Option<(usize, usize)>) -> usize {
    let options = ParseOptions { size, form: None };
    let text = match decode(bytes) {
        Ok(text) => text,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return 0;
        }
    };
    check_board(text, &parse(text, &options));
    let items: Vec<_> = parse_many(text, &options).collect();
    assert!(!items.is_empty(), "there is always something to say");
    for item in &items {
        check_board(text, &item.result);
        assert!(item.line <= text.matches('\n').count() + 1);
    }
    items.iter().filter(|item| item.result.is_ok()).count()
}

fn check_board(text: &str, result: &Result<Parsed, ParseError>) {
    match result {
        Ok(Parsed { board, .. }) => {
            let options = ParseOptions { size: Some((board.rows(), board.cols())), form: None };
            for printed in [board.to_string(), draw(board)] {
                assert_eq!(parse(&printed, &options).map(|p| p.board).as_ref(), Ok(board));
            }
        }
        Err(error) => {
            check_place(text, Place { line: error.line, column: error.column, length: error.length });
            assert!(error.to_string().starts_with(&format!("{}:{}: ", error.line, error.column)));
            assert_eq!(error.render_caret(text).matches('\n').count(), 1);
        }
    }
}

/// A place lies in its text, or just behind the end of a line.
fn check_place(text: &str, place: Place) {
    assert!(place.line >= 1 && place.column >= 1 && place.length >= 1);
    let line =
        text.trim_start_matches('\u{feff}').split('\n').nth(place.line - 1).expect("the line is there");
    assert!(place.column <= line.chars().count() + 1, "{place:?} in {line:?}");
}

/// Reading a text as moves never panics, and moves that were read come back from what is written for them.
/// Returns whether it was read.
pub fn moves_survive(text: &str, start: &Board) -> bool {
    let mut any = false;
    for asked in [None, Some(Convention::Tile), Some(Convention::Blank), Some(Convention::Numbers)] {
        match notation::read(text, start, None, asked) {
            Ok(read) => {
                any = true;
                for (convention, style) in [
                    (Convention::Tile, Style::Plain),
                    (Convention::Tile, Style::RunLength),
                    (Convention::Blank, Style::RunLength),
                    (Convention::Numbers, Style::Plain),
                ] {
                    let written =
                        notation::write(start, &read.moves, convention, style).expect("moves are legal");
                    let back =
                        notation::read(&written, start, None, Some(convention)).expect("it can be read");
                    assert_eq!(back.moves, read.moves);
                }
            }
            Err(error) => {
                check_place(text, error.place);
                assert_eq!(error.render_caret(text).matches('\n').count(), 1);
            }
        }
    }
    any
}
