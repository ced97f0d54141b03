//! Sliding blocks as a state space, in any of the three metrics.
//!
//! A position is a set of anchors per class and the set of free cells; which pieces can step is computed for a
//! whole class and direction at once. Keys come from [`super::codec`].

use slidewise_search::layered::Undirected;
use slidewise_search::{Cost, Reversible, StateSpace};

use super::bits::Bits;
use super::codec::{BrickKey, Codec, State};
use super::geometry::{Class, Geometry};
use super::metric::Metric;
use super::moves::{Move, MoveList};
use super::puzzle::{Axis, Puzzle};
use super::symmetry::{self, Symmetry};

/// A puzzle in one metric. `B` numbers its cells, `K` holds its positions; see [`super::with_space`].
#[derive(Clone, Debug)]
pub struct BrickSpace<B, K> {
    geometry: Geometry<B>,
    codec: Codec<B, K>,
    metric: Metric,
    start: State<B>,
    /// Each piece's anchor at the start.
    start_anchors: Vec<usize>,
    symmetries: Vec<Symmetry>,
    settled: Vec<B>,
    mirror: bool,
    goal_watch: GoalWatch<B>,
}

impl<B: Bits, K: BrickKey> BrickSpace<B, K> {
    /// The space of a puzzle; `None` if it has more cells than `B` or its positions do not fit `K`.
    ///
    /// With `mirror`, a position and its mirror images share a key (where the puzzle is symmetric). A search
    /// must then find its way back by keys, as the layered one does: `unpack` may give a mirror image.
    pub fn new(puzzle: &Puzzle, metric: Metric, mirror: bool) -> Option<Self> {
        Self::of_pieces(puzzle, metric, mirror, false)
    }

    /// The same; with `anywhere`, for all positions in which the pieces can be laid on the board, whether they can be
    /// slid there or not.
    pub(super) fn of_pieces(puzzle: &Puzzle, metric: Metric, mirror: bool, anywhere: bool) -> Option<Self> {
        if puzzle.walls().len() > B::CELLS {
            return None;
        }
        let geometry = Geometry::of_pieces(puzzle, anywhere);
        let mut start = State { free: geometry.board, anchors: vec![B::EMPTY; geometry.classes.len()] };
        for (piece, &class) in puzzle.pieces().iter().zip(&geometry.class_of) {
            start.anchors[class] |= B::cell(piece.cells[0]);
            start.free &= !B::of(piece.cells.iter().copied());
        }
        let codec = Codec::new(&geometry, puzzle.walls().len())?;
        let symmetries = symmetry::find(&geometry, puzzle.height());
        let start_anchors = puzzle.pieces().iter().map(|p| p.cells[0]).collect();
        let goal_watch = GoalWatch::new(&geometry);
        let settled = settled_by_top(&codec, &geometry, &symmetries);
        Some(Self { geometry, codec, metric, start, start_anchors, symmetries, settled, mirror, goal_watch })
    }

    /// The tables.
    pub(super) fn geometry(&self) -> &Geometry<B> {
        &self.geometry
    }

    /// The anchor of a piece at the start.
    pub(super) fn start_anchor(&self, piece: usize) -> usize {
        self.start_anchors[piece]
    }

    /// What counts as one move.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Whether mirror images share a key, and how many there are of a position at most.
    pub(super) fn mirror_images(&self) -> usize {
        if self.mirror { self.symmetries.len() + 1 } else { 1 }
    }

    /// Whether no position can be a goal, because a piece cannot reach its place even on an empty board.
    pub(super) fn is_hopeless(&self, puzzle: &Puzzle) -> bool {
        self.geometry.goal.is_empty() && !puzzle.goal().alternatives.is_empty()
    }

    /// The keys of the mirror images of `s`, whether or not this space merges them.
    pub fn images(&self, s: &State<B>) -> impl Iterator<Item = K> {
        self.symmetries.iter().map(|g| self.codec.pack(|class| g.image(&s.anchors, class)))
    }

    /// The key of `s` itself, mirror images not merged.
    #[inline]
    pub fn plain_key(&self, s: &State<B>) -> K {
        self.codec.pack(|class| s.anchors[class])
    }

    #[inline]
    fn shift(&self, s: &mut State<B>, class: usize, from: usize, to: usize) {
        let masks = &self.geometry.classes[class].masks;
        s.anchors[class] ^= B::cell(from) | B::cell(to);
        s.free ^= masks[from] ^ masks[to];
    }

    /// Calls `visit` for every move of `s`. It may edit `s`, but must leave it as it was.
    #[inline]
    pub(super) fn each_move(
        &self,
        s: &mut State<B>,
        mut visit: impl FnMut(&mut State<B>, usize, usize, usize),
    ) {
        for (c, class) in self.geometry.classes.iter().enumerate() {
            match self.metric {
                Metric::Steps => self.steps_of(s, c, class, &mut visit),
                Metric::Lines => self.lines_of(s, c, class, &mut visit),
                Metric::Moves => self.paths_of(s, c, class, &mut visit),
            }
        }
    }

