//! Whether one board can be turned into another, decided at once and without search.
//!
//! Every move swaps the blank with a neighbour. So each move changes the parity of the permutation of all cells
//! and moves the blank one step, and the two parities always change together. Wilson ("Graph puzzles, homotopy,
//! and the alternating group", J. Combinatorial Theory B 16, 1974) shows that nothing else stands in the way on
//! a rectangle with both sides ≥ 2. On a single line tiles cannot pass each other: there the order must agree.
//! Costs one pass over the cells.

use std::fmt;

use super::board::Board;
use super::goal::Goal;

/// The answer and its reason; `Display` gives the reason in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solvability {
    /// The boards differ in size (rows, columns), so neither turns into the other.
    OtherSize {
        /// Size of the start.
        start: (usize, usize),
        /// Size of the goal.
        goal: (usize, usize),
    },
    /// Both sides are ≥ 2: solvable if both parities agree.
    Parity {
        /// Swaps of two cells, the blank like any tile, that turn the start into the goal; the fewest.
        swaps: usize,
        /// Steps (rows plus columns) from the blank's cell in the start to its cell in the goal.
        blank_steps: usize,
    },
    /// A board of one row or one column: solvable if the tiles, without the blank, stand in the same order.
    Order {
        /// The first place, counting tiles from 0, where the orders differ: (place, tile in start, tile in goal).
        difference: Option<(usize, u16, u16)>,
    },
}

impl Solvability {
    /// Whether the goal can be reached.
    pub fn is_solvable(&self) -> bool {
        match *self {
            Self::OtherSize { .. } => false,
            Self::Parity { swaps, blank_steps } => swaps % 2 == blank_steps % 2,
            Self::Order { difference } => difference.is_none(),
        }
    }
}

/// Decides whether `goal` can be reached from `start`.
pub fn check(start: &Board, goal: &Board) -> Solvability {
    let size = |b: &Board| (b.rows(), b.cols());
    if size(start) != size(goal) {
        return Solvability::OtherSize { start: size(start), goal: size(goal) };
    }
    if start.rows() == 1 || start.cols() == 1 {
        let tiles = |b: &Board| b.cells().iter().copied().filter(|&t| t != 0).collect::<Vec<_>>();
        let (ours, wanted) = (tiles(start), tiles(goal));
        let place = ours.iter().zip(&wanted).position(|(a, b)| a != b);
        return Solvability::Order { difference: place.map(|i| (i, ours[i], wanted[i])) };
    }
    let at = |cell: usize| (cell / start.cols(), cell % start.cols());
    let (from, to) = (at(start.blank()), at(goal.blank()));
    let blank_steps = from.0.abs_diff(to.0) + from.1.abs_diff(to.1);
    Solvability::Parity { swaps: fewest_swaps(start, goal), blank_steps }
}

/// The goals with a name that can be reached from `start`.
pub fn reachable_goals(start: &Board) -> Vec<Goal> {
    let reaches = |goal: &Goal| {
        goal.board(start.rows(), start.cols()).is_ok_and(|board| check(start, &board).is_solvable())
    };
    Goal::NAMED.into_iter().filter(reaches).collect()
}

/// A board as near to `start` as can be from which `goal` is reached: two tiles exchanged, those that stand in each
/// other's places if there are such, else the last two out of place, else the last two. On a single line, where that
/// is not enough, the tiles in the goal's order with the blank where it is. `start` itself if it is solvable, or if the
/// sizes differ.
pub fn repaired(start: &Board, goal: &Board) -> Board {
    let verdict = check(start, goal);
    let mut cells = start.cells().to_vec();
    match verdict {
        _ if verdict.is_solvable() => {}
        Solvability::OtherSize { .. } => {}
        Solvability::Order { .. } => {
            cells = goal.cells().iter().copied().filter(|&tile| tile != 0).collect();
            cells.insert(start.blank(), 0);
        }
        Solvability::Parity { .. } => {
            let (a, b) = to_exchange(start, goal);
            cells.swap(a, b);
        }
    }
    Board::new(start.rows(), start.cols(), cells).expect("a rearrangement of a board's cells is a board")
}

