//! Shorter solutions from a solution at hand: pieces of it are solved again, each from where it begins to where it
//! ends, and replaced when a shorter way is found.
//!
//! - [`Shortener::windows`]: short pieces, solved optimally by IDA* within a budget of nodes. Only the tiles that a
//!   piece moves count in its estimate, so the size of the board does not matter: the time of a pass is the length
//!   of the solution times a factor that the budget bounds.
//! - [`Shortener::regions`]: long pieces, solved by beam search with a [`Learned`] estimate, as boards of their
//!   own: of the whole board, or of a rectangle that the blank does not leave in that piece. A learned table serves
//!   any goal, so it also serves the way from one position of a solution to another.
//!
//! Both go along the solution and step back after each improvement, so one pass ends where nothing is found any more
//! with its own settings.

mod region;
mod tape;
mod window;

use slidewise_search::{Meter, Stop};

use super::heuristic::Learned;
use super::shape::Shape;
use super::space::Slide;
use tape::Tape;
use window::Window;

pub use region::RegionOptions;

/// Budget of a pass over short pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowOptions {
    /// Moves in a piece.
    pub length: usize,
    /// Moves from one piece to the next.
    pub stride: usize,
    /// Expansions for one piece.
    pub nodes: u32,
}

/// A solution that is being improved.
pub struct Shortener {
    tape: Tape,
}

impl Shortener {
    /// Begins with a solution: single steps of the blank from the position with these labels. The caller has
    /// checked that they are legal.
    pub fn new(shape: &Shape, labels: &[u16], moves: &[Slide]) -> Self {
        Self { tape: Tape::new(shape, labels, moves) }
    }

    /// The number of moves now.
    pub fn len(&self) -> usize {
        self.tape.len()
    }

    /// Whether nothing is left to be moved.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The solution now.
    pub fn moves(&self) -> Vec<Slide> {
        self.tape.moves()
    }

    /// One pass of optimal search over short pieces; true if it improved anything. Stopped by the meter, it keeps
    /// what it has.
    pub fn windows(&mut self, options: WindowOptions, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let before = self.len();
        self.tape.rewind();
        let mut window = Window::new(&self.tape, options.nodes);
        while self.tape.left() > 2 {
            let length = options.length.min(self.tape.left());
            match window.solve(&mut self.tape, length, meter)? {
                Some(shorter) => {
                    self.tape.replace(length, &shorter);
                    self.tape.back(options.length - 1);
                }
                None => self.tape.forward(options.stride.max(1)),
            }
        }
        Ok(self.len() < before)
    }

    /// One pass of beam search over long pieces; true if it improved anything. Stopped by the meter, it keeps what
    /// it has. `tables` may hold tables of any sizes; the largest that fits the board is used.
    pub fn regions(
        &mut self,
        tables: &[Learned],
        options: RegionOptions,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let before = self.len();
        self.tape.rewind();
        let Some(table) = region::suited(tables, self.tape.shape()) else { return Ok(false) };
        while self.tape.left() > 2 {
            let piece = region::next_piece(&self.tape, table, options.length);
            match region::solve(&self.tape, table, &piece, options, meter)? {
                Some(shorter) => {
                    self.tape.replace(piece.length, &shorter);
                    self.tape.back(options.stride);
                }
                None => self.tape.forward(options.stride.min(piece.length.max(2) / 2).max(1)),
            }
        }
        Ok(self.len() < before)
    }
}
