//! Pattern databases as a heuristic: for each partition of the tiles the sum of its tables' values, and the largest
//! of these sums.
//!
//! A tile belongs to one table of each partition, so a move changes one key and reads one entry for each; the second
//! partition is looked at only if the first does not already say that the position is too far. A partition seen in
//! the mirror that keeps the blank's goal cell in place counts as another one and needs no further tables.

mod assemble;
mod ready;

use std::mem::swap;

use slidewise_search::{Ahead, Cost, Heuristic, LooksAhead, Quality};

use super::super::repr::Repr;
use super::super::shape::Shape;
use super::super::space::{Slide, TileSpace};
use crate::pdb::Access;
use crate::pdb::MAX_CELLS;

pub use ready::{SmallDb, WideDb, from_library, from_table, instant};

/// One table as it is used: on the board as it is, or turned or mirrored.
#[derive(Clone, Debug)]
struct Lookup {
    /// The table, as seen from the board.
    access: Access,
    /// The labels of its tiles, in the order of the table's slots.
    labels: Vec<u8>,
}

/// Length of arrays by cell or label: more than any board has, and a power of two, which spares tests of indices.
const WIDE: usize = 64;

/// Loops over so many partitions are laid out.
const FEW: usize = 2;

/// Tables of so many bytes are mostly found in a cache.
const CACHED: usize = 16 << 20;

/// No table of a partition has the tile.
const NONE: u8 = u8::MAX;

/// The largest sum over several partitions; `S` is room for them, `L` for all their tables together. Both are powers of
/// two, which spares tests of indices.
#[derive(Clone, Debug)]
pub struct PatternDb<const L: usize, const S: usize> {
    /// As many lookups as there is room for; those of no partition are never asked.
    lookups: Box<[Lookup; L]>,
    /// The lookups of each partition, no two with a common tile. Of partitions that are not there: none.
    partitions: [std::ops::Range<usize>; S],
    /// For each label its lookup in each partition, or [`NONE`].
    owners: Box<[[u8; S]; WIDE]>,
    /// How many partitions there are.
    count: usize,
    /// Whether all partitions are asked for at once, and not only the first: they are few, and in no cache.
    eager: bool,
    /// Steps between a label's goal cell and a cell.
    distance: Box<[[u8; WIDE]; WIDE]>,
}

/// A key for each table and a value for each partition.
#[derive(Clone, Copy, Debug)]
pub struct Partial<const L: usize, const S: usize> {
    keys: [u64; L],
    values: [u16; S],
}

impl<const L: usize, const S: usize> Partial<L, S> {
    /// The partition with the largest value. It is looked at first: values change by 1 with each move, so of
    /// those within a bound only the largest can go beyond it.
    #[inline(always)]
    fn largest(&self) -> usize {
        (1..S).fold(0, |largest, i| if self.values[i] > self.values[largest] { i } else { largest })
    }
}

/// One tile moves: for each partition what becomes of its value and of the key of the table that has the
/// tile. When it has been made, what was there before it.
#[derive(Clone, Copy, Debug)]
pub struct Change<const S: usize> {
    /// The partition that is looked at first.
    first: u8,
    lanes: [Lane; S],
}

/// A tile goes from `was` to `now`, where the blank was.
#[derive(Clone, Copy, Debug)]
struct Step {
    label: usize,
    was: usize,
    now: usize,
}

impl Step {
    /// What a move of a position does.
    #[inline(always)]
    fn new<R: Repr>(p: &TileSpace<R>, s: &R::State, m: Slide) -> Self {
        let (now, was) = (usize::from(m.from), usize::from(m.to));
        Self { label: p.label(s, was), was, now }
    }
}

/// What a move changes in one partition. All of it is read in the pieces in which it was written: the
/// processor waits for larger ones.
#[derive(Clone, Copy, Debug)]
struct Lane {
    key: u64,
    /// Where the entry behind the move is.
    spot: usize,
    value: u16,
    /// The lookup that has the tile, or [`NONE`].
    owner: u8,
}

impl<const S: usize> Change<S> {
    const NEW: Self = {
        let lane = Lane { key: 0, spot: 0, value: 0, owner: NONE };
        Self { first: 0, lanes: [lane; S] }
    };

    #[inline(always)]
    fn first(&self) -> usize {
        usize::from(self.first) % S
    }
}

