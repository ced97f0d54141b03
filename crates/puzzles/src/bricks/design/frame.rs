//! A board to be filled: what stays, and which pieces may be added.

use std::fmt;
use std::ops::RangeInclusive;

use super::super::puzzle::{Axis, Condition, Gate, Goal, Piece, Puzzle};
use crate::random::Rng;

/// A shape that may be added: rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rectangle {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
}

impl fmt::Display for Rectangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// How many of each shape are added.
pub type Set = Vec<usize>;

/// A board with walls, the pieces that the goal names and those that are fixed, and what may be added.
#[derive(Clone, Debug)]
pub struct Frame {
    base: Puzzle,
    shapes: Vec<Rectangle>,
    pieces: RangeInclusive<usize>,
    empty: RangeInclusive<usize>,
}

/// Why there is no such frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameError {
    /// The goal names no piece, so none is left when the others are taken off.
    NoNamed,
    /// A shape is larger than the board, or has no cells.
    Shape(Rectangle),
    /// There are too many ways to combine the shapes.
    TooManySets,
}

/// Why there is no placement of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unplaced {
    /// There is no room for all of its pieces.
    Impossible,
    /// None was found, and not all were tried.
    GivenUp,
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNamed => write!(f, "the goal names no piece that could stay on the board"),
            Self::Shape(shape) => write!(f, "a piece of {shape} does not fit on the board"),
            Self::TooManySets => {
                write!(f, "there are more than {MOST_SETS} sets of such pieces: allow fewer pieces or shapes")
            }
        }
    }
}

impl std::error::Error for FrameError {}

/// The most sets that are listed.
const MOST_SETS: usize = 100_000;
/// Placements tried before a set is said to have none, or a sample is given up.
const PATIENCE: u32 = 2_000_000;

impl Frame {
    /// The board of a puzzle without the pieces that its goal does not name, to which so many of these shapes are added
    /// that so many cells stay empty.
    pub fn new(
        puzzle: &Puzzle,
        shapes: Vec<Rectangle>,
        pieces: RangeInclusive<usize>,
        empty: RangeInclusive<usize>,
    ) -> Result<Self, FrameError> {
        let base = stripped(puzzle).ok_or(FrameError::NoNamed)?;
        let fits = |shape: &&Rectangle| {
            (1..=base.height()).contains(&shape.rows) && (1..=base.width()).contains(&shape.cols)
        };
        match shapes.iter().find(|shape| !fits(shape)) {
            Some(shape) => Err(FrameError::Shape(*shape)),
            None => Ok(Self { base, shapes, pieces, empty }),
        }
    }

    /// The whole of a puzzle, to which nothing is added.
    pub fn of_all(puzzle: &Puzzle) -> Self {
        Self { base: puzzle.clone(), shapes: Vec::new(), pieces: 0..=0, empty: 0..=usize::MAX }
    }

    /// The places that a piece of a puzzle made from this frame can have, each by its cells.
    pub fn places_of(&self, puzzle: &Puzzle, piece: usize) -> Vec<Vec<usize>> {
        self.places(puzzle.pieces(), piece)
    }

    /// The shapes that may be added.
    pub fn shapes(&self) -> &[Rectangle] {
        &self.shapes
    }

    /// All sets, fewer pieces of the first shapes first.
    pub fn sets(&self) -> Result<Vec<Set>, FrameError> {
        let mut sets = Vec::new();
        self.add_sets(&mut Vec::new(), self.room(), &mut sets)?;
        Ok(sets)
    }

    /// Cells that neither walls nor the pieces of the frame take.
    fn room(&self) -> usize {
        self.base
            .grid()
            .iter()
            .zip(self.base.walls())
            .filter(|(piece, wall)| piece.is_none() && !**wall)
            .count()
    }

    fn add_sets(&self, chosen: &mut Set, room: usize, sets: &mut Vec<Set>) -> Result<(), FrameError> {
        let count: usize = chosen.iter().sum();
        let Some(shape) = self.shapes.get(chosen.len()) else {
            if self.pieces.contains(&count) && self.empty.contains(&room) {
                sets.push(chosen.clone());
            }
            return if sets.len() > MOST_SETS { Err(FrameError::TooManySets) } else { Ok(()) };
        };
        let area = shape.rows * shape.cols;
        let most =
            (room.saturating_sub(*self.empty.start()) / area).min(self.pieces.end().saturating_sub(count));
        for more in 0..=most {
            chosen.push(more);
            self.add_sets(chosen, room - more * area, sets)?;
            chosen.pop();
        }
        Ok(())
    }

