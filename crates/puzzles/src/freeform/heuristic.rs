//! Estimates of the moves that are left. What they see is chosen at run time, so there is one type.

use std::fmt;

use slidewise_search::{Cost, Heuristic, Quality};

use super::assignment::cheapest;
use super::classes::Classes;
use super::key::FreeKey;
use super::moves::Move;
use super::puzzle::{MAX_CELLS, Puzzle};
use super::space::{FreeSpace, State};

/// Stands for the way to a cell that cannot be reached. Then the goal cannot be met, so that any number is a
/// lower bound; a small one keeps the estimates of whole boards, at most 255 times as much, in a range that
/// searches can count in.
pub const UNREACHABLE: u32 = 1000;

/// Something that an estimate can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The goal cells for tiles that do not have such a tile on them: each takes a move of its own.
    Misplaced,
    /// For each label, the cheapest way to bring its tiles to its goal cells, each tile on its own: walls and
    /// joined edges are seen, other tiles are not.
    Distance,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Misplaced, Self::Distance];

    /// The name shown to users.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Misplaced => "misplaced",
            Self::Distance => "distance",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The largest of the parts that were chosen; 0 if none was. Admissible and consistent: a move brings one
/// tile one cell.
#[derive(Clone, Debug)]
pub struct Estimate {
    misplaced: bool,
    distance: bool,
    goal: Vec<Option<u8>>,
    /// By class: the goal cells for its tiles.
    places: Vec<Vec<u8>>,
    /// By goal cell, then by cell: steps of one tile alone on the board. Empty for cells that want no tile.
    ways: Vec<Vec<u16>>,
}

/// What a node carries: both parts, or 0 for one that was not chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    misplaced: u16,
    distance: u32,
}

impl Estimate {
    /// The tables for a puzzle.
    pub fn new(puzzle: &Puzzle, parts: &[Part]) -> Self {
        let classes = Classes::new(puzzle);
        Self::towards(puzzle, classes.goal(), classes.count(), parts)
    }

    /// The same for the way back: what is left to the start, for searches that come from the goal. It holds in the
    /// same space, because every move can be taken back.
    pub fn towards_start(puzzle: &Puzzle, parts: &[Part]) -> Self {
        let classes = Classes::new(puzzle);
        let start: Vec<Option<u8>> = classes.start(puzzle).into_iter().map(Some).collect();
        Self::towards(puzzle, &start, classes.count(), parts)
    }

    fn towards(puzzle: &Puzzle, goal: &[Option<u8>], count: usize, parts: &[Part]) -> Self {
        let distance = parts.contains(&Part::Distance);
        let mut places = vec![Vec::new(); count];
        let mut ways = vec![Vec::new(); puzzle.walls().len()];
        for (cell, &wanted) in goal.iter().enumerate() {
            if let Some(class @ 1..) = wanted {
                places[usize::from(class)].push(cell as u8);
                if distance {
                    ways[cell] = distances(puzzle, cell);
                }
            }
        }
        let misplaced = parts.contains(&Part::Misplaced);
        Self { misplaced, distance, goal: goal.to_vec(), places, ways }
    }

    /// Whether the goal wants a tile on this cell, and this class is not it.
    fn is_wrong(&self, cell: usize, class: u8) -> bool {
        matches!(self.goal[cell], Some(wanted @ 1..) if wanted != class)
    }

    /// The cheapest way to bring the tiles on these cells to the goal cells of their class.
    fn of_cells(&self, class: usize, tiles: &[u8]) -> u32 {
        let places = &self.places[class];
        let way = |place: usize, tile: usize| {
            u32::from(self.ways[usize::from(places[place])][usize::from(tiles[tile])])
        };
        match (places.len(), tiles.len()) {
            (0, _) => 0,
            (1, workers) => (0..workers).map(|tile| way(0, tile)).min().unwrap_or(0),
            (wanted, workers) => cheapest(wanted, workers, way),
        }
    }

    /// The part of the distance that a class has.
    fn of_class(&self, class: usize, s: &State) -> u32 {
        if self.places[class].is_empty() {
            return 0;
        }
        let mut tiles = Tiles::default();
        tiles.find(class as u8, s);
        self.of_cells(class, tiles.cells())
    }

    /// How much the distance changes when a tile of this class has gone from one cell to another.
    fn change(&self, class: usize, from: usize, to: usize, after: &State) -> (u32, u32) {
        if self.places[class].is_empty() {
            return (0, 0);
        }
        let mut tiles = Tiles::default();
        tiles.find(class as u8, after);
        let now = self.of_cells(class, tiles.cells());
        tiles.exchange(to as u8, from as u8);
        (self.of_cells(class, tiles.cells()), now)
    }
}

/// The cells of the tiles of one class.
struct Tiles {
    cells: [u8; MAX_CELLS],
    count: usize,
}

impl Default for Tiles {
    fn default() -> Self {
        Self { cells: [0; MAX_CELLS], count: 0 }
    }
}

impl Tiles {
    fn find(&mut self, class: u8, s: &State) {
        for (cell, &here) in s.classes().iter().enumerate() {
            if here == class {
                self.cells[self.count] = cell as u8;
                self.count += 1;
            }
        }
    }

    fn exchange(&mut self, old: u8, new: u8) {
        if let Some(cell) = self.cells[..self.count].iter_mut().find(|cell| **cell == old) {
            *cell = new;
        }
    }

    fn cells(&self) -> &[u8] {
        &self.cells[..self.count]
    }
}

