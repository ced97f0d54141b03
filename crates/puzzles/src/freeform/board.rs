//! Positions as plain grids, on which solutions are replayed. Nothing here is shared with the state space:
//! even the neighbour of a cell is worked out anew.

use std::fmt;

use super::Step;
use super::puzzle::{GoalCell, Puzzle, PuzzleError};
use crate::tiles::Direction;

/// The tile on each cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    cells: Vec<Option<usize>>,
}

/// Why a tile cannot take a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// There is no tile with this index.
    NoSuchTile,
    /// It would leave the board.
    Edge,
    /// Edges are joined on a side of one cell: it would come back to where it is.
    OwnCell,
    /// It would hit a wall.
    Wall,
    /// It would hit this tile.
    Tile(usize),
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoSuchTile => "there is no such tile",
            Self::Edge => "the edge of the board is in the way",
            Self::OwnCell => "the board is one cell wide that way, so the tile would not move",
            Self::Wall => "a wall is in the way",
            Self::Tile(_) => "another tile is in the way",
        })
    }
}

impl std::error::Error for Blocked {}

impl Position {
    /// The position from which the puzzle starts.
    pub fn start(puzzle: &Puzzle) -> Self {
        let mut cells = vec![None; puzzle.walls().len()];
        for (tile, &cell) in puzzle.start().iter().enumerate() {
            cells[cell] = Some(tile);
        }
        Self { cells }
    }

    /// A position from the tile on each cell; the caller sees to it that each tile stands once.
    pub fn from_cells(cells: Vec<Option<usize>>) -> Self {
        Self { cells }
    }

    /// The tile on each cell, row by row.
    pub fn cells(&self) -> &[Option<usize>] {
        &self.cells
    }

    /// The cell of a tile.
    pub fn cell_of(&self, tile: usize) -> Option<usize> {
        self.cells.iter().position(|&t| t == Some(tile))
    }

    /// The puzzle that is left to be solved from here.
    pub fn as_start(&self, puzzle: &Puzzle) -> Result<Puzzle, PuzzleError> {
        puzzle.started_from((0..puzzle.tiles().len()).filter_map(|tile| self.cell_of(tile)).collect())
    }

    /// Moves a tile by one cell, or says what is in the way and changes nothing.
    pub fn step(&mut self, puzzle: &Puzzle, tile: usize, d: Direction) -> Result<(), Blocked> {
        let from = self.cell_of(tile).ok_or(Blocked::NoSuchTile)?;
        let to = target(puzzle, from, d)?;
        if let Some(other) = self.cells[to] {
            return Err(Blocked::Tile(other));
        }
        self.cells.swap(from, to);
        Ok(())
    }

    /// Whether the goal is met; any tile with the right label will do.
    pub fn is_solved(&self, puzzle: &Puzzle) -> bool {
        self.cells.iter().zip(puzzle.goal()).all(|(tile, wanted)| match wanted {
            GoalCell::Any => true,
            GoalCell::Blank => tile.is_none(),
            GoalCell::Label(label) => {
                tile.and_then(|tile| puzzle.tiles().get(tile)).is_some_and(|tile| tile.label == *label)
            }
        })
    }
}

/// The cell that a step leads to, whatever lies there.
fn target(puzzle: &Puzzle, from: usize, d: Direction) -> Result<usize, Blocked> {
    let (rows, cols) = (puzzle.rows() as isize, puzzle.cols() as isize);
    let (down, right) = match d {
        Direction::Up => (-1, 0),
        Direction::Down => (1, 0),
        Direction::Left => (0, -1),
        Direction::Right => (0, 1),
    };
    let (row, col) = (from as isize / cols + down, from as isize % cols + right);
    let leaves = |i: isize, n: isize, joined: bool| !(joined || (0..n).contains(&i));
    if leaves(row, rows, puzzle.wraps_cols()) || leaves(col, cols, puzzle.wraps_rows()) {
        return Err(Blocked::Edge);
    }
    let to = (row.rem_euclid(rows) * cols + col.rem_euclid(cols)) as usize;
    match puzzle.walls()[to] {
        _ if to == from => Err(Blocked::OwnCell),
        true => Err(Blocked::Wall),
        false => Ok(to),
    }
}

/// Every step that can be taken, tile by tile.
pub fn steps(puzzle: &Puzzle, position: &Position) -> Vec<Step> {
    let free = |tile: usize, direction: Direction| {
        let from = position.cell_of(tile)?;
        let to = target(puzzle, from, direction).ok()?;
        position.cells[to].is_none().then_some(Step { piece: tile, direction })
    };
    let each = |tile: usize| Direction::ALL.into_iter().filter_map(move |direction| free(tile, direction));
    (0..puzzle.tiles().len()).flat_map(each).collect()
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;
    use Direction::{Down, Left, Right, Up};

    fn puzzle(text: &str) -> Puzzle {
        parse(text).unwrap().puzzle
    }

    #[test]
    fn steps_are_blocked_for_a_reason() {
        let p = puzzle("tiles:\n1 2 .\n# 3 .\nwrap: none");
        let mut at = Position::start(&p);
        assert_eq!(at.step(&p, 0, Up), Err(Blocked::Edge));
        assert_eq!(at.step(&p, 0, Down), Err(Blocked::Wall));
        assert_eq!(at.step(&p, 0, Right), Err(Blocked::Tile(1)));
        assert_eq!(at.step(&p, 7, Right), Err(Blocked::NoSuchTile));
        assert_eq!(at, Position::start(&p));
        assert_eq!(at.step(&p, 1, Right), Ok(()));
        assert_eq!(at.cells(), [Some(0), None, Some(1), None, Some(2), None]);
        assert_eq!(at.as_start(&p).unwrap().start(), [0, 2, 4]);
    }

    #[test]
    fn tiles_go_round_where_edges_are_joined() {
        let p = puzzle("tiles: 1 2 .; wrap: both");
        let mut at = Position::start(&p);
        assert_eq!(at.step(&p, 0, Up), Err(Blocked::OwnCell));
        assert_eq!(at.step(&p, 0, Left), Ok(()));
        assert_eq!(at.cells(), [None, Some(1), Some(0)]);
        let p = puzzle("tiles: 1 .; wrap: rows");
        let found: Vec<Direction> = steps(&p, &Position::start(&p)).iter().map(|s| s.direction).collect();
        assert_eq!(found, [Left, Right], "both ways lead to the other of two cells");
    }

    #[test]
    fn equal_tiles_may_change_places() {
        let p = puzzle("tiles: A A B/. . .; goal: . A A/? ? B");
        let mut at = Position::start(&p);
        for (tile, d) in [(2, Down), (1, Right)] {
            assert!(!at.is_solved(&p));
            at.step(&p, tile, d).unwrap();
        }
        assert!(!at.is_solved(&p));
        at.step(&p, 0, Right).unwrap();
        assert!(at.is_solved(&p));
    }

    #[test]
    fn the_board_agrees_with_the_grid() {
        for text in [
            "tiles: . . ./. # ./. . 1",
            "tiles: . . ./. # ./. . 1; wrap: both",
            "tiles: 1 ./. .; wrap: both",
            "tiles: 1/./.; wrap: both",
        ] {
            let p = puzzle(text);
            for cell in p.grid().open() {
                for d in Direction::ALL {
                    assert_eq!(target(&p, cell, d).ok(), p.neighbour(cell, d), "{text}, cell {cell}, {d:?}");
                }
            }
        }
    }
}
