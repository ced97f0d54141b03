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
    // Which it is cannot be foreseen.
    std::hint::select_unpredictable(nearer, before + changes, before.saturating_sub(changes))
}

/// No pattern is farther from its goal: a walk that takes longer is in a table that is not one.
const FARTHEST: usize = 255;

/// Half the surplus of a placement, given by the set of cells, the packed permutation and a cell of the blank.
pub(super) fn surplus(table: &Table, mask: u64, perm: u32, blank: usize) -> u8 {
    let far = manhattan(table, mask, perm);
    let neighbours = table.pattern().neighbours();
    let mut at = Placement { mask, perm, blank };
    let steps = (0..FARTHEST).take_while(|_| match nearer(table, &neighbours, at) {
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

/// A move of the pattern.
struct Step {
    next: Placement,
    entry: usize,
    /// Whether it brings the tile nearer to its goal cell.
    closer: bool,
}

/// Where a move leads that brings the pattern nearer to its goal. All entries are asked for before the first is read:
/// in a large table each is waited for.
fn nearer(table: &Table, neighbours: &[u64], at: Placement) -> Option<Placement> {
    let (pattern, layout) = (table.pattern(), table.layout());
    let set = layout.sets.rank(at.mask);
    let region = layout.region(set, at.blank);
    let parity = table.parity(at.entry(table));
    let mut steps = Vec::with_capacity(4 * pattern.tiles());
    for (place, from) in ones(at.mask).enumerate() {
        let home = pattern.cells()[slot(at.perm, place)].into();
        for to in ones(neighbours[from] & !at.mask).filter(|&to| layout.region(set, to) == region) {
            let mask = at.mask ^ 1 << from ^ 1 << to;
            let entered = (mask & ((1 << to) - 1)).count_ones();
            let next = Placement { mask, perm: rotate(at.perm, place as u32, entered), blank: from };
            let (entry, closer) =
                (next.entry(table), pattern.distance(home, to) < pattern.distance(home, from));
            table.prefetch(entry);
            steps.push(Step { next, entry, closer });
        }
    }
    // Nearer in both ways or in neither: the surplus stays.
    steps.iter().find(|step| step.closer == (table.parity(step.entry) == parity)).map(|step| step.next)
}

/// The cells of a set.
fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        cell
    })
}

/// The sum of the Manhattan distances of the tiles.
fn manhattan(table: &Table, mask: u64, perm: u32) -> usize {
    let pattern = table.pattern();
    let home = |place: usize| usize::from(pattern.cells()[slot(perm, place)]);
    ones(mask).enumerate().map(|(place, cell)| pattern.distance(home(place), cell)).sum()
}

/// The packed permutation in which each tile stands in its place.
fn identity(tiles: usize) -> u32 {
    pack(&(0..tiles as u8).collect::<Vec<_>>())
}
