//! Random numbers that are the same on every machine and in every version: a seed in a report can be used again.
//!
//! The generator is xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM
//! TOMS 47, 2021), its state filled by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), as its authors advise.
//! It is here, and not a dependency, because a library may change its stream with a new version. Not for secrets.

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The generator that belongs to a seed; every seed is as good as another.
    pub fn from_seed(seed: u64) -> Self {
        let mut s = seed;
        Self { state: std::array::from_fn(|_| split_mix(&mut s)) }
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number from 0 to `n - 1`, each exactly equally likely (Lemire, "Fast random integer generation in an
    /// interval", ACM TOMACS 29, 2019).
    ///
    /// # Panics
    /// If `n` is 0: there is no such number.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "no number lies below 0");
        let n = n as u64;
        // 2^64 mod n products have a low half below this; dropping them leaves each result equally often.
        let surplus = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(n);
            if product as u64 >= surplus {
                return (product >> 64) as usize;
            }
        }
    }

    /// Puts the items in random order, each order equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seeding_is_the_published_split_mix() {
        let mut s = 1_234_567;
        let first: [u64; 3] = std::array::from_fn(|_| split_mix(&mut s));
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn the_stream_is_the_published_xoshiro() {
        let mut rng = Rng { state: [1, 2, 3, 4] };
        let first: [u64; 4] = std::array::from_fn(|_| rng.next_u64());
        assert_eq!(first, [11_520, 0, 1_509_978_240, 1_215_971_899_390_074_240]);
    }

    #[test]
    fn every_number_below_n_is_equally_likely() {
        let mut rng = Rng::from_seed(1);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        // Six standard deviations of a binomial of 70,000 draws with probability 1/7.
        assert!(counts.iter().all(|&c| c.abs_diff(10_000) < 560), "{counts:?}");
    }
}
