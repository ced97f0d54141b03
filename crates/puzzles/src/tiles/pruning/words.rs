//! Finding the forbidden sequences of moves.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::{DEAD, StateNumber, tree};
use crate::step::Direction;

/// Directions as numbers, in the order of [`Direction::ALL`].
pub(super) type Word = Vec<u8>;

/// How far a word goes from the blank's start: up, down, left, right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reach([u8; 4]);

impl Reach {
    fn within(self, other: Self) -> bool {
        self.0.iter().zip(other.0).all(|(&a, b)| a <= b)
    }
}

/// What a word does on a board without edges, seen from the blank's start.
struct Walk {
    window: Vec<u16>,
    width: usize,
    start: usize,
    blank: usize,
    /// Exclusive or of a random number for each cell and what stands on it, where that has changed. Equal for words
    /// of equal effect; that it is equal for no others among the words compared is checked by a test.
    effect: u128,
}

impl Walk {
    fn new(rows: usize, cols: usize) -> Self {
        let (height, width) = (2 * rows + 1, 2 * cols + 1);
        let start = rows * width + cols;
        Self { window: (0..(height * width) as u16).collect(), width, start, blank: start, effect: 0 }
    }

    fn step(&mut self, d: u8) {
        let to = match Direction::ALL[usize::from(d)] {
            Direction::Up => self.blank - self.width,
            Direction::Down => self.blank + self.width,
            Direction::Left => self.blank - 1,
            Direction::Right => self.blank + 1,
        };
        self.effect ^= self.mark(self.blank) ^ self.mark(to);
        self.window.swap(self.blank, to);
        self.effect ^= self.mark(self.blank) ^ self.mark(to);
        self.blank = to;
    }

    fn mark(&self, cell: usize) -> u128 {
        let label = self.window[cell];
        if usize::from(label) == cell {
            return 0;
        }
        let seed = (cell as u64) << 16 | u64::from(label);
        u128::from(scatter(seed)) << 64 | u128::from(scatter(seed ^ 1 << 40))
    }

    fn reach(&self, before: Reach) -> Reach {
        let (row, col) = (self.blank / self.width, self.blank % self.width);
        let (r0, c0) = (self.start / self.width, self.start % self.width);
        let now =
            [r0.saturating_sub(row), row.saturating_sub(r0), c0.saturating_sub(col), col.saturating_sub(c0)];
        let mut reach = before;
        for (far, now) in reach.0.iter_mut().zip(now) {
            *far = (*far).max(now as u8);
        }
        reach
    }
}

/// The output function of SplitMix64 (Steele, Lea and Flood 2014).
fn scatter(seed: u64) -> u64 {
    let z = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Effects are random numbers already.
#[derive(Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }
    fn write_u128(&mut self, effect: u128) {
        self.0 = effect as u64;
    }
}

type Seen = HashMap<u128, Vec<Reach>, BuildHasherDefault<AsIs>>;

/// A search through all words of one length that have no forbidden part so far.
struct Words<'a> {
    rows: usize,
    cols: usize,
    next: &'a [[StateNumber; 4]],
    walk: Walk,
    word: Word,
    seen: &'a mut Seen,
    found: Vec<Word>,
}

impl Words<'_> {
    fn extend(&mut self, left: usize, past: StateNumber, reach: Reach) {
        if left == 0 {
            let same = self.seen.entry(self.walk.effect).or_default();
            if same.iter().any(|earlier| earlier.within(reach)) {
                self.found.push(self.word.clone());
            } else {
                same.push(reach);
            }
            return;
        }
        for d in 0..4u8 {
            let past = self.next[usize::from(past)][usize::from(d)];
            if past == DEAD {
                continue;
            }
            self.walk.step(d);
            let wider = self.walk.reach(reach);
            let [up, down, left_most, right] = wider.0.map(usize::from);
            if up + down < self.rows && left_most + right < self.cols {
                self.word.push(d);
                self.extend(left - 1, past, wider);
                self.word.pop();
            }
            // Up and down, left and right are neighbours in the order of directions.
            self.walk.step(d ^ 1);
        }
    }
}

