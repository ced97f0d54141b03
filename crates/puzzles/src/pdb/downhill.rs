//! Distances from a table that has one bit of each.
//!
//! A move of one tile changes the distance by 1, up or down, so its last bit always changes, and the one
//! before tells which way it went. The distance of the first position is found by walking downhill to the
//! goal: from every position some move leads nearer, and the bits tell which.

use super::layout::ones;
use super::rank::{pack, rotate, slot};
use super::table::Table;

/// The last two bits of a distance after a move, from those before it and from what the table says.
#[inline(always)]
pub(super) fn after(before: u64, bit: u8) -> u64 {
    u64::from(bit) << 1 | (before & 1 ^ 1)
}

/// Whether the distance has grown by a move, from the last two bits before and after it.
#[inline(always)]
pub(super) fn grew(before: u64, after: u64) -> bool {
    after.wrapping_sub(before) & 2 == 0
}

/// No pattern is farther from its goal: a walk that takes longer is in a table that is not one.
const FARTHEST: usize = 255;

/// The distance of a placement, given by the set of cells, the packed permutation and a cell of the blank.
pub(super) fn distance(table: &Table, mask: u64, perm: u32, blank: usize) -> u8 {
    Placement { mask, perm, blank }.distance(table, &table.pattern().neighbours())
}

impl Placement {
    /// The number of steps of a walk downhill from here: the distance, in a table that is one.
    pub(super) fn distance(self, table: &Table, neighbours: &[u64]) -> u8 {
        let mut at = self;
        let mut ends = u64::from(table.bit(at.entry(table))) << 1 | (at.manhattan(table) & 1) as u64;
        let steps = (0..FARTHEST).take_while(|_| match nearer(table, neighbours, at, ends) {
            Some(next) if !at.is_goal(table) => {
                at = next;
                ends = ends.wrapping_sub(1) & 3;
                true
            }
            _ => false,
        });
        steps.count() as u8
    }
}

/// Tiles on a set of cells in the order of a packed permutation, and a cell of the blank.
#[derive(Clone, Copy)]
pub(super) struct Placement {
    mask: u64,
    perm: u32,
    blank: usize,
}

impl Placement {
    pub(super) fn entry(self, table: &Table) -> usize {
        table.layout().entry(self.mask, self.perm, self.blank)
    }

    /// That of the goal.
    pub(super) fn goal(table: &Table) -> Self {
        let pattern = table.pattern();
        Self { mask: pattern.home(), perm: identity(pattern.tiles()), blank: pattern.blank_end() }
    }

    pub(super) fn is_goal(self, table: &Table) -> bool {
        let goal = Self::goal(table);
        self.mask == goal.mask && self.entry(table) == goal.entry(table)
    }

    /// The tiles' Manhattan distances, added up. A move changes them by 1, and the distance too: both are odd or even.
    pub(super) fn manhattan(self, table: &Table) -> usize {
        let pattern = table.pattern();
        let homes = pattern.homes();
        let far = |(place, cell)| pattern.steps(homes[slot(self.perm, place)], cell);
        ones(self.mask).enumerate().map(far).sum()
    }

    /// Where the moves lead, each with its entry. All entries are asked for before the first is read: in a large
    /// table each is waited for.
    pub(super) fn steps(self, table: &Table, neighbours: &[u64]) -> Vec<(Self, usize)> {
        let layout = table.layout();
        let set = layout.sets.rank(self.mask);
        let region = layout.region(set, self.blank);
        let mut steps = Vec::with_capacity(4 * table.pattern().tiles());
        for (place, from) in ones(self.mask).enumerate() {
            for to in ones(neighbours[from] & !self.mask).filter(|&to| layout.region(set, to) == region) {
                let mask = self.mask ^ 1 << from ^ 1 << to;
                let entered = (mask & ((1 << to) - 1)).count_ones();
                let next = Self { mask, perm: rotate(self.perm, place as u32, entered), blank: from };
                let entry = next.entry(table);
                table.prefetch(entry);
                steps.push((next, entry));
            }
        }
        steps
    }
}

/// Where a move leads that brings the pattern nearer to its goal, which is at a distance that ends in the bits `ends`.
fn nearer(table: &Table, neighbours: &[u64], at: Placement, ends: u64) -> Option<Placement> {
    let steps = at.steps(table, neighbours);
    steps.iter().find(|&&(_, entry)| !grew(ends, after(ends, table.bit(entry)))).map(|&(next, _)| next)
}

/// The packed permutation in which each tile stands in its place.
fn identity(tiles: usize) -> u32 {
    pack(&(0..tiles as u8).collect::<Vec<_>>())
}
