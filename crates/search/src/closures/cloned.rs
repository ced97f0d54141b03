//! Spaces from closures whose positions own memory: strings, vectors, sets.

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::space::{Cost, StateSpace};

/// A space whose positions `N` are cloned, from closures: see [`cloned_space`].
#[derive(Clone)]
pub struct ClonedSpace<N, S, G> {
    start: N,
    successors: S,
    is_goal: G,
    least_cost: Cost,
    heap_bytes: usize,
}

/// [`space()`](crate::space()) for positions that cannot be copied, only cloned. Whenever it is asked, a position must
/// lead to the same positions in the same order: a move is the number of one of them. Estimates are handed a
/// [`Cloned`] position, which can be used as the position itself.
///
/// ```
/// use slidewise_search::*;
///
/// // Letters are sorted by turning over the beginning of a word.
/// let turned = |word: &String| {
///     let turn = |n| (word[..n].chars().rev().chain(word[n..].chars()).collect(), 1);
///     (2..=word.len()).map(turn).collect::<Vec<(String, Cost)>>()
/// };
/// let words = cloned_space("dcbae".to_string(), turned, |word: &String| word == "abcde");
/// let last = consistent(|word: &Cloned<String>| Cost::from(!word.starts_with('a')));
/// let solution = astar(&words, &last).solve().into_solution().unwrap();
/// let way: Vec<String> = solution.states(&words).into_iter().map(Cloned::into_inner).collect();
/// assert_eq!(way, ["dcbae", "abcde"]);
/// ```
pub fn cloned_space<N, S, I, G>(start: N, successors: S, is_goal: G) -> ClonedSpace<N, S, G>
where
    N: Clone + Eq + Hash + Send + Sync + 'static,
    S: Fn(&N) -> I + Send + Sync,
    I: IntoIterator<Item = (N, Cost)>,
    G: Fn(&N) -> bool + Send + Sync,
{
    ClonedSpace { start, successors, is_goal, least_cost: 0, heap_bytes: 0 }
}

impl<N, S, G> ClonedSpace<N, S, G> {
    /// Says that no move costs less: see [`FnSpace::least_cost`](super::FnSpace::least_cost).
    #[must_use]
    pub fn least_cost(self, least_cost: Cost) -> Self {
        Self { least_cost, ..self }
    }

    /// Says how many bytes a position owns on the heap, so that limits on memory count them.
    #[must_use]
    pub fn heap_bytes(self, heap_bytes: usize) -> Self {
        Self { heap_bytes, ..self }
    }
}

impl<N: Debug, S, G> Debug for ClonedSpace<N, S, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClonedSpace").field("start", &self.start).finish_non_exhaustive()
    }
}

/// A move of a [`ClonedSpace`]: the number of a successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nth {
    /// Which of the successors it leads to, from 0 on.
    pub number: usize,
    /// What it costs.
    pub cost: Cost,
}

/// What a position leads to, once it was asked for.
type Successors<N> = OnceLock<Arc<Vec<(N, Cost)>>>;

/// A position of a [`ClonedSpace`], with those from which moves led here, to which they are taken back.
#[derive(Clone, Debug)]
pub struct Cloned<N> {
    position: N,
    next: Successors<N>,
    before: Vec<N>,
    /// What the last of these leads to: a search looks at all moves of a position, one after the other.
    beside: Successors<N>,
}

impl<N> Cloned<N> {
    fn new(position: N) -> Self {
        Self { position, next: OnceLock::new(), before: Vec::new(), beside: OnceLock::new() }
    }

    /// The position.
    pub fn into_inner(self) -> N {
        self.position
    }
}

impl<N> Deref for Cloned<N> {
    type Target = N;

    fn deref(&self) -> &N {
        &self.position
    }
}

/// The moves of a position of a [`ClonedSpace`].
#[derive(Clone, Debug)]
pub struct Numbered<N> {
    successors: Arc<Vec<(N, Cost)>>,
    next: usize,
}

impl<N> Iterator for Numbered<N> {
    type Item = Nth;

    fn next(&mut self) -> Option<Nth> {
        let number = self.next;
        let (_, cost) = self.successors.get(number)?;
        self.next += 1;
        Some(Nth { number, cost: *cost })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.successors.len() - self.next;
        (left, Some(left))
    }
}

impl<N, S, I, G> ClonedSpace<N, S, G>
where
    S: Fn(&N) -> I,
    I: IntoIterator<Item = (N, Cost)>,
{
    fn successors<'c>(&self, of: &'c Cloned<N>) -> &'c Arc<Vec<(N, Cost)>> {
        of.next.get_or_init(|| Arc::new((self.successors)(&of.position).into_iter().collect()))
    }
}

impl<N, S, I, G> StateSpace for ClonedSpace<N, S, G>
where
    N: Clone + Eq + Hash + Send + Sync + 'static,
    S: Fn(&N) -> I + Send + Sync,
    I: IntoIterator<Item = (N, Cost)>,
    G: Fn(&N) -> bool + Send + Sync,
{
    type State = Cloned<N>;
    type Key = N;
    type Move = Nth;
    type Moves = Numbered<N>;

    fn start(&self) -> Cloned<N> {
        Cloned::new(self.start.clone())
    }

    fn is_goal(&self, s: &Cloned<N>) -> bool {
        (self.is_goal)(&s.position)
    }

    fn moves(&self, s: &Cloned<N>, _: Option<Nth>) -> Numbered<N> {
        Numbered { successors: Arc::clone(self.successors(s)), next: 0 }
    }

    fn cost(&self, m: Nth) -> Cost {
        m.cost
    }

    fn apply(&self, s: &mut Cloned<N>, m: Nth) {
        let next = self.successors(s)[m.number].0.clone();
        s.before.push(std::mem::replace(&mut s.position, next));
        s.beside = std::mem::take(&mut s.next);
    }

    fn undo(&self, s: &mut Cloned<N>, _: Nth) {
        if let Some(before) = s.before.pop() {
            s.position = before;
            s.next = std::mem::take(&mut s.beside);
        }
    }

    fn pack(&self, s: &Cloned<N>) -> N {
        s.position.clone()
    }

    fn unpack(&self, k: &N, into: &mut Cloned<N>) {
        *into = Cloned::new(k.clone());
    }

    fn least_cost(&self) -> Cost {
        self.least_cost
    }

    fn key_heap_bytes(&self) -> usize {
        self.heap_bytes
    }

    fn state_heap_bytes(&self) -> usize {
        self.heap_bytes
    }
}
