//! Any bytes as boards: never a panic, and what is read comes back from its printed forms.
#![no_main]

#[path = "../../crates/puzzles/tests/all/properties.rs"]
#[allow(dead_code)]
mod properties;

libfuzzer_sys::fuzz_target!(|input: (Option<(u8, u8)>, &[u8])| {
    let (size, bytes) = input;
    properties::boards_survive(bytes, size.map(|(rows, cols)| (rows.into(), cols.into())));
});
