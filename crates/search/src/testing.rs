//! Checks of the laws that spaces and heuristics must keep, for use in tests. They panic with the reason.
//!
//! [`check_space`], [`check_reversible`] and [`check_heuristic`] look at as many positions as they are told to, so they
//! do for spaces of any size; [`check_promises`] looks at all of them.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap};
use std::hash::BuildHasherDefault;

use crate::heuristic::{Heuristic, Quality};
use crate::space::{Cost, Reversible, StateSpace, UNCOUNTED, through};
use crate::store::KeyHasher;

/// True costs to the goal by key.
pub type Distances<K> = ByKey<K, Cost>;

type ByKey<K, T> = HashMap<K, T, BuildHasherDefault<KeyHasher>>;

/// A small deterministic generator for random walks.
struct Walk(u64);

impl Walk {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

/// Walks at random from the start and checks the laws of [`StateSpace`] at each position; that no move is dropped which
/// is needed, near the start and near three other positions of the walk, over as many positions as there are steps.
pub fn check_space<P: StateSpace>(space: &P, steps: usize, seed: u64)
where
    P::Key: std::fmt::Debug,
{
    let mut walk = Walk(seed);
    let mut state = space.start();
    let mut last = None;
    let mut made = Vec::new();
    let mut elsewhere = state.clone();
    for step in 0..steps {
        if step % steps.div_ceil(4) == 0 {
            check_dropped(space, &state, steps);
        }
        let key = space.pack(&state);
        // Whatever was there before.
        for mut copy in [space.start(), state.clone(), elsewhere.clone()] {
            space.unpack(&key, &mut copy);
            assert_eq!(space.pack(&copy), key, "unpack after pack is another position");
        }
        let all: Vec<P::Move> = space.moves(&state, None).collect();
        for &m in &all {
            let (cost, least) = (space.cost(m), space.least_cost());
            assert!(cost >= least, "{m:?} costs {cost}, less than the least cost, {least}");
            assert!(cost < UNCOUNTED, "{m:?} costs {cost}, more than can be counted");
            let mut after = state.clone();
            space.apply(&mut after, m);
            space.undo(&mut after, m);
            assert_eq!(space.pack(&after), key, "undo after apply is another position");
        }
        for m in space.moves(&state, last) {
            assert!(all.contains(&m), "{m:?} is a move after the last one, but not without it");
        }
        if all.is_empty() {
            break;
        }
        let m = all[walk.below(all.len())];
        if walk.below(2) == 0 {
            elsewhere = state.clone();
        }
        space.apply(&mut state, m);
        made.push((key, m));
        last = Some(m);
    }
    // As a depth-first search does, which takes back as many moves as it made.
    while let Some((key, m)) = made.pop() {
        space.undo(&mut state, m);
        assert_eq!(
            space.pack(&state),
            key,
            "the moves of a walk taken back lead to another position, by {m:?}"
        );
    }
}

/// Checks the law of [`Reversible`] at the `most` positions nearest to the start, and at as many near each of the first
/// goals: that the inverse of each move is a move, leads back and costs the same; and that those are the goals which
/// are listed.
pub fn check_reversible<P: Reversible>(space: &P, most: usize)
where
    P::Key: std::fmt::Debug,
{
    /// Near so many goals.
    const GOALS: usize = 4;
    check_inverses(space, &space.start(), most, None);
    let Some(goals) = space.goals() else { return };
    let keys: Vec<P::Key> = goals.iter().map(|goal| space.pack(goal)).collect();
    for goal in &goals {
        assert!(space.is_goal(goal), "{:?} is listed and no goal", space.pack(goal));
    }
    check_inverses(space, &space.start(), most, Some(&keys));
    for goal in goals.iter().take(GOALS) {
        check_inverses(space, goal, most, Some(&keys));
    }
}

fn check_inverses<P: Reversible>(space: &P, root: &P::State, most: usize, goals: Option<&[P::Key]>)
where
    P::Key: std::fmt::Debug,
{
    let mut state = root.clone();
    for key in nearest(space, root, most, false).0.keys() {
        space.unpack(key, &mut state);
        if let Some(goals) = goals {
            assert!(!space.is_goal(&state) || goals.contains(key), "the goal {key:?} is not listed");
        }
        for m in space.moves(&state, None) {
            let mut there = state.clone();
            space.apply(&mut there, m);
            let back = space.inverse(m);
            assert!(
                space.moves(&there, None).any(|other| other == back),
                "{key:?}: {back:?}, the inverse of {m:?}, is no move behind it"
            );
            let (cost, cost_back) = (space.cost(m), space.cost(back));
            assert_eq!(cost_back, cost, "{key:?}: what {back:?} costs against {m:?}, whose inverse it is");
            space.apply(&mut there, back);
            assert_eq!(space.pack(&there), *key, "{back:?} leads elsewhere than back from {m:?}");
        }
    }
}

/// Checks near a position that what `moves` drops is not needed: every position is reached at the same cost with all
/// moves and without those that the last one makes useless. Looks at the `most` nearest positions.
fn check_dropped<P: StateSpace>(space: &P, root: &P::State, most: usize)
where
    P::Key: std::fmt::Debug,
{
    let (all, within) = nearest(space, root, most, false);
    let (kept, _) = nearest(space, root, most, true);
    for (key, cost) in all.iter().filter(|&(_, &cost)| cost < within) {
        let reached = kept.get(key);
        assert_eq!(
            reached,
            Some(cost),
            "{key:?}: the moves that are left lead there at another cost, if at all"
        );
    }
}

/// The costs at which positions are reached from a root, and the cost below which all of the `most` nearest are known.
/// With `dropping`, only by moves that the last one does not make useless: what is reached by different last moves is
/// then searched from each of them.
fn nearest<P: StateSpace>(
    space: &P,
    root: &P::State,
    most: usize,
    dropping: bool,
) -> (Distances<P::Key>, Cost) {
    let mut known = Distances::<P::Key>::default();
    let mut expanded: ByKey<P::Key, Vec<Option<P::Move>>> = HashMap::default();
    let mut states = vec![(root.clone(), None)];
    let mut open = BinaryHeap::from([Reverse((0, 0))]);
    while let Some(Reverse((g, number))) = open.pop() {
        let (mut state, last): (P::State, Option<P::Move>) = states[number].clone();
        let key = space.pack(&state);
        if !known.contains_key(&key) {
            if known.len() == most {
                return (known, g);
            }
            known.insert(key.clone(), g);
        }
        let last = last.filter(|_| dropping);
        let by = expanded.entry(key).or_default();
        if by.contains(&last) {
            continue;
        }
        by.push(last);
        for m in space.moves(&state, last) {
            space.apply(&mut state, m);
            open.push(Reverse((g + space.cost(m), states.len())));
            states.push((state.clone(), Some(m)));
            space.undo(&mut state, m);
        }
    }
    (known, Cost::MAX)
}

/// Checks over the `most` positions nearest to the start that the heuristic keeps what its quality promises, as far as
/// can be told from them: 0 at goals, not more than the cost of a way that is known, no dead end where there is a way,
/// no fall by more than a move costs. Returns how many positions there were.
pub fn check_heuristic<P: StateSpace, H: Heuristic<P>>(space: &P, heuristic: &H, most: usize) -> usize
where
    P::Key: std::fmt::Debug,
{
    let (known, _) = nearest(space, &space.start(), most, false);
    let quality = heuristic.quality(space);
    let mut state = space.start();
    let mut back: ByKey<P::Key, Vec<(P::Key, Cost)>> = HashMap::default();
    let mut ways = Distances::<P::Key>::default();
    let mut open = Vec::new();
    for key in known.keys() {
        space.unpack(key, &mut state);
        let partial = heuristic.init(space, &state);
        let h = heuristic.value(partial);
        if space.is_goal(&state) {
            assert!(h == 0 || may_exceed_zero(heuristic, quality), "the estimate at the goal {key:?} is {h}");
            ways.insert(key.clone(), 0);
            open.push(key.clone());
        }
        for m in space.moves(&state, None) {
            space.apply(&mut state, m);
            let there = heuristic.value(heuristic.update(space, partial, m, &state));
            let falls_too_fast = h > through(space.cost(m), there);
            assert!(!quality.consistent || !falls_too_fast, "{key:?}: h falls from {h} to {there} by {m:?}");
            back.entry(space.pack(&state)).or_default().push((key.clone(), space.cost(m)));
            space.undo(&mut state, m);
        }
    }
    // Ways get shorter until none does: slow and obvious.
    while let Some(key) = open.pop() {
        let distance = ways[&key];
        for (from, cost) in back.get(&key).into_iter().flatten() {
            let way = ways.entry(from.clone()).or_insert(Cost::MAX);
            if distance + cost < *way {
                *way = distance + cost;
                open.push(from.clone());
            }
        }
    }
    for (key, &way) in &ways {
        space.unpack(key, &mut state);
        let h = heuristic.estimate(space, &state);
        assert!(h < UNCOUNTED, "{key:?}: a dead end, but there is a way of cost {way}");
        assert!(!quality.admissible || h <= way, "{key:?}: h is {h}, but there is a way of cost {way}");
    }
    known.len()
}

/// Whether an estimate may be above 0 at a goal: if it promises nothing and says so.
fn may_exceed_zero<P: StateSpace, H: Heuristic<P>>(_: &H, quality: Quality) -> bool {
    !H::ZERO_AT_GOALS && !quality.admissible && !quality.consistent
}

/// Walks at random and checks that `update` and `foresee` keep up with `init`.
pub fn check_updates<P: StateSpace, H: Heuristic<P>>(space: &P, heuristic: &H, steps: usize, seed: u64) {
    let mut walk = Walk(seed);
    let mut state = space.start();
    let mut partial = heuristic.init(space, &state);
    let mut foreseen = partial;
    for step in 0..steps {
        let all: Vec<P::Move> = space.moves(&state, None).collect();
        if all.is_empty() {
            return;
        }
        let m = all[walk.below(all.len())];
        foreseen = heuristic.foresee(space, foreseen, m, &state);
        space.apply(&mut state, m);
        partial = heuristic.update(space, partial, m, &state);
        let fresh = heuristic.init(space, &state);
        assert_eq!(
            heuristic.value(partial),
            heuristic.value(fresh),
            "after step {step}, {m:?}: updated value against value from scratch"
        );
        assert_eq!(
            heuristic.value(foreseen),
            heuristic.value(fresh),
            "after step {step}, {m:?}: foreseen value against value from scratch"
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
        assert!(distance > 0 || h == 0 || may_exceed_zero(heuristic, quality), "h is {h} at a goal");
        assert!(!quality.admissible || h <= distance, "h is {h} at distance {distance}");
        assert!(h < UNCOUNTED, "a dead end at distance {distance}");
        for m in space.moves(&state, None) {
            space.apply(&mut state, m);
            let there = heuristic.value(heuristic.update(space, partial, m, &state));
            let falls_too_fast = h > through(space.cost(m), there);
            assert!(!quality.consistent || !falls_too_fast, "h falls from {h} to {there} by {m:?}");
            space.undo(&mut state, m);
        }
    }
}
