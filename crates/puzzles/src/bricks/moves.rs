//! Moves, and lists of them.

use slidewise_search::any::{AnyMove, ToAnyMove};

/// One piece of a class goes from one anchor to another. Equal pieces are not told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Move {
    /// The class.
    pub class: u8,
    /// The anchor before.
    pub from: u8,
    /// The anchor after.
    pub to: u8,
}

impl Move {
    /// The move back.
    pub fn inverse(self) -> Self {
        Self { from: self.to, to: self.from, ..self }
    }
}

impl ToAnyMove for Move {
    fn to_any(self) -> AnyMove {
        AnyMove(u32::from_le_bytes([self.class, self.from, self.to, 0]))
    }

    fn from_any(AnyMove(m): AnyMove) -> Self {
        let [class, from, to, _] = m.to_le_bytes();
        Self { class, from, to }
    }
}

/// The moves of one position. Classic boards rarely have more than forty.
pub type MoveList = slidewise_search::MoveList<Move, 40>;
