//! Keys that can be sorted, and written as the difference to the key before them.

use std::hash::Hash;

/// A packed position that the layered search can sort, hash and store in few bytes when its neighbours in the
/// sorted layer are near.
pub trait LayerKey: Copy + Ord + Hash + Default + crate::any::ToAnyKey + Send + Sync + 'static {
    /// Appends this key to `out`, given that `previous` (a smaller key) was written before it.
    fn write_after(self, previous: Self, out: &mut Vec<u8>);
    /// Reads a key written by [`LayerKey::write_after`] and moves `bytes` behind it.
    fn read_after(previous: Self, bytes: &mut &[u8]) -> Self;
    /// A well mixed value of `bits` bits, for a table of recent keys.
    fn slot(self, bits: u32) -> usize;
    /// The key without so many of its low bits, for integers: what near keys have in common.
    fn without_low_bits(self, _bits: u32) -> Self {
        self
    }
    /// To which of so many processes it belongs.
    fn owner(self, processes: usize) -> usize {
        ((self.slot(32) as u64 * processes as u64) >> 32) as usize
    }
    /// Sorts keys. `scratch` is only a place to work in; it is kept so that it need not be allocated again.
    fn sort(keys: &mut Vec<Self>, _scratch: &mut Vec<Self>) {
        keys.sort_unstable();
    }
}

/// Fibonacci hashing: multiplication by the golden ratio spreads near keys over the whole table.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

fn mix(value: u64, bits: u32) -> usize {
    ((value ^ (value >> 29)).wrapping_mul(GOLDEN) >> (64 - bits)) as usize
}

/// Seven bits a byte, the least significant first; the top bit says that more follow.
macro_rules! integer_key {
    ($int:ty) => {
        fn write_after(self, previous: Self, out: &mut Vec<u8>) {
            let mut rest = self.wrapping_sub(previous);
            while rest >= 0x80 {
                out.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            out.push(rest as u8);
        }

        #[inline]
        fn read_after(previous: Self, bytes: &mut &[u8]) -> Self {
            let mut value: $int = 0;
            let mut shift = 0;
            while let Some((&byte, rest)) = bytes.split_first() {
                *bytes = rest;
                value |= <$int>::from(byte & 0x7F) << shift;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            previous.wrapping_add(value)
        }
    };
}

impl LayerKey for u64 {
    integer_key!(u64);

    #[inline]
    fn without_low_bits(self, bits: u32) -> Self {
        self.unbounded_shr(bits)
    }

    #[inline]
    fn slot(self, bits: u32) -> usize {
        mix(self, bits)
    }

    fn sort(keys: &mut Vec<Self>, scratch: &mut Vec<Self>) {
        super::radix::sort(keys, scratch);
    }
}

impl LayerKey for u128 {
    integer_key!(u128);

    #[inline]
    fn without_low_bits(self, bits: u32) -> Self {
        self.unbounded_shr(bits)
    }

    fn slot(self, bits: u32) -> usize {
        mix(self as u64 ^ ((self >> 64) as u64).rotate_left(31), bits)
    }
}

/// A key of up to `N` bytes, for positions that no integer holds. Unused bytes at its end are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes<const N: usize>(pub [u8; N]);

impl<const N: usize> Default for Bytes<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

/// Two bytes each for the lengths of the common beginning and of the part that differs, then that part.
impl<const N: usize> LayerKey for Bytes<N> {
    fn write_after(self, previous: Self, out: &mut Vec<u8>) {
        let same = self.0.iter().zip(&previous.0).take_while(|(a, b)| a == b).count();
        let end = self.0.iter().rposition(|&b| b != 0).map_or(same, |last| (last + 1).max(same));
        out.extend_from_slice(&(same as u16).to_le_bytes());
        out.extend_from_slice(&((end - same) as u16).to_le_bytes());
        out.extend_from_slice(&self.0[same..end]);
    }

    fn read_after(previous: Self, bytes: &mut &[u8]) -> Self {
        let mut take = |n: usize| {
            let (head, rest) = bytes.split_at(n.min(bytes.len()));
            *bytes = rest;
            head
        };
        let length = |raw: &[u8]| raw.iter().rev().fold(0, |n, &b| n << 8 | usize::from(b)).min(N);
        let same = length(take(2));
        let tail = length(take(2)).min(N - same);
        let tail = take(tail);
        let mut key = Self::default();
        key.0[..same].copy_from_slice(&previous.0[..same]);
        key.0[same..same + tail.len()].copy_from_slice(tail);
        key
    }

    fn slot(self, bits: u32) -> usize {
        let folded = self.0.chunks(8).fold(0u64, |h, chunk| {
            let word = chunk.iter().fold(0u64, |w, &b| w << 8 | u64::from(b));
            (h.rotate_left(23) ^ word).wrapping_mul(GOLDEN)
        });
        mix(folded, bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<K: LayerKey + std::fmt::Debug>(keys: &[K]) {
        let mut out = Vec::new();
        let mut previous = K::default();
        for &key in keys {
            key.write_after(previous, &mut out);
            previous = key;
        }
        let mut bytes = out.as_slice();
        previous = K::default();
        for &key in keys {
            previous = K::read_after(previous, &mut bytes);
            assert_eq!(previous, key);
        }
        assert!(bytes.is_empty());
    }

    #[test]
    fn what_is_written_is_read() {
        round_trip(&[0u64, 1, 127, 128, 129, 1 << 40, u64::MAX - 1, u64::MAX]);
        round_trip(&[0u128, 5, 1 << 100, u128::MAX]);
        let bytes = |text: &[u8]| {
            let mut key = Bytes::<9>::default();
            key.0[..text.len()].copy_from_slice(text);
            key
        };
        round_trip(&[bytes(b""), bytes(b"a"), bytes(b"aa"), bytes(b"ab"), bytes(b"abcdefghi"), bytes(b"b")]);
    }

    #[test]
    fn damaged_bytes_do_not_panic() {
        let mut bytes: &[u8] = &[0xFF; 40];
        u64::read_after(0, &mut &bytes[..9]);
        Bytes::<4>::read_after(Bytes::default(), &mut bytes);
        Bytes::<4>::read_after(Bytes::default(), &mut [1u8].as_slice());
    }
}
