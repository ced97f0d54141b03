//! An automaton that knows which sequences of moves need not be searched.
//!
//! Two sequences of the blank's moves that leave the same board are duplicates; a search tree needs one of them.
//! Sequences are ordered by length, then alphabetically. A sequence is *forbidden* if an earlier one has the same
//! effect wherever the forbidden one can be made: when it stays within the same box around the blank's start.
//! Replacing a forbidden part by its earlier duplicate makes a solution earlier in that order and no longer, so a
//! shortest solution without forbidden parts always remains.
//!
//! The automaton reads moves and is dead at the end of a forbidden sequence. Reference: Taylor and Korf, "Pruning
//! duplicate nodes in depth-first search", AAAI 1993.

mod words;

use slidewise_search::Pruner;

use super::metric::Single;
use super::repr::Repr;
use super::space::{Slide, TileSpace};
use crate::step::Direction;
use words::{Word, forbidden};

/// A state of the [`Automaton`]: what of the moves so far may become the beginning of a forbidden sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Past(u16);

impl Past {
    /// No moves yet.
    pub(crate) const START: Self = Self(0);
}

/// Small numbers, so that the automaton stays in the cache beside the tables.
type StateNumber = u16;
const DEAD: StateNumber = StateNumber::MAX;

/// Accepts the sequences of the blank's moves that have no forbidden part. The default one is for no board.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// The state after each direction, in the order of [`Direction::ALL`].
    next: Vec<[StateNumber; 4]>,
    /// The direction of a step, by how far the cell's number rises, modulo 256.
    way: [u8; 256],
}

/// Sequences that come with the program, because it takes a while to find them: rows, columns, the greatest length, and
/// the form of [`shipped_form`].
const SHIPPED: &[(usize, usize, usize, &[u8])] = &[
    (4, 4, 12, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/pruning/4x4.words"))),
    (5, 5, 12, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/pruning/5x5.words"))),
];

/// The forbidden sequences of up to `length` moves, at most 15, that have no forbidden part themselves, four
/// bytes each: a 1, then two bits a move.
pub fn shipped_form(rows: usize, cols: usize, length: usize) -> Vec<u8> {
    let number = |word: &Word| word.iter().fold(1u32, |number, &d| number << 2 | u32::from(d));
    let (words, _) = forbidden(rows, cols, length);
    words.iter().flat_map(|word| number(word).to_le_bytes()).collect()
}

/// The sequences of [`shipped_form`].
fn read(bytes: &[u8]) -> impl Iterator<Item = Word> {
    bytes.chunks_exact(4).map(|bytes| {
        let number = bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte));
        let length = number.checked_ilog2().unwrap_or(0) / 2;
        (0..length).rev().map(|i| (number >> (2 * i) & 3) as u8).collect()
    })
}

impl Default for Automaton {
    fn default() -> Self {
        Self { next: Vec::new(), way: [0; 256] }
    }
}

impl Automaton {
    /// For boards of `rows` × `cols`, with forbidden sequences of up to `length` moves, or shorter ones if there
    /// would be more states than can be numbered.
    pub fn new(rows: usize, cols: usize, length: usize) -> Self {
        let mut way = [0; 256];
        let mut set = |rise: i64, direction| way[rise.rem_euclid(256) as usize] = direction;
        // In a single column every step is vertical.
        if cols > 1 {
            set(-1, 2);
            set(1, 3);
        }
        set(-(cols as i64), 0);
        set(cols as i64, 1);
        let shipped = SHIPPED.iter().find(|&&(r, c, longest, _)| (r, c) == (rows, cols) && length <= longest);
        let next = shipped.and_then(|(.., bytes)| {
            let fits = |word: &Word| word.len() <= length;
            tree(&read(bytes).filter(fits).collect::<Vec<_>>())
        });
        Self { next: next.unwrap_or_else(|| forbidden(rows, cols, length).1), way }
    }

    /// Whether the sequences for boards of this size come with the program, so that they need not be looked for.
    pub fn is_shipped(rows: usize, cols: usize) -> bool {
        SHIPPED.iter().any(|&(r, c, ..)| (r, c) == (rows, cols))
    }

    /// The state after one more move of the blank, or `None` if the moves need not be searched.
    #[inline]
    pub fn after(&self, past: Past, blank_goes: Direction) -> Option<Past> {
        let next = self.next[usize::from(past.0)][blank_goes as usize];
        (next != DEAD).then_some(Past(next))
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.next.len()
    }
}

impl<R: Repr> Pruner<TileSpace<R, Single>> for Automaton {
    type Past = Past;

    fn start(&self) -> Past {
        Past::START
    }

    #[inline]
    fn after(&self, _: &TileSpace<R, Single>, past: Past, m: Slide) -> Option<Past> {
        let way = self.way[usize::from(m.to.wrapping_sub(m.from) as u8)];
        let next = self.next[usize::from(past.0)][usize::from(way % 4)];
        (next != DEAD).then_some(Past(next))
    }
}

/// The automaton of Aho and Corasick: a tree of the words' beginnings, whose missing branches lead to the
/// longest ending that is a beginning too. `None` if there would be too many states.
fn tree(words: &[Word]) -> Option<Vec<[StateNumber; 4]>> {
    const NONE: StateNumber = DEAD - 1;
    let mut next = vec![[NONE; 4]];
    for word in words {
        let mut at = 0;
        for (i, &d) in word.iter().enumerate() {
            if next[at][usize::from(d)] == NONE {
                next[at][usize::from(d)] = if i + 1 == word.len() { DEAD } else { next.len() as StateNumber };
                if i + 1 < word.len() {
                    if next.len() == usize::from(NONE) {
                        return None;
                    }
                    next.push([NONE; 4]);
                }
            }
            at = next[at][usize::from(d)] as usize;
        }
    }
    let mut fallback: Vec<StateNumber> = vec![0; next.len()];
    let mut queue = std::collections::VecDeque::from([0]);
    while let Some(at) = queue.pop_front() {
        let shorter = if at == 0 { [0; 4] } else { next[usize::from(fallback[usize::from(at)])] };
        for (to, shorter) in next[usize::from(at)].iter_mut().zip(shorter) {
            match *to {
                NONE => *to = shorter,
                DEAD => {}
                child => {
                    // No beginning of a shortest forbidden word has a forbidden ending.
                    fallback[usize::from(child)] = shorter;
                    queue.push_back(child);
                }
            }
        }
    }
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shipped_is_what_is_found() {
        for &(rows, cols, length, bytes) in SHIPPED {
            assert_eq!(bytes, shipped_form(rows, cols, length), "{rows}×{cols}");
            let again: Vec<Word> = read(bytes).collect();
            assert_eq!(again, forbidden(rows, cols, length).0);
        }
    }

    #[test]
    fn shorter_sequences_are_a_part_of_the_longer_ones() {
        let (_, found) = forbidden(4, 4, 8);
        assert_eq!(Automaton::new(4, 4, 8).next, found);
    }
}
