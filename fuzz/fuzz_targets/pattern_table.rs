//! A table file with bytes changed anywhere: refused or read, never a panic; what opens as a table answers for every
//! placement.
#![no_main]

use std::sync::OnceLock;

use slidewise_puzzles::pdb::{BuildOptions, Pattern, build, file};

/// A small table as a file.
fn good() -> &'static [u8] {
    static GOOD: OnceLock<Vec<u8>> = OnceLock::new();
    GOOD.get_or_init(|| {
        let pattern = Pattern::new(2, 3, 0, [1, 2]).expect("two tiles of a board");
        let table = build(&pattern, &mut BuildOptions::quiet(1)).expect("nothing stops it");
        let path = std::env::temp_dir().join(format!("slidewise-fuzz-good-{}.pdb", std::process::id()));
        file::write(&table, &path).expect("temporary files can be written");
        let bytes = std::fs::read(&path).expect("it was written");
        let _ = std::fs::remove_file(path);
        bytes
    })
}

libfuzzer_sys::fuzz_target!(|changes: Vec<(u16, u8)>| {
    let mut bytes = good().to_vec();
    for (at, byte) in &changes {
        let at = usize::from(*at) % bytes.len();
        bytes[at] = *byte;
    }
    let path = std::env::temp_dir().join(format!("slidewise-fuzz-{}.pdb", std::process::id()));
    std::fs::write(&path, &bytes).expect("temporary files can be written");
    let _ = file::info(&path);
    if let Ok(table) = file::open(&path, None) {
        assert!(bytes == good() || !changes.is_empty());
        assert!(!table.bytes().is_empty());
    }
});
