//! What a heuristic carries, written in words: so the partials of several heuristics can lie side by side in
//! one array, whatever their types.

use super::super::repr::Sum;

/// A partial that can be written in a few words and read again.
pub(super) trait InWords: Copy {
    /// How many words it takes.
    const WORDS: usize;
    /// From the first of `words`.
    fn read(words: &[u32]) -> Self;
    /// Into the first of `words`.
    fn write(self, words: &mut [u32]);
}

impl<S: Sum> InWords for S {
    const WORDS: usize = 1;

    #[inline]
    fn read(words: &[u32]) -> Self {
        Self::of(words[0])
    }

    #[inline]
    fn write(self, words: &mut [u32]) {
        words[0] = self.get();
    }
}

impl InWords for u64 {
    const WORDS: usize = 2;

    #[inline]
    fn read(words: &[u32]) -> Self {
        Self::from(words[0]) | Self::from(words[1]) << 32
    }

    #[inline]
    fn write(self, words: &mut [u32]) {
        (words[0], words[1]) = (self as u32, (self >> 32) as u32);
    }
}

impl<A: InWords, B: InWords> InWords for (A, B) {
    const WORDS: usize = A::WORDS + B::WORDS;

    #[inline]
    fn read(words: &[u32]) -> Self {
        (A::read(words), B::read(&words[A::WORDS..]))
    }

    #[inline]
    fn write(self, words: &mut [u32]) {
        self.0.write(words);
        self.1.write(&mut words[A::WORDS..]);
    }
}