impl<const L: usize, const S: usize> PatternDb<L, S> {
    /// The heuristic for a shape from partitions, each given by its lookups. `None` if there is no room for them.
    fn new(shape: &Shape, partitions: Vec<Vec<Lookup>>) -> Option<Self> {
        if partitions.len() > S || shape.cells() > MAX_CELLS {
            return None;
        }
        let count = partitions.len();
        let mut lookups = Vec::new();
        let mut ranges = [const { 0..0 }; S];
        let mut owners = Box::new([[NONE; S]; WIDE]);
        for (i, partition) in partitions.into_iter().enumerate() {
            let first = lookups.len();
            for lookup in partition {
                for &label in &lookup.labels {
                    owners[usize::from(label)][i] = lookups.len() as u8;
                }
                lookups.push(lookup);
            }
            ranges[i] = first..lookups.len();
        }
        let bytes: usize = lookups.iter().map(|lookup: &Lookup| lookup.access.bytes()).sum();
        if lookups.len() < L {
            lookups.resize(L, lookups.first()?.clone());
        }
        let eager = S <= FEW && bytes > CACHED;
        let lookups = lookups.into_boxed_slice().try_into().ok()?;
        let mut distance = Box::new([[0; WIDE]; WIDE]);
        for (a, row) in distance.iter_mut().enumerate().take(shape.cells()) {
            for (b, steps) in row.iter_mut().enumerate().take(shape.cells()) {
                *steps = shape.distance(a, b) as u8;
            }
        }
        Some(Self { lookups, partitions: ranges, owners, count, eager, distance })
    }

    /// The same tables in the type with the most room, for searches that are not compiled for each type.
    pub fn widened(&self, shape: &Shape) -> Option<WideDb> {
        let partitions = self.partitions[..self.count].iter();
        WideDb::new(shape, partitions.map(|range| self.lookups[range.clone()].to_vec()).collect())
    }

    /// Begins the change that a step makes.
    #[inline(always)]
    fn announce(&self, change: &mut Change<S>, partial: &Partial<L, S>, step: Step) {
        let first = partial.largest();
        change.first = first as u8;
        self.prepare(change, partial, step, first);
        if self.eager {
            self.prepare_others(change, partial, step, first);
        }
    }

    #[inline(always)]
    fn prepare_others(&self, change: &mut Change<S>, partial: &Partial<L, S>, step: Step, first: usize) {
        for partition in self.others(first) {
            self.prepare(change, partial, step, partition);
        }
    }

    /// Works out for one partition where the entry behind a step is, and asks for it.
    #[inline(always)]
    fn prepare(&self, change: &mut Change<S>, partial: &Partial<L, S>, step: Step, partition: usize) {
        let owner = self.owners[step.label % WIDE][partition];
        let lane = &mut change.lanes[partition];
        lane.owner = owner;
        if owner != NONE {
            let index = usize::from(owner) % L;
            let access = &self.lookups[index].access;
            let (key, spot) = access.moved(partial.keys[index], step.was, step.now);
            access.prefetch(spot);
            (lane.key, lane.spot) = (key, spot);
        } else {
            lane.value = partial.values[partition].wrapping_add_signed(self.step_alone(step, partition));
        }
    }

    /// The numbers of the partitions but one. If there may be few, all of them, there or not: such loops are laid out.
    #[inline(always)]
    fn others(&self, first: usize) -> impl Iterator<Item = usize> + use<L, S> {
        let number = if S <= FEW { S } else { self.count.min(S) };
        (0..number).filter(move |&partition| partition != first)
    }

    /// Reads what a step leads to in the first partition. If that is not above `limit`, asks for the others,
    /// unless that has been done.
    #[inline(always)]
    fn glance(
        &self,
        change: &mut Change<S>,
        partial: &Partial<L, S>,
        step: Step,
        limit: u16,
    ) -> Result<(), u16> {
        let first = change.first();
        self.read(change, partial, first, limit)?;
        if !self.eager {
            self.prepare_others(change, partial, step, first);
        }
        Ok(())
    }

    /// Reads what a step leads to in the other partitions. Stops at a value above `limit`.
    #[inline(always)]
    fn look(&self, change: &mut Change<S>, partial: &Partial<L, S>, limit: u16) -> Result<u16, u16> {
        let first = change.first();
        let mut largest = change.lanes[first].value;
        for partition in self.others(first) {
            largest = largest.max(self.read(change, partial, partition, limit)?);
        }
        Ok(largest)
    }

    /// The value of one partition behind a step; an error if it is above `limit`.
    #[inline(always)]
    fn read(
        &self,
        change: &mut Change<S>,
        partial: &Partial<L, S>,
        partition: usize,
        limit: u16,
    ) -> Result<u16, u16> {
        let lane = &mut change.lanes[partition];
        if lane.owner != NONE {
            let (key, grown) = self.lookups[usize::from(lane.owner) % L].access.read(lane.key, lane.spot);
            lane.key = key;
            // A damaged table may lead below 0; that is then above every limit.
            lane.value = partial.values[partition].wrapping_add_signed(grown);
        }
        if lane.value > limit { Err(lane.value) } else { Ok(lane.value) }
    }

