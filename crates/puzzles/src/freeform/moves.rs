//! Moves, and a list of them that lives on the stack while there are few blanks.

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

/// Four for each of four blanks.
const INLINE: usize = 16;

/// The moves of one position, by value.
#[derive(Clone, Debug)]
pub struct MoveList {
    inline: [Move; INLINE],
    /// What `inline` cannot hold; not allocated as long as it is empty.
    more: Vec<Move>,
    len: usize,
    next: usize,
}

impl Default for MoveList {
    fn default() -> Self {
        let filler = Move { from: 0, direction: Direction::Up };
        Self { inline: [filler; INLINE], more: Vec::new(), len: 0, next: 0 }
    }
}

impl MoveList {
    /// Adds a move.
    #[inline]
    pub fn push(&mut self, m: Move) {
        match self.inline.get_mut(self.len) {
            Some(slot) => *slot = m,
            None => self.more.push(m),
        }
        self.len += 1;
    }
}

impl Iterator for MoveList {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.next >= self.len {
            return None;
        }
        let i = self.next;
        self.next += 1;
        Some(self.inline.get(i).copied().unwrap_or_else(|| self.more[i - INLINE]))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len - self.next, Some(self.len - self.next))
    }
}

impl ExactSizeIterator for MoveList {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_keep_their_order() {
        let moves: Vec<Move> = (0..100).map(|from| Move { from, direction: Direction::Left }).collect();
        let mut list = MoveList::default();
        moves.iter().for_each(|&m| list.push(m));
        assert_eq!(list.len(), 100);
        assert_eq!(list.collect::<Vec<_>>(), moves);
    }
}
