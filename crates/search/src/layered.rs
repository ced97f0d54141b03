//! Breadth-first search in undirected spaces with unit costs, layer by layer, compactly.
//!
//! A layer is a sorted list of keys, stored as differences (about four bytes a position for keys of 40 bits). The next
//! layer is made in two passes: the neighbours of all positions are sorted, then merged, and what the last two
//! layers hold is left out. There is no hash table of all positions. Layers can go to disk when memory is short
//! ([`Options::spill`]), or be given up but for every k-th ([`Keep::Every`]); the way back is found from the
//! layers alone. All threads work on the same layer, and the result does not depend on how many there are.
//!
//! Guarantee: solutions are optimal; when stopped, the depth reached is a proven lower bound.
//! Reference: Korf, "Best-first frontier search with delayed duplicate detection", AAAI 2004.

mod exchange;
mod expand;
mod frontier;
mod kept;
mod key;
mod list;
mod merge;
mod radix;
mod spill;
#[cfg(test)]
mod tests;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

pub use frontier::{Advance, Frontier};
pub use kept::LayerFile;
pub use key::{Bytes, LayerKey};
pub use list::{KeyList, Reader};
pub use spill::Trouble;

use crate::meter::{Event, Meter, Stop};
use crate::peers::Crew;
use crate::space::{Cost, StateSpace};
use crate::verdict::{Solution, Verdict};

/// A space in which every move costs 1 and can be taken back by one other move.
pub trait Undirected: StateSpace<Key: LayerKey> {
    /// How many bits keys take, if many moves change only the low ones: processes that share the space keep positions
    /// together then that have the high ones in common. 0 if it is not so.
    fn key_bits(&self) -> u32 {
        0
    }

    /// Calls `emit` with the key of each neighbour of `s` and whether it is a goal. `s` was unpacked from `key`;
    /// it may be edited on the way, but must be as before at the end. Override it where the keys of neighbours
    /// can be had cheaper than one by one.
    fn neighbours(&self, key: Self::Key, s: &mut Self::State, emit: &mut impl FnMut(Self::Key, bool)) {
        let _ = key;
        for m in self.moves(s, None) {
            self.apply(s, m);
            emit(self.pack(s), self.is_goal(s));
            self.undo(s, m);
        }
    }
}

/// What layers are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To find a goal, and to stop there.
    Goal,
    /// To have all of them.
    Layers,
    /// The same, with [`Counts`] of all positions.
    Counts,
}

/// What was counted over all positions that were expanded.
#[derive(Clone, Debug)]
pub struct Counts<K> {
    /// The goals among them.
    pub goals: Vec<K>,
    /// Their neighbours, all together.
    pub neighbours: u64,
    /// Those with exactly one neighbour.
    pub dead_ends: u64,
    /// The most neighbours that one of them has.
    pub most_neighbours: u64,
}

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self { goals: Vec::new(), neighbours: 0, dead_ends: 0, most_neighbours: 0 }
    }
}

impl<K> Counts<K> {
    fn add(&mut self, key: K, is_goal: bool, neighbours: u64) {
        if is_goal {
            self.goals.push(key);
        }
        self.neighbours += neighbours;
        self.dead_ends += u64::from(neighbours == 1);
        self.most_neighbours = self.most_neighbours.max(neighbours);
    }

    fn absorb(&mut self, mut other: Self) {
        self.goals.append(&mut other.goals);
        self.neighbours += other.neighbours;
        self.dead_ends += other.dead_ends;
        self.most_neighbours = self.most_neighbours.max(other.most_neighbours);
    }
}

/// Which layers are kept for the way back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// All of them.
    #[default]
    All,
    /// The last two, and one in this many: less memory, and a small search around each piece of the way back.
    Every(u32),
}

/// How the layers are built and kept.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Threads that work on a large layer; 0 counts as 1.
    pub threads: usize,
    /// Which layers are kept.
    pub keep: Keep,
    /// Where layers go when the memory limit is reached; without it the search stops there.
    pub spill: Option<PathBuf>,
    /// What went wrong with what was put there, or with another process, is told here.
    pub trouble: Trouble,
    /// The processes that share the layers; each has one thread then, and all make the same layers in the same order.
    pub crew: Option<Arc<Crew>>,
}

/// How a layered search ended.
#[derive(Clone, Debug)]
pub struct Outcome<M> {
    /// The result.
    pub verdict: Verdict<M>,
    /// Positions in all layers that were completed.
    pub stored: u64,
}

