//! The pieces as they lie, to be slid about one by one; and the cheapest way of one among the others.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::super::bits::{Bits, Wide};
use super::super::geometry::{Alternative, Class, Geometry};
use super::super::puzzle::{MAX_CELLS, Puzzle};
use crate::step::{Direction, Step};

/// A board that knows where each piece is. Steps are made one cell at a time, and only if they can be made.
#[derive(Clone, Debug)]
pub(super) struct Board<'g> {
    geometry: &'g Geometry<Wide>,
    /// The anchor of each piece.
    anchors: Vec<u8>,
    /// The piece on each cell.
    owners: Vec<Option<u16>>,
}

/// What pieces cost that lie in the way of another one; `None` for one that must not be touched.
pub(super) type Tolls = Vec<Option<u32>>;

impl<'g> Board<'g> {
    pub(super) fn new(puzzle: &Puzzle, geometry: &'g Geometry<Wide>) -> Self {
        let anchors = puzzle.pieces().iter().map(|piece| piece.cells[0] as u8).collect();
        let owners = puzzle.grid().into_iter().map(|owner| owner.map(|piece| piece as u16)).collect();
        Self { geometry, anchors, owners }
    }

    pub(super) fn pieces(&self) -> usize {
        self.anchors.len()
    }

    /// Where everything lies: equal for equal positions, pieces told apart.
    pub(super) fn anchors(&self) -> &[u8] {
        &self.anchors
    }

    pub(super) fn anchor(&self, piece: usize) -> usize {
        self.anchors[piece].into()
    }

    pub(super) fn class(&self, piece: usize) -> &'g Class<Wide> {
        &self.geometry.classes[self.geometry.class_of[piece]]
    }

    /// The cells that a piece covers.
    pub(super) fn cells(&self, piece: usize) -> Wide {
        self.class(piece).masks[self.anchor(piece)]
    }

    pub(super) fn owner(&self, cell: usize) -> Option<usize> {
        self.owners[cell].map(usize::from)
    }

    /// The cells that a piece at an anchor would newly cover by a step that nothing but pieces could hinder.
    fn edge(
        &self,
        piece: usize,
        anchor: usize,
        direction: Direction,
    ) -> Option<(usize, impl Iterator<Item = usize>)> {
        let class = self.class(piece);
        let step = &class.steps[direction as usize];
        step.from.has(anchor).then(|| {
            let after = step.after(anchor);
            (after, (class.masks[after] & !class.masks[anchor]).iter())
        })
    }

    /// What hinders a step.
    pub(super) fn blocker(&self, step: Step) -> Blocked {
        match self.edge(step.piece, self.anchor(step.piece), step.direction) {
            None => Blocked::Never,
            Some((_, mut edge)) => match edge.find_map(|cell| self.owner(cell)) {
                Some(piece) => Blocked::By(piece),
                None => Blocked::Free,
            },
        }
    }

    /// Makes a step if nothing hinders it.
    pub(super) fn step(&mut self, step: Step) -> bool {
        if self.blocker(step) != Blocked::Free {
            return false;
        }
        let class = self.class(step.piece);
        let from = self.anchor(step.piece);
        let to = class.steps[step.direction as usize].after(from);
        class.masks[from].iter().for_each(|cell| self.owners[cell] = None);
        class.masks[to].iter().for_each(|cell| self.owners[cell] = Some(step.piece as u16));
        self.anchors[step.piece] = to as u8;
        true
    }

    /// Whether an alternative of the goal is met.
    pub(super) fn meets(&self, alternative: &Alternative<Wide>) -> bool {
        alternative.needs.iter().all(|need| self.met_by(need).is_some())
            && alternative.empty.iter().all(|cell| self.owners[cell].is_none())
    }

    /// The pieces that can meet a need, each with the anchors where it does.
    pub(super) fn candidates(&self, need: &[(usize, Wide)]) -> impl Iterator<Item = (usize, Wide)> {
        let classes = &self.geometry.classes;
        need.iter()
            .flat_map(|&(class, places)| classes[class].members.iter().map(move |&piece| (piece, places)))
    }

    /// A piece that meets a need.
    pub(super) fn met_by(&self, need: &[(usize, Wide)]) -> Option<usize> {
        let mut all = self.candidates(need);
        all.find(|&(piece, places)| places.has(self.anchor(piece))).map(|(piece, _)| piece)
    }

    /// Whether any alternative of the goal is met.
    pub(super) fn is_goal(&self) -> bool {
        self.geometry.goal.iter().any(|alternative| self.meets(alternative))
    }

    /// The cheapest way of a piece to an anchor that will do: each step costs 1, and each piece that it runs into its
    /// toll. What the way costs, and its directions.
    pub(super) fn way(
        &self,
        piece: usize,
        will_do: impl Fn(usize) -> bool,
        tolls: &Tolls,
    ) -> Option<(u32, Vec<Direction>)> {
        let mut costs = [u32::MAX; MAX_CELLS];
        let mut before: [Option<(u8, Direction)>; MAX_CELLS] = [None; MAX_CELLS];
        let start = self.anchor(piece);
        costs[start] = 0;
        let mut open = BinaryHeap::from([Reverse((0, start))]);
        while let Some(Reverse((cost, anchor))) = open.pop() {
            if cost > costs[anchor] {
                continue;
            }
            if will_do(anchor) {
                return Some((cost, directions(&before, anchor)));
            }
            for direction in Direction::ALL {
                let Some((after, toll)) = self.toll(piece, anchor, direction, tolls) else { continue };
                let further = cost + 1 + toll;
                if further < costs[after] {
                    costs[after] = further;
                    before[after] = Some((anchor as u8, direction));
                    open.push(Reverse((further, after)));
                }
            }
        }
        None
    }

    /// Where a step of a piece from an anchor leads, and the tolls of the pieces that it runs into. One that lay under
    /// the piece there already was paid for.
    fn toll(&self, piece: usize, anchor: usize, direction: Direction, tolls: &Tolls) -> Option<(usize, u32)> {
        let (after, edge) = self.edge(piece, anchor, direction)?;
        let here = self.class(piece).masks[anchor];
        let (mut sum, mut last) = (0, Some(piece));
        for cell in edge {
            let owner = self.owner(cell);
            let Some(other) = owner.filter(|_| owner != last && owner != Some(piece)) else { continue };
            let toll = tolls[other]?;
            if (self.cells(other) & here).is_empty() {
                sum += toll;
            }
            last = owner;
        }
        Some((after, sum))
    }
}

/// What hinders a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blocked {
    /// Nothing.
    Free,
    /// This piece.
    By(usize),
    /// A wall, a gate, its axis.
    Never,
}

fn directions(before: &[Option<(u8, Direction)>; MAX_CELLS], to: usize) -> Vec<Direction> {
    let mut way = Vec::new();
    let mut at = to;
    while let Some((from, direction)) = before[at] {
        way.push(direction);
        at = from.into();
    }
    way.reverse();
    way
}
