//! A space and its heuristic with their types forgotten, so that an engine is compiled once and searches all spaces.
//!
//! An engine is compiled for each pair of space and heuristic. Where a program has many of both and speed is not what
//! counts, [`AnySpace`] is one space that stands for all of them. It costs a call through a table of functions for each
//! move, key and estimate, and the estimate of a position that comes from a store is worked out from scratch. What is
//! searched is the same, position by position.
//!
//! Keys and moves become plain numbers and bytes ([`AnyKey`], [`AnyMove`]); those of a space say how ([`ToAnyKey`],
//! [`ToAnyMove`]). [`retyped`] gives an engine over an [`AnySpace`] the keys and moves of the space behind it again.

use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::engine::{Engine, NotOfThisSearch, Saved, View, Waiting};
use crate::heuristic::{Heuristic, Quality};
use crate::meter::{Meter, Stats};
use crate::space::{Cost, Reversible, StateSpace};
use crate::verdict::{Solution, Verdict};

/// A key of any space: two words, or bytes where they are more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AnyKey {
    /// Up to sixteen bytes.
    Words([u64; 2]),
    /// More.
    Bytes(Box<[u8]>),
}

/// A key that can be written as an [`AnyKey`]. Law: `from_any(&to_any(k))` is `k`, so that equal keys stay equal and
/// different ones different.
pub trait ToAnyKey: Sized {
    /// The key without its type.
    fn to_any(&self) -> AnyKey;
    /// The key that was written so.
    fn from_any(key: &AnyKey) -> Self;
}

impl AnyKey {
    fn words(&self) -> [u64; 2] {
        match self {
            Self::Words(words) => *words,
            Self::Bytes(_) => [0; 2],
        }
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Words(_) => &[],
            Self::Bytes(bytes) => bytes,
        }
    }
}

impl ToAnyKey for AnyKey {
    fn to_any(&self) -> AnyKey {
        self.clone()
    }
    fn from_any(key: &AnyKey) -> Self {
        key.clone()
    }
}

impl ToAnyKey for u8 {
    fn to_any(&self) -> AnyKey {
        AnyKey::Words([u64::from(*self), 0])
    }
    fn from_any(key: &AnyKey) -> Self {
        key.words()[0] as Self
    }
}

impl ToAnyKey for u32 {
    fn to_any(&self) -> AnyKey {
        AnyKey::Words([u64::from(*self), 0])
    }
    fn from_any(key: &AnyKey) -> Self {
        key.words()[0] as Self
    }
}

impl ToAnyKey for u64 {
    fn to_any(&self) -> AnyKey {
        AnyKey::Words([*self, 0])
    }
    fn from_any(key: &AnyKey) -> Self {
        key.words()[0]
    }
}

impl ToAnyKey for u128 {
    fn to_any(&self) -> AnyKey {
        AnyKey::Words([*self as u64, (*self >> 64) as u64])
    }
    fn from_any(key: &AnyKey) -> Self {
        let [low, high] = key.words();
        Self::from(low) | Self::from(high) << 64
    }
}

impl<const N: usize> ToAnyKey for [u8; N] {
    fn to_any(&self) -> AnyKey {
        if N > 16 {
            return AnyKey::Bytes(self.as_slice().into());
        }
        let mut both = [0; 16];
        both[..N].copy_from_slice(self);
        u128::from_le_bytes(both).to_any()
    }
    fn from_any(key: &AnyKey) -> Self {
        let mut bytes = [0; N];
        if N > 16 {
            bytes.iter_mut().zip(key.bytes()).for_each(|(byte, &known)| *byte = known);
        } else {
            bytes.copy_from_slice(&u128::from_any(key).to_le_bytes()[..N]);
        }
        bytes
    }
}

impl<const N: usize> ToAnyKey for crate::layered::Bytes<N> {
    fn to_any(&self) -> AnyKey {
        self.0.to_any()
    }
    fn from_any(key: &AnyKey) -> Self {
        Self(<[u8; N]>::from_any(key))
    }
}

impl ToAnyKey for String {
    fn to_any(&self) -> AnyKey {
        AnyKey::Bytes(self.as_bytes().into())
    }
    fn from_any(key: &AnyKey) -> Self {
        Self::from_utf8_lossy(key.bytes()).into_owned()
    }
}