    /// A puzzle with the pieces of a set, placed anyhow.
    pub fn puzzle(&self, set: &Set) -> Result<Puzzle, Unplaced> {
        let pieces = self.with(set);
        let mut left = PATIENCE;
        let mut order: Vec<usize> = (0..pieces.len()).collect();
        order.sort_by_key(|&piece| std::cmp::Reverse(pieces[piece].cells.len()));
        let places: Vec<Vec<Vec<usize>>> =
            (0..pieces.len()).map(|piece| self.places(&pieces, piece)).collect();
        let mut chosen: Vec<Option<usize>> = vec![None; pieces.len()];
        let mut taken = self.base.walls().to_vec();
        let is_filled = fill(&pieces, &order, &places, &mut taken, &mut chosen, &mut left);
        if !is_filled && left == 0 {
            return Err(Unplaced::GivenUp);
        }
        let placed = chosen.iter().zip(&places).map(|(nth, places)| nth.map(|nth| places[nth].clone()));
        let placed: Option<_> = placed.collect();
        placed.and_then(|placed| self.assembled(pieces, placed)).ok_or(Unplaced::Impossible)
    }

    /// A set by chance, placed by chance; `None` if it did not fit.
    pub fn sample(&self, rng: &mut Rng) -> Option<Puzzle> {
        let span = self.pieces.end().min(&self.room()).saturating_sub(*self.pieces.start()) + 1;
        let count = self.pieces.start() + rng.below(span);
        let mut set = vec![0; self.shapes.len()];
        let count = if self.shapes.is_empty() { 0 } else { count };
        (0..count).for_each(|_| set[rng.below(self.shapes.len())] += 1);
        let pieces = self.with(&set);
        let mut taken = self.base.walls().to_vec();
        let mut placed = Vec::new();
        for piece in 0..pieces.len() {
            let mut places = self.places(&pieces, piece);
            places.retain(|cells| cells.iter().all(|&cell| !taken[cell]));
            if places.is_empty() {
                return None;
            }
            let cells = places.swap_remove(rng.below(places.len()));
            cells.iter().for_each(|&cell| taken[cell] = true);
            placed.push(cells);
        }
        let empty = taken.iter().filter(|taken| !**taken).count();
        self.empty.contains(&empty).then(|| self.assembled(pieces, placed))?
    }

    /// The pieces of the frame and of a set; those that are added lie at the top left.
    fn with(&self, set: &Set) -> Vec<Piece> {
        let mut pieces = self.base.pieces().to_vec();
        let locked = pieces.iter().any(|piece| piece.axis.is_some());
        for (shape, &count) in self.shapes.iter().zip(set) {
            let cells = (0..shape.rows).flat_map(|r| (0..shape.cols).map(move |c| (r, c)));
            let cells: Vec<usize> = cells.map(|(r, c)| r * self.base.width() + c).collect();
            let axis = match (locked, shape.rows > shape.cols) {
                (false, _) => None,
                (true, true) => Some(Axis::Vertical),
                (true, false) => Some(Axis::Horizontal),
            };
            for _ in 0..count {
                let label = free_label(&pieces);
                pieces.push(Piece { label, cells: cells.clone(), axis, fixed: false });
            }
        }
        pieces
    }

    /// Where a piece may lie: its cells, for each place.
    fn places(&self, pieces: &[Piece], piece: usize) -> Vec<Vec<usize>> {
        let (width, height) = (self.base.width(), self.base.height());
        let Piece { cells, axis, fixed, .. } = &pieces[piece];
        let is_added = piece >= self.base.pieces().len();
        let (row, col) = (cells[0] / width, cells[0] % width);
        let closed = |cell: usize| {
            self.base.walls()[cell]
                || self.base.gates().iter().any(|gate| gate.cell == cell && !gate.pieces.contains(&piece))
        };
        let shape = pieces[piece].shape(width);
        let (top, left) = shape[0];
        let mut places = Vec::new();
        for (r, c) in (0..height).flat_map(|r| (0..width).map(move |c| (r, c))) {
            let along = match axis {
                _ if *fixed => (r, c) == (row, col),
                Some(Axis::Horizontal) if !is_added => r == row,
                Some(Axis::Vertical) if !is_added => c == col,
                _ => true,
            };
            let at = |&(y, x): &(isize, isize)| {
                let (y, x) = (r.checked_add_signed(y - top)?, c.checked_add_signed(x - left)?);
                (y < height && x < width).then_some(y * width + x)
            };
            let cells: Option<Vec<usize>> = shape.iter().map(at).collect();
            if let Some(cells) = cells.filter(|cells| along && !cells.iter().any(|&cell| closed(cell))) {
                places.push(cells);
            }
        }
        places
    }

