//! Whether the goal can be reached, decided without search where theory does, and never guessed.
//!
//! Tiles stay in the part of the board (the cells that hang together) where they are, so each part is decided
//! alone.
//!
//! - In a row or a ring of cells tiles cannot pass each other: their order decides, with any number of
//!   blanks.
//! - A part that no single cell takes apart is decided by Wilson ("Graph puzzles, homotopy, and the
//!   alternating group", J. Combinatorial Theory B 16, 1974). With one blank: if its cells can be coloured
//!   like a chessboard, the parity of the permutation decides (which equal tiles or open goal cells make up
//!   for); if not, everything can be reached. One graph of seven cells is an exception; its few positions are
//!   tried. With more blanks, one of them may be taken for the blank and the others for tiles; exchanging two
//!   blanks on cells of one colour changes the parity and nothing else, so everything can be reached.
//! - With one blank a part is made of such blocks that meet in single cells. When the blank passes from block
//!   to block the tiles stay in theirs, so each block is decided alone, with the blank on the cell where it
//!   enters.
//!
//! Left open: several blanks on a part that is none of these.

mod blocks;
mod one_blank;
mod order;
mod reason;
#[cfg(test)]
mod tests;

pub use reason::{Doubt, Obstacle, Proof};

use super::classes::Classes;
use super::puzzle::Puzzle;
use blocks::{Kind, block_kind};
use std::fmt;

/// The answer and its reason; `Display` gives the reason in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solvability {
    /// The goal can be reached.
    Yes(Proof),
    /// It cannot.
    No(Obstacle),
    /// Theory does not tell.
    Unknown(Doubt),
}

impl Solvability {
    /// Whether the goal can be reached, if that is known.
    pub fn is_solvable(&self) -> Option<bool> {
        match self {
            Self::Yes(_) => Some(true),
            Self::No(_) => Some(false),
            Self::Unknown(_) => None,
        }
    }
}

impl fmt::Display for Solvability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yes(proof) => write!(f, "{proof}"),
            Self::No(obstacle) => write!(f, "{obstacle}"),
            Self::Unknown(doubt) => write!(f, "{doubt}"),
        }
    }
}

/// A part of the board: cells that hang together, what lies on them and what is wanted there.
struct Part<'a> {
    puzzle: &'a Puzzle,
    cells: Vec<usize>,
    /// By board cell: the cells beside it.
    near: &'a [Vec<usize>],
    /// By board cell: the class there.
    now: &'a [u8],
    /// By board cell: the class wanted there, if any.
    goal: &'a [Option<u8>],
}

/// Decides whether the goal can be reached from the start.
pub fn check(puzzle: &Puzzle) -> Solvability {
    let classes = Classes::new(puzzle);
    let near: Vec<Vec<usize>> =
        (0..puzzle.walls().len()).map(|cell| puzzle.grid().neighbours(cell)).collect();
    let now = classes.start(puzzle);
    let parts = blocks::parts(puzzle.grid(), &near);
    let all: Vec<Part<'_>> = parts
        .into_iter()
        .map(|cells| Part { puzzle, cells, near: &near, now: &now, goal: classes.goal() })
        .collect();
    let verdicts: Vec<(usize, Solvability)> =
        all.iter().map(|part| (part.cells.len(), part.check())).collect();
    let first = |wanted: fn(&Solvability) -> bool| verdicts.iter().find(|(_, verdict)| wanted(verdict));
    let found = first(|verdict| matches!(verdict, Solvability::No(_)))
        .or_else(|| first(|verdict| matches!(verdict, Solvability::Unknown(_))));
    // Where all can be solved, the reason that says most is that of the largest part with something to do.
    let most = || {
        let work = verdicts.iter().filter(|(_, verdict)| *verdict != Solvability::Yes(Proof::AlreadySolved));
        work.max_by_key(|(cells, _)| *cells)
    };
    found.or_else(most).map_or(Solvability::Yes(Proof::AlreadySolved), |(_, verdict)| verdict.clone())
}

/// Whether a class may lie where this is wanted.
fn suits(wanted: Option<u8>, class: u8) -> bool {
    wanted.is_none_or(|wanted| wanted == class)
}

impl Part<'_> {
    fn check(&self) -> Solvability {
        let wrong = self.cells.iter().find(|&&cell| !suits(self.goal[cell], self.now[cell]));
        let Some(&wrong) = wrong else { return Solvability::Yes(Proof::AlreadySolved) };
        let blanks = self.cells.iter().filter(|&&cell| self.now[cell] == 0).count();
        if blanks == 0 {
            let (row, column) = self.puzzle.grid().place(wrong);
            return Solvability::No(Obstacle::NoBlank { row, column });
        }
        if let Some(obstacle) = self.shortage() {
            return Solvability::No(obstacle);
        }
        let decided = match block_kind(self.near, &self.cells) {
            Kind::Row(cells) => order::row(self, &cells),
            Kind::Ring(cells) => order::ring(self, &cells),
            _ if blanks == 1 => one_blank::check(self),
            Kind::Exception => one_blank::by_trying(self, &self.cells, self.now, None),
            Kind::Firm { .. } => Ok(Proof::SeveralBlanks),
            Kind::Loose => return Solvability::Unknown(Doubt::Bottlenecks { blanks }),
        };
        decided.map_or_else(Solvability::No, Solvability::Yes)
    }

    /// A label or blank of which the goal wants more in this part than there are.
    fn shortage(&self) -> Option<Obstacle> {
        let count = |class: u8, wanted: bool| {
            let has = |&&cell: &&usize| match wanted {
                true => self.goal[cell] == Some(class),
                false => self.now[cell] == class,
            };
            self.cells.iter().filter(has).count()
        };
        self.cells.iter().find_map(|&cell| {
            let class = self.goal[cell]?;
            let (needed, there) = (count(class, true), count(class, false));
            let (row, column) = self.puzzle.grid().place(cell);
            let label = self.label(class);
            (needed > there).then_some(Obstacle::Shortage { label, needed, there, row, column })
        })
    }

    /// The label of a class; nothing for the blank.
    fn label(&self, class: u8) -> Option<String> {
        let cell = (0..self.goal.len()).find(|&cell| class > 0 && self.now[cell] == class)?;
        let tile = self.puzzle.start().iter().position(|&c| c == cell)?;
        Some(self.puzzle.tiles()[tile].label.clone())
    }
}
