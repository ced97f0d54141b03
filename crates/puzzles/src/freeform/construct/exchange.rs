//! Sorting by exchanges of three: a walk of the blank that comes back to where it began and changes the places of three
//! tiles only is found once. Any three tiles are brought to these places, exchanged, and what brought them there is
//! taken back: then only they have moved. This does all even permutations, wherever such a walk exists.

use super::super::puzzle::{GoalCell, Puzzle};
use super::{Attempt, Board, Key};

/// Walks are put together from so many others, at most.
const LOOPS: usize = 24;
/// How often a walk may be repeated until it changes three places only.
const REPEATED: usize = 12;

/// A walk of the blank from its place and back, and what is on each cell after it: what was on which cell before.
#[derive(Clone, Debug)]
struct Walk {
    cells: Vec<usize>,
    effect: Vec<usize>,
}

impl Walk {
    fn new(board: &Board, from: usize, cells: Vec<usize>) -> Self {
        let mut effect: Vec<usize> = (0..board.near.len()).collect();
        let mut blank = from;
        for &next in &cells {
            effect.swap(blank, next);
            blank = next;
        }
        Self { cells, effect }
    }

    fn back(&self, from: usize, board: &Board) -> Self {
        Self::new(board, from, reversed(from, &self.cells))
    }

    fn then(&self, next: &Self) -> Self {
        let effect = next.effect.iter().map(|&from| self.effect[from]).collect();
        Self { cells: [&self.cells[..], &next.cells].concat(), effect }
    }

    fn moved(&self) -> impl Iterator<Item = usize> {
        (0..self.effect.len()).filter(|&cell| self.effect[cell] != cell)
    }
}

/// The way back along a way that begins behind `from`.
fn reversed(from: usize, way: &[usize]) -> Vec<usize> {
    let mut back: Vec<usize> = way.iter().rev().skip(1).copied().collect();
    back.extend((!way.is_empty()).then_some(from));
    back
}

/// A shortest walk that exchanges three tiles, among those that are easily put together: one loop, then another, then
/// both backwards, perhaps several times. `go_on` may say that there is no time for all of them.
fn three(board: &Board, home: usize, go_on: &mut dyn FnMut() -> bool) -> Option<Walk> {
    let loops = loops(board, home);
    let mut best: Option<Walk> = None;
    for a in &loops {
        if !go_on() {
            break;
        }
        for b in &loops {
            let most = best.as_ref().map_or(usize::MAX, |walk| walk.cells.len());
            if 2 * (a.cells.len() + b.cells.len()) < most {
                let both = a.then(b).then(&a.back(home, board)).then(&b.back(home, board));
                best = exchanging(&both, most).or(best);
            }
        }
    }
    best
}

/// A walk as often as it takes to exchange three tiles, if that takes fewer cells than `most`.
fn exchanging(walk: &Walk, most: usize) -> Option<Walk> {
    let mut again = walk.clone();
    for _ in 0..REPEATED {
        if again.cells.len() >= most {
            return None;
        }
        if again.moved().count() == 3 {
            return Some(again);
        }
        again = again.then(walk);
    }
    None
}

/// Loops through a cell, there and back again each: along shortest ways to both ends of every step between cells that
/// is on none of these ways; and two of these, one after the other.
fn loops(board: &Board, home: usize) -> Vec<Walk> {
    let mut before = vec![None; board.near.len()];
    let mut ring = vec![home];
    let mut order = vec![home];
    while let Some(cell) = ring.pop() {
        for &(next, _) in &board.near[cell] {
            if next != home
                && before[next].is_none()
                && board.apart[home][next] == board.apart[home][cell] + 1
            {
                before[next] = Some(cell);
                ring.push(next);
                order.push(next);
            }
        }
    }
    let way_to = |mut cell: usize| {
        let mut way = Vec::new();
        while let Some(earlier) = before[cell] {
            way.push(cell);
            cell = earlier;
        }
        way.reverse();
        way
    };
    let mut found = Vec::new();
    for &a in &order {
        for &(b, _) in &board.near[a] {
            if a < b && before[a] != Some(b) && before[b] != Some(a) {
                let (there, mut back) = (way_to(a), way_to(b));
                back.insert(0, home);
                let back: Vec<usize> = back.into_iter().rev().collect();
                found.push(Walk::new(board, home, [&there[..], &back].concat()));
            }
        }
    }
    found.sort_by_key(|walk| walk.cells.len());
    found.truncate(LOOPS);
    let other_way: Vec<Walk> = found.iter().map(|walk| walk.back(home, board)).collect();
    found.extend(other_way);
    let single = found.len().min(8);
    for i in 0..single {
        for j in 0..single {
            found.push(found[i].then(&found[j]));
        }
    }
    found
}

impl Attempt<'_, '_> {
    /// Sorts what is not at its place by exchanges; whether the goal is met then. Which of several blanks is used
    /// decides whether the permutation is even, so each has its turn.
    pub(super) fn exchange_all(&mut self, puzzle: &Puzzle) -> bool {
        self.locked.fill(false);
        let Some(home) = self.blank_home(puzzle) else { return false };
        let mut blanks: Vec<usize> = (0..self.cells.len()).filter(|&cell| self.is_free(cell)).collect();
        blanks.sort_by_key(|&cell| self.board.apart[home][cell]);
        blanks.into_iter().any(|blank| {
            let before = (self.cells.clone(), self.steps.len());
            let sorted = self.exchange_by(blank, home, puzzle);
            if !sorted {
                self.cells = before.0;
                self.steps.truncate(before.1);
            }
            sorted
        })
    }

