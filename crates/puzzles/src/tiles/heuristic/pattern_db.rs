//! Pattern databases as a heuristic: for each partition of the tiles the sum of its tables' values, and the largest
//! of these sums.
//!
//! A tile belongs to one table of each partition, so a move changes one key and reads one entry for each; the second
//! partition is looked at only if the first does not already say that the position is too far. A partition seen in
//! the mirror that keeps the blank's goal cell in place counts as another one and needs no further tables.

mod assemble;
mod ready;

use slidewise_search::{Cost, Heuristic, Quality, StateSpace};

use super::super::metric::Metric;
use super::super::repr::Repr;
use super::super::shape::Shape;
use super::super::space::{Slide, TileSpace};
use crate::pdb::access::Access;
use crate::pdb::pattern::MAX_CELLS;

pub use ready::{SmallDb, WideDb, from_library, from_table, instant};

/// One table as it is used: on the board as it is, or turned or mirrored.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// The table, as seen from the board.
    pub access: Access,
    /// The labels of its tiles, in the order of the table's slots.
    pub labels: Vec<u8>,
}

/// Length of arrays by cell or label: more than any board has, and a power of two, which spares tests of indices.
const WIDE: usize = 64;

/// No table of a partition has the tile.
const NONE: u8 = u8::MAX;

/// One partition: some of the lookups, no two with a common tile.
#[derive(Clone, Debug)]
struct Sum {
    tables: std::ops::Range<usize>,
    /// The lookup of each label.
    owner: [u8; WIDE],
}

/// The largest sum over several partitions; `S` is room for them, `L` for all their tables together. Both are powers of
/// two, which spares tests of indices.
#[derive(Clone, Debug)]
pub struct PatternDb<const L: usize, const S: usize> {
    lookups: Vec<Lookup>,
    sums: Vec<Sum>,
    /// Steps between a label's goal cell and a cell.
    distance: Box<[[u8; WIDE]; WIDE]>,
}

/// A key and a value for each table.
#[derive(Clone, Copy, Debug)]
pub struct Partial<const L: usize, const S: usize> {
    keys: [u64; L],
    surplus: [u8; L],
    /// The sum of the surplus of each partition.
    sums: [u8; S],
    manhattan: u16,
    value: u16,
}

/// For each partition the key behind a move of the table that has the tile, and where its entry is.
#[derive(Clone, Copy, Debug)]
pub struct Ahead<const S: usize> {
    keys: [u64; S],
    spots: [usize; S],
}

impl<const S: usize> Default for Ahead<S> {
    fn default() -> Self {
        Self { keys: [0; S], spots: [0; S] }
    }
}

impl<const L: usize, const S: usize> PatternDb<L, S> {
    /// The heuristic for a shape from partitions, each given by its lookups. `None` if there is no room for them.
    pub fn new(shape: &Shape, partitions: Vec<Vec<Lookup>>) -> Option<Self> {
        let mut lookups = Vec::new();
        let mut sums = Vec::new();
        for partition in partitions {
            let first = lookups.len();
            let mut owner = [NONE; WIDE];
            for lookup in partition {
                for &label in &lookup.labels {
                    owner[usize::from(label)] = lookups.len() as u8;
                }
                lookups.push(lookup);
            }
            sums.push(Sum { tables: first..lookups.len(), owner });
        }
        if lookups.len() > L || sums.len() > S || shape.cells() > MAX_CELLS {
            return None;
        }
        let mut distance = Box::new([[0; WIDE]; WIDE]);
        for (a, row) in distance.iter_mut().enumerate().take(shape.cells()) {
            for (b, steps) in row.iter_mut().enumerate().take(shape.cells()) {
                *steps = shape.distance(a, b) as u8;
            }
        }
        Some(Self { lookups, sums, distance })
    }

    /// What will be read when a tile has gone from `was`, where the blank is then, to `now`.
    #[inline(always)]
    fn ahead(&self, partial: &Partial<L, S>, label: usize, was: usize, now: usize) -> Ahead<S> {
        let mut ahead = Ahead::default();
        for ((sum, key), spot) in self.sums.iter().zip(&mut ahead.keys).zip(&mut ahead.spots) {
            let index = sum.owner[label % WIDE];
            if index != NONE {
                let index = usize::from(index) % L;
                let access = &self.lookups[index].access;
                *key = access.moved(partial.keys[index], was, now);
                *spot = access.spot(*key, was);
                access.prefetch(*spot);
            }
        }
        ahead
    }

