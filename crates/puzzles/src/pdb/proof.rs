//! The walk that proves a table.
//!
//! The bits alone do not show whether they are right. So the distances that they stand for are found again, and proven
//! by walking through all of them: plainly, and by code that shares nothing with that which finds them. Then the bits
//! are compared with them.

use std::fmt;
use std::sync::Mutex;

use slidewise_search::Cancel;

use super::build::keep::LayerOfEach;
use super::build::layers::Layers;
use super::build::orders::Orders;
use super::build::{BuildError, BuildOptions, share_out};
use super::layout::Layout;
use super::pattern::Pattern;
use super::rank::{for_each_permutation, pack, rotate};
use super::table::Table;

/// The layer of a state that the goal cannot reach; that of the goal is the next.
const UNREACHED: u8 = 0;
const GOAL: u8 = 1;

/// Why a table is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The goal has a value other than 0.
    Goal,
    /// One move changes the value by more than 1; the entry's number.
    Inconsistent(u64),
    /// No move leads nearer to the goal; the entry's number.
    NotReached(u64),
    /// The bit of an entry is not that of its distance; the entry's number.
    OtherBit(u64),
    /// The proof could not be finished.
    Unfinished(BuildError),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Goal => write!(f, "the goal has a value other than 0"),
            Self::Inconsistent(e) => write!(f, "entry {e} differs by more than 1 from a neighbour"),
            Self::NotReached(e) => write!(f, "entry {e} has no neighbour that is nearer to the goal"),
            Self::OtherBit(e) => write!(f, "entry {e} is not that of its distance"),
            Self::Unfinished(why) => write!(f, "not verified: {why}"),
        }
    }
}

impl std::error::Error for Flaw {}

impl Table {
    /// Proves every entry.
    pub fn verify(&self, options: &mut BuildOptions<'_>) -> Result<(), Flaw> {
        let (layout, orders) = (self.layout(), Orders::new(self.pattern().tiles()));
        let needed = Layers::<LayerOfEach<'_>>::memory(layout, &orders);
        if let Some(limit) = options.memory_limit.filter(|&limit| needed > limit) {
            return Err(Flaw::Unfinished(BuildError::Memory { needed, limit }));
        }
        let threads = options.threads.max(1);
        let mut layers = Layers::new(self.pattern(), layout, &orders, LayerOfEach::new(&orders), threads);
        layers.run(self.pattern().home(), options).map_err(Flaw::Unfinished)?;
        let rows = layers.kept();
        Walk::new(self.pattern(), layout).prove(&rows, threads, &options.cancel)?;
        self.compare(&rows, threads)
    }

    /// Compares the bits with proven distances: a byte of a row of the table, that is eight blocks, after the other,
    /// for as many of them as a line of the cache has.
    fn compare(&self, rows: &[&[u8]], threads: usize) -> Result<(), Flaw> {
        let layout = self.layout();
        let flaw = FirstFlaw::default();
        let groups = rows.chunks(LINE).enumerate().collect();
        share_out(groups, threads, |(group, rows): (usize, &[&[u8]])| {
            for rank in 0..layout.perms.count() {
                let differs = |&(block, row): &(usize, &&[u8])| {
                    let layer = row[rank];
                    layer != UNREACHED && self.bit(layout.entry_in(block, rank)) != (layer - GOAL) >> 1 & 1
                };
                if let Some((block, _)) = (group * LINE..).zip(rows).find(differs) {
                    return flaw.note(Flaw::OtherBit(layout.entry_in(block, rank) as u64));
                }
            }
        });
        flaw.found()
    }
}

/// Blocks whose entries for one permutation fill a line of the cache.
const LINE: usize = 512;

/// Sets of cells that a thread looks at in a row.
const SETS: usize = 64;

/// The flaw with the lowest entry of those that several threads have found.
#[derive(Default)]
pub(super) struct FirstFlaw(Mutex<Option<Flaw>>);

impl FirstFlaw {
    pub(super) fn note(&self, flaw: Flaw) {
        let entry = |flaw: &Flaw| match flaw {
            Flaw::Inconsistent(entry) | Flaw::NotReached(entry) | Flaw::OtherBit(entry) => *entry,
            Flaw::Goal | Flaw::Unfinished(_) => 0,
        };
        let mut first = self.0.lock().unwrap_or_else(|e| e.into_inner());
        if first.as_ref().is_none_or(|first| entry(&flaw) < entry(first)) {
            *first = Some(flaw);
        }
    }

    pub(super) fn found(self) -> Result<(), Flaw> {
        self.0.into_inner().unwrap_or_else(|e| e.into_inner()).map_or(Ok(()), Err)
    }
}

/// All states and steps of a pattern. The layers of the states are given by block and rank of the permutation.
struct Walk<'a> {
    pattern: &'a Pattern,
    layout: &'a Layout,
    neighbours: Vec<u64>,
    turns: Turns,
}

