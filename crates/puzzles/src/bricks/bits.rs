//! Sets of cells, one bit a cell: `u64`, `u128` or 256 bits, by the size of the board. All code above this file is
//! written once, for any of them.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of cells, numbered row by row from 0.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// Cells that the type can number.
    const CELLS: usize;
    /// No cell.
    const EMPTY: Self;
    /// The set of this one cell.
    fn cell(i: usize) -> Self;
    /// All cells before this one.
    fn below(i: usize) -> Self;
    /// Number of cells.
    fn count(self) -> u32;
    /// The first cell of a set that is not empty.
    fn first(self) -> usize;
    /// The set without its first cell.
    fn without_first(self) -> Self;
    /// Every cell moved `n` places on; those that leave the type are lost.
    fn up(self, n: usize) -> Self;
    /// Every cell moved `n` places back; those that leave the type are lost.
    fn down(self, n: usize) -> Self;
    /// Every cell moved `n` places back, around the end of the type: one instruction, where it is known that no
    /// cell that matters comes around.
    fn back(self, n: u8) -> Self;

    /// Whether there is no cell.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the cell is in the set.
    #[inline]
    fn has(self, i: usize) -> bool {
        !(self & Self::cell(i)).is_empty()
    }

    /// The cells, first to last.
    #[inline]
    fn iter(self) -> Cells<Self> {
        Cells(self)
    }

    /// The set of these cells.
    fn of(cells: impl IntoIterator<Item = usize>) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::cell(cell))
    }
}

/// The cells of a set, first to last.
#[derive(Clone, Copy, Debug)]
pub struct Cells<B>(B);

impl<B: Bits> Iterator for Cells<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.without_first();
        Some(first)
    }
}

macro_rules! integer_bits {
    ($int:ty) => {
        impl Bits for $int {
            const CELLS: usize = <$int>::BITS as usize;
            const EMPTY: Self = 0;
            #[inline]
            fn cell(i: usize) -> Self {
                1 << i
            }
            #[inline]
            fn below(i: usize) -> Self {
                (1 << i) - 1
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn up(self, n: usize) -> Self {
                self.unbounded_shl(n as u32)
            }
            #[inline]
            fn down(self, n: usize) -> Self {
                self.unbounded_shr(n as u32)
            }
            #[inline]
            fn back(self, n: u8) -> Self {
                self.rotate_right(n.into())
            }
        }
    };
}

integer_bits!(u64);
integer_bits!(u128);

/// 256 cells, in four words, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide([u64; 4]);

macro_rules! wordwise {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $op:tt) => {
        impl $trait for Wide {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Self(std::array::from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
        impl $assign_trait for Wide {
            fn $assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

wordwise!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
wordwise!(BitOr, bitor, BitOrAssign, bitor_assign, |);
wordwise!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Wide {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl Bits for Wide {
    const CELLS: usize = 256;
    const EMPTY: Self = Self([0; 4]);

    fn cell(i: usize) -> Self {
        let mut words = [0; 4];
        words[i / 64] = 1 << (i % 64);
        Self(words)
    }

    fn below(i: usize) -> Self {
        Self(std::array::from_fn(|w| match i.saturating_sub(64 * w) {
            n if n >= 64 => u64::MAX,
            n => (1 << n) - 1,
        }))
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn first(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(3);
        64 * word + self.0[word].trailing_zeros() as usize
    }

    fn without_first(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    fn up(self, n: usize) -> Self {
        let (words, bits) = (n / 64, n as u32 % 64);
        Self(std::array::from_fn(|i| {
            let word = |back: usize| i.checked_sub(words + back).map_or(0, |j| self.0[j]);
            word(0).unbounded_shl(bits) | word(1).unbounded_shr(64 - bits)
        }))
    }

    fn down(self, n: usize) -> Self {
        let (words, bits) = (n / 64, n as u32 % 64);
        Self(std::array::from_fn(|i| {
            let word = |on: usize| self.0.get(i + words + on).copied().unwrap_or(0);
            word(0).unbounded_shr(bits) | word(1).unbounded_shl(64 - bits)
        }))
    }

    fn back(self, n: u8) -> Self {
        let n = usize::from(n);
        self.down(n) | self.up(Self::CELLS - n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each operation against the same one on plain lists of cells.
    fn behaves_like_a_set<B: Bits>() {
        let n = B::CELLS;
        let cells: Vec<usize> = (0..n).filter(|i| i * i % 7 == 2 || i % 31 == 0).collect();
        let set = B::of(cells.iter().copied());
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
        assert_eq!(set.count() as usize, cells.len());
        assert_eq!(set.without_first(), B::of(cells[1..].iter().copied()));
        for i in 0..n {
            assert_eq!(set.has(i), cells.contains(&i));
            assert_eq!((set & B::below(i)).count() as usize, cells.iter().filter(|&&c| c < i).count());
            assert_eq!(set.up(i), B::of(cells.iter().map(|c| c + i).filter(|&c| c < n)));
            assert_eq!(set.down(i), B::of(cells.iter().filter(|&&c| c >= i).map(|c| c - i)));
            assert_eq!(B::cell(i).first(), i);
            assert_eq!(set.back(i as u8), B::of(cells.iter().map(|c| (c + n - i) % n)));
        }
        assert!((set & !set).is_empty() && (set ^ B::EMPTY) == set);
        assert_eq!(B::EMPTY.iter().next(), None);
    }

    #[test]
    fn all_sizes_behave_like_sets() {
        behaves_like_a_set::<u64>();
        behaves_like_a_set::<u128>();
        behaves_like_a_set::<Wide>();
    }
}
