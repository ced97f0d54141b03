//! A small table of walking distances as a graph: what lies behind a step is one read.
//!
//! A step takes the blank from a line to the next, so the distance, whose parity is that of the lines between the blank
//! and its home, always changes, and by 1. Whether it falls is a bit beside the number of the next matrix.

use super::table::{Matrix, Table, line_of};

/// The matrices of one axis by number, with what steps lead to.
pub(in super::super) struct Steps {
    /// By matrix, way of the blank and goal line of the tile: the next matrix, and whether it is [`NEARER`]. 0 where
    /// there is no such step.
    next: Box<[u16]>,
    /// Bits for the goal line.
    bits: u32,
}

/// The distance falls by 1; otherwise it grows by 1.
const NEARER: u16 = 1 << 15;
/// Graphs of more matrices are not made.
const MOST: usize = NEARER as usize;

impl Steps {
    /// The graph of a table, unless that is too large. Only single steps are in it.
    pub(super) fn new(table: &Table) -> Option<Self> {
        let distances = table.distances();
        if distances.len() > MOST {
            return None;
        }
        let bits = table.lines().next_power_of_two().trailing_zeros();
        let mut steps = Self { next: vec![0; distances.len() << (bits + 1)].into(), bits };
        let mut seen = vec![false; distances.len()];
        let mut waiting = vec![table.goal()];
        seen[table.rank(table.goal().0)] = true;
        while let Some((matrix, blank)) = waiting.pop() {
            let number = table.rank(matrix);
            for down in [false, true] {
                let Some(line) = (if down { blank.checked_add(1) } else { blank.checked_sub(1) }) else {
                    continue;
                };
                for (goal, after) in steps_between(table, matrix, line, blank) {
                    let next = table.rank(after);
                    steps.next[steps.entry(number as u16, down, goal)] =
                        next as u16 | if distances[next] < distances[number] { NEARER } else { 0 };
                    if !std::mem::replace(&mut seen[next], true) {
                        waiting.push((after, line));
                    }
                }
            }
        }
        Some(steps)
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

/// The steps of tiles from a line into that of the blank: their goal lines, and what they lead to.
fn steps_between(
    table: &Table,
    matrix: Matrix,
    line: u8,
    blank: u8,
) -> impl Iterator<Item = (usize, Matrix)> + '_ {
    let there = usize::from(line) < table.lines();
    let goals =
        (0..table.lines()).filter(move |&goal| there && table.has(line_of(matrix, line.into()), goal));
    goals.map(move |goal| (goal, table.carried(matrix, goal, line.into(), blank.into())))
}
