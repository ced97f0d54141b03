//! The plain board of a puzzle: slow, obvious, and without anything of the state spaces that searches use.
//! Games, replay, drawing and texts need no more, and what a search found is checked here.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use slidewise_puzzles::step::{Direction, Step};
use slidewise_puzzles::text::Place;

use crate::metric::Metric;
use crate::picture::{Picture, Scene};
use crate::position::Position;
use crate::puzzle::Puzzle;
use crate::refusal::Refusal;

/// What a kind of puzzle says about one of its boards.
pub trait Plain {
    /// What does not move.
    fn scene(&self) -> Scene;

    /// Rows and columns.
    fn size(&self) -> (usize, usize);

    /// What the puzzle is called, if it has a name.
    fn name(&self) -> Option<&str> {
        None
    }

    /// The position that it begins with.
    fn start(&self) -> Position;

    /// Whether there is anything to reach.
    fn has_goal(&self) -> bool {
        true
    }

    /// Whether the goal is met.
    fn is_solved(&self, at: &Position) -> bool;

    /// Every step that can be made.
    fn steps(&self, at: &Position) -> Vec<Step>;

    /// Makes a step, or says why it cannot be made and changes nothing.
    fn apply(&self, at: &mut Position, step: Step) -> Result<(), Refused>;

    /// The steps that pressing a cell means, if it means one thing only.
    fn press(&self, at: &Position, cell: usize) -> Result<Vec<Step>, Refused> {
        let piece = at.piece(cell).ok_or(Refused::NoSuchPiece)?;
        let ways: Vec<Step> = self.steps(at).into_iter().filter(|step| step.piece == piece).collect();
        match ways[..] {
            [] => Err(Refused::Stuck(piece)),
            [step] => Ok(vec![step]),
            _ => Err(Refused::SeveralWays(piece)),
        }
    }

    /// The step that a direction alone means, for boards on which it means one.
    fn towards(&self, _at: &Position, _direction: Direction) -> Option<Step> {
        None
    }

    /// Makes steps one after another from the start.
    fn replay(&self, steps: &[Step]) -> Result<Position, (usize, Refused)> {
        let mut at = self.start();
        for (index, &step) in steps.iter().enumerate() {
            self.apply(&mut at, step).map_err(|refused| (index, refused))?;
        }
        Ok(at)
    }

    /// Whether two steps that follow each other are one move in a metric.
    fn is_one_move(&self, metric: Metric, a: &Step, b: &Step) -> bool;

    /// What counts as a move if nothing else is said.
    fn metric(&self) -> Metric;

    /// Whether the goal can be reached from a position, as far as that can be told without a search.
    fn solvability(&self, at: &Position) -> Solvability;

    /// The puzzle that is left from a position.
    fn rest(&self, at: &Position) -> Arc<dyn Puzzle>;

    /// The position in one line, rows by slash.
    fn line(&self, at: &Position) -> String {
        let picture = Picture { scene: self.scene(), position: at.clone() };
        let (rows, cols) = self.size();
        let long = picture.pieces().any(|(_, piece)| piece.label.chars().count() > 1);
        let row = |row: usize| {
            let cells: Vec<&str> = (0..cols).map(|col| picture.cell_text(row * cols + col, ".")).collect();
            cells.join(if long { " " } else { "" })
        };
        (0..rows).map(row).collect::<Vec<_>>().join("/")
    }

    /// The puzzle from a position as text that can be read again, in one of the kind's forms or its own.
    fn text(&self, at: &Position, form: Option<&str>) -> Result<String, Unwritable>;

