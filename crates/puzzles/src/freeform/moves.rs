//! Moves, and lists of them.

use slidewise_search::any::{AnyMove, ToAnyMove};

use crate::tiles::Direction;

/// The tile on a cell goes one cell in a direction. Equal tiles are not told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The cell of the tile before.
    pub from: u8,
    /// The way it goes.
    pub direction: Direction,
}

impl ToAnyMove for Move {
    fn to_any(self) -> AnyMove {
        AnyMove(u32::from(self.from) << 2 | self.direction as u32)
    }

    fn from_any(AnyMove(m): AnyMove) -> Self {
        Self { from: (m >> 2) as u8, direction: Direction::ALL[(m & 3) as usize] }
    }
}

/// The moves of one position: four for each of four blanks, before it takes memory of its own.
pub type MoveList = slidewise_search::MoveList<Move, 16>;