    fn assembled(&self, pieces: Vec<Piece>, placed: Vec<Vec<usize>>) -> Option<Puzzle> {
        let pieces = pieces.into_iter().zip(placed).map(|(piece, cells)| Piece { cells, ..piece }).collect();
        let base = &self.base;
        let (goal, gates) = (base.goal().clone(), base.gates().to_vec());
        Puzzle::new(base.width(), base.height(), base.walls().to_vec(), pieces, goal, gates).ok()
    }
}

/// Puts the pieces of `order` down, backtracking; pieces of one shape in the order of their places.
fn fill(
    pieces: &[Piece],
    order: &[usize],
    places: &[Vec<Vec<usize>>],
    taken: &mut [bool],
    chosen: &mut [Option<usize>],
    left: &mut u32,
) -> bool {
    let Some((&piece, rest)) = order.split_first() else { return true };
    let alike = |other: &usize| places[*other] == places[piece] && chosen[*other].is_some() && *other < piece;
    let from =
        (0..pieces.len()).filter(alike).filter_map(|other| chosen[other]).max().map_or(0, |nth| nth + 1);
    for nth in from..places[piece].len() {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        let cells = &places[piece][nth];
        if cells.iter().any(|&cell| taken[cell]) {
            continue;
        }
        cells.iter().for_each(|&cell| taken[cell] = true);
        chosen[piece] = Some(nth);
        if fill(pieces, rest, places, taken, chosen, left) {
            return true;
        }
        chosen[piece] = None;
        cells.iter().for_each(|&cell| taken[cell] = false);
    }
    false
}

/// A sign that no piece has yet.
fn free_label(pieces: &[Piece]) -> String {
    let signs = ('B'..='Z').chain('a'..='z').chain('0'..='9').chain('\u{c0}'..='\u{24f}');
    let is_free = |sign: &char| !pieces.iter().any(|piece| piece.label == sign.to_string());
    signs.filter(|sign| sign.is_alphanumeric()).find(is_free).unwrap_or('?').to_string()
}

/// The puzzle without the pieces that the goal does not name and that are not fixed.
fn stripped(puzzle: &Puzzle) -> Option<Puzzle> {
    let conditions = || puzzle.goal().alternatives.iter().flatten();
    let is_named = |index: usize| {
        conditions().any(|condition| match condition {
            Condition::Covers { piece, .. } | Condition::ShapeAt { piece, .. } => *piece == index,
            Condition::Empty { .. } => false,
        })
    };
    let stays: Vec<usize> =
        (0..puzzle.pieces().len()).filter(|&i| puzzle.pieces()[i].fixed || is_named(i)).collect();
    let now = |piece: usize| stays.iter().position(|&kept| kept == piece);
    let renamed = |condition: &Condition| {
        Some(match condition {
            Condition::Covers { piece, cells } => {
                Condition::Covers { piece: now(*piece)?, cells: cells.clone() }
            }
            Condition::ShapeAt { piece, cells } => {
                Condition::ShapeAt { piece: now(*piece)?, cells: cells.clone() }
            }
            Condition::Empty { cells } => Condition::Empty { cells: cells.clone() },
        })
    };
    let alternatives = puzzle.goal().alternatives.iter();
    let alternatives = alternatives.map(|all| all.iter().map(renamed).collect()).collect::<Option<_>>()?;
    let gate = |gate: &Gate| Gate {
        cell: gate.cell,
        pieces: gate.pieces.iter().filter_map(|&piece| now(piece)).collect(),
    };
    let gates = puzzle.gates().iter().map(gate).collect();
    let pieces = stays.iter().map(|&piece| puzzle.pieces()[piece].clone()).collect();
    let (width, height, walls) = (puzzle.width(), puzzle.height(), puzzle.walls().to_vec());
    Puzzle::new(width, height, walls, pieces, Goal { alternatives }, gates).ok()
}