    /// What a tile that is in no table of a partition adds to its value: that of a partition that is not there stays 0.
    #[cold]
    fn step_alone(&self, step: Step, partition: usize) -> i16 {
        let distance = &self.distance[step.label % WIDE];
        let [now, was] = [step.now, step.was].map(|cell| distance[cell % WIDE]);
        match partition < self.count {
            true if now > was => 1,
            true => -1,
            false => 0,
        }
    }

    /// Makes a change that was looked at without meeting the limit. Made again, it is undone.
    #[inline(always)]
    fn exchange(&self, change: &mut Change<S>, partial: &mut Partial<L, S>) {
        let number = if S <= FEW { S } else { self.count.min(S) };
        for (lane, value) in change.lanes.iter_mut().zip(&mut partial.values).take(number) {
            if lane.owner != NONE {
                swap(&mut partial.keys[usize::from(lane.owner) % L], &mut lane.key);
            }
            swap(value, &mut lane.value);
        }
    }
}

/// Single steps of tiles are counted, so there is nothing for the multi-tile metric.
impl<R: Repr, const L: usize, const S: usize> Heuristic<TileSpace<R>> for PatternDb<L, S> {
    type Partial = Partial<L, S>;

    fn init(&self, p: &TileSpace<R>, s: &R::State) -> Partial<L, S> {
        let shape = p.shape();
        let mut stands = [0; MAX_CELLS];
        for cell in 0..shape.cells() {
            stands[p.label(s, cell)] = cell;
        }
        let blank = stands[shape.blank_home()];
        let mut partial = Partial { keys: [0; L], values: [0; S] };
        for i in 0..self.count {
            for lookup in self.partitions[i].clone() {
                let Lookup { access, labels } = &self.lookups[lookup];
                let cells: Vec<u8> = labels.iter().map(|&label| stands[usize::from(label)] as u8).collect();
                let (key, distance) = access.key(&cells, blank);
                partial.keys[lookup] = key;
                partial.values[i] += u16::from(distance);
            }
            // Tiles in no table count with their Manhattan distance.
            let alone = |&label: &usize| label != shape.blank_home() && self.owners[label][i] == NONE;
            let far = |label: usize| u16::from(self.distance[label][stands[label]]);
            partial.values[i] += (0..shape.cells()).filter(alone).map(far).sum::<u16>();
        }
        partial
    }

    #[inline]
    fn update(&self, p: &TileSpace<R>, old: Partial<L, S>, m: Slide, after: &R::State) -> Partial<L, S> {
        let (mut new, mut change) = (old, Change::NEW);
        let (now, was) = (m.from.into(), m.to.into());
        let step = Step { label: p.label(after, now), was, now };
        self.announce(&mut change, &new, step);
        // Nothing is above this limit.
        let _ = self.glance(&mut change, &new, step, u16::MAX);
        let _ = self.look(&mut change, &new, u16::MAX);
        self.exchange(&mut change, &mut new);
        new
    }

    #[inline]
    fn value(&self, v: Partial<L, S>) -> Cost {
        Cost::from(v.values[v.largest()])
    }

    fn quality(&self, _: &TileSpace<R>) -> Quality {
        Quality::CONSISTENT
    }
}

impl<R: Repr, const L: usize, const S: usize> LooksAhead<TileSpace<R>> for PatternDb<L, S> {
    type Ahead = Change<S>;
}

impl<R: Repr, const L: usize, const S: usize> Ahead<TileSpace<R>, PatternDb<L, S>> for Change<S> {
    fn new(_: &Partial<L, S>) -> Self {
        Self::NEW
    }

    // Into the engine's loop, which is compiled for the processor at hand.
    #[inline(always)]
    fn announce(
        &mut self,
        h: &PatternDb<L, S>,
        p: &TileSpace<R>,
        s: &R::State,
        partial: &Partial<L, S>,
        m: Slide,
    ) {
        h.announce(self, partial, Step::new(p, s, m));
    }

    #[inline(always)]
    fn glance(
        &mut self,
        h: &PatternDb<L, S>,
        p: &TileSpace<R>,
        s: &R::State,
        partial: &Partial<L, S>,
        m: Slide,
        limit: Cost,
    ) -> Result<(), Cost> {
        let limit = limit.min(u16::MAX.into()) as u16;
        h.glance(self, partial, Step::new(p, s, m), limit).map_err(Cost::from)
    }

    #[inline(always)]
    fn look(
        &mut self,
        h: &PatternDb<L, S>,
        _: &TileSpace<R>,
        _: &mut R::State,
        partial: &Partial<L, S>,
        _: Slide,
        limit: Cost,
    ) -> Result<Cost, Cost> {
        let limit = limit.min(u16::MAX.into()) as u16;
        h.look(self, partial, limit).map(Cost::from).map_err(Cost::from)
    }

    #[inline(always)]
    fn exchange(&mut self, h: &PatternDb<L, S>, partial: &mut Partial<L, S>) {
        h.exchange(self, partial);
    }
}