/// A step from all states of a block.
struct Step<'t> {
    /// The block that it leads to.
    to: usize,
    /// The permutation that each becomes, if it becomes another.
    turn: Option<&'t [u16]>,
}

impl<'a> Walk<'a> {
    fn new(pattern: &'a Pattern, layout: &'a Layout) -> Self {
        Self { pattern, layout, neighbours: pattern.neighbours(), turns: Turns::new(layout, pattern) }
    }

    /// The block of the goal, of which it is the first state.
    fn home(&self) -> usize {
        self.layout.block(self.layout.sets.rank(self.pattern.home()), self.pattern.blank_end())
    }

    /// The steps from one block of a set: a tile leaves its cell for one in the blank's region.
    fn steps(&self, set: usize, mask: u64, block: usize) -> Vec<Step<'_>> {
        let region = block - self.layout.range(set).start;
        let cells = 0..self.neighbours.len();
        let mut steps = Vec::new();
        for tile in cells.clone().filter(|c| mask >> c & 1 == 1) {
            let free = cells.clone().filter(|&c| self.neighbours[tile] & !mask & 1 << c != 0);
            for target in free.filter(|&c| usize::from(self.layout.region(set, c)) == region) {
                let after = mask ^ 1 << tile ^ 1 << target;
                let from = (mask & ((1 << tile) - 1)).count_ones();
                let to = (after & ((1 << target) - 1)).count_ones();
                let turn = (from != to).then(|| self.turns.get(from, to));
                steps.push(Step { to: self.layout.block(self.layout.sets.rank(after), tile), turn });
            }
        }
        steps
    }

    /// All sets with their numbers, in shares for threads.
    fn shares(&self) -> Vec<Vec<(usize, u64)>> {
        let sets: Vec<(usize, u64)> = self.layout.sets.masks().enumerate().collect();
        sets.chunks(SETS).map(<[_]>::to_vec).collect()
    }

    /// The goal is the first layer, every step leads to the next layer or the one before (so the distances are
    /// consistent and admissible), and from every other state that the goal can reach a step leads nearer (so no
    /// distance is less than it could be).
    fn prove(&self, rows: &[&[u8]], threads: usize, cancel: &Cancel) -> Result<(), Flaw> {
        if rows[self.home()][0] != GOAL {
            return Err(Flaw::Goal);
        }
        let flaw = FirstFlaw::default();
        share_out(self.shares(), threads.max(1), |sets| {
            let mut room = Room::new(self.layout.perms.count());
            for (set, mask) in sets {
                if cancel.is_cancelled() {
                    return flaw.note(Flaw::Unfinished(BuildError::Cancelled));
                }
                for block in self.layout.range(set) {
                    if let Err(found) = self.prove_block(set, mask, block, rows, &mut room) {
                        return flaw.note(found);
                    }
                }
            }
        });
        flaw.found()
    }

    fn prove_block(
        &self,
        set: usize,
        mask: u64,
        block: usize,
        rows: &[&[u8]],
        Room { turned, seen }: &mut Room,
    ) -> Result<(), Flaw> {
        let here = rows[block];
        seen.fill(0);
        for Step { to, turn } in self.steps(set, mask, block) {
            let there = match turn {
                None => rows[to],
                Some(turn) => {
                    turned.iter_mut().zip(turn).for_each(|(e, &rank)| *e = rows[to][usize::from(rank)]);
                    &turned[..]
                }
            };
            see(here, there, seen);
        }
        let is_home = |rank: usize| block == self.home() && rank == 0;
        let flaw = |rank: usize| {
            let entry = self.layout.entry_in(block, rank) as u64;
            match here[rank] {
                _ if seen[rank] & JUMP != 0 => Some(Flaw::Inconsistent(entry)),
                UNREACHED => None,
                GOAL if is_home(rank) => None,
                _ => (seen[rank] & NEARER == 0).then_some(Flaw::NotReached(entry)),
            }
        };
        (0..here.len()).find_map(flaw).map_or(Ok(()), Err)
    }
}

/// Room to work in.
struct Room {
    /// The layers that a step leads to.
    turned: Vec<u8>,
    /// What is seen beside each state.
    seen: Vec<u8>,
}

impl Room {
    fn new(states: usize) -> Self {
        Self { turned: vec![0; states], seen: vec![0; states] }
    }
}

/// A step leads to a layer that is not beside.
const JUMP: u8 = 1;
/// A step leads nearer to the goal.
const NEARER: u8 = 2;

/// Notes what one step of each state of a block shows.
fn see(here: &[u8], there: &[u8], seen: &mut [u8]) {
    for ((&d, &e), seen) in here.iter().zip(there).zip(seen) {
        let is_step = (d.abs_diff(e) == 1) & (d != UNREACHED) & (e != UNREACHED);
        let is_out_of_reach = (d == UNREACHED) & (e == UNREACHED);
        *seen |= (u8::from(!(is_step | is_out_of_reach)) * JUMP) | (u8::from(e < d) * NEARER);
    }
}

