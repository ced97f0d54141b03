//! A puzzle as people state it: a board, tiles on it, and what must lie where at the end. Plain lists,
//! checked once.

use std::collections::HashMap;
use std::fmt;

use super::grid::Grid;
use crate::text::number;
use crate::tiles::Direction;

/// Cells that a board may have, walls included: 16×16.
pub const MAX_CELLS: usize = 256;

/// Characters that a label may have.
pub const MAX_LABEL: usize = 16;

/// Texts that stand for something else than a tile: wall, blanks, cells that do not matter.
pub(super) const RESERVED: [&str; 6] = ["#", ".", "_", "0", "?", "*"];

/// A board with tiles and what is to be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    grid: Grid,
    tiles: Vec<Tile>,
    start: Vec<usize>,
    goal: Vec<GoalCell>,
    /// What the text said about the puzzle.
    pub about: About,
}

/// What is known about a puzzle beside its board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its name, or nothing.
    pub name: String,
    /// Remarks, in their order.
    pub notes: Vec<String>,
}

/// A tile. Tiles with equal labels are interchangeable, but each has its own index.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// A number or a word.
    pub label: String,
}

/// What must lie on a cell at the end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GoalCell {
    /// Anything; also what is said of walls.
    Any,
    /// Nothing.
    Blank,
    /// Any tile with this label.
    Label(String),
}

/// Why parts do not make a puzzle. Tiles and cells are given by index, so that a parser can point at them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleError {
    /// The board has no cells or more than [`MAX_CELLS`].
    Size {
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
    },
    /// A list with one entry a cell has another length.
    CellCount {
        /// Cells of the board.
        expected: usize,
        /// Entries given.
        found: usize,
    },
    /// A list with one entry a tile has another length.
    TileCount {
        /// Tiles of the puzzle.
        expected: usize,
        /// Entries given.
        found: usize,
    },
    /// There is no tile.
    NoTiles,
    /// Every cell that is no wall has a tile on it.
    NoBlank,
    /// The label of a tile is empty, too long, reserved, or has a character that separates.
    Label {
        /// The tile.
        tile: usize,
    },
    /// The cell of a tile lies outside the board, is a wall, or has another tile on it.
    Overlap {
        /// The tile.
        tile: usize,
        /// The cell.
        cell: usize,
    },
    /// The goal asks for something on a wall.
    GoalOnWall {
        /// The cell.
        cell: usize,
    },
    /// The goal asks for more tiles with a label than there are.
    GoalTiles {
        /// The first goal cell for which none is left.
        cell: usize,
        /// The label.
        label: String,
        /// How many the goal asks for.
        needed: usize,
        /// How many there are.
        there: usize,
    },
    /// The goal asks for more blanks than there are.
    GoalBlanks {
        /// The first goal cell for which none is left.
        cell: usize,
        /// How many the goal asks for.
        needed: usize,
        /// How many there are.
        there: usize,
    },
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { rows, cols } => {
                write!(f, "a board of {rows}×{cols} is not supported: 1 to {MAX_CELLS} cells, such as 16×16")
            }
            Self::CellCount { expected, found } => {
                write!(f, "expected {}, found {found}", number(*expected, "cell"))
            }
            Self::TileCount { expected, found } => {
                write!(f, "expected {}, found {found}", number(*expected, "tile"))
            }
            Self::NoTiles => write!(f, "there is no tile on the board"),
            Self::NoBlank => write!(f, "there is no blank, so nothing can move: write . for an empty cell"),
            Self::Label { .. } => write!(
                f,
                "not a label for a tile: 1 to {MAX_LABEL} characters without spaces and / ; : , @ (and # . \
                 _ 0 ? * have meanings of their own)"
            ),
            Self::Overlap { .. } => write!(f, "the cell of this tile is taken, a wall, or not on the board"),
            Self::GoalOnWall { .. } => write!(f, "the goal asks for something on a wall"),
            Self::GoalTiles { label, needed, there, .. } => {
                write!(f, "the goal asks for {needed} × {label}, the board has {there}")
            }
            Self::GoalBlanks { needed, there, .. } => {
                let needed = number(*needed, "blank cell");
                write!(f, "the goal asks for {needed}, the board has {there}: write ? for any tile")
            }
        }
    }
}

impl std::error::Error for PuzzleError {}

