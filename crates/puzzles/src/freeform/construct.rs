//! Some solution of a puzzle whose space is too large for searches: tile after tile is brought to its place, those
//! farthest from where the blank ends first, and stays there.
//!
//! Each tile is brought by a search of its own, which knows where that tile is and where a blank is, and nothing of the
//! others but which cells are done. Where that fails, as in corners, the nearest tiles that are done are brought once
//! more together with it. Where corridors are narrow, cells that are done cut the board to pieces; then what is left is
//! sorted by exchanging three tiles at a time (`exchange`), which takes more steps and leaves everything else in its
//! place. Tries differ by chance: in the order, in where it ends, and in which of equal tiles goes where. Nothing is
//! promised.

mod exchange;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::puzzle::{GoalCell, Puzzle};
use crate::random::Rng;
use crate::step::{Direction, Step};

/// Tiles that are brought at once, at most; with the blank they fit a key of eight bytes.
const TOGETHER: usize = 7;
/// What a step that is still to be made counts beside one that was made.
const EAGER: u32 = 4;
/// Positions that one search looks at.
const MOST: usize = 30_000;

/// Makes solutions of a puzzle, one after another. The same puzzle gives the same ones in the same order, as far as
/// nothing interrupts it.
#[derive(Clone, Debug)]
pub struct Constructor<'p> {
    puzzle: &'p Puzzle,
    board: Board,
    /// The number of the next try.
    next: u64,
}

impl<'p> Constructor<'p> {
    /// For a puzzle.
    pub fn new(puzzle: &'p Puzzle) -> Self {
        Self { puzzle, board: Board::new(puzzle), next: 0 }
    }

    /// Tries until there is another solution. `go_on` is asked before each position that is looked at; `None` when it
    /// says no.
    pub fn another(&mut self, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Step>> {
        while go_on() {
            let number = self.next;
            self.next += 1;
            let mut attempt = Attempt::new(self.puzzle, &self.board, number, go_on);
            // Every other try does without what was placed before.
            if number.is_multiple_of(2) && attempt.place_all() || attempt.exchange_all(self.puzzle) {
                return Some(attempt.steps);
            }
        }
        None
    }
}

/// Which cells lie side by side, and how far apart all of them are.
#[derive(Clone, Debug)]
struct Board {
    /// For each cell: the cells beside it, and the way from it to each of them.
    near: Vec<Vec<(usize, Direction)>>,
    apart: Vec<Vec<u32>>,
}

/// How far apart cells are between which there is no way.
const NEVER: u32 = 1 << 16;

impl Board {
    fn new(puzzle: &Puzzle) -> Self {
        let cells = puzzle.walls().len();
        let beside = |cell| {
            let to = |d| puzzle.neighbour(cell, d).map(|next| (next, d));
            Direction::ALL.into_iter().filter_map(to).collect()
        };
        let near: Vec<Vec<(usize, Direction)>> = (0..cells).map(beside).collect();
        let apart = (0..cells).map(|cell| distances(&near, cell)).collect();
        Self { near, apart }
    }
}

fn distances(near: &[Vec<(usize, Direction)>], from: usize) -> Vec<u32> {
    let mut far = vec![NEVER; near.len()];
    far[from] = 0;
    let mut ring = vec![from];
    while !ring.is_empty() {
        let mut next = Vec::new();
        for &cell in &ring {
            for &(beside, _) in &near[cell] {
                if far[beside] == NEVER {
                    far[beside] = far[cell] + 1;
                    next.push(beside);
                }
            }
        }
        ring = next;
    }
    far
}

/// What is to be on a cell in the end: a tile, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Task {
    cell: usize,
    tile: Option<usize>,
}

