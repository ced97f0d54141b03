//! Moves, and a list of them that lives on the stack while it is short.

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

/// Classic boards rarely have more moves than this.
const INLINE: usize = 40;

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
        Self { inline: [Move::default(); INLINE], more: Vec::new(), len: 0, next: 0 }
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
        let moves: Vec<Move> = (0..100).map(|i| Move { class: 1, from: i, to: i + 1 }).collect();
        let mut list = MoveList::default();
        moves.iter().for_each(|&m| list.push(m));
        assert_eq!(list.len(), 100);
        assert_eq!(list.collect::<Vec<_>>(), moves);
    }
}
