//! What is drawn of a puzzle: terminals, pages and images are functions of this and know no kinds.

use crate::position::Position;

/// All of a puzzle that does not move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// Which cells are walls or holes.
    pub walls: Vec<bool>,
    /// Cells that only some pieces may enter.
    pub gates: Vec<usize>,
    /// The pieces, by the numbers that positions and steps use; `None` where a number names no piece.
    pub pieces: Vec<Option<Piece>>,
    /// What the goal wants on each cell.
    pub goal: Vec<Wanted>,
    /// Goals beside the first one that would do as well.
    pub other_goals: Vec<Vec<Wanted>>,
    /// Whether the left and right edges are joined.
    pub wraps_across: bool,
    /// Whether the upper and lower edges are joined.
    pub wraps_down: bool,
}

/// One piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What is written on it.
    pub label: String,
    /// Whether it never moves.
    pub fixed: bool,
    /// Whether the goal is about this piece rather than about all.
    pub main: bool,
}

/// What a goal wants on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Nothing in particular.
    Any,
    /// No piece.
    Empty,
    /// This piece.
    Piece(usize),
    /// Any piece with this label, or of a shape that the label stands for.
    Like(String),
}

/// A puzzle in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What does not move.
    pub scene: Scene,
    /// Where the pieces are.
    pub position: Position,
}

impl Picture {
    /// The label of a piece; empty if there is no such piece.
    pub fn label(&self, piece: usize) -> &str {
        self.scene.label(piece)
    }

    /// The pieces with their numbers.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, &Piece)> {
        self.scene.pieces.iter().enumerate().filter_map(|(number, piece)| Some((number, piece.as_ref()?)))
    }

    /// Whether what the goal wants on a cell is there.
    pub fn is_right(&self, cell: usize) -> bool {
        match (&self.scene.goal[cell], self.position.piece(cell)) {
            (Wanted::Any, _) | (Wanted::Empty, None) => true,
            (Wanted::Piece(wanted), Some(piece)) => *wanted == piece,
            (Wanted::Like(label), Some(piece)) => self.label(piece) == label,
            _ => false,
        }
    }

    /// Whether a piece is where the goal wants it: on cells that are wanted for it, all of them.
    pub fn is_home(&self, piece: usize) -> bool {
        let cells = self.position.cells_of(piece);
        let home = |&cell: &usize| self.scene.goal[cell] != Wanted::Any && self.is_right(cell);
        !cells.is_empty() && cells.iter().all(home)
    }

    /// Whether each piece covers one cell and no cell is a wall: what is drawn best with lines between all cells.
    pub fn is_grid_of_tiles(&self) -> bool {
        let mut covered = vec![0_usize; self.scene.pieces.len()];
        self.position.pieces().flatten().for_each(|piece| covered[piece] += 1);
        covered.iter().all(|&cells| cells <= 1) && !self.scene.walls.contains(&true)
    }

    /// What stands on a cell: the label of a piece, `#` for a wall, `empty` otherwise.
    pub fn cell_text<'s>(&'s self, cell: usize, empty: &'s str) -> &'s str {
        match self.position.piece(cell) {
            Some(piece) => self.label(piece),
            None if self.scene.walls[cell] => "#",
            None => empty,
        }
    }
}

impl Scene {
    /// What is to be done, in a sentence; `None` where the goal is about every piece, or there is none. Cells of the
    /// goal are drawn with dots.
    pub fn task(&self) -> Option<String> {
        let main: Vec<usize> = (0..self.pieces.len())
            .filter(|&piece| self.pieces[piece].as_ref().is_some_and(|piece| piece.main))
            .collect();
        let names: Vec<&str> = main.iter().map(|&piece| self.label(piece)).collect();
        let goals = || std::iter::once(&self.goal).chain(&self.other_goals).flatten();
        let wants_empty = goals().any(|wanted| *wanted == Wanted::Empty);
        let wants_pieces = goals().any(|wanted| matches!(wanted, Wanted::Piece(_) | Wanted::Like(_)));
        match (&names[..], wants_empty) {
            ([], true) if !wants_pieces => Some("Clear the cells that the goal wants empty.".to_string()),
            ([], _) => None,
            (_, true) => {
                Some(format!("Bring {} to the dots, with the rest of the goal empty.", in_words(&names)))
            }
            (_, false) => Some(format!("Bring {} to the dots.", in_words(&names))),
        }
    }

    /// The label of a piece; empty if there is no such piece.
    pub fn label(&self, piece: usize) -> &str {
        self.pieces.get(piece).and_then(Option::as_ref).map_or("", |piece| &piece.label)
    }

    /// Which cell of the goal wants this piece, the first of them.
    pub fn home(&self, piece: usize) -> Option<usize> {
        self.goal.iter().position(|wanted| match wanted {
            Wanted::Piece(number) => *number == piece,
            Wanted::Like(label) => label == self.label(piece),
            Wanted::Any | Wanted::Empty => false,
        })
    }
}

/// `A`, `A and B`, `A, B and C`.
fn in_words(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_string(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
