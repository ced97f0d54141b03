//! Permutations as *arrangement × order*: how all slots stand if the last few are taken as alike, and in
//! which order those few stand.
//!
//! All orders of one arrangement are the bits of a word. When a tile passes others, a whole arrangement
//! becomes another, and the order changes only if the tile and some of those that it passes are among the
//! few: in the same way for the whole word. So a turn of all permutations is a list of moves of words, and so is
//! what becomes of all of them when their places are read in another order ([`Orders::reading`]).

use super::super::rank::{PermRank, factorial, for_each_permutation, pack, rotate, slot};

/// So many slots are taken as alike: their orders fit a word.
const ALIKE: usize = 4;

/// Words of a row for up to seven tiles, and for eight, each rounded up to a power of two.
pub(super) const FEW_WORDS: usize = 256;
pub(super) const MANY_WORDS: usize = 2048;

/// The permutations of k slots.
pub(in super::super) struct Orders {
    k: usize,
    /// The slots that stand apart, of all but those taken as alike.
    few: usize,
    /// All arrangements in order, one for each word.
    arrangements: Vec<u32>,
    /// Words of a row, one for each arrangement.
    pub(in super::super) words: usize,
    /// Bits of a word in use, one for each order.
    pub(in super::super) bits: usize,
    /// The number in lexicographic order of each permutation, by word and bit.
    pub(in super::super) ranks: Vec<u16>,
    /// What happens when the tile in place `i` passes to place `j`, at `i * k + j`.
    turns: Vec<Turn>,
    shuffles: Vec<Shuffle>,
}

/// What a turn does to the words of a row.
#[derive(Clone, Default)]
struct Turn {
    /// For each word the one that it comes from.
    sources: Vec<u16>,
    /// Words whose bits change places on the way, by the number of the shuffle.
    shuffled: Vec<(usize, Vec<u16>)>,
}

/// New places for the bits of a word, a byte at a time: all tables together fit the nearest cache.
type Shuffle = [[u32; 256]; 3];

/// What becomes of all permutations when their places are read in another order: for each word the one that it comes
/// from, and the number of the order in which the bits of that one are read.
pub(in super::super) struct Reading(Vec<(u16, u8)>);

/// New places for the bits of a word, for each order in which a few places can be read.
pub(in super::super) struct Shuffles(Vec<Shuffle>);

impl Orders {
    /// For patterns of `k` tiles.
    pub(in super::super) fn new(k: usize) -> Self {
        let alike = k.min(ALIKE);
        let few = k - alike;
        let order_rank = PermRank::new(alike);
        let mut arrangements = Vec::new();
        let mut found = Vec::with_capacity(factorial(k));
        for_each_permutation(k, |rank, perm| {
            let (arrangement, order) = split(perm, few);
            arrangements.push(arrangement);
            found.push((arrangement, order_rank.rank(order), rank));
        });
        arrangements.sort_unstable();
        arrangements.dedup();
        let number = |arrangement: u32| arrangements.binary_search(&arrangement).expect("all are listed");
        let bits = factorial(alike);
        let mut ranks = vec![0; found.len()];
        for (arrangement, order, rank) in found {
            ranks[number(arrangement) * bits + order] = rank as u16;
        }
        let mut turns = vec![Turn::default(); k * k];
        for from in 0..k {
            for to in (0..k).filter(|&to| to != from) {
                turns[from * k + to] = turn(&arrangements, k, alike, from, to, number);
            }
        }
        let shuffles = (0..alike * alike).map(|i| shuffle(&order_rank, alike, i / alike, i % alike));
        let (shuffles, words) = (shuffles.collect(), arrangements.len());
        Self { k, few, arrangements, words, bits, ranks, turns, shuffles }
    }

    /// The word and the bit of the permutation with a number.
    pub(in super::super) fn place(&self, rank: usize) -> (usize, u32) {
        let at = self.ranks.iter().position(|&r| usize::from(r) == rank).expect("every permutation is there");
        (at / self.bits, (at % self.bits) as u32)
    }

    /// What becomes of the permutations when place `i` is what place `order[i]` was.
    pub(in super::super) fn reading(&self, order: &[u8]) -> Reading {
        let orders = PermRank::new(self.k - self.few);
        let is_one = |arrangement: u32, place: usize| slot(arrangement, place) == self.few;
        let mut sources = vec![(0, 0); self.words];
        for (from, &before) in self.arrangements.iter().enumerate() {
            let read: Vec<u8> = order.iter().map(|&place| slot(before, place.into()) as u8).collect();
            // Which of those that are alike, counted by place before, is read at each of their places.
            let alike = order.iter().map(|&place| usize::from(place)).filter(|&place| is_one(before, place));
            let read_as: Vec<u8> =
                alike.map(|place| (0..place).filter(|&p| is_one(before, p)).count() as u8).collect();
            let to = self.arrangements.binary_search(&pack(&read)).expect("all are listed");
            sources[to] = (from as u16, orders.rank(pack(&read_as)) as u8);
        }
        Reading(sources)
    }

    /// What [`Reading::add`] needs.
    pub(in super::super) fn shuffles(&self) -> Shuffles {
        let alike = self.k - self.few;
        let rank = PermRank::new(alike);
        let mut all = Vec::with_capacity(self.bits);
        for_each_permutation(alike, |_, order| {
            all.push(spread(alike, |perm| {
                let read: Vec<u8> = order.iter().map(|&place| perm[usize::from(place)]).collect();
                rank.rank(pack(&read))
            }));
        });
        Shuffles(all)
    }

