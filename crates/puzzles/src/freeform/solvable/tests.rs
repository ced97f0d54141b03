//! Every verdict against trying all moves, on whole small spaces.

use super::*;
use crate::freeform::grid::Grid;
use crate::freeform::puzzle::{GoalCell, Tile};
use crate::freeform::{Position, line, parse, testing};
use crate::random::Rng;
use std::collections::HashSet;

/// The classes on all cells in every position that can be reached; `None` if there are more than `limit`.
fn reachable(puzzle: &Puzzle, limit: usize) -> Option<HashSet<Vec<u8>>> {
    let start = Classes::new(puzzle).start(puzzle);
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        for blank in puzzle.grid().open().filter(|&cell| at[cell] == 0) {
            for from in puzzle.grid().neighbours(blank) {
                let mut next = at.clone();
                next.swap(blank, from);
                if !seen.contains(&next) {
                    seen.insert(next.clone());
                    open.push(next);
                }
            }
        }
        if seen.len() > limit {
            return None;
        }
    }
    Some(seen)
}

/// Whether some of these positions meets the goal.
fn meets(puzzle: &Puzzle, positions: &HashSet<Vec<u8>>) -> bool {
    let classes = Classes::new(puzzle);
    positions.iter().any(|at| at.iter().zip(classes.goal()).all(|(&class, &wanted)| suits(wanted, class)))
}

/// How often each verdict was right.
#[derive(Default, Debug)]
struct Count {
    yes: usize,
    no: usize,
    unknown: usize,
}

impl Count {
    fn add(&mut self, puzzle: &Puzzle, positions: &HashSet<Vec<u8>>) {
        let verdict = check(puzzle);
        let solvable = meets(puzzle, positions);
        let text = || line(puzzle, &Position::start(puzzle));
        assert!(!verdict.to_string().is_empty());
        match verdict.is_solvable() {
            Some(said) => assert_eq!(said, solvable, "{}: {verdict}", text()),
            None => assert!(puzzle.blanks() > 1, "one blank is always decided: {}", text()),
        }
        match verdict {
            Solvability::Yes(_) => self.yes += 1,
            Solvability::No(_) => self.no += 1,
            Solvability::Unknown(_) => self.unknown += 1,
        }
    }
}

/// A puzzle on the grid with these labels on its open cells, `0` for blanks, and the same labels shuffled as
/// its goal, of which each is left open with a chance of one in `open`.
fn shuffled(grid: &Grid, labels: &[u8], open: usize, rng: &mut Rng) -> Option<Puzzle> {
    let cells: Vec<usize> = grid.open().collect();
    let mut goal = vec![GoalCell::Any; grid.cells()];
    let (mut tiles, mut start) = (Vec::new(), Vec::new());
    let mut ends = labels.to_vec();
    rng.shuffle(&mut ends);
    for ((&cell, &label), &end) in cells.iter().zip(labels).zip(&ends) {
        if label != 0 {
            tiles.push(Tile { label: label.to_string() });
            start.push(cell);
        }
        goal[cell] = match end {
            _ if open > 0 && rng.below(open) == 0 => GoalCell::Any,
            0 => GoalCell::Blank,
            end => GoalCell::Label(end.to_string()),
        };
    }
    Puzzle::new(grid.clone(), tiles, start, goal).ok()
}

/// Every pattern of walls on a rectangle, with all four ways to join edges, if no more than `most` cells are
/// open.
fn grids(rows: usize, cols: usize, most: usize) -> Vec<Grid> {
    let cells = rows * cols;
    let patterns = (0..1_u32 << cells).map(|bits| (0..cells).map(|i| bits >> i & 1 == 1).collect::<Vec<_>>());
    let few = patterns.filter(|walls| (2..=most).contains(&walls.iter().filter(|&&wall| !wall).count()));
    few.flat_map(|walls| {
        let wraps = [(false, false), (true, false), (false, true), (true, true)];
        wraps.map(|(a, b)| Grid::new(rows, cols, walls.clone()).unwrap().wrapped(a, b))
    })
    .collect()
}

/// Checks random goals on every grid, with labels made for the number of open cells.
fn check_family(grids: &[Grid], goals: usize, open: usize, labels: impl Fn(usize) -> Vec<u8>) -> Count {
    let mut rng = Rng::from_seed(17);
    let mut count = Count::default();
    for grid in grids {
        let mut labels = labels(grid.open().count());
        rng.shuffle(&mut labels);
        let Some(first) = shuffled(grid, &labels, 0, &mut rng) else { continue };
        let Some(positions) = reachable(&first, 50_000) else { continue };
        for _ in 0..goals {
            if let Some(puzzle) = shuffled(grid, &labels, open, &mut rng) {
                count.add(&puzzle, &positions);
            }
        }
    }
    count
}

#[test]
fn one_blank_and_different_tiles_are_always_decided() {
    for (rows, cols, most) in [(1, 6, 6), (2, 3, 6), (3, 2, 6), (2, 4, 6), (3, 3, 6)] {
        let count = check_family(&grids(rows, cols, most), 12, 0, |n| (0..n as u8).collect());
        assert!(count.unknown == 0 && count.yes > 20 && count.no > 20, "{count:?}");
    }
}

#[test]
fn one_blank_with_equal_tiles_and_open_goals_is_always_decided() {
    for (rows, cols, most) in [(1, 6, 6), (2, 3, 6), (3, 3, 6)] {
        let grids = grids(rows, cols, most);
        for open in [0, 2, 4] {
            let count = check_family(&grids, 8, open, |n| (0..n as u8).map(|i| i.min(3)).collect());
            assert!(count.unknown == 0 && count.yes > 20 && count.no > 20, "{count:?}");
        }
        let count = check_family(&grids, 8, 4, |n| (0..n as u8).collect());
        assert!(count.unknown == 0 && count.yes > 20 && count.no > 20, "{count:?}");
    }
}

