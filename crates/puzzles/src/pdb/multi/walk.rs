//! A pattern's tiles on a board, pushed about, and their distance.

use super::{Axis, MultiTable, beside, carried, key};

/// Where the tiles and the blank are, in the table's own cells, and the distances of the two junctions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Placement {
    /// By axis: the set of positions and the order of the tiles on them.
    keys: [u64; 2],
    /// By axis: pushes to the goal if the first goes along this one.
    pub(crate) far: [u8; 2],
}

/// No pattern is farther from its goal: a walk that takes longer is in a table that is not one.
const FARTHEST: usize = 250;

impl Placement {
    /// Tiles on these cells, in the order of the pattern's cells, with the blank on another.
    pub(crate) fn new(table: &MultiTable, cells: &[usize], blank: usize) -> Self {
        let positions =
            |axis| cells.iter().map(|&cell| table.junctions.position(axis, cell)).collect::<Vec<_>>();
        let mut at = Self { keys: Axis::BOTH.map(|axis| key(&positions(axis))), far: [0; 2] };
        at.far[0] = at.walk(table, blank);
        at.far[1] = beside(at.far[0], table.ends(at.entry(table, Axis::Row, blank)));
        at
    }

    /// Whether the two junctions are those of the goal, which meet nowhere else.
    #[inline(always)]
    fn is_goal(self) -> bool {
        self.far == [1, 1]
    }

    /// Pushes to the goal.
    #[inline(always)]
    pub(crate) fn pushes(self) -> u8 {
        if self.is_goal() { 0 } else { self.far[0].min(self.far[1]) }
    }

    /// Pushes to the goal if the first goes along this axis, or if it is reached.
    #[inline(always)]
    pub(crate) fn pushes_along(self, axis: Axis) -> u8 {
        if self.is_goal() { 0 } else { self.far[axis as usize] }
    }

    /// The tile in a cell, or none of the pattern's, goes to the cell of the blank, which is beside it along an axis.
    #[inline(always)]
    pub(crate) fn step(&mut self, table: &MultiTable, axis: Axis, from: usize, to: usize) {
        let [was, now] = [from, to].map(|cell| Axis::BOTH.map(|axis| table.junctions.position(axis, cell)));
        let (along, across) = (axis as usize, axis.other() as usize);
        if self.keys[along] >> was[along] & 1 == 1 {
            // Along the axis no other tile is passed.
            self.keys[along] ^= 1 << was[along] ^ 1 << now[along];
            self.keys[across] = carried(self.keys[across], was[across], now[across]);
        }
    }

    /// The entry of the junction of an axis, with the blank on a cell.
    #[inline(always)]
    pub(crate) fn entry(self, table: &MultiTable, axis: Axis, blank: usize) -> usize {
        table.junctions.entry(axis, self.keys[axis as usize], table.junctions.position(axis, blank))
    }

    /// Takes in the entry of the junction that a push along `axis` has led to: that of the other axis.
    #[inline(always)]
    pub(crate) fn read(&mut self, table: &MultiTable, axis: Axis, entry: usize) {
        self.far[axis.other() as usize] = beside(self.far[axis as usize], table.ends(entry));
    }

    /// The distance of the column's junction, by a walk downhill. Distances are known by their last two bits, and from
    /// every junction but those of the goal one leads nearer.
    fn walk(self, table: &MultiTable, blank: usize) -> u8 {
        let goals = goals(table);
        let (mut at, mut blank, mut axis) = (self, blank, Axis::Column);
        let mut entry = at.entry(table, axis, blank);
        let mut steps = 1;
        while !goals.contains(&entry) && steps < FARTHEST {
            let nearer = table.ends(entry).wrapping_sub(1) & 3;
            let next = at.pushed(table, axis, blank).into_iter().find_map(|(after, cell)| {
                let entry = after.entry(table, axis.other(), cell);
                (table.ends(entry) == nearer).then_some((after, cell, entry))
            });
            let Some(next) = next else { break };
            (at, blank, entry) = next;
            axis = axis.other();
            steps += 1;
        }
        steps as u8
    }

    /// What pushes along a line lead to, and where the blank is then; first of all without a push.
    fn pushed(self, table: &MultiTable, axis: Axis, blank: usize) -> Vec<(Self, usize)> {
        let cols = table.junctions.cols;
        let (step, place) = match axis {
            Axis::Column => (cols, blank / cols),
            Axis::Row => (1, blank % cols),
        };
        let (_, length) = table.junctions.lines(axis);
        let mut all = vec![(self, blank)];
        let (mut at, mut hole) = (self, blank);
        for _ in 0..place {
            at.step(table, axis, hole - step, hole);
            hole -= step;
            all.push((at, hole));
        }
        (at, hole) = (self, blank);
        for _ in place + 1..length {
            at.step(table, axis, hole + step, hole);
            hole += step;
            all.push((at, hole));
        }
        all
    }
}

/// The entries of the goal's junctions.
fn goals(table: &MultiTable) -> [usize; 2] {
    let pattern = table.pattern();
    Axis::BOTH.map(|axis| {
        let position = |&cell: &u8| table.junctions.position(axis, cell.into());
        let positions: Vec<usize> = pattern.cells().iter().map(position).collect();
        let blank = table.junctions.position(axis, pattern.blank_home());
        table.junctions.entry(axis, key(&positions), blank)
    })
}

/// Whether the entries on some walks are distances; see `spot`.
pub(in super::super) fn passes(table: &MultiTable, seed: u64) -> bool {
    let mut rng = crate::random::Rng::from_seed(seed);
    let pattern = table.pattern();
    let home: Vec<usize> = pattern.cells().iter().map(|&cell| cell.into()).collect();
    if goals(table).map(|entry| table.ends(entry)) != [1, 1] {
        return false;
    }
    (0..WALKS).all(|_| {
        let mut at = Placement::new(table, &home, pattern.blank_home());
        let (mut blank, mut axis) = (pattern.blank_home(), Axis::BOTH[rng.below(2)]);
        let mut is_possible = at.is_goal();
        for _ in 0..PUSHES {
            let before = at.far[axis as usize];
            let all = at.pushed(table, axis, blank);
            (at, blank) = all[rng.below(all.len())];
            let entry = at.entry(table, axis.other(), blank);
            // Nothing is two away.
            is_possible &= table.ends(entry) != before.wrapping_add(2) & 3;
            at.read(table, axis, entry);
            axis = axis.other();
            is_possible &=
                at.far[axis as usize] > 0 && (at.far[axis as usize] == 1) == goals(table).contains(&entry);
        }
        is_possible && at.walk(table, blank) == at.far[0]
    })
}

/// Walks, and pushes of each.
const WALKS: usize = 12;
const PUSHES: usize = 60;
