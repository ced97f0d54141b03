//! A sliding-block puzzle as people state it: a board with walls, pieces, a goal. Plain lists of cells, checked
//! once; the packed forms that the search works on are made from it.

use std::fmt;

/// Cells that a board may have: 16×16.
pub const MAX_CELLS: usize = 256;

/// A board with pieces and what is to be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    width: usize,
    height: usize,
    walls: Vec<bool>,
    pieces: Vec<Piece>,
    goal: Goal,
    gates: Vec<Gate>,
    /// What the text said about the puzzle: name, designer, notes.
    pub about: About,
}

/// What is known about a puzzle beside its board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its name, or nothing.
    pub name: String,
    /// Other header lines, as (key, text), in their order.
    pub notes: Vec<(String, String)>,
}

/// A rigid piece: any set of cells, connected or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// A letter, or the number of the course format.
    pub label: String,
    /// Its cells at the start, row by row, ascending.
    pub cells: Vec<usize>,
    /// The only way it can go, if it is locked to one.
    pub axis: Option<Axis>,
    /// Whether it never moves.
    pub fixed: bool,
}

/// Along a row or along a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Left and right.
    Horizontal,
    /// Up and down.
    Vertical,
}

/// What must hold at the end: one of the alternatives. No alternative: there is nothing to reach, and the
/// states can only be counted. An alternative without conditions always holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// Each is a list of conditions that must hold together.
    pub alternatives: Vec<Vec<Condition>>,
}

/// One thing that must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// This piece lies over all of these cells.
    Covers {
        /// Index of the piece.
        piece: usize,
        /// The cells; other cells of the piece may lie anywhere.
        cells: Vec<usize>,
    },
    /// Some piece of the same shape as this one lies exactly here.
    ShapeAt {
        /// Index of a piece that has the shape.
        piece: usize,
        /// The cells; the whole shape.
        cells: Vec<usize>,
    },
    /// No piece lies here.
    Empty {
        /// The cells.
        cells: Vec<usize>,
    },
}

/// A cell that only some pieces may enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    /// The cell.
    pub cell: usize,
    /// Indices of the pieces that may.
    pub pieces: Vec<usize>,
}

/// Why parts do not make a puzzle. Pieces and cells are given by index, so that a parser can point at them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleError {
    /// The board has no cells or more than [`MAX_CELLS`].
    Size {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// There is no piece.
    NoPieces,
    /// A cell of a piece lies outside the board, on a wall, or on another piece.
    Overlap {
        /// The piece.
        piece: usize,
        /// The cell.
        cell: usize,
    },
    /// The piece has no cells.
    EmptyPiece {
        /// The piece.
        piece: usize,
    },
    /// The piece stands on a gate that it may not enter.
    OnGate {
        /// The piece.
        piece: usize,
        /// The cell of the gate.
        cell: usize,
    },
    /// The piece does not fit on the cells that the goal asks it to cover.
    GoalDoesNotFit {
        /// The piece.
        piece: usize,
        /// The first of the cells.
        cell: usize,
    },
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { width, height } => {
                write!(
                    f,
                    "a board of {width}×{height} is not supported: 1 to {MAX_CELLS} cells, such as 16×16"
                )
            }
            Self::NoPieces => write!(f, "there is no piece on the board"),
            Self::Overlap { .. } => write!(f, "this cell of the piece is taken, or not on the board"),
            Self::EmptyPiece { .. } => write!(f, "the piece has no cells"),
            Self::OnGate { .. } => write!(f, "the piece stands on a gate that it may not enter"),
            Self::GoalDoesNotFit { .. } => write!(
                f,
                "the goal can never be met: no place for this piece covers its goal cells (it keeps its shape, and \
                 walls and gates are in its way)"
            ),
        }
    }
}

impl std::error::Error for PuzzleError {}

impl Puzzle {
    /// A puzzle from its parts; `walls` has one entry a cell. Checks that they fit together.
    pub fn new(
        width: usize,
        height: usize,
        walls: Vec<bool>,
        pieces: Vec<Piece>,
        goal: Goal,
        gates: Vec<Gate>,
    ) -> Result<Self, PuzzleError> {
        let cells = width.saturating_mul(height);
        if cells == 0 || cells > MAX_CELLS || walls.len() != cells {
            return Err(PuzzleError::Size { width, height });
        }
        let puzzle = Self { width, height, walls, pieces, goal, gates, about: About::default() };
        puzzle.check_pieces()?;
        puzzle.check_goal()?;
        Ok(puzzle)
    }

    /// The same puzzle with its pieces on these cells, one list a piece, such as those of a position under way.
    pub(super) fn started_from(&self, places: Vec<Vec<usize>>) -> Result<Self, PuzzleError> {
        let pieces = self.pieces.iter().zip(places).map(|(piece, cells)| Piece { cells, ..piece.clone() });
        let puzzle = Self { pieces: pieces.collect(), ..self.clone() };
        puzzle.check_pieces()?;
        Ok(puzzle)
    }

