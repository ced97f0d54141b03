//! Any text as moves on a small board: never a panic, and what is read comes back from what is written.
#![no_main]

#[path = "../../crates/puzzles/tests/all/properties.rs"]
#[allow(dead_code)]
mod properties;

use slidewise_puzzles::random::Rng;
use slidewise_puzzles::tiles::Board;

libfuzzer_sys::fuzz_target!(|input: (u8, u8, u64, &str)| {
    let (rows, cols, seed, text) = input;
    let (rows, cols) = (usize::from(rows % 6) + 1, usize::from(cols % 6) + 1);
    let mut cells: Vec<u16> = (0..(rows * cols) as u16).collect();
    Rng::from_seed(seed).shuffle(&mut cells);
    if let Ok(start) = Board::new(rows, cols, cells) {
        properties::moves_survive(text, &start);
    }
});
