//! A thread's share of a layer, and the cut between what is kept and what is dropped.

use std::ops::Range;

use super::counts::Counts;
use super::seen::Seen;
use crate::heuristic::Heuristic;
use crate::meter::{Alarm, Pulse};
use crate::space::{StateSpace, UNCOUNTED};
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

/// Candidates by share.
pub(super) type Lists<V> = Vec<Vec<Candidate<V>>>;

/// The share that a position belongs to.
#[inline]
fn share_of(hash: u64, shares: usize) -> usize {
    hash as u32 as usize % shares
}

/// So many candidates are looked up together: memory answers them at the same time.
const BATCH: usize = 16;

/// A candidate that was not seen lately: where it is, and what decides whether it is kept.
struct Fresh {
    hash: u64,
    rank: u32,
    place: u32,
    list: u16,
}

/// A thread's share, in lines of memory of its own: threads that write to one line take it from each other.
#[repr(align(128))]
pub(super) struct Shard<P: StateSpace, H: Heuristic<P>> {
    pub(super) nodes: Vec<Node<P, H>>,
    /// Room for the next ones: memory that is given back and asked for again in each layer makes all threads wait.
    pub(super) room: Vec<Node<P, H>>,
    /// What `nodes` lead to, by the share that looks for its duplicates.
    pub(super) candidates: Lists<H::Partial>,
    /// Parent and choice of each of `nodes`.
    pub(super) ways: Vec<(u32, u16)>,
    /// The first goal met: parent and choice.
    pub(super) goal: Option<(u32, u16)>,
    /// The lowest rank of `candidates`.
    best: u32,
    /// The highest.
    worst: u32,
    /// The candidates of this share that are new and may be kept.
    fresh: Vec<Fresh>,
    /// How many of those of each rank there are, counted from the lowest.
    counts: Counts,
    seen: Seen,
    /// The hashes of the layer before.
    before: Vec<u64>,
    pulse: Pulse,
}

impl<P: StateSpace, H: Heuristic<P>> Shard<P, H> {
    /// One of so many shares.
    pub(super) fn new(shares: usize) -> Self {
        Self {
            nodes: Vec::new(),
            room: Vec::new(),
            candidates: (0..shares).map(|_| Vec::new()).collect(),
            ways: Vec::new(),
            goal: None,
            best: u32::MAX,
            worst: 0,
            fresh: Vec::new(),
            counts: Counts::default(),
            seen: Seen::new(),
            before: Vec::new(),
            pulse: Pulse::new(),
        }
    }

    /// Bytes in use, room for more included.
    pub(super) fn bytes(&self, space: &P) -> usize {
        (self.nodes.capacity() + self.room.capacity()) * size_of::<Node<P, H>>()
            + (self.nodes.len() + self.room.len()) * space.state_heap_bytes()
            + self.list_bytes()
            + self.ways.capacity() * size_of::<(u32, u16)>()
            + self.fresh.capacity() * size_of::<Fresh>()
            + self.seen.bytes()
            + self.before.capacity() * size_of::<u64>()
    }

    /// Those of the lists of candidates.
    pub(super) fn list_bytes(&self) -> usize {
        let candidates: usize = self.candidates.iter().map(Vec::capacity).sum();
        candidates * size_of::<Candidate<H::Partial>>()
    }

    /// Fills `candidates`, or leaves off when the alarm rings. `first` is the number of the first of `nodes`.
    pub(super) fn expand(&mut self, space: &P, heuristic: &H, first: u32, alarm: &Alarm) {
        let shares = self.candidates.len();
        self.candidates.iter_mut().for_each(Vec::clear);
        (self.best, self.worst) = (u32::MAX, 0);
        for (i, node) in self.nodes.iter_mut().enumerate() {
            if self.pulse.beat(alarm).is_err() {
                return;
            }
            let parent = first + i as u32;
            for (nth, m) in space.moves(&node.state, node.last).enumerate().take(1 << 16) {
                space.apply(&mut node.state, m);
                let partial = heuristic.update(space, node.partial, m, &node.state);
                let nth = nth as u16;
                let h = heuristic.value(partial);
                if (h == 0 || !H::ZERO_AT_GOALS) && space.is_goal(&node.state) {
                    self.goal = Some((parent, nth));
                    return;
                }
                if h >= UNCOUNTED {
                    space.undo(&mut node.state, m);
                    continue;
                }
                let (hash, rank) = (hash(&space.pack(&node.state)), heuristic.rank(partial));
                (self.best, self.worst) = (self.best.min(rank), self.worst.max(rank));
                self.candidates[share_of(hash, shares)].push(Candidate { hash, rank, parent, nth, partial });
                space.undo(&mut node.state, m);
            }
        }
    }