impl ToAnyKey for Box<[u16]> {
    fn to_any(&self) -> AnyKey {
        AnyKey::Bytes(self.iter().flat_map(|word| word.to_le_bytes()).collect())
    }
    fn from_any(key: &AnyKey) -> Self {
        key.bytes().chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
    }
}

/// A move of any space, as a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AnyMove(pub u32);

/// A move that can be written as a number. Law: `from_any(to_any(m))` is `m`.
pub trait ToAnyMove: Copy {
    /// The move without its type.
    fn to_any(self) -> AnyMove;
    /// The move that was written so.
    fn from_any(m: AnyMove) -> Self;
}

/// Moves without a heap allocation where there are few.
const INLINE: usize = 14;

/// The moves of a position of an [`AnySpace`].
#[derive(Clone, Debug, Default)]
pub struct AnyMoves {
    inline: [AnyMove; INLINE],
    more: Vec<AnyMove>,
    len: usize,
    next: usize,
}

impl AnyMoves {
    fn push(&mut self, m: AnyMove) {
        match self.inline.get_mut(self.len) {
            Some(slot) => *slot = m,
            None => self.more.push(m),
        }
        self.len += 1;
    }
}

impl Iterator for AnyMoves {
    type Item = AnyMove;

    fn next(&mut self) -> Option<AnyMove> {
        let at = (self.next < self.len).then_some(self.next)?;
        self.next += 1;
        Some(if at < INLINE { self.inline[at] } else { self.more[at - INLINE] })
    }
}

/// A space and a heuristic that belong together.
#[derive(Clone, Debug)]
pub struct Pair<P, H> {
    /// The space.
    pub space: P,
    /// The heuristic.
    pub heuristic: H,
}

/// What there is of a pair when its types are forgotten.
trait Untyped: Send + Sync {
    fn start(self: Arc<Self>) -> Box<dyn Live>;
    fn goals(self: Arc<Self>) -> Option<Vec<AnyState>>;
    fn cost(&self, m: AnyMove) -> Cost;
    fn inverse(&self, m: AnyMove) -> AnyMove;
    fn least_cost(&self) -> Cost;
    fn quality(&self) -> Quality;
    fn state_bytes(&self) -> usize;
}

/// A position in hand, with the estimate that goes with it.
trait Live: Send + Sync {
    fn copy(&self) -> Box<dyn Live>;
    fn is_goal(&self) -> bool;
    fn moves(&self, last: Option<AnyMove>) -> AnyMoves;
    fn apply(&mut self, m: AnyMove);
    fn undo(&mut self, m: AnyMove);
    fn pack(&self) -> AnyKey;
    fn unpack(&mut self, key: &AnyKey);
    fn estimate(&self) -> Cost;
    /// The estimate behind a move that is not made.
    fn foresee(&self, m: AnyMove) -> Cost;
}

struct InHand<P: StateSpace, H: Heuristic<P>> {
    pair: Arc<Pair<P, H>>,
    state: P::State,
    partial: H::Partial,
    /// The partials before the moves made since the position came from a store.
    before: Vec<H::Partial>,
}

impl<P: StateSpace, H: Heuristic<P>> InHand<P, H> {
    fn new(pair: Arc<Pair<P, H>>, state: P::State) -> Self {
        let partial = pair.heuristic.init(&pair.space, &state);
        Self { pair, state, partial, before: Vec::new() }
    }
}

