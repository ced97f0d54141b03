//! The tables that the search works on: classes of interchangeable pieces, where each may lie, how it may step.
//!
//! A piece is known by its class and its *anchor*, the first of its cells row by row. Sliding a piece by one cell
//! moves its anchor by the same amount, so that a whole class is moved, tested and stored as one set of anchors.

use super::bits::Bits;
use super::puzzle::{Axis, Condition, Puzzle};
use crate::step::Direction;

/// Pieces that nothing tells apart: equal shape, gates and axis, and not named by the goal.
#[derive(Clone, Debug)]
pub(super) struct Class<B> {
    /// Indices of the pieces.
    pub(super) members: Vec<usize>,
    /// Cells relative to the anchor, row by row; the first is 0.
    pub(super) offsets: Vec<u8>,
    /// The axis to which it is locked.
    pub(super) axis: Option<Axis>,
    /// Anchors that a member can have, were it alone on the board.
    pub(super) valid: B,
    /// The cells covered, by anchor; nothing where the anchor is not valid.
    pub(super) masks: Vec<B>,
    /// In the order of [`Direction::ALL`].
    pub(super) steps: [Step<B>; 4],
}

impl<B: Bits> Class<B> {
    /// The cells that members with these anchors cover.
    pub(super) fn covered(&self, anchors: B) -> B {
        anchors.iter().fold(B::EMPTY, |cells, anchor| cells | self.masks[anchor])
    }
}

/// How the pieces of a class step in one direction.
#[derive(Clone, Debug)]
pub(super) struct Step<B> {
    /// Anchors from which the step leads to a valid anchor.
    pub(super) from: B,
    /// What is added to the anchor.
    pub(super) delta: i32,
    /// The first two cells that must be free, relative to the anchor and around the end of the bit set (the same
    /// twice if there is only one). They are kept here because most pieces have no more.
    edge: [u8; 2],
    /// Other cells that must be free.
    more: Box<[u8]>,
}

impl<B: Bits> Step<B> {
    fn new(from: B, delta: i32, edge: &[i32]) -> Self {
        // Every placement after the step lies on the board, so no cell that is asked for comes around.
        let around = |offset: &i32| offset.rem_euclid(B::CELLS as i32) as u8;
        let first = edge.first().map_or(0, around);
        let second = edge.get(1).map_or(first, around);
        Self { from, delta, edge: [first, second], more: edge.iter().skip(2).map(around).collect() }
    }

    /// The pieces among `anchors` that can take the step when these cells are free.
    #[inline]
    pub(super) fn movers(&self, anchors: B, free: B) -> B {
        let movers = anchors & self.from & free.back(self.edge[0]) & free.back(self.edge[1]);
        self.more.iter().fold(movers, |movers, &cell| movers & free.back(cell))
    }

    /// The anchors after the step of all pieces that can take it when no other piece is in the way.
    pub(super) fn advance(&self, anchors: B) -> B {
        B::of((anchors & self.from).iter().map(|anchor| self.after(anchor)))
    }

    /// The anchor after the step.
    #[inline]
    pub(super) fn after(&self, anchor: usize) -> usize {
        anchor.wrapping_add_signed(self.delta as isize)
    }
}

/// One way to meet the goal: every need, and the cells free that must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Alternative<B> {
    /// For each need: classes with the anchors that satisfy it.
    pub(super) needs: Vec<Vec<(usize, B)>>,
    /// Cells that no piece may cover.
    pub(super) empty: B,
}

/// A puzzle, prepared.
#[derive(Clone, Debug)]
pub(super) struct Geometry<B> {
    /// Columns.
    pub(super) width: usize,
    /// All cells that are not walls.
    pub(super) board: B,
    /// The cells of the first column, which nothing enters by going right.
    pub(super) first_column: B,
    /// The cells of the last column.
    pub(super) last_column: B,
    /// The classes.
    pub(super) classes: Vec<Class<B>>,
    /// The class of each piece.
    pub(super) class_of: Vec<usize>,
    /// Ways to meet the goal. Those that a single piece cannot reach even on an empty board are left out.
    pub(super) goal: Vec<Alternative<B>>,
}

