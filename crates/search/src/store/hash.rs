//! A quick hash for packed keys: one folded multiplication a word.
//!
//! The keys are positions that the program itself makes, so nobody can choose them to collide.

use std::hash::{Hash, Hasher};

const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The hash of a key; all 64 bits are usable.
#[inline]
pub(crate) fn hash<K: Hash>(key: &K) -> u64 {
    let mut hasher = KeyHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

/// A quick hasher for maps whose keys nobody can choose to collide.
#[derive(Clone, Debug, Default)]
pub struct KeyHasher(u64);

impl KeyHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        let wide = u128::from(self.0 ^ word) * u128::from(SPREAD);
        self.0 = (wide >> 64) as u64 ^ wide as u64;
    }
}

impl Hasher for KeyHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|&word| self.add(u64::from_le_bytes(word)));
        if rest.is_empty() {
            return;
        }
        // The last eight bytes, some of them a second time; or what there is, its middle a second time.
        self.add(match (bytes.last_chunk(), rest.first_chunk(), rest.last_chunk()) {
            (Some(&last), _, _) => u64::from_le_bytes(last),
            (_, Some(&first), Some(&last)) => {
                u64::from(u32::from_le_bytes(first)) << 32 | u64::from(u32::from_le_bytes(last))
            }
            _ => {
                u64::from(rest[0]) << 16
                    | u64::from(rest[rest.len() / 2]) << 8
                    | u64::from(rest[rest.len() - 1])
            }
        });
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.add(n.into());
    }
    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.add(n.into());
    }
    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.add(n.into());
    }
    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }
    #[inline]
    fn write_u128(&mut self, n: u128) {
        self.add(n as u64);
        self.add((n >> 64) as u64);
    }
    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }
}
