//! A list of moves to be filled one by one, for spaces that find their moves as they go.

/// Moves that a list holds in itself.
const INLINE: usize = 16;

/// The moves of one position, by value: the first sixteen without memory of their own.
///
/// ```
/// # use slidewise_search::MoveList;
/// let mut moves = MoveList::new();
/// for direction in 0..8u8 {
///     if direction % 3 == 0 {
///         moves.push(direction);
///     }
/// }
/// assert_eq!(moves.collect::<Vec<_>>(), [0, 3, 6]);
/// ```
#[derive(Clone, Debug)]
pub struct MoveList<M> {
    inline: [Option<M>; INLINE],
    /// What `inline` cannot hold; not allocated as long as it is empty.
    more: Vec<M>,
    len: usize,
    next: usize,
}

impl<M: Copy> MoveList<M> {
    /// None yet.
    pub const fn new() -> Self {
        Self { inline: [None; INLINE], more: Vec::new(), len: 0, next: 0 }
    }
}

impl<M: Copy> Default for MoveList<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M: Copy> MoveList<M> {
    /// Adds a move at the end.
    #[inline]
    pub fn push(&mut self, m: M) {
        match self.inline.get_mut(self.len) {
            Some(slot) => *slot = Some(m),
            None => self.more.push(m),
        }
        self.len += 1;
    }
}

impl<M: Copy> Iterator for MoveList<M> {
    type Item = M;

    #[inline]
    fn next(&mut self) -> Option<M> {
        if self.next >= self.len {
            return None;
        }
        let at = self.next;
        self.next += 1;
        match self.inline.get(at) {
            Some(&m) => m,
            None => self.more.get(at - INLINE).copied(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len - self.next, Some(self.len - self.next))
    }
}

impl<M: Copy> ExactSizeIterator for MoveList<M> {}

impl<M: Copy> Extend<M> for MoveList<M> {
    fn extend<T: IntoIterator<Item = M>>(&mut self, moves: T) {
        moves.into_iter().for_each(|m| self.push(m));
    }
}

impl<M: Copy> FromIterator<M> for MoveList<M> {
    fn from_iter<T: IntoIterator<Item = M>>(moves: T) -> Self {
        let mut list = Self::new();
        list.extend(moves);
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_come_out_as_they_went_in() {
        for n in [0, 1, 15, 16, 17, 100] {
            let list: MoveList<u32> = (0..n).collect();
            assert_eq!(list.len(), n as usize);
            assert!(list.eq(0..n), "{n} moves");
        }
    }
}