    #[inline]
    fn steps_of(
        &self,
        s: &mut State<B>,
        c: usize,
        class: &Class<B>,
        visit: &mut impl FnMut(&mut State<B>, usize, usize, usize),
    ) {
        let (anchors, free) = (s.anchors[c], s.free);
        for step in &class.steps {
            for from in step.movers(anchors, free).iter() {
                visit(s, c, from, step.after(from));
            }
        }
    }

    #[inline]
    fn lines_of(
        &self,
        s: &mut State<B>,
        c: usize,
        class: &Class<B>,
        visit: &mut impl FnMut(&mut State<B>, usize, usize, usize),
    ) {
        for step in &class.steps {
            for from in step.movers(s.anchors[c], s.free).iter() {
                let free = s.free | class.masks[from];
                let mut at = from;
                while !step.movers(B::cell(at), free).is_empty() {
                    at = step.after(at);
                    visit(s, c, from, at);
                }
            }
        }
    }

    #[inline]
    fn paths_of(
        &self,
        s: &mut State<B>,
        c: usize,
        class: &Class<B>,
        visit: &mut impl FnMut(&mut State<B>, usize, usize, usize),
    ) {
        let movers = class.steps.iter().fold(B::EMPTY, |all, step| all | step.movers(s.anchors[c], s.free));
        for from in movers.iter() {
            let fit = self.geometry.fitting(&class.offsets, class.valid, s.free | class.masks[from]);
            let start = B::cell(from);
            for to in (self.geometry.flood(start, fit, class.axis) & !start).iter() {
                visit(s, c, from, to);
            }
        }
    }

    /// Whether `m` can be left out after `last` (law 3 of [`StateSpace`]): the same piece goes on in a way that
    /// one move would have done.
    fn is_useless(&self, last: Move, m: Move) -> bool {
        if m.class != last.class || m.from != last.to {
            return false;
        }
        match self.metric {
            Metric::Steps => m.to == last.from,
            Metric::Lines => self.axis(m) == self.axis(last),
            Metric::Moves => true,
        }
    }

    fn axis(&self, m: Move) -> Axis {
        let row = |cell: u8| usize::from(cell) / self.geometry.width;
        if row(m.from) == row(m.to) { Axis::Horizontal } else { Axis::Vertical }
    }
}

impl<B: Bits, K: BrickKey> StateSpace for BrickSpace<B, K> {
    type State = State<B>;
    type Key = K;
    type Move = Move;
    type Moves = MoveList;
    // `moves` leaves out the way back, and longer circles are rare.
    const LOOKS_BACK: bool = false;

    fn start(&self) -> State<B> {
        self.start.clone()
    }

    #[inline]
    fn is_goal(&self, s: &State<B>) -> bool {
        self.geometry.goal.iter().any(|alternative| {
            alternative
                .needs
                .iter()
                .all(|need| need.iter().any(|&(class, anchors)| !(s.anchors[class] & anchors).is_empty()))
                && (alternative.empty & !s.free).is_empty()
        })
    }

    fn moves(&self, s: &State<B>, last: Option<Move>) -> MoveList {
        let mut list = MoveList::default();
        let mut copy = s.clone();
        self.each_move(&mut copy, |_, class, from, to| {
            let m = Move { class: class as u8, from: from as u8, to: to as u8 };
            if last.is_none_or(|last| !self.is_useless(last, m)) {
                list.push(m);
            }
        });
        list
    }

    fn cost(&self, _: Move) -> Cost {
        1
    }

    fn apply(&self, s: &mut State<B>, m: Move) {
        self.shift(s, m.class.into(), m.from.into(), m.to.into());
    }

    fn undo(&self, s: &mut State<B>, m: Move) {
        self.shift(s, m.class.into(), m.to.into(), m.from.into());
    }

    #[inline]
    fn pack(&self, s: &State<B>) -> K {
        let key = self.plain_key(s);
        if self.mirror { self.images(s).fold(key, Ord::min) } else { key }
    }

    fn unpack(&self, key: &K, into: &mut State<B>) {
        self.codec.unpack(key, &self.geometry, into);
    }

    fn state_heap_bytes(&self) -> usize {
        size_of_val(self.start.anchors.as_slice())
    }
}

impl<B: Bits, K: BrickKey> Undirected for BrickSpace<B, K> {
    fn key_bits(&self) -> u32 {
        self.codec.key_bits()
    }