impl<P, H> Live for InHand<P, H>
where
    P: StateSpace<Key: ToAnyKey, Move: ToAnyMove> + 'static,
    H: Heuristic<P> + 'static,
{
    fn copy(&self) -> Box<dyn Live> {
        let (pair, state) = (Arc::clone(&self.pair), self.state.clone());
        // Copies take back a move at most; all partials of a long walk would make each step as long as the walk.
        let before = self.before.last().copied().into_iter().collect();
        Box::new(Self { pair, state, partial: self.partial, before })
    }

    fn is_goal(&self) -> bool {
        self.pair.space.is_goal(&self.state)
    }

    fn moves(&self, last: Option<AnyMove>) -> AnyMoves {
        let mut all = AnyMoves::default();
        self.pair.space.moves(&self.state, last.map(P::Move::from_any)).for_each(|m| all.push(m.to_any()));
        all
    }

    fn apply(&mut self, m: AnyMove) {
        let (m, Pair { space, heuristic }) = (P::Move::from_any(m), &*self.pair);
        space.apply(&mut self.state, m);
        self.before.push(self.partial);
        self.partial = heuristic.update(space, self.partial, m, &self.state);
    }

    fn undo(&mut self, m: AnyMove) {
        let Pair { space, heuristic } = &*self.pair;
        space.undo(&mut self.state, P::Move::from_any(m));
        let before = self.before.pop();
        self.partial = before.unwrap_or_else(|| heuristic.init(space, &self.state));
    }

    fn pack(&self) -> AnyKey {
        self.pair.space.pack(&self.state).to_any()
    }

    fn unpack(&mut self, key: &AnyKey) {
        let Pair { space, heuristic } = &*self.pair;
        space.unpack(&P::Key::from_any(key), &mut self.state);
        self.before.clear();
        self.partial = heuristic.init(space, &self.state);
    }

    fn estimate(&self) -> Cost {
        self.pair.heuristic.value(self.partial)
    }

    fn foresee(&self, m: AnyMove) -> Cost {
        let Pair { space, heuristic } = &*self.pair;
        heuristic.value(heuristic.foresee(space, self.partial, P::Move::from_any(m), &self.state))
    }
}

impl<P, H> Untyped for Pair<P, H>
where
    P: Reversible<Key: ToAnyKey, Move: ToAnyMove> + 'static,
    H: Heuristic<P> + 'static,
{
    fn start(self: Arc<Self>) -> Box<dyn Live> {
        let state = self.space.start();
        Box::new(InHand::new(self, state))
    }

    fn goals(self: Arc<Self>) -> Option<Vec<AnyState>> {
        let mut goals = Vec::new();
        for goal in self.space.goals()? {
            goals.push(AnyState(Box::new(InHand::new(Arc::clone(&self), goal))));
        }
        Some(goals)
    }

    fn cost(&self, m: AnyMove) -> Cost {
        self.space.cost(P::Move::from_any(m))
    }

    fn inverse(&self, m: AnyMove) -> AnyMove {
        self.space.inverse(P::Move::from_any(m)).to_any()
    }

    fn least_cost(&self) -> Cost {
        self.space.least_cost()
    }

    fn quality(&self) -> Quality {
        self.heuristic.quality(&self.space)
    }

    fn state_bytes(&self) -> usize {
        size_of::<InHand<P, H>>() + self.space.state_heap_bytes()
    }
}

/// Any space with its heuristic: see the module head. [`AnyHeuristic`] is the heuristic.
#[derive(Clone)]
pub struct AnySpace(Arc<dyn Untyped>);

/// A position of an [`AnySpace`].
pub struct AnyState(Box<dyn Live>);

impl fmt::Debug for AnySpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnySpace").field(&self.pack(&self.start())).finish()
    }
}

impl fmt::Debug for AnyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyState").field(&self.0.pack()).finish()
    }
}

impl Clone for AnyState {
    fn clone(&self) -> Self {
        Self(self.0.copy())
    }
}

impl AnySpace {
    /// A space and its heuristic, their types forgotten.
    pub fn new<P, H>(pair: Arc<Pair<P, H>>) -> Self
    where
        P: Reversible<Key: ToAnyKey, Move: ToAnyMove> + 'static,
        H: Heuristic<P> + 'static,
    {
        Self(pair)
    }
}

impl StateSpace for AnySpace {
    type State = AnyState;
    type Key = AnyKey;
    type Move = AnyMove;
    type Moves = AnyMoves;

    fn start(&self) -> AnyState {
        AnyState(Arc::clone(&self.0).start())
    }

    fn is_goal(&self, s: &AnyState) -> bool {
        s.0.is_goal()
    }

    fn moves(&self, s: &AnyState, last: Option<AnyMove>) -> AnyMoves {
        s.0.moves(last)
    }

    fn cost(&self, m: AnyMove) -> Cost {
        self.0.cost(m)
    }

    fn apply(&self, s: &mut AnyState, m: AnyMove) {
        s.0.apply(m);
    }

    fn undo(&self, s: &mut AnyState, m: AnyMove) {
        s.0.undo(m);
    }

    fn pack(&self, s: &AnyState) -> AnyKey {
        s.0.pack()
    }

    fn unpack(&self, k: &AnyKey, into: &mut AnyState) {
        into.0.unpack(k);
    }

    fn least_cost(&self) -> Cost {
        self.0.least_cost()
    }