    /// The word and the bit of the permutation in which every tile stands in its place.
    pub(super) fn identity(&self) -> (usize, u32) {
        self.place(0)
    }

    /// Adds to `next` what the states of `row` become when the tile in place `from` passes to place `to`. `W`
    /// is room for all words, a power of two, which spares tests of indices; `turned` is room to work in.
    #[inline(always)]
    pub(super) fn turn<const W: usize>(
        &self,
        row: &[u32; W],
        from: usize,
        to: usize,
        turned: &mut [u32; W],
        next: &mut [u32],
    ) {
        if from == to {
            return add(row, next);
        }
        let Turn { sources, shuffled } = &self.turns[from * self.k + to];
        for (word, &source) in turned.iter_mut().zip(sources) {
            *word = row[usize::from(source) % W];
        }
        for (number, words) in shuffled {
            let [low, middle, high] = &self.shuffles[*number];
            for &word in words {
                let word = &mut turned[usize::from(word) % W];
                let [a, b, c, _] = word.to_le_bytes().map(usize::from);
                *word = low[a] | middle[b] | high[c];
            }
        }
        add(turned, next);
    }
}

impl Reading {
    /// Adds to `next` what the states of `row` are read as.
    #[inline(always)]
    pub(in super::super) fn add(&self, row: &[u32], Shuffles(shuffles): &Shuffles, next: &mut [u32]) {
        for (next, &(source, shuffle)) in next.iter_mut().zip(&self.0) {
            let [low, middle, high] = &shuffles[usize::from(shuffle)];
            let [a, b, c, _] = row[usize::from(source)].to_le_bytes().map(usize::from);
            *next |= low[a] | middle[b] | high[c];
        }
    }
}

/// Adds the states of one row to another.
#[inline(always)]
fn add(row: &[u32], next: &mut [u32]) {
    next.iter_mut().zip(row).for_each(|(next, word)| *next |= word);
}

/// A permutation as arrangement (the slots from `first` on written alike) and order (those slots, from 0, packed).
fn split(perm: &[u8], first: usize) -> (u32, u32) {
    let first = first as u8;
    let arrangement: Vec<u8> = perm.iter().map(|&slot| slot.min(first)).collect();
    let order: Vec<u8> = perm.iter().filter(|&&slot| slot >= first).map(|&slot| slot - first).collect();
    (pack(&arrangement), pack(&order))
}

/// Where the arrangements go when the tile in place `from` passes to place `to`.
fn turn(
    arrangements: &[u32],
    k: usize,
    alike: usize,
    from: usize,
    to: usize,
    number: impl Fn(u32) -> usize,
) -> Turn {
    let mut sources = vec![0; arrangements.len()];
    let mut shuffled: Vec<_> = (0..alike * alike).map(|i| (i, Vec::new())).collect();
    let few = k - alike;
    let is_one = |arrangement: u32, place: usize| slot(arrangement, place) == few;
    let before = |arrangement: u32, place: usize| (0..place).filter(|&p| is_one(arrangement, p)).count();
    for (i, &arrangement) in arrangements.iter().enumerate() {
        let after = rotate(arrangement, from as u32, to as u32);
        let (left, entered) = (before(arrangement, from), before(after, to));
        let goes = number(after);
        sources[goes] = i as u16;
        if is_one(arrangement, from) && left != entered {
            shuffled[left * alike + entered].1.push(goes as u16);
        }
    }
    shuffled.retain(|(_, words)| !words.is_empty());
    Turn { sources, shuffled }
}

/// Where the orders go when the one in place `from` passes to place `to`.
fn shuffle(rank: &PermRank, alike: usize, from: usize, to: usize) -> Shuffle {
    spread(alike, |perm| rank.rank(rotate(pack(perm), from as u32, to as u32)))
}

/// Where the bits of a word go, given where each order does.
fn spread(alike: usize, to: impl Fn(&[u8]) -> usize) -> Shuffle {
    let mut goes = [0; 24];
    for_each_permutation(alike, |order, perm| goes[order] = to(perm));
    [0, 8, 16].map(|first| {
        let mut words = [0; 256];
        for byte in 1usize..256 {
            // All but the lowest bit, and that.
            let rest = byte & (byte - 1);
            words[byte] = words[rest] | 1 << goes[first + byte.trailing_zeros() as usize];
        }
        words
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every permutation alone, read in some orders, is what one reads place by place.
    #[test]
    fn rows_are_read_as_their_permutations_are() {
        for k in 1..=6 {
            let (orders, ranks) = (Orders::new(k), PermRank::new(k));
            let shuffles = orders.shuffles();
            for_each_permutation(k, |number, order| {
                if number % 7 != 0 {
                    return;
                }
                let reading = orders.reading(order);
                for_each_permutation(k, |rank, perm| {
                    let (mut row, mut next) = (vec![0; orders.words], vec![0; orders.words]);
                    let (word, bit) = orders.place(rank);
                    row[word] = 1 << bit;
                    reading.add(&row, &shuffles, &mut next);
                    let read: Vec<u8> = order.iter().map(|&place| perm[usize::from(place)]).collect();
                    let (word, bit) = orders.place(ranks.rank(pack(&read)));
                    assert_eq!(next.iter().map(|word| word.count_ones()).sum::<u32>(), 1);
                    assert_eq!(next[word], 1 << bit, "{perm:?} read as {order:?}");
                });
            });
        }
    }
}