/// Two cells with tiles on them whose exchange disturbs the least. A board with two sides of two or more has them.
fn to_exchange(start: &Board, goal: &Board) -> (usize, usize) {
    let (now, wanted) = (start.cells(), goal.cells());
    let tiles: Vec<usize> = (0..now.len()).filter(|&cell| now[cell] != 0).collect();
    let astray: Vec<usize> = tiles.iter().copied().filter(|&cell| now[cell] != wanted[cell]).collect();
    let mutual = |&a: &usize| {
        let b = astray.iter().copied().find(|&b| b > a && now[b] == wanted[a] && now[a] == wanted[b])?;
        Some((a, b))
    };
    let last_two = |cells: &[usize]| match cells {
        [.., a, b] => Some((*a, *b)),
        _ => None,
    };
    let found = astray.iter().find_map(mutual).or_else(|| last_two(&astray)).or_else(|| last_two(&tiles));
    found.expect("a board of two rows and two columns has three tiles")
}

/// A permutation of n cells with c cycles takes n − c swaps.
fn fewest_swaps(start: &Board, goal: &Board) -> usize {
    let n = start.cells().len();
    let mut goal_cell = vec![0; n];
    for (cell, &tile) in goal.cells().iter().enumerate() {
        goal_cell[usize::from(tile)] = cell;
    }
    let mut seen = vec![false; n];
    let mut cycles = 0;
    for first in 0..n {
        cycles += usize::from(!seen[first]);
        let mut cell = first;
        while !seen[cell] {
            seen[cell] = true;
            cell = goal_cell[usize::from(start.cells()[cell])];
        }
    }
    n - cycles
}