/// Steps from each cell to `goal` for one tile alone on the board.
fn distances(puzzle: &Puzzle, goal: usize) -> Vec<u16> {
    let mut steps = vec![UNREACHABLE as u16; puzzle.walls().len()];
    steps[goal] = 0;
    let mut ring = vec![goal];
    while !ring.is_empty() {
        let mut next = Vec::new();
        for cell in ring {
            for near in puzzle.grid().neighbours(cell) {
                if steps[near] == UNREACHABLE as u16 {
                    steps[near] = steps[cell] + 1;
                    next.push(near);
                }
            }
        }
        ring = next;
    }
    steps
}

impl<K: FreeKey> Heuristic<FreeSpace<K>> for Estimate {
    type Partial = Parts;

    fn init(&self, _: &FreeSpace<K>, s: &State) -> Parts {
        let mut parts = Parts::default();
        if self.misplaced {
            let wrong = s.classes().iter().enumerate().filter(|&(cell, &class)| self.is_wrong(cell, class));
            parts.misplaced = wrong.count() as u16;
        }
        if self.distance {
            parts.distance = (1..self.places.len()).map(|class| self.of_class(class, s)).sum();
        }
        parts
    }

    fn update(&self, p: &FreeSpace<K>, mut old: Parts, m: Move, after: &State) -> Parts {
        let (from, to) = (usize::from(m.from), p.target(m));
        let class = after.classes()[to];
        if self.misplaced {
            // Before, the tile lay on `from` and nothing on `to`.
            let before = u16::from(self.is_wrong(from, class)) + u16::from(self.is_wrong(to, 0));
            let now = u16::from(self.is_wrong(from, 0)) + u16::from(self.is_wrong(to, class));
            old.misplaced = old.misplaced + now - before;
        }
        if self.distance {
            let (before, now) = self.change(usize::from(class), from, to, after);
            old.distance = old.distance + now - before;
        }
        old
    }

    fn value(&self, v: Parts) -> Cost {
        v.distance.max(v.misplaced.into()).into()
    }

    fn quality(&self, _: &FreeSpace<K>) -> Quality {
        Quality::CONSISTENT
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::parse;
    use super::*;
    use slidewise_search::StateSpace;

    fn estimates(text: &str) -> [Cost; 4] {
        let puzzle = parse(text).unwrap().puzzle;
        let space = FreeSpace::<u128>::new(&puzzle).unwrap();
        let of = |parts: &[Part]| Estimate::new(&puzzle, parts).estimate(&space, &space.start());
        [of(&[]), of(&[Part::Misplaced]), of(&[Part::Distance]), of(&Part::ALL)]
    }

    #[test]
    fn distances_go_around_walls_and_across_joined_edges() {
        assert_eq!(estimates("tiles: 1 # ./. . .; goal: ? # 1/? ? ?"), [0, 1, 4, 4]);
        assert_eq!(estimates("tiles: 1 # ./. . .; goal: ? # 1/? ? ?; wrap: rows"), [0, 1, 1, 1]);
        assert_eq!(estimates("tiles: 2 1 .; goal: 1 2 ."), [0, 2, 2, 2]);
    }

    #[test]
    fn equal_tiles_share_the_work_and_blanks_count_nothing() {
        assert_eq!(estimates("tiles: A A . .; goal: . . A A"), [0, 2, 4, 4]);
        assert_eq!(estimates("tiles: A A A .; goal: ? ? ? A"), [0, 1, 1, 1]);
        assert_eq!(estimates("tiles: A . A .; goal: ? A . ?"), [0, 1, 1, 1]);
        assert_eq!(estimates("tiles: A . .; goal: . ? ?"), [0, 0, 0, 0]);
    }

    #[test]
    fn what_cannot_be_reached_is_far_but_finite() {
        assert_eq!(estimates("tiles: 1 # .; goal: . # 1"), [0, 1, UNREACHABLE.into(), UNREACHABLE.into()]);
    }

    /// Over whole spaces: what is told of the way back is no more than the true distance from the start, which is the
    /// same since moves lead back; a move changes it by one at most, and at the start it is 0.
    #[test]
    fn towards_the_start_it_keeps_its_promises() {
        for text in [
            "tiles: 2 1 3/4 # 5/6 7 .; goal: 1 2 3/5 # 4/. 7 6; wrap: both",
            "tiles: B A A/B B A/. . #; goal: A A A/B B B/. . #",
            "tiles: 1 2 3 4/5 6 7 .; goal: ? ? ? 1/? ? ? 7",
        ] {
            let puzzle = parse(text).unwrap().puzzle;
            let space = FreeSpace::<u128>::new(&puzzle).unwrap();
            let back = Estimate::towards_start(&puzzle, &Part::ALL);
            let mut layer = vec![space.start()];
            let mut seen = HashSet::from([space.pack(&layer[0])]);
            let (mut depth, mut told_in_all) = (0, 0);
            assert_eq!(back.estimate(&space, &layer[0]), 0, "{text}");
            while !layer.is_empty() {
                let mut next = Vec::new();
                for state in &layer {
                    let told = back.estimate(&space, state);
                    assert!(told <= depth, "{text}: {told} told of {depth}");
                    told_in_all += told;
                    for m in space.moves(state, None) {
                        let mut after = state.clone();
                        space.apply(&mut after, m);
                        assert!(back.estimate(&space, &after).abs_diff(told) <= 1, "{text}");
                        if seen.insert(space.pack(&after)) {
                            next.push(after);
                        }
                    }
                }
                (layer, depth) = (next, depth + 1);
            }
            assert!(told_in_all > seen.len() as Cost, "{text}: it tells next to nothing");
        }
    }
}