    fn key_heap_bytes(&self) -> usize {
        self.start().0.pack().bytes().len()
    }

    fn state_heap_bytes(&self) -> usize {
        self.0.state_bytes()
    }
}

impl Reversible for AnySpace {
    fn goals(&self) -> Option<Vec<AnyState>> {
        Arc::clone(&self.0).goals()
    }

    fn inverse(&self, m: AnyMove) -> AnyMove {
        self.0.inverse(m)
    }
}

/// The heuristic of an [`AnySpace`]: positions carry their estimates. They are compared by these whole numbers, also
/// where the heuristic behind it has a finer [rank](Heuristic::rank).
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyHeuristic;

impl Heuristic<AnySpace> for AnyHeuristic {
    type Partial = Cost;

    // It stands for any heuristic, so also for those that are not.
    const ZERO_AT_GOALS: bool = false;

    fn init(&self, _: &AnySpace, s: &AnyState) -> Cost {
        s.0.estimate()
    }

    fn update(&self, _: &AnySpace, _: Cost, _: AnyMove, after: &AnyState) -> Cost {
        after.0.estimate()
    }

    fn foresee(&self, _: &AnySpace, _: Cost, m: AnyMove, before: &AnyState) -> Cost {
        before.0.foresee(m)
    }

    fn value(&self, v: Cost) -> Cost {
        v
    }

    fn quality(&self, p: &AnySpace) -> Quality {
        p.0.quality()
    }
}

/// An engine over an [`AnySpace`] with the keys and moves of the space behind it.
pub fn retyped<'s, P>(engine: Box<dyn Engine<AnySpace> + Send + 's>) -> impl Engine<P> + Send + 's
where
    P: StateSpace<Key: ToAnyKey, Move: ToAnyMove> + 's,
{
    Retyped { engine, space: PhantomData }
}

struct Retyped<'s, P> {
    engine: Box<dyn Engine<AnySpace> + Send + 's>,
    space: PhantomData<fn() -> P>,
}

impl<P: StateSpace<Key: ToAnyKey, Move: ToAnyMove>> Engine<P> for Retyped<'_, P> {
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        retyped_verdict(self.engine.step(meter))
    }

    // By the engine itself: one with threads has them here.
    fn run_to(&mut self, expansions: u64, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        retyped_verdict(self.engine.run_to(expansions, meter))
    }

    fn iterate_to(&mut self, expansions: u64, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        retyped_verdict(self.engine.iterate_to(expansions, meter))
    }

    // Moves are saved as numbers, which are the same in both spaces.
    fn save(&self, stats: &Stats) -> Option<Saved> {
        self.engine.save(stats)
    }

    fn restore(&mut self, saved: &Saved) -> Result<(), NotOfThisSearch> {
        self.engine.restore(saved)
    }

    fn view(&self) -> View<P::Key> {
        let View { position, parent, g, h, bound, frontier, stored } = self.engine.view();
        let (position, parent) = (P::Key::from_any(&position), parent.as_ref().map(P::Key::from_any));
        View { position, parent, g, h, bound, frontier, stored }
    }

    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        let mut shown = Vec::new();
        for Waiting { position, parent, g, h } in self.engine.waiting(most) {
            let (position, parent) = (P::Key::from_any(&position), parent.as_ref().map(P::Key::from_any));
            shown.push(Waiting { position, parent, g, h });
        }
        shown
    }
}

fn retyped_verdict<M: ToAnyMove>(went: ControlFlow<Verdict<AnyMove>>) -> ControlFlow<Verdict<M>> {
    match went {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        ControlFlow::Break(verdict) => ControlFlow::Break(verdict_of(verdict)),
    }
}

fn verdict_of<M: ToAnyMove>(verdict: Verdict<AnyMove>) -> Verdict<M> {
    let solution_of = |Solution { moves, cost, proof, lower_bound }| Solution {
        moves: Vec::into_iter(moves).map(M::from_any).collect(),
        cost,
        proof,
        lower_bound,
    };
    match verdict {
        Verdict::Solved(solution) => Verdict::Solved(solution_of(solution)),
        Verdict::Unsolvable => Verdict::Unsolvable,
        Verdict::Stopped { why, best, lower_bound } => {
            Verdict::Stopped { why, best: best.map(solution_of), lower_bound }
        }
    }
}
