//! Any text as brick puzzles: never a panic, and what is read is written as letters that read as the same puzzle. What
//! stands behind the first byte 1 is read as moves.
#![no_main]

use slidewise_puzzles::bricks::parse::{looks_like_bricks, parse, parse_many};
use slidewise_puzzles::bricks::{Position, notation, write};

libfuzzer_sys::fuzz_target!(|given: &str| {
    let (text, moves) = given.split_once('\u{1}').unwrap_or((given, ""));
    let _ = looks_like_bricks(text);
    assert!(!parse_many(text).is_empty());
    let Ok(parsed) = parse(text) else { return };
    let start = Position::start(&parsed.puzzle);
    let _ = notation::read(&parsed.puzzle, moves);
    // Labels of several characters cannot be written as letters.
    let Ok(written) = write::letters(&parsed.puzzle, &start) else { return };
    let again = parse(&written).expect("what was written can be read");
    assert_eq!(again.puzzle.pieces().len(), parsed.puzzle.pieces().len(), "{written}");
});