impl fmt::Display for Solvability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parity = |n: usize| if n.is_multiple_of(2) { "even" } else { "odd" };
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        match *self {
            Self::OtherSize { start, goal } => {
                write!(f, "the start has {}×{} cells and the goal {}×{}", start.0, start.1, goal.0, goal.1)
            }
            Self::Parity { swaps, blank_steps } => {
                let outcome = if self.is_solvable() {
                    "They agree, and on a board with both sides of two or more that is enough."
                } else {
                    "They differ, so no sequence of moves leads from the start to the goal."
                };
                write!(
                    f,
                    "the start becomes the goal by {swaps} swap{} of two cells ({}), and the blank is \
                     {blank_steps} step{} from where it has to be ({}). Each move is one swap and one step of the \
                     blank, so both must be even or both odd. {outcome}",
                    plural(swaps),
                    parity(swaps),
                    plural(blank_steps),
                    parity(blank_steps)
                )
            }
            Self::Order { difference: None } => {
                write!(f, "on a single line tiles cannot pass each other, and they are in the goal's order")
            }
            Self::Order { difference: Some((place, ours, wanted)) } => write!(
                f,
                "on a single line tiles cannot pass each other; tile number {} from the beginning is \
                 {ours} in the start and {wanted} in the goal",
                place + 1
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Direction;
    use std::collections::HashSet;

    /// All boards that moves lead to, found by trying them.
    fn reachable(start: &Board) -> HashSet<Board> {
        let mut seen = HashSet::from([start.clone()]);
        let mut open = vec![start.clone()];
        while let Some(board) = open.pop() {
            for d in Direction::ALL {
                let mut next = board.clone();
                if next.slide(d).is_some() && seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        seen
    }

    fn all_boards(rows: usize, cols: usize) -> Vec<Board> {
        fn extend(prefix: &mut Vec<u16>, n: u16, all: &mut Vec<Vec<u16>>) {
            if prefix.len() == usize::from(n) {
                all.push(prefix.clone());
            }
            for tile in 0..n {
                if !prefix.contains(&tile) {
                    prefix.push(tile);
                    extend(prefix, n, all);
                    prefix.pop();
                }
            }
        }
        let mut all = Vec::new();
        extend(&mut Vec::new(), (rows * cols) as u16, &mut all);
        all.into_iter().map(|cells| Board::new(rows, cols, cells).unwrap()).collect()
    }

    #[test]
    fn agrees_with_trying_all_moves_for_every_pair_of_small_boards() {
        for (rows, cols) in [(1, 2), (2, 1), (2, 2), (1, 3), (1, 4), (4, 1), (1, 5), (2, 3), (3, 2)] {
            let all = all_boards(rows, cols);
            let mut unvisited: HashSet<Board> = all.iter().cloned().collect();
            let mut pairs = 0;
            while let Some(goal) = unvisited.iter().next().cloned() {
                let class = reachable(&goal);
                for start in &all {
                    assert_eq!(check(start, &goal).is_solvable(), class.contains(start), "{start} to {goal}");
                    assert_eq!(check(&goal, start).is_solvable(), class.contains(start), "{goal} to {start}");
                    pairs += 1;
                }
                unvisited.retain(|b| !class.contains(b));
            }
            assert!(pairs >= all.len());
        }
    }

    #[test]
    fn half_of_all_eight_puzzles_are_solvable() {
        let goal = Goal::BlankLast.board(3, 3).unwrap();
        let solvable = all_boards(3, 3).iter().filter(|b| check(b, &goal).is_solvable()).count();
        assert_eq!(solvable, 181_440);
        assert_eq!(reachable(&goal).len(), 181_440);
    }

    #[test]
    fn names_the_goals_that_can_be_reached() {
        let names = |b: &Board| reachable_goals(b).iter().map(Goal::name).collect::<Vec<_>>();
        let board = |goal: Goal, n| goal.board(n, n).unwrap();
        assert_eq!(names(&board(Goal::BlankLast, 3)), ["blank-last", "blank-first"]);
        assert_eq!(names(&board(Goal::BlankLast, 4)), ["blank-last", "snail"]);
        assert_eq!(names(&board(Goal::BlankFirst, 4)), ["blank-first"]);
        let reversed = Board::new(1, 4, vec![3, 2, 1, 0]).unwrap();
        assert!(reachable_goals(&reversed).is_empty());
    }

    #[test]
    fn every_small_board_can_be_repaired() {
        for (rows, cols) in [(1, 2), (1, 4), (2, 2), (2, 3), (3, 2)] {
            for goal in Goal::NAMED {
                let goal = goal.board(rows, cols).unwrap();
                for start in all_boards(rows, cols) {
                    let mended = repaired(&start, &goal);
                    assert!(check(&mended, &goal).is_solvable(), "{start} to {goal}: {mended}");
                    assert_eq!(mended.blank(), start.blank(), "the blank stays");
                    let changed = start.cells().iter().zip(mended.cells()).filter(|(a, b)| a != b).count();
                    let few = if check(&start, &goal).is_solvable() { 0 } else { 2 };
                    assert!(changed == few || rows == 1, "{start}: {mended}");
                }
            }
        }
    }

    #[test]
    fn the_repair_undoes_an_exchange() {
        let goal = Goal::BlankLast.board(4, 4).unwrap();
        let mut cells = goal.cells().to_vec();
        cells.swap(13, 14);
        let loyds = Board::new(4, 4, cells).unwrap();
        assert_eq!(repaired(&loyds, &goal), goal, "14 and 15 are put back");
    }

    #[test]
    fn explains_itself() {
        let board = |rows, cols, cells: &[u16]| Board::new(rows, cols, cells.to_vec()).unwrap();
        let goal = Goal::BlankLast.board(2, 2).unwrap();
        let text = check(&board(2, 2, &[2, 1, 3, 0]), &goal).to_string();
        assert!(text.starts_with("the start becomes the goal by 1 swap of two cells (odd)"), "{text}");
        assert!(text.contains("0 steps from where it has to be (even)"), "{text}");
        let text = check(&board(1, 3, &[2, 0, 1]), &board(1, 3, &[1, 2, 0])).to_string();
        assert!(
            text.contains("tile number 1 from the beginning is 2 in the start and 1 in the goal"),
            "{text}"
        );
        assert!(!check(&goal, &board(1, 4, &[1, 2, 3, 0])).is_solvable());
    }
}
