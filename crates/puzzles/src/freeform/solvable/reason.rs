//! Why a goal can be reached or not, in types and in words.

use std::fmt;

use crate::text::number;

/// Why the goal can be reached. On a board of several parts, that of the largest in which something is to be
/// done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The goal is met at the start.
    AlreadySolved,
    /// A row or ring of cells: the tiles are in an order that the goal allows.
    Order,
    /// One blank, cells like a chessboard: the parities agree.
    Parity,
    /// One blank, cells like a chessboard: equal tiles or open goal cells make up for a wrong parity.
    Spare,
    /// One blank, on cells that cannot be coloured like a chessboard: every arrangement can be reached.
    Everything,
    /// Several blanks, on cells that no single cell takes apart: every arrangement can be reached.
    SeveralBlanks,
    /// One blank, blocks that meet in single cells: the goal can be reached in each.
    Blocks {
        /// How many there are.
        blocks: usize,
    },
    /// A board of seven cells whose positions were all tried.
    Tried,
}

/// Why the goal cannot be reached. Rows and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Something else is wanted on a cell, in a part of the board where nothing can move.
    NoBlank {
        /// Row of the cell.
        row: usize,
        /// Column of the cell.
        column: usize,
    },
    /// The goal wants more tiles of a label, or more blanks, in a part of the board than there are in it.
    Shortage {
        /// The label; `None` for blanks.
        label: Option<String>,
        /// How many the goal wants in this part.
        needed: usize,
        /// How many there are in it.
        there: usize,
        /// Row of a cell of the part that wants one.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// A row or ring of cells: tiles cannot pass each other, and the goal wants another order.
    Order {
        /// Whether it is a ring.
        ring: bool,
    },
    /// One blank, cells like a chessboard: the parities differ.
    Parity {
        /// Exchanges of two tiles between start and goal, once the blank is where it belongs.
        swaps: usize,
    },
    /// One blank: a tile would have to pass a single cell that joins two blocks of the board.
    Passage {
        /// Row of a cell that wants a tile from another block.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// One blank that may end on any of several cells: for each of them something stands in the way.
    EveryEnd {
        /// How many cells there are.
        ends: usize,
    },
    /// A board of seven cells whose positions were all tried.
    Tried,
}

/// Why it is not known whether the goal can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// Several blanks, on cells that single cells take apart.
    Bottlenecks {
        /// How many blanks there are in that part of the board.
        blanks: usize,
    },
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlreadySolved => write!(f, "the goal is met already"),
            Self::Order => {
                write!(
                    f,
                    "in a row or ring tiles cannot pass each other, and they are in an order that fits the \
                     goal"
                )
            }
            Self::Parity => write!(
                f,
                "with the blank where it belongs, an even number of exchanges of two tiles leads from the \
                 start to the goal, and on such a board that is enough"
            ),
            Self::Spare => write!(
                f,
                "equal tiles, or goal cells that do not matter, leave the choice between an even and an \
                 odd number of exchanges, and one of them can always be reached"
            ),
            Self::Everything => write!(
                f,
                "the cells cannot be coloured like a chessboard, so every arrangement of the tiles can be \
                 reached"
            ),
            Self::SeveralBlanks => write!(
                f,
                "no single cell takes the board apart and there is more than one blank, so every \
                 arrangement of the tiles can be reached"
            ),
            Self::Blocks { blocks } => {
                write!(
                    f,
                    "the board has {blocks} blocks that meet in single cells, and the goal can be reached \
                     in each"
                )
            }
            Self::Tried => write!(f, "all positions were tried, and the goal is among them"),
        }
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBlank { row, column } => write!(
                f,
                "row {row}, column {column} should have something else, but no blank can come near, so \
                 nothing moves there"
            ),
            Self::Shortage { label, needed, there, row, column } => {
                match label {
                    Some(label) => write!(f, "the goal wants {needed} × {label}")?,
                    None => write!(f, "the goal wants {}", number(*needed, "blank cell"))?,
                }
                write!(
                    f,
                    " in the part of the board around row {row}, column {column}, which has {there}; no way \
                     leads there from other parts"
                )
            }
            Self::Order { ring: true } => {
                write!(
                    f,
                    "around a ring tiles cannot pass each other, and the goal wants them in another order"
                )
            }
            Self::Order { ring: false } => {
                write!(f, "in a row tiles cannot pass each other, and the goal wants them in another order")
            }
            Self::Parity { swaps } => write!(
                f,
                "with the blank where it belongs, {swaps} exchange{} of two tiles (an odd number) would \
                 lead from the start to the goal; on such a board moves that bring the blank back make an \
                 even number of exchanges",
                if *swaps == 1 { "" } else { "s" }
            ),
            Self::Passage { row, column } => write!(
                f,
                "row {row}, column {column} wants a tile that would have to pass a single cell between two \
                 blocks of the board, which with one blank no tile can"
            ),
            Self::EveryEnd { ends } => write!(
                f,
                "the blank may end on any of {ends} cells, and for each of them the tiles cannot be \
                 brought in place"
            ),
            Self::Tried => write!(f, "all positions were tried, and the goal is not among them"),
        }
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bottlenecks { blanks } => write!(
                f,
                "a part of the board has {} and single cells that take it apart; only a \
                 search can tell",
                number(*blanks, "blank")
            ),
        }
    }
}
