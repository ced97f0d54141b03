//! What pattern databases count: for each group of tiles the moves that they need if all other tiles were of glass.

use std::collections::{BTreeMap, HashMap};

use slidewise_puzzles::pdb::catalogue::quick;
use slidewise_puzzles::pdb::{Pattern, Symmetry};
use slidewise_puzzles::tiles::Board;

use crate::plain::Counted;

/// On larger boards a group is not solved between two pictures.
const MOST_CELLS: usize = 9;

/// The groups of the partition that suits the board, in the view of the board (turned, mirrored) that says most.
pub(super) fn groups(board: &Board, goal: &Board) -> Option<Vec<Counted>> {
    let (rows, cols) = (board.rows(), board.cols());
    if rows * cols > MOST_CELLS {
        return None;
    }
    let blank_home = goal.cells().iter().position(|&tile| tile == 0)?;
    let partition = quick(rows, cols, blank_home).ok()?;
    let keeps =
        |view: &Symmetry| (view.rows(), view.cols(), view.cell(blank_home)) == (rows, cols, blank_home);
    let counted = |view: Symmetry| -> Vec<Counted> {
        let homes = |pattern: &Pattern| pattern.cells().iter().map(|&cell| view.cell(cell.into())).collect();
        partition.patterns().iter().map(|pattern| group(board, goal, homes(pattern))).collect()
    };
    let views = Symmetry::all(rows, cols).into_iter().filter(keeps).map(counted);
    // Of equal ones the first.
    views.reduce(|best, other| if sum(&other) > sum(&best) { other } else { best })
}

fn sum(counted: &[Counted]) -> u64 {
    counted.iter().map(Counted::amount).sum()
}

/// Where the tiles of a group are, and how many moves of theirs bring them home.
fn group(board: &Board, goal: &Board, homes: Vec<usize>) -> Counted {
    let place = |tile: u16| board.cells().iter().position(|&other| other == tile).unwrap_or(0);
    let cells: Vec<usize> = homes.iter().map(|&home| place(goal.cells()[home])).collect();
    let amount = fewest((board.rows(), board.cols()), &homes, (cells.clone(), place(0)));
    Counted::Group { cells, amount }
}

/// Where the tiles of a group are, and the blank.
type State = (Vec<usize>, usize);

/// The fewest moves of a group's tiles that bring them home, by A* with the Manhattan distance.
fn fewest((rows, cols): (usize, usize), homes: &[usize], start: State) -> u64 {
    let far = |a: usize, b: usize| (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols);
    let estimate = |cells: &[usize]| cells.iter().zip(homes).map(|(&a, &b)| far(a, b)).sum::<usize>() as u64;
    let mut least = HashMap::from([(start.clone(), 0)]);
    let mut open = BTreeMap::from([(estimate(&start.0), vec![(start, 0)])]);
    while let Some(mut best) = open.first_entry() {
        let Some((state, g)) = best.get_mut().pop() else {
            best.remove();
            continue;
        };
        if state.0 == homes {
            return g;
        }
        if least[&state] < g {
            continue;
        }
        for to in (0..rows * cols).filter(|&to| far(state.1, to) == 1) {
            let moved = state.0.iter().position(|&cell| cell == to);
            let (mut cells, g) = (state.0.clone(), g + u64::from(moved.is_some()));
            if let Some(tile) = moved {
                cells[tile] = state.1;
            }
            let next = (cells, to);
            if least.get(&next).is_none_or(|&known| g < known) {
                least.insert(next.clone(), g);
                open.entry(g + estimate(&next.0)).or_default().push((next, g));
            }
        }
    }
    // A group's tiles are home before all states are seen: any of them can go anywhere while there is another tile.
    0
}