    /// Counts the candidates that this share has made by their rank above the best.
    pub(super) fn count(&mut self, made: &Lists<H::Partial>, best: u32) {
        self.counts.clear();
        for candidate in made.iter().flatten() {
            self.counts.add(candidate.rank - best);
        }
    }

    /// Makes ready to look for duplicates, probably among so many candidates.
    pub(super) fn begin_layer(&mut self, expected: usize) {
        let recent = self.nodes.iter().map(|node| node.hash).chain(self.before.iter().copied());
        self.seen.make_room(expected + self.nodes.len() + self.before.len(), recent);
        if self.before.is_empty() {
            for node in &self.nodes {
                self.seen.insert(node.hash);
            }
        }
        self.before.clear();
        self.before.extend(self.nodes.iter().map(|node| node.hash));
        self.fresh.clear();
        self.counts.clear();
    }

    /// Notes those of this share among all the candidates with ranks in a range that were not seen lately.
    pub(super) fn drop_duplicates(
        &mut self,
        lists: &[Lists<H::Partial>],
        share: usize,
        ranks: &Range<u32>,
        best: u32,
    ) {
        let first = self.fresh.len();
        for (list, candidates) in lists.iter().enumerate() {
            for (place, &Candidate { hash, rank, .. }) in candidates[share].iter().enumerate() {
                if ranks.contains(&(rank - best)) {
                    self.fresh.push(Fresh { hash, rank, place: place as u32, list: list as u16 });
                }
            }
        }
        self.seen.grow(self.fresh.len() - first);
        let (mut new, end) = (first, self.fresh.len());
        for batch in (first..end).step_by(BATCH) {
            let hashes = std::array::from_fn(|i| self.fresh[(batch + i).min(end - 1)].hash);
            let known: [bool; BATCH] = self.seen.look(&hashes);
            for (i, known) in (batch..end).zip(known) {
                if !known && self.seen.insert(self.fresh[i].hash) {
                    self.counts.add(self.fresh[i].rank - best);
                    self.fresh.swap(new, i);
                    new += 1;
                }
            }
        }
        self.fresh.truncate(new);
    }

    /// Makes this share of the next layer. `at` finds a parent by its number.
    pub(super) fn build<'n>(
        &mut self,
        space: &P,
        lists: &[Lists<H::Partial>],
        share: usize,
        cut: &Cut,
        seed: u64,
        at: &impl Fn(u32) -> &'n Node<P, H>,
    ) where
        P: 'n,
        H: 'n,
    {
        self.ways.clear();
        for fresh in &self.fresh {
            let tie = || tie(fresh.hash, seed) < cut.tie;
            if fresh.rank > cut.rank || (fresh.rank == cut.rank && !tie()) {
                continue;
            }
            let candidate = &lists[usize::from(fresh.list)][share][fresh.place as usize];
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

/// The lowest rank of all candidates.
pub(super) fn best<P: StateSpace, H: Heuristic<P>>(shards: &[Shard<P, H>]) -> u32 {
    shards.iter().map(|shard| shard.best).min().unwrap_or(u32::MAX)
}

/// How far the highest rank of all candidates is above the lowest.
pub(super) fn spread<P: StateSpace, H: Heuristic<P>>(shards: &[Shard<P, H>]) -> u32 {
    let worst = shards.iter().map(|shard| shard.worst).max().unwrap_or(0);
    worst.saturating_sub(best(shards))
}

/// What the shards have counted, together.
pub(super) fn counted<P: StateSpace, H: Heuristic<P>>(shards: &[Shard<P, H>]) -> Counts {
    let mut all = Counts::default();
    shards.iter().for_each(|shard| all.add_all(&shard.counts));
    all
}

/// The cut that keeps `width` of the fresh candidates.
pub(super) fn cut<P: StateSpace, H: Heuristic<P>>(
    shards: &[Shard<P, H>],
    best: u32,
    width: usize,
    seed: u64,
) -> Cut {
    let Some((above, room)) = counted(shards).full_at(width) else {
        return Cut { rank: u32::MAX, tie: u64::MAX, best };
    };
    let rank = best + above;
    let mut ties = Vec::new();
    for shard in shards {
        add_ties(&mut ties, &shard.fresh, rank, seed);
    }
    Cut { rank, tie: tie_cut(ties, room), best }
}

/// Adds the ties of the candidates of a rank.
fn add_ties(ties: &mut Vec<u64>, fresh: &[Fresh], rank: u32, seed: u64) {
    ties.extend(fresh.iter().filter(|fresh| fresh.rank == rank).map(|fresh| tie(fresh.hash, seed)));
}

/// The tie below which `room` of them lie.
fn tie_cut(mut ties: Vec<u64>, room: usize) -> u64 {
    if room >= ties.len() {
        return u64::MAX;
    }
    *ties.select_nth_unstable(room).1
}
