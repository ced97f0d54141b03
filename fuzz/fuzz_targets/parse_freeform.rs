//! Any text as tiles on any board: never a panic, and what is read is written as text that reads as the same.
#![no_main]

use slidewise_puzzles::freeform::{Position, parse, parse_many, text};

libfuzzer_sys::fuzz_target!(|given: &str| {
    assert!(!parse_many(given).is_empty());
    if let Ok(parsed) = parse(given) {
        let written = text(&parsed.puzzle, &Position::start(&parsed.puzzle));
        let again = parse(&written).expect("what was written can be read");
        assert_eq!(text(&again.puzzle, &Position::start(&again.puzzle)), written);
    }
});
