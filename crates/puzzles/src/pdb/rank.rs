//! Numbers for what a pattern's tiles can look like: *cell set × permutation*.
//!
//! A placement of k tiles is the set of cells that they stand on, and the order in which they stand on those
//! cells. The set is numbered in colexicographic order, the permutation in lexicographic order, both by a few
//! reads of tables that fit the first-level cache. Cells are counted along a snake
//! ([`Pattern::snake`](super::Pattern::snake)): a move along it never changes the permutation, another one
//! rotates a part of it.

use super::pattern::MAX_TILES;

/// Tiles whose order the first table of [`PermRank`] looks at.
const HEAD: usize = 4;
/// Bits of a slot in a packed permutation.
const SLOT_BITS: u32 = 3;
/// Number of packed orders of [`HEAD`] slots.
const HEADS: usize = 1 << (SLOT_BITS * HEAD as u32);

/// Numbers the sets of k out of n cells, given as masks, from 0 in colexicographic order, which is that of the masks as
/// numbers. A set is looked up by its two halves, in tables that the nearest cache holds.
#[derive(Clone, Debug)]
pub(super) struct SetRank {
    k: usize,
    count: usize,
    /// Cells of the lower half.
    low_cells: usize,
    /// By upper half: how many sets have a smaller one.
    upper: Halves<u32>,
    /// By lower half: how many smaller ones have as many cells.
    lower: Halves<u16>,
}

/// Something for each set of a few cells, read by the lowest bits of a word: others do not matter.
#[derive(Clone, Debug)]
struct Halves<T> {
    /// As many as a power of two.
    of: Box<[T]>,
    /// One less than there are.
    mask: usize,
}

impl<T: Copy> Halves<T> {
    fn new(cells: usize, of: impl FnMut(usize) -> T) -> Self {
        Self { of: (0..1 << cells).map(of).collect(), mask: (1 << cells) - 1 }
    }

    #[inline(always)]
    fn get(&self, word: u64) -> T {
        // SAFETY: there is one more than the mask, from `new` on: both come from one number of cells, and a mask of all
        // bits below a power of two leaves nothing beyond it.
        unsafe { *self.of.get_unchecked(word as usize & self.mask) }
    }
}

impl SetRank {
    /// For sets of `k` out of `n` cells.
    pub(super) fn new(n: usize, k: usize) -> Self {
        // The lower half is the larger: its numbers are smaller.
        let low_cells = n.div_ceil(2);
        let mut alike = vec![0; low_cells + 1];
        let lower = Halves::new(low_cells, |half| {
            let seen: &mut u16 = &mut alike[half.count_ones() as usize];
            *seen += 1;
            *seen - 1
        });
        let mut count = 0;
        let upper = Halves::new(n - low_cells, |half| {
            let first = count;
            let fitting = k.checked_sub(half.count_ones() as usize).and_then(|cells| alike.get(cells));
            count += u32::from(fitting.copied().unwrap_or(0));
            first
        });
        Self { k, count: count as usize, low_cells, upper, lower }
    }

    /// How many sets there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The number of a set. What is in the bits beyond the cells does not matter.
    #[inline(always)]
    pub(super) fn rank(&self, mask: u64) -> usize {
        (self.upper.get(mask >> self.low_cells) + u32::from(self.lower.get(mask))) as usize
    }

    /// More than the number of any word, be it a set of so many cells or not.
    pub(super) fn limit(&self) -> usize {
        let most = self.lower.of.iter().max().copied().unwrap_or(0);
        self.count + usize::from(most) + 1
    }

    /// All sets in the order of their numbers.
    pub(super) fn masks(&self) -> impl Iterator<Item = u64> + use<> {
        let first = (1u64 << self.k) - 1;
        // The next larger number with as many bits set.
        let next = |m: &u64| {
            let low = m & m.wrapping_neg();
            let ripple = m + low;
            Some(ripple | ((m ^ ripple) >> (2 + low.trailing_zeros())))
        };
        std::iter::successors(Some(first), next).take(self.count())
    }
}

/// Numbers the permutations of k slots, packed three bits a slot with the first in the lowest bits, in
/// lexicographic order.
#[derive(Clone, Debug)]
pub(super) struct PermRank {
    count: usize,
    /// Rank of the first [`HEAD`] slots, times the number of orders of the others.
    head: Box<[u16; HEADS]>,
    /// Rank of the order of the others.
    tail: Box<[u8; HEADS]>,
}

impl PermRank {
    /// For permutations of `k` slots, at most [`MAX_TILES`].
    pub(super) fn new(k: usize) -> Self {
        assert!(k <= MAX_TILES, "permutations of {k} slots do not fit");
        let head_len = k.min(HEAD);
        let tail_len = k - head_len;
        let tail_count = factorial(tail_len);
        let mut head = Box::new([0; HEADS]);
        let mut tail = Box::new([0; HEADS]);
        for_each_permutation(k, |rank, perm| {
            let packed = pack(perm) as usize;
            head[packed % HEADS] = (rank / tail_count * tail_count) as u16;
            tail[packed / HEADS] = (rank % tail_count) as u8;
        });
        Self { count: factorial(k), head, tail }
    }

