//! A learned table with bytes of its header and content changed, cut off or longer, its checksum made right: refused or
//! read, never a panic, and never a table that is larger than its sides allow.
#![no_main]

use slidewise_puzzles::tiles::heuristic::Learned;

/// Magic and version, then the sides: large tables take long to spread out.
const SIDES: usize = 10;

/// The table of a board of 2×3 cells that corrects nothing, without its checksum.
fn good() -> Vec<u8> {
    let classes: u32 = 143;
    let mut bytes = b"SLIDELRN".to_vec();
    bytes.extend([1, 0, 2, 3, 0, 0, 10, 0]);
    bytes.extend(classes.to_le_bytes());
    bytes.resize(bytes.len() + classes as usize, 0);
    bytes
}

/// The checksum of the format: FNV-1a.
fn checksum(content: &[u8]) -> u64 {
    content.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

libfuzzer_sys::fuzz_target!(|input: (Vec<(u16, u8)>, Option<u8>)| {
    let (changes, length) = input;
    let mut content = good();
    if let Some(length) = length {
        content.resize(length.into(), 1);
    }
    for (at, byte) in changes {
        let count = content.len().max(1);
        if let Some(place) = content.get_mut(usize::from(at) % count) {
            *place = byte;
        }
    }
    let side = |at: usize| usize::from(content.get(at).copied().unwrap_or(0));
    if side(SIDES) * side(SIDES + 1) > 12 {
        return;
    }
    let sum = checksum(&content);
    content.extend(sum.to_le_bytes());
    if let Ok(table) = Learned::from_bytes(&content) {
        let (rows, cols) = table.size();
        assert_eq!(table.bytes(), ((rows * cols) as u64).pow(4));
        assert_eq!(table.to_bytes(), content, "what was read is written as it was");
    }
});
