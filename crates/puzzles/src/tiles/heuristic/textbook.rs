//! The heuristics of textbooks and courses that are there to be compared: the largest of some of them, in one type.
//!
//! Each is a function of the labels on the board, in a file of its own, and worked out from scratch for each position;
//! only Gaschnig's, if it is alone, follows from that of the position before. So they share one word in a node, and no
//! search is compiled for any of them.
//!
//! Two names of the literature are not here, because they are others under another name: N-MaxSwap is what
//! [`Simple::Gaschnig`] counts, and X-Y (Mostow & Prieditis 1989: only rows, and only columns, matter) is the walking
//! distance.

mod corner_tiles;
mod euclidean;
mod gaschnig;
mod inversion;
mod last_moves;
mod n_swap;
mod nilsson;
mod row_column;

use slidewise_search::{Cost, Heuristic, Quality};

use super::super::metric::Metric;
use super::super::repr::{Repr, Sum};
use super::super::shape::Shape;
use super::super::space::{Slide, TileSpace};

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Simple {
    /// Moves that are left if any tile may jump to the blank (Gaschnig 1979), also called N-MaxSwap or max-sort.
    Gaschnig,
    /// Exchanges that are left if any two of tiles and blank may change places.
    NSwap,
    /// Tiles out of their row plus tiles out of their column.
    RowColumn,
    /// Vertical and horizontal moves that inversions ask for (Michael Kim).
    Inversion,
    /// Straight lines between tiles and their places, added and rounded down.
    Euclidean,
    /// Manhattan distance, and two moves for each tile beside a corner that has to step aside (Korf & Taylor 1996).
    CornerTiles,
    /// Manhattan distance, and two moves if no tile comes through the blank's place (Korf & Taylor 1996).
    LastMoves,
    /// Manhattan distance plus three times a score for tiles that do not follow each other (Nilsson 1971): promises
    /// nothing.
    Nilsson,
}

impl Simple {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Gaschnig,
        Self::NSwap,
        Self::RowColumn,
        Self::Inversion,
        Self::Euclidean,
        Self::CornerTiles,
        Self::LastMoves,
        Self::Nilsson,
    ];

    fn value(self, board: &Labels<'_>) -> u32 {
        match self {
            Self::Gaschnig => gaschnig::value(board),
            Self::NSwap => n_swap::value(board),
            Self::RowColumn => row_column::value(board),
            Self::Inversion => inversion::value(board),
            Self::Euclidean => euclidean::value(board),
            Self::CornerTiles => corner_tiles::value(board),
            Self::LastMoves => last_moves::value(board),
            Self::Nilsson => nilsson::value(board),
        }
    }

    /// What it promises. They count single steps of tiles, so in the multi-tile metric nothing.
    fn quality(self, multi: bool) -> Quality {
        match self {
            _ if multi => Quality::NONE,
            Self::Nilsson => Quality::NONE,
            // A corner that is left takes the steps aside of both its neighbours with it at once.
            Self::CornerTiles => Quality { admissible: true, consistent: false },
            _ => Quality::CONSISTENT,
        }
    }
}

/// The largest of some of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Textbook {
    /// Each once.
    members: Vec<Simple>,
}

impl Textbook {
    /// One of them.
    pub fn new(one: Simple) -> Self {
        Self { members: vec![one] }
    }

    /// The larger of two.
    pub(super) fn and(mut self, other: &Self) -> Self {
        self.members
            .extend(other.members.iter().filter(|one| !self.members.contains(one)).collect::<Vec<_>>());
        self
    }

    fn value_at(&self, board: &Labels<'_>) -> u32 {
        self.members.iter().map(|one| one.value(board)).max().unwrap_or(0)
    }
}

/// A board as these heuristics see it: the label on each cell.
struct Labels<'a> {
    shape: &'a Shape,
    labels: &'a [u16],
}

impl Labels<'_> {
    fn label(&self, cell: usize) -> usize {
        self.labels[cell].into()
    }

    /// The tiles: their cells and labels.
    fn tiles(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let blank = self.shape.blank_home();
        self.labels.iter().map(|&label| label.into()).enumerate().filter(move |&(_, label)| label != blank)
    }

    fn manhattan(&self) -> u32 {
        self.tiles().map(|(cell, label)| self.shape.distance(cell, label)).sum()
    }

    /// The lengths of the cycles in which things have to change places, and whether the blank is among them.
    fn cycles(&self) -> impl Iterator<Item = (u32, bool)> + '_ {
        let mut seen = vec![false; self.labels.len()];
        (0..self.labels.len()).filter_map(move |first| {
            let (mut length, mut has_blank, mut cell) = (0, false, first);
            while !std::mem::replace(&mut seen[cell], true) {
                length += 1;
                cell = self.label(cell);
                has_blank |= cell == self.shape.blank_home();
            }
            (length > 0).then_some((length, has_blank))
        })
    }
}

/// Boards with at most this many cells are copied without a heap allocation.
const SMALL: usize = 64;

impl<R: Repr, M: Metric> Heuristic<TileSpace<R, M>> for Textbook {
    type Partial = R::Sum;

    fn init(&self, p: &TileSpace<R, M>, s: &R::State) -> R::Sum {
        let (shape, mut small, mut large) = (p.shape(), [0; SMALL], Vec::new());
        let labels = match small.get_mut(..shape.cells()) {
            Some(small) => small,
            None => {
                large.resize(shape.cells(), 0);
                &mut large[..]
            }
        };
        labels.iter_mut().enumerate().for_each(|(cell, label)| *label = p.label(s, cell) as u16);
        R::Sum::of(self.value_at(&Labels { shape, labels }))
    }

    #[inline]
    fn update(&self, p: &TileSpace<R, M>, old: R::Sum, m: Slide, after: &R::State) -> R::Sum {
        match self.members[..] {
            [Simple::Gaschnig] if p.moved(m).nth(1).is_none() => {
                let label = |cell| p.label(after, cell);
                R::Sum::of(gaschnig::moved(old.get(), m, p.shape().blank_home(), label))
            }
            _ => self.init(p, after),
        }
    }

    #[inline]
    fn value(&self, v: R::Sum) -> Cost {
        v.get().into()
    }

    fn quality(&self, p: &TileSpace<R, M>) -> Quality {
        let multi = p.metric().is_multi();
        self.members.iter().fold(Quality::CONSISTENT, |quality, one| quality.and(one.quality(multi)))
    }
}
