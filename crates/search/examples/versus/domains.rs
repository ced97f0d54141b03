//! The domains, each written once for all that take closures, and the 15-puzzle as a space of its own as well.

use pathfinding::prelude as theirs;
use petgraph::graph::{NodeIndex, UnGraph};
use slidewise_search::*;

use super::Work;

/// All works.
pub fn all() -> Vec<Work> {
    vec![fifteen(), grid(), lights_out(), topspin()]
}

type Tiles = [u8; 16];

fn slides(tiles: &Tiles) -> impl Iterator<Item = (Tiles, u64)> + Send + use<> {
    let (tiles, blank) = (*tiles, tiles.iter().position(|&t| t == 0).unwrap_or(0));
    let ways = [(blank >= 4, -4), (blank < 12, 4), (blank % 4 > 0, -1), (blank % 4 < 3, 1)];
    ways.into_iter().filter(|(is_possible, _)| *is_possible).map(move |(_, by)| {
        let mut next = tiles;
        next.swap(blank, blank.wrapping_add_signed(by));
        (next, 1)
    })
}

fn distance(tile: u8, cell: usize) -> u64 {
    let home = usize::from(tile);
    if tile == 0 { 0 } else { ((home / 4).abs_diff(cell / 4) + (home % 4).abs_diff(cell % 4)) as u64 }
}

fn manhattan(tiles: &Tiles) -> u64 {
    tiles.iter().enumerate().map(|(cell, &tile)| distance(tile, cell)).sum()
}

/// The 15-puzzle as a space of its own: four bits a cell, so that a position is its own key of eight bytes, moves in
/// place, and an estimate that follows the moves.
struct Fifteen {
    start: Tiles,
}

/// Distances of the tiles, by tile and cell.
struct Sum([[u8; 16]; 16]);

/// A position and the cell of its blank.
#[derive(Clone, Copy)]
struct At {
    cells: u64,
    blank: i8,
}

impl At {
    fn tile(self, cell: i8) -> u64 {
        self.cells >> (4 * cell) & 15
    }
}

/// Where the blank may go, by its cell.
static WAYS: [&[i8]; 16] = {
    let top: [&[i8]; 4] = [&[4, 1], &[4, -1, 1], &[4, -1, 1], &[4, -1]];
    let mid: [&[i8]; 4] = [&[-4, 4, 1], &[-4, 4, -1, 1], &[-4, 4, -1, 1], &[-4, 4, -1]];
    let low: [&[i8]; 4] = [&[-4, 1], &[-4, -1, 1], &[-4, -1, 1], &[-4, -1]];
    [
        top[0], top[1], top[2], top[3], mid[0], mid[1], mid[2], mid[3], mid[0], mid[1], mid[2], mid[3],
        low[0], low[1], low[2], low[3],
    ]
};

impl StateSpace for Fifteen {
    type State = At;
    type Key = u64;
    type Move = i8;
    type Moves = std::iter::Copied<std::slice::Iter<'static, i8>>;
    fn start(&self) -> At {
        let cells = self.start.iter().rev().fold(0, |cells, &tile| cells << 4 | u64::from(tile));
        At { cells, blank: self.start.iter().position(|&tile| tile == 0).unwrap_or(0) as i8 }
    }
    fn is_goal(&self, s: &At) -> bool {
        s.cells == 0xFEDC_BA98_7654_3210
    }
    fn moves(&self, s: &At, _: Option<i8>) -> Self::Moves {
        WAYS[s.blank as usize % 16].iter().copied()
    }
    fn cost(&self, _: i8) -> Cost {
        1
    }
    fn apply(&self, s: &mut At, way: i8) {
        let to = s.blank + way;
        let tile = s.tile(to);
        s.cells ^= tile << (4 * to) | tile << (4 * s.blank);
        s.blank = to;
    }
    fn undo(&self, s: &mut At, way: i8) {
        self.apply(s, -way);
    }
    fn pack(&self, s: &At) -> u64 {
        s.cells
    }
    fn unpack(&self, &cells: &u64, s: &mut At) {
        // The lowest bit of each cell says whether there is a tile.
        let halves = cells | cells >> 2;
        let tiles = halves | halves >> 1;
        *s = At { cells, blank: ((!tiles & 0x1111_1111_1111_1111).trailing_zeros() / 4) as i8 };
    }
}