/// Whether a text can be the label of a tile.
pub fn is_label(text: &str) -> bool {
    let fits = |c: char| !c.is_whitespace() && !c.is_control() && !"/;:,@".contains(c);
    (1..=MAX_LABEL).contains(&text.chars().count()) && !RESERVED.contains(&text) && text.chars().all(fits)
}

impl Puzzle {
    /// A puzzle from its parts: the cell of each tile at the start, and one goal entry a cell,
    /// [`GoalCell::Any`] for walls. Checks that they fit together.
    pub fn new(
        grid: Grid,
        tiles: Vec<Tile>,
        start: Vec<usize>,
        goal: Vec<GoalCell>,
    ) -> Result<Self, PuzzleError> {
        let puzzle = Self { grid, tiles, start, goal, about: About::default() };
        puzzle.check_tiles()?;
        puzzle.check_start()?;
        puzzle.check_goal()?;
        Ok(puzzle)
    }

    /// The same puzzle with its tiles on these cells, such as those of a position under way.
    pub fn started_from(&self, start: Vec<usize>) -> Result<Self, PuzzleError> {
        let puzzle = Self { start, ..self.clone() };
        puzzle.check_start()?;
        Ok(puzzle)
    }

    fn check_tiles(&self) -> Result<(), PuzzleError> {
        if self.tiles.is_empty() {
            return Err(PuzzleError::NoTiles);
        }
        match self.tiles.iter().position(|tile| !is_label(&tile.label)) {
            Some(tile) => Err(PuzzleError::Label { tile }),
            None => Ok(()),
        }
    }

    fn check_start(&self) -> Result<(), PuzzleError> {
        if self.start.len() != self.tiles.len() {
            return Err(PuzzleError::TileCount { expected: self.tiles.len(), found: self.start.len() });
        }
        let mut taken = self.grid.walls().to_vec();
        for (tile, &cell) in self.start.iter().enumerate() {
            match taken.get_mut(cell) {
                Some(free) if !*free => *free = true,
                _ => return Err(PuzzleError::Overlap { tile, cell }),
            }
        }
        if taken.iter().all(|&taken| taken) { Err(PuzzleError::NoBlank) } else { Ok(()) }
    }

    fn check_goal(&self) -> Result<(), PuzzleError> {
        if self.goal.len() != self.grid.cells() {
            return Err(PuzzleError::CellCount { expected: self.grid.cells(), found: self.goal.len() });
        }
        let mut left: HashMap<&str, usize> = HashMap::new();
        for tile in &self.tiles {
            *left.entry(&tile.label).or_default() += 1;
        }
        let mut blanks = self.blanks();
        for (cell, wanted) in self.goal.iter().enumerate() {
            let there = match wanted {
                GoalCell::Any => continue,
                _ if self.grid.walls()[cell] => return Err(PuzzleError::GoalOnWall { cell }),
                GoalCell::Blank => Some(&mut blanks),
                GoalCell::Label(label) => left.get_mut(label.as_str()),
            };
            match there {
                Some(count) if *count > 0 => *count -= 1,
                _ => return Err(self.too_many(cell)),
            }
        }
        Ok(())
    }

    /// The error for a goal cell whose label has run out.
    fn too_many(&self, cell: usize) -> PuzzleError {
        let needed = self.goal.iter().filter(|&wanted| *wanted == self.goal[cell]).count();
        match &self.goal[cell] {
            GoalCell::Label(label) => {
                let there = self.tiles.iter().filter(|tile| tile.label == *label).count();
                PuzzleError::GoalTiles { cell, label: label.clone(), needed, there }
            }
            _ => PuzzleError::GoalBlanks { cell, needed, there: self.blanks() },
        }
    }

    /// The cells, walls and joined edges.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Rows.
    pub fn rows(&self) -> usize {
        self.grid.rows()
    }

    /// Columns.
    pub fn cols(&self) -> usize {
        self.grid.cols()
    }

    /// Which cells are walls, row by row.
    pub fn walls(&self) -> &[bool] {
        self.grid.walls()
    }

    /// Whether the left edge is joined to the right one.
    pub fn wraps_rows(&self) -> bool {
        self.grid.wraps_rows()
    }

    /// Whether the upper edge is joined to the lower one.
    pub fn wraps_cols(&self) -> bool {
        self.grid.wraps_cols()
    }

    /// The cell one step on, see [`Grid::neighbour`].
    pub fn neighbour(&self, cell: usize, d: Direction) -> Option<usize> {
        self.grid.neighbour(cell, d)
    }