    /// The same by one of the blanks, which goes home first.
    fn exchange_by(&mut self, blank: usize, home: usize, puzzle: &Puzzle) -> bool {
        let Some(way) = self.way(Key::new([blank].into_iter()), Some(home), &[]) else { return false };
        way.into_iter().fold(blank, |blank, next| self.follow(blank, next));
        let Some(walk) = three(self.board, home, self.go_on) else { return false };
        let Some(mut wanted) = self.wanted(puzzle, home) else { return false };
        // `wanted[cell]` is where what is to lie on a cell is now.
        while let Some(first) = (0..wanted.len()).find(|&cell| wanted[cell] != cell) {
            let from = wanted[first];
            // What lies where it goes to, and where that belongs, or any other that is wrong.
            let next = (0..wanted.len()).find(|&cell| wanted[cell] == first).filter(|&cell| cell != from);
            let other = |cell: &usize| wanted[*cell] != *cell && *cell != first && *cell != from;
            let Some(third) = next.or_else(|| (0..wanted.len()).find(other)) else { return false };
            if !self.exchange(home, &walk, [from, first, third]) {
                return false;
            }
            // What was on `from` is on `first`, what was there on `third`, and what was there on `from`.
            for place in &mut wanted {
                *place = match *place {
                    place if place == from => first,
                    place if place == first => third,
                    place if place == third => from,
                    place => place,
                };
            }
        }
        self.tasks.iter().all(|&task| self.is_done(task))
    }

    /// What lies on the first cell goes to the second, what lies there to the third, and what lies there to the first.
    fn exchange(&mut self, home: usize, walk: &Walk, cells: [usize; 3]) -> bool {
        let Some(x) = walk.moved().next() else { return false };
        let Some(y) = walk.moved().find(|&cell| walk.effect[cell] == x) else { return false };
        let Some(z) = walk.moved().find(|&cell| walk.effect[cell] == y) else { return false };
        let start = Key::new([home].into_iter().chain(cells));
        let Some(way) = self.way(start, Some(home), &[x, y, z]) else { return false };
        let back = reversed(home, &way);
        let all = way.iter().chain(&walk.cells).chain(&back);
        all.copied().fold(home, |blank, next| self.follow(blank, next));
        true
    }

    /// Where a blank is to be in the end.
    fn blank_home(&self, puzzle: &Puzzle) -> Option<usize> {
        let is =
            |wanted: GoalCell| (0..self.cells.len()).find(|&c| !self.walls[c] && puzzle.goal()[c] == wanted);
        is(GoalCell::Blank).or_else(|| is(GoalCell::Any))
    }

    /// For each cell the cell on which lies what is to come there; the permutation is even. Where the goal leaves open
    /// what lies on a cell, or which of equal tiles, that is decided here.
    fn wanted(&self, puzzle: &Puzzle, home: usize) -> Option<Vec<usize>> {
        let mut wanted: Vec<Option<usize>> = vec![None; self.cells.len()];
        let mut taken = vec![false; self.cells.len()];
        let open = |cell: usize| !self.walls[cell];
        (wanted[home], taken[home]) = (Some(home), true);
        for task in self.tasks.iter().filter(|task| task.cell != home) {
            let from = match task.tile {
                Some(tile) => self.cell_of(tile)?,
                None => (0..taken.len()).find(|&cell| self.is_free(cell) && !taken[cell])?,
            };
            (wanted[task.cell], taken[from]) = (Some(from), true);
        }
        for cell in (0..wanted.len()).filter(|&cell| open(cell)) {
            if wanted[cell].is_none() {
                // What lies there may stay, if nobody else wants it.
                let from =
                    [cell].into_iter().chain(0..taken.len()).find(|&from| open(from) && !taken[from])?;
                (wanted[cell], taken[from]) = (Some(from), true);
            }
        }
        let mut wanted: Vec<usize> =
            wanted.into_iter().enumerate().map(|(cell, from)| from.unwrap_or(cell)).collect();
        if is_odd(&wanted) {
            let (a, b) = self.alike(puzzle, home)?;
            wanted.swap(a, b);
        }
        Some(wanted)
    }

    /// Two cells on which the goal wants the same.
    fn alike(&self, puzzle: &Puzzle, home: usize) -> Option<(usize, usize)> {
        let cells: Vec<usize> =
            (0..self.cells.len()).filter(|&cell| cell != home && !self.walls[cell]).collect();
        let goal = puzzle.goal();
        cells.iter().find_map(|&a| cells.iter().find(|&&b| b > a && goal[a] == goal[b]).map(|&b| (a, b)))
    }
}

fn is_odd(permutation: &[usize]) -> bool {
    let mut seen = vec![false; permutation.len()];
    let mut odd = false;
    for first in 0..permutation.len() {
        let mut at = first;
        while !seen[at] {
            seen[at] = true;
            at = permutation[at];
            odd ^= at != first;
        }
    }
    odd
}