#[test]
fn several_blanks_are_never_judged_wrongly() {
    for (rows, cols, most) in [(1, 6, 6), (2, 3, 6), (2, 4, 7), (3, 3, 6)] {
        let grids = grids(rows, cols, most);
        for (open, blanks) in [(0, 2), (0, 3), (3, 2)] {
            let count = check_family(&grids, 8, open, |n| {
                (0..n as u8).map(|i| i.saturating_sub(blanks - 1)).collect()
            });
            assert!(count.yes > 20 && count.no > 20, "{count:?}");
        }
    }
}

#[test]
fn whole_rectangles_are_never_left_open() {
    let firm: Vec<Grid> = [(2, 3), (3, 2), (2, 4)]
        .into_iter()
        .flat_map(|(rows, cols)| grids(rows, cols, rows * cols))
        .filter(|grid| grid.open().count() == grid.cells())
        .collect();
    for blanks in [1, 2, 3] {
        let labels = |n: usize| (0..n as u8).map(|i| i.saturating_sub(blanks - 1)).collect();
        let count = check_family(&firm, 40, 0, labels);
        assert!(count.unknown == 0 && count.yes > 20, "{count:?}");
    }
}

#[test]
fn random_puzzles_are_never_judged_wrongly() {
    let mut rng = Rng::from_seed(23);
    let mut count = Count::default();
    for _ in 0..3000 {
        let puzzle = testing::random_puzzle(&mut rng, 12);
        if let Some(positions) = reachable(&puzzle, 5_000) {
            count.add(&puzzle, &positions);
        }
    }
    assert!(count.yes > 200 && count.no > 200, "{count:?}");
}

/// A part given as a graph: Wilson's exception lies on no small board, so it is tried as a graph too.
#[test]
fn the_exception_has_six_orbits_and_not_two() {
    let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)];
    let mut near = vec![Vec::new(); 7];
    for (a, b) in edges {
        near[a].push(b);
        near[b].push(a);
    }
    let puzzle = parse("tiles: 1 2 3 4 5 6 .").unwrap().puzzle;
    let now = [1, 2, 3, 4, 5, 6, 0];
    let mut rng = Rng::from_seed(1);
    let mut reached = 0;
    for _ in 0..600 {
        let mut tiles = [1, 2, 3, 4, 5, 6];
        rng.shuffle(&mut tiles);
        let mut goal: Vec<Option<u8>> = tiles.iter().map(|&tile| Some(tile)).collect();
        goal.push(Some(0));
        let part = Part { puzzle: &puzzle, cells: (0..7).collect(), near: &near, now: &now, goal: &goal };
        reached += usize::from(part.check().is_solvable() == Some(true));
    }
    // The group has 120 of the 720 permutations: about 100 of 600.
    assert!((60..150).contains(&reached), "{reached}");
}

#[test]
fn reasons_fit_the_board() {
    let check = |text: &str| check(&parse(text).unwrap().puzzle);
    assert_eq!(check("tiles: 1 2 ."), Solvability::Yes(Proof::AlreadySolved));
    assert_eq!(check("tiles: 1 . 2"), Solvability::Yes(Proof::Order));
    assert_eq!(check("tiles: 2 1 ."), Solvability::No(Obstacle::Order { ring: false }));
    assert_eq!(check("tiles: 2 1 .; wrap: rows"), Solvability::Yes(Proof::Order));
    assert_eq!(check("tiles: 3 2 1 .; wrap: rows"), Solvability::No(Obstacle::Order { ring: true }));
    assert_eq!(check("tiles: 2 1 3/4 5 6/7 8 ."), Solvability::No(Obstacle::Parity { swaps: 1 }));
    assert_eq!(check("tiles: 2 3 1/4 5 6/7 8 ."), Solvability::Yes(Proof::Parity));
    assert_eq!(check("tiles: 2 1 3/4 5 6/7 8 .; wrap: rows"), Solvability::Yes(Proof::Everything));
    assert_eq!(check("tiles: 2 1 3/4 5 6/7 7 ."), Solvability::Yes(Proof::Spare));
    assert_eq!(check("tiles: 2 1 3/4 5 6/7 . ."), Solvability::Yes(Proof::SeveralBlanks));
    let around = "tiles: 1 2 3/4 # 5/6 7 .; goal: 7 6 5/4 # 3/2 1 .";
    assert_eq!(check(around), Solvability::No(Obstacle::Order { ring: true }));
    assert_eq!(check("tiles: 2 1 # ."), Solvability::No(Obstacle::NoBlank { row: 1, column: 1 }));
    let shortage = Obstacle::Shortage { label: Some("2".into()), needed: 1, there: 0, row: 1, column: 1 };
    assert_eq!(check("tiles: 1 . # 2 .; goal: 2 . # 1 ."), Solvability::No(shortage));
    let passage = check("tiles: 1 2 # #/3 4 5 6/# # 7 .; goal: 1 2 # #/3 6 5 4/# # 7 .");
    assert!(matches!(passage, Solvability::No(Obstacle::Passage { .. })), "{passage:?}");
    let doubt = check("tiles: 1 2 3/# . #/# . #; goal: 2 1 3/# . #/# . #");
    assert_eq!(doubt, Solvability::Unknown(Doubt::Bottlenecks { blanks: 2 }));
}