    /// One tile has gone from `was`, where the blank is now, to `now`. Stops at a sum above `limit`.
    #[inline(always)]
    fn step(
        &self,
        partial: &mut Partial<L, S>,
        label: usize,
        was: usize,
        now: usize,
        ahead: &Ahead<S>,
        limit: u16,
    ) -> Result<(), u16> {
        let label = label % WIDE;
        let [far, farther] = [now, was].map(|cell| self.distance[label][cell % WIDE]);
        let nearer = far < farther;
        partial.manhattan = partial.manhattan + u16::from(far) - u16::from(farther);
        partial.value = partial.manhattan;
        for (i, sum) in self.sums.iter().enumerate() {
            let i = i % S;
            let index = sum.owner[label];
            if index != NONE {
                let index = usize::from(index) % L;
                let before = partial.surplus[index];
                let surplus = self.lookups[index].access.surplus_at(ahead.spots[i], before, nearer);
                partial.keys[index] = ahead.keys[i];
                partial.sums[i] = partial.sums[i] + surplus - before;
                partial.surplus[index] = surplus;
            }
            let value = partial.manhattan + 2 * u16::from(partial.sums[i]);
            if value > limit {
                return Err(value);
            }
            partial.value = partial.value.max(value);
        }
        Ok(())
    }
}

impl<R: Repr, M: Metric, const L: usize, const S: usize> Heuristic<TileSpace<R, M>> for PatternDb<L, S> {
    type Partial = Partial<L, S>;
    type Ahead = Ahead<S>;

    fn init(&self, p: &TileSpace<R, M>, s: &R::State) -> Partial<L, S> {
        let shape = p.shape();
        let mut stands = [0; MAX_CELLS];
        for cell in 0..shape.cells() {
            stands[p.label(s, cell)] = cell;
        }
        let blank = stands[shape.blank_home()];
        let mut partial = Partial { keys: [0; L], surplus: [0; L], sums: [0; S], manhattan: 0, value: 0 };
        partial.manhattan = (0..shape.cells())
            .filter(|&label| label != shape.blank_home())
            .map(|label| u16::from(self.distance[label][stands[label]]))
            .sum();
        for (i, Lookup { access, labels }) in self.lookups.iter().enumerate() {
            let cells: Vec<u8> = labels.iter().map(|&label| stands[usize::from(label)] as u8).collect();
            partial.keys[i] = access.key(&cells);
            partial.surplus[i] = access.surplus(partial.keys[i], blank);
        }
        for (sum, total) in self.sums.iter().zip(&mut partial.sums) {
            *total = partial.surplus[sum.tables.clone()].iter().sum();
            partial.value = partial.value.max(partial.manhattan + 2 * u16::from(*total));
        }
        partial
    }

    #[inline]
    fn update(&self, p: &TileSpace<R, M>, old: Partial<L, S>, m: Slide, after: &R::State) -> Partial<L, S> {
        let mut new = old;
        for (now, was) in p.moved(m) {
            let label = p.label(after, now);
            let ahead = self.ahead(&new, label, was, now);
            // Without a limit no step fails.
            let _ = self.step(&mut new, label, was, now, &ahead, u16::MAX);
        }
        new
    }

    // Into the engine's loop, which is compiled for the processor at hand.
    #[inline(always)]
    fn peek(
        &self,
        p: &TileSpace<R, M>,
        s: &mut R::State,
        old: Partial<L, S>,
        m: Slide,
        ahead: &Ahead<S>,
        limit: Cost,
    ) -> Result<Partial<L, S>, Cost> {
        let mut new = old;
        if M::MULTI {
            p.apply(s, m);
            new = self.update(p, old, m, s);
            p.undo(s, m);
            return if Cost::from(new.value) > limit { Err(new.value.into()) } else { Ok(new) };
        }
        let (now, was) = (usize::from(m.from), usize::from(m.to));
        let limit = limit.min(u16::MAX.into()) as u16;
        match self.step(&mut new, p.label(s, was), was, now, ahead, limit) {
            Ok(()) => Ok(new),
            Err(value) => Err(value.into()),
        }
    }

    #[inline(always)]
    fn announce(&self, p: &TileSpace<R, M>, s: &R::State, old: &Partial<L, S>, m: Slide) -> Ahead<S> {
        if M::MULTI {
            return Ahead::default();
        }
        let (now, was) = (usize::from(m.from), usize::from(m.to));
        self.ahead(old, p.label(s, was), was, now)
    }

    #[inline]
    fn value(&self, v: Partial<L, S>) -> Cost {
        v.value.into()
    }

    /// Single steps of tiles are counted, so in the multi-tile metric nothing is promised.
    fn quality(&self, _: &TileSpace<R, M>) -> Quality {
        if M::MULTI { Quality::NONE } else { Quality::CONSISTENT }
    }
}
