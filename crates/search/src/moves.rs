//! A list of moves to be filled one by one, for spaces that find their moves as they go.

/// The moves of one position, by value: the first ones, sixteen if nothing else is said, without memory of their own.
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
pub struct MoveList<M, const INLINE: usize = 16> {
    inline: [Option<M>; INLINE],
    /// What `inline` cannot hold; not allocated as long as it is empty.
    more: Vec<M>,
    len: usize,
    next: usize,
}

impl<M: Copy> MoveList<M> {
    /// None yet.
    pub const fn new() -> Self {
        Self::empty()
    }
}

impl<M: Copy, const INLINE: usize> Default for MoveList<M, INLINE> {
    fn default() -> Self {
        Self::empty()
    }
}

impl<M: Copy, const INLINE: usize> MoveList<M, INLINE> {
    const fn empty() -> Self {
        Self { inline: [None; INLINE], more: Vec::new(), len: 0, next: 0 }
    }

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

impl<M: Copy, const INLINE: usize> Iterator for MoveList<M, INLINE> {
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

impl<M: Copy, const INLINE: usize> ExactSizeIterator for MoveList<M, INLINE> {}

impl<M: Copy, const INLINE: usize> Extend<M> for MoveList<M, INLINE> {
    fn extend<T: IntoIterator<Item = M>>(&mut self, moves: T) {
        moves.into_iter().for_each(|m| self.push(m));
    }
}

impl<M: Copy, const INLINE: usize> FromIterator<M> for MoveList<M, INLINE> {
    fn from_iter<T: IntoIterator<Item = M>>(moves: T) -> Self {
        let mut list = Self::empty();
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
