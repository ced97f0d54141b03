//! Any bytes as a learned table, with the checksum made right: refused or read, never a panic, and never a table that
//! is larger than its sides allow.
#![no_main]

use slidewise_puzzles::tiles::heuristic::Learned;

libfuzzer_sys::fuzz_target!(|content: &[u8]| {
    // The two bytes behind magic and version are the sides; large tables take long to spread out.
    let side = |at: usize| usize::from(content.get(at).copied().unwrap_or(0));
    if side(10) * side(11) > 20 {
        return;
    }
    let sum = content.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let bytes = [content, &sum.to_le_bytes()].concat();
    if let Ok(table) = Learned::from_bytes(&bytes) {
        let (rows, cols) = table.size();
        assert_eq!(table.bytes(), ((rows * cols) as u64).pow(4));
        let again = Learned::from_bytes(&table.to_bytes()).expect("what was written can be read");
        assert_eq!(again.size(), table.size());
    }
});
