//! Pictures of boards and of solutions, for documents and pages: SVG, still or moving, PNG and GIF. All of them are
//! functions of what [`slidewise_solve::Picture`] says, for every kind of puzzle.

mod font;
mod race;
mod raster;
mod svg;

use std::fmt;

use slidewise_solve::puzzles::tiles::scheme::Scheme;
use slidewise_solve::{Position, Scene};

pub use race::{Lane, race};
pub use raster::{gif, png};
pub use svg::{animated, still};

/// How boards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Side of a cell in pixels, from 8 to 256.
    pub cell: usize,
    /// By what pieces are coloured: by where they belong, or, for puzzles in which few belong somewhere, one by one.
    pub colours: Option<Scheme>,
}

impl Default for Look {
    fn default() -> Self {
        Self { cell: 64, colours: None }
    }
}

/// Why there is no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undrawn {
    /// The side of a cell is too small or too large.
    Cell(usize),
    /// The picture, or all pictures of a film together, would have more than [`MAX_PIXELS`].
    TooLarge,
    /// The writer of the format failed.
    Format,
}

/// The most pixels of a film: it is all made in memory.
pub const MAX_PIXELS: usize = 400_000_000;

impl fmt::Display for Undrawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell(cell) => write!(f, "a cell has from 8 to 256 pixels, not {cell}"),
            Self::TooLarge => {
                write!(f, "the picture would have more than {MAX_PIXELS} pixels: draw smaller cells")
            }
            Self::Format => write!(f, "the picture could not be written"),
        }
    }
}

impl std::error::Error for Undrawn {}

/// Colours of groups, light enough for black labels. Red, green and blue.
const PALETTE: [[u8; 3]; 12] = [
    [0xF4, 0xA9, 0xA0],
    [0xF9, 0xCB, 0x8F],
    [0xF5, 0xE5, 0x8C],
    [0xBF, 0xE3, 0x9B],
    [0x9A, 0xDB, 0xC5],
    [0x9C, 0xCF, 0xEE],
    [0xB3, 0xB8, 0xF0],
    [0xD8, 0xB4, 0xE8],
    [0xF0, 0xB3, 0xD2],
    [0xD9, 0xC4, 0xA9],
    [0xC9, 0xD2, 0xD6],
    [0xE0, 0xDF, 0xB8],
];
/// A tile where nothing asks for colours, the piece that the goal is about, walls, the ground, and what is written.
const TILE: [u8; 3] = [0xEC, 0xE3, 0xCF];
const MAIN: [u8; 3] = [0xE0, 0x6C, 0x5A];
const WALL: [u8; 3] = [0x55, 0x5B, 0x60];
const GROUND: [u8; 3] = [0xF7, 0xF7, 0xF5];
const INK: [u8; 3] = [0x22, 0x22, 0x22];

/// The colour of a piece.
fn colour(scene: &Scene, position: &Position, piece: usize, look: &Look) -> [u8; 3] {
    let is_main = |piece: usize| scene.pieces.get(piece).and_then(Option::as_ref).is_some_and(|p| p.main);
    let single = position.cells_of(piece).len() == 1;
    let home = scene.home(piece);
    match (look.colours, home) {
        (Some(scheme), Some(home)) => {
            PALETTE[scheme.group(home / scene.cols, home % scene.cols) % PALETTE.len()]
        }
        _ if is_main(piece) && !single => MAIN,
        (None, _) if single && scene.pieces.iter().flatten().all(|piece| !piece.main) => TILE,
        (None, Some(_)) if single => TILE,
        _ => PALETTE[piece % PALETTE.len()],
    }
}

/// Whether two cells side by side belong to one piece: `towards` is how the row and the column change.
fn joined(scene: &Scene, position: &Position, cell: usize, towards: (isize, isize)) -> bool {
    let (row, col) = (cell / scene.cols, cell % scene.cols);
    let next = row.checked_add_signed(towards.0).zip(col.checked_add_signed(towards.1));
    let inside = |&(row, col): &(usize, usize)| row < scene.rows && col < scene.cols;
    let piece = position.piece(cell);
    piece.is_some()
        && next.filter(inside).is_some_and(|(row, col)| position.piece(row * scene.cols + col) == piece)
}

fn check(look: &Look) -> Result<(), Undrawn> {
    if (8..=256).contains(&look.cell) { Ok(()) } else { Err(Undrawn::Cell(look.cell)) }
}

/// A piece's cells and where its label stands: the cell nearest to its middle.
fn label_cell(scene: &Scene, cells: &[usize]) -> Option<usize> {
    let middle = |of: fn(usize, usize) -> usize| {
        cells.iter().map(|&cell| of(cell, scene.cols) as f64).sum::<f64>() / cells.len().max(1) as f64
    };
    let (row, col) = (middle(|cell, cols| cell / cols), middle(|cell, cols| cell % cols));
    let away =
        |cell: usize| ((cell / scene.cols) as f64 - row).powi(2) + ((cell % scene.cols) as f64 - col).powi(2);
    cells.iter().copied().min_by(|&a, &b| away(a).total_cmp(&away(b)))
}

#[cfg(test)]
mod tests;