    /// How many permutations there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The number of a packed permutation, at most one less than there are.
    #[inline(always)]
    pub(super) fn rank(&self, perm: u32) -> usize {
        let perm = perm as usize;
        let (head, tail) = (self.head[perm % HEADS], self.tail[perm / HEADS % HEADS]);
        usize::from(head) + usize::from(tail)
    }
}

/// k!
pub(super) fn factorial(k: usize) -> usize {
    (1..=k).product()
}

/// Three bits a slot, the first in the lowest bits.
pub(super) fn pack(perm: &[u8]) -> u32 {
    perm.iter().rev().fold(0, |packed, &slot| packed << SLOT_BITS | u32::from(slot))
}

/// The slot of the tile in this place.
pub(super) fn slot(perm: u32, place: usize) -> usize {
    (perm >> (SLOT_BITS * place as u32) & ((1 << SLOT_BITS) - 1)) as usize
}

/// Calls `f` with each permutation of `0..k` and its number, in lexicographic order.
pub(super) fn for_each_permutation(k: usize, mut f: impl FnMut(usize, &[u8])) {
    let mut perm: Vec<u8> = (0..k as u8).collect();
    for rank in 0..factorial(k) {
        f(rank, &perm);
        let Some(i) = (1..k).rev().find(|&i| perm[i - 1] < perm[i]) else { return };
        let j = (i..k).rev().find(|&j| perm[j] > perm[i - 1]).expect("perm[i] itself is larger");
        perm.swap(i - 1, j);
        perm[i..].reverse();
    }
}

/// The packed permutation after the tile in place `from` has passed the tiles up to place `to`.
#[inline(always)]
pub(super) fn rotate(perm: u32, from: u32, to: u32) -> u32 {
    rotate_above(perm.into(), 0, from, to) as u32
}

/// The same for a permutation that begins at bit `start` of a word and fills the rest of it; what is below
/// stays. Without branches: how far tiles go and in which direction cannot be foreseen.
#[inline(always)]
pub(super) fn rotate_above(word: u64, start: u32, from: u32, to: u32) -> u64 {
    // Places are below 8, which is said here to spare the processor looking.
    let [from, to] = [from, to].map(|place| start + place % MAX_TILES as u32 * SLOT_BITS);
    let above = word >> from;
    let without = word & ((1 << from) - 1) | above >> SLOT_BITS << from;
    let below = without & ((1 << to) - 1);
    below + ((without ^ below) << SLOT_BITS) + ((above & ((1 << SLOT_BITS) - 1)) << to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_without_gaps() {
        for (n, k) in [(4, 1), (9, 4), (12, 6), (16, 8), (25, 5), (36, 3)] {
            let sets = SetRank::new(n, k);
            let mut count = 0;
            for (expected, mask) in sets.masks().enumerate() {
                assert_eq!(sets.rank(mask), expected, "{n} {k} {mask:b}");
                assert!(mask >> n == 0);
                count += 1;
            }
            assert_eq!(count, sets.count());
        }
    }

    #[test]
    fn bits_beyond_the_cells_do_not_matter() {
        let sets = SetRank::new(9, 4);
        for mask in sets.masks() {
            assert_eq!(sets.rank(mask | !0 << 9), sets.rank(mask));
        }
        for word in 0..1 << 9 {
            assert!(sets.rank(word) < sets.limit(), "{word:b}");
        }
    }

    #[test]
    fn what_is_below_a_permutation_stays() {
        for_each_permutation(8, |rank, perm| {
            let (from, to) = (rank as u32 % 8, rank as u32 / 8 % 8);
            let word = u64::from(pack(perm)) << 40 | rank as u64;
            let moved = u64::from(rotate(pack(perm), from, to)) << 40 | rank as u64;
            assert_eq!(rotate_above(word, 40, from, to), moved, "{perm:?} {from} {to}");
        });
    }

    #[test]
    fn permutations_are_numbered_in_order() {
        for k in 1..=8 {
            let ranks = PermRank::new(k);
            let mut seen = 0;
            for_each_permutation(k, |rank, perm| {
                assert_eq!(ranks.rank(pack(perm)), rank);
                seen += 1;
            });
            assert_eq!(seen, ranks.count());
        }
    }

    #[test]
    fn rotating_moves_one_tile_past_the_others() {
        let k = 8;
        for_each_permutation(k, |rank, perm| {
            if rank % 97 != 0 {
                return;
            }
            for from in 0..k {
                for to in 0..k {
                    let mut moved = perm.to_vec();
                    let tile = moved.remove(from);
                    moved.insert(to, tile);
                    assert_eq!(
                        rotate(pack(perm), from as u32, to as u32),
                        pack(&moved),
                        "{perm:?} {from} {to}"
                    );
                }
            }
        });
    }
}