impl Sum {
    fn new() -> Self {
        let of = |tile: usize| std::array::from_fn(|cell| distance(tile as u8, cell) as u8);
        Self(std::array::from_fn(of))
    }
}

impl Heuristic<Fifteen> for Sum {
    type Partial = u8;
    fn init(&self, _: &Fifteen, s: &At) -> u8 {
        (0..16).map(|cell| self.0[s.tile(cell) as usize][cell as usize]).sum()
    }
    fn update(&self, _: &Fifteen, old: u8, way: i8, after: &At) -> u8 {
        // The tile went the other way than the blank.
        let (from, to) = (after.blank, after.blank - way);
        let far = &self.0[after.tile(to) as usize];
        old + far[to as usize % 16] - far[from as usize % 16]
    }
    fn value(&self, v: u8) -> Cost {
        v.into()
    }
    fn quality(&self, _: &Fifteen) -> Quality {
        Quality::CONSISTENT
    }
}

fn cost<M>(verdict: Verdict<M>) -> u64 {
    verdict.solution().map_or(u64::MAX, |solution| solution.cost)
}

/// Korf's instance 12.
fn fifteen() -> Work {
    let start = [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15];
    let ours = move || {
        let tiles = space(start, slides, |tiles: &Tiles| tiles.is_sorted());
        cost(astar(&tiles, &consistent(manhattan)).solve())
    };
    let other = move || {
        theirs::astar(&start, slides, manhattan, |tiles| tiles.is_sorted()).map_or(0, |found| found.1)
    };
    Work {
        name: "fifteen",
        what: "15-puzzle, Korf's instance 12, A* with Manhattan distance",
        by: vec![
            ("ours", 2, Box::new(ours)),
            ("space", 64, Box::new(move || cost(astar(&Fifteen { start }, &Sum::new()).solve()))),
            ("pathfinding", 1, Box::new(other)),
        ],
        remark: "ours: 0.96 of the instructions of pathfinding, for less than half of the memory. space: 0.53 of \
        them, written as a \
                 StateSpace, with keys of eight bytes and an estimate that follows the moves",
    }
}

type Cell = (i16, i16);

/// A square with walls here and there, from corner to corner.
fn grid() -> Work {
    const SIDE: i16 = 300;
    let is_free = |(r, c): Cell| {
        let inside = (0..SIDE).contains(&r) && (0..SIDE).contains(&c);
        let noise = (r as u64 * 7919 + c as u64 * 104_729).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60;
        inside && (noise > 4 || r == c)
    };
    let near = move |&(r, c): &Cell| {
        let ways = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        let hop = move |(dr, dc): Cell| ((r + dr, c + dc), if dr != 0 && dc != 0 { 1414 } else { 1000 });
        ways.into_iter().map(hop).filter(move |&(at, _)| is_free(at))
    };
    let goal = (SIDE - 1, 3 * SIDE / 4);
    let goal = (goal.0..).map(|r| (r - SIDE / 2, goal.1)).find(|&at| is_free(at)).unwrap_or(goal);
    let octile = move |&(r, c): &Cell| {
        let (a, b) = (u64::from(r.abs_diff(goal.0)), u64::from(c.abs_diff(goal.1)));
        1000 * a.max(b) + 414 * a.min(b)
    };
    let ours = move || {
        let grid = space((0, 0), near, |&at: &Cell| at == goal);
        cost(astar(&grid, &consistent(octile)).solve())
    };
    let other = move || theirs::astar(&(0, 0), near, octile, |&at| at == goal).map_or(0, |found| found.1);
    let built = move || {
        let mut graph = UnGraph::<Cell, u64>::default();
        let number = |(r, c): Cell| NodeIndex::new(r as usize * SIDE as usize + c as usize);
        (0..SIDE).flat_map(|r| (0..SIDE).map(move |c| (r, c))).for_each(|at| _ = graph.add_node(at));
        for at in (0..SIDE).flat_map(|r| (0..SIDE).map(move |c| (r, c))).filter(|&at| is_free(at)) {
            near(&at)
                .filter(|&(to, _)| to > at)
                .for_each(|(to, cost)| _ = graph.add_edge(number(at), number(to), cost));
        }
        let (from, to) = (number((0, 0)), number(goal));
        let found = petgraph::algo::astar(&graph, from, |n| n == to, |e| *e.weight(), |n| octile(&graph[n]));
        found.map_or(0, |found| found.0)
    };
    Work {
        name: "grid",
        what: "grid of 300×300, eight ways, costs of 1000 and 1414, A* with octile distance",
        by: vec![
            ("ours", 2, Box::new(ours)),
            ("pathfinding", 1, Box::new(other)),
            ("petgraph", 8, Box::new(built)),
        ],
        remark: "ours: 1.39 times the instructions of pathfinding, for less memory. Costs that do not fit into two \
        bytes are \
                 kept beside the positions, and the heap breaks ties by g and age, so that a search is the same on \
                 every \
                 run. petgraph: with the graph, which it has to have as a whole before it can search it",
    }
}

