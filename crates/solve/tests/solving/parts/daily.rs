//! The puzzle of a day.

use slidewise_solve::AnyPuzzle;
use slidewise_solve::daily::{self, date, day};

#[test]
fn dates_are_counted() {
    assert_eq!(day("1970-01-01"), Some(0));
    assert_eq!(day("1969-12-31"), Some(-1));
    assert_eq!(day("2000-03-01").unwrap() - day("2000-02-28").unwrap(), 2);
    assert_eq!(day("1900-03-01").unwrap() - day("1900-02-28").unwrap(), 1);
    assert_eq!(day("2026-11-18"), Some(20_775));
    for number in -30_000..60_000 {
        assert_eq!(day(&date(number)), Some(number), "{}", date(number));
    }
    for wrong in ["2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "today", "2026-11-18-1", ""] {
        assert_eq!(day(wrong), None, "{wrong}");
    }
}

#[test]
fn every_day_has_a_puzzle_that_can_be_solved() {
    let today = day("2026-11-18").unwrap();
    let line = |puzzle: &AnyPuzzle| puzzle.line(&puzzle.start());
    for number in today..today + 70 {
        let puzzle = daily::puzzle(number).unwrap();
        assert!(!puzzle.is_solved(&puzzle.start()));
        assert_ne!(puzzle.solvability(&puzzle.start()).is_solvable, Some(false));
        assert_eq!(line(&puzzle), line(&daily::puzzle(number).unwrap()), "the same for everyone");
        assert_ne!(line(&puzzle), line(&daily::puzzle(number + 1).unwrap()), "and another tomorrow");
    }
}