/// Where each permutation goes when the tile in one place passes to another.
struct Turns {
    k: u32,
    to: Vec<Vec<u16>>,
}

impl Turns {
    fn new(layout: &Layout, pattern: &Pattern) -> Self {
        let k = pattern.tiles() as u32;
        let mut to = vec![Vec::new(); (k * k) as usize];
        for (i, turn) in (0u32..).zip(&mut to) {
            for_each_permutation(k as usize, |_, perm| {
                turn.push(layout.perms.rank(rotate(pack(perm), i / k, i % k)) as u16);
            });
        }
        Self { k, to }
    }

    fn get(&self, from: u32, to: u32) -> &[u16] {
        &self.to[(from * self.k + to) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::super::build::build;
    use super::super::memory::Bytes;
    use super::*;

    fn options() -> BuildOptions<'static> {
        BuildOptions::quiet(2)
    }

    /// Every entry that a search may read; others are between blocks.
    #[test]
    fn good_tables_are_proven_and_every_damage_is_seen() {
        let pattern = Pattern::new(3, 3, 4, [0, 1, 2, 5, 6, 8]).unwrap();
        let good = build(&pattern, &mut options()).unwrap();
        assert_eq!(good.verify(&mut options()), Ok(()));
        let layout = good.layout();
        let used = |entry: &usize| entry % layout.row() < layout.blocks();
        for entry in (0..layout.entries() as usize).step_by(1997).filter(used) {
            let change = |data: &mut [u8]| {
                data.copy_from_slice(good.bytes());
                data[entry / 8] ^= 1 << (entry % 8);
            };
            let data = Bytes::filled(good.bytes().len(), change);
            let bad = Table::new(pattern.clone(), Layout::of(&pattern), data);
            assert_eq!(bad.verify(&mut options()), Err(Flaw::OtherBit(entry as u64)));
        }
    }

    /// The distances are proven, not believed.
    #[test]
    fn wrong_distances_are_seen() {
        let pattern = Pattern::new(3, 3, 4, [0, 1, 5, 8]).unwrap();
        let (layout, orders) = (Layout::of(&pattern), Orders::new(pattern.tiles()));
        let mut layers = Layers::new(&pattern, &layout, &orders, LayerOfEach::new(&orders), 1);
        layers.run(pattern.home(), &mut options()).unwrap();
        let good: Vec<Vec<u8>> = layers.kept().into_iter().map(<[u8]>::to_vec).collect();
        let walk = Walk::new(&pattern, &layout);
        let prove = |rows: &[Vec<u8>]| {
            let rows: Vec<&[u8]> = rows.iter().map(|row| &row[..]).collect();
            walk.prove(&rows, 2, &Cancel::default())
        };
        assert_eq!(prove(&good), Ok(()));
        for (block, rank) in (0..good.len()).map(|block| (block, block * 7 % good[block].len())) {
            let change = |to: u8| {
                let mut bad = good.clone();
                bad[block][rank] = to;
                prove(&bad)
            };
            let layer = good[block][rank];
            if layer != UNREACHED {
                assert!(change(layer + 2).is_err(), "block {block}, {rank}");
                assert!(change(UNREACHED).is_err(), "block {block}, {rank}");
            }
        }
        let shifted: Vec<Vec<u8>> = good.iter().map(|row| row.iter().map(|d| d + 1).collect()).collect();
        assert_eq!(prove(&shifted), Err(Flaw::Goal));
        let nothing: Vec<Vec<u8>> = good.iter().map(|row| vec![UNREACHED; row.len()]).collect();
        assert_eq!(prove(&nothing), Err(Flaw::Goal));
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let pattern = Pattern::new(3, 4, 0, [1, 2, 5, 6, 11]).unwrap();
        let tables = [1, 2, 3].map(|n| build(&pattern, &mut BuildOptions::quiet(n)).unwrap());
        assert!(tables.iter().all(|t| t.bytes() == tables[0].bytes()));
    }

    #[test]
    fn builds_can_be_cancelled_and_limited() {
        let pattern = Pattern::new(4, 4, 0, [1, 2, 3, 4, 5, 6]).unwrap();
        let cancelled = BuildOptions { cancel: Cancel::default(), ..options() };
        cancelled.cancel.cancel();
        let limited = BuildOptions { memory_limit: Some(1000), ..options() };
        for (mut options, cancelled) in [(cancelled, true), (limited, false)] {
            let why = build(&pattern, &mut options).unwrap_err();
            assert_eq!(matches!(why, BuildError::Cancelled), cancelled, "{why}");
        }
    }
}