fn lights_out() -> Work {
    const ROWS: u32 = 3;
    const COLS: u32 = 6;
    const CELLS: usize = (ROWS * COLS) as usize;
    // What each button changes.
    let buttons: [u32; CELLS] = std::array::from_fn(|cell| {
        let (r, c) = (cell as u32 / COLS, cell as u32 % COLS);
        let near = [(r, c), (r.wrapping_sub(1), c), (r + 1, c), (r, c.wrapping_sub(1)), (r, c + 1)];
        let inside = near.into_iter().filter(|&(r, c)| r < ROWS && c < COLS);
        inside.fold(0, |lights, (r, c)| lights | 1 << (r * COLS + c))
    });
    let press = move |&lights: &u32| buttons.into_iter().map(move |button| lights ^ button);
    let start = 0b101_101_010_110_111_001;
    let ours = move || {
        let lights = space(start, move |s: &u32| press(s).map(|next| (next, 1)), |&s| s == 0).least_cost(1);
        cost(bfs(&lights).solve())
    };
    let other = move || theirs::bfs(&start, press, |&s| s == 0).map_or(0, |path| path.len() as u64 - 1);
    Work {
        name: "lights",
        what: "Lights Out, 3×6, breadth-first search",
        by: vec![("ours", 2, Box::new(ours)), ("pathfinding", 1, Box::new(other))],
        remark: "ours: 0.97 of the instructions of pathfinding, for a quarter of the memory: the index holds numbers \
        of \
                 positions and not the positions",
    }
}

fn topspin() -> Work {
    const N: usize = 9;
    type Ring = [u8; N];
    // Seen from number 0, so that the other eight are what is turned.
    let turn = move |ring: &Ring| {
        let ring = *ring;
        (0..N).map(move |at| {
            let mut next = ring;
            (0..4).for_each(|i| next[(at + i) % N] = ring[(at + 3 - i) % N]);
            let zero = next.iter().position(|&n| n == 0).unwrap_or(0);
            next.rotate_left(zero);
            next
        })
    };
    let start: Ring = [0, 5, 2, 7, 4, 1, 6, 3, 8];
    let ours = move || {
        let ring =
            space(start, move |s: &Ring| turn(s).map(|next| (next, 1)), |s| s.is_sorted()).least_cost(1);
        cost(bfs(&ring).solve())
    };
    let other = move || theirs::bfs(&start, turn, |s| s.is_sorted()).map_or(0, |path| path.len() as u64 - 1);
    Work {
        name: "topspin",
        what: "TopSpin with nine numbers, breadth-first search",
        by: vec![("ours", 2, Box::new(ours)), ("pathfinding", 1, Box::new(other))],
        remark: "ours: 0.84 of the instructions of pathfinding, for little more than half of the memory",
    }
}