/// What makes pieces interchangeable. `named` keeps those apart that the goal calls by name.
#[derive(PartialEq, Eq)]
struct Kind<B> {
    shape: Vec<(isize, isize)>,
    offsets: Vec<u8>,
    closed: B,
    axis: Option<Axis>,
    fixed: bool,
    named: Option<usize>,
}

impl<B: Bits> Geometry<B> {
    /// The tables for a puzzle of at most `B::CELLS` cells.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        Self::of_pieces(puzzle, false)
    }

    /// The same; with `anywhere`, pieces may lie wherever they fit and not only where they can slide to from the start.
    pub(super) fn of_pieces(puzzle: &Puzzle, anywhere: bool) -> Self {
        let (width, cells) = (puzzle.width(), puzzle.walls().len());
        let column = |c| B::of((0..cells).filter(move |cell| cell % width == c));
        let mut geometry = Self {
            width,
            board: B::of((0..cells).filter(|&cell| !puzzle.walls()[cell])),
            first_column: column(0),
            last_column: column(width - 1),
            classes: Vec::new(),
            class_of: Vec::new(),
            goal: Vec::new(),
        };
        let fixed = puzzle.pieces().iter().filter(|p| p.fixed).flat_map(|p| p.cells.iter().copied());
        let open = geometry.board & !B::of(fixed);
        let mut kinds: Vec<(Kind<B>, Vec<usize>)> = Vec::new();
        for piece in 0..puzzle.pieces().len() {
            let kind = kind_of(puzzle, piece);
            let class = match kinds.iter().position(|(k, _)| *k == kind) {
                Some(class) => class,
                None => {
                    kinds.push((kind, Vec::new()));
                    kinds.len() - 1
                }
            };
            kinds[class].1.push(piece);
            geometry.class_of.push(class);
        }
        geometry.classes = kinds
            .into_iter()
            .map(|(kind, members)| geometry.class(puzzle, kind, members, open, anywhere))
            .collect();
        geometry.goal = geometry.compile_goal(puzzle);
        geometry
    }

    fn class(
        &self,
        puzzle: &Puzzle,
        kind: Kind<B>,
        members: Vec<usize>,
        open: B,
        anywhere: bool,
    ) -> Class<B> {
        let starts = B::of(members.iter().map(|&m| puzzle.pieces()[m].cells[0]));
        let mut valid = if kind.fixed {
            starts
        } else {
            let fit = self.fitting(&kind.offsets, self.placements(puzzle, members[0]), open & !kind.closed);
            // A piece that the goal names and that is locked belongs to its line, as the red car does.
            let stays = kind.axis.is_some() && kind.named.is_some();
            if anywhere && !stays { fit } else { self.flood(starts, fit, kind.axis) }
        };
        valid |= starts;
        let mask = |anchor| B::of(kind.offsets.iter().map(|&o| anchor + usize::from(o)));
        let masks = (0..puzzle.walls().len())
            .map(|anchor| if valid.has(anchor) { mask(anchor) } else { B::EMPTY })
            .collect();
        let steps = Direction::ALL.map(|d| {
            let delta = delta(d, self.width);
            let along = kind.axis.is_none_or(|axis| axis == axis_of(d)) && !kind.fixed;
            let from = if along { valid & self.neighbours(valid, d.opposite()) } else { B::EMPTY };
            let edge = kind.offsets.iter().map(|&o| i32::from(o) + delta);
            // Numbers may be compared instead of rows and columns: `from` has no step around the side.
            let edge: Vec<i32> =
                edge.filter(|o| !kind.offsets.iter().any(|&own| i32::from(own) == *o)).collect();
            Step::new(from, delta, &edge)
        });
        Class { members, offsets: kind.offsets, axis: kind.axis, valid, masks, steps }
    }

    /// Anchors at which the piece lies within the rectangle of the board, whatever else is there.
    fn placements(&self, puzzle: &Puzzle, piece: usize) -> B {
        let cells = &puzzle.pieces()[piece].cells;
        let (rows, cols) = puzzle.pieces()[piece].extent(self.width);
        let left = cells.iter().map(|c| c % self.width).min().unwrap_or(0);
        let before = cells[0] % self.width - left;
        let last_row = puzzle.height() - rows;
        B::of((0..=last_row).flat_map(|r| (0..=self.width - cols).map(move |c| r * self.width + c + before)))
    }

    /// The anchors among `anchors`, at which the shape lies on the board, where all its cells are in `free`.
    #[inline]
    pub(super) fn fitting(&self, offsets: &[u8], anchors: B, free: B) -> B {
        offsets.iter().fold(anchors, |fit, &o| fit & free.back(o))
    }

    /// The cells one step in direction `d` from those in `set`, on the board's rectangle.
    #[inline]
    pub(super) fn neighbours(&self, set: B, d: Direction) -> B {
        match d {
            Direction::Up => set.down(self.width),
            Direction::Down => set.up(self.width),
            Direction::Left => (set & !self.first_column).down(1),
            Direction::Right => (set & !self.last_column).up(1),
        }
    }

    /// All anchors within `fit` that can be reached from `start` step by step.
    #[inline]
    pub(super) fn flood(&self, start: B, fit: B, axis: Option<Axis>) -> B {
        let mut reached = start;
        let mut edge = start;
        while !edge.is_empty() {
            let mut next = B::EMPTY;
            if axis != Some(Axis::Vertical) {
                next |= self.neighbours(edge, Direction::Left) | self.neighbours(edge, Direction::Right);
            }
            if axis != Some(Axis::Horizontal) {
                next |= self.neighbours(edge, Direction::Up) | self.neighbours(edge, Direction::Down);
            }
            edge = next & fit & !reached;
            reached |= edge;
        }
        reached
    }

    fn compile_goal(&self, puzzle: &Puzzle) -> Vec<Alternative<B>> {
        let compile = |conditions: &Vec<Condition>| {
            let mut alternative = Alternative { needs: Vec::new(), empty: B::EMPTY };
            for condition in conditions {
                match condition {
                    Condition::Empty { cells } => alternative.empty |= B::of(cells.iter().copied()),
                    Condition::Covers { piece, cells } => {
                        let places = puzzle.places_covering(*piece, cells);
                        let class = self.class_of[*piece];
                        let anchors = B::of(places.iter().map(|p| p[0])) & self.classes[class].valid;
                        alternative.needs.push(vec![(class, anchors)]);
                    }
                    Condition::ShapeAt { piece, cells } => {
                        let shape = |piece: usize| puzzle.pieces()[piece].shape(self.width);
                        let alike = |c: &usize| shape(self.classes[*c].members[0]) == shape(*piece);
                        let at = |c: usize| (c, B::cell(cells[0]) & self.classes[c].valid);
                        let options = (0..self.classes.len()).filter(alike).map(at);
                        alternative.needs.push(options.filter(|(_, anchors)| !anchors.is_empty()).collect());
                    }
                }
            }
            alternative
        };
        let possible = |a: &Alternative<B>| {
            a.needs.iter().all(|need| need.iter().any(|(_, anchors)| !anchors.is_empty()))
        };
        puzzle.goal().alternatives.iter().map(compile).filter(possible).collect()
    }
}

fn kind_of<B: Bits>(puzzle: &Puzzle, piece: usize) -> Kind<B> {
    let p = &puzzle.pieces()[piece];
    let named = puzzle.goal().alternatives.iter().flatten().any(|condition| match condition {
        Condition::Covers { piece: named, .. } => *named == piece,
        _ => false,
    });
    let closed = (0..puzzle.walls().len()).filter(|&cell| puzzle.is_closed_to(cell, piece));
    Kind {
        shape: p.shape(puzzle.width()),
        offsets: p.cells.iter().map(|c| (c - p.cells[0]) as u8).collect(),
        closed: B::of(closed),
        axis: p.axis,
        fixed: p.fixed,
        named: named.then_some(piece),
    }
}

/// What a step adds to a cell's number.
pub(super) fn delta(d: Direction, width: usize) -> i32 {
    match d {
        Direction::Up => -(width as i32),
        Direction::Down => width as i32,
        Direction::Left => -1,
        Direction::Right => 1,
    }
}

/// The axis along which a direction goes.
pub(super) fn axis_of(d: Direction) -> Axis {
    match d {
        Direction::Left | Direction::Right => Axis::Horizontal,
        Direction::Up | Direction::Down => Axis::Vertical,
    }
}
