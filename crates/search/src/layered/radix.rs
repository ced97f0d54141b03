//! Radix sort of integers: the children of a layer are many and their keys short, so that two or three passes
//! over the digits that differ beat any sort by comparison.

/// Bits sorted per pass: 2,048 counters fit the first-level cache.
const DIGIT: u32 = 11;
const BUCKETS: usize = 1 << DIGIT;

/// Below this a sort by comparison is quicker than clearing the counters.
const SMALL: usize = 1500;

/// Sorts `keys`, least significant digit first. `scratch` grows to the same length.
pub(super) fn sort(keys: &mut Vec<u64>, scratch: &mut Vec<u64>) {
    if keys.len() < SMALL {
        keys.sort_unstable();
        return;
    }
    let varying = keys.iter().fold(0, |bits, &key| bits | (key ^ keys[0]));
    scratch.resize(keys.len(), 0);
    let mut shift = 0;
    while shift < 64 && varying >> shift != 0 {
        if (varying >> shift) & (BUCKETS as u64 - 1) != 0 {
            scatter(keys, scratch, shift);
            std::mem::swap(keys, scratch);
        }
        shift += DIGIT;
    }
}

/// One pass: `from` to `to`, stable, by the digit at `shift`.
fn scatter(from: &[u64], to: &mut [u64], shift: u32) {
    let digit = |key: u64| (key >> shift) as usize % BUCKETS;
    let mut next = [0usize; BUCKETS];
    for &key in from {
        next[digit(key)] += 1;
    }
    let mut sum = 0;
    for slot in &mut next {
        sum += std::mem::replace(slot, sum);
    }
    for &key in from {
        let slot = &mut next[digit(key)];
        to[*slot] = key;
        *slot += 1;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn sorts_like_the_standard_library() {
        let mut x = 88172645463325252u64;
        let mut random = move || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x
        };
        for (len, shift) in [(0, 0), (3, 0), (2000, 0), (5000, 31), (5000, 50), (4000, 63)] {
            let mut keys: Vec<u64> = (0..len).map(|_| random() >> shift).collect();
            let mut expected = keys.clone();
            expected.sort_unstable();
            super::sort(&mut keys, &mut Vec::new());
            assert_eq!(keys, expected);
        }
    }
}
