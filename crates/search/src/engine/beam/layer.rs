//! A thread's share of a layer, and the cut between what is kept and what is dropped.

use super::Alarm;
use super::seen::Seen;
use crate::heuristic::Heuristic;
use crate::space::StateSpace;
use crate::store::hash;

/// A position of the newest layer.
pub(super) struct Node<P: StateSpace, H: Heuristic<P>> {
    pub(super) state: P::State,
    pub(super) partial: H::Partial,
    last: Option<P::Move>,
    hash: u64,
}

impl<P: StateSpace, H: Heuristic<P>> Node<P, H> {
    pub(super) fn new(space: &P, state: P::State, partial: H::Partial) -> Self {
        let hash = hash(&space.pack(&state));
        Self { state, partial, last: None, hash }
    }
}

/// A position that the newest layer leads to: the `nth` move of `parent`.
pub(super) struct Candidate<V> {
    hash: u64,
    rank: u32,
    parent: u32,
    nth: u16,
    partial: V,
}

/// Which candidates are kept: those of lower rank than `rank`, and of that rank those with a tie below `tie`.
pub(super) struct Cut {
    rank: u32,
    tie: u64,
    /// The lowest rank of all.
    pub(super) best: u32,
}

/// A thread's share.
pub(super) struct Shard<P: StateSpace, H: Heuristic<P>> {
    pub(super) nodes: Vec<Node<P, H>>,
    /// What `nodes` lead to.
    pub(super) candidates: Vec<Candidate<H::Partial>>,
    /// Parent and choice of each of `nodes`.
    pub(super) ways: Vec<(u32, u16)>,
    /// The first goal met: parent and choice.
    pub(super) goal: Option<(u32, u16)>,
    /// The candidates of this share that are new: list and place in it.
    fresh: Vec<(u16, u32)>,
    seen: Seen,
    /// The hashes of the layer before.
    before: Vec<u64>,
}

impl<P: StateSpace, H: Heuristic<P>> Shard<P, H> {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            candidates: Vec::new(),
            ways: Vec::new(),
            goal: None,
            fresh: Vec::new(),
            seen: Seen::new(),
            before: Vec::new(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        2 * self.nodes.len() * size_of::<Node<P, H>>() + self.fresh.len() * 8 + self.seen.bytes()
    }

    /// Fills `candidates`, or leaves off when the alarm rings. `first` is the number of the first of `nodes`.
    pub(super) fn expand(&mut self, space: &P, heuristic: &H, first: u32, alarm: &Alarm) {
        self.candidates.clear();
        for (i, node) in self.nodes.iter_mut().enumerate() {
            if i % 1024 == 1023 && alarm.check().is_err() {
                return;
            }
            let parent = first + i as u32;
            for (nth, m) in space.moves(&node.state, node.last).enumerate() {
                space.apply(&mut node.state, m);
                let partial = heuristic.update(space, node.partial, m, &node.state);
                let nth = nth as u16;
                if heuristic.value(partial) == 0 && space.is_goal(&node.state) {
                    self.goal = Some((parent, nth));
                    return;
                }
                let hash = hash(&space.pack(&node.state));
                self.candidates.push(Candidate { hash, rank: heuristic.rank(partial), parent, nth, partial });
                space.undo(&mut node.state, m);
            }
        }
    }

    /// Notes those of this share among all the candidates that were not seen lately.
    pub(super) fn drop_duplicates(
        &mut self,
        lists: &[Vec<Candidate<H::Partial>>],
        share: usize,
        shares: usize,
    ) {
        let mine = |hash: u64| hash as u32 as usize % shares == share;
        let total: usize = lists.iter().map(Vec::len).sum();
        let recent = self.nodes.iter().map(|node| node.hash).chain(self.before.iter().copied());
        self.seen.make_room(total / shares * 5 / 4 + self.nodes.len() + self.before.len() + 64, recent);
        if self.before.is_empty() {
            for node in &self.nodes {
                self.seen.insert(node.hash);
            }
        }
        self.fresh.clear();
        for (list, candidates) in lists.iter().enumerate() {
            for (i, candidate) in candidates.iter().enumerate() {
                if mine(candidate.hash) && self.seen.insert(candidate.hash) {
                    self.fresh.push((list as u16, i as u32));
                }
            }
        }
        self.before.clear();
        self.before.extend(self.nodes.iter().map(|node| node.hash));
    }

    /// Makes this share of the next layer. `at` finds a parent by its number.
    pub(super) fn build<'n>(
        &mut self,
        space: &P,
        lists: &[Vec<Candidate<H::Partial>>],
        cut: &Cut,
        seed: u64,
        at: &impl Fn(u32) -> &'n Node<P, H>,
    ) where
        P: 'n,
        H: 'n,
    {
        self.ways.clear();
        for &(list, i) in &self.fresh {
            let candidate = &lists[usize::from(list)][i as usize];
            let tie = || tie(candidate.hash, seed) < cut.tie;
            if candidate.rank > cut.rank || (candidate.rank == cut.rank && !tie()) {
                continue;
            }
            let parent = at(candidate.parent);
            let mut state = parent.state.clone();
            let m = space.moves(&state, parent.last).nth(candidate.nth.into());
            let m = m.expect("the same position has the same moves");
            space.apply(&mut state, m);
            self.nodes.push(Node { state, partial: candidate.partial, last: Some(m), hash: candidate.hash });
            self.ways.push((candidate.parent, candidate.nth));
        }
    }
}

/// What decides between equal ranks.
#[inline]
fn tie(hash: u64, seed: u64) -> u64 {
    (hash ^ seed).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 1
}

/// Ranks above the lowest by this much or more are counted as one.
const SPREAD: usize = 1 << 16;

/// The cut that keeps `width` of the fresh candidates.
pub(super) fn threshold<P: StateSpace, H: Heuristic<P>>(
    shards: &[Shard<P, H>],
    lists: &[Vec<Candidate<H::Partial>>],
    width: usize,
    seed: u64,
) -> Cut {
    let fresh = || {
        shards
            .iter()
            .flat_map(|shard| shard.fresh.iter())
            .map(|&(list, i)| &lists[usize::from(list)][i as usize])
    };
    let best = fresh().map(|candidate| candidate.rank).min().unwrap_or(u32::MAX);
    let above = |rank: u32| ((rank - best) as usize).min(SPREAD - 1);
    let mut counts = vec![0_usize; 256];
    for candidate in fresh() {
        let above = above(candidate.rank);
        if above >= counts.len() {
            counts.resize((above + 1).next_power_of_two(), 0);
        }
        counts[above] += 1;
    }
    let mut room = width;
    for (above, &count) in counts.iter().enumerate() {
        if count > room {
            let rank = best + above as u32;
            return Cut { rank, tie: tie_cut(fresh().filter(|c| c.rank == rank), room, seed), best };
        }
        room -= count;
    }
    Cut { rank: u32::MAX, tie: u64::MAX, best }
}

/// The tie below which `room` of the candidates lie.
fn tie_cut<'c, V: 'c>(equals: impl Iterator<Item = &'c Candidate<V>>, room: usize, seed: u64) -> u64 {
    let mut ties: Vec<u64> = equals.map(|candidate| tie(candidate.hash, seed)).collect();
    if room >= ties.len() {
        return u64::MAX;
    }
    *ties.select_nth_unstable(room).1
}
