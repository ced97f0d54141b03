//! A table file with bytes changed anywhere, with its checksums made right or not: refused or read, never a panic. What
//! opens as a table answers for every placement, and every entry of it is right.
#![no_main]

use std::sync::{Arc, OnceLock};

use slidewise_puzzles::pdb::file::{checksum, from_bytes, to_bytes};
use slidewise_puzzles::pdb::{Access, BuildOptions, MAX_TILES, Pattern, Symmetry, build};

/// Where the checksum of the entries lies, behind magic, version, board, kind, cells and length; then that of the
/// header.
const SUM: usize = 8 + 4 + 3 + 2 + MAX_TILES + 8;
const OWN_SUM: usize = SUM + 8;
/// Where the entries begin.
const ENTRIES: usize = 4096;

/// A small table as a file.
fn good() -> &'static [u8] {
    static GOOD: OnceLock<Vec<u8>> = OnceLock::new();
    GOOD.get_or_init(|| {
        let pattern = Pattern::new(2, 3, 0, [1, 2]).expect("two tiles of a board");
        to_bytes(&build(&pattern, &mut BuildOptions::quiet(1)).expect("nothing stops it"))
    })
}

fn forge(bytes: &mut [u8]) {
    let sum = checksum(&bytes[ENTRIES..]).to_le_bytes();
    bytes[SUM..OWN_SUM].copy_from_slice(&sum);
    let own = checksum(&bytes[..OWN_SUM]).to_le_bytes();
    bytes[OWN_SUM..OWN_SUM + 8].copy_from_slice(&own);
}

libfuzzer_sys::fuzz_target!(|input: (bool, Vec<(bool, u8, u8)>)| {
    let (forged, changes) = input;
    let mut bytes = good().to_vec();
    for (entry, at, byte) in &changes {
        // The rest of the header's page is empty.
        let (first, count) = if *entry { (ENTRIES, bytes.len() - ENTRIES) } else { (0, OWN_SUM + 16) };
        bytes[first + usize::from(*at) % count] = *byte;
    }
    if forged {
        forge(&mut bytes);
    }
    let Ok(table) = from_bytes(&bytes) else { return };
    assert!(forged || bytes == good());
    // It is small, so all of it was proven.
    assert!(table.verify(&mut BuildOptions::quiet(1)).is_ok());
    let (rows, cols) = (table.pattern().rows(), table.pattern().cols());
    let (tiles, cells) = (table.pattern().tiles(), (rows * cols) as u8);
    let access = Access::new(Arc::new(table), &Symmetry::all(rows, cols)[0]);
    for first in 0..cells {
        let placed: Vec<u8> = (0..tiles as u8).map(|slot| (first + slot) % cells).collect();
        let _ = access.key(&placed, usize::from((first + tiles as u8) % cells));
    }
});
