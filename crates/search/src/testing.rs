//! Checks of the laws that spaces and heuristics must keep, for use in tests. They panic with the reason.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::BuildHasherDefault;

use crate::heuristic::Heuristic;
use crate::space::{Cost, Reversible, StateSpace};
use crate::store::KeyHasher;

/// True costs to the goal by key.
pub type Distances<K> = HashMap<K, Cost, BuildHasherDefault<KeyHasher>>;

/// A small deterministic generator for random walks.
struct Walk(u64);

impl Walk {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

/// Walks at random from the start and checks the laws of [`StateSpace`] at each position.
pub fn check_space<P: StateSpace>(space: &P, steps: usize, seed: u64)
where
    P::Key: std::fmt::Debug,
{
    let mut walk = Walk(seed);
    let mut state = space.start();
    let mut last = None;
    for _ in 0..steps {
        let key = space.pack(&state);
        let mut copy = space.start();
        space.unpack(&key, &mut copy);
        assert_eq!(space.pack(&copy), key, "unpack after pack is another position");
        let all: Vec<P::Move> = space.moves(&state, None).collect();
        for &m in &all {
            assert!(space.cost(m) >= 1, "a move costs nothing");
            let mut after = state.clone();
            space.apply(&mut after, m);
            space.undo(&mut after, m);
            assert_eq!(space.pack(&after), key, "undo after apply is another position");
        }
        for m in space.moves(&state, last) {
            assert!(all.contains(&m), "{m:?} is a move after the last one, but not without it");
        }
        if all.is_empty() {
            return;
        }
        let m = all[walk.below(all.len())];
        space.apply(&mut state, m);
        last = Some(m);
    }
}

/// Walks at random and checks that `update` keeps up with `init`.
pub fn check_updates<P: StateSpace, H: Heuristic<P>>(space: &P, heuristic: &H, steps: usize, seed: u64) {
    let mut walk = Walk(seed);
    let mut state = space.start();
    let mut partial = heuristic.init(space, &state);
    for step in 0..steps {
        let all: Vec<P::Move> = space.moves(&state, None).collect();
        if all.is_empty() {
            return;
        }
        let m = all[walk.below(all.len())];
        space.apply(&mut state, m);
        partial = heuristic.update(space, partial, m, &state);
        let fresh = heuristic.init(space, &state);
        assert_eq!(
            heuristic.value(partial),
            heuristic.value(fresh),
            "after step {step}, {m:?}: updated value against value from scratch"
        );
    }
}

/// The true cost to the goal of every position from which it can be reached, by searching backwards.
/// For spaces with unit costs that list their goals.
pub fn distances<P: Reversible>(space: &P) -> Distances<P::Key> {
    let mut known = Distances::<P::Key>::default();
    let mut layer: Vec<P::Key> = Vec::new();
    for goal in space.goals().expect("the space lists its goals") {
        let key = space.pack(&goal);
        known.insert(key.clone(), 0);
        layer.push(key);
    }
    let mut state = space.start();
    let mut depth = 0;
    while !layer.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for key in layer {
            space.unpack(&key, &mut state);
            for m in space.moves(&state, None) {
                assert_eq!(space.cost(m), 1, "distances() is for unit costs");
                space.apply(&mut state, m);
                if let Entry::Vacant(vacant) = known.entry(space.pack(&state)) {
                    next.push(vacant.key().clone());
                    vacant.insert(depth);
                }
                space.undo(&mut state, m);
            }
        }
        layer = next;
    }
    known
}

/// Checks over a whole space that the heuristic keeps what its quality promises, and that it is 0 at the goals.
pub fn check_promises<P: StateSpace, H: Heuristic<P>>(
    space: &P,
    heuristic: &H,
    distances: &Distances<P::Key>,
) {
    let quality = heuristic.quality(space);
    let mut state = space.start();
    for (key, &distance) in distances {
        space.unpack(key, &mut state);
        let partial = heuristic.init(space, &state);
        let h = heuristic.value(partial);
        assert!(distance > 0 || h == 0, "h is {h} at a goal");
        assert!(!quality.admissible || h <= distance, "h is {h} at distance {distance}");
        for m in space.moves(&state, None) {
            space.apply(&mut state, m);
            let there = heuristic.value(heuristic.update(space, partial, m, &state));
            let falls_too_fast = h > there + space.cost(m);
            assert!(!quality.consistent || !falls_too_fast, "h falls from {h} to {there} by {m:?}");
            space.undo(&mut state, m);
        }
    }
}