/// One try.
struct Attempt<'b, 'a> {
    board: &'b Board,
    tasks: Vec<Task>,
    /// The tile on each cell.
    cells: Vec<Option<usize>>,
    walls: &'b [bool],
    /// Cells that are done.
    locked: Vec<bool>,
    steps: Vec<Step>,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl<'b, 'a> Attempt<'b, 'a> {
    fn new(puzzle: &'b Puzzle, board: &'b Board, number: u64, go_on: &'a mut dyn FnMut() -> bool) -> Self {
        let mut rng = Rng::from_seed(number);
        let mut cells = vec![None; puzzle.walls().len()];
        for (tile, &cell) in puzzle.start().iter().enumerate() {
            cells[cell] = Some(tile);
        }
        let tasks = tasks(puzzle, board, number, &mut rng);
        let locked = vec![false; cells.len()];
        Self { board, tasks, cells, walls: puzzle.walls(), locked, steps: Vec::new(), go_on }
    }

    /// Whether everything came to its place.
    fn place_all(&mut self) -> bool {
        (0..self.tasks.len()).all(|number| self.place_next(number))
            && self.tasks.iter().all(|&t| self.is_done(t))
    }

    fn is_done(&self, task: Task) -> bool {
        self.cells[task.cell] == task.tile
    }

    /// Does a task, together with as few of those done before as it takes: those nearest to it.
    fn place_next(&mut self, number: usize) -> bool {
        let task = self.tasks[number];
        if self.is_done(task) {
            self.locked[task.cell] = true;
            return true;
        }
        let mut done: Vec<Task> = self.tasks[..number].to_vec();
        done.sort_by_key(|other| self.board.apart[task.cell][other.cell]);
        done.retain(|other| other.tile.is_some());
        for again in 0..TOGETHER.min(done.len() + 1) {
            let group = [&[task], &done[..again]].concat();
            group.iter().for_each(|task| self.locked[task.cell] = false);
            let placed = self.place(&group);
            group[usize::from(!placed)..].iter().for_each(|task| self.locked[task.cell] = true);
            if placed {
                return true;
            }
        }
        false
    }

    /// Does some tasks at once, by a search for the ways of their tiles and of a blank.
    fn place(&mut self, group: &[Task]) -> bool {
        let first = group[0].tile.and_then(|tile| self.cell_of(tile)).unwrap_or(group[0].cell);
        let blanks = (0..self.cells.len()).filter(|&cell| self.is_free(cell) && !self.locked[cell]);
        let Some(blank) = blanks.min_by_key(|&cell| self.board.apart[first][cell]) else { return false };
        let tiles = group.iter().filter_map(|task| self.cell_of(task.tile?));
        let start = Key::new([blank].into_iter().chain(tiles));
        let blank_to = group.iter().find(|task| task.tile.is_none()).map(|task| task.cell);
        let to: Vec<usize> = group.iter().filter(|task| task.tile.is_some()).map(|task| task.cell).collect();
        match self.way(start, blank_to, &to) {
            Some(way) => {
                way.into_iter().fold(blank, |blank, next| self.follow(blank, next));
                true
            }
            None => false,
        }
    }

    fn is_free(&self, cell: usize) -> bool {
        self.cells[cell].is_none() && !self.walls[cell]
    }

    fn cell_of(&self, tile: usize) -> Option<usize> {
        self.cells.iter().position(|&there| there == Some(tile))
    }

    /// The blank goes to a cell beside it; what lies there comes the other way. Between two blanks nothing moves.
    fn follow(&mut self, blank: usize, next: usize) -> usize {
        if let Some(piece) = self.cells[next].take() {
            let back = self.board.near[next].iter().find(|&&(cell, _)| cell == blank);
            self.cells[blank] = Some(piece);
            self.steps.extend(back.map(|&(_, direction)| Step { piece, direction }));
        }
        next
    }

    /// The cells that the blank goes to one after another until the tiles are where they are to go, and the blank as
    /// well if that matters; `None` if no way was found.
    fn way(&mut self, start: Key, blank_to: Option<usize>, to: &[usize]) -> Option<Vec<usize>> {
        let apart = &self.board.apart;
        let left = |key: Key| -> u32 {
            let tiles: u32 = key.cells().skip(1).zip(to).map(|(at, &to)| apart[at][to]).sum();
            tiles + blank_to.map_or(0, |to| apart[key.blank()][to])
        };
        let mut known: HashMap<Key, (u32, Key)> = HashMap::from([(start, (0, start))]);
        let mut open = BinaryHeap::from([Reverse((EAGER * left(start), 0, start))]);
        while let Some(Reverse((_, made, key))) = open.pop() {
            if made > known[&key].0 {
                continue;
            }
            if left(key) == 0 {
                return Some(way_back(&known, key));
            }
            if known.len() > MOST || !(self.go_on)() {
                return None;
            }
            for &(next, _) in &self.board.near[key.blank()] {
                if self.locked[next] {
                    continue;
                }
                let after = key.with_blank_at(next);
                let made = made + 1;
                if known.get(&after).is_none_or(|&(best, _)| made < best) {
                    known.insert(after, (made, key));
                    open.push(Reverse((made + EAGER * left(after), made, after)));
                }
            }
        }
        None
    }
}

fn way_back(known: &HashMap<Key, (u32, Key)>, last: Key) -> Vec<usize> {
    let mut way = Vec::new();
    let mut at = last;
    while let Some(&(_, before)) = known.get(&at).filter(|(made, _)| *made > 0) {
        way.push(at.blank());
        at = before;
    }
    way.reverse();
    way
}

/// A blank and up to seven tiles, by their cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Key {
    cells: [u8; TOGETHER + 1],
    count: u8,
}

impl Key {
    fn new(cells: impl Iterator<Item = usize>) -> Self {
        let mut key = Self { cells: [0; TOGETHER + 1], count: 0 };
        for cell in cells.take(TOGETHER + 1) {
            key.cells[usize::from(key.count)] = cell as u8;
            key.count += 1;
        }
        key
    }