    #[inline]
    fn neighbours(&self, key: K, s: &mut State<B>, emit: &mut impl FnMut(K, bool)) {
        let parent_is_goal = self.is_goal(s);
        let mut open = OpenImages::default();
        if self.mirror {
            open.collect(self, s);
        }
        self.each_move(s, |s, class, from, to| {
            let anchors = s.anchors[class] ^ (B::cell(from) | B::cell(to));
            let mut least = self.codec.with(key, class, anchors);
            let top_moves = self.mirror && class == self.codec.top();
            let may_be_goal = parent_is_goal || self.goal_watch.concerns(class, to);
            let mut is_goal = false;
            // Most neighbours need not be made for their keys to be known.
            if top_moves || may_be_goal {
                self.shift(s, class, from, to);
                is_goal = may_be_goal && self.is_goal(s);
                if top_moves {
                    least = self.images(s).fold(least, Ord::min);
                }
                self.shift(s, class, to, from);
            }
            if !top_moves {
                for &(g, image) in &open.keys[..open.len] {
                    let g = &self.symmetries[g];
                    least = least.min(self.codec.with(image, g.target(class), g.map(class, anchors)));
                }
            }
            emit(least, is_goal);
        });
    }
}

/// The mirror images of a position that may be smaller than it after a move. Where the piece on top of the key lies
/// decides for most of them that they are not, as long as that piece does not move.
#[derive(Clone, Copy)]
struct OpenImages<K> {
    /// The index of a symmetry with the key of the image.
    keys: [(usize, K); 7],
    len: usize,
}

impl<K: BrickKey> Default for OpenImages<K> {
    fn default() -> Self {
        Self { keys: [(0, K::default()); 7], len: 0 }
    }
}

impl<K: BrickKey> OpenImages<K> {
    fn collect<B: Bits>(&mut self, space: &BrickSpace<B, K>, s: &State<B>) {
        let top = s.anchors[space.codec.top()];
        for (i, (g, settled)) in space.symmetries.iter().zip(&space.settled).enumerate() {
            if (top & *settled).is_empty() {
                self.keys[self.len] = (i, space.codec.pack(|class| g.image(&s.anchors, class)));
                self.len += 1;
            }
        }
    }
}

/// For each symmetry: the anchors of the piece on top of the key from which its image has a larger number, so that
/// the image of the whole position has. None if several pieces share that class, or it is mapped to another.
fn settled_by_top<B: Bits, K: BrickKey>(
    codec: &Codec<B, K>,
    geometry: &Geometry<B>,
    symmetries: &[Symmetry],
) -> Vec<B> {
    let top = codec.top();
    let class = &geometry.classes[top];
    let settled = |g: &Symmetry| {
        let single = class.members.len() == 1 && g.target(top) == top;
        let larger = |&a: &usize| codec.top_only(g.map(top, B::cell(a))) > codec.top_only(B::cell(a));
        if single { B::of(class.valid.iter().filter(larger)) } else { B::EMPTY }
    };
    symmetries.iter().map(settled).collect()
}

/// Which moves can make a goal of a position that is none: those that bring a piece to where one is needed, and
/// any at all if cells must become empty.
#[derive(Clone, Debug)]
struct GoalWatch<B> {
    arrivals: Vec<B>,
    any: bool,
}

impl<B: Bits> GoalWatch<B> {
    fn new(geometry: &Geometry<B>) -> Self {
        let mut arrivals = vec![B::EMPTY; geometry.classes.len()];
        for &(class, anchors) in geometry.goal.iter().flat_map(|a| &a.needs).flatten() {
            arrivals[class] |= anchors;
        }
        Self { arrivals, any: geometry.goal.iter().any(|a| !a.empty.is_empty()) }
    }

    #[inline]
    fn concerns(&self, class: usize, to: usize) -> bool {
        self.any || self.arrivals[class].has(to)
    }
}

impl<B: Bits, K: BrickKey> Reversible for BrickSpace<B, K> {
    /// The goals, if each alternative gives every piece its place.
    fn goals(&self) -> Option<Vec<State<B>>> {
        self.geometry.goal.iter().map(|alternative| self.only_position(&alternative.needs)).collect()
    }

    fn inverse(&self, m: Move) -> Move {
        m.inverse()
    }
}

impl<B: Bits, K: BrickKey> BrickSpace<B, K> {
    /// The one position that meets these needs, if they give every piece its place. Needs that contradict each
    /// other have no position; they count as not exact, so that the search shows it.
    fn only_position(&self, needs: &[Vec<(usize, B)>]) -> Option<State<B>> {
        let anchors = vec![B::EMPTY; self.geometry.classes.len()];
        let mut s = State { free: self.geometry.board, anchors };
        for need in needs {
            let &[(class, anchors)] = need.as_slice() else { return None };
            let mask = self.geometry.classes[class].masks[anchors.first()];
            if anchors.count() != 1 || !(mask & !s.free).is_empty() {
                return None;
            }
            s.anchors[class] |= anchors;
            s.free &= !mask;
        }
        let complete = |(anchors, class): (&B, &Class<B>)| anchors.count() as usize == class.members.len();
        (s.anchors.iter().zip(&self.geometry.classes).all(complete) && self.is_goal(&s)).then_some(s)
    }
}