    /// The name of the goal, where goals have names.
    fn goal_name(&self) -> Option<&'static str> {
        None
    }

    /// The goal as text, where it can be asked for by text.
    fn goal_text(&self) -> Option<String> {
        None
    }

    /// Steps from the start as people write them.
    fn write_moves(&self, steps: &[Step], writing: &Writing) -> Result<String, Refusal>;

    /// Reads moves made from the start. They need not lead anywhere, but each can be made.
    fn read_moves(&self, text: &str, convention: Option<&str>) -> Result<ReadMoves, MovesError>;

    /// The same board on its way to another goal, where that can be asked for.
    fn with_goal(&self, at: &Position, goal: &str) -> Result<Arc<dyn Puzzle>, crate::read::Unreadable>;

    /// The puzzle with two cells exchanged, or made solvable; for editors.
    fn edited(&self, _at: &Position, _edit: Edit) -> Option<Arc<dyn Puzzle>> {
        None
    }

    /// What a heuristic counts in a position, where that can be shown piece by piece.
    fn counted(&self, _at: &Position, _heuristic: &str) -> Option<Vec<Counted>> {
        None
    }

    /// How many positions the goal can be reached from, where that is known without a search; `u128::MAX` for more
    /// than that.
    fn positions(&self) -> Option<u128> {
        None
    }

    /// The length of a proven shortest solution, where it is published with the puzzle.
    fn known_optimum(&self, _metric: Metric) -> Option<Known> {
        None
    }

    /// The name under which the puzzle can be asked for, if it comes with the program.
    fn slug(&self) -> Option<&'static str> {
        None
    }

    /// The length of a way in a metric: steps that follow each other and make one move count once.
    fn length(&self, metric: Metric, steps: &[Step]) -> usize {
        steps.chunk_by(|a, b| self.is_one_move(metric, a, b)).count()
    }

    /// What is drawn of a position.
    fn picture(&self, at: &Position) -> Picture {
        Picture { scene: self.scene(), position: at.clone() }
    }
}

/// A change that an editor makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// What is on two cells changes places.
    Swap(usize, usize),
    /// As little as can be is changed to make the puzzle solvable.
    Repair,
}

/// Something that a heuristic counts; the amounts of all add up to its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "what")]
pub enum Counted {
    /// The piece on this cell.
    Piece {
        /// The cell.
        cell: usize,
        /// What it counts.
        amount: u64,
    },
    /// The way from one cell to another.
    Way {
        /// Where the piece is.
        from: usize,
        /// Where it belongs.
        to: usize,
        /// What it counts.
        amount: u64,
    },
    /// Two pieces that stand in each other's way.
    Pair {
        /// The cell of the one that steps aside.
        a: usize,
        /// The cell of the other.
        b: usize,
        /// What it counts.
        amount: u64,
    },
    /// Pieces that are counted together.
    Group {
        /// Their cells.
        cells: Vec<usize>,
        /// What they count.
        amount: u64,
    },
}

impl Counted {
    /// What it counts.
    pub const fn amount(&self) -> u64 {
        match self {
            Self::Piece { amount, .. }
            | Self::Way { amount, .. }
            | Self::Pair { amount, .. }
            | Self::Group { amount, .. } => *amount,
        }
    }
}

/// What is published about the shortest solution of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It has this length.
    Length(u64),
    /// There is none.
    Unsolvable,
}

/// Why a step cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There is no such piece.
    NoSuchPiece,
    /// No tile can go this way: the gap is at the edge.
    NoTile,
    /// The tile is not in line with a gap.
    NotInLine,
    /// The piece never goes this way.
    Locked,
    /// A wall, or the edge of the board, is in the way.
    Wall,
    /// This piece is in the way.
    Piece(usize),
    /// A gate is closed to the piece.
    Gate,
    /// This piece cannot move at all.
    Stuck(usize),
    /// This piece can go several ways.
    SeveralWays(usize),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoSuchPiece => "there is no such piece",
            Self::NoTile => "no tile can go that way: the gap is at the edge",
            Self::NotInLine => "only tiles in line with the gap can move",
            Self::Locked => "the piece does not move that way",
            Self::Wall => "a wall is in the way",
            Self::Piece(_) => "another piece is in the way",
            Self::Gate => "a gate is closed to the piece",
            Self::Stuck(_) => "the piece cannot move",
            Self::SeveralWays(_) => "the piece can go several ways",
        })
    }
}

impl std::error::Error for Refused {}

/// Whether a puzzle can be solved, without searching.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solvability {
    /// Proven yes, proven no, or not known.
    pub is_solvable: Option<bool>,
    /// Why, in words.
    pub why: String,
    /// Goals with a name that can be reached, where goals have names.
    pub goals: Vec<&'static str>,
}

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Writing<'a> {
    /// What a written move names; the kind's first if `None`.
    pub convention: Option<&'a str>,
    /// Whether equal moves that follow each other are written once, with their number.
    pub runs: bool,
    /// What counts as a move, where that shows; the puzzle's own if `None`.
    pub metric: Option<Metric>,
}

/// Moves that were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadMoves {
    /// The steps; each of them can be made.
    pub steps: Vec<Step>,
    /// The convention in which they were written.
    pub convention: &'static str,
    /// How they were read and why, in a line.
    pub how: String,
}

/// What is wrong with written moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesError {
    /// In words.
    pub message: String,
    /// Where.
    pub place: Option<Place>,
}

impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for MovesError {}

/// Why a position cannot be written as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritable(pub String);

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unwritable {}