    fn blank(self) -> usize {
        self.cells[0].into()
    }

    fn cells(self) -> impl Iterator<Item = usize> {
        self.cells.into_iter().take(self.count.into()).map(usize::from)
    }

    /// The blank goes to a cell, and a tile that is there to where the blank was.
    fn with_blank_at(mut self, next: usize) -> Self {
        let blank = self.cells[0];
        for cell in &mut self.cells[1..usize::from(self.count)] {
            if usize::from(*cell) == next {
                *cell = blank;
            }
        }
        self.cells[0] = next as u8;
        self
    }
}

/// What is to be done, in the order in which it is.
fn tasks(puzzle: &Puzzle, board: &Board, number: u64, rng: &mut Rng) -> Vec<Task> {
    let goal = puzzle.goal();
    let open: Vec<usize> = puzzle.grid().open().collect();
    // It ends where a blank belongs, or anywhere.
    let ends: Vec<usize> = open.iter().copied().filter(|&cell| goal[cell] == GoalCell::Blank).collect();
    let last = match (number % 4, ends.is_empty()) {
        (0, false) => ends[rng.below(ends.len())],
        _ => open[rng.below(open.len())],
    };
    let mut cells: Vec<(usize, u32)> = open.iter().map(|&cell| (cell, rng.below(1000) as u32)).collect();
    cells.sort_by_key(|&(cell, chance)| {
        (goal[cell] == GoalCell::Blank, Reverse(board.apart[last][cell]), chance)
    });
    let mut given = vec![false; puzzle.tiles().len()];
    let mut tasks = Vec::new();
    for (cell, _) in cells {
        match &goal[cell] {
            GoalCell::Any => {}
            GoalCell::Blank => tasks.push(Task { cell, tile: None }),
            GoalCell::Label(label) => {
                let alike =
                    (0..given.len()).filter(|&tile| !given[tile] && puzzle.tiles()[tile].label == *label);
                // The nearest, by and large.
                let nearest = alike.min_by_key(|&tile| {
                    board.apart[puzzle.start()[tile]][cell] + rng.below(1 + number.min(4) as usize) as u32
                });
                if let Some(tile) = nearest {
                    given[tile] = true;
                    tasks.push(Task { cell, tile: Some(tile) });
                }
            }
        }
    }
    tasks
}

#[cfg(test)]
mod tests {
    use super::super::board::Position;
    use super::super::{generate, parse, testing};
    use super::*;

    /// Solves a puzzle, checks the solution on the plain board and tells its length.
    fn length(puzzle: &Puzzle, most: usize) -> Option<usize> {
        let mut asked = 0;
        let mut go_on = || {
            asked += 1;
            asked < most
        };
        let steps = Constructor::new(puzzle).another(&mut go_on)?;
        let mut at = Position::start(puzzle);
        for step in &steps {
            at.step(puzzle, step.piece, step.direction).unwrap();
        }
        assert!(at.is_solved(puzzle), "{steps:?}");
        Some(steps.len())
    }

    #[test]
    fn boards_with_holes_and_blanks_are_solved() {
        let goals = [
            "tiles: 1 2 3 4 5/6 # 7 # 8/9 10 11 12 13/14 # 15 # 16/17 18 19 20 .",
            "tiles: 1 2 3 4 5/6 7 # 8 9/10 11 12 13 14/15 # 16 17 18/19 20 21 . .",
            "tiles: 1 2 3 4 5/6 7 8 9 10/11 12 # 13 14/15 16 17 18 19/20 21 22 23 .",
            "tiles: A A B B C/A # B # C/D D D E E/F # F # E/G G G H .",
            "tiles: 1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 .; wrap: both",
        ];
        for goal in goals {
            let solved = parse(goal).unwrap().puzzle;
            for seed in 0..2 {
                let puzzle = generate::scramble(&solved, 2000, &mut Rng::from_seed(seed));
                let found = length(&puzzle, 400_000);
                assert!(found.is_some_and(|length| length < 10_000), "{goal} {seed}: {found:?}");
            }
        }
    }

    #[test]
    fn random_puzzles_are_solved_or_given_up() {
        let mut rng = Rng::from_seed(2);
        let mut solved = 0;
        for _ in 0..200 {
            let puzzle =
                generate::scramble(&testing::random_puzzle(&mut rng, 20), 500, &mut Rng::from_seed(3));
            solved += usize::from(length(&puzzle, 3000).is_some());
        }
        assert!(solved > 20, "{solved}");
    }

    #[test]
    fn what_is_solved_takes_nothing() {
        assert_eq!(length(&parse("tiles: 1 2/3 .").unwrap().puzzle, 10), Some(0));
    }
}
