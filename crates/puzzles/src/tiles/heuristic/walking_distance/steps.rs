//! A small table of walking distances as a graph: what lies behind a step is one read.
//!
//! A step takes the blank from a line to the next, so the distance, whose parity is that of the lines between the blank
//! and its home, always changes, and by 1. Whether it falls is a bit beside the number of the next matrix.

/// The matrices of one axis by number, with what steps lead to.
pub(in super::super) struct Steps {
    /// By matrix, way of the blank and goal line of the tile: the next matrix, and whether it is [`NEARER`]. 0 where
    /// there is no such step.
    next: Box<[u16]>,
    /// Bits for the goal line.
    bits: u32,
    /// The number of each matrix, by its rank in the table. The nearest to the goal have the lowest numbers: a search
    /// looks at these most, and so they lie together.
    numbers: Box<[u16]>,
    /// How many have a number.
    len: u16,
}

/// The distance falls by 1; otherwise it grows by 1.
const NEARER: u16 = 1 << 15;
/// Graphs of more matrices are not made.
const MOST: usize = NEARER as usize;

impl Steps {
    /// A graph of so many matrices, without steps yet, unless that is too large.
    pub(super) fn new(matrices: usize, lines: usize) -> Option<Self> {
        if matrices > MOST {
            return None;
        }
        let bits = lines.next_power_of_two().trailing_zeros();
        let numbers = vec![0; matrices].into();
        Some(Self { next: vec![0; matrices << (bits + 1)].into(), bits, numbers, len: 0 })
    }

    /// Numbers a matrix, by its rank.
    pub(super) fn add(&mut self, rank: usize) -> u16 {
        self.numbers[rank] = self.len;
        self.len += 1;
        self.numbers[rank]
    }

    /// The number of a matrix, by its rank.
    pub(in super::super) fn number(&self, rank: usize) -> u16 {
        self.numbers[rank]
    }

    /// Enters which matrix, given by its rank, a step leads to: that of a tile of a goal line, from a matrix by number,
    /// the blank going down or up.
    #[inline]
    pub(super) fn enter(&mut self, (number, down, goal): (u16, bool, usize), rank: usize, is_nearer: bool) {
        let entry = self.entry(number, down, goal);
        self.next[entry] = self.numbers[rank] | if is_nearer { NEARER } else { 0 };
    }

    /// The matrix, and its distance, behind a step of a tile of goal line `goal` from line `from` to the blank's line
    /// `to`.
    #[inline(always)]
    pub(in super::super) fn stepped(
        &self,
        (number, distance): (u16, u8),
        goal: usize,
        from: usize,
        to: usize,
    ) -> (u16, u8) {
        let next = self.next[self.entry(number, to < from, goal)];
        // 1 less, or 1 more.
        let change = 1_u8.wrapping_sub((next / NEARER) as u8 * 2);
        (next % NEARER, distance.wrapping_add(change))
    }

    #[inline(always)]
    fn entry(&self, number: u16, down: bool, goal: usize) -> usize {
        (usize::from(number) << 1 | usize::from(down)) << self.bits | goal
    }
}