    /// The tiles.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The cell of each tile at the start.
    pub fn start(&self) -> &[usize] {
        &self.start
    }

    /// What must lie on each cell at the end.
    pub fn goal(&self) -> &[GoalCell] {
        &self.goal
    }

    /// Cells that are neither walls nor have a tile on them.
    pub fn blanks(&self) -> usize {
        self.grid.open().count() - self.tiles.len()
    }

    /// Whether the goal says of every cell what lies there.
    pub fn goal_is_full(&self) -> bool {
        self.grid.open().all(|cell| self.goal[cell] != GoalCell::Any)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(labels: &[&str]) -> Vec<Tile> {
        labels.iter().map(|&label| Tile { label: label.into() }).collect()
    }

    fn square() -> Grid {
        Grid::new(2, 2, vec![false, false, false, true]).unwrap()
    }

    fn make(labels: &[&str], start: &[usize], goal: [GoalCell; 4]) -> Result<Puzzle, PuzzleError> {
        Puzzle::new(square(), tiles(labels), start.to_vec(), goal.to_vec())
    }

    const ANY: [GoalCell; 4] = [GoalCell::Any, GoalCell::Any, GoalCell::Any, GoalCell::Any];

    #[test]
    fn parts_that_fit_make_a_puzzle() {
        let a = || GoalCell::Label("a".into());
        let puzzle = make(&["a", "a"], &[0, 1], [GoalCell::Blank, a(), a(), GoalCell::Any]).unwrap();
        assert_eq!((puzzle.blanks(), puzzle.goal_is_full()), (1, true));
        let puzzle = puzzle.started_from(vec![2, 1]).unwrap();
        assert_eq!(puzzle.start(), [2, 1]);
        assert!(puzzle.started_from(vec![3, 1]).is_err() && puzzle.started_from(vec![0]).is_err());
    }

    #[test]
    fn parts_that_do_not_fit_are_named() {
        let label = |text: &str| GoalCell::Label(text.into());
        assert_eq!(make(&[], &[], ANY), Err(PuzzleError::NoTiles));
        assert_eq!(make(&["1"], &[], ANY), Err(PuzzleError::TileCount { expected: 1, found: 0 }));
        assert_eq!(make(&["1"], &[3], ANY), Err(PuzzleError::Overlap { tile: 0, cell: 3 }));
        assert_eq!(make(&["1"], &[4], ANY), Err(PuzzleError::Overlap { tile: 0, cell: 4 }));
        assert_eq!(make(&["1", "2"], &[1, 1], ANY), Err(PuzzleError::Overlap { tile: 1, cell: 1 }));
        assert_eq!(make(&["1", "2", "3"], &[0, 1, 2], ANY), Err(PuzzleError::NoBlank));
        let goal = [GoalCell::Any, GoalCell::Any, GoalCell::Any, GoalCell::Blank];
        assert_eq!(make(&["1"], &[0], goal), Err(PuzzleError::GoalOnWall { cell: 3 }));
        let goal = [label("1"), label("1"), GoalCell::Any, GoalCell::Any];
        let error = PuzzleError::GoalTiles { cell: 1, label: "1".into(), needed: 2, there: 1 };
        assert_eq!(make(&["1", "2"], &[0, 1], goal), Err(error));
        let goal = [GoalCell::Blank, GoalCell::Blank, GoalCell::Any, GoalCell::Any];
        let error = PuzzleError::GoalBlanks { cell: 1, needed: 2, there: 1 };
        assert_eq!(make(&["1", "2"], &[0, 1], goal), Err(error));
        let short = Puzzle::new(square(), tiles(&["1"]), vec![0], vec![]);
        assert_eq!(short, Err(PuzzleError::CellCount { expected: 4, found: 0 }));
    }

    #[test]
    fn labels_leave_room_for_the_signs_of_the_text_form() {
        for text in
            ["", ".", "#", "0", "?", "a b", "a/b", "a;", "a:", "a,b", "a@", "12345678901234567", "\u{7}"]
        {
            assert_eq!(make(&[text], &[0], ANY), Err(PuzzleError::Label { tile: 0 }), "{text:?}");
        }
        for text in ["1", "00", "ä", "#1", "1234567890123456", "♞"] {
            assert!(make(&[text], &[0], ANY).is_ok(), "{text:?}");
        }
    }
}