    fn check_pieces(&self) -> Result<(), PuzzleError> {
        if self.pieces.is_empty() {
            return Err(PuzzleError::NoPieces);
        }
        let mut taken = self.walls.clone();
        for (piece, p) in self.pieces.iter().enumerate() {
            if p.cells.is_empty() {
                return Err(PuzzleError::EmptyPiece { piece });
            }
            for &cell in &p.cells {
                match taken.get_mut(cell) {
                    Some(free) if !*free => *free = true,
                    _ => return Err(PuzzleError::Overlap { piece, cell }),
                }
                if self.is_closed_to(cell, piece) {
                    return Err(PuzzleError::OnGate { piece, cell });
                }
            }
        }
        Ok(())
    }

    fn check_goal(&self) -> Result<(), PuzzleError> {
        for condition in self.goal.alternatives.iter().flatten() {
            let (piece, cells, fits) = match condition {
                Condition::Covers { piece, cells } => {
                    (*piece, cells, !self.places_covering(*piece, cells).is_empty())
                }
                Condition::ShapeAt { piece, cells } => (*piece, cells, self.shape_fits(*piece, cells)),
                Condition::Empty { .. } => continue,
            };
            if !fits {
                let cell = cells.first().copied().unwrap_or(0);
                return Err(PuzzleError::GoalDoesNotFit { piece, cell });
            }
        }
        Ok(())
    }

    /// Whether some piece of the shape of `piece` can lie exactly on `cells`.
    fn shape_fits(&self, piece: usize, cells: &[usize]) -> bool {
        let shape = self.pieces[piece].shape(self.width);
        let alike = (0..self.pieces.len()).filter(|&p| self.pieces[p].shape(self.width) == shape);
        alike.into_iter().any(|p| self.places_covering(p, cells).iter().any(|place| place == cells))
    }

    /// Whether the piece must not enter the cell because of a gate.
    pub(super) fn is_closed_to(&self, cell: usize, piece: usize) -> bool {
        self.gates.iter().any(|gate| gate.cell == cell && !gate.pieces.contains(&piece))
    }

    /// The places (lists of cells) on which the piece would cover all of `cells`, walls and gates respected.
    pub(super) fn places_covering(&self, piece: usize, cells: &[usize]) -> Vec<Vec<usize>> {
        let shape = &self.pieces[piece].cells;
        let Some(&target) = cells.first() else { return Vec::new() };
        let fits = |place: &Vec<usize>| {
            cells.iter().all(|c| place.contains(c))
                && place.iter().all(|&c| !self.walls[c] && !self.is_closed_to(c, piece))
        };
        shape.iter().filter_map(|&part| self.moved(shape, part, target)).filter(fits).collect()
    }

    /// The shape moved such that its cell `part` comes to `target`; `None` if it leaves the board.
    fn moved(&self, shape: &[usize], part: usize, target: usize) -> Option<Vec<usize>> {
        let (rows, cols) = (self.height as isize, self.width as isize);
        let at = |cell: usize| (cell as isize / cols, cell as isize % cols);
        let ((r0, c0), (r1, c1)) = (at(part), at(target));
        shape
            .iter()
            .map(|&cell| {
                let (r, c) = at(cell);
                let (r, c) = (r + r1 - r0, c + c1 - c0);
                ((0..rows).contains(&r) && (0..cols).contains(&c)).then_some((r * cols + c) as usize)
            })
            .collect()
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Which cells are walls, row by row.
    pub fn walls(&self) -> &[bool] {
        &self.walls
    }

    /// The pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Whether there is anything to reach.
    pub fn has_goal(&self) -> bool {
        !self.goal.alternatives.is_empty()
    }

    /// The gates.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// The first piece that the goal or a gate names: the one that the others are in the way of.
    pub fn master(&self) -> Option<usize> {
        let named = self.goal.alternatives.iter().flatten().find_map(|condition| match condition {
            Condition::Covers { piece, .. } => Some(*piece),
            _ => None,
        });
        named.or_else(|| self.gates.iter().find_map(|gate| gate.pieces.first().copied()))
    }

    /// The piece on each cell at the start.
    pub fn grid(&self) -> Vec<Option<usize>> {
        let mut grid = vec![None; self.walls.len()];
        for (i, piece) in self.pieces.iter().enumerate() {
            for &cell in &piece.cells {
                grid[cell] = Some(i);
            }
        }
        grid
    }
}

impl Piece {
    /// Its shape, wherever it lies: rows and columns of its cells relative to the first. (Differences of cell
    /// numbers would not do: the two halves of a piece can be as far apart along a row as around its end.)
    pub fn shape(&self, width: usize) -> Vec<(isize, isize)> {
        let at = |cell: usize| ((cell / width) as isize, (cell % width) as isize);
        let (row, col) = at(self.cells.first().copied().unwrap_or(0));
        self.cells.iter().map(|&cell| at(cell)).map(|(r, c)| (r - row, c - col)).collect()
    }

    /// Rows and columns of the smallest rectangle around it, on a board of this width.
    pub(super) fn extent(&self, width: usize) -> (usize, usize) {
        let span = |values: Vec<usize>| match (values.iter().min(), values.iter().max()) {
            (Some(min), Some(max)) => max - min + 1,
            _ => 0,
        };
        let rows = self.cells.iter().map(|c| c / width).collect();
        let cols = self.cells.iter().map(|c| c % width).collect();
        (span(rows), span(cols))
    }
}
