//! Values from a table of parities.
//!
//! A move of one tile changes its Manhattan distance by 1 and the exact distance by 1, each up or down. If both go the
//! same way the surplus stays as it is; otherwise it changes by 2. So half the surplus changes by at most 1, in a
//! direction that is known, and its last bit says whether it does. The value of the first position is found by
//! walking downhill to the goal: from every position some move leads nearer, and the bits tell which.

use super::rank::{pack, rotate, slot};
use super::table::Table;

/// Half the surplus after a move, which brought a tile `nearer` to its goal cell or not, from what it was `before` and
/// its last bit after.
#[inline(always)]
pub(super) fn after(before: u8, nearer: bool, parity: u8) -> u8 {
    let changes = (before ^ parity) & 1;
    if nearer { before + changes } else { before.saturating_sub(changes) }
}

/// No pattern is farther from its goal: a walk that takes longer is in a table that is not one.
const FARTHEST: usize = 255;

/// Half the surplus of a placement, given by the set of cells, the packed permutation and a cell of the blank.
pub(super) fn surplus(table: &Table, mask: u64, perm: u32, blank: usize) -> u8 {
    let far = manhattan(table, mask, perm);
    let mut at = Placement { mask, perm, blank };
    let steps = (0..FARTHEST).take_while(|_| match nearer(table, at) {
        Some(next) if !at.is_goal(table) => {
            at = next;
            true
        }
        _ => false,
    });
    (steps.count().saturating_sub(far) / 2) as u8
}

#[derive(Clone, Copy)]
struct Placement {
    mask: u64,
    perm: u32,
    blank: usize,
}

impl Placement {
    fn entry(self, table: &Table) -> usize {
        table.layout().entry(self.mask, self.perm, self.blank)
    }

    fn is_goal(self, table: &Table) -> bool {
        let pattern = table.pattern();
        let goal =
            Self { mask: pattern.mask(), perm: identity(pattern.tiles()), blank: pattern.blank_home() };
        self.mask == goal.mask && self.entry(table) == goal.entry(table)
    }
}

/// Where a move leads that brings the pattern nearer to its goal.
fn nearer(table: &Table, at: Placement) -> Option<Placement> {
    let (pattern, layout) = (table.pattern(), table.layout());
    let set = layout.sets.rank(at.mask);
    let region = layout.region(set, at.blank);
    let neighbours = pattern.neighbours();
    let parity = table.parity(at.entry(table));
    let cells = 0..pattern.board_cells();
    let tiles = cells.clone().filter(|c| at.mask >> c & 1 == 1).enumerate();
    for (place, from) in tiles {
        let home = pattern.cells()[slot(at.perm, place)].into();
        let free =
            |to: &usize| neighbours[from] & !at.mask & 1 << to != 0 && layout.region(set, *to) == region;
        for to in cells.clone().filter(free) {
            let mask = at.mask ^ 1 << from ^ 1 << to;
            let entered = (mask & ((1 << to) - 1)).count_ones();
            let perm = rotate(at.perm, place as u32, entered);
            let next = Placement { mask, perm, blank: from };
            // Nearer in both ways or in neither: the surplus stays.
            let stays = table.parity(next.entry(table)) == parity;
            if (table.pattern().distance(home, to) < table.pattern().distance(home, from)) == stays {
                return Some(next);
            }
        }
    }
    None
}

/// The sum of the Manhattan distances of the tiles.
fn manhattan(table: &Table, mask: u64, perm: u32) -> usize {
    let pattern = table.pattern();
    let tiles = (0..pattern.board_cells()).filter(|c| mask >> c & 1 == 1).enumerate();
    let home = |place: usize| usize::from(pattern.cells()[slot(perm, place)]);
    tiles.map(|(place, cell)| pattern.distance(home(place), cell)).sum()
}

/// The packed permutation in which each tile stands in its place.
fn identity(tiles: usize) -> u32 {
    pack(&(0..tiles as u8).collect::<Vec<_>>())
}
