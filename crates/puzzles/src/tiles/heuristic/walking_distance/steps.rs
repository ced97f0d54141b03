//! A small table of walking distances as a graph: what is behind a step is one read, and how far it is another.

use super::table::{Matrix, Table, line_of};

/// The matrices of one axis by number, with what steps lead to.
pub(in super::super) struct Steps {
    /// By matrix, way of the blank and goal line of the tile; 0 where there is no such step.
    next: Box<[u16]>,
    distances: Box<[u8]>,
    /// Bits for the goal line.
    bits: u32,
}

/// Graphs of more matrices are not made.
const MOST: usize = 1 << 16;

impl Steps {
    /// The graph of a table, unless that is too large. Only single steps are in it.
    pub(super) fn new(table: &Table) -> Option<Self> {
        let distances: Box<[u8]> = table.distances().into();
        if distances.len() > MOST {
            return None;
        }
        let bits = table.lines().next_power_of_two().trailing_zeros();
        let mut steps = Self { next: vec![0; distances.len() << (bits + 1)].into(), distances, bits };
        let mut seen = vec![false; steps.distances.len()];
        let mut waiting = vec![table.goal()];
        seen[table.rank(table.goal().0)] = true;
        while let Some((matrix, blank)) = waiting.pop() {
            let number = table.rank(matrix) as u16;
            for down in [false, true] {
                let Some(line) = (if down { blank.checked_add(1) } else { blank.checked_sub(1) }) else {
                    continue;
                };
                for (goal, after) in steps_between(table, matrix, line, blank) {
                    let next = table.rank(after);
                    steps.next[steps.entry(number, down, goal)] = next as u16;
                    if !std::mem::replace(&mut seen[next], true) {
                        waiting.push((after, line));
                    }
                }
            }
        }
        Some(steps)
    }

    /// The matrix behind a step of a tile of goal line `goal` from line `from` to the blank's line `to`.
    #[inline(always)]
    pub(in super::super) fn stepped(&self, number: u16, goal: usize, from: usize, to: usize) -> u16 {
        self.next[self.entry(number, to < from, goal)]
    }

    /// Moves from a matrix to the goal's.
    #[inline(always)]
    pub(in super::super) fn distance(&self, number: u16) -> u8 {
        self.distances[usize::from(number)]
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
    let goals = (0..table.lines()).filter(move |&goal| there && table.has(line_of(matrix, line.into()), goal));
    goals.map(move |goal| (goal, table.carried(matrix, goal, line.into(), blank.into())))
}
