//! The reference page of heuristics says what whole spaces say today.

use slidewise_lab::audit::page;
use slidewise_lab::search::Cancel;
use slidewise_lab::solve::{Reading, read_one};

/// One puzzle of each kind whose whole space is small.
const PUZZLES: [&str; 3] =
    ["1 2 3/4 5 6/7 8 0", "klotski", "tiles: B A A/B B A/. . #; goal: A A A/B B B/. . #"];

/// `SLIDEWISE_BLESS=1` writes it anew.
#[test]
fn the_page_is_true() {
    let puzzles = PUZZLES.map(|text| read_one(text, &Reading::default()).unwrap().puzzle);
    let made = page(&puzzles, &Cancel::default()).unwrap();
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/heuristics.md");
    if std::env::var_os("SLIDEWISE_BLESS").is_some() {
        std::fs::write(&file, &made).unwrap();
    }
    // A package has no pages.
    if file.parent().is_some_and(std::path::Path::exists) {
        let written = std::fs::read_to_string(&file).unwrap();
        assert_eq!(written, made, "SLIDEWISE_BLESS=1 writes it anew");
    }
}
