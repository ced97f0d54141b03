//! A set of positions, sorted, with the distance of each to the nearest goal.

use std::collections::HashSet;

use slidewise_search::StateSpace;
use slidewise_search::layered::Undirected;

use super::super::bits::Bits;
use super::super::codec::BrickKey;
use super::super::components::each_arrangement;
use super::super::moves::Move;
use super::super::space::BrickSpace;
use super::{Bounds, Unfinished};

/// Stands for positions from which no goal can be reached.
const NEVER: u16 = u16::MAX;

/// How many positions are done between two looks at whether to go on.
const PULSE: usize = 1 << 14;

/// Positions that are closed under moves, sorted.
pub(super) struct Positions<K> {
    pub(super) keys: Vec<K>,
}

impl<K: BrickKey> Positions<K> {
    /// All placements of the pieces.
    pub(super) fn all<B: Bits>(space: &BrickSpace<B, K>, bounds: &Bounds<'_>) -> Result<Self, Unfinished> {
        let mut keys = Vec::new();
        let mut ended = Unfinished::TooMany;
        let done = each_arrangement(space, &mut |key| {
            keys.push(key);
            if keys.len() % PULSE == 0 && !(bounds.go_on)() {
                ended = Unfinished::Ended;
                return None;
            }
            (keys.len() <= bounds.most).then_some(())
        });
        keys.sort_unstable();
        done.map(|()| Self { keys }).ok_or(ended)
    }

    /// What can be reached from the start.
    pub(super) fn around<B: Bits>(space: &BrickSpace<B, K>, bounds: &Bounds<'_>) -> Result<Self, Unfinished> {
        let mut state = space.start();
        let mut keys = vec![space.pack(&state)];
        let mut seen: HashSet<K> = keys.iter().copied().collect();
        let mut next = 0;
        while let Some(&key) = keys.get(next) {
            if next % PULSE == PULSE - 1 && !(bounds.go_on)() {
                return Err(Unfinished::Ended);
            }
            space.unpack(&key, &mut state);
            space.neighbours(key, &mut state, &mut |near, _| {
                if seen.insert(near) {
                    keys.push(near);
                }
            });
            if keys.len() > bounds.most {
                return Err(Unfinished::TooMany);
            }
            next += 1;
        }
        keys.sort_unstable();
        Ok(Self { keys })
    }

    /// The distances of all of them, breadth-first from all goals at once.
    pub(super) fn into_distances<B: Bits>(
        self,
        space: &BrickSpace<B, K>,
        bounds: &Bounds<'_>,
    ) -> Result<Distances<K>, Unfinished> {
        let keys = self.keys;
        let mut to_goal = vec![NEVER; keys.len()];
        let mut queue = Vec::new();
        let mut state = space.start();
        for (i, key) in keys.iter().enumerate() {
            space.unpack(key, &mut state);
            if space.is_goal(&state) {
                to_goal[i] = 0;
                queue.push(i as u32);
            }
        }
        let mut next = 0;
        while let Some(&at) = queue.get(next) {
            if next % PULSE == PULSE - 1 && !(bounds.go_on)() {
                return Err(Unfinished::Ended);
            }
            let key = keys[at as usize];
            let further = to_goal[at as usize].saturating_add(1).min(NEVER - 1);
            space.unpack(&key, &mut state);
            space.neighbours(key, &mut state, &mut |near, _| {
                if let Ok(near) = keys.binary_search(&near)
                    && to_goal[near] == NEVER
                {
                    to_goal[near] = further;
                    queue.push(near as u32);
                }
            });
            next += 1;
        }
        Ok(Distances { keys, to_goal })
    }
}

/// Positions with their distances.
pub(super) struct Distances<K> {
    keys: Vec<K>,
    to_goal: Vec<u16>,
}

impl<K: BrickKey> Distances<K> {
    pub(super) fn keys(&self) -> &[K] {
        &self.keys
    }

    /// From how many the goal can be reached.
    pub(super) fn solvable(&self) -> u64 {
        self.to_goal.iter().filter(|&&distance| distance != NEVER).count() as u64
    }

    /// The longest distance there is.
    pub(super) fn longest(&self) -> Option<u16> {
        self.to_goal.iter().copied().filter(|&distance| distance != NEVER).max()
    }

    /// The positions at a distance.
    pub(super) fn at(&self, distance: u16) -> impl Iterator<Item = K> {
        let all = self.keys.iter().zip(&self.to_goal);
        all.filter(move |(_, known)| **known == distance).map(|(key, _)| *key)
    }

    /// The positions at distances between two, with their distances.
    pub(super) fn between(&self, least: u64, most: u64) -> impl Iterator<Item = (K, u16)> {
        let all = self.keys.iter().copied().zip(self.to_goal.iter().copied());
        all.filter(move |&(_, d)| d != NEVER && (least..=most).contains(&u64::from(d)))
    }

    fn of(&self, key: K) -> u16 {
        self.keys.binary_search(&key).map_or(NEVER, |i| self.to_goal[i])
    }

    /// A shortest solution from a position; with `only`, if there is no other.
    pub(super) fn way<B: Bits>(&self, space: &BrickSpace<B, K>, from: K, only: bool) -> Option<Vec<Move>> {
        let mut state = space.start();
        space.unpack(&from, &mut state);
        let mut moves = Vec::new();
        for left in (1..=self.of(from)).rev() {
            let mut nearer = space.moves(&state, None).filter(|&m| {
                let mut there = state.clone();
                space.apply(&mut there, m);
                self.of(space.pack(&there)) == left - 1
            });
            let m = nearer.next()?;
            if only && nearer.next().is_some() {
                return None;
            }
            space.apply(&mut state, m);
            moves.push(m);
        }
        Some(moves)
    }
}