/// The forbidden words of up to `length` moves that have no forbidden part themselves, and their automaton; fewer
/// words if it would have too many states.
pub(super) fn forbidden(rows: usize, cols: usize, length: usize) -> (Vec<Word>, Vec<[StateNumber; 4]>) {
    let nowhere = Reach([0; 4]);
    let mut seen = Seen::default();
    seen.insert(0, vec![nowhere]);
    let (mut all, mut next) = (Vec::new(), vec![[0; 4]]);
    for length in 1..=length {
        let (walk, word, found) = (Walk::new(rows, cols), Vec::new(), Vec::new());
        let mut words = Words { rows, cols, next: &next, walk, word, seen: &mut seen, found };
        words.extend(length, 0, nowhere);
        let known = all.len();
        all.append(&mut words.found);
        match tree(&all) {
            Some(larger) => next = larger,
            None => {
                all.truncate(known);
                break;
            }
        }
    }
    (all, next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::pruning::Automaton;

    type Changes = Vec<(i32, i32, i32, i32)>;

    /// Where the blank and all tiles are after a word, on a board without edges.
    fn plainly(word: &[u8]) -> Changes {
        let mut tiles: HashMap<(i32, i32), (i32, i32)> = HashMap::new();
        let mut blank = (0, 0);
        for &d in word {
            let (dr, dc) = [(-1, 0), (1, 0), (0, -1), (0, 1)][usize::from(d)];
            let to = (blank.0 + dr, blank.1 + dc);
            let tile = tiles.remove(&to).unwrap_or(to);
            tiles.insert(blank, tile);
            blank = to;
        }
        let mut moved: Vec<_> = tiles.into_iter().filter(|(at, from)| at != from).collect();
        moved.sort_unstable();
        let mut all: Vec<_> = moved.into_iter().map(|((a, b), (c, d))| (a, b, c, d)).collect();
        all.push((blank.0, blank.1, 0, 0));
        all
    }

    /// All words of up to 8 moves on a wide board: each forbidden one has an earlier duplicate that is not wider.
    #[test]
    fn equal_effects_are_equal_boards() {
        let mut by_effect: HashMap<u128, Changes> = HashMap::new();
        let mut words: Vec<Word> = vec![Vec::new()];
        for _ in 0..8 {
            words = words.iter().flat_map(|w| (0..4u8).map(move |d| [&w[..], &[d]].concat())).collect();
            for word in &words {
                let mut walk = Walk::new(9, 9);
                word.iter().for_each(|&d| walk.step(d));
                let plain = plainly(word);
                assert_eq!(*by_effect.entry(walk.effect).or_insert_with(|| plain.clone()), plain, "{word:?}");
            }
        }
    }

    /// Every forbidden word, up to the length used in searches, by plain replay.
    #[test]
    fn forbidden_words_have_earlier_duplicates() {
        for (rows, cols, length) in [(4, 4, 12), (5, 5, 12), (3, 4, 14)] {
            let (words, _) = forbidden(rows, cols, length);
            assert!(words.len() > 100);
            let automaton = Automaton::new(rows, cols, length);
            let mut left = words.len();
            // The earlier duplicate is an accepted word: look for it among all of them.
            let wanted: HashMap<Changes, Vec<&Word>> =
                words.iter().fold(HashMap::new(), |mut map: HashMap<_, Vec<_>>, w| {
                    map.entry(plainly(w)).or_default().push(w);
                    map
                });
            let mut served: std::collections::HashSet<&Word> = std::collections::HashSet::new();
            let mut layer: Vec<(Word, StateNumber)> = vec![(Vec::new(), 0)];
            for _ in 0..=length {
                for (word, _) in &layer {
                    for &other in wanted.get(&plainly(word)).into_iter().flatten() {
                        let earlier = (word.len(), word) < (other.len(), other);
                        if earlier && extent(word).within(extent(other)) && served.insert(other) {
                            left -= 1;
                        }
                    }
                }
                let longer = layer.iter().flat_map(|(word, past)| {
                    let ways = automaton.next[usize::from(*past)].into_iter().zip(0u8..);
                    ways.filter(|(next, _)| *next != DEAD).map(|(next, d)| ([&word[..], &[d]].concat(), next))
                });
                let fits = |w: &Word| {
                    let [u, d, l, r] = extent(w).0.map(usize::from);
                    u + d < rows && l + r < cols
                };
                layer = longer.filter(|(word, _)| fits(word)).collect();
            }
            assert_eq!(left, 0, "{rows}×{cols}: forbidden words without an earlier duplicate");
        }
    }

    fn extent(word: &[u8]) -> Reach {
        let mut walk = Walk::new(20, 20);
        let mut reach = Reach([0; 4]);
        for &d in word {
            walk.step(d);
            reach = walk.reach(reach);
        }
        reach
    }
}