/// Shortest way from the start to a goal, searched forwards.
pub fn solve<P: Undirected>(space: &P, options: &Options, meter: &mut Meter<'_>) -> Outcome<P::Move> {
    let start = space.start();
    if space.is_goal(&start) {
        return Outcome { verdict: Verdict::Solved(Solution::bounded(Vec::new(), 0, 0)), stored: 1 };
    }
    let mut front = Frontier::new(space, vec![space.pack(&start)], Purpose::Goal, options);
    let verdict = loop {
        let depth = front.depth();
        match front.advance(0, meter) {
            Ok(Advance::Layer) => {}
            Ok(Advance::Exhausted) => break Verdict::Unsolvable,
            Ok(Advance::Goal(goal)) => break solved(space, forwards(&front, goal, depth + 1), depth + 1),
            Err(why) => break stopped(why, depth + 1),
        }
    };
    Outcome { verdict, stored: total(&front) }
}

/// Shortest way from the start to one of `goals`, which must be all goals there are, searched from both ends:
/// the smaller last layer is advanced until the two meet.
pub fn solve_from_both_ends<P: Undirected>(
    space: &P,
    goals: &[P::State],
    options: &Options,
    meter: &mut Meter<'_>,
) -> Outcome<P::Move> {
    let starts = vec![space.pack(&space.start())];
    let ends = goals.iter().map(|s| space.pack(s)).collect();
    let mut front = Frontier::new(space, starts, Purpose::Layers, options);
    let mut back = Frontier::new(space, ends, Purpose::Layers, options);
    let verdict = loop {
        let length = front.depth() + back.depth();
        match merge::meet(front.last(), back.last()) {
            Ok(Some(middle)) => {
                let keys = forwards(&front, middle, front.depth()).and_then(|mut keys| {
                    keys.extend(back.path_to_source(middle, back.depth())?.into_iter().skip(1));
                    Ok(keys)
                });
                break solved(space, keys, length);
            }
            Ok(None) => {}
            Err(_) => break stopped(Stop::Memory, length),
        }
        meter.tell(Event::Bound(length as Cost + 1));
        let forward = front.last().len() <= back.last().len();
        let (side, other) = if forward { (&mut front, &back) } else { (&mut back, &front) };
        match side.advance(other.memory(), meter) {
            Ok(Advance::Exhausted) => break Verdict::Unsolvable,
            Ok(_) => {}
            Err(why) => break stopped(why, length + 1),
        }
    };
    Outcome { verdict, stored: total(&front) + total(&back) }
}

fn total<P: Undirected>(front: &Frontier<'_, P>) -> u64 {
    front.sizes().iter().map(|&n| n as u64).sum()
}

fn stopped<M>(why: Stop, lower_bound: usize) -> Verdict<M> {
    Verdict::Stopped { why, best: None, lower_bound: lower_bound as Cost }
}

/// Keys from the start to `key` at `depth`. A goal found while a layer is expanded lies one behind the last.
fn forwards<P: Undirected>(front: &Frontier<'_, P>, key: P::Key, depth: usize) -> io::Result<Vec<P::Key>> {
    let mut keys = front.path_to_source(key, depth)?;
    keys.reverse();
    Ok(keys)
}

fn solved<P: Undirected>(space: &P, keys: io::Result<Vec<P::Key>>, length: usize) -> Verdict<P::Move> {
    match keys.ok().and_then(|keys| retrace(space, &keys)) {
        Some(moves) => Verdict::Solved(Solution::bounded(moves, length as Cost, length as Cost)),
        // The layers were on disk and could not be read back: the length is known, the way is not.
        None => stopped(Stop::Memory, length),
    }
}

/// The moves from the start along these keys. Keys may stand for several positions (mirror images), so the
/// moves are found on the real position.
pub fn retrace<P: Undirected>(space: &P, keys: &[P::Key]) -> Option<Vec<P::Move>> {
    retrace_from(space, space.start(), keys)
}

/// The moves from `state` along these keys, the first of which is its own.
pub fn retrace_from<P: Undirected>(space: &P, mut state: P::State, keys: &[P::Key]) -> Option<Vec<P::Move>> {
    let mut moves = Vec::with_capacity(keys.len().saturating_sub(1));
    for &key in keys.iter().skip(1) {
        let m = space.moves(&state, None).find(|&m| {
            space.apply(&mut state, m);
            let found = space.pack(&state) == key;
            if !found {
                space.undo(&mut state, m);
            }
            found
        })?;
        moves.push(m);
    }
    Some(moves)
}
